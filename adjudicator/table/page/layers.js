/** Layers that lie under the answer: what each side controls, supplies, may attack; what is stated; what is doubtful. */

/** @import { Field, Form, Layer, Mark, Question, Shown } from "./types.js" */
/** @import { MapView } from "./map.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";
import { swatch } from "./ruling.js";

const MOST = 400;
/** Tones of the two sides, in their order. */
const SIDES = ["first", "second"];

export class Layers {
  /** @param {Table} table @param {MapView} map */
  constructor(table, map) {
    this.table = table;
    this.map = map;
    this.element = byId("layer-list");
    /** @type {Set<string>} */
    this.on = new Set();
    /** @type {Map<string, string>} the one choice that a layer shows, by its name */
    this.narrowed = new Map();
    /** @type {Map<string, Shown>} what lies under the answer, by the name of its layer */
    this.shown = new Map();
    this.latest = new api.Latest("layers");
    table.on("tree", (changed) => changed && (this.on.clear(), this.narrowed.clear(), this.lay(new Map())));
    table.on("node", () => (this.show(), this.refresh()));
    table.on("answer", () => this.on.has(USED) && this.refresh());
    byId("layers-button").addEventListener("click", () => this.toggle());
  }

  /** @param {boolean} [open] */
  toggle(open = this.element.hidden === true) {
    this.element.hidden = !open;
    byId("layers-button").setAttribute("aria-expanded", String(open));
    if (open) this.element.querySelector("input")?.focus();
  }

  /** Every layer that there is for this position. @returns {Layer[]} */
  all() {
    const { forms, tree } = this.table;
    const sides = tree?.game.sides ?? [];
    return [
      ...forms.filter((f) => f.layer && !f.sided).map((f) => this.whole(f)),
      { name: USED, title: USED, made: () => this.used() },
      ...forms.filter((f) => f.sided).flatMap((f) => sides.map((s) => {
        const title = `${f.layer}: ${s.title}`;
        return { name: `${f.verb} ${s.id}`, title, question: { verb: f.verb, fields: { [f.sided]: s.id } } };
      })),
      ...this.stated().map((item) => ({ name: `stated ${item}`, title: `stated: ${item.replaceAll("-", " ")}`, made: () => this.facts(item) })),
    ];
  }

  /** A layer of the whole map; all of it, or the one choice of its field that was made. @param {Form} form @returns {Layer} */
  whole(form) {
    const narrow = form.fields.find((f) => f.name === form.narrowed && f.choices.length);
    const chosen = this.narrowed.get(form.verb);
    return { name: form.verb, title: form.layer, narrow, question: { verb: form.verb, fields: narrow && chosen ? { [narrow.name]: chosen } : {} } };
  }

  /** What makes a layer show less. @param {Layer} layer @param {Field} field */
  narrowing(layer, field) {
    const select = el("select", { "aria-label": `${layer.title}: ${field.title}`, data: { key: `${layer.name}-${field.name}` }, on: { change: () => {
      this.narrowed.set(layer.name, select.value);
      this.on.add(layer.name);
      this.refresh(layer.name);
    } } }, el("option", { value: "" }, "all"), field.choices.map((c) => el("option", { value: c }, c.replaceAll("_", " "))));
    select.value = this.narrowed.get(layer.name) ?? "";
    return el("label", { class: "narrow" }, el("span", {}, field.title), select);
  }

  show() {
    const open = new Set([...this.element.querySelectorAll("details[open]")].map((d) => /** @type {HTMLElement} */ (d).dataset.layer));
    const rows = this.all().map((layer) => el("div", {},
      el("label", { class: "switch" }, el("input", { type: "checkbox", checked: this.on.has(layer.name), data: { key: layer.name }, on: { change: () => this.flip(layer) } }), el("span", {}, layer.title)),
      layer.narrow ? this.narrowing(layer, layer.narrow) : null,
      this.inWords(layer.name, open.has(layer.name))));
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    fill(this.element, el("h2", {}, "Layers"), el("div", { class: "layers" },
      el("label", { class: "switch" }, el("input", { type: "checkbox", id: "hide-counters", checked: this.map.hideCounters, on: { change: () => this.hide() } }), el("span", {}, "hide all counters (h)")), rows),
    button("Close", () => this.toggle(false), { class: "quiet" }));
    if (focus) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-key="${CSS.escape(focus)}"]`))?.focus();
  }

  /** What a layer shows, in words. @param {string} name @param {boolean} open */
  inWords(name, open) {
    const shown = this.shown.get(name);
    if (!shown) return null;
    const { ground } = this.table;
    // In the order of the board: an object puts "1000" before "0901", whatever order it was given.
    const order = new Map(ground.spaces.map((s, n) => [s.id, n]));
    const place = (/** @type {string} */ id) => order.get(id) ?? order.size;
    const ids = Object.keys(shown.spaces).sort((a, b) => place(a) - place(b));
    const entries = [
      ...ids.map((id) => ({ name: ground.name(id), mark: shown.spaces[id] })),
      ...Object.entries(shown.units).map(([id, mark]) => ({ name: this.table.piece(id)?.name ?? id, mark })),
      ...[...shown.lines, ...(shown.sides ?? [])].map((line) => ({ name: line.spaces.map((s) => ground.name(s)).join(" – "), mark: line })),
    ];
    const byTone = shown.legend.map((key) => {
      const own = entries.filter((e) => e.mark.tone === key.tone);
      if (!own.length) return null;
      return [el("p", {}, swatch(key.tone), ` ${key.text} `, el("span", { class: "quiet" }, `(${own.length})`)),
        el("ul", { class: "places" }, own.slice(0, MOST).map(({ name: called, mark }) => el("li", {}, called, mark.why?.length ? `: ${mark.why.join(", ")}` : null))),
        own.length > MOST ? el("p", { class: "quiet" }, `and ${own.length - MOST} more`) : null];
    });
    const { question } = shown;
    return el("details", { class: "layer-words", data: { layer: name }, open }, el("summary", {}, "in words"), el("p", { class: "layer-sum" }, shown.words),
      question ? button("the whole ruling", () => this.table.ask(question), { class: "link" }) : null, byTone.flat());
  }

  hide() {
    this.map.hideCounters = !this.map.hideCounters;
    this.map.redraw();
    say(this.map.hideCounters ? "Counters hidden." : "Counters shown.");
    const box = /** @type {HTMLInputElement|null} */ (document.getElementById("hide-counters"));
    if (box) box.checked = this.map.hideCounters;
  }

  /** Items of state that say something of spaces: which side, or a number. */
  stated() {
    const facts = this.table.data?.facts ?? [];
    return [...new Set(facts.filter((f) => this.table.ground.byId.has(f.subject)).map((f) => f.item))];
  }

  /** @param {Layer} layer */
  flip(layer) {
    if (this.on.has(layer.name)) this.on.delete(layer.name);
    else this.on.add(layer.name);
    this.refresh(layer.name);
  }

  /** Ask anew what is switched on. @param {string} [flipped] */
  async refresh(flipped = "") {
    const { tree, nodeId, data } = this.table;
    if (!tree || !data) return;
    const context = this.table.context();
    const found = await this.table.doing(() => this.latest.run(async (...newest) => {
      /** @type {Map<string, Shown>} */
      const shown = new Map();
      for (const layer of this.all().filter((l) => this.on.has(l.name))) {
        if (!layer.question) {
          if (layer.made) shown.set(layer.name, layer.made());
          continue;
        }
        const answer = await api.ask(tree.tree, nodeId, api.asked(layer.question, context), ...newest);
        shown.set(layer.name, { ...answer.marks, words: answer.ruling.verdict, question: layer.question });
        if (layer.name === flipped) say(answer.ruling.verdict);
      }
      return shown;
    }));
    if (found) this.lay(found);
    else if (flipped) this.show();
  }

  /** @param {Map<string, Shown>} shown */
  lay(shown) {
    this.shown = shown;
    this.map.under = [...shown.values()];
    this.show();
    this.map.redraw();
    this.table.tell("layers");
  }

  /** What is stated of spaces. @param {string} item @returns {Shown} */
  facts(item) {
    const sides = this.table.tree?.game.sides ?? [];
    /** @type {Record<string, Mark>} */
    const spaces = {};
    for (const fact of this.table.data?.facts ?? []) {
      if (fact.item !== item || !this.table.ground.byId.has(fact.subject)) continue;
      const side = sides.findIndex((s) => s.id === String(fact.value));
      spaces[fact.subject] = { tone: SIDES[side] ?? "note", label: "", why: [fact.text] };
    }
    const title = item.replaceAll("-", " ");
    const tones = new Set(Object.values(spaces).map((m) => m.tone));
    const legend = [...sides.map((s, i) => ({ tone: SIDES[i] ?? "note", text: `${title}: ${s.title}` })), { tone: "note", text: title }];
    return { spaces, units: {}, lines: [], legend: legend.filter((k) => tones.has(k.tone)), words: `${title}: stated of ${Object.keys(spaces).length} spaces.` };
  }

  /** Spaces whose printed values, reconstructed, the answer used. @returns {Shown} */
  used() {
    /** @type {Record<string, Mark>} */
    const spaces = {};
    for (const source of this.table.answer?.ruling.reconstructed ?? []) {
      for (const id of source.row.split("/")) {
        if (this.table.ground.byId.has(id)) spaces[id] = { tone: "note", why: [...(spaces[id]?.why ?? []), source.text] };
      }
    }
    const count = Object.keys(spaces).length;
    return { spaces, units: {}, lines: [], legend: count ? [{ tone: "note", text: USED }] : [], words: count ? `Of ${count} spaces.` : "The answer used none of a space." };
  }
}

const USED = "doubtful values that the answer used";
