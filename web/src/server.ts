// Questions of this page, whichever way they go: the module `carrier` is `http.ts` or `workers.ts`.

import { EXAMPLES, LOST, ask, linkTo, stream } from "carrier";
import { connected, isAbort, type On, Refusal, sentence } from "./transport";

export { EXAMPLES, connected, isAbort, linkTo, Refusal, stream };

/** Post `body` and return the answer; one with `error` is thrown as a `Refusal`, and one that came too late as an abort. */
export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const answer = (await ask(path, body, signal)) as T & { error?: unknown; superseded?: boolean };
  if (answer?.superseded) throw new DOMException("A later request of the same kind came first.", "AbortError");
  const error = answer && typeof answer === "object" ? sentence(answer.error) : undefined;
  if (error !== undefined) throw new Refusal(error, 200, answer as Record<string, unknown>);
  return answer;
}

/** Post `body` and return what the work behind it comes to; a failure is thrown as a `Refusal`. */
export async function result<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  on: On = () => undefined,
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

/** A failure as a sentence for people. */
export function explain(failure: unknown): string {
  if (failure instanceof TypeError) return LOST;
  return failure instanceof Error ? failure.message : String(failure);
}
