// The form of a setting: its fields, what is wrong at which, and the same run for a terminal and for Python.

import {button, html} from "../charts/elements.js";
import {ask, given} from "../studio/asking.js";
import {fieldControl} from "../studio/fields.js";

const PATIENCE = 150; // milliseconds without a key before what was typed is checked
export const OWN = [
  {
    name: "seed", label: "seed", kind: "text", default: "", placeholder: "a new one",
    help: "Where randomness starts. The same seed gives the same run, here and on the command line. " +
      "Without one, a seed is chosen and shown.",
  },
  {
    name: "index", label: "index", kind: "text", default: "0",
    help: "The number of the run among those of the seed.",
  },
  {
    name: "engine", label: "engine", kind: "choice", choices: given.engines, default: "auto",
    help: "Who makes the run. On the complete truth table all give the same runs.",
  },
];

/**
 * The form in a box. `submit` names the button and `start` is called with the words of the form; `extra` are
 * fields of the page's own, `without` leaves some out, `below` stands above the button, `codes` says whether
 * command and call are shown, and `checked` is told what the server says of a setting that is right.
 * @param {any} box
 * @param {{submit: string, start: (words: Record<string, string>) => void, extra?: any[], without?: string[],
 *   codes?: boolean, below?: any[], checked: (answer: any) => void}} options
 */
export function settingForm(box, options) {
  const {submit, start, extra = [], without = [], codes = true, below = [], checked} = options;
  let timer = 0, asking = null;
  const changed = () => { clearTimeout(timer); timer = setTimeout(check, PATIENCE); };
  const controlsOf = (fields) => fields.map((field) => fieldControl(field, changed));
  const fieldsOf = (some, kind = "fields") =>
    some.length > 0 && html("div", {class: kind}, some.map(({element}) => element));
  const before = controlsOf(extra), first = controlsOf(given.form.filter((field) => field.first));
  const rest = controlsOf(given.form.filter((field) => !field.first));
  const last = controlsOf(OWN.filter(({name}) => !without.includes(name)));
  const controls = [...before, ...first, ...rest, ...last];
  const send = html("button", {type: "submit", class: "primary"}, submit);
  const general = html("p", {class: "problem general", role: "alert"});
  const warnings = html("p", {class: "warnings", role: "status"});
  const more = html("details", {class: "more-fields"}, html("summary", {}, "More fields"), fieldsOf(rest));
  const [shell, python] = [codeLine("Command", "command"), codeLine("Python", "call")];
  const form = html("form", {class: "setting", novalidate: ""},
    fieldsOf(before), fieldsOf(first), more, fieldsOf(last, last.length === 3 ? "fields three" : "fields"),
    below, general, warnings, html("div", {class: "submit"}, send),
    codes && html("div", {class: "codes"}, shell.element, python.element));
  box.replaceChildren(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start(words());
  });

  /** What the form says, the defaults left out but n. */
  const words = () => Object.fromEntries(controls
    .filter((control) => control.name === "n" || !control.isDefault())
    .map((control) => [control.name, control.get()]));

  function fill(found) {
    for (const control of controls) if (found.has(control.name)) control.set(found.get(control.name));
    more.open = more.open || rest.some((control) => !control.isDefault());
  }

  /** Show what is wrong at its field, or below the form where it has none. */
  function refuse(problem) {
    const control = problem && controls.find(({name}) => name === problem.field);
    for (const each of controls) each.check(each === control ? problem.why : null);
    general.textContent = !problem || control ? "" : [problem.field, problem.why].filter(Boolean).join(": ");
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
      send.disabled = Boolean(answer.refused);
      if (answer.refused) return;
      warnings.textContent = answer.warnings.join(" ");
      setCodes(answer);
      checked(answer);
    } catch (problem) {
      if (problem.name !== "AbortError") throw problem;
    }
  }

  function setCodes({command, call}) {
    shell.show(command);
    python.show(call);
  }

  const byName = Object.fromEntries(controls.map((control) => [control.name, control]));
  return {words, fill, refuse, check, setCodes, controls: byName};
}

/** A line of code with a button that copies it. */
export function codeLine(title, name, text = "") {
  const code = html("code", {class: name, tabindex: "0"}, text);
  const copy = button("Copy", async () => {
    getSelection().selectAllChildren(code);
    if (!navigator.clipboard) return; // kept from addresses on the network; what is selected can be copied
    await navigator.clipboard.writeText(code.textContent);
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy"; }, 1200);
  }, {"aria-label": `copy: ${title}`});
  const element = html("div", {class: "code-line"}, html("span", {class: "label"}, title), code, copy);
  return {element, show: (words) => { code.textContent = words; }};
}
