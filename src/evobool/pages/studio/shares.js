// The share of two settings' runs solved by each T, over each other on one scale.

import {axes, powers, scale} from "../charts/axes.js";
import {html, svg} from "../charts/elements.js";
import {whole} from "../charts/numbers.js";

const LEFT = 46, RIGHT = 16, TOP = 22, BOTTOM = 44, HEIGHT = 260;
const COLOURS = ["#0072b2", "#d55e00"], NAMES = ["first", "second"], LEVELS = [0, 0.25, 0.5, 0.75, 1];

/** A picture that grows with the runs; `caps` are the iterations after which a run of each setting fails. */
export function sharesView(box, caps) {
  const times = caps.map(() => []), totals = caps.map(() => 0);
  const picture = svg("svg", {class: "plot", role: "img", "aria-label": "share of runs solved by each T"});
  const names = html("ul", {class: "curve-legend"});

  /** Add runs of both settings. */
  function take(fresh) {
    fresh.forEach((runs, k) => {
      totals[k] += runs.length;
      times[k].push(...runs.filter(({solved}) => solved).map(({T}) => T));
      times[k].sort((a, b) => a - b);
    });
    if (totals.some(Boolean)) draw();
  }

  function draw() {
    if (!picture.isConnected) box.replaceChildren(picture, names);
    const width = Math.max(300, box.clientWidth), all = times.flat().filter((time) => time > 0);
    const [low, high] = [Math.min(...all, 1e9), Math.max(...all, 1)];
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const frame = {left: LEFT, right: width - RIGHT, top: TOP, bottom: HEIGHT - BOTTOM};
    const x = scale(Math.min(low, high), high, frame.left, frame.right, true);
    const y = scale(0, 1, frame.bottom, frame.top), around = axes(frame);
    for (const level of LEVELS) around.level(y(level), String(level));
    around.row(powers(Math.min(low, high), high).map((value) => [x(value), whole(value)]));
    around.across(frame.bottom, "axis");
    around.names("T (log scale)", "share of runs solved");
    picture.replaceChildren(...around.parts, ...times.map((held, k) => steps(held, k, x, y, frame)));
    names.replaceChildren(...times.map((held, k) => {
      const line = svg("path", {class: "curve-line", d: "M-13 0H13"});
      const key = svg("svg", {viewBox: "-13 -6 26 12", "aria-hidden": "true"}, line);
      key.style.color = COLOURS[k];
      return html("li", {}, key, `${NAMES[k]}: ${whole(held.length)} of ${whole(totals[k])} solved`);
    }));
  }

  function steps(held, k, x, y, frame) {
    let path = `M${frame.left} ${y(0)}`;
    held.forEach((time, rank) => {
      if (time !== held[rank + 1]) path += `H${x(Math.max(time, 1))}V${y((rank + 1) / totals[k])}`;
    });
    const end = Math.min(frame.right, x(caps[k])); // beyond its cap nothing is known
    const line = svg("path", {class: "curve-line", d: `${path}H${end}`});
    line.style.color = COLOURS[k];
    return line;
  }

  return {take};
}
