// The page of the paper: its tables and figures, published and measured; a cell leads to its runs.

import {ask, given} from "../studio/asking.js";
import {html, titled} from "../charts/elements.js";
import {link, refusedState, scroll, state} from "../studio/frame.js";
import {treeView} from "../player/tree_view.js";
import {treeOf} from "../player/trees.js";

const PAPER = "Benjamin Doerr, Andrei Lissovoi, Pietro S. Oliveto: (1+1) Genetic Programming With Functionally Complete Instruction Sets Can Evolve Boolean Conjunctions and Disjunctions with Arbitrarily Small Error";
const main = document.getElementById("main"), sheet = html("div", {class: "sheet"});
main.replaceChildren(html("h1", {class: "hidden"}, "The paper, published and measured"), sheet);
sheet.append(state("wait", "Reading", html("p", {}, "The runs behind the tables are being read.")));
let lastId = 0;

const runsOf = (id) => link("/study", {source: "report", cell: id});

function cellOf({paper = "", ours = "", difference = "", large = false, note = "", id = ""}) {
  const parts = [...(paper ? [html("span", {class: "printed"}, paper)] : []), ...(ours ? [html("span", {class: "measured"}, ours)] : []),
    ...(difference ? [html("span", {class: large ? "difference large" : "difference"}, difference)] : [])];
  return html("td", {title: note || null}, id && ours !== "-" ? html("a", {href: runsOf(id)}, ...parts) : id ? html("a", {href: runsOf(id)}, ...parts) : html("span", {}, ...parts));
}

function tableOf({head, groups, rows}) {
  const titles = groups.some(([title]) => title) ? [html("tr", {}, html("th", {}), ...groups.map(([title, names]) => html("th", {colspan: names.length, scope: "colgroup"}, title)))] : [];
  const names = groups.flatMap(([, each]) => each).map((name) => html("th", {scope: "col"}, name));
  return scroll("table", html("table", {class: "numbers cells paper-table"},
    html("thead", {}, ...titles, html("tr", {}, html("th", {scope: "col"}, head), ...names)),
    html("tbody", {}, ...rows.map(({label, cells}) => html("tr", {}, html("th", {scope: "row"}, label), ...cells.map(cellOf))))));
}

const verdictOf = ({words, agrees}, name = "") => html("p", {class: `verdict-line ${agrees ? "good" : "bad"}`}, name ? html("b", {}, name) : "", `${words[0].toUpperCase()}${words.slice(1)}.`);

function tableCard(table) {
  return html("section", {class: "card"}, html("h3", {}, ...titled(table.title)), html("p", {class: "soft"}, table.caption), ...table.blocks.map(tableOf),
    ...(table.verdict ? [verdictOf(table.verdict)] : []), ...table.notes.map((note) => html("p", {class: "soft"}, note)));
}

function figureCard(figure) {
  const pictures = figure.pictures.map(({name, caption}) => html("figure", {}, html("img", {src: `/picture/${name}.svg`, alt: caption, loading: "lazy"}), html("figcaption", {}, caption)));
  return html("section", {class: "card"}, html("h3", {}, figure.title), html("p", {class: "soft"}, ...titled(figure.caption)), html("div", {class: "pictures"}, ...pictures),
    html("details", {}, html("summary", {}, "The runs behind every point"), tableOf(figure.block)));
}

function treesCard(trees, functions) {
  const cards = trees.map((each) => {
    const box = html("div", {class: "tree-box"}), {tree, n, limit, deletion} = each, view = treeView(box, functions);
    requestAnimationFrame(() => view.show(treeOf(each.prefix, () => ++lastId), true, tree, 0));
    return html("figure", {}, box, html("figcaption", {}, html("a", {href: link("/neighbourhood", {n, limit, deletion, tree})}, tree), ` n = ${n}, limit ${limit}`));
  });
  return html("section", {class: "card"}, html("h3", {}, "Figure 1. Locally optimal trees"), html("p", {class: "soft"}, "The paper gives neither n nor limit; with these, each tree is full. A tree leads to its neighbourhood: why no run leaves it."),
    html("div", {class: "way wide", tabindex: "0", role: "group", "aria-label": "trees of figure 1"}, ...cards));
}

const found = await ask("/api/paper");
if (found.refused) sheet.replaceChildren(refusedState(found.refused, "The reproduction cannot be read"));
else {
  const hint = given.report ? [] : [html("div", {class: "verdict-line"}, html("b", {}, "Only what was published is shown."), "For new runs beside it: ", html("code", {}, "evobool reproduce"), ", then ", html("code", {}, "evobool studio --report reproduction"))];
  const missing = found.missing.length ? [html("p", {class: "soft"}, `Not in this reproduction: ${found.missing.join("; ")}.`)] : [];
  sheet.replaceChildren(html("div", {}, html("h2", {}, "Evolving conjunctions: the paper", given.report ? ", rerun" : ""), html("p", {class: "soft"}, PAPER)), ...hint,
    ...(found.together ? [verdictOf(found.together, "Tables 1 and 2 together")] : []), ...found.tables.map(tableCard), treesCard(found.trees, found.functions), ...found.figures.map(figureCard), ...missing);
}
