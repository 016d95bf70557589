// Steps through a recorded run: mountPlayer(container, data) draws it and returns how to drive it.

import {chartView} from "./chart.js";
import {html, svg} from "./elements.js";
import {errorText, framesOf} from "./frames.js";
import {treeView} from "./tree_view.js";
import {formula} from "./trees.js";

const SPEEDS = [0.5, 1, 2, 4, 10, 30]; // iterations per second
const QUICK = 4; // from this speed on, nothing moves between frames
const PLAY = "M6 3v18L20 12z", PAUSE = "M5 4h5v16H5zM14 4h5v16h-5z";
const BUTTONS = [
  ["start", "M4 4h3v16H4zM20 4v16L8 12z", "Start", "Home"],
  ["previous", "M12 4v16L2 12zM22 4v16L12 12z", "Previous accepted change", "P"],
  ["back", "M17 4v16L6 12z", "Step back", "←"],
  ["play", PLAY, "Play", "Space"],
  ["forward", "M7 4v16L18 12z", "Step forward", "→"],
  ["next", "M12 4v16L22 12zM2 4v16L12 12z", "Next accepted change", "N"],
  ["end", "M20 4h-3v16h3zM4 4v16L16 12z", "End", "End"],
]; // name, icon, words, key
const KEYS = {
  Home: "start", p: "previous", ArrowLeft: "back", " ": "play", ArrowRight: "forward", n: "next", End: "end",
  "+": "faster", "=": "faster", "-": "slower",
};

/** Show the run in the container. With `hash`, the page's address keeps the iteration. */
export function mountPlayer(container, data, {hash = false} = {}) {
  const frames = framesOf(data);
  const page = pageOf(data, frames);
  container.replaceChildren(page.root);
  const tree = treeView(page.treeBox);
  const chart = chartView(page.chartBox, frames, data, (number) => { pause(); show(number); });
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let current = 0, timer = null, speed = 1, saving = null;

  function show(number) {
    const before = current;
    current = Math.max(0, Math.min(frames.length - 1, number));
    const frame = frames[current], sketch = frame.sketch?.();
    const near = Math.abs(current - before) === 1 && !still.matches && (timer === null || speed < QUICK);
    tree.show(sketch ? sketch.root : frame.tree, frame.accepted, formula(frame.tree), near);
    chart.point(current);
    describe(page, frame, sketch?.words ?? [], data);
    page.range.value = current;
    page.range.setAttribute("aria-valuetext", `iteration ${frame.iteration}`);
    const idle = {
      start: current === 0, back: current === 0, previous: acceptance(-1) === null,
      end: current === frames.length - 1, forward: current === frames.length - 1, next: acceptance(1) === null,
    };
    // Not `disabled`: a focused button would lose the focus.
    for (const [name, off] of Object.entries(idle)) page.buttons[name].setAttribute("aria-disabled", off);
    if (hash) save(frame.iteration);
  }

  /** The nearest frame in a direction whose offspring was accepted. */
  function acceptance(direction) {
    for (let k = current + direction; k >= 0 && k < frames.length; k += direction) {
      if (frames[k].accepted) return k;
    }
    return null;
  }

  /** The address follows when things are quiet: browsers refuse to change it many times a second. */
  function save(iteration) {
    clearTimeout(saving);
    saving = setTimeout(() => history.replaceState(null, "", `#${iteration}`), 200);
  }

  function play() {
    if (current === frames.length - 1) show(0);
    timer = setTimeout(tick, 1000 / speed);
    playing(true);
  }

  function tick() {
    show(current + 1);
    if (current === frames.length - 1) pause();
    else timer = setTimeout(tick, 1000 / speed);
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

  const goTo = (number) => { pause(); if (number !== null) show(number); };
  const nextSpeed = (direction) => SPEEDS[SPEEDS.indexOf(speed) + direction] ?? speed;
  const actions = {
    start: () => goTo(0),
    previous: () => goTo(acceptance(-1)),
    back: () => goTo(current - 1),
    play: () => (timer === null ? play() : pause()),
    forward: () => goTo(current + 1),
    next: () => goTo(acceptance(1)),
    end: () => goTo(frames.length - 1),
    faster: () => setSpeed(nextSpeed(1)),
    slower: () => setSpeed(nextSpeed(-1)),
  };

  function onKey(event) {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || hasOwnUse(event.target, event.key)) return;
    event.preventDefault();
    actions[name]();
  }

  function fromHash() {
    const iteration = Number.parseInt(location.hash.slice(1), 10);
    const found = frames.findLastIndex((frame) => frame.iteration <= iteration);
    goTo(Math.max(0, found));
  }

  for (const [name] of BUTTONS) page.buttons[name].addEventListener("click", actions[name]);
  page.range.addEventListener("input", () => goTo(Number(page.range.value)));
  page.speed.addEventListener("change", () => setSpeed(Number(page.speed.value)));
  page.zoom.forEach(([button, factor]) => button.addEventListener("click", () => tree.zoomBy(factor)));
  document.addEventListener("keydown", onKey);
  if (hash) addEventListener("hashchange", fromHash);
  const observer = new ResizeObserver(() => { tree.resize(); chart.resize(); });
  observer.observe(page.treeBox);
  observer.observe(page.chartBox);
  if (hash && location.hash) fromHash();
  else show(0);

  function destroy() {
    pause();
    clearTimeout(saving);
    observer.disconnect();
    document.removeEventListener("keydown", onKey);
    removeEventListener("hashchange", fromHash);
    container.replaceChildren();
  }
  return {show: goTo, play, pause, destroy, length: frames.length};
}

/** Whether the key already does something to the element that has the focus. */
function hasOwnUse(element, key) {
  if (element.matches?.("button")) return key === " ";
  if (element.matches?.("input[type=range]")) return key.length > 1;
  return Boolean(element.closest?.("input, select, textarea"));
}

/** The elements of the player, empty. */
function pageOf(data, frames) {
  const buttons = Object.fromEntries(BUTTONS.map((button) => [button[0], buttonOf(...button)]));
  const treeBox = html("div", {class: "tree-box", tabindex: "0", role: "group", "aria-label": "the tree"});
  const chartBox = html("div", {class: "chart-box"});
  const step = html("section", {class: "step", "aria-live": "polite", "aria-label": "this iteration"});
  const range = html("input", {type: "range", min: 0, max: frames.length - 1, value: 0, "aria-label": "iteration"});
  const options = SPEEDS.map((value) => html("option", {value, selected: value === 1 && ""}, `${value} / s`));
  const speed = html("select", {"aria-label": "speed", "aria-keyshortcuts": "+ -", title: "faster (+), slower (−)"}, ...options);
  const zoom = [["Fit", null, "fit the tree"], ["+", 1.3, "zoom in"], ["−", 1 / 1.3, "zoom out"]].map(
    ([words, factor, label]) => [html("button", {type: "button", "aria-label": label, title: label}, words), factor]);
  const zoomBar = html("div", {class: "zoom"}, ...zoom.map(([button]) => button));
  const root = html("div", {class: "player"},
    html("header", {}, html("h1", {}, data.title), html("p", {class: "outcome"}, data.outcome), ...notes(data)),
    html("div", {class: "stage"}, treeBox, zoomBar, legend()),
    step,
    html("div", {class: "controls"},
      html("div", {class: "buttons"}, ...Object.values(buttons)),
      html("label", {class: "speed"}, html("span", {"aria-hidden": "true"}, "speed"), speed, html("kbd", {}, "+ −"))),
    html("div", {class: frames.at(-1).beyond ? "timeline cut" : "timeline"}, range, chartBox));
  return {root, buttons, treeBox, chartBox, step, range, speed, zoom};
}

function buttonOf(name, icon, words, key) {
  return html("button", {type: "button", class: name, "aria-label": words, title: `${words} (${key})`},
    svg("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: icon})), html("kbd", {"aria-hidden": "true"}, key));
}

/** What the reader must know of what is not shown. */
function notes(data) {
  if (data.attempts.length === data.iterations) return [];
  const [shown, all] = [data.attempts.length, data.iterations].map((count) => count.toLocaleString("en"));
  return [html("p", {class: "note"},
    `Only the first ${shown} of ${all} iterations are recorded one by one; the last frame is the end of the run.`)];
}

function legend() {
  const words = {inserted: "inserted", deleted: "deleted", substituted: "substituted"};
  const items = Object.entries(words).map(([name, word]) =>
    html("li", {class: name}, html("span", {class: "key"}, {inserted: "+", deleted: "−", substituted: "~"}[name]), word));
  return html("ul", {class: "legend"}, ...items, html("li", {class: "ghost"}, html("span", {class: "key"}), "not in the tree"));
}

/** The iteration in words. */
function describe(page, frame, words, data) {
  const state = frame.start ? "start" : frame.beyond ? "end" : frame.accepted ? "accepted" : "rejected";
  const attempt = frame.attempt;
  const last = frame.iteration === data.iterations;
  const reasons = frame.start ? ["The tree is empty."]
    : frame.beyond ? ["The tree the run ended with. The steps in between are not recorded."]
    : [attempt.reason];
  page.step.dataset.iteration = frame.iteration;
  page.step.dataset.state = state;
  page.step.replaceChildren(
    html("p", {class: "where"}, "Iteration ", html("b", {}, frame.iteration.toLocaleString("en")),
      ` of ${data.iterations.toLocaleString("en")}`, html("span", {class: `verdict ${state}`}, state)),
    ...words.map((line) => html("p", {class: "mutation"}, line)),
    ...reasons.map((line) => html("p", {class: "reason"}, line)),
    ...(last ? [finish(data)] : []),
    html("dl", {}, ...facts(frame, data).map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value)))),
    html("p", {class: "formula"}, html("span", {}, "tree "), html("code", {}, formula(frame.tree))));
}

const finish = (data) => (data.solved
  ? html("p", {class: "finish solved"}, "Solved: the run ends here.")
  : html("p", {class: "finish"}, `Not solved: ${data.stopped}.`));

function facts(frame, {limit, rows}) {
  const leaves = limit === null ? String(frame.leaves) : `${frame.leaves} of at most ${limit}`;
  if (rows === null) return [["error", errorText(frame.error)], ["leaves", leaves]];
  const share = frame.share === null ? "–" : frame.share.toPrecision(3);
  return [[`error of ${rows.toLocaleString("en")} rows`, errorText(frame.error)], ["leaves", leaves],
    ["share of all inputs wrong", share]];
}
