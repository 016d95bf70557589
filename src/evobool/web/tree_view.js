// A tree drawn in a box that can be zoomed and scrolled.

import {fill, svg} from "./elements.js";
import {isLeaf, literalName, nodesOf} from "./trees.js";

const STEP_X = 48, STEP_Y = 46, STEEP = 14, RADIUS = 16, MARGIN = 30, BELOW = 10; // room for a literal's old name; deep trees have closer levels
const LARGEST_SCALE = 1.3, MOVE_MILLISECONDS = 260, MOST_MOVING_NODES = 200;
const BADGES = {inserted: "+", deleted: "−", substituted: "~"};

/** Where every node goes: children as close as their outlines allow, each function above the middle of its two. */
function layoutOf(root) {
  const places = new Map();
  if (!root) return {places, width: 2 * MARGIN, height: 2 * MARGIN};
  const nodes = nodesOf(root), offsets = new Map(), outlines = new Map();
  for (const node of nodes.toReversed()) {
    if (isLeaf(node)) {
      outlines.set(node, {left: [0], right: [0]});
      continue;
    }
    const [a, b] = node.children.map((child) => outlines.get(child)), half = distance(a, b) / 2;
    node.children.forEach((child, side) => {
      offsets.set(child, side ? half : -half);
      outlines.delete(child);
    });
    const join = (near, far, shift) =>
      [0, ...near.map((x) => x - shift), ...far.slice(near.length).map((x) => x + shift)];
    outlines.set(node, {left: join(a.left, b.left, half), right: join(b.right, a.right, -half)});
  }
  const {left, right} = outlines.get(root), depth = left.length;
  const least = left.reduce((a, b) => Math.min(a, b)), most = right.reduce((a, b) => Math.max(a, b));
  const stepY = STEP_Y * Math.max(0.7, Math.min(1, STEEP / depth));
  for (const node of nodes) {
    const above = node.parent && places.get(node.parent.id);
    const x = above ? above.x + STEP_X * offsets.get(node) : MARGIN - STEP_X * least;
    places.set(node.id, {x, y: above ? above.y + stepY : MARGIN});
  }
  return {places, width: STEP_X * (most - least) + 2 * MARGIN, height: stepY * (depth - 1) + 2 * MARGIN + BELOW};
}

/** How far apart two siblings must be. */
function distance(a, b) {
  let apart = 1;
  for (let k = 0; k < Math.min(a.right.length, b.left.length); k++) {
    apart = Math.max(apart, a.right[k] - b.left[k] + 1);
  }
  return apart;
}

/** Draws trees in a box; `functions` holds glyphs and colours. */
export function treeView(box, functions) {
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
    const {parts, movers} = partsOf(root, accepted, scale, shown.marks, functions);
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
function partsOf(root, accepted, scale, marks, functions) {
  const inTree = (node) => (accepted ? !node.deleted : !node.inserted && !node.foreign);
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
    const group = nodeShape(node, accepted, faint, scale, functions);
    movers.push((at) => group.setAttribute("transform", `translate(${at(node.id).x} ${at(node.id).y})`));
    nodes.push(group);
  }
  return {parts: [...edges, ...nodes], movers};
}

const markOf = (node) =>
  node.deleted ? "deleted" : node.inserted ? "inserted" : node.was !== undefined ? "substituted" : null;

function nodeShape(node, accepted, faint, scale, functions) {
  const mark = markOf(node), leaf = isLeaf(node);
  const token = mark === "substituted" && !accepted ? node.was : node.token;
  const group = svg("g", {class: `node ${leaf ? "leaf" : "function"} ${mark ?? ""} ${faint ? "faint" : ""}`});
  if (!leaf) group.style.cssText = colours(functions[token]);
  if (mark) group.append(svg("circle", {class: "halo", r: Math.max(RADIUS + 5, 9 / scale)}));
  group.append(svg("circle", {class: "disc", r: RADIUS}), label(token, functions));
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

/** A function's colours, for the style of an element. */
export const colours = ({fill: paint, ink}) => `--fill: ${paint}; --on-fill: ${ink}`;

function label(token, functions) {
  if (typeof token === "string") return svg("text", {y: 6}, functions[token].glyph);
  const size = [14, 14, 14, 12, 11, 9.5][Math.min(5, literalName(token).length - 1)];
  const number = svg("tspan", {dy: 4, "font-size": 0.75 * size}, String(Math.abs(token)));
  return svg("text", {y: 4, style: `font-size: ${size}px`}, token < 0 ? "¬x" : "x", number);
}
