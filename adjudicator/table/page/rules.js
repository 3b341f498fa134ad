/** What a section of the rulebook says, in our own words, and how its open points can be read. */

/** @import { Reading } from "./types.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { byId, el, fill } from "./dom.js";

export class Rules {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("rule"));
    byId("rule-close").addEventListener("click", () => this.dialog.close());
  }

  /** @param {string} section, or `=ID` of an open point */
  async open(section) {
    const game = this.table.tree?.game.slug;
    if (!game) return;
    const told = await this.table.doing(() => api.rule(game, section.replace(/^=/, "")));
    if (!told) return;
    fill(
      byId("rule-body"),
      el("h2", { id: "rule-title" }, `${told.section} ${told.title ?? ""}`),
      [told.notes ?? []].flat().map((/** @type {string} */ n) => el("p", {}, n)),
      told.readings?.length ? [el("h3", {}, "What the book leaves open"), told.readings.map((/** @type {Reading} */ r) => this.reading(r))] : null,
      told.cases?.length ? el("details", { open: told.cases.length < 6 }, el("summary", {}, `Cases of this section: ${told.cases.length}`),
        el("ul", {}, told.cases.map((/** @type {any} */ c) => el("li", {}, typeof c === "string" ? c : [el("code", {}, c.id), ` ${c.title ?? c.text ?? ""}`])))) : null,
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {Reading} reading */
  reading(reading) {
    const chosen = this.table.options[reading.id] ?? reading.chosen ?? reading.default;
    const options = Array.isArray(reading.options) ? reading.options : Object.entries(reading.options ?? {}).map(([id, text]) => ({ id, text }));
    return el("fieldset", { class: "reading" }, el("legend", {}, reading.question),
      options.map((/** @type {any} */ o) => {
        const id = typeof o === "string" ? o : (o.id ?? o.letter ?? o[0]);
        const text = typeof o === "string" ? "" : (o.text ?? o.title ?? o[1]);
        return el("label", { class: "switch" }, el("input", { type: "radio", name: reading.id, value: id, checked: id === chosen, on: { change: () => {
          if (id === reading.default) delete this.table.options[reading.id];
          else this.table.options[reading.id] = id;
          this.table.again();
        } } }), el("span", {}, el("b", {}, id), ` ${text}`, id === reading.default ? el("small", {}, " (as we read it)") : null));
      }));
  }
}
