// The fields in which a second setting differs from the one of the form.

import {button, html} from "../charts/elements.js";
import {given} from "../studio/asking.js";
import {fieldControl} from "../studio/fields.js";

export const SECOND = "b."; // before the name of a field of the second setting

/** A part of a form to choose such fields in. */
export function changesOf(title, fields = given.form) {
  const list = html("div", {class: "fields"}), rows = new Map();
  const free = () => fields.filter(({name}) => !rows.has(name));
  const select = html("select", {"aria-label": "a field to change in the second setting"});
  const add = button("Change", () => { put(select.value); [...rows.values()].at(-1).focus(); });
  const element = html("fieldset", {class: "changes"},
    html("legend", {}, title), list,
    html("div", {class: "change"}, select, add));
  const refresh = () =>
    select.replaceChildren(...free().map(({name, label}) => html("option", {value: name}, label)));

  function put(name, value = null) {
    const field = fields.find((each) => each.name === name);
    if (!field || rows.has(name)) return;
    const control = fieldControl(field, () => {}, SECOND);
    const remove = button("Remove", () => { rows.delete(name); line.remove(); refresh(); },
      {"aria-label": `do not change ${field.label}`});
    const line = html("div", {class: "change"}, control.element, remove);
    if (value !== null) control.set(value);
    rows.set(name, control);
    list.append(line);
    refresh();
  }

  refresh();
  return {
    element,
    words: () => Object.fromEntries([...rows].map(([name, control]) => [`${SECOND}${name}`, control.get()])),
    fill: (said) => said.forEach((value, name) =>
      name.startsWith(SECOND) && put(name.slice(SECOND.length), value)),
    refuse: (problem) => rows.forEach((control, name) =>
      control.check(problem?.field === `${SECOND}${name}` ? problem.why : null)),
  };
}
