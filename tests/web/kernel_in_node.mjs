// Python as on the page without a server, with its kernel: prints what `trails.py` finds.
// Arguments: the tree, the package, the kernel as WebAssembly, names of models.

import { readFileSync } from "node:fs";

const [root, puzzledsl, wasm, ...names] = process.argv.slice(2);
const modules = `${root}/web/node_modules`;

async function main() {
  const { build } = await import(`${modules}/esbuild/lib/main.js`);
  const { outputFiles } = await build({ entryPoints: [`${root}/web/src/kernel.ts`], format: "esm", write: false });
  const { kernelOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const { loadPyodide } = await import(`${modules}/pyodide/pyodide.mjs`);
  const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: "/package:/tree" } });
  const module = new WebAssembly.Module(readFileSync(wasm));
  globalThis.puzzledslKernel = await kernelOf(module, () => python._module.HEAPU8, console.error);
  python.mountNodeFS("/package/puzzledsl", puzzledsl);
  python.mountNodeFS("/package/grammars", `${root}/grammars`); // whose digest the tables of a checkout carry
  python.mountNodeFS("/tree", root);
  python.runPython("import sys\nsys.path_importer_cache.clear()");
  python.globals.set("names", python.toPy(names));
  console.log(python.runPython("from tests.web.trails import trails\ntrails('/tree/models', names)"));
}

main().catch((failure) => {
  console.error(failure.message); // node itself would print the source of Pyodide, too
  process.exitCode = 1;
});
