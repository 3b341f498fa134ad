/** Everything that a game prints, as it is saved: what was drawn again is marked, a fault stands on top. */

/** @import { Saved, ShownGroup, Showcase } from "./types.js" */

import * as api from "./api.js";
import { follow } from "./beside.js";
import { byId, el, fill, say } from "./dom.js";

const MOST = 30;
/** @type {Showcase|null} */
let shown = null;
/** @type {Set<string>} keys of pictures that were there before the last change */
let before = new Set();
let marking = false;
const log = /** @type {HTMLElement[]} */ ([]);
const only = /** @type {HTMLInputElement} */ (byId("only"));
only.addEventListener("input", () => showCounters());
byId("sizes").addEventListener("toggle", () => showSizes());

/** @param {string} key */
const picture = (key) => api.address(`watch/${key}.webp`);

/** Read everything anew; pictures that are like before come from the browser's own store. */
async function read() {
  const next = await api.showcase();
  before = new Set(shown ? keysOf(shown) : []);
  marking = Boolean(shown?.title);
  shown = next;
  if (!next.title) return;
  document.title = next.title;
  fill(byId("game"), next.title);
  const map = /** @type {HTMLImageElement} */ (byId("sheet"));
  if (map.src !== picture(next.map)) map.src = picture(next.map);
  map.hidden = false;
  /** @type {HTMLAnchorElement} */ (byId("map-link")).href = picture(next.map);
  showCounters();
  showSizes();
}

/** @param {Showcase} all @returns {string[]} */
const keysOf = (all) => all.groups.flatMap((g) => g.shown.flatMap((one) => one.faces));

function showSizes() {
  const open = /** @type {HTMLDetailsElement} */ (byId("sizes")).open;
  const sheet = /** @type {HTMLImageElement} */ (byId("templates"));
  if (open && shown?.templates && sheet.src !== picture(shown.templates)) sheet.src = picture(shown.templates);
}

function showCounters() {
  if (!shown) return;
  const words = only.value.toLowerCase().split(/\s+/).filter(Boolean);
  const at = byId("counters").scrollTop;
  fill(byId("counters"), shown.groups.map((group) => ofGroup(group, words)));
  byId("counters").scrollTop = at;
}

/** @param {ShownGroup} group @param {string[]} words */
function ofGroup(group, words) {
  const fit = group.shown.filter((one) => words.every((w) => `${one.id} ${one.title}`.toLowerCase().includes(w)));
  if (!fit.length) return null;
  return el("section", { "aria-label": group.title },
    el("h2", {}, group.title, " ", el("small", {}, String(fit.length))),
    el("div", { class: group.px > 150 ? "shown cards" : "shown" }, fit.map((one) => {
      const fresh = marking && one.faces.some((key) => !before.has(key));
      return el("figure", { class: fresh ? "one fresh" : "one", data: { id: one.id } },
        el("div", { class: "faces" }, one.faces.map((key, n) => el("img", { src: picture(key), alt: `${one.title}, ${["front", "back"][n] ?? `face ${n + 1}`}`, loading: "lazy", width: 66, height: 66 }))),
        el("figcaption", {}, one.title, el("code", {}, one.id)));
    })));
}

/** @param {Saved} saved */
function told(saved) {
  const { faults } = saved;
  fill(byId("faults"), faults.map((line) => el("p", {}, line)),
    faults.length ? el("p", { class: "quiet" }, shown?.title ? "Shown is what was right before." : "As soon as this is mended, the game is shown.") : null);
  byId("faults").hidden = !faults.length;
  const building = saved.builds && saved.module === null;
  const built = saved.module ? (saved.module.fault || `${saved.module.path} built in ${saved.module.seconds} s, ${saved.module.drawn} of ${saved.module.pictures} pictures drawn`) : "";
  fill(byId("state"), faults.length ? "something is wrong" : building ? "shown; the module is being built" : built || "shown");
  note(saved, built);
  if (faults.length) say(faults[0]);
}

/** One line for what was saved. @param {Saved} saved @param {string} built */
function note(saved, built) {
  const files = saved.changed.join(", ");
  const what = saved.faults.length ? saved.faults.join(" ")
    : built || (saved.drawn.length ? `drawn again: ${listed(saved.drawn)} (${saved.seconds} s)` : files ? `no picture is another one (${saved.seconds} s)` : `read in ${saved.seconds} s`);
  const at = built && saved.module ? saved.module.at : saved.at;
  const line = el("li", { class: saved.faults.length || saved.module?.fault ? "wrong" : "" }, el("time", {}, at), built || !files || saved.faults.length ? null : el("strong", {}, `${files}: `), what);
  if (log[0]?.textContent === line.textContent) return;
  log.unshift(line);
  log.length = Math.min(log.length, MOST);
  fill(byId("told"), log);
}

/** @param {string[]} names */
const listed = (names) => `${names.slice(0, 6).join(", ")}${names.length > 6 ? ` and ${names.length - 6} more` : ""}`;

follow("watch", { told, changed: async (_, saved) => {
  await read();
  told(saved);
  document.body.dataset.ready = String(saved.edition);
} }, true);
