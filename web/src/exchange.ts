// Import by a link or a text, export as a link, a picture, a file or a printable page.

import type { Exported, Imported, Opened } from "./contract";
import { announce, byId, download, html, toast } from "./dom";
import type { Editor } from "./editor";
import { explain, linkTo, post, result } from "./server";

const FILES = [
  { name: "svg", title: "SVG picture", words: "a drawing that stays sharp at any size" },
  { name: "png", title: "PNG picture", words: "an image for chats and pages" },
  { name: "html", title: "Printable page", words: "the puzzle with its rules in words" },
  { name: "puz", title: "Model", words: "the text itself, as a file .puz" },
];

const TITLE = /^[ \t]*puzzle[ \t]+"((?:[^"\\]|\\.)*)"/m;

/** The dialogs of import and export. */
export class Exchange {
  private readonly importing = byId<HTMLDialogElement>("import-dialog");
  private readonly exporting = byId<HTMLDialogElement>("export-dialog");
  private readonly link = byId<HTMLTextAreaElement>("import-text");
  private readonly said = byId("import-said");
  private readonly out = byId("export-result");

  constructor(
    private readonly editor: Editor,
    private readonly imported: () => void,
    private readonly first: (work: Promise<void>) => Promise<void>,
  ) {
    byId("import").addEventListener("click", () => this.openImport());
    byId("export").addEventListener("click", () => this.openExport());
    byId<HTMLFormElement>("import-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.take(this.link.value);
    });
    byId<HTMLInputElement>("import-file").addEventListener("change", (event) => {
      const file = (event.target as HTMLInputElement).files?.[0];
      if (file) void file.text().then((text) => this.take(text));
    });
    for (const dialog of [this.importing, this.exporting]) {
      dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
      });
    }
  }

  /** Offer the formats that the server knows. */
  offer(opened: Opened): void {
    const button = (name: string, title: string, words: string, link: boolean): HTMLElement =>
      html(
        "button",
        { type: "button", class: "format", "data-format": name, onclick: () => this.give(name, link) },
        html("span", { class: "format-name" }, title),
        words ? html("span", { class: "format-words" }, words) : null,
      );
    byId("export-links").replaceChildren(...opened.links.map(({ name, title }) => button(name, title, "", true)));
    byId("export-files").replaceChildren(...FILES.map(({ name, title, words }) => button(name, title, words, false)));
  }

  openImport(text = ""): void {
    this.said.replaceChildren();
    this.link.value = text;
    this.importing.showModal();
    this.link.focus();
    if (text) this.link.select();
  }

  /** Copy the address of this page with its text, or show it where the browser forbids copying. */
  async share(): Promise<void> {
    const link = (await linkTo?.(this.editor.text)) ?? "";
    try {
      await navigator.clipboard.writeText(link);
      toast(`The link is copied: ${link.length} characters. It holds the text of the puzzle.`);
    } catch {
      this.openExport();
      this.out.replaceChildren(...this.linkBox(link));
    }
  }

  openExport(): void {
    this.out.replaceChildren();
    this.exporting.showModal();
  }

  private async take(text: string): Promise<void> {
    const link = text.trim();
    if (!link) return;
    this.said.replaceChildren(html("p", { class: "quiet" }, "Reading…"));
    try {
      const answer = await post<Imported>("import", { link });
      this.editor.replace(answer.text);
      this.imported();
      if (answer.not_understood.length === 0) {
        this.importing.close();
        toast(`Imported${answer.title ? ` “${answer.title}”` : ""} from ${answer.format}. Undo brings the old model back.`);
      } else {
        this.said.replaceChildren(
          html("p", {}, `Imported from ${answer.format}. This part was not understood:`),
          html("ul", {}, ...answer.not_understood.map((one) => html("li", {}, one))),
          html("button", { type: "button", class: "primary", onclick: () => this.importing.close() }, "Go on"),
        );
        announce("Imported, with parts that were not understood");
      }
    } catch (failure) {
      this.said.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
  }

  /** Ask for the title of a puzzle that has none: a site shows it to everybody. */
  private give(format: string, link: boolean): void {
    const named = TITLE.exec(this.editor.text);
    if (!link || !["", "Untitled"].includes(named?.[1] ?? "")) {
      void this.first(this.write(format, link));
      return;
    }
    const field = html("input", { id: "export-title-field", autocomplete: "off" });
    const form = html(
      "form",
      {},
      html("label", { class: "field" }, html("span", {}, "The puzzle has no title yet. What is it called?"), field),
      html(
        "div",
        { class: "form-foot" },
        html("button", { type: "submit", class: "primary" }, "Make the link"),
        html("button", { type: "button", onclick: () => void this.first(this.write(format, link)) }, "Without a title"),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const title = field.value.trim();
      const { text } = this.editor;
      const [from, to] = named ? [named.index, named.index + named[0].length] : [0, 0];
      const insert = `puzzle ${JSON.stringify(title)}${named ? "" : "\n\n"}`;
      if (title) this.editor.apply([{ from, to, insert }], text);
      void this.first(this.write(format, link));
    });
    this.out.replaceChildren(form);
    field.focus();
  }

  private async write(format: string, link: boolean): Promise<void> {
    const solution = byId<HTMLInputElement>(link ? "export-link-solution" : "export-solution").checked;
    this.out.replaceChildren(html("p", { class: "quiet" }, "Writing…"));
    try {
      const answer = await result<Exported>("export", { text: this.editor.text, to: format, solution }, new AbortController().signal);
      const left =
        answer.left_out.length > 0
          ? [
              html("p", { class: "warn" }, "Left out:"),
              html("ul", {}, ...answer.left_out.map((one) => html("li", {}, one))),
            ]
          : [];
      if (/^https?:\/\/\S+$/.test(answer.content)) this.out.replaceChildren(...this.linkBox(answer.content), ...left);
      else {
        download(answer);
        this.out.replaceChildren(html("p", { class: "good" }, `${answer.name} is in your downloads.`), ...left);
        announce(`${answer.name} is in your downloads`);
      }
    } catch (failure) {
      this.out.replaceChildren(html("p", { class: "bad" }, explain(failure)));
    }
    this.out.scrollIntoView({ block: "nearest" });
  }

  private linkBox(link: string): HTMLElement[] {
    const shown = html("input", { type: "text", readonly: true, value: link, "aria-label": "Link", id: "export-link" });
    shown.addEventListener("focus", () => shown.select());
    const copy = html("button", { type: "button", class: "primary" }, "Copy");
    copy.addEventListener("click", () => {
      void copyText(link, shown).then((done) => {
        copy.textContent = done ? "Copied" : "Press Ctrl+C";
        announce(done ? "The link is copied" : "The link is selected: press Ctrl+C");
        window.setTimeout(() => (copy.textContent = "Copy"), 2500);
      });
    });
    return [
      html("p", { class: "good" }, `The link, ${link.length.toLocaleString("en").replaceAll(",", "\u202f")} characters:`),
      html("div", { class: "link-row" }, shown, copy),
      html(
        "p",
        { class: "quiet" },
        html("a", { href: link, target: "_blank", rel: "noopener noreferrer" }, "Open it in a new tab"),
        " (this leaves your machine; nothing else on this page does).",
      ),
    ];
  }
}

async function copyText(text: string, shown: HTMLInputElement): Promise<boolean> {
  shown.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
