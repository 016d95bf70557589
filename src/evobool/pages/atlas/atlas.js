// The atlas: all classes in rows by their fewest leaves, coloured by how hard they are for the chosen system.

import {detailsView} from "../atlas/details.js";
import {correlationTable, featuresOf, forest, forestLegend, scatter} from "../atlas/plots.js";
import {MEASURES, colouring, mapPicture} from "../atlas/tiles.js";
import * as words from "../atlas/words.js";
import {powers} from "../charts/axes.js";
import {button, html, refill, selection, soft} from "../charts/elements.js";
import {whole} from "../charts/numbers.js";
import {cellsOf} from "../player/inputs.js";

export function showAtlas(main, data) {
  const features = featuresOf(data);
  let system = data.systems[0], measure = "T", feature = features[0];
  const {of, scale} = colouring(data, paint), colour = (cell) => of(cell, measure);
  const details = detailsView(data, colour), open = (entry) => details.show(entry, system);
  const tiles = new Map(data.classes.map((entry) => [entry, tileOf(entry)]));
  const peek = html("p", {class: "peek"}), note = html("p", {class: "note"});
  const scaleBox = html("div", {class: "scale"});
  const tabs = data.systems.map((each) => button(each.title, () => choose({system: each})));
  const kinds = Object.keys(MEASURES).map((name) =>
    button(MEASURES[name].title, () => choose({measure: name})));
  const pick = (name) => { feature = features.find((each) => each.name === name); draw(); };
  const axis = selection(features.map(({name}) => name), feature.name, pick, {"aria-label": "T against"});
  const {columns, rows} = cellsOf(data.n), byLeaves = rowsOf(data, tiles);
  const across = Math.max(...byLeaves.map((row) => row.querySelectorAll(".tile").length), 12);
  main.style.cssText = `--shape: ${columns / rows}; --across: ${across}`;
  const dots = html("figure", {class: "plot"}), rhos = html("figure", {class: "plot"});
  refill(main,
    html("header", {class: "top"}, html("h1", {}, data.title), html("p", {class: "lead"}, words.lead(data))),
    html("div", {class: "systems", role: "group", "aria-label": "GP system"}, tabs),
    html("div", {class: "systems small", role: "group", "aria-label": "colour by"},
      html("span", {}, "Colour by"), kinds), note,
    html("div", {class: "legends"}, scaleBox, peek),
    html("div", {class: "rows"}, byLeaves),
    landmarks(data, tiles, open),
    soft(words.reading(data)),
    part("Hard to find, and hard to write down", html("label", {class: "axis"}, "T against ", axis), dots),
    data.systems[0].correlations.length > 0 && part("What goes with a long T", forestLegend(data), rhos,
      soft(words.intervals(data)),
      html("details", {}, html("summary", {}, "The numbers"), correlationTable(data))),
    html("section", {class: "about-runs"}, html("h2", {}, "What was done"),
      words.done(data).map((text) => html("p", {}, text)), soft(data.provenance)),
    details.dialog);

  function tileOf(entry) {
    const {table} = entry, map = mapPicture(table, data.n);
    const tile = button(map, () => open(entry), {class: "tile", "data-class": table});
    for (const event of ["pointerenter", "focus"]) tile.addEventListener(event, () => tell(entry));
    return tile;
  }

  function choose(next) {
    ({system, measure} = {system, measure, ...next});
    paint();
  }

  function paint() {
    const pressed = (each, on) => each.setAttribute("aria-pressed", String(on));
    tabs.forEach((tab, k) => pressed(tab, data.systems[k] === system));
    kinds.forEach((kind, k) => pressed(kind, Object.keys(MEASURES)[k] === measure));
    for (const [entry, tile] of tiles) {
      const cells = entry.cells[system.name];
      tile.style.setProperty("--a", colour(cells[0]));
      tile.style.setProperty("--b", colour(cells.at(-1)));
      tile.classList.toggle("stuck", cells.some(({fate}) => fate.dead > 0));
      tile.setAttribute("aria-label", words.summary(entry, system));
    }
    note.textContent = words.sides(system);
    refill(scaleBox, legend(data, system, measure, scale()));
    tell(null);
    draw();
  }

  function tell(entry) {
    peek.textContent = entry ? words.summary(entry, system) : words.POINT;
  }

  function draw() {
    dots.replaceChildren(scatter(data, system, feature, Math.max(300, dots.clientWidth), colour, open),
      html("figcaption", {}, `${system.title}: ${words.MARKS}`));
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

const part = (title, ...children) => html("section", {}, html("h2", {}, title), children);

/** Rows of classes with the same fewest leaves, the easiest for the first system on the left. */
function rowsOf(data, tiles) {
  const first = data.systems[0].name, hardness = (entry) => entry.cells[first][0].mean;
  const rows = [...Map.groupBy(data.classes, ({leaves}) => leaves)].sort(([a], [b]) => a - b);
  return rows.map(([leaves, entries]) =>
    html("div", {class: "row", role: "group", "aria-label": `${leaves} leaves`},
      html("span", {class: "leaves"}, String(leaves), html("small", {}, leaves === 1 ? " leaf" : " leaves")),
      html("div", {class: "tiles"},
        entries.toSorted((a, b) => hardness(a) - hardness(b)).map((entry) => tiles.get(entry)))));
}

/** What the colours mean; marks that nothing has are left out. */
function legend({classes, easiest, cap}, system, measure, {colours, never}) {
  const cells = classes.flatMap((entry) => entry.cells[system.name]);
  const place = (value) => Math.log10(value / easiest) / Math.log10(cap / easiest);
  const times = powers(easiest, cap, [easiest / 10 ** Math.floor(Math.log10(easiest))])
    .map((value) => [place(value), `${value > easiest ? "" : "≤ "}${whole(value)}`]);
  const shares = [0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${100 * share} %`]);
  /** @type {any[][]} */
  const ticks = measure === "T" ? times : shares;
  const percent = (k) => `${(100 * k) / colours.length}%`;
  const bands = colours.map((colour, k) => `${colour} ${percent(k)} ${percent(k + 1)}`);
  const key = (style, text) => html("span", {class: "key"}, html("span", style), text);
  return [
    html("div", {class: "ramp"},
      html("span", {class: "bar", style: `background: linear-gradient(90deg, ${bands.join(", ")})`}),
      html("span", {class: "ticks"}, ticks.map(([at, text]) =>
        html("span", {style: `left: ${100 * at}%; transform: translateX(${-100 * at}%)`}, text))),
      html("span", {class: "what"}, MEASURES[measure].what)),
    cells.some(({solved}) => !solved) && key({class: "swatch", style: `background: ${never}`}, "never found"),
    cells.some(({fate}) => fate.dead) &&
      key({class: "swatch stuck"}, "some runs are stuck for ever (proved)"),
  ];
}

function landmarks(data, tiles, open) {
  const known = data.classes.filter(({name}) => name).sort((a, b) => a.leaves - b.leaves);
  const links = known.map((entry) => {
    const link = button(entry.name, () => open(entry));
    const mark = (on) => () => tiles.get(entry).classList.toggle("marked", on);
    for (const event of ["pointerenter", "focus"]) link.addEventListener(event, mark(true));
    for (const event of ["pointerleave", "blur"]) link.addEventListener(event, mark(false));
    return link;
  });
  return html("nav", {class: "landmarks", "aria-label": "functions with a name"},
    html("span", {}, "Where is"), links);
}
