// The page of a study: a table of one value, curves with laws, and every run behind a cell.

import {
  card, cell, column, facts, html, refill, row, scroll, selection, soft, table, titled,
} from "../charts/elements.js";
import {fixed, rounded, whole} from "../charts/numbers.js";
import {ask, given, listen} from "../studio/asking.js";
import {curvesView} from "../studio/curves.js";
import {
  download, link, refusedState, remember, runWords, sheetOf, state, without, wordsOf,
} from "../studio/frame.js";
import {binsFor, histogram, runList} from "../studio/histogram.js";

const LAWS = ["", "best", "n log n", "n log^2 n", "n (a log n + b)", "n", "n^2"];
const PATIENCE = 400; // milliseconds between the news that a store has grown and a new drawing
const LONGEST_TREE = 120; // characters
const words = Object.fromEntries(new URLSearchParams(location.search));
const source = words.source ? {source: words.source} : {};
const sheet = sheetOf("Explore a study");
let overview = null, refresh = () => {};

const put = (changes) => {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") delete words[name];
    else words[name] = value;
  }
  remember(words);
};
/** The words that choose settings. */
const where = () =>
  Object.fromEntries(Object.entries(words)
    .filter(([name]) => name.startsWith("where.") || name === "source"));
const cellLink = (id) => link("/study", {...words, cell: id});
const runsSoFar = () => `${whole(overview.runs)} runs`;

const none = () => state("empty", "No study is open",
  html("p", {}, "Make one, and start the studio with its store:"),
  html("p", {},
    html("code", {}, "evobool study run --store leaf.db --grid n=4,6,8 --grid limit=n,2n --runs 100")),
  html("p", {}, html("code", {}, "evobool studio --store leaf.db")),
  html("p", {}, "A study that is still running can be followed live."));

const select = (name, label, choices, value, change) => html("div", {},
  html("label", {for: `choose-${name}`}, label), selection(choices, value, change, {id: `choose-${name}`}));

async function open() {
  overview = await ask("/api/study", source);
  const {refused} = overview;
  if (refused) return sheet.replaceChildren(refusedState(refused, "This store cannot be read"));
  if (!overview.settings) {
    const words_ = html("p", {}, "This page fills up as soon as there are some.");
    return sheet.replaceChildren(state("empty", `${overview.name} holds no runs yet`, words_), live());
  }
  return words.cell ? showCell() : showStudy();
}

/** How many runs there are, kept up to date while somebody else adds to them. */
function live() {
  const told = html("span", {class: "live", role: "status"}, runsSoFar());
  let waiting = 0;
  listen("/api/study/watch", source, ({runs}) => {
    if (runs === undefined) return;
    const grown = runs !== overview.runs;
    overview.runs = runs;
    told.textContent = `${runsSoFar()}${grown ? ", growing" : ""}`;
    told.classList.toggle("growing", grown);
    if (!grown) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => (overview.settings ? refresh() : open()), PATIENCE);
  });
  return told;
}

function head(title) {
  const sources = Object.entries(given.sources), shown = words.source ?? sources[0][0];
  const links = sources.map(([name, file]) =>
    html("a", {href: link("/study", {source: name}), "aria-current": name === shown && "true"},
      name === "report" ? "The reproduction's runs" : file));
  return html("div", {class: "study-head"}, html("h2", {}, titled(title)),
    soft(`${overview.name}: ${overview.settings} settings, seed ${overview.seed}. `, live()),
    links.length > 1 && html("p", {class: "downloads"}, links));
}

function showStudy() {
  const names = Object.keys(overview.fields);
  const apart = names.filter((name) => overview.fields[name].length > 1);
  const chosen = {rows: words.rows ?? apart[0] ?? names[0], columns: words.columns, value: words.value};
  chosen.value ??= "T";
  const others = (list) => list.find((name) => name !== chosen.rows);
  chosen.columns ??= others(apart) ?? others(names);
  const controls = html("div", {class: "choose"}), plotControls = html("div", {class: "choose"});
  const tableBox = scroll("table"), plotBox = html("div"), downloads = html("div", {class: "downloads"});
  let drawing = null;
  sheet.replaceChildren(head(overview.common), html("div", {class: "study-grid"},
    card("Table", controls, tableBox), card("Curves", plotControls, plotBox)), downloads);

  const change = (changes) => { put(changes); draw(); };
  function draw() {
    for (const name of ["rows", "columns", "value"]) chosen[name] = words[name] ?? chosen[name];
    const {rows, columns, value} = chosen, {fields} = overview;
    const fixedFields = apart.filter((name) => name !== rows && name !== columns);
    for (const name of fixedFields) words[`where.${name}`] ??= fields[name][0];
    for (const name of [rows, columns]) delete words[`where.${name}`];
    refill(controls,
      select("rows", "rows", names, rows,
        (name) => change({rows: name, ...(name === columns && {columns: rows})})),
      select("columns", "columns", names, columns,
        (name) => change({columns: name, ...(name === rows && {rows: columns})})),
      select("value", "value", overview.values, value, (name) => change({value: name})),
      fixedFields.map((name) => select(`where-${name}`, name, fields[name], words[`where.${name}`],
        (each) => change({[`where.${name}`]: each}))));
    const x = words.x ?? rows, lawful = value !== "B";
    const law = lawful ? words.law ?? "" : "";
    refill(plotControls, select("x", "against", names, x, (name) => change({x: name})),
      lawful && select("law", "fitted law", LAWS, law, (name) => change({law: name})));
    const group = [rows, columns].filter((name) => name !== x).join(",");
    const plot = {x, y: value, group, ...(law && {law}), ...where()};
    const filled = [fillTable(tableBox, chosen), fillPlot(plotBox, plot)];
    drawing = Promise.all(filled).finally(() => { drawing = null; });
    downloads.replaceChildren(download("/download/summary.csv", source, "Summary of all settings (CSV)"),
      download("/download/plot.svg", plot, "Figure for a paper (SVG)"));
  }
  refresh = () => drawing ?? draw(); // a large store may take longer to read than it takes to grow
  draw();
}

async function fillTable(box, {rows, columns, value}) {
  const found = await ask("/api/study/table", {rows, columns, value, ...where()});
  if (found.refused) return box.replaceChildren(refusedState(found.refused));
  const cells = new Map(found.cells.map((each) => [`${each.row}\n${each.column}`, each]));
  const lines = found.rows.map((name) => row(`${rows} = ${name}`,
    found.columns.map((other) => cellOf(cells.get(`${name}\n${other}`), value === "B"))));
  const heads = ["", ...found.columns.map((name) => `${columns} = ${name}`)];
  box.replaceChildren(table("numbers cells", heads, lines),
    soft(`${value}: ${found.caption}. A cell leads to its runs.`));
  return null;
}

/** Numbers that line up in a column: shares with four digits, others with one, tiny ones as powers of ten. */
const aligned = (value, share) => (!share && value !== 0 && Math.abs(value) < 0.1 ? value.toExponential(2)
  : fixed(value, share ? 4 : 1));

function cellOf(found, share) {
  if (!found) return html("span", {class: "soft"}, "–");
  const {low, high, unbounded, runs, failed, survivors, value, id} = found;
  const between = low === null ? `${runs} runs`
    : `${aligned(low, share)} … ${unbounded ? "∞" : aligned(high ?? 0, share)}`;
  return html("a", {href: cellLink(id), title: `${runs} runs, ${failed} failed`},
    value === null ? missing(found) : aligned(value, share),
    survivors && html("span", {class: "survivors"}, survived(found)),
    html("span", {class: "interval"}, between));
}

/** Why there is no value: no run succeeded, or too few for this quantile. */
const missing = ({runs, failed}) => (failed === runs ? "no success" : "too few");

/** The mark of a mean over the successful runs where others failed, with the share of these. */
const survived = ({runs, failed}) => ` † B ${rounded(failed / runs, 3)}`;

async function fillPlot(box, asked) {
  const found = await ask("/api/study/curves", asked);
  if (found.refused) box.replaceChildren(refusedState(found.refused, "No curves"));
  else curvesView(box, found, cellLink);
}

/** One setting: its numbers, its law, its runs. */
async function showCell() {
  const found = await ask("/api/study/cell", {cell: words.cell, first: Number(words.first ?? 0), ...source});
  if (found.refused) return sheet.replaceChildren(refusedState(found.refused, "No such cell"));
  const base = wordsOf(found.fields), replay = (index) => link("/run", runWords(base, found.seed, index));
  const runs = found.drawn.map(([index, T, S, solved]) => ({index, T, S, solved: solved === 1}));
  const list = html("div", {class: "chosen-runs", role: "status"});
  const chosen = runList(list, ({index}) => replay(index));
  const [timeBox, sizeBox] = [html("div"), html("div")];
  const values = Object.entries(found.values).map(([name, value]) => fact(name, value, found.total));
  const left = found.drawn.length < found.total &&
    soft(`The histograms show the first ${whole(found.drawn.length)} of ${whole(found.total)} runs.`);
  refill(sheet,
    html("p", {}, html("a", {href: link("/study", without(words, "cell", "first"))}, "← the whole study")),
    head(found.title),
    html("section", {class: "card"}, facts(values, {class: "facts"})),
    html("div", {class: "histograms"},
      card("T, iterations until solved", timeBox), card("S, leaves of the solution", sizeBox)),
    html("section", {class: "card"}, list),
    runTable(found, replay),
    html("div", {class: "downloads"},
      download("/download/runs.csv", {cell: found.id, ...source}, "All its runs (CSV)"),
      html("a", {href: link("/many", {...base, seed: 1})}, "Run it again, live")),
    left);
  for (const [box, name] of [[timeBox, "T"], [sizeBox, "S"]]) {
    const solved = runs.filter((run) => run.solved).map((run) => run[name]);
    const bins = solved.length ? binsFor(Math.max(0, Math.min(...solved) - 3), Math.max(...solved) + 3)
      : binsFor(0, 20);
    histogram(box, chosen.show, name, name === "T").show(runs, bins);
  }
  return null;
}

/** One value with its interval; a mean is of the successful runs, and marked where others failed. */
function fact(name, found, total) {
  const {value, low, high, unbounded, failed, survivors} = found, share = name === "B";
  const between = low === null ? ""
    : ` (${aligned(low, share)} … ${unbounded ? "∞" : aligned(high, share)})`;
  const names = {B: `failed: ${whole(failed)} of ${whole(total)}`, T: "mean T", S: "mean S", ert: "ERT"};
  return [names[name] ?? name, value === null ? missing({runs: total, failed}) : fixed(value, share ? 3 : 1),
    html("span", {class: "soft"}, survivors && survived({runs: total, failed}), between)];
}

function runTable(found, replay) {
  const {first, listed, total} = found, last = Math.min(total, first + found.runs.length);
  const tree = (text) => (text.length > LONGEST_TREE ? `${text.slice(0, LONGEST_TREE)}…` : text);
  const lines = found.runs.map((run) =>
    row(html("a", {href: replay(run.index)}, `run ${whole(run.index)}`), [
      run.solved ? "solved" : `not solved (${run.stopped})`, whole(run.T), whole(run.S), run.error ?? "–",
      cell(html("code", {}, tree(run.tree)), {class: "formula-cell"}),
    ]));
  const heads = ["run", "outcome", "T", "S", "error", column("tree", {class: "formula-cell"})];
  const step = (to, text) =>
    html("a", {href: link("/study", {...without(words, "first"), ...(to > 0 && {first: to})})}, text);
  return card("Its runs", scroll("runs", table("numbers wide narrow offspring-table", heads, lines)),
    html("p", {class: "pager"}, first > 0 && step(first - listed, "← earlier"),
      html("span", {class: "soft"}, `runs in places ${first + 1} to ${last} of ${whole(total)}`),
      last < total && step(first + listed, "later →")));
}

if (Object.keys(given.sources).length) open();
else sheet.replaceChildren(none());
