// What the board writes into the text: one request after another, each about the text as it then is.

import type { Edit } from "./contract";
import { toast } from "./dom";
import type { Editor } from "./editor";
import { explain, isAbort, post } from "./server";

const TRIES = 4;

/** Turns wishes into edits of the text, in their order. */
export class Writer {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly editor: Editor) {}

  /** Ask the server for the edits that a wish needs, and apply them; what it answered, or nothing if it refused. */
  write<T extends { edits: Edit[] }>(path: string, wish: Record<string, unknown>): Promise<T | null> {
    const next = this.last.then(() => this.attempt<T>(path, wish));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async attempt<T extends { edits: Edit[] }>(path: string, wish: Record<string, unknown>): Promise<T | null> {
    try {
      for (let k = 0; k < TRIES; k += 1) {
        const { text } = this.editor;
        const answer = await post<T>(path, { text, ...wish });
        if (this.editor.apply(answer.edits, text)) return answer;
      }
    } catch (failure) {
      if (!isAbort(failure)) toast(explain(failure), "error");
    }
    return null;
  }
}
