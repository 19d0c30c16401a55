// What the two ways to Python have in common: over HTTP to `puzzledsl edit`, or by messages to workers of this page.

import { Signal } from "./signal";

/** Takes the events of an answer. */
export type On = (event: string, data: Record<string, unknown>) => void;

/** Whether the last request was answered, and the server knew the browser. */
export const connected = new Signal(true);

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

export function isAbort(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === "AbortError";
}

export function sentence(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  if (error && typeof error === "object" && "message" in error) return String(error.message);
  return undefined;
}
