// What is drawn by hand: shading, lines, borders and whatever else the picture of an answer shows; by mouse, touch and keys.

import type { Board, Cell, Hand, Point } from "./board";
import type { Look, Slot, Step, Tools } from "./contract";
import { pictureOf, svg } from "./dom";

/** By the keys of slots: whether the mark is there, or cannot be there. */
export type Marks = Record<string, boolean>;
type Entry = boolean | null;

export interface MarkListeners {
  marks(): Marks;
  /** The marks while they are drawn. */
  sketch(marks: Marks): void;
  /** Something was drawn. */
  drawn(marks: Marks): void;
}

/** A stroke of the pointer that is under way. */
interface Stroke {
  kind: "sides" | "lines" | "cells" | "joins";
  marks: Marks;
  at: Point;
  /** The cell where it is, and that where it was pressed. */
  cell: Cell | null;
  pressed: Cell | null;
  moved: boolean;
  /** By the other button: what it touches cannot be there. */
  never: boolean;
  /** What it makes of all that it touches; unknown before the first. */
  entry?: Entry;
  /** The border that was pressed. */
  slot: Slot | null;
  /** What it has touched, in order. */
  path: Slot[];
}

const STROKES = ["line", "arrow", "thermometer"];
const NONE: Tools = { looks: [], slots: [], written: [] };
const ARROWS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Users' units of the picture, in which a step between samples of a stroke is short. */
const STEP = 12;
/** How near a stroke has to come to the middle of a border to touch it, in cells. */
const INNER = 0.3;

/** The marks that a puzzle asks for, and the hand that enters them. */
export class MarkHand implements Hand {
  private tools = NONE;
  /** Whether the tools of a puzzle are there. */
  known = false;
  readonly slots = new Map<string, Slot>();
  private readonly inside = new Map<string, Slot[]>();
  private readonly blanks = new Map<string, Slot>();
  private readonly links = new Map<string, Slot>();
  /** Lines and texts between cells, by their place. */
  private readonly spots = new Map<string, Slot[]>();
  private sides: Slot[] = [];
  /** Whether borders divide the grid, none of them runs around it. */
  private divides = false;
  private stroke: Stroke | null = null;

  constructor(
    private readonly board: Board,
    private readonly listeners: MarkListeners,
  ) {}

  /** Take up the tools of a puzzle. */
  take(tools: Tools): void {
    this.known = true;
    this.tools = tools;
    for (const map of [this.slots, this.inside, this.blanks, this.links, this.spots]) map.clear();
    this.sides = [];
    for (const slot of tools.slots) {
      const { kind } = this.look(slot);
      const [a, b] = [slot.cells[0], slot.cells.at(-1)];
      this.slots.set(slot.key, slot);
      if (kind === "edge" && slot.cells.length === 2) this.sides.push(slot);
      else if (a && kind === "blank") this.blanks.set(a, slot);
      else if (a && a === b) push(this.inside, a, slot);
      else {
        // What is there whenever another mark is, as the head of an arc, needs no entry of its own.
        const twin = this.spots.get(slot.at.join())?.some((one) => one.of !== null && String(one.of) === String(slot.of));
        if (!twin) push(this.spots, slot.at.join(), slot);
        if (a && b && slot.cells.length === 2 && STROKES.includes(kind)) {
          this.links.set(`${a} ${b}`, slot);
          if (!slot.directed) this.links.set(`${b} ${a}`, slot);
        }
      }
    }
    this.divides = this.sides.length > 0 && this.sides.every((slot) => !slot.cells.includes(null));
    this.stroke = null;
  }

  look(slot: Slot): Look {
    return this.tools.looks[slot.look] as Look;
  }

  /** The looks that cells can have, each once; the dot for an empty one comes last. */
  get looks(): Look[] {
    const found = new Set([...this.inside.values()].flat().map((slot) => slot.look));
    for (const slot of this.blanks.values()) found.add(slot.look);
    const all = [...found].flatMap((number) => this.tools.looks[number] ?? []);
    return [...all.filter((one) => one.kind !== "blank"), ...all.filter((one) => one.kind === "blank")];
  }

  /** Whether values are written into cells, not only marks; they may be for all we know until the tools are there. */
  get writes(): boolean {
    return !this.known || this.tools.written.length > 0;
  }

  /** How it is drawn, in words. */
  get manual(): string[] {
    const looks = this.looks.filter((one) => one.kind !== "blank");
    const lines = this.spots.size > 0;
    const out: string[] = [];
    if (looks.length > 0 && !this.writes) {
      const [first] = looks;
      const word = looks.length === 1 && first?.kind === "shade" ? "shades it" : "draws a mark";
      out.push(`A click on a cell ${word}; again: it stays empty (a dot); again: open.${lines ? "" : " Drag to draw the same in several."}`);
    }
    if (lines) out.push("Drag from cell to cell for a line, and over it again to erase. A click between two cells: a line, then none (a cross).");
    if (this.divides) out.push(`Drag along borders, or click them.${this.joins ? " Drag over cells to join them." : ""}`);
    else if (this.sides.length > 0) out.push("Click a side, or drag along sides. A second click: no line here (a cross).");
    if (this.links.size + this.sides.length > 0) out.push("Keys: arrows move, Shift+arrow draws, Alt+arrow makes a cross.");
    return out;
  }

  /** Whether a drag over cells joins them: nothing else is entered there. */
  private get joins(): boolean {
    return this.divides && !this.writes && this.inside.size + this.spots.size === 0;
  }

  // ── entries ───────────────────────────────────────────────────────────────────────────────────

  /** What marks an entry in a cell excludes: those for other values of the same unknown, and all if it stays empty. */
  put(marks: Marks, cell: string, look: Look | null): void {
    const slots = this.inCell(cell);
    const slot = slots.find((one) => one.look === look?.number);
    if (look !== null && !slot) return;
    for (const one of slots) {
      if (!slot || one === slot || !together(one, slot)) delete marks[one.key];
    }
    if (slot) marks[slot.key] = true;
  }

  /** The look that was entered in a cell last. */
  private lookAt(marks: Marks, cell: string): Look | null {
    const slot = this.inCell(cell).filter((one) => marks[one.key]).at(-1);
    return slot ? this.look(slot) : null;
  }

  has(marks: Marks, cell: string, look: Look): boolean {
    return this.inCell(cell).some((one) => one.look === look.number && marks[one.key]);
  }

  /** Whether a value of a cell goes with the mark that is there. */
  goesWith(slot: Slot, cell: string, value: number): boolean {
    return slot.of === null || slot.of[0] !== cell || slot.of[1].includes(value);
  }

  /** The marks that a cell can have; the dot for an empty one comes last. */
  inCell(cell: string): Slot[] {
    const blank = this.blanks.get(cell);
    return [...(this.inside.get(cell) ?? []), ...(blank ? [blank] : [])];
  }

  /** All marks in a cell or from it. */
  around(cell: string): Slot[] {
    return this.tools.slots.filter((slot) => slot.cells.includes(cell));
  }

  /** What a click makes of a cell. */
  private next(marks: Marks, cell: string): Look | null {
    const all = this.inCell(cell).map((slot) => this.look(slot));
    const now = this.lookAt(marks, cell);
    return all[now === null ? 0 : all.findIndex((one) => one.number === now.number) + 1] ?? null;
  }

  /** A click between cells: each mark there, one after the other, then none, then open. */
  private turnSpot(marks: Marks, slots: Slot[]): void {
    const there = slots.filter((slot) => marks[slot.key] === true);
    const never = slots.some((slot) => marks[slot.key] === false);
    const last = there.at(-1);
    const next = never ? undefined : slots[last ? slots.indexOf(last) + 1 : 0];
    for (const slot of slots) {
      if (never || (slot.directed && next)) delete marks[slot.key];
      else if (!next) marks[slot.key] = false;
    }
    if (next) marks[next.key] = true;
  }

  private set(marks: Marks, slot: Slot, entry: Entry): void {
    if (entry === null) delete marks[slot.key];
    else marks[slot.key] = entry;
    for (const other of this.spots.get(slot.at.join()) ?? []) {
      // The other direction of an arc, and what is written on a line.
      if (other !== slot && (other.directed || entry !== true)) {
        if (entry === false) marks[other.key] = false;
        else delete marks[other.key];
      }
    }
  }

  // ── pointer ───────────────────────────────────────────────────────────────────────────────────

  down(at: Point, cell: Cell | null, event: PointerEvent): boolean {
    const never = event.button === 2;
    const size = this.size;
    const slot = this.sideAt(at, this.reach * size);
    const start = { marks: { ...this.listeners.marks() }, at, cell, pressed: cell, moved: false, never, slot, path: [] };
    // A stroke that begins at a corner does not mean the nearest border.
    if (slot) this.stroke = { ...start, kind: "sides", path: this.sideAt(at, size, INNER * size) === slot ? [slot] : [] };
    else if (!cell || event.shiftKey || event.ctrlKey || event.metaKey) return false;
    else if (this.spots.size > 0) this.stroke = { ...start, kind: "lines" };
    else if (this.writes) return false;
    else if (this.inside.size > 0) {
      this.stroke = { ...start, kind: "cells" };
      this.paint(this.stroke, cell);
    } else if (this.joins) this.stroke = { ...start, kind: "joins" };
    else return false;
    if (cell) this.board.select(slot ? [] : [cell.name]);
    return true;
  }

  /** How far from a border a press still means it, in cells. */
  private get reach(): number {
    if (this.inside.size + this.spots.size > 0 || this.writes) return 0.2;
    return this.divides ? 0.28 : 0.5;
  }

  move(at: Point): void {
    const { stroke } = this;
    if (!stroke) return;
    const { x, y } = stroke.at;
    const count = Math.max(1, Math.ceil(Math.hypot(at.x - x, at.y - y) / STEP));
    for (let k = 1; k <= count; k += 1) this.sample(stroke, { x: x + ((at.x - x) * k) / count, y: y + ((at.y - y) * k) / count });
    stroke.at = at;
    if (stroke.moved) this.listeners.sketch(stroke.marks);
  }

  private sample(stroke: Stroke, at: Point): void {
    if (stroke.kind === "sides") {
      const slot = this.sideAt(at, INNER * this.size, INNER * this.size);
      const last = stroke.path.at(-1);
      if (slot && slot !== last) {
        // The border that was pressed belongs to the stroke as soon as it goes on.
        if (last && !stroke.moved) this.touch(stroke, last);
        this.touch(stroke, slot);
        stroke.path.push(slot);
      }
      return;
    }
    const cell = this.board.cellAt(at.x, at.y, 0.05);
    if (!cell || cell === stroke.cell) return;
    if (stroke.kind === "cells") this.paint(stroke, cell);
    else if (!stroke.cell) stroke.cell = cell;
    else this.connect(stroke, stroke.cell, cell);
  }

  private touch(stroke: Stroke, slot: Slot): void {
    const now = stroke.marks[slot.key] ?? null;
    if (stroke.entry === undefined) stroke.entry = pressed(now, stroke.never || stroke.kind === "joins");
    stroke.moved = true;
    this.set(stroke.marks, slot, stroke.entry);
  }

  private paint(stroke: Stroke, cell: Cell): void {
    const { marks } = stroke;
    if (!stroke.moved) {
      const blank = this.blanks.get(cell.name);
      const now = this.lookAt(marks, cell.name);
      const look = !stroke.never ? this.next(marks, cell.name) : now?.kind === "blank" || !blank ? null : this.look(blank);
      this.brush = look;
      stroke.moved = true;
    }
    this.put(marks, cell.name, null);
    this.put(marks, cell.name, this.brush);
    stroke.cell = cell;
    this.listeners.sketch(marks);
  }

  private brush: Look | null = null;

  /** Draw from one cell to another, over those between them if there is no line at once. */
  private connect(stroke: Stroke, from: Cell, to: Cell): void {
    const find = (a: string, b: string): Slot | undefined =>
      stroke.kind === "joins" ? this.sides.find((slot) => slot.cells.includes(a) && slot.cells.includes(b)) : this.links.get(`${a} ${b}`);
    const slot = find(from.name, to.name);
    if (!slot) {
      if (stroke.kind === "joins") stroke.cell = to;
      return;
    }
    if (slot === stroke.path.at(-1)) {
      // Back over the last step, which is taken back.
      const before = this.listeners.marks()[slot.key] ?? null;
      this.set(stroke.marks, slot, before);
      stroke.path.pop();
    } else {
      this.touch(stroke, slot);
      stroke.path.push(slot);
    }
    stroke.cell = to;
    this.board.select([to.name]);
  }

  up(): void {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    const { marks, pressed: cell } = stroke;
    if (!stroke.moved) {
      const spot = stroke.kind === "lines" ? this.spotAt(stroke.at) : null;
      if (stroke.slot) {
        if (stroke.never) this.touch(stroke, stroke.slot);
        else this.turnSpot(marks, this.sides.filter(({ at }) => at.join() === stroke.slot?.at.join()));
      } else if (spot) {
        if (stroke.never) for (const slot of spot) this.touch(stroke, slot);
        else this.turnSpot(marks, spot);
      } else if (cell && stroke.kind === "lines" && this.inCell(cell.name).length > 0 && !this.writes) {
        this.paint({ ...stroke, marks }, cell);
      } else return;
    }
    this.listeners.drawn(marks);
  }

  cancel(): void {
    if (this.stroke) this.listeners.sketch(this.listeners.marks());
    this.stroke = null;
  }

  private get size(): number {
    return this.board.cells.values().next().value?.size ?? 100;
  }

  /** The border next to a point, at most so far from it; `inner`: and so far from the border's middle. */
  private sideAt(at: Point, most: number, inner = Infinity): Slot | null {
    let best: Slot | null = null;
    let least = most;
    for (const slot of this.sides) {
      const half = this.size / 2;
      const [dx, dy] = [Math.abs(at.x - slot.at[0]), Math.abs(at.y - slot.at[1])];
      const [along, away] = slot.way[0] !== 0 ? [dx, dy] : [dy, dx];
      const distance = Math.hypot(Math.max(0, along - half), away);
      if (distance < least && along <= inner) [best, least] = [slot, distance];
    }
    return best;
  }

  /** The lines and texts between cells at a point. */
  private spotAt(at: Point): Slot[] | null {
    const near = [...this.spots.values()].map((slots): [number, Slot[]] => {
      const [x, y] = slots[0]?.at ?? [0, 0];
      return [Math.hypot(at.x - x, at.y - y), slots];
    });
    near.sort((a, b) => a[0] - b[0]);
    const [first] = near;
    return first && first[0] < 0.22 * this.size ? first[1] : null;
  }

  // ── keys ──────────────────────────────────────────────────────────────────────────────────────

  key(event: KeyboardEvent): boolean {
    const cell = this.board.at;
    if (!cell) return false;
    const marks = { ...this.listeners.marks() };
    const step = ARROWS[event.key];
    if (step && (event.shiftKey || event.altKey)) {
      const { slot, to } = this.toward(cell, step, event.ctrlKey || event.metaKey);
      if (!slot) return this.links.size + this.sides.length > 0;
      this.set(marks, slot, pressed(marks[slot.key] ?? null, event.altKey));
      if (to && !event.altKey) this.board.select([to]);
      this.listeners.drawn(marks);
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && !this.writes && this.inCell(cell.name).length > 0) {
      const look = this.next(marks, cell.name);
      this.put(marks, cell.name, null);
      this.put(marks, cell.name, look);
      this.listeners.drawn(marks);
      return true;
    }
    return false;
  }

  /** The nearest line from a cell in a direction, and where it leads; or the border there. */
  private toward(cell: Cell, [down, right]: [number, number], border: boolean): { slot?: Slot; to?: string } {
    const lines = [...this.links].flatMap(([ends, slot]): [number, Slot, string][] => {
      const sign = ends === `${slot.cells[0]} ${slot.cells.at(-1)}` ? 1 : -1;
      const [r, c] = [sign * slot.way[0], sign * slot.way[1]];
      const length = Math.abs(r) + Math.abs(c);
      const from = (sign > 0 ? slot.cells[0] : slot.cells.at(-1)) ?? "";
      const to = (sign > 0 ? slot.cells.at(-1) : slot.cells[0]) ?? "";
      return from === cell.name && r === down * length && c === right * length ? [[length, slot, to]] : [];
    });
    lines.sort((a, b) => a[0] - b[0]);
    const [line] = lines;
    if (line && !border) return { slot: line[1], to: line[2] };
    const half = cell.size / 2;
    const [x, y] = [cell.x + half + right * half, cell.y + half + down * half];
    const slot = this.sides.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < 1);
    return slot ? { slot } : {};
  }

  // ── drawing ───────────────────────────────────────────────────────────────────────────────────

  /** The marks, below and above the lines of the grid; and the cells on which black is not read. */
  draw(marks: Marks, derived: readonly string[]): { under: SVGElement[]; over: SVGElement[]; dark: Set<string> } {
    const [under, over, dark] = [[] as SVGElement[], [] as SVGElement[], new Set<string>()];
    for (const [key, entry] of [...Object.entries(marks), ...derived.map((key): [string, boolean] => [key, true])]) {
      const slot = this.slots.get(key);
      if (!slot) continue;
      const look = this.look(slot);
      const transform = `translate(${slot.at.join()})`;
      if (!entry || look.kind === "blank") over.push(svg("g", { transform, class: "never" }, this.sign(slot, look)));
      else {
        (look.under ? under : over).push(svg("g", { transform, class: `mark ${look.kind}` }, ...drawing(look)));
        if (look.dark) for (const cell of slot.cells) if (cell) dark.add(cell);
      }
    }
    return { under, over, dark };
  }

  /** That nothing is here: a dot in a cell, a cross on a line, and a bridge between cells that are joined. */
  private sign(slot: Slot, look: Look): SVGElement {
    if (look.kind === "blank") return svg("circle", { r: 8 });
    const d = look.kind === "edge" && this.divides ? (slot.way[0] !== 0 ? "M0,-13V13" : "M-13,0H13") : "M-8,-8L8,8M-8,8L8,-8";
    return svg("path", { d });
  }

  /** The areas that borders enclose, as fillings. */
  tints(marks: Marks, derived: readonly string[]): SVGElement[] {
    if (!this.divides) return [];
    const closed = new Set([...Object.keys(marks).filter((key) => marks[key]), ...derived]);
    const beside = new Map<string, string[]>();
    const walls: [string, string][] = [];
    for (const slot of this.sides) {
      const [a, b] = slot.cells as [string, string];
      if (closed.has(slot.key)) walls.push([a, b]);
      else [[a, b], [b, a]].forEach(([one, other]) => push(beside, one as string, other as string));
    }
    const area = new Map<string, string[]>();
    for (const name of new Set(this.sides.flatMap((slot) => slot.cells as string[]))) {
      if (area.has(name)) continue;
      const members = [name];
      area.set(name, members);
      for (const one of members) {
        for (const other of beside.get(one) ?? []) {
          if (area.has(other)) continue;
          area.set(other, members);
          members.push(other);
        }
      }
    }
    const torn = new Set(walls.filter(([a, b]) => area.get(a) === area.get(b)).map(([a]) => area.get(a)));
    const whole = [...new Set(area.values())].filter((one) => !torn.has(one) && one.length <= area.size / 2);
    return whole.flatMap((members, k) => this.board.fill(members, `tint tint-${k % 6}`));
  }

  /** Where a mark is, to be set apart. */
  /** The marks that an unknown decides. */
  slotsOf(name: string): Slot[] {
    return this.tools.slots.filter((slot) => slot.of?.[0] === name);
  }

  /** Unknowns, set apart: a cell, or the marks that an unknown decides. */
  traced(names: Iterable<string>, kind: string): SVGElement[] {
    return [...names].flatMap((name) => (this.board.cells.has(name) ? this.board.fill([name], kind) : this.slotsOf(name).flatMap((slot) => this.trace(slot, kind))));
  }

  /** What a step is about, what it finds, and what it rules out. */
  step(step: Step): SVGElement[] {
    const out = this.traced(step.cells, "reason");
    out.push(...this.traced(Object.keys(step.removed), "losing"));
    for (const [name, told] of Object.entries(step.placed)) {
      const slots = this.slotsOf(name);
      const value = this.board.valueOf(told, name);
      const absent = slots.length > 0 && !slots.some((slot) => slot.of?.[1].includes(value));
      out.push(...this.traced([name], absent ? "losing" : "placed"));
    }
    return out;
  }

  trace(slot: Slot, kind: string): SVGElement[] {
    const [a] = slot.cells;
    if (slot.cells.every((cell) => cell === a) && a) return this.board.fill([a], kind);
    const half = this.size / 2;
    const [down, right] = slot.way;
    const [dx, dy] = this.look(slot).kind === "edge" ? [down * half, right * half] : [right * half, down * half];
    const [x, y] = slot.at;
    return [svg("path", { class: `${kind} stroke`, d: `M${x - dx},${y - dy}L${x + dx},${y + dy}` })];
  }
}

/** What a press makes of an entry. */
function pressed(now: Entry, never: boolean): Entry {
  return now === !never ? null : !never;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function isBlank(slot: Slot): boolean {
  return slot.key.startsWith("blank ");
}

/** Whether two marks of a cell can both be there. */
function together(a: Slot, b: Slot): boolean {
  if (isBlank(a) || isBlank(b)) return false;
  if (a.of === null || b.of === null || a.of[0] !== b.of[0]) return true;
  const values = a.of[1];
  return b.of[1].some((value) => values.includes(value));
}

const drawn = new WeakMap<Look, SVGElement[]>();

/** The shapes of a look. */
export function drawing(look: Look): SVGElement[] {
  if (look.kind === "blank") return [svg("circle", { r: 8, class: "dot" })];
  let shapes = drawn.get(look);
  if (!shapes) {
    const picture = pictureOf(`<svg xmlns="http://www.w3.org/2000/svg">${look.svg}</svg>`);
    shapes = picture ? ([...picture.children] as SVGElement[]) : [];
    drawn.set(look, shapes);
  }
  return shapes.map((one) => one.cloneNode(true) as SVGElement);
}
