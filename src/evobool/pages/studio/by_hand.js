// A formula tested by hand: type the values of a row, and see what it says and why.

import {html} from "../charts/elements.js";
import {ask} from "../studio/asking.js";
import {fieldControl} from "../studio/fields.js";

const PATIENCE = 120; // milliseconds without a key before the formula is asked
const MISSING = "(missing)";

/**
 * The fields of the columns that a formula uses, and what it says. `asked` tells what each column may be;
 * values of another formula are kept where columns are the same.
 */
export function byHandView(point, asked, kept) {
  const columns = point.rule.columns.map(({name}) => asked.find((each) => each.name === name));
  const says = html("p", {class: "says", role: "status"}), why = html("ul", {class: "holding"});
  let timer = 0, asking = null;
  const changed = () => { clearTimeout(timer); timer = setTimeout(test, PATIENCE); };
  const controls = columns.map((column) => fieldControl(fieldOf(column), changed, "hand-"));
  const form = html("form", {class: "by-hand", novalidate: ""},
    html("div", {class: "fields"}, controls.map(({element}) => element)));
  form.addEventListener("submit", (event) => event.preventDefault());
  const element = html("div", {class: "by-hand-box"}, form, html("div", {}, says, why));

  const values = () => Object.fromEntries(controls.map((control) => {
    const value = control.get();
    return [control.name, value === MISSING ? null : value];
  }));

  async function test() {
    asking?.abort();
    asking = new AbortController();
    Object.assign(kept, values());
    try {
      const body = JSON.stringify({rule: point.rule, values: values()});
      const told = await ask("/api/learn/by-hand", {}, asking.signal, body);
      for (const control of controls) {
        control.check(told.refused?.field === control.name ? told.refused.why : null);
      }
      if (told.refused) {
        const own = controls.some(({name}) => name === told.refused.field);
        says.textContent = own ? "Something is missing." : told.refused.why;
        return why.replaceChildren();
      }
      says.replaceChildren("The formula says ", html("b", {}, told.says), ".");
      why.replaceChildren(...point.clauses.map(({text}, k) =>
        html("li", {class: told.clauses[k] ? "yes" : "no"},
          html("span", {}, told.clauses[k] ? "holds" : "does not hold"), ` ${text}`)));
      return null;
    } catch (problem) {
      if (problem.name !== "AbortError") throw problem;
      return null;
    }
  }

  /** Begin with the values of a row. */
  function take(names, cells) {
    controls.forEach((control, k) => {
      const place = names.indexOf(columns[k].name);
      if (place >= 0) control.set(cells[place] ?? (columns[k].kind === "number" ? "" : MISSING));
    });
    test();
  }

  for (const control of controls) if (kept[control.name] !== undefined) control.set(kept[control.name] ?? "");
  if (!columns.length) says.textContent = "The formula asks nothing.";
  return {element, take, test};
}

/** A field for a column: its values to choose from, or a number to type. */
function fieldOf({name, kind, known, missing}) {
  const choices = [...known.filter((value) => value !== null), ...(missing ? [MISSING] : [])];
  const help = missing ? `${kind}; leave it empty, or choose ${MISSING}, where it is not known` : kind;
  if (kind === "number") return {name, label: name, kind: "text", default: "", help};
  return {name, label: name, kind: "choice", choices, default: choices[0], help};
}
