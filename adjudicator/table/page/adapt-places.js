/** Places: names matched, what is left first; grids laid on our hexes by three that somebody knows. */

/** @import { AdaptGrid, AdaptMap, AdaptPlace, AdaptRoom } from "./types.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";
import { Viewer } from "./viewer.js";

const LETTERS = 0.35; // of a screen pixel a pixel of their map, from which on names are written
const NEEDED = 3; // hexes that fix a grid

export class Places {
  /** @param {AdaptRoom} room */
  constructor(room) {
    this.room = room;
    /** @type {AdaptMap[]} */ this.maps = [];
    /** @type {AdaptMap|null} */ this.map = null;
    /** @type {ImageBitmap|null} */ this.picture = null;
    /** @type {Viewer|null} */ this.viewer = null;
    /** @type {HTMLInputElement|null} the field that a click on the map fills */ this.wanted = null;
    /** @type {[number, number]|null} where was clicked last */ this.clicked = null;
    this.place = "";
    this.waiting = 0;
    /** @type {number[][]} where a name stands already */ this.written = [];
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.tiles = el("div");
    this.holder = el("div", { id: "their-map", role: "group", "aria-label": "Their map: a click names a place" }, this.tiles, this.canvas);
    this.here = el("p", { class: "quiet", role: "status", id: "map-here" });
  }

  /** Another module was opened. */
  begin() {
    this.maps = [];
    this.map = null;
    this.picture = null;
    this.clicked = null;
  }

  /** @param {HTMLElement} work */
  show(work) {
    const { places, grids } = this.room.matching;
    this.wanted = null;
    const open = places.filter((p) => !p.space && !p.said);
    const guesses = places.filter((p) => p.space && !p.said && p.confidence < 1);
    const certain = places.filter((p) => p.said || p.confidence >= 1);
    const fold = (/** @type {string} */ title, /** @type {AdaptPlace[]} */ own, opened = false) =>
      own.length ? el("details", { open: opened }, el("summary", {}, `${own.length} ${title}`), this.table(own)) : null;
    fill(work,
      el("h2", {}, "Places"),
      places.length ? el("p", { class: "quiet" }, `${places.filter((p) => p.space).length} of ${places.length} names of theirs are a place here. Click a place on their map to find its name in the list.`) : null,
      grids.map((g) => this.grid(g)),
      this.holder,
      this.here,
      fold("names unmatched", open, true), fold("guesses, the least sure first", [...guesses].sort((a, b) => a.confidence - b.confidence), !open.length), fold("certain, or as you said", certain),
      el("datalist", { id: "our-spaces" }, this.room.names.spaces.map((s) => el("option", { value: s.name }))),
      el("datalist", { id: "landmarks" }, this.room.names.landmarks.map((name) => el("option", { value: name }))));
    this.laid();
  }

  // --- grids ----------------------------------------------------------------------------------------------

  /** @param {AdaptGrid} grid */
  grid(grid) {
    const agree = grid.laid && grid.tried ? `; ${grid.agree} of ${grid.tried} units of their set-up start where they start here` : "";
    const rows = [...grid.known, ...Array.from({ length: Math.max(0, NEEDED - grid.known.length) }, () => ({ theirs: "", ours: "", title: "" }))];
    const box = el("form", { class: "layer-box grid-box", data: { grid: grid.name }, "aria-label": `Grid ${grid.name}` },
      el("h3", {}, `Grid ${grid.name}`),
      el("p", { class: grid.laid ? "state known" : "state" }, `${grid.why}${agree}`),
      el("div", { class: "hexes" }, rows.map((r, i) => this.pair(r, i, grid)).flat()),
      el("div", { class: "row" }, button("One more hex", () => this.more(box, grid), { class: "quiet" }), el("button", { type: "submit" }, grid.laid ? "Lay it anew" : "Lay it")));
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      this.lay(box, grid);
    });
    return box;
  }

  /** @param {{theirs: string, ours: string, title: string}} row @param {number} i @param {AdaptGrid} grid */
  pair(row, i, grid) {
    const theirs = el("input", { type: "text", class: "their-hex", value: row.theirs, placeholder: grid.example, "aria-label": `Hex ${i + 1} as their map numbers it`, autocomplete: "off", on: { focus: () => this.want(theirs, grid) } });
    const ours = el("input", { type: "text", class: "our-hex", value: row.title || row.ours, list: "landmarks", "aria-label": `The same place here, ${i + 1}`, autocomplete: "off", data: { id: row.ours, title: row.title } });
    return [theirs, el("span", { class: "arrow", "aria-hidden": "true" }, "is"), ours, button("map", () => this.want(theirs, grid), { class: "quiet", title: "a click on their map", "aria-label": `Click hex ${i + 1} on their map` })];
  }

  /** @param {HTMLElement} box @param {AdaptGrid} grid */
  more(box, grid) {
    const rows = box.querySelectorAll(".their-hex").length;
    box.querySelector(".hexes")?.append(...this.pair({ theirs: "", ours: "", title: "" }, rows, grid));
  }

  /** The next click on the map goes into this field. @param {HTMLInputElement} field @param {AdaptGrid} grid */
  want(field, grid) {
    this.wanted = field;
    const map = this.maps.find((m) => m.name === grid.map);
    if (map && map !== this.map) this.open(map);
    this.tell("Click the hex on their map, or type its number.");
  }

  /** @param {HTMLElement} box @param {AdaptGrid} grid */
  async lay(box, grid) {
    const [theirs, ours] = [".their-hex", ".our-hex"].map((name) => [.../** @type {NodeListOf<HTMLInputElement>} */ (box.querySelectorAll(name))]);
    const typed = theirs.map((t, i) => /** @type {[string, string]} */ ([t.value.trim(), ours[i].value.trim() === ours[i].dataset.title ? ours[i].dataset.id ?? "" : ours[i].value.trim()]));
    const known = Object.fromEntries(typed.filter(([t, o]) => t && o));
    this.tell("Laying their grid on these hexes, and looking at the set-up again…");
    if (!(await this.room.change("lay", { grid: grid.name, known }))) return void this.tell("");
    this.maps = [];
    const now = this.room.matching.grids.find((g) => g.name === grid.name);
    this.tell(now ? `${now.agree} of ${now.tried} units of their set-up start where they start here; names here stand on their map.` : "");
    await this.laid();
  }

  // --- names --------------------------------------------------------------------------------------------------

  /** @param {AdaptPlace[]} places */
  table(places) {
    return el("table", { class: "places" }, el("tbody", {}, places.map((p) => {
      const input = el("input", { type: "text", value: p.title, list: "our-spaces", "aria-label": `${p.name} is here`, autocomplete: "off", data: { place: p.name } });
      input.addEventListener("focus", () => this.mark(p.name));
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.name(p, input);
      });
      return el("tr", {}, el("th", { scope: "row" }, p.name), el("td", {}, input), el("td", { class: "why" }, p.why));
    })));
  }

  /** @param {AdaptPlace} place @param {HTMLInputElement} input */
  async name(place, input) {
    const inputs = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".places input"))];
    const next = inputs()[inputs().indexOf(input) + 1]?.dataset.place;
    const space = input.value.trim();
    const scroll = byId("work").scrollTop;
    if (!(await this.room.change("place", { name: place.name, space }))) return;
    say(`${place.name}: ${space || "none of ours"}`);
    byId("work").scrollTop = scroll;
    const field = inputs().find((i) => i.dataset.place === next);
    const box = field?.closest("details");
    if (box) box.open = true;
    field?.focus();
  }

  // --- their map ----------------------------------------------------------------------------------------------

  /** @param {string} words */
  tell(words) {
    this.here.textContent = words;
  }

  async laid() {
    if (!this.maps.length) this.maps = (await this.room.doing(() => api.adaptMaps())) ?? [];
    this.holder.hidden = !this.maps.length;
    if (!this.maps.length || !this.holder.isConnected) return;
    this.viewer ??= new Viewer(this.tiles, {
      moved: () => this.draw(), pressed: (x, y) => this.pressed(x, y), dragStarted: () => false, dragged: () => undefined, dropped: () => undefined, late: () => undefined,
    });
    const map = this.maps.find((m) => m.name === this.map?.name) ?? this.maps[0];
    if (map === this.map) this.draw();
    else await this.open(map);
  }

  /** @param {AdaptMap} map */
  async open(map) {
    const other = map.name !== this.map?.name;
    this.map = map;
    await this.viewer?.open(map, null);
    if (other) this.picture = null;
    this.draw();
    if (!this.picture) this.picture = await this.drawn(map);
    this.draw();
  }

  /** @param {AdaptMap} map @returns {Promise<ImageBitmap|null>} */
  async drawn(map) {
    if (!map.art) return null;
    try {
      return await createImageBitmap(await api.file(api.adaptPicture("map", { window: map.name })));
    } catch (fault) {
      if (fault instanceof api.Refusal) this.tell(fault.whole);
      return null;
    }
  }

  /** @param {number} x @param {number} y */
  async pressed(x, y) {
    if (!this.map) return;
    this.clicked = [x, y];
    const { name } = this.map;
    const found = await this.room.doing(() => api.adaptAt(name, x, y));
    this.draw();
    if (!found) return;
    const field = this.wanted;
    if (field && found.grid) {
      field.value = found.name;
      const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (field.form?.querySelectorAll("input") ?? [])];
      fields[fields.indexOf(field) + 1]?.focus();
      this.tell(`Their hex ${found.name}. Which place is it here?`);
      return;
    }
    const input = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".places input"))].find((i) => i.dataset.place === found.name);
    const box = input?.closest("details");
    if (box) box.open = true;
    input?.focus();
    this.tell(found.name || "nothing has a name there");
  }

  /** Show where a place of theirs lies. @param {string} name */
  mark(name) {
    this.place = name;
    const own = this.map?.places.find((p) => p.name === name);
    if (own) this.viewer?.show(own.outline[0], own.outline[1]);
    this.draw();
  }

  draw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.viewer && this.map && this.canvas.isConnected) this.paint(this.viewer, this.map);
    });
  }

  /** @param {Viewer} viewer @param {AdaptMap} map */
  paint(viewer, map) {
    const [sight, ratio] = [viewer.sight(), devicePixelRatio || 1];
    const { canvas } = this;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    canvas.width = sight.width * ratio;
    canvas.height = sight.height * ratio;
    pen.setTransform(sight.scale * ratio, 0, 0, sight.scale * ratio, sight.dx * ratio, sight.dy * ratio);
    const colours = getComputedStyle(document.documentElement);
    const [open, known, ink] = ["--wait", "--accent", "--ink"].map((name) => colours.getPropertyValue(name));
    pen.strokeStyle = known;
    pen.lineWidth = 2 / sight.scale;
    pen.strokeRect(0, 0, map.width, map.height);
    if (this.picture) pen.drawImage(this.picture, 0, 0, map.width, map.height);
    this.written = [];
    const said = new Map(this.room.matching.places.map((p) => [p.name, p]));
    for (const { name, outline } of map.places) {
      const place = said.get(name);
      pen.strokeStyle = name === this.place ? ink : place?.space ? known : open;
      pen.lineWidth = (name === this.place ? 5 : 2) / sight.scale;
      pen.setLineDash(place?.space ? [] : [8 / sight.scale, 5 / sight.scale]);
      pen.beginPath();
      for (let i = 0; i < outline.length; i += 2) pen.lineTo(outline[i], outline[i + 1]);
      pen.closePath();
      pen.stroke();
      if (place?.title && sight.scale > LETTERS) this.letter(pen, place.title, middle(outline), sight.scale);
    }
    pen.setLineDash([]);
    for (const { name, x, y } of map.landmarks) {
      pen.fillStyle = known;
      pen.beginPath();
      pen.arc(x, y, 5 / sight.scale, 0, 2 * Math.PI);
      pen.fill();
      this.letter(pen, name, [x, y + 12 / sight.scale], sight.scale);
    }
    if (this.clicked) pen.strokeRect(this.clicked[0] - 8 / sight.scale, this.clicked[1] - 8 / sight.scale, 16 / sight.scale, 16 / sight.scale);
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} text @param {[number, number]} at @param {number} scale */
  letter(pen, text, at, scale) {
    pen.font = `600 ${12 / scale}px system-ui, sans-serif`;
    pen.textAlign = "center";
    const half = pen.measureText(text).width / 2;
    const lies = [at[0] - half, at[1] - 12 / scale, at[0] + half, at[1] + 4 / scale];
    if (this.written.some((w) => w[0] < lies[2] && lies[0] < w[2] && w[1] < lies[3] && lies[1] < w[3])) return; // closer there is room
    this.written.push(lies);
    pen.lineWidth = 4 / scale;
    pen.strokeStyle = "#fff";
    pen.strokeText(text, ...at);
    pen.fillStyle = "#1d211e";
    pen.fillText(text, ...at);
  }
}

/** @param {number[]} outline @returns {[number, number]} */
function middle(outline) {
  const of = (/** @type {number} */ k) => outline.filter((_, i) => i % 2 === k);
  const [xs, ys] = [of(0), of(1)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
