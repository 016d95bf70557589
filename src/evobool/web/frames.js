// A recorded run as frames, one per iteration.

import {copyWithout, prefixOf, sketchOf, treeOf} from "./trees.js";

/** What there is to see: the empty tree, one frame for each recorded iteration, and the end if it lies beyond. */
export function framesOf(data) {
  let lastId = 0;
  const newId = () => ++lastId;
  const frames = [{iteration: 0, tree: null, error: null, leaves: 0, share: null, accepted: false, start: true}];
  for (const {iteration, offspring: [attempt]} of data.attempts) {
    const before = frames.at(-1).tree;
    const firstId = lastId;
    const sketch = () => { lastId = firstId; return sketchOf(before, attempt.mutations, newId); };
    const tree = attempt.accepted ? copyWithout(sketch().root, (node) => node.deleted) : before;
    const error = attempt.accepted ? attempt.after : attempt.before;
    const leaves = attempt.accepted ? attempt.leaves : frames.at(-1).leaves;
    const share = attempt.accepted ? attempt.share : frames.at(-1).share;
    frames.push({iteration, tree, error, leaves, share, accepted: attempt.accepted, attempt, sketch});
    lastId = firstId + 2 * attempt.mutations.length; // so that no other offspring takes these ids
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
