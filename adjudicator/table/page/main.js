/** The page put together: parts, keys, the address. */

/** @import { Piece, Question, Space } from "./types.js" */

import * as api from "./api.js";
import { Acts } from "./acts.js";
import { follow as followFolder } from "./beside.js";
import { Composer } from "./composer.js";
import { byId, el, fill, isTyping, say } from "./dom.js";
import { Editor } from "./editor.js";
import { Find } from "./find.js";
import { Forms, offerNames } from "./forms.js";
import { Importing } from "./importing.js";
import { Layers } from "./layers.js";
import { MapView } from "./map.js";
import { Opponent } from "./opponent.js";
import { Positions } from "./positions.js";
import { Rules } from "./rules.js";
import { RulingPanel, swatch } from "./ruling.js";
import { Selection, whither } from "./selection.js";
import { Sharing } from "./sharing.js";
import { Table } from "./table.js";
import { Waypoints } from "./waypoints.js";

const table = new Table();
const rules = new Rules(table);
const sharing = new Sharing(table);
const map = new MapView(table, { pressedSpace, pressedUnits, dropped: (unit, space) => acts.move([unit], space) });
const waypoints = new Waypoints(table);
const composer = new Composer(table, { reveal: (id) => map.reveal(id) });
const forms = new Forms(table);
const acts = new Acts(table, (space) => map.reveal(space));
const positions = new Positions(table, { save: () => sharing.open() });
const layers = new Layers(table, map);
const importing = new Importing(table);
new RulingPanel(table, { rule: (s) => rules.open(s), reveal: (id) => map.reveal(id), share: () => sharing.open(), act: (typed) => table.act(typed) });
new Selection(table, composer, waypoints, { ask: () => forms.open() });
new Editor(table);
new Opponent(table);
new Find(table, {
  unit: (id) => {
    const piece = table.piece(id);
    if (!piece) return;
    map.reveal(id);
    pressedUnits([piece]);
  },
  space: (id) => {
    const space = table.ground.byId.get(id);
    if (!space) return;
    map.reveal(id);
    map.put(space);
    pressedSpace(space, null);
  },
});

// --- pointing --------------------------------------------------------------------------------------------

/** @param {Piece[]} units */
function pressedUnits(units) {
  if (composer.pressed(units[0])) return;
  table.choose(units.map((u) => u.id));
  table.ask({ verb: "legal", words: [units[0].id] });
}

/** @param {Space} space @param {any} how */
function pressedSpace(space, how) {
  const mark = table.answer?.marks?.spaces[space.id];
  const moving = !how?.whole && !composer.on && table.chosen.size > 0;
  if (moving && table.form("route") && (table.naming || (how?.shift && mark))) return void waypoints.add(space);
  if (moving && mark && ["legal", "route"].includes(table.question?.verb ?? "")) {
    const units = [...table.chosen].map((id) => table.piece(id)).filter((p) => p !== undefined);
    if (units.length && units[0].space !== space.id) return void acts.move(units, space);
  }
  if (composer.on) return void composer.start(space.id);
  table.choose([], space.id);
  const form = table.unitsIn(space.id).length ? undefined : table.form("reach");
  const to = form && whither(form);
  if (to) return void table.ask({ verb: "reach", fields: { [to.name]: space.id } });
  table.answer = null;
  table.question = null;
  table.tell("answer");
}

// --- what listens to the table ----------------------------------------------------------------------------

table.on("attack", ({ units }) => (map.taking = units));
table.on("busy", () => document.body.classList.toggle("busy", table.busy > 0));
table.on("say", (words) => notice(words, ""));
table.on("fault", (fault) => {
  if (fault instanceof api.Refusal) notice(fault.message, fault.way);
  else {
    notice("the page itself failed at this", String(fault?.message ?? fault));
    throw fault;
  }
});
table.on("tree", () => {
  const tree = table.tree;
  document.title = tree ? `${tree.title} – Table` : "Table";
  fill(byId("title"), tree?.title ?? "");
  const views = /** @type {HTMLSelectElement} */ (byId("view"));
  fill(views, table.views().map((v) => el("option", { value: v.id }, v.title)));
  views.value = table.view;
  document.body.classList.add("has-tree");
});
table.on("node", () => (offerNames(table), remember()));
table.on("answer", () => {
  byId("notice").hidden = true;
  byId("zoom-answer").hidden = !map.answered().length;
  legend();
  remember();
});
table.on("layers", () => legend());

/** One line, and the way out. @param {string} line @param {string} way */
function notice(line, way) {
  fill(byId("notice"), el("p", {}, el("strong", {}, line), way ? ` ${way}` : ""),
    el("button", { type: "button", class: "quiet", "aria-label": "close this message", on: { click: () => (byId("notice").hidden = true) } }, "×"));
  byId("notice").hidden = false;
}

function legend() {
  const keys = [...(table.answer?.marks?.legend ?? []), ...map.under.flatMap((layer) => layer.legend)];
  fill(byId("legend"), keys.map((k) => el("li", {}, swatch(k.tone), k.text)));
  byId("legend").hidden = !keys.length;
}

// --- the address: a reload keeps everything ---------------------------------------------------------------

function remember() {
  if (!table.tree || !table.data) return;
  const query = new URLSearchParams();
  if (table.view !== "public") query.set("as", table.view);
  if (table.question) query.set("ask", JSON.stringify(table.question));
  if (table.chosen.size) query.set("units", [...table.chosen].join("~"));
  for (const fact of table.given.values()) query.append("given", fact);
  for (const [id, letter] of Object.entries(table.options)) query.append("reading", `${id}=${letter}`);
  for (const [side, name] of Object.entries(table.players)) query.append("player", `${side}=${name}`);
  if (table.playing) query.set("seed", String(table.seed));
  const more = query.toString();
  const hash = `#${table.tree.tree}/${table.nodeId}${more ? `?${more}` : ""}`;
  if (hash === location.hash) return;
  const same = location.hash.split("?")[0] === hash.split("?")[0];
  history[same || !location.hash ? "replaceState" : "pushState"](null, "", hash);
  sessionStorage.setItem(`sight ${table.tree.tree}`, JSON.stringify(map.viewer.where()));
}

async function follow() {
  const [path, more = ""] = decodeHash().split("?");
  const [tree, node] = path.split("/");
  const query = new URLSearchParams(more);
  table.view = query.get("as") ?? table.view;
  const question = /** @type {Question|null} */ (query.has("ask") ? JSON.parse(query.get("ask") ?? "null") : null);
  const units = (query.get("units") ?? "").split("~").filter(Boolean);
  if (!tree) return;
  table.players = Object.fromEntries(query.getAll("player").map((p) => /** @type {[string, string]} */ (p.split("="))));
  table.seed = Number(query.get("seed") ?? table.seed);
  if (table.tree?.tree !== tree) await table.openTree(tree, node);
  else if (table.nodeId !== node) await table.go(node);
  table.given = new Map(query.getAll("given").map((g) => [g, g]));
  table.options = Object.fromEntries(query.getAll("reading").map((r) => /** @type {[string, string]} */ (r.split("="))));
  if (units.length) table.choose(units);
  if (question?.verb === "route") waypoints.resume(question.fields?.path ?? []);
  if (question) await table.ask(question);
  byId("view").setAttribute("value", table.view);
}

/** What stands behind the hash; the address keeps its own signs. */
const decodeHash = () => location.hash.slice(1);

addEventListener("popstate", () => follow());
addEventListener("pagehide", () => table.tree && sessionStorage.setItem(`sight ${table.tree.tree}`, JSON.stringify(map.viewer.where())));

// --- keys ---------------------------------------------------------------------------------------------------

const mapKeys = /** @type {Record<string, (e: KeyboardEvent) => any>} */ ({
  ArrowLeft: (e) => (e.shiftKey ? map.viewer.panBy(-80, 0) : map.step(-1, 0)),
  ArrowRight: (e) => (e.shiftKey ? map.viewer.panBy(80, 0) : map.step(1, 0)),
  ArrowUp: (e) => (e.shiftKey ? map.viewer.panBy(0, -80) : map.step(0, -1)),
  ArrowDown: (e) => (e.shiftKey ? map.viewer.panBy(0, 80) : map.step(0, 1)),
  Enter: () => map.press(),
  " ": () => map.press(),
  n: () => map.jump("unit", 1),
  p: () => map.jump("unit", -1),
  "]": () => map.jump("mark", 1),
  "[": () => map.jump("mark", -1),
  "+": () => map.viewer.zoomBy(1.3),
  "=": () => map.viewer.zoomBy(1.3),
  "-": () => map.viewer.zoomBy(1 / 1.3),
  0: () => map.viewer.fit(),
  f: () => map.frameAnswer(),
  h: () => layers.hide(),
  l: () => layers.toggle(),
  m: () => moveToCursor(),
  w: () => throughCursor(),
  a: () => attackHere(),
  r: () => askOf("legal"),
  s: () => askOf("supply"),
  c: () => askOf("cuts"),
  q: () => forms.open(),
});

/** @param {string} verb */
function askOf(verb) {
  const [unit] = table.chosen;
  if (!table.form(verb)) say("This game has no such question.");
  else if (unit) table.ask({ verb, words: [unit] });
  else say("Choose a unit first.");
}

function attackHere() {
  const space = map.cursor?.id || table.space;
  if (space) composer.start(space);
}

function throughCursor() {
  if (!table.form("route")) say("This game has no such question.");
  else if (!table.chosen.size) say("Choose a unit first.");
  else if (map.cursor && map.cursor.id !== table.space) waypoints.add(map.cursor);
  else waypoints.toggle();
}

function moveToCursor() {
  const units = [...table.chosen].map((id) => table.piece(id)).filter((p) => p !== undefined);
  if (units.length && map.cursor) acts.move(units, map.cursor);
}

byId("map").addEventListener("keydown", (e) => {
  const run = mapKeys[e.key];
  if (!run || e.target !== byId("map") || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  run(e);
});

document.addEventListener("keydown", (e) => {
  if (e.defaultPrevented || isTyping(e.target) || e.ctrlKey || e.metaKey || e.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (e.key === "/") byId("find").focus();
  else if (e.key === "?") /** @type {HTMLDialogElement} */ (byId("help")).showModal();
  else if (e.key === "Escape") {
    map.menu.close();
    if (composer.on) composer.stop();
    else table.clear();
  } else return;
  e.preventDefault();
});

// --- buttons of the frame ------------------------------------------------------------------------------------

byId("zoom-in").addEventListener("click", () => map.viewer.zoomBy(1.4));
byId("zoom-out").addEventListener("click", () => map.viewer.zoomBy(1 / 1.4));
byId("zoom-fit").addEventListener("click", () => map.viewer.fit());
byId("zoom-answer").addEventListener("click", () => map.frameAnswer());
byId("help-button").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("help")).showModal());
byId("help-close").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("help")).close());
byId("view").addEventListener("change", (e) => table.lookAs(/** @type {HTMLSelectElement} */ (e.target).value));
byId("welcome-open").addEventListener("click", () => importing.open());
byId("sketch-open").addEventListener("click", () => importing.source(/** @type {HTMLTextAreaElement} */ (byId("sketch")).value));
for (const tab of document.querySelectorAll("[data-panel]")) {
  tab.addEventListener("click", () => {
    document.body.dataset.shown = /** @type {HTMLElement} */ (tab).dataset.panel;
    for (const other of document.querySelectorAll("[data-panel]")) other.setAttribute("aria-pressed", String(other === tab));
  });
}

// --- start -----------------------------------------------------------------------------------------------------

async function start() {
  table.view = document.body.dataset.view || "public";
  const first = document.body.dataset.tree;
  if (location.hash.length > 1) await follow();
  else if (first) await table.openTree(first);
  else {
    const trees = (await table.doing(() => api.trees())) ?? [];
    const last = trees[trees.length - 1];
    if (last) await table.openTree(last.tree);
  }
  const kept = table.tree && sessionStorage.getItem(`sight ${table.tree.tree}`);
  if (kept) map.viewer.whenReady(() => map.goBack(JSON.parse(kept)));
  if (document.body.dataset.beside) followFolder(document.body.dataset.beside, { told: besideTold, changed: anew });
  document.body.dataset.ready = "true";
}

/** What is wrong in the folder from which the game comes. @param {import("./types.js").Saved} told */
function besideTold({ faults }) {
  fill(byId("beside-fault"), faults.map((line) => el("p", {}, el("strong", {}, line))), faults.length ? el("p", {}, "Shown is what was right before.") : null);
  byId("beside-fault").hidden = !faults.length;
}

/** The game has changed: the same tree, position, question and sight once more. @param {string} tree */
async function anew(tree) {
  const { nodeId, question } = table;
  const chosen = [...table.chosen];
  const same = table.tree?.tree === tree;
  const sight = same ? map.viewer.where() : null;
  await table.openTree(tree || (table.tree?.tree ?? ""), same ? nodeId : undefined, same ? question : null);
  if (same) table.choose(chosen.filter((id) => table.piece(id)), table.space || undefined);
  if (sight) map.viewer.whenReady(() => map.goBack(sight));
}

/** For whoever points by hand: where a space or a piece lies on the screen, and bringing it there. */
Object.assign(globalThis, {
  table: { where: (/** @type {string} */ id) => map.onScreen(map.at(id) ?? [0, 0]), answered: () => map.answered().map((at) => map.onScreen(at)), reveal: (/** @type {string} */ id) => map.reveal(id), pieces: () => table.pieces(), redraw: () => map.redraw(true) },
});

start();
