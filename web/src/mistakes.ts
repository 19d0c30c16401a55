// Mistakes in the text: underlined, explained at the pointer, mended by a click, listed below the editor.

import { StateEffect, StateField, type Range } from "@codemirror/state";
import { Decoration, EditorView, hoverTooltip, showTooltip, type DecorationSet, type Tooltip } from "@codemirror/view";

import type { Diagnosed, Fix } from "./contract";
import { byId, html } from "./dom";
import { markdown } from "./markdown";

const setFound = StateEffect.define<readonly Diagnosed[]>();
const setShown = StateEffect.define<number | null>();

interface Found {
  all: readonly Diagnosed[];
  marks: DecorationSet;
  /** The mistake whose explanation stands open, by its number. */
  shown: number | null;
}

const field = StateField.define<Found>({
  create: () => ({ all: [], marks: Decoration.none, shown: null }),
  update(found, transaction) {
    if (transaction.docChanged) {
      const { changes } = transaction;
      const move = (one: Diagnosed): Diagnosed => ({ ...one, from: changes.mapPos(one.from, 1), to: changes.mapPos(one.to, -1) });
      // The fixes speak of the old text; the next answer of the server brings them back.
      found = { all: found.all.map((one) => ({ ...move(one), fixes: [] })), marks: found.marks.map(changes), shown: null };
    } else if (transaction.selection && found.shown !== null) found = { ...found, shown: null };
    for (const effect of transaction.effects) {
      if (effect.is(setFound)) found = { all: effect.value, marks: underlined(effect.value, transaction.state.doc), shown: null };
      if (effect.is(setShown)) found = { ...found, shown: effect.value };
    }
    return found;
  },
  provide: (own) => [
    EditorView.decorations.from(own, (found) => found.marks),
    showTooltip.from(own, (found) => {
      const one = found.shown === null ? undefined : found.all[found.shown];
      return one ? tooltip([one]) : null;
    }),
  ],
});

function underlined(all: readonly Diagnosed[], doc: { length: number; lineAt(at: number): { from: number } }): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const lines = new Map<number, string>();
  for (const one of all) {
    const kind = one.severity === "error" ? "error" : "warning";
    const from = Math.min(one.from, Math.max(0, doc.length - 1));
    const to = Math.min(Math.max(one.to, from + 1), doc.length);
    if (to > from) ranges.push(Decoration.mark({ class: `mark-${kind}` }).range(from, to));
    const line = doc.lineAt(Math.min(one.from, doc.length)).from;
    if (lines.get(line) !== "error") lines.set(line, kind);
  }
  for (const [line, kind] of lines) ranges.push(Decoration.line({ class: `line-${kind}` }).range(line));
  return Decoration.set(ranges, true);
}

function tooltip(all: readonly Diagnosed[]): Tooltip {
  const from = Math.min(...all.map((one) => one.from));
  const end = Math.max(...all.map((one) => one.to));
  return {
    pos: from,
    end,
    above: true,
    create: (view) => {
      const dom = html("div", { class: "mistakes" }, ...all.map((one) => explained(view, one)));
      return {
        dom,
        // The next answer of the server, which may come while it is open, has the fixes.
        update: ({ state, transactions }) => {
          if (!transactions.some((one) => one.effects.some((effect) => effect.is(setFound)))) return;
          const now = state.field(field).all.filter((one) => one.from <= end && from <= one.to);
          dom.replaceChildren(...now.map((one) => explained(view, one)));
        },
      };
    },
  };
}

function explained(view: EditorView, one: Diagnosed): HTMLElement {
  const box = html("div", { class: `mistake ${one.severity}` }, html("div", { class: "said" }, said(one.message)));
  if (one.label) box.append(html("div", { class: "label" }, said(one.label)));
  for (const help of one.helps) box.append(html("div", { class: "help" }, said(help)));
  const fixes = one.fixes.map((fix) =>
    html("button", { type: "button", class: "primary", onclick: () => mend(view, fix) }, said(fix.title)),
  );
  if (fixes.length > 0) box.append(html("div", { class: "fixes" }, ...fixes));
  return box;
}

function mend(view: EditorView, fix: Fix): void {
  view.dispatch({
    changes: fix.edits.map(({ from, to, insert }) => ({ from, to, insert })),
    effects: setShown.of(null),
    userEvent: "input.fix",
  });
  view.focus();
}

function said(text: string): DocumentFragment {
  const paragraph = markdown(text).firstElementChild;
  const out = document.createDocumentFragment();
  if (paragraph?.localName === "p") out.append(...paragraph.childNodes);
  else out.append(text);
  return out;
}

/** Underline what the server says of the text, and list it below. */
export function diagnose(view: EditorView, all: readonly Diagnosed[]): void {
  const { length } = view.state.doc;
  const inside = all
    .map((one) => ({ ...one, from: Math.min(one.from, length), to: Math.min(Math.max(one.from, one.to), length) }))
    .sort((a, b) => a.from - b.from);
  if (inside.length > 0 || view.state.field(field).all.length > 0) view.dispatch({ effects: setFound.of(inside) });
  list(view, inside);
}

function list(view: EditorView, all: readonly Diagnosed[]): void {
  byId("mistake-list").replaceChildren(
    ...all.map((one) => {
      const line = view.state.doc.lineAt(one.from).number;
      const go = (): void => {
        view.dispatch({ selection: { anchor: one.from, head: one.to }, scrollIntoView: true });
        view.focus();
      };
      return html(
        "li",
        { class: one.severity },
        html("button", { type: "button", class: "go", onclick: go }, html("span", { class: "quiet" }, `line ${line}`), html("span", {}, said(one.message))),
        ...one.fixes.map((fix) => html("button", { type: "button", class: "link", onclick: () => mend(view, fix) }, said(fix.title))),
      );
    }),
  );
}

/** Go to the next mistake after the cursor, and open its explanation. */
export function nextMistake(view: EditorView): boolean {
  const { all, shown } = view.state.field(field);
  if (all.length === 0) return false;
  const { head } = view.state.selection.main;
  const after = all.findIndex((one) => one.from > head || (one.from === head && shown === null));
  const next = after < 0 ? 0 : after;
  const one = all[next];
  if (!one) return false;
  view.dispatch({ selection: { anchor: one.from }, scrollIntoView: true });
  view.dispatch({ effects: setShown.of(next) });
  view.focus();
  return true;
}

/** Mistakes in the text. */
export const mistakes = [
  field,
  hoverTooltip(
    (view, position) => {
      const { all } = view.state.field(field);
      const here = all.filter((one) => one.from <= position && position <= Math.max(one.to, one.from + 1));
      return here.length > 0 ? tooltip(here) : null;
    },
    { hoverTime: 150, hideOnChange: true },
  ),
];
