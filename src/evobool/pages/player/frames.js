// A recorded run as frames: the start, one for each iteration, and the end if it lies beyond. A run that
// still goes on has no end yet, and grows.

import {whole} from "../charts/numbers.js";
import {sketchOf} from "../player/mutations.js";
import {NOTHING_TRIED, talliedWith} from "../player/tallies.js";
import {copyWithout, nodesOf, prefixOf, treeOf} from "../player/trees.js";

/** The frames of what is known of a run so far. `list` stays the same array. */
export function framesOf(data) {
  let lastId = 0;
  const newId = () => ++lastId;
  const list = [], used = new Set(), {functions} = data;
  const note = (tree) => nodesOf(tree).forEach(({token}) => typeof token === "string" && used.add(token));

  function hold({tree: prefix, ...held}, more) {
    const tree = treeOf(prefix, newId);
    note(tree);
    const tally = more.beyond ? null : NOTHING_TRIED;
    list.push({tree, ...held, candidates: [], accepted: null, tally, ...more});
  }

  /** One more iteration. Its candidates take ids of their own, the same whenever they are drawn. */
  function append({iteration, before, accepted, offspring}) {
    const parent = list.at(-1);
    const candidates = offspring.map((each) => {
      const firstId = lastId;
      lastId += each.tree ? each.tree.length : 2 * each.mutations.length;
      const sketch = () => { let id = firstId; return sketchOf(parent.tree, each, () => ++id, functions); };
      return {...each, sketch};
    });
    for (const each of offspring) {
      const names = each.tree ?? each.mutations.map((mutation) => mutation.function);
      names.forEach((name) => typeof name === "string" && used.add(name));
    }
    const {tree, leaves, share, values} = accepted === null ? parent : {
      ...candidates[accepted], tree: copyWithout(candidates[accepted].sketch().root, (node) => node.deleted),
    };
    const error = accepted === null ? before : candidates[accepted].after;
    const tally = talliedWith(parent.tally, candidates, accepted);
    const best = bestOf(candidates, accepted);
    list.push({iteration, tree, error, leaves, share, values, tally, candidates, accepted, best});
  }

  /** The end of the run: a frame of its own, or what the last frame must agree with. */
  function finish(end, iterations) {
    const last = list.at(-1);
    if (last.iteration < iterations) hold(end, {iteration: iterations, beyond: true});
    else if (JSON.stringify(prefixOf(last.tree)) !== JSON.stringify(end.tree)) {
      throw new Error("the recorded mutations do not lead to the run's tree");
    }
  }

  hold(data.start, {iteration: 0, start: true});
  data.attempts.forEach(append);
  if (data.end) finish(data.end, data.iterations);
  return {list, append, finish, functionsUsed: () => Object.keys(functions).filter((name) => used.has(name))};
}

/** The candidate to look at first: the accepted one, else the one with the smallest error. */
function bestOf(candidates, accepted) {
  if (accepted !== null) return accepted;
  const levels = candidates.map(({after}) => (after === null ? Infinity : errorLevel(after)));
  return levels.indexOf(levels.reduce((least, each) => Math.min(least, each)));
}

export const errorText = (error) =>
  error === null ? "–" : typeof error === "number" ? whole(error) : `about 2^${error.log2.toFixed(1)}`;
export const errorLevel = (error) => (typeof error === "number" ? Math.log2(1 + error) : error.log2);
