// All inputs of few variables as a map: where the tree is right and wrong, and the target beside it. Cells
// side by side differ in one variable (a Karnaugh map).

import {html, svg} from "../charts/elements.js";

const CELL_GAP = 0.07;
const gray = (k) => k ^ (k >> 1);

/** Bit `place` of a number written in hexadecimal. */
export const bit = (digits, place) =>
  (Number.parseInt(digits.at(-1 - (place >> 2)) ?? "0", 16) >> (place & 3)) & 1;

/** The cells of a map of so many variables: columns and rows, and for each cell where it is and its input. */
export function cellsOf(variables) {
  const across = Math.ceil(variables / 2), columns = 2 ** across, rows = 2 ** (variables - across);
  const cells = Array.from({length: columns * rows}, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    return {x: column, y: row, place: gray(column) | (gray(row) << across)};
  });
  return {across, columns, rows, cells};
}

/** A map in a box for `variables` inputs; `show` takes the tree's values in hexadecimal or null. */
export function inputsView(box, variables, target) {
  const {across, columns, rows, cells} = cellsOf(variables);
  const tree = mapOf(columns, rows), goal = mapOf(columns, rows);
  const told = html("span");
  const names = (from, to) => (from === to ? `x${from}` : `x${from}–x${to}`);
  const right = `${names(1, across)} →`;
  const axes = variables > across ? `${right} ${names(across + 1, variables)} ↓` : right;
  box.append(html("div", {class: "maps"},
    html("figure", {}, tree.picture, html("figcaption", {}, told)),
    html("figure", {}, goal.picture, html("figcaption", {}, "target"))),
  html("ul", {class: "map-legend", title: `${axes}; neighbours differ in one variable`},
    ["true", "false", "wrong"].map((name) => html("li", {class: `map-${name}`}, html("span"), name)),
    html("li", {class: "axes"}, axes)));
  goal.picture.setAttribute("aria-label", "the target's value on every input");
  goal.show(cells.map((cell) => ({...cell, value: bit(target, cell.place), wrong: false})));

  function show(values) {
    const shown = values === null ? [] : cells.map((cell) => {
      const value = bit(values, cell.place);
      return {...cell, value, wrong: value !== bit(target, cell.place)};
    });
    const wrong = shown.filter((cell) => cell.wrong).length;
    told.textContent = values === null ? "no tree yet" : `tree: ${wrong} of ${cells.length} wrong`;
    tree.picture.setAttribute("aria-label", `every input: ${told.textContent}`);
    tree.show(shown);
  }

  return {show};
}

/** One map: a path for each kind of cell, so that hundreds of cells are three elements. */
function mapOf(columns, rows) {
  const kinds = Object.fromEntries(["frame", "false", "true", "wrong", "cross"]
    .map((name) => [name, svg("path", {class: `map-${name}`})]));
  const viewBox = `0 0 ${columns} ${rows}`;
  const picture = svg("svg", {class: "map", viewBox, role: "img"}, Object.values(kinds));
  kinds.frame.setAttribute("d", `M0 0H${columns}V${rows}H0Z`);
  const side = 1 - 2 * CELL_GAP;
  const square = ({x, y}) => `M${x + CELL_GAP} ${y + CELL_GAP}h${side}v${side}h${-side}z`;
  const cross = ({x, y}) => `M${x + 0.28} ${y + 0.28}l0.44 0.44m0 -0.44l-0.44 0.44`;
  const path = (cells, shape) => cells.map(shape).join("");

  function show(cells) {
    const right = cells.filter((cell) => !cell.wrong), wrong = cells.filter((cell) => cell.wrong);
    kinds.false.setAttribute("d", path(right.filter((cell) => !cell.value), square));
    kinds.true.setAttribute("d", path(right.filter((cell) => cell.value), square));
    kinds.wrong.setAttribute("d", path(wrong, square));
    kinds.cross.setAttribute("d", path(wrong, cross));
  }

  return {picture, show};
}
