/** Lines and points of the map that an owner draws otherwise: which is chosen, its points dragged, added, taken away. */

/** @import { Painted } from "./types.js" */

/** @typedef {[number, number]} Point */
/** @typedef {{at: Point, was: number}} Handle a point that one may drag; `was` is its place in the line, -1 where it is new */

const FINE = 2.5; // pixels of the board by which a line may miss its points that have no handle
const PARTS = " | "; // between the lines of a border that has several

/** @param {string} text @returns {Point[][]} */
const read = (text) => text.split(PARTS).map((part) => part.split(" ").map((word) => /** @type {Point} */ (word.split(",").map(Number))));
/** @param {number} n */
const number = (n) => n.toFixed(1).replace(/\.0$/, "");
/** @param {Point[][]} lines */
const written = (lines) => lines.map((line) => line.map((p) => p.map(number).join(",")).join(" ")).join(PARTS);
/** @param {Point} a @param {Point} b */
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** From a point to a segment. @param {Point} p @param {Point} a @param {Point} b */
function beside(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return far(p, [a[0] + t * dx, a[1] + t * dy]);
}

/** The points of a line that carry its shape: their places, the ends among them. @param {Point[]} line @returns {number[]} */
function carrying(line) {
  const kept = new Set([0, line.length - 1]);
  const spans = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [most, at] = [FINE, 0];
    for (let i = from + 1; i < to; i++) {
      const off = beside(line[i], line[from], line[to]);
      if (off > most) [most, at] = [off, i];
    }
    if (!at) continue;
    kept.add(at);
    spans.push([from, at], [at, to]);
  }
  return [...kept].sort((a, b) => a - b);
}

export class Lines {
  /** @type {Map<string, Point[][]>} */ rows = new Map();
  /** What is drawn: joined points, or single ones. */
  joined = true;
  chosen = "";
  /** @type {Handle[][]} of the row that is chosen */ handles = [];
  /** @type {[number, number]|null} which part and which of its handles */ held = null;

  /** @param {Painted} painted @param {boolean} joined */
  load(painted, joined) {
    this.joined = joined;
    this.rows = new Map(Object.entries(painted).map(([row, [text]]) => [row, read(text)]));
    this.choose(this.rows.has(this.chosen) ? this.chosen : "");
  }

  /** @param {string} row */
  choose(row) {
    this.chosen = row;
    this.handles = (this.rows.get(row) ?? []).map((line) => (this.joined ? carrying(line) : line.map((_, i) => i)).map((was) => ({ at: [...line[was]], was })));
    this.held = null;
  }

  /** The row whose line or point is nearest. @param {Point} at @param {number} reach @returns {string} */
  near(at, reach) {
    let [least, found] = [reach, ""];
    for (const [row, lines] of this.rows) {
      for (const line of lines) {
        for (let i = 0; i < line.length; i++) {
          const off = this.joined && i ? beside(at, line[i - 1], line[i]) : far(at, line[i]);
          if (off < least) [least, found] = [off, row];
        }
      }
    }
    return found;
  }

  /** Take hold of a point of what is chosen; between two points of a line a new one. @param {Point} at @param {number} reach @returns {boolean} */
  hold(at, reach) {
    let least = reach;
    this.held = null;
    this.handles.forEach((part, k) => part.forEach((h, i) => far(at, h.at) < least && ([least, this.held] = [far(at, h.at), [k, i]])));
    if (this.held || !this.joined) return this.held !== null;
    for (const [k, part] of this.handles.entries()) {
      for (let i = 1; i < part.length; i++) {
        if (this.between(k, i).some((p, n, all) => n && beside(at, all[n - 1], p) < reach)) return this.add([k, i], at);
      }
    }
    return false;
  }

  /** @param {[number, number]} place @param {Point} at */
  add([k, i], at) {
    this.handles[k].splice(i, 0, { at, was: -1 });
    this.held = [k, i];
    return true;
  }

  /** A new point behind the held one. */
  split() {
    if (!this.held || !this.joined) return false;
    const [k, i] = this.held;
    const [a, b] = [this.handles[k][i], this.handles[k][i + 1] ?? this.handles[k][i - 1]];
    return this.add([k, this.handles[k][i + 1] ? i + 1 : i], [(a.at[0] + b.at[0]) / 2, (a.at[1] + b.at[1]) / 2]);
  }

  /** @param {Point} at */
  move(at) {
    if (this.held) this.handles[this.held[0]][this.held[1]] = { at, was: -1 };
  }

  /** Take the held point away; a line keeps its ends. */
  drop() {
    if (!this.held || !this.joined) return false;
    const [k, i] = this.held;
    if (i === 0 || i === this.handles[k].length - 1) return false;
    this.handles[k].splice(i, 1);
    this.held = [k, i - 1];
    return true;
  }

  /** The next point, or the one before. @param {number} step */
  step(step) {
    const all = this.handles.flatMap((part, k) => part.map((_, i) => /** @type {[number, number]} */ ([k, i])));
    const now = all.findIndex(([k, i]) => k === this.held?.[0] && i === this.held[1]);
    if (all.length) this.held = all[(now + step + all.length) % all.length];
  }

  /** Where the held point is. @returns {Point|null} */
  at() {
    return this.held ? this.handles[this.held[0]][this.held[1]].at : null;
  }

  /** The line from a handle to the next one: as it was where neither was touched. @param {number} k @param {number} i @returns {Point[]} */
  between(k, i) {
    const [a, b] = [this.handles[k][i - 1], this.handles[k][i]];
    const line = this.rows.get(this.chosen)?.[k] ?? [];
    return a.was >= 0 && b.was > a.was ? line.slice(a.was, b.was + 1) : [a.at, b.at];
  }

  /** What is chosen as it is drawn now. @returns {Point[][]} */
  lines() {
    if (!this.joined) return this.handles.map((part) => part.map((h) => h.at));
    return this.handles.map((part, k) => [part[0].at, ...part.slice(1).flatMap((_, i) => this.between(k, i + 1).slice(1))]);
  }

  /** What is chosen as it is written down. */
  text() {
    return written(this.lines());
  }

  /** Where a row lies: the middle of its line. @param {string} row @returns {Point|null} */
  where(row) {
    const line = this.rows.get(row)?.[0];
    return line ? line[Math.floor(line.length / 2)] : null;
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} scale @param {{line: string, exact: string, ink: string}} colours */
  draw(pen, scale, colours) {
    pen.lineJoin = pen.lineCap = "round";
    for (const [row, lines] of this.rows) {
      const own = row === this.chosen;
      for (const line of own ? this.lines() : lines) {
        for (const [width, colour] of /** @type {[number, string][]} */ ([[5, "#fff"], [2.5, own ? colours.exact : colours.line]])) {
          pen.globalAlpha = 0.9;
          pen.lineWidth = width / scale;
          pen.strokeStyle = pen.fillStyle = colour;
          pen.beginPath();
          for (const [x, y] of line) {
            if (this.joined) pen.lineTo(x, y);
            else pen.rect(x - (width + 4) / scale, y - (width + 4) / scale, (2 * (width + 4)) / scale, (2 * (width + 4)) / scale);
          }
          pen.stroke();
        }
      }
    }
    pen.globalAlpha = 1;
    this.handles.forEach((part, k) => part.forEach(({ at: [x, y] }, i) => {
      const held = this.held?.[0] === k && this.held[1] === i;
      pen.beginPath();
      pen.arc(x, y, (held ? 8 : 5) / scale, 0, 2 * Math.PI);
      pen.fillStyle = held ? colours.exact : "#fff";
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2 / scale;
      pen.fill();
      pen.stroke();
    }));
  }
}
