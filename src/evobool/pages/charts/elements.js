// HTML and SVG elements in one call each, and those that many pages are made of.

const SVG = "http://www.w3.org/2000/svg";

/** Attributes that are null, undefined or false are left out; so are such children. Children may be lists. */
export function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") element.style.cssText = value; // an attribute would need a laxer content policy
    else element.setAttribute(name, value);
  }
  element.append(...present(children));
  return element;
}

const present = (children) =>
  children.flat(2).filter((each) => each !== null && each !== undefined && each !== false);

/** Put other children into an element. */
export const refill = (element, ...children) => element.replaceChildren(...present(children));

/** @returns {any} */
export const html = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);
/** @returns {any} */
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** A title with the n of AND_n as a subscript. */
export const titled = (text) => text.split(/_(\w+)/).map((part, k) => (k % 2 ? html("sub", {}, part) : part));

/** A button that does something. */
export function button(words, act, attributes = {}) {
  const made = html("button", {type: "button", ...attributes}, words);
  made.addEventListener("click", act);
  return made;
}

/** A choice among words; `change` is called with the new one. */
export function selection(choices, value, change, attributes = {}, unit = "") {
  const options = choices.map((word) =>
    html("option", {value: word, selected: word === value && ""}, `${word}${unit}` || "none"));
  const made = html("select", attributes, options);
  made.addEventListener("change", () => change(made.value));
  return made;
}

/** Names with values. */
export const facts = (pairs, attributes = {}) =>
  html("dl", attributes, pairs.map(([name, ...values]) =>
    html("div", {}, html("dt", {}, name), html("dd", {}, values))));

/** What may be wider than its place: it scrolls, by the keyboard too. */
export const scroll = (label, ...children) =>
  html("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": label}, children);

/** A table: `heads` are names or cells; of each row, the first is its name. Every cell knows its head. */
export function table(kind, heads, rows) {
  const head = heads.map((name) =>
    (name instanceof Element ? name : name === "" ? html("th") : column(name)));
  for (const line of rows) {
    [...line.cells].forEach((each, k) => { each.dataset.head = head[k]?.textContent ?? ""; });
  }
  return html("table", {class: kind}, html("thead", {}, html("tr", {}, head)), html("tbody", {}, rows));
}
export const column = (name, attributes = {}) => html("th", {scope: "col", ...attributes}, name);
/** A row: its name, and cells that are words or cells. */
export const row = (name, cells, attributes = {}) =>
  html("tr", attributes, html("th", {scope: "row"}, name), cells.map((each) => cell(each)));
export const cell = (content, attributes = {}) =>
  (content instanceof HTMLTableCellElement ? content : html("td", attributes, content));

/** A framed part of a page with a title. */
export const card = (title, ...children) =>
  html("section", {class: "card"}, html("h3", {}, titled(title)), children);

export const soft = (...words) => html("p", {class: "soft"}, words);
