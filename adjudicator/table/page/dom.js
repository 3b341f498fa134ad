/** Elements made without any markup in strings: text stays text. */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes] `class`, `on` (listeners by name), `data`, any attribute or property
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(node, name, value);
  node.append(...nodes(children));
  return node;
}

/** @param {HTMLElement} node @param {string} name @param {any} value */
function set(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, run] of Object.entries(value)) node.addEventListener(event, /** @type {any} */ (run));
  } else if (name === "data") {
    Object.assign(node.dataset, value);
  } else if (name === "value" || name === "checked" || name === "open") {
    /** @type {any} */ (node)[name] = value;
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {(Child|Child[])[]} children @returns {(Node|string)[]} */
function nodes(children) {
  return children.flat().flatMap((c) => (c === null || c === undefined || c === false ? [] : [c instanceof Node ? c : String(c)]));
}

/**
 * Put new children into an element.
 * @param {Element} node @param {...(Child|Child[])} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...nodes(children));
}

/**
 * An element of the page, which must be there.
 * @param {string} id @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * A button with words.
 * @param {Child|Child[]} label @param {(event: MouseEvent) => void} run @param {Record<string, any>} [attributes]
 */
export function button(label, run, attributes = {}) {
  return el("button", { type: "button", ...attributes, on: { click: run } }, ...[label].flat());
}

/** Whether keys typed now belong to a field. @param {EventTarget|null} target */
export function isTyping(target) {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}

/** Say something to whoever listens instead of looking. @param {string} words */
export function say(words) {
  const live = byId("live");
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = words));
}

/**
 * Take what is dropped anywhere on the page.
 * @param {(file: File) => unknown} takeFile
 * @param {(text: string) => unknown} [takeText]
 */
export function takesDrops(takeFile, takeText) {
  let depth = 0;
  addEventListener("dragenter", (e) => (e.preventDefault(), (depth += 1), document.body.classList.add("dropping")));
  addEventListener("dragleave", () => (depth -= 1) <= 0 && document.body.classList.remove("dropping"));
  addEventListener("dragover", (e) => e.preventDefault());
  addEventListener("drop", (e) => {
    e.preventDefault();
    depth = 0;
    document.body.classList.remove("dropping");
    const [file] = e.dataTransfer?.files ?? [];
    const text = e.dataTransfer?.getData("text");
    if (file) takeFile(file);
    else if (text) takeText?.(text);
  });
}
