import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { addressOf, textOf } from "../src/link";

globalThis.location = { href: "https://example.org/play/#puz=old" };
const hashOf = (bytes) => `#puz=${deflateRawSync(bytes).toString("base64url")}`;

const mixed = Array.from({ length: 3000 }, (_, k) => String.fromCharCode(32 + ((k * k * 7919) % 89))).join("");

test("an address has the text again", async () => {
  for (const text of ["", "grid cell[2, 2] in 1..2\n", 'puzzle "Größe → 数独 🧩"\n', "r1c1 == 1\n".repeat(5000), mixed]) {
    const address = await addressOf(text);
    assert.match(address, /^https:\/\/example\.org\/play\/#puz=[A-Za-z0-9_-]*$/);
    assert.equal(await textOf(new URL(address).hash), text);
  }
});

test("lines end as in the editor", async () => {
  assert.equal(await textOf(hashOf("a\r\nb\rc\n")), "a\nb\nc\n");
});

test("other addresses have no text, and broken ones are refused", async () => {
  assert.equal(await textOf("#rules"), null);
  for (const hash of ["#puz=%", "#puz=AAAA", hashOf(Buffer.from([0xff, 0xfe])), hashOf("x".repeat(30_000_000))]) {
    await assert.rejects(textOf(hash), hash.slice(0, 20));
  }
});
