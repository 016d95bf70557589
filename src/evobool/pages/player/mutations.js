// An offspring as a sketch: its parent's tree with everything the mutations inserted added and everything
// they deleted still there, marked. Whoever draws it can show what was tried, accepted or not.

import {
  copyWithout, formula, isLeaf, keepIds, leavesOf, literalName, nodesOf, treeOf,
} from "../player/trees.js";

/** The sketch of an offspring, and each of its mutations in words. */
export function sketchOf(parent, offspring, newId, functions) {
  if (offspring.tree) return wholeSketch(parent, offspring, newId);
  const sketch = {root: copyWithout(parent, () => false), words: []};
  for (const mutation of offspring.mutations) sketch.words.push(mutate(sketch, mutation, newId, functions));
  return sketch;
}

/** An offspring whose mutations are not known one by one, as a tree of its own. */
function wholeSketch(parent, offspring, newId) {
  const root = treeOf(offspring.tree, newId);
  keepIds(root, parent);
  if (offspring.state === "rejected") for (const node of nodesOf(root)) node.foreign = true;
  const words = `${offspring.operation}: by an operator of its own, so the offspring is drawn whole`;
  return {root, words: [words]};
}

function mutate(sketch, mutation, newId, functions) {
  const {operation, node, literal} = mutation;
  if (node === null) {
    if (literal === null) return `${operation} on the empty tree: nothing to change`;
    sketch.root = {id: newId(), token: literal, parent: null, children: [], inserted: true};
    return `INS: plant ${literalName(literal)} in the empty tree`;
  }
  const target = nodesOf(sketch.root).filter((each) => !each.deleted)[node];
  if (operation === "INS") return insert(sketch, target, mutation, newId, functions);
  return operation === "DEL" ? remove(target, functions) : substitute(target, literal);
}

function insert(sketch, target, {function: name, literal, literal_first: first}, newId, functions) {
  const words = insertionInWords(target, name, literalName(literal), first, functions);
  const above = target.parent;
  const joint = {id: newId(), token: name, parent: above, children: [], inserted: true};
  const leaf = {id: newId(), token: literal, parent: joint, children: [], inserted: true};
  joint.children = first ? [leaf, target] : [target, leaf];
  target.parent = joint;
  if (above) above.children = above.children.map((child) => (child === target ? joint : child));
  else sketch.root = joint;
  return words;
}

function insertionInWords(target, name, literal, first, functions) {
  const {text, short} = called(target, functions), {symbol} = functions[name];
  const ordered = (old) => (first ? [literal, old] : [old, literal]).join(` ${symbol} `);
  if (!short) return `INS: replace S, ${text}, with ${ordered("S")}`;
  return `INS: replace ${text} with ${ordered(isLeaf(target) ? text : `(${text})`)}`;
}

function remove(target, functions) {
  let above = target.parent;
  while (above?.deleted) above = above.parent;
  if (!above) return "DEL: the root was chosen, and nothing would be left, so nothing changes";
  const words = `DEL: remove ${called(target, functions).text}`;
  above.deleted = true;
  for (const node of nodesOf(target)) node.deleted = true;
  return words;
}

function substitute(target, literal) {
  const [old, name] = [literalName(target.token), literalName(literal)];
  target.was ??= target.token;
  target.token = literal;
  return old === name ? `SUB: replace ${old} with itself` : `SUB: replace ${old} with ${name}`;
}

/** A node in words: its formula if that is short. */
function called(node, functions) {
  const living = copyWithout(node, (each) => each.deleted);
  const leaves = leavesOf(living), short = leaves <= 3;
  return {short, text: short ? formula(living, functions) : `a subtree of ${leaves} leaves`};
}
