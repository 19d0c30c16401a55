// The service worker: it keeps all files of one build, so that the page works without a network after the first visit.

declare const BUILD: string;
declare const FILES: string[];

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as { addEventListener(name: string, listener: (event: never) => void): void; clients: { claim(): Promise<void> } };

worker.addEventListener("install", (event: Waiting) => {
  // What the page has loaded is in the cache of the browser already.
  const files = FILES.map((name) => new Request(name, { cache: name === "./" ? "no-cache" : "force-cache" }));
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (event: Waiting) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith("puzzledsl-") && !name.startsWith(BUILD)));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event: Fetching) => {
  if (event.request.method !== "GET") return;
  const page = event.request.mode === "navigate" ? "./" : event.request;
  event.respondWith(caches.open(BUILD).then((cache) => cache.match(page)).then((kept) => kept ?? fetched(event.request)));
});

/** A file that is not kept. Answers that are prepared for linked texts may be missing: Python finds them, too. */
function fetched(request: Request): Promise<Response> {
  return new URL(request.url).pathname.includes("/checked/") ? fetch(request).catch(() => new Response("null")) : fetch(request);
}
