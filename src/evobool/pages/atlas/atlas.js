// The atlas: all classes in rows by their fewest leaves, coloured by how hard they are for the chosen system.

import {html} from "../charts/elements.js";
import {detailsView, rounded, whole} from "../atlas/details.js";
import {cellsOf} from "../player/inputs.js";
import {correlationTable, featuresOf, forest, forestLegend, scatter} from "../atlas/plots.js";
import {MEASURES, colouring, mapPicture} from "../atlas/tiles.js";

export function showAtlas(main, data) {
  let system = data.systems[0], measure = "T";
  const {of, scale} = colouring(data, paint), colour = (cell) => of(cell, measure);
  const details = detailsView(data, colour);
  const tiles = new Map(data.classes.map((entry) => [entry, tileOf(entry, data)]));
  const peek = html("p", {class: "peek"}), note = html("p", {class: "note"}), scaleBox = html("div", {class: "scale"});
  const tabs = data.systems.map((each) => html("button", {type: "button", "aria-pressed": String(each === system)}, each.title));
  tabs.forEach((tab, k) => tab.addEventListener("click", () => choose({system: data.systems[k]})));
  const kinds = Object.entries(MEASURES).map(([name, {title}]) => {
    const kind = html("button", {type: "button", "aria-pressed": String(name === measure)}, title);
    kind.addEventListener("click", () => choose({measure: name}));
    return kind;
  });
  const features = featuresOf(data);
  const axis = html("select", {"aria-label": "T against"}, ...features.map(({name}) => html("option", {}, name)));
  axis.addEventListener("change", draw);
  const open = (entry) => details.show(entry, system);
  for (const [entry, tile] of tiles) {
    tile.addEventListener("click", () => open(entry));
    for (const event of ["pointerenter", "focus"]) tile.addEventListener(event, () => tell(entry));
  }
  const {columns, rows} = cellsOf(data.n), byLeaves = rowsOf(data, tiles);
  main.style.cssText = `--shape: ${columns / rows}; --across: ${Math.max(...byLeaves.map((row) => row.querySelectorAll(".tile").length), 12)}`;
  const dots = html("figure", {class: "plot"}), rhos = html("figure", {class: "plot"});
  main.replaceChildren(
    html("header", {class: "top"}, html("h1", {}, data.title), html("p", {class: "lead"}, lead(data))),
    html("div", {class: "systems", role: "group", "aria-label": "GP system"}, ...tabs),
    html("div", {class: "systems small", role: "group", "aria-label": "colour by"}, html("span", {}, "Colour by"), ...kinds), note,
    html("div", {class: "legends"}, scaleBox, peek),
    html("div", {class: "rows"}, ...byLeaves),
    landmarks(data, tiles, open),
    reading(data),
    html("section", {}, html("h2", {}, "Hard to find, and hard to write down"),
      html("label", {class: "axis"}, "T against ", axis), dots),
    ...(data.systems[0].correlations.length ? [html("section", {}, html("h2", {}, "What goes with a long T"), forestLegend(data), rhos,
      html("p", {class: "soft"}, aboutIntervals(data)), html("details", {}, html("summary", {}, "The numbers"), correlationTable(data)))] : []),
    about(data), details.dialog);

  function choose(next) {
    ({system, measure} = {system, measure, ...next});
    tabs.forEach((tab, k) => tab.setAttribute("aria-pressed", String(data.systems[k] === system)));
    kinds.forEach((kind, k) => kind.setAttribute("aria-pressed", String(Object.keys(MEASURES)[k] === measure)));
    paint();
  }

  function paint() {
    for (const [entry, tile] of tiles) {
      const cells = entry.cells[system.name];
      tile.style.setProperty("--a", colour(cells[0]));
      tile.style.setProperty("--b", colour(cells.at(-1)));
      tile.classList.toggle("stuck", cells.some(({fate}) => fate.dead > 0));
      tile.setAttribute("aria-label", summary(entry, system));
    }
    note.textContent = noteOf(data, system);
    scaleBox.replaceChildren(...legend(data, system, measure, scale()));
    tell(null);
    draw();
  }

  function tell(entry) {
    peek.textContent = entry ? summary(entry, system) : "Point at a function, or choose one for its numbers and trees.";
  }

  function draw() {
    dots.replaceChildren(scatter(data, system, features[axis.selectedIndex], Math.max(300, dots.clientWidth), colour, open),
      html("figcaption", {}, `${system.title}: each mark is a function up to symmetry; marks with equal values are spread out sideways. Choose one for its numbers.`));
    if (rhos.isConnected) rhos.replaceChildren(forest(data, Math.max(300, rhos.clientWidth)));
  }

  paint();
  new ResizeObserver(draw).observe(main);
  const follow = () => {
    const wanted = data.classes.find(({table}) => `#${table}` === location.hash);
    if (wanted) open(wanted);
  };
  addEventListener("hashchange", follow);
  follow();
}

function tileOf(entry, data) {
  const tile = html("button", {type: "button", class: "tile", "data-class": entry.table});
  tile.append(mapPicture(entry.table, data.n));
  return tile;
}

/** Rows of classes with the same fewest leaves, the easiest for the first system on the left. */
function rowsOf(data, tiles) {
  const rows = new Map(), first = data.systems[0].name;
  for (const entry of data.classes) rows.set(entry.leaves, [...rows.get(entry.leaves) ?? [], entry]);
  return [...rows].sort(([a], [b]) => a - b).map(([leaves, entries]) => html("div", {class: "row", role: "group", "aria-label": `${leaves} leaves`},
    html("span", {class: "leaves"}, String(leaves), html("small", {}, leaves === 1 ? " leaf" : " leaves")),
    html("div", {class: "tiles"}, ...entries.toSorted((a, b) => a.cells[first][0].mean - b.cells[first][0].mean).map((entry) => tiles.get(entry)))));
}

function summary(entry, system) {
  const told = entry.cells[system.name].map((cell, k) =>
    `${k ? "; negated: " : ""}found by ${cell.solved} of ${cell.runs}, T ${cell.solved ? rounded(cell.mean) : "beyond the cap"}`);
  return `${entry.name ?? entry.formula}: ${told.join("")}`;
}

/** What the colours mean; marks that nothing has are left out. */
function legend(data, system, measure, {colours, never}) {
  const cells = data.classes.flatMap((entry) => entry.cells[system.name]), ticks = [];
  if (measure === "T") {
    const span = Math.log10(data.cap / data.easiest);
    for (let power = 0; power <= span + 1e-9; power++) ticks.push([power / span, `${power ? "" : "≤ "}${whole(data.easiest * 10 ** power)}`]);
  } else for (const share of [0, 0.25, 0.5, 0.75, 1]) ticks.push([share, `${100 * share} %`]);
  const bands = colours.map((colour, k) => `${colour} ${(100 * k) / colours.length}% ${(100 * (k + 1)) / colours.length}%`);
  const key = (style, text) => html("span", {class: "key"}, html("span", style), text);
  return [
    html("div", {class: "ramp"},
      html("span", {class: "bar", style: `background: linear-gradient(90deg, ${bands.join(", ")})`}),
      html("span", {class: "ticks"}, ...ticks.map(([at, text]) => html("span", {style: `left: ${100 * at}%; transform: translateX(${-100 * at}%)`}, text))),
      html("span", {class: "what"}, MEASURES[measure].what)),
    ...(cells.some(({solved}) => !solved) ? [key({class: "swatch", style: `background: ${never}`}, "never found")] : []),
    ...(cells.some(({fate}) => fate.dead) ? [key({class: "swatch stuck"}, "some runs are stuck for ever (proved)")] : []),
  ];
}

function noteOf(data, system) {
  const sides = system.symmetric ? "A function and its negation are equally hard here (De Morgan), so a tile has one colour."
    : "A function and its negation differ here: upper left the function, lower right its negation.";
  const dead = system.never ? " No tree is a dead end (proved)." : "";
  return sides + dead;
}

function landmarks(data, tiles, open) {
  const known = data.classes.filter(({name}) => name).sort((a, b) => a.leaves - b.leaves);
  return html("nav", {class: "landmarks", "aria-label": "functions with a name"}, html("span", {}, "Where is"), ...known.map((entry) => {
    const link = html("button", {type: "button"}, entry.name);
    const mark = (on) => () => tiles.get(entry).classList.toggle("marked", on);
    for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]]) link.addEventListener(event, mark(on));
    link.addEventListener("click", () => open(entry));
    return link;
  }));
}

function lead(data) {
  const all = data.classes.reduce((sum, {size}) => sum + size, 0);
  return `All ${whole(all)} functions, as ${whole(data.classes.length)} classes up to renaming and negating inputs and output. Each tile is a ` +
    "function's Karnaugh map, full colour where it is true; the colour says how long simple genetic programming takes to find it. " +
    "The functions of a row need equally many leaves as a tree of AND and OR.";
}

function reading(data) {
  return html("p", {class: "soft"}, `T is the number of iterations until a tree is correct on all ${2 ** data.n} inputs. A run that gives up after ` +
    `${whole(data.cap)} counts as ${whole(data.cap)}. ${data.runs} runs for each function and system; seed ${data.seed}; all literals; ` +
    `limit on the leaves: ${data.limit}. A constant is a target like any other: a tree must compute it, such as x1 & ~x1.`);
}

function aboutIntervals(data) {
  return "Spearman's rank correlation over all classes of a system, each class counted once. Thick lines: 95 % over the runs (what more runs could " +
    "change). Thin lines: 95 % over the classes, drawn again with replacement (how much it hangs on some of them). The atlas is complete, so these are " +
    `facts about n = ${data.n}; they do not say what causes what, nor what happens at larger n.`;
}

function about(data) {
  const lines = [
    "Classes. With all literals in L, renaming and negating inputs turns runs into runs, for every function set. Negating the output does so only if F holds the dual of each of its functions: {and, or} does, {and, or, xor} and {nand} do not. There, a function and its negation were run apart.",
    "Fewest leaves are exact, by dynamic programming over all functions. Leaves are means over the trees that solved a function.",
    `Stuck for ever: up to ${data.lookedAt} failed runs of each function were followed to every tree they can lead to, as long as those are at most ${data.lookedFurther}. ` +
      "With AND and OR in F, all literals, no limit and non-strict selection, no tree is a dead end; and the (1+1) GP can turn any tree into any other.",
    "Intervals are 95 %: bootstrap for means, Brookmeyer and Crowley for medians.",
  ];
  return html("section", {class: "about-runs"}, html("h2", {}, "What was done"), ...lines.map((text) => html("p", {}, text)),
    html("p", {class: "soft"}, data.made, " ", ...data.provenance));
}
