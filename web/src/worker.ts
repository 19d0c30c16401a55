// Python in a worker of the page. It begins with the memory that an earlier one has left, which saves most of the start.

import { loadPyodide, type PyodideAPI } from "pyodide";
import type { Solve } from "./highs";
import { type Bind, kernelOf } from "./kernel";

interface Files {
  /** Names of the files of Pyodide, the kernel, HiGHS and the package. */
  asm: string;
  wasm: string;
  standard: string;
  kernel: string;
  core: string;
  formats: string;
  highs: string;
  highsWasm: string;
  /** The beginning of Pyodide's lock file; there are no packages in it. */
  lock: string;
  /** Where the memory is kept; another build has another one. */
  memory: string;
}

type Respond = (path: string, body: string, tell: (event: string, data: string) => void) => string | undefined;

const MEMORY = "memory";
const ROOT = "/python";

declare function importScripts(...addresses: string[]): void;

let files: Files;
let base: string;
let python: PyodideAPI;
let respond: Respond;
let solve: Solve | null = null;
/** HiGHS was asked for before it was loaded. */
let lacksHighs = false;
/** What the kernel has failed with, if so: another worker has to take over. */
let broken: unknown = null;
const loaded = new Set<string>();

self.addEventListener("message", ({ data }) => {
  const message = data as { files: Files; base: string } | { path: string; body: string };
  const done = "files" in message ? start(message) : answer(message.path, message.body);
  done.catch((failure: unknown) => postMessage({ failure: String(failure) }));
});

async function start(message: { files: Files; base: string }): Promise<void> {
  ({ files, base } = message);
  const script = scriptOf(files.asm);
  const core = inflated(files.core).then(bytesOf);
  const [wasm, standard] = [inflated(files.wasm), inflated(files.standard)];
  const kernel = inflated(files.kernel)
    .then(WebAssembly.compileStreaming)
    .then((module) => kernelOf(module, memoryOfPython, (failure) => (broken ??= failure)));
  for (const part of [script, core, wasm, standard, kernel]) part.catch(() => undefined); // `inflated` tells of them all
  const fetched = self.fetch;
  self.fetch = (asked, options) =>
    String(asked).endsWith("pyodide.asm.wasm") ? wasm : String(asked).endsWith(files.standard) ? standard : fetched(asked, options);
  const storage = await self.caches?.open(files.memory).catch(() => undefined);
  const memory = await storage?.match(MEMORY);
  importScripts(await script);
  (self as unknown as { puzzledslKernel: Bind }).puzzledslKernel = await kernel;
  let made: Uint8Array<ArrayBuffer> | undefined;
  try {
    made = await load(await core, memory && new Uint8Array(await memory.arrayBuffer()));
  } catch (failure) {
    await storage?.delete(MEMORY); // the next worker begins without
    throw failure;
  }
  loaded.add("core");
  postMessage({ ready: true });
  if (made) await storage?.put(MEMORY, new Response(made)).catch(() => undefined);
  postMessage({ kept: true });
}

const memoryOfPython = (): Uint8Array => (python as unknown as { _module: { HEAPU8: Uint8Array } })._module.HEAPU8;

/** Load Python, and return its memory where it did not begin with one. */
async function load(core: Uint8Array, memory: Uint8Array | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  python = await loadPyodide({
    indexURL: base,
    stdLibURL: new URL(files.standard, base).href,
    lockFileContents: files.lock,
    packageBaseUrl: base,
    env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: ROOT },
    fsInit: async (FS: Target) => unpack(core, FS),
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  } as Parameters<typeof loadPyodide>[0]);
  let made: Uint8Array<ArrayBuffer> | undefined;
  if (!memory) {
    python.runPython("from puzzledsl.web.in_browser import answered, prepare, solve_by\nprepare()");
    made = python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>; // now, for it cannot hold what belongs to JavaScript
  }
  respond = python.globals.get("answered") as Respond;
  (python.globals.get("solve_by") as (solve: Solve) => void)((...asked) => {
    lacksHighs = solve === null;
    if (!solve) throw new Error("HiGHS is not loaded");
    return solve(...asked);
  });
  return made;
}

/** Answer one question; it is asked again where HiGHS had to be loaded for it. */
async function answer(path: string, body: string): Promise<void> {
  if (path === "import" || path === "export") await add("formats");
  for (;;) {
    lacksHighs = false;
    const found = respond(path, body, (event, data) => {
      if (!lacksHighs && broken === null) postMessage({ event, data });
    });
    if (broken !== null) throw broken;
    if (!lacksHighs) return postMessage({ answer: found ?? "null" });
    importScripts(await scriptOf(files.highs));
    const { solver } = self as unknown as { solver: (wasm: WebAssembly.Module) => Promise<Solve> };
    solve = await solver(await WebAssembly.compileStreaming(inflated(files.highsWasm)));
  }
}

// ── files ───────────────────────────────────────────────────────────────────────────────────────

interface Target {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array): void;
}

async function add(pack: "formats"): Promise<void> {
  if (loaded.has(pack)) return;
  unpack(await bytesOf(await inflated(files[pack])), python.FS as unknown as Target);
  python.runPython("import sys\nsys.path_importer_cache.clear()");
  loaded.add(pack);
}

/** Write the files of a pack: a line with names and sizes in JSON, then their contents. */
function unpack(pack: Uint8Array, target: Target): void {
  let at = pack.indexOf(10) + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, at))) as [string, number][]) {
    target.mkdirTree(`${ROOT}/${name.slice(0, name.lastIndexOf("/"))}`);
    target.writeFile(`${ROOT}/${name}`, pack.slice(at, at + size));
    at += size;
  }
}

const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

/** The address of a script that is stored deflated. */
async function scriptOf(name: string): Promise<string> {
  return URL.createObjectURL(new Blob([await (await inflated(name)).arrayBuffer()], { type: "text/javascript" }));
}

/** A file that is stored deflated, since plain servers deflate nothing. */
async function inflated(name: string): Promise<Response> {
  // Told at once: what waits for the file may wait for ever, or fail with words of its own.
  const lose = (): never => {
    postMessage({ missing: true });
    throw new Error(`${name} cannot be loaded`);
  };
  const response = await fetch(new URL(name, base)).catch(lose);
  if (!response.ok || !response.body) return lose();
  const from = response.body.pipeThrough(new DecompressionStream("gzip")).getReader();
  const body = new ReadableStream({
    pull: async (to) => {
      const { done, value } = await from.read().catch(lose);
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (why) => from.cancel(why),
  });
  return new Response(body, { headers: { "Content-Type": "application/wasm" } });
}
