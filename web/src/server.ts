// Requests to the server of this page: JSON out, JSON or a stream of events back. Nothing else leaves the page.

import { Signal } from "./signal";

/** Whether the last request reached the server, and the server knew the browser. */
export const connected = new Signal(true);

const PAGE = "puzzledsl-page";

/** The name of this page, which it keeps over a reload. */
const page = sessionStorage.getItem(PAGE) ?? crypto.randomUUID().replaceAll("-", "");
sessionStorage.setItem(PAGE, page);

/** A refusal with a sentence for people. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(message);
  }
}

async function request(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Page": page },
      body: JSON.stringify(body),
      credentials: "same-origin",
      ...(signal ? { signal } : {}),
    });
  } catch (failure) {
    if (!isAbort(failure)) connected.value = false;
    throw failure;
  }
  connected.value = response.status !== 403;
  if (!response.ok) {
    const said = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    throw new Refusal(sentence(said["error"]) ?? `The server answered ${response.status}.`, response.status, said);
  }
  return response;
}

/** Post `body` and return the answer; one with `error` is thrown as a `Refusal`, and one that came too late as an abort. */
export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await request(path, body, signal);
  const answer = (await response.json()) as T & { error?: unknown; superseded?: boolean };
  if (answer?.superseded) throw new DOMException("A later request of the same kind came first.", "AbortError");
  const error = answer && typeof answer === "object" ? sentence(answer.error) : undefined;
  if (error !== undefined) throw new Refusal(error, response.status, answer as Record<string, unknown>);
  return answer;
}

/** Post `body` and call `on` for each event of the answer; aborting `signal` cancels the work. */
export async function stream(
  path: string,
  body: unknown,
  on: (event: string, data: Record<string, unknown>) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request(path, body, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) break;
    rest += value.replaceAll("\r\n", "\n");
    let end: number;
    while ((end = rest.indexOf("\n\n")) >= 0) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      let event = "message";
      const data: string[] = [];
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) event = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      }
      if (signal.aborted) return;
      if (data.length > 0 || event !== "message") {
        on(event, JSON.parse(data.join("\n") || "{}") as Record<string, unknown>);
      }
    }
  }
}

/** Post `body` and return what the work behind it comes to; a failure is thrown as a `Refusal`. */
export async function result<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  on: (event: string, data: Record<string, unknown>) => void = () => undefined,
): Promise<T> {
  let found: T | undefined;
  let error = "The work was broken off.";
  await stream(
    path,
    body,
    (event, data) => {
      if (event === "result") found = data as T;
      else if (event === "error") error = String(data["message"]);
      else on(event, data);
    },
    signal,
  );
  if (found === undefined) throw signal.aborted ? new DOMException("", "AbortError") : new Refusal(error, 200, {});
  return found;
}

export function isAbort(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === "AbortError";
}

/** A failure as a sentence for people. */
export function explain(failure: unknown): string {
  if (failure instanceof Refusal) return failure.message;
  if (failure instanceof TypeError) return "The server of this page does not answer. Is `puzzledsl edit` still running?";
  return failure instanceof Error ? failure.message : String(failure);
}

function sentence(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  if (error && typeof error === "object" && "message" in error) return String(error.message);
  return undefined;
}
