// How often each number of iterations or leaves occurred, with the exact law over it where it is known.

import {axes, roundStep, scale, ticks} from "../charts/axes.js";
import {html, svg} from "../charts/elements.js";
import {counted, whole} from "../charts/numbers.js";

const LEFT = 46, RIGHT = 12, TOP = 18, BOTTOM = 40, HEIGHT = 230, FAILED = 34;
const MOST_BINS = 44, MOST_LISTED = 60;

/** Equal bins of whole numbers for values from `least` to `most`. */
export function binsFor(least, most) {
  const width = roundStep((most - least + 1) / MOST_BINS);
  const first = Math.floor(least / width) * width;
  return {width, first, count: Math.max(1, Math.floor((most - first) / width) + 1)};
}

/**
 * A histogram of T or S of runs {T, S, solved, ...} that come in. `show` adds some and draws; what it takes
 * for that does not grow with the runs that are there, unless the bins change. `choose` is called with the
 * runs of a column that was clicked and the column's name.
 */
export function histogram(box, choose, name, withFailed) {
  const picture = svg("svg", {class: "plot", role: "group", "aria-label": "histogram"});
  box.append(picture);
  const solved = [], failed = [];
  let columns = [], bins = null, sums = null, chosen = null, current = 0;
  new ResizeObserver(() => bins && draw()).observe(box);

  /** More runs, the bins from now on and, once it is known, the law: law[t] = P(T = t). */
  function show(runs, wanted, law = null) {
    const same = bins?.width === wanted.width && bins.first === wanted.first && bins.count <= wanted.count;
    if (!same) columns = [];
    const found = runs.filter((run) => run.solved), fresh = same ? found : [...solved, ...found];
    bins = wanted;
    while (columns.length < bins.count) {
      columns.push({from: bins.first + columns.length * bins.width, runs: []});
    }
    for (const run of fresh) columns[Math.floor((run[name] - bins.first) / bins.width)].runs.push(run);
    for (const run of runs) (run.solved ? solved : failed).push(run);
    if (law && !sums) {
      sums = [0];
      for (const p of law) sums.push(sums.at(-1) + p);
    }
    draw();
  }

  function draw() {
    const {width} = bins, room = Math.max(260, box.clientWidth);
    const bottom = HEIGHT - BOTTOM, edge = room - RIGHT;
    picture.setAttribute("viewBox", `0 0 ${room} ${HEIGHT}`);
    const total = solved.length + failed.length;
    const below = (value) => sums[Math.min(value, sums.length - 1)]; // nearly nothing lies beyond the law
    const expected = sums ? columns.map(({from}) => total * (below(from + width) - below(from))) : [];
    const top = Math.max(1, ...columns.map((each) => each.runs.length), ...expected);
    const right = edge - (withFailed ? FAILED + 10 : 0), step = (right - LEFT) / columns.length;
    const y = scale(0, top, bottom, TOP), middle = edge - FAILED / 2;

    const frame = axes({left: LEFT, right: edge, top: TOP, bottom});
    for (const number of ticks(top)) frame.level(y(number), whole(number));
    const every = Math.ceil(70 / step), aside = width === 1 ? 0.5 : 0;
    columns.forEach(({from}, k) => k % every === 0 && frame.below(LEFT + (k + aside) * step, whole(from)));
    frame.names(name, "runs");
    frame.across(bottom, "axis");

    const label = (from) =>
      (width === 1 ? `${name} = ${from}` : `${name} from ${from} to ${from + width - 1}`);
    const bars = columns.map((each, k) => bar(LEFT + k * step, step, each.runs, label(each.from), ""));
    if (withFailed) {
      bars.push(bar(edge - FAILED, FAILED, failed, "failed", "failed"));
      frame.below(middle, "failed");
      const count = failed.length;
      if (count) frame.text(middle, y(Math.min(count, top)) - 4, whole(count), "middle");
    }
    const points = expected.map((each, k) => [LEFT + (k + 0.5) * step, y(each)]);
    const line = points.length > 1
      ? [svg("path", {class: "law", d: `M${points.join("L")}`, "pointer-events": "none"})] : [];
    // runs that come in must not take the focus away
    const focused = picture.contains(document.activeElement);
    picture.replaceChildren(...frame.parts, ...bars, ...line);
    rove(focused);

    function bar(x, across, members, words, kind) {
      const place = y(Math.min(members.length, top)), height = bottom - place;
      const gap = Math.min(1, across * 0.08);
      const hit = svg("rect", {
        class: "hit", x, y: TOP, width: across, height: bottom - TOP, tabindex: -1, role: "button",
        "aria-label": `${words}: ${counted(members.length, "run")}`,
      }, svg("title", {}, `${words}: ${whole(members.length)}`));
      const mark = svg("rect", {
        class: "bar-mark", x: x + gap, y: place, width: Math.max(0.5, across - 2 * gap), height,
        "pointer-events": "none",
      });
      const group = svg("g", {class: `column ${kind}`, "data-chosen": chosen === words && ""}, hit, mark);
      const pick = () => {
        chosen = words;
        picture.querySelectorAll("[data-chosen]").forEach((each) => each.removeAttribute("data-chosen"));
        group.setAttribute("data-chosen", "");
        choose(members, words);
      };
      hit.addEventListener("click", pick);
      hit.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick();
      });
      return group;
    }
  }

  /** One column can be reached by Tab, the others by the arrow keys. */
  function rove(focused) {
    const hits = [...picture.querySelectorAll(".hit")];
    const reach = (k) => {
      current = Math.max(0, Math.min(hits.length - 1, k));
      hits.forEach((each, number) => each.setAttribute("tabindex", number === current ? 0 : -1));
    };
    reach(current);
    hits.forEach((hit, k) => hit.addEventListener("keydown", (event) => {
      const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!by) return;
      event.preventDefault();
      reach(k + by);
      hits[current].focus();
    }));
    if (focused) hits[current].focus({preventScroll: true});
  }

  return {show};
}

/** Some runs as links that replay them. */
export function runList(box, linkOf) {
  function show(runs, words) {
    const links = runs.slice(0, MOST_LISTED).map((run) =>
      html("a", {href: linkOf(run)}, `run ${whole(run.index)}: T ${whole(run.T)}, S ${run.S}`));
    const more = runs.length - MOST_LISTED;
    if (more > 0) links.push(html("span", {class: "soft"}, `and ${whole(more)} more`));
    box.replaceChildren(html("b", {}, words), ` – ${counted(runs.length, "run")}; click one to replay it`,
      html("div", {class: "list"}, links));
  }
  box.replaceChildren("Click a column to see its runs.");
  return {show};
}
