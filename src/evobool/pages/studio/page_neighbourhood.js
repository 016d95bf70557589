// The page of a tree's neighbourhood: where one mutation leads, and whether there is a way out.

import {ask} from "../studio/asking.js";
import {html, titled} from "../charts/elements.js";
import {codeLine, settingForm} from "../studio/form.js";
import {columnsOf, link, refusedState, remember, scroll, state} from "../studio/frame.js";
import {inputsView} from "../player/inputs.js";
import {sketchOf} from "../player/mutations.js";
import {treeView} from "../player/tree_view.js";
import {treeOf} from "../player/trees.js";

const TREE = {name: "tree", label: "tree", kind: "text", default: "", placeholder: "(x3 & x2) | (x2 & x3)", help: "The tree to look at: a formula of literals and functions, or empty."};
const KINDS = ["better", "equal", "worse", "too large"];
/** @type {[string, Record<string, string | number>][]} */
const EXAMPLES = [
  ["Figure 1 of the paper: a dead end", {n: 4, limit: "n", deletion: "leaf", tree: "(x3 & x2) | (x2 & x3)"}],
  ["The same tree with subtree deletion", {n: 4, limit: "n", tree: "(x3 & x2) | (x2 & x3)"}],
  ["A majority of three, nearly there", {target: "majority", n: 3, tree: "(x1 & x2) | x3"}],
  ["The empty tree", {n: 4, tree: "(empty)"}],
];

const page = columnsOf("What surrounds a tree");
const trail = [];
let asking = null, lastId = 0;
const newId = () => ++lastId;
const form = settingForm(page.box, {submit: "Look around", start: (words) => look(words), extra: [TREE], without: ["seed", "index", "engine"], codes: false, checked: ({title}) => page.summarise(title)});

async function look(words) {
  asking?.abort();
  asking = new AbortController();
  page.setFolded(true);
  const wait = setTimeout(() => page.shown.replaceChildren(state("wait", "Exploring", html("p", {}, "Following accepted mutations."))), 250);
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

function show(found, words) {
  if (trail.at(-1) !== found.tree) trail.push(found.tree);
  form.controls.tree.set(found.tree);
  page.summarise(found.title);
  const {element: card, preview} = treeCard(found);
  const shell = codeLine("Command", "command");
  shell.show(found.command);
  page.shown.replaceChildren(html("div", {class: "sheet"},
    html("div", {}, html("h2", {}, ...titled(found.title)), html("p", {class: "soft"}, found.warnings.join(" "))),
    verdict(found),
    html("div", {class: "near-top"}, card, html("div", {class: "card near-facts"}, facts(found), chances(found), mapOf(found))),
    ...(found.way.length ? [wayOut(found)] : []), ...(found.closed.length ? [closedSet(found)] : []),
    offspring(found, preview),
    html("div", {class: "downloads"}, html("a", {href: link("/run", {...without(words, "tree"), start: found.tree === "(empty)" ? "empty" : found.tree})}, "Start runs from this tree"), back()),
    shell.element));
}

const without = (words, name) => Object.fromEntries(Object.entries(words).filter(([each]) => each !== name));

function back() {
  if (trail.length < 2) return "";
  const button = html("button", {type: "button"}, `Back to ${trail.at(-2)}`);
  button.addEventListener("click", () => { trail.pop(); goTo(trail.pop()); });
  return button;
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
    view.show(sketch.root, one.accepted, one.tree, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 0.7);
    told.textContent = `${sketch.words[0]}: ${one.answer.replace("yes", "accepted").replace("no", "rejected")}`;
    return null;
  }

  return {element, preview};
}

function verdict(found) {
  const kind = found.kind === "optimum" || found.reachable ? "good" : found.reachable === false ? "bad" : "";
  const title = `${found.kind[0].toUpperCase()}${found.kind.slice(1)}: ${found.meaning}.`;
  return html("div", {class: `verdict-line ${kind}`, role: "status"}, html("b", {}, title), ...(found.fate ? [`${found.fate[0].toUpperCase()}${found.fate.slice(1)}.`] : []));
}

function facts(found) {
  const count = (value) => (typeof value === "number" ? value.toLocaleString("en") : value);
  const leaves = found.limit === null ? count(found.leaves) : `${count(found.leaves)} of at most ${count(found.limit)}`;
  const error = found.error === null ? "none: the tree is empty" : `${count(found.error)} of ${count(found.inputs)}`;
  return html("dl", {class: "facts"}, ...[["error", error], ["leaves", leaves]].map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value))));
}

function mapOf({map}) {
  if (!map.inputs) return "";
  const box = html("div", {class: "inputs-box"});
  inputsView(box, map.inputs, map.target).show(map.values);
  return box;
}

/** For each operation, how likely it makes something better, equal, worse or too large. */
function chances(found) {
  const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
  const sums = found.chances.map((each) => KINDS.reduce((sum, kind) => sum + each[kind], 0)), highest = Math.max(...sums);
  const bars = found.chances.map((each, k) => {
    const told = KINDS.filter((kind) => each[kind] > 0).map((kind) => `${kind} ${percent(each[kind])}`).join(", ");
    const parts = KINDS.map((kind) => html("i", {class: `kind-${kind.replace(" ", "-")}`, style: `width: ${(100 * each[kind]) / highest}%`}));
    return html("div", {class: "chance"}, html("span", {}, each.operation), html("div", {class: "stack", role: "img", "aria-label": `${each.operation}: ${told || "never"}`, title: told}, ...parts), html("span", {class: "share"}, percent(sums[k])));
  });
  const legend = html("ul", {class: "chance-legend", "aria-hidden": "true"}, ...KINDS.map((kind) => html("li", {}, html("i", {class: `kind-${kind.replace(" ", "-")}`}), kind)));
  return html("div", {class: "chances"}, html("h3", {}, "What one mutation makes"), ...bars, legend);
}

function wayOut(found) {
  const steps = found.way.flatMap((move) => [html("span", {class: "arrow"}, move.operation), smallTree(move, found, `error ${move.error.toLocaleString("en")}`)]);
  const title = found.shortest ? "The shortest way out" : "A way out, perhaps not the shortest";
  return html("section", {class: "card"}, html("h3", {}, title), html("div", {class: "way", tabindex: "0", role: "group", "aria-label": title}, smallTree(found, found, "this tree"), ...steps));
}

function closedSet(found) {
  const more = found.closed_count - found.closed.length;
  return html("section", {class: "card"}, html("h3", {}, "All that can be reached"),
    html("p", {class: "soft"}, "Up to the order of children and the names of variables, accepted mutations lead only to these trees. None is an optimum."),
    html("div", {class: "way", tabindex: "0", role: "group", "aria-label": "all that can be reached"}, ...found.closed.map((each) => smallTree(each, found, "")), ...(more > 0 ? [html("span", {class: "arrow"}, `and ${more.toLocaleString("en")} more`)] : [])));
}

/** A tree drawn small; its formula goes there. */
function smallTree({prefix, tree}, {functions}, words) {
  const box = html("div", {class: "tree-box"}), view = treeView(box, functions);
  const go = html("button", {type: "button", class: "go-to"}, tree);
  go.addEventListener("click", () => goTo(tree));
  requestAnimationFrame(() => view.show(treeOf(prefix, newId), true, tree, 0));
  return html("figure", {class: "offspring-table"}, box, html("figcaption", {}, go, words ? ` (${words})` : ""));
}

function offspring(found, preview) {
  const heads = ["offspring", "by", "probability", "error", "change", "accepted"];
  const rows = found.offspring.map((one) => {
    const go = html("button", {type: "button", class: "go-to"}, html("code", {}, one.tree));
    go.addEventListener("click", () => goTo(one.tree));
    const change = typeof one.change === "number" ? `${one.change > 0 ? "+" : ""}${one.change.toLocaleString("en")}` : one.change ?? "–";
    const error = typeof one.error === "number" ? one.error.toLocaleString("en") : one.error;
    const row = html("tr", {"data-accepted": one.accepted && !one.same ? "" : null},
      html("td", {class: "formula-cell"}, one.same ? html("span", {}, html("code", {}, one.tree), " (itself)") : go),
      html("td", {}, one.operations.join(" ")), html("td", {title: one.exact}, one.probability.toFixed(4)), html("td", {}, error), html("td", {}, change),
      html("td", {}, ...(one.accepted ? [html("span", {class: "tick", "aria-hidden": "true"}, "✓ ")] : []), one.answer));
    const point = () => preview(one.same ? null : one);
    row.addEventListener("pointerenter", point);
    row.addEventListener("focusin", point);
    row.addEventListener("pointerleave", () => preview(null));
    return row;
  });
  const left = found.count - found.offspring.length;
  return html("section", {class: "card"}, html("h3", {}, `${found.count.toLocaleString("en")} offspring of one mutation, up to the order of children`),
    scroll("offspring", html("table", {class: "numbers wide offspring-table"},
      html("thead", {}, html("tr", {}, ...heads.map((name) => html("th", {scope: "col"}, name)))), html("tbody", {}, ...rows))),
    ...(left > 0 ? [html("p", {class: "soft"}, `and ${left.toLocaleString("en")} more, with probability ${found.left_out.toFixed(4)} together`)] : []));
}

const words = new URLSearchParams(location.search);
form.fill(words);
if (words.has("tree")) look(form.words());
else {
  form.check();
  const examples = EXAMPLES.map(([name, each]) => html("li", {}, html("a", {href: link("/neighbourhood", each)}, name, html("span", {}, each.tree))));
  page.shown.replaceChildren(state("empty", "Type a tree, or take one from a run",
    html("p", {}, "Its offspring with exact probabilities, and a way to an optimum or the proof that there is none."), html("ul", {class: "examples"}, ...examples)));
}
