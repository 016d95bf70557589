// The page of a study: a table of one value, curves with laws, and every run behind a cell.

import {ask, given, listen} from "../studio/asking.js";
import {aligned, curvesView} from "../studio/curves.js";
import {html, titled} from "../charts/elements.js";
import {link, number, refusedState, remember, scroll, state, wordsOf} from "../studio/frame.js";
import {binsFor, histogram, runList} from "../studio/histogram.js";

const LAWS = ["", "best", "n log n", "n log^2 n", "n (a log n + b)", "n", "n^2"];
const main = document.getElementById("main");
const words = Object.fromEntries(new URLSearchParams(location.search));
const sheet = html("div", {class: "sheet"});
main.replaceChildren(html("h1", {class: "hidden"}, "Explore a study"), sheet);
let overview = null;

const put = (changes) => {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") delete words[name];
    else words[name] = value;
  }
  remember(words);
};
/** The words that choose settings. */
const where = () => Object.fromEntries(Object.entries(words).filter(([name]) => name.startsWith("where.") || name === "source"));
const cellLink = (id) => link("/study", {...words, cell: id});

function none() {
  sheet.replaceChildren(state("empty", "No study is open",
    html("p", {}, "Make one, and start the studio with its store:"),
    html("p", {}, html("code", {}, "evobool study run --store leaf.db --grid n=4,6,8 --grid limit=n,2n --runs 100")),
    html("p", {}, html("code", {}, "evobool studio --store leaf.db")),
    html("p", {}, "A study that is still running can be followed live.")));
}

/** A choice among words; `change` is called with the new one. */
function select(name, label, choices, value, change) {
  const input = html("select", {id: `choose-${name}`}, ...choices.map((choice) => html("option", {value: choice, selected: choice === value && ""}, choice === "" ? "none" : choice)));
  input.addEventListener("change", () => change(input.value));
  return html("div", {}, html("label", {for: `choose-${name}`}, label), input);
}

async function open() {
  overview = await ask("/api/study", words.source ? {source: words.source} : {});
  if (overview.refused) return sheet.replaceChildren(refusedState(overview.refused, "This store cannot be read"));
  if (!overview.settings) return sheet.replaceChildren(state("empty", `${overview.name} holds no runs yet`, html("p", {}, "This page fills up as soon as there are some.")), live());
  if (words.cell) return showCell();
  return showStudy();
}

/** How many runs there are, kept up to date while somebody else adds to them. */
function live() {
  const told = html("span", {class: "live", role: "status"}, `${overview.runs.toLocaleString("en")} runs`);
  let stop = null;
  listen("/api/study/watch", words.source ? {source: words.source} : {}, ({runs}) => {
    if (runs === undefined) return;
    const grown = runs !== overview.runs;
    told.textContent = `${runs.toLocaleString("en")} runs${grown ? ", growing" : ""}`;
    told.classList.toggle("growing", grown);
    if (!grown) return;
    overview.runs = runs;
    clearTimeout(stop);
    stop = setTimeout(() => (overview.settings ? refresh() : open()), 400);
  });
  return told;
}

let refresh = () => {};

function head(title) {
  const sources = Object.entries(given.sources);
  const shown = words.source ?? sources[0][0];
  const choose = sources.length > 1 ? [html("p", {class: "downloads"}, ...sources.map(([name, file]) => html("a", {href: link("/study", {source: name}), "aria-current": name === shown ? "true" : null}, name === "report" ? "The reproduction's runs" : file)))] : [];
  return html("div", {class: "study-head"}, html("h2", {}, ...titled(title)), html("p", {class: "soft"}, `${overview.name}: ${overview.settings} settings, seed ${overview.seed}. `, live()), ...choose);
}

function showStudy() {
  const names = Object.keys(overview.fields), apart = names.filter((name) => overview.fields[name].length > 1);
  const chosen = {rows: words.rows ?? apart[0] ?? names[0], value: words.value ?? "T"};
  chosen.columns = words.columns ?? apart.find((name) => name !== chosen.rows) ?? names.find((name) => name !== chosen.rows);
  const controls = html("div", {class: "choose"}), tableBox = scroll("table"), plotControls = html("div", {class: "choose"}), plotBox = html("div");
  const table = html("section", {class: "card"}, html("h3", {}, "Table"), controls, tableBox);
  const plot = html("section", {class: "card"}, html("h3", {}, "Curves"), plotControls, plotBox);
  const downloads = html("div", {class: "downloads"});
  sheet.replaceChildren(head(overview.common), html("div", {class: "study-grid"}, table, plot), downloads);

  const change = (changes) => { put(changes); draw(); };
  function draw() {
    Object.assign(chosen, {rows: words.rows ?? chosen.rows, columns: words.columns ?? chosen.columns, value: words.value ?? chosen.value});
    const others = apart.filter((name) => name !== chosen.rows && name !== chosen.columns);
    for (const name of others) words[`where.${name}`] ??= overview.fields[name][0];
    for (const name of [chosen.rows, chosen.columns]) delete words[`where.${name}`];
    controls.replaceChildren(
      select("rows", "rows", names, chosen.rows, (value) => change({rows: value, ...(value === chosen.columns ? {columns: chosen.rows} : {})})),
      select("columns", "columns", names, chosen.columns, (value) => change({columns: value, ...(value === chosen.rows ? {rows: chosen.columns} : {})})),
      select("value", "value", overview.values, chosen.value, (value) => change({value})),
      ...others.map((name) => select(`where-${name}`, name, overview.fields[name], words[`where.${name}`], (value) => change({[`where.${name}`]: value}))));
    const filled = [fillTable(tableBox, chosen)];
    const x = words.x ?? chosen.rows, lawful = chosen.value !== "B" && chosen.value !== "median", law = lawful ? words.law ?? "" : "";
    plotControls.replaceChildren(
      select("x", "against", names, x, (value) => change({x: value})),
      ...(lawful ? [select("law", "fitted law", LAWS, law, (value) => change({law: value}))] : []));
    const groups = [chosen.rows, chosen.columns].filter((name) => name !== x);
    filled.push(fillPlot(plotBox, {x, y: chosen.value, group: groups.join(","), ...(law ? {law} : {}), ...where()}));
    drawing = Promise.all(filled).finally(() => { drawing = null; });
    downloads.replaceChildren(
      html("a", {href: link("/download/summary.csv", words.source ? {source: words.source} : {}), download: ""}, "Summary of all settings (CSV)"),
      html("a", {href: link("/download/plot.svg", {x, y: chosen.value, group: groups.join(","), ...(law ? {law} : {}), ...where()}), download: ""}, "Figure for a paper (SVG)"));
  }
  let drawing = null;
  refresh = () => drawing ?? draw(); // a large store may take longer to read than it takes to grow
  draw();
}

async function fillTable(box, chosen) {
  const found = await ask("/api/study/table", {rows: chosen.rows, columns: chosen.columns, value: chosen.value, ...where()});
  if (found.refused) return box.replaceChildren(refusedState(found.refused));
  const cells = new Map(found.cells.map((cell) => [`${cell.row}\n${cell.column}`, cell]));
  const heads = found.columns.map((column) => html("th", {scope: "col"}, `${chosen.columns} = ${column}`));
  const rows = found.rows.map((row) => html("tr", {}, html("th", {scope: "row"}, `${chosen.rows} = ${row}`), ...found.columns.map((column) => cellOf(cells.get(`${row}\n${column}`), chosen.value === "B"))));
  const over = chosen.value === "B" ? "Share of all runs that failed; 95 % intervals (Wilson)." : chosen.value === "median" ? "Kaplan-Meier median of T over all runs; 95 % intervals." : `Mean ${chosen.value} over the successful runs; 95 % intervals (bootstrap).`;
  box.replaceChildren(html("table", {class: "numbers cells"}, html("thead", {}, html("tr", {}, html("th", {}), ...heads)), html("tbody", {}, ...rows)), html("p", {class: "soft"}, `${over} A cell leads to its runs.`));
  return null;
}

function cellOf(cell, share) {
  if (!cell) return html("td", {}, html("span", {class: "soft"}, "–"));
  const upper = cell.unbounded ? "∞" : aligned(cell.high ?? 0, share);
  const between = cell.low === null ? `${cell.runs} runs` : `${aligned(cell.low, share)} … ${upper}`;
  return html("td", {}, html("a", {href: cellLink(cell.id), title: `${cell.runs} runs, ${cell.failed} failed`}, cell.value === null ? "no success" : aligned(cell.value, share), html("span", {class: "interval"}, between)));
}

async function fillPlot(box, asked) {
  const found = await ask("/api/study/curves", asked);
  if (found.refused) box.replaceChildren(refusedState(found.refused, "No curves"));
  else curvesView(box, found, cellLink);
}

/** One setting: its numbers, its law, its runs. */
async function showCell() {
  const first = Number(words.first ?? 0);
  const found = await ask("/api/study/cell", {cell: words.cell, first, ...(words.source ? {source: words.source} : {})});
  if (found.refused) return sheet.replaceChildren(refusedState(found.refused, "No such cell"));
  const base = wordsOf(found.fields, given.form);
  const replay = (index) => link("/run", {...base, seed: found.seed, ...(index ? {index} : {})});
  const runs = found.drawn.map(([index, T, S, solved]) => ({index, T, S, solved: solved === 1}));
  const list = html("div", {class: "chosen-runs", role: "status"}), shown = runList(list, ({index}) => replay(index));
  const [timeBox, sizeBox] = [html("div"), html("div")];
  const {cell: _, first: __, ...rest} = words;
  sheet.replaceChildren(
    html("p", {}, html("a", {href: link("/study", rest)}, "← the whole study")), head(found.title),
    html("section", {class: "card"}, html("dl", {class: "facts"}, ...Object.entries(found.values).map(([name, value]) => fact(name, value, found.total)))),
    html("div", {class: "histograms"}, html("section", {class: "card"}, html("h3", {}, "T, iterations until solved"), timeBox), html("section", {class: "card"}, html("h3", {}, "S, leaves of the solution"), sizeBox)),
    html("section", {class: "card"}, list),
    runTable(found, replay),
    html("div", {class: "downloads"}, html("a", {href: link("/download/runs.csv", {cell: found.id, ...(words.source ? {source: words.source} : {})}), download: ""}, "All its runs (CSV)"),
      html("a", {href: link("/many", {...base, seed: 1})}, "Run it again, live")));
  for (const [box, name, withFailed] of [[timeBox, "T", true], [sizeBox, "S", false]]) {
    const values = runs.filter((run) => run.solved).map((run) => run[name]);
    const bins = values.length ? binsFor(Math.max(0, Math.min(...values) - 3), Math.max(...values) + 3) : binsFor(0, 20);
    histogram(box, shown.show).show(runs.map((run) => ({...run, value: run[name]})), bins, {name, withFailed});
  }
  if (found.drawn.length < found.total) sheet.append(html("p", {class: "soft"}, `The histograms show the first ${found.drawn.length.toLocaleString("en")} of ${found.total.toLocaleString("en")} runs.`));
  refresh = () => {};
  return null;
}

function fact(name, {value, low, high, failed}, total) {
  const words_ = {B: `failed: ${failed.toLocaleString("en")} of ${total.toLocaleString("en")}`, T: "mean T", S: "mean S"}[name];
  const between = low === null ? "" : ` (${aligned(low, name === "B")} … ${aligned(high, name === "B")})`;
  return html("div", {}, html("dt", {}, words_), html("dd", {}, value === null ? "no success" : name === "B" ? number(value, 3) : number(value, 1), html("span", {class: "soft"}, between)));
}

function runTable(found, replay) {
  const heads = ["run", "outcome", "T", "S", "error", "tree"];
  const rows = found.runs.map((run) => html("tr", {},
    html("th", {scope: "row"}, html("a", {href: replay(run.index)}, `run ${run.index.toLocaleString("en")}`)),
    html("td", {}, run.solved ? "solved" : `not solved (${run.stopped})`), html("td", {}, run.T.toLocaleString("en")), html("td", {}, run.S.toLocaleString("en")), html("td", {}, run.error ?? "–"),
    html("td", {class: "formula-cell"}, html("code", {}, run.tree.length > 120 ? `${run.tree.slice(0, 120)}…` : run.tree))));
  const step = (by, text, off) => {
    const {first: _, ...rest} = words, to = found.first + by;
    return off ? "" : html("a", {href: link("/study", {...rest, ...(to > 0 ? {first: to} : {})})}, text);
  };
  const last = Math.min(found.total, found.first + found.runs.length);
  return html("section", {class: "card"}, html("h3", {}, "Its runs"),
    scroll("runs", html("table", {class: "numbers wide offspring-table"}, html("thead", {}, html("tr", {}, ...heads.map((name) => html("th", {scope: "col", class: name === "tree" ? "formula-cell" : null}, name)))), html("tbody", {}, ...rows))),
    html("p", {class: "pager"}, step(-found.page, "← earlier", found.first === 0), html("span", {class: "soft"}, `runs in places ${found.first + 1} to ${last} of ${found.total.toLocaleString("en")}`), step(found.page, "later →", last >= found.total)));
}

if (Object.keys(given.sources).length) open();
else none();
