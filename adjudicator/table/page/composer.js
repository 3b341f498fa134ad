/** An attack composed by pointing: who may attack, who does, what supports it; the odds follow. */

/** @import { Field, Form, Piece } from "./types.js" */
/** @import { Table } from "./table.js" */

import * as api from "./api.js";
import { button, byId, el, fill, say } from "./dom.js";

/** @typedef {{space: string, attack: string, units: string[], open: boolean, against: string[], moment: string[],
 *   odds?: Record<string, any>}} LineUp */

export class Composer {
  /** @param {Table} table @param {{reveal: (id: string) => void}} told */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.element = byId("composer");
    this.target = "";
    /** @type {LineUp[]} */
    this.rows = [];
    /** @type {Record<string, any>} */
    this.values = {};
    this.active = "";
    this.latest = new api.Latest("attack");
    table.on("node", () => this.stop(false));
    table.on("tree", () => this.stop(false));
  }

  get on() {
    return this.target !== "";
  }

  /** @returns {Form|undefined} */
  get form() {
    return this.table.form("odds");
  }

  /** The fields that the line-up fills. */
  fields() {
    const all = this.form?.fields ?? [];
    const units = all.filter((f) => f.kind === "unit" && f.many);
    const space = all.find((f) => f.kind === "space" && f.by_place) ?? all.find((f) => f.kind === "space");
    return { all, units, space, by: units.find((f) => f.flag === "with") ?? units[0] };
  }

  /** @param {string} space */
  async start(space) {
    const { by } = this.fields();
    this.target = space;
    this.values = {};
    this.rows = [];
    this.active = by?.name ?? "";
    this.loading = true;
    this.show();
    this.taken();
    const rows = await this.table.doing(() => this.latest.run((...newest) => this.lineUps(space, ...newest)));
    if (!rows || this.target !== space) return;
    this.rows = rows;
    this.loading = false;
    const open = rows.filter((r) => r.open);
    const first = open[0] ?? rows[0];
    if (first && by) this.values[by.name] = [...first.units];
    const names = [...new Set(open.flatMap((r) => r.units))].map((u) => this.table.piece(u)?.name ?? u);
    if (this.table.form("attacks")) say(open.length ? `May attack ${this.table.ground.name(space)}: ${names.join(", ")}.` : "No attack on it is open.");
    this.taken();
    this.show();
    await this.ask();
  }

  /** Whoever is not among the defenders is asked who may attack. @param {string} space @param {AbortSignal} signal @param {string} channel */
  async lineUps(space, signal, channel) {
    const tree = /** @type {import("./types.js").Tree} */ (this.table.tree);
    const defends = new Set(this.table.unitsIn(space).map((p) => p.side));
    const others = tree.game.sides.filter((s) => !defends.has(s.id));
    const acts = tree.game.sides.filter((s) => s.id === this.table.data?.next.ruling.answer?.player);
    const sides = others.length ? others : acts.length ? acts : tree.game.sides;
    const form = this.table.form("attacks");
    if (!form) return [];
    const who = form.fields.find((f) => f.by_place)?.name ?? "who";
    const to = form.fields.find((f) => f.kind === "space")?.name ?? "to";
    const found = await Promise.all(sides.map(async (side) => {
      const question = { verb: "attacks", fields: { [who]: side.id, [to]: space } };
      try {
        const answer = await api.ask(tree.tree, this.table.nodeId, api.asked(question, this.table.context()), signal, `${channel} ${side.id}`);
        return /** @type {LineUp[]} */ (Array.isArray(answer.ruling.answer) ? answer.ruling.answer : []);
      } catch (fault) {
        if (fault instanceof api.Refusal && fault.status) return [];
        throw fault;
      }
    }));
    return found.flat().sort((a, b) => Number(b.open) - Number(a.open));
  }

  /** @param {Piece} piece @returns {boolean} whether the click was for the line-up */
  pressed(piece) {
    if (!this.on) return false;
    const { by } = this.fields();
    if (piece.space === this.target) return true;
    const foe = this.table.unitsIn(this.target).some((d) => d.side === piece.side);
    if (foe && this.active === by?.name) {
      this.start(piece.space);
      return true;
    }
    this.toggle(this.active, piece.id);
    return true;
  }

  /** @param {string} field @param {string} unit */
  toggle(field, unit) {
    const now = this.list(field);
    const has = now.includes(unit);
    this.values[field] = has ? now.filter((u) => u !== unit) : [...now, unit];
    say(`${this.table.piece(unit)?.name ?? unit} ${has ? "taken away" : "added"}`);
    this.taken();
    this.show();
    this.ask();
  }

  /** @param {string} field @returns {string[]} */
  list(field) {
    const value = this.values[field];
    return Array.isArray(value) ? value : [];
  }

  taken() {
    const { units } = this.fields();
    this.table.tell("attack", { target: this.target, units: new Set(units.flatMap((f) => this.list(f.name))) });
  }

  async ask() {
    const { all, space, by } = this.fields();
    if (!space || !by || !this.list(by.name).length) return undefined;
    /** @type {Record<string, any>} */
    const fields = { ...this.row()?.odds, [space.name]: this.target };
    for (const field of all) {
      if (field.kind === "word" && field.required && !(field.name in fields)) fields[field.name] = field.title.match(/^[\w-]+/)?.[0];
      const value = this.values[field.name];
      if (value !== undefined && value !== "" && value !== false) fields[field.name] = value;
    }
    return this.table.ask({ verb: "odds", fields });
  }

  /** What the answer says of the attack that is nearest to the line-up. */
  row() {
    return this.rows.find((r) => r.open) ?? this.rows[0];
  }

  /** @param {boolean} [clear] */
  stop(clear = true) {
    if (!this.on) return;
    this.target = "";
    this.latest.cancel();
    this.taken();
    this.show();
    if (clear) this.table.clear();
  }

  // --- what it looks like ----------------------------------------------------------------------------

  show() {
    this.element.hidden = !this.on;
    byId("chosen").hidden = this.on;
    if (!this.on) return;
    const { all, units, space, by } = this.fields();
    const name = this.table.ground.name(this.target);
    const rest = all.filter((f) => f !== space && !units.includes(f) && f.kind !== "word");
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    fill(
      this.element,
      el("header", { class: "row spread" }, el("h2", {}, `Attack on ${name}`), button("Done", () => this.stop(), { class: "quiet", title: "Escape" })),
      this.loading ? el("p", { class: "quiet" }, "Who may attack?") : this.lineUpList(),
      units.map((f) => this.unitRow(f, f === by)),
      el("div", { class: "row wrap" }, rest.filter((f) => f.kind === "flag").map((f) => this.flag(f))),
      rest.some((f) => f.kind !== "flag") ? el("details", { class: "more", open: this.moreOpen, on: { toggle: (/** @type {any} */ e) => (this.moreOpen = e.target.open) } },
        el("summary", {}, "More about this attack"), rest.filter((f) => f.kind !== "flag").map((f) => this.other(f))) : null,
      this.table.tree?.game.acts ? el("div", { class: "row" }, button("Try this attack", () => this.attempt(), { class: "primary", id: "try-attack" })) : null,
    );
    if (focus) /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-key="${CSS.escape(focus)}"]`))?.focus();
  }

  lineUpList() {
    if (!this.table.form("attacks")) return el("p", {}, "Point at the units that attack: the odds follow.");
    if (!this.rows.length) return el("p", {}, "Nobody of the other side may attack it now.");
    const { by } = this.fields();
    return el("details", { class: "line-ups", open: this.rows.length > 1 || !this.rows[0].open }, el("summary", {}, `Who may attack: ${this.rows.filter((r) => r.open).length || "nobody now"}${this.rows.length > 1 ? ` of ${this.rows.length} line-ups` : " line-up"}`),
      el("ul", {}, this.rows.map((row) => {
        const names = row.units.map((u) => this.table.piece(u)?.name ?? u).join(", ");
        const why = [...row.against, ...row.moment];
        const taken = by && row.units.length === this.list(by.name).length && row.units.every((u) => this.list(by.name).includes(u));
        return el("li", { class: row.open ? "" : "shut" },
          button(names || row.attack, () => this.take(row), { class: "link", "aria-pressed": String(Boolean(taken)), data: { key: `row ${row.attack}` } }),
          why.length ? el("small", {}, ` ${row.open ? "" : "no: "}${why.join("; ")}`) : null);
      })));
  }

  /** @param {LineUp} row */
  take(row) {
    const { by } = this.fields();
    if (by) this.values[by.name] = [...row.units];
    this.taken();
    this.show();
    this.ask();
  }

  /** @param {Field} field @param {boolean} main */
  unitRow(field, main) {
    const title = main ? "Attackers" : field.flag;
    const here = this.active === field.name;
    const candidates = main ? [...new Set(this.rows.flatMap((r) => r.units))].filter((u) => !this.list(field.name).includes(u)) : [];
    const name = (/** @type {string} */ u) => this.table.piece(u)?.name ?? u;
    return el("div", { class: here ? "units active" : "units", role: "group", "aria-label": title },
      button(title, () => ((this.active = field.name), this.show()), {
        class: "take", "aria-pressed": String(here), title: `${main ? "" : `${field.title}; `}clicks on the map go here`, data: { key: `field ${field.name}` } }),
      el("div", { class: "chips" },
        this.list(field.name).map((u) => button([name(u), el("span", { "aria-hidden": "true" }, " ×")], () => this.toggle(field.name, u), { class: "chip on", "aria-label": `take away ${name(u)}`, data: { key: `unit ${field.name} ${u}` } })),
        candidates.map((u) => button([el("span", { "aria-hidden": "true" }, "+ "), name(u)], () => this.toggle(field.name, u), { class: "chip", "aria-label": `add ${name(u)}`, data: { key: `unit ${field.name} ${u}` } })),
        main && this.table.form("attacks") ? null : this.adder(field)));
  }

  /** A field to type a unit that is far away. @param {Field} field */
  adder(field) {
    return el("input", { type: "text", class: "adder", placeholder: field.title, "aria-label": `${field.title}: add by name`, data: { key: `add ${field.name}` }, list: "unit-names", on: {
      change: (/** @type {any} */ e) => e.target.value.trim() && this.toggle(field.name, this.idOf(e.target.value.trim())),
    } });
  }

  /** @param {string} name */
  idOf(name) {
    return this.table.pieces().find((p) => p.kind === "unit" && p.name === name)?.id ?? name;
  }

  /** @param {Field} field */
  flag(field) {
    return el("label", { class: "switch" }, el("input", { type: "checkbox", checked: Boolean(this.values[field.name]), data: { key: field.name, field: field.flag }, on: {
      change: (/** @type {any} */ e) => ((this.values[field.name] = e.target.checked), this.ask()) } }), el("span", {}, field.title));
  }

  /** @param {Field} field */
  other(field) {
    const read = (/** @type {string} */ text) =>
      text === "" ? undefined : field.kind === "number" ? Number(text) : field.many ? text.split(/[\s,]+/).filter(Boolean) : text;
    return el("label", { class: "field" }, el("span", {}, field.title), el("input", {
      type: field.kind === "number" ? "number" : "text", value: [this.values[field.name] ?? ""].flat().join(" "), data: { key: field.name }, list: field.kind === "unit" ? "unit-names" : null,
      on: { change: (/** @type {any} */ e) => ((this.values[field.name] = read(e.target.value.trim())), this.ask()) } }));
  }

  /** Do it, as the answer about its odds types it. */
  async attempt() {
    const { by } = this.fields();
    const answer = this.table.question?.verb === "odds" ? this.table.answer : await this.ask();
    const taken = by ? [...this.list(by.name)].sort().join() : "";
    const row = this.rows.find((r) => [...r.units].sort().join() === taken);
    const typed = answer?.acts?.[0] ?? row?.attack;
    if (typed) await this.table.act(typed);
    else this.table.tell("say", "Nobody can announce this line-up; the ruling says why.");
  }
}
