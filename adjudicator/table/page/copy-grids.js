/** Tables like the printed card: a row is taken with Enter, as it stands or as it was changed. */

/** @import { CopyField, CopyGroup, CopyRoom, CopyRow, CopyTable } from "./types.js" */

import * as api from "./api.js";
import { el, say } from "./dom.js";

export class Grids {
  /** @param {CopyRoom} room */
  constructor(room) {
    this.room = room;
    /** @type {Map<string, string>} */ this.again = new Map();
  }

  /** @param {CopyGroup} group */
  view(group) {
    const offered = Object.entries(group.choices).map(([column, words]) => el("datalist", { id: `words-${column}` }, words.map((w) => el("option", { value: w }))));
    return el("div", { class: "tables" }, group.tables.map((t) => this.table(t, group)), offered);
  }

  /** @param {CopyTable} t @param {CopyGroup} group */
  table(t, group) {
    const name = (/** @type {string} */ c) => c.replaceAll("_", " ");
    return el("table", { class: "grid" },
      t.title ? el("caption", { class: "quiet" }, name(t.title)) : null,
      el("thead", {}, el("tr", {}, el("td", {}), t.columns.map((c) => el("th", { scope: "col" }, name(c))))),
      el("tbody", {}, t.rows.map((row) => this.row(row, t, group))));
  }

  /** @param {CopyRow} row @param {CopyTable} t @param {CopyGroup} group */
  row(row, t, group) {
    const refused = el("span", { class: "refused", role: "alert" });
    const line = el("tr", {}, el("th", { scope: "row" }, row.label, refused),
      t.columns.map((column) => (row.cells[column] ? this.cell(row.cells[column], column, group, (input) => this.take(line, row, refused, input)) : el("td", {}))));
    return line;
  }

  /** @param {CopyField} f @param {string} column @param {CopyGroup} group @param {(input: HTMLInputElement) => void} enter */
  cell(f, column, group, enter) {
    const input = el("input", {
      type: "text", value: f.now, "aria-label": `${f.text}; ours is ${f.ours}`, autocomplete: "off", spellcheck: "false",
      list: group.choices[column] ? `words-${column}` : null, data: { open: f.known ? "" : "yes", was: f.now, key: JSON.stringify(f.key) },
      on: { keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          enter(input);
        } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !group.choices[column]) {
          event.preventDefault();
          this.below(input, event.key === "ArrowDown" ? 1 : -1)?.focus();
        }
      } },
    });
    return el("td", { class: f.known ? "" : "doubt", title: f.known ? "exact" : `ours: ${f.ours}` }, input);
  }

  /** The field in the same column some rows away. @param {HTMLInputElement} input @param {number} by @returns {HTMLInputElement|null} */
  below(input, by) {
    const rows = [...document.querySelectorAll("#group tbody tr")];
    const row = input.closest("tr");
    const cell = input.closest("td");
    if (!row || !cell) return null;
    const place = [...row.children].indexOf(cell);
    return rows[rows.indexOf(row) + by]?.children[place]?.querySelector("input") ?? rows[rows.indexOf(row) + by]?.querySelector("input") ?? null;
  }

  /** @param {HTMLElement} line @param {CopyRow} row @param {HTMLElement} refused @param {HTMLInputElement} input */
  async take(line, row, refused, input) {
    const fields = [...line.querySelectorAll("input")];
    const values = fields.map((f) => /** @type {[string, string, string, string|null]} */ ([...JSON.parse(f.dataset.key ?? "[]"), f.value === f.dataset.was ? null : f.value.trim()]));
    const said = JSON.stringify(values);
    refused.textContent = "";
    const done = await this.room.change(() => api.copyEnter(this.room.game, values, this.again.get(row.label) === said));
    refused.textContent = done.refused;
    if (done.again) this.again.set(row.label, said);
    if (done.refused) return;
    for (const field of fields) {
      field.dataset.was = field.value = field.value.trim();
      field.dataset.open = "";
      field.closest("td")?.classList.remove("doubt");
    }
    say(`${row.label}: exact`);
    const next = this.below(input, 1);
    if (next) {
      next.focus();
      next.select();
    } else if (this.room.next()) this.room.open(this.room.next());
  }
}
