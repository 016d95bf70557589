// What pages share: the column with the form, the column with what is shown, states without data, addresses.

import {html} from "../charts/elements.js";

/** The two columns of a page. On narrow screens the form can be folded away. */
export function columnsOf(title) {
  const main = document.getElementById("main");
  const fold = html("button", {type: "button", class: "fold", "aria-expanded": "true"}, "Setting");
  const summary = html("span", {class: "fold-summary"});
  const box = html("div", {class: "setup-box"});
  const setup = html("aside", {class: "setup", "aria-label": "setting"}, html("div", {class: "fold-line"}, fold, summary), box);
  const shown = html("div", {class: "shown"});
  const setFolded = (folded) => {
    setup.classList.toggle("folded", folded);
    fold.setAttribute("aria-expanded", String(!folded));
  };
  fold.addEventListener("click", () => setFolded(!setup.classList.contains("folded")));
  main.replaceChildren(html("h1", {class: "hidden"}, title), html("div", {class: "columns"}, setup, shown));
  return {box, shown, setFolded, summarise: (text) => { summary.textContent = text; }};
}

/** A state without data: what there is to know, and what to do. */
export const state = (kind, title, ...children) =>
  html("div", {class: `state state-${kind}`, role: kind === "error" ? "alert" : "status"}, html("h2", {}, title), ...children);

/** What the server refused, as a state of its own. */
export function refusedState({field, value, why}, title = "This cannot be shown") {
  const what = field ? [html("p", {}, html("b", {}, field), value ? [" = ", value].join("") : "")] : [];
  return state("error", title, ...what, html("p", {}, why));
}

/** What may be wider than its place: it scrolls, by the keyboard too. */
export const scroll = (label, ...children) => html("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": label}, ...children);

export const link = (path, words) => `${path}?${new URLSearchParams(words)}`;

/** The fields of a setting as words of an address, defaults left out but n. */
export function wordsOf(fields, form) {
  const usual = Object.fromEntries(form.map((field) => [field.name, String(field.default)]));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])
    .filter(([name, value]) => name === "n" || value !== usual[name]));
}

/** Put words into the address bar without leaving the page. */
export function remember(words, hash = "") {
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams(words)}${hash}`);
}

export const number = (value, digits = 1) =>
  (value === null || value === undefined ? "–" : value.toLocaleString("en", {minimumFractionDigits: digits, maximumFractionDigits: digits}));
