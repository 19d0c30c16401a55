"""Compare the programs of both encodings with the first ones that a textbook has: seconds, nodes, simplex iterations.

Usage: python benchmarks/formulations.py [SECONDS [SEEDS]] > table.md

Ten puzzles, HiGHS with one thread and its own options. ``naive big-M``: an integer for each cell; for each pair of a
group a 0-1 variable of its own and two rows with M = 20. ``naive binary``: a 0-1 variable for each cell and value, a
row for each value and group, and a row for each two values that do not fit. Each program is a file that HiGHS reads.
The table has medians over the seeds; a run that reaches the limit counts as the limit. CPU time.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from itertools import combinations, product
from pathlib import Path
from typing import Any

import highspy

import puzzledsl
from puzzledsl.answer import Options
from puzzledsl.export import export
from puzzledsl.expressions import All, Boolean, Compare, Some
from puzzledsl.flat import FlatModel
from puzzledsl.flattening import flatten
from puzzledsl.flattening.linear_forms import linear_form
from puzzledsl.primitives.alldifferent import AllDifferent
from puzzledsl.primitives.clause import Clause
from puzzledsl.primitives.grouped_sum import GroupedSum
from puzzledsl.primitives.linear import Linear
from puzzledsl.primitives.table import Table
from puzzledsl.solve import encoded_model

MODELS = Path(__file__).parents[1] / "models"

HARD = """grid cell[9, 9] in 1..9
alldifferent: rows, columns, boxes
givens:
    1 . . | . . . | . . .
    . . . | 6 . . | 4 3 .
    . . . | 2 . . | . . 7
    . . 1 | . . 3 | . 7 .
    . . 9 | . 8 . | . . 3
    . . . | 4 . . | 2 . 8
    . 4 . | . . . | . . .
    2 5 3 | . . . | 6 . .
    . . . | . . 9 | . 5 .
"""

PUZZLES = ("easy", "hard", "killer", "thermo", "arrow", "kropki", "skyscrapers", "sandwich", "jigsaw", "whisper")

M = 20


class Rows:
    """The text of an LP file."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.bits: list[str] = []
        self.integers: list[str] = []

    def add(self, terms: list[tuple[int, str]], sign: str, limit: int) -> None:
        total = " ".join(f"{k:+d} {name}" for k, name in terms)
        self.rows.append(f" r{len(self.rows)}: {total} {sign} {limit}")

    def bit(self, name: str = "") -> str:
        self.bits.append(name or f"b{len(self.bits)}")
        return self.bits[-1]

    def text(self, bounds: list[str]) -> str:
        parts = ["Minimize", " obj: 0 " + (self.bits or self.integers)[0], "Subject To", *self.rows, "Bounds", *bounds]
        parts += ["General", *(f" {name}" for name in self.integers)] if self.integers else []
        return "\n".join([*parts, "Binary", *(f" {name}" for name in self.bits), "End", ""])


def naive_big_m(flat: FlatModel) -> str | None:
    """The program with not-equals; ``None``: a clue has no linear form."""
    rows = Rows()
    rows.integers = [f"x{x}" for x in range(len(flat.variables))]
    lows = {x: variable.domain.lo for x, variable in enumerate(flat.variables)}
    highs = {x: variable.domain.hi for x, variable in enumerate(flat.variables)}

    def compare(terms: list[tuple[int, str]], op: str, limit: int, off: list[tuple[int, str]], slack: int) -> None:
        """A comparison that ``off`` (1 - bit, say) switches off: slack is added where the sum of ``off`` is 0."""
        if op == "!=":
            bit = rows.bit()
            compare([*terms, (-M, bit)], "<=", limit - 1, off, slack)
            compare([*((-k, name) for k, name in terms), (M, bit)], "<=", M - limit - 1, off, slack)
            return
        rows.add([*terms, *off], "<=", limit + slack)
        if op == "==":
            rows.add([*((-k, name) for k, name in terms), *off], "<=", slack - limit)

    def state(form: Boolean, off: list[tuple[int, str]], slack: int) -> None:
        match form:
            case Compare(op, difference):
                terms = [(int(k), f"x{x}") for x, k in difference.terms]
                compare(terms, op, int(-difference.constant), off, slack)
            case All(items):
                for item in items:
                    state(item, off, slack)
            case Some(items):
                bits = [rows.bit() for _ in items]
                rows.add([(1, bit) for bit in bits], ">=", 1)
                for item, bit in zip(items, bits, strict=True):
                    state(item, [*off, (M, bit)], slack + M)

    for constraint in flat.constraints:
        match constraint.primitive:
            case AllDifferent(variables):
                for x, y in combinations(variables, 2):
                    compare([(1, f"x{x}"), (-1, f"x{y}")], "!=", 0, [], 0)
            case Linear(terms, (), op, constant):
                compare([(int(k), f"x{x}") for x, k in terms], op, int(constant), [], 0)
            case GroupedSum(groups, total):
                compare([(k, f"x{x}") for k, group in groups for x in group], "==", total, [], 0)
                for _, group in groups:
                    for x, y in combinations(group, 2):
                        compare([(1, f"x{x}"), (-1, f"x{y}")], "!=", 0, [], 0)
            case Clause((literal,)) if literal.values.size == 1:
                lows[literal.variable] = highs[literal.variable] = literal.values.lo
            case Table() as table if table.tabulated is not None and (form := linear_form(table.tabulated)) is not None:
                state(form, [], 0)
            case _:
                return None
    return rows.text([f" {lows[x]} <= x{x} <= {highs[x]}" for x in lows])


def naive_binary(flat: FlatModel) -> str | None:
    """The program with a 0-1 variable for each value; ``None``: a clue has no formula."""
    rows = Rows()
    domains = [list(variable.domain) for variable in flat.variables]
    for x, domain in enumerate(domains):
        rows.add([(1, rows.bit(f"x{x}_{v}")) for v in domain], "=", 1)

    def value(x: int, k: int) -> list[tuple[int, str]]:
        return [(k * v, f"x{x}_{v}") for v in domains[x] if v]

    def different(group: tuple[int, ...]) -> None:
        for v in sorted({v for x in group for v in domains[x]}):
            rows.add([(1, f"x{x}_{v}") for x in group if v in domains[x]], "<=", 1)

    for constraint in flat.constraints:
        match constraint.primitive:
            case AllDifferent(variables):
                different(variables)
            case Linear(((x, k), (y, m)), (), "!=", constant):
                for v, w in product(domains[x], domains[y]):
                    if k * v + m * w == constant:
                        rows.add([(1, f"x{x}_{v}"), (1, f"x{y}_{w}")], "<=", 1)
            case Linear(terms, (), "==" | "<=" as op, constant):
                total = [term for x, k in terms for term in value(x, int(k))]
                rows.add(total, "=" if op == "==" else "<=", int(constant))
            case GroupedSum(groups, total_of):
                rows.add([term for k, group in groups for x in group for term in value(x, k)], "=", total_of)
                for _, group in groups:
                    different(group)
            case Clause((literal,)):
                rows.add([(1, f"x{literal.variable}_{v}") for v in literal.values], "=", 1)
            case Table((x, y), allowed):
                for v, w in product(domains[x], domains[y]):
                    if (v, w) not in allowed:
                        rows.add([(1, f"x{x}_{v}"), (1, f"x{y}_{w}")], "<=", 1)
            case _:
                return None
    return rows.text([])


def programs(model: puzzledsl.Model) -> dict[str, tuple[str, str] | None]:
    """By name the kind of file and its text."""
    flat = flatten(model.elaborated)
    found: dict[str, tuple[str, str] | None] = {}
    for name, text in (("naive big-M", naive_big_m(flat)), ("naive binary", naive_binary(flat))):
        found[name] = None if text is None else ("lp", text)
    for encoding, presolve in product(("integer", "binary"), ("none", "bounds")):
        encoded = encoded_model(model.elaborated, Options(encoding, presolve=presolve))
        name = f"{encoding}{'' if presolve == 'none' else ' after presolve'}"
        found[name] = ("mps", export(encoded, "mps")) if encoded.rows else ("solved", "")
    return found


def run(kind: str, text: str, seed: int, limit: float) -> tuple[float, int, int, str]:
    """Seconds, nodes, simplex iterations and size of one run."""
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"program.{kind}"
        file.write_text(text, encoding="utf-8")
        assert highs.readModel(str(file)) != highspy.HighsStatus.kError
    for option, value in (("threads", 1), ("random_seed", seed), ("time_limit", limit)):
        highs.setOptionValue(option, value)
    begin = time.process_time()
    highs.run()
    seconds = time.process_time() - begin
    info = highs.getInfo()
    solved = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    size = f"{highs.getNumCol()}/{highs.getNumRow()}"
    return (seconds if solved else limit), info.mip_node_count, info.simplex_iteration_count, size


def main() -> None:
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    lines: list[str] = []
    for name in PUZZLES:
        model = puzzledsl.parse(HARD) if name == "hard" else puzzledsl.load(MODELS / f"{name}.puz")
        cells = []
        found = programs(model)
        for program in found.values():
            if program is None or program[0] == "solved":
                cells.append("–" if program is None else "solved")
                continue
            runs = [run(*program, seed, limit) for seed in range(1, seeds + 1)]
            seconds = statistics.median(one[0] for one in runs)
            nodes, steps = statistics.median(one[1] for one in runs), statistics.median(one[2] for one in runs)
            ended = sum(one[0] < limit for one in runs)
            share = "" if ended == seeds else f" ({ended} of {seeds})"
            cells.append(f"{seconds:.2f}{share}, {nodes:.0f}, {steps:.0f}")
        if not lines:
            lines = [f"| puzzle | {' | '.join(found)} |", f"| --- |{' --- |' * len(found)}"]
            print(*lines, sep="\n", flush=True)
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
