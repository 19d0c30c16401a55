// The way to a server, and what the board writes by it: a real server, which answers slowly.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import "./storage";
import { post, result } from "../src/server";
import { Writer } from "../src/writer";


const asked = [];
let meanwhile = () => undefined;
const server = createServer(async (request, response) => {
  let content = "";
  for await (const part of request) content += part;
  const body = JSON.parse(content);
  asked.push(body);
  meanwhile();
  await new Promise((resolve) => setTimeout(resolve, body.value === "1" ? 60 : 5));
  if (request.url === "/api/given") {
    const at = body.text.length;
    response.end(JSON.stringify({ edits: [{ from: at, to: at, insert: body.value }] }));
  } else if (request.url === "/api/run") {
    for (const part of ["event: progress\r\ndata: {\"text\":", " \"half\"}\r\n\r\nevent: res", `ult\ndata: {"answer":\ndata: "${body.text}"}\n\n`]) {
      response.write(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    response.end();
  } else {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: { message: "no such question" } }));
  }
});
const plain = globalThis.fetch;
before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  globalThis.fetch = (path, options) => plain(new URL(path, `http://127.0.0.1:${server.address().port}`), options);
});
after(() => server.close());

/** A text that takes edits as the editor does. */
function editor(text) {
  return {
    text,
    apply(edits, of) {
      if (of !== this.text) return false;
      for (const { from, to, insert } of edits) this.text = this.text.slice(0, from) + insert + this.text.slice(to);
      return true;
    },
  };
}

test("wishes are written one after another, each into the text as it then is", async () => {
  const page = editor("0");
  const writer = new Writer(page);
  await Promise.all(["1", "2", "3"].map((value) => writer.write("given", { value })));
  assert.equal(page.text, "0123");
});

test("what was typed meanwhile stays, and the wish is asked for again", async () => {
  const page = editor("0");
  const writer = new Writer(page);
  asked.length = 0;
  meanwhile = () => (page.text = "typed ");
  await writer.write("given", { value: "1" });
  assert.equal(page.text, "typed 1");
  assert.deepEqual(asked.map(({ text }) => text), ["0", "typed "]);
});

test("events come in pieces", async () => {
  const events = [];
  const found = await result("run", { text: "x" }, new AbortController().signal, (event, data) => events.push([event, data]));
  assert.deepEqual(events, [["progress", { text: "half" }]]);
  assert.deepEqual(found, { answer: "x" });
});

test("a refusal has its sentence", async () => {
  await assert.rejects(post("nothing", {}), { message: "no such question" });
});
