/** Layers that lie under the answer: what a side holds, supplies, may attack; each is a question of the game. */

/** @import { Form, Mark, Question } from "./types.js" */
/** @import { MapView } from "./map.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";

export class Layers {
  /** @param {Table} table @param {MapView} map */
  constructor(table, map) {
    this.table = table;
    this.map = map;
    this.element = byId("layer-list");
    /** @type {Set<string>} */
    this.on = new Set();
    /** @type {Map<string, Question|null>} */
    this.questions = new Map();
    table.on("tree", (changed) => changed && (this.on.clear(), (map.under = {})));
    table.on("node", () => (this.show(), this.refresh()));
    byId("layers-button").addEventListener("click", () => this.toggle());
  }

  /** @param {boolean} [open] */
  toggle(open = this.element.hidden === true) {
    this.element.hidden = !open;
    byId("layers-button").setAttribute("aria-expanded", String(open));
    if (open) this.element.querySelector("input")?.focus();
  }

  show() {
    const sides = this.table.tree?.game.sides ?? [];
    this.questions = new Map();
    for (const item of this.stated()) this.questions.set(`stated: ${item.replaceAll("-", " ")}`, null);
    for (const form of this.table.forms) {
      const field = sideOnly(form);
      if (!field) continue;
      for (const side of sides) this.questions.set(`${form.verb}: ${side.title}`, { verb: form.verb, fields: { [field]: side.id } });
    }
    const rows = [...this.questions.keys()].map((name) => el("label", { class: "switch" },
      el("input", { type: "checkbox", checked: this.on.has(name), on: { change: () => this.flip(name) } }), el("span", {}, name)));
    fill(this.element, el("h2", {}, "Layers"), el("div", { class: "layers" },
      el("label", { class: "switch" }, el("input", { type: "checkbox", id: "hide-counters", checked: this.map.hideCounters, on: { change: () => this.hide() } }), el("span", {}, "hide all counters (h)")),
      el("label", { class: "switch" }, el("input", { type: "checkbox", checked: this.on.has(DOUBTFUL), on: { change: () => this.flip(DOUBTFUL) } }), el("span", {}, DOUBTFUL)), rows),
    button("Close", () => this.toggle(false), { class: "quiet" }));
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

  /** @param {string} name */
  flip(name) {
    if (this.on.has(name)) this.on.delete(name);
    else this.on.add(name);
    this.refresh(name);
  }

  /** Ask anew what is switched on. @param {string} [flipped] */
  async refresh(flipped = "") {
    const { tree, nodeId, data } = this.table;
    if (!tree || !data) return;
    /** @type {Record<string, Mark>} */
    const under = {};
    for (const name of this.on) {
      const question = this.questions.get(name);
      if (name === DOUBTFUL) Object.assign(under, this.doubtful());
      else if (question === null) Object.assign(under, this.facts(name));
      else if (question) {
        const answer = await this.table.doing(() => api.ask(tree.tree, nodeId, api.asked(question, this.table.context())));
        if (this.table.nodeId !== nodeId) return;
        Object.assign(under, answer?.marks.spaces ?? {});
        if (name === flipped && answer) this.table.show(answer);
      }
    }
    this.map.under = under;
    this.map.redraw();
  }

  /** @param {string} name */
  facts(name) {
    const sides = this.table.tree?.game.sides.map((s) => s.id) ?? [];
    const tones = ["supply", "attack", "goal", "note"];
    /** @type {Record<string, Mark>} */
    const out = {};
    for (const fact of this.table.data?.facts ?? []) {
      if (`stated: ${fact.item.replaceAll("-", " ")}` !== name || !this.table.ground.byId.has(fact.subject)) continue;
      const side = sides.indexOf(String(fact.value));
      out[fact.subject] = { tone: side < 0 ? "note" : tones[side % tones.length], label: "", why: [fact.text] };
    }
    return out;
  }

  /** Spaces whose printed values, reconstructed, the answer used. */
  doubtful() {
    /** @type {Record<string, Mark>} */
    const out = {};
    for (const source of this.table.answer?.ruling.reconstructed ?? []) {
      for (const id of source.row.split("/")) {
        if (this.table.ground.byId.has(id)) out[id] = { tone: "note", why: [source.text] };
      }
    }
    return out;
  }
}

const DOUBTFUL = "doubtful values that the answer used";

/** The field of a form that needs a side and nothing more. @param {Form} form */
function sideOnly(form) {
  const side = form.fields.find((f) => f.kind === "side") ?? (["supply", "attacks"].includes(form.verb) ? form.fields.find((f) => f.by_place) : undefined);
  const more = form.fields.some((f) => f !== side && f.required);
  return side && !more ? side.name : "";
}
