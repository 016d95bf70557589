// Two runs side by side, moved in step by one bar: both show the same iteration, or their last one.

import {html} from "../charts/elements.js";
import {barOf} from "../player/controls.js";
import {mountPlayer} from "../player/player.js";
import {stageOf} from "../player/stage.js";
import {transport} from "../player/transport.js";

/**
 * Puts two runs into a box, given what opens each; `append` takes the number of a run and its news.
 * @param {any} box
 * @param {any[]} openings
 * @param {{firstSpeed?: number, linkOf?: (k: number) => any}} options
 */
export function mountPair(box, openings, {firstSpeed = 1, linkOf = () => null} = {}) {
  const bar = barOf(firstSpeed), boxes = openings.map(() => html("div"));
  box.replaceChildren(html("div", {class: "in-step"}, boxes), bar.element);
  box.classList.add("pair-box");
  let current = 0;
  const players = openings.map((opening, k) => mountPlayer(boxes[k], opening, {
    follow: false, firstSpeed, linkOf: linkOf(k), moved: (iteration) => drive.goTo(iteration),
  }));
  const last = () => Math.max(...players.map(({seen}) => seen.last));

  function show(iteration) {
    current = Math.max(0, Math.min(last(), iteration));
    for (const player of players) player.seek(current);
    drive.refresh();
    box.dataset.iteration = String(current);
  }

  /** The nearest iteration in a direction in which either run accepted an offspring. */
  function acceptance(direction) {
    const found = players.map(({seen}) => seen.accepted(current, direction)).filter((each) => each !== null);
    if (!found.length) return null;
    return direction > 0 ? Math.min(...found) : Math.max(...found);
  }

  const stage = stageOf(box, bar.stage), more = {stage: () => stage.toggle()};
  const ended = () => players.every(({seen}) => seen.ended);
  const drive = transport(bar, {at: () => current, last, ended, show, acceptance}, {firstSpeed, more});

  function append(k, news) {
    players[k].append(news);
    if (!drive.isOn()) drive.refresh();
  }

  function destroy() {
    drive.destroy();
    stage.destroy();
    players.forEach((player) => player.destroy());
    box.replaceChildren();
    box.classList.remove("pair-box");
  }

  show(0);
  return {append, seek: (iteration) => drive.goTo(iteration), play: drive.play, pause: drive.pause, destroy};
}
