// The file on disk: saving, changes from outside, and the copy that outlives a crash.

import type { Opened } from "./contract";
import { byId, html, toast } from "./dom";
import type { Editor } from "./editor";
import { save as download } from "./exchange";
import { Refusal, connected, explain, isAbort, post, stream } from "./server";

const KEEP_AFTER = 300;
const RETRY_AFTER = 2000;

/** Keeps the text and the file together, and never drops either. */
export class Saving {
  private version = "";
  private onDisk = "";
  private canSave = false;
  private carriage = false;
  private name = "puzzle.puz";
  private timer = 0;
  private keeping = false;
  private kept = "";
  private readonly status = byId("saved");
  private readonly banner = byId("banner");

  constructor(private readonly editor: Editor) {
    byId("save").addEventListener("click", () => void this.save());
    window.addEventListener("beforeunload", (event) => {
      if (this.isDirty && this.kept !== this.editor.text) event.preventDefault();
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

  begin(opened: Opened): void {
    this.version = opened.version;
    this.carriage = opened.text.includes("\r\n");
    this.onDisk = plain(opened.text);
    this.kept = this.onDisk;
    this.canSave = opened.can_save;
    this.name = opened.name || "puzzle.puz";
    byId("file").textContent = this.name;
    byId("file").title = opened.file ?? "";
    byId("save-words").textContent = this.canSave ? "Save" : "Download";
    document.title = `${this.name} – puzzledsl`;
    this.tell();
    const { recovery } = opened;
    if (recovery && plain(recovery.text) !== this.onDisk) {
      this.ask("recovery", `There is a copy of ${recovery.time} that was never saved.`, [
        [
          "Bring it back",
          () => {
            this.editor.replace(recovery.text);
            this.clear();
          },
        ],
        ["Leave it", () => this.clear()],
      ]);
    }
    if (this.canSave) void this.watch();
  }

  get isDirty(): boolean {
    return this.editor.text !== this.onDisk;
  }

  /** The text is another one: keep a copy soon. */
  follow(): void {
    this.tell();
    if (!this.timer && !this.keeping) this.timer = window.setTimeout(() => void this.keep(), KEEP_AFTER);
  }

  async save(): Promise<void> {
    const { text } = this.editor;
    if (!this.canSave) {
      this.download();
      return;
    }
    try {
      const answer = await post<{ version: string }>("save", { text: this.outward(text), version: this.version });
      this.version = answer.version;
      this.onDisk = text;
      this.kept = text;
      this.tell();
      toast(`Saved ${this.name}.`);
    } catch (failure) {
      if (failure instanceof Refusal && failure.status === 409) {
        this.changed(String(failure.body["text"] ?? ""), String(failure.body["version"] ?? ""));
      } else toast(explain(failure), "error");
    }
  }

  private download(): void {
    download({ content: this.outward(this.editor.text), media_type: "text/plain", name: this.name });
  }

  private outward(text: string): string {
    return this.carriage ? text.replaceAll("\n", "\r\n") : text;
  }

  private tell(): void {
    const words = this.isDirty ? (this.canSave ? "Not saved" : "Not downloaded") : this.canSave ? "Saved" : "";
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.classList.toggle("dirty", this.isDirty);
    document.title = `${this.isDirty ? "• " : ""}${this.name} – puzzledsl`;
  }

  private async keep(): Promise<void> {
    this.timer = 0;
    const { text } = this.editor;
    this.keeping = true;
    try {
      await post("keep", { text });
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
          {},
          (event, data) => {
            if (event === "changed") this.changed(String(data["text"] ?? ""), String(data["version"] ?? ""));
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
  private changed(text: string, version: string): void {
    if (version === this.version) return;
    const theirs = plain(text);
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

function plain(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
