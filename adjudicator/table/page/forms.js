/** Every other question of the game, as a form made of what the question says of itself. */

/** @import { Field, Form } from "./types.js" */
/** @import { Table } from "./table.js" */

import { button, byId, el, fill } from "./dom.js";

export class Forms {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("questions"));
    this.filter = /** @type {HTMLInputElement} */ (byId("question-filter"));
    this.list = byId("question-list");
    this.filter.addEventListener("input", () => this.show());
    byId("question-close").addEventListener("click", () => this.dialog.close());
  }

  open() {
    this.filter.value = "";
    this.show();
    this.dialog.showModal();
    this.filter.focus();
  }

  show() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = this.table.forms.filter((f) => words.every((w) => `${f.verb} ${f.title} ${f.topic}`.toLowerCase().includes(w)));
    const topics = [...new Set(fits.map((f) => f.topic))];
    fill(this.list, topics.map((topic) => el("section", {}, el("h3", {}, topic),
      el("ul", { class: "plain" }, fits.filter((f) => f.topic === topic).map((f) => el("li", {},
        button([el("code", {}, f.verb), " ", f.title], () => this.fillIn(f), { class: "question", data: { verb: f.verb } })))))),
      fits.length ? null : el("p", {}, "No question has these words."));
  }

  /** @param {Form} form */
  fillIn(form) {
    const first = [...this.table.chosen][0] ?? "";
    let unitUsed = false;
    let spaceUsed = false;
    const values = form.fields.map((f) => {
      if (f.kind === "unit" && first && !unitUsed && (f.by_place || f.required)) return (unitUsed = true), this.table.piece(first)?.id ?? "";
      if (f.kind === "space" && this.table.space && !spaceUsed && !unitUsed && f.by_place) return (spaceUsed = true), this.table.space;
      return "";
    });
    const inputs = form.fields.map((f, i) => this.input(f, values[i]));
    const page = el("form", { class: "form", on: { submit: (/** @type {Event} */ e) => {
      e.preventDefault();
      this.dialog.close();
      this.table.ask({ verb: form.verb, fields: read(form.fields, inputs) });
    } } },
    el("header", { class: "row spread" }, button("‹ All questions", () => this.show(), { class: "quiet" })),
    el("h3", {}, el("code", {}, form.verb), " ", form.title),
    form.fields.map((f, i) => el("label", { class: f.kind === "flag" ? "switch" : "field" },
      f.kind === "flag" ? [inputs[i], el("span", {}, f.title)] : [el("span", {}, f.title, f.required ? el("b", {}, " *") : null), inputs[i]])),
    form.fields.length ? null : el("p", { class: "quiet" }, "Nothing more is needed."),
    el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, "Ask")));
    fill(this.list, page);
    const firstEmpty = inputs.find((i) => i.value === "" && i.type !== "checkbox");
    (firstEmpty ?? /** @type {HTMLElement|null} */ (page.querySelector("button[type=submit]")))?.focus();
  }

  /** @param {Field} field @param {string} value @returns {HTMLInputElement|HTMLSelectElement} */
  input(field, value) {
    if (field.kind === "flag") return el("input", { type: "checkbox" });
    if (field.choices.length) {
      return el("select", {}, el("option", { value: "" }, field.required ? "choose" : "any"), field.choices.map((c) => el("option", { value: c }, c)));
    }
    const list = field.kind === "unit" ? "unit-names" : field.kind === "space" ? "space-names" : null;
    return el("input", { type: field.kind === "number" ? "number" : "text", value, list, required: field.required, autocomplete: "off",
      placeholder: field.many ? "several, with spaces or commas between" : null });
  }
}

/** @param {Field[]} fields @param {(HTMLInputElement|HTMLSelectElement)[]} inputs */
function read(fields, inputs) {
  /** @type {Record<string, any>} */
  const out = {};
  fields.forEach((field, i) => {
    const input = inputs[i];
    if (field.kind === "flag") {
      if (/** @type {HTMLInputElement} */ (input).checked) out[field.name] = true;
      return;
    }
    const text = input.value.trim();
    if (!text) return;
    if (field.kind === "number") out[field.name] = Number(text);
    else if (field.many) out[field.name] = text.includes(",") ? text.split(",").map((w) => w.trim()).filter(Boolean) : text.split(/\s+/);
    else out[field.name] = text;
  });
  return out;
}

/** The names that fields offer while one types. @param {Table} table */
export function offerNames(table) {
  const units = table.pieces().filter((p) => p.kind === "unit" && !p.hidden);
  fill(byId("unit-names"), units.slice(0, 600).map((p) => el("option", { value: p.id }, p.name)));
  fill(byId("space-names"), table.ground.spaces.slice(0, 4000).filter((s) => s.name !== s.id).map((s) => el("option", { value: s.id }, s.name)));
  fill(byId("facts-said"), (table.data?.facts ?? []).slice(0, 400).map((f) => el("option", { value: `${f.item}${f.subject ? `:${f.subject}` : ""}=${f.value}` }, f.text)));
}
