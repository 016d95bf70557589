// What the atlas says in sentences.

import {rounded, whole} from "../charts/numbers.js";

export const POINT = "Point at a function, or choose one for its numbers and trees.";
export const MARKS = "each mark is a function up to symmetry; marks with equal values are spread out " +
  "sideways. Choose one for its numbers.";

export function summary(entry, system) {
  const told = entry.cells[system.name].map(({solved, runs, mean}, k) =>
    `${k ? "; negated: " : ""}found by ${solved} of ${runs}, T ${solved ? rounded(mean) : "beyond the cap"}`);
  return `${entry.name ?? entry.formula}: ${told.join("")}`;
}

/** Whether tiles have one colour or two. */
export function sides({symmetric, never}) {
  const colours = symmetric
    ? "A function and its negation are equally hard here (De Morgan), so a tile has one colour."
    : "A function and its negation differ here: upper left the function, lower right its negation.";
  return colours + (never ? " No tree is a dead end (proved)." : "");
}

export const lead = ({classes}) =>
  `All ${whole(classes.reduce((sum, {size}) => sum + size, 0))} functions, as ${whole(classes.length)} ` +
  "classes up to renaming and negating inputs and output. Each tile is a function's Karnaugh map, full " +
  "colour where it is true; the colour says how long simple genetic programming takes to find it. The " +
  "functions of a row need equally many leaves as a tree of AND and OR.";

export const reading = ({n, cap, runs, seed, limit}) =>
  `T is the number of iterations until a tree is correct on all ${2 ** n} inputs. A run that gives up ` +
  `after ${whole(cap)} counts as ${whole(cap)}. ${runs} runs for each function and system; seed ${seed}; ` +
  `all literals; limit on the leaves: ${limit}. A constant is a target like any other: a tree must compute ` +
  "it, such as x1 & ~x1.";

export const intervals = ({n}) =>
  "Spearman's rank correlation over all classes of a system, each class counted once. Thick lines: 95 % " +
  "over the runs (what more runs could change). Thin lines: 95 % over the classes, drawn again with " +
  "replacement (how much it hangs on some of them). The atlas is complete, so these are facts about n = " +
  `${n}; they do not say what causes what, nor what happens at larger n.`;

export const done = ({lookedAt, lookedFurther}) => [
  "Classes. With all literals in L, renaming and negating inputs turns runs into runs, for every function " +
    "set. Negating the output does so only if F holds the dual of each of its functions: {and, or} does, " +
    "{and, or, xor} and {nand} do not. There, a function and its negation were run apart.",
  "Fewest leaves are exact, by dynamic programming over all functions. Leaves are means over the trees " +
    "that solved a function.",
  `Stuck for ever: up to ${lookedAt} failed runs of each function were followed to every tree they can ` +
    `lead to, as long as those are at most ${lookedFurther}. With AND and OR in F, all literals, no limit ` +
    "and non-strict selection, no tree is a dead end; and the (1+1) GP can turn any tree into any other.",
  "Intervals are 95 %: bootstrap for means, Brookmeyer and Crowley for medians.",
];
