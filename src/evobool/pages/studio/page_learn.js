// The page that learns from a table: drop one, say what to learn, and watch the front fill.

import {button, html, refill, soft} from "../charts/elements.js";
import {counted} from "../charts/numbers.js";
import {ask, listen} from "../studio/asking.js";
import {fieldControl} from "../studio/fields.js";
import {columnsOf, refusedState, state} from "../studio/frame.js";
import {lessonView} from "../studio/lesson.js";

const EFFORTS = {"quick: 4 million": 4e6, "usual: 40 million": 4e7, "thorough: 400 million": 4e8};
const FIELDS = [
  {name: "max_leaves", label: "most leaves", kind: "number", default: "32",
    help: "The most literals of a formula; at most 64 here."},
  {name: "objective", label: "objective", kind: "choice",
    choices: ["errors", "balanced"], default: "errors",
    help: "What is made small: wrong rows, or the mean of the error rates in both classes."},
  {name: "hold_out", label: "held out", kind: "text", default: "0.2",
    help: "The share of rows that the search does not see; how the formula does on these is what counts."},
  {name: "effort", label: "effort", kind: "choice",
    choices: Object.keys(EFFORTS), default: "usual: 40 million",
    help: "How many formulas are tried at most."},
  {name: "functions", label: "functions", kind: "choice",
    choices: ["and,or", "and,or,xor"], default: "and,or",
    help: "What formulas are made of."},
  {name: "seed", label: "seed", kind: "text", default: "", placeholder: "a new one",
    help: "The same seed gives the same formulas, here and on the command line."},
];
const INVITATION = "Drop a table of labelled rows here. For each number of leaves the formula with the " +
  "fewest errors is sought, and cross-validation chooses among them.";

const page = columnsOf("Learn from a table");
const chooser = html("input", {type: "file", class: "hidden", id: "table-file"});
const drop = html("label", {class: "drop", for: "table-file"}, html("b", {}, "Drop a table here"),
  html("span", {}, "or choose a file: CSV, TSV, Parquet, Arrow or PLA"),
  html("span", {}, "Only the studio on this machine reads it."));
const problem = html("p", {class: "problem general", role: "alert"}), rest = html("div");
page.box.replaceChildren(html("div", {class: "setting learn-form"}, chooser, drop, problem, rest));
let file = null, stream = null, controls = [];

chooser.addEventListener("change", () => { if (chooser.files[0]) open(chooser.files[0]); });
for (const name of /** @type {const} */ (["dragover", "dragleave", "drop"])) {
  document.body.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name === "dragover");
    const dropped = name === "drop" && event.dataTransfer?.files[0];
    if (dropped) open(dropped);
  });
}

/** Read what a table's columns are. */
async function open(given) {
  stream?.stop();
  file = given;
  say(null);
  const told = await ask("/api/learn/table", {file: file.name}, null, file);
  if (file !== given) return;
  if (told.refused) {
    refill(rest);
    say(told.refused);
    page.shown.replaceChildren(refusedState(told.refused, "This table cannot be read"));
    return;
  }
  refill(drop, html("b", {}, file.name),
    html("span", {}, `${counted(told.rows, "row")}, ${counted(told.columns.length, "column")}`),
    html("span", {}, "Drop another one, or choose a file."));
  page.summarise(file.name);
  showForm(told);
  page.shown.replaceChildren(state("empty", "Say what to learn, and press Learn",
    soft("The columns on the left become yes-or-no questions.")));
}

/** The form for a table: what to learn, from which columns, and how. */
function showForm(told) {
  const names = told.columns.map(({name}) => name);
  const valuesOf = new Map(told.columns.map(({name, values}) => [name, values]));
  const label = fieldControl({name: "label", label: "learn", kind: "choice",
    choices: names, default: told.label, help: "The column whose value the formula tells."}, changed);
  const positiveBox = html("div"), own = FIELDS.map((field) => fieldControl(field, () => say(null)));
  const boxes = names.map((name) => html("input", {type: "checkbox", value: name, checked: ""}));
  const picks = boxes.map((box, k) => html("label", {class: "pick"}, box, html("span", {}, names[k])));
  const columns = html("details", {class: "more-fields"}, html("summary", {}, "Columns to learn from"),
    html("div", {class: "picks column-picks", role: "group", "aria-label": "columns to learn from"}, picks));
  const more = html("details", {class: "more-fields"}, html("summary", {}, "More"),
    html("div", {class: "fields"}, own.slice(2).map(({element}) => element)));
  const form = html("form", {class: "setting", novalidate: ""}, html("div", {class: "fields"}, label.element,
    positiveBox, own.slice(0, 2).map(({element}) => element)), columns, more,
  html("div", {class: "submit"}, html("button", {type: "submit", class: "primary"}, "Learn")));
  let positive = null;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start(words());
  });

  function changed() {
    say(null);
    const values = valuesOf.get(label.get());
    positive = values && fieldControl({name: "positive", label: "is", kind: "choice", choices: values,
      default: values.at(-1), help: "The value that the formula stands for; all others are told from it."},
    () => say(null));
    refill(positiveBox, positive?.element);
    picks.forEach((pick, k) => { pick.hidden = names[k] === label.get(); });
    controls = [label, ...(positive ? [positive] : []), ...own];
  }

  function words() {
    const left = boxes.filter((box) => !box.checked && box.value !== label.get()).map((box) => box.value);
    const named = positive && (valuesOf.get(label.get()).length > 2 || !positive.isDefault());
    const said = own.filter((control) => !control.isDefault()).map(({name, get}) =>
      [name, name === "effort" ? String(EFFORTS[get()]) : get()]);
    return {
      file: file.name, label: label.get(),
      ...(named && {positive: positive.get()}),
      ...(left.length && {leave_out: JSON.stringify(left)}), ...Object.fromEntries(said),
    };
  }

  changed();
  refill(rest, form);
}

function start(words) {
  stream?.stop();
  say(null);
  page.setFolded(true);
  const told = html("p", {}, "The table is being read.");
  page.shown.replaceChildren(state("wait", "Running", told));
  let view = null;
  const mine = listen("/api/learn/search", words, (piece) => {
    if (piece.refused) return refuse(piece.refused);
    if (piece.waiting) told.textContent = "Waiting for other pages' work.";
    if (piece.note) told.textContent = piece.note;
    if (piece.opening) {
      view = lessonView(piece.opening, () => { mine.stop(); view.stopped(); });
      page.shown.replaceChildren(view.element);
    }
    return view?.update(piece);
  }, file);
  stream = mine;
}

function refuse(refused) {
  page.setFolded(false);
  say(refused);
  page.shown.replaceChildren(refusedState(refused, "This cannot be learnt"), again(refused));
}

/** Columns that cannot be read are most often to be left out: a click does it. */
function again({field, value}) {
  const box = [...rest.querySelectorAll(".column-picks input")].find((each) => each.value === value);
  if (field !== "column" || !box) return "";
  return html("div", {class: "state"}, button(`Leave ${value} out and learn`, () => {
    box.checked = false;
    rest.querySelector("form").requestSubmit();
  }));
}

/** What is wrong, at its field or below the table. */
function say(refused) {
  const control = refused && controls.find(({name}) => name === refused.field);
  for (const each of controls) each.check(each === control ? refused.why : null);
  problem.textContent = !refused || control ? ""
    : [refused.field, refused.value].filter(Boolean).join(" = ") + `: ${refused.why}`;
}

const example = button("Try it on tic-tac-toe", async () => {
  const reply = await fetch("/api/learn/example.csv");
  await open(new File([await reply.text()], "tic-tac-toe.csv"));
});
page.shown.replaceChildren(state("empty", "Learn a formula from a table", html("p", {}, INVITATION),
  html("p", {}, "Or begin with all ends of tic-tac-toe, and whether x has won:"), example));
