// The page of one run.

import {html} from "../charts/elements.js";
import {whole} from "../charts/numbers.js";
import {mountPlayer} from "../player/player.js";
import {given, listen} from "../studio/asking.js";
import {SECOND, changesOf} from "../studio/changes.js";
import {OWN, settingForm} from "../studio/form.js";
import {columnsOf, link, refusedState, remember, state, welcome, without} from "../studio/frame.js";
import {mountPair} from "../studio/pair.js";

const EXAMPLES = [
  ["A conjunction of eight variables", {n: 8, limit: "n+1", seed: 3}],
  ["Stuck for ever: leaf deletion", {n: 4, limit: "n", deletion: "leaf", seed: 255}],
  ["Fresh samples and negated literals", {n: 50, training: 1024, accept_error: 8, literals: "all", seed: 1}],
  ["XOR with five offspring",
    {target: "x1 & (x2 | ~x3) ^ x4", n: 4, functions: "and,or,xor", literals: "all", offspring: 5, seed: 1}],
  ["The (1+1) GP on a majority", {target: "majority", n: 5, algorithm: "1+1-gp", literals: "all", seed: 2}],
  ["A hundred variables", {n: 100, seed: 1}],
  ["Leaf beside subtree deletion, in step",
    {n: 4, limit: "n", deletion: "leaf", seed: 255, "b.deletion": "subtree"}],
];
const FIRST_SPEED = 4;

const page = columnsOf("Watch a run");
const box = html("div", {class: "run-box"});
const changes = changesOf("Beside it, the same run but", [...given.form, ...OWN]);
let player = null, streams = [];
const form = settingForm(page.box, {
  submit: "Start", start, below: [changes.element], checked: ({title}) => page.summarise(title),
});

/** Make the run of the form, and beside it the same one changed, if anything is. */
function start(own, hash = "") {
  stop();
  const changed = changes.words(), words = {...own, ...changed};
  const second = {...own, ...Object.fromEntries(Object.entries(changed)
    .map(([name, value]) => [name.slice(SECOND.length), value]))};
  remember(words, hash);
  changes.refuse(null);
  page.setFolded(true);
  const told = html("p", {}, "The run is being made.");
  page.shown.replaceChildren(state("wait", "Running", told));
  if (!Object.keys(changed).length) return watch(own, hash, told);
  // The second begins when the seed is known: without one of its own it has the same.
  const openings = [null, null], early = [[], []], settings = [own, second];
  const take = (k) => (piece) => {
    if (piece.refused) {
      return refuse({...piece.refused, field: (k ? SECOND : "") + piece.refused.field});
    }
    tell(told, piece);
    if (piece.opening) openings[k] = piece.opening;
    const {opening} = piece;
    if (opening && k === 0) {
      form.controls.seed.set(opening.seed);
      form.setCodes(opening);
      remember({...words, seed: opening.seed}, hash);
      settings[0] = {...own, seed: opening.seed};
      settings[1] = {...settings[0], ...second, seed: second.seed ?? opening.seed};
      streams.push(listen("/api/run", settings[1], take(1)));
    }
    const news = newsOf(piece);
    if (news && player) player.append(k, news);
    else if (news) early[k].push(news);
    if (!player && openings.every(Boolean)) beside(openings, early, settings, hash);
    return null;
  };
  streams = [listen("/api/run", own, take(0))];
  return null;
}

/** One run; with a place in its address it goes there as soon as that is reached. */
function watch(words, hash, told) {
  let goal = hash ? Number.parseInt(hash.slice(1), 10) : null;
  streams = [listen("/api/run", words, (piece) => {
    if (piece.refused) return refuse(piece.refused);
    tell(told, piece);
    if (piece.opening) open(piece.opening, words, hash);
    const news = newsOf(piece);
    if (player && news) player.append(news);
    if (goal !== null && player && (piece.ending || player.seen.last >= goal)) {
      player.seek(goal);
      goal = null;
    }
    return null;
  })];
  return null;
}

/** How far it is, while there is nothing to show. */
function tell(told, {waiting, note, iteration}) {
  if (waiting) told.textContent = "Waiting for other pages' runs.";
  if (note) told.textContent = note;
  if (iteration) told.textContent = `Iteration ${whole(iteration)}`;
}

/** What a player takes of a piece, if anything. */
function newsOf({attempts = [], ending}) {
  return attempts.length || ending ? {attempts, ...ending} : null;
}

/** Where more is said of a tree of a run; nowhere if that has no landscape. */
function linksOf(opening, words) {
  const setting = without({...words}, "seed", "index", "engine");
  return opening.landscape ? (tree) => link("/neighbourhood", {...setting, tree}) : null;
}

/** Both runs, as soon as the second begins. */
function beside(openings, early, settings, hash) {
  page.shown.replaceChildren(box);
  const linkOf = (k) => linksOf(openings[k], settings[k]);
  player = mountPair(box, openings, {firstSpeed: FIRST_SPEED, linkOf});
  early.forEach((news, k) => news.forEach((each) => player.append(k, each)));
  Object.assign(window, {studioPlayer: player});
  if (hash) player.seek(Number.parseInt(hash.slice(1), 10));
  else player.play();
}

/** The first news of a run: the player, and an address that shows the same run again. */
function open(opening, words, hash) {
  form.controls.seed.set(opening.seed);
  remember({...words, seed: opening.seed}, hash);
  form.setCodes(opening);
  page.shown.replaceChildren(box);
  const linkOf = linksOf(opening, words);
  player = mountPlayer(box, opening, {hash: true, follow: false, firstSpeed: FIRST_SPEED, linkOf});
  Object.assign(window, {studioPlayer: player}); // for the console, and for measuring
  if (!hash) player.play();
}

function refuse(problem) {
  const {field, why} = problem, second = field.startsWith(SECOND);
  form.refuse(second ? {field: "", why: `${field.slice(SECOND.length)}: ${why}`} : problem);
  changes.refuse(problem);
  page.setFolded(false);
  player = player?.destroy() ?? null;
  page.shown.replaceChildren(refusedState(problem, "No such run"));
}

function stop() {
  streams.forEach((stream) => stream.stop());
  player?.destroy();
  streams = [];
  player = null;
}

const words = new URLSearchParams(location.search);
form.fill(words);
changes.fill(words);
form.check();
if (words.has("seed")) start(form.words(), location.hash.length > 1 ? location.hash : "");
else {
  page.shown.replaceChildren(
    welcome("Choose a setting and press Start", "Or begin with one of these:", "/run", EXAMPLES));
  if (given.sources) form.controls.n.input.focus({preventScroll: true});
}
