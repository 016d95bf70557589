// The page of a tree's neighbourhood: where one mutation leads, and whether there is a way out.

import {button, card, cell, facts, html, scroll, soft, table, titled} from "../charts/elements.js";
import {sentence, whole} from "../charts/numbers.js";
import {inputsView} from "../player/inputs.js";
import {sketchOf} from "../player/mutations.js";
import {treeView} from "../player/tree_view.js";
import {treeOf} from "../player/trees.js";
import {ask} from "../studio/asking.js";
import {codeLine, settingForm} from "../studio/form.js";
import {columnsOf, link, refusedState, remember, state, welcome, without} from "../studio/frame.js";
import {newId, strip, treeFigure} from "../studio/small_tree.js";

const TREE = {
  name: "tree", label: "tree", kind: "text", default: "", placeholder: "(x3 & x2) | (x2 & x3)",
  help: "The tree to look at: a formula of literals and functions, or empty.",
};
const KINDS = ["better", "equal", "worse", "too large"];
/** @type {[string, Record<string, string | number>][]} */
const EXAMPLES = [
  ["Figure 1 of the paper: a dead end", {n: 4, limit: "n", deletion: "leaf", tree: "(x3 & x2) | (x2 & x3)"}],
  ["The same tree with subtree deletion", {n: 4, limit: "n", tree: "(x3 & x2) | (x2 & x3)"}],
  ["A majority of three, nearly there", {target: "majority", n: 3, tree: "(x1 & x2) | x3"}],
  ["The empty tree", {n: 4, tree: "(empty)"}],
];
const PATIENCE = 250; // milliseconds before it is said that one has to wait

const page = columnsOf("What surrounds a tree");
const trail = [];
let asking = null;
const form = settingForm(page.box, {
  submit: "Look around", start: (words) => look(words), extra: [TREE], without: ["seed", "index", "engine"],
  codes: false, checked: ({title}) => page.summarise(title),
});

async function look(words) {
  asking?.abort();
  asking = new AbortController();
  page.setFolded(true);
  const exploring = state("wait", "Exploring", html("p", {}, "Following accepted mutations."));
  const wait = setTimeout(() => page.shown.replaceChildren(exploring), PATIENCE);
  try {
    const found = await ask("/api/neighbourhood", words, asking.signal);
    remember(words);
    if (found.refused) {
      form.refuse(found.refused);
      page.setFolded(false);
      page.shown.replaceChildren(refusedState(found.refused, "This has no neighbourhood"));
    } else show(found, words);
  } catch (problem) {
    if (problem.name !== "AbortError") throw problem;
  } finally {
    clearTimeout(wait);
  }
}

/** Go to another tree of the same setting. */
function goTo(tree) {
  form.controls.tree.set(tree);
  form.refuse(null);
  look(form.words()).then(() => {
    /** @type {HTMLElement | null} */
    const box = document.querySelector(".tree-card .tree-box");
    box?.focus({preventScroll: true});
  });
  scrollTo({top: 0});
}

const linkTo = (tree, ...words) => button(words, () => goTo(tree), {class: "go-to"});

function show(found, words) {
  if (trail.at(-1) !== found.tree) trail.push(found.tree);
  form.controls.tree.set(found.tree);
  page.summarise(found.title);
  const {element, preview} = treeCard(found), start = found.tree === "(empty)" ? "empty" : found.tree;
  page.shown.replaceChildren(html("div", {class: "sheet"},
    html("div", {}, html("h2", {}, titled(found.title)), soft(found.warnings.join(" "))),
    verdict(found),
    html("div", {class: "near-top"}, element,
      html("div", {class: "card near-facts"}, size(found), chances(found), mapOf(found))),
    found.way.length > 0 && wayOut(found), found.closed.length > 0 && closedSet(found),
    offspring(found, preview),
    html("div", {class: "downloads"},
      html("a", {href: link("/run", {...without(words, "tree"), start})}, "Start runs from this tree"),
      trail.length > 1 && button(`Back to ${trail.at(-2)}`, () => { trail.pop(); goTo(trail.pop()); })),
    codeLine("Command", "command", found.command).element));
}

/** The tree, and what an offspring that is pointed at would change. */
function treeCard(found) {
  const box = html("div", {class: "tree-box", tabindex: "0", role: "group", "aria-label": "the tree"});
  const told = html("figcaption", {class: "preview"}, found.tree);
  const element = html("figure", {class: "card tree-card"}, box, told);
  const root = treeOf(found.prefix, newId), view = treeView(box, found.functions);
  const still = () => { view.show(root, false, found.tree, 0); told.textContent = found.tree; };
  requestAnimationFrame(still);
  new ResizeObserver(() => view.resize()).observe(box);

  function preview(one) {
    if (!one) return still();
    const sketch = sketchOf(root, {mutations: [one.mutation]}, newId, found.functions);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    view.show(sketch.root, one.accepted, one.tree, calm ? 0 : 0.7);
    const answer = one.answer.replace("yes", "accepted").replace("no", "rejected");
    told.textContent = `${sketch.words[0]}: ${answer}`;
    return null;
  }

  return {element, preview};
}

function verdict({kind, meaning, fate, reachable}) {
  const colour = kind === "optimum" || reachable ? "good" : reachable === false ? "bad" : "";
  return html("div", {class: `verdict-line ${colour}`, role: "status"},
    html("b", {}, sentence(`${kind}: ${meaning}`)), fate && sentence(fate));
}

const count = (value) => (typeof value === "number" ? whole(value) : value);

const size = ({error, inputs, leaves, limit}) => facts([
  ["error", error === null ? "none: the tree is empty" : `${count(error)} of ${count(inputs)}`],
  ["leaves", limit === null ? count(leaves) : `${count(leaves)} of at most ${count(limit)}`],
], {class: "facts"});

function mapOf({map}) {
  if (!map.inputs) return null;
  const box = html("div", {class: "inputs-box"});
  inputsView(box, map.inputs, map.target).show(map.values);
  return box;
}

/** For each operation, how likely it makes something better, equal, worse or too large. */
function chances(found) {
  const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
  const sums = found.chances.map((each) => KINDS.reduce((sum, kind) => sum + each[kind], 0));
  const part = (kind, attributes = {}) => html("i", {class: `kind-${kind.replace(" ", "-")}`, ...attributes});
  const bars = found.chances.map((each, k) => {
    const met = KINDS.filter((kind) => each[kind] > 0).map((kind) => `${kind} ${percent(each[kind])}`);
    const told = met.join(", ");
    const widths = KINDS.map((kind) => `width: ${(100 * each[kind]) / Math.max(...sums)}%`);
    const parts = KINDS.map((kind, j) => part(kind, {style: widths[j]}));
    const label = `${each.operation}: ${told || "never"}`;
    return html("div", {class: "chance"}, html("span", {}, each.operation),
      html("div", {class: "stack", role: "img", "aria-label": label, title: told}, parts),
      html("span", {class: "share"}, percent(sums[k])));
  });
  return html("div", {class: "chances"}, html("h3", {}, "What one mutation makes"), bars,
    html("ul", {class: "chance-legend", "aria-hidden": "true"},
      KINDS.map((kind) => html("li", {}, part(kind), kind))));
}

const arrow = (words) => html("span", {class: "arrow"}, words);

/** A tree drawn small; its formula goes there. */
function smallTree(each, found, words = "") {
  const figure = treeFigure(each, found.functions, linkTo(each.tree, each.tree), words && ` (${words})`);
  figure.classList.add("offspring-table");
  return figure;
}

function wayOut(found) {
  const title = found.shortest ? "The shortest way out" : "A way out, perhaps not the shortest";
  const steps = found.way.map((move) =>
    [arrow(move.operation), smallTree(move, found, `error ${whole(move.error)}`)]);
  return card(title, strip(title, [smallTree(found, found, "this tree"), ...steps.flat()]));
}

function closedSet(found) {
  const more = found.closed_count - found.closed.length;
  const trees = found.closed.map((each) => smallTree(each, found));
  return card("All that can be reached",
    soft("Up to the order of children and the names of variables, accepted mutations lead only to these " +
      "trees. None is an optimum."),
    strip("all that can be reached", [...trees, more > 0 && arrow(`and ${whole(more)} more`)]));
}

function offspring(found, preview) {
  const heads = ["offspring", "by", "probability", "error", "change", "accepted"];
  const left = found.count - found.offspring.length;
  return card(`${whole(found.count)} offspring of one mutation, up to the order of children`,
    scroll("offspring",
      table("numbers wide narrow offspring-table", heads, found.offspring.map((one) => line(one, preview)))),
    left > 0 && soft(`and ${whole(left)} more, with probability ${found.left_out.toFixed(4)} together`));
}

/** One offspring: where it leads. */
function line(one, preview) {
  const tree = html("code", {}, one.tree);
  const change = one.change > 0 ? `+${whole(one.change)}` : count(one.change ?? "–");
  const tick = one.accepted && html("span", {class: "tick", "aria-hidden": "true"}, "✓ ");
  const made = html("tr", {"data-accepted": one.accepted && !one.same && ""},
    cell(one.same ? html("span", {}, tree, " (itself)") : linkTo(one.tree, tree), {class: "formula-cell"}),
    cell(one.operations.join(" ")), cell(one.probability.toFixed(4), {title: one.exact}),
    cell(count(one.error)), cell(change), cell([tick, one.answer]));
  const point = () => preview(one.same ? null : one);
  made.addEventListener("pointerenter", point);
  made.addEventListener("focusin", point);
  made.addEventListener("pointerleave", () => preview(null));
  return made;
}

const words = new URLSearchParams(location.search);
form.fill(words);
if (words.has("tree")) look(form.words());
else {
  form.check();
  page.shown.replaceChildren(welcome("Type a tree, or take one from a run",
    "Its offspring with exact probabilities, and a way to an optimum or the proof that there is none.",
    "/neighbourhood", EXAMPLES, ({tree}) => tree));
}
