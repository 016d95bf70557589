// A formula's clauses, and the rows on which each holds: point at one to see them.

import {html, row, scroll, soft, svg, table} from "../charts/elements.js";
import {counted, whole} from "../charts/numbers.js";

const SIDE = 13, GAP = 3; // pixels of a row's square
const HEADS = ["clause", "holds on", "of these", "decides alone", "rightly"];

/** A line of bits, sent in hexadecimal, as a function of the row's place. */
export function bitsOf(hexadecimal) {
  const digits = [...hexadecimal].reverse().map((digit) => parseInt(digit, 16));
  return (place) => ((digits[place >> 2] ?? 0) >> (place & 3) & 1) === 1;
}

/**
 * The clauses of a point and the rows in two boxes. `shown` are the rows, `classes` the names of both;
 * `take` is called with the place of a row that was clicked.
 */
export function clausesView(point, shown, classes, take) {
  const squares = rowsPicture(point, shown, classes, take);
  const lines = point.clauses.map((clause, k) => {
    const at = html("button", {type: "button", class: "go-to", "aria-pressed": "false"}, clause.text);
    const line = row(at, [whole(clause.rows), `${whole(clause.positives)} ${classes[0]}`,
      whole(clause.deciding), whole(clause.right)], {"data-clause": k});
    const point_ = () => { squares.mark(clause.holds); at.setAttribute("aria-pressed", "true"); };
    const leave = () => { squares.mark(null); at.setAttribute("aria-pressed", "false"); };
    for (const name of ["mouseenter", "focusin"]) line.addEventListener(name, point_);
    for (const name of ["mouseleave", "focusout"]) line.addEventListener(name, leave);
    at.addEventListener("click", point_); // where nothing hovers
    return line;
  });
  const [first, ...others] = HEADS;
  const heads = [point.clauses.length > 1 ? `${first} (joined by ${point.join})` : first, ...others];
  const told = scroll("clauses", table("numbers wide narrow clause-table", heads, lines));
  return {element: html("div", {class: "clauses"}, told, squares.element), squares};
}

/** A square a row, those of a class together, the wrong ones first. */
function rowsPicture(point, shown, classes, take) {
  const said = bitsOf(point.said), labels = bitsOf(shown.labels);
  const groups = [true, false].map((value) => {
    const mine = shown.numbers.map((_, place) => place).filter((place) => labels(place) === value);
    const wrong = (place) => said(place) !== value;
    return [...mine.filter(wrong), ...mine.filter((place) => !wrong(place))];
  });
  const told = html("p", {class: "soft row-told", role: "status"});
  const tiles = new Map();
  const boxes = groups.map((places, k) => {
    const picture = svg("svg", {class: "row-squares", "aria-hidden": "true"});
    const lay = () => layOut(picture, places, tiles, box.clientWidth);
    for (const place of places) tiles.set(place, tileOf(place, k === 0, said(place) !== (k === 0)));
    const box = html("div", {}, html("h4", {}, `${classes[k]}: ${counted(places.length, "row")}`), picture);
    new ResizeObserver(lay).observe(box);
    return box;
  });

  function tileOf(place, positive, wrong) {
    const tile = svg("g", {class: `row-square ${positive ? "positive" : "negative"}${wrong ? " wrong" : ""}`},
      svg("title", {}, inWords(place, shown)),
      svg("rect", {width: SIDE, height: SIDE, rx: 2}),
      wrong && svg("path", {d: `M3 3L${SIDE - 3} ${SIDE - 3}M${SIDE - 3} 3L3 ${SIDE - 3}`}));
    tile.addEventListener("click", () => take(place));
    return tile;
  }

  /** Let the rows stand out on which a clause holds; all of them if there is none. */
  function mark(line) {
    const holds = line === null ? () => true : bitsOf(line);
    let inside = 0;
    for (const [place, tile] of tiles) {
      tile.classList.toggle("outside", !holds(place));
      inside += holds(place) ? 1 : 0;
    }
    const count = `It holds on ${whole(inside)} of the ${whole(tiles.size)} shown.`;
    told.textContent = line === null ? "" : count;
  }

  const kind = shown.held ? "held out" : "learnt from";
  const first = tiles.size < shown.of ? `The first ${whole(tiles.size)} of` : "All";
  const rest = `${first} ${whole(shown.of)} rows ${kind}; a cross marks those that the formula gets wrong. ` +
    "Point at a clause for its rows, click a row to test with its values.";
  return {element: html("div", {class: "row-box"}, boxes, told, soft(rest)), mark};
}

function layOut(picture, places, tiles, width) {
  const across = Math.max(1, Math.floor((width + GAP) / (SIDE + GAP)));
  places.forEach((place, k) => tiles.get(place).setAttribute("transform",
    `translate(${(k % across) * (SIDE + GAP)} ${Math.floor(k / across) * (SIDE + GAP)})`));
  const height = Math.max(SIDE, Math.ceil(places.length / across) * (SIDE + GAP) - GAP);
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  picture.replaceChildren(...places.map((place) => tiles.get(place)));
}

/** A row in words: its number in the file, and its values. */
function inWords(place, {numbers, names, cells}) {
  const values = names.map((name, k) => `${name}: ${cells[place][k] ?? "missing"}`);
  return [`row ${numbers[place]}`, ...values].join("\n");
}
