/** Pieces one by one: theirs as it looks, beside it our counters that it may be, the best guess first. */

/** @import { AdaptPiece, AdaptRoom, AdaptRow } from "./types.js" */

import * as api from "./api.js";
import { button, byId, el, fill, isTyping, say } from "./dom.js";

const LISTED = 300; // rows of the list that are shown at once
const FOUND = 12; // units that a search offers

/** Words without accents, case and signs. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

export class Pieces {
  /** @param {AdaptRoom} room */
  constructor(room) {
    this.room = room;
    this.key = "";
    /** @type {AdaptPiece|null} */ this.piece = null;
    this.latest = new api.Latest("piece");
    /** @type {Set<string>} parts that are unfolded */ this.unfolded = new Set();
    /** @type {Promise<boolean>} */ this.saying = Promise.resolve(true);
  }

  /** A module was opened: the first that is left comes first. */
  begin() {
    this.key = "";
    this.piece = null;
  }

  /** @param {string} key @returns {AdaptRow|undefined} */
  row(key) {
    return this.room.matching.rows.find((r) => r.piece === key);
  }

  // --- the list ----------------------------------------------------------------------------------------

  /** What is left, the doubtful first. */
  list() {
    const { waiting, rows } = this.room.matching;
    const by = new Map(rows.map((r) => [r.piece, r]));
    const shown = waiting.slice(0, LISTED).map((key) => {
      const row = /** @type {AdaptRow} */ (by.get(key));
      const told = row.title ? `${row.title}, ${Math.round(100 * row.confidence)}%` : row.why;
      return el("li", {}, button([el("span", {}, row.name), el("small", {}, told)], () => this.open(key), { "aria-current": key === this.key ? "true" : null, data: { piece: key } }));
    });
    const more = waiting.length - shown.length;
    return more > 0 ? [...shown, el("li", { class: "quiet" }, `and ${more} more`)] : shown;
  }

  // --- what lies before the player -------------------------------------------------------------------------

  /** @param {HTMLElement} work */
  show(work) {
    const { waiting } = this.room.matching;
    if (!this.row(this.key)) this.key = "";
    if (this.key && !this.piece) return; // an answer is under way, and the next piece comes
    if (!this.key && waiting.length) return void this.open(waiting[0]);
    fill(work, this.key && this.piece ? this.card(this.piece) : this.done(), this.folded());
  }

  done() {
    const { found, units } = this.room.matching;
    return [el("h2", {}, "Nothing is left to look at"),
      el("p", { class: "quiet" }, `${found} of ${units} units are a piece of theirs. Places and other sides may still be open; what could not be matched stays below.`)];
  }

  /** @param {string} key */
  async open(key) {
    this.key = key;
    const piece = await this.latest.run(() => api.adaptPiece(key)).catch((fault) => {
      if (!(fault instanceof api.Refusal)) throw fault;
      byId("refused").textContent = fault.whole;
      return undefined;
    });
    if (!piece) return;
    this.piece = piece;
    if (this.room.part !== "pieces") return; // meanwhile somebody has turned to something else
    for (const shown of document.querySelectorAll("#left-list button")) {
      const now = /** @type {HTMLElement} */ (shown).dataset.piece === key;
      shown.toggleAttribute("aria-current", now);
      if (now) shown.setAttribute("aria-current", "true"), shown.scrollIntoView({ block: "nearest" });
    }
    const typing = isTyping(document.activeElement);
    const work = byId("work");
    fill(work, this.card(piece), this.folded());
    work.scrollTop = 0;
    if (!typing || !document.activeElement?.isConnected) work.focus();
    const first = piece.offers[0];
    say(`${piece.name}: ${first ? `${first.title}, ${first.why}` : "no guess"}`);
  }

  /** @param {AdaptPiece} piece */
  card(piece) {
    const { waiting, game } = this.room.matching;
    const row = this.row(piece.piece);
    const at = waiting.indexOf(piece.piece);
    const where = at >= 0 ? `${at + 1} of ${waiting.length} to look at` : row?.said ? "as you said" : row?.state === "other" ? "taken for a marker" : "certain";
    const status = el("select", { id: "side" }, el("option", { value: "" }, "as its layers say"), game.statuses.map((s) => el("option", { value: s }, s)));
    status.value = piece.status;
    return [
      el("h2", {}, where),
      el("p", { class: "why" }, row?.units.length ? "" : piece.why),
      el("div", { class: "pair" },
        el("article", { class: "theirs", "aria-label": "Their piece", data: { piece: piece.piece } },
          el("div", { class: "shown" }, row?.art ? el("img", { src: api.adaptPicture("face", { key: piece.piece }), alt: `their ${piece.name}` }) : el("span", { class: "quiet" }, "no picture in the file")),
          el("h3", {}, piece.name),
          el("dl", {}, piece.texts.map((t) => [el("dt", {}, t.label), el("dd", {}, t.text)]).flat())),
        el("div", { class: "offers" },
          piece.offers.map((o, i) => this.offer(o, i)),
          piece.offers.length ? null : el("p", { class: "quiet" }, "No unit here is like it."),
          el("div", { class: "other" }, this.searchBox(),
            button([el("kbd", {}, "-"), "None of ours"], () => this.say([]), { id: "none" }),
            el("label", {}, el("span", {}, "Its side"), status)),
          el("p", { class: "keys" }, el("kbd", {}, "Enter"), " the first, ", el("kbd", {}, "2"), " the second ..., ", el("kbd", {}, "/"), " another unit, ", el("kbd", {}, "-"), " none of ours, ", el("kbd", {}, "↓"), el("kbd", {}, "↑"), " leave it, ", el("kbd", {}, "Ctrl Z"), " back"))),
    ];
  }

  /** @param {import("./types.js").AdaptOffer} offer @param {number} i */
  offer(offer, i) {
    const { game } = this.room.matching;
    const sure = offer.confidence ? ` (${Math.round(100 * offer.confidence)}%)` : "";
    return button([el("kbd", {}, String(i + 1)),
      el("img", { src: api.adaptOurs(game.slug, offer.units[0]), alt: "", width: 72, height: 72 }),
      el("span", {}, el("strong", {}, offer.title), el("small", {}, `${offer.why}${sure}${offer.taken ? `; so far ${offer.taken}` : ""}`))],
      () => this.say(offer.units), { class: "offer", data: { unit: offer.units[0] } });
  }

  // --- another unit ------------------------------------------------------------------------------------------

  searchBox() {
    const list = el("ul", { id: "units-found", role: "listbox", "aria-label": "Units found", hidden: true });
    const input = el("input", {
      id: "unit-search", type: "search", role: "combobox", "aria-controls": "units-found", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false", placeholder: "( / )",
    });
    let at = 0;
    const found = () => {
      const words = plain(input.value).split(/\s+/).filter(Boolean);
      return words.length ? this.room.names.units.filter((u) => words.every((w) => plain(`${u.title} ${u.id}`).includes(w))).slice(0, FOUND) : [];
    };
    const mark = () => {
      list.hidden = !list.children.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
      [...list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === at)));
      if (list.hidden) input.removeAttribute("aria-activedescendant");
      else input.setAttribute("aria-activedescendant", `unit-found-${at}`);
    };
    input.addEventListener("input", () => {
      at = 0;
      fill(list, found().map((u, i) => el("li", { role: "option", id: `unit-found-${i}`, "aria-selected": "false", on: { pointerup: () => this.say([u.id]) } }, u.title)));
      mark();
    });
    input.addEventListener("keydown", (event) => {
      const units = found();
      if (event.key === "Escape") {
        input.value = "";
        fill(list);
        mark();
        byId("work").focus();
      } else if (event.key === "Enter" && units[at]) this.say([units[at].id]);
      else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && units.length) {
        at = (at + (event.key === "ArrowDown" ? 1 : -1) + units.length) % units.length;
        mark();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return el("div", { class: "search" }, el("label", {}, el("span", {}, "Another unit"), input), list);
  }

  // --- saying --------------------------------------------------------------------------------------------------

  /** Say what the piece is, and go on. @param {string[]} units */
  async say(units) {
    await this.saying; // one answer after another, however fast the keys come
    const { key, piece } = this;
    if (!piece || piece.piece !== key) return;
    const chosen = /** @type {HTMLSelectElement|null} */ (document.getElementById("side"));
    const status = chosen?.value ?? "";
    const before = this.room.matching.waiting;
    const at = before.indexOf(key);
    this.piece = null;
    this.saying = this.room.change("say", { key, units, status });
    const taken = await this.saying;
    if (!taken) return void (this.piece = piece);
    const left = this.room.matching.waiting;
    const next = at < 0 ? key : [...before.slice(at + 1), ...before.slice(0, at)].find((k) => left.includes(k)) ?? left[0] ?? "";
    if (next) await this.open(next);
    else this.end();
  }

  /** Nothing is left. */
  end() {
    this.key = "";
    if (this.room.part !== "pieces") return;
    this.show(byId("work"));
    byId("work").focus();
  }

  /** Leave it, and look at another one. @param {number} by */
  step(by) {
    const { waiting } = this.room.matching;
    if (waiting.length) this.open(waiting[(waiting.indexOf(this.key) + by + waiting.length) % waiting.length]);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const own = event.target instanceof HTMLElement && event.target.matches("button, a, summary");
    const number = Number(event.key);
    const offers = this.piece?.offers ?? [];
    if (event.key === "Enter" && !own && offers[0]) this.say(offers[0].units);
    else if (number >= 1 && offers[number - 1]) this.say(offers[number - 1].units);
    else if (event.key === "-" && this.piece) this.say([]);
    else if (event.key === "/") document.getElementById("unit-search")?.focus();
    else if (event.key === "ArrowDown" || event.key === "j") this.step(1);
    else if (event.key === "ArrowUp" || event.key === "k") this.step(-1);
    else return;
    event.preventDefault();
  }

  // --- what is folded away -----------------------------------------------------------------------------------------

  folded() {
    const { rows, without, gone, waiting } = this.room.matching;
    const open = new Set(waiting);
    const guesses = rows.filter((r) => r.state === "guess").length;
    const groups = /** @type {[string, string, AdaptRow[]][]} */ ([
      ["said", "as you said", rows.filter((r) => r.said && !open.has(r.piece))],
      ["certain", "certain", rows.filter((r) => r.state === "certain" && !r.said)],
      ["others", "taken for markers", rows.filter((r) => r.state === "other" && !r.said && !open.has(r.piece))],
    ]);
    return [
      guesses > 1 ? el("p", { class: "row" }, button(`Take all ${guesses} guesses as they stand`, () => this.accept(), { id: "accept" })) : null,
      ...groups.filter(([, , own]) => own.length).map(([id, title, own]) => this.fold(id, `${own.length} ${title}`, () => el("div", { class: "said-list" }, own.map((r) => this.saidRow(r))))),
      without.length ? this.fold("without", `${without.length} units here without a piece of theirs`, () => el("ul", {}, without.map((u) => el("li", {}, u.title)))) : null,
      gone.length ? this.fold("gone", `${gone.length} pieces of the version before that are gone`, () => el("ul", {}, gone.map((g) => el("li", {}, g)))) : null,
    ].flat();
  }

  /** @param {string} id @param {string} title @param {() => HTMLElement} inside made when it is unfolded */
  fold(id, title, inside) {
    const box = el("details", { data: { fold: id }, open: this.unfolded.has(id) }, el("summary", {}, title));
    if (box.open) box.append(inside());
    box.addEventListener("toggle", () => {
      if (box.open && box.children.length < 2) box.append(inside());
      if (box.open) this.unfolded.add(id);
      else this.unfolded.delete(id);
    });
    return box;
  }

  /** @param {AdaptRow} row */
  saidRow(row) {
    const { game } = this.room.matching;
    const lazy = { loading: "lazy", alt: "", width: 48, height: 48 };
    return button([
      row.art ? el("img", { src: api.adaptPicture("face", { key: row.piece }), ...lazy }) : el("span", { class: "nothing", "aria-hidden": "true" }, "?"),
      row.units.length ? el("img", { src: api.adaptOurs(game.slug, row.units[0]), ...lazy }) : el("span", { class: "nothing", "aria-hidden": "true" }, "–"),
      el("span", {}, row.name, el("br"), el("small", {}, row.title ? `${row.title}; ${row.why}` : row.why)),
    ], () => this.open(row.piece), { class: "said-row" });
  }

  async accept() {
    if (!(await this.room.change("accept", {}))) return;
    const { waiting } = this.room.matching;
    if (waiting.length) await this.open(waiting[0]);
    else this.end();
  }
}
