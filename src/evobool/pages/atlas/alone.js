// The report of an atlas: a page of its own.

import {showAtlas} from "../atlas/atlas.js";

showAtlas(document.getElementById("main"), JSON.parse(document.getElementById("data").textContent));
