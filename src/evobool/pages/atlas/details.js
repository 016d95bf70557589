// One class of functions: its map, its numbers for every system, and its trees.

import {largeMap, mapPicture} from "../atlas/tiles.js";
import {button, html, row, scroll, soft, table} from "../charts/elements.js";
import {counted, rounded, whole} from "../charts/numbers.js";
import {treeView} from "../player/tree_view.js";
import {formula, treeOf} from "../player/trees.js";

/** A window over the page that shows one class at a time; `colour` gives the colour of a cell. */
export function detailsView(data, colour) {
  const body = html("div", {class: "about"});
  const close = button("×", () => dialog.close(), {class: "close", "aria-label": "Close"});
  const dialog = html("dialog", {class: "details", "aria-labelledby": "about-title"}, close, body);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => history.replaceState(null, "", "#"));

  function show(entry, system) {
    const trees = html("div", {class: "trees"}), cells = entry.cells[system.name];
    const like = `${whole(entry.size)} functions are like it, up to renaming and negating`;
    const title = html("div", {}, html("h2", {id: "about-title"}, entry.name ?? `Class ${entry.table}`),
      html("p", {}, html("code", {}, entry.formula)), soft(`table:${entry.table}; ${like}`));
    const style = `--a: ${colour(cells[0])}; --b: ${colour(cells.at(-1))}`;
    const tile = html("span", {class: "tile", style}, mapPicture(entry.table, data.n));
    body.replaceChildren(html("header", {}, tile, title),
      html("div", {class: "two"}, largeMap(entry.table, data.n), measures(entry)),
      numbers(data, entry, system),
      html("h3", {}, `Trees: ${system.title}`), trees);
    if (!dialog.open) dialog.showModal();
    history.replaceState(null, "", `#${entry.table}`);
    // sizes are known only when all are in place
    for (const draw of cells.flatMap((each) => addTrees(trees, each, cells.length > 1, data))) draw();
    dialog.scrollTop = 0;
  }

  return {dialog, show};
}

function measures(entry) {
  const told = Object.entries({"fewest leaves, {and, or}": entry.leaves, ...entry.measures});
  return html("dl", {class: "measures"}, told.flatMap(([name, value]) =>
    [html("dt", {}, name), html("dd", {}, typeof value === "number" ? rounded(value) : value)]));
}

/** The table of all systems; f and its negation apart where they differ. */
function numbers(data, entry, chosen) {
  const exact = Object.values(entry.cells).some((cells) => cells.some((each) => each.exact));
  const heads = ["system", "found", "mean of min(T, cap)", "median T", "leaves", "fewest", "stuck for ever"];
  const capped = (value) => (value === null ? `beyond ${whole(data.cap)}` : rounded(value));
  const range = (between) => between && `${rounded(between[0])} to ${capped(between[1])}`;
  const lines = data.systems.flatMap((system) => entry.cells[system.name].map((each, k, cells) => {
    const known = each.exact, table_ = `${k ? "negated, " : ""}table:${each.table}`;
    const law = known ? `${rounded(known.mean)}, ${rounded(known.p_stuck)}` : "–";
    return row([system.title, cells.length > 1 && small(table_)], [
      `${each.solved} of ${each.runs}`,
      [rounded(each.mean), small(range(each.between))],
      [capped(each.median), small(range(each.medianBetween))],
      rounded(each.leaves), String(each.fewest), fateOf(each),
      ...(exact ? [[law, small(known && `at most ${known.limit} leaves`)]] : []),
    ], {class: system === chosen && "chosen"});
  }));
  if (exact) heads.push("exact E[T], P(stuck)");
  return scroll("numbers of all systems", table("numbers", heads, lines));
}

const small = (words) => html("small", {}, words);

function fateOf({fate, solved, runs}) {
  if (fate.never) return "never";
  if (solved === runs) return "no failed run";
  if (!fate.lookedAt) return "not known";
  return `${fate.dead} of ${fate.lookedAt} failed runs`;
}

/** Put the trees of a cell into a box; returns what is to be called to draw them. */
function addTrees(box, each, apart, data) {
  const which = apart ? ` (table:${each.table})` : "";
  const shown = [
    ["The fewest leaves there are", {leaves: each.fewest, prefix: each.shortest}],
    ["The smallest tree a run found", each.found],
    ["A dead end: no optimum can be reached", each.fate.tree],
  ];
  return shown.filter(([, tree]) => tree).map(([caption, tree]) => {
    const size = counted(tree.leaves, "leaf", "leaves");
    const figure = html("figure", {}, html("figcaption", {}, html("b", {}, caption + which), `, ${size}`));
    box.append(figure);
    if (!tree.prefix) {
      figure.append(soft("Too large to be drawn."));
      return () => {};
    }
    let id = 0;
    const frame = html("div", {class: "tree-box"}), root = treeOf(tree.prefix, () => id++);
    const text = formula(root, data.functions);
    figure.append(frame, html("p", {class: "formula"}, html("code", {}, text)));
    return () => treeView(frame, data.functions).show(root, true, `${caption}: ${text}`, 0);
  });
}
