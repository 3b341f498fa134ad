/** Hears what happens to the folder from which a game comes. */

/** @import { Saved } from "./types.js" */

import { address } from "./api.js";

/**
 * Listen for as long as the page is open.
 * @param {string} beside name of the page beside the table
 * @param {{told: (saved: Saved) => void, changed: (tree: string, saved: Saved) => void}} run
 * @param {boolean} [first] whether what is heard first is a change
 */
export function follow(beside, { told, changed }, first = false) {
  const source = new EventSource(address(`api/${beside}/events`));
  let edition = -1;
  source.addEventListener("message", (event) => {
    const saved = /** @type {Saved} */ (JSON.parse(event.data));
    if (saved.edition === undefined) return;
    const fresh = edition < 0 ? first : saved.edition !== edition;
    edition = saved.edition;
    told(saved);
    if (fresh) changed(saved.tree, saved);
  });
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  return source;
}
