import assert from "node:assert/strict";
import { test } from "node:test";
import "./storage";
import { headline } from "../src/solving";

const words = (command, answer) => headline(command, answer, "")[0];
const kind = (command, answer) => headline(command, answer, "")[1];

test("a headline says how it is", () => {
  assert.equal(words("unique", { status: "unique", seconds: { total: 0.123 } }), "There is exactly one solution. 0.12 s.");
  assert.equal(kind("unique", { status: "unique" }), "good");
  assert.equal(kind("unique", { status: "several" }), "bad");
  assert.match(words("count", { status: "limit", count: 1000000, exact: false }), /^At least 1\u202f000\u202f000 solutions\./);
  assert.match(words("count", { status: "exact", count: 1 }), /^1 solution\./);
  assert.match(words("solve", { status: "solved", unique: true }), /unique/);
  assert.match(words("solve", { status: "feasible", objective: 5 }), /5, not proven/);
});

test("steps say whether the puzzle or the techniques are at an end", () => {
  const steps = [{}, {}];
  assert.equal(words("steps", { status: "solved", steps, difficulty: { level: "easy", rating: 1.5 } }), "Solved in 2 steps: easy (1.5).");
  assert.match(words("steps", { status: "several", steps }), /several solutions/);
  assert.match(words("steps", { status: "stuck", steps }), /^Stuck after 2 steps/);
  assert.match(words("steps", { status: "infeasible", steps }), /no solution/);
});

test("what came too late is not an answer", () => {
  for (const command of ["solve", "unique", "count", "steps", "explain"]) assert.match(words(command, { status: "unknown" }), /time limit/);
});
