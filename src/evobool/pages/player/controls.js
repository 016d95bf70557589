// The elements of the player, empty, and what its keys do.

import {html, selection, svg, titled} from "../charts/elements.js";
import {whole} from "../charts/numbers.js";
import {colours} from "../player/tree_view.js";

export const SPEEDS = [0.5, 1, 2, 4, 10, 30, 60, 300]; // iterations per second
export const PLAY = "M6 3v18L20 12z", PAUSE = "M5 4h5v16H5zM14 4h5v16h-5z";
export const BUTTONS = [
  ["start", "M4 4h3v16H4zM20 4v16L8 12z", "Start", "Home"],
  ["previous", "M12 4v16L2 12zM22 4v16L12 12z", "Previous accepted change", "P"],
  ["back", "M17 4v16L6 12z", "Step back", "←"],
  ["play", PLAY, "Play", "Space"],
  ["forward", "M7 4v16L18 12z", "Step forward", "→"],
  ["next", "M12 4v16L22 12zM2 4v16L12 12z", "Next accepted change", "N"],
  ["end", "M20 4h-3v16h3zM4 4v16L16 12z", "End", "End"],
]; // name, icon, words, key
export const KEYS = {
  Home: "start", p: "previous", ArrowLeft: "back", " ": "play", ArrowRight: "forward", n: "next", End: "end",
  ArrowUp: "before", ArrowDown: "after", "+": "faster", "=": "faster", "-": "slower", f: "stage",
};
const STAGE = "M3 3h7v3H6v4H3zM14 3h7v7h-3V6h-4zM3 14h3v4h4v3H3zM18 14h3v7h-7v-3h4z";
const ZOOMS = [["Fit", null, "fit the tree"], ["+", 1.3, "zoom in"], ["−", 1 / 1.3, "zoom out"]];
const MARKED = {inserted: "+", deleted: "−", substituted: "~"};

/** Whether the key already does something to the element that has the focus. */
export function hasOwnUse(element, key) {
  if (element.matches?.("button")) return key === " ";
  if (element.matches?.("input[type=range]")) return key.startsWith("Page");
  return Boolean(element.closest?.("input, select, textarea"));
}

/** A bar with the buttons that step and play, the speed, and the way to the stage. */
export function barOf(firstSpeed = 1) {
  const buttons = Object.fromEntries(BUTTONS.map((button) => [button[0], buttonOf(...button)]));
  const speed = selection(SPEEDS, firstSpeed, () => {},
    {"aria-label": "speed", "aria-keyshortcuts": "+ -", title: "faster (+), slower (−)"}, " / s");
  const stage = buttonOf("to-stage", STAGE, "Full screen", "F");
  stage.setAttribute("aria-pressed", "false");
  const element = html("div", {class: "controls"},
    html("div", {class: "buttons"}, ...Object.values(buttons)),
    html("label", {class: "speed"},
      html("span", {"aria-hidden": "true"}, "speed"), speed, html("kbd", {}, "+ −")),
    html("div", {class: "buttons stage-buttons"}, stage));
  return {element, buttons, speed, stage};
}

/** The elements of the player for a run, with a bar of its own or without. */
export function elementsOf(data, bar) {
  const treeBox = html("div", {class: "tree-box", tabindex: "0", role: "group", "aria-label": "the tree"});
  const chartBox = html("div", {class: "chart-box"});
  const chips = html("div", {class: "chips", role: "group", "aria-label": "offspring of this iteration"});
  const step = html("section", {class: "step", "aria-live": "polite", "aria-label": "this iteration"});
  const range = html("input", {type: "range", step: "any", min: 0, "aria-label": "iteration"});
  const zoom = ZOOMS.map(([words, factor, label]) =>
    [html("button", {type: "button", "aria-label": label, title: label}, words), factor]);
  const [outcome, note] = [html("p", {class: "outcome"}), html("p", {class: "note"})];
  const tally = html("div", {class: "tally-box"}), inputs = html("div", {class: "inputs-box"});
  const more = html("section", {class: "more", "aria-label": "so far"}, data.inputs && inputs, tally);
  const timeline = html("div", {class: "timeline"}, range, chartBox);
  const legend = html("ul", {class: "legend"});
  const strip = html("div", {class: "strip"}, html("span", {class: "strip-label"},
    `${whole(data.offspring)} offspring`, html("kbd", {}, "↑ ↓")), chips);
  const root = html("div", {class: "player"},
    html("header", {}, html("h1", {}, ...titled(data.title)), outcome, note),
    html("div", {class: "stage"}, ...(data.offspring > 1 ? [strip] : []),
      html("div", {class: "tree-frame"}, treeBox, html("div", {class: "zoom"}, zoom.map(([each]) => each))),
      legend),
    step, more, ...(bar ? [bar.element] : []), timeline);
  return {root, treeBox, chartBox, chips, step, range, zoom, outcome, note, timeline, legend, tally, inputs};
}

function buttonOf(name, icon, words, key) {
  return html("button", {type: "button", class: name, "aria-label": words, title: `${words} (${key})`},
    svg("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: icon})),
    html("kbd", {"aria-hidden": "true"}, key));
}

/** What colours and marks mean: the functions that occur, and what a mutation did. */
export function fillLegend(list, names, functions) {
  const shown = names.map((name) => html("li", {class: "function-key"},
    html("span", {class: "key", style: colours(functions[name])}, functions[name].glyph), name));
  const marks = Object.entries(MARKED).map(([name, sign]) =>
    html("li", {class: name}, html("span", {class: "key"}, sign), name));
  const ghost = html("li", {class: "ghost"}, html("span", {class: "key"}), "rejected or removed");
  list.replaceChildren(...shown, ...marks, ghost);
}
