// Builds the page into `puzzledsl/web/assets`; with `--compare` it says whether the built files are up to date.
// With `--play FOLDER` it builds the parts of the page without a server, of which `docs/website/play.py` makes a folder of the site.
// With `--test` it runs the tests of what needs no browser.
// The same sources give the same bytes: versions are pinned by the lock file.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "puzzledsl", "web", "assets");
const grammar = join(here, "..", "grammars", "puzzle.lark");
const target = ["chrome123", "firefox121", "safari17.5"];
const MOST = 450_000;
const MOST_GZIPPED = 136_000;

/** The terminals that highlighting needs, from the grammar, so that it cannot drift from the language. */
const terminals = {
  name: "terminals",
  setup(bundle) {
    bundle.onResolve({ filter: /^terminals$/ }, () => ({ path: "terminals", namespace: "grammar" }));
    bundle.onLoad({ filter: /.*/, namespace: "grammar" }, () => {
      const text = readFileSync(grammar, "utf8");
      const keywords = [...text.matchAll(/^[A-Z_]+: "([a-z]+)"$/gm)].map((found) => found[1]);
      const cells = /^CELLS[.0-9]*: \/(.*)\/$/m.exec(text)?.[1];
      const layouts = [...text.matchAll(/^ *(?:\?statement: inner|\|) *([A-Z]+) .*LAYOUT/gm)].map((found) => found[1].toLowerCase());
      if (keywords.length < 20 || !cells || layouts.length < 4) throw new Error(`${grammar} has another form than expected`);
      return { contents: `export const keywords = ${JSON.stringify(keywords)};
export const cells = ${JSON.stringify(cells)};
export const layouts = ${JSON.stringify([...new Set(layouts)])};`, loader: "js" };
    });
  },
};

/**
 * Leaves CodeMirror's syntax trees out: the server reads the text, so the page has none. The commands and the completion
 * import them for parts that the page does not use; with them it would be 36 kB larger, 11 kB gzipped.
 */
const treeless = {
  name: "treeless",
  setup(bundle) {
    bundle.onResolve({ filter: /^(@codemirror\/language|@lezer\/common)$/ }, () => ({ path: "none", namespace: "treeless" }));
    bundle.onLoad({ filter: /.*/, namespace: "treeless" }, () => ({
      contents: `export function syntaxTree() { throw new Error("this page has no syntax trees"); }
export const IndentContext = null, NodeProp = null, getIndentUnit = null, getIndentation = null, indentString = null,
  indentUnit = null, matchBrackets = null;`,
      loader: "js",
    }));
  },
};

/** The way that questions of the page go: `http` or `workers`. */
const carrier = (name) => ({
  name: "carrier",
  setup(bundle) {
    bundle.onResolve({ filter: /^carrier$/ }, () => ({ path: join(here, "src", `${name}.ts`) }));
  },
});

/** Models of the gallery to begin with, each without what its comment says to the tests; and a genre with the clues of its example. */
function examples() {
  const names = [
    "killer", "thermo", "arrow", "whisper", "kropki", "sandwich", "little_killer", "jigsaw", "sudoku_x", "skyscrapers", "futoshiki",
    "kakuro", "star_battle", "slitherlink", "masyu",
  ];
  const genre = readFileSync(join(here, "..", "puzzledsl", "genres", "nurikabe.puz"), "utf8");
  const [title, clues] = [/^puzzle "(.*)"$/m.exec(genre)?.[1], /^clues .*\n(?: .*\n)+/m.exec(genre)?.[0]];
  if (!title || !clues) throw new Error("the example of the genre has another form than expected");
  const models = names.map((name) => {
    const text = readFileSync(join(here, "..", "models", `${name}.puz`), "utf8");
    const title = /^puzzle "(.*)"$/m.exec(text)?.[1];
    if (!title) throw new Error(`models/${name}.puz has no title`);
    return { title, text: text.replace(/^(?:#\n)?# expected:[^]*?\n\n/m, "\n") };
  });
  return [...models, { title, text: `puzzle "${title}"\n\ngenre "nurikabe"\n\n${clues}` }];
}

/** The licences of everything that is bundled, each once with the packages that are under it. */
function licences(metafile) {
  const packages = new Set();
  for (const path of Object.keys(metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found) packages.add(found[1]);
  }
  const texts = new Map();
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const { version, license, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (!file && !homepage) throw new Error(`${name} has no licence file`);
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : `${license}, see ${homepage}`;
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...texts].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
  return `The page of puzzledsl contains these libraries:\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

if (process.argv.includes("--test")) {
  const outdir = mkdtempSync(join(tmpdir(), "puzzledsl-page-"));
  await build({
    absWorkingDir: here,
    entryPoints: ["tests/*.test.js"],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [terminals, treeless, carrier("http")],
    logLevel: "error",
  });
  const { status } = spawnSync(process.execPath, ["--test", ...readdirSync(outdir).map((name) => join(outdir, name))], { stdio: "inherit" });
  rmSync(outdir, { recursive: true });
  process.exit(status ?? 1);
}

if (process.argv.includes("--play")) {
  const outdir = process.argv[process.argv.indexOf("--play") + 1];
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: { page: "src/page.ts", worker: "src/worker.ts", highs: "src/highs.ts", offline: "src/offline.ts", style: "src/page.css" },
    outdir,
    bundle: true,
    minify: true,
    format: "iife",
    target,
    legalComments: "none",
    charset: "utf8",
    define: { "import.meta.url": "self.location.href" },
    external: ["node:*", "module", "fs", "path", "url", "crypto", "child_process", "vm", "ws"],
    metafile: true,
    plugins: [terminals, treeless, carrier("workers")],
    logLevel: "error",
  });
  writeFileSync(join(outdir, "LICENSES.txt"), licences(metafile));
  process.exit();
}

const result = await build({
  absWorkingDir: here,
  entryPoints: { page: "src/page.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  write: false,
  plugins: [terminals, treeless, carrier("http")],
  logLevel: "warning",
});
const style = await build({
  absWorkingDir: here,
  entryPoints: { page: "src/page.css" },
  outdir: out,
  minify: true,
  charset: "utf8",
  target,
  write: false,
  logLevel: "warning",
});

const files = new Map([
  ...[...result.outputFiles, ...style.outputFiles].map((file) => [file.path.slice(out.length + 1), file.text]),
  ["index.html", readFileSync(join(here, "src", "index.html"), "utf8")],
  ["icon.svg", readFileSync(join(here, "src", "icon.svg"), "utf8")],
  ["examples.json", `${JSON.stringify(examples(), null, 1)}\n`],
  ["LICENSES.txt", licences(result.metafile)],
]);

const served = ["page.js", "page.css"].map((name) => files.get(name) ?? "");
const size = served.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const gzipped = served.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
console.log(`page.js and page.css: ${size} bytes, ${gzipped} gzipped`);
if (size > MOST || gzipped > MOST_GZIPPED) {
  console.error(`The page is too large: at most ${MOST} bytes, ${MOST_GZIPPED} gzipped.`);
  process.exitCode = 1;
}

if (process.argv.includes("--compare")) {
  for (const [name, text] of files) {
    const path = join(out, name);
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
      console.error(`${name} is not what the sources in web/ give: run \`make page\`.`);
      process.exitCode = 1;
    }
  }
} else {
  mkdirSync(out, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(out, name), text);
}
