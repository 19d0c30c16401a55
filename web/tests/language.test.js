import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../src/language";

/** The tokens of lines with their kinds. */
function tokens(...lines) {
  const out = [];
  let start = { layout: false, depth: 0 };
  for (const line of lines) start = read(line, start, (from, to, kind) => out.push([line.slice(from, to), kind]));
  return out;
}

test("words have their colours", () => {
  assert.deepEqual(tokens('puzzle "A \\" b" # c'), [["puzzle", "keyword"], ['"A \\" b"', "string"], ["# c", "comment"]]);
  assert.deepEqual(tokens("cage 3: r1c1")[0], ["cage", "rule"]);
  assert.deepEqual(tokens("cage 3: r1c1").at(-1), ["r1c1", "cell"]);
  assert.deepEqual(tokens("x == true"), [["x", ""], ["==", "operator"], ["true", "number"]]);
  assert.deepEqual(tokens("x == sum(y)")[2], ["sum", "rule"]);
});

test("rows of a layout have marks until a line begins at the margin", () => {
  const found = tokens("givens:", "    . 1 | 2 # left", "cage 3: r1c1");
  assert.deepEqual(found.filter(([, kind]) => kind === "blank").map(([text]) => text), [".", "|"]);
  assert.deepEqual(found.filter(([text]) => text === "1"), [["1", "number"]]);
  assert.deepEqual(found.at(-4), ["cage", "rule"]);
});

test("a line in brackets begins no clue", () => {
  assert.deepEqual(tokens("f(", "cage 3")[2], ["cage", ""]);
  assert.deepEqual(tokens("f()", "cage 3")[3], ["cage", "rule"]);
});
