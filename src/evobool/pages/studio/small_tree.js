// Trees drawn small, with words below, in a row that scrolls.

import {html} from "../charts/elements.js";
import {treeView} from "../player/tree_view.js";
import {treeOf} from "../player/trees.js";

let lastId = 0;
export const newId = () => ++lastId;

/** A tree as a small picture. */
export function treeFigure({prefix, tree}, functions, ...words) {
  const box = html("div", {class: "tree-box"}), view = treeView(box, functions);
  requestAnimationFrame(() => view.show(treeOf(prefix, newId), true, tree, 0));
  return html("figure", {}, box, html("figcaption", {}, words));
}

/** Figures, and what stands between them, in a row. */
export const strip = (label, children, kind = "way") =>
  html("div", {class: kind, tabindex: "0", role: "group", "aria-label": label}, children);
