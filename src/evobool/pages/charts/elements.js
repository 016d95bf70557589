// HTML and SVG elements in one call each.

const SVG = "http://www.w3.org/2000/svg";

export function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") element.style.cssText = value; // an attribute would need a laxer content policy
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** A title with the n of AND_n as a subscript. */
export const titled = (text) => text.split(/_(\w+)/).map((part, k) => (k % 2 ? html("sub", {}, part) : part));
