/** What can be given to others: a ruling as a picture or as words, a position as a save, the tree as one page. */

/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill } from "./dom.js";
import { copy } from "./ruling.js";

export class Sharing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("sharing"));
    this.as = "public";
    byId("share-button").addEventListener("click", () => this.open());
    byId("sharing-close").addEventListener("click", () => this.dialog.close());
  }

  open() {
    if (!this.table.tree) return;
    this.as = this.table.view;
    this.show();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** A file that the server makes, or its reason not to. @param {string} href @param {string} name */
  async fetch(href, name) {
    const blob = await this.table.doing(() => api.file(href));
    if (!blob) return this.dialog.close();
    const url = URL.createObjectURL(blob);
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  /** What is asked now, as an address carries it. */
  query() {
    const { question } = this.table;
    const own = question ?? { verb: this.table.form("next") ? "next" : "position" };
    const asked = api.asked(own, { ...this.table.context(), as: this.as });
    return { as: this.as, ask: JSON.stringify(asked) };
  }

  show() {
    const tree = /** @type {import("./types.js").Tree} */ (this.table.tree);
    const { nodeId } = this.table;
    const address = (/** @type {string} */ form) => api.shareAddress(tree.tree, nodeId, { form, ...this.query() });
    const who = el("select", { id: "share-as", on: { change: (/** @type {any} */ e) => ((this.as = e.target.value), this.show()) } },
      this.table.views().map((v) => el("option", { value: v.id, selected: v.id === this.as }, v.title)));
    who.value = this.as;
    const out = el("textarea", { rows: 8, readonly: true, id: "shared-text", "aria-label": "what is shared" });
    const words = (/** @type {string} */ form) => async () => {
      const text = await this.table.doing(() => api.sharedText(tree.tree, nodeId, { form, ...this.query() }));
      if (text === undefined) return;
      out.value = text;
      out.hidden = false;
      out.select();
      copy(text);
    };
    const link = (/** @type {string} */ title, /** @type {string} */ href, /** @type {string} */ name) =>
      el("a", { class: "button", href, download: name, data: { share: name }, on: { click: (/** @type {Event} */ e) => (e.preventDefault(), this.fetch(href, name)) } }, title);
    out.hidden = true;
    fill(
      byId("sharing-body"),
      el("label", { class: "field" }, el("span", {}, "What this viewpoint may see, and no more"), who),
      el("h3", {}, this.table.question ? "This ruling" : "Where play stands"),
      el("div", { class: "chips" }, button("Markdown", words("md"), { class: "chip" }), button("BBCode", words("bbcode"), { class: "chip" }), button("HTML", words("html"), { class: "chip" }),
        link("Picture PNG", address("png"), "ruling.png"), link("Picture SVG", address("svg"), "ruling.svg")),
      out,
      el("h3", {}, "This position"),
      el("div", { class: "chips" }, link("Saved game for VASSAL", api.saveAddress(tree.tree, nodeId, this.as), "position.vsav")),
      el("h3", {}, "The whole tree"),
      el("div", { class: "chips" }, link("One page that works alone", api.treeAddress(tree.tree, this.as, "page.html"), "tree.html"), link("File to open here again", api.treeAddress(tree.tree, this.as, "tree.json"), "tree.json")),
    );
  }
}
