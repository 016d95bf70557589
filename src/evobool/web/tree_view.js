// A tree drawn in a box that can be zoomed and scrolled.

import {fill, svg} from "./elements.js";
import {SYMBOLS, isLeaf, literalName, nodesOf} from "./trees.js";

const STEP_X = 48, STEP_Y = 46, STEEP = 14, RADIUS = 16, MARGIN = 30, BELOW = 10; // room for a literal's old name; deep trees have closer levels
const LARGEST_SCALE = 1.3, MOVE_MILLISECONDS = 260, MOST_MOVING_NODES = 200;
const GLYPHS = {and: "∧", or: "∨"};
const BADGES = {inserted: "+", deleted: "−", substituted: "~"};

/** Where every node goes: children as close as their outlines allow, each function above the middle of its two. */
function layoutOf(root) {
  const offsets = new Map(), places = new Map();
  const outline = (node) => {
    if (isLeaf(node)) return {left: [0], right: [0]};
    const [a, b] = node.children.map(outline);
    let apart = 1;
    for (let k = 0; k < Math.min(a.right.length, b.left.length); k++) {
      apart = Math.max(apart, a.right[k] - b.left[k] + 1);
    }
    const half = apart / 2;
    node.children.forEach((child, side) => offsets.set(child.id, side ? half : -half));
    const join = (near, far, shift) =>
      [0, ...near.map((x) => x - shift), ...far.slice(near.length).map((x) => x + shift)];
    return {left: join(a.left, b.left, half), right: join(b.right, a.right, -half)};
  };
  if (!root) return {places, width: 2 * MARGIN, height: 2 * MARGIN};
  const {left, right} = outline(root), least = Math.min(...left);
  const stepY = STEP_Y * Math.max(0.7, Math.min(1, STEEP / left.length));
  for (const node of nodesOf(root)) {
    const above = node.parent && places.get(node.parent.id);
    const x = above ? above.x + STEP_X * offsets.get(node.id) : MARGIN - STEP_X * least;
    places.set(node.id, {x, y: above ? above.y + stepY : MARGIN});
  }
  return {
    places,
    width: STEP_X * (Math.max(...right) - least) + 2 * MARGIN,
    height: stepY * (left.length - 1) + 2 * MARGIN + BELOW,
  };
}

/** Draws trees in a box that can be zoomed and scrolled. */
export function treeView(box) {
  const picture = svg("svg", {class: "tree", role: "img"});
  let zoom = null, shown = null, places = new Map(), moving = 0;
  box.append(picture);
  box.addEventListener("pointermove", (event) => {
    if (event.buttons && event.pointerType === "mouse") box.scrollBy(-event.movementX, -event.movementY);
  });

  function show(root, accepted, label, move) {
    const before = places, layout = layoutOf(root);
    shown = {layout, marks: []};
    places = layout.places;
    picture.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    picture.setAttribute("aria-label", label);
    const scale = rescale();
    const {parts, movers} = partsOf(root, accepted, scale, shown.marks);
    picture.replaceChildren(...parts);
    if (!root) picture.append(svg("text", {class: "empty", x: MARGIN, y: MARGIN + 5}, "empty"));
    cancelAnimationFrame(moving);
    const settle = (t) => movers.forEach((mover) => mover((id) => between(before.get(id), places.get(id), t)));
    if (move && places.size <= MOST_MOVING_NODES) animate(settle);
    else settle(1);
    reveal();
  }

  function animate(settle) {
    const started = performance.now();
    const step = (now) => {
      const t = Math.min(1, Math.max(0, now - started) / MOVE_MILLISECONDS);
      settle(1 - (1 - t) ** 3);
      if (t < 1) moving = requestAnimationFrame(step);
    };
    step(started);
  }

  function rescale() {
    const {width, height} = shown.layout;
    const fit = Math.min(LARGEST_SCALE, (box.clientWidth - 4) / width, (box.clientHeight - 4) / height);
    const scale = zoom ?? Math.max(fit, 0.02);
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    return scale;
  }

  /** Scroll to what changed. */
  function reveal() {
    const mark = shown.marks[0] && places.get(shown.marks[0]);
    if (!mark) return;
    const scale = rescale();
    box.scrollLeft = mark.x * scale - box.clientWidth / 2;
    box.scrollTop = mark.y * scale - box.clientHeight / 2;
  }

  function zoomBy(factor) {
    zoom = factor === null ? null : Math.min(4, Math.max(0.05, rescale() * factor));
    rescale();
    reveal();
  }

  return {show, zoomBy, resize: () => shown && rescale()};
}

const between = (from, to, t) => (from ? {x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t} : to);

/** The shapes of a sketch, and for each how to put it where its nodes are. */
function partsOf(root, accepted, scale, marks) {
  const inTree = (node) => (accepted ? !node.deleted : !node.inserted);
  const edges = [], nodes = [], movers = [];
  const edge = (above, node, faint) => {
    const line = svg("line", {class: faint ? "edge faint" : "edge"});
    movers.push((at) => {
      const a = at(above.id), b = at(node.id);
      fill(line, {x1: a.x, y1: a.y, x2: b.x, y2: b.y}, []);
    });
    edges[faint ? "unshift" : "push"](line);
  };
  for (const node of nodesOf(root)) {
    const faint = !inTree(node);
    let above = node.parent;
    if (above && (faint || !inTree(above))) edge(above, node, true);
    while (above && !inTree(above)) above = above.parent;
    if (above && !faint) edge(above, node, false);
    if (markOf(node)) marks.push(node.id);
    const group = nodeShape(node, accepted, faint, scale);
    movers.push((at) => group.setAttribute("transform", `translate(${at(node.id).x} ${at(node.id).y})`));
    nodes.push(group);
  }
  return {parts: [...edges, ...nodes], movers};
}

const markOf = (node) =>
  node.deleted ? "deleted" : node.inserted ? "inserted" : node.was !== undefined ? "substituted" : null;

function nodeShape(node, accepted, faint, scale) {
  const mark = markOf(node), leaf = isLeaf(node);
  const token = mark === "substituted" && !accepted ? node.was : node.token;
  const kind = leaf ? "leaf" : `function ${node.token}`;
  const group = svg("g", {class: `node ${kind} ${mark ?? ""} ${faint ? "faint" : ""}`});
  if (mark) group.append(svg("circle", {class: "halo", r: Math.max(RADIUS + 5, 9 / scale)}));
  group.append(svg("circle", {class: "disc", r: RADIUS}), label(token));
  if (mark) {
    const badge = svg("g", {class: "badge", transform: `translate(${RADIUS + 2} ${-RADIUS - 1})`});
    badge.append(svg("circle", {r: 8}), svg("text", {y: 4.5}, BADGES[mark]));
    group.append(badge);
  }
  if (mark === "substituted" && node.was !== node.token) {
    const other = accepted ? node.was : node.token;
    group.append(svg("text", {class: "other", y: RADIUS + 18}, `${accepted ? "was" : "not"} ${literalName(other)}`));
  }
  return group;
}

function label(token) {
  if (typeof token === "string") return svg("text", {y: 5}, GLYPHS[token] ?? SYMBOLS[token] ?? token);
  const size = [14, 14, 14, 12, 11, 9.5][Math.min(5, literalName(token).length - 1)];
  const number = svg("tspan", {dy: 4, "font-size": 0.75 * size}, String(Math.abs(token)));
  return svg("text", {y: 4, style: `font-size: ${size}px`}, token < 0 ? "¬x" : "x", number);
}
