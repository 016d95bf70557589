// Playing and stepping: what the buttons and keys of a bar do to a place among frames.

import {BUTTONS, KEYS, PAUSE, PLAY, SPEEDS, hasOwnUse} from "../player/controls.js";

const MOST_TICKS = 60; // a second; at a higher speed some iterations are passed over

/**
 * Let a bar move a place: `at()` and `last()` are numbers, `ended()` says whether nothing comes after the
 * last, `show(number)` goes there, and `acceptance(direction)` is the nearest place in a direction where an
 * offspring was accepted, or null. `more` are further actions by the names of `KEYS`; an action that returns
 * false leaves the key to the page. `playing` is told when playing begins and ends.
 */
export function transport(bar, place, {firstSpeed = 1, more = {}, playing = (on) => on} = {}) {
  let timer = null, speed = firstSpeed;
  const {buttons} = bar, pace = () => 1000 / Math.min(speed, MOST_TICKS);

  function play() {
    if (place.at() === place.last() && place.ended()) place.show(0);
    timer = setTimeout(tick, pace());
    told(true);
  }

  function tick() {
    if (place.at() < place.last()) place.show(place.at() + Math.max(1, Math.round(speed / MOST_TICKS)));
    if (place.at() === place.last() && place.ended()) pause();
    else timer = setTimeout(tick, pace());
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    told(false);
  }

  function told(on) {
    const words = on ? "Pause" : "Play";
    buttons.play.querySelector("path").setAttribute("d", on ? PAUSE : PLAY);
    buttons.play.setAttribute("aria-label", words);
    buttons.play.title = `${words} (Space)`;
    playing(on);
  }

  function setSpeed(value) {
    speed = value;
    bar.speed.value = String(value);
  }

  /** Go somewhere, no longer playing. */
  const goTo = (number, ...rest) => { pause(); if (number !== null) place.show(number, ...rest); };
  const nextSpeed = (direction) => SPEEDS[SPEEDS.indexOf(speed) + direction] ?? speed;
  /** @type {Record<string, () => unknown>} */
  const actions = {
    start: () => goTo(0),
    previous: () => goTo(place.acceptance(-1)),
    back: () => goTo(place.at() - 1),
    play: () => (timer === null ? play() : pause()),
    forward: () => goTo(place.at() + 1),
    next: () => goTo(place.acceptance(1)),
    end: () => goTo(place.last()),
    faster: () => setSpeed(nextSpeed(1)),
    slower: () => setSpeed(nextSpeed(-1)),
    ...more,
  };

  function onKey(event) {
    const action = actions[KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    if (hasOwnUse(event.target, event.key) || action() === false) return;
    event.preventDefault();
  }

  /** Show which buttons lead anywhere. Not `disabled`: a focused button would lose the focus. */
  function refresh() {
    const [first, last] = [place.at() === 0, place.at() === place.last()];
    const idle = {
      start: first, back: first, previous: place.acceptance(-1) === null, play: first && last,
      end: last, forward: last, next: place.acceptance(1) === null,
    };
    for (const [name, off] of Object.entries(idle)) buttons[name].setAttribute("aria-disabled", off);
  }

  for (const [name] of BUTTONS) buttons[name].addEventListener("click", actions[name]);
  bar.speed.addEventListener("change", () => setSpeed(Number(bar.speed.value)));
  bar.stage.addEventListener("click", () => actions.stage?.());
  document.addEventListener("keydown", onKey);

  function destroy() {
    pause();
    document.removeEventListener("keydown", onKey);
  }
  const [isOn, speedOf] = [() => timer !== null, () => speed];
  return {play, pause, goTo, refresh, destroy, isOn, speedOf};
}
