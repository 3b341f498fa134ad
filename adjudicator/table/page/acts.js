/** Where play stands, what waits for whom, and what may be done now. */

/** @import { LegalAction, Piece, Space } from "./types.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";

export class Acts {
  /** @param {Table} table @param {(space: string) => void} reveal brings a space into sight */
  constructor(table, reveal) {
    this.table = table;
    this.reveal = reveal;
    this.bar = byId("moment");
    this.dialog = /** @type {HTMLDialogElement} */ (byId("acts"));
    this.latest = new api.Latest("acts");
    table.on("node", () => this.show());
    byId("acts-close").addEventListener("click", () => this.dialog.close());
  }

  show() {
    const { data } = this.table;
    if (!data) return fill(this.bar);
    const rolls = data.waiting[0]?.kind === "roll" || data.actions.some((a) => a.kind === "roll");
    fill(
      this.bar,
      el("p", { class: "stands", id: "stands" }, data.next.verdict),
      data.waiting.length ? el("ul", { class: "waiting", "aria-label": "What waits for a decision" }, data.waiting.map((w) =>
        el("li", {}, el("b", {}, w.who || "either side"), ` ${w.text}`))) : null,
      data.strange.length ? this.strange(data.strange) : null,
      rolls ? this.dice() : null,
      el("div", { class: "acts", role: "group", "aria-label": "What may be done now" },
        data.actions.filter((a) => a.kind !== "roll").map((a) =>
          button([a.title, a.count === null || a.count === undefined ? null : el("span", { class: "count" }, ` ${a.count}`)], () => this.list(a.kind, a.title), { class: "act", data: { kind: a.kind } })),
        this.table.chosen.size ? null : null),
    );
  }

  /** Pieces that nobody could tell to be units: how many, which, and where. @param {{space: string, place: string, names: string[]}[]} rows */
  strange(rows) {
    const count = rows.reduce((sum, r) => sum + r.names.length, 0);
    const told = `${count} ${count === 1 ? "piece" : "pieces"} unknown`;
    return button(told, () => {
      fill(byId("acts-body"), el("h2", { id: "acts-title" }, told),
        el("p", { class: "quiet" }, "They stand in no ruling, nor does what they would hold, block or add. ", el("a", { href: "adapt" }, "Say what they are"), "."),
        el("ul", { class: "plain", id: "strange-list" }, rows.map((r) => el("li", {}, button([el("strong", {}, r.place), `: ${r.names.join(", ")}`], () => {
          this.dialog.close();
          this.reveal(r.space);
        }, { class: "question" })))));
      this.dialog.showModal();
    }, { id: "strange", class: "waiting" });
  }

  /** Dice that are due: chosen or rolled. */
  dice() {
    const faces = el("input", { type: "text", inputmode: "numeric", size: 6, id: "dice", "aria-label": "dice, such as 4 or 3,5", placeholder: "4 or 3,5", autocomplete: "off" });
    return el("form", { class: "dice", on: { submit: (/** @type {Event} */ e) => {
      e.preventDefault();
      if (faces.value.trim()) this.table.act(null, faces.value.trim());
      else faces.focus();
    } } }, el("span", {}, "Dice"), faces, el("button", { type: "submit" }, "Choose"), button("Roll", () => this.table.act(null, "roll"), { id: "roll" }));
  }

  /** The legal actions of a kind. @param {string} kind @param {string} title */
  async list(kind, title) {
    const [unit] = this.table.chosen;
    const found = await this.load({ kind });
    if (!found) return;
    if (found.actions.length === 1 && !found.more && found.actions[0].typed === kind) return this.take(found.actions[0]);
    this.offer(title, found.actions, found.more, unit);
  }

  /** @param {Record<string, any>} query */
  async load(query) {
    const { tree, nodeId, view } = this.table;
    if (!tree) return undefined;
    return this.table.doing(() => this.latest.run((signal, channel) => api.legal(tree.tree, nodeId, { as: view, channel, ...query }, signal)));
  }

  /** @param {string} title @param {LegalAction[]} actions @param {boolean} more @param {string} [unit] */
  offer(title, actions, more, unit = "") {
    const filter = el("input", { type: "search", "aria-label": "Only those with these words", placeholder: "only those with these words" });
    const name = this.table.piece(unit)?.name ?? "";
    const list = el("ul", { class: "plain actions" });
    const show = () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      const fit = actions.filter((a) => words.every((w) => a.typed.toLowerCase().includes(w)));
      fit.sort((a, b) => Number(mentions(b, unit)) - Number(mentions(a, unit)));
      fill(list, fit.slice(0, 200).map((a) => el("li", {}, button(a.typed, () => this.take(a), { class: "question" }))),
        fit.length ? null : el("li", {}, "None has these words."));
    };
    filter.addEventListener("input", show);
    show();
    fill(byId("acts-body"), el("h2", { id: "acts-title" }, title), name ? el("p", { class: "quiet" }, `those of ${name} first`) : null, filter, list,
      more ? el("p", { class: "quiet" }, "There are more; choose a unit on the map, or ask check with your own.") : null);
    if (!this.dialog.open) this.dialog.showModal();
    filter.focus();
  }

  /** @param {LegalAction} action */
  async take(action) {
    this.dialog.close();
    const done = await this.table.act(action.json);
    if (done?.node) say(`Done: ${done.node.text}. ${this.table.data?.next.verdict ?? ""}`);
  }

  /**
   * Move a unit to a space, as the answer to that question types it; where it may not, every reason is shown.
   * @param {Piece[]} units @param {Space} space
   */
  async move(units, space) {
    const [unit] = units;
    const { via } = this.table;
    const form = this.table.form("legal");
    const who = form?.fields.find((f) => f.kind === "unit")?.name ?? "unit";
    const to = form?.fields.find((f) => f.kind === "space")?.name ?? "to";
    const answer = await this.table.ask(via.length
      ? { verb: "route", fields: { unit: unit.id, path: via[via.length - 1] === space.id ? via : [...via, space.id] } }
      : { verb: "legal", fields: { [who]: unit.id, [to]: space.id } });
    const acts = answer?.acts ?? [];
    if (answer?.ruling.ok && !this.table.tree?.game.acts) return void (await this.put(unit, space));
    if (!answer?.ruling.ok || !acts.length) return;
    if (acts.length > 1) this.offer(`${unit.name} to ${space.name}`, acts.map((typed) => ({ typed, json: typed })), false);
    else await this.take({ typed: acts[0], json: acts[0] });
  }

  /** In a game without actions a unit is put where it may go, by hand. @param {Piece} unit @param {Space} space */
  async put(unit, space) {
    const { table } = this;
    const tree = table.tree;
    const node = tree && (await table.doing(() => api.edit(tree.tree, table.nodeId, { as: table.view, changes: [`unit:${unit.id}@${space.id}`] })));
    if (!node) return;
    table.keep(node);
    await table.go(node.id);
    say(`Done: ${node.text}.`);
  }
}

/** Every word of an action, in order. @param {any} json @returns {string[]} */
function wordsOf(json) {
  if (typeof json === "string") return [json];
  return json && typeof json === "object" ? Object.values(json).flatMap(wordsOf) : [];
}

/** @param {LegalAction} action @param {string} unit */
const mentions = (action, unit) => Boolean(unit) && wordsOf(action.json).includes(unit);
