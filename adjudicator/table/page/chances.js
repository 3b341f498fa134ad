/** Chances in an answer as bars, whatever the game calls its outcomes. */

import { el } from "./dom.js";

/** @typedef {{title: string, rows: {label: string, share: number, exact: string}[]}} Chart */

/**
 * Every distribution that an answer holds: counts out of a total, fractions that add up to one, rows by die.
 * @param {any} answer @param {string} [title] @returns {Chart[]}
 */
export function charts(answer, title = "") {
  if (!answer || typeof answer !== "object") return [];
  if (Array.isArray(answer)) return byDie(answer, title);
  const found = [];
  const total = typeof answer.of === "number" ? answer.of : 0;
  for (const [key, value] of Object.entries(answer)) {
    const name = key === "results" && title ? title : spoken(key);
    const rows = counts(value, total) ?? fractions(value);
    if (rows) found.push({ title: name, rows });
    else found.push(...charts(value, name));
  }
  return found;
}

/** @param {any} value @param {number} total */
function counts(value, total) {
  if (!total || !value || typeof value !== "object" || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length < 2 || !entries.every(([, n]) => Number.isInteger(n) && n >= 0)) return null;
  const sum = entries.reduce((s, [, n]) => s + n, 0);
  if (sum !== total) return null;
  const words = [...entries.filter(([k]) => !/^\d+$/.test(k)), ...entries.filter(([k]) => /^\d+$/.test(k))];
  return words.map(([label, n]) => ({ label: spoken(label), share: n / total, exact: `${n}/${total}` }));
}

/** @param {any} value */
function fractions(value) {
  if (!value || typeof value !== "object" || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length < 2 || !entries.every(([, f]) => typeof f === "string" && /^\d+(\/\d+)?$/.test(f))) return null;
  const rows = entries.map(([label, f]) => ({ label: spoken(label), share: share(f), exact: f }));
  return Math.abs(rows.reduce((s, r) => s + r.share, 0) - 1) < 1e-9 ? rows : null;
}

/** @param {any[]} list @param {string} title @returns {Chart[]} */
function byDie(list, title) {
  if (list.length < 2 || !list.every((r) => r && typeof r === "object" && Array.isArray(r.die))) return [];
  const faces = list.reduce((n, r) => n + r.die.length, 0);
  const rows = list.map((r) => ({
    label: `${r.die.join(", ")}: ${texts(r).join(" | ") || "no effect"}`,
    share: r.die.length / faces,
    exact: `${r.die.length}/${faces}`,
  }));
  return [{ title, rows }];
}

/** @param {Record<string, any>} row */
const texts = (row) =>
  Object.entries(row).flatMap(([key, v]) => (typeof v === "string" && v ? [`${spoken(key)} ${v}`] : []));

/** @param {string} fraction */
function share(fraction) {
  const [n, d = "1"] = fraction.split("/");
  return Number(n) / Number(d);
}

/** @param {string} key */
export const spoken = (key) => key.replaceAll("_", " ");

/** @param {number} n */
const percent = (n) => `${(n * 100).toFixed(1)}%`;

/** @param {Chart[]} found @returns {HTMLElement[]} */
export function chartElements(found) {
  return found.map((chart, i) =>
    el(
      "details",
      { class: "chart", open: i === 0 },
      el("summary", {}, chart.title || "chances"),
      el("table", {}, el("tbody", {}, chart.rows.map((row) => {
        const bar = el("span", { class: "bar", "aria-hidden": "true" });
        bar.style.setProperty("--share", String(row.share));
        return el("tr", {}, el("th", { scope: "row" }, row.label), el("td", { class: "bar-cell" }, bar),
          el("td", { class: "number", title: row.exact }, percent(row.share)), el("td", { class: "exact" }, row.exact));
      }))),
    ),
  );
}
