import assert from "node:assert/strict";
import { test } from "node:test";
import "./storage";
import { headline } from "../src/solving";

test("a headline says how it is and how long it took", () => {
  assert.equal(headline("There is exactly one solution.", 0.123), "There is exactly one solution. 0.12 s.");
  assert.equal(headline("There is exactly one solution.", 12.34), "There is exactly one solution. 12.3 s.");
  assert.equal(headline("A puzzle with 20 givens and exactly one solution.", undefined), "A puzzle with 20 givens and exactly one solution.");
});
