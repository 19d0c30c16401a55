// The pictures of rules, which the server draws when they are first asked for.

import { post } from "./server";

const known = new Map<string, string | null>();

export const pictures = {
  /** Have the pictures of these rules at hand; `text` is the model, which may have rules of its own. */
  async of(names: readonly string[], text: string): Promise<void> {
    const missing = names.filter((name) => !known.has(name));
    if (missing.length === 0) return;
    const answer = await post<{ pictures: Record<string, string | null> }>("pictures", { text, names: missing }).catch(() => null);
    for (const [name, picture] of Object.entries(answer?.pictures ?? {})) known.set(name, picture);
  },

  async one(name: string, text: string): Promise<string | null> {
    await this.of([name], text);
    return known.get(name) ?? null;
  },
};
