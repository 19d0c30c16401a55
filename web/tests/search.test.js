import assert from "node:assert/strict";
import { test } from "node:test";
import "./storage";
import { plain, rank } from "../src/palette";

const rule = (name, help = "", ...elsewhere) => ({ name, help, elsewhere });

test("signs, capitals and the plural do not matter", () => {
  assert.equal(plain("X-Sums"), plain("x_sum"));
  assert.equal(plain("s"), "s");
});

test("the name counts more than its beginning, other names and the help", () => {
  const wanted = plain("thermos");
  const rules = [rule("slow", "Digits rise. A thermo too."), rule("x", "As a thermo."), rule("y", "", "slow thermo"), rule("z", "", "thermometer"), rule("thermo_x"), rule("thermo")];
  const ranks = rules.map((one) => rank(one, wanted));
  assert.deepEqual(ranks, [...ranks].sort((a, b) => a - b));
  assert.equal(ranks[0], 0);
  assert.equal(new Set(ranks).size, ranks.length);
  assert.equal(rank(rule("any"), ""), 1);
});
