/** The other side of a counter by the pictures of its layers; and what their saves do not tell at all. */

/** @import { AdaptItem, AdaptLayer, AdaptRoom } from "./types.js" */

import * as api from "./api.js";
import { button, el, fill } from "./dom.js";

export class Layers {
  /** @param {AdaptRoom} room */
  constructor(room) {
    this.room = room;
  }

  /** @param {HTMLElement} work */
  show(work) {
    const { layers, turned, game } = this.room.matching;
    const [turning, others] = [layers.filter((l) => l.turns), layers.filter((l) => !l.turns)];
    fill(work,
      el("h2", {}, "Other sides"),
      el("p", { class: "quiet" }, turning.length || turned.length ? "What shows that a counter is turned over, and what each picture of it means." : `No layer looks like the other side of a counter: without one, every unit is read as ${game.statuses[0]}.`),
      turning.map((l) => this.layer(l)),
      turned.length ? el("details", { open: !turning.length }, el("summary", {}, `${turned.length} pieces are replaced by their other side`), el("div", { class: "said-list" }, turned.map((t) => el("div", { class: "said-row" },
        t.art ? el("img", { src: api.adaptPicture("face", { key: t.piece }), alt: `front of ${t.title}`, loading: "lazy" }) : el("span", { class: "nothing" }, "?"),
        t.image ? el("img", { src: api.adaptPicture("picture", { name: t.image }), alt: `what it is replaced by`, loading: "lazy" }) : el("span", { class: "nothing" }, "?"),
        el("span", {}, t.title, el("br"), el("small", {}, `${t.status}: ${t.name}`)))))) : null,
      others.length ? el("details", { open: !turning.length && !turned.length }, el("summary", {}, `${others.length} layers that say nothing of a unit`), others.map((l) => this.layer(l))) : null);
  }

  /** @param {AdaptLayer} layer */
  layer(layer) {
    const { statuses } = this.room.matching.game;
    const word = (/** @type {number} */ i) => layer.words[i] ?? statuses[Math.min(i + (layer.images.length === 1 ? 1 : 0), statuses.length - 1)];
    const choice = (/** @type {string} */ now, /** @type {string} */ label) => {
      const select = el("select", { "aria-label": label }, statuses.map((s) => el("option", { value: s }, s)));
      select.value = now;
      return select;
    };
    const levels = layer.images.map((image, i) => ({ image, i, select: choice(word(i), `Picture ${i + 1} of ${layer.layer} means`) }));
    const off = choice(layer.off, `While ${layer.layer} does not show`);
    const send = () => this.room.change("turn", { layer: layer.layer, words: levels.map((l) => l.select.value), off: off.value });
    if (layer.turns) for (const select of [...levels.map((l) => l.select), off]) select.addEventListener("change", send);
    return el("section", { class: "layer-box", data: { layer: layer.layer } },
      el("h3", {}, `${layer.layer}, on ${layer.units} units`),
      el("div", { class: "levels" },
        levels.map(({ image, i, select }) => el("label", {},
          el("span", { class: "shown" }, image.art ? el("img", { src: api.adaptPicture("picture", { name: image.name }), alt: `picture ${i + 1} of ${layer.layer}`, loading: "lazy" }) : image.name || "nothing"),
          layer.names[i] || null, select)),
        el("label", {}, el("span", { class: "shown" }, "it does not show"), off)),
      layer.turns ? button("It says nothing of the unit", () => this.room.change("turn", { layer: layer.layer, words: [], off: off.value })) : button("It turns the counter over", send));
  }

  // --- what is not told ------------------------------------------------------------------------------------------

  /** @param {HTMLElement} work */
  untold(work) {
    const { items, module } = this.room.matching;
    fill(work,
      el("h2", {}, "What their saves do not tell"),
      el("p", { class: "quiet" }, `A save of ${module.name || "this module"} holds where pieces stand, and none of this. A ruling that needs it asks, or assumes what you choose here, and says so.`),
      el("table", { class: "places" }, el("tbody", {}, items.map((item) => this.item(item)))));
  }

  /** @param {AdaptItem} item */
  item(item) {
    const words = (/** @type {any} */ value) => (value === true ? "yes" : value === false ? "no" : String(value));
    const select = el("select", { "aria-label": item.title, data: { item: item.item } }, el("option", { value: "" }, "ask"), item.values.map((v, i) => el("option", { value: String(i + 1) }, `assume: ${words(v)}`)));
    select.value = item.now === null ? "" : String(item.values.indexOf(item.now) + 1);
    select.addEventListener("change", () => this.room.change("assume", { item: item.item, value: select.value ? item.values[Number(select.value) - 1] : null }));
    return el("tr", {}, el("th", { scope: "row" }, item.title), el("td", {}, item.of ? `of every ${item.of}` : ""), el("td", {}, select));
  }
}
