// One control for each field of a setting, made from the definitions that the command line uses.

import {html} from "../charts/elements.js";

let lastList = 0;

/** A control for a field: `element`, `get` and `set` (text), `check(why)` to show what is wrong, null if nothing. */
export function fieldControl(field, changed, {prefix = ""} = {}) {
  const id = `field-${prefix}${field.name}`.replaceAll(".", "-");
  const control = {choice: choiceControl, several: severalControl}[field.kind] ?? textControl;
  const {input, get, set} = control(field, id, changed);
  const problem = html("p", {class: "problem", id: `${id}-problem`, role: "alert"});
  const help = html("span", {class: "hidden", id: `${id}-help`}, field.help);
  const several = field.kind === "several";
  const label = several ? html("span", {class: "label", id: `${id}-label`}, field.label) : html("label", {for: id}, field.label);
  const element = html("div", {class: `field field-${field.kind}`, "data-field": `${prefix}${field.name}`}, label, input, problem, help);
  input.setAttribute("aria-describedby", `${id}-help ${id}-problem`);
  if (several) input.setAttribute("aria-labelledby", `${id}-label`);
  element.title = field.help;

  function check(why) {
    element.classList.toggle("wrong", why !== null);
    input.setAttribute("aria-invalid", why !== null);
    problem.textContent = why ?? "";
  }

  set(written(field.default));
  return {name: field.name, element, input, get, set, check, isDefault: () => get() === written(field.default), focus: () => (several ? input.querySelector("input") : input).focus()};
}

/** The default of a field as it is typed. */
export const written = (value) => (Array.isArray(value) ? value.join(",") : String(value ?? ""));

function choiceControl(field, id, changed) {
  const input = html("select", {id}, ...field.choices.map((word) => html("option", {value: word}, word)));
  input.addEventListener("change", changed);
  return {input, get: () => input.value, set: (value) => { input.value = value; }};
}

function severalControl(field, id, changed) {
  const boxes = field.choices.map(([word, glyph]) => {
    const box = html("input", {type: "checkbox", value: word});
    box.addEventListener("change", changed);
    return [box, html("label", {class: "pick", title: word}, box, html("span", {}, html("b", {"aria-hidden": "true"}, glyph), word))];
  });
  const input = html("div", {id, role: "group", class: "picks"}, ...boxes.map(([, label]) => label));
  return {
    input,
    get: () => boxes.filter(([box]) => box.checked).map(([box]) => box.value).join(","),
    set: (value) => {
      const words = value.split(",").map((word) => word.trim());
      boxes.forEach(([box]) => { box.checked = words.includes(box.value); });
    },
  };
}

function textControl(field, id, changed) {
  const number = field.kind === "number";
  const input = html("input", {id, type: "text", autocomplete: "off", spellcheck: "false", inputmode: number ? "numeric" : false, placeholder: field.placeholder ?? false});
  const parts = [];
  if (field.suggestions?.length > 1) {
    const list = html("datalist", {id: `list-${++lastList}`}, ...field.suggestions.map((word) => html("option", {value: word})));
    input.setAttribute("list", list.id);
    parts.push(list);
  }
  input.addEventListener("input", changed);
  if (parts.length) document.body.append(...parts);
  return {input, get: () => input.value.trim(), set: (value) => { input.value = value; }};
}
