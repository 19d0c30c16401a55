import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../src/history";
import { fitting } from "../src/position";

test("undo and redo go through what was entered", () => {
  const history = new History();
  assert.equal(history.undo("a"), undefined);
  history.turn("a");
  history.turn("b");
  assert.equal(history.undo("c"), "b");
  assert.equal(history.undo("b"), "a");
  assert.equal(history.undo("a"), undefined);
  assert.equal(history.redo("a"), "b");
  assert.equal(history.redo("b"), "c");
  assert.equal(history.redo("c"), undefined);
});

test("nothing can be redone after something new", () => {
  const history = new History();
  history.turn("a");
  history.undo("b");
  history.turn("a");
  assert.equal(history.redo("c"), undefined);
  assert.equal(history.undo("c"), "a");
});

test("the past outlives a reload, the last of it where it is long", () => {
  const history = new History();
  for (let k = 0; k < 2000; k += 1) history.turn({ k });
  const short = new History(JSON.parse(history.stored(100)));
  assert.deepEqual(short.undo({ k: 2000 }), { k: 1999 });
  assert.deepEqual(short.undo({ k: 1999 }), { k: 1998 });
  assert.ok(history.stored(100).length < 200);
  assert.equal(new History().stored(100), "[]");
  let steps = 0;
  while (history.undo({})) steps += 1;
  assert.equal(steps, 500);
});

test("what comes back on undo is not on a given, nor outside of the puzzle", () => {
  const entered = (values, marks = {}) => ({ values, corner: { r1c1: [2], r1c2: [3] }, centre: { r9c9: [1], r1c2: [4] }, marks });
  const history = new History([entered({ r1c1: 5, r1c2: 9 }, { up: true, gone: false })]);
  // Since then r1c1 has become a given, and the grid has lost r9c9, the value 9 and a line.
  const takes = { cell: (name, value) => name === "r1c2" && (value === undefined || value < 9), mark: (key) => key === "up" };
  const before = fitting(history.undo(entered({ r1c2: 6 })), takes);
  assert.deepEqual(before, { values: {}, corner: { r1c2: [3] }, centre: { r1c2: [4] }, marks: { up: true } });
  const after = fitting(history.redo(before), takes);
  assert.deepEqual(after.values, { r1c2: 6 });
});
