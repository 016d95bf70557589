// Steps through a recorded run: mountPlayer(container, data) draws it and returns how to drive it.

import {chartView} from "../player/chart.js";
import {barOf, elementsOf, fillLegend} from "../player/controls.js";
import {framesOf} from "../player/frames.js";
import {inputsView} from "../player/inputs.js";
import {chipsView} from "../player/offspring.js";
import {stageOf} from "../player/stage.js";
import {tallyView} from "../player/tallies.js";
import {transport} from "../player/transport.js";
import {treeView} from "../player/tree_view.js";
import {formula} from "../player/trees.js";
import {describe, noteOf} from "../player/words.js";

const QUICK = 12; // iterations a second from which on nothing moves between frames
const PATIENCE = 150; // milliseconds between two drawings of the whole chart while a run grows

/**
 * Show the run in the container. With `hash` the iteration is kept in the page's address.
 * A run that still goes on has `end: null`; `append` takes what came since, and whoever looks at the last
 * iteration is taken along if `follow` says so. `linkOf` may give an address where more is said of a tree.
 * With `moved` the player has no buttons and no keys: it tells when somebody points at an iteration, and is
 * driven by `seek`.
 */
export function mountPlayer(container, given, options = {}) {
  const {hash = false, follow = true, firstSpeed = 1, linkOf = null, moved = null} = options;
  const data = {...given, attempts: [...given.attempts]};
  const frames = framesOf(data), {list} = frames, {functions} = data;
  const bar = moved ? null : barOf(firstSpeed), page = elementsOf(data, bar);
  container.replaceChildren(page.root);
  container.classList.add("player-box"); // the layout goes by its width
  const tree = treeView(page.treeBox, functions);
  const chart = chartView(page.chartBox, list, data, (number) => point(number));
  const tally = tallyView(page.tally);
  const inputs = data.inputs ? inputsView(page.inputs, data.inputs, data.target) : null;
  const count = data.offspring > 1 ? data.offspring : 0;
  const chips = chipsView(page.chips, count, (candidate) => goTo(current, candidate));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let current = 0, chosen = null, saving = null, refreshed = 0;

  function show(number, candidate = null) {
    const before = current;
    current = Math.max(0, Math.min(list.length - 1, number));
    const frame = list[current];
    chosen = candidate ?? frame.best ?? null;
    const accepted = chosen !== null && chosen === frame.accepted;
    const sketch = frame.candidates[chosen]?.sketch();
    const slow = !drive?.isOn() || drive.speedOf() < QUICK;
    const near = Math.abs(current - before) <= 1 && !still.matches && slow;
    const move = near ? Math.min(1, 2.5 / (drive?.speedOf() ?? firstSpeed)) : 0;
    tree.show(sketch ? sketch.root : frame.tree, accepted, formula(frame.tree, functions), move);
    chart.point(current, chosen);
    chips.show(frame.candidates, chosen);
    describe(page.step, frame, chosen, sketch, data, linkOf);
    tally.show(frame.tally);
    inputs?.show(frame.values ?? null);
    page.range.value = chart.slider.value;
    page.range.setAttribute("aria-valuetext", `iteration ${frame.iteration}`);
    drive?.refresh();
    if (hash) save(frame.iteration);
  }

  /** What depends on the run as a whole, as far as it is known. */
  function refresh() {
    refreshed = performance.now();
    page.outcome.textContent = data.outcome;
    page.note.textContent = noteOf(data);
    fillLegend(page.legend, frames.functionsUsed(), functions);
    drawChart();
  }

  /** The chart in the room it has; the slider above it follows. */
  function drawChart() {
    chart.resize();
    page.range.max = chart.slider.most;
    page.range.value = chart.slider.value;
  }

  /** More iterations of a run that goes on and, at its end, its outcome. Who looks at the last follows. */
  function append({attempts = [], ...news}) {
    const along = follow && !drive?.isOn() && current === list.length - 1;
    Object.assign(data, news);
    data.attempts.push(...attempts);
    attempts.forEach(frames.append);
    if (news.end) frames.finish(news.end, data.iterations);
    if (news.end || !drive?.isOn() || performance.now() - refreshed > PATIENCE) refresh();
    if (along && attempts.length) show(list.length - 1);
    else if (!drive?.isOn() || news.end) show(current, chosen);
  }

  /** The nearest frame in a direction in which an offspring was accepted. */
  function acceptance(direction) {
    for (let k = current + direction; k >= 0 && k < list.length; k += direction) {
      if (list[k].accepted !== null) return k;
    }
    return null;
  }

  /** The address follows when things are quiet: browsers refuse to change it many times a second. */
  function save(iteration) {
    clearTimeout(saving);
    saving = setTimeout(() => history.replaceState(null, "", `#${iteration}`), 200);
  }

  /** Another offspring of the same iteration. */
  function candidateBy(direction) {
    const {length} = list[current].candidates;
    if (length > 1) goTo(current, (chosen + direction + length) % length);
    return true;
  }

  const goTo = (number, candidate) => (drive ? drive.goTo(number, candidate) : show(number, candidate));
  const point = (number) => { goTo(number); moved?.(list[current].iteration); };
  const other = (direction) => () => data.offspring > 1 && candidateBy(direction); // if not, the page scrolls
  const place = {
    at: () => current, last: () => list.length - 1, ended: () => Boolean(data.end), show, acceptance,
  };
  const stage = bar && stageOf(container, bar.stage);
  const drive = bar && transport(bar, place, {
    firstSpeed,
    more: {before: other(-1), after: other(1), stage: () => stage.toggle()},
    playing: (on) => page.step.setAttribute("aria-live", on ? "off" : "polite"), // nobody listens that fast
  });

  /** Show an iteration, or the last one known before it. */
  const seek = (iteration) => goTo(Math.max(0, list.findLastIndex((frame) => frame.iteration <= iteration)));
  const fromHash = () => seek(Number.parseInt(location.hash.slice(1), 10));

  page.range.addEventListener("input", () => point(chart.slider.frame(Number(page.range.value))));
  page.zoom.forEach(([button, factor]) => button.addEventListener("click", () => tree.zoomBy(factor)));
  if (hash) addEventListener("hashchange", fromHash);
  const observer = new ResizeObserver(() => { tree.resize(); drawChart(); });
  observer.observe(page.treeBox);
  observer.observe(page.chartBox);
  refresh();
  if (hash && location.hash) fromHash();
  else show(0);

  function destroy() {
    drive?.destroy();
    stage?.destroy();
    clearTimeout(saving);
    observer.disconnect();
    removeEventListener("hashchange", fromHash);
    container.replaceChildren();
    container.classList.remove("player-box");
  }
  /** Iterations, not frames: for who drives several players. */
  const seen = {
    get last() { return list.at(-1).iteration; },
    get ended() { return Boolean(data.end); },
    accepted: (iteration, direction) => nearest(list, iteration, direction),
  };
  return {
    show: goTo, seek, seen, play: () => drive?.play(), pause: () => drive?.pause(), append, destroy,
    get length() { return list.length; },
  };
}

/** The iteration in a direction from another in which an offspring was accepted, or null. */
function nearest(list, iteration, direction) {
  const taken = list.filter((frame) => frame.accepted !== null).map((frame) => frame.iteration);
  const found = direction > 0 ? taken.find((each) => each > iteration)
    : taken.findLast((each) => each < iteration);
  return found ?? null;
}
