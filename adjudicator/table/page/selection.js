/** What is chosen, and what can be asked of it with one press. */

/** @import { Field, Form, Piece, Question } from "./types.js" */
/** @import { Table } from "./table.js" */
/** @import { Composer } from "./composer.js" */
/** @import { Waypoints } from "./waypoints.js" */

import { button, byId, el, fill } from "./dom.js";
import { thumbnail } from "./paint.js";

/** The field that takes the space to be reached: the one that must be filled in, or that names a space. @param {Form} form @returns {Field|undefined} */
export const whither = (form) => form.fields.find((f) => f.required) ?? form.fields.find((f) => f.kind === "space");

export class Selection {
  /** @param {Table} table @param {Composer} composer @param {Waypoints} waypoints @param {{ask: () => void}} told */
  constructor(table, composer, waypoints, told) {
    this.table = table;
    this.composer = composer;
    this.waypoints = waypoints;
    this.told = told;
    this.element = byId("chosen");
    for (const topic of /** @type {const} */ (["choice", "answer", "node"])) table.on(topic, () => this.show());
  }

  show() {
    const { table } = this;
    const units = [...table.chosen].map((id) => table.piece(id)).filter((p) => p !== undefined);
    if (!units.length && !table.space) {
      fill(this.element, el("p", { class: "hint" }, "Point at a unit to see where it may go, at a stack to see who may attack it, at a space to see who can get there."));
      return;
    }
    fill(this.element, units.length ? this.ofUnits(units) : this.ofSpace(table.space));
  }

  /** @param {Piece[]} units */
  ofUnits(units) {
    const [first] = units;
    const words = [this.table.ground.name(first.space), first.status, ...(first.lines ?? []).slice(2)].filter(Boolean).join(" · ");
    const target = first.space;
    return [
      el("div", { class: "chosen-head" }, thumbnail(this.table.faces, first, 44),
        el("div", {}, el("strong", { id: "chosen-name" }, first.name), el("small", {}, words))),
      el("div", { class: "tabs", role: "group", "aria-label": `ask about ${first.name}` },
        this.tab("Where it may go", { verb: "legal", words: [first.id] }, "r"),
        this.tab("Supply", { verb: "supply", words: [first.id] }, "s"),
        this.table.form("cuts") ? this.tab("What would cut it", { verb: "cuts", words: [first.id] }, "c") : null,
        this.table.form("attacks") ? this.tab("What it may attack", { verb: "attacks", words: [first.id] }) : null,
        target && this.table.ground.byId.has(target) ? button("Attack this stack", () => this.composer.start(target), { title: "key a" }) : null,
        button("Other questions…", () => this.told.ask(), { class: "quiet", title: "key q" })),
      this.table.form("route") ? this.waypoints.element() : null,
    ];
  }

  /** @param {string} space */
  ofSpace(space) {
    const units = this.table.unitsIn(space);
    return [
      el("div", { class: "chosen-head" }, el("div", {}, el("strong", { id: "chosen-name" }, this.table.ground.name(space)),
        el("small", {}, units.length ? units.map((u) => u.name).join(", ") : "no unit"))),
      el("div", { class: "tabs", role: "group", "aria-label": `ask about ${this.table.ground.name(space)}` },
        this.table.form("control") ? this.tab("Who holds it", { verb: "control", words: [space] }) : null,
        this.table.form("printed") ? this.tab("What is printed there", { verb: "printed", words: [space] }) : null,
        this.table.form("stack") ? this.tab("Stacking", { verb: "stack", words: [space] }) : null,
        units.length ? button("Attack it", () => this.composer.start(space), { title: "key a" }) : null,
        this.table.form("reach") ? this.reaches(space) : null,
        button("Other questions…", () => this.told.ask(), { class: "quiet", title: "key q" })),
    ];
  }

  /** Who can get to a space, each side apart. @param {string} space */
  reaches(space) {
    const form = this.table.form("reach");
    const side = form?.fields.find((f) => f.kind === "side");
    const to = form && whither(form);
    if (!to) return null;
    if (!side) return this.tab("Who can get there", { verb: "reach", fields: { [to.name]: space } });
    return (this.table.tree?.game.sides ?? []).map((s) =>
      this.tab(`Who can get there: ${s.title}`, { verb: "reach", fields: { [to.name]: space, [side.name]: s.id } }));
  }

  /** @param {string} title @param {Question} question @param {string} [key] */
  tab(title, question, key) {
    const asked = this.table.question;
    const on = asked?.verb === question.verb && JSON.stringify(asked) === JSON.stringify(question);
    return button(title, () => this.table.ask(question), { "aria-pressed": String(on), title: key ? `key ${key}` : null });
  }
}
