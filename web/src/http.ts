// The way to the server of `puzzledsl edit`: JSON out, JSON or a stream of events back.

import { connected, isAbort, type On, Refusal, sentence } from "./transport";

const PAGE = "puzzledsl-page";

/** The name of this page, which it keeps over a reload. */
const page = sessionStorage.getItem(PAGE) ?? crypto.randomUUID().replaceAll("-", "");
sessionStorage.setItem(PAGE, page);

/** What to do where nothing answers. */
export const LOST = "The server of this page does not answer. Is `puzzledsl edit` still running?";

/** Where the examples of the empty page are. */
export const EXAMPLES = "/assets/examples.json";

/** A server on this machine has no address for others. */
export const linkTo: ((text: string) => Promise<string>) | null = null;

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

/** The answer to a question. */
export async function ask(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  return (await request(path, body, signal)).json();
}

/** Call `on` for each event of the answer; aborting `signal` cancels the work. */
export async function stream(
  path: string,
  body: unknown,
  on: On,
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
