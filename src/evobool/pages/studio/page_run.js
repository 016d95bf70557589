// The page of one run.

import {html} from "../charts/elements.js";
import {whole} from "../charts/numbers.js";
import {mountPlayer} from "../player/player.js";
import {given, listen} from "../studio/asking.js";
import {settingForm} from "../studio/form.js";
import {columnsOf, link, refusedState, remember, state, welcome, without} from "../studio/frame.js";

const EXAMPLES = [
  ["A conjunction of eight variables", {n: 8, limit: "n+1", seed: 3}],
  ["Stuck for ever: leaf deletion", {n: 4, limit: "n", deletion: "leaf", seed: 255}],
  ["Fresh samples and negated literals", {n: 50, training: 1024, accept_error: 8, literals: "all", seed: 1}],
  ["XOR with five offspring",
    {target: "x1 & (x2 | ~x3) ^ x4", n: 4, functions: "and,or,xor", literals: "all", offspring: 5, seed: 1}],
  ["The (1+1) GP on a majority", {target: "majority", n: 5, algorithm: "1+1-gp", literals: "all", seed: 2}],
  ["A hundred variables", {n: 100, seed: 1}],
];
const FIRST_SPEED = 4;

const page = columnsOf("Watch a run");
const box = html("div", {class: "run-box"});
let player = null, stream = null;
const form = settingForm(page.box, {submit: "Start", start, checked: ({title}) => page.summarise(title)});

function start(words, hash = "") {
  stop();
  remember(words, hash);
  page.setFolded(true);
  const told = html("p", {}, "The run is being made.");
  page.shown.replaceChildren(state("wait", "Running", told));
  stream = listen("/api/run", words, (piece) => {
    if (piece.refused) return refuse(piece.refused);
    if (piece.waiting) told.textContent = "Waiting for other pages' runs.";
    if (piece.note) told.textContent = piece.note;
    if (piece.iteration) told.textContent = `Iteration ${whole(piece.iteration)}`;
    if (piece.opening) open(piece.opening, words, hash);
    const news = {attempts: piece.attempts ?? [], ...piece.ending};
    if (player && (news.attempts.length || piece.ending)) player.append(news);
    if (piece.ending && hash) player.seek(Number.parseInt(hash.slice(1), 10));
    return null;
  });
}

/** The first news of a run: the player, and an address that shows the same run again. */
function open(opening, words, hash) {
  form.controls.seed.set(opening.seed);
  const all = {...words, seed: opening.seed}, setting = without(all, "seed", "index", "engine");
  remember(all, hash);
  form.setCodes(opening);
  page.shown.replaceChildren(box);
  const near = (tree) => link("/neighbourhood", {...setting, tree});
  const linkOf = opening.sampled || words.algorithm === "1+1-gp" ? null : near;
  player = mountPlayer(box, opening, {hash: true, follow: false, firstSpeed: FIRST_SPEED, linkOf});
  Object.assign(window, {studioPlayer: player}); // for the console, and for measuring
  if (!hash) player.play();
}

function refuse(problem) {
  form.refuse(problem);
  page.setFolded(false);
  player = player?.destroy() ?? null;
  page.shown.replaceChildren(refusedState(problem, "No such run"));
}

function stop() {
  stream?.stop();
  player?.destroy();
  stream = player = null;
}

const words = new URLSearchParams(location.search);
form.fill(words);
form.check();
if (words.has("seed")) start(form.words(), location.hash.length > 1 ? location.hash : "");
else {
  page.shown.replaceChildren(
    welcome("Choose a setting and press Start", "Or begin with one of these:", "/run", EXAMPLES));
  if (given.sources) form.controls.n.input.focus({preventScroll: true});
}
