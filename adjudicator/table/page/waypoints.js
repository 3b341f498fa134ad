/** The way of a unit through spaces that are clicked one after another: each click asks what the whole way costs. */

/** @import { Space } from "./types.js" */
/** @import { Table } from "./table.js" */

import { button, el, say } from "./dom.js";

export class Waypoints {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.unit = "";
    table.on("node", () => this.reset());
    table.on("choice", () => this.first() !== this.unit && this.reset());
  }

  /** The unit whose way it is. */
  first() {
    return [...this.table.chosen][0] ?? "";
  }

  reset() {
    this.table.naming = false;
    this.unit = this.first();
    this.table.via = [];
  }

  /** Go on where one was before a reload. @param {string[]} via */
  resume(via) {
    this.table.naming = true;
    this.table.via = via;
  }

  toggle() {
    this.table.naming = !this.table.naming;
    say(this.table.naming ? "Clicks name the spaces that the unit goes through." : "A click moves the unit.");
    this.table.tell("choice");
  }

  /** Go on to a space; the last one again is taken back. @param {Space} space */
  add(space) {
    this.table.naming = true;
    const { via } = this.table;
    return this.go(via[via.length - 1] === space.id ? via.slice(0, -1) : [...via, space.id]);
  }

  /** @param {string[]} via */
  async go(via) {
    const { table } = this;
    const before = table.via;
    table.via = via;
    const unit = this.first();
    const answer = await table.ask(via.length ? { verb: "route", fields: { unit, path: via } } : { verb: "legal", words: [unit] });
    if (!answer && table.via === via) table.via = before;
    table.tell("choice");
  }

  /** The spaces that are named, each with a button that takes it and those after it away. */
  element() {
    const { via, ground, naming } = this.table;
    return el("div", { class: "row wrap waypoints", role: "group", "aria-label": "Waypoints" },
      button("Waypoints", () => this.toggle(), { "aria-pressed": String(naming), title: "key w, or a click with Shift" }),
      via.map((id, i) => button([ground.name(id), el("span", { "aria-hidden": "true" }, " ×")], () => this.go(via.slice(0, i)), { class: "chip on", "aria-label": `take ${ground.name(id)} out of the way` })),
      naming && !via.length ? el("small", {}, "point at the spaces in their order") : null);
  }
}
