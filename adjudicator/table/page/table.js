/** What is on the table now: the tree, the node, who looks, what was asked. Everything else listens. */

/** @import { Answer, Board, Form, LegalAction, NodeData, Piece, Question, Tree, TreeNode } from "./types.js" */

import * as api from "./api.js";
import { Faces } from "./paint.js";
import { Ground, shaped } from "./places.js";

/** @typedef {"tree"|"nodes"|"node"|"answer"|"choice"|"busy"|"fault"|"say"|"context"|"attack"|"layers"} Topic */

export class Table {
  constructor() {
    /** @type {Tree|null} */
    this.tree = null;
    /** @type {Board|null} */
    this.board = null;
    /** @type {Ground} */
    this.ground = new Ground([]);
    /** @type {Faces|null} */
    this.faces = null;
    /** @type {Form[]} */
    this.forms = [];
    /** @type {NodeData|null} */
    this.data = null;
    /** @type {Answer|null} */
    this.answer = null;
    /** @type {Question|null} */
    this.question = null;
    this.nodeId = "";
    this.view = "public";
    /** @type {Record<string, string>} side -> who of the program plays it: then what is done is played, not tried */
    this.players = {};
    this.seed = 1; // of their choices and dice
    /** @type {Set<string>} units that are chosen */
    this.chosen = new Set();
    this.space = "";
    /** @type {string[]} spaces that the chosen unit goes through */
    this.via = [];
    this.naming = false; // whether a click names another one
    /** @type {Map<string, string>} facts that are stated for this session, by what they are about */
    this.given = new Map();
    /** @type {Record<string, string>} readings that are chosen */
    this.options = {};
    this.busy = 0;
    /** @type {{id: string, from: [number, number], to: [number, number], window: string}[]} what went elsewhere with the last step */
    this.moved = [];
    /** @type {Set<string>} sheets of single positions that are there */
    this.owns = new Set();
    /** @type {Record<string, string>} the branch last seen below a node */
    this.lastSeen = {};
    /** @type {Map<string, ((what?: any) => void)[]>} */
    this.listeners = new Map();
    this.asking = new api.Latest("ruling");
    this.looking = new api.Latest("look");
  }

  /** @param {Topic} topic @param {(what?: any) => void} run */
  on(topic, run) {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), run]);
  }

  /** @param {Topic} topic @param {any} [what] */
  tell(topic, what) {
    for (const run of this.listeners.get(topic) ?? []) run(what);
  }

  /**
   * Do something that takes a while and may be refused.
   * @template T @param {() => Promise<T>} run @returns {Promise<T|undefined>}
   */
  async doing(run) {
    this.busy += 1;
    this.tell("busy");
    try {
      return await run();
    } catch (fault) {
      this.tell("fault", fault);
      return undefined;
    } finally {
      this.busy -= 1;
      this.tell("busy");
    }
  }

  // --- trees and nodes -----------------------------------------------------------------------------

  /** @param {string} id @param {string} [node] @param {Question|null} [question] */
  async openTree(id, node, question = null) {
    return this.doing(async () => {
      const tree = await api.tree(id);
      const same = this.tree?.board === tree.board && this.board;
      const alike = same && this.tree?.sprites === tree.sprites;
      const [board, sprites, forms] = await Promise.all([
        same ? /** @type {Board} */ (this.board) : api.board(tree.board),
        alike ? null : api.sprites(tree.sprites ?? tree.board),
        api.forms(id),
      ]);
      const changed = !same;
      if (sprites) this.faces = new Faces(sprites.sizes, (url) => api.address(url), () => this.tell("choice"));
      if (sprites) this.owns.clear();
      if (changed) this.ground = new Ground(shaped(board.spaces, board.grid));
      Object.assign(this, { tree, board, forms, data: null, answer: null, question: null, space: "" });
      this.chosen.clear();
      this.given.clear();
      this.options = {};
      const known = tree.nodes.some((n) => n.id === node);
      if (!this.views().some((v) => v.id === this.view)) this.view = "public";
      this.tell("tree", changed);
      await this.go(known ? /** @type {string} */ (node) : tree.nodes[0].id, { question });
    });
  }

  /** Who may look. @returns {{id: string, title: string}[]} */
  views() {
    const sides = this.tree?.game.sides ?? [];
    return [{ id: "public", title: "Everybody" }, ...sides, { id: "referee", title: "Referee" }];
  }

  /** @param {string} id @returns {TreeNode|undefined} */
  find(id) {
    return this.tree?.nodes.find((n) => n.id === id);
  }

  /** @param {string} id @returns {TreeNode[]} */
  below(id) {
    return this.tree?.nodes.filter((n) => n.parent === id) ?? [];
  }

  /** @returns {TreeNode|undefined} */
  next() {
    const below = this.below(this.nodeId);
    return below.find((n) => n.id === this.lastSeen[this.nodeId]) ?? below[0];
  }

  /** @param {string} id @param {{question?: Question|null}} [then] */
  async go(id, { question = null } = {}) {
    const tree = this.tree;
    if (!tree) return;
    const before = this.nodeId;
    this.nodeId = id;
    const parent = this.find(id)?.parent;
    if (parent) this.lastSeen[parent] = id;
    this.asking.cancel();
    this.tell("nodes");
    const data = await this.doing(() => this.looking.run((signal) => api.node(tree.tree, id, this.view, signal)));
    if (!data) {
      if (this.nodeId === id && before && before !== id && !this.data) this.nodeId = before;
      return;
    }
    this.moved = before && before !== id ? moves(this.pieces(), data.scene.pieces) : [];
    this.data = data;
    this.answer = null;
    this.question = null;
    if (data.sprites) this.ownFaces(data.sprites);
    const there = new Set(data.scene.pieces.map((p) => p.id));
    for (const unit of this.chosen) if (!there.has(unit)) this.chosen.delete(unit);
    this.tell("node");
    this.tell("answer");
    if (question) await this.ask(question);
  }

  /** Counters that are not of the game's mix have sheets of their own. @param {string} key */
  async ownFaces(key) {
    if (this.owns.has(key)) return;
    this.owns.add(key);
    const sprites = await this.doing(() => api.sprites(key));
    if (sprites) this.faces?.add(sprites.sizes);
    this.tell("choice");
  }

  /** Look with other eyes; nothing of the eyes before is kept. @param {string} view */
  async lookAs(view) {
    this.view = view;
    this.data = null;
    this.answer = null;
    const id = this.nodeId;
    await this.refreshNodes();
    await this.go(this.find(id) ? id : (this.tree?.nodes[0].id ?? id));
  }

  /** Read the tree anew: its words may differ for other eyes. */
  async refreshNodes() {
    if (!this.tree) return;
    const id = this.tree.tree;
    const tree = await this.doing(() => api.tree(id, this.view));
    if (tree) this.tree = tree;
    this.tell("nodes");
  }

  /** @param {TreeNode} node */
  keep(node) {
    if (!this.tree) return;
    const at = this.tree.nodes.findIndex((n) => n.id === node.id);
    if (at < 0) this.tree.nodes.push(node);
    else this.tree.nodes[at] = node;
    this.tell("nodes");
  }

  // --- asking ---------------------------------------------------------------------------------------

  context() {
    return { as: this.view, given: [...this.given.values()], options: this.options };
  }

  /** Ask, and show the answer. @param {Question} question */
  async ask(question) {
    const tree = this.tree;
    if (!tree) return;
    this.question = question;
    const answer = await this.doing(() =>
      this.asking.run((...newest) => api.ask(tree.tree, this.nodeId, api.asked(question, this.context()), ...newest)),
    );
    if (answer) this.show(answer);
    return answer;
  }

  /** Ask the same again, after something that it depends on has changed. */
  async again() {
    const answer = this.question ? await this.ask(this.question) : undefined;
    this.tell("context");
    return answer;
  }

  /** @param {Answer} answer */
  show(answer) {
    this.answer = answer;
    this.tell("answer");
  }

  clear() {
    this.asking.cancel();
    this.answer = null;
    this.question = null;
    this.chosen.clear();
    this.space = "";
    this.tell("choice");
    this.tell("answer");
  }

  // --- doing ----------------------------------------------------------------------------------------

  /**
   * Try an action: a new node, or every reason against it.
   * @param {any} action typed words or JSON @param {string|null} dice @param {number|null} [seed]
   */
  async act(action, dice = null, seed = null) {
    const tree = this.tree;
    if (!tree) return;
    const done = await this.doing(() => api.act(tree.tree, this.nodeId, { as: this.view, action, dice, seed, played: this.playing }));
    if (!done) return;
    for (const node of done.nodes ?? []) this.keep(node);
    if (done.node) {
      this.keep(done.node);
      await this.go(done.node.id);
      if (done.ruling) this.show({ ...done, text: done.text ?? "", typed: done.typed ?? "" });
    } else {
      this.show({ ...done, text: done.text ?? "", typed: done.typed ?? "" });
    }
    return done;
  }

  /** Whether a game is played here against the program. */
  get playing() {
    return Object.keys(this.players).length > 0;
  }

  // --- what lies there ------------------------------------------------------------------------------

  /** @returns {Piece[]} */
  pieces() {
    return this.data?.scene.pieces ?? [];
  }

  /** @param {string} id */
  piece(id) {
    return this.pieces().find((p) => p.id === id);
  }

  /** @param {string} space @returns {Piece[]} */
  unitsIn(space) {
    return this.pieces().filter((p) => p.space === space && p.kind === "unit");
  }

  /** @param {Iterable<string>} units @param {string} [space] */
  choose(units, space) {
    this.chosen = new Set(units);
    const first = this.piece([...this.chosen][0] ?? "");
    this.space = space ?? first?.space ?? "";
    this.tell("choice");
  }

  /** @param {string} verb @returns {Form|undefined} */
  form(verb) {
    return this.forms.find((f) => f.verb === verb);
  }
}

/**
 * Units that lie elsewhere than before.
 * @param {Piece[]} before @param {Piece[]} after
 */
function moves(before, after) {
  const known = new Map(before.map((p) => [p.id, p]));
  return after.flatMap((p) => {
    const was = known.get(p.id);
    if (p.kind !== "unit" || !was || was.window !== p.window || was.space === p.space) return [];
    return [{ id: p.id, from: /** @type {[number, number]} */ ([was.x, was.y]), to: /** @type {[number, number]} */ ([p.x, p.y]), window: p.window }];
  });
}
