// Steps through a recorded run: mountPlayer(container, data) draws it and returns how to drive it.

import {chartView} from "../player/chart.js";
import {BUTTONS, KEYS, PAUSE, PLAY, SPEEDS, elementsOf, fillLegend, hasOwnUse} from "../player/controls.js";
import {framesOf} from "../player/frames.js";
import {inputsView} from "../player/inputs.js";
import {chipsView} from "../player/offspring.js";
import {tallyView} from "../player/tallies.js";
import {treeView} from "../player/tree_view.js";
import {formula} from "../player/trees.js";
import {describe, noteOf} from "../player/words.js";

const QUICK = 12; // iterations a second from which on nothing moves between frames
const PATIENCE = 150; // milliseconds between two drawings of the whole chart while a run grows
const MOST_TICKS = 60; // a second; at a higher speed some iterations are passed over

/**
 * Show the run in the container. With `hash` the iteration is kept in the page's address.
 * A run that still goes on has `end: null`; `append` takes what came since, and whoever looks at the last
 * iteration is taken along if `follow` says so. `linkOf` may give an address where more is said of a tree.
 */
export function mountPlayer(container, given, options = {}) {
  const {hash = false, follow = true, firstSpeed = 1, linkOf = null} = options;
  const data = {...given, attempts: [...given.attempts]};
  const frames = framesOf(data), {list} = frames, {functions} = data;
  const page = elementsOf(data, firstSpeed);
  container.replaceChildren(page.root);
  container.classList.add("player-box"); // the layout goes by its width
  const tree = treeView(page.treeBox, functions);
  const chart = chartView(page.chartBox, list, data, (number) => goTo(number));
  const tally = tallyView(page.tally);
  const inputs = data.inputs ? inputsView(page.inputs, data.inputs, data.target) : null;
  const count = data.offspring > 1 ? data.offspring : 0;
  const chips = chipsView(page.chips, count, (candidate) => goTo(current, candidate));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let current = 0, chosen = null, timer = null, speed = firstSpeed, saving = null, refreshed = 0;

  function show(number, candidate = null) {
    const before = current;
    current = Math.max(0, Math.min(list.length - 1, number));
    const frame = list[current];
    chosen = candidate ?? frame.best ?? null;
    const accepted = chosen !== null && chosen === frame.accepted;
    const sketch = frame.candidates[chosen]?.sketch();
    const near = Math.abs(current - before) <= 1 && !still.matches && (timer === null || speed < QUICK);
    const move = near ? Math.min(1, 2.5 / speed) : 0;
    tree.show(sketch ? sketch.root : frame.tree, accepted, formula(frame.tree, functions), move);
    chart.point(current, chosen);
    chips.show(frame.candidates, chosen);
    describe(page.step, frame, chosen, sketch, data, linkOf);
    tally.show(frame.tally);
    inputs?.show(frame.values ?? null);
    page.range.value = chart.slider.value;
    page.range.setAttribute("aria-valuetext", `iteration ${frame.iteration}`);
    const [first, last] = [current === 0, current === list.length - 1];
    const idle = {
      start: first, back: first, previous: acceptance(-1) === null, play: first && last,
      end: last, forward: last, next: acceptance(1) === null,
    };
    // Not `disabled`: a focused button would lose the focus.
    for (const [name, off] of Object.entries(idle)) page.buttons[name].setAttribute("aria-disabled", off);
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
    const along = follow && timer === null && current === list.length - 1;
    Object.assign(data, news);
    data.attempts.push(...attempts);
    attempts.forEach(frames.append);
    if (news.end) frames.finish(news.end, data.iterations);
    if (news.end || timer === null || performance.now() - refreshed > PATIENCE) refresh();
    if (along && attempts.length) show(list.length - 1);
    else if (timer === null || news.end) show(current, chosen);
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

  function play() {
    if (current === list.length - 1 && data.end) show(0);
    timer = setTimeout(tick, 1000 / Math.min(speed, MOST_TICKS));
    playing(true);
  }

  function tick() {
    if (current < list.length - 1) show(current + Math.max(1, Math.round(speed / MOST_TICKS)));
    if (current === list.length - 1 && data.end) pause();
    else timer = setTimeout(tick, 1000 / Math.min(speed, MOST_TICKS));
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    playing(false);
  }

  function playing(on) {
    const words = on ? "Pause" : "Play";
    page.buttons.play.querySelector("path").setAttribute("d", on ? PAUSE : PLAY);
    page.buttons.play.setAttribute("aria-label", words);
    page.buttons.play.title = `${words} (Space)`;
    page.step.setAttribute("aria-live", on ? "off" : "polite"); // nobody can listen that fast
  }

  function setSpeed(value) {
    speed = value;
    page.speed.value = String(value);
  }

  /** Another offspring of the same iteration. */
  function candidateBy(direction) {
    const {length} = list[current].candidates;
    if (length > 1) goTo(current, (chosen + direction + length) % length);
  }

  const goTo = (number, candidate) => { pause(); if (number !== null) show(number, candidate); };
  const nextSpeed = (direction) => SPEEDS[SPEEDS.indexOf(speed) + direction] ?? speed;
  const actions = {
    start: () => goTo(0),
    previous: () => goTo(acceptance(-1)),
    back: () => goTo(current - 1),
    play: () => (timer === null ? play() : pause()),
    forward: () => goTo(current + 1),
    next: () => goTo(acceptance(1)),
    end: () => goTo(list.length - 1),
    before: () => candidateBy(-1),
    after: () => candidateBy(1),
    faster: () => setSpeed(nextSpeed(1)),
    slower: () => setSpeed(nextSpeed(-1)),
  };

  function onKey(event) {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || hasOwnUse(event.target, event.key)) return;
    if (data.offspring === 1 && (name === "before" || name === "after")) return; // the page scrolls
    event.preventDefault();
    actions[name]();
  }

  /** Show an iteration, or the last one known before it. */
  const seek = (iteration) => goTo(Math.max(0, list.findLastIndex((frame) => frame.iteration <= iteration)));
  const fromHash = () => seek(Number.parseInt(location.hash.slice(1), 10));

  for (const [name] of BUTTONS) page.buttons[name].addEventListener("click", actions[name]);
  page.range.addEventListener("input", () => goTo(chart.slider.frame(Number(page.range.value))));
  page.speed.addEventListener("change", () => setSpeed(Number(page.speed.value)));
  page.zoom.forEach(([button, factor]) => button.addEventListener("click", () => tree.zoomBy(factor)));
  document.addEventListener("keydown", onKey);
  if (hash) addEventListener("hashchange", fromHash);
  const observer = new ResizeObserver(() => { tree.resize(); drawChart(); });
  observer.observe(page.treeBox);
  observer.observe(page.chartBox);
  refresh();
  if (hash && location.hash) fromHash();
  else show(0);

  function destroy() {
    pause();
    clearTimeout(saving);
    observer.disconnect();
    document.removeEventListener("keydown", onKey);
    removeEventListener("hashchange", fromHash);
    container.replaceChildren();
    container.classList.remove("player-box");
  }
  return {show: goTo, seek, play, pause, append, destroy, get length() { return list.length; }};
}
