/** The room "Your copy": groups by what they decide, what lies before the owner, and what rests on print alone. */

/** @import { CopyGroup, CopyOverview } from "./types.js" */

import * as api from "./api.js";
import { byId, button, el, fill, say } from "./dom.js";
import { Counters } from "./copy-counters.js";
import { Grids } from "./copy-grids.js";

/** What the parts of the room share. */
class Room {
  game = document.body.dataset.game ?? "";
  /** @type {CopyOverview|null} */ all = null;
  /** @type {CopyGroup|null} */ group = null;
  works = 0;

  /** What is under way shows on the page. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  async doing(work) {
    this.works += 1;
    document.body.classList.add("busy");
    try {
      return await work();
    } finally {
      this.works -= 1;
      document.body.classList.toggle("busy", this.works > 0);
    }
  }

  /** Look at everything anew. */
  async look() {
    this.all = await api.copyOf(this.game);
    shown();
  }

  /** Lay a group before the owner. @param {string} id @param {boolean} [begin] put the cursor in its first field */
  open(id, begin = true) {
    return this.doing(async () => {
      this.group = await api.copyGroup(this.game, id);
      history.replaceState(null, "", `?game=${this.game}#${encodeURIComponent(id)}`);
      laid();
      if (begin) focusFirst();
    });
  }

  /**
   * Change something, then look at it as it is now.
   * @param {() => Promise<{contradiction: string, written: string[]}>} change
   * @returns {Promise<{refused: string, again: boolean}>} why not; whether it is taken when asked for again
   */
  change(change) {
    return this.doing(() => this.changed(change));
  }

  /** @param {() => Promise<{contradiction: string, written: string[]}>} change */
  async changed(change) {
    try {
      const done = await change();
      if (done.contradiction) return { refused: `${done.contradiction}. Enter again takes yours`, again: true };
    } catch (fault) {
      if (!(fault instanceof api.Refusal)) throw fault;
      return { refused: fault.whole, again: false };
    }
    await this.look();
    if (this.group) this.group = await api.copyGroup(this.game, this.group.id);
    return { refused: "", again: false };
  }

  /** The group that decides most and holds something open: one of the same sheet first. @returns {string} */
  next() {
    const left = (this.all?.groups ?? []).filter((g) => g.open && g.id !== this.group?.id);
    const sheet = this.group?.id.split("~")[0];
    return (left.find((g) => g.id.split("~")[0] === sheet) ?? left[0])?.id ?? "";
  }
}

const room = new Room();
const counters = new Counters(room);
const grids = new Grids(room);

/** @param {number} n */
const count = (n) => n.toLocaleString("en");

function shown() {
  const all = room.all;
  if (!all) return;
  document.title = `Your copy: ${all.game.title}`;
  const games = /** @type {HTMLSelectElement} */ (byId("game"));
  fill(games, all.games.map((g) => el("option", { value: g.slug }, g.title)));
  games.value = all.game.slug;
  const bar = /** @type {HTMLProgressElement} */ (byId("bar"));
  bar.value = all.exact / all.values;
  const share = ((100 * all.exact) / all.values).toFixed(1);
  byId("told").textContent = `${count(all.exact)} of ${count(all.values)} values are exact (${share}%)`;
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !all.undo;
  listed();
  rested();
}

/** The groups that have all words of the filter. */
function fitting() {
  const words = /** @type {HTMLInputElement} */ (byId("filter")).value.toLowerCase().split(/\s+/).filter(Boolean);
  return (room.all?.groups ?? []).filter((g) => words.every((w) => g.title.toLowerCase().includes(w)));
}

function listed() {
  fill(byId("group-list"), fitting().map((g) => {
    const now = g.id === room.group?.id;
    const told = g.open ? `${g.open} open` : "exact";
    return el("li", {}, el("button", { type: "button", "aria-current": now ? "true" : null, class: g.open ? "" : "done", on: { click: () => room.open(g.id) } },
      el("span", {}, g.title), el("span", { class: "left" }, told),
      el("progress", { max: g.values, value: g.values - g.open, "aria-hidden": "true" })));
  }));
}

function rested() {
  const all = room.all;
  if (!all) return;
  const topics = all.topics.map((t) => el("li", {},
    el("div", { class: "count" }, el("span", {}, t.topic), el("span", {}, `${t.exact} of ${t.asked}`)),
    el("progress", { max: t.asked, value: t.exact, "aria-label": `${t.topic}: on print alone` }),
    t.near.length ? el("ul", { class: "near" }, t.near.map((n) => el("li", {}, el("code", {}, n.asked), " waits for ",
      n.missing.map((m, i) => [i ? ", " : "", button(m.text, () => room.open(m.group), { class: "link" })]).flat(),
      n.more ? ` and ${n.more} more` : ""))) : null));
  fill(byId("resting"),
    el("h2", {}, "What rests on print alone"),
    el("p", { class: "quiet", id: "resting-told" }, `${count(all.resting)} of ${count(all.asked)} rulings of random games that leaned on a doubtful value`),
    el("ol", {}, topics));
}

function laid() {
  const group = room.group;
  if (!group) return;
  listed();
  const open = room.all?.groups.find((g) => g.id === group.id)?.open ?? 0;
  const how = group.counters.length
    ? `Type what the counter prints: ${room.all?.line}. Enter takes it and goes on; Enter alone says that ours is right.`
    : "Enter takes the row as it stands and goes on; Tab goes to the next cell.";
  fill(byId("group"),
    el("header", {}, el("h2", {}, group.title), el("span", { class: "quiet", id: "group-open" }, open ? `${open} open` : "all of it is exact"),
      open ? button("The rest is right", () => allRight(), { id: "all-right" }) : null,
      el("p", {}, how)),
    group.counters.length ? counters.view(group) : grids.view(group));
}

/** Everything of the group that is still open is as it stands there. */
async function allRight() {
  const group = room.group;
  if (!group) return;
  const fields = [...group.counters.flatMap((c) => c.fields), ...group.tables.flatMap((t) => t.rows.flatMap((r) => Object.values(r.cells)))];
  const values = fields.filter((f) => !f.known).map((f) => /** @type {[string, string, string, null]} */ ([...f.key, null]));
  const lines = group.counters.filter((c) => c.doubtful && !c.known);
  values.push(...lines.flatMap((c) => c.open.map((key) => /** @type {[string, string, string, null]} */ ([...key, null]))));
  const { refused } = await room.change(() => api.copyEnter(room.game, values));
  laid();
  say(refused || `${group.title}: all of it is exact`);
  byId("group").focus();
}

function focusFirst() {
  const fields = /** @type {HTMLInputElement[]} */ ([...byId("group").querySelectorAll("input")]);
  (fields.find((f) => f.dataset.open) ?? fields[0])?.focus();
}

async function undo() {
  const { refused } = await room.change(() => api.copyUndo(room.game));
  laid();
  say(refused || "taken back");
  focusFirst();
}

byId("undo").addEventListener("click", undo);
byId("filter").addEventListener("input", listed);
byId("filter").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const said = /** @type {HTMLInputElement} */ (event.currentTarget).value.trim().toLowerCase();
  const fits = fitting();
  const found = fits.find((g) => g.title.toLowerCase().endsWith(said)) ?? fits[0];
  if (found) room.open(found.id);
});
byId("game").addEventListener("change", (event) => {
  location.search = `?game=${/** @type {HTMLSelectElement} */ (event.target).value}`;
});
document.addEventListener("keydown", (event) => {
  const field = event.target instanceof HTMLInputElement ? event.target : null;
  const untouched = !field || field.value === (field.dataset.was ?? "");
  if (event.key === "/" && !field) {
    event.preventDefault();
    byId("filter").focus();
  }
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && untouched) {
    event.preventDefault();
    undo();
  }
});

async function start() {
  await room.look();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const first = room.all?.groups.some((g) => g.id === wanted) ? wanted : room.all?.groups[0]?.id;
  if (first) await room.open(first);
  document.body.dataset.ready = "true";
}

start().catch((fault) => {
  fill(byId("group"), el("p", { class: "refused", role: "alert" }, fault.whole ?? fault.message));
  document.body.dataset.ready = "true";
});
