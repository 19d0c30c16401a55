// The way to Python in this browser: workers that run what the server of `puzzledsl edit` runs. No request leaves the page.
// One reads the text, one solves, and a third is ready to take over from the second. Work that nobody waits for any more is left
// to end by itself, since a new worker takes a second to begin; it is ended with its worker where it lasts, or is in the way.

import type { Checked, Exported, Opened } from "./contract";
import { byId, download } from "./dom";
import { addressOf, textOf } from "./link";
import { type On, Refusal } from "./transport";

/** Where the files of this page are; `docs/website/play.py` writes it. */
interface Files {
  worker: string;
  open: string;
  examples: string;
  /** Beginnings of the digests of texts whose picture is here already. */
  checked: string[];
  [name: string]: unknown;
}

const files = JSON.parse(byId("files").textContent ?? "") as Files;
const LATEST_ONLY = new Set(["check", "complete", "hover", "signature", "tools", "conflicts"]);
const COPY = "puzzledsl-copy";
const ADDRESS = "puzzledsl-address";
/** What belongs to the puzzle of one address: another one begins without. */
const POSITION = ["puzzledsl-mode", "puzzledsl-play", "puzzledsl-past"];
const LOADING = "Loading the solver…";
/** Milliseconds of work after which it may well be cancelled. */
const LONG = 1500;
/** Milliseconds that cancelled work may go on. */
const GRACE = 1000;

export const LOST = "The files of this page cannot be loaded. Is the network there?";
export const EXAMPLES = files.examples;
export const linkTo: ((text: string) => Promise<string>) | null = addressOf;

/** One worker, which answers one question at a time. */
class Engine {
  private readonly worker = new Worker(new URL(files.worker, document.baseURI));
  private settle: { on: On; resolve: (answer: unknown) => void; reject: (failure: unknown) => void } | null = null;
  private tell: { ready: () => void; kept: () => void; failed: (failure: unknown) => void } | null = null;
  isReady = false;
  isBusy = false;
  /** The last question has its answer. */
  free: Promise<unknown> = Promise.resolve();
  /** Python is loaded. */
  readonly ready: Promise<void>;
  /** What the next one begins with is stored. */
  readonly kept: Promise<void>;

  constructor() {
    const { tell, ready, kept } = promises();
    [this.tell, this.ready, this.kept] = [tell, ready, kept];
    void this.ready.then(
      () => (this.isReady = true),
      () => undefined,
    );
    this.worker.addEventListener("message", ({ data }) => this.heard(data as Record<string, unknown>));
    this.worker.addEventListener("error", (event) => this.fail(event.message ? `Python was lost: ${event.message}` : LOST));
    this.worker.postMessage({ files, base: document.baseURI });
  }

  ask(path: string, body: unknown, on: On = () => undefined): Promise<unknown> {
    const answer = this.answer(path, body, on);
    this.free = answer.catch(() => undefined);
    return answer;
  }

  private async answer(path: string, body: unknown, on: On): Promise<unknown> {
    this.isBusy = true;
    try {
      await this.ready;
      return await new Promise((resolve, reject) => {
        this.settle = { on, resolve, reject };
        this.worker.postMessage({ path, body: JSON.stringify(body) });
      });
    } finally {
      this.isBusy = false;
    }
  }

  end(): void {
    this.worker.terminate();
    this.tell?.kept();
    this.settle?.reject(new DOMException("", "AbortError"));
  }

  private heard(data: Record<string, unknown>): void {
    if ("event" in data) this.settle?.on(String(data["event"]), JSON.parse(String(data["data"])) as Record<string, unknown>);
    else if ("answer" in data) this.settle?.resolve(JSON.parse(String(data["answer"])));
    else if ("missing" in data) this.fail(LOST);
    else if ("failure" in data) this.fail(`Python was lost: ${String(data["failure"])}`);
    else if ("ready" in data) this.tell?.ready();
    else if ("kept" in data) this.tell?.kept();
  }

  private fail(message: string): void {
    const failure = new Refusal(message, 500, {});
    this.worker.terminate();
    this.tell?.failed(failure);
    this.settle?.reject(failure);
    if (reader === this) reader = null;
    if (solver === this) solver = null;
    if (spare === this) spare = null;
  }
}

function promises(): { tell: { ready: () => void; kept: () => void; failed: (failure: unknown) => void }; ready: Promise<void>; kept: Promise<void> } {
  let [isReady, isKept, failed]: ((failure?: unknown) => void)[] = [];
  const ready = new Promise<void>((resolve, reject) => ([isReady, failed] = [resolve as () => void, reject]));
  const kept = new Promise<void>((resolve) => (isKept = resolve as () => void));
  ready.catch(() => isKept?.());
  return { tell: { ready: () => isReady?.(), kept: () => isKept?.(), failed: (failure) => failed?.(failure) }, ready, kept };
}

let first: Engine | null = null;
let reader: Engine | null = null;
let solver: Engine | null = null;
/** The first one takes whichever part is asked for first. */
let spare: Engine | null = null;
let reading: Promise<unknown> = Promise.resolve();
let solving: Promise<unknown> = Promise.resolve();
const latest = new Map<string, unknown>();

/** The answer to a question about the text, or one that needs no Python. */
export async function ask(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const asked = body as Record<string, string | null>;
  switch (path) {
    case "open":
      return opened();
    case "keep":
      return keep(asked["text"] ?? null);
    case "save":
      saved = asked["name"] ?? saved;
      download({ content: asked["text"] ?? "", base64: false, media_type: "text/plain", name: saved });
      keep(null);
      return { version: asked["version"], name: saved, file: saved };
    case "check": {
      const seen = reader?.isReady ? null : await prerendered(asked["text"] ?? "");
      begin();
      if (seen) return seen;
      if (signal && "corrected" in asked) {
        // The text is read several times for it, so the next key must not wait for its end.
        await refill();
        const answer = await worked(path, body, () => undefined, signal);
        if (signal.aborted) throw new DOMException("", "AbortError");
        return answer;
      }
    }
  }
  latest.set(path, asked);
  const turn = reading.then(async () => {
    const late = LATEST_ONLY.has(path) && latest.get(path) !== asked;
    if (late || signal?.aborted) throw new DOMException("", "AbortError");
    reader ??= await another();
    return reader.ask(path, body);
  });
  reading = turn.catch(() => undefined);
  return turn;
}

/** Call `on` for each event of some work; aborting `signal` ends the worker in the midst of it. */
export async function stream(path: string, body: unknown, on: On, signal: AbortSignal): Promise<void> {
  if (path === "watch") return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  if (path === "export" && (body as { to: string }).to === "png") {
    const drawn: Exported[] = [];
    const take: On = (event, data) => (event === "result" ? drawn.push(data as unknown as Exported) : on(event, data));
    await stream(path, { ...(body as object), to: "svg" }, take, signal);
    for (const picture of drawn) on("result", { ...(await asPng(picture)) });
    return;
  }
  await worked(path, body, on, signal);
}

function worked(path: string, body: unknown, on: On, signal: AbortSignal): Promise<unknown> {
  const turn = solving.then(() => work(path, body, on, signal));
  solving = turn.catch(() => undefined);
  return turn;
}

async function work(path: string, body: unknown, on: On, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted) return undefined;
  if (!(solver ?? reader)?.isReady) on("waiting", { text: LOADING });
  const engine = await unoccupied();
  await engine.ready;
  if (signal.aborted) return undefined;
  on("waiting", { text: "" });
  const refilling = window.setTimeout(() => void refill(), LONG);
  const work = engine.ask(path, body, (event, data) => signal.aborted || on(event, data));
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  try {
    return await Promise.race([work, aborted]);
  } finally {
    window.clearTimeout(refilling);
    window.setTimeout(() => void refill(), LONG);
    const { free } = engine;
    if (signal.aborted) window.setTimeout(() => engine.free === free && leave(engine), GRACE);
  }
}

/** A worker for what may take long: the one whose old work ends first, or one that takes over. */
async function unoccupied(): Promise<Engine> {
  if (solver?.isBusy) {
    await Promise.race([solver.free, refill()]);
    leave(solver);
  }
  if (!solver && !spare?.isReady) {
    // The one that has read the text solves it; the next question about the text can wait for another one.
    while (reader?.isBusy) await reader.free;
    [solver, reader] = [reader, null];
  }
  return (solver ??= await another());
}

/** End a worker that is still at work. */
function leave(engine: Engine | null): void {
  if (!engine?.isBusy) return;
  engine.end();
  if (solver === engine) solver = null;
}

/** Load Python, once the picture of a link is there. */
function begin(): Engine {
  if (!first) {
    first = spare = new Engine();
    // What was loaded by then is in the cache of the browser, and is not sent twice.
    void first.kept.then(() => navigator.serviceWorker?.register("sw.js").catch(() => undefined));
  }
  return first;
}

/** A worker for a part that has none; the first one leaves its memory to those after it. */
async function another(): Promise<Engine> {
  const { kept } = begin();
  const engine = spare;
  spare = null;
  if (engine) return engine;
  await kept;
  return new Engine();
}

async function refill(): Promise<void> {
  await begin().kept;
  await (spare ??= new Engine()).ready.catch(() => undefined);
}

// ── what a server would keep ────────────────────────────────────────────────────────────────────

let saved = "puzzle.puz";

if (sessionStorage.getItem(ADDRESS) !== location.hash) {
  for (const key of POSITION) sessionStorage.removeItem(key);
  sessionStorage.setItem(ADDRESS, location.hash);
}

async function opened(): Promise<Opened> {
  const [base, fixed] = [location.hash, fetch(files.open)];
  fixed.catch(() => undefined); // for a broken link, which is told first
  let text = "";
  try {
    text = (await textOf(base)) ?? "";
  } catch {
    throw new Refusal("This link is broken: its puzzle cannot be read.", 400, {});
  }
  void prerendered(text);
  const own = stored(sessionStorage);
  const copy = own ? { ...own, own: true } : stored(localStorage);
  return { ...((await (await fixed).json()) as Opened), text, shared: text !== "", version: base, recovery: copy?.text === text ? null : copy };
}

function keep(text: string | null): object {
  for (const storage of [sessionStorage, localStorage]) {
    if (text === null) storage.removeItem(COPY + location.hash);
    else storage.setItem(COPY + location.hash, JSON.stringify({ text, base: location.hash, time: new Date().toLocaleString() }));
  }
  return {};
}

function stored(storage: Storage): Opened["recovery"] {
  const found = storage.getItem(COPY + location.hash);
  return found === null ? null : { own: false, ...(JSON.parse(found) as { text: string; base: string; time: string }) };
}

const known = new Map<string, Promise<Checked | null>>();

/** The answer to the check of a text that the site links to, before Python is there. */
function prerendered(text: string): Promise<Checked | null> {
  const found = known.get(text) ?? looked(text);
  known.set(text, found);
  return found;
}

async function looked(text: string): Promise<Checked | null> {
  if (text.trim() === "") return { diagnostics: [], svg: null, rules: [] };
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const name = Array.from(digest.slice(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!files.checked.includes(name)) return null;
  const found = await fetch(`checked/${name}.json`).catch(() => null);
  return found?.ok ? ((await found.json()) as Checked) : null;
}

/** A picture as PNG: the browser draws it, where Python has no library for it. */
async function asPng(svg: Exported): Promise<Exported> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg.content], { type: svg.media_type }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * image.width, height: 3 * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const content = canvas.toDataURL("image/png").split(",")[1] ?? "";
  return { ...svg, content, base64: true, media_type: "image/png", name: svg.name.replace(/svg$/, "png") };
}

window.addEventListener("hashchange", () => location.reload());
