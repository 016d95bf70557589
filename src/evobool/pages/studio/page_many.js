// The page of many runs: tables and histograms that fill up, for one setting or for two.

import {given, listen} from "../studio/asking.js";
import {html, titled} from "../charts/elements.js";
import {fieldControl} from "../studio/fields.js";
import {codeLine, settingForm} from "../studio/form.js";
import {columnsOf, link, number, refusedState, remember, scroll, state, wordsOf} from "../studio/frame.js";
import {binsFor, histogram, runList} from "../studio/histogram.js";

const RUNS = {name: "runs", label: "runs", kind: "text", default: String(given.runs), help: "How many runs of the setting; at most 10,000 here."};
const SECOND = "b.";

const page = columnsOf("The law of many runs");
const changes = changesOf();
const form = settingForm(page.box, {submit: "Start", start, extra: [RUNS], without: ["index"], below: [changes.element], codes: false, checked: ({title}) => page.summarise(title)});
let stream = null;

/** The fields in which a second setting differs. */
function changesOf() {
  const list = html("div", {class: "fields"}), rows = new Map();
  const free = () => given.form.filter(({name}) => !rows.has(name));
  const select = html("select", {"aria-label": "a field to change in the second setting"});
  const add = html("button", {type: "button"}, "Change");
  const element = html("fieldset", {class: "changes"}, html("legend", {}, "Compare with the same setting but"), list, html("div", {class: "change"}, select, add));
  const refresh = () => select.replaceChildren(...free().map(({name, label}) => html("option", {value: name}, label)));

  function put(name, value = null) {
    const field = given.form.find((each) => each.name === name);
    if (!field || rows.has(name)) return;
    const control = fieldControl(field, () => {}, {prefix: SECOND});
    const remove = html("button", {type: "button", "aria-label": `do not change ${field.label}`}, "Remove");
    remove.addEventListener("click", () => { rows.delete(name); row.remove(); refresh(); });
    const row = html("div", {class: "change"}, control.element, remove);
    if (value !== null) control.set(value);
    rows.set(name, control);
    list.append(row);
    refresh();
  }

  add.addEventListener("click", () => { put(select.value); rows.get([...rows.keys()].at(-1)).focus(); });
  refresh();
  return {
    element,
    words: () => Object.fromEntries([...rows].map(([name, control]) => [`${SECOND}${name}`, control.get()])),
    fill: (words) => words.forEach((value, name) => name.startsWith(SECOND) && put(name.slice(SECOND.length), value)),
    refuse: (problem) => rows.forEach((control, name) => control.check(problem?.field === `${SECOND}${name}` ? problem.why : null)),
  };
}

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
    if (piece.refused) {
      form.refuse(piece.refused.field.startsWith(SECOND) ? {field: "", why: `${piece.refused.field.slice(SECOND.length)}: ${piece.refused.why}`} : piece.refused);
      changes.refuse(piece.refused);
      page.setFolded(false);
      page.shown.replaceChildren(refusedState(piece.refused, "No such runs"));
      return;
    }
    if (piece.waiting) told.textContent = "Waiting for other pages' runs.";
    if (piece.note) told.textContent = piece.note;
    if (piece.opening) {
      form.controls.seed.set(String(piece.opening.seed));
      remember({...words, seed: piece.opening.seed});
      view = viewOf(piece.opening);
      page.shown.replaceChildren(view.element);
    }
    view?.update(piece);
  });
}

/** Everything that is shown of some runs. */
function viewOf(opening) {
  const sides = opening.sides.map((side, k) => sideOf(side, opening, k));
  const meter = html("span"), done = html("span", {class: "soft", role: "status"});
  const comparison = html("section", {class: "card comparison"}, html("h3", {}, "The two compared"), html("p", {class: "soft"}, "Waiting for runs of both."));
  const wanted = opening.runs * sides.length;
  const element = html("div", {class: "sheet"},
    html("div", {}, html("div", {class: "meter", role: "progressbar", "aria-label": "runs", "aria-valuemin": 0, "aria-valuemax": wanted}, meter), done),
    ...(sides.length === 2 ? [comparison] : []), html("div", {class: sides.length === 2 ? "pair" : "sides"}, ...sides.map((side) => side.element)));

  function update(piece) {
    sides.forEach((side, k) => side.take(piece[`runs${k}`] ?? [], piece[`lines${k}`], piece[`chain${k}`]));
    const count = sides.reduce((sum, side) => sum + side.runs.length, 0);
    meter.style.width = `${(100 * count) / wanted}%`;
    meter.parentElement.setAttribute("aria-valuenow", count);
    done.textContent = `${count.toLocaleString("en")} of ${wanted.toLocaleString("en")} runs${piece.ended === "time" ? "; stopped, the time of the studio is up" : ""}`;
    const solved = sides.flatMap((side) => side.runs.filter((run) => run.solved));
    const range = (name) => (solved.length ? binsOf(Math.min(...solved.map((run) => run[name])), Math.max(...solved.map((run) => run[name]))) : binsFor(0, 20));
    const bins = {T: range("T"), S: range("S")};
    sides.forEach((side) => side.draw(bins));
    if (piece.comparison) comparison.replaceChildren(html("h3", {}, "The two compared, so far"), ...compared(piece.comparison));
    if (piece.ended) comparison.querySelector("h3").textContent = "The two compared";
  }

  return {element, update};
}

/** At least a dozen columns, so that a single value is not one wide column. */
const binsOf = (least, most) => (most - least < 12 ? binsFor(Math.max(0, least - 6), Math.max(most, least + 6)) : binsFor(least, most));

function compared(found) {
  const two = (values, digits = 1) => values.map((value) => number(value, digits)).join(" / ");
  const rows = [
    ["failed runs", two(found.failed, 0)], ["mean T of the successful", two(found.means)], ["mean of min(T, cap), all runs", two(found.restricted_means)],
    ["median of T, all runs (Kaplan-Meier)", two(found.medians)],
  ];
  const p = found.p < 1e-4 ? found.p.toExponential(1) : found.p.toFixed(4);
  return [
    html("p", {}, `A run of the first takes longer than one of the second with probability ${found.superiority.toFixed(3)} (Vargha and Delaney's A; effect: ${found.effect}). Log-rank test: p = ${p}.`),
    scroll("comparison", html("table", {class: "numbers"}, html("thead", {}, html("tr", {}, html("th", {}), html("th", {scope: "col"}, "first / second"))),
      html("tbody", {}, ...rows.map(([name, value]) => html("tr", {}, html("th", {scope: "row"}, name), html("td", {}, value)))))),
  ];
}

/** One setting: its table, the histograms of T and S, and the runs of the column that was clicked. */
function sideOf(side, opening, place) {
  const runs = [], body = html("tbody");
  const caption = html("p", {class: "soft"}, "No table yet.");
  const [timeBox, sizeBox, list] = [html("div"), html("div"), html("div", {class: "chosen-runs", role: "status"})];
  const base = wordsOf(side.fields, given.form);
  const shownRuns = runList(list, (run) => link("/run", {...base, seed: side.seed, ...(run.index ? {index: run.index} : {})}));
  const [times, sizes] = [timeBox, sizeBox].map((box) => histogram(box, shownRuns.show));
  const law = html("p", {class: "soft law-note"}, "The exact law of T is being computed, if the setting is small enough.");
  const [shell, python] = [codeLine("Command", "command"), codeLine("Python", "call")];
  shell.show(side.command);
  python.show(side.call);
  let chain = null;
  const heads = opening.heads.map((name) => html("th", {scope: "col"}, name));
  const title = opening.sides.length === 2 ? `${["First", "Second"][place]}: ${side.title}` : side.title;
  const element = html("section", {class: "side sheet-part"}, html("h2", {}, ...titled(title)),
    html("div", {class: "card"}, scroll("B, T and S", html("table", {class: "numbers wide"}, html("thead", {}, html("tr", {}, ...heads)), body)), caption),
    html("div", {class: "histograms"},
      html("div", {class: "card"}, html("h3", {}, "T, iterations until solved"), timeBox, law),
      html("div", {class: "card"}, html("h3", {}, "S, leaves of the solution"), sizeBox)),
    html("div", {class: "card"}, list),
    html("div", {class: "codes"}, shell.element, python.element));

  function take(fresh, lines, found) {
    for (const [index, T, S, solved] of fresh) runs.push({index, T, S, solved: solved === 1});
    if (lines) {
      body.replaceChildren(...lines.lines.map(([name, ...cells]) => html("tr", {}, html("th", {scope: "row"}, name), ...cells.map((cell) => html("td", {}, cell)))));
      caption.textContent = `${lines.runs.toLocaleString("en")} runs, seed ${side.seed}. Everything but B is over the successful runs. A run fails after ${side.cap.toLocaleString("en")} iterations.`;
    }
    if (!found) return;
    chain = found;
    law.textContent = found.refused ? `No exact law over it: ${found.refused}.` : `Line: the exact law of T, from a Markov chain of ${found.states.toLocaleString("en")} trees. E[T | success] = ${number(found.mean, 2)}, sd ${number(found.sd, 2)}, P(stuck for ever) = ${found.p_stuck.toPrecision(3)}.`;
  }

  const draw = (bins) => {
    times.show(runs.map((run) => ({...run, value: run.T})), bins.T, {law: chain?.law?.p ?? null, total: runs.length, name: "T"});
    sizes.show(runs.map((run) => ({...run, value: run.S})), bins.S, {name: "S", withFailed: false});
  };
  return {element, runs, take, draw};
}

const words = new URLSearchParams(location.search);
form.fill(words);
changes.fill(words);
form.check();
if (words.has("seed")) start(form.words());
else {
  const examples = [
    ["Leaf deletion, where the chain is exact", {n: 4, limit: "n", deletion: "leaf", seed: 1}],
    ["Leaf against subtree deletion", {n: 8, limit: "n", deletion: "leaf", "b.deletion": "subtree", seed: 1}],
    ["A limit of n against 2n leaves", {n: 12, limit: "n", "b.limit": "2n", seed: 1}],
    ["RLS-GP against the (1+1) GP", {n: 8, "b.algorithm": "1+1-gp", seed: 1}],
  ].map(([name, each]) => html("li", {}, html("a", {href: link("/many", each)}, name, html("span", {}, Object.entries(each).map(([field, value]) => `${field} ${value}`).join(", ")))));
  page.shown.replaceChildren(state("empty", "Choose a setting and press Start", html("p", {}, "B, T and S with intervals, and the law of T, while the runs come in."), html("ul", {class: "examples"}, ...examples)));
}
