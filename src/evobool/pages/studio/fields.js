// One control for each field of a setting, made from the definitions that the command line uses.

import {html} from "../charts/elements.js";

let lastList = 0;

/**
 * A control for a field: `element`, `get` and `set` (text), `check(why)` to show what is wrong, if anything.
 * `changed` is called whenever the reader changes something.
 */
export function fieldControl(field, changed, prefix = "") {
  const {name, label: words, kind, help} = field, several = kind === "several";
  const id = `field-${prefix}${name}`.replaceAll(".", "-");
  const control = {choice: choiceControl, several: severalControl}[kind] ?? textControl;
  const {input, get, set} = control(field, id);
  const problem = html("p", {class: "problem", id: `${id}-problem`, role: "alert"});
  const label = several ? html("span", {class: "label", id: `${id}-label`}, words)
    : html("label", {for: id}, words);
  const element = html("div", {class: `field field-${kind}`, "data-field": `${prefix}${name}`, title: help},
    label, input, problem, html("span", {class: "hidden", id: `${id}-help`}, help));
  input.setAttribute("aria-describedby", `${id}-help ${id}-problem`);
  if (several) input.setAttribute("aria-labelledby", `${id}-label`);
  input.addEventListener("input", changed);

  function check(why) {
    element.classList.toggle("wrong", why !== null);
    input.setAttribute("aria-invalid", why !== null);
    problem.textContent = why ?? "";
  }

  const usual = Array.isArray(field.default) ? field.default.join(",") : String(field.default ?? "");
  set(usual);
  const focus = () => (several ? input.querySelector("input") : input).focus();
  return {name, element, input, get, set, check, isDefault: () => get() === usual, focus};
}

const ofInput = (input) => ({input, get: () => input.value.trim(), set: (value) => { input.value = value; }});

const choiceControl = ({choices}, id) =>
  ofInput(html("select", {id}, choices.map((word) => html("option", {value: word}, word))));

function severalControl({choices}, id) {
  const boxes = choices.map(([word]) => html("input", {type: "checkbox", value: word}));
  const labels = choices.map(([word, glyph], k) => html("label", {class: "pick", title: word}, boxes[k],
    html("span", {}, html("b", {"aria-hidden": "true"}, glyph), word)));
  return {
    input: html("div", {id, role: "group", class: "picks"}, labels),
    get: () => boxes.filter((box) => box.checked).map((box) => box.value).join(","),
    set: (value) => {
      const words = value.split(",").map((word) => word.trim());
      for (const box of boxes) box.checked = words.includes(box.value);
    },
  };
}

function textControl({kind, placeholder, suggestions = []}, id) {
  const input = html("input", {
    id, type: "text", autocomplete: "off", spellcheck: "false", placeholder,
    inputmode: kind === "number" && "numeric",
  });
  if (suggestions.length > 1) {
    const list = `list-${++lastList}`;
    input.setAttribute("list", list);
    const options = suggestions.map((word) => html("option", {value: word}));
    document.body.append(html("datalist", {id: list}, options));
  }
  return ofInput(input);
}
