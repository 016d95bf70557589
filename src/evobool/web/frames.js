// A recorded run as frames, one for each iteration.

import {copyWithout, GLYPHS, leavesOf, prefixOf, sketchOf, SYMBOLS, treeOf} from "./trees.js";

/** What there is to see: the tree at the start, one frame for each recorded iteration, and the end if it lies beyond. */
export function framesOf(data) {
  Object.assign(SYMBOLS, data.symbols);
  Object.assign(GLYPHS, data.glyphs);
  let lastId = 0;
  const newId = () => ++lastId;
  const first = treeOf(data.start, newId), known = data.attempts.length ? data.attempts[0].offspring[0].before : data.end.error;
  const frames = [{
    iteration: 0, tree: first, error: known, leaves: leavesOf(first), share: null, accepted: false, start: true,
  }];
  for (const {iteration, offspring: [attempt, ...others]} of data.attempts) {
    const before = frames.at(-1).tree;
    const firstId = lastId;
    const sketch = () => { lastId = firstId; return sketchOf(before, attempt, newId); };
    const tree = attempt.accepted ? copyWithout(sketch().root, (node) => node.deleted) : before;
    const error = attempt.accepted ? attempt.after : attempt.before;
    const leaves = attempt.accepted ? attempt.leaves : frames.at(-1).leaves;
    const share = attempt.accepted ? attempt.share : frames.at(-1).share;
    frames.push({iteration, tree, error, leaves, share, accepted: attempt.accepted, attempt, others, sketch});
    lastId = firstId + 2 * attempt.mutations.length + (attempt.tree?.length ?? 0); // so that no other offspring takes these ids
  }
  const {tree: prefix, ...end} = data.end;
  if (frames.at(-1).iteration < data.iterations) {
    frames.push({iteration: data.iterations, tree: treeOf(prefix, newId), ...end, accepted: false, beyond: true});
  } else if (JSON.stringify(prefixOf(frames.at(-1).tree)) !== JSON.stringify(prefix)) {
    throw new Error("the recorded mutations do not lead to the run's tree");
  }
  return frames;
}

export const errorText = (error) =>
  error === null ? "–" : typeof error === "number" ? error.toLocaleString("en") : `about 2^${error.log2.toFixed(1)}`;
export const errorLevel = (error) => (typeof error === "number" ? Math.log2(1 + error) : error.log2);
