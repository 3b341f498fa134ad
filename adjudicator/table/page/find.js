/** The find box: units, spaces and hex numbers by what one types. */

/** @import { Table } from "./table.js" */

import { byId, el, fill } from "./dom.js";

const MOST = 12;

export class Find {
  /** @param {Table} table @param {{unit: (id: string) => void, space: (id: string) => void}} told */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.input = /** @type {HTMLInputElement} */ (byId("find"));
    this.list = byId("found");
    this.at = -1;
    this.input.addEventListener("input", () => this.show());
    this.input.addEventListener("keydown", (e) => this.key(e));
    this.input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
  }

  /** @returns {{id: string, kind: "unit"|"space", name: string, where: string}[]} */
  fits() {
    const wanted = plain(this.input.value);
    if (!wanted) return [];
    const units = this.table.pieces().filter((p) => p.kind === "unit").map((p) => ({ id: p.id, kind: /** @type {const} */ ("unit"), name: p.name, where: this.table.ground.name(p.space) }));
    const spaces = this.table.ground.spaces.map((s) => ({ id: s.id, kind: /** @type {const} */ ("space"), name: s.name, where: s.kind }));
    const rank = (/** @type {{id: string, name: string}} */ f) => {
      const name = plain(f.name);
      if (name === wanted || plain(f.id) === wanted) return 0;
      if (name.startsWith(wanted) || plain(f.id).startsWith(wanted)) return 1;
      return name.includes(wanted) || plain(f.id).includes(wanted) ? 2 : 9;
    };
    return [...units, ...spaces].map((f) => ({ f, r: rank(f) })).filter(({ r }) => r < 9).sort((a, b) => a.r - b.r).slice(0, MOST).map(({ f }) => f);
  }

  show() {
    const fits = this.fits();
    this.at = fits.length ? 0 : -1;
    fill(this.list, fits.map((f, i) => el("li", { role: "option", id: `found-${i}`, "aria-selected": String(i === this.at), on: { pointerup: () => this.take(f) } },
      el("b", {}, f.name), el("small", {}, ` ${f.where}`))));
    this.list.hidden = !this.input.value.trim();
    if (!fits.length && this.input.value.trim()) fill(this.list, el("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, "nothing of this name is here"));
    this.mark();
  }

  mark() {
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    if (this.at >= 0) this.input.setAttribute("aria-activedescendant", `found-${this.at}`);
    else this.input.removeAttribute("aria-activedescendant");
    [...this.list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === this.at)));
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const fits = this.fits();
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      if (fits.length) this.at = (this.at + (e.key === "ArrowDown" ? 1 : -1) + fits.length) % fits.length;
      this.mark();
    } else if (e.key === "Enter" && fits[this.at]) this.take(fits[this.at]);
    else if (e.key === "Escape") this.close(), byId("map").focus();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** @param {{id: string, kind: "unit"|"space"}} found */
  take(found) {
    this.input.value = "";
    this.close();
    byId("map").focus();
    if (found.kind === "unit") this.told.unit(found.id);
    else this.told.space(found.id);
  }

  close() {
    this.list.hidden = true;
    this.mark();
  }
}

/** Words without accents, case and signs. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[\s._-]+/g, " ").trim();
