// The page of a population: its members as points, its diversity over time, and where a member comes from.

import {button, card, facts, html, refill, selection, soft} from "../charts/elements.js";
import {counted, rounded, sentence, whole} from "../charts/numbers.js";
import {treeView} from "../player/tree_view.js";
import {nodesOf, treeOf} from "../player/trees.js";
import {ask, listen} from "../studio/asking.js";
import {settingForm} from "../studio/form.js";
import {columnsOf, refusedState, remember, state, welcome} from "../studio/frame.js";
import {COLOURS, OTHERS, SIGHTS, scatter, traces} from "../studio/scatter.js";
import {newId, strip, treeFigure} from "../studio/small_tree.js";

const ALL = {literals: "all"};
const GENERATIONS = {
  survival: "comma", start: "ramped:2-4", mutation_rate: "0", depth: 17, max_iterations: 50,
};
const EXAMPLES = [
  ["Ten trees on a conjunction", {n: 6, population: 10, start: "leaf", seed: 1}],
  ["A hundred with subtree crossover",
    {...ALL, n: 6, target: "mux", population: 100, start: "leaf", crossover: "subtree:0.5", seed: 1}],
  ["Generations, as Koza has them",
    {...ALL, ...GENERATIONS, n: 6, target: "mux", population: 200, offspring: 200,
      parents: "tournament:7", crossover: "koza:0.9", seed: 2}],
  ["An archive of trade-offs",
    {...ALL, n: 6, limit: "2n", survival: "pareto", objective: "classes", seed: 1}],
  ["Four islands",
    {...ALL, n: 5, target: "majority", population: 8, islands: "4:50", start: "leaf", seed: 3}],
];
const PLAY_MILLISECONDS = 120;

const page = columnsOf("Watch a population");
const form = settingForm(page.box, {
  submit: "Start", start, without: ["engine"], checked: ({title}) => page.summarise(title),
});
let stream = null, view = null;

function start(words) {
  stream?.stop();
  view?.stop();
  remember(words);
  page.setFolded(true);
  const told = html("p", {}, "The run is being made.");
  page.shown.replaceChildren(state("wait", "Running", told));
  stream = listen("/api/population", words, (piece) => {
    if (piece.refused) return refuse(piece.refused);
    if (piece.waiting) told.textContent = "Waiting for other pages' runs.";
    if (piece.iteration) told.textContent = `Iteration ${whole(piece.iteration)}`;
    if (!piece.opening) return null;
    const own = {...words, seed: piece.opening.seed};
    form.controls.seed.set(piece.opening.seed);
    form.setCodes(piece.opening);
    remember(own);
    view = viewOf(piece.opening, piece.moments, own);
    page.shown.replaceChildren(view.element);
    return null;
  });
}

function refuse(problem) {
  form.refuse(problem);
  page.setFolded(false);
  page.shown.replaceChildren(refusedState(problem, "No such population"));
}

/** Everything that is shown of a run, beginning with its last moment. */
function viewOf(opening, moments, words) {
  let now = moments.length - 1, sight = opening.classes ? "classes" : "size", chosen = null, timer = 0;
  const most = Object.fromEntries(Object.entries(SIGHTS).map(([name, {x, y}]) => {
    const points = moments.flatMap((moment) => moment.points);
    return [name, [x, y].map((value) => points.reduce((top, point) => Math.max(top, value(point)), 0))];
  }));
  const plot = html("div"), said = html("div"), charts = html("div", {class: "traces"}), tree = html("div");
  const slider = html("input", {type: "range", min: 0, max: moments.length - 1, "aria-label": "moment"});
  const play = button("Play", () => (timer ? stop() : begin()));
  const sights = selection(Object.keys(SIGHTS), sight, (value) => { sight = value; show(now); },
    {"aria-label": "axes"});
  [...sights.options].forEach((option) => { option.textContent = SIGHTS[option.value].names.join(" and "); });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  const bar = html("div", {class: "moments"}, play, slider, html("label", {}, "axes ", sights));
  const outcome = opening.solved ? "Solved" : opening.cut ? "Not solved; shown as far as the studio goes"
    : "Not solved";
  const element = html("div", {class: "sheet population"},
    html("div", {}, html("h2", {}, opening.title), soft(`${outcome}. Seed ${opening.seed}.`)),
    html("div", {class: "near-top"},
      card("Members", plot, familiesOf(opening.families), bar), card("Over time", charts, said)),
    card("A member", tree));
  new ResizeObserver(() => show(now)).observe(plot);

  function show(moment) {
    now = moment;
    slider.value = String(now);
    const here = moments[now];
    const marked = chosen?.moment === now ? chosen.place : null;
    refill(plot, scatter(here.points, sight, most[sight], choose, marked, plot.clientWidth));
    refill(said, facts([
      ["iteration", whole(here.iteration)], ["trees judged", whole(here.evaluations)],
      ["members", whole(here.members)], ["best", rounded(here.best, 4)], ["median", rounded(here.median, 4)],
      ["trees", whole(here.trees)],
      ...(here.functions === null ? [] : [["functions", whole(here.functions)]]),
      ["families", whole(here.families)],
    ], {class: "facts"}));
    refill(charts,
      tracesOf("Wrong rows", [["best", COLOURS[0]], ["median", COLOURS[1]]]),
      tracesOf("Different", [["trees", COLOURS[0]], ["functions", COLOURS[1]], ["families", COLOURS[2]]]));
  }

  function tracesOf(title, values) {
    const known = values.filter(([name]) => moments.some((moment) => moment[name] !== null));
    const keys = known.map(([name, colour]) => keyOf(name, colour));
    const legend = html("ul", {class: "trace-keys"}, html("li", {}, title), keys);
    return html("div", {}, legend, traces(moments, known, now, charts.clientWidth));
  }

  async function choose(place) {
    const moment = now;
    chosen = {moment, place};
    show(now);
    const found = await ask("/api/population/member", {...words, moment, place});
    if (chosen.moment !== moment || chosen.place !== place) return;
    if (found.refused) refill(tree, soft(found.refused.why));
    else refill(tree, memberOf(found, opening.functions));
  }

  function begin() {
    if (now === moments.length - 1) show(0);
    play.textContent = "Pause";
    timer = window.setInterval(() => {
      show(Math.min(now + 1, moments.length - 1));
      if (now === moments.length - 1) stop();
    }, PLAY_MILLISECONDS);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }

  show(now);
  const points = moments.at(-1).points;
  const better = (one, other) => (badness(other) < badness(one) ? other : one);
  if (points.length) choose(points.reduce(better)[5]);
  else refill(tree, soft("All trees are empty."));
  return {element, stop};
}

const badness = ([positives, negatives, leaves]) => positives + negatives + leaves / 1e6;

/** A name with a dot of a colour. */
function keyOf(name, colour) {
  const dot = html("i", {"aria-hidden": "true"}, "●");
  dot.style.color = colour;
  return html("li", {}, dot, name);
}

function familiesOf(families) {
  const named = families.map((number, k) => [`family of tree ${number + 1}`, COLOURS[k]]);
  const keys = [...named, ["others", OTHERS]].map(([name, colour]) => keyOf(name, colour));
  return html("ul", {class: "families"}, keys);
}

/** A member: its tree, with what the second parent gave marked, and its parents. */
function memberOf(found, functions) {
  const box = html("div", {class: "tree-box"}), view_ = treeView(box, functions);
  const root = treeOf(found.prefix, newId);
  const [from, to] = found.given ?? [0, 0];
  nodesOf(root).forEach((node, place) => { if (place >= from && place < to) node.inserted = true; });
  requestAnimationFrame(() => view_.show(root, true, found.tree, 0));
  const how = found.born === 0 ? "There from the start."
    : `Made in iteration ${whole(found.born)} by ${found.operations.join(", ") || "copying"}` +
      `${found.given ? "; marked is what the second parent gave" : ""}.`;
  const {false_positives: positives, false_negatives: negatives} = found;
  const classes = positives === null ? ""
    : ` (${counted(positives, "false positive")}, ${counted(negatives, "false negative")})`;
  const size = counted(found.leaves, "leaf", "leaves"), names = ["first parent", "second parent"];
  const parents = found.parents.map((parent, k) =>
    treeFigure(parent, functions, names[k], html("br"), parent.tree));
  return [
    soft(sentence(`${counted(found.error ?? 0, "wrong row")}${classes}, ${size}`), " ", how),
    html("div", {class: "descent"},
      html("figure", {class: "tree-card"}, box, html("figcaption", {}, found.tree)),
      parents.length > 0 && strip("parents", parents, "way wide")),
  ];
}

const words = new URLSearchParams(location.search);
form.fill(words);
form.check();
if (words.has("seed")) start(form.words());
else {
  page.shown.replaceChildren(
    welcome("Choose a setting and press Start", "Or begin with one of these:", "/population", EXAMPLES));
}
