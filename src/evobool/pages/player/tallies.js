// How many mutations of each operation were tried so far, and how many of them were accepted.

import {html, row as rowOf} from "../charts/elements.js";

export const NOTHING_TRIED = {INS: [0, 0], DEL: [0, 0], SUB: [0, 0]};

/** The tallies after one more iteration; each mutation of an offspring counts. */
export function talliedWith(before, candidates, accepted) {
  const after = {...before};
  candidates.forEach(({operation}, k) => {
    for (const name of operation.split("+")) {
      const [tried, taken] = after[name] ?? [0, 0];
      after[name] = [tried + 1, taken + (k === accepted ? 1 : 0)];
    }
  });
  return after;
}

/** A small table in a box; `show` takes the tallies, null where they are not known. */
export function tallyView(box) {
  const body = html("tbody");
  const head = ["mutations", "tried", "accepted"].map((name) => html("th", {scope: "col"}, name));
  const share = html("th", {"aria-hidden": "true"});
  box.append(html("table", {class: "tally"}, html("thead", {}, html("tr", {}, ...head, share)), body));
  const rows = new Map();

  function row(name) {
    if (!rows.has(name)) {
      const cells = [html("td"), html("td")], bar = html("span", {class: "part"});
      const track = html("td", {"aria-hidden": "true"}, html("span", {class: "track"}, bar));
      body.append(rowOf(name, [...cells, track]));
      rows.set(name, {cells, bar});
    }
    return rows.get(name);
  }

  function show(tallies) {
    for (const name of new Set([...Object.keys(tallies ?? NOTHING_TRIED), ...rows.keys()])) {
      const {cells, bar} = row(name), [tried, accepted] = tallies?.[name] ?? [0, 0];
      cells[0].textContent = tallies ? tried.toLocaleString("en") : "–";
      cells[1].textContent = tallies ? accepted.toLocaleString("en") : "–";
      bar.style.width = `${tried ? (100 * accepted) / tried : 0}%`;
    }
  }

  return {show};
}
