/** Where things lie: spaces, stacks and pieces found by arithmetic. */

/** @import { Board, Piece, Space } from "./types.js" */

const CELL = 256;
const TOUCH = 2; // pixels of the board by which corners that are one may differ

/** @typedef {{x: number, y: number, window: string, pieces: Piece[]}} Stack */

/** @param {number} x @param {number} y @param {number[]} shape @returns {boolean} */
export function inside(x, y, shape) {
  let is = false;
  for (let i = 0, j = shape.length - 2; i < shape.length; j = i, i += 2) {
    const [xi, yi, xj, yj] = [shape[i], shape[i + 1], shape[j], shape[j + 1]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) is = !is;
  }
  return is;
}

/**
 * Spaces with their outlines: that of a hex is the grid's around its point.
 * @param {Space[]} spaces @param {Board["grid"]} grid @returns {Space[]}
 */
export function shaped(spaces, grid) {
  const corners = grid?.corners ?? [];
  return spaces.map((s) =>
    s.shape?.length ? s : { ...s, shape: corners.map((c, i) => Math.round((c + s.at[i % 2]) * 10) / 10) },
  );
}

/** The spaces of a board. */
export class Ground {
  /** @param {Space[]} spaces */
  constructor(spaces) {
    this.spaces = spaces;
    /** @type {Map<string, Space>} */
    this.byId = new Map(spaces.map((s) => [s.id, s]));
    /** @type {Map<string, Space[]>} */
    this.cells = new Map();
    for (const space of spaces) for (const key of cellsOf(space.shape)) push(this.cells, key, space);
  }

  /** @param {string} id */
  name(id) {
    return this.byId.get(id)?.name ?? id;
  }

  /** @param {number} x @param {number} y @returns {Space|undefined} */
  at(x, y) {
    const near = this.cells.get(cell(x, y)) ?? [];
    return near.find((s) => inside(x, y, s.shape));
  }

  /** The next space in a direction. @param {Space} from @param {number} dx @param {number} dy */
  beside(from, dx, dy) {
    let best;
    let least = Infinity;
    for (const s of this.spaces) {
      const [x, y] = [s.at[0] - from.at[0], s.at[1] - from.at[1]];
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy - y * dx);
      if (along <= 1 || across > along * 1.8) continue;
      const far = along + across * 2;
      if (far < least) [best, least] = [s, far];
    }
    return best;
  }
}

/**
 * The border of two spaces: the parts of one outline whose ends both lie on corners of the other.
 * @param {number[]} one @param {number[]} other @returns {[number, number, number, number][]}
 */
export function commonSide(one, other) {
  const corners = new Set();
  for (let i = 0; i < other.length; i += 2) {
    for (let dx = -TOUCH; dx <= TOUCH; dx++) for (let dy = -TOUCH; dy <= TOUCH; dy++) corners.add(`${Math.round(other[i]) + dx},${Math.round(other[i + 1]) + dy}`);
  }
  const on = one.map((x, i) => i % 2 === 0 && corners.has(`${Math.round(x)},${Math.round(one[i + 1])}`));
  const found = /** @type {[number, number, number, number][]} */ ([]);
  for (let i = 0; i < one.length; i += 2) {
    const j = (i + 2) % one.length;
    if (on[i] && on[j]) found.push([one[i], one[i + 1], one[j], one[j + 1]]);
  }
  return found;
}

/** Stacks of one window, topmost last. */
export class Stacks {
  /** @param {Piece[]} pieces @param {string} window */
  constructor(pieces, window) {
    this.window = window;
    /** @type {Map<string, Stack>} */
    const stacks = new Map();
    for (const piece of pieces) {
      if (piece.window !== window) continue;
      const key = `${piece.x},${piece.y}`;
      const stack = stacks.get(key);
      if (stack) stack.pieces.push(piece);
      else stacks.set(key, { x: piece.x, y: piece.y, window, pieces: [piece] });
    }
    /** @type {Stack[]} */
    this.all = [...stacks.values()];
    /** @type {Map<string, Stack[]>} */
    this.cells = new Map();
    for (const stack of this.all) push(this.cells, cell(stack.x, stack.y), stack);
  }

  /**
   * Stacks whose square comes near a point, nearest first.
   * @param {number} x @param {number} y @param {number} reach in pixels of the board, beyond the counter
   * @returns {Stack[]}
   */
  near(x, y, reach) {
    /** @type {{stack: Stack, far: number}[]} */
    const found = [];
    const cx = Math.floor(x / CELL);
    const cy = Math.floor(y / CELL);
    const span = 1 + Math.ceil(reach / CELL);
    for (let i = cx - span; i <= cx + span; i++) {
      for (let j = cy - span; j <= cy + span; j++) {
        for (const stack of this.cells.get(`${i},${j}`) ?? []) {
          const half = stack.pieces[stack.pieces.length - 1].w / 2;
          const far = Math.max(Math.abs(stack.x - x), Math.abs(stack.y - y)) - half;
          if (far <= reach) found.push({ stack, far });
        }
      }
    }
    return found.sort((a, b) => a.far - b.far).map((f) => f.stack);
  }
}

/** @param {number} x @param {number} y */
const cell = (x, y) => `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`;

/** @param {number[]} shape @returns {Iterable<string>} */
function* cellsOf(shape) {
  const [x0, y0, x1, y1] = box(shape);
  for (let i = Math.floor(x0 / CELL); i <= Math.floor(x1 / CELL); i++) {
    for (let j = Math.floor(y0 / CELL); j <= Math.floor(y1 / CELL); j++) yield `${i},${j}`;
  }
}

/** The rectangle around a shape. @param {number[]} shape @returns {[number, number, number, number]} */
export function box(shape) {
  const out = /** @type {[number, number, number, number]} */ ([Infinity, Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < shape.length; i += 2) {
    out[0] = Math.min(out[0], shape[i]);
    out[1] = Math.min(out[1], shape[i + 1]);
    out[2] = Math.max(out[2], shape[i]);
    out[3] = Math.max(out[3], shape[i + 1]);
  }
  return out;
}

/** @template T @param {Map<string, T[]>} map @param {string} key @param {T} value */
function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
