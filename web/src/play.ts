// Play the puzzle: what the player enters, with conflicts, hints and the end. The text stays as it is.

import type { Board } from "./board";
import type { Candidates, Conflicts, Look, Played, Result, Step, Tools } from "./contract";
import { announce, byId, html, svg, toast } from "./dom";
import { History } from "./history";
import { drawing, MarkHand, type Marks } from "./marks";
import { fitting, type Position } from "./position";
import { explain, isAbort, post, result } from "./server";

type Pen = "digit" | "corner" | "centre";

const EMPTY: Position = { values: {}, corner: {}, centre: {}, marks: {} };
/** What the page says before there is something to look at. */
const QUIET: Conflicts = { conflicts: [], known: {}, derived: [], solved: false, ready: false };
/** Milliseconds after an entry before the solver is asked whether that was the last one. */
const PAUSE = 250;
/** How far a hint looks for something to enter. */
const MOST_STEPS = 60;
const UNSOLVABLE = "This puzzle has no solution.";
const STORED = "puzzledsl-play";
const PAST = "puzzledsl-past";
/** Characters of the past that is kept over a reload. */
const MOST_STORED = 200_000;
const MOST_KEYS = 25;

/** The player's side of the puzzle. */
export class Play {
  private now: Position = { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Partial<Position>) };
  private readonly history = new History(JSON.parse(sessionStorage.getItem(PAST) ?? "[]") as Position[]);
  private pen: Pen = "digit";
  private told: Conflicts = QUIET;
  private fault: Played | null = null;
  /** Until what is entered has been looked at. */
  private looked = Promise.resolve();
  private watching = false;
  /** The text whose tools are asked for. */
  private preparing: string | null = null;
  private readonly hand: MarkHand;
  private tools: Tools = { looks: [], slots: [], written: [] };
  /** The text that they are of. */
  private toolsOf: string | null = null;
  private hinted: Step | null = null;
  /** The candidates after that step. */
  private remaining: Candidates = {};
  private stop = new AbortController();
  private hinting = new AbortController();
  private readonly keys = byId("keypad");
  private readonly said = byId("play-said");
  active = false;

  constructor(
    private readonly board: Board,
    private readonly text: () => string,
    private readonly first: (work: Promise<void>) => Promise<void>,
  ) {
    this.hand = new MarkHand(board, {
      marks: () => this.now.marks,
      sketch: (marks) => this.lay(marks),
      drawn: (marks) => this.turn({ ...this.now, marks }),
    });
    board.paint("play", () => this.draw());
    board.describe.push((name) => this.describe(name));
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-pen]")) {
      button.addEventListener("click", () => this.take(button.dataset["pen"] as Pen));
    }
    byId("play-undo").addEventListener("click", () => this.undo());
    byId("play-redo").addEventListener("click", () => this.redo());
    byId("play-erase").addEventListener("click", () => this.erase());
    byId("play-check").addEventListener("click", () => void this.judge());
    byId("play-hint").addEventListener("click", () => void this.first(this.hint()));
    byId("play-restart").addEventListener("click", () => this.restart());
  }

  /** Show or hide what was played. */
  show(active: boolean): void {
    this.active = active;
    this.board.hand = active ? this.hand : null;
    if (active) void this.prepare();
    this.lay();
    this.board.refresh("play");
  }

  /** The text is another one, perhaps a broken one: what was said of the entries holds no more. */
  forget(): void {
    this.stop.abort();
    this.stop = new AbortController();
    this.told = QUIET;
    this.unsay();
  }

  private unsay(): void {
    this.hinted = null;
    this.fault = null;
    this.hinting.abort();
    this.said.replaceChildren();
    this.lay();
    this.board.refresh("play");
  }

  /** The puzzle is another one: what stands on its givens or outside of it goes. */
  follow(): void {
    this.now = this.fitting(this.now);
    if (this.active) void this.prepare();
  }

  /** What of a position fits the puzzle. The tools of another text do not count, and without a picture everything stays. */
  private fitting(position: Position): Position {
    if (!this.board.hasPicture) return position;
    const current = this.toolsOf === this.text();
    return fitting(position, {
      cell: (name, value) => this.board.cells.has(name) && !(name in this.board.givens) && (!current || this.takes(name, value)),
      mark: (key) => !current || this.hand.slots.has(key),
    });
  }

  /** Get the tools of the puzzle, and look at what has been entered. */
  private async prepare(): Promise<void> {
    const text = this.text();
    if (text === this.toolsOf) return this.look();
    if (text === this.preparing || text.trim() === "") return;
    const panel = byId("panel");
    this.preparing = text;
    panel.setAttribute("aria-busy", "true");
    try {
      const tools = await post<Tools>("tools", { text });
      if (text !== this.text()) return;
      this.tools = tools;
      this.toolsOf = text;
      this.hand.take(tools);
      this.now = this.fitting(this.now);
      this.layKeys();
      this.lay();
      this.board.refresh("play");
      this.look();
    } catch (failure) {
      if (!isAbort(failure) && text === this.text()) this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    } finally {
      if (text === this.preparing) {
        this.preparing = null;
        panel.setAttribute("aria-busy", "false");
      }
    }
  }

  key(event: KeyboardEvent): boolean {
    const mod = event.ctrlKey || event.metaKey;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (!mod && this.board.types(event.key) ? event.key : undefined);
    if (digit !== undefined && !event.altKey && !this.hand.writes && !mod) {
      const look = this.hand.looks[Number(digit) - 1];
      if (look) this.mark(look);
      return look !== undefined;
    }
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
    const letter = this.hand.writes ? this.board.typedLetter(event.key) : 0;
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
    const value = this.board.type(digit);
    if (value !== null) this.enter(value, pen);
  }

  private take(pen: Pen): void {
    this.pen = pen;
    for (const button of document.querySelectorAll<HTMLElement>("[data-pen]")) {
      button.setAttribute("aria-pressed", String(button.dataset["pen"] === pen));
    }
    this.board.focus();
  }

  /** Keys for the values that are written, and for the marks that cells can have. */
  private layKeys(): void {
    const typed = this.tools.written.filter((one) => one.values.length === 0).map(({ span, cells: [name = ""] }) => ({ span, name }));
    const told = new Map(this.tools.written.flatMap(({ values, told }) => values.map((value, k): [string, number] => [told[k] ?? "", value])));
    const values = [...told].sort(([, a], [, b]) => a - b).slice(0, MOST_KEYS);
    const { looks, manual } = this.hand;
    const [low, high] = this.board.values;
    const numbers = typed.length > 0 && values.length === 0 && typed.every(({ name }) => this.board.told(high, name) === String(high));
    const digits = numbers ? [...(low < 0 ? "-" : ""), ..."1234567890"] : [];
    const count = values.length + digits.length + looks.length;
    this.keys.style.setProperty("--keys", String(count <= 4 ? count : count <= 10 ? Math.ceil(count / 2) : 5));
    this.keys.replaceChildren(
      ...values.map(([text, value]) =>
        html("button", { type: "button", class: "key", "data-value": value, onclick: () => this.enter(value, this.pen, text) }, text),
      ),
      ...digits.map((digit) => html("button", { type: "button", class: "key", onclick: () => this.typeDigit(digit, this.pen) }, digit)),
      ...looks.map((look) => this.lookKey(look)),
    );
    byId("play-pens").hidden = !this.hand.writes;
    const spans = new Set(typed.map(({ span: [from, to], name }) => `Type a value from ${this.board.told(from, name)} to ${this.board.told(to, name)}.`));
    const nothing = this.tools.slots.length + this.tools.written.length === 0 ? ["The picture of an answer shows nothing that could be entered."] : [];
    byId("play-how").replaceChildren(...[...spans, ...manual, ...nothing].map((text) => html("p", {}, text)));
    byId("board").classList.toggle("marking", !this.hand.writes);
  }

  private lookKey(look: Look): HTMLElement {
    const picture = svg("svg", { viewBox: "-52 -52 104 104", "aria-hidden": "true" }, ...drawing(look));
    const label = look.kind === "blank" ? "stays empty" : look.label;
    const onclick = (): void => this.mark(look);
    return html("button", { type: "button", class: "key look-key", "data-look": look.number, "aria-label": label, title: label, onclick }, picture);
  }

  /** Put a mark into the selected cells, or take it away. */
  private mark(look: Look): void {
    const names = this.open().filter((name) => this.hand.inCell(name).some((slot) => slot.look === look.number));
    if (names.length === 0) {
      toast("Select an open cell first.");
      return;
    }
    const marks = { ...this.now.marks };
    const values = { ...this.now.values };
    const all = names.every((name) => this.hand.has(marks, name, look));
    for (const name of names) {
      this.hand.put(marks, name, null);
      if (!all) this.hand.put(marks, name, look);
      const slot = this.hand.inCell(name).find((one) => one.look === look.number);
      if (slot && (look.kind === "blank" || !this.hand.goesWith(slot, name, values[name] ?? 0))) delete values[name];
    }
    this.turn({ ...this.now, marks, values });
    this.board.focus();
  }

  private open(): string[] {
    return this.board.selection.value.filter((name) => !(name in this.board.givens));
  }

  /** Write a value into the selected cells: into those of letters only what its key shows. */
  private enter(value: number, pen: Pen, key?: string): void {
    const isMeant = (name: string): boolean => this.takes(name, value) && (key === undefined || this.board.told(value, name) === key);
    const names = this.open().filter(isMeant);
    if (names.length === 0) {
      toast(this.open().length > 0 ? "This value is not written there." : "Select an open cell first.");
      return;
    }
    const next = this.copy();
    if (pen === "digit") {
      const all = names.every((name) => this.now.values[name] === value);
      for (const name of names) {
        if (all) delete next.values[name];
        else next.values[name] = value;
        for (const slot of this.hand.inCell(name)) {
          if (!this.hand.goesWith(slot, name, value)) delete next.marks[slot.key];
        }
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

  /** Whether something is written into a cell, or just this value. Until the tools are there, what is typed is kept. */
  private takes(name: string, value?: number): boolean {
    if (!this.hand.known) return true;
    const group = this.tools.written.find((one) => one.cells.includes(name));
    if (!group || value === undefined) return group !== undefined;
    return group.values.length > 0 ? group.values.includes(value) : value >= group.span[0] && value <= group.span[1];
  }

  private copy(): Position {
    const { values, corner, centre, marks } = this.now;
    return { values: { ...values }, corner: { ...corner }, centre: { ...centre }, marks: { ...marks } };
  }

  private erase(): void {
    const next = this.copy();
    for (const name of this.open()) {
      const marked = this.hand.inCell(name).some((slot) => slot.key in next.marks);
      this.hand.put(next.marks, name, null);
      if (name in next.values) delete next.values[name];
      else if (!marked) {
        delete next.corner[name];
        delete next.centre[name];
      }
    }
    this.turn(next);
    this.board.focus();
  }

  private restart(): void {
    if (JSON.stringify(this.now) === JSON.stringify(EMPTY)) return;
    this.turn(EMPTY);
    toast("All that you entered is taken off; Undo brings it back.");
    this.board.focus();
  }

  private turn(next: Position): void {
    this.history.turn(this.now);
    this.settle(next);
  }

  private undo(): void {
    const before = this.history.undo(this.now);
    if (before) this.settle(before);
  }

  private redo(): void {
    const after = this.history.redo(this.now);
    if (after) this.settle(after);
  }

  private settle(position: Position): void {
    this.now = this.fitting(position); // it may be of a time when the puzzle was another one
    sessionStorage.setItem(STORED, JSON.stringify(this.now));
    sessionStorage.setItem(PAST, this.history.stored(MOST_STORED));
    this.unsay();
    this.look();
  }

  private look(): void {
    this.looked = this.check();
  }

  /** Draw the marks into the picture. */
  private lay(marks: Marks = this.now.marks): void {
    if (!this.active) {
      this.board.inlay([], [], new Set());
      return;
    }
    const derived = this.told.derived.filter((key) => !(key in marks));
    const { under, over, dark } = this.hand.draw(marks, derived);
    this.board.inlay([...this.hand.tints(marks, derived), ...under], over, dark);
  }

  /** Look at what the entries break; the solver is asked only when they may be the solution. */
  private async check(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    try {
      const { values, marks } = this.now;
      const played = Object.keys(values).length + Object.keys(marks).length > 0;
      const answer = played ? await post<Conflicts>("conflicts", { text: this.text(), values, marks }, signal) : QUIET;
      if (signal.aborted) return;
      const news = answer.conflicts.length > this.told.conflicts.length ? answer.conflicts.at(-1) : undefined;
      const { conflicts } = (this.told = answer);
      this.lay();
      this.board.refresh("play");
      if (answer.solved) this.end();
      else if (conflicts.length > 0) {
        this.say(conflicts.length === 1 ? "A rule is broken:" : `${conflicts.length} rules are broken:`, conflicts.map((one) => one.sentence));
        if (news) announce(`Broken: ${news.sentence}`);
      } else if (!this.hinted && !this.fault) this.said.replaceChildren();
      if (!answer.solved && answer.ready) void this.watch();
    } catch (failure) {
      if (!isAbort(failure)) this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
  }

  private end(): void {
    this.said.replaceChildren(html("p", { class: "good" }, "Solved. Every rule holds."));
    announce("Solved. Every rule holds.");
  }

  private say(head: string, sentences: string[]): void {
    const list = [...new Set(sentences)].slice(0, 4);
    this.said.replaceChildren(html("p", { class: "bad" }, head), html("ul", {}, ...list.map((one) => html("li", {}, one))));
  }

  /**
   * Ask the solver, whenever nothing was entered for a moment, whether that was the last entry. A question is never broken
   * off: what it finds out about the puzzle makes those after it quick.
   */
  private async watch(): Promise<void> {
    if (this.watching) return;
    this.watching = true;
    let asked: Position | null = null;
    let text = "";
    const current = (): boolean => asked === this.now && text === this.text();
    while (this.active && this.told.ready && !current()) {
      asked = this.now;
      text = this.text();
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
      if (!current()) continue;
      try {
        const found = await this.ask(false, new AbortController().signal);
        if (current() && found.status === "solved") this.end();
      } catch (failure) {
        if (current() && !isAbort(failure)) this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
      }
    }
    this.watching = false;
  }

  /** Let the solver look which entries cannot stay. */
  private async judge(): Promise<void> {
    await this.looked;
    this.said.replaceChildren(html("p", { class: "busy" }, "Checking…"));
    try {
      const found = await this.ask(true, this.stop.signal);
      if (found.status === "solved") this.end();
      else this.tellFault(found);
    } catch (failure) {
      if (!isAbort(failure)) this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
  }

  private async ask(check: boolean, signal: AbortSignal): Promise<Played> {
    const { values, marks } = this.now;
    let found: Played = { status: "unknown" };
    const asking = result<Played>("played", { text: this.text(), values, marks, check }, signal).then((answer) => {
      found = answer;
    });
    await this.first(asking);
    return found;
  }

  private tellFault(found: Played): void {
    if (found.status !== "wrong" && found.status !== "infeasible") {
      const words = found.status === "open" ? "Nothing is wrong so far." : "This could not be decided in time.";
      this.said.replaceChildren(html("p", { class: found.status === "open" ? "good" : "" }, words));
      announce(words);
      return;
    }
    this.fault = found;
    const count = found.wrong?.length ?? 0;
    const fault = found.status === "infeasible" ? UNSOLVABLE : `${count === 1 ? "An entry" : `${count} entries`} cannot stay.`;
    const head = found.sentences?.length ? `${fault} The rules:` : fault;
    this.say(head, found.sentences ?? []);
    announce(`${head} ${found.sentences?.join(" ") ?? ""}`);
    this.board.refresh("play");
  }

  private async hint(): Promise<void> {
    this.hinting.abort();
    this.hinting = new AbortController();
    const { signal } = this.hinting;
    this.said.replaceChildren(html("p", { class: "busy" }, "Looking for the next step…"));
    try {
      await this.looked;
      if (signal.aborted) return;
      const values = { ...this.told.known, ...this.now.values };
      const ask = (options: object): Promise<Result> =>
        result<Result>("run", { text: this.text(), command: "steps", options: { values, ...options } }, signal);
      let found = await ask({ hint: true });
      const [step] = found.answer?.steps ?? [];
      // What nobody enters cannot be kept, and pencil marks are no givens: such a step is told with those after it.
      if (step && !this.isNew(step)) found = await ask({ max: MOST_STEPS });
      if (found.answer?.status !== "infeasible" || !(await this.isUnsolvable(signal))) this.tell(found);
    } catch (failure) {
      // The steps of a puzzle without a solution may lead to anything.
      if (isAbort(failure) || (await this.isUnsolvable(signal).catch(() => signal.aborted))) return;
      this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
  }

  /** Whether the puzzle has no solution, whatever is entered; says so. */
  private async isUnsolvable(signal: AbortSignal): Promise<boolean> {
    const found = await this.ask(false, signal);
    if (found.status !== "infeasible") return false;
    this.said.replaceChildren(html("p", { class: "bad" }, UNSOLVABLE));
    announce(UNSOLVABLE);
    return true;
  }

  /** Whether something can be entered after a step that is not pencilled already. */
  private isNew(step: Step): boolean {
    const pencils = ([name, gone]: [string, (number | string)[]]): boolean => {
      const old = this.now.centre[name] ?? [];
      return this.takes(name) && (old.length === 0 || gone.some((value) => old.includes(this.board.valueOf(value, name))));
    };
    return Object.entries(step.removed).some(pencils) || Object.keys(step.placed).some((name) => this.takes(name) || this.hand.slotsOf(name).length > 0);
  }

  private tell(result: Result): void {
    const answer = result.answer ?? {};
    const steps = answer.steps ?? [];
    const last = steps.findIndex((one) => this.isNew(one));
    const step = steps[last];
    if (!step) {
      const words =
        answer.status === "infeasible"
          ? "Your entries lead to a contradiction: one of them is wrong."
          : answer.status === "solved"
            ? "Nothing is left to find."
            : answer.status === "several"
              ? "Several solutions fit, so no technique goes on from here."
              : "No technique goes on from here without trying.";
      this.said.replaceChildren(html("p", {}, words));
      announce(words);
      return;
    }
    this.hinted = step;
    this.remaining = result.boards?.[last + 1] ?? {};
    this.board.refresh("play");
    const placed = Object.keys(step.placed).length > 0;
    this.said.replaceChildren(
      ...steps.slice(Math.max(0, last - 3), last).map((one) => html("p", {}, one.sentence)),
      html("p", { class: "hint" }, html("strong", {}, `${step.technique}.`), ` ${step.sentence}`),
      html("button", { type: "button", class: placed ? "primary" : "", onclick: () => this.followHint(step) }, placed ? "Write it" : "Pencil what is left"),
    );
    announce(step.sentence);
    this.said.scrollIntoView({ block: "nearest" });
  }

  private followHint(step: Step): void {
    const next = this.copy();
    for (const [name, told] of Object.entries(step.placed)) {
      const value = this.board.valueOf(told, name);
      if (this.takes(name, value)) next.values[name] = value;
      for (const slot of this.hand.slotsOf(name)) {
        if (slot.of?.[1].includes(value)) next.marks[slot.key] = true;
        else if (slot.cells[0] !== slot.cells.at(-1)) next.marks[slot.key] = false;
      }
    }
    for (const [name, gone] of Object.entries(step.removed)) {
      if (!this.takes(name)) continue;
      const old = next.centre[name] ?? [];
      const left = old.length > 0 ? old : (this.remaining[name] ?? []);
      next.centre[name] = left.filter((value) => !gone.some((one) => this.board.valueOf(one, name) === value));
    }
    this.turn(next);
    this.board.focus();
  }

  private describe(name: string): string {
    if (!this.active) return "";
    const value = this.now.values[name];
    const broken = this.told.conflicts.some((one) => one.cells.includes(name)) ? "in conflict" : "";
    const pencilled = [...(this.now.corner[name] ?? []), ...(this.now.centre[name] ?? [])];
    const told = pencilled.map((mark) => this.board.told(mark, name)).join(" ");
    const drawn = this.hand.around(name).flatMap((slot) => {
      const entry = this.now.marks[slot.key];
      const to = slot.cells.filter((cell) => cell !== name).join(" ");
      return entry === undefined ? [] : [`${entry ? "" : "no "}${this.hand.look(slot).label}${to && ` to ${to}`}`];
    });
    return [value === undefined ? "" : `your ${this.board.told(value, name)}`, ...drawn, told ? `pencilled ${told}` : "", broken]
      .filter(Boolean)
      .join(", ");
  }

  private draw(): SVGElement[] {
    if (!this.active) return [];
    const out: SVGElement[] = [];
    const broken = new Set(this.told.conflicts.flatMap((one) => one.cells));
    const wrong = new Set(this.fault?.wrong ?? []);
    out.push(...this.hand.traced(broken, "conflict"), ...this.hand.traced(this.fault?.cells ?? [], "reason"));
    for (const name of wrong) {
      const slot = this.hand.slots.get(name);
      out.push(...(slot ? this.hand.trace(slot, "conflict wrong-entry") : this.board.fill([name], "conflict")));
    }
    if (this.hinted) out.push(...this.hand.step(this.hinted));
    for (const [name, value] of Object.entries(this.now.values)) {
      out.push(...this.board.digit(name, value, broken.has(name) || wrong.has(name) ? "played wrong" : "played"));
    }
    for (const [name, values] of Object.entries(this.now.corner)) {
      if (!(name in this.now.values)) out.push(...this.board.corners(name, values, "pencilled"));
    }
    for (const [name, values] of Object.entries(this.now.centre)) {
      if (!(name in this.now.values) && values.length > 0) {
        out.push(...this.board.digit(name, values.map((value) => this.board.told(value, name)).join(""), "pencilled", 0.26));
      }
    }
    return out;
  }
}
