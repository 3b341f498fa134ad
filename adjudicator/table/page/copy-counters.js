/** Counters one by one: ours as we draw it, and beside it the line that the owner's counter prints. */

/** @import { CopyCounter, CopyField, CopyGroup, CopyRoom } from "./types.js" */

import * as api from "./api.js";
import { el, say } from "./dom.js";

export class Counters {
  /** @param {CopyRoom} room */
  constructor(room) {
    this.room = room;
    /** @type {Map<string, string>} what was refused once, to be taken when it comes again */ this.again = new Map();
  }

  /** @param {CopyGroup} group */
  view(group) {
    return el("div", { class: "counters" }, group.counters.map((c) => this.counter(c, group)));
  }

  /** @param {CopyCounter} c @param {CopyGroup} group */
  counter(c, group) {
    const row = el("div", { class: "counter", role: "group", "aria-label": c.title, data: { unit: c.unit } });
    this.dress(row, c, group);
    return row;
  }

  /** @param {HTMLElement} row @param {CopyCounter} c @param {CopyGroup} group */
  dress(row, c, group) {
    const face = (/** @type {string} */ side) =>
      el("img", { src: api.copyFace(this.room.game, c.unit, side, c.line), alt: `${side} of ${c.title} as we draw it`, width: 84, height: 84, loading: "lazy" });
    const refused = el("p", { class: "refused", role: "alert" });
    const line = el("input", {
      class: "line", type: "text", placeholder: c.line, "aria-label": `What ${c.title} prints; ours is ${c.line}`, autocomplete: "off",
      spellcheck: "false", data: { open: c.doubtful && !c.known ? "yes" : "", was: "" },
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event, row, c, refused) },
    });
    const known = c.known || !c.doubtful;
    row.replaceChildren(
      el("div", { class: "faces" }, face("front"), face("back")),
      el("div", {},
        el("h3", {}, c.title),
        el("div", { class: "says" }, line, el("span", { class: known ? "state known" : "state" }, known ? `exact: ${c.line}` : `ours: ${c.line}`), refused),
        c.fields.length ? el("div", { class: "more" }, c.fields.map((f) => this.field(f, row, c, group))) : null));
  }

  /** A value of the counter that stands in no line. @param {CopyField} f @param {HTMLElement} row @param {CopyCounter} c @param {CopyGroup} group */
  field(f, row, c, group) {
    const refused = el("span", { class: "refused", role: "alert" });
    const input = el("input", {
      type: "text", value: f.now, "aria-label": `${f.text}; ours is ${f.ours}`, autocomplete: "off", data: { open: f.known ? "" : "yes", was: f.now },
      on: { keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        const said = input.value.trim();
        this.take(row, c, f.text, refused, said, (force) => api.copyEnter(this.room.game, [[...f.key, said]], force));
      } },
    });
    return el("label", {}, el("span", { class: f.known ? "state known" : "state" }, (f.column ?? "").replaceAll("_", " ")), input, refused);
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} row @param {CopyCounter} c @param {HTMLElement} refused */
  pressed(event, row, c, refused) {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.lines()[this.lines().indexOf(input) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const said = input.value.trim();
    this.take(row, c, c.title, refused, said, (force) => api.copyType(this.room.game, c.unit, said, force));
  }

  /** @returns {HTMLInputElement[]} */
  lines() {
    return [...document.querySelectorAll(/** @type {"input"} */ (".counter .line"))];
  }

  /**
   * Take something down; what is refused stays in its field, with the reason beside it.
   * @param {HTMLElement} row @param {CopyCounter} c @param {string} name @param {HTMLElement} refused @param {string} said
   * @param {(force: boolean) => Promise<{contradiction: string, written: string[]}>} send
   */
  async take(row, c, name, refused, said, send) {
    const force = this.again.get(name) === said;
    refused.textContent = "";
    const done = await this.room.change(() => send(force));
    refused.textContent = done.refused;
    if (done.again) this.again.set(name, said);
    else this.again.delete(name);
    if (done.refused) return;
    const now = this.room.group?.counters.find((each) => each.unit === c.unit);
    const own = [...row.querySelectorAll("input")];
    const at = own.findIndex((input) => input === document.activeElement);
    if (now && this.room.group) this.dress(row, now, this.room.group);
    say(`${name}: ${now?.line ?? ""}`);
    this.goOn(row, at);
  }

  /** The next field that is open: of this counter, then of the next ones, then the next group. @param {HTMLElement} row @param {number} at */
  goOn(row, at) {
    const all = [...document.querySelectorAll(/** @type {"input"} */ ("#group input"))];
    const lines = this.lines();
    const here = [...row.querySelectorAll("input")];
    const after = at > 0 ? all.slice(all.indexOf(here[at]) + 1) : lines.slice(lines.indexOf(here[0]) + 1);
    const next = after.find((input) => input.dataset.open) ?? (at > 0 ? undefined : all.find((input) => input.dataset.open));
    if (next) {
      next.focus();
      next.closest(".counter")?.scrollIntoView({ block: "nearest" });
    } else if (this.room.next()) this.room.open(this.room.next());
  }
}
