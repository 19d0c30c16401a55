// Play the puzzle: digits and pencil marks of the player, with conflicts and hints. The text stays as it is.

import type { Board } from "./board";
import type { Conflicts, Result, Step } from "./contract";
import { announce, byId, html, toast } from "./dom";
import { explain, isAbort, post, result } from "./server";

type Pen = "digit" | "corner" | "centre";

interface Position {
  values: Record<string, number>;
  corner: Record<string, number[]>;
  centre: Record<string, number[]>;
}

const EMPTY: Position = { values: {}, corner: {}, centre: {} };
const STORED = "puzzledsl-play";
const MOST_UNDONE = 500;

/** The player's side of the puzzle. */
export class Play {
  private now: Position = JSON.parse(sessionStorage.getItem(STORED) ?? JSON.stringify(EMPTY)) as Position;
  private past: Position[] = [];
  private future: Position[] = [];
  private pen: Pen = "digit";
  private conflicts: Conflicts["conflicts"] = [];
  private hinted: Step | null = null;
  private stop = new AbortController();
  private hinting = new AbortController();
  private typed = { digits: "", at: 0, cells: "" };
  private readonly keys = byId("keypad");
  private readonly said = byId("play-said");
  private shownRange = "";
  active = false;

  constructor(
    private readonly board: Board,
    private readonly text: () => string,
    private readonly first: (work: Promise<void>) => Promise<void>,
  ) {
    board.paint("play", () => this.draw());
    board.describe.push((name) => this.describe(name));
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-pen]")) {
      button.addEventListener("click", () => this.take(button.dataset["pen"] as Pen));
    }
    byId("play-undo").addEventListener("click", () => this.undo());
    byId("play-redo").addEventListener("click", () => this.redo());
    byId("play-erase").addEventListener("click", () => this.erase());
    byId("play-hint").addEventListener("click", () => void this.first(this.hint()));
    byId("play-restart").addEventListener("click", () => this.restart());
  }

  /** Show or hide what was played. */
  show(active: boolean): void {
    this.active = active;
    if (active) {
      this.layKeys();
      void this.check();
    }
    this.board.refresh("play");
  }

  /** The puzzle is another one: what stands on its givens or outside of it goes. */
  follow(): void {
    const keep = <T>(all: Record<string, T>): Record<string, T> =>
      Object.fromEntries(Object.entries(all).filter(([name]) => this.board.cells.has(name) && !(name in this.board.givens)));
    this.now = { values: keep(this.now.values), corner: keep(this.now.corner), centre: keep(this.now.centre) };
    this.layKeys();
    if (this.active) void this.check();
  }

  key(event: KeyboardEvent): boolean {
    const mod = event.ctrlKey || event.metaKey;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : undefined);
    if (digit !== undefined && !event.altKey) {
      const pen = mod ? "centre" : event.shiftKey ? "corner" : this.pen;
      this.typeDigit(digit, pen);
      return true;
    }
    if (mod && event.key.toLowerCase() === "z") {
      if (event.shiftKey) this.redo();
      else this.undo();
      return true;
    }
    if (mod && event.key.toLowerCase() === "y") {
      this.redo();
      return true;
    }
    if (mod || event.altKey) return false;
    const letter = this.board.valueOf(event.key);
    if (letter > 0) {
      this.enter(letter, event.shiftKey ? "corner" : this.pen);
      return true;
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      this.erase();
      return true;
    }
    const pen = ({ z: "digit", x: "corner", c: "centre" } as const)[event.key.toLowerCase()];
    if (pen) {
      this.take(pen);
      return true;
    }
    if (event.key.toLowerCase() === "h") {
      void this.first(this.hint());
      return true;
    }
    return false;
  }

  private typeDigit(digit: string, pen: Pen): void {
    const [low, high] = this.board.values;
    const cells = this.board.selection.value.join();
    const going = performance.now() - this.typed.at < 900 && this.typed.cells === cells && high > 9;
    let digits = going ? this.typed.digits + digit : digit;
    if (Number(digits) > high) digits = digit;
    this.typed = { digits, at: performance.now(), cells };
    const value = Number(digits);
    if (value >= low && value <= high) this.enter(value, pen);
  }

  private take(pen: Pen): void {
    this.pen = pen;
    for (const button of document.querySelectorAll<HTMLElement>("[data-pen]")) {
      button.setAttribute("aria-pressed", String(button.dataset["pen"] === pen));
    }
    this.board.focus();
  }

  private layKeys(): void {
    const [low, high] = this.board.values;
    const range = `${low}..${high} ${this.board.told(low)}`;
    if (range === this.shownRange) return;
    this.shownRange = range;
    const count = Math.min(high - low + 1, 25);
    this.keys.style.setProperty("--keys", String(count <= 4 ? count : count <= 10 ? Math.ceil(count / 2) : 5));
    this.keys.replaceChildren(
      ...Array.from({ length: count }, (_, k) =>
        html("button", { type: "button", class: "key", onclick: () => this.enter(low + k, this.pen) }, this.board.told(low + k)),
      ),
    );
  }

  private open(): string[] {
    return this.board.selection.value.filter((name) => !(name in this.board.givens));
  }

  private enter(value: number, pen: Pen): void {
    const names = this.open();
    if (names.length === 0) {
      toast("Select an open cell first.");
      return;
    }
    const next: Position = { values: { ...this.now.values }, corner: { ...this.now.corner }, centre: { ...this.now.centre } };
    if (pen === "digit") {
      const all = names.every((name) => this.now.values[name] === value);
      for (const name of names) {
        if (all) delete next.values[name];
        else next.values[name] = value;
      }
    } else {
      const marks = next[pen];
      const empty = names.filter((name) => !(name in this.now.values));
      const all = empty.every((name) => marks[name]?.includes(value));
      for (const name of empty) {
        const old = marks[name] ?? [];
        marks[name] = all ? old.filter((one) => one !== value) : [...new Set([...old, value])].sort((a, b) => a - b);
      }
    }
    this.turn(next);
    this.board.focus();
  }

  private erase(): void {
    const next: Position = { values: { ...this.now.values }, corner: { ...this.now.corner }, centre: { ...this.now.centre } };
    for (const name of this.open()) {
      if (name in next.values) delete next.values[name];
      else {
        delete next.corner[name];
        delete next.centre[name];
      }
    }
    this.turn(next);
    this.board.focus();
  }

  private restart(): void {
    this.turn(EMPTY);
    toast("All your digits are taken off; Undo brings them back.");
    this.board.focus();
  }

  private turn(next: Position): void {
    this.past.push(this.now);
    if (this.past.length > MOST_UNDONE) this.past.shift();
    this.future = [];
    this.settle(next);
  }

  private undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.now);
    this.settle(before);
  }

  private redo(): void {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.now);
    this.settle(after);
  }

  private settle(position: Position): void {
    this.now = position;
    sessionStorage.setItem(STORED, JSON.stringify(position));
    this.hinted = null;
    this.hinting.abort();
    this.said.replaceChildren();
    this.board.refresh("play");
    void this.check();
  }

  private async check(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    try {
      const { values } = this.now;
      const played = Object.keys(values).length > 0;
      const answer = played ? await post<Conflicts>("conflicts", { text: this.text(), values }, signal) : { conflicts: [], complete: false };
      if (signal.aborted) return;
      const news = answer.conflicts.length > this.conflicts.length ? answer.conflicts.at(-1) : undefined;
      this.conflicts = answer.conflicts;
      this.board.refresh("play");
      if (answer.complete) {
        this.said.replaceChildren(html("p", { class: "good" }, "Solved. Every rule holds."));
        announce("Solved. Every rule holds.");
      } else if (this.conflicts.length > 0) {
        this.said.replaceChildren(
          html("p", { class: "bad" }, this.conflicts.length === 1 ? "A rule is broken:" : `${this.conflicts.length} rules are broken:`),
          html("ul", {}, ...this.conflicts.slice(0, 4).map((one) => html("li", {}, one.sentence))),
        );
        if (news) announce(`Broken: ${news.sentence}`);
      } else if (!this.hinted) this.said.replaceChildren();
    } catch (failure) {
      if (!isAbort(failure)) this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
  }

  private async hint(): Promise<void> {
    this.hinting.abort();
    this.hinting = new AbortController();
    const { signal } = this.hinting;
    this.said.replaceChildren(html("p", { class: "busy" }, "Looking for the next step…"));
    try {
      const options = { values: this.now.values, hint: true };
      this.tell(await result<Result>("run", { text: this.text(), command: "steps", options }, signal));
    } catch (failure) {
      if (!isAbort(failure)) this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
  }

  private tell(result: Result): void {
    const answer = result.answer ?? {};
    const step = answer.steps?.[0];
    if (!step) {
      const words =
        answer.status === "infeasible"
          ? "Your digits lead to a contradiction: one of them is wrong."
          : answer.status === "solved"
            ? "Nothing is left to find."
            : "No technique goes on from here without trying.";
      this.said.replaceChildren(html("p", {}, words));
      announce(words);
      return;
    }
    this.hinted = step;
    this.board.refresh("play");
    const placed = Object.entries(step.placed);
    this.said.replaceChildren(
      html("p", { class: "hint" }, html("strong", {}, `${step.technique}. `), step.sentence),
      ...(placed.length > 0
        ? [html("button", { type: "button", class: "primary", onclick: () => this.followHint(step) }, "Write it")]
        : [html("button", { type: "button", onclick: () => this.followHint(step) }, "Pencil what is left")]),
    );
    announce(step.sentence);
    this.said.scrollIntoView({ block: "nearest" });
  }

  private followHint(step: Step): void {
    const next: Position = { ...this.now, values: { ...this.now.values }, centre: { ...this.now.centre } };
    for (const [name, value] of Object.entries(step.placed)) next.values[name] = this.board.valueOf(value);
    const [low, high] = this.board.values;
    const all = Array.from({ length: high - low + 1 }, (_, k) => low + k);
    for (const [name, gone] of Object.entries(step.removed)) {
      const old = next.centre[name];
      next.centre[name] = (old && old.length > 0 ? old : all).filter((value) => !gone.some((one) => this.board.valueOf(one) === value));
    }
    this.turn(next);
    this.board.focus();
  }

  private describe(name: string): string {
    if (!this.active) return "";
    const value = this.now.values[name];
    const broken = this.conflicts.some((one) => one.cells.includes(name)) ? "in conflict" : "";
    const marks = [...(this.now.corner[name] ?? []), ...(this.now.centre[name] ?? [])];
    const told = marks.map((mark) => this.board.told(mark)).join(" ");
    return [value === undefined ? "" : `your ${this.board.told(value)}`, told ? `pencilled ${told}` : "", broken]
      .filter(Boolean)
      .join(", ");
  }

  private draw(): SVGElement[] {
    if (!this.active) return [];
    const out: SVGElement[] = [];
    const broken = new Set(this.conflicts.flatMap((one) => one.cells));
    out.push(...this.board.fill(broken, "conflict"));
    if (this.hinted) {
      out.push(...this.board.fill(this.hinted.cells, "reason"));
      out.push(...this.board.fill(Object.keys(this.hinted.placed), "placed"));
      out.push(...this.board.fill(Object.keys(this.hinted.removed), "losing"));
    }
    for (const [name, value] of Object.entries(this.now.values)) {
      out.push(...this.board.digit(name, value, broken.has(name) ? "played wrong" : "played"));
    }
    for (const [name, values] of Object.entries(this.now.corner)) {
      if (!(name in this.now.values)) out.push(...this.board.corners(name, values, "pencilled"));
    }
    for (const [name, values] of Object.entries(this.now.centre)) {
      if (!(name in this.now.values) && values.length > 0) {
        out.push(...this.board.digit(name, values.map((value) => this.board.told(value)).join(""), "pencilled", 0.26));
      }
    }
    return out;
  }
}
