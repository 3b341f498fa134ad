/** The tree of positions, or the line of time of a log. */

/** @import { TreeNode } from "./types.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";

const SIGNS = /** @type {Record<string, string>} */ ({ legal: "✓", illegal: "✗", chance: "⚄", bookkeeping: "·", unexplained: "?", correction: "✎" });
const WINDOW = 240; // steps of a long log that are on the page at once

export class Positions {
  /** @param {Table} table @param {{save: () => void}} told */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.element = byId("positions");
    this.line = byId("line");
    this.judging = new AbortController();
    this.hideBooks = false;
    this.line.addEventListener("keydown", (e) => this.key(e));
    table.on("nodes", () => this.soon());
    table.on("tree", () => (this.judging.abort(), this.soon()));
  }

  soon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.show();
    });
  }

  show() {
    const { tree } = this.table;
    if (!tree) return;
    this.tools();
    const had = this.line.contains(document.activeElement);
    const rows = this.rows();
    fill(this.line, rows.map((row, i) => this.row(row, i)));
    const now = this.line.querySelector("[aria-current=true]");
    if (now instanceof HTMLElement) {
      now.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (had) now.focus({ preventScroll: true });
    }
  }

  /**
   * The main line of each branch in a row, branches below; a node with one child goes on in its row.
   * @returns {TreeNode[][]}
   */
  rows() {
    const tree = /** @type {import("./types.js").Tree} */ (this.table.tree);
    /** @type {Map<string, TreeNode[]>} */
    const below = new Map();
    for (const n of tree.nodes) if (n.parent) below.set(n.parent, [...(below.get(n.parent) ?? []), n]);
    /** @type {TreeNode[][]} */
    const rows = [];
    const heads = [tree.nodes[0]];
    while (heads.length) {
      let node = /** @type {TreeNode|undefined} */ (heads.shift());
      const row = [];
      const branches = [];
      while (node) {
        row.push(node);
        const children = below.get(node.id) ?? [];
        branches.unshift(...children.slice(1));
        node = children[0];
      }
      rows.push(row);
      heads.unshift(...branches);
    }
    return rows;
  }

  /** @param {TreeNode[]} row @param {number} nth */
  row(row, nth) {
    const shown = this.hideBooks ? row.filter((n) => n.verdict !== "bookkeeping" || n.id === this.table.nodeId || n.kind === "start") : row;
    const at = Math.max(0, shown.findIndex((n) => n.id === this.table.nodeId));
    const from = Math.max(0, at - WINDOW / 2);
    const part = shown.slice(from, from + WINDOW);
    return el("ol", { class: nth ? "branch" : "main", "aria-label": nth ? `branch ${nth}` : "main line" },
      from ? el("li", { class: "quiet" }, `${from} before`) : null,
      part.map((n) => this.entry(n)),
      shown.length > from + WINDOW ? el("li", { class: "quiet" }, `${shown.length - from - WINDOW} more`) : null);
  }

  /** @param {TreeNode} node */
  entry(node) {
    const now = node.id === this.table.nodeId;
    const sign = SIGNS[node.verdict];
    const dice = node.dice ? el("span", { class: "dice-told", title: node.dice_by }, ` ⚄${node.dice}`) : null;
    const words = node.name || node.text || node.kind;
    const title = [node.name, node.verdict, node.text, node.dice ? `dice ${node.dice} ${node.dice_by}${node.seed !== null && node.seed !== undefined ? `, seed ${node.seed}` : ""}` : "", node.moment, node.note].filter(Boolean).join(" · ");
    return el("li", {}, button([
      sign ? el("span", { class: "sign", "aria-hidden": "true" }, sign) : null,
      node.name ? el("b", {}, words) : el("span", {}, words), dice,
    ], () => this.table.go(node.id), {
      class: `node verdict-${node.verdict || node.kind}`, title, tabindex: now ? 0 : -1, "aria-current": now ? "true" : null, "aria-label": title, data: { node: node.id },
    }));
  }

  tools() {
    const node = this.table.find(this.table.nodeId);
    const tree = /** @type {import("./types.js").Tree} */ (this.table.tree);
    const judged = tree.nodes.some((n) => n.kind === "step" && n.verdict);
    fill(byId("position-tools"),
      button("◀", () => this.back(), { "aria-label": "back", title: "back (←)", id: "back" }),
      button("▶", () => this.forward(), { "aria-label": "forward", title: "forward (→)", id: "forward" }),
      tree.log ? [
        button("Next illegal", () => this.find(["illegal", "unexplained"]), { id: "next-illegal", title: "key i" }),
        button("Next chance", () => this.find(["chance"]), { title: "key d" }),
        button("Next turn", () => this.nextTurn(), { title: "key t" }),
        judged ? null : button("Judge every step", () => this.judge(), { id: "judge" }),
        el("label", { class: "switch" }, el("input", { type: "checkbox", checked: this.hideBooks, on: { change: () => ((this.hideBooks = !this.hideBooks), this.show()) } }), el("span", {}, "hide bookkeeping")),
      ] : null,
      node ? button(node.name ? "Rename" : "Name it", () => this.rename(node), { class: "quiet", id: "name-node" }) : null,
      node?.parent ? button("Delete", () => this.remove(node), { class: "quiet" }) : null,
      button("Save…", () => this.told.save(), { class: "quiet", id: "save-node" }),
      node?.note ? el("span", { class: "note" }, node.note) : null);
  }

  // --- going --------------------------------------------------------------------------------------------

  back() {
    const parent = this.table.find(this.table.nodeId)?.parent;
    if (!parent) return say("This is the start.");
    return this.table.go(parent).then(() => this.tell());
  }

  forward() {
    const next = this.table.next();
    if (!next) return say("Nothing comes after this.");
    return this.table.go(next.id).then(() => this.tell());
  }

  /** Another branch from the same position. @param {number} by */
  sideways(by) {
    const node = this.table.find(this.table.nodeId);
    const all = node?.parent ? this.table.below(node.parent) : [];
    if (!node || all.length < 2) return say("There is no other branch here.");
    const at = all.findIndex((n) => n.id === node.id);
    return this.table.go(all[(at + by + all.length) % all.length].id).then(() => this.tell());
  }

  tell() {
    const node = this.table.find(this.table.nodeId);
    if (node) say([node.verdict, node.name, node.text, [node.why].flat().join(". "), node.moment].filter(Boolean).join(". "));
  }

  /** The next step with one of these verdicts; of a log that is not judged yet, it is judged as far as needed. @param {string[]} verdicts */
  async find(verdicts) {
    const seek = () => {
      let node = this.table.next();
      while (node) {
        if (verdicts.includes(node.verdict)) return node;
        node = this.table.below(node.id)[0];
      }
      return undefined;
    };
    let found = seek();
    if (!found && this.table.tree?.nodes.some((n) => n.kind === "step" && !n.verdict)) {
      await this.judge(() => Boolean((found = seek())));
      found ??= seek();
    }
    if (!found) return say(`No ${verdicts.join(" or ")} step comes after this.`);
    await this.table.go(found.id);
    this.tell();
  }

  async nextTurn() {
    const now = this.table.find(this.table.nodeId)?.moment ?? "";
    let node = this.table.next();
    while (node && (!node.moment || node.moment === now)) node = this.table.below(node.id)[0];
    if (!node) return say("No other moment comes after this.");
    await this.table.go(node.id);
    this.tell();
  }

  /** @param {() => boolean} [enough] */
  async judge(enough) {
    const { tree, nodeId } = this.table;
    if (!tree) return;
    this.judging.abort();
    const mine = (this.judging = new AbortController());
    const meter = byId("judged");
    let n = 0;
    meter.hidden = false;
    await this.table.doing(async () => {
      try {
        await api.judge(tree.tree, nodeId, (node) => {
          n += 1;
          meter.textContent = `judged ${n} steps`;
          this.table.keep(node);
          if (enough?.()) mine.abort();
        }, mine.signal);
      } catch (fault) {
        if (!(fault instanceof DOMException)) throw fault;
      }
    });
    meter.hidden = true;
  }

  // --- names ----------------------------------------------------------------------------------------------

  /** @param {TreeNode} node */
  rename(node) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("naming"));
    const name = el("input", { type: "text", value: node.name, maxlength: 200, id: "node-name" });
    const note = el("textarea", { rows: 4, value: node.note, maxlength: 10000 });
    const form = el("form", { method: "dialog", on: { submit: async (/** @type {Event} */ e) => {
      e.preventDefault();
      dialog.close();
      const tree = /** @type {import("./types.js").Tree} */ (this.table.tree);
      const done = await this.table.doing(() => api.rename(tree.tree, node.id, { name: name.value, note: note.value }));
      if (done) this.table.keep(done);
    } } },
    el("h2", { id: "naming-title" }, "Name this position"), el("label", { class: "field" }, el("span", {}, "Name"), name),
    el("label", { class: "field" }, el("span", {}, "Note"), note),
    el("div", { class: "row" }, el("button", { class: "primary", type: "submit" }, "Keep"), button("Cancel", () => dialog.close(), { class: "quiet" })));
    fill(dialog, form);
    dialog.showModal();
  }

  /** @param {TreeNode} node */
  async remove(node) {
    const tree = /** @type {import("./types.js").Tree} */ (this.table.tree);
    const gone = await this.table.doing(() => api.remove(tree.tree, node.id));
    if (!gone) return;
    await this.table.go(/** @type {string} */ (node.parent));
    await this.table.refreshNodes();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const runs = /** @type {Record<string, () => any>} */ ({
      ArrowLeft: () => this.back(), ArrowRight: () => this.forward(), ArrowUp: () => this.sideways(-1), ArrowDown: () => this.sideways(1),
      Home: () => this.table.go(/** @type {any} */ (this.table.tree).nodes[0].id), i: () => this.find(["illegal", "unexplained"]), d: () => this.find(["chance"]), t: () => this.nextTurn(),
    });
    const run = !event.ctrlKey && !event.metaKey && !event.altKey && runs[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}
