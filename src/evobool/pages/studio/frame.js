// What pages share: the column with the form, the column with what is shown, states without data, addresses.

import {given} from "../studio/asking.js";
import {button, html} from "../charts/elements.js";

/** The two columns of a page. On narrow screens the form can be folded away. */
export function columnsOf(title) {
  const fold = button("Setting", () => setFolded(!setup.classList.contains("folded")),
    {class: "fold", "aria-expanded": "true"});
  const summary = html("span", {class: "fold-summary"}), box = html("div", {class: "setup-box"});
  const setup = html("aside", {class: "setup", "aria-label": "setting"},
    html("div", {class: "fold-line"}, fold, summary), box);
  const shown = html("div", {class: "shown"});
  const setFolded = (folded) => {
    setup.classList.toggle("folded", folded);
    fold.setAttribute("aria-expanded", String(!folded));
  };
  document.getElementById("main").replaceChildren(
    html("h1", {class: "hidden"}, title), html("div", {class: "columns"}, setup, shown));
  return {box, shown, setFolded, summarise: (text) => { summary.textContent = text; }};
}

/** A page without a form: one column. */
export function sheetOf(title) {
  const sheet = html("div", {class: "sheet"});
  document.getElementById("main").replaceChildren(html("h1", {class: "hidden"}, title), sheet);
  return sheet;
}

/** A state without data: what there is to know, and what to do. */
export const state = (kind, title, ...children) =>
  html("div", {class: `state state-${kind}`, role: kind === "error" ? "alert" : "status"},
    html("h2", {}, title), children);

/** What the server refused, as a state of its own. */
export const refusedState = ({field, value, why}, title = "This cannot be shown") =>
  state("error", title,
    field && html("p", {}, html("b", {}, field.replaceAll("_", " ")), value && ` = ${value}`),
    html("p", {}, why));

/** Before anything is asked: what the page is for, and settings to begin with, each with a word more. */
export function welcome(title, words, path, examples, told = fieldsInWords) {
  const links = examples.map(([name, each]) =>
    html("li", {}, html("a", {href: link(path, each)}, name, html("span", {}, told(each)))));
  return state("empty", title, html("p", {}, words), html("ul", {class: "examples"}, links));
}

const fieldsInWords = (words) =>
  Object.entries(words).map(([field, value]) => `${field} ${value}`).join(", ");

export const link = (path, words) => `${path}?${new URLSearchParams(words)}`;

/** A link to a file. */
export const download = (path, words, text) => html("a", {href: link(path, words), download: ""}, text);

/** The words that have none of some names. */
export const without = (words, ...names) =>
  Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)));

/** The fields of a setting as words of an address, defaults left out but n. */
export function wordsOf(fields) {
  const usual = Object.fromEntries(given.form.map((field) => [field.name, String(field.default)]));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])
    .filter(([name, value]) => name === "n" || value !== usual[name]));
}

/** The words that replay a run of a setting. */
export const runWords = (base, seed, index) => ({...base, seed, ...(index ? {index} : {})});

/** Put words into the address bar without leaving the page. */
export function remember(words, hash = "") {
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams(words)}${hash}`);
}
