// The picture of the puzzle: the server draws it, the page lays selections, digits and pencil marks over it.

import type { Candidates, Checked } from "./contract";
import { html, pictureOf, svg, toast } from "./dom";
import { Signal } from "./signal";
import { Typing } from "./typing";

export interface Cell {
  /** As the language names it. */
  name: string;
  grid: string;
  row: number;
  column: number;
  x: number;
  y: number;
  size: number;
}

export type Layer = "halo" | "marks" | "play" | "steps";
const LAYERS: Layer[] = ["halo", "steps", "marks", "play"];

/** How the pointer selects: freely, or as a line whose order counts. */
export type Gesture = "free" | "line";

export interface BoardListeners {
  /** A drag with an armed tool has ended. */
  drawn(cells: string[]): void;
  /** A clue was clicked. */
  clicked(clue: number): void;
  /** A key that the board itself does not use; whether somebody used it. */
  key(event: KeyboardEvent): boolean;
}

/** A place in the picture. */
export interface Point {
  x: number;
  y: number;
}

/** Who draws on the board by hand, before the board selects. `down` and `key` say whether they have used the event. */
export interface Hand {
  down(at: Point, cell: Cell | null, event: PointerEvent): boolean;
  move(at: Point): void;
  up(): void;
  cancel(): void;
  key(event: KeyboardEvent): boolean;
  /** Whether whole rows are selected, to write into them. */
  readonly writes: boolean;
}

interface Outside {
  cells: string[];
  x: number;
  y: number;
  /** In degrees; 0 points to the right. */
  direction: number;
  size: number;
  words: string;
}

/** The board. */
export class Board {
  readonly selection = new Signal<readonly string[]>([]);
  readonly cells = new Map<string, Cell>();
  /** What is said of a cell besides its place: its givens, clues, candidates. */
  readonly describe: ((name: string) => string)[] = [];
  armed: Gesture | null = null;
  values: [number, number] = [1, 9];
  private letters: Record<string, string> = {};
  private readonly typing = new Typing();
  givens: Record<string, number> = {};
  /** Who draws by hand, if somebody does. */
  hand: Hand | null = null;
  private drawing = false;
  /** What is drawn into the picture itself, below and above the lines of the grid. */
  private readonly below = svg("g", {});
  private readonly above = svg("g", {});
  private dark: ReadonlySet<string> = new Set();
  private picture: SVGSVGElement | null = null;
  private shown = "";
  private readonly paper = html("div", { class: "sheet" });
  private readonly overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
  private readonly groups = new Map<string, SVGGElement>();
  private readonly painters = new Map<Layer, () => SVGElement[]>();
  private readonly table = html("div", { class: "cells" });
  private cursor: string | null = null;
  private drag: { names: string[]; before: readonly string[]; removing: boolean; moved: boolean } | null = null;
  private result: string | null = null;
  private activeClues: readonly number[] = [];

  constructor(
    private readonly frame: HTMLElement,
    private readonly listeners: BoardListeners,
  ) {
    for (const name of [...LAYERS, "selection", "hover"]) {
      const group = svg("g", { class: `layer-${name}` });
      this.groups.set(name, group);
      this.overlay.append(group);
    }
    frame.append(html("div", { class: "stack" }, this.paper, this.overlay as unknown as Node), this.table);
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.release(event));
    frame.addEventListener("pointercancel", () => {
      this.drag = null;
      this.drawing = false;
      this.hand?.cancel();
    });
    frame.addEventListener("contextmenu", (event) => {
      if (this.hand) event.preventDefault();
    });
    frame.addEventListener("pointerleave", () => this.groups.get("hover")?.replaceChildren());
    frame.addEventListener("keydown", (event) => this.pressKey(event));
    frame.addEventListener("focus", () => {
      if (this.cursor === null) this.cursor = this.cells.keys().next().value ?? null;
      this.paintSelection();
    });
    frame.addEventListener("blur", () => this.paintSelection());
    this.selection.watch(() => this.paintSelection());
  }

  /** Show what the server has drawn. */
  show(checked: Checked): void {
    this.values = checked.values ?? this.values;
    this.letters = checked.letters ?? this.letters;
    this.givens = checked.givens ?? this.givens;
    // Most keys change nothing of the picture, and then nothing is drawn anew.
    if (checked.svg === null || checked.svg === this.shown) {
      this.refresh("halo");
      return;
    }
    this.shown = checked.svg;
    if (this.result === null) this.draw(checked.svg);
    this.paintAll();
  }

  /** Show the picture of an answer in place of the puzzle; `null` goes back. */
  showResult(picture: string | null): void {
    if (picture === this.result) return;
    this.result = picture;
    this.frame.classList.toggle("answer", picture !== null);
    this.draw(picture ?? this.shown);
    this.paintAll();
  }

  get hasPicture(): boolean {
    return this.picture !== null;
  }

  /** Let `paint` fill a layer, at once and whenever the picture is another one. */
  paint(layer: Layer, paint: () => SVGElement[]): void {
    this.painters.set(layer, paint);
    this.refresh(layer);
  }

  refresh(layer: Layer): void {
    const group = this.groups.get(layer);
    group?.replaceChildren(...(this.result === null ? (this.painters.get(layer)?.() ?? []) : []));
    this.label();
  }

  /** Set apart clues of the puzzle, by their index. */
  activate(indices: readonly number[]): void {
    if (indices.length === this.activeClues.length && indices.every((one, k) => one === this.activeClues[k])) return;
    this.activeClues = indices;
    this.markClues();
    this.refresh("halo");
  }

  get active(): readonly number[] {
    return this.activeClues;
  }

  select(names: readonly string[]): void {
    const known = names.filter((name) => this.cells.has(name));
    this.cursor = known.at(-1) ?? this.cursor;
    this.selection.value = known;
    this.paintSelection();
  }

  focus(): void {
    this.frame.focus({ preventScroll: true });
  }

  /** The cell where the keys are. */
  get at(): Cell | null {
    return (this.cursor === null ? undefined : this.cells.get(this.cursor)) ?? null;
  }

  /** Draw into the picture; what is written on the dark cells becomes white. */
  inlay(under: SVGElement[], over: SVGElement[], dark: ReadonlySet<string>): void {
    this.below.replaceChildren(...under);
    this.above.replaceChildren(...over);
    const changed = [...dark, ...this.dark].some((name) => dark.has(name) !== this.dark.has(name));
    this.dark = dark;
    for (const text of changed ? (this.picture?.querySelectorAll<SVGTextElement>(":scope > text") ?? []) : []) {
      const cell = this.cellAt(Number(text.getAttribute("x")), Number(text.getAttribute("y")) - 0.36 * Number(text.getAttribute("font-size")));
      text.classList.toggle("on-dark", cell !== null && dark.has(cell.name));
    }
  }

  // ── pieces that layers are made of ────────────────────────────────────────────────────────────

  fill(names: Iterable<string>, kind: string): SVGElement[] {
    const out: SVGElement[] = [];
    for (const name of names) {
      const cell = this.cells.get(name);
      if (cell) out.push(svg("rect", { class: kind, x: cell.x, y: cell.y, width: cell.size, height: cell.size }));
    }
    return out;
  }

  /** The border of a set of cells. */
  outline(names: Iterable<string>, kind: string, inset = 0.04): SVGElement | null {
    const members = [...new Set(names)].flatMap((name) => this.cells.get(name) ?? []);
    if (members.length === 0) return null;
    const places = new Set(members.map((cell) => `${cell.grid}/${cell.row}/${cell.column}`));
    const has = (cell: Cell, row: number, column: number): boolean =>
      places.has(`${cell.grid}/${cell.row + row}/${cell.column + column}`);
    let path = "";
    for (const cell of members) {
      const { x, y, size } = cell;
      const d = inset * size;
      const up = has(cell, -1, 0);
      const down = has(cell, 1, 0);
      const left = has(cell, 0, -1);
      const right = has(cell, 0, 1);
      const [x0, x1, y0, y1] = [x + d, x + size - d, y + d, y + size - d];
      const w = left ? x : x0;
      const e = right ? x + size : x1;
      const n = up ? y : y0;
      const s = down ? y + size : y1;
      if (!up) path += `M${w},${y0}H${e}`;
      if (!down) path += `M${w},${y1}H${e}`;
      if (!left) path += `M${x0},${n}V${s}`;
      if (!right) path += `M${x1},${n}V${s}`;
      // The little corners where the set turns inwards.
      if (up && left && !has(cell, -1, -1)) path += `M${x},${y0}H${x0}V${y}`;
      if (up && right && !has(cell, -1, 1)) path += `M${x + size},${y0}H${x1}V${y}`;
      if (down && left && !has(cell, 1, -1)) path += `M${x},${y1}H${x0}V${y + size}`;
      if (down && right && !has(cell, 1, 1)) path += `M${x + size},${y1}H${x1}V${y + size}`;
    }
    return svg("path", { class: kind, d: path });
  }

  /** The letters of the grid of a cell, if it has some. */
  private lettersOf(name: string): string {
    return this.letters[this.cells.get(name)?.grid ?? ""] ?? "";
  }

  /** A value of a cell as people read it. */
  told(value: number, name: string): string {
    return this.lettersOf(name)[value - 1] ?? String(value);
  }

  /** The value of a cell that an answer or a key stands for; 0 for a key that stands for none. */
  valueOf(told: number | string, name: string): number {
    if (typeof told === "number") return told;
    const letters = this.lettersOf(name);
    return told.length === 1 ? Math.max(letters.indexOf(told), letters.indexOf(told.toUpperCase())) + 1 : 0;
  }

  /** The value that a letter stands for where it is typed; 0 if it stands for none. */
  typedLetter(key: string): number {
    return this.valueOf(key, this.selection.value[0] ?? this.cursor ?? "");
  }

  /** Whether a key is one of those that numbers are typed with. */
  types(key: string): boolean {
    return /^\d$/.test(key) || (key === "-" && this.values[0] < 0);
  }

  /** The value that a digit or a sign makes with those typed just before it, if the selected cells can hold it. */
  type(key: string): number | null {
    const found = this.typing.type(key, performance.now(), this.selection.value.join(), this.values);
    if (found === "none") toast(`The values go from ${this.values[0]} to ${this.values[1]}.`);
    return typeof found === "number" ? found : null;
  }

  /** A value, or a text, in the middle of a cell. */
  digit(name: string, value: number | string, kind: string, size = 0.62): SVGElement[] {
    const cell = this.cells.get(name);
    if (!cell) return [];
    const text = typeof value === "number" ? this.told(value, name) : value;
    const height = cell.size * Math.min(size, 1.3 / (text.length + 0.2));
    const at = { x: cell.x + cell.size / 2, y: cell.y + cell.size / 2 + 0.36 * height };
    return [svg("text", { class: kind, ...at, "font-size": height, "text-anchor": "middle" }, text)];
  }

  /** Small values, each in its own place of the cell. */
  pencil(name: string, values: readonly number[], kind: string, struck: readonly number[] = []): SVGElement[] {
    const cell = this.cells.get(name);
    if (!cell || values.length === 0) return [];
    const [low, high] = this.values;
    const span = high - low + 1;
    const own = span <= 25;
    const count = own ? span : values.length;
    if (count > 36) return [];
    const across = Math.max(2, Math.ceil(Math.sqrt(count)));
    const down = Math.ceil(count / across);
    const widest = Math.max(String(low).length, this.told(high, name).length);
    const top = this.noted.get(name) ?? 0.08;
    const height = Math.min(0.25, (0.94 - top) / down, (0.84 / across / widest) * 1.6) * cell.size;
    const out: SVGElement[] = [];
    values.forEach((value, k) => {
      const place = own ? value - low : k;
      const x = cell.x + cell.size * (0.08 + (0.84 * ((place % across) + 0.5)) / across);
      const y = cell.y + cell.size * (top + ((0.94 - top) * (Math.floor(place / across) + 0.5)) / down);
      const gone = struck.includes(value);
      out.push(
        svg(
          "text",
          { class: gone ? `${kind} struck` : kind, x, y: y + 0.36 * height, "font-size": height, "text-anchor": "middle" },
          this.told(value, name),
        ),
      );
      if (gone) {
        const half = height * 0.4;
        out.push(svg("path", { class: "strike", d: `M${x - half},${y + half}L${x + half},${y - half}` }));
      }
    });
    return out;
  }

  /** Small values in the corners of a cell, and between them when there are more than four. */
  corners(name: string, values: readonly number[], kind: string): SVGElement[] {
    const cell = this.cells.get(name);
    if (!cell) return [];
    const top = Math.max(0.17, (this.noted.get(name) ?? 0) + 0.1);
    const places = [[0.16, top], [0.84, top], [0.16, 0.83], [0.84, 0.83], [0.5, top], [0.5, 0.83], [0.16, 0.5], [0.84, 0.5], [0.5, 0.5]];
    const height = 0.24 * cell.size;
    return values.slice(0, places.length).map((value, k) => {
      const [dx = 0, dy = 0] = places[k] ?? [];
      const at = { x: cell.x + dx * cell.size, y: cell.y + dy * cell.size + 0.36 * height };
      return svg("text", { class: kind, ...at, "font-size": height, "text-anchor": "middle" }, this.told(value, name));
    });
  }

  /** Candidates of all open cells; a cell that may hold every value says nothing. */
  candidates(all: Candidates, kind: string): SVGElement[] {
    const [low, high] = this.values;
    const out: SVGElement[] = [];
    for (const [name, values] of Object.entries(all)) {
      if (name in this.givens) continue;
      if (values.length === 1) out.push(...this.digit(name, values[0] as number, `${kind} sole`, 0.5));
      else if (values.length === 0) out.push(...this.fill([name], "empty"));
      else if (values.length < high - low + 1) out.push(...this.pencil(name, values, kind));
    }
    return out;
  }

  // ── drawing ───────────────────────────────────────────────────────────────────────────────────

  /** Where the total of a cage and the like end, as a share of the height of their cell. */
  private noted = new Map<string, number>();

  private draw(text: string): void {
    const picture = pictureOf(text);
    this.cells.clear();
    this.noted.clear();
    this.picture = picture;
    if (!picture) {
      this.paper.replaceChildren();
      this.table.replaceChildren();
      return;
    }
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.removeAttribute("role");
    picture.setAttribute("aria-hidden", "true");
    picture.querySelector("title")?.remove();
    const box = picture.getAttribute("viewBox") ?? "0 0 900 900";
    this.overlay.setAttribute("viewBox", box);
    const [, , width = 900, height = 900] = box.split(" ").map(Number);
    this.frame.style.setProperty("--ratio", String(width / height));
    this.frame.style.setProperty("--across", String(width / 100));
    for (const area of picture.querySelectorAll<SVGGElement>("[data-cell]")) {
      const grid = area.dataset["grid"] ?? "cell";
      const name = area.dataset["cell"] ?? "";
      const place = placeOf(name);
      const rect = area.querySelector("rect");
      if (!place || !rect) continue;
      const [row, column] = place;
      const x = Number(rect.getAttribute("x"));
      const y = Number(rect.getAttribute("y"));
      this.cells.set(name, { name, grid, row, column, x, y, size: Number(rect.getAttribute("width")) });
    }
    this.paper.replaceChildren(picture as unknown as Node);
    this.dark = new Set();
    if (this.result === null) {
      // Shading of the puzzle itself lies below that of the player.
      let last = picture.querySelector(":scope > .paper");
      while (last?.nextElementSibling?.classList.contains("shade")) last = last.nextElementSibling;
      last?.after(this.below);
      picture.append(this.above);
    }
    for (const note of picture.querySelectorAll<SVGTextElement>("text.note")) {
      const cell = this.cellAt(Number(note.getAttribute("x")) + 1, Number(note.getAttribute("y")) - 5);
      if (cell) this.noted.set(cell.name, (Number(note.getAttribute("y")) - cell.y) / cell.size + 0.02);
    }
    const kept = this.selection.value.filter((name) => this.cells.has(name));
    if (kept.length !== this.selection.value.length) this.selection.value = kept;
    this.layTable();
    this.markClues();
  }

  private markClues(): void {
    for (const group of this.picture?.querySelectorAll("[data-clue]") ?? []) {
      group.classList.toggle("active", this.activeClues.includes(Number(group.getAttribute("data-clue"))));
    }
  }

  private paintAll(): void {
    for (const layer of LAYERS) {
      const group = this.groups.get(layer);
      group?.replaceChildren(...(this.result === null ? (this.painters.get(layer)?.() ?? []) : []));
    }
    this.paintSelection();
    this.label();
  }

  private paintSelection(): void {
    const group = this.groups.get("selection");
    if (!group) return;
    const parts: (SVGElement | null)[] = [];
    if (this.result === null) {
      const names = this.selection.value;
      parts.push(...this.fill(names, "selected"), this.outline(names, "selected-border"));
      if (this.armed === "line" && names.length > 1) {
        const points = names.flatMap((name) => {
          const cell = this.cells.get(name);
          return cell ? [`${cell.x + cell.size / 2},${cell.y + cell.size / 2}`] : [];
        });
        parts.push(svg("polyline", { class: "path", points: points.join(" ") }));
      }
      const first = names[0] === undefined ? undefined : this.cells.get(names[0]);
      if (this.armed === "line" && first) {
        const [cx, cy] = [first.x + first.size / 2, first.y + first.size / 2];
        parts.push(svg("circle", { class: "path-start", cx, cy, r: first.size * 0.16 }));
      }
      const cell = this.cursor === null ? undefined : this.cells.get(this.cursor);
      const alone = names.length === 1 && names[0] === this.cursor;
      if (cell && !alone && document.activeElement === this.frame) {
        const d = cell.size * 0.09;
        const box = { x: cell.x + d, y: cell.y + d, width: cell.size - 2 * d, height: cell.size - 2 * d };
        parts.push(svg("rect", { class: "cursor", rx: cell.size * 0.06, ...box }));
      }
    }
    group.replaceChildren(...parts.filter((part) => part !== null));
    for (const element of this.table.querySelectorAll('[aria-selected="true"]')) element.removeAttribute("aria-selected");
    for (const name of this.selection.value) this.rowCells.get(name)?.setAttribute("aria-selected", "true");
    const own = this.cursor === null ? undefined : this.rowCells.get(this.cursor);
    if (own) this.frame.setAttribute("aria-activedescendant", own.id);
    else this.frame.removeAttribute("aria-activedescendant");
  }

  // ── what a screen reader sees: a table of cells ─────────────────────────────────────────────────

  private readonly rowCells = new Map<string, HTMLElement>();
  private laid = "";

  private layTable(): void {
    const key = [...this.cells.keys()].join();
    if (key === this.laid) return;
    this.laid = key;
    this.rowCells.clear();
    const rows = new Map<string, HTMLElement>();
    for (const cell of this.cells.values()) {
      const at = `${cell.grid}/${cell.row}`;
      let row = rows.get(at);
      if (!row) rows.set(at, (row = html("div", { role: "row" })));
      const one = html("div", { role: "gridcell", id: `cell-${this.rowCells.size}` });
      row.append(one);
      this.rowCells.set(cell.name, one);
    }
    this.table.replaceChildren(...rows.values());
  }

  private pending = 0;

  /** Say in words what each cell holds; later, when nothing else is to be done. */
  private label(): void {
    if (this.pending) return;
    this.pending = window.setTimeout(() => {
      this.pending = 0;
      for (const cell of this.cells.values()) {
        const said = this.describe.map((one) => one(cell.name)).filter(Boolean);
        const place = `row ${cell.row} column ${cell.column}`;
        const words = [cell.name.startsWith("r") ? place : `${cell.grid}, ${place}`, ...said].join(", ");
        const element = this.rowCells.get(cell.name);
        if (element && element.textContent !== words) element.textContent = words;
      }
    }, 150);
  }

  // ── pointer ───────────────────────────────────────────────────────────────────────────────────

  private point(event: PointerEvent): DOMPoint | null {
    const matrix = this.overlay.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  }

  /** The cell at a point. */
  cellAt(x: number, y: number, slack = 0): Cell | null {
    for (const cell of this.cells.values()) {
      const dx = Math.abs(x - cell.x - cell.size / 2);
      const dy = Math.abs(y - cell.y - cell.size / 2);
      if (dx <= cell.size / 2 && dy <= cell.size / 2) {
        // On a drag the corners count for no cell, so that a diagonal does not touch its neighbours.
        return slack > 0 && Math.hypot(dx, dy) > cell.size * (0.5 - slack) ? null : cell;
      }
    }
    return null;
  }

  /** The row, column or diagonal that is looked along from a place outside the grid. */
  private outsideAt(x: number, y: number): Outside | null {
    const main = [...this.cells.values()].filter((cell) => cell.name.startsWith("r"));
    const first = main[0];
    if (!first) return null;
    const { size } = first;
    const left = Math.min(...main.map((cell) => cell.x));
    const top = Math.min(...main.map((cell) => cell.y));
    const column = Math.floor((x - left) / size) + 1;
    const row = Math.floor((y - top) / size) + 1;
    const height = Math.max(...main.map((cell) => cell.row));
    const width = Math.max(...main.map((cell) => cell.column));
    const far = 1.3 * size;
    if (x < left - far || y < top - far || x > left + width * size + far || y > top + height * size + far) return null;
    const inRows = row >= 1 && row <= height;
    const inColumns = column >= 1 && column <= width;
    if (inRows === inColumns) return null;
    const line = (inRows ? main.filter((cell) => cell.row === row) : main.filter((cell) => cell.column === column)).sort(
      (a, b) => a.row - b.row || a.column - b.column,
    );
    const back = inRows ? x > left : y > top;
    if (back) line.reverse();
    const middle = inRows ? top + (row - 0.5) * size : left + (column - 0.5) * size;
    const edge = inRows ? (back ? left + width * size : left) : back ? top + height * size : top;
    const away = (back ? 0.3 : -0.3) * size;
    return {
      cells: line.map((cell) => cell.name),
      x: inRows ? edge + away : middle,
      y: inRows ? middle : edge + away,
      direction: inRows ? (back ? 180 : 0) : back ? 270 : 90,
      size,
      words: inRows ? `row ${row}` : `column ${column}`,
    };
  }

  private press(event: PointerEvent): void {
    if (this.result !== null || (event.button !== 0 && !(this.hand && event.button === 2))) return;
    const at = this.point(event);
    if (!at) return;
    this.focus();
    const cell = this.cellAt(at.x, at.y);
    if (this.hand?.down(at, cell, event)) {
      event.preventDefault();
      this.frame.setPointerCapture(event.pointerId);
      this.drawing = true;
      this.cursor = cell?.name ?? this.cursor;
      this.paintSelection();
      return;
    }
    if (event.button !== 0) return;
    const adding = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!cell) {
      const outside = this.hand && !this.hand.writes ? null : this.outsideAt(at.x, at.y);
      if (outside) {
        event.preventDefault();
        this.cursor = outside.cells[0] ?? this.cursor;
        this.selection.value = adding ? [...new Set([...this.selection.value, ...outside.cells])] : outside.cells;
        if (this.armed) this.listeners.drawn([...this.selection.value]);
      } else if (!adding) this.selection.value = [];
      return;
    }
    event.preventDefault();
    this.frame.setPointerCapture(event.pointerId);
    const before = adding ? this.selection.value : [];
    const removing = adding && before.includes(cell.name);
    this.drag = { names: [cell.name], before, removing, moved: false };
    this.cursor = cell.name;
    this.spread();
  }

  private move(event: PointerEvent): void {
    const at = this.point(event);
    if (!at) return;
    if (this.drawing) {
      for (const past of event.getCoalescedEvents?.() ?? []) {
        const one = this.point(past);
        if (one) this.hand?.move(one);
      }
      this.hand?.move(at);
      return;
    }
    if (!this.drag) {
      this.hint(event.pointerType === "mouse" ? at : null);
      return;
    }
    // A fast hand skips cells: look at the way between two events, too.
    for (const past of event.getCoalescedEvents?.() ?? [event]) {
      const one = this.point(past);
      if (one) this.over(one);
    }
    this.over(at);
  }

  private over(at: DOMPoint): void {
    const { drag } = this;
    if (!drag) return;
    const cell = this.cellAt(at.x, at.y, 0.05);
    const last = drag.names.at(-1);
    if (!cell || cell.name === last) return;
    drag.moved = true;
    if (cell.name === drag.names.at(-2)) drag.names.pop();
    else {
      const from = this.cells.get(last ?? "");
      if (from && from.grid === cell.grid) for (const name of this.between(from, cell)) this.touch(name);
      this.touch(cell.name);
    }
    this.cursor = cell.name;
    this.spread();
  }

  private touch(name: string): void {
    const names = this.drag?.names;
    if (names && !names.includes(name)) names.push(name);
  }

  private between(a: Cell, b: Cell): string[] {
    const steps = Math.max(Math.abs(a.row - b.row), Math.abs(a.column - b.column));
    const out: string[] = [];
    for (let k = 1; k < steps; k += 1) {
      const row = Math.round(a.row + ((b.row - a.row) * k) / steps);
      const column = Math.round(a.column + ((b.column - a.column) * k) / steps);
      const name = a.name.startsWith("r") ? `r${row}c${column}` : `${a.grid}[${row}, ${column}]`;
      if (this.cells.has(name)) out.push(name);
    }
    return out;
  }

  private spread(): void {
    const { drag } = this;
    if (!drag) return;
    this.selection.value = drag.removing
      ? drag.before.filter((name) => !drag.names.includes(name))
      : [...new Set([...drag.before, ...drag.names])];
    this.paintSelection();
  }

  private release(event: PointerEvent): void {
    const { drag } = this;
    this.drag = null;
    if (this.drawing) {
      this.drawing = false;
      this.hand?.up();
    }
    if (!drag) return;
    if (this.armed) {
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey) this.listeners.drawn([...this.selection.value]);
      return;
    }
    if (drag.moved || drag.before.length > 0) return;
    const clue = this.clueAt(event.clientX, event.clientY);
    if (clue !== null) this.listeners.clicked(clue);
  }

  /**
   * The clue whose drawing is at a point of the window; thin lines are met within some pixels. Lines and dots go before
   * the cages around them, and a second click takes the next clue below.
   */
  private clueAt(x: number, y: number): number | null {
    const found = new Map<number, boolean>();
    for (const [dx, dy] of [[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5]] as const) {
      for (const element of document.elementsFromPoint(x + dx, y + dy)) {
        const clue = element.closest("[data-clue]");
        if (!clue || !this.paper.contains(clue)) continue;
        const index = Number(clue.getAttribute("data-clue"));
        found.set(index, found.get(index) || !/^(polygon|rect)$/.test(element.localName));
      }
      if (found.size > 0) break;
    }
    const all = [...found].sort((a, b) => Number(b[1]) - Number(a[1])).map(([index]) => index);
    const now = all.findIndex((index) => this.activeClues.includes(index));
    return all[(now + 1) % all.length] ?? null;
  }

  private hint(at: DOMPoint | null): void {
    const group = this.groups.get("hover");
    if (!group) return;
    const inside = at && this.cellAt(at.x, at.y);
    const selects = this.result === null && (!this.hand || this.hand.writes);
    const outside = at && !inside && selects ? this.outsideAt(at.x, at.y) : null;
    this.frame.classList.toggle("outside", outside !== null);
    if (!outside) {
      if (group.childElementCount) group.replaceChildren();
      return;
    }
    const d = outside.size * 0.13;
    group.replaceChildren(
      svg("path", {
        class: "look",
        d: `M${-d},${-d * 1.2}L${d},0L${-d},${d * 1.2}Z`,
        transform: `translate(${outside.x},${outside.y}) rotate(${outside.direction})`,
      }),
      ...this.fill(outside.cells, "seen"),
    );
  }

  // ── keyboard ──────────────────────────────────────────────────────────────────────────────────

  private pressKey(event: KeyboardEvent): void {
    if (event.target !== this.frame || this.result !== null) {
      if (this.result !== null && this.listeners.key(event)) event.preventDefault();
      return;
    }
    if (this.hand?.key(event) || this.own(event) || this.listeners.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private own(event: KeyboardEvent): boolean {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step && !event.altKey) {
      const [down = 0, right = 0] = step;
      this.walk(down, right, event.shiftKey, event.ctrlKey || event.metaKey);
      return true;
    }
    if (event.key === " ") {
      if (this.cursor !== null) {
        const { value } = this.selection;
        this.selection.value = value.includes(this.cursor)
          ? value.filter((name) => name !== this.cursor)
          : [...value, this.cursor];
      }
      return true;
    }
    if (event.key === "Escape" && this.selection.value.length > 0 && !this.armed) {
      this.selection.value = [];
      return true;
    }
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      this.selection.value = [...this.cells.keys()];
      return true;
    }
    if (event.key === "Enter" && this.armed && this.selection.value.length > 0) {
      this.listeners.drawn([...this.selection.value]);
      return true;
    }
    return false;
  }

  private walk(down: number, right: number, extend: boolean, alone: boolean): void {
    const here = this.cursor === null ? undefined : this.cells.get(this.cursor);
    if (!here) {
      this.cursor = this.cells.keys().next().value ?? null;
    } else {
      const same = [...this.cells.values()].filter((cell) => cell.grid === here.grid);
      const height = Math.max(...same.map((cell) => cell.row));
      const width = Math.max(...same.map((cell) => cell.column));
      let { row, column } = here;
      for (let k = 0; k < Math.max(height, width); k += 1) {
        row = ((row + down - 1 + height) % height) + 1;
        column = ((column + right - 1 + width) % width) + 1;
        const next = same.find((cell) => cell.row === row && cell.column === column);
        if (next) {
          this.cursor = next.name;
          break;
        }
      }
    }
    if (this.cursor === null) return;
    if (extend) {
      const names = this.selection.value.length > 0 || !here ? [...this.selection.value] : [here.name];
      if (names.at(-2) === this.cursor) names.pop();
      else if (!names.includes(this.cursor)) names.push(this.cursor);
      this.selection.value = names;
    } else if (!alone) this.selection.value = [this.cursor];
    this.paintSelection();
  }
}

function placeOf(name: string): [number, number] | null {
  const found = /^r(\d+)c(\d+)$/.exec(name) ?? /\[(\d+),\s*(\d+)\]$/.exec(name);
  return found ? [Number(found[1]), Number(found[2])] : null;
}
