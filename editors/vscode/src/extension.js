// The client of `puzzledsl lsp`, and a panel beside the editor with the picture and with what solving has found.
"use strict";

const vscode = require("vscode");
const { LanguageClient, ExecuteCommandRequest, State } = require("vscode-languageclient/node");

const PAUSE = 150; // milliseconds without a key before the picture is drawn again

let client;
let preview;

async function activate(context) {
  client = makeClient();
  preview = new Preview();
  const register = (name, action) => context.subscriptions.push(vscode.commands.registerCommand(name, action));
  register("puz.preview", () => preview.show());
  register("puz.solve", () => ask("puzzledsl.solve", limits()));
  register("puz.unique", () => ask("puzzledsl.unique", limits()));
  register("puz.explain", () => ask("puzzledsl.explain", limits()));
  register("puz.hideHints", () => execute("puzzledsl.hideHints"));
  register("puz.restart", restart);
  context.subscriptions.push(
    preview,
    vscode.workspace.onDidChangeTextDocument((event) => preview.changed(event.document)),
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && preview.turned(editor.document)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["command", "include"].some((name) => event.affectsConfiguration(`puzzledsl.${name}`))) restart();
    })
  );
  await start();
}

async function deactivate() {
  if (client && client.state === State.Running) await client.stop();
}

const settings = () => vscode.workspace.getConfiguration("puzzledsl");
const limits = () => ({ timeLimit: settings().get("timeLimit") });

function makeClient() {
  const server = { command: settings().get("command"), args: ["lsp", "--stdio"] };
  return new LanguageClient("puzzledsl", "Puzzle models", server, {
    documentSelector: [{ language: "puz" }],
    initializationOptions: { include: settings().get("include"), pictures: true },
  });
}

async function start() {
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The language server did not start: ${error.message}. Install it with \`pip install "puzzledsl[lsp]"\`, ` +
        "or set `puzzledsl.command` to where it is."
    );
  }
}

async function restart() {
  await deactivate();
  await client.dispose();
  client = makeClient();
  await start();
}

/** The text that a command is about: the active model, or the one in the panel. */
function present() {
  const editor = vscode.window.activeTextEditor;
  return editor && editor.document.languageId === "puz" ? editor.document : preview.document;
}

/** Run a command of the server for the present text. */
async function execute(command, ...options) {
  const document = present();
  if (!document || client.state !== State.Running) return undefined;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [uri, ...options] });
}

/** Run a command of the server and show what it finds in the panel; the server itself shows a message. */
async function ask(command, options) {
  const document = present();
  const answer = await execute(command, options);
  if (answer && answer.status !== "cancelled") preview.result(document, answer);
}

class Preview {
  constructor() {
    this.panel = undefined;
    this.document = undefined;
    this.timer = undefined;
  }

  /** Open the panel beside the editor, with the picture of the present model. */
  async show() {
    this.document = present();
    if (!this.document) return;
    if (!this.panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("puz.preview", "Puzzle", column, {
        enableScripts: false,
        localResourceRoots: [],
      });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        clearTimeout(this.timer);
      });
    }
    this.panel.reveal(undefined, true);
    await this.draw();
  }

  changed(document) {
    if (!this.panel || document !== this.document) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), PAUSE);
  }

  turned(document) {
    if (!this.panel || document.languageId !== "puz" || document === this.document) return;
    this.document = document;
    this.draw();
  }

  async draw() {
    const document = this.document;
    if (!document || client.state !== State.Running) return;
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    const request = { command: "puzzledsl.picture", arguments: [uri] };
    const answer = await client.sendRequest(ExecuteCommandRequest.type, request);
    if (document !== this.document) return;
    const note = answer.status === "last correct" ? "The text has mistakes; this is its last correct version." : "";
    this.fill(answer.svg, answer.svg ? note : "The text has mistakes.");
  }

  async result(document, answer) {
    this.document = document;
    if (!this.panel) await this.show();
    const said = answer.summary || answer.text;
    const own = nameOf(document.fileName);
    const place = (clue) => (nameOf(clue.file) === own ? "" : `${clue.file}, `) + `line ${clue.line}`; // or of a genre
    const elements = answer.result?.conflicts?.[0]?.elements || [];
    this.fill(answer.svg, said, elements.map((clue) => `${place(clue)}: ${clue.sentence}`));
  }

  fill(svg, note, lines = []) {
    if (!this.panel) return;
    const picture = svg
      ? `<img alt="The puzzle" src="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}">`
      : "";
    const list = lines.length ? `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>` : "";
    this.panel.title = `Puzzle: ${nameOf(this.document.fileName)}`;
    this.panel.webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-puz'">
<style nonce="puz">
img { max-width: 100%; max-height: 88vh; background: white; }
p, li { font-family: var(--vscode-font-family); white-space: pre-wrap; }
</style>
</head>
<body>${note ? `<p role="status">${escaped(note)}</p>` : ""}${picture}${list}</body>
</html>`;
  }

  dispose() {
    clearTimeout(this.timer);
    if (this.panel) this.panel.dispose();
  }
}

function nameOf(path) {
  return path.split(/[\\/]/).pop();
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (found) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[found]);
}

module.exports = { activate, deactivate };
