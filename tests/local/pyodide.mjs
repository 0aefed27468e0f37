// Runs Python in Pyodide from the snapshot of a site, as a worker of the page does.
//
//   node pyodide.mjs SITE SCRIPT ARGUMENT   prints what the script leaves in `told`
//
// SITE is a folder with python.files and python.snapshot. The script finds the house in `house` and the argument in
// `argument`; `load(address)` gives the house a module or a network of the site.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import create from "../../web/node_modules/pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../../web/node_modules/pyodide/pyodide.mjs";
import { ModuleMemory } from "../../web/src/local/memory.ts";
import { startFrom } from "../../web/src/local/snapshot.ts";

const [site, script, argument] = process.argv.slice(2);
const bytes = (address) => new Uint8Array(readFileSync(`${site}/${address}`));
const snapshot = readFileSync(`${site}/python.snapshot`); // its size, then what is packed
const folder = fileURLToPath(
  new URL("../../web/node_modules/pyodide/", import.meta.url),
);
const streamOf = (data) => Promise.resolve(new Blob([data]).stream());
const { pyodide } = await startFrom(
  loadPyodide,
  create,
  { folder, size: snapshot.readUInt32LE(0) },
  streamOf(snapshot.subarray(4)),
  streamOf(readFileSync(`${site}/python.files`)),
);
const start = pyodide.runPython(
  "from ludotheque.local.boot import start; start",
);
const house = start(
  () => undefined,
  () => undefined,
  (language, number) => new Intl.PluralRules(language).select(number),
);
pyodide.globals.set("house", house);
pyodide.globals.set("argument", argument);
pyodide.globals.set("load", (address) => {
  const data = bytes(address);
  const module = address.endsWith(".wasm")
    ? new WebAssembly.Instance(new WebAssembly.Module(data))
    : null;
  house.take(address, module ? new ModuleMemory(module) : data);
});
pyodide.runPython(readFileSync(script, "utf8"));
console.log(pyodide.globals.get("told"));
