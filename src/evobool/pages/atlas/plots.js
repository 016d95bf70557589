// T against the fewest leaves, and what else goes with T.

import {axes, powers, scale} from "../charts/axes.js";
import {html, scroll, svg, table} from "../charts/elements.js";
import {rounded, whole} from "../charts/numbers.js";

const HEIGHT = 360, LEFT = 62, RIGHT = 14, TOP = 26, BOTTOM = 44;
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]; // Okabe and Ito, one for each system

/** What T can be drawn against; each is read off an entry and one of its cells. */
export function featuresOf(data) {
  const number = (value) => ({yes: 1, no: 0}[value] ?? value);
  const measured = Object.keys(data.classes[0].measures).map((name) =>
    ({name, of: ({measures}) => number(measures[name]), words: name === "unate" ? ["no", "yes"] : null}));
  return [{name: "fewest leaves", of: (_, cell) => cell.fewest, words: null}, ...measured];
}

/** One mark for each function of a system: T against a feature. */
export function scatter(data, system, feature, width, colour, open) {
  const points = data.classes.flatMap((entry) =>
    entry.cells[system.name].map((cell) => ({entry, cell, at: feature.of(entry, cell)})));
  const values = [...new Set(points.map(({at}) => at))].sort((a, b) => a - b);
  const gaps = values.slice(1).map((value, k) => value - values[k]);
  const gap = Math.min(...(gaps.length ? gaps : [1]));
  const box = {left: LEFT, right: width - RIGHT, top: TOP, bottom: HEIGHT - BOTTOM};
  const x = scale(values[0] - gap / 2, values.at(-1) + gap / 2, box.left, box.right);
  const least = 10 ** Math.floor(Math.log10(Math.min(...points.map(({cell}) => cell.mean))));
  const low = Math.min(data.cap / 10, least), y = scale(low, data.cap, box.bottom, box.top, true);
  const around = axes(box);
  for (const value of powers(low, data.cap, [1])) around.level(y(value), whole(value));
  around.row(values.map((value) => [x(value), feature.words?.[value] ?? rounded(value)]));
  around.names(feature.name, "mean of min(T, cap)");
  const columns = Map.groupBy(points.toSorted((a, b) => a.cell.mean - b.cell.mean), ({at}) => at);
  const room = Math.min(0.7 * (x(gap) - x(0)), 140);
  const marks = [...columns.values()].flatMap((some) => some.map(({entry, cell, at}, k) => {
    const aside = (((k * 0.618) % 1) - 0.5) * room; // neighbours in T stand side by side
    const place = {cx: x(at) + aside, cy: y(cell.mean), r: 4.5};
    const mark = svg("circle", {...place, class: "point", style: `fill: ${colour(cell)}`},
      svg("title", {}, `${entry.name ?? entry.formula}: ${rounded(cell.mean)}`));
    mark.addEventListener("click", () => open(entry));
    return mark;
  }));
  return picture(width, HEIGHT, `T against ${feature.name}, ${system.title}`, around.parts, marks);
}

const picture = (width, height, label, ...parts) =>
  svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label}, parts);

/** Rank correlations with T: a mark for each system, with two intervals. */
export function forest(data, width) {
  const features = data.systems[0].correlations.map(({feature}) => feature), narrow = width < 560;
  const label = narrow ? 0 : 236, line = 15, head = narrow ? 22 : 8;
  const row = data.systems.length * line + 16 + (narrow ? head : 0), bottom = features.length * row + 10;
  const x = scale(-1, 1, label + 16, width - 16);
  const around = axes({left: 0, right: width, top: 0, bottom});
  for (const rho of [-1, -0.5, 0, 0.5, 1]) {
    around.down(x(rho), rho ? "grid" : "axis");
    around.below(x(rho), minus(String(rho)));
  }
  const marks = features.flatMap((feature, k) => {
    const top = k * row + 6;
    if (narrow) around.text(4, top + 14, feature, "start", "name");
    else around.text(label - 4, top + row / 2 - 2, feature, "end", "name");
    return data.systems.flatMap((system, j) => {
      const {rho, by_runs: runs, by_classes: classes} = system.correlations[k], y = top + head + j * line + 6;
      const interval = (kind, [from, to]) =>
        svg("path", {class: kind, style: `stroke: ${COLOURS[j]}`, d: `M${x(from)} ${y}H${x(to)}`});
      const mark = svg("circle", {cx: x(rho), cy: y, r: 4.5, style: `fill: ${COLOURS[j]}`, class: "rho"},
        svg("title", {}, `${system.title}: ${rho.toFixed(2)}`));
      return [interval("thin", classes), interval("thick", runs), mark];
    });
  });
  const words = "rank correlations with T; the numbers are in the table below";
  return picture(width, bottom + 34, words, around.parts, marks);
}

export const forestLegend = (data) => html("ul", {class: "keys"}, data.systems.map(({title}, j) =>
  html("li", {}, html("span", {class: "dot", style: `background: ${COLOURS[j]}`}), title)));

const minus = (text) => text.replaceAll("-", "−");

/** The same numbers as a table. */
export function correlationTable(data) {
  const between = ([from, to]) => minus(`(${from.toFixed(2)} to ${to.toFixed(2)})`);
  const told = (rho, interval) => `${minus(rho.toFixed(2))} ${between(interval)}`;
  const rows = data.systems.flatMap(({title, correlations}) => correlations.map((each, k) => html("tr", {},
    k === 0 && html("th", {scope: "rowgroup", rowspan: correlations.length}, title,
      html("small", {}, ` ${each.classes} classes`)),
    html("td", {class: "words"}, each.feature),
    html("td", {}, told(each.rho, each.by_runs)), html("td", {}, between(each.by_classes)),
    html("td", {}, each.given_leaves === null ? "–" : told(each.given_leaves, each.given_leaves_interval)))));
  const heads = ["system", "T against", "ρ (95 %, runs)", "95 %, classes"];
  heads.push("ρ given the fewest leaves (95 %, classes)");
  return scroll("rank correlations", table("numbers", heads, rows));
}
