/** A ruling as one reads it: the verdict first, then reasons, chances, steps, what was assumed, sources. */

/** @import { Answer, Mark, Ruling, Source, Step, Violation } from "./types.js" */
/** @import { Table } from "./table.js" */

import { chartElements, charts } from "./chances.js";
import { button, byId, el, fill, say } from "./dom.js";
import { markWords } from "./map.js";
import { toneOf } from "./paint.js";
import { signed } from "./sums.js";

const MOST = 400;

export class RulingPanel {
  /**
   * @param {Table} table
   * @param {{rule: (section: string) => void, reveal: (id: string) => void, share: () => void,
   *   act: (typed: string) => void}} told
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.element = byId("ruling");
    this.opened = false; // the list of what is reconstructed, which stays open from ruling to ruling
    table.on("answer", () => this.show());
    table.on("busy", () => this.element.setAttribute("aria-busy", String(table.busy > 0)));
  }

  show() {
    const { answer, data } = this.table;
    const ruling = answer?.ruling ?? data?.next.ruling;
    if (!ruling) return fill(this.element);
    const node = this.table.find(this.table.nodeId);
    const judged = !answer && node && node.verdict && node.why && node.kind !== "start";
    fill(
      this.element,
      judged ? this.judged(node) : null,
      this.verdict(ruling, Boolean(answer)),
      this.reasons(ruling.violations, "Against it", "no"),
      this.reasons(ruling.moment, "Not now", "moment"),
      this.acts(answer),
      this.charts(ruling),
      answer ? this.onMap(answer) : null,
      this.trail(ruling),
      this.assumed(answer, ruling),
      this.readings(ruling),
      this.sources(ruling.reconstructed),
      this.foot(answer, ruling),
    );
    this.element.scrollTop = 0;
    if (answer) say(`${ruling.verdict} ${ruling.violations.map((v) => v.text).join(". ")}`);
  }

  /** @param {import("./types.js").TreeNode} node */
  judged(node) {
    const why = [node.why].flat().filter(Boolean);
    return el("section", { class: `judged verdict-${node.verdict}` },
      el("h2", {}, el("span", { class: "tag" }, node.verdict), ` ${node.text}`),
      why.map((line) => el("p", {}, this.withRules(String(line)))));
  }

  /** @param {Ruling} ruling @param {boolean} asked */
  verdict(ruling, asked) {
    const tone = !asked ? "plain" : ruling.violations.length ? "no" : ruling.moment?.length ? "wait" : "yes";
    const word = { no: "No", wait: "Not now", yes: "", plain: "" }[tone];
    return el("header", { class: `verdict verdict-${tone}` },
      asked ? el("p", { class: "asked" }, this.named(ruling.question)) : el("p", { class: "asked" }, "Where play stands"),
      el("h2", { id: "verdict", class: ruling.verdict.length > 110 ? "long" : null }, word && !ruling.verdict.startsWith(word) ? el("span", { class: "tag" }, word) : null, ` ${ruling.verdict}`));
  }

  /** A question with the names of units in place of their ids. @param {string} question */
  named(question) {
    return question.split(" ").map((word) => this.table.piece(word)?.name ?? word).join(" ");
  }

  /** @param {Violation[]} violations @param {string} title @param {string} kind */
  reasons(violations, title, kind) {
    if (!violations?.length) return null;
    return el("section", { class: `reasons reasons-${kind}` }, el("h3", {}, title),
      el("ul", {}, violations.map((v) =>
        el("li", {}, v.text, " ", this.rule(v.rule), this.shows([...v.spaces, ...v.units])))));
  }

  /** @param {string[]} ids */
  shows(ids) {
    const id = ids.find((i) => this.table.ground.byId.has(i) || this.table.piece(i));
    return id ? button("show", () => this.told.reveal(id), { class: "link", "aria-label": `show ${this.table.ground.name(id)} on the map` }) : null;
  }

  /** @param {string} section */
  rule(section) {
    if (!section) return null;
    return button(section, () => this.told.rule(section), { class: "rule", title: `what section ${section} says`, "aria-label": `rule ${section}` });
  }

  /** Words whose closing bracket names a section. @param {string} text @returns {import("./dom.js").Child[]} */
  withRules(text) {
    const sections = new Set(this.table.answer?.ruling.rules ?? this.table.data?.next.ruling.rules ?? []);
    return text.split(/(\([^()]+\))/).flatMap((part) => /** @type {import("./dom.js").Child[]} */ (this.linked(part, sections)));
  }

  /** @param {string} part @param {Set<string>} sections @returns {import("./dom.js").Child[]} */
  linked(part, sections) {
    const named = part.startsWith("(") ? part.slice(1, -1).split(/,\s*/) : [];
    if (!named.length || !named.every((n) => sections.has(n) || /^\d+\.[\w.]+$/.test(n))) return [part];
    return named.map((n) => this.rule(n));
  }

  /** @param {Ruling} ruling */
  charts(ruling) {
    const found = ruling.violations.length ? [] : charts(ruling.answer);
    return found.length ? el("section", { class: "charts" }, el("h3", {}, "Chances"), chartElements(found)) : null;
  }

  /** What a player does who takes the answer at its word. @param {Answer|null} answer */
  acts(answer) {
    const acts = answer?.acts ?? [];
    if (!answer || !this.table.question?.fields || !acts.length || acts.length > 6 || answer.ruling.violations.length || answer.ruling.moment?.length) return null;
    return el("div", { class: "row does" }, acts.map((typed) => button([el("b", {}, "Try it"), el("code", {}, typed)], () => this.told.act(typed), { class: "try" })));
  }

  /** What the map shows, in words. @param {Answer} answer */
  onMap(answer) {
    const { spaces, units, lines, legend } = answer.marks ?? { spaces: {}, units: {}, lines: [], legend: [] };
    const rows = [
      ...Object.entries(spaces).map(([id, mark]) => this.marked(id, this.table.ground.name(id), mark, legend)),
      ...Object.entries(units).map(([id, mark]) => this.marked(id, this.table.piece(id)?.name ?? id, mark, legend)),
    ];
    if (!rows.length) return null;
    const byTone = legend.map((key) => {
      const own = rows.filter((r) => r.tone === key.tone);
      const traced = lines.filter((l) => l.tone === key.tone);
      if (!own.length && !traced.length) return null;
      const roads = traced.slice(0, MOST).map((l) => el("li", { class: "way" }, l.spaces.map((s) => this.table.ground.name(s)).join(" – "), l.why?.length ? ` — ${l.why.join("; ")}` : null));
      const few = own.length <= 24 && key.tone !== "refused";
      return el("details", { class: "tone", open: few },
        el("summary", {}, swatch(key.tone), ` ${key.text} `, el("span", { class: "quiet" }, `(${own.length || traced.length})`)),
        el("ul", { class: "places" }, own.slice(0, MOST).map((r) => r.row), roads));
    });
    return el("section", { class: "on-map", id: "on-map" }, el("h3", {}, "On the map"), byTone);
  }

  /** @param {string} id @param {string} name @param {Mark} mark @param {{tone: string, text: string}[]} legend */
  marked(id, name, mark, legend) {
    const [, ...why] = markWords(mark, legend);
    const row = el("li", {}, button(name, () => this.told.reveal(id), { class: "link", data: { place: id } }),
      mark.label ? el("b", { class: "cost" }, ` ${mark.label}`) : null,
      why.length ? el("span", { class: "why" }, " ", why.flatMap((w, i) => [i ? "; " : "", ...this.withRules(w)])) : null);
    return { tone: mark.tone, row };
  }

  /** @param {Ruling} ruling */
  trail(ruling) {
    if (!ruling.steps.length) return null;
    return el("section", { class: "trail", id: "trail" }, el("h3", {}, "Why"),
      el("ul", { class: "steps" }, ruling.steps.slice(0, MOST).map((s, i) => this.step(s, i < 30))),
      ruling.steps.length > MOST ? el("p", { class: "quiet" }, `and ${ruling.steps.length - MOST} more lines`) : null);
  }

  /** @param {Step} step @param {boolean} open @returns {HTMLElement} */
  step(step, open) {
    const line = [el("span", { class: "number" }, signed(step)), el("span", { class: "step-text" }, step.text, " ", this.rule(step.rule))];
    if (!step.under?.length) return el("li", { class: "step" }, line);
    return el("li", {}, el("details", { open }, el("summary", { class: "step" }, line), el("ul", { class: "steps" }, step.under.map((s) => this.step(s, open)))));
  }

  /** @param {Answer|null} answer @param {Ruling} ruling */
  assumed(answer, ruling) {
    const stated = [...this.table.given.entries()];
    const switches = answer?.given ?? [];
    if (!ruling.assumptions.length && !stated.length) return null;
    const rest = ruling.assumptions.filter((text) => !switches.some((s) => s.text === text));
    return el("section", { class: "assumed" }, el("h3", {}, "Assumed"), el("ul", {},
      switches.map((s) => el("li", {}, s.given.endsWith("=")
        ? [...this.withRules(s.text), " ", button("state it", (e) => this.instead(/** @type {HTMLElement} */ (e.currentTarget), s.given, s.title), { class: "link", "aria-label": `state: ${s.title}` })]
        : this.toggle(s.text, false, s.given, s.given))),
      rest.map((text) => el("li", {}, this.withRules(text))),
      stated.map(([text, given]) => el("li", {}, this.toggle(text, true, given, given)))),
      el("details", {}, el("summary", {}, "State something else"), this.stating("", "state something of this position")));
  }

  /** @param {string} text @param {boolean} on @param {string} given @param {string} title */
  toggle(text, on, given, title) {
    return el("label", { class: "switch" }, el("input", { type: "checkbox", checked: on, on: { change: () => {
      if (on) this.table.given.delete(text);
      else this.table.given.set(text, given);
      this.table.again();
    } } }), el("span", {}, on ? `stated instead: ${given}` : text), on ? null : el("small", {}, ` (switch: ${title})`));
  }

  /** @param {Ruling} ruling */
  readings(ruling) {
    if (!ruling.interpretations.length) return null;
    return el("section", { class: "readings" }, el("h3", {}, "Read as"),
      el("p", {}, ruling.interpretations.map((text) => {
        const [id] = text.split("=");
        const own = id in this.table.options;
        return button(text, () => this.told.rule(`=${id}`), { class: own ? "rule own" : "rule", title: "other readings of this point" });
      })));
  }

  /** @param {Source[]} sources */
  sources(sources) {
    if (!sources?.length) return null;
    const weighty = sources.filter((s) => s.matters);
    const tried = sources.some((s) => s.matters !== null);
    const words = weighty.length ? `, ${weighty.length} could change this answer` : tried ? ", none could change this answer" : "";
    const kept = { toggle: (/** @type {Event} */ e) => (this.opened = /** @type {HTMLDetailsElement} */ (e.currentTarget).open) };
    return el("details", { class: "sources", id: "sources", open: this.opened, on: kept },
      el("summary", {}, `Reconstructed values: ${sources.length}${words}`),
      el("ul", {}, [...weighty, ...sources.filter((s) => !s.matters)].slice(0, 60).map((s) =>
        el("li", { class: s.matters ? "matters" : "" }, s.text, " ", el("small", {}, `${s.file}: ${s.column} of ${s.row} `),
          s.row.includes("/") ? null : button("correct", (e) => this.correct(s, /** @type {HTMLElement} */ (e.currentTarget)), { class: "link", "aria-label": `correct ${s.text}` })))));
  }

  /** A field in place of the button: what is printed in truth, in the words of a sketch. @param {Source} source @param {HTMLElement} from */
  correct(source, from) {
    const what = this.table.ground.byId.has(source.row) ? (this.table.board?.grid ? "hex" : "area") : "unit";
    this.instead(from, `${what}:${source.row}=`, `what is printed: ${source.text}`);
  }

  /** A field in place of a button, at once ready to be typed into. @param {HTMLElement} from @param {string} begins @param {string} title */
  instead(from, begins, title) {
    const form = this.stating(begins, title);
    from.replaceWith(form);
    form.querySelector("input")?.focus();
  }

  /** Something is stated for this session, in the words of a sketch. @param {string} begins @param {string} title */
  stating(begins, title) {
    const input = el("input", { type: "text", value: begins, "aria-label": title, placeholder: "item:subject=value", list: "facts-said", autocomplete: "off", spellcheck: "false" });
    const form = el("form", { class: "stating", on: { submit: async (/** @type {Event} */ e) => {
      e.preventDefault();
      const given = input.value.trim();
      if (!given || given.endsWith("=")) return input.focus();
      this.table.given.set(given, given);
      const answer = await this.table.again();
      if (!answer) this.table.given.delete(given);
    } } }, input, el("button", { type: "submit" }, "State"));
    return form;
  }

  /** @param {Answer|null} answer @param {Ruling} ruling */
  foot(answer, ruling) {
    return el("footer", { class: "ruling-foot" },
      answer?.typed ? el("p", { class: "typed" }, el("code", {}, answer.typed),
        button("Copy", () => copy(answer.typed), { class: "quiet", "aria-label": "copy the command line" })) : null,
      el("p", { class: "quiet" }, `as ${ruling.viewpoint} sees it`, ruling.fingerprint ? [" · fingerprint ", el("code", { id: "fingerprint" }, ruling.fingerprint)] : null,
        ruling.edition ? ` · edition ${ruling.edition}` : null),
      answer ? el("div", { class: "row" }, button("Share this ruling", () => this.told.share(), { class: "quiet" }), button("Clear", () => this.table.clear(), { class: "quiet" })) : null);
  }
}

/** A small square in the look of a tone. @param {string} tone */
export function swatch(tone) {
  const mark = el("span", { class: "swatch", "aria-hidden": "true" });
  mark.style.setProperty("--tone", toneOf(tone).colour);
  mark.dataset.pattern = toneOf(tone).pattern || (toneOf(tone).dash.length ? "dash" : "");
  return mark;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("This browser does not let the page copy; mark the words and copy them.");
  }
}
