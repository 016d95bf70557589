// The page of the paper: its tables and figures, published and measured; a cell leads to its runs.

import {card, cell, column, html, refill, row, scroll, soft, titled} from "../charts/elements.js";
import {sentence} from "../charts/numbers.js";
import {ask, given} from "../studio/asking.js";
import {link, refusedState, sheetOf, state} from "../studio/frame.js";
import {strip, treeFigure} from "../studio/small_tree.js";

const PAPER = "Benjamin Doerr, Andrei Lissovoi, Pietro S. Oliveto: (1+1) Genetic Programming With " +
  "Functionally Complete Instruction Sets Can Evolve Boolean Conjunctions and Disjunctions with " +
  "Arbitrarily Small Error";
const TREES = "The paper gives neither n nor limit; with these, each tree is full. A tree leads to its " +
  "neighbourhood: why no run leaves it.";
const sheet = sheetOf("The paper, published and measured");
sheet.append(state("wait", "Reading", html("p", {}, "The runs behind the tables are being read.")));

function cellOf({paper = "", ours = "", difference = "", large = false, note = "", id = ""}) {
  const away = large ? "difference large" : "difference";
  const parts = [["printed", paper], ["measured", ours], [away, difference]]
    .filter(([, words]) => words).map(([kind, words]) => html("span", {class: kind}, words));
  const link_ = id && html("a", {href: link("/study", {source: "report", cell: id})}, parts);
  return cell(link_ || html("span", {}, parts), {title: note || null});
}

function tableOf({head, groups, rows}) {
  const titles = groups.map(([title, names]) =>
    html("th", {colspan: names.length, scope: "colgroup"}, title));
  const names = groups.flatMap(([, each]) => each).map((name) => column(name));
  return scroll("table", html("table", {class: "numbers cells paper-table"},
    html("thead", {}, groups.some(([title]) => title) && html("tr", {}, html("th"), titles),
      html("tr", {}, column(head), names)),
    html("tbody", {}, rows.map(({label, cells}) => row(label, cells.map(cellOf))))));
}

const verdictOf = ({words, kind}, name = "") =>
  html("p", {class: `verdict-line ${kind}`}, name && html("b", {}, name), sentence(words));

const tableCard = ({title, caption, blocks, verdict, notes}) =>
  card(title, soft(caption), blocks.map(tableOf), verdict && verdictOf(verdict),
    notes.map((note) => soft(note)));

function figureCard({title, caption, pictures, block}) {
  const figures = pictures.map((each) => html("figure", {},
    html("img", {src: `/picture/${each.name}.svg`, alt: each.caption, loading: "lazy"}),
    html("figcaption", {}, each.caption)));
  return card(title, soft(titled(caption)), html("div", {class: "pictures"}, figures),
    html("details", {}, html("summary", {}, "The runs behind every point"), tableOf(block)));
}

function treesCard(trees, functions) {
  const figures = trees.map((each) => {
    const {tree, n, limit, deletion} = each, near = link("/neighbourhood", {n, limit, deletion, tree});
    return treeFigure(each, functions, html("a", {href: near}, tree), ` n = ${n}, limit ${limit}`);
  });
  const row_ = strip("trees of figure 1", figures, "way wide");
  return card("Figure 1. Locally optimal trees", soft(TREES), row_);
}

const found = await ask("/api/paper");
if (found.refused) sheet.replaceChildren(refusedState(found.refused, "The reproduction cannot be read"));
else {
  const hint = html("div", {class: "verdict-line"}, html("b", {}, "Only what was published is shown."),
    "For new runs beside it: ", html("code", {}, "evobool reproduce"), ", then ",
    html("code", {}, "evobool studio --report reproduction"));
  refill(sheet,
    html("div", {}, html("h2", {}, "Evolving conjunctions: the paper", given.report && ", rerun"),
      soft(PAPER)),
    !given.report && hint, found.together && verdictOf(found.together, "Tables 1 and 2 together"),
    found.tables.map(tableCard), treesCard(found.trees, found.functions), found.figures.map(figureCard),
    found.missing.length > 0 && soft(`Not in this reproduction: ${found.missing.join("; ")}.`));
}
