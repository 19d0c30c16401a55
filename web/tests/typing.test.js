import assert from "node:assert/strict";
import { test } from "node:test";
import { Typing } from "../src/typing";

/** What the keys come to, pressed so many milliseconds apart. */
const typed = (keys, span, apart = 100) => {
  const typing = new Typing();
  return [...keys].map((key, k) => typing.type(key, 1000 + k * apart, "r1c1", span)).at(-1);
};

test("digits make a number", () => {
  assert.equal(typed("7", [1, 9]), 7);
  assert.equal(typed("12", [1, 16]), 12);
  assert.equal(typed("250", [1, 5000]), 250);
});

test("a digit begins anew after a while, in another cell, and where the number would be too large", () => {
  assert.equal(typed("12", [1, 16], 1000), 2);
  assert.equal(typed("19", [1, 16]), 9);
  assert.equal(typed("12", [1, 9]), 2);
  const typing = new Typing();
  typing.type("1", 0, "r1c1", [1, 16]);
  assert.equal(typing.type("2", 10, "r1c2", [1, 16]), 2);
});

test("a sign belongs to the digits after it, however long they take", () => {
  assert.equal(typed("-", [-3, 3]), "more");
  assert.equal(typed("-3", [-3, 3], 5000), -3);
  assert.equal(typed("-12", [-20, 3]), -12);
});

test("what is too small may be the beginning of a number, or there is no such value", () => {
  assert.equal(typed("1", [10, 20]), "more");
  assert.equal(typed("15", [10, 20]), 15);
  assert.equal(typed("0", [1, 9]), "none");
  assert.equal(typed("8", [1, 4]), "none");
});
