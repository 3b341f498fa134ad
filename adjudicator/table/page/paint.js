/** Everything drawn above the tiles: tints, lines, counters, labels. One canvas, no element for any of it. */

/** @import { Board, Line, Mark, Piece, Sheet, Shown, Space } from "./types.js" */
/** @import { Stack } from "./places.js" */
/** @import { Sight } from "./viewer.js" */

import { box, commonSide } from "./places.js";

/**
 * How a tone looks: its colour, and a dash and a pattern of its own, so that colour alone tells nothing.
 * @type {Record<string, {colour: string, dash: number[], pattern: string, fill: number}>}
 */
export const TONES = {
  origin: { colour: "#7c4dff", dash: [], pattern: "", fill: 0.08 },
  reach: { colour: "#067a33", dash: [], pattern: "", fill: 0.2 },
  goal: { colour: "#0b6bd3", dash: [10, 4], pattern: "", fill: 0.3 },
  attack: { colour: "#c01818", dash: [], pattern: "cross", fill: 0.22 },
  refused: { colour: "#8a4a00", dash: [3, 5], pattern: "slash", fill: 0.12 },
  supply: { colour: "#0a6f8f", dash: [12, 5], pattern: "", fill: 0.2 },
  cut: { colour: "#b00060", dash: [2, 4], pattern: "cross", fill: 0.25 },
  first: { colour: "#3a3f44", dash: [], pattern: "slash", fill: 0.26 },
  second: { colour: "#8a6d00", dash: [14, 3], pattern: "", fill: 0.26 },
  note: { colour: "#52606d", dash: [6, 3], pattern: "dots", fill: 0.16 },
};

/** @param {string} tone */
export const toneOf = (tone) => TONES[tone] ?? TONES.note;

/** Faces of counters, from sheets in several sizes; of one size there may be several sheets. */
export class Faces {
  /** @param {Sheet[]} sheets @param {(url: string) => string} address @param {() => void} loaded */
  constructor(sheets, address, loaded) {
    this.address = address;
    this.loaded = loaded;
    /** @type {Map<string, Sheet[]>} the sheets of a face, smallest first */
    this.sheets = new Map();
    /** @type {Map<Sheet, HTMLImageElement>} */
    this.images = new Map();
    this.add(sheets);
  }

  /** @param {Sheet[]} sheets */
  add(sheets) {
    for (const sheet of [...sheets].sort((a, b) => a.px - b.px)) {
      for (const face of Object.keys(sheet.faces)) {
        const known = this.sheets.get(face);
        if (!known) this.sheets.set(face, [sheet]);
        else if (!known.some((s) => s.url === sheet.url)) known.push(sheet);
      }
    }
  }

  /**
   * The sheet of a face for a width on the screen; a smaller one that is there already while it loads.
   * @param {string} face @param {number} width in device pixels
   */
  best(face, width) {
    const sheets = this.sheets.get(face);
    if (!sheets) return undefined;
    const wanted = sheets.find((s) => s.faces[face][2] >= width * 0.9) ?? sheets[sheets.length - 1];
    // The smallest is there first, so that something is seen at once.
    const first = this.image(sheets[0]);
    if (first.complete) this.image(wanted);
    for (const sheet of [wanted, ...sheets]) {
      const image = this.images.get(sheet);
      if (image?.complete && image.naturalWidth) return { sheet, image };
    }
    return undefined;
  }

  /** @param {Sheet} sheet */
  image(sheet) {
    let image = this.images.get(sheet);
    if (!image) {
      image = new Image();
      image.decoding = "async";
      image.addEventListener("load", this.loaded);
      image.src = this.address(sheet.url);
      this.images.set(sheet, image);
    }
    return image;
  }

  /** How wide a face is beside another one. @param {string} face @param {string} other */
  ratio(face, other) {
    const [one, two] = [face, other].map((f) => this.sheets.get(f)?.at(-1)?.faces[f]);
    return one && two ? one[2] / two[2] : 0.5;
  }

  /**
   * Draw a face with its centre at a point.
   * @param {CanvasRenderingContext2D} ctx @param {string} face @param {number} x @param {number} y
   * @param {number} w @param {number} dpr @returns {number} its height
   */
  draw(ctx, face, x, y, w, dpr) {
    const found = this.best(face, w * dpr);
    const rect = found?.sheet.faces[face];
    if (!found || !rect) {
      ctx.fillStyle = "#b8b2a2";
      ctx.fillRect(x - w / 2, y - w / 2, w, w);
      return w;
    }
    const h = (w * rect[3]) / rect[2];
    ctx.drawImage(found.image, rect[0], rect[1], rect[2], rect[3], x - w / 2, y - h / 2, w, h);
    return h;
  }
}

/**
 * What is to be drawn.
 * @typedef {{board: Board, spaces: Space[], window: string, stacks: Stack[], faces: Faces|null,
 *   marks: Record<string, Mark>, under: Shown[], unitMarks: Record<string, Mark>, lines: Line[], sides: Line[][],
 *   chosen: Set<string>, taking: Set<string>, cursor: Space|null, path: string[], hideCounters: boolean,
 *   dim: boolean, names: boolean, drag: {piece: Piece, x: number, y: number}|null,
 *   byId: Map<string, Space>, plain: boolean, full: Set<string>,
 *   wrong: boolean, moved: {id: string, from: [number, number], to: [number, number], window: string}[]}} Picture
 */

/**
 * Draw a picture.
 * @param {HTMLCanvasElement} canvas @param {Picture} p @param {Sight} s
 */
export function draw(canvas, p, s) {
  const dpr = Math.min(window.devicePixelRatio || 1, 2);
  const [w, h] = [Math.round(s.width * dpr), Math.round(s.height * dpr)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  ctx.clearRect(0, 0, s.width, s.height);
  const seen = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
    x + r > 0 && y + r > 0 && x - r < s.width && y - r < s.height;
  if (p.plain) ground(ctx, p, s);
  const scale = dpr * s.scale;
  ctx.setTransform(scale, 0, 0, scale, dpr * s.dx, dpr * s.dy);
  if (p.dim) veil(ctx, p, s);
  for (const layer of p.under) tints(ctx, layer.spaces, p, s, 0.7);
  tints(ctx, p.marks, p, s, 1);
  for (const lines of p.sides) borders(ctx, lines, p, s);
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  for (const line of p.lines) trace(ctx, p, s, line.spaces, line.tone);
  if (!p.hideCounters) counters(ctx, p, s, dpr, seen);
  for (const move of p.moved) {
    const [a, b] = [move.from, move.to].map(([x, y]) => [x * s.scale + s.dx, y * s.scale + s.dy]);
    if (move.window === p.window) arrow(ctx, [a, b], p.wrong ? TONES.attack : TONES.goal);
  }
  if (p.path.length > 1) trace(ctx, p, s, p.path, "origin");
  for (const [id, mark] of Object.entries(p.marks)) label(ctx, p, s, id, mark);
  if (p.cursor) outline(ctx, p.cursor.shape, s, [[5, "#ffffff"], [2.5, "#111111"]], [6, 4]);
  if (p.drag && p.faces) {
    ctx.globalAlpha = 0.85;
    p.faces.draw(ctx, p.drag.piece.face, p.drag.x * s.scale + s.dx, p.drag.y * s.scale + s.dy, p.drag.piece.w * s.scale, dpr);
    ctx.globalAlpha = 1;
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number[]} shape @param {Sight} s */
function path(ctx, shape, s) {
  ctx.beginPath();
  for (let i = 0; i < shape.length; i += 2) ctx.lineTo(shape[i] * s.scale + s.dx, shape[i + 1] * s.scale + s.dy);
  ctx.closePath();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {number[]} shape @param {Sight} s
 * @param {[number, string][]} strokes @param {number[]} dash
 */
function outline(ctx, shape, s, strokes, dash) {
  path(ctx, shape, s);
  strokes.forEach(([width, colour], i) => {
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.setLineDash(i ? dash : []);
    ctx.stroke();
  });
  ctx.setLineDash([]);
}

/**
 * The outlines of marked spaces, those of one tone as one path in pixels of the board; made once for an answer.
 * @type {WeakMap<Record<string, Mark>, Map<string, Path2D>>}
 */
const outlines = new WeakMap();

/** @param {Record<string, Mark>} marks @param {Picture} p @returns {Map<string, Path2D>} */
function outlinesOf(marks, p) {
  let paths = outlines.get(marks);
  if (paths) return paths;
  paths = new Map();
  for (const [id, mark] of Object.entries(marks)) {
    const shape = p.byId.get(id)?.shape;
    if (!shape) continue;
    const one = paths.get(mark.tone) ?? new Path2D();
    one.moveTo(shape[0], shape[1]);
    for (let i = 2; i < shape.length; i += 2) one.lineTo(shape[i], shape[i + 1]);
    one.closePath();
    paths.set(mark.tone, one);
  }
  if (p.byId.size) outlines.set(marks, paths);
  return paths;
}

/** What the answer does not speak of steps back. @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Sight} s */
function veil(ctx, p, s) {
  const all = new Path2D();
  all.rect(-s.dx / s.scale, -s.dy / s.scale, s.width / s.scale, s.height / s.scale);
  for (const [tone, path] of outlinesOf(p.marks, p)) if (tone !== "refused") all.addPath(path);
  ctx.fillStyle = "rgba(24, 28, 26, 0.34)";
  ctx.fill(all, "evenodd");
}

const MANY = 600; // marks of a layer from which on its spaces have no outline each

/** @param {CanvasRenderingContext2D} ctx @param {Record<string, Mark>} marks @param {Picture} p @param {Sight} s @param {number} weight */
function tints(ctx, marks, p, s, weight) {
  const outlined = weight === 1 || Object.keys(marks).length < MANY;
  const paths = outlinesOf(marks, p);
  for (const name of [...Object.keys(TONES)].reverse()) {
    const path = paths.get(name);
    if (!path) continue;
    const tone = toneOf(name);
    ctx.globalAlpha = tone.fill * weight;
    ctx.fillStyle = tone.colour;
    ctx.fill(path);
    const pattern = tone.pattern && patternOf(ctx, tone.pattern, tone.colour);
    if (pattern) {
      pattern.setTransform(new DOMMatrix().scale(1 / s.scale));
      ctx.globalAlpha = 0.45 * weight;
      ctx.fillStyle = pattern;
      ctx.fill(path);
    }
    ctx.globalAlpha = weight;
    ctx.lineJoin = "round";
    for (const [width, colour] of /** @type {[number, string][]} */ (outlined ? [[4, "rgba(255,255,255,.75)"], [2, tone.colour]] : [])) {
      ctx.lineWidth = width / s.scale;
      ctx.strokeStyle = colour;
      ctx.setLineDash(width === 2 ? tone.dash.map((d) => d / s.scale) : []);
      ctx.stroke(path);
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }
}

/** A ground without a picture: its spaces as plain shapes with names. @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Sight} s */
function ground(ctx, p, s) {
  const style = getComputedStyle(document.documentElement);
  const fills = { plain: style.getPropertyValue("--ground"), line: style.getPropertyValue("--ground-line"), ink: style.getPropertyValue("--ink") };
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  for (const space of p.spaces) {
    path(ctx, space.shape, s);
    ctx.fillStyle = fills.plain;
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = fills.line;
    ctx.stroke();
  }
  ctx.fillStyle = fills.ink;
  ctx.font = `600 ${Math.max(10, Math.min(15, 26 * s.scale))}px system-ui, sans-serif`;
  for (const space of p.spaces) {
    const [left, top, right] = box(space.shape);
    if (ctx.measureText(space.name).width > (right - left) * s.scale) continue;
    ctx.fillText(space.name, ((left + right) / 2) * s.scale + s.dx, top * s.scale + s.dy + 6);
  }
}

/** @type {Map<string, CanvasPattern|null>} */
const patterns = new Map();

/** @param {CanvasRenderingContext2D} ctx @param {string} kind @param {string} colour */
function patternOf(ctx, kind, colour) {
  const key = kind + colour;
  if (!patterns.has(key)) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 10;
    const t = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
    t.strokeStyle = t.fillStyle = colour;
    t.lineWidth = 1.4;
    t.beginPath();
    if (kind === "dots") t.arc(5, 5, 1.3, 0, 7);
    if (kind === "slash" || kind === "cross") t.moveTo(-2, 12), t.lineTo(12, -2);
    if (kind === "cross") t.moveTo(-2, -2), t.lineTo(12, 12);
    if (kind === "dots") t.fill();
    else t.stroke();
    patterns.set(key, ctx.createPattern(tile, "repeat"));
  }
  return patterns.get(key) ?? null;
}

/** @type {WeakMap<Line[], Map<string, Path2D>>} borders of one tone as one path in pixels of the board */
const sidesDrawn = new WeakMap();

/** Borders between two spaces each. @param {CanvasRenderingContext2D} ctx @param {Line[]} lines @param {Picture} p @param {Sight} s */
function borders(ctx, lines, p, s) {
  let paths = sidesDrawn.get(lines);
  if (!paths) {
    paths = /** @type {Map<string, Path2D>} */ (new Map());
    for (const { spaces: [a, b], tone } of lines) {
      const [one, other] = [p.byId.get(a)?.shape, p.byId.get(b)?.shape];
      if (!one || !other) continue;
      /** @type {Path2D} */ const path = paths.get(tone) ?? new Path2D();
      for (const [x0, y0, x1, y1] of commonSide(one, other)) path.moveTo(x0, y0), path.lineTo(x1, y1);
      paths.set(tone, path);
    }
    if (p.byId.size) sidesDrawn.set(lines, paths);
  }
  ctx.lineCap = "round";
  for (const [tone, path] of paths) {
    for (const [width, colour] of /** @type {[number, string][]} */ ([[7, "rgba(255,255,255,.85)"], [4, toneOf(tone).colour]])) {
      ctx.lineWidth = width / s.scale;
      ctx.strokeStyle = colour;
      ctx.stroke(path);
    }
  }
}

/** A line from space to space, with an arrow. @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Sight} s @param {string[]} ids @param {string} tone */
function trace(ctx, p, s, ids, tone) {
  const points = ids.flatMap((id) => {
    const space = p.byId.get(id);
    return space ? [[space.at[0] * s.scale + s.dx, space.at[1] * s.scale + s.dy]] : [];
  });
  if (points.length > 1) arrow(ctx, points, toneOf(tone));
}

/** @param {CanvasRenderingContext2D} ctx @param {number[][]} points @param {{colour: string, dash: number[]}} look */
function arrow(ctx, points, look) {
  ctx.lineJoin = ctx.lineCap = "round";
  for (const [width, colour] of /** @type {[number, string][]} */ ([[7, "rgba(255,255,255,.9)"], [3.5, look.colour]])) {
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.setLineDash(width < 5 ? look.dash : []);
    ctx.beginPath();
    for (const [x, y] of points) ctx.lineTo(x, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const angle = Math.atan2(by - ay, bx - ax);
  ctx.fillStyle = look.colour;
  ctx.beginPath();
  ctx.moveTo(bx + 8 * Math.cos(angle), by + 8 * Math.sin(angle));
  ctx.lineTo(bx + 9 * Math.cos(angle + 2.4), by + 9 * Math.sin(angle + 2.4));
  ctx.lineTo(bx + 9 * Math.cos(angle - 2.4), by + 9 * Math.sin(angle - 2.4));
  ctx.closePath();
  ctx.fill();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Sight} s @param {number} dpr
 * @param {(x: number, y: number, r: number) => boolean} seen
 */
function counters(ctx, p, s, dpr, seen) {
  for (const stack of p.stacks) {
    const pieces = raised(stack.pieces, p.chosen);
    const top = pieces.length - 1;
    const [left, low] = [stack.x * s.scale + s.dx, stack.y * s.scale + s.dy];
    if (!seen(left, low, pieces[top].w * s.scale + 8)) continue;
    for (let nth = Math.max(0, top - 3); nth <= top; nth++) {
      const piece = pieces[nth];
      const w = piece.w * s.scale;
      const lift = (top - nth) * Math.min(w * 0.07, 4);
      const [x, y] = [left - lift, low + lift];
      const lit = p.chosen.has(piece.id) || p.taking.has(piece.id) || piece.id in p.unitMarks;
      ctx.globalAlpha = p.dim && !lit && !(piece.space in p.marks) ? 0.62 : 1;
      counter(ctx, p, piece, x, y, w, dpr);
      ctx.globalAlpha = 1;
      if (lit) ring(ctx, p, piece, x, y, w);
    }
  }
}

/** A stack with what is chosen on top. @param {Piece[]} pieces @param {Set<string>} chosen */
function raised(pieces, chosen) {
  if (!chosen.size || !pieces.some((p) => chosen.has(p.id))) return pieces;
  return [...pieces.filter((p) => !chosen.has(p.id)), ...pieces.filter((p) => chosen.has(p.id))];
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Piece} piece @param {number} x @param {number} y @param {number} w @param {number} dpr */
function counter(ctx, p, piece, x, y, w, dpr) {
  if (!p.faces) return;
  p.faces.draw(ctx, piece.face, x, y, w, dpr);
  const scale = w / piece.w;
  for (const badge of piece.badges ?? []) {
    const wide = p.faces.ratio(badge.face, piece.face) * w;
    p.faces.draw(ctx, badge.face, x + badge.dx * scale, y + badge.dy * scale, wide, dpr);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Piece} piece @param {number} x @param {number} y @param {number} w */
function ring(ctx, p, piece, x, y, w) {
  const mark = p.unitMarks[piece.id];
  const tone = toneOf(p.chosen.has(piece.id) ? "origin" : p.taking.has(piece.id) ? "attack" : (mark?.tone ?? "note"));
  const r = w / 2 + 2;
  const wide = p.chosen.has(piece.id) || p.taking.has(piece.id) ? 3.5 : 2.5;
  for (const [width, colour] of /** @type {[number, string][]} */ ([[wide + 2.5, "#ffffff"], [wide, tone.colour]])) {
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.setLineDash(width === wide && !p.chosen.has(piece.id) && !p.taking.has(piece.id) ? tone.dash : []);
    ctx.strokeRect(x - r, y - r, 2 * r, 2 * r);
  }
  ctx.setLineDash([]);
  if (p.taking.has(piece.id)) badge(ctx, "✓", x + r - 3, y - r + 3, tone.colour);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} p @param {Sight} s @param {string} id @param {Mark} mark */
function label(ctx, p, s, id, mark) {
  const space = p.byId.get(id);
  if (!space || !mark.label || s.scale * Math.sqrt(area(space)) < 13) return;
  const room = Math.sqrt(area(space)) * s.scale;
  const aside = !p.board.grid ? Math.min(room * 0.36, 0.52 * counterWidth(p) * s.scale + 12) : p.full.has(id) && !p.hideCounters ? room * 0.36 : 0;
  const [x, y] = [space.at[0] * s.scale + s.dx + aside, space.at[1] * s.scale + s.dy - aside];
  badge(ctx, mark.label, x, y, toneOf(mark.tone).colour, aside ? room * 0.8 : room);
}

/** How wide a counter is: what is printed in an Area is about as wide. @param {Picture} p */
const counterWidth = (p) => p.stacks.find((stack) => stack.pieces[0].kind === "unit")?.pieces[0].w ?? 60;

/** @type {WeakMap<Space, number>} */
const areas = new WeakMap();

/** @param {Space} space */
function area(space) {
  let known = areas.get(space);
  if (known === undefined) {
    known = 0;
    const f = space.shape;
    for (let i = 0, j = f.length - 2; i < f.length; j = i, i += 2) known += f[j] * f[i + 1] - f[i] * f[j + 1];
    areas.set(space, (known = Math.abs(known) / 2));
  }
  return known;
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {string} colour @param {number} [room] */
function badge(ctx, text, x, y, colour, room = 60) {
  const size = Math.max(10, Math.min(16, room * 0.3));
  ctx.font = `700 ${size}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const w = Math.max(size * 1.5, ctx.measureText(text).width + size * 0.8);
  const h = size * 1.5;
  ctx.beginPath();
  ctx.roundRect(x - w / 2, y - h / 2, w, h, h / 2);
  ctx.fillStyle = "#ffffff";
  ctx.fill();
  ctx.lineWidth = 2;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.fillStyle = "#111111";
  ctx.fillText(text, x, y + 0.5);
}

/** One face on a small canvas of its own, for lists. @param {Faces|null} faces @param {Piece} piece @param {number} size */
export function thumbnail(faces, piece, size) {
  const dpr = Math.min(window.devicePixelRatio || 1, 2);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * dpr;
  canvas.className = "thumb";
  canvas.setAttribute("aria-hidden", "true");
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.scale(dpr, dpr);
  faces?.draw(ctx, piece.face, size / 2, size / 2, size, dpr);
  return canvas;
}
