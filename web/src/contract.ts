// What the page and its server say to each other; `puzzledsl/web` holds the other side.
// Offsets count UTF-16 code units from the start of the text, as CodeMirror does.
// A cell is named as the language names it: `r3c4` in the main grid, `lamp[3, 4]` in another one.

export interface Edit {
  from: number;
  to: number;
  insert: string;
}

export interface Parameter {
  name: string;
  /** As the language writes it. */
  default: string | null;
  /** Whether any number of values may stand there. */
  several?: boolean;
  /** All that it may be, if that is no number. */
  values: string[] | null;
}

export type Drag = "line" | "cells" | "pair" | "outside" | "grid";

export interface Rule {
  name: string;
  file: string;
  help: string;
  elsewhere: string[];
  drag: Drag;
  parameters: Parameter[];
  usage: string;
}

export interface Format {
  name: string;
  title: string;
}

export interface Opened {
  /** As it is on disk, or the start of a new model. */
  text: string;
  name: string;
  /** Of the file on disk. */
  version: string;
  rules: Rule[];
  /** Sites that a puzzle can be sent to. */
  links: Format[];
  file: string | null;
  program: string;
  /** What is different about the solvers of this page. */
  note?: string;
  /** Whether the text came with the address, so that somebody is to play it. */
  shared?: boolean;
  recovery: Copy | null;
}

/** A text that was never saved. */
export interface Copy {
  text: string;
  time: string;
  /** The version of the file that it was made from. */
  base: string;
  /** Whether it is of this very page, before it was loaded again. */
  own: boolean;
}

/** A model to begin with. */
export interface Example {
  title: string;
  text: string;
}

export interface Fix {
  title: string;
  edits: Edit[];
}

export interface Diagnosed {
  from: number;
  to: number;
  severity: "error" | "warning" | "info";
  message: string;
  label: string;
  helps: string[];
  fixes: Fix[];
}

export interface Clue {
  index: number;
  /** `null` in an included file. */
  from: number | null;
  to: number | null;
  sentence: string;
  cells: string[];
  rule?: string;
  removable?: boolean;
}

/** What a text with mistakes lacks is that of the last text without. */
export interface Checked {
  diagnostics: Diagnosed[];
  svg: string | null;
  clues?: Clue[];
  /** By the names of their cells. */
  givens?: Record<string, number>;
  values?: [number, number];
  /** What the values from 1 on are called, in each grid of letters. */
  letters?: Record<string, string>;
  title?: string;
  /** The rules in words, for whoever plays. */
  sentences?: string[];
  rules: Rule[];
}

export interface CompletionItem {
  label: string;
  kind: string;
  detail?: string;
  info?: string;
  apply?: string;
  /** The rule whose picture shows it. */
  rule?: string | null;
}

export interface Completions {
  from: number;
  items: CompletionItem[];
}

export interface Hover {
  from: number;
  to: number;
  markdown: string;
  svg: string | null;
}

export interface Signature {
  label: string;
  parameters: { label: string; doc: string }[];
  active: number | null;
}

export interface Written {
  edits: Edit[];
}

export interface Imported {
  text: string;
  format: string;
  title: string;
  not_understood: string[];
}

export interface Exported {
  content: string;
  /** Whether the content is bytes, written in base64. */
  base64: boolean;
  media_type: string;
  name: string;
  left_out: string[];
}

/** How a mark looks, around the point 0, 0. */
export interface Look {
  number: number;
  /** As `draw` calls it; `blank`: the cell stays without marks. */
  kind: string;
  svg: string;
  label: string;
  /** Whether it lies below the lines of the grid, and whether what is written on it has to be white. */
  under: boolean;
  dark: boolean;
}

/** A mark that may be entered at one place. */
export interface Slot {
  key: string;
  look: number;
  /** The middle of it in the picture. */
  at: [number, number];
  /** `null` is a place outside the grid. */
  cells: (string | null)[];
  /** From the first cell to the last: rows down, columns to the right. */
  way: [number, number];
  directed: boolean;
  /** The unknown that decides, if it is one alone, and the values for which the mark is there. */
  of: [string, number[]] | null;
}

/** All that can be entered. */
export interface Tools {
  looks: Look[];
  slots: Slot[];
  /** Cells, and the values that are written into them: each, or, if these are many, the least and the largest. */
  written: { cells: string[]; values: number[]; told: string[]; span: [number, number] }[];
}

export interface Conflicts {
  conflicts: { sentence: string; cells: string[] }[];
  /** What the entries decide. */
  known: Record<string, number>;
  /** The keys of further marks that are there for certain. */
  derived: string[];
  solved: boolean;
  /** No cell lacks its value: it may be the solution. */
  ready: boolean;
}

/** What the solver says of the entries. */
export interface Played {
  status: "solved" | "open" | "wrong" | "infeasible" | "unknown";
  /** Keys of slots and names of cells. */
  wrong?: string[];
  sentences?: string[];
  cells?: string[];
}

export type Uniqueness = "unique" | "several" | "none" | "unknown" | "objective";

export type Candidates = Record<string, number[]>;

export interface ClueMention {
  clue: string;
  sentence: string;
  line: number | null;
  from?: number;
  to?: number;
  index?: number;
  cells?: string[];
}

export interface Step {
  step: number;
  technique: string;
  level: string;
  sentence: string;
  placed: Record<string, number | string>;
  removed: Record<string, (number | string)[]>;
  clues: ClueMention[];
  cells: string[];
}

/** What `COMMAND --json` prints. */
export interface Answer {
  status?: string;
  error?: string;
  seconds?: { total?: number };
  steps?: Step[];
  [key: string]: unknown;
}

/** What a command answers. */
export interface Result {
  answer: Answer | null;
  /** The answer in a sentence, and whether it is good news. */
  brief: string;
  tone: "good" | "bad" | "";
  /** The clues that it names. */
  lists: { title: string; clues: ClueMention[] }[];
  /** What it prints for people. */
  printed: string;
  svg: string | null;
  /** The new text of minimize and generate. */
  model?: string;
  /** The candidates before the first step, after it, after the second … */
  boards?: Candidates[];
  /** What the steps draw: how, and the marks that are known on each board and not before. */
  drawn?: { tools: Tools; marks: Record<string, boolean>[] };
}

export interface Row {
  name: string;
  clue: string;
  about: string;
  line: number | null;
  says: string;
  row: string;
}

/** Rows by encoding, as written and after presolve. */
export type Rows = Record<string, Record<string, Row[]>>;
