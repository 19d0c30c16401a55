// The file on disk: saving, changes from outside, and the copy that outlives a crash.

import type { Opened } from "./contract";
import { byId, download, html, toast } from "./dom";
import type { Editor } from "./editor";
import { Refusal, connected, explain, isAbort, post, stream } from "./server";

const KEEP_AFTER = 300;
const RETRY_AFTER = 2000;

/** Keeps the text and the file together, and never drops either. */
export class Saving {
  private version = "";
  private onDisk = "";
  private file: string | null = null;
  private name = "puzzle.puz";
  private timer = 0;
  private keeping = false;
  private kept = "";
  private writing: Promise<void> = Promise.resolve();
  private readonly status = byId("saved");
  private readonly banner = byId("banner");

  constructor(private readonly editor: Editor) {
    byId("save").addEventListener("click", () => void this.save());
    byId<HTMLFormElement>("save-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = byId<HTMLInputElement>("save-name").value.trim();
      if (name) void this.save(name.includes(".") ? name : `${name}.puz`);
    });
    byId("save-dialog")
      .querySelector("[data-close]")
      ?.addEventListener("click", () => byId<HTMLDialogElement>("save-dialog").close());
    window.addEventListener("beforeunload", (event) => {
      if (this.isDirty && (this.kept !== this.editor.text || !connected.value)) event.preventDefault();
    });
    connected.watch((up) => {
      if (up) {
        if (this.banner.dataset["about"] === "server") this.clear();
      } else {
        this.ask("server", "The server does not answer. Your text is safe in this tab; copy or download it before you close it.", [
          ["Download the model", () => this.download()],
        ]);
      }
    });
  }

  /** Take over what the server has opened; the text is put into the editor. */
  begin(opened: Opened): void {
    const { recovery } = opened;
    this.version = recovery?.base ?? opened.version;
    this.onDisk = opened.text;
    this.named(opened.name, opened.file);
    this.editor.replace(recovery?.text ?? opened.text, true);
    this.kept = this.editor.text;
    this.tell();
    if (recovery && !recovery.own) {
      this.ask("recovery", `This is your text of ${recovery.time}, which was not saved.`, [
        ["Go on with it", () => this.clear()],
        [
          opened.version === "" ? "Begin anew" : "Take the saved one",
          () => {
            this.version = opened.version;
            this.editor.replace(opened.text);
            this.clear();
          },
        ],
      ]);
    }
    void this.watch();
  }

  private named(name: string, file: string | null): void {
    this.name = name || "puzzle.puz";
    this.file = file;
    byId("file").title = file ?? "";
    this.tell();
  }

  private get title(): string {
    return /^\s*puzzle\s+"([^"]+)"/m.exec(this.editor.text)?.[1] ?? "";
  }

  get isDirty(): boolean {
    return this.editor.text !== this.onDisk;
  }

  /** The text is another one: keep a copy soon. */
  follow(): void {
    this.tell();
    if (!this.timer && !this.keeping) this.timer = window.setTimeout(() => void this.keep(), KEEP_AFTER);
  }

  async save(name?: string): Promise<void> {
    const { text } = this.editor;
    if (this.file === null && name === undefined) {
      const proposal = this.title;
      const dialog = byId<HTMLDialogElement>("save-dialog");
      const field = byId<HTMLInputElement>("save-name");
      field.value = `${proposal.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_|_$/g, "") || "puzzle"}.puz`;
      byId("save-said").replaceChildren();
      dialog.showModal();
      field.setSelectionRange(0, field.value.length - 4);
      return;
    }
    this.writing = this.write(text, name);
    await this.writing;
  }

  private async write(text: string, name: string | undefined): Promise<void> {
    try {
      const wish = { text, version: this.version, ...(name === undefined ? {} : { name }) };
      const answer = await post<{ version: string; name: string; file: string }>("save", wish);
      this.version = answer.version;
      this.onDisk = text;
      this.kept = text;
      this.named(answer.name, answer.file);
      byId<HTMLDialogElement>("save-dialog").close();
      toast(`Saved ${this.name}.`);
    } catch (failure) {
      if (failure instanceof Refusal && failure.status === 409) {
        const theirs = failure.body["text"];
        this.changed(typeof theirs === "string" ? theirs : null, String(failure.body["version"] ?? ""));
      } else if (name !== undefined) byId("save-said").replaceChildren(html("p", { class: "bad" }, explain(failure)));
      else toast(explain(failure), "error");
    }
  }

  private download(): void {
    download({ content: this.editor.text, base64: false, media_type: "text/plain", name: this.name });
  }

  private tell(): void {
    const words = this.isDirty ? "Not saved" : this.file === null || this.onDisk === "" ? "" : "Saved";
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.classList.toggle("dirty", this.isDirty);
    const shown = this.file === null ? this.title || "New puzzle" : this.name;
    if (byId("file").textContent !== shown) byId("file").textContent = shown;
    document.title = `${this.isDirty ? "• " : ""}${shown} – puzzledsl`;
  }

  private async keep(): Promise<void> {
    this.timer = 0;
    const { text } = this.editor;
    this.keeping = true;
    try {
      await post("keep", { text: this.isDirty ? text : null, version: this.version });
      this.kept = text;
    } catch {
      // The banner of `connected` says it; the next key or the timer below tries again.
    } finally {
      this.keeping = false;
    }
    if (this.editor.text !== this.kept) {
      this.timer = window.setTimeout(() => void this.keep(), connected.value ? KEEP_AFTER : RETRY_AFTER);
    }
  }

  private async watch(): Promise<void> {
    for (;;) {
      try {
        await stream(
          "watch",
          { version: this.version },
          (event, data) => {
            if (event !== "changed") return;
            const theirs = typeof data["text"] === "string" ? data["text"] : null;
            // A save of this page is told, too; by then its version is known.
            void this.writing.then(() => this.changed(theirs, String(data["version"] ?? "")));
          },
          new AbortController().signal,
        );
      } catch (failure) {
        if (isAbort(failure)) return;
      }
      await new Promise((resolve) => window.setTimeout(resolve, RETRY_AFTER));
    }
  }

  /** Another program has written the file: ask which text counts. */
  private changed(text: string | null, version: string): void {
    if (version === this.version) return;
    if (text === null) {
      this.ask("changed", `${this.name} was deleted on disk. Your text is still here; saving writes the file again.`, [
        [
          "Go on",
          () => {
            this.version = version;
            this.onDisk = "";
            this.tell();
            this.clear();
          },
        ],
      ]);
      return;
    }
    const theirs = text;
    if (theirs === this.editor.text) {
      this.version = version;
      this.onDisk = theirs;
      this.tell();
      return;
    }
    const mine = this.isDirty ? " Both have changed." : "";
    this.ask("changed", `Another program has changed ${this.name} on disk.${mine}`, [
      [
        "Load the file",
        () => {
          this.version = version;
          this.onDisk = theirs;
          this.editor.replace(theirs);
          this.tell();
          this.clear();
          toast("Loaded. Undo brings your text back.");
        },
      ],
      [
        "Keep mine",
        () => {
          // The next save replaces the file as it now is.
          this.version = version;
          this.onDisk = theirs;
          this.tell();
          this.clear();
        },
      ],
    ]);
  }

  private ask(about: string, words: string, answers: [string, () => void][]): void {
    this.banner.dataset["about"] = about;
    this.banner.replaceChildren(
      html("span", {}, words),
      ...answers.map(([name, run], k) => html("button", { type: "button", class: k === 0 ? "primary" : "", onclick: run }, name)),
    );
    this.banner.hidden = false;
  }

  private clear(): void {
    this.banner.hidden = true;
    delete this.banner.dataset["about"];
    this.banner.replaceChildren();
  }
}
