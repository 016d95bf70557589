// The offspring of an iteration as a row of chips: one is looked at, at most one is accepted.

import {html} from "../charts/elements.js";
import {errorText} from "../player/frames.js";

const MARKS = {accepted: "✓", unchanged: "=", rejected: ""};

/** A row of `count` chips in a box; `choose` is told which was clicked. */
export function chipsView(box, count, choose) {
  const chips = Array.from({length: count}, (_, k) => {
    const chip = html("button", {type: "button", class: "chip"});
    chip.addEventListener("click", () => choose(k));
    return chip;
  });
  box.append(...chips);

  function show(candidates, chosen) {
    box.classList.toggle("idle", !candidates.length);
    chips.forEach((chip, k) => {
      const candidate = candidates[k] ?? null;
      chip.dataset.state = candidate?.state ?? "none";
      chip.setAttribute("aria-pressed", k === chosen);
      chip.tabIndex = k === chosen ? 0 : -1;
      chip.setAttribute("aria-label", candidate ? spoken(candidate, k) : `offspring ${k + 1}`);
      chip.replaceChildren(...(candidate ? written(candidate) : [html("b", {}, "–")]));
    });
    const chip = chips[chosen];
    if (!chip) return;
    if (box.contains(document.activeElement)) chip.focus({preventScroll: true});
    const [from, to] = [chip.offsetLeft - 6, chip.offsetLeft + chip.offsetWidth + 6 - box.clientWidth];
    box.scrollLeft = Math.max(to, Math.min(from, box.scrollLeft));
  }

  return {show};
}

const written = ({after, leaves, operation, state}) => [
  html("b", {}, after === null ? "not judged" : `error ${errorText(after)}`, html("i", {}, MARKS[state])),
  html("span", {}, `${operation}, ${leaves} ${leaves === 1 ? "leaf" : "leaves"}`),
];

const spoken = ({after, leaves, operation, state}, k) =>
  `offspring ${k + 1}: ${operation}, error ${after === null ? "not known" : errorText(after)}, ` +
  `leaves ${leaves}, ${state}`;
