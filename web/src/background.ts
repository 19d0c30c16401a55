// What is known of the puzzle while it is written: how many solutions, true candidates, difficulty.
// The server works on it in the background, and the next key cancels it.

import type { Board } from "./board";
import type { Candidates, Uniqueness } from "./contract";
import { announce, byId } from "./dom";
import { explain, isAbort, stream } from "./server";

const WORDS: Record<Uniqueness, [string, string]> = {
  unique: ["One solution", "good"],
  several: ["Several solutions", "warn"],
  none: ["No solution", "bad"],
  unknown: ["Not decided in time", ""],
  objective: ["Has an objective", ""],
};

/** Milliseconds without an answer, after which the page says that the question is still open. */
const PATIENCE = 2500;

/** The state of the puzzle. */
export class Background {
  private stop = new AbortController();
  private timer = 0;
  /** The text that is asked about, until all is known. */
  private asked: string | null = null;
  private status: Uniqueness | null = null;
  private readonly pill = byId("state");
  private readonly words = byId("state-words");
  private readonly level = byId("state-level");
  private readonly toggle = byId<HTMLInputElement>("show-candidates");
  /** Whether pencil marks are wanted; of a unique puzzle they are the solution, which is wanted rarely. */
  private readonly wanted = { candidates: true, solution: false };
  candidates: Candidates | null = null;
  /** Cells of which not every value is decided. */
  private open = new Set<string>();
  visible = true;
  /** What is waited for before anything is asked. */
  private waiting = "";

  constructor(private readonly board: Board) {
    board.paint("marks", () => this.draw());
    board.describe.push((name) => this.describe(name));
    this.toggle.addEventListener("change", () => {
      this.wanted[this.status === "unique" ? "solution" : "candidates"] = this.toggle.checked;
      board.refresh("marks");
    });
  }

  /** Something was typed: what is known is of the text before, and looks like it. */
  stale(): void {
    this.cancel();
    this.pill.dataset["kind"] = "";
    this.pill.classList.add("busy");
  }

  private cancel(): void {
    window.clearTimeout(this.timer);
    this.stop.abort();
    this.asked = null;
  }

  /** Let other work go first; what is not known by then is asked for afterwards, unless something was typed. */
  async during(work: Promise<void>): Promise<void> {
    const { asked } = this;
    this.cancel();
    const { stop } = this;
    try {
      await work;
    } finally {
      if (asked !== null && stop === this.stop && this.asked === null) this.ask(asked, 0);
    }
  }

  /** There is nothing to ask about: the text has mistakes, is empty, or could not be read. */
  rest(words = ""): void {
    this.cancel();
    this.forget();
    this.say(words, words && "bad", "");
  }

  /** Find out about this text, unless the next key comes first. */
  ask(text: string, after: number): void {
    this.cancel();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.asked = text;
    this.timer = window.setTimeout(() => void this.run(text, signal), after);
  }

  private async run(text: string, signal: AbortSignal): Promise<void> {
    this.pill.classList.add("busy");
    let known = false;
    let late = false;
    const sayWhy = () => {
      if (known || signal.aborted || this.status !== null) return;
      this.say(this.waiting || (late ? "Still looking…" : "Checking…"), "", "");
    };
    sayWhy();
    const looking = window.setTimeout(() => {
      late = true;
      if (!known && !signal.aborted) this.forget();
      sayWhy();
    }, PATIENCE);
    try {
      await stream(
        "state",
        { text },
        (event, data) => {
          if (event === "waiting") {
            this.waiting = String(data["text"]);
            sayWhy();
          } else if (event === "uniqueness") {
            known = true;
            const status = String(data["status"]) as Uniqueness;
            const [words, kind] = WORDS[status] ?? WORDS.unknown;
            if (status !== this.status) {
              announce(words);
              this.forget();
            }
            this.status = status;
            this.say(words, kind, "");
            this.offer();
          } else if (event === "candidates") {
            this.candidates = (data["cells"] as Candidates | undefined) ?? null;
            this.open = new Set(data["open"] as string[] | undefined);
            this.board.refresh("marks");
          } else if (event === "difficulty") {
            const level = String(data["level"] ?? "");
            this.level.textContent = level === "beyond" ? "beyond the scale" : level;
            this.level.title = String(data["text"] ?? "");
          } else if (event === "error") {
            known = true;
            this.say(String(data["message"] ?? "Not decided"), "bad", "");
          }
        },
        signal,
      );
      if (signal.aborted) return;
      this.asked = null;
      if (!known) this.say("", "", "");
    } catch (failure) {
      if (!isAbort(failure)) this.say(explain(failure), "bad", "");
    } finally {
      window.clearTimeout(looking);
      if (!signal.aborted) this.pill.classList.remove("busy");
    }
  }

  /** What was known is of another text. */
  private forget(): void {
    this.status = null;
    this.candidates = null;
    this.board.refresh("marks");
  }

  private offer(): void {
    const unique = this.status === "unique";
    byId("show-words").textContent = unique ? "Solution" : "Candidates";
    this.toggle.checked = unique ? this.wanted.solution : this.wanted.candidates;
  }

  private say(words: string, kind: string, level: string): void {
    this.words.textContent = words;
    this.pill.title = words;
    this.pill.dataset["kind"] = kind;
    this.pill.classList.toggle("busy", words !== "" && kind === "");
    this.pill.hidden = words === "";
    this.level.textContent = level;
  }

  private describe(name: string): string {
    if (!this.visible || !this.toggle.checked) return "";
    const left = this.candidates?.[name];
    if (!left || name in this.board.givens) return "";
    const [low, high] = this.board.values;
    if (left.length === high - low + 1) return "";
    return `can be ${left.map((value) => this.board.told(value, name)).join(" ")}${this.open.has(name) ? " (not all decided)" : ""}`;
  }

  private draw(): SVGElement[] {
    return this.visible && this.toggle.checked && this.candidates ? this.board.candidates(this.candidates, "candidate") : [];
  }
}
