/** The board editor: units moved, turned, added, removed; what is stated set right; printed values corrected. */

/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill } from "./dom.js";

export class Editor {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("editing"));
    /** @type {string[]} */
    this.changes = [];
    byId("edit-button").addEventListener("click", () => this.open());
    byId("editing-close").addEventListener("click", () => this.dialog.close());
  }

  open() {
    if (!this.table.tree) return;
    this.changes = [];
    this.show();
    this.dialog.showModal();
  }

  show() {
    const { table } = this;
    const [first] = table.chosen;
    const unit = el("input", { type: "text", list: "unit-names", value: first ?? "", id: "edit-unit", autocomplete: "off" });
    const space = el("input", { type: "text", list: "space-names", value: table.space, id: "edit-space", autocomplete: "off" });
    const status = el("select", { id: "edit-status" }, el("option", { value: "" }, "as it is"), (table.tree?.game.statuses ?? []).map((s) => el("option", { value: s }, s)));
    const fact = el("input", { type: "text", id: "edit-fact", list: "facts-said", placeholder: "item:subject=value", autocomplete: "off" });
    fill(
      byId("editing-body"),
      el("p", { class: "quiet" }, "Every change makes a new position in the tree; the one before stays."),
      el("fieldset", {}, el("legend", {}, "A unit"),
        el("label", { class: "field" }, el("span", {}, "Unit"), unit), el("label", { class: "field" }, el("span", {}, "in space"), space),
        el("label", { class: "field" }, el("span", {}, "state"), status),
        el("div", { class: "row" },
          button("Place it so", () => unit.value && this.place(unit.value, space.value, status.value), { id: "edit-place" }),
          button("Take it off", () => unit.value && this.add(`unit:${unit.value}@`), { class: "quiet" }))),
      el("fieldset", {}, el("legend", {}, "What is stated"),
        el("label", { class: "field" }, el("span", {}, "Control, weather, phase, a printed value …"), fact),
        el("div", { class: "row" }, button("State it", () => fact.value.trim() && (this.add(fact.value.trim()), (fact.value = "")), { id: "edit-state" }))),
      el("h3", {}, "Changes"),
      this.changes.length ? el("ul", {}, this.changes.map((c, i) => el("li", {}, el("code", {}, c), " ", button("undo", () => (this.changes.splice(i, 1), this.show()), { class: "link" })))) : el("p", { class: "quiet" }, "none yet"),
      el("div", { class: "row" }, button("Make this position", () => this.make(), { class: "primary", id: "edit-make" })),
    );
  }

  /** @param {string} unit @param {string} space @param {string} status */
  place(unit, space, status) {
    if (space && this.table.piece(unit)?.space !== space) this.changes.push(`unit:${unit}@${space}`);
    if (status && this.table.piece(unit)?.status !== status) this.changes.push(`unit:${unit}=${status}`);
    this.show();
  }

  /** @param {string} change */
  add(change) {
    this.changes.push(change);
    this.show();
  }

  async make() {
    const { tree, nodeId, view } = this.table;
    if (!tree || !this.changes.length) return;
    const node = await this.table.doing(() => api.edit(tree.tree, nodeId, { as: view, changes: this.changes }));
    if (!node) return;
    this.dialog.close();
    this.table.keep(node);
    await this.table.go(node.id);
  }
}
