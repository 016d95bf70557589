// Trees whose nodes keep their ids from one iteration to the next, and HVL-Prime's mutations on them.
//
// An offspring is a sketch: its parent's tree with everything the mutations inserted added and everything they
// deleted still there, marked. Whoever draws it can show what was tried, accepted or not.

export const SYMBOLS = {and: "&", or: "|"};

export const isLeaf = (node) => node.children.length === 0;
export const literalName = (literal) => (literal < 0 ? "~x" : "x") + Math.abs(literal);

/** `root` and every node below it, parents before children, from the left. */
export function nodesOf(root) {
  const found = [], waiting = root ? [root] : [];
  while (waiting.length) {
    const node = waiting.pop();
    found.push(node);
    for (let k = node.children.length - 1; k >= 0; k--) waiting.push(node.children[k]);
  }
  return found;
}

/** `x1 & (x2 | ~x3)`, as Python writes a tree. */
export function formula(root) {
  const write = (node) => {
    if (isLeaf(node)) return literalName(node.token);
    const sides = node.children.map((child) => (isLeaf(child) ? write(child) : `(${write(child)})`));
    return sides.join(` ${SYMBOLS[node.token] ?? node.token} `);
  };
  return root ? write(root) : "(empty)";
}

export const leavesOf = (root) => nodesOf(root).filter(isLeaf).length;
export const prefixOf = (root) => nodesOf(root).map((node) => node.token);

/** A tree from its tokens in prefix order. */
export function treeOf(prefix, newId) {
  let at = 0;
  const read = (parent) => {
    const token = prefix[at++], node = {id: newId(), token, parent, children: []};
    if (typeof token === "string") node.children = [read(node), read(node)];
    return node;
  };
  return prefix.length ? read(null) : null;
}

/** A copy of the tree without the nodes that `dropped` names; a function without a child gives way to the other. */
export function copyWithout(node, dropped, parent = null) {
  if (!node) return null;
  const {id, token} = node, copy = {id, token, parent, children: []};
  const kept = node.children.map((child) => copyWithout(child, dropped, copy)).filter(Boolean);
  if (!dropped(node)) return Object.assign(copy, {children: kept});
  if (kept.length) kept[0].parent = parent;
  return kept[0] ?? null;
}

/** The parent's tree with what the mutations inserted, deleted and substituted marked, and each in words. */
export function sketchOf(tree, mutations, newId) {
  const sketch = {root: copyWithout(tree, () => false), words: []};
  for (const mutation of mutations) sketch.words.push(mutate(sketch, mutation, newId));
  return sketch;
}

function mutate(sketch, mutation, newId) {
  const {operation, node, literal} = mutation;
  if (node === null) {
    if (literal === null) return `${operation} on the empty tree: nothing to change`;
    sketch.root = {id: newId(), token: literal, parent: null, children: [], inserted: true};
    return `INS: plant ${literalName(literal)} in the empty tree`;
  }
  const target = nodesOf(sketch.root).filter((each) => !each.deleted)[node];
  if (operation === "INS") return insert(sketch, target, mutation, newId);
  return operation === "DEL" ? remove(target) : substitute(target, literal);
}

function insert(sketch, target, {function: name, literal, literal_first: first}, newId) {
  const words = insertionInWords(target, SYMBOLS[name] ?? name, literalName(literal), first);
  const above = target.parent;
  const joint = {id: newId(), token: name, parent: above, children: [], inserted: true};
  const leaf = {id: newId(), token: literal, parent: joint, children: [], inserted: true};
  joint.children = first ? [leaf, target] : [target, leaf];
  target.parent = joint;
  if (above) above.children = above.children.map((child) => (child === target ? joint : child));
  else sketch.root = joint;
  return words;
}

function insertionInWords(target, symbol, literal, first) {
  const {text, short} = called(target);
  if (!short) return `INS: join ${literal} to ${text} by ${symbol}`;
  const old = isLeaf(target) ? text : `(${text})`;
  return `INS: replace ${text} with ${(first ? [literal, old] : [old, literal]).join(` ${symbol} `)}`;
}

function remove(target) {
  let above = target.parent;
  while (above?.deleted) above = above.parent;
  if (!above) return "DEL: the root was chosen; nothing would be left, so nothing changes";
  const words = `DEL: remove ${called(target).text}`;
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
function called(node) {
  const living = copyWithout(node, (each) => each.deleted);
  const leaves = leavesOf(living), short = leaves <= 3;
  return {short, text: short ? formula(living) : `a subtree of ${leaves} leaves`};
}
