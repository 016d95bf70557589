// The front of a search: for each number of leaves the fewest errors, as they are found.

import {axes, scale, ticks} from "../charts/axes.js";
import {svg} from "../charts/elements.js";
import {counted, fixed} from "../charts/numbers.js";

const LEFT = 62, RIGHT = 16, TOP = 24, BOTTOM = 44, HEIGHT = 300, MARGIN = 12;
const SQUARE = "M-3.4 -3.4h6.8v6.8h-6.8z";
const MOST_DOTS = 600; // trees of runs; of more the last ones are drawn

export const percent = (share) => `${fixed(100 * share, 1)} %`;

/**
 * A picture in a box; `choose` is called with the place of the point that was clicked. Points are
 * {leaves, share, crossed, text}: the share wrong on the rows learnt from, and that on other folds with its
 * standard error, if it is known yet.
 */
export function frontView(box, choose) {
  const picture = svg("svg", {class: "plot front", role: "group", "aria-label": "wrong against leaves"});
  const shown = {points: [], dots: [], chosen: -1, most: null, floor: 0};
  const draw = () =>
    picture.replaceChildren(...parts(shown, picture, Math.max(280, box.clientWidth), choose));
  box.replaceChildren(picture);
  new ResizeObserver(draw).observe(box);
  return {
    show(changes) {
      Object.assign(shown, changes);
      draw();
    },
    dots(more) {
      shown.dots = [...shown.dots, ...more].slice(-MOST_DOTS);
    },
  };
}

function parts({points, dots, chosen, most, floor}, picture, width, choose) {
  picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  const edges = {left: LEFT, right: width - RIGHT, top: TOP, bottom: HEIGHT - BOTTOM};
  const bars = points.filter(({crossed}) => crossed).map(({crossed: [mean, error]}) => mean + error);
  const worst = Math.max(0.02, ...points.map(({share}) => share), ...bars);
  const top = Math.min(1, 1.1 * worst);
  const reached = Math.max(8, ...points.map(({leaves}) => leaves));
  const last = most === null ? reached : Math.min(most, Math.max(reached + 2, 8));
  const x = scale(0, last, edges.left + MARGIN, edges.right - MARGIN);
  const y = scale(0, top, edges.bottom, edges.top);
  const around = axes(edges);
  for (const value of ticks(top, 4, 1e-4)) around.level(y(value), percent(value));
  around.row(ticks(last, 8).map((value) => [x(value), String(value)]));
  around.across(edges.bottom, "axis");
  around.names("leaves, that is literals", "wrong");
  if (floor > 0 && floor < top) around.across(y(floor), "floor");
  const seen = dots.filter(([leaves, share]) => leaves <= last && share <= top);
  return [
    ...around.parts,
    ...seen.map(([leaves, share]) => svg("circle", {class: "run-dot", cx: x(leaves), cy: y(share), r: 2})),
    ...steps(points, x, y, x(last)),
    ...points.flatMap((point, k) => marks(point, k, k === chosen, x, y, choose)),
  ];
}

/** The front as stairs: a formula of fewer leaves serves where more are allowed. */
function steps(points, x, y, end) {
  const stairs = points.map(({leaves, share}, k) =>
    (k ? `H${x(leaves)}V${y(share)}` : `M${x(leaves)} ${y(share)}`));
  return points.length ? [svg("path", {class: "front-line", d: `${stairs.join("")}H${end}`})] : [];
}

function marks({leaves, share, crossed, text}, k, chosen, x, y, choose) {
  const other = crossed ? `; on other folds ${percent(crossed[0])} ± ${percent(crossed[1])}` : "";
  const words = `${counted(leaves, "leaf", "leaves")}: ${percent(share)} wrong${other}`;
  const across = x(leaves);
  const made = svg("g", {
    class: "front-point", role: "button", tabindex: "0", "aria-pressed": String(chosen), "aria-label": words,
  }, svg("title", {}, text ? `${words}\n${text}` : words),
  svg("circle", {class: "front-hit", cx: across, cy: y(share), r: 13}),
  svg("circle", {class: "front-mark", cx: across, cy: y(share), r: chosen ? 7 : 4.5}));
  made.addEventListener("click", () => choose(k));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(k);
  });
  if (!crossed) return [made];
  const [mean, error] = crossed, beside = across + 5;
  return [
    svg("path", {class: "fold-bar", d: `M${beside} ${y(Math.max(0, mean - error))}V${y(mean + error)}`}),
    svg("path", {class: "fold-mark", d: SQUARE, transform: `translate(${beside} ${y(mean)})`}),
    made,
  ];
}
