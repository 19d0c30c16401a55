// Plays a solve path on the board: forward, backward, by itself.

import type { Board } from "./board";
import type { Candidates, ClueMention, Result, Step } from "./contract";
import { announce, html, icon } from "./dom";
import { MarkHand, type Marks } from "./marks";

const PACE = 1400;

/** The player of a solve path. */
export class StepsPlayer {
  private steps: Step[] = [];
  private boards: Candidates[] = [];
  private marks: Marks[] = [];
  private readonly hand: MarkHand;
  private at = 0;
  private timer = 0;
  private readonly root = html("div", { class: "player", role: "group", "aria-label": "Steps" });
  private readonly slider = html("input", { type: "range", min: "0", "aria-label": "Step" });
  private readonly said = html("div", { class: "step" });
  private readonly place = html("span", { class: "step-place" });
  private readonly toggle = html("button", { type: "button", title: "Play", "aria-label": "Play" }, icon("play"));

  constructor(
    private readonly board: Board,
    private readonly mention: (clue: ClueMention) => void,
  ) {
    this.hand = new MarkHand(board, { marks: () => ({}), sketch: () => undefined, drawn: () => undefined });
    board.paint("steps", () => this.draw());
    const button = (name: string, words: string, run: () => void): HTMLElement =>
      html("button", { type: "button", title: words, "aria-label": words, onclick: run }, icon(name));
    this.toggle.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.root.append(
      html(
        "div",
        { class: "player-bar" },
        button("first", "First step", () => this.go(0)),
        button("back", "One step back", () => this.go(this.at - 1)),
        this.toggle,
        button("next", "One step forward", () => this.go(this.at + 1)),
        button("last", "Last step", () => this.go(this.steps.length)),
        this.place,
      ),
      this.slider,
      this.said,
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.target === this.slider) return;
      if (event.key === "ArrowRight") this.go(this.at + 1);
      else if (event.key === "ArrowLeft") this.go(this.at - 1);
    });
  }

  get playing(): boolean {
    return this.steps.length > 0;
  }

  /** Take a path and show its first step. */
  begin(result: Result): HTMLElement {
    this.steps = result.answer?.steps ?? [];
    this.boards = result.boards ?? [];
    this.marks = result.drawn?.marks ?? [];
    this.hand.take(result.drawn?.tools ?? { looks: [], slots: [], written: [] });
    this.slider.max = String(this.steps.length);
    this.go(0);
    return this.root;
  }

  /** Go forward or back by the keys of the board; whether a path is shown. */
  key(event: KeyboardEvent): boolean {
    if (!this.playing) return false;
    const step = { PageDown: 1, PageUp: -1, n: 1, p: -1 }[event.key];
    if (step === undefined) return false;
    this.go(this.at + step);
    return true;
  }

  end(): void {
    this.pause();
    if (this.steps.length === 0) return;
    this.steps = [];
    this.boards = [];
    this.board.inlay([], [], new Set());
    this.root.remove();
    this.board.refresh("steps");
  }

  private play(): void {
    if (this.at >= this.steps.length) this.go(0);
    this.timer = window.setInterval(() => {
      this.go(this.at + 1, true);
      if (this.at >= this.steps.length) this.pause();
    }, PACE);
    this.toggle.replaceChildren(icon("pause"));
    this.toggle.title = "Pause";
    this.toggle.setAttribute("aria-label", "Pause");
  }

  private pause(): void {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.toggle.replaceChildren(icon("play"));
    this.toggle.title = "Play";
    this.toggle.setAttribute("aria-label", "Play");
  }

  private go(to: number, byItself = false): void {
    if (!byItself) this.pause();
    this.at = Math.max(0, Math.min(to, this.steps.length));
    this.slider.value = String(this.at);
    const step = this.steps[this.at];
    this.place.textContent = step ? `${this.at + 1} of ${this.steps.length}` : "End";
    this.slider.setAttribute("aria-valuetext", step ? `step ${this.at + 1}: ${step.technique}` : "the end");
    this.said.replaceChildren(
      ...(step
        ? [
            html("p", { class: "technique" }, html("strong", {}, step.technique), html("span", { class: `level ${step.level.replace(" ", "-")}` }, step.level)),
            html("p", {}, step.sentence),
            ...step.clues
              .filter((clue) => clue.line !== null)
              .map((clue) => html("button", { type: "button", class: "link", onclick: () => this.mention(clue) }, clue.sentence)),
          ]
        : [html("p", {}, "The steps end here.")]),
    );
    if (step && !byItself) announce(step.sentence);
    const marks: Marks = Object.assign({}, ...this.marks.slice(0, this.at + 2));
    const { under, over, dark } = this.hand.draw(marks, []);
    this.board.inlay([...this.hand.tints(marks, []), ...under], over, dark);
    this.board.refresh("steps");
  }

  private draw(): SVGElement[] {
    if (!this.playing) return [];
    const { board } = this;
    const out: SVGElement[] = [];
    const step = this.steps[this.at];
    if (step) out.push(...this.hand.step(step));
    const written = this.boards[0] ?? {};
    const known = new Map<string, number | string>();
    for (const one of this.steps.slice(0, this.at)) for (const [name, value] of Object.entries(one.placed)) if (name in written) known.set(name, value);
    for (const [name, value] of known) if (!(name in board.givens)) out.push(...board.digit(name, value, "found"));
    for (const [name, value] of Object.entries(step?.placed ?? {})) if (name in written) out.push(...board.digit(name, value, "found new"));
    for (const [name, values] of Object.entries(this.boards[this.at] ?? {})) {
      if (known.has(name) || name in board.givens || (step && name in step.placed)) continue;
      if (values.length === 1 && !step?.removed[name]) out.push(...board.digit(name, values[0] as number, "found"));
      else out.push(...board.pencil(name, values, "candidate", step?.removed[name]?.map((value) => board.valueOf(value, name))));
    }
    return out;
  }
}
