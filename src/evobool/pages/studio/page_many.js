// The page of many runs: tables and histograms that fill up, for one setting or for two.

import {card, html, row, scroll, soft, table, titled} from "../charts/elements.js";
import {fixed, whole} from "../charts/numbers.js";
import {given, listen} from "../studio/asking.js";
import {SECOND, changesOf} from "../studio/changes.js";
import {codeLine, settingForm} from "../studio/form.js";
import {columnsOf, link, refusedState, remember, runWords, state, welcome, wordsOf} from "../studio/frame.js";
import {sharesView} from "../studio/shares.js";
import {binsFor, histogram, runList} from "../studio/histogram.js";

const RUNS = {
  name: "runs", label: "runs", kind: "text", default: String(given.runs),
  help: "How many runs of the setting; at most 10,000 here.",
};
const FEWEST_BINS = 12;
const EXAMPLES = [
  ["Leaf deletion, where the chain is exact", {n: 4, limit: "n", deletion: "leaf", seed: 1}],
  ["Leaf against subtree deletion", {n: 8, limit: "n", deletion: "leaf", "b.deletion": "subtree", seed: 1}],
  ["A limit of n against 2n leaves", {n: 12, limit: "n", "b.limit": "2n", seed: 1}],
  ["RLS-GP against the (1+1) GP", {n: 8, "b.algorithm": "1+1-gp", seed: 1}],
];

const page = columnsOf("The law of many runs");
const changes = changesOf("Compare with the same setting but");
const form = settingForm(page.box, {
  submit: "Start", start, extra: [RUNS], without: ["index"], below: [changes.element], codes: false,
  checked: ({title}) => page.summarise(title),
});
let stream = null;

function start(own) {
  stream?.stop();
  const words = {...own, ...changes.words()};
  remember(words);
  changes.refuse(null);
  page.setFolded(true);
  const told = html("p", {}, "The first runs are on their way.");
  page.shown.replaceChildren(state("wait", "Running", told));
  let view = null;
  stream = listen("/api/many", words, (piece) => {
    if (piece.refused) return refuse(piece.refused);
    if (piece.waiting) told.textContent = "Waiting for other pages' runs.";
    if (piece.note) told.textContent = piece.note;
    if (piece.opening) {
      form.controls.seed.set(String(piece.opening.seed));
      remember({...words, seed: piece.opening.seed});
      view = viewOf(piece.opening);
      page.shown.replaceChildren(view.element);
    }
    return view?.update(piece);
  });
}

function refuse(problem) {
  const {field, why} = problem, second = field.startsWith(SECOND);
  form.refuse(second ? {field: "", why: `${field.slice(SECOND.length)}: ${why}`} : problem);
  changes.refuse(problem);
  page.setFolded(false);
  page.shown.replaceChildren(refusedState(problem, "No such runs"));
}

/** Everything that is shown of some runs. What came is added to what is there. */
function viewOf(opening) {
  const two = opening.sides.length === 2, wanted = opening.runs * opening.sides.length;
  const places = two ? ["First: ", "Second: "] : [""];
  const sides = opening.sides.map((side, k) => sideOf(side, opening.heads, places[k]));
  const ranges = {T: rangeOf(), S: rangeOf()};
  const meter = html("span"), done = html("span", {class: "soft", role: "status"});
  const bar = html("div", {
    class: "meter", role: "progressbar", "aria-label": "runs", "aria-valuemin": 0, "aria-valuemax": wanted,
  }, meter);
  const heading = html("h3", {}, "The two compared");
  const comparison = html("div", {}, soft("Waiting for runs of both.")), shares = html("div");
  const solved = sharesView(shares, opening.sides.map(({cap}) => cap));
  const element = html("div", {class: "sheet"}, html("div", {}, bar, done),
    two && html("section", {class: "card comparison"}, heading, comparison, shares),
    html("div", {class: two ? "pair" : "sides"}, sides.map((side) => side.element)));
  let count = 0;

  function update(piece) {
    const fresh = sides.map((_, k) => (piece[`runs${k}`] ?? []).map(runOf));
    for (const run of fresh.flat()) {
      count++;
      if (run.solved) for (const name of ["T", "S"]) ranges[name].take(run[name]);
    }
    if (two) solved.take(fresh);
    const bins = {T: ranges.T.bins(), S: ranges.S.bins()};
    sides.forEach((side, k) => side.take(fresh[k], bins, piece[`lines${k}`], piece[`chain${k}`]));
    meter.style.width = `${(100 * count) / wanted}%`;
    bar.setAttribute("aria-valuenow", String(count));
    const late = piece.ended === "time" ? "; stopped, the time of the studio is up" : "";
    done.textContent = `${whole(count)} of ${whole(wanted)} runs${late}`;
    if (piece.comparison) {
      heading.textContent = "The two compared, so far";
      comparison.replaceChildren(...compared(piece.comparison));
    }
    if (piece.ended) heading.textContent = "The two compared";
  }

  return {element, update};
}

const runOf = ([index, T, S, solved]) => ({index, T, S, solved: solved === 1});

/** The range of values so far, as bins: at least a dozen, so that a single value is not one wide column. */
function rangeOf() {
  let least = Infinity, most = -Infinity;
  const take = (value) => { [least, most] = [Math.min(least, value), Math.max(most, value)]; };
  function bins() {
    if (least > most) return binsFor(0, 20);
    if (most - least >= FEWEST_BINS) return binsFor(least, most);
    return binsFor(Math.max(0, least - FEWEST_BINS / 2), Math.max(most, least + FEWEST_BINS / 2));
  }
  return {take, bins};
}

const pOf = (p) => (p < 1e-4 ? p.toExponential(1) : p.toFixed(4));

function compared(found) {
  const two = (values, digits = 1) => values.map((value) => fixed(value, digits)).join(" / ");
  const rows = [
    row("failed runs", [two(found.failed, 0)]),
    row("p of the failures (Fisher's exact test)", [pOf(found.p_failed)]),
    row("mean T of the successful", [two(found.means)]),
    row("mean of min(T, cap), all runs", [two(found.restricted_means)]),
    row("median of T, all runs (Kaplan-Meier)", [two(found.medians)]),
  ];
  const chance = found.superiority.toFixed(3);
  return [
    html("p", {}, `A run of the first takes longer than one of the second with probability ${chance} ` +
      `(Vargha and Delaney's A). Effect: ${found.effect}. Log-rank test: p = ${pOf(found.p)}.`),
    scroll("comparison", table("numbers narrow", ["", "first / second"], rows)),
  ];
}

/** One setting: its table, the histograms of T and S, and the runs of the column that was clicked. */
function sideOf(side, heads, place) {
  const caption = soft("No table yet."), tableBox = scroll("B, T and S");
  const [timeBox, sizeBox] = [html("div"), html("div")];
  const list = html("div", {class: "chosen-runs", role: "status"});
  const base = wordsOf(side.fields);
  const chosen = runList(list, ({index}) => link("/run", runWords(base, side.seed, index)));
  const times = histogram(timeBox, chosen.show, "T", true);
  const sizes = histogram(sizeBox, chosen.show, "S", false);
  const law = html("p", {class: "soft law-note"},
    "The exact law of T is being computed, if the setting is small enough.");
  const codes = [codeLine("Command", "command", side.command), codeLine("Python", "call", side.call)];
  const element = html("section", {class: "side sheet-part"}, html("h2", {}, titled(place + side.title)),
    html("div", {class: "card"}, tableBox, caption),
    html("div", {class: "histograms"},
      card("T, iterations until solved", timeBox, law), card("S, leaves of the solution", sizeBox)),
    html("div", {class: "card"}, list),
    html("div", {class: "codes"}, codes.map((code) => code.element)));
  let known = null;

  function take(fresh, bins, lines, chain) {
    if (lines) {
      const rows = lines.lines.map(([name, ...cells]) => row(name, cells));
      tableBox.replaceChildren(table("numbers wide narrow", heads, rows));
      const marked = lines.failed ? `, marked † as ${whole(lines.failed)} failed` : "";
      caption.textContent = `${whole(lines.runs)} runs, seed ${side.seed}. B, min(T, cap) and ERT are over ` +
        `all runs, the rest over the successful ones${marked}. A run fails after ` +
        `${whole(side.cap)} iterations.`;
    }
    if (chain) {
      known = chain.law?.p ?? null;
      law.textContent = chain.refused ? `No exact law over it: ${chain.refused}.`
        : `Line: the exact law of T, from a Markov chain of ${whole(chain.states)} trees. ` +
          `E[T | success] = ${fixed(chain.mean, 2)}, sd ${fixed(chain.sd, 2)}, ` +
          `P(stuck for ever) = ${chain.p_stuck.toPrecision(3)}.`;
    }
    times.show(fresh, bins.T, known);
    sizes.show(fresh, bins.S);
  }

  return {element, take};
}

const words = new URLSearchParams(location.search);
form.fill(words);
changes.fill(words);
form.check();
if (words.has("seed")) start(form.words());
else {
  page.shown.replaceChildren(welcome("Choose a setting and press Start",
    "B, T and S with intervals, and the law of T, while the runs come in.", "/many", EXAMPLES));
}
