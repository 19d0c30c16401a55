import assert from "node:assert/strict";
import { test } from "node:test";
import { MarkHand } from "../src/marks";

const look = (number, kind) => ({ number, kind, svg: "", label: kind, under: false, dark: false });
const slot = (key, look, cells, of = null, at = [0, 0]) => ({ key, look, cells, of, at, way: [0, 0], directed: false });

/** A hand with lamps for the value 1 and crosses for the value 2 of a cell, and the dot of an empty one. */
function hand() {
  const out = new MarkHand(null, null);
  out.take({
    looks: [look(0, "bulb"), look(1, "shade"), look(2, "blank")],
    slots: [
      slot("lamp a", 0, ["a"], ["a", [1]]),
      slot("shade a", 1, ["a"], ["a", [2]]),
      slot("other a", 1, ["a"], ["b", [2]]),
      slot("blank a", 2, ["a"], ["a", [0]]),
    ],
    written: [],
  });
  return out;
}

test("a mark takes the place of those of other values", () => {
  const [marks, own] = [{}, hand()];
  own.put(marks, "a", look(0, "bulb"));
  assert.deepEqual(marks, { "lamp a": true });
  own.put(marks, "a", look(1, "shade"));
  assert.deepEqual(marks, { "shade a": true });
  own.put(marks, "a", look(2, "blank"));
  assert.deepEqual(marks, { "blank a": true });
  own.put(marks, "a", null);
  assert.deepEqual(marks, {});
});

test("marks of different unknowns stay together, but not with the dot of an empty cell", () => {
  const [marks, own] = [{ "other a": true }, hand()];
  own.put(marks, "a", look(0, "bulb"));
  assert.deepEqual(marks, { "other a": true, "lamp a": true });
  own.put(marks, "a", look(2, "blank"));
  assert.deepEqual(marks, { "blank a": true });
});

test("the tools say what is entered", () => {
  const own = new MarkHand(null, null);
  assert.ok(own.writes, "values may be written until the tools are there");
  own.take(hand().tools);
  assert.ok(!own.writes);
  assert.deepEqual(own.looks.map((one) => one.kind), ["bulb", "shade", "blank"]);
  assert.ok(own.goesWith(own.slots.get("lamp a"), "a", 1));
  assert.ok(!own.goesWith(own.slots.get("lamp a"), "a", 2));
  assert.ok(own.goesWith(own.slots.get("other a"), "a", 7));
  assert.equal(own.manual.length, 1);
});
