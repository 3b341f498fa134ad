/** A game against players of the program: who plays which side, what they do, and what they would advise. */

/** @import { Counsel } from "./types.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";

/** Who may play a side, besides whoever points. */
const PLAYERS = /** @type {const} */ ({ "": "you", greedy: "greedy", quick: "quick", ahead: "ahead (slow)", random: "random" });

export class Opponent {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.thinking = false;
    this.fresh = true; // the page has just been opened: a reply may have come while it was not
    this.dialog = /** @type {HTMLDialogElement} */ (byId("playing"));
    byId("playing-close").addEventListener("click", () => this.dialog.close());
    byId("play-button").addEventListener("click", () => this.open());
    table.on("tree", () => (byId("play-button").hidden = !table.tree?.game.acts));
    table.on("node", () => this.next());
  }

  /** Choose who plays, and begin. */
  open() {
    const { tree, players } = this.table;
    if (!tree) return;
    const selects = tree.game.sides.map(({ id, title }) => {
      const select = el("select", { name: id, "aria-label": `Who plays the ${title} side` }, Object.entries(PLAYERS).map(([name, text]) => el("option", { value: name }, text)));
      select.value = players[id] ?? "";
      return el("label", { class: "field" }, el("span", {}, title), select);
    });
    fill(byId("playing-body"),
      el("p", { class: "quiet" }, "What you do is then played, not tried: what is hidden has its say, and you see what the side of “Look as” may see."),
      el("form", { on: { submit: (/** @type {SubmitEvent} */ e) => {
        e.preventDefault();
        this.begin(/** @type {HTMLFormElement} */ (e.currentTarget));
      } } }, selects, el("div", { class: "row" },
        el("button", { type: "submit", class: "primary" }, "Play"),
        button("What would you advise?", () => this.advise(), { id: "advise" }))),
      el("div", { id: "counsel", role: "status" }));
    this.dialog.showModal();
  }

  /** @param {HTMLFormElement} form */
  begin(form) {
    const chosen = [...new FormData(form)].map(([side, name]) => /** @type {[string, string]} */ ([side, String(name)]));
    if (!this.table.playing) this.table.seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000;
    this.table.players = Object.fromEntries(chosen.filter(([, name]) => name));
    this.dialog.close();
    const mine = chosen.filter(([, name]) => !name).map(([side]) => side);
    if (mine.length === 1 && this.table.playing && this.table.view !== mine[0]) {
      /** @type {HTMLSelectElement} */ (byId("view")).value = mine[0];
      this.table.lookAs(mine[0]);
    } else this.table.tell("node");
  }

  /** What a player of the program does next, where it has the turn and nothing has been done here yet. */
  async next() {
    const { table } = this;
    const { tree, nodeId, players } = table;
    const gone = table.below(nodeId).length > 0 && !this.fresh;
    this.fresh = false;
    if (!tree || this.thinking || !table.playing || gone) return;
    this.thinking = true;
    const told = await table.doing(() => api.reply(tree.tree, nodeId, { as: table.view, players, seed: table.seed }));
    this.thinking = false;
    if (!told?.node || table.tree !== tree) return;
    table.keep(told.node);
    if (table.nodeId !== nodeId) return;
    say(told.node.text);
    await table.go(told.node.id);
  }

  /** Good things to do now, each with its reasons in numbers. */
  async advise() {
    const { table } = this;
    const { tree, nodeId } = table;
    const counsel = tree && (await table.doing(() => api.advise(tree.tree, nodeId, table.view)));
    if (!counsel) return;
    fill(byId("counsel"),
      el("p", {}, `The best of ${counsel.compared} legal actions compared, in points of our weighing:`),
      el("ol", { class: "counsel" }, counsel.best.map((one) => el("li", {},
        button(one.action, () => {
          this.dialog.close();
          table.act(one.data);
        }, { class: "question" }),
        el("span", { class: "quiet" }, ` ${signed(one.score)}${terms(one.terms)} · ${one.ruling}`)))));
  }
}

/** @param {number} value */
const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);

/** @param {Counsel["best"][number]["terms"]} found */
const terms = (found) => {
  const told = Object.entries(found).map(([term, value]) => `${term} ${signed(value)}`);
  return told.length ? ` (${told.join(", ")})` : "";
};
