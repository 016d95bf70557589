// A tree drawn in a box that can be zoomed and scrolled.

import {svg} from "../charts/elements.js";
import {isLeaf, literalName, nodesOf} from "../player/trees.js";

const STEP_X = 48, STEP_Y = 46, STEEP = 14; // deep trees have closer levels
const RADIUS = 16, MARGIN = 30, BELOW = 10; // room for a literal's old name
const EDGE = 12; // pixels around a tree that fits its box, for the halo of a node at its margin
const LARGEST_SCALE = 2.4, WIDEST = 2, MOVE_MILLISECONDS = 260, MOST_MOVING_NODES = 800;
const READABLE = 0.3; // the scale below which labels are too small to be read, and left out
const BADGES = {inserted: "+", deleted: "−", substituted: "~"};

/** Where every node goes: children as close as outlines allow, functions above the middle of their two. */
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
  const height = stepY * (depth - 1) + 2 * MARGIN + BELOW;
  return {places, width: STEP_X * (most - least) + 2 * MARGIN, height};
}

/** A layout made wider, where there is room beside it. */
function widened({places, width, height}, room) {
  const wanted = (height * room.width) / room.height - 2 * MARGIN, least = width - 2 * MARGIN;
  const factor = least ? Math.max(1, Math.min(WIDEST, wanted / least)) : 1;
  for (const place of places.values()) place.x = MARGIN + (place.x - MARGIN) * factor;
  return {places, width: least * factor + 2 * MARGIN, height};
}

/** How far apart two siblings must be. */
function distance(a, b) {
  let apart = 1;
  for (let k = 0; k < Math.min(a.right.length, b.left.length); k++) {
    apart = Math.max(apart, a.right[k] - b.left[k] + 1);
  }
  return apart;
}

/** Draws trees in a box; `functions` holds glyphs and colours. Shapes of nodes that stay are kept. */
export function treeView(box, functions) {
  const edges = svg("g"), faintEdges = svg("g"), nodes = svg("g");
  const empty = svg("text", {class: "empty", x: MARGIN, y: MARGIN + 5});
  const picture = svg("svg", {class: "tree", role: "img"}, faintEdges, edges, nodes, empty);
  let zoom = null, shown = null, places = new Map(), moving = 0, shapes = new Map(), room = null;
  box.append(picture);
  box.addEventListener("pointermove", (event) => {
    if (event.buttons && event.pointerType === "mouse") box.scrollBy(-event.movementX, -event.movementY);
  });

  function show(root, accepted, words, move) {
    const seen = {...shown?.layout, places, scale: shown ? rescale() : 1};
    shown = {root, accepted, layout: null, marks: nodesOf(root).filter(markOf).map(({id}) => id)};
    lay();
    picture.setAttribute("aria-label", words);
    empty.textContent = root ? "" : "empty";
    cancelAnimationFrame(moving);
    const scale = rescale(), before = zoom === null ? from(seen, scale) : seen.places;
    draw(scale);
    const settle = (t) =>
      shapes.forEach((shape) => shape.put((id) => between(before.get(id), places.get(id), t)));
    if (move && places.size <= MOST_MOVING_NODES) animate(settle, MOVE_MILLISECONDS * move);
    else settle(1);
    reveal();
  }

  /** Put every node in its place. */
  function lay() {
    room ??= { // asking for it makes the browser lay out
      width: Math.max(1, box.clientWidth - 2 * EDGE), height: Math.max(1, box.clientHeight - 2 * EDGE),
    };
    shown.layout = widened(layoutOf(shown.root), room);
    places = shown.layout.places;
    picture.setAttribute("viewBox", `0 0 ${shown.layout.width} ${shown.layout.height}`);
  }

  /** Where nodes were seen, both trees being in the middle of the box, as places of the tree shown now. */
  function from(seen, scale) {
    const shift = (place, size) =>
      (place - seen[size] / 2) * (seen.scale / scale) + shown.layout[size] / 2;
    return new Map([...seen.places].map(([id, {x, y}]) =>
      [id, {x: shift(x, "width"), y: shift(y, "height")}]));
  }

  /** Make the shapes that are not there yet, and remove those of nodes that are gone. */
  function draw(scale) {
    const layers = {edges, faintEdges, nodes}, kept = new Map();
    const added = {edges: [], faintEdges: [], nodes: []};
    for (const part of partsOf(shown.root, shown.accepted, scale, functions)) {
      const known = shapes.get(part.key), shape = known ?? part.make();
      if (!known) added[part.layer].push(shape.element);
      shapes.delete(part.key);
      kept.set(part.key, shape);
    }
    shapes.forEach(({element}) => element.remove());
    for (const [name, elements] of Object.entries(added)) layers[name].append(...elements);
    shapes = kept;
  }

  function animate(settle, milliseconds) {
    const started = performance.now();
    const step = (now) => {
      const t = Math.min(1, Math.max(0, now - started) / milliseconds);
      settle(1 - (1 - t) ** 3);
      if (t < 1) moving = requestAnimationFrame(step);
    };
    step(started);
  }

  function rescale() {
    const {width, height} = shown.layout;
    const fit = Math.min(LARGEST_SCALE, room.width / width, room.height / height);
    const scale = zoom ?? Math.max(fit, 0.02);
    picture.classList.toggle("coarse", scale < READABLE);
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    return scale;
  }

  /** Scroll to what changed, where the tree is larger than its box. */
  function reveal() {
    const mark = zoom !== null && shown.marks[0] && places.get(shown.marks[0]);
    if (!mark) return;
    const scale = rescale();
    box.scrollLeft = mark.x * scale - box.clientWidth / 2;
    box.scrollTop = mark.y * scale - box.clientHeight / 2;
  }

  function redraw() {
    draw(rescale());
    shapes.forEach((shape) => shape.put((id) => places.get(id)));
  }

  function zoomBy(factor) {
    zoom = factor === null ? null : Math.min(4, Math.max(0.05, rescale() * factor));
    redraw();
    reveal();
  }

  function resize() {
    room = null;
    if (!shown) return;
    lay();
    redraw();
  }

  return {show, zoomBy, resize};
}

const between = (from, to, t) =>
  (from && t < 1 ? {x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t} : to);

/** The parts of a sketch: for each a key that says all about its looks, its layer, how to make its shape. */
function partsOf(root, accepted, scale, functions) {
  const inTree = (node) => (accepted ? !node.deleted : !node.inserted && !node.foreign);
  const detailed = scale >= READABLE, halo = Math.max(RADIUS + 5, Math.round(9 / scale)), parts = [];
  const edge = (above, node, faint) => parts.push({
    key: `${faint ? "faint" : "edge"} ${above.id} ${node.id}`, layer: faint ? "faintEdges" : "edges",
    make: () => edgeShape(above.id, node.id, faint),
  });
  for (const node of nodesOf(root)) {
    const faint = !inTree(node), mark = markOf(node);
    let above = node.parent;
    if (above && (faint || !inTree(above))) edge(above, node, true);
    while (above && !inTree(above)) above = above.parent;
    if (above && !faint) edge(above, node, false);
    const marked = mark ? ` ${mark} ${node.was} ${accepted} ${halo}` : "";
    const key = `node ${node.id} ${node.token} ${faint} ${detailed}${marked}`;
    const make = () => nodeShape(node, accepted, faint, detailed, halo, functions);
    parts.push({key, layer: "nodes", make});
  }
  return parts;
}

function edgeShape(above, below, faint) {
  const element = svg("path", {class: faint ? "edge faint" : "edge"});
  let last = "";
  return {element, put: (at) => {
    const a = at(above), b = at(below), path = `M${a.x} ${a.y}L${b.x} ${b.y}`;
    if (path !== last) element.setAttribute("d", last = path);
  }};
}

const markOf = (node) =>
  node.deleted ? "deleted" : node.inserted ? "inserted" : node.was !== undefined ? "substituted" : null;

function nodeShape(node, accepted, faint, detailed, halo, functions) {
  const mark = markOf(node), leaf = isLeaf(node), {id} = node;
  const token = mark === "substituted" && !accepted ? node.was : node.token;
  const kind = `node ${leaf ? "leaf" : "function"} ${mark ?? ""} ${faint ? "faint" : ""}`;
  const element = svg("g", {class: kind});
  if (!leaf) element.style.cssText = colours(functions[token]);
  if (mark) element.append(svg("circle", {class: "halo", r: halo}));
  element.append(svg("circle", {class: "disc", r: RADIUS}));
  if (detailed || mark) element.append(label(token, functions));
  if (mark) {
    const badge = svg("g", {class: "badge", transform: `translate(${RADIUS + 2} ${-RADIUS - 1})`});
    badge.append(svg("circle", {r: 8}), svg("text", {y: 4.5}, BADGES[mark]));
    element.append(badge);
  }
  if (mark === "substituted" && node.was !== node.token) {
    const other = accepted ? node.was : node.token;
    const words = `${accepted ? "was" : "not"} ${literalName(other)}`;
    element.append(svg("text", {class: "other", y: RADIUS + 18}, words));
  }
  let last = "";
  return {element, put: (at) => {
    const {x, y} = at(id), place = `translate(${x} ${y})`;
    if (place !== last) element.setAttribute("transform", last = place);
  }};
}

/** A function's colours, for the style of an element. */
export const colours = ({fill: paint, ink}) => `--fill: ${paint}; --on-fill: ${ink}`;

function label(token, functions) {
  if (typeof token === "string") return svg("text", {y: 6}, functions[token].glyph);
  const size = [14, 14, 14, 12, 11, 9.5][Math.min(5, literalName(token).length - 1)];
  const number = svg("tspan", {dy: 4, "font-size": 0.75 * size}, String(Math.abs(token)));
  return svg("text", {y: 4, style: `font-size: ${size}px`}, token < 0 ? "¬x" : "x", number);
}
