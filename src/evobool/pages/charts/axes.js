// Axes: round numbers, values as places, and the lines and words around a plot.

import {svg} from "../charts/elements.js";

const BESIDE = 8, BELOW = 16, APART = 34; // pixels between a plot and its words, and between two of these

/** The first of 1, 2, 5, 10, 20, ... (times `least`) that is at least as large as wanted. */
export function roundStep(wanted, least = 1) {
  for (let power = least; ; power *= 10) {
    for (const k of [1, 2, 5]) if (k * power >= wanted * 0.999999) return k * power;
  }
}

/** About `count` round numbers from 0 to `top`; whole ones unless `least` says otherwise. */
export function ticks(top, count = 4, least = 1) {
  const step = roundStep(top / count, least);
  return Array.from({length: Math.floor(top / step * 1.000001) + 1}, (_, k) => k * step);
}

/** Powers of ten from `low` to `high`, and 2 and 5 times these where there are few. */
export function powers(low, high, steps = high / low < 100 ? [1, 2, 5] : [1]) {
  const found = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    found.push(...steps.map((step) => step * power));
  }
  return found.filter((value) => value >= low && value <= high * 1.000001);
}

/** Values from `low` to `high` as places between `from` and `to`; all in the middle where low is high. */
export function scale(low, high, from, to, logarithmic = false) {
  const f = logarithmic ? Math.log : Number, span = f(high) - f(low);
  return (value) => (span ? from + ((to - from) * (f(value) - f(low))) / span : (from + to) / 2);
}

/** What surrounds a plot whose edges are given: call its functions, then take its `parts`. */
export function axes({left, right, top, bottom}) {
  const parts = [];
  const text = (x, y, words, anchor = "end", kind = null) => {
    parts.push(svg("text", {x, y, "text-anchor": anchor, class: kind}, words));
  };
  const across = (y, kind) => parts.push(svg("line", {class: kind, x1: left, x2: right, y1: y, y2: y}));
  const down = (x, kind) => parts.push(svg("line", {class: kind, x1: x, x2: x, y1: top, y2: bottom}));

  /** A line across the plot with a word on its left. */
  function level(y, words) {
    across(y, "grid");
    text(left - BESIDE, y + 4, words);
  }

  const below = (x, words, anchor = "middle") => text(x, bottom + BELOW, words, anchor);

  /** Words below the plot by their places, from the left; what would touch its neighbour is left out. */
  function row(pairs) {
    let last = -Infinity;
    for (const [x, words] of pairs) {
      if (x - last < APART) continue;
      last = x;
      below(x, words);
    }
  }

  /** What the axes are called: below the plot, and above its left edge. */
  function names(x, y = null) {
    text((left + right) / 2, bottom + 2 * BELOW, x, "middle", "name");
    if (y) text(left, top - BESIDE, y, "start");
  }

  return {parts, text, across, down, level, below, row, names};
}
