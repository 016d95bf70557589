// The iteration in words.

import {facts, html, refill} from "../charts/elements.js";
import {rounded, whole} from "../charts/numbers.js";
import {errorText} from "../player/frames.js";
import {formula} from "../player/trees.js";

const STATES = {
  accepted: "accepted", rejected: "rejected", unchanged: "no change", start: "start", end: "end",
};

const line = (kind, ...words) => html("p", {class: kind}, words);

/** Fill the panel: what was tried, what became of it, and the tree the run goes on with. */
export function describe(panel, frame, chosen, sketch, data, linkOf) {
  const candidate = frame.candidates[chosen] ?? null, {functions, end, iterations} = data;
  const state = frame.start ? "start" : frame.beyond ? "end" : candidate.state;
  const tree = formula(frame.tree, functions), count = frame.candidates.length;
  const written = (name, text) => line("formula", html("span", {}, name), html("code", {}, text));
  Object.assign(panel.dataset, {iteration: frame.iteration, state});
  refill(panel,
    line("where", "Iteration ", html("b", {}, whole(frame.iteration)), end && ` of ${whole(iterations)}`,
      html("span", {class: `verdict ${state}`}, STATES[state])),
    count > 1 && line("which", `Offspring ${chosen + 1} of ${count}`),
    sketch?.words.map((words) => line("mutation", words)),
    candidate?.tree && written("offspring ", formula(sketch.root, functions)),
    line("reason", candidate ? candidate.reason : still(frame, data)),
    end && frame.iteration === iterations && finish(data),
    html("h2", {}, frame.start ? "At the start" : "After this iteration"),
    facts(values(frame, data)),
    written("tree ", tree),
    linkOf && line("go", html("a", {href: linkOf(tree)}, "What surrounds this tree")));
}

/** What there is to say where nothing was tried. */
function still(frame, data) {
  if (frame.beyond) return "The tree the run ended with. The way here is not recorded.";
  if (!frame.tree) return "The run starts with the empty tree.";
  const start = "The run starts with this tree.";
  if (frame.error !== null || !data.sampled) return start;
  return `${start} It is judged on the first rows that are drawn.`;
}

function finish({solved, stopped, iterations, fate}) {
  if (solved) {
    const start = "Solved by the start tree: there is nothing to do.";
    return line("finish solved", iterations ? "Solved: the run ends here." : start);
  }
  const trees = (fate?.closed ?? []).map((tree) => html("li", {}, html("code", {}, tree)));
  if (fate?.more) trees.push(html("li", {}, `and ${whole(fate.more)} more`));
  const told = fate && html("div", {class: "fate", "data-kind": fate.kind},
    html("p", {}, fate.words), trees.length > 0 && html("ul", {}, trees));
  return [line("finish", `Not solved: ${stopped}.`), told];
}

function values({leaves, error, share}, {limit, error_label: label, sampled}) {
  const size = limit === null ? whole(leaves) : `${whole(leaves)} of at most ${whole(limit)}`;
  const found = [[label, errorText(error)], ["leaves", size]];
  return sampled ? [...found, ["share of all inputs wrong", rounded(share)]] : found;
}

/** What the reader must know of what is not shown. */
export function noteOf({attempts, iterations, end, offspring}) {
  const shown = attempts.length, words = `of ${whole(iterations ?? 0)} iterations`;
  if (!end || shown === iterations) return "";
  const last = "the last frame is the end of the run";
  return shown ? `Only the first ${whole(shown)} ${words} are recorded one by one; ${last}.`
    : `None ${words} is recorded, because each has ${whole(offspring)} offspring; ${last}.`;
}
