// What was learnt: the front, the formula that was chosen or clicked, its rows, and tests by hand.

import {button, card, facts, html, refill, scroll, selection, soft, table, row} from "../charts/elements.js";
import {counted, fixed, whole} from "../charts/numbers.js";
import {ask} from "../studio/asking.js";
import {byHandView} from "../studio/by_hand.js";
import {clausesView} from "../studio/clauses.js";
import {codeLine} from "../studio/form.js";
import {frontView, percent} from "../studio/front.js";

const STOPPED = {clock: "stopped, the time of the studio is up", hand: "stopped by hand"};

/** Everything that is shown of a search, filled as pieces come. */
export function lessonView(opening, stop) {
  const told = html("p", {class: "soft", role: "status"}, "The first formulas are on their way.");
  const halt = button("Stop", stop), frontBox = html("div"), detail = html("div", {class: "sheet-part"});
  const front = frontView(frontBox, choose);
  front.show({most: opening.most, floor: opening.floor / opening.learnt});
  const command = codeLine("Command", "command", opening.command);
  const element = html("div", {class: "sheet learn-sheet"}, readCard(opening),
    card("The front", html("div", {class: "front-head"}, told, halt), frontBox, legend(opening)),
    detail, html("div", {class: "codes"}, command.element));
  const kept = {};
  let points = [], ended = null, tried = 0, chosen = -1;

  function update(piece) {
    if (piece.dots) front.dots(piece.dots);
    if (piece.tried) ({tried} = piece);
    if (piece.front && !ended) {
      points = piece.front.points.map(([leaves, share, text]) => ({leaves, share, text}));
      if (chosen >= points.length) chosen = -1;
    }
    if (piece.ending) end(piece.ending);
    else if (!ended) {
      told.textContent = `${whole(tried)} formulas tried, at most ${whole(opening.effort)}.`;
      front.show({points, chosen});
    }
  }

  function end(ending) {
    ended = ending;
    ({points} = ending);
    const seconds = `${whole(ending.tried)} formulas tried in ${fixed(ending.seconds, 1)} s`;
    told.textContent = `${seconds}${ending.stopped === "itself" ? "" : `; ${STOPPED[ending.stopped]}`}.`;
    halt.remove();
    choose(ending.chosen);
  }

  /** The search was stopped from here: what is known of the front stays. */
  function stopped() {
    if (ended) return;
    halt.remove();
    told.textContent = `Stopped after ${whole(tried)} formulas; click a point for its formula.`;
  }

  function choose(place) {
    chosen = place;
    front.show({points, chosen});
    if (ended) refill(detail, ...details(points[place], place, opening, ended, kept));
    else refill(detail, card("So far", formulaOf(points[place])));
  }

  return {element, update, stopped};
}

const formulaOf = ({claim, indented, text}) => html("div", {class: "formula-told"},
  claim && html("p", {}, html("b", {}, claim), " if"), html("pre", {tabindex: "0"}, indented ?? text));

/** What the table was read as, and what is known before the search. */
function readCard(opening) {
  const [positive, other] = opening.classes;
  const lines = opening.columns.map(([name, kind]) => row(name, [kind]));
  const floor = opening.floor
    ? `No formula gets fewer than ${whole(opening.floor)} of ${whole(opening.learnt)} wrong: as many look ` +
      "like rows of the other class."
    : "Rows that look alike are of one class, so a formula may be right on all of them.";
  const held = opening.held ? `${counted(opening.held, "row")} are held out` : "no rows are held out";
  return card(`${opening.file}: ${opening.label}`,
    html("p", {}, `${counted(opening.rows, "row")}, of these ${whole(opening.positives)} ${positive} and ` +
      `${whole(opening.rows - opening.positives)} ${other}; ${held}. ` +
      `${counted(opening.columns.length, "column")} as ` +
      `${counted(opening.questions, "yes-or-no question")}.`),
    soft(floor), opening.dropped && soft(`${opening.dropped}.`),
    html("details", {}, html("summary", {}, "What the columns were read as"),
      scroll("columns", table("numbers columns-read", ["column", "read as"], lines))));
}

function legend(opening) {
  const key = (kind, words) => html("li", {}, html("i", {class: kind}), words);
  return html("ul", {class: "front-legend"}, key("key-front", "fewest wrong on the rows learnt from"),
    key("key-folds", "on other folds, ± a standard error"), key("key-run", "a run's last tree"),
    opening.floor > 0 && key("key-floor", "no formula gets below"));
}

/** A formula of the front with all there is to say of it. */
function details(point, place, opening, ending, kept) {
  const {judged} = point, chosen = place === ending.chosen;
  const why = !chosen ? "a point of the front that you clicked"
    : ending.crossed ? "chosen: the shortest within one standard error of the best on other folds"
    : "chosen: the fewest wrong";
  const hand = byHandView(point, ending.asked, kept);
  const take = (at) => hand.take(ending.shown.names, ending.shown.cells[at]);
  const {element} = clausesView(point, ending.shown, opening.classes, take);
  const first = html("section", {class: "card"}, html("h3", {}, counted(point.leaves, "leaf", "leaves")),
    soft(why), formulaOf(point), facts(figures(point, opening, ending), {class: "facts"}),
    opening.held > 0 && confusion(judged, opening), downloads(point, ending.forms, opening));
  const second = card("Test by hand", soft("Change a value and see what the formula says."), hand.element);
  if (ending.shown.numbers.length) take(0);
  else hand.test();
  return [html("div", {class: "pair"}, first, second), card("Clauses and rows", element)];
}

/** How sure it is: rows held out first. What is wrong on rows learnt from never stands alone. */
function figures({judged, errors, crossed}, opening, ending) {
  const [low, high] = judged.interval;
  const held = opening.held > 0 && ["accuracy on rows held out", fixed(judged.accuracy, 3),
    html("span", {class: "soft"}, ` (${fixed(low, 3)} … ${fixed(high, 3)} with 95 %); ` +
      `always the larger class: ${fixed(judged.always, 3)}`)];
  const folds = crossed && ["wrong on other folds", `${percent(crossed[0])} ± ${percent(crossed[1])}`];
  const best = ending.optimal && errors === opening.floor ? ", the fewest of any formula" : "";
  const unsure = !held && !folds && html("span", {class: "soft"}, "; nothing says how it does on other rows");
  const learnt = `${whole(errors)} of ${whole(opening.learnt)}${best}`;
  return [held, folds, ["wrong on rows learnt from", learnt, unsure]].filter(Boolean);
}

function confusion({confusion: counts}, {classes, label}) {
  const lines = counts.map((line, k) => row(`${label} is ${classes[k]}`, line.map(whole)));
  return scroll("confusion", table("numbers", ["held out", ...classes.map((name) => `says ${name}`)], lines));
}

/** The formula as a file, in the form that is chosen. */
function downloads(point, forms, {file}) {
  let form = "json";
  const names = forms.map(([name]) => name), problem = html("p", {class: "problem", role: "alert"});
  const choice = selection(names, form, (name) => { form = name; }, {"aria-label": "form of the file"});
  async function save() {
    const told = await ask("/api/learn/form", {form}, null, JSON.stringify({rule: point.rule}));
    problem.textContent = told.refused?.why ?? "";
    if (told.refused) return;
    const address = URL.createObjectURL(new Blob([told.text], {type: "text/plain"}));
    const name = `${file.replace(/\.[^.]*$/, "")}-${point.leaves}${told.ending}`;
    html("a", {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
  return html("div", {class: "choose"}, choice, button("Download the formula", save), problem);
}
