// The iteration in words.

import {html} from "../charts/elements.js";
import {errorText} from "../player/frames.js";
import {formula} from "../player/trees.js";

const STATES = {accepted: "accepted", rejected: "rejected", unchanged: "no change", start: "start", end: "end"};

const count = (number) => number.toLocaleString("en");

/** Fill the panel: what was tried, what became of it, and the tree the run goes on with. */
export function describe(panel, frame, chosen, sketch, data, linkOf) {
  const candidate = frame.candidates[chosen] ?? null;
  const state = frame.start ? "start" : frame.beyond ? "end" : candidate.state;
  const last = frame.iteration === data.iterations;
  panel.dataset.iteration = frame.iteration;
  panel.dataset.state = state;
  panel.replaceChildren(
    html("p", {class: "where"}, "Iteration ", html("b", {}, count(frame.iteration)),
      data.end ? ` of ${count(data.iterations)}` : "", html("span", {class: `verdict ${state}`}, STATES[state])),
    ...(frame.candidates.length > 1 ? [html("p", {class: "which"}, `Offspring ${chosen + 1} of ${frame.candidates.length}`)] : []),
    ...(sketch?.words ?? []).map((line) => html("p", {class: "mutation"}, line)),
    ...(candidate?.tree ? [html("p", {class: "formula"}, html("span", {}, "offspring "), html("code", {}, formula(sketch.root, data.functions)))] : []),
    html("p", {class: "reason"}, candidate ? candidate.reason : still(frame, data)),
    ...(last && data.end ? finish(data) : []),
    html("h2", {}, frame.start ? "At the start" : "After this iteration"),
    html("dl", {}, ...facts(frame, data).map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value)))),
    html("p", {class: "formula"}, html("span", {}, "tree "), html("code", {}, formula(frame.tree, data.functions))),
    ...linked(linkOf?.(formula(frame.tree, data.functions)) ?? null));
}

const linked = (address) => (address === null ? [] : [html("p", {class: "go"}, html("a", {href: address}, "What surrounds this tree"))]);

/** What there is to say where nothing was tried. */
function still(frame, data) {
  if (frame.beyond) return "The tree the run ended with. The way here is not recorded.";
  if (!frame.tree) return "The run starts with the empty tree.";
  return frame.error === null && data.sampled
    ? "The run starts with this tree. It is judged on the first rows that are drawn."
    : "The run starts with this tree.";
}

function finish({solved, stopped, iterations, fate}) {
  if (solved) {
    const words = iterations === 0 ? "Solved by the start tree: there is nothing to do." : "Solved: the run ends here.";
    return [html("p", {class: "finish solved"}, words)];
  }
  const end = html("p", {class: "finish"}, `Not solved: ${stopped}.`);
  if (!fate) return [end];
  const trees = (fate.closed ?? []).map((tree) => html("li", {}, html("code", {}, tree)));
  if (fate.more) trees.push(html("li", {}, `and ${count(fate.more)} more`));
  return [end, html("div", {class: "fate", "data-kind": fate.kind}, html("p", {}, fate.words), ...(trees.length ? [html("ul", {}, ...trees)] : []))];
}

function facts(frame, {limit, error_label: label, sampled}) {
  const leaves = limit === null ? count(frame.leaves) : `${count(frame.leaves)} of at most ${count(limit)}`;
  const found = [[label, errorText(frame.error)], ["leaves", leaves]];
  if (sampled) found.push(["share of all inputs wrong", frame.share === null ? "–" : String(Number(frame.share.toPrecision(3)))]);
  return found;
}

/** What the reader must know of what is not shown. */
export function noteOf(data) {
  const shown = data.attempts.length, words = `of ${count(data.iterations ?? 0)} iterations`;
  if (!data.end || shown === data.iterations) return "";
  if (!shown) return `None ${words} is recorded, because each has ${count(data.offspring)} offspring; the last frame is the end of the run.`;
  return `Only the first ${count(shown)} ${words} are recorded one by one; the last frame is the end of the run.`;
}
