// Visits the page: its Python, with its kernel and its HiGHS, is asked everything once (`docs/website/visit.py`, which prints what it used).
// Arguments: a folder with the package, another with what links need beside it, the standard library as a ZIP, the folder of the built
// kernel and HiGHS, files of models.

import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const [folder, sites, standard, built, ...models] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

async function main() {
  const { outputFiles } = await build({ entryPoints: [join(here, "src", "kernel.ts")], format: "esm", write: false });
  const { kernelOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

  Object.assign(globalThis, { self: globalThis, location: { href: "file:///" } }); // the bundle of HiGHS looks for its own address
  (0, eval)(readFileSync(join(built, "highs.js"), "utf8"));
  const solve = await globalThis.solver(new WebAssembly.Module(readFileSync(join(built, "highs.wasm"))));

  const python = await loadPyodide({ stdLibURL: standard, env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: "/python" } });
  const kernel = new WebAssembly.Module(readFileSync(join(built, "kernel.wasm")));
  globalThis.puzzledslKernel = await kernelOf(kernel, () => python._module.HEAPU8, console.error);
  python.mountNodeFS("/python", folder);
  python.runPython(readFileSync(join(here, "..", "docs", "website", "visit.py"), "utf8"));
  return python.globals.get("visit")(solve, () => cpSync(sites, folder, { recursive: true }), python.toPy(models.map((path) => readFileSync(path, "utf8"))));
}

main()
  .then((found) => new Promise((written) => process.stdout.write(found, written)))
  .catch((failure) => {
    console.error(failure.message); // node itself would print the source of Pyodide, too
    process.exitCode = 1;
  })
  .finally(() => process.exit()); // Pyodide would keep node waiting
