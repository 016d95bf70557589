// One class of functions: its map, its numbers for every system, and its trees.

import {html} from "../charts/elements.js";
import {formula, treeOf} from "../player/trees.js";
import {treeView} from "../player/tree_view.js";
import {largeMap, mapPicture} from "../atlas/tiles.js";

export const whole = (x) => Math.round(x).toLocaleString("en");
export const rounded = (x) => (x === null ? "–" : x >= 100 ? whole(x) : String(Number(x.toPrecision(3))));
const range = (between, cap) =>
  (between ? `${rounded(between[0])} to ${between[1] === null ? `beyond ${whole(cap)}` : rounded(between[1])}` : "");

/** A window over the page that shows one class at a time; `colour` gives the colour of a cell. */
export function detailsView(data, colour) {
  const body = html("div", {class: "about"});
  const close = html("button", {type: "button", class: "close", "aria-label": "Close"}, "×");
  const dialog = html("dialog", {class: "details", "aria-labelledby": "about-title"}, close, body);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => history.replaceState(null, "", "#"));

  function show(entry, system) {
    const trees = html("div", {class: "trees"});
    const cells = entry.cells[system.name];
    body.replaceChildren(
      html("header", {}, picture(entry, cells, colour, data.n), html("div", {},
        html("h2", {id: "about-title"}, entry.name ?? `Class ${entry.table}`),
        html("p", {}, html("code", {}, entry.formula)),
        html("p", {class: "soft"}, `table:${entry.table}; ${whole(entry.size)} functions are like it, up to renaming and negating`))),
      html("div", {class: "two"}, largeMap(entry.table, data.n), measures(entry)),
      numbers(data, entry, system),
      html("h3", {}, `Trees: ${system.title}`), trees);
    if (!dialog.open) dialog.showModal();
    history.replaceState(null, "", `#${entry.table}`);
    // sizes are known only when all are in place
    for (const draw of cells.flatMap((cell) => addTrees(trees, cell, cells.length > 1, data))) draw();
    dialog.scrollTop = 0;
  }

  return {dialog, show};
}

function picture(entry, cells, colour, variables) {
  const box = html("span", {class: "tile", style: `--a: ${colour(cells[0])}; --b: ${colour(cells.at(-1))}`});
  box.append(mapPicture(entry.table, variables));
  return box;
}

function measures(entry) {
  const told = Object.entries({"fewest leaves, {and, or}": entry.leaves, ...entry.measures});
  return html("dl", {class: "measures"}, ...told.flatMap(([name, value]) =>
    [html("dt", {}, name), html("dd", {}, typeof value === "number" ? rounded(value) : value)]));
}

/** The table of all systems; f and its negation apart where they differ. */
function numbers(data, entry, chosen) {
  const exact = Object.values(entry.cells).some((cells) => cells.some((cell) => cell.exact));
  const heads = ["system", "found", "mean of min(T, cap)", "median T", "leaves", "fewest", "stuck for ever"];
  const rows = data.systems.flatMap((system) => entry.cells[system.name].map((cell, k, cells) => html("tr", {class: system === chosen ? "chosen" : null},
    html("th", {scope: "row"}, system.title, cells.length > 1 ? html("small", {}, k ? `negated, table:${cell.table}` : `table:${cell.table}`) : ""),
    html("td", {}, `${cell.solved} of ${cell.runs}`),
    html("td", {}, rounded(cell.mean), html("small", {}, range(cell.between, data.cap))),
    html("td", {}, cell.median === null ? `beyond ${whole(data.cap)}` : rounded(cell.median), html("small", {}, range(cell.medianBetween, data.cap))),
    html("td", {}, rounded(cell.leaves)),
    html("td", {}, String(cell.fewest)),
    html("td", {}, fateOf(cell)),
    ...(exact ? [html("td", {}, cell.exact ? `${rounded(cell.exact.mean)}, ${rounded(cell.exact.p_stuck)}` : "–",
      html("small", {}, cell.exact ? `at most ${cell.exact.limit} leaves` : ""))] : []))));
  return html("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "numbers of all systems"}, html("table", {class: "numbers"},
    html("thead", {}, html("tr", {}, ...[...heads, ...(exact ? ["exact E[T], P(stuck)"] : [])].map((head) => html("th", {scope: "col"}, head)))),
    html("tbody", {}, ...rows)));
}

function fateOf({fate, solved, runs}) {
  if (fate.never) return "never";
  if (solved === runs) return "no failed run";
  if (!fate.lookedAt) return "not known";
  return `${fate.dead} of ${fate.lookedAt} failed runs`;
}

/** Put the trees of a cell into a box; returns what is to be called to draw them. */
function addTrees(box, cell, apart, data) {
  const which = apart ? ` (table:${cell.table})` : "";
  const shown = [
    ["The fewest leaves there are", {leaves: cell.fewest, prefix: cell.shortest}],
    ["The smallest tree a run found", cell.found],
    ["A dead end: no optimum can be reached", cell.fate.tree],
  ];
  return shown.filter(([, tree]) => tree).map(([caption, tree]) => {
    const size = `${tree.leaves} ${tree.leaves === 1 ? "leaf" : "leaves"}`;
    const figure = html("figure", {}, html("figcaption", {}, html("b", {}, caption + which), `, ${size}`));
    box.append(figure);
    if (!tree.prefix) {
      figure.append(html("p", {class: "soft"}, "Too large to be drawn."));
      return () => {};
    }
    let id = 0;
    const frame = html("div", {class: "tree-box"}), root = treeOf(tree.prefix, () => id++), text = formula(root, data.functions);
    figure.append(frame, html("p", {class: "formula"}, html("code", {}, text)));
    return () => treeView(frame, data.functions).show(root, true, `${caption}: ${text}`, 0);
  });
}
