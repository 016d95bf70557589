// A page of one run and nothing else, as `evobool run --html` writes it.

import {mountPlayer} from "../player/player.js";

const container = document.getElementById("main");
try {
  mountPlayer(container, JSON.parse(document.getElementById("data").textContent), {hash: true});
} catch (problem) {
  container.textContent = `This run cannot be shown: ${problem.message}`;
  throw problem;
}
