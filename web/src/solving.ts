// The commands: solve, unique, count, explain, … with their progress, and what they answer.

import type { Board } from "./board";
import type { ClueMention, Result, Rows } from "./contract";
import { announce, byId, html, toast } from "./dom";
import type { Editor } from "./editor";
import { explain, isAbort, result } from "./server";
import { StepsPlayer } from "./steps";

/** The programs whose relaxation or tree can be seen: the encoding, and how much was propagated before. */
const OF_PROGRAMS = ["relax", "tree"];
const ENCODINGS = ["binary", "integer"];
const STRENGTHS: Record<string, string> = { none: "As written", probe: "After presolve" };

const NAMES: Record<string, string> = {
  solve: "Solve",
  unique: "Unique?",
  count: "Count",
  steps: "Steps",
  explain: "Explain",
  redundant: "Redundant",
  minimize: "Minimize",
  generate: "Generate",
  relax: "Relax",
  tree: "Tree",
  rows: "Rows",
};

/** What the buttons do, in a sentence each. */
export const PURPOSES: Record<string, string> = {
  solve: "Find the solution.",
  unique: "Is there exactly one solution? Otherwise, see where two of them differ.",
  count: "Count the solutions.",
  steps: "Solve as a person would, step by step, each with its reason.",
  explain: "Why is there no solution? Or, with one cell selected: why does it hold its value?",
  redundant: "Which clues follow from the others?",
  minimize: "Drop clues and givens while the solution stays unique.",
  generate: "Make a puzzle with exactly one solution from these rules.",
  relax: "Show the linear relaxation of the integer program.",
  tree: "Show how branch and bound solves the integer program.",
  rows: "Show the rows of the integer program that the clue at the cursor becomes.",
};

/** Which options a command takes. */
const OPTIONS: Record<string, string[]> = {
  solve: ["encoding", "solver", "time_limit"],
  unique: ["encoding", "solver", "time_limit"],
  count: ["solver", "time_limit"],
  steps: ["time_limit"],
  explain: ["solver", "time_limit"],
  redundant: ["solver", "time_limit"],
  minimize: ["solver", "time_limit"],
  generate: ["givens", "symmetry", "cages", "seed", "time_limit"],
  relax: ["time_limit"],
  tree: ["time_limit"],
  rows: ["encoding"],
};

/** The panel of the commands. */
export class Solving {
  readonly player: StepsPlayer;
  private stop: AbortController | null = null;
  private readonly out = byId("result");
  private readonly running = byId("running");
  private readonly report = byId("progress-text");
  private timer = 0;

  constructor(
    private readonly board: Board,
    private readonly editor: Editor,
    private readonly goTo: (from: number, to: number) => void,
    private readonly first: (work: Promise<void>) => Promise<void>,
  ) {
    this.player = new StepsPlayer(board, (mention) => this.mention(mention));
    for (const [command, purpose] of Object.entries(PURPOSES)) {
      const button = html(
        "button",
        { type: "button", class: command === "solve" ? "command primary" : "command", "data-command": command, "aria-describedby": "purpose" },
        NAMES[command] ?? command,
      );
      button.addEventListener("click", () => void this.run(command));
      const tell = (): void => {
        byId("purpose").textContent = purpose;
      };
      button.addEventListener("pointerenter", tell);
      button.addEventListener("focus", tell);
      byId("commands").append(button);
    }
    byId("cancel").addEventListener("click", () => this.cancel("Cancelled."));
    byId("back").addEventListener("click", () => this.showPuzzle());
  }

  /** The text is another one: an answer to the old one is no longer shown in the picture. */
  forget(): void {
    if (this.stop) this.cancel("Cancelled, since the model has changed.");
    this.showPuzzle();
    this.player.end();
    this.out.classList.toggle("old", this.out.childElementCount > 0);
  }

  /** Show the puzzle again, in place of an answer. */
  showPuzzle(): void {
    byId("answer-bar").hidden = true;
    byId("views").replaceChildren();
    this.board.showResult(null);
  }

  /** Run a command; `view` chooses what is seen of an answer that is on the screen, which stays until the next is there. */
  async run(command: string, view?: Record<string, string>): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    if (!view) {
      this.showPuzzle();
      this.player.end();
      this.out.replaceChildren();
    }
    this.out.classList.remove("old");
    const ofProgram = OF_PROGRAMS.includes(command);
    const seen = ofProgram ? { encoding: byId<HTMLSelectElement>("option-encoding").value || "binary", presolve: "none", ...view } : {};
    const began = performance.now();
    const name = NAMES[command] ?? command;
    this.busy(name, began);
    const { text } = this.editor;
    try {
      const work = command === "rows" ? this.rows(text, stop.signal) : this.ask(command, text, { ...this.options(command), ...seen }, stop.signal);
      await this.first(work);
      if (ofProgram && !stop.signal.aborted) this.offerViews(command, seen);
    } catch (failure) {
      if (!isAbort(failure)) this.fail(explain(failure));
    } finally {
      if (this.stop === stop) {
        this.stop = null;
        this.idle();
        if (this.out.childElementCount === 0) this.fail("No answer came back.");
        // On a narrow screen the result is below the buttons, out of sight, and the picture stays above it.
        this.out.style.scrollMarginTop = `${document.querySelector<HTMLElement>(".view")?.offsetHeight ?? 0}px`;
        if (byId("panes").checkVisibility()) this.out.scrollIntoView();
      }
    }
  }

  /** The switches between the programs. */
  private offerViews(command: string, seen: Record<string, string>): void {
    const choice = (part: string, value: string, words: string): HTMLElement =>
      html(
        "button",
        { type: "button", "aria-pressed": String(seen[part] === value), onclick: () => void this.run(command, { ...seen, [part]: value }) },
        words,
      );
    byId("views").replaceChildren(
      html("div", { class: "tabs", role: "group", "aria-label": "Encoding" }, ...ENCODINGS.map((one) => choice("encoding", one, one))),
      html(
        "div",
        { class: "tabs", role: "group", "aria-label": "Program" },
        ...Object.entries(STRENGTHS).map(([name, words]) => choice("presolve", name, words)),
      ),
    );
  }

  /** Where there is no solution, a selected cell could be shown to hold any value: the conflict is explained instead. */
  private async ask(command: string, text: string, options: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    const { cell, ...others } = options;
    let unsolvable = false;
    try {
      const found = await result<Result>("run", { text, command, options }, signal, (_, data) => {
        this.report.textContent = String(data["text"] ?? "");
      });
      unsolvable = cell !== undefined && found.answer?.status === "infeasible";
      if (!unsolvable) this.tell(command, found);
    } catch (failure) {
      // Clues that clash at sight are an error for a cell, but a conflict like others without one.
      if (cell === undefined || isAbort(failure)) throw failure;
      unsolvable = true;
    }
    if (unsolvable) await this.ask(command, text, others, signal);
  }

  private cancel(words: string): void {
    if (!this.stop) return;
    this.stop.abort();
    this.stop = null;
    this.idle();
    this.out.replaceChildren(html("p", { class: "quiet" }, words));
    announce(words);
  }

  private busy(name: string, began: number): void {
    this.running.hidden = false;
    const tick = (): void => {
      const seconds = (performance.now() - began) / 1000;
      byId("elapsed").textContent = seconds < 1 ? "" : `${seconds.toFixed(0)} s`;
    };
    tick();
    this.report.textContent = `${name.replace("?", "")} …`;
    window.clearInterval(this.timer);
    this.timer = window.setInterval(tick, 500);
    announce(`${name.replace("?", "")} is running`);
  }

  private idle(): void {
    window.clearInterval(this.timer);
    this.running.hidden = true;
  }

  private fail(words: string): void {
    this.out.replaceChildren(html("pre", { class: "bad words" }, words));
    announce(words);
  }

  private options(command: string): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const name of OPTIONS[command] ?? []) {
      const input = byId<HTMLInputElement | HTMLSelectElement>(`option-${name}`);
      if (input instanceof HTMLInputElement && input.type === "checkbox") {
        if (input.checked) out[name] = true;
      } else if (input.value !== "") {
        out[name] = input instanceof HTMLInputElement && input.type === "number" ? Number(input.value) : input.value;
      }
    }
    const [cell, ...others] = this.board.selection.value;
    if (command === "explain" && cell !== undefined && others.length === 0) out["cell"] = cell;
    return out;
  }

  private tell(command: string, result: Result): void {
    const answer = result.answer ?? {};
    if (answer.error !== undefined) {
      this.fail(answer.error);
      return;
    }
    const words = headline(result.brief, answer.seconds?.total);
    const head = html("p", { class: `headline ${result.tone}` }, words);
    this.out.replaceChildren(head);
    announce(words);
    if (command === "steps" && answer.steps && answer.steps.length > 0) {
      this.out.append(this.player.begin(result));
    } else if (result.svg) {
      this.board.showResult(result.svg);
      byId("answer-name").textContent = NAMES[command]?.replace("?", "") ?? command;
      byId("answer-bar").hidden = false;
    }
    const model = result.model;
    if (typeof model === "string" && model !== this.editor.text) {
      this.out.append(
        html(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () => {
              this.editor.replace(model);
              toast("The new model is in the editor. Undo brings the old one back.");
            },
          },
          "Put it into the editor",
        ),
      );
    }
    if (command === "explain" && answer.steps) {
      this.out.append(html("ol", { class: "mentions" }, ...answer.steps.map((step) => html("li", {}, step.sentence))));
    }
    for (const { title, clues } of result.lists) {
      this.out.append(html("h3", {}, title));
      this.out.append(html("ul", { class: "mentions" }, ...clues.map((one) => html("li", {}, this.link(one)))));
    }
    const text = result.printed.trim();
    if (text && command !== "steps") {
      this.out.append(html("details", {}, html("summary", {}, "In words"), html("pre", { tabindex: "0" }, text)));
    }
  }

  private link(mention: ClueMention): HTMLElement {
    return html("button", { type: "button", class: "link", onclick: () => this.mention(mention) }, mention.sentence);
  }

  /** Go to a clue: its text is selected, and it is set apart in the picture. */
  private mention(mention: ClueMention): void {
    const place =
      mention.from !== undefined && mention.to !== undefined
        ? { from: mention.from, to: mention.to }
        : mention.line !== null
          ? this.editor.line(mention.line)
          : null;
    if (mention.index !== undefined && mention.index !== null) this.board.activate([mention.index]);
    if (place) this.goTo(place.from, place.to);
  }

  private async rows(text: string, signal: AbortSignal): Promise<void> {
    const { state } = this.editor.view;
    const line = state.doc.lineAt(state.selection.main.head).number;
    const encoding = byId<HTMLSelectElement>("option-encoding").value || null;
    const { answer } = await result<{ answer: Rows }>("run", { text, command: "model", options: { line, encoding } }, signal);
    const parts: HTMLElement[] = [];
    for (const [stage, title] of [["written", "As written"], ["presolved", "After presolve"]] as const) {
      for (const [name, rows] of Object.entries(answer[stage] ?? {})) {
        if (encoding && name !== encoding) continue;
        if (rows.length === 0) continue;
        parts.push(
          html("h3", {}, `${title}, ${name}: ${rows.length} ${rows.length === 1 ? "row" : "rows"}`),
          html(
            "dl",
            { class: "rows" },
            ...rows.slice(0, 60).flatMap((row) => [html("dt", {}, html("code", {}, row.row)), html("dd", {}, row.says)]),
          ),
        );
        if (rows.length > 60) parts.push(html("p", { class: "quiet" }, `… and ${rows.length - 60} more`));
      }
    }
    if (parts.length === 0) this.fail("There is no clue with rows of its own at the cursor. Put the cursor into the line of a clue.");
    else this.out.replaceChildren(...parts);
  }
}

/** The answer in one sentence, and how long it took. */
export function headline(brief: string, seconds: number | undefined): string {
  return seconds === undefined ? brief : `${brief} ${seconds.toFixed(seconds < 1 ? 2 : 1)} s.`;
}

