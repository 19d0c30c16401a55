// The text: CodeMirror with what the server says of it: mistakes, completions, hovers, signatures.

import {
  autocompletion,
  closeCompletion,
  selectedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import {
  deleteCharBackwardStrict,
  deleteCharForward,
  deleteGroupBackward,
  deleteGroupForward,
  history,
  historyKeymap,
  redo,
  selectAll,
  toggleComment,
  undo,
} from "@codemirror/commands";
import { search, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
  showTooltip,
  type DecorationSet,
  type Tooltip,
  type ViewUpdate,
} from "@codemirror/view";

import type { CompletionItem, Completions, Diagnosed, Edit, Hover, Signature } from "./contract";
import { html, pictureOf } from "./dom";
import { language } from "./language";
import { markdown } from "./markdown";
import { diagnose, mistakes, nextMistake } from "./mistakes";
import { pictures } from "./pictures";
import { post } from "./server";

const SIGNATURE_AFTER = 120;

/** Marks the text of clues that are selected in the picture. */
const linkClues = StateEffect.define<{ from: number; to: number }[]>();
const LINKED = Decoration.mark({ class: "cm-linked" });

const linked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = transaction.isUserEvent("select") ? Decoration.none : marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(linkClues)) {
        const ranges = effect.value.filter((range) => range.to > range.from).map((range) => LINKED.range(range.from, range.to));
        marks = Decoration.set(ranges, true);
      }
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const showSignature = StateEffect.define<Tooltip | null>();

const signature = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(showSignature)) return effect.value;
    return tooltip && transaction.docChanged ? { ...tooltip, pos: transaction.changes.mapPos(tooltip.pos) } : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

export interface Listeners {
  /** The text is another one. */
  changed(text: string): void;
  /** The cursor has moved, or the text has changed below it. */
  moved(from: number, to: number): void;
}

/** The editor of the model. */
export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, listeners: Listeners, commands: { key: string; run: () => void }[]) {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          keymap.of(
            commands.map(({ key, run }) => ({
              key,
              preventDefault: true,
              run: () => {
                run();
                return true;
              },
            })),
          ),
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightActiveLine(),
          history(),
          search({ top: true }),
          EditorState.tabSize.of(4),
          EditorView.lineWrapping,
          Prec.highest(keymap.of([{ key: "Enter", run: passWritten }])),
          autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 60, maxRenderedOptions: 80 }),
          mistakes,
          hoverTooltip(hover, { hoverTime: 350, hideOnChange: true }),
          linked,
          signature,
          signatures,
          language,
          placeholder("Write a model here, or begin with one of the buttons beside it."),
          Prec.low(keymap.of([{ key: "Escape", run: closeSignature }])),
          keymap.of([
            ...historyKeymap,
            ...searchKeymap,
            { key: "Mod-/", run: toggleComment },
            { key: "Mod-a", run: selectAll },
            // Left to the browser, these make styled elements where lines are joined.
            { key: "Backspace", run: deleteCharBackwardStrict, shift: deleteCharBackwardStrict },
            { key: "Delete", run: deleteCharForward },
            { key: "Mod-Backspace", mac: "Alt-Backspace", run: deleteGroupBackward },
            { key: "Mod-Delete", mac: "Alt-Delete", run: deleteGroupForward },
          ]),
          EditorView.contentAttributes.of({ "aria-label": "Model", spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) listeners.changed(update.state.doc.toString());
            if (update.docChanged || update.selectionSet) {
              const { from, to } = update.state.selection.main;
              listeners.moved(from, to);
            }
          }),
          EditorView.theme({ "&": { height: "100%" } }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text altogether; undo brings the old one back, unless this is the text that the page begins with. */
  replace(text: string, first = false): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: first ? [Transaction.addToHistory.of(false)] : [Transaction.userEvent.of("input.paste")],
      scrollIntoView: true,
    });
  }

  /** Apply edits of the server, which speak of `text`; whether the text is still that one. */
  apply(edits: readonly Edit[], text: string): boolean {
    if (this.text !== text) return false;
    if (edits.length > 0) {
      this.view.dispatch({
        changes: edits.map(({ from, to, insert }) => ({ from, to, insert })),
        annotations: [Transaction.userEvent.of("input.edit")],
      });
    }
    return true;
  }

  /** Select a range and scroll to it; the focus stays where it is. */
  select(from: number, to: number): void {
    const end = this.view.state.doc.length;
    const range = EditorSelection.range(Math.min(from, end), Math.min(to, end));
    this.view.dispatch({ selection: range, effects: EditorView.scrollIntoView(range, { y: "nearest", yMargin: 60 }) });
  }

  /** Where a line begins and ends; lines are counted from 1. */
  line(number: number): { from: number; to: number } {
    const { doc } = this.view.state;
    const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
    return { from: line.from, to: line.to };
  }

  /** The line at an offset. */
  lineAt(offset: number): { from: number; to: number; text: string } {
    return this.view.state.doc.lineAt(Math.min(offset, this.view.state.doc.length));
  }

  /** Mark the texts of some clues. */
  link(ranges: readonly { from: number; to: number }[]): void {
    const end = this.view.state.doc.length;
    const inside = ranges.filter((range) => range.to <= end).map(({ from, to }) => ({ from, to }));
    this.view.dispatch({ effects: linkClues.of(inside.sort((a, b) => a.from - b.from)) });
  }

  /** Underline what the server says of the text. */
  diagnose(found: readonly Diagnosed[]): void {
    diagnose(this.view, found);
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  nextMistake(): void {
    nextMistake(this.view);
  }

}

/** A box with words and a picture, for completions and hovers. */
export function described(words: string | undefined, picture: string | null | undefined): HTMLElement {
  const box = html("div", { class: "described" });
  const drawn = pictureOf(picture);
  if (drawn) {
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    drawn.setAttribute("aria-hidden", "true");
    box.append(html("div", { class: "sheet" }, drawn));
  }
  if (words) box.append(html("div", { class: "words" }, markdown(words)));
  return box;
}

/** Enter ends the line where the word is already written as the completion has it. */
function passWritten(view: EditorView): boolean {
  const chosen = selectedCompletion(view.state);
  if (!chosen) return false;
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const word = /\w*$/.exec(line.text.slice(0, head - line.from))?.[0];
  if (word === chosen.label) closeCompletion(view);
  return false;
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
  if (!context.explicit && !word) return null;
  const stop = new AbortController();
  context.addEventListener("abort", () => stop.abort());
  let answer: Completions;
  try {
    answer = await post<Completions>("complete", { text: context.state.doc.toString(), offset: context.pos }, stop.signal);
  } catch {
    return null;
  }
  if (context.aborted || answer.items.length === 0) return null;
  return {
    from: answer.from,
    validFor: /^[A-Za-z0-9_]*$/,
    options: answer.items.map((item, k): Completion => ({
      label: item.label,
      type: item.kind,
      boost: Math.max(-50, -k / 8),
      ...(item.detail ? { detail: item.detail } : {}),
      ...(item.apply ? { apply: item.apply } : {}),
      ...(item.info || item.rule ? { info: () => explained(item, context.state.doc.toString()) } : {}),
    })),
  };
}

async function explained(item: CompletionItem, text: string): Promise<Node> {
  return described(item.info, item.rule ? await pictures.one(item.rule, text) : null);
}

async function hover(view: EditorView, position: number): Promise<Tooltip | null> {
  const text = view.state.doc.toString();
  const answer = await post<Hover | null>("hover", { text, offset: position }).catch(() => null);
  if (!answer || view.state.doc.toString() !== text) return null;
  return {
    pos: answer.from,
    end: answer.to,
    above: true,
    create: () => ({ dom: html("div", { class: "hover" }, described(answer.markdown, answer.svg)) }),
  };
}

/** Asks for the signature at the cursor when it has stood still for a moment. */
const signatures = ViewPlugin.fromClass(
  class {
    private timer = 0;
    private stop = new AbortController();

    update(update: ViewUpdate): void {
      if (update.focusChanged && !update.view.hasFocus) this.later(update.view, false);
      else if (update.docChanged || update.selectionSet) this.later(update.view, update.view.hasFocus);
    }

    private later(view: EditorView, ask: boolean): void {
      window.clearTimeout(this.timer);
      this.stop.abort();
      this.stop = new AbortController();
      const { signal } = this.stop;
      this.timer = window.setTimeout(() => void this.ask(view, ask, signal), SIGNATURE_AFTER);
    }

    private async ask(view: EditorView, ask: boolean, signal: AbortSignal): Promise<void> {
      const { main } = view.state.selection;
      const line = view.state.doc.lineAt(main.head);
      const before = line.text.slice(0, main.head - line.from);
      const sensible = ask && main.empty && /[A-Za-z_]\w*[ (]/.test(before) && !before.includes("#");
      const text = view.state.doc.toString();
      const answer = sensible
        ? await post<Signature | null>("signature", { text, offset: main.head }, signal).catch(() => null)
        : null;
      if (signal.aborted) return;
      const shown = view.state.field(signature);
      if (!answer) {
        if (shown) view.dispatch({ effects: showSignature.of(null) });
        return;
      }
      const tooltip: Tooltip = {
        pos: main.head,
        above: true,
        create: () => ({ dom: signatureBox(answer) }),
      };
      view.dispatch({ effects: showSignature.of(tooltip) });
    }

    destroy(): void {
      window.clearTimeout(this.timer);
      this.stop.abort();
    }
  },
);

function closeSignature(view: EditorView): boolean {
  if (!view.state.field(signature)) return false;
  view.dispatch({ effects: showSignature.of(null) });
  return true;
}

function signatureBox(answer: Signature): HTMLElement {
  const line = html("code");
  let rest = answer.label;
  answer.parameters.forEach((parameter, k) => {
    const at = rest.indexOf(parameter.label);
    if (at < 0) return;
    line.append(rest.slice(0, at), html(k === answer.active ? "strong" : "span", {}, parameter.label));
    rest = rest.slice(at + parameter.label.length);
  });
  line.append(rest);
  const active = answer.active === null ? undefined : answer.parameters[answer.active];
  return html("div", { class: "signature" }, line, active?.doc ? html("div", {}, active.doc) : null);
}
