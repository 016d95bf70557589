// Trees whose nodes keep their id from one iteration to the next. Nothing recurses: trees may be deep.

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

/** `x1 & (x2 | ~x3)`, as Python writes a tree; `functions` holds the symbols. */
export function formula(root, functions) {
  const text = new Map();
  const side = (node) => (isLeaf(node) ? text.get(node) : `(${text.get(node)})`);
  for (const node of nodesOf(root).reverse()) {
    const inner = () => node.children.map(side).join(` ${functions[node.token].symbol} `);
    text.set(node, isLeaf(node) ? literalName(node.token) : inner());
  }
  return root ? text.get(root) : "(empty)";
}

export const leavesOf = (root) => nodesOf(root).filter(isLeaf).length;
export const prefixOf = (root) => nodesOf(root).map((node) => node.token);

/** A tree from its tokens in prefix order. */
export function treeOf(prefix, newId) {
  const stack = [];
  for (const token of prefix.toReversed()) {
    const node = {id: newId(), token, parent: null, children: []};
    if (typeof token === "string") node.children = [stack.pop(), stack.pop()];
    for (const child of node.children) child.parent = node;
    stack.push(node);
  }
  return stack[0] ?? null;
}

/** Give the nodes of a tree the ids of those in the same places of another, as far as they agree. */
export function keepIds(tree, other) {
  const waiting = [[tree, other]];
  while (waiting.length) {
    const [node, old] = waiting.pop();
    if (!node || !old || node.token !== old.token) continue;
    node.id = old.id;
    node.children.forEach((child, side) => waiting.push([child, old.children[side]]));
  }
}

/** A copy without the nodes that `dropped` names; a function without a child gives way to the other. */
export function copyWithout(root, dropped) {
  const copies = new Map();
  for (const node of nodesOf(root).reverse()) {
    const kept = node.children.map((child) => copies.get(child)).filter(Boolean);
    const whole = {id: node.id, token: node.token, parent: null, children: kept};
    const copy = dropped(node) ? kept[0] ?? null : whole;
    for (const child of kept) child.parent = child === copy ? null : copy;
    copies.set(node, copy);
  }
  return root ? copies.get(root) : null;
}
