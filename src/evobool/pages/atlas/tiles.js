// The picture of a function: its Karnaugh map on a ground whose colour says how hard it is.

import {html, row as rowOf, svg, table} from "../charts/elements.js";
import {bit, cellsOf} from "../player/inputs.js";

/** The map of a function; cells where it is false are veiled, so that the ground shows where it is true. */
export function mapPicture(digits, variables) {
  const {columns, rows, cells} = cellsOf(variables);
  const zeros = cells.filter(({place}) => !bit(digits, place));
  const veiled = zeros.map(({x, y}) => `M${x} ${y}h1v1h-1z`).join("");
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
  const bits = (place, from, to) =>
    Array.from({length: to - from}, (_, k) => (place >> (from + k)) & 1).join(" ");
  const line = (row) => cells.slice(row * columns, (row + 1) * columns);
  const value = ({place}) => {
    const one = bit(digits, place);
    return html("td", {class: one ? "true" : "false"}, String(one));
  };
  const corner = html("th", {class: "corner"}, `${names(across, variables)} \\ ${names(0, across)}`);
  const made = table("large-map", [corner, ...line(0).map(({place}) => bits(place, 0, across))],
    Array.from({length: rows}, (_, row) =>
      rowOf(bits(line(row)[0].place, across, variables), line(row).map(value))));
  const caption = "The function's value on every input; neighbours differ in one variable.";
  made.prepend(html("caption", {}, caption));
  return made;
}

export const MEASURES = {
  T: {title: "iterations", what: "mean of min(T, cap), iterations"},
  failed: {title: "runs that fail", what: "share of the runs that gave up"},
};

/** What colours functions: by T or by the share that failed, on the scale of a light or a dark page. */
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
    const band = Math.floor(places[measure](cell) * colours.length);
    return cell.solved ? colours[Math.min(colours.length - 1, band)] : never;
  };
  return {of, scale};
}
