/** Talking with the server: everything lies under the address of the page. */

/** @import { AdaptMap, AdaptNames, AdaptOpen, AdaptPiece, Answer, Board, Brush, CopyDone, CopyGroup, CopyOverview, Counsel, Form, GameChoice, LegalAction, NodeData, Painted, Question, ScanOverview, ScanSheet, Sheet, Showcase, Tree, TreeNode } from "./types.js" */

/** A refusal of the server: one line, and the way out. */
export class Refusal extends Error {
  /** @param {string} line @param {string} way @param {number} status @param {string} [module] that nobody has matched */
  constructor(line, way, status, module = "") {
    super(line);
    this.way = way;
    this.status = status;
    this.module = module;
  }

  /** The line and the way out, said once. */
  get whole() {
    return this.message.includes(this.way) ? this.message : `${this.message} ${this.way}`;
  }
}

/**
 * An address below the page.
 * @param {string} path @param {Record<string, any>} [query]
 */
export function address(path, query = {}) {
  const url = new URL(path, document.baseURI);
  url.hash = "";
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(name, String(value));
  }
  return url.href;
}

/**
 * @param {string} method @param {string} url
 * @param {{body?: BodyInit, json?: any, signal?: AbortSignal}} [send]
 */
async function request(method, url, { body, json, signal } = {}) {
  const headers = json === undefined ? undefined : { "content-type": "application/json" };
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: body ? { "content-type": "application/octet-stream" } : headers,
      body: body ?? (json === undefined ? undefined : JSON.stringify(json)),
      signal,
    });
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw new Refusal("the table's program does not answer", "start it again in its terminal, then reload this page", 0);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** @param {Response} response */
async function refusal(response) {
  try {
    const told = await response.json();
    return new Refusal(String(told.error), String(told.way ?? ""), response.status, String(told.module ?? ""));
  } catch {
    return new Refusal(`the table's program answered ${response.status}`, "", response.status);
  }
}

/** @param {string} url @param {AbortSignal} [signal] @returns {Promise<any>} */
const get = async (url, signal) => (await request("GET", url, { signal })).json();
/** @param {string} url @param {any} json @param {AbortSignal} [signal] @returns {Promise<any>} */
const post = async (url, json, signal) => (await request("POST", url, { json, signal })).json();
/** @param {string} tree @param {string} node */
const at = (tree, node) => `api/trees/${encodeURIComponent(tree)}/nodes/${encodeURIComponent(node)}`;

/** @returns {Promise<GameChoice[]>} */
export const games = () => get(address("api/games"));
/** @returns {Promise<{tree: string, title: string, game: string}[]>} */
export const trees = () => get(address("api/trees"));
/** @param {string} source @returns {Promise<{tree: string}>} */
export const openText = (source) => post(address("api/open"), { source });
/** @param {File} file @param {string} as @returns {Promise<{tree: string}>} */
export const openFile = async (file, as) =>
  (await request("POST", address("api/open", { name: file.name, as }), { body: file })).json();
/** @param {string} id @param {string} [as] @returns {Promise<Tree>} */
export const tree = (id, as = "") => get(address(`api/trees/${encodeURIComponent(id)}`, { as }));
/** @param {string} key @returns {Promise<Board>} */
export const board = (key) => get(address(`api/boards/${encodeURIComponent(key)}`));
/** @param {string} key @returns {Promise<{sizes: Sheet[]}>} */
export const sprites = (key) => get(address(`api/sprites/${encodeURIComponent(key)}`));
/** @param {string} t @returns {Promise<Form[]>} */
export const forms = (t) => get(address(`api/trees/${encodeURIComponent(t)}/forms`));
/** @param {string} t @param {string} n @param {string} as @param {AbortSignal} [signal] @returns {Promise<NodeData>} */
export const node = (t, n, as, signal) => get(address(at(t, n), { as }), signal);
/** @param {string} t @param {string} n @param {any} body @param {AbortSignal} [signal] @param {string} [channel] @returns {Promise<Answer>} */
export const ask = (t, n, body, signal, channel) => post(address(`${at(t, n)}/ask`, { channel }), body, signal);
/** @param {string} t @param {string} n @param {any} body @returns {Promise<{node: TreeNode|null, nodes?: TreeNode[]} & Answer>} */
export const act = (t, n, body) => post(address(`${at(t, n)}/act`), body);
/** @param {string} t @param {string} n @param {any} body @returns {Promise<{node: TreeNode|null, turn: string}>} */
export const reply = (t, n, body) => post(address(`${at(t, n)}/reply`), body);
/** @param {string} t @param {string} n @param {string} as @returns {Promise<Counsel>} */
export const advise = (t, n, as) => get(address(`${at(t, n)}/advice`, { as }));
/** @param {string} t @param {string} n @param {any} body @returns {Promise<TreeNode>} */
export const edit = (t, n, body) => post(address(`${at(t, n)}/edit`), body);
/** @param {string} t @param {string} n @param {any} body @returns {Promise<TreeNode>} */
export const rename = async (t, n, body) => (await request("PATCH", address(at(t, n)), { json: body })).json();
/** @param {string} t @param {string} n */
export const remove = (t, n) => request("DELETE", address(at(t, n)));
/** @param {string} t @param {string} n @param {Record<string, any>} query @param {AbortSignal} [signal]
 * @returns {Promise<{actions: LegalAction[], more: boolean}>} */
export const legal = (t, n, query, signal) => get(address(`${at(t, n)}/legal`, query), signal);
/** @param {string} game @param {string} section @returns {Promise<any>} */
export const rule = (game, section) =>
  get(address(`api/rules/${encodeURIComponent(game)}`, { section }));
/** @param {string} t @param {string} n @param {Record<string, any>} query */
export const shareAddress = (t, n, query) => address(`${at(t, n)}/share`, query);
/** @param {string} t @param {string} n @param {Record<string, any>} query */
export const sharedText = async (t, n, query) => (await request("GET", shareAddress(t, n, query))).text();
/** @param {string} url */
export const file = async (url) => (await request("GET", url)).blob();
/** @param {string} t @param {string} n @param {string} as */
export const saveAddress = (t, n, as) => address(`${at(t, n)}/save.vsav`, { as });
/** @param {string} t @param {string} as @param {"tree.json"|"page.html"} file */
export const treeAddress = (t, as, file) => address(`api/trees/${encodeURIComponent(t)}/${file}`, { as });

/**
 * Have the steps of a log judged, one after another.
 * @param {string} t @param {string} from @param {(node: TreeNode) => void} each @param {AbortSignal} signal
 */
export async function judge(t, from, each, signal) {
  const url = address(`api/trees/${encodeURIComponent(t)}/judge`);
  const response = await request("POST", url, { json: { from }, signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) if (line.trim()) each(JSON.parse(line));
    if (done) return;
  }
}

/** What tells this page from others at the same table. */
const PAGE = [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("");

/**
 * Only the newest of several like requests counts: an older answer never overwrites a newer one, and what the server
 * is still looking at on the same channel it gives up.
 */
export class Latest {
  #controller = new AbortController();
  #number = 0;

  /** @param {string} name */
  constructor(name) {
    this.channel = `${PAGE} ${name}`;
  }

  /**
   * @template T
   * @param {(signal: AbortSignal, channel: string) => Promise<T>} run
   * @returns {Promise<T|undefined>} nothing where a newer one was begun meanwhile
   */
  async run(run) {
    this.cancel();
    const mine = ++this.#number;
    this.#controller = new AbortController();
    try {
      const result = await run(this.#controller.signal, this.channel);
      return mine === this.#number ? result : undefined;
    } catch (fault) {
      if (mine !== this.#number || (fault instanceof DOMException && fault.name === "AbortError")) return undefined;
      throw fault;
    }
  }

  cancel() {
    this.#number += 1;
    this.#controller.abort();
  }
}

/** A question as the server takes it. @param {Question} question @param {any} context */
export const asked = (question, context) => ({
  as: context.as,
  verb: question.verb,
  words: question.words ?? null,
  fields: question.fields ?? null,
  given: context.given ?? [],
  options: context.options ?? {},
  suppose: context.suppose ?? [],
  actions: context.actions ?? [],
});

// --- the room "Your copy" ------------------------------------------------------------------------------------

/** @param {string} game */
const copy = (game) => `api/copy/${encodeURIComponent(game)}`;

/** @param {string} game @returns {Promise<CopyOverview>} */
export const copyOf = (game) => get(address(copy(game)));
/** @param {string} game @param {string} id @returns {Promise<CopyGroup>} */
export const copyGroup = (game, id) => get(address(`${copy(game)}/group`, { id }));
/** The picture of a counter with the values that it has now. @param {string} game @param {string} unit @param {string} side @param {string} line */
export const copyFace = (game, unit, side, line) => address(`${copy(game)}/face`, { unit, side, line });
/** @param {string} game @param {[string, string, string, string|null][]} values @param {boolean} [force] @returns {Promise<CopyDone>} */
export const copyEnter = (game, values, force = false) => post(address(`${copy(game)}/enter`), { values, force });
/** @param {string} game @param {string} unit @param {string} line @param {boolean} [force] @returns {Promise<CopyDone>} */
export const copyType = (game, unit, line, force = false) => post(address(`${copy(game)}/type`), { unit, line, force });
/** @param {string} game @returns {Promise<CopyDone>} */
export const copyUndo = (game) => post(address(`${copy(game)}/undo`), {});
/** @param {string} game @returns {Promise<{board: string, brushes: Brush[]}>} */
export const copyMap = (game) => get(address(`${copy(game)}/map`));
/** @param {string} game @param {string} file @param {string} column @returns {Promise<Painted>} */
export const copyPainted = (game, file, column) => get(address(`${copy(game)}/painted`, { file, column }));

/** @param {string} game @returns {Promise<ScanOverview>} */
export const scans = (game) => get(address(`${copy(game)}/scans`));
/** @param {string} game @param {number} sheet @returns {Promise<ScanSheet>} */
export const scan = (game, sheet) => get(address(`${copy(game)}/scans/${sheet}`));
/** What was cut at a place. @param {string} game @param {number} sheet @param {{row: number, column: number}} at @param {string} side */
export const scanPiece = (game, sheet, { row, column }, side) => address(`${copy(game)}/scans/${sheet}/piece`, { row, column, side });
/** Something that is said of a place. @param {string} game @param {number} sheet @param {"name"|"shift"|"undo"} what @param {any} said @returns {Promise<ScanSheet>} */
export const scanSay = (game, sheet, what, said) => post(address(`${copy(game)}/scans/${sheet}/${what}`), said);

// --- the page beside the table -------------------------------------------------------------------------------

/** Everything that a game prints. @returns {Promise<Showcase>} */
export const showcase = () => get(address("api/watch"));

// --- the room "Their module" -----------------------------------------------------------------------------------

/** @returns {Promise<{open: AdaptOpen|null, waiting: {file: string, module: string}|null}>} */
export const adapt = () => get(address("api/adapt"));
/** @param {File} file @param {string} game @returns {Promise<AdaptOpen>} */
export const adaptOpen = async (file, game) =>
  (await request("POST", address("api/adapt/open", { name: file.name, game }), { body: file })).json();
/** @param {string} key @returns {Promise<AdaptPiece>} */
export const adaptPiece = (key) => get(address("api/adapt/piece", { key }));
/** @returns {Promise<AdaptNames>} */
export const adaptNames = () => get(address("api/adapt/names"));
/** @returns {Promise<AdaptMap[]>} */
export const adaptMaps = () => get(address("api/adapt/maps"));
/** @param {string} window @param {number} x @param {number} y @returns {Promise<{grid: string, name: string}>} */
export const adaptAt = (window, x, y) => get(address("api/adapt/at", { window, x: Math.round(x), y: Math.round(y) }));
/** Something that is said of the module. @param {string} what @param {any} said @returns {Promise<AdaptOpen>} */
export const adaptChange = (what, said) => post(address(`api/adapt/${what}`), said);
/** @returns {Promise<{kept: string, tree: string}>} */
export const adaptFinish = () => post(address("api/adapt/finish"), {});
/** A picture of theirs: of a piece, of a file. @param {"face"|"picture"|"map"} what @param {Record<string, string>} query */
export const adaptPicture = (what, query) => address(`api/adapt/${what}`, query);
/** A counter of ours. @param {string} game @param {string} unit @param {string} [side] */
export const adaptOurs = (game, unit, side = "front") => address("api/adapt/ours", { game, unit, side });
