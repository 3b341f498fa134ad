/** Scanned sheets: the pieces one by one, each with the name that it is thought to have and our counter beside it. */

/** @import { ScanOverview, ScanPlace, ScanSheet } from "./types.js" */

import * as api from "./api.js";
import { byId, button, el, fill, isTyping, say } from "./dom.js";

const BACK = "-back";
const game = document.body.dataset.game ?? "";
/** @type {ScanOverview} */ let all;
/** @type {ScanSheet} */ let sheet;
let at = 0; // which place lies before the owner
/** @type {{id: string, title: string}[]} what the search found */ let found = [];
let chosen = 0; // which of them
let works = 0;

/** Words without accents, case and signs. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
/** @param {ScanPlace} p */
const where = (p) => `row ${p.row}, column ${p.column}`;
const here = () => sheet.places[at];
const field = () => /** @type {HTMLInputElement} */ (byId("counter-search"));

/** What is under way shows on the page, and no answer is taken meanwhile. @param {() => Promise<void>} work */
async function doing(work) {
  if (works) return;
  works += 1;
  document.body.classList.add("busy");
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof api.Refusal)) throw fault;
    byId("refused").textContent = fault.whole;
  } finally {
    works -= 1;
    document.body.classList.toggle("busy", works > 0);
  }
}

// --- what is shown -------------------------------------------------------------------------------------------

/** The sheet anew: each place keeps its picture. */
function marked() {
  const seen = sheet.places.filter((p) => p.checked).length;
  const bar = /** @type {HTMLProgressElement} */ (byId("bar"));
  bar.value = seen / (sheet.places.length || 1);
  byId("told").textContent = `${seen} of ${sheet.places.length} looked at`;
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !sheet.undo;
  for (const [i, p] of sheet.places.entries()) {
    const shown = byId(`place-${i}`);
    shown.className = `${p.checked ? "checked" : p.name ? "named" : ""} ${p.name ? "" : "blank"}`;
    shown.setAttribute("aria-label", `${where(p)}: ${p.title || "no counter"}${p.checked ? ", looked at" : ""}`);
    shown.setAttribute("tabindex", i === at ? "0" : "-1");
    if (i === at) shown.setAttribute("aria-current", "true");
    else shown.removeAttribute("aria-current");
  }
}

/** The sheet as it was cut. */
function laid() {
  /** @type {Map<number, HTMLElement>} */ const rows = new Map();
  for (const [i, p] of sheet.places.entries()) {
    const row = rows.get(p.row) ?? el("tr");
    rows.set(p.row, row);
    const picture = p.front ? el("img", { src: api.scanPiece(game, sheet.sheet, p, "front"), alt: "", loading: "lazy" }) : null;
    row.append(el("td", {}, button(picture, () => go(i), { id: `place-${i}` })));
  }
  fill(byId("places"), el("table", { role: "presentation" }, el("tbody", {}, ...rows.values())));
}

/** A counter as we draw it: the side that is meant comes first. @param {string} name */
function ours(name) {
  const back = name.endsWith(BACK);
  const id = back ? name.slice(0, -BACK.length) : name;
  const face = (/** @type {string} */ side) => el("img", { src: api.copyFace(game, id, side, ""), alt: `${side} of ${title(id)} as we draw it` });
  return back ? [face("back")] : [face("front"), here().back ? face("back") : null];
}

/** @param {string} id */
const title = (id) => all.counters.find((c) => c.id === id)?.title ?? id;

/** Whose back the piece may be: that of the counter searched, or of the one that lies before it. */
const fronted = () => found[chosen]?.id ?? sheet.places.slice(0, at).findLast((p) => p.name && !p.name.endsWith(BACK))?.name;

/** Our counter beside the piece: the one that was searched, or the one that it is thought to be. */
function beside() {
  const name = found[chosen]?.id ?? here().name;
  const many = found.length > 1 ? ` (${chosen + 1} of ${found.length})` : "";
  const words = found.length ? `${found[chosen].title}${many}` : here().title;
  fill(byId("ours"), el("h3", {}, found.length ? "Found" : here().checked ? "As you said" : "Thought to be"),
    el("div", { class: "pictures" }, name ? ours(name) : el("span", { class: "quiet" }, "no counter")),
    el("p", { id: "ours-told" }, words || "nothing is taken from here", " ", name ? el("code", {}, name) : null));
  const front = fronted();
  fill(byId("as-back"), el("kbd", {}, "Shift Enter"), front ? `the back of ${title(front)}` : "the back of another");
}

/** The piece that lies before the owner. */
function shown() {
  marked();
  const p = here();
  const piece = (/** @type {string} */ side) => el("img", { src: api.scanPiece(game, sheet.sheet, p, side), alt: `${side} of your piece at ${where(p)}` });
  const key = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ run, /** @type {string} */ id) => button([el("kbd", {}, name), words], run, { id });
  found = [];
  chosen = 0;
  fill(byId("work"),
    el("h2", {}, `Row ${p.row}, column ${p.column}`),
    el("div", { class: "sides" },
      el("article", { class: "side", "aria-label": "Your piece" }, el("h3", {}, "Yours"),
        el("div", { class: "pictures" }, p.front ? piece("front") : el("span", { class: "quiet" }, "nothing is printed here"), p.back ? piece("back") : null)),
      el("article", { class: "side", id: "ours", "aria-label": "Our counter" })),
    el("label", { class: "searching" }, el("span", {}, "Another counter"),
      el("input", { id: "counter-search", type: "search", placeholder: "type its name", autocomplete: "off", spellcheck: "false", on: { input: sought, keydown: pressedInSearch } })),
    el("p", { id: "refused", class: "refused", role: "alert" }),
    el("div", { class: "answers" },
      key("Enter", "it is this one", () => take(false), "accept"),
      key("Shift Enter", "the back of another", () => take(true), "as-back"),
      key("-", "no counter", () => answer("name", { name: "" }), "none"),
      key(">", "a blank here, the rest one on", () => answer("shift", { back: false }), "on"),
      key("<", "the rest one back", () => answer("shift", { back: true }), "back")),
    el("p", { class: "keys" }, "Type to search another counter; arrows in the search choose among what it finds, Escape leaves it. Arrows elsewhere move over the sheet. Ctrl+Z takes the last answer back. What you have looked at keeps its name when the rest moves."));
  beside();
  byId("work").focus({ preventScroll: true });
  byId(`place-${at}`).scrollIntoView({ block: "nearest" });
  say(`${where(p)}: ${p.title || "no counter"}${p.checked ? ", looked at" : ""}`);
}

/** @param {number} to */
function go(to) {
  at = Math.max(0, Math.min(sheet.places.length - 1, to));
  shown();
}

/** To a place one row up or down in the same column. @param {number} rows */
function jump(rows) {
  const to = sheet.places.findIndex((p) => p.row === here().row + rows && p.column === here().column);
  if (to >= 0) go(to);
}

// --- what is answered ----------------------------------------------------------------------------------------

/** @param {"name"|"shift"} what @param {{name?: string, back?: boolean}} said */
function answer(what, said) {
  return doing(async () => {
    const { row, column } = here();
    sheet = await api.scanSay(game, sheet.sheet, what, { row, column, ...said });
    const open = (/** @type {ScanPlace} */ p) => !p.checked;
    const next = here().checked ? sheet.places.findIndex((p, i) => i > at && open(p)) : at;
    const first = next < 0 ? sheet.places.findIndex(open) : next;
    go(first < 0 ? at : first);
    if (first < 0) say("every place of the sheet is looked at");
  });
}

/** The counter that was searched, or else the one that is shown. @param {boolean} back it is a back */
function take(back) {
  const words = field().value.trim();
  if (words && !found.length) {
    byId("refused").textContent = `no counter is called ${words}`;
    return;
  }
  const name = back ? fronted() : (found[chosen]?.id ?? here().name);
  if (back && !name) byId("refused").textContent = "type whose back it is";
  else answer("name", { name: back ? `${name}${BACK}` : name });
}

function undo() {
  return doing(async () => {
    const was = sheet.places;
    sheet = await api.scanSay(game, sheet.sheet, "undo", {});
    const changed = sheet.places.findIndex((p, i) => p.name !== was[i].name || p.checked !== was[i].checked);
    go(changed < 0 ? at : changed);
  });
}

// --- the keyboard --------------------------------------------------------------------------------------------

function sought() {
  const words = plain(field().value).split(/\s+/).filter(Boolean);
  chosen = 0;
  found = words.length ? all.counters.filter((c) => words.every((w) => plain(`${c.title} ${c.id}`).includes(w))) : [];
  found.sort((a, b) => Number(plain(b.title) === words.join(" ")) - Number(plain(a.title) === words.join(" ")));
  byId("refused").textContent = "";
  beside();
  if (words.length) say(found.length ? `${found[0].title}, 1 of ${found.length}` : "nothing is found");
}

/** @param {KeyboardEvent} event */
function pressedInSearch(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && found.length) {
    chosen = (chosen + step + found.length) % found.length;
    beside();
    say(`${found[chosen].title}, ${chosen + 1} of ${found.length}`);
  } else if (event.key === "Enter") take(event.shiftKey);
  else if (event.key === "Escape") shown();
  else return;
  event.preventDefault();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => go(at + 1),
  ArrowLeft: () => go(at - 1),
  ArrowDown: () => jump(1),
  ArrowUp: () => jump(-1),
  Home: () => go(0),
  End: () => go(sheet.places.length - 1),
  "-": () => byId("none").click(),
  ">": () => byId("on").click(),
  "<": () => byId("back").click(),
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (!sheet || (isTyping(event.target) && field().value !== "") || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== "z") return;
    undo();
  } else if (isTyping(event.target)) return;
  else if (event.key === "Enter") {
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    take(event.shiftKey);
  } else if (KEYS[event.key]) KEYS[event.key]();
  else {
    if (/^[\p{L}\p{N}]$/u.test(event.key)) field().focus();
    return;
  }
  event.preventDefault();
}

// --- the start -----------------------------------------------------------------------------------------------

/** @param {number} number */
async function open(number) {
  sheet = await api.scan(game, number);
  history.replaceState(null, "", `?game=${game}#${number}`);
  at = Math.max(0, sheet.places.findIndex((p) => !p.checked));
  laid();
  shown();
}

async function start() {
  all = await api.scans(game);
  document.title = `Scanned sheets: ${all.game.title}`;
  const sheets = /** @type {HTMLSelectElement} */ (byId("sheet"));
  fill(sheets, all.sheets.map((n) => el("option", { value: n }, `${all.game.title}, ${n}`)));
  sheets.disabled = !all.sheets.length;
  const wanted = Number(location.hash.slice(1));
  const first = all.sheets.includes(wanted) ? wanted : all.sheets[0];
  if (first) {
    sheets.value = String(first);
    await open(first);
  } else {
    fill(byId("work"), el("h2", {}, "No sheet was scanned"),
      el("p", {}, `Scan a counter sheet of ${all.game.title}, and have it cut into the folder of this table:`),
      el("p", {}, el("code", {}, `module-builder data scan SHEET.png ${game} --grid COLUMNSxROWS --overlay DIR`)));
  }
}

/** @param {any} fault */
function failed(fault) {
  fill(byId("work"), el("p", { class: "refused", role: "alert" }, fault.whole ?? fault.message));
}

byId("undo").addEventListener("click", undo);
byId("sheet").addEventListener("change", (event) => open(Number(/** @type {HTMLSelectElement} */ (event.target).value)).catch(failed));
document.addEventListener("keydown", pressed);
start().catch(failed).finally(() => (document.body.dataset.ready = "true"));
