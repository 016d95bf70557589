// A value of a study against a field: curves with intervals, and the laws fitted to them.

import {axes, powers, scale, ticks} from "../charts/axes.js";
import {html, soft, svg} from "../charts/elements.js";
import {rounded} from "../charts/numbers.js";

const LEFT = 62, RIGHT = 16, TOP = 22, BOTTOM = 44, HEIGHT = 360, MARGIN = 14;
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#56b4e9"];
const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-3.6 -3.6h7.2v7.2h-7.2z", "M0 -4.8L4.6 3.6H-4.6z",
  "M0 -5L5 0L0 5L-5 0z", "M0 4.8L4.6 -3.6H-4.6z", "M-4.5 -1.5h3v-3h3v3h3v3h-3v3h-3v-3h-3z",
];

/** Curves in a box; `linkOf` gives the address of a point's runs. Axes are logarithmic if no value is 0. */
export function curvesView(box, data, linkOf) {
  const picture = svg("svg", {class: "plot", role: "group", "aria-label": `${data.y} against ${data.x}`});
  const marked = data.legend && soft(data.legend.replace("†", "Hollow:"), ".");
  box.replaceChildren(...[picture, legend(data.curves), marked].filter(Boolean));
  const draw = () => picture.replaceChildren(...parts(data, linkOf, picture, Math.max(300, box.clientWidth)));
  new ResizeObserver(draw).observe(box);
}

function parts(data, linkOf, picture, width) {
  const seenOf = ({points}) => points.filter(({value}) => value !== null);
  const curves = data.curves.map((curve) => ({...curve, seen: seenOf(curve)}));
  const points = curves.flatMap(({seen}) => seen);
  picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  if (!points.length) {
    const words = "no setting has enough successful runs";
    return [svg("text", {x: width / 2, y: HEIGHT / 2, "text-anchor": "middle"}, words)];
  }
  const box = {left: LEFT, right: width - RIGHT, top: TOP, bottom: HEIGHT - BOTTOM}, shares = data.y === "B";
  const fitted = curves.flatMap(({law}) => law?.line ?? []).map(([, value]) => value);
  const ends = [...points.flatMap(({value, low, high}) => [value, low ?? value, high ?? value]), ...fitted];
  const logX = points.every((point) => point.x > 0), logY = !shares && ends.every((value) => value > 0);
  const x = axis(points.map((point) => point.x), logX, box.left + MARGIN, box.right - MARGIN);
  const y = axis(logY ? ends : [0, ...ends], logY, box.bottom, box.top);
  const around = axes(box), log = (logarithmic) => (logarithmic ? " (log scale)" : "");
  for (const value of y.ticks) around.level(y.at(value), rounded(value, 4));
  const values = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  around.row(values.map((value) => [x.at(value), rounded(value, 4)]));
  around.across(box.bottom, "axis");
  around.names(`${data.x}${log(logX)}`, `${data.y}${log(logY)}`);
  const drawn = curves.flatMap((curve, k) => {
    const aside = shares ? 8 * (k - (curves.length - 1) / 2) : 0; // shares of 0 would hide each other
    return curveOf(curve, k, (value) => x.at(value) + aside, {...y, right: width}, linkOf, !shares);
  });
  return [...around.parts, ...drawn];
}

function curveOf({name, law, seen}, k, x, y, linkOf, joined) {
  const path = (kind, pairs) =>
    svg("path", {class: kind, d: `M${pairs.map(([a, b]) => `${x(a)} ${y.at(b)}`).join("L")}`});
  const line = law ? [path("curve-law", law.line)]
    : joined && seen.length > 1 ? [path("curve-line", seen.map((point) => [point.x, point.value]))] : [];
  const marks = seen.map(({id, x: at, value, low, high, runs, failed, survivors}) => {
    const [across, down] = [x(at), y.at(value)], between = low !== null && high !== null;
    const interval = between ? ` (${rounded(low, 4)} to ${rounded(high, 4)})` : "";
    const told = `${rounded(value, 4)}${interval}`, only = survivors ? " (mean of the successful)" : "";
    const words = `${name}, ${at}: ${told}, ${runs} runs, ${failed} failed${only}`;
    const bar = `M${across} ${y.at(Math.max(low, y.least))}V${high === null ? TOP : y.at(high)}`;
    return svg("a", {href: linkOf(id), "aria-label": words}, svg("title", {}, words),
      low !== null && svg("path", {class: "curve-bar", d: bar}),
      svg("path", {class: `curve-mark${survivors ? " survivors" : ""}`, d: MARKS[k % MARKS.length],
        transform: `translate(${across} ${down})`}),
      survivors && beside(across, down, `B ${rounded(failed / runs, 3)}`, y.right),
      svg("circle", {class: "curve-hit", cx: across, cy: down, r: 12}));
  });
  const found = [...line, ...marks];
  for (const shape of found) shape.style.color = COLOURS[k % COLOURS.length];
  return found;
}

/** Words beside a point, where there is room: below it, or before and above the last if the line rises. */
function beside(x, y, words, right) {
  const end = x + 60 > right, above = end && y > TOP + 16;
  const place = {x: x + (end ? -8 : 8), y: y + (above ? -9 : 17), "text-anchor": end ? "end" : "start"};
  return svg("text", {class: "curve-note", ...place}, words);
}

function legend(curves) {
  const items = curves.map(({name, law, refused}, k) => {
    const key = svg("svg", {viewBox: "-13 -6 26 12", "aria-hidden": "true"},
      svg("path", {class: law ? "curve-law" : "curve-line", d: "M-13 0H13"}),
      svg("path", {class: "curve-mark", d: MARKS[k % MARKS.length]}));
    key.style.color = COLOURS[k % COLOURS.length];
    return html("li", {}, key, name, law ? `: ${fitInWords(law)}` : refused && `: ${refused}`);
  });
  return html("ul", {class: "curve-legend"}, items);
}

const fitInWords = ({formula, p, verdict}) =>
  `${formula} (${p < 0.01 ? "does not fit, " : ""}p = ${p.toPrecision(2)})${verdict && `; ${verdict}`}`;

/** An axis for values: places, and round ticks. What touches an axis is hard to read. */
function axis(values, logarithmic, from, to) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = logarithmic ? (most / least) ** 0.04 : 1, [low, high] = [least / room, most * room];
  const round = logarithmic ? powers(low, high) : ticks(high, 4, 1e-9);
  const shown = round.filter((value) => value >= low && value <= high);
  return {at: scale(low, high, from, to, logarithmic), least: low, ticks: shown};
}
