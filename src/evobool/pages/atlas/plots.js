// T against the fewest leaves, and what else goes with T.

import {html, svg} from "../charts/elements.js";
import {rounded} from "../atlas/details.js";

const HEIGHT = 360, LEFT = 62, RIGHT = 14, TOP = 12, BOTTOM = 46;
const SHAPES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]; // Okabe and Ito, one for each system

/** What T can be drawn against; each is read off an entry and one of its cells. */
export function featuresOf(data) {
  const others = Object.keys(data.classes[0].measures);
  const number = (value) => (value === "yes" ? 1 : value === "no" ? 0 : value);
  return [{name: "fewest leaves", of: (entry, cell) => cell.fewest},
    ...others.map((name) => ({name, of: (entry) => number(entry.measures[name]), words: name === "unate" ? ["no", "yes"] : null}))];
}

/** One mark for each function of a system: T against a feature. */
export function scatter(data, system, feature, width, colour, open) {
  const points = data.classes.flatMap((entry) => entry.cells[system.name].map((cell) => ({entry, cell, at: feature.of(entry, cell)})));
  const values = [...new Set(points.map(({at}) => at))].sort((a, b) => a - b), least = values[0], most = values.at(-1);
  const narrowest = Math.min(most - least || 1, ...values.slice(1).map((value, k) => value - values[k]));
  const room = width - LEFT - RIGHT, span = most - least + narrowest, step = (narrowest / span) * room;
  const x = (value) => LEFT + ((value - least + narrowest / 2) / span) * room;
  const high = Math.log10(data.cap), low = Math.min(high - 1, Math.floor(Math.log10(Math.min(...points.map(({cell}) => cell.mean)))));
  const y = (mean) => HEIGHT - BOTTOM - ((Math.log10(mean) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const picture = svg("svg", {viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img",
    "aria-label": `T against ${feature.name}, ${system.title}`});
  for (let power = low; power <= high + 1e-9; power++) {
    const at = y(10 ** power);
    picture.append(svg("path", {class: "grid", d: `M${LEFT} ${at}H${width - RIGHT}`}),
      svg("text", {x: LEFT - 8, y: at + 4, class: "end"}, (10 ** power).toLocaleString("en")));
  }
  let last = -Infinity;
  for (const value of values) {
    if (x(value) - last < 34) continue; // labels must not touch
    last = x(value);
    picture.append(svg("text", {x: last, y: HEIGHT - BOTTOM + 18, class: "middle"}, feature.words?.[value] ?? rounded(value)));
  }
  picture.append(svg("text", {x: LEFT + room / 2, y: HEIGHT - 6, class: "middle name"}, feature.name),
    svg("text", {transform: `translate(13 ${(HEIGHT - BOTTOM) / 2}) rotate(-90)`, class: "middle"}, "mean of min(T, cap)"));
  const columns = Map.groupBy(points.toSorted((a, b) => a.cell.mean - b.cell.mean), ({at}) => at);
  for (const column of columns.values()) {
    column.forEach(({entry, cell, at}, k) => { // neighbours in T stand side by side
      const aside = (((k * 0.618) % 1) - 0.5) * Math.min(0.7 * step, 140);
      const mark = svg("circle", {cx: x(at) + aside, cy: y(cell.mean), r: 4.5, class: "point", style: `fill: ${colour(cell)}`},
        svg("title", {}, `${entry.name ?? entry.formula}: ${rounded(cell.mean)}`));
      mark.addEventListener("click", () => open(entry));
      picture.append(mark);
    });
  }
  return picture;
}

/** Rank correlations with T: a mark for each system, with two intervals. */
export function forest(data, width) {
  const features = data.systems[0].correlations.map(({feature}) => feature), narrow = width < 560;
  const label = narrow ? 0 : 236, line = 15, head = narrow ? 22 : 8, row = data.systems.length * line + 16 + (narrow ? head : 0);
  const height = features.length * row + 44, x = (rho) => label + 16 + ((rho + 1) / 2) * (width - label - 32);
  const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "rank correlations with T; the numbers are in the table below"});
  for (const rho of [-1, -0.5, 0, 0.5, 1]) {
    picture.append(svg("path", {class: rho ? "grid" : "zero", d: `M${x(rho)} 0V${height - 34}`}),
      svg("text", {x: x(rho), y: height - 16, class: "middle"}, rho.toLocaleString("en").replace("-", "−")));
  }
  features.forEach((feature, k) => {
    const top = k * row + 6;
    picture.append(narrow ? svg("text", {x: 4, y: top + 14, class: "name"}, feature)
      : svg("text", {x: label - 4, y: top + row / 2 - 2, class: "end name"}, feature));
    data.systems.forEach((system, j) => {
      const {rho, by_runs: runs, by_classes: classes} = system.correlations[k], y = top + head + j * line + 6;
      const paint = `stroke: ${SHAPES[j]}`;
      picture.append(svg("path", {class: "thin", style: paint, d: `M${x(classes[0])} ${y}H${x(classes[1])}`}),
        svg("path", {class: "thick", style: paint, d: `M${x(runs[0])} ${y}H${x(runs[1])}`}),
        svg("circle", {cx: x(rho), cy: y, r: 4.5, style: `fill: ${SHAPES[j]}`, class: "rho"}, svg("title", {}, `${system.title}: ${rho.toFixed(2)}`)));
    });
  });
  return picture;
}

export const forestLegend = (data) => html("ul", {class: "keys"}, ...data.systems.map((system, j) =>
  html("li", {}, html("span", {class: "dot", style: `background: ${SHAPES[j]}`}), system.title)));

/** The same numbers as a table. */
export function correlationTable(data) {
  const told = (rho, between) => `${rho.toFixed(2)} (${between[0].toFixed(2)} to ${between[1].toFixed(2)})`.replaceAll("-", "−");
  const rows = data.systems.flatMap((system) => system.correlations.map((each, k) => html("tr", {},
    k ? "" : html("th", {scope: "rowgroup", rowspan: system.correlations.length}, system.title, html("small", {}, ` ${each.classes} classes`)),
    html("td", {class: "words"}, each.feature),
    html("td", {}, told(each.rho, each.by_runs)), html("td", {}, told(each.rho, each.by_classes).replace(/^\S+ /, "")),
    html("td", {}, each.given_leaves === null ? "–" : told(each.given_leaves, each.given_leaves_interval)))));
  return html("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "rank correlations"}, html("table", {class: "numbers"},
    html("thead", {}, html("tr", {}, ...["system", "T against", "ρ (95 %, runs)", "95 %, classes", "ρ given the fewest leaves (95 %, classes)"]
      .map((text) => html("th", {scope: "col"}, text)))), html("tbody", {}, ...rows)));
}
