/** A picture laid on another by places that are known on both: the affine map that fits them best. */

/** @typedef {[number, number, number, number, number, number]} Affine a, b, c, d, e, f as a canvas takes them */
/** @typedef {{from: [number, number], to: [number, number]}} Pair */

/**
 * The affine map of least squares.
 * @param {Pair[]} pairs at least three, not on one line
 * @returns {Affine|null} none where they lie on one line
 */
export function fitted(pairs) {
  const n = pairs.length;
  const [mx, my] = [0, 1].map((i) => pairs.reduce((sum, p) => sum + p.from[i], 0) / n);
  let [xx, xy, yy] = [0, 0, 0];
  for (const { from } of pairs) {
    const [x, y] = [from[0] - mx, from[1] - my];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const det = xx * yy - xy * xy;
  if (n < 3 || det <= 1e-6 * (xx + yy) ** 2) return null;
  const rows = [0, 1].map((k) => {
    const mean = pairs.reduce((sum, p) => sum + p.to[k], 0) / n;
    let [xt, yt] = [0, 0];
    for (const { from, to } of pairs) {
      xt += (from[0] - mx) * (to[k] - mean);
      yt += (from[1] - my) * (to[k] - mean);
    }
    const [p, q] = [(xt * yy - yt * xy) / det, (yt * xx - xt * xy) / det];
    return [p, q, mean - p * mx - q * my];
  });
  return [rows[0][0], rows[1][0], rows[0][1], rows[1][1], rows[0][2], rows[1][2]];
}

/** @param {Affine} m @param {[number, number]} at @returns {[number, number]} */
export const carried = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

/** @param {Affine} m @param {[number, number]} at @returns {[number, number]} */
export function back([a, b, c, d, e, f], [x, y]) {
  const det = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det];
}

/** How far the places lie off, in the mean. @param {Affine} m @param {Pair[]} pairs */
export function residual(m, pairs) {
  const off = pairs.map(({ from, to }) => {
    const [x, y] = carried(m, from);
    return (x - to[0]) ** 2 + (y - to[1]) ** 2;
  });
  return Math.sqrt(off.reduce((sum, each) => sum + each, 0) / off.length);
}
