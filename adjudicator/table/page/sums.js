/** Numbers of steps, written as the reports write them. */

/** @import { Step } from "./types.js" */

const SIGNS = /** @type {Record<string, string>} */ ({ set: "", "+": "+", "-": "−", x: "×" });

/** The number that a step contributes, with its sign. @param {Step} step */
export function signed(step) {
  if (step.value === undefined || step.value === null) return "";
  const op = step.op ?? "";
  const sign = op in SIGNS ? SIGNS[op] : op ? `${op} ` : "";
  return step.value < 0 && (op === "+" || op === "set" || !op) ? `−${-step.value}` : `${sign}${step.value}`;
}
