// How often each number of iterations or leaves occurred, with the exact law over it where it is known.

import {html, svg} from "../charts/elements.js";

const LEFT = 46, RIGHT = 12, TOP = 18, BOTTOM = 40, HEIGHT = 230, FAILED = 34;
const MOST_BINS = 44;

/** Equal bins of whole numbers for values from `least` to `most`. */
export function binsFor(least, most) {
  const width = niceStep((most - least + 1) / MOST_BINS);
  const first = Math.floor(least / width) * width;
  return {width, first, count: Math.max(1, Math.floor((most - first) / width) + 1)};
}

/** 1, 2, 5, 10, 20, ...: the first that is at least as large as wanted. */
const niceStep = (wanted, least = 1) => {
  for (let power = least; ; power *= 10) for (const k of [1, 2, 5]) if (k * power >= wanted * 0.999999) return k * power;
};

/**
 * A histogram in a box. `show` takes runs as {value, solved, ...}, bins, and options: `law` (law[t] = P(T = t)), `total`,
 * and `name` of the axis. `choose` is called with the runs of a column that was clicked and the column's name.
 */
export function histogram(box, choose) {
  const picture = svg("svg", {class: "plot", role: "group", "aria-label": "histogram"});
  box.append(picture);
  let chosen = null, current = 0, last = null;
  new ResizeObserver(() => last && show(...last)).observe(box);

  function show(runs, bins, options = {}) {
    const {law = null, total = runs.length, name = "T", withFailed = true} = options, WIDTH = Math.max(260, box.clientWidth);
    last = [runs, bins, options];
    picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    const columns = Array.from({length: bins.count}, (_, k) => ({from: bins.first + k * bins.width, runs: []}));
    const failed = runs.filter((run) => !run.solved);
    for (const run of runs) {
      if (run.solved) columns[Math.floor((run.value - bins.first) / bins.width)]?.runs.push(run);
    }
    const expected = law ? columns.map(({from}) => total * law.slice(from, from + bins.width).reduce((sum, p) => sum + p, 0)) : [];
    const known = law ? columns.map(({from}) => from + bins.width <= law.length) : [];
    const top = Math.max(1, ...columns.map((column) => column.runs.length), ...expected);
    const right = WIDTH - RIGHT - (withFailed ? FAILED + 10 : 0), step = (right - LEFT) / bins.count, bottom = HEIGHT - BOTTOM;
    const y = (count) => bottom - ((bottom - TOP) * count) / top;
    const label = (from) => (bins.width === 1 ? `${name} = ${from}` : `${name} from ${from} to ${from + bins.width - 1}`);
    const shapes = columns.map((column, k) => bar({x: LEFT + k * step, width: step, y, column, words: label(column.from), kind: ""}));
    if (withFailed) shapes.push(bar({x: WIDTH - RIGHT - FAILED, width: FAILED, y: (count) => bottom - ((bottom - TOP) * Math.min(count, top)) / top, column: {runs: failed}, words: "failed", kind: "failed"}));
    const focused = picture.contains(document.activeElement); // runs that come in must not take the focus away
    picture.replaceChildren(...axes(), ...shapes, ...line());
    rove(focused);

    function bar({x, width, y: place, column, words, kind}) {
      const count = column.runs.length, height = bottom - place(count);
      const hit = svg("rect", {class: "hit", x, y: TOP, width, height: bottom - TOP, tabindex: -1, role: "button", "aria-label": `${words}: ${count} run${count === 1 ? "" : "s"}`});
      hit.append(svg("title", {}, `${words}: ${count.toLocaleString("en")}`));
      const gap = Math.min(1, width * 0.08);
      const group = svg("g", {class: `column ${kind}`, "data-chosen": chosen === words ? "" : null}, hit,
        svg("rect", {class: "bar-mark", x: x + gap, y: place(count), width: Math.max(0.5, width - 2 * gap), height, "pointer-events": "none"}));
      const pick = () => {
        chosen = words;
        picture.querySelectorAll("[data-chosen]").forEach((each) => each.removeAttribute("data-chosen"));
        group.setAttribute("data-chosen", "");
        choose(column.runs, words);
      };
      hit.addEventListener("click", pick);
      hit.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); }
      });
      return group;
    }

    function axes() {
      const parts = [];
      const text = (x, at, words, anchor = "end", kind = null) => parts.push(svg("text", {x, y: at, "text-anchor": anchor, class: kind}, words));
      for (const count of ticks(top)) {
        parts.push(svg("line", {class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(count), y2: y(count)}));
        text(LEFT - 8, y(count) + 4, count.toLocaleString("en"));
      }
      const every = Math.ceil(70 / step);
      columns.forEach(({from}, k) => k % every === 0 && text(LEFT + (k + (bins.width === 1 ? 0.5 : 0)) * step, bottom + 16, from.toLocaleString("en"), "middle"));
      if (withFailed) text(WIDTH - RIGHT - FAILED / 2, bottom + 16, "failed", "middle");
      if (withFailed && failed.length) text(WIDTH - RIGHT - FAILED / 2, y(Math.min(failed.length, top)) - 4, failed.length.toLocaleString("en"), "middle");
      text((LEFT + right) / 2, bottom + 33, name, "middle");
      text(LEFT, TOP - 6, "runs", "start");
      parts.push(svg("line", {class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: bottom, y2: bottom}));
      return parts;
    }

    function line() {
      const points = expected.map((count, k) => (known[k] ? `${LEFT + (k + 0.5) * step} ${y(count)}` : null)).filter(Boolean);
      return points.length > 1 ? [svg("path", {class: "law", d: `M${points.join("L")}`, "pointer-events": "none"})] : [];
    }
  }

  /** One column can be reached by Tab, the others by the arrow keys. */
  function rove(focused) {
    const hits = [...picture.querySelectorAll(".hit")];
    current = Math.min(current, hits.length - 1);
    hits.forEach((hit, k) => {
      hit.setAttribute("tabindex", k === current ? 0 : -1);
      hit.addEventListener("keydown", (event) => {
        const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!by) return;
        event.preventDefault();
        current = Math.max(0, Math.min(hits.length - 1, k + by));
        hits.forEach((each, number) => each.setAttribute("tabindex", number === current ? 0 : -1));
        hits[current].focus();
      });
    });
    if (focused) hits[current].focus({preventScroll: true});
  }

  return {show};
}

/** Three or four round numbers up to `top`; whole ones unless `least` says otherwise. */
export function ticks(top, least = 1) {
  const step = niceStep(top / 4, least);
  return Array.from({length: Math.floor(top / step) + 1}, (_, k) => k * step);
}

/** Some runs as links that replay them. */
export function runList(box, linkOf) {
  const most = 60;
  function show(runs, words) {
    const links = runs.slice(0, most).map((run) => html("a", {href: linkOf(run)}, `run ${run.index.toLocaleString("en")}: T ${run.T.toLocaleString("en")}, S ${run.S}`));
    const more = runs.length > most ? [html("span", {class: "soft"}, `and ${(runs.length - most).toLocaleString("en")} more`)] : [];
    box.replaceChildren(html("b", {}, words), ` – ${runs.length.toLocaleString("en")} run${runs.length === 1 ? "" : "s"}; click one to replay it`, html("div", {class: "list"}, ...links, ...more));
  }
  box.replaceChildren("Click a column to see its runs.");
  return {show};
}
