// The page of `puzzledsl edit`: the model on the left, the puzzle on the right, both live.

import { Background } from "./background";
import { Board } from "./board";
import type { Checked, Clue, Edit, Example, Opened } from "./contract";
import { announce, byId, html, toast } from "./dom";
import { Editor } from "./editor";
import { Exchange } from "./exchange";
import { splitter, tabs, themes } from "./layout";
import { Palette } from "./palette";
import { Play } from "./play";
import { Saving } from "./saving";
import { EXAMPLES, explain, isAbort, linkTo, post } from "./server";
import { Solving } from "./solving";
import { Writer } from "./writer";

const STATE_AFTER = 180;
/** Milliseconds without a key before mistakes are told with what their lines may be, for which the text is read several times. */
const CORRECTED_AFTER = 600;
const EMPTY = 'puzzle "Untitled"\nauthor ""\n\ngrid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n';

const MODE = "puzzledsl-mode";

type Mode = "draw" | "play" | "solve";

class Page {
  private mode: Mode = "draw";
  private checking: AbortController | null = null;
  private correcting = 0;
  private correction = new AbortController();
  private again = false;
  private clues: Clue[] = [];
  private library: Opened["rules"] = [];
  private checkedText: string | null = null;
  /** The text could not be read, for whatever reason but its own mistakes. */
  private isUnread = false;
  private clicked = false;
  private chipsKey = "";

  private readonly board = new Board(byId("board"), {
    drawn: (cells) => this.palette.drawn(cells),
    clicked: (clue) => this.choose(clue),
    key: (event) => this.boardKey(event),
  });
  private readonly editor: Editor = new Editor(
    byId("editor"),
    { changed: (text) => this.changed(text), moved: (from, to) => this.moved(from, to) },
    [
      { key: "Mod-s", run: () => void this.saving.save() },
      { key: "Alt-Shift-f", run: () => void this.tidy() },
      { key: "F8", run: () => this.editor.nextMistake() },
      { key: "Mod-Enter", run: () => this.runCommand("solve") },
    ],
  );
  private readonly writer = new Writer(this.editor);
  private readonly palette = new Palette(this.board, this.editor, this.writer, (from, to) => this.written(from, to));
  private readonly background = new Background(this.board);
  private readonly first = async (work: Promise<void>): Promise<void> => {
    await this.background.during(work);
    if (this.isUnread && !this.checking) void this.check(this.editor.text); // what has answered now can read the text
  };
  private readonly play = new Play(this.board, () => this.editor.text, this.first);
  private readonly solving = new Solving(this.board, this.editor, (from, to) => this.goTo(from, to), this.first);
  private readonly exchange = new Exchange(this.editor, () => this.showPane("puzzle"), this.first);
  private readonly saving: Saving = new Saving(this.editor);
  private readonly setMode = tabs(byId("modes"), (name) => this.enter(name as Mode));
  private readonly showPane = tabs(byId("panes"), (name) => (byId("main").dataset["pane"] = name));

  async begin(): Promise<void> {
    splitter();
    themes();
    const mode = sessionStorage.getItem(MODE);
    this.setMode(mode ?? "draw");
    this.showPane("puzzle");
    this.board.describe.push((name) => this.describe(name));
    this.board.paint("halo", () => this.halo());
    this.board.selection.watch(() => {
      this.clicked = false;
      this.layChips();
    });
    byId("share").hidden = linkTo === null;
    byId("share").addEventListener("click", () => void this.exchange.share());
    byId("tidy").addEventListener("click", () => void this.tidy());
    byId("mistakes").addEventListener("click", () => {
      const list = byId("mistake-list");
      list.hidden = !list.hidden;
      byId("mistakes").setAttribute("aria-expanded", String(!list.hidden));
    });
    byId("help").addEventListener("click", () => byId<HTMLDialogElement>("help-dialog").showModal());
    byId("help-dialog")
      .querySelector("[data-close]")
      ?.addEventListener("click", () => byId<HTMLDialogElement>("help-dialog").close());
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-start]")) {
      button.addEventListener("click", () => this.start(button.dataset["start"] ?? ""));
    }
    document.addEventListener("keydown", (event) => this.globalKey(event));
    try {
      const opened = await post<Opened>("open", {});
      this.library = opened.rules;
      this.palette.offer(opened.rules);
      this.exchange.offer(opened);
      byId("program").textContent = `puzzledsl ${opened.program}`;
      byId("solver-note").textContent = opened.note ?? "";
      if (opened.shared && mode === null) this.setMode("play");
      this.saving.begin(opened);
      this.changed(this.editor.text);
      if (this.editor.text.trim() !== "") this.editor.view.focus();
    } catch (failure) {
      toast(explain(failure), "error");
    }
  }

  // ── the text ──────────────────────────────────────────────────────────────────────────────────

  private changed(text: string): void {
    window.clearTimeout(this.correcting);
    this.correction.abort();
    this.background.stale();
    this.solving.forget();
    this.play.forget();
    this.saving.follow();
    this.again = true;
    if (!this.checking) void this.check(text);
  }

  /** Let the server read the text; one request at a time, and the last text always has its turn. */
  private async check(text: string): Promise<void> {
    do {
      this.again = this.isUnread = false;
      this.checking = new AbortController();
      try {
        const answer = await post<Checked>("check", { text }, this.checking.signal);
        this.show(answer, text);
      } catch (failure) {
        if (!isAbort(failure)) {
          toast(explain(failure), "error");
          this.background.rest("The model could not be read");
          this.isUnread = true;
        }
      }
      this.checking = null;
      text = this.editor.text;
    } while (this.again);
  }

  private async correct(text: string): Promise<void> {
    this.correction = new AbortController();
    const { signal } = this.correction;
    try {
      const answer = await post<Checked>("check", { text, corrected: true }, signal);
      if (signal.aborted) return;
      this.editor.diagnose(answer.diagnostics);
      this.count(answer);
    } catch {
      // The mistakes are told already.
    }
  }

  private show(checked: Checked, text: string): void {
    const current = text === this.editor.text;
    const blank = text.trim() === "";
    if (blank) checked = { ...checked, diagnostics: [] };
    const errors = checked.diagnostics.filter((one) => one.severity === "error").length;
    if (current) this.editor.diagnose(checked.diagnostics);
    if (errors === 0) {
      this.clues = checked.clues ?? [];
      byId("play-rules").replaceChildren(...(checked.sentences ?? []).map((text) => html("p", {}, text)));
      this.checkedText = text;
    }
    this.board.show(checked);
    byId("start").hidden = !blank;
    if (blank) void this.offerExamples();
    byId("waiting").hidden = blank || this.board.hasPicture;
    byId("board").hidden = !this.board.hasPicture || blank;
    byId("stale").hidden = errors === 0 || !this.board.hasPicture || blank;
    const title = checked.title ?? "";
    byId("board").setAttribute("aria-label", `${title || "Puzzle"}. Arrow keys move, digits write givens, letters search for a clue.`);
    this.count(checked);
    this.palette.offer([...checked.rules, ...this.library]);
    this.layChips();
    document.documentElement.dataset["ready"] = "";
    if (!current) return;
    if (blank) this.background.rest();
    else if (errors > 0) {
      this.background.rest(errors === 1 ? "A mistake in the model" : `${errors} mistakes in the model`);
      this.correcting = window.setTimeout(() => void this.correct(text), CORRECTED_AFTER);
    } else {
      this.background.ask(text, STATE_AFTER);
      this.play.follow();
      const { from, to } = this.editor.view.state.selection.main;
      this.moved(from, to);
    }
  }

  private count(checked: Checked): void {
    const errors = checked.diagnostics.filter((one) => one.severity === "error").length;
    const warnings = checked.diagnostics.filter((one) => one.severity === "warning").length;
    const words = [
      errors > 0 ? `${errors} ${errors === 1 ? "mistake" : "mistakes"}` : "",
      warnings > 0 ? `${warnings} ${warnings === 1 ? "warning" : "warnings"}` : "",
    ].filter(Boolean);
    const button = byId<HTMLButtonElement>("mistakes");
    button.textContent = words.join(", ") || "No mistakes";
    button.dataset["kind"] = errors > 0 ? "bad" : warnings > 0 ? "warn" : "good";
  }

  /** The cursor has moved: set apart the clues whose text it is in. */
  private moved(from: number, to: number): void {
    if (this.mode === "play") return;
    if (this.clicked && !this.editor.view.hasFocus) return;
    this.clicked = false;
    const here = this.checkedText === this.editor.text ? this.clues.filter((clue) => spans(clue, from, to)) : [];
    const least = Math.min(...here.map(length));
    // The clue of one group of a line, not its neighbours; but all clues of a loop or of `rows`.
    const chosen = here.filter((clue) => length(clue) === least);
    this.board.activate(chosen.length <= 12 ? chosen.map((clue) => clue.index) : []);
    this.layChips();
  }

  private async tidy(): Promise<void> {
    const { text } = this.editor;
    try {
      const answer = await post<{ edits: Edit[] }>("format", { text });
      if (this.editor.apply(answer.edits, text)) toast(answer.edits.length > 0 ? "Tidied." : "Nothing to tidy.");
    } catch (failure) {
      toast(explain(failure), "error");
    }
  }

  /** Put the examples of the gallery below the other ways to begin, when they are first needed. */
  private async offerExamples(): Promise<void> {
    const shelf = byId("examples");
    if (shelf.childElementCount > 0) return;
    const found = fetch(EXAMPLES).then((answer) => answer.json() as Promise<Example[]>);
    const examples = await found.catch(() => []); // offered the next time, if there is a network then
    shelf.replaceChildren(
      ...examples.map(({ title, text }) =>
        html("button", { type: "button", class: "bare", onclick: () => this.beginWith(text) }, title),
      ),
    );
  }

  private beginWith(text: string): void {
    this.editor.replace(text);
    this.showPane("puzzle");
    this.board.focus();
  }

  private start(kind: string): void {
    if (kind === "import") {
      this.exchange.openImport();
      return;
    }
    const size = Number(kind);
    this.beginWith(EMPTY.replace("[9, 9] in 1..9", `[${size}, ${size}] in 1..${size}`));
  }

  // ── the board ─────────────────────────────────────────────────────────────────────────────────

  private boardKey(event: KeyboardEvent): boolean {
    if (this.mode === "play") return this.play.key(event);
    if (this.mode === "solve" && this.solving.player.key(event)) return true;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === "z") {
      if (event.shiftKey) this.editor.redo();
      else this.editor.undo();
      return true;
    }
    if (mod && event.key.toLowerCase() === "y") {
      this.editor.redo();
      return true;
    }
    if (event.key === "Escape") return this.palette.disarm();
    if (mod || event.altKey || this.mode !== "draw") return false;
    if (this.board.types(event.key)) {
      const value = this.board.type(event.key);
      if (value !== null) this.give(value);
      return true;
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      this.give(null);
      return true;
    }
    const letter = this.board.typedLetter(event.key);
    if (letter > 0) {
      this.give(letter);
      return true;
    }
    if (/^[a-z/]$/i.test(event.key)) {
      this.palette.type(event.key === "/" ? "" : event.key.toLowerCase());
      return true;
    }
    return false;
  }

  private give(value: number | null): void {
    const cells = [...this.board.selection.value];
    if (cells.length === 0) {
      toast("Select a cell first.");
      return;
    }
    void this.writer.write<{ edits: Edit[] }>("given", { cells, value });
  }

  private choose(index: number): void {
    const clue = this.clues.find((one) => one.index === index);
    if (!clue || this.mode === "play") return;
    this.clicked = true;
    this.palette.show(clue);
    this.layChips();
  }

  private written(from: number, to: number): void {
    this.goTo(from, to);
  }

  private goTo(from: number, to: number): void {
    this.editor.select(from, to);
    this.editor.link([{ from, to }]);
  }

  private layChips(): void {
    const cells = this.board.selection.value;
    const { active } = this.board;
    const at = cells.at(-1);
    const here =
      this.mode !== "draw"
        ? []
        : this.clues.filter(
            (clue) => (active.includes(clue.index) && active.length <= 4) || (at !== undefined && clue.cells.includes(at) && isLocal(clue)),
          );
    here.sort((a, b) => Number(active.includes(b.index)) - Number(active.includes(a.index)));
    const key = JSON.stringify([here.map((clue) => [clue.index, clue.from, clue.sentence]), active]);
    if (key !== this.chipsKey) byId("chips").replaceChildren(...this.palette.chips(here, active));
    this.chipsKey = key;
    const count = cells.length;
    byId("picked").textContent =
      this.mode === "solve" || count === 0 ? "" : count === 1 ? (cells[0] ?? "") : `${count} cells`;
  }

  private halo(): SVGElement[] {
    const out: SVGElement[] = [];
    for (const index of this.board.active) {
      const clue = this.clues.find((one) => one.index === index);
      // A clue about the whole grid has no place of its own.
      const border = clue && isLocal(clue) && this.board.outline(clue.cells, "halo", 0.02);
      if (clue && border) out.push(...this.board.fill(clue.cells, "halo-fill"), border);
    }
    return out;
  }

  private describe(name: string): string {
    const given = this.board.givens[name];
    const clues = this.clues.filter((clue) => clue.cells.includes(name) && isLocal(clue)).slice(0, 4);
    return [given === undefined ? "" : `given ${this.board.told(given, name)}`, ...clues.map((clue) => clue.sentence)].filter(Boolean).join(", ");
  }

  // ── the page ──────────────────────────────────────────────────────────────────────────────────

  private enter(mode: Mode): void {
    this.mode = mode;
    sessionStorage.setItem(MODE, mode);
    byId("puzzle").dataset["mode"] = mode;
    for (const panel of document.querySelectorAll<HTMLElement>("[data-panel]")) panel.hidden = panel.dataset["panel"] !== mode;
    this.background.visible = mode === "draw";
    this.board.refresh("marks");
    if (mode !== "solve") {
      this.solving.showPuzzle();
      this.solving.player.end();
    }
    this.play.show(mode === "play");
    if (mode === "draw") void this.palette.drawIcons();
    else this.palette.disarm();
    if (mode === "play") this.board.activate([]);
    this.layChips();
  }

  private runCommand(command: string): void {
    this.setMode("solve");
    this.showPane("puzzle");
    void this.solving.run(command);
  }

  private globalKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const mod = event.ctrlKey || event.metaKey;
    const typing = (event.target as HTMLElement).closest("input, textarea, select, .cm-editor") !== null;
    if (mod && event.key.toLowerCase() === "s") void this.saving.save();
    else if (mod && event.key === "Enter") this.runCommand("solve");
    else if (event.key === "F6" || (event.altKey && ["1", "2", "3"].includes(event.key))) this.cycle(event);
    else if (event.key === "F1" || (event.key === "?" && !typing)) byId<HTMLDialogElement>("help-dialog").showModal();
    else if (event.key === "F8") this.editor.nextMistake();
    else return;
    event.preventDefault();
  }

  /** Go to the model, the board or the panel beside it. */
  private cycle(event: KeyboardEvent): void {
    const places = [byId("model"), byId("board"), byId("panel")];
    const now = places.findIndex((place) => place.contains(document.activeElement));
    const to = event.key === "F6" ? (now + (event.shiftKey ? 2 : 1)) % 3 : Number(event.key) - 1;
    this.showPane(to === 0 ? "model" : "puzzle");
    if (to === 0) this.editor.view.focus();
    else if (to === 1) this.board.focus();
    else byId("panel").querySelector<HTMLElement>("[data-panel]:not([hidden]) :is(input, button)")?.focus();
    announce(["Model", "Puzzle", "Tools"][to] ?? "");
  }
}

function spans(clue: Clue, from: number, to: number): boolean {
  return clue.from !== null && clue.to !== null && clue.from <= to && from <= clue.to;
}

function length(clue: Clue): number {
  return (clue.to ?? 0) - (clue.from ?? 0);
}

/** Whether a clue is about a place of the grid, so that it is worth naming at each of its cells. */
function isLocal(clue: Clue): boolean {
  return clue.cells.length < 30 && clue.rule !== "alldifferent" && !clue.sentence.startsWith("alldifferent");
}

void new Page().begin();
