// The clues that can be drawn: choose cells and a rule, in either order, and the line of text appears.

import type { Board } from "./board";
import type { Clue, Parameter, Rule, Written } from "./contract";
import { announce, byId, html, icon, pictureOf, toast } from "./dom";
import type { Editor } from "./editor";
import { described } from "./editor";
import { pictures } from "./pictures";
import type { Writer } from "./writer";

const FAMILIES: Record<string, string> = {
  cages: "Cages",
  lines: "Lines",
  edges: "Edges",
  pairs: "Dots and pairs",
  outside: "Outside the grid",
  sets: "Sets of cells",
  regions: "Regions",
  grid: "The whole grid",
};

/** Milliseconds: the first look at the puzzle goes before the little pictures. */
const ICONS_AFTER = 1500;

/** What the pointer has to do for a rule. */
const GESTURES: Record<Rule["drag"], string> = {
  line: "Drag along the line, from its first cell to its last.",
  cells: "Drag over the cells.",
  pair: "Drag from one cell to its neighbour.",
  outside: "Click beside the grid at the row or column, or drag along its cells.",
  grid: "It applies to the whole grid.",
};

const BEGIN =
  "Select cells in the grid, then choose a clue. Or choose the clue first, then drag. Digits write givens; any letter finds a clue.";

/** The palette, and the form for the arguments of a clue. */
export class Palette {
  private rules: Rule[] = [];
  private armed: Rule | null = null;
  private readonly search = byId<HTMLInputElement>("search");
  private readonly list = byId("rules");
  private readonly form = byId<HTMLFormElement>("arguments");
  private readonly note = byId("armed");
  private readonly card = byId("rule-card");
  private readonly used: string[] = [];
  private waiting: { rule: Rule; cells: string[] } | null = null;

  constructor(
    private readonly board: Board,
    private readonly editor: Editor,
    private readonly writer: Writer,
    private readonly written: (from: number, to: number) => void,
  ) {
    this.search.addEventListener("input", () => this.filter());
    this.search.addEventListener("keydown", (event) => this.searchKey(event));
    this.list.addEventListener("keydown", (event) => this.listKey(event));
    this.list.addEventListener("pointerleave", () => this.explainArmed());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.dismiss();
        this.board.focus();
      }
    });
    board.selection.watch((cells) => {
      if (this.waiting && cells.length > 0 && this.waiting.cells.join() !== cells.join()) {
        this.waiting = { ...this.waiting, cells: [...cells] };
        this.sayCells();
      }
    });
  }

  /** Take over the rules of the library and of this model. */
  offer(rules: Rule[]): void {
    if (rules.length === this.rules.length && rules.every((rule, k) => rule.name === this.rules[k]?.name)) return;
    this.rules = rules;
    const families = new Map<string, Rule[]>();
    for (const rule of rules) {
      const family = FAMILIES[rule.file.replace(/\.puz$/, "").replace(/^.*\//, "")] ?? "This puzzle's own";
      families.set(family, [...(families.get(family) ?? []), rule]);
    }
    const order = ["This puzzle's own", ...Object.values(FAMILIES)];
    this.list.replaceChildren(
      ...[...families]
        .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
        .map(([family, members]) =>
          html(
            "section",
            { class: "family" },
            html("h3", {}, family),
            html("div", { class: "tools", role: "group", "aria-label": family }, ...members.map((rule) => this.button(rule))),
          ),
        ),
    );
    this.filter();
    void this.drawIcons();
    this.explainArmed();
  }

  /** Begin to search with a letter that was typed on the board. */
  type(letter: string): void {
    this.search.value = letter;
    this.search.focus();
    this.filter();
  }

  /** Lay the tool aside; whether there was one. */
  disarm(): boolean {
    const had = this.armed !== null || this.waiting !== null;
    this.dismiss();
    this.arm(null);
    return had;
  }

  /** A drag with the tool has ended. */
  drawn(cells: string[]): void {
    if (!this.armed) return;
    if (this.armed.drag === "pair" && cells.length !== 2) {
      toast(`${this.armed.name} belongs to two cells that touch: drag from one to the other.`);
      return;
    }
    this.ask(this.armed, cells);
  }

  /** The chips of the clues at the selected cells, or of the clue that is set apart. */
  chips(clues: readonly Clue[], active: readonly number[]): HTMLElement[] {
    return clues.slice(0, 8).map((clue) => {
      const chosen = active.includes(clue.index);
      const chip = html(
        "span",
        { class: chosen ? "chip chosen" : "chip" },
        html("button", { type: "button", class: "chip-name", onclick: () => this.show(clue) }, clue.sentence),
      );
      if (clue.removable !== false) {
        chip.append(
          html(
            "button",
            {
              type: "button",
              class: "chip-remove",
              "aria-label": `Remove ${clue.sentence}`,
              title: "Remove this clue",
              onclick: () => void this.remove(clue),
            },
            icon("close"),
          ),
        );
      }
      return chip;
    });
  }

  /** Select the text of a clue and set it apart in the picture. */
  show(clue: Clue): void {
    this.board.activate([clue.index]);
    if (clue.from === null || clue.to === null) {
      toast("This clue stands in an included file.");
      return;
    }
    this.editor.select(clue.from, clue.to);
    this.editor.link([{ from: clue.from, to: clue.to }]);
  }

  private async remove(clue: Clue): Promise<void> {
    const answer = await this.writer.write<Written>("clue", { remove: clue.index });
    if (answer) announce(`Removed ${clue.sentence}`);
    this.board.focus();
  }

  private button(rule: Rule): HTMLElement {
    const button = html(
      "button",
      { type: "button", class: "tool", "data-rule": rule.name, "aria-pressed": "false", onclick: () => this.choose(rule) },
      html("span", { class: "tool-icon", "aria-hidden": "true" }),
      html("span", { class: "tool-name" }, rule.name.replaceAll("_", " ")),
    );
    const explain = (): void => void this.explain(rule);
    button.addEventListener("pointerenter", explain);
    button.addEventListener("focus", explain);
    return button;
  }

  /** The pictures of the rules, cut to what their clue draws, a few at a time, while the list is in sight. */
  async drawIcons(): Promise<void> {
    await new Promise((resolve) => window.setTimeout(resolve, ICONS_AFTER));
    const missing = [...this.list.querySelectorAll<HTMLElement>(".tool:not([data-drawn])")];
    for (let k = 0; k < missing.length && this.list.checkVisibility(); k += 6) {
      const some = missing.slice(k, k + 6);
      await pictures.of(some.map((button) => button.dataset["rule"] ?? ""), this.editor.text);
      for (const button of some) {
        await idle();
        const drawn = pictureOf(await pictures.one(button.dataset["rule"] ?? "", this.editor.text));
        button.dataset["drawn"] = "";
        if (drawn) button.querySelector(".tool-icon")?.replaceChildren(cropped(drawn));
      }
    }
  }

  private async explain(rule: Rule): Promise<void> {
    if (this.card.dataset["rule"] === rule.name) return;
    this.card.dataset["rule"] = rule.name;
    const title = html("h4", {}, rule.usage);
    this.card.replaceChildren(title, described(rule.help, null));
    const picture = await pictures.one(rule.name, this.editor.text);
    if (this.card.dataset["rule"] === rule.name) {
      this.card.replaceChildren(title, described(rule.help, picture));
    }
  }

  /** Explain the tool in the hand, or how to begin. */
  private explainArmed(): void {
    const rule = this.armed ?? this.waiting?.rule;
    if (rule) void this.explain(rule);
    else {
      delete this.card.dataset["rule"];
      this.card.replaceChildren(html("p", { class: "quiet" }, BEGIN));
    }
  }

  private choose(rule: Rule): void {
    const cells = [...this.board.selection.value];
    if (this.armed === rule) {
      this.disarm();
      this.board.focus();
      return;
    }
    if (rule.drag === "grid") {
      this.arm(null);
      this.ask(rule, []);
      return;
    }
    const enough = rule.drag === "pair" ? cells.length === 2 : cells.length > 0;
    if (enough) {
      this.arm(null);
      this.ask(rule, cells);
    } else {
      this.dismiss();
      this.arm(rule);
      this.board.focus();
    }
  }

  private arm(rule: Rule | null): void {
    this.armed = rule;
    this.board.armed = rule === null ? null : rule.drag === "line" || rule.drag === "pair" || rule.drag === "outside" ? "line" : "free";
    if (rule) this.board.select([]);
    for (const button of this.list.querySelectorAll<HTMLElement>(".tool")) {
      button.setAttribute("aria-pressed", String(button.dataset["rule"] === rule?.name));
    }
    this.note.hidden = rule === null;
    if (rule) {
      this.note.replaceChildren(
        html("strong", {}, rule.name.replaceAll("_", " ")),
        ` ${firstCell(rule) ? "Drag from the circle along the line." : GESTURES[rule.drag]} `,
        html("button", { type: "button", class: "link", onclick: () => this.disarm() }, "Done"),
      );
      announce(this.note.textContent ?? "");
    }
  }

  /** Ask for the arguments that nobody can guess, and write the clue. */
  private ask(rule: Rule, cells: string[]): void {
    const circle = firstCell(rule);
    const asked = rule.parameters.filter((one) => one !== circle && (one.default === null || one.default === "none"));
    if (circle && cells.length < 2) {
      toast(`${rule.name} needs at least two cells: the circle first, then the others.`);
      return;
    }
    if (asked.length === 0) {
      void this.add(rule, cells, {});
      return;
    }
    this.waiting = { rule, cells };
    const fields = rule.parameters.filter((one) => one !== circle).map((one) => field(one, asked.includes(one)));
    this.form.replaceChildren(
      html("div", { class: "form-head" }, html("strong", {}, rule.name.replaceAll("_", " ")), html("span", { id: "form-cells" })),
      html("div", { class: "fields" }, ...fields),
      html(
        "div",
        { class: "form-foot" },
        html("button", { type: "submit", class: "primary" }, "Add"),
        html("button", { type: "button", onclick: () => this.cancel() }, "Cancel"),
      ),
    );
    this.form.hidden = false;
    this.sayCells();
    this.form.querySelector<HTMLElement>("input, select")?.focus();
    this.form.scrollIntoView({ block: "nearest" });
  }

  private sayCells(): void {
    const place = this.form.querySelector("#form-cells");
    const count = this.waiting?.cells.length ?? 0;
    if (place) place.textContent = count === 0 ? "" : count === 1 ? "1 cell" : `${count} cells`;
  }

  private cancel(): void {
    this.dismiss();
    this.board.focus();
  }

  private submit(): void {
    if (!this.waiting) return;
    const { rule, cells } = this.waiting;
    const values: Record<string, string> = {};
    for (const input of this.form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
      if (input.value.trim() !== "") values[input.name] = input.value.trim();
    }
    this.dismiss();
    void this.add(rule, cells, values);
  }

  private dismiss(): void {
    this.waiting = null;
    this.form.hidden = true;
    this.form.replaceChildren();
  }

  private async add(rule: Rule, cells: string[], values: Record<string, string>): Promise<void> {
    const circle = firstCell(rule);
    const [first, ...rest] = cells;
    if (circle && first !== undefined) values = { ...values, [circle.name]: first };
    const answer = await this.writer.write<Written>("clue", {
      rule: rule.name,
      cells: circle ? rest : cells,
      arguments: values,
    });
    this.board.focus();
    if (!answer) return;
    this.used.unshift(rule.name);
    this.search.value = "";
    this.filter();
    this.board.select([]);
    const insert = answer.edits[0]?.insert ?? "";
    const line = this.editor.lineAt((answer.edits[0]?.from ?? 0) + insert.length - insert.trimStart().length);
    announce(`Added: ${line.text.trim()}`);
    this.written(line.from, line.to);
  }

  private filter(): void {
    const wanted = plain(this.search.value);
    const ranks = new Map(this.rules.map((rule) => [rule.name, rank(rule, wanted)]));
    for (const button of this.list.querySelectorAll<HTMLElement>(".tool")) {
      const found = ranks.get(button.dataset["rule"] ?? "") ?? 0;
      button.hidden = found === 0;
      button.style.order = wanted ? String(9 - found) : "";
    }
    for (const family of this.list.querySelectorAll<HTMLElement>(".family")) {
      family.hidden = family.querySelectorAll(".tool:not([hidden])").length === 0;
      family.style.order = wanted ? String(-Math.max(...[...family.querySelectorAll<HTMLElement>(".tool:not([hidden])")].map((one) => ranks.get(one.dataset["rule"] ?? "") ?? 0))) : "";
    }
    byId("no-rules").hidden = [...ranks.values()].some((found) => found > 0);
    for (const old of this.list.querySelectorAll(".best")) old.classList.remove("best");
    if (wanted) this.best()?.classList.add("best");
  }

  /** The button that Enter chooses. */
  private best(): HTMLElement | null {
    const shown = [...this.list.querySelectorAll<HTMLElement>(".tool:not([hidden])")];
    const wanted = plain(this.search.value);
    const ranked = shown.map((button) => {
      const rule = this.rules.find((one) => one.name === button.dataset["rule"]);
      const recent = this.used.includes(button.dataset["rule"] ?? "") ? 0.5 : 0;
      return { button, value: (rule ? rank(rule, wanted) : 0) + recent };
    });
    ranked.sort((a, b) => b.value - a.value);
    return ranked[0]?.button ?? null;
  }

  private searchKey(event: KeyboardEvent): void {
    if (event.key === "Enter") {
      event.preventDefault();
      const name = this.best()?.dataset["rule"];
      const rule = this.rules.find((one) => one.name === name);
      if (rule) this.choose(rule);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      (this.best() ?? this.list.querySelector<HTMLElement>(".tool:not([hidden])"))?.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.search.value = "";
      this.filter();
      this.board.focus();
    }
  }

  private listKey(event: KeyboardEvent): void {
    const buttons = [...this.list.querySelectorAll<HTMLElement>(".tool:not([hidden])")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }[event.key];
    if (step && at >= 0) {
      event.preventDefault();
      if (at + step < 0) this.search.focus();
      else buttons[Math.min(buttons.length - 1, at + step)]?.focus();
    } else if (event.key === "Escape") {
      this.board.focus();
    }
  }
}

/** A name without signs and in the singular: `X-sums`, `x sum` and `x_sum` are the same. */
export function plain(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "")
    .replace(/(?<=..)s$/, "");
}

/** How well a rule fits a search: 0 not at all. */
export function rank(rule: Rule, wanted: string): number {
  if (!wanted) return 1;
  const names = [rule.name, ...rule.elsewhere].map(plain);
  if (names[0] === wanted) return 6;
  if (names[0]?.startsWith(wanted)) return 5;
  if (names.some((name) => name.startsWith(wanted))) return 4;
  if (names.some((name) => name.includes(wanted))) return 3;
  return wanted.length > 2 && plain(rule.help.split(". ")[0] ?? "").includes(wanted) ? 2 : 0;
}

/** The argument that is the first cell of what is drawn: the circle of an arrow. */
function firstCell(rule: Rule): Parameter | undefined {
  return rule.drag === "line" ? rule.parameters.find((one) => one.name === "circle" && one.default === null) : undefined;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 500 });
    else window.setTimeout(resolve, 20);
  });
}

function field(parameter: Parameter, needed: boolean): HTMLElement {
  const many = parameter.several === true;
  const { name } = parameter;
  const optional = parameter.default !== null || many;
  const input = parameter.values
    ? html("select", { name }, ...parameter.values.map((value) => html("option", { value }, value)))
    : html("input", {
        name,
        autocomplete: "off",
        inputmode: "text",
        required: !optional || (many && parameter.default === null),
        placeholder: many ? "1 2 3" : optional && parameter.default !== "none" ? (parameter.default ?? "") : "",
      });
  const words = `${name.replaceAll("_", " ")}${optional && needed ? " (optional)" : ""}`;
  return html("label", { class: "field" }, html("span", {}, words), input);
}

/** A picture of a rule, cut to the clue and a little around it. */
function cropped(drawn: SVGSVGElement): Node {
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  for (const rest of drawn.querySelectorAll("title, .paper, .border, .plate")) rest.remove();
  const marks = drawn.querySelectorAll(":is(polyline, polygon, circle, rect, text):not(.given, [stroke='#8a8a8a'])");
  const numbers = [...marks].map(box);
  const real = numbers.filter((one) => one.every(Number.isFinite));
  if (real.length > 0) {
    let left = Math.min(...real.map((one) => one[0] as number));
    let top = Math.min(...real.map((one) => one[1] as number));
    const right = Math.max(...real.map((one) => one[2] as number));
    const bottom = Math.max(...real.map((one) => one[3] as number));
    const side = Math.min(Math.max(right - left, bottom - top, 120) + 60, 520);
    left = (left + right - side) / 2;
    top = (top + bottom - side) / 2;
    drawn.setAttribute("viewBox", `${left} ${top} ${side} ${side}`);
  }
  return drawn as unknown as Node;
}

function box(shape: Element): number[] {
  const n = (name: string): number => Number(shape.getAttribute(name) ?? NaN);
  const points = shape.getAttribute("points");
  if (points) {
    const all = points.split(/[ ,]+/).map(Number);
    const xs = all.filter((_, k) => k % 2 === 0);
    const ys = all.filter((_, k) => k % 2 === 1);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  if (shape.localName === "circle") return [n("cx") - n("r"), n("cy") - n("r"), n("cx") + n("r"), n("cy") + n("r")];
  if (shape.localName === "text") return [n("x"), n("y") - 20, n("x") + 20, n("y")];
  return [n("x"), n("y"), n("x") + n("width"), n("y") + n("height")];
}
