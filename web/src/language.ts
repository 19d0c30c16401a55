// Highlighting and indentation of `.puz`, from the terminals of the grammar.
//
// CodeMirror's own parsers would double the size of the page's code for lines that are coloured here by one pattern.

import { EditorSelection, EditorState, Prec, RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, keymap, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import { cells, keywords, layouts } from "terminals";

const INDENT = "    ";
const WORDS = new Set(keywords);
const HEAD = new RegExp(`^\\s*(?:${layouts.join("|")})\\b[^:#"]*:\\s*(?:#.*)?$`);
const CONSTANTS = new Set(["true", "false", "none"]);
const TOKEN = new RegExp(
  [
    /(?<comment>#.*)/,
    /(?<string>"(?:[^"\\]|\\.)*"?)/,
    new RegExp(`(?<cell>(?<![A-Za-z0-9_])${cells})`),
    /(?<number>(?<![A-Za-z_])[0-9]+(?:\.[0-9]+)?)/,
    /(?<name>[A-Za-z_][A-Za-z0-9_]*)/,
    /(?<open>[([{])/,
    /(?<close>[)\]}])/,
    /(?<operator><->|->|==|!=|<=|>=|\.\.|[-+*/^<>=.,:])/,
  ]
    .map((part) => part.source)
    .join("|"),
  "g",
);
const MARK = /(?<comment>#.*)|(?<blank>[.\-+|_?=*]+)|(?<number>[^\s#.|]+)/g;

/** What a line begins in: the rows of a layout, or so many open brackets. */
interface Start {
  layout: boolean;
  depth: number;
}

type Emit = (from: number, to: number, kind: string) => void;

/** Read one line; the kinds of its tokens go to `emit`, and what the next line begins in comes back. */
export function read(line: string, start: Start, emit: Emit | null): Start {
  const layout = start.layout && /^(?:\s|$)/.test(line);
  if (layout) {
    if (emit) {
      for (const found of line.matchAll(MARK)) {
        const kind = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? "";
        emit(found.index, found.index + found[0].length, kind);
      }
    }
    return start;
  }
  const head = start.depth === 0 && HEAD.test(line);
  let { depth } = start;
  let fresh = depth === 0;
  for (const found of line.matchAll(TOKEN)) {
    const at = found.index;
    const groups = found.groups ?? {};
    let kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "";
    if (kind === "open") depth += 1;
    else if (kind === "close") depth = Math.max(0, depth - 1);
    else if (kind === "name") kind = named(found[0], line.slice(at + found[0].length), fresh, head);
    if (kind !== "comment") fresh = false;
    emit?.(at, at + found[0].length, kind === "open" || kind === "close" ? "operator" : kind);
  }
  return { layout: head, depth };
}

function named(word: string, rest: string, fresh: boolean, head: boolean): string {
  if (CONSTANTS.has(word)) return "number";
  if (WORDS.has(word) || (fresh && head)) return "keyword";
  // A clue is the first name of a statement; a name before a bracket is called.
  return rest.startsWith("(") || (fresh && !/^\s*(?:[-+*/<>=!.[^]|in\b)/.test(rest)) ? "rule" : "";
}

const marks = new Map<string, Decoration>();

function mark(kind: string): Decoration {
  let one = marks.get(kind);
  if (!one) marks.set(kind, (one = Decoration.mark({ class: `token-${kind}` })));
  return one;
}

const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colored(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = colored(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colored(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from, to } = view.viewport;
  let start: Start = { layout: false, depth: 0 };
  let at = 0;
  for (const line of view.state.doc.iterLines(1, view.state.doc.lineAt(to).number + 1)) {
    const base = at;
    const shown = base + line.length >= from;
    start = read(line, start, shown ? (a, b, kind) => kind && builder.add(base + a, base + b, mark(kind)) : null);
    at += line.length + 1;
  }
  return builder.finish();
}

/** A new line, as deep as this one, or deeper after a colon that begins a block. */
function newLine(view: EditorView): boolean {
  view.dispatch(
    view.state.update(
      view.state.changeByRange((range) => {
        const line = view.state.doc.lineAt(range.from);
        const before = line.text.slice(0, range.from - line.from);
        const depth = /^ */.exec(before)?.[0] ?? "";
        const block = /:\s*(?:#.*)?$/.test(before) && before.trim() !== "";
        const insert = `\n${depth}${block ? INDENT : ""}`;
        return {
          changes: { from: range.from, to: range.to, insert },
          range: EditorSelection.cursor(range.from + insert.length),
        };
      }),
      { scrollIntoView: true, userEvent: "input" },
    ),
  );
  return true;
}

/** Move the lines of the selection by one step; without a selection put the step in at the cursor. */
function indent(view: EditorView, back: boolean): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (main.empty && !back) {
    const column = main.head - state.doc.lineAt(main.head).from;
    view.dispatch(state.replaceSelection(" ".repeat(INDENT.length - (column % INDENT.length))), { userEvent: "input" });
    return true;
  }
  const changes = [];
  for (let at = state.doc.lineAt(main.from).number; at <= state.doc.lineAt(main.to).number; at += 1) {
    const line = state.doc.line(at);
    if (!back) changes.push({ from: line.from, insert: line.text ? INDENT : "" });
    else changes.push({ from: line.from, to: line.from + (/^ {0,4}/.exec(line.text)?.[0].length ?? 0) });
  }
  view.dispatch({ changes, userEvent: back ? "delete.dedent" : "input.indent" });
  return true;
}

/** The language of models. */
export const language = [
  highlighting,
  EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
  Prec.low(
    keymap.of([
      { key: "Enter", run: newLine },
      { key: "Tab", run: (view) => indent(view, false), shift: (view) => indent(view, true) },
    ]),
  ),
];
