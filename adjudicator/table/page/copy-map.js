/** The owner's map: his picture laid on ours by three clicks, and what is wrong in ours painted over. */

/** @import { Board, Brush, Painted, Space } from "./types.js" */
/** @import { Affine, Pair } from "./fitting.js" */

import * as api from "./api.js";
import { byId, el, fill, isTyping, say } from "./dom.js";
import { back, fitted, residual } from "./fitting.js";
import { Lines } from "./copy-lines.js";
import { Ground, inside, shaped } from "./places.js";
import { Viewer } from "./viewer.js";

const LARGEST = 6000; // pixels of a picture's side that are kept
const CORNERS = [[0.08, 0.1], [0.92, 0.15], [0.5, 0.92], [0.1, 0.9], [0.9, 0.85], [0.5, 0.5]]; // where known places are looked for
const GRASP = 12; // pixels of the screen around a point or a line that take hold of it
const LETTERS = 0.55; // of a screen pixel a board pixel, from which on values are written

const game = document.body.dataset.game ?? "";
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const brushes = /** @type {HTMLSelectElement} */ (byId("brush"));
const canvas = /** @type {HTMLCanvasElement} */ (byId("drawing"));
const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @type {Board} */ let board;
let ground = new Ground([]);
/** @type {Brush[]} */ let known = [];
/** @type {Painted} */ let painted = {};
/** @type {ImageBitmap|HTMLCanvasElement|null} */ let scan = null;
/** @type {Affine} */ let laid = [1, 0, 0, 1, 0, 0];
/** @type {Pair[]} */ let pairs = [];
/** @type {Space|null} the place that is to be clicked on the picture */ let asked = null;
let skipped = 0;
/** @type {Space|null} */ let cursor = null;
/** @type {Set<string>} */ let stroke = new Set();
const lines = new Lines();
/** Whether a point of the chosen line was moved since it was held. */
let pulled = false;

/** @type {Viewer} */
const viewer = new Viewer(byId("tiles"), {
  moved: draw,
  pressed: (x, y, event) => (asked ? pinned([x, y]) : brush().drawn ? pick([x, y]) : paint(rowAt(x, y), event)),
  dragStarted: (x, y) => {
    pulled = false;
    return !asked && (brush().drawn ? lines.hold([x, y], GRASP / viewer.sight().scale) : shift);
  },
  dragged: (x, y) => {
    if (brush().drawn) {
      lines.move([x, y]);
      pulled = true;
      return draw();
    }
    const row = rowAt(x, y);
    if (row) stroke.add(row);
    draw();
  },
  dropped: () => (brush().drawn ? pulled && drawnAnew() : take([...stroke])),
  late: (is) => (byId("late").hidden = !is),
});
let shift = false;
for (const name of ["keydown", "keyup", "pointermove", "pointerdown"]) {
  addEventListener(name, (event) => (shift = /** @type {KeyboardEvent} */ (event).shiftKey), { capture: true });
}

// --- what is where -------------------------------------------------------------------------------------------

const brush = () => known[Number(brushes.value)];

/** The row of the brush's table at a point: a space, or the side between two. @param {number} x @param {number} y @returns {string} */
function rowAt(x, y) {
  const space = ground.at(x, y);
  if (!space || brush()?.file !== "edges.csv") return space?.id ?? "";
  const near = ground.spaces.filter((s) => s !== space && Math.abs(s.at[0] - x) + Math.abs(s.at[1] - y) < reach(space));
  const rows = near.map((s) => ({ row: edge(space.id, s.id), far: distance(x, y, s) })).filter((each) => each.row in painted);
  return rows.sort((a, b) => a.far - b.far)[0]?.row ?? "";
}

/** How far the middle of a neighbour may be. @param {Space} space */
const reach = (space) => 3 * Math.max(...space.shape.map((c, i) => Math.abs(c - space.at[i % 2])));
/** @param {string} a @param {string} b */
const edge = (a, b) => (a < b ? `${a}/${b}` : `${b}/${a}`);

/** From a point to the outline of a space. @param {number} x @param {number} y @param {Space} s */
function distance(x, y, s) {
  let least = inside(x, y, s.shape) ? 0 : Infinity;
  for (let i = 0, j = s.shape.length - 2; i < s.shape.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [s.shape[j], s.shape[j + 1], s.shape[i], s.shape[i + 1]];
    const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return least;
}

/** Where a row lies: a space, or the middle between two. @param {string} row @returns {[number, number]|null} */
function placeOf(row) {
  const at = row.split("/").map((id) => ground.byId.get(id)?.at);
  if (!at[0] || at.some((each) => !each)) return null;
  const last = at[at.length - 1] ?? at[0];
  return [(at[0][0] + last[0]) / 2, (at[0][1] + last[1]) / 2];
}

// --- drawing -------------------------------------------------------------------------------------------------

let waiting = 0;
function draw() {
  waiting ||= requestAnimationFrame(() => {
    waiting = 0;
    drawn();
  });
}

function drawn() {
  const sight = viewer.sight();
  const ratio = devicePixelRatio || 1;
  if (canvas.width !== sight.width * ratio || canvas.height !== sight.height * ratio) {
    canvas.width = sight.width * ratio;
    canvas.height = sight.height * ratio;
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(sight.scale * ratio, 0, 0, sight.scale * ratio, sight.dx * ratio, sight.dy * ratio);
  if (scan) {
    pen.save();
    pen.globalAlpha = asked ? 1 : Number(input("strength").value) / 100;
    pen.transform(...laid);
    pen.drawImage(scan, 0, 0);
    pen.restore();
  }
  if (asked) return;
  if (brush()?.drawn) lines.draw(pen, sight.scale, colours());
  else marked(sight.scale);
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const [line, exact, ink] = ["--wait", "--accent", "--ink"].map((name) => style.getPropertyValue(name));
  return { line, exact, ink };
}

/** The values of the brush: amber where doubtful, green where exact. @param {number} scale */
function marked(scale) {
  const { line: doubt, exact, ink } = colours();
  const [x0, y0] = viewer.toBoard(0, 0);
  const [x1, y1] = viewer.toBoard(viewer.sight().width, viewer.sight().height);
  const size = 13 / scale;
  pen.font = `600 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  for (const [row, [text, sure]] of Object.entries(painted)) {
    const at = placeOf(row);
    if (!at || at[0] < x0 || at[0] > x1 || at[1] < y0 || at[1] > y1) continue;
    pen.globalAlpha = 0.85;
    pen.fillStyle = stroke.has(row) ? ink : sure ? exact : doubt;
    pen.beginPath();
    pen.arc(at[0], at[1], 5 / scale, 0, 2 * Math.PI);
    pen.fill();
    if (scale < LETTERS || !text) continue;
    pen.globalAlpha = 1;
    pen.lineWidth = 4 / scale;
    pen.strokeStyle = "#fff";
    pen.strokeText(text, at[0], at[1] + 1.5 * size);
    pen.fillStyle = "#1d211e";
    pen.fillText(text, at[0], at[1] + 1.5 * size);
  }
  if (cursor) {
    pen.globalAlpha = 1;
    pen.strokeStyle = exact;
    pen.lineWidth = 4 / scale;
    pen.strokeRect(cursor.at[0] - 14 / scale, cursor.at[1] - 14 / scale, 28 / scale, 28 / scale);
  }
}

// --- the picture ---------------------------------------------------------------------------------------------

input("scan").addEventListener("change", async () => {
  const file = input("scan").files?.[0];
  if (!file) return;
  byId("refused").textContent = "";
  try {
    scan = await read(file);
  } catch {
    byId("refused").textContent = `${file.name} is no picture that this browser reads`;
    return;
  }
  for (const id of ["strength", "fit-again", "fit-more", "fit-other"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = false;
  begin();
});

/** A picture, no larger than it need be. @param {File} file */
async function read(file) {
  const whole = await createImageBitmap(file);
  const less = Math.min(1, LARGEST / Math.max(whole.width, whole.height));
  return less === 1 ? whole : createImageBitmap(whole, { resizeWidth: Math.round(whole.width * less), resizeHeight: Math.round(whole.height * less), resizeQuality: "high" });
}

/** Lay the picture as large as our board, and ask for the first place. */
function begin() {
  if (!scan) return;
  const by = Math.min(board.width / scan.width, board.height / scan.height);
  laid = [by, 0, 0, by, 0, 0];
  pairs = [];
  skipped = 0;
  askFor();
  viewer.fit();
}

/** Ask for the next known place: far from those that are fitted already. */
function askFor() {
  const [u, v] = CORNERS[(pairs.length + skipped) % CORNERS.length];
  const [x, y] = [u * board.width, v * board.height];
  const used = new Set(pairs.map((p) => p.to.join()));
  const free = plain().filter((s) => !used.has(s.at.join()));
  asked = free.reduce((best, s) => (Math.hypot(s.at[0] - x, s.at[1] - y) < Math.hypot(best.at[0] - x, best.at[1] - y) ? s : best), free[0]);
  tellFit();
  draw();
}

/** The spaces of the usual kind: what lies beside the map is on no picture where it is on ours. */
function plain() {
  const often = new Map();
  for (const s of ground.spaces) often.set(s.kind, (often.get(s.kind) ?? 0) + 1);
  const [usual] = [...often].sort((a, b) => b[1] - a[1])[0];
  return ground.spaces.filter((s) => s.kind === usual);
}

/** The place that was asked for lies here on the picture. @param {[number, number]} at */
function pinned(at) {
  if (!asked) return;
  pairs.push({ from: back(laid, at), to: [asked.at[0], asked.at[1]] });
  asked = null;
  if (pairs.length < 3) return askFor();
  const found = fitted(pairs);
  if (!found) {
    pairs.pop();
    byId("refused").textContent = "these places lie on one line";
    skipped += 1;
    return askFor();
  }
  byId("refused").textContent = "";
  laid = found;
  tellFit();
  draw();
}

function tellFit() {
  const off = pairs.length > 3 ? `, ${residual(laid, pairs).toFixed(1)} pixels of our board off in the mean` : "; one more place tells how well";
  const words = asked
    ? `Place ${pairs.length + 1}: click the middle of ${asked.name} on your picture.`
    : `Fitted by ${pairs.length} places${off}.`;
  byId("fit-told").textContent = words;
  say(words);
}

byId("fit-again").addEventListener("click", begin);
byId("fit-more").addEventListener("click", askFor);
byId("fit-other").addEventListener("click", () => {
  skipped += 1;
  askFor();
});
byId("strength").addEventListener("input", draw);

// --- the brush -----------------------------------------------------------------------------------------------

async function choose() {
  const { file, column, choices, drawn, joined } = brush();
  painted = await api.copyPainted(game, file, column);
  lines.choose("");
  for (const id of ["painting", "drawing-lines"]) byId(id).hidden = (id === "painting") === Boolean(drawn);
  if (drawn) {
    lines.load(painted, Boolean(joined));
    fill(byId("line"), [el("option", { value: "" }, "choose"), ...[...lines.rows.keys()].sort().map((row) => el("option", { value: row }, named(row)))]);
    for (const id of ["point-add", "point-drop"]) button(id).hidden = !joined;
  }
  fill(byId("values"), choices.map((word) => el("option", { value: word })));
  input("value").value = "";
  tell();
  draw();
}

function tell() {
  const rows = Object.values(painted);
  if (brush().drawn) return void (byId("told").textContent = "");
  byId("told").textContent = `${rows.filter(([, sure]) => sure).length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} are exact`;
}

/** @param {string} row @param {any} [_event] */
function paint(row, _event) {
  if (row) take([row]);
}

/** What the brush says: its own column, and others that go with it as ``column=value``. @returns {[string, string|null][]} */
function brushed() {
  const words = input("value").value.trim().split(/\s+/);
  const others = words.filter((word) => /^[a-z_-]+=/.test(word));
  const own = words.filter((word) => !others.includes(word)).join(" ");
  const more = others.map((word) => /** @type {[string, string]} */ ([word.split("=")[0], word.slice(word.indexOf("=") + 1)]));
  return [[brush().column, own === "" ? null : own], ...more];
}

/** Take rows down with the value of the brush. @param {string[]} rows */
async function take(rows) {
  const file = brush().file;
  const said = brushed();
  byId("refused").textContent = "";
  try {
    const done = await api.copyEnter(game, rows.flatMap((row) => said.map(([column, value]) => /** @type {[string, string, string, string|null]} */ ([file, row, column, value]))), shift && rows.length === 1);
    if (done.contradiction) byId("refused").textContent = `${done.contradiction}. With Shift yours is taken`;
    else if (rows.length) button("undo").disabled = false;
  } catch (fault) {
    if (!(fault instanceof api.Refusal)) throw fault;
    byId("refused").textContent = fault.whole;
  }
  stroke = new Set();
  await look();
  if (rows.length === 1) here(rows[0]);
}

const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));

async function look() {
  painted = await api.copyPainted(game, brush().file, brush().column);
  if (brush().drawn) lines.load(painted, Boolean(brush().joined));
  tell();
  draw();
}

// --- lines and points that are drawn ---------------------------------------------------------------------------

/** Choose what lies near. @param {[number, number]} at */
function pick(at) {
  chooseLine(lines.near(at, GRASP / viewer.sight().scale));
}

/** @param {string} row */
function chooseLine(row) {
  lines.choose(row);
  /** @type {HTMLSelectElement} */ (byId("line")).value = row;
  byId("here").textContent = row ? `${named(row)}: ${lines.handles.flat().length} points` : "";
  say(byId("here").textContent ?? "");
  draw();
}

/** Write down what is drawn; what is refused lies where it was. */
async function drawnAnew() {
  const { file, column } = brush();
  const [row, at] = [lines.chosen, lines.at()];
  byId("refused").textContent = "";
  try {
    const done = await api.copyEnter(game, [[file, row, column, lines.text()]]);
    if (done.written.length) button("undo").disabled = false;
    say(`${named(row)}: drawn`);
  } catch (fault) {
    if (!(fault instanceof api.Refusal)) throw fault;
    byId("refused").textContent = fault.whole;
  }
  await look();
  lines.choose(row);
  if (at) lines.hold(at, GRASP / viewer.sight().scale);
  draw();
}

/** Move the held point with the keys. @param {KeyboardEvent} event @returns {boolean} whether the key meant that */
function pointKey(event) {
  const at = lines.at();
  const by = event.shiftKey ? 10 : 1;
  if (event.key === "n" || event.key === "p") lines.step(event.key === "n" ? 1 : -1);
  else if (at && ways[event.key]) lines.move([at[0] + by * ways[event.key][0], at[1] + by * ways[event.key][1]]), (pulled = true);
  else if (event.key === "i" && lines.split()) pulled = true;
  else if (event.key === "Delete" && lines.drop()) drawnAnew();
  else if (event.key === "Enter" && pulled) (pulled = false), drawnAnew();
  else if (event.key === "Escape") chooseLine("");
  else return false;
  const now = lines.at();
  if (now) viewer.show(now[0], now[1]), say(now.map((n) => Math.round(n)).join(", "));
  draw();
  return true;
}

byId("line").addEventListener("change", () => {
  chooseLine(/** @type {HTMLSelectElement} */ (byId("line")).value);
  const at = lines.where(lines.chosen);
  if (at) viewer.show(at[0], at[1], 0.6);
  byId("map").focus();
});
byId("point-add").addEventListener("click", () => lines.split() && ((pulled = true), draw()));
byId("point-drop").addEventListener("click", () => lines.drop() && drawnAnew());

/** @param {string} row */
const named = (row) => row.split("/").map((id) => ground.name(id)).join(" – ");

/** Say what stands at a row. @param {string} row */
function here(row) {
  const name = named(row);
  const [text, sure] = painted[row] ?? ["", false];
  byId("here").textContent = `${name}: ${text || "nothing"}${sure ? ", exact" : ", doubtful"}`;
  say(byId("here").textContent ?? "");
}

async function undo() {
  byId("refused").textContent = "";
  try {
    await api.copyUndo(game);
  } catch (fault) {
    if (!(fault instanceof api.Refusal)) throw fault;
    byId("refused").textContent = fault.message;
  }
  button("undo").disabled = !(await api.copyOf(game)).undo;
  await look();
}

byId("undo").addEventListener("click", undo);
brushes.addEventListener("change", choose);

const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
addEventListener("keydown", (event) => {
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !isTyping(event.target)) return void undo();
  if (event.target !== byId("map")) return;
  if (brush().drawn && lines.chosen && !asked && pointKey(event)) return event.preventDefault();
  if (ways[event.key]) {
    event.preventDefault();
    const from = cursor ?? ground.at(...viewer.toBoard(viewer.sight().width / 2, viewer.sight().height / 2)) ?? ground.spaces[0];
    cursor = (cursor && ground.beside(from, ...ways[event.key])) || from;
    viewer.show(cursor.at[0], cursor.at[1], 0.6);
    here(cursor.id);
    draw();
  } else if (event.key === "Enter" && cursor) {
    event.preventDefault();
    if (asked) pinned([cursor.at[0], cursor.at[1]]);
    else paint(brush().file === "edges.csv" ? "" : cursor.id);
  } else if (event.key === "+" || event.key === "-") viewer.zoomBy(event.key === "+" ? 1.3 : 1 / 1.3);
});

// --- start ---------------------------------------------------------------------------------------------------

async function start() {
  const told = await api.copyMap(game);
  known = told.brushes;
  const name = (/** @type {Brush} */ b) => `${b.file.replace(/\.\w+$/, "")}: ${b.column.replaceAll("_", " ")} ${b.drawn ? "" : `(${b.open.toLocaleString("en")} doubtful)`}`;
  fill(brushes, known.map((b, i) => el("option", { value: String(i) }, name(b))));
  board = await api.board(told.board);
  ground = new Ground(shaped(board.spaces, board.grid));
  await viewer.open(board, board.tiles);
  await choose();
  document.body.dataset.ready = "true";
}

/** For whoever points by hand: where a space lies on the screen, and how the picture lies on the board. */
Object.assign(globalThis, {
  copyMap: { where: (/** @type {string} */ row) => viewer.toScreen(.../** @type {[number, number]} */ (lines.at() ?? (brush().drawn ? lines.where(row) : placeOf(row)) ?? [0, 0])), laid: () => laid, asked: () => asked && { id: asked.id, at: asked.at }, toScreen: (/** @type {number} */ x, /** @type {number} */ y) => viewer.toScreen(x, y) },
});

start().catch((fault) => {
  byId("refused").textContent = fault.whole ?? fault.message;
  document.body.dataset.ready = "true";
});
