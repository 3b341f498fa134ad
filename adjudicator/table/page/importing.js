/** How positions come to the table: a file dropped anywhere, a scenario, a sketch. */

/** @import { GameChoice } from "./types.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say, takesDrops } from "./dom.js";

export class Importing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("opening"));
    this.body = byId("opening-body");
    /** @type {GameChoice[]} */
    this.games = [];
    byId("open-button").addEventListener("click", () => this.open());
    byId("opening-close").addEventListener("click", () => this.dialog.close());
    const file = /** @type {HTMLInputElement} */ (byId("file"));
    file.addEventListener("change", () => file.files?.[0] && this.take(file.files[0]).then(() => (file.value = "")));
    takesDrops((file) => this.take(file), (text) => this.source(text));
  }

  async open() {
    if (!this.games.length) this.games = (await this.table.doing(() => api.games())) ?? [];
    const trees = (await this.table.doing(() => api.trees())) ?? [];
    this.show(trees);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {{tree: string, title: string, game: string}[]} trees */
  show(trees) {
    const sketch = /** @type {HTMLTextAreaElement} */ (byId("sketch"));
    fill(
      this.body,
      trees.length ? el("section", {}, el("h3", {}, "On the table"), el("ul", { class: "plain" }, trees.map((t) =>
        el("li", {}, button(t.title, () => (this.dialog.close(), this.table.openTree(t.tree)), { class: "question" }))))) : null,
      this.games.map((g) => el("section", {}, el("h3", {}, g.title),
        el("div", { class: "chips" }, g.scenarios.map((s) => button(s.title, () => this.source(s.id), { class: "chip", data: { scenario: s.id } })),
          button("a sketch to begin with", () => ((sketch.value = g.sketch), sketch.focus()), { class: "chip quiet" })))),
    );
  }

  /** @param {File} file */
  async take(file) {
    say(`Reading ${file.name}`);
    const opened = await this.table.doing(() => this.opened(file));
    if (opened) await this.enter(opened.tree);
  }

  /** A module of somebody else, and a save of one that nobody has matched, go to the room for it. @param {File} file @returns {Promise<{tree: string}|undefined>} */
  async opened(file) {
    const isModule = file.name.toLowerCase().endsWith(".vmod");
    try {
      if (!isModule) return await api.openFile(file, this.table.view);
      await api.adaptOpen(file, "");
    } catch (fault) {
      if (!(fault instanceof api.Refusal) || !fault.module) throw fault;
    }
    location.assign("adapt");
    return undefined;
  }

  /** @param {string} source */
  async source(source) {
    const opened = await this.table.doing(() => api.openText(source));
    if (opened) await this.enter(opened.tree);
  }

  /** @param {string} tree */
  async enter(tree) {
    this.dialog.close();
    await this.table.openTree(tree);
    say(`${this.table.tree?.title ?? ""}. ${this.table.data?.next.verdict ?? ""}`);
  }
}
