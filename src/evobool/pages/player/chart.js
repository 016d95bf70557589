// Error and leaves over the iterations, with a cursor that can be placed anywhere.

import {axes as axesOf, powers, scale, ticks} from "../charts/axes.js";
import {svg} from "../charts/elements.js";
import {whole} from "../charts/numbers.js";
import {errorLevel} from "../player/frames.js";

const LEFT = 62, RIGHT = 14, TOP = 22, GAP = 44, BOTTOM = 36;
const BEYOND = 70; // the width of the part that was not recorded
const EARLY = 0.1; // of a run: if half of what the error moves is there, the axis is logarithmic

/** Draws the chart in a box; `choose` is told of the frame pointed at. `resize` also draws new frames. */
export function chartView(box, frames, data, choose) {
  const picture = svg("svg", {class: "chart", "aria-hidden": "true"});
  let places = null, cursor = null, current = 0, candidate = null;
  box.append(picture);

  function resize() {
    places = placesFor(frames, data, box.clientWidth, box.clientHeight);
    cursor = svg("g", {class: "cursor"});
    picture.setAttribute("viewBox", `0 0 ${places.width} ${places.height}`);
    picture.replaceChildren(...scales(places, data), ...curves(places, frames, data), cursor);
    point(current, candidate);
  }

  function point(number, chosen) {
    [current, candidate] = [number, chosen];
    const x = places.x(number), line = svg("line", {x1: x, x2: x, y1: TOP, y2: places.bottom});
    cursor.replaceChildren(line, ...dots(places, frames[number], x, chosen));
  }

  const pick = (event) => {
    const at = event.clientX - picture.getBoundingClientRect().left;
    choose(places.nearest(at));
  };
  picture.addEventListener("pointerdown", (event) => {
    picture.setPointerCapture(event.pointerId);
    pick(event);
  });
  picture.addEventListener("pointermove", (event) => event.buttons && pick(event));
  resize();
  /** What the slider above the chart measures: pixels from iteration 0. */
  const slider = {
    get most() { return places.width - RIGHT - LEFT; },
    get value() { return places.x(current) - LEFT; },
    frame: (pixels) => places.nearest(LEFT + pixels),
  };
  return {point, resize, slider};
}

/** What the cursor meets: the tree held, filled; the candidates that were not taken, hollow. */
function dots(places, frame, x, chosen) {
  const dot = (y, name) => svg("circle", {class: name, cx: x, cy: y, r: 4.5});
  const heights = new Map(); // one dot for each height; the chosen candidate's is the one to see
  frame.candidates.forEach(({after}, k) => {
    if (after === null || k === frame.accepted) return;
    const y = places.error(errorLevel(after));
    if (!heights.has(y) || k === chosen) heights.set(y, k === chosen ? "offspring chosen" : "offspring");
  });
  const held = frame.error === null ? [] : [places.error(errorLevel(frame.error))];
  return [
    ...[...heights].map(([y, name]) => dot(y, name)),
    ...[...held, places.leaves(frame.leaves)].map((y) => dot(y, "held")),
  ];
}

/** Frame numbers, levels of error and leaves as places. */
function placesFor(frames, data, width, height) {
  const cut = frames.at(-1).beyond, recorded = frames.length - (cut ? 2 : 1);
  const right = width - RIGHT - (cut ? BEYOND : 0), bottom = height - BOTTOM;
  const middle = TOP + (bottom - TOP - GAP) * 0.62;
  const errors = frames.flatMap(({error, candidates}) => [error, ...candidates.map(({after}) => after)]);
  const expected = frames.map((frame) => expectedLevel(frame, data)).filter((level) => level !== null);
  const levels = errors.filter((error) => error !== null).map(errorLevel);
  const highest = largest(1, [...levels, ...expected]);
  const leaves = largest(1, frames.map((frame) => frame.leaves));
  // A limit far above every tree would flatten the curve: it is left out.
  const most = data.limit !== null && data.limit <= 3 * leaves ? Math.max(leaves, data.limit) : leaves;
  const logarithmic = early(frames, recorded), last = Math.max(1, recorded);
  const x = scale(1, last + 1, LEFT, right, logarithmic); // of 1 more, so that 0 has a place
  return {
    width, height, right, bottom, middle, highest, most, cut, recorded, logarithmic,
    x: (number) => (number > recorded ? width - RIGHT : x(number + 1)),
    nearest: (at) => {
      if (cut && at > right + BEYOND / 2) return recorded + 1;
      const part = (at - LEFT) / (right - LEFT);
      const number = logarithmic ? (last + 1) ** part - 1 : last * part;
      return Math.max(0, Math.min(recorded, Math.round(number)));
    },
    error: scale(0, highest, middle, TOP),
    leaves: scale(0, most, bottom, middle + GAP),
  };
}

/** Whether the error does half of its moving in the first tenth: a linear axis would show a flat line. */
function early(frames, recorded) {
  let [soon, all, last] = [0, 0, null];
  frames.slice(0, recorded + 1).forEach(({error}, number) => {
    if (error === null) return;
    const level = errorLevel(error), move = last === null ? 0 : Math.abs(level - last);
    if (number <= EARLY * recorded) soon += move;
    all += move;
    last = level;
  });
  return soon > 0 && soon >= all / 2;
}

/** The height of the exact share of wrong inputs, as so many of the rows; null where it is not known. */
const expectedLevel = ({share = null}, {rows}) =>
  (rows && share !== null ? Math.log2(1 + share * rows) : null);

const largest = (least, numbers) => numbers.reduce((most, each) => Math.max(most, each), least);

function scales(places, data) {
  const {right, bottom, middle, width} = places;
  const {parts, text, across, level, below, row, names} = axesOf({left: LEFT, right, top: TOP, bottom});
  if (places.cut) {
    parts.push(svg("rect", {class: "beyond", x: right, width: BEYOND, y: TOP, height: bottom - TOP}));
    text(right + BEYOND / 2, TOP + 16, "not", "middle");
    text(right + BEYOND / 2, TOP + 30, "recorded", "middle");
  }
  let lowest = Infinity;
  for (const [error, words] of errorTicks(places.highest)) {
    const y = places.error(error);
    if (lowest - y < 13) continue;
    lowest = y;
    level(y, words);
  }
  for (const count of [0, places.most]) level(places.leaves(count), String(count));
  if (data.limit !== null && data.limit <= places.most) {
    across(places.leaves(data.limit), "limit");
    text(right - 4, places.leaves(data.limit) - 5, `limit ${data.limit}`);
  }
  if (data.rows) {
    parts.push(svg("path", {class: "share", d: `M${right - 268} ${TOP - 13}h26`}));
    text(right, TOP - 9, `exact generalisation error × ${whole(data.rows)} rows`);
  }
  text(LEFT, middle + GAP - 9, "leaves", "start");
  text(LEFT - 8, middle + 20, "accepted");
  const count = Math.max(1, (right - LEFT) / 90); // pixels
  const marks = places.logarithmic ? [0, ...powers(1, places.recorded)] : ticks(places.recorded, count);
  row(marks.map((number) => [places.x(number), whole(number)]));
  if (places.cut) below(width - 2, whole(data.iterations), "end");
  names(places.logarithmic ? "iteration (log scale)" : "iteration", `${data.error_label} (log scale)`);
  return parts;
}

/**
 * 0, 1, 3, 10, 30, ... on the scale log2(1 + error); fewer where there are many, powers of two where they are
 * huge.
 * @returns {[number, string][]}
 */
function errorTicks(highest) {
  if (highest > 50) return ticks(highest, 5).map((level) => [level, level ? `2^${level}` : "0"]);
  const decades = Math.ceil(Math.log10(2) * highest), errors = [0];
  for (let k = 0; k <= decades; k += Math.max(1, Math.ceil(decades / 5))) {
    errors.push(10 ** k, ...(decades <= 3 ? [3 * 10 ** k] : []));
  }
  const named = (error) => (error < 1e6 ? whole(error) : `10^${Math.log10(error)}`);
  return errors.filter((error) => Math.log2(1 + error) <= highest)
    .map((error) => [Math.log2(1 + error), named(error)]);
}

function curves(places, frames, data) {
  const recorded = frames.slice(0, places.recorded + 1);
  const heightOf = (level) => (level === null ? null : places.error(level));
  const errors = recorded.map(({error}) => heightOf(error === null ? null : errorLevel(error)));
  const leaves = recorded.map((frame) => places.leaves(frame.leaves));
  const shares = recorded.map((frame) => heightOf(expectedLevel(frame, data)));
  const accepted = recorded.flatMap((frame, number) =>
    (frame.accepted === null ? [] : [`M${places.x(number)} ${places.middle + 12}v7`]));
  return [
    svg("path", {class: "error", d: stairs(errors, places)}),
    svg("path", {class: "share", d: stairs(shares, places)}),
    svg("path", {class: "leaves", d: stairs(leaves, places)}),
    svg("path", {class: "accepted", d: accepted.join("")}),
    ...(places.cut ? jumps(places, errors.at(-1), leaves.at(-1), frames.at(-1)) : []),
  ];
}

/** From the last recorded iteration to the end of the run. */
function jumps(places, error, leaves, end) {
  const jump = (name, from, to) =>
    svg("path", {class: `${name} jump`, d: `M${places.right} ${from}L${places.width - RIGHT} ${to}`});
  const known = error !== null && end.error !== null;
  return [
    ...(known ? [jump("error", error, places.error(errorLevel(end.error)))] : []),
    jump("leaves", leaves, places.leaves(end.leaves)),
  ];
}

/** A line that holds its height until the next iteration. */
function stairs(heights, places) {
  let path = "", last = null;
  heights.forEach((y, number) => {
    if (y === null) return;
    if (last === null) path += `M${places.x(number)} ${y}`;
    else if (y !== last) path += `H${places.x(number)}V${y}`;
    last = y;
  });
  return last === null ? "" : `${path}H${places.x(heights.length - 1)}`;
}
