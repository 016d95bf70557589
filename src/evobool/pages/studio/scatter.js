// Members of a population as points: equal ones are one point, the larger the more they are.

import {axes, powers, scale, ticks} from "../charts/axes.js";
import {svg} from "../charts/elements.js";
import {rounded} from "../charts/numbers.js";

const LEFT = 52, RIGHT = 16, HEIGHT = 420, LOW = 168, NARROW = 300;
const SMALLEST = 4, LARGEST = 22;
export const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b08500", "#3f9fd6"];
export const OTHERS = "#8a929c";

/** What a point says, by the two sights there are: its values, and what the axes are called. */
export const SIGHTS = {
  size: {x: ([positives, negatives]) => positives + negatives, y: (point) => point[2],
    names: ["wrong rows", "leaves"]},
  classes: {x: ([positives]) => positives, y: ([, negatives]) => negatives,
    names: ["false positives", "false negatives"]},
};

/**
 * The points of a moment, each [false positives, false negatives, leaves, family, count, place]; `most` are
 * the largest values over all moments, so that axes stay. `choose` is called with the place of a point, and
 * `room` is how wide the picture may be.
 */
export function scatter(points, sight, most, choose, chosen, room) {
  const width = Math.max(NARROW, room);
  const box = {left: LEFT, right: width - RIGHT, top: 28, bottom: HEIGHT - 48};
  const {x, y, names} = SIGHTS[sight];
  const [right, top] = most.map((value) => Math.max(1, value)), tall = sight === "size" && top > 200;
  const across = scale(0, right, box.left + 14, box.right - 8);
  const up = scale(tall ? 1 : 0, top, box.bottom - 14, box.top + 8, tall);
  const around = axes(box);
  for (const value of tall ? powers(1, top) : ticks(top)) around.level(up(value), rounded(value, 4));
  around.row(ticks(right).map((value) => [across(value), rounded(value, 4)]));
  around.across(box.bottom, "axis");
  around.names(names[0], `${names[1]}${tall ? " (log scale)" : ""}`);
  const large = points.toSorted((a, b) => b[4] - a[4]); // the small ones on top
  const drawn = large.map((point) => {
    const [, , , family, count, place] = point, r = Math.min(LARGEST, SMALLEST * Math.sqrt(count));
    const words = `${count} at ${x(point)} ${names[0]}, ${y(point)} ${names[1]}`;
    const mark = svg("circle", {
      class: "member", cx: across(x(point)), cy: up(y(point)), r,
      tabindex: "0", role: "button", "aria-label": words, "aria-pressed": String(place === chosen),
    }, svg("title", {}, words));
    mark.style.color = COLOURS[family] ?? OTHERS;
    mark.addEventListener("click", () => choose(place));
    mark.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      choose(place);
    });
    return mark;
  });
  const frame = {class: "plot", viewBox: `0 0 ${width} ${HEIGHT}`, role: "group", "aria-label": "members"};
  return svg("svg", frame, around.parts, drawn);
}

/** Values of all moments as steps over the trees judged, with a line where one stands. */
export function traces(moments, values, now, room) {
  const width = Math.max(NARROW, room), box = {left: LEFT, right: width - RIGHT, top: 16, bottom: LOW - 48};
  const last = Math.max(1, moments.at(-1).evaluations);
  const known = values.flatMap(([name]) => moments.map((moment) => moment[name] ?? 0));
  const top = Math.max(1, ...known), up = scale(0, top, box.bottom, box.top);
  const across = scale(0, last, box.left, box.right);
  const around = axes(box);
  for (const value of ticks(top, 3)) around.level(up(value), rounded(value, 4));
  around.row(ticks(last, 5).map((value) => [across(value), rounded(value, 4)]));
  around.names("trees judged");
  const lines = values.map(([name, colour]) => {
    const steps = moments.filter((moment) => moment[name] !== null);
    if (!steps.length) return null;
    const path = steps.map((moment, k) => (k ? `H${across(moment.evaluations)}V${up(moment[name])}`
      : `M${across(moment.evaluations)} ${up(moment[name])}`));
    const line = svg("path", {class: "trace", d: path.join("")});
    line.style.color = colour;
    return line;
  });
  around.down(across(moments[now].evaluations), "now");
  return svg("svg", {class: "plot", viewBox: `0 0 ${width} ${LOW}`, role: "img",
    "aria-label": values.map(([name]) => name).join(", ")}, around.parts, lines);
}
