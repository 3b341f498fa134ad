/** A stack that opens under the pointer: its pieces side by side, each a button. */

/** @import { Piece, Space } from "./types.js" */
/** @import { Stack } from "./places.js" */
/** @import { Table } from "./table.js" */

import { button, el, fill, say } from "./dom.js";
import { thumbnail } from "./paint.js";

const MOST = 40;

export class StackMenu {
  /** @param {Table} table @param {HTMLElement} element @param {(pieces: Piece[]) => void} chosen */
  constructor(table, element, chosen) {
    this.table = table;
    this.element = element;
    this.chosen = chosen;
    /** @type {Stack|null} */
    this.stack = null;
    this.pinned = false;
    this.timer = 0;
    element.addEventListener("pointerleave", () => this.leave());
    element.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {EventTarget|null} target */
  holds(target) {
    return target instanceof Node && this.element.contains(target);
  }

  /** @param {Piece[]} pieces @param {Stack|undefined} stack @param {() => void} open */
  hover(pieces, stack, open) {
    if (this.pinned || stack === this.stack) return;
    clearTimeout(this.timer);
    if (!this.element.hidden && !this.pinned) this.timer = setTimeout(() => this.close(), 250);
    if (!stack || pieces.filter((p) => p.kind === "unit").length < 2) return;
    this.timer = setTimeout(() => {
      open();
      this.stack = stack;
      this.pinned = false;
    }, 220);
  }

  leave() {
    clearTimeout(this.timer);
    if (!this.pinned) this.timer = setTimeout(() => this.close(), 250);
  }

  /**
   * @param {Piece[]} pieces @param {string} where @param {number} x @param {number} y
   * @param {{focus: boolean, space: Space|null, goes: (() => void)|null, whole: (space: Space) => void}} how
   */
  open(pieces, where, x, y, { focus, space, goes, whole }) {
    clearTimeout(this.timer);
    this.pinned = true;
    this.stack = null;
    const units = pieces.filter((p) => p.kind === "unit");
    const head = el("p", { class: "stack-head" }, el("strong", {}, where), ` ${count(units.length, "unit")}`);
    const moves = goes ? button("Move here", () => (this.close(), goes()), { class: "primary" }) : null;
    const all = space ? button("The space", () => (this.close(), whole(space)), { class: "quiet" }) : null;
    const list = pieces.slice(0, MOST).map((piece) => this.entry(piece));
    fill(this.element, head, el("div", { class: "stack-list" }, list), el("div", { class: "row" }, moves, all));
    this.element.hidden = false;
    const room = /** @type {HTMLElement} */ (this.element.parentElement);
    const left = Math.max(6, Math.min(x - this.element.offsetWidth / 2, room.clientWidth - this.element.offsetWidth - 6));
    const below = y + 28 + this.element.offsetHeight < room.clientHeight;
    const top = below ? y + 24 : Math.max(6, y - this.element.offsetHeight - 24);
    this.element.style.transform = `translate(${left}px, ${top}px)`;
    say(`${where}: ${units.map((u) => u.name).join(", ")}`);
    if (focus) this.element.querySelector("button")?.focus();
  }

  /** @param {Piece} piece */
  entry(piece) {
    const words = [piece.status, ...(piece.lines ?? []).slice(2)].filter(Boolean).join(", ");
    const face = thumbnail(this.table.faces, piece, 56);
    if (piece.kind !== "unit") return el("span", { class: "stack-item marker" }, face, el("span", {}, piece.name));
    return button([face, el("span", {}, piece.name), el("small", {}, words)], () => (this.close(), this.chosen([piece])), {
      class: "stack-item",
      data: { unit: piece.id },
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) buttons[(at + by + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Escape") this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {boolean} [back] to the map with the focus */
  close(back = false) {
    clearTimeout(this.timer);
    const had = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.stack = null;
    this.pinned = false;
    if (back || had) this.element.parentElement?.focus();
  }
}

/** @param {number} n @param {string} word */
export const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
