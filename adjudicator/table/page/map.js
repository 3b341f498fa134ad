/** The map as one sees and touches it: what is under the pointer, what is chosen, what an answer shows. */

/** @import { Mark, Piece, Shown, Space } from "./types.js" */
/** @import { Table } from "./table.js" */
/** @import { Stack } from "./places.js" */

import { byId, el, fill, say } from "./dom.js";
import { draw } from "./paint.js";
import { Ground, Stacks, box } from "./places.js";
import { StackMenu } from "./stack.js";
import { Viewer } from "./viewer.js";

const SMALL = 24; // pixels on the screen below which what is near is listed
const MAIN = "map";

/** Boards name their main window in two ways. @param {string} name */
const isMain = (name) => name === "" || name === MAIN;

export class MapView {
  /**
   * @param {Table} table
   * @param {{pressedSpace: (space: Space, event: any) => void, pressedUnits: (units: Piece[]) => void,
   *   dropped: (unit: Piece, space: Space) => void}} told
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.element = byId("map");
    this.canvas = /** @type {HTMLCanvasElement} */ (byId("drawing"));
    this.tip = byId("tip");
    this.window = MAIN;
    this.begun = false;
    this.ground = new Ground([]);
    this.stacks = new Stacks([], MAIN);
    /** @type {Shown[]} layers */
    this.under = [];
    this.hideCounters = false;
    /** @type {Space|null} */
    this.cursor = null;
    /** @type {string[]} */
    this.path = [];
    /** @type {{piece: Piece, x: number, y: number}|null} */
    this.drag = null;
    /** @type {Set<string>} */
    this.taking = new Set();
    this.frame = 0;
    this.viewer = new Viewer(byId("tiles"), {
      moved: () => this.redraw(true),
      pressed: (x, y, event) => this.pressed(x, y, event),
      dragStarted: (x, y) => this.dragStarted(x, y),
      dragged: (x, y) => this.dragged(x, y),
      dropped: (x, y) => this.dropped(x, y),
      late: (is) => (byId("late").hidden = !is),
    });
    this.menu = new StackMenu(table, byId("stack"), (pieces) => told.pressedUnits(pieces));
    this.element.addEventListener("pointermove", (e) => this.hovered(e));
    this.element.addEventListener("pointerleave", () => this.left());
    new ResizeObserver(() => this.redraw()).observe(this.element);
    table.on("tree", (changed) => changed && this.openBoard());
    table.on("node", () => this.sceneChanged());
    for (const topic of /** @type {const} */ (["answer", "choice", "attack"])) table.on(topic, () => this.redraw());
    byId("windows").addEventListener("change", (e) => this.openWindow(/** @type {HTMLSelectElement} */ (e.target).value));
  }

  // --- boards and windows ---------------------------------------------------------------------------

  openBoard() {
    const board = this.table.board;
    if (!board) return;
    const others = board.windows.filter((w) => !isMain(w.name));
    fill(byId("windows"), [{ name: MAIN, title: "Map" }, ...others].map((w) => el("option", { value: w.name }, w.title)));
    byId("windows").hidden = others.length === 0;
    this.openWindow(MAIN);
  }

  /** @param {string} name */
  openWindow(name) {
    const board = this.table.board;
    if (!board) return;
    this.window = name;
    /** @type {HTMLSelectElement} */ (byId("windows")).value = name;
    const side = board.windows.find((w) => w.name === name);
    if (!side || isMain(name)) this.ground = this.table.ground;
    else this.ground = new Ground(side.places.map((p) => ({ ...p, kind: "", at: p.at ?? middle(p.shape) })));
    this.plain = isMain(name) ? !board.tiles : !side?.tiles;
    this.cursor = null;
    this.begun = true; // the board before is still there
    this.sceneChanged();
    const opened = this.viewer.open(isMain(name) || !side ? board : side, isMain(name) ? board.tiles : side?.tiles);
    return opened.then(() => {
      this.begun = false;
      this.begin();
      this.redraw();
    });
  }

  /** Begin where the game is: around the units on the grid, if they fill only a part of the board. */
  begin() {
    if (this.begun || !this.viewer.ready) return;
    const there = (this.pieces ?? []).filter((p) => p.kind === "unit" && p.window === this.window && this.ground.byId.get(p.space)?.kind === "hex");
    this.begun = there.length > 0;
    if (this.begun) this.viewer.frame(there.map((p) => p.x), there.map((p) => p.y));
  }

  /** Look where one looked before a reload. @param {number[]} where */
  goBack(where) {
    this.begun = true;
    this.viewer.go(where);
  }

  sceneChanged() {
    this.pieces = this.table.pieces().map((p) => (isMain(p.window) ? { ...p, window: MAIN } : p));
    this.stacks = new Stacks(this.pieces, this.window);
    this.full = new Set(this.pieces.map((p) => p.space));
    this.menu.close();
    this.path = [];
    this.begin();
    const [went] = this.table.moved;
    if (went && went.window === this.window) this.viewer.show(went.to[0], went.to[1]);
    this.redraw();
  }

  // --- drawing ---------------------------------------------------------------------------------------

  /** @param {boolean} [now] with the tiles, in the same frame */
  redraw(now = false) {
    if (now) {
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      this.paint();
    } else {
      this.frame ||= requestAnimationFrame(() => {
        this.frame = 0;
        this.paint();
      });
    }
  }

  paint() {
    const { board, answer, faces, chosen } = this.table;
    if (!board || !this.viewer.ready) return;
    const marks = answer?.marks;
    draw(
      this.canvas,
      {
        board,
        spaces: this.ground.spaces,
        byId: this.ground.byId,
        plain: this.plain ?? false,
        window: this.window,
        stacks: this.stacks.all,
        faces,
        marks: marks?.spaces ?? {},
        under: this.under,
        unitMarks: Object.assign({}, ...this.under.map((layer) => layer.units), marks?.units),
        lines: [...this.under.flatMap((layer) => layer.lines), ...(marks?.lines ?? [])],
        sides: [...this.under, ...(marks ? [marks] : [])].flatMap((shown) => (shown.sides?.length ? [shown.sides] : [])),
        chosen,
        taking: this.taking,
        cursor: this.cursor,
        path: this.path,
        hideCounters: this.hideCounters,
        dim: Boolean(marks && (Object.keys(marks.spaces).length || Object.keys(marks.units).length)),
        names: false,
        drag: this.drag,
        full: this.full ?? new Set(),
        moved: answer ? [] : this.table.moved,
        wrong: this.table.find(this.table.nodeId)?.verdict === "illegal",
      },
      this.viewer.sight(),
    );
  }

  // --- pointing --------------------------------------------------------------------------------------

  /** Stacks that a point means: the one under it, or all that are near where they are small. @param {number} x @param {number} y @returns {Stack[]} */
  stacksAt(x, y) {
    if (this.hideCounters) return [];
    const { scale } = this.viewer.sight();
    const hit = this.stacks.near(x, y, 0);
    const small = hit[0] ? hit[0].pieces[0].w * scale < SMALL : true;
    return small ? this.stacks.near(x, y, SMALL / 2 / scale) : hit.slice(-1).concat(hit.slice(0, -1)).slice(0, 1);
  }

  /** @param {number} x @param {number} y @param {any} event */
  pressed(x, y, event) {
    this.hideTip();
    const space = this.ground.at(x, y);
    const stacks = this.stacksAt(x, y);
    const pieces = stacks.flatMap((s) => [...s.pieces].reverse());
    const units = pieces.filter((p) => p.kind === "unit");
    if (space) this.cursor = space;
    const target = space && this.table.answer?.marks?.spaces[space.id];
    const goes = target && target.tone === "reach" && this.table.chosen.size > 0;
    const through = goes && space && (this.table.naming || event?.shift);
    if (through) this.told.pressedSpace(space, event);
    else if (units.length === 1 && pieces.length === 1 && !goes) this.told.pressedUnits(units);
    else if (pieces.length) this.openMenu(pieces, x, y, space && goes ? space : null, false);
    else if (space) this.told.pressedSpace(space, event);
    else this.menu.close();
    this.redraw();
  }

  /** @param {Piece[]} pieces @param {number} x @param {number} y @param {Space|null} goes @param {boolean} byKey */
  openMenu(pieces, x, y, goes, byKey) {
    const [sx, sy] = this.viewer.toScreen(x, y);
    const where = this.ground.name(pieces[0].space) || "here";
    this.menu.open(pieces, where, sx, sy, {
      focus: byKey,
      space: this.ground.byId.get(pieces[0].space) ?? null,
      goes: goes ? () => this.told.pressedSpace(goes, null) : null,
      whole: (/** @type {Space} */ space) => this.told.pressedSpace(space, { whole: true }),
    });
  }

  /** @param {PointerEvent} event */
  hovered(event) {
    if (event.pointerType === "touch" || event.buttons || this.menu.holds(event.target)) return;
    const rect = this.element.getBoundingClientRect();
    const [sx, sy] = [event.clientX - rect.left, event.clientY - rect.top];
    this.pointer = [sx, sy];
    this.hoverFrame ||= requestAnimationFrame(() => {
      this.hoverFrame = 0;
      this.hover(...(/** @type {[number, number]} */ (this.pointer)));
    });
  }

  /** @param {number} sx @param {number} sy */
  hover(sx, sy) {
    const [x, y] = this.viewer.toBoard(sx, sy);
    const stacks = this.stacksAt(x, y);
    const pieces = stacks.flatMap((s) => [...s.pieces].reverse());
    const space = this.ground.at(x, y);
    this.followPath(space);
    this.menu.hover(pieces, stacks[0], () => this.openMenu(pieces, stacks[0].x, stacks[0].y, null, false));
    const words = this.wordsFor(space, pieces.length === 1 ? pieces[0] : undefined);
    if (!words.length) return this.hideTip();
    fill(this.tip, words.map((line, i) => el(i ? "span" : "strong", {}, line)));
    this.tip.hidden = false;
    const { clientWidth: width, clientHeight: height } = this.element;
    const left = Math.min(sx + 16, width - this.tip.offsetWidth - 8);
    const under = sy + 20 + this.tip.offsetHeight < height;
    this.tip.style.transform = `translate(${Math.max(8, left)}px, ${under ? sy + 18 : sy - this.tip.offsetHeight - 12}px)`;
  }

  /** @param {Space|undefined} space */
  followPath(space) {
    const mark = space && this.table.answer?.marks?.spaces[space.id];
    const path = mark?.path ?? [];
    if (path.join() === this.path.join()) return;
    this.path = path;
    this.redraw();
  }

  /** What a space and a unit say in words. @param {Space|undefined} space @param {Piece|undefined} piece @returns {string[]} */
  wordsFor(space, piece) {
    const words = piece ? (piece.lines?.length ? [...piece.lines] : [piece.name, piece.status]) : space ? [space.name] : [];
    const mark = space && this.table.answer?.marks?.spaces[space.id];
    if (mark) words.push(...markWords(mark, this.table.answer?.marks?.legend ?? []));
    const unit = piece && this.table.answer?.marks?.units[piece.id];
    if (unit?.why) words.push(...unit.why);
    for (const layer of this.under) {
      const under = space && layer.spaces[space.id];
      if (under) words.push(...markWords(under, layer.legend));
    }
    return [...new Set(words.filter(Boolean))].slice(0, 12);
  }

  left() {
    this.hideTip();
    this.menu.leave();
  }

  hideTip() {
    this.tip.hidden = true;
  }

  // --- dragging a chosen unit ------------------------------------------------------------------------

  /** @param {number} x @param {number} y */
  dragStarted(x, y) {
    const top = this.stacksAt(x, y).flatMap((s) => s.pieces);
    const piece = top.find((p) => p.kind === "unit" && this.table.chosen.has(p.id));
    if (!piece) return false;
    this.dragging = piece;
    this.dragFrom = [x, y];
    return true;
  }

  /** @param {number} x @param {number} y */
  dragged(x, y) {
    if (!this.dragging) return;
    this.drag = { piece: this.dragging, x, y };
    this.followPath(this.ground.at(x, y));
    this.redraw();
  }

  /** @param {number} x @param {number} y */
  dropped(x, y) {
    const { dragging, drag } = this;
    this.dragging = undefined;
    this.drag = null;
    this.redraw();
    const space = this.ground.at(x, y);
    if (dragging && drag && space && space.id !== dragging.space) this.told.dropped(dragging, space);
  }

  // --- keys --------------------------------------------------------------------------------------------

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const from = this.cursor ?? this.ground.byId.get(this.table.space) ?? this.nearest();
    if (!from) return;
    this.put(this.cursor || this.table.space ? (this.ground.beside(from, dx, dy) ?? from) : from);
  }

  nearest() {
    const { width, height } = this.viewer.sight();
    const [x, y] = this.viewer.toBoard(width / 2, height / 2);
    return [...this.ground.spaces].sort((a, b) => Math.hypot(a.at[0] - x, a.at[1] - y) - Math.hypot(b.at[0] - x, b.at[1] - y))[0];
  }

  /** Put the cursor on a space and name it. @param {Space} space */
  put(space) {
    this.cursor = space;
    this.viewer.show(space.at[0], space.at[1]);
    this.followPath(space);
    const units = this.table.unitsIn(space.id).map((u) => u.name);
    const rest = this.wordsFor(space, undefined).slice(1);
    say([space.name, units.length ? units.join(", ") : "empty", ...rest].join(". "));
    this.redraw();
  }

  /** The next unit, or space that the answer marks. @param {"unit"|"mark"} what @param {number} by */
  jump(what, by) {
    const spaces = what === "mark"
      ? Object.entries(this.table.answer?.marks?.spaces ?? {}).filter(([, m]) => m.tone !== "refused").map(([id]) => id)
      : [...new Set((this.pieces ?? []).filter((p) => p.kind === "unit" && p.window === this.window).map((p) => p.space))];
    const known = spaces.map((id) => this.ground.byId.get(id)).filter((s) => s !== undefined);
    known.sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
    if (!known.length) return say(what === "mark" ? "The answer marks no space." : "No unit is here.");
    const at = known.findIndex((s) => s === this.cursor);
    this.put(known[at < 0 ? 0 : (at + by + known.length) % known.length]);
  }

  /** What a click does, by key, where the cursor is. */
  press() {
    const space = this.cursor;
    if (!space) return this.step(0, 0);
    const here = (this.pieces ?? []).filter((p) => p.space === space.id && p.kind === "unit").reverse();
    const goes = this.table.answer?.marks?.spaces[space.id]?.tone === "reach" && this.table.chosen.size > 0;
    if (here.length === 1 && !goes) this.told.pressedUnits(here);
    else if (here.length) this.openMenu(here, space.at[0], space.at[1], goes ? space : null, true);
    else this.told.pressedSpace(space, null);
  }

  /** Where a space, or a piece of this window, lies on the board. @param {string} id @returns {[number, number]|undefined} */
  at(id) {
    const piece = (this.pieces ?? []).find((p) => p.id === id && p.window === this.window);
    return piece ? [piece.x, piece.y] : this.ground.byId.get(id)?.at;
  }

  /** Where lies what the answer marks and does not refuse, and what is chosen. @returns {[number, number][]} */
  answered() {
    const marks = this.table.answer?.marks;
    if (!marks) return [];
    const spaces = Object.keys(marks.spaces).filter((id) => marks.spaces[id].tone !== "refused");
    const marked = [...spaces, ...Object.keys(marks.units), ...marks.lines.flatMap((line) => line.spaces)];
    if (!marked.length) return [];
    return [...new Set([...marked, ...this.table.chosen])].map((id) => this.at(id)).filter((at) => at !== undefined);
  }

  /** Bring the whole answer into sight. */
  frameAnswer() {
    const at = this.answered();
    if (at.length) this.viewer.frame(at.map(([x]) => x), at.map(([, y]) => y));
    else say("The answer marks nothing here.");
  }

  /** Where a point of the board lies in the window of the browser. @param {[number, number]} at @returns {[number, number]} */
  onScreen(at) {
    const [x, y] = this.viewer.toScreen(...at);
    const rect = this.element.getBoundingClientRect();
    return [x + rect.left, y + rect.top];
  }

  /** Bring something into sight. @param {string} id of a space or a piece */
  reveal(id) {
    const piece = (this.pieces ?? []).find((p) => p.id === id);
    if (piece && piece.window !== this.window) this.openWindow(piece.window);
    const space = this.ground.byId.get(piece?.space ?? id);
    const at = piece ? [piece.x, piece.y] : space?.at;
    if (space) this.cursor = space;
    if (at) this.viewer.show(at[0], at[1], (1.25 * SMALL) / (piece?.w ?? this.pieces?.[0]?.w ?? 60));
    this.redraw();
  }
}

/** What a mark says. @param {Mark} mark @param {{tone: string, text: string}[]} legend @returns {string[]} */
export function markWords(mark, legend) {
  const tone = legend.find((l) => l.tone === mark.tone)?.text ?? mark.tone;
  const head = mark.label ? `${mark.label}: ${tone}` : tone;
  return [head, ...(mark.why ?? [])];
}

/** @param {number[]} shape @returns {[number, number]} */
function middle(shape) {
  const [x0, y0, x1, y1] = box(shape);
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}
