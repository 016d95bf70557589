// The picture of a function: its Karnaugh map on a ground whose colour says how hard it is.

import {html, svg} from "../charts/elements.js";
import {bit, cellsOf} from "../player/inputs.js";

/** The map of a function; cells where it is false are veiled, so that the ground shows where it is true. */
export function mapPicture(digits, variables) {
  const {columns, rows, cells} = cellsOf(variables);
  const veiled = cells.filter(({place}) => !bit(digits, place)).map(({x, y}) => `M${x} ${y}h1v1h-1z`).join("");
  const lines = [
    ...Array.from({length: columns - 1}, (_, k) => `M${k + 1} 0V${rows}`),
    ...Array.from({length: rows - 1}, (_, k) => `M0 ${k + 1}H${columns}`),
  ].join("");
  return svg("svg", {viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", preserveAspectRatio: "none"},
    svg("path", {class: "veil", d: veiled}), svg("path", {class: "lines", d: lines}));
}

/** The map with its rows and columns named, as a table. */
export function largeMap(digits, variables) {
  const {across, columns, rows, cells} = cellsOf(variables);
  const names = (from, to) => Array.from({length: to - from}, (_, k) => `x${from + k + 1}`).join(" ");
  const bits = (place, from, to) => Array.from({length: to - from}, (_, k) => (place >> (from + k)) & 1).join(" ");
  const line = (row) => cells.slice(row * columns, (row + 1) * columns);
  return html("table", {class: "large-map"},
    html("caption", {}, "The function's value on every input; neighbours differ in one variable."),
    html("thead", {}, html("tr", {}, html("th", {class: "corner"}, `${names(across, variables)} \\ ${names(0, across)}`),
      ...line(0).map(({place}) => html("th", {scope: "col"}, bits(place, 0, across))))),
    html("tbody", {}, ...Array.from({length: rows}, (_, row) => html("tr", {},
      html("th", {scope: "row"}, bits(line(row)[0].place, across, variables)),
      ...line(row).map(({place}) => {
        const value = bit(digits, place);
        return html("td", {class: value ? "true" : "false"}, String(value));
      })))));
}

export const MEASURES = {
  T: {title: "iterations", what: "mean of min(T, cap), iterations"},
  failed: {title: "runs that fail", what: "share of the runs that gave up"},
};

/** What colours functions: by T or by the share that failed, on the scale that suits the page, which may turn dark. */
export function colouring(data, changed) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", changed);
  const scale = () => data.scales[dark.matches ? "dark" : "light"];
  const span = Math.log10(data.cap / data.easiest);
  const places = {
    T: (cell) => Math.log10(Math.max(cell.mean, data.easiest) / data.easiest) / span,
    failed: (cell) => 1 - cell.solved / cell.runs,
  };
  const of = (cell, measure) => {
    const {colours, never} = scale();
    return cell.solved ? colours[Math.min(colours.length - 1, Math.floor(places[measure](cell) * colours.length))] : never;
  };
  return {of, scale};
}
