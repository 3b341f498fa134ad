/** The room "Their module": what is certain is folded away, what is left lies before the player, piece by piece. */

/** @import { AdaptMatching, AdaptNames, AdaptOpen } from "./types.js" */

import * as api from "./api.js";
import { Layers } from "./adapt-layers.js";
import { Pieces } from "./adapt-pieces.js";
import { Places } from "./adapt-places.js";
import { button, byId, el, fill, isTyping, say, takesDrops } from "./dom.js";

/** @typedef {"pieces"|"places"|"layers"|"untold"} Part */

/** What the parts of the room share. */
class Room {
  /** @type {AdaptOpen|null} */ open = null;
  /** @type {{file: string, module: string}|null} */ waits = null;
  /** @type {AdaptNames} */ names = { units: [], spaces: [], landmarks: [] };
  /** @type {Part} */ part = "pieces";
  works = 0;

  /** @returns {AdaptMatching} what is matched; asked for only where something is */
  get matching() {
    return /** @type {AdaptMatching} */ (this.open?.matching);
  }

  /** What is under way shows on the page, and what is refused in its line. @template T @param {() => Promise<T>} work @returns {Promise<T|undefined>} */
  async doing(work) {
    this.works += 1;
    document.body.classList.add("busy");
    byId("refused").textContent = "";
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof api.Refusal)) throw fault;
      byId("refused").textContent = fault.whole;
      return undefined;
    } finally {
      this.works -= 1;
      document.body.classList.toggle("busy", this.works > 0);
    }
  }

  /** Say something of the module, then look at what came of it. @param {string} what @param {any} said @returns {Promise<boolean>} whether it was taken */
  async change(what, said) {
    const done = await this.doing(() => api.adaptChange(what, said));
    if (!done) return false;
    this.open = done;
    shown();
    return true;
  }

  /** Lay a module open. @param {File} file @param {string} [game] */
  async take(file, game = "") {
    say(`Reading ${file.name}`);
    const done = await this.doing(() => api.adaptOpen(file, game));
    if (done) await this.opened(done);
  }

  /** Another game. @param {string} game */
  async play(game) {
    const done = await this.doing(() => api.adaptChange("game", { game }));
    if (done) await this.opened(done);
  }

  /** @param {AdaptOpen} open */
  async opened(open) {
    this.open = open;
    if (open.matching) this.names = (await this.doing(() => api.adaptNames())) ?? this.names;
    this.part = "pieces";
    pieces.begin();
    places.begin();
    shown();
    byId("work").focus();
  }
}

const room = new Room();
const pieces = new Pieces(room);
const places = new Places(room);
const layers = new Layers(room);

const games = /** @type {HTMLSelectElement} */ (byId("game"));
const finish = /** @type {HTMLButtonElement} */ (byId("finish"));

/** @param {number} n */
const count = (n) => n.toLocaleString("en");

function shown() {
  const { open, waits } = room;
  const matching = open?.matching;
  document.body.classList.toggle("nothing", !matching);
  fill(games, (open?.games ?? []).map((g) => el("option", { value: g.slug }, g.title)));
  games.disabled = !open;
  if (games.parentElement) games.parentElement.hidden = !open;
  games.value = matching?.game.slug ?? "";
  finish.disabled = !matching;
  finish.textContent = waits ? `Open ${waits.file}` : "Keep it";
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !matching?.undo;
  if (!matching) return void begins();
  const { rows, waiting, module } = matching;
  document.title = `${module.name || open?.file}: their module`;
  /** @type {HTMLProgressElement} */ (byId("bar")).value = (rows.length - waiting.length) / Math.max(1, rows.length);
  byId("told").textContent = `${count(matching.found)} of ${count(matching.units)} units found; ${waiting.length ? `${count(waiting.length)} pieces to look at` : "nothing left to look at"}`;
  listed();
  laid();
}

/** Nothing is matched yet: what is wanted, or which game it may be. */
function begins() {
  const { open, waits } = room;
  byId("told").textContent = "";
  fill(byId("room-list"));
  fill(byId("left-list"));
  fill(byId("work"),
    waits ? el("p", { id: "waits" }, `${waits.file} is a save of “${waits.module}”, which is not known here yet. `, el("strong", {}, "Its module tells what its pieces are."), " Drop the module (.vmod), and the save opens when you have looked through it.") : null,
    open?.refused ? el("p", { class: "refused", id: "wrong-game" }, open.refused) : null,
    open ? el("h2", {}, `Which game is ${open.file}?`) : el("h2", {}, "Play with a module that somebody else has published"),
    open ? el("div", { class: "games-list" }, open.games.map((g) => button([el("span", {}, g.title), el("small", {}, `${count(g.found)} of ${count(g.units)} units`)], () => room.play(g.slug), { data: { game: g.slug } })))
      : el("p", {}, "Drop its .vmod anywhere on this page. It is matched with the counters and the map here; what is certain needs no look, the rest is asked. It is read on this machine, and its pictures leave it no more than ours do."));
}

function listed() {
  const { matching } = room;
  const unmatched = matching.places.filter((p) => !p.space && !p.said).length + matching.grids.filter((g) => !g.laid).length;
  const rooms = /** @type {[Part, string][]} */ ([
    ["pieces", `Pieces (${matching.waiting.length})`],
    ["places", `Places (${unmatched})`],
    ["layers", "Other sides"],
    ["untold", "Not told"],
  ]);
  fill(byId("room-list"), rooms.map(([id, title]) => button(title, () => turnTo(id), { "aria-pressed": String(room.part === id), data: { part: id } })));
  fill(byId("left-list"), room.part === "pieces" ? pieces.list() : []);
}

/** @param {Part} part */
function turnTo(part) {
  room.part = part;
  listed();
  laid();
  byId("work").focus();
}

function laid() {
  const work = byId("work");
  if (room.part === "pieces") pieces.show(work);
  else if (room.part === "places") places.show(work);
  else if (room.part === "layers") layers.show(work);
  else layers.untold(work);
}

// --- what is pressed -------------------------------------------------------------------------------------------

games.addEventListener("change", () => room.play(games.value));
byId("undo").addEventListener("click", () => undo());
finish.addEventListener("click", async () => {
  const done = await room.doing(() => api.adaptFinish());
  if (!done) return;
  if (done.tree) location.assign(`./#${done.tree}/n0`);
  else say(`kept as ${done.kept}`);
  byId("told").textContent = `kept as ${done.kept}: its saves open on the table from now on`;
});

async function undo() {
  if (room.open?.matching?.undo && (await room.change("undo", {}))) say("taken back");
}

const file = /** @type {HTMLInputElement} */ (byId("module"));
file.addEventListener("change", () => file.files?.[0] && room.take(file.files[0]).then(() => (file.value = "")));
byId("another").addEventListener("click", () => file.click());
takesDrops((dropped) => room.take(dropped));

addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !isTyping(event.target)) {
    event.preventDefault();
    undo();
  } else if (room.open?.matching && room.part === "pieces" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    pieces.pressed(event);
  }
});

// --- start -----------------------------------------------------------------------------------------------------

async function start() {
  const told = await room.doing(() => api.adapt());
  room.waits = told?.waiting ?? null;
  if (told?.open) await room.opened(told.open);
  else shown();
  document.body.dataset.ready = "true";
}

/** For whoever points by hand: where a point of their map lies on the screen. */
Object.assign(globalThis, {
  adaptMap: { ready: () => places.viewer?.ready ?? false, toScreen: (/** @type {number} */ x, /** @type {number} */ y) => places.viewer?.toScreen(x, y) ?? [0, 0] },
});

start();
