// The form of a setting: its fields, what is wrong at which of them, and the same run for a terminal and for Python.

import {ask, given} from "../studio/asking.js";
import {html} from "../charts/elements.js";
import {fieldControl} from "../studio/fields.js";

const PATIENCE = 150; // milliseconds without a key before what was typed is checked
const SEED = {name: "seed", label: "seed", kind: "text", default: "", placeholder: "a new one", help: "Where randomness starts. The same seed gives the same run, here and on the command line. Without one, a seed is chosen and shown."};
const INDEX = {name: "index", label: "index", kind: "text", default: "0", help: "The number of the run among those of the seed."};
const ENGINE = {name: "engine", label: "engine", kind: "choice", choices: given.engines, default: "auto", help: "Who makes the run. On the complete truth table all give the same runs."};

/**
 * The form in a box. `submit` names the button and `start` is called with the words of the form; `extra` are fields
 * of the page's own, `without` leaves fields out, and `codes` says whether command and call are shown.
 */
export function settingForm(box, {submit, start, extra = [], without = [], codes = true, below = [], checked = (_answer) => {}}) {
  const own = [SEED, INDEX, ENGINE].filter((field) => !without.includes(field.name));
  const changed = () => { clearTimeout(timer); timer = setTimeout(check, PATIENCE); };
  let timer = 0, asking = null;
  const make = (field) => fieldControl(field, changed);
  const [before, first, rest] = [extra, given.form.filter((field) => field.first), [...given.form.filter((field) => !field.first)]].map((fields) => fields.map(make));
  const last = own.map(make);
  const controls = [...before, ...first, ...rest, ...last];
  const button = html("button", {type: "submit", class: "primary"}, submit);
  const general = html("p", {class: "problem general", role: "alert"});
  const warnings = html("p", {class: "warnings", role: "status"});
  const more = html("details", {class: "more-fields"}, html("summary", {}, "More fields"), html("div", {class: "fields"}, ...rest.map(({element}) => element)));
  const [shell, python] = [codeLine("Command", "command"), codeLine("Python", "call")];
  const form = html("form", {class: "setting", novalidate: ""},
    ...(before.length ? [html("div", {class: "fields"}, ...before.map(({element}) => element))] : []),
    html("div", {class: "fields"}, ...first.map(({element}) => element)),
    more,
    ...(last.length ? [html("div", {class: last.length === 3 ? "fields three" : "fields"}, ...last.map(({element}) => element))] : []),
    ...below, general, warnings, html("div", {class: "submit"}, button),
    ...(codes ? [html("div", {class: "codes"}, shell.element, python.element)] : []));
  box.replaceChildren(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start(words());
  });

  /** What the form says, the defaults left out but n. */
  const words = () => Object.fromEntries(controls.filter((control) => control.name === "n" || !control.isDefault()).map((control) => [control.name, control.get()]));

  function fill(found) {
    for (const control of controls) if (found.has(control.name)) control.set(found.get(control.name));
    more.open = more.open || rest.some((control) => !control.isDefault());
  }

  /** Show what is wrong at its field, or below the form where it has none. */
  function refuse(problem) {
    const control = problem && controls.find(({name}) => name === problem.field);
    for (const each of controls) each.check(each === control ? problem.why : null);
    general.textContent = problem && !control ? (problem.field ? `${problem.field}: ${problem.why}` : problem.why) : "";
    if (control && rest.includes(control)) more.open = true;
  }

  async function check() {
    asking?.abort();
    asking = new AbortController();
    const names = new Set(extra.map(({name}) => name));
    const said = Object.fromEntries(Object.entries(words()).filter(([name]) => !names.has(name)));
    try {
      const answer = await ask("/api/check", said, asking.signal);
      refuse(answer.refused ?? null);
      button.disabled = Boolean(answer.refused);
      if (answer.refused) return;
      warnings.textContent = answer.warnings.join(" ");
      shell.show(answer.command);
      python.show(answer.call);
      checked(answer);
    } catch (problem) {
      if (problem.name !== "AbortError") throw problem;
    }
  }

  const setCodes = (command, call) => { shell.show(command); python.show(call); };
  return {form, words, fill, refuse, check, setCodes, controls: Object.fromEntries(controls.map((control) => [control.name, control]))};
}

/** A line of code with a button that copies it. */
export function codeLine(title, name) {
  const code = html("code", {class: name, tabindex: "0"}), button = html("button", {type: "button", "aria-label": `copy: ${title}`}, "Copy");
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(code);
    if (!navigator.clipboard) return; // browsers keep it from addresses on the network; what is selected can be copied
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1200);
  });
  const element = html("div", {class: "code-line"}, html("span", {class: "label"}, title), code, button);
  return {element, show: (text) => { code.textContent = text; }};
}
