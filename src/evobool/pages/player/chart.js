// Error and leaves over the iterations, with a cursor that can be placed anywhere.

import {svg} from "../charts/elements.js";
import {errorLevel} from "../player/frames.js";

const LEFT = 62, RIGHT = 14, TOP = 22, GAP = 44, BOTTOM = 34;
const BEYOND = 70; // the width of the part that was not recorded

/** Draws the chart in a box; `choose` is told of the frame that is pointed at. `resize` also draws new frames. */
export function chartView(box, frames, data, choose) {
  const picture = svg("svg", {class: "chart", "aria-hidden": "true"});
  let axes = null, cursor = null, current = 0, candidate = null;
  box.append(picture);

  function resize() {
    axes = axesFor(frames, data, box.clientWidth, box.clientHeight);
    cursor = svg("g", {class: "cursor"});
    picture.setAttribute("viewBox", `0 0 ${axes.width} ${axes.height}`);
    picture.replaceChildren(...scales(axes, data), ...curves(axes, frames, data), cursor);
    point(current, candidate);
  }

  function point(number, chosen) {
    [current, candidate] = [number, chosen];
    const x = axes.x(number);
    cursor.replaceChildren(svg("line", {x1: x, x2: x, y1: TOP, y2: axes.bottom}), ...dots(axes, frames[number], x, chosen));
  }

  const pick = (event) => {
    const at = event.clientX - picture.getBoundingClientRect().left;
    choose(axes.nearest(at));
  };
  picture.addEventListener("pointerdown", (event) => {
    picture.setPointerCapture(event.pointerId);
    pick(event);
  });
  picture.addEventListener("pointermove", (event) => event.buttons && pick(event));
  resize();
  return {point, resize};
}

/** What the cursor meets: the tree held, filled; the candidates that were not taken, hollow. */
function dots(axes, frame, x, chosen) {
  const dot = (y, name) => svg("circle", {class: name, cx: x, cy: y, r: 4.5});
  const tried = frame.candidates.map(({after}, k) => [after, k]).filter(([after, k]) => after !== null && k !== frame.accepted);
  const heights = new Map(); // one dot for each height; the chosen candidate's is the one to see
  for (const [after, k] of tried) {
    const y = axes.error(errorLevel(after));
    if (!heights.has(y) || k === chosen) heights.set(y, k === chosen ? "offspring chosen" : "offspring");
  }
  return [
    ...[...heights].map(([y, name]) => dot(y, name)),
    ...(frame.error === null ? [] : [dot(axes.error(errorLevel(frame.error)), "held")]),
    dot(axes.leaves(frame.leaves), "held"),
  ];
}

/** Frame numbers, levels of error and leaves as places. */
function axesFor(frames, data, width, height) {
  const cut = frames.at(-1).beyond, recorded = frames.length - (cut ? 2 : 1);
  const right = width - RIGHT - (cut ? BEYOND : 0), bottom = height - BOTTOM;
  const middle = TOP + (bottom - TOP - GAP) * 0.62;
  const errors = frames.flatMap((frame) => [frame.error, ...frame.candidates.map((candidate) => candidate.after)]);
  const expected = frames.map((frame) => expectedLevel(frame, data)).filter((level) => level !== null);
  const highest = largest(1, [...errors.filter((error) => error !== null).map(errorLevel), ...expected]);
  const leaves = largest(1, frames.map((frame) => frame.leaves));
  // A limit far above every tree would flatten the curve: it is left out.
  const most = data.limit !== null && data.limit <= 3 * leaves ? Math.max(leaves, data.limit) : leaves;
  const step = (right - LEFT) / Math.max(1, recorded);
  return {
    width, height, right, bottom, middle, highest, most, cut, recorded,
    x: (number) => (number > recorded ? width - RIGHT : LEFT + step * number),
    nearest: (x) => {
      if (cut && x > right + BEYOND / 2) return recorded + 1;
      return Math.max(0, Math.min(recorded, Math.round((x - LEFT) / step)));
    },
    error: (level) => middle - ((middle - TOP) * level) / highest,
    leaves: (count) => bottom - ((bottom - middle - GAP) * count) / most,
  };
}

/** The height of the exact share of wrong inputs, as so many of the rows; null where it is not known. */
const expectedLevel = (frame, {rows}) =>
  (rows && frame.share !== null && frame.share !== undefined ? Math.log2(1 + frame.share * rows) : null);

const largest = (least, numbers) => numbers.reduce((most, each) => Math.max(most, each), least);

function scales(axes, data) {
  const parts = [];
  const text = (x, y, words, anchor = "end") => parts.push(svg("text", {x, y, "text-anchor": anchor}, words));
  const line = (y, name) => parts.push(svg("line", {class: name, x1: LEFT, x2: axes.right, y1: y, y2: y}));
  if (axes.cut) {
    const place = {x: axes.right, width: BEYOND, y: TOP, height: axes.bottom - TOP};
    parts.push(svg("rect", {class: "beyond", ...place}));
    text(axes.right + BEYOND / 2, TOP + 16, "not", "middle");
    text(axes.right + BEYOND / 2, TOP + 30, "recorded", "middle");
  }
  let lowest = Infinity;
  for (const [level, words] of errorTicks(axes.highest)) {
    const y = axes.error(level);
    if (lowest - y < 13) continue;
    lowest = y;
    line(y, "grid");
    text(LEFT - 8, y + 4, words);
  }
  for (const count of [0, axes.most]) {
    line(axes.leaves(count), "grid");
    text(LEFT - 8, axes.leaves(count) + 4, String(count));
  }
  if (data.limit !== null && data.limit <= axes.most) {
    line(axes.leaves(data.limit), "limit");
    text(axes.right - 4, axes.leaves(data.limit) - 5, `limit ${data.limit}`);
  }
  text(LEFT, TOP - 9, `${data.error_label} (log scale)`, "start");
  if (data.rows) {
    parts.push(svg("path", {class: "share", d: `M${axes.right - 268} ${TOP - 13}h26`}));
    text(axes.right, TOP - 9, `exact generalisation error × ${data.rows.toLocaleString("en")} rows`);
  }
  text(LEFT, axes.middle + GAP - 9, "leaves", "start");
  text(LEFT - 8, axes.middle + 20, "accepted");
  for (const number of iterationTicks(axes.recorded, axes.right - LEFT)) {
    text(axes.x(number), axes.bottom + 16, number.toLocaleString("en"), "middle");
  }
  if (axes.cut) text(axes.width - 2, axes.bottom + 16, data.iterations.toLocaleString("en"));
  text((LEFT + axes.right) / 2, axes.bottom + 31, "iteration", "middle");
  return parts;
}

/** 0, 1, 3, 10, 30, ... on the scale log2(1 + error); fewer where there are many, powers of two where those are huge. */
function errorTicks(highest) {
  /** @type {[number, string][]} */
  const ticks = [[0, "0"]];
  if (highest > 50) {
    const step = roundStep(highest / 5);
    for (let level = step; level <= highest; level += step) ticks.push([level, `2^${level}`]);
    return ticks;
  }
  const decades = Math.ceil(Math.log10(2) * highest);
  for (let k = 0; k <= decades; k += Math.max(1, Math.ceil(decades / 5))) {
    /** @type {[number, string][]} */
    const names = [[10 ** k, k < 6 ? (10 ** k).toLocaleString("en") : `10^${k}`]];
    if (decades <= 3) names.push([3 * 10 ** k, String(3 * 10 ** k)]);
    for (const [error, name] of names) if (Math.log2(1 + error) <= highest) ticks.push([Math.log2(1 + error), name]);
  }
  return ticks;
}

/** Round numbers, about one every 90 pixels. */
function iterationTicks(last, pixels) {
  const step = roundStep(last / Math.max(1, pixels / 90)), ticks = [];
  for (let number = 0; number <= last; number += step) ticks.push(number);
  return ticks;
}

/** 1, 2, 5, 10, 20, ...: the first that is at least as large as wanted. */
function roundStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  return [1, 2, 5, 10].map((k) => k * power).find((each) => each >= wanted);
}

function curves(axes, frames, data) {
  const recorded = frames.slice(0, axes.recorded + 1);
  const errors = recorded.map((frame) => (frame.error === null ? null : axes.error(errorLevel(frame.error))));
  const leaves = recorded.map((frame) => axes.leaves(frame.leaves));
  const accepted = recorded.map((frame, number) => (frame.accepted !== null ? `M${axes.x(number)} ${axes.middle + 12}v7` : ""));
  const shares = recorded.map((frame) => expectedLevel(frame, data)).map((level) => (level === null ? null : axes.error(level)));
  return [
    svg("path", {class: "error", d: stairs(errors, axes)}),
    svg("path", {class: "share", d: stairs(shares, axes)}),
    svg("path", {class: "leaves", d: stairs(leaves, axes)}),
    svg("path", {class: "accepted", d: accepted.join("")}),
    ...(axes.cut ? jumps(axes, errors.at(-1), leaves.at(-1), frames.at(-1)) : []),
  ];
}

/** From the last recorded iteration to the end of the run. */
function jumps(axes, error, leaves, end) {
  const jump = (name, from, to) =>
    svg("path", {class: `${name} jump`, d: `M${axes.right} ${from}L${axes.width - RIGHT} ${to}`});
  const errors = error === null || end.error === null ? [] : [jump("error", error, axes.error(errorLevel(end.error)))];
  return [...errors, jump("leaves", leaves, axes.leaves(end.leaves))];
}

/** A line that holds its height until the next iteration. */
function stairs(heights, axes) {
  let path = "", last = null;
  heights.forEach((y, number) => {
    if (y === null) return;
    if (last === null) path += `M${axes.x(number)} ${y}`;
    else if (y !== last) path += `H${axes.x(number)}V${y}`;
    last = y;
  });
  return last === null ? "" : `${path}H${axes.x(heights.length - 1)}`;
}
