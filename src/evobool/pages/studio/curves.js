// A value of a study against a field: curves with intervals, and the laws fitted to them.

import {html, svg} from "../charts/elements.js";
import {ticks} from "../studio/histogram.js";

const LEFT = 62, RIGHT = 16, TOP = 22, BOTTOM = 44, HEIGHT = 360;
export const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#56b4e9"];
const MARKS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-3.6 -3.6h7.2v7.2h-7.2z", "M0 -4.8L4.6 3.6H-4.6z", "M0 -5L5 0L0 5L-5 0z", "M0 4.8L4.6 -3.6H-4.6z", "M-4.5 -1.5h3v-3h3v3h3v3h-3v3h-3v-3h-3z"];

/** The curves in a box; `linkOf` gives the address of a point's runs. Both axes are logarithmic unless values are 0. */
export function curvesView(box, data, linkOf) {
  const picture = svg("svg", {class: "plot", role: "group", "aria-label": `${data.y} against ${data.x}`});
  box.replaceChildren(picture, legend(data));
  const draw = () => picture.replaceChildren(...parts(data, linkOf, picture, Math.max(300, box.clientWidth)));
  new ResizeObserver(draw).observe(box);
}

function parts(data, linkOf, picture, width) {
  const points = data.curves.flatMap((curve) => curve.points.filter(({value}) => value !== null));
  picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  if (!points.length) return [svg("text", {x: width / 2, y: HEIGHT / 2, "text-anchor": "middle"}, "no setting has enough successful runs")];
  const bottom = HEIGHT - BOTTOM, laws = data.curves.flatMap((curve) => curve.law?.line ?? []);
  const ends = [...points.flatMap(({value, low, high}) => [value, low ?? value, high ?? value]), ...laws.map(([, value]) => value)];
  const x = scale(points.map((point) => point.x), points.every((point) => point.x > 0), LEFT + 14, width - RIGHT - 14);
  const logarithmic = data.y !== "B" && ends.every((value) => value > 0);
  const y = scale(logarithmic ? ends : [0, ...ends], logarithmic, bottom, TOP);
  const shapes = [];
  const text = (at, place, words, anchor = "end") => shapes.push(svg("text", {x: at, y: place, "text-anchor": anchor}, words));
  for (const value of y.ticks) {
    shapes.push(svg("line", {class: "grid", x1: LEFT, x2: width - RIGHT, y1: y.at(value), y2: y.at(value)}));
    text(LEFT - 8, y.at(value) + 4, short(value));
  }
  let last = -Infinity;
  for (const value of [...new Set(points.map((point) => point.x))].sort((a, b) => a - b)) {
    if (x.at(value) - last < 34) continue;
    last = x.at(value);
    text(last, bottom + 18, short(value), "middle");
  }
  shapes.push(svg("line", {class: "axis", x1: LEFT, x2: width - RIGHT, y1: bottom, y2: bottom}));
  text((LEFT + width - RIGHT) / 2, bottom + 38, `${data.x}${x.logarithmic ? " (log scale)" : ""}`, "middle");
  text(LEFT, TOP - 8, `${data.y}${logarithmic ? " (log scale)" : ""}`, "start");
  const beside = (k) => (data.y === "B" ? 8 * (k - (data.curves.length - 1) / 2) : 0); // shares of 0 would hide each other
  data.curves.forEach((curve, k) => shapes.push(...curveOf(curve, k, {...x, at: (value) => x.at(value) + beside(k)}, y, linkOf, data.y !== "B")));
  return shapes;
}

function curveOf(curve, k, x, y, linkOf, joined) {
  const colour = COLOURS[k % COLOURS.length], seen = curve.points.filter(({value}) => value !== null), shapes = [];
  const path = (pairs) => `M${pairs.map(([a, b]) => `${x.at(a)} ${y.at(b)}`).join("L")}`;
  const paint = (element) => { element.style.color = colour; return element; };
  if (curve.law) shapes.push(paint(svg("path", {class: "curve-law", d: path(curve.law.line)})));
  else if (joined && seen.length > 1) shapes.push(paint(svg("path", {class: "curve-line", d: path(seen.map((point) => [point.x, point.value]))})));
  for (const point of seen) {
    const [at, place] = [x.at(point.x), y.at(point.value)];
    const ends = point.low === null ? [] : [svg("path", {class: "curve-bar", d: `M${at} ${y.at(Math.max(point.low, y.least))}V${point.high === null ? TOP : y.at(point.high)}`})];
    const words = `${curve.name}, ${point.x}: ${short(point.value)}${point.low === null || point.high === null ? "" : ` (${short(point.low)} to ${short(point.high)})`}, ${point.runs} runs, ${point.failed} failed`;
    const mark = svg("a", {href: linkOf(point.id), "aria-label": words}, svg("title", {}, words), ...ends,
      svg("path", {class: "curve-mark", d: MARKS[k % MARKS.length], transform: `translate(${at} ${place})`}), svg("circle", {class: "curve-hit", cx: at, cy: place, r: 12}));
    shapes.push(paint(mark));
  }
  return shapes;
}

function legend(data) {
  const items = data.curves.map((curve, k) => {
    const key = svg("svg", {viewBox: "-13 -6 26 12", "aria-hidden": "true"}, svg("path", {class: curve.law ? "curve-law" : "curve-line", d: "M-13 0H13"}), svg("path", {class: "curve-mark", d: MARKS[k % MARKS.length]}));
    key.style.color = COLOURS[k % COLOURS.length];
    const law = curve.law ? `: ${curve.law.formula} (${curve.law.p < 0.01 ? "does not fit, " : ""}p = ${curve.law.p.toPrecision(2)})${curve.law.verdict ? `; ${curve.law.verdict}` : ""}` : curve.refused ? `: ${curve.refused}` : "";
    return html("li", {}, key, `${curve.name}${law}`);
  });
  return html("ul", {class: "curve-legend"}, ...items);
}

/** Values to places, with round ticks. */
function scale(values, logarithmic, from, to) {
  const f = logarithmic ? Math.log : (value) => value, [least, most] = [Math.min(...values), Math.max(...values)];
  const room = logarithmic ? (most / least) ** 0.04 : 1, [low, high] = [least / room, most * room]; // what touches an axis is hard to read
  const span = f(high) - f(low) || 1;
  const at = (value) => (most === least ? (from + to) / 2 : from + ((to - from) * (f(value) - f(low))) / span);
  return {at, logarithmic, least: low, ticks: (logarithmic ? roundLog(low, high) : ticks(high, 1e-9)).filter((value) => value >= low && value <= high)};
}

function roundLog(low, high) {
  const steps = high / low < 100 ? [1, 2, 5] : [1], found = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) found.push(...steps.map((step) => step * power));
  return found;
}

export const short = (value) => (value === 0 ? "0" : Math.abs(value) < 1e-3 ? value.toExponential(1) : Number(value.toPrecision(4)).toLocaleString("en", {maximumFractionDigits: 6}));

/** Numbers that line up in a column: shares with four digits, others with one, tiny ones as powers of ten. */
export const aligned = (value, share) =>
  (!share && value !== 0 && Math.abs(value) < 0.1 ? value.toExponential(2) : value.toLocaleString("en", {minimumFractionDigits: share ? 4 : 1, maximumFractionDigits: share ? 4 : 1}));
