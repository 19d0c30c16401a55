"""Compare the programs of both encodings with those of others: seconds, nodes, simplex iterations.

Usage: python benchmarks/formulations.py [SECONDS [SEEDS]] > table.md

Ten puzzles, HiGHS with one thread and its own options. ``naive big-M``: an integer for each cell; for each pair of a
group a 0-1 variable of its own and two rows with M = 20. ``naive binary``: a 0-1 variable for each cell and value, a
row for each value and group, and one for each two values that do not fit. CPMpy and MiniZinc (its library for solvers
of integer programs) write theirs from the models that the peers have. Each program is a file that HiGHS reads. The
table has medians over the seeds; a run that does not end within the limit, or ends in an
error of HiGHS, counts as the limit. CPU time.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
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

sys.path.insert(0, str(Path(__file__).parent / "peers"))
import minizinc_text

MODELS = Path(__file__).parents[1] / "models"
VARIANTS = Path(__file__).parent / "variants"

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


def by_cpmpy(source: Path, target: Path) -> None:
    """Write what CPMpy gives to HiGHS, from the model that the peer has for OR-Tools.

    The peer has tables for dots, with which HiGHS ends in an error. Here they are comparisons.
    """
    import cpmpy as cp
    from clues import read
    from cpmpy_ortools_rules import model_of

    clues = read(str(source))
    model, x = model_of(replace(clues, related=[]))
    for a, b, relation in clues.related:
        close, doubled = abs(x[a] - x[b]) == 1, (x[a] == 2 * x[b]) | (x[b] == 2 * x[a])
        stated = close if "consecutive" in relation else doubled
        model += ~stated if relation.startswith("not") else stated
    cp.SolverLookup.get("highs", model).highs.writeModel(str(target))


def by_minizinc(source: Path, target: Path) -> None:
    """Write what MiniZinc's library for solvers of integer programs makes of the model that the peer has for Gecode."""
    text, flat, solver = (target.with_name(name) for name in ("m.mzn", "m.fzn", "m.msc"))
    minizinc_text.write(source, text)
    solver.write_text('{"id": "a", "name": "a", "version": "1", "mznlib": "-Glinear", "executable": "true"}')
    subprocess.run(["minizinc", "-c", "--solver", solver, "--fzn", flat, text], check=True)
    target.write_text(of_flatzinc(flat.read_text(encoding="utf-8")), encoding="utf-8")


def of_flatzinc(text: str) -> str:
    """The linear rows of FlatZinc as an LP file."""
    rows = Rows()
    arrays: dict[str, str] = {}
    bounds = []

    def items(array: str) -> list[str]:
        return [item.strip() for item in arrays.get(array, array).strip("[]").split(",")]

    for line in text.splitlines():
        if found := re.match(r"array .*?: (\w+).*? = (\[.*\]);", line):
            arrays[found[1]] = found[2]
        elif found := re.match(r"var (-?\d+)\.\.(-?\d+): *(\w+)", line):
            rows.integers.append(found[3])
            bounds.append(f" {found[1]} <= {found[3]} <= {found[2]}")
        elif found := re.match(r"constraint int_lin_(eq|le)\((\[.*?\]|\w+),(\[.*?\]|\w+),(-?\d+)\)", line):
            terms = zip(map(int, items(found[2])), items(found[3]), strict=True)
            rows.add(list(terms), {"eq": "=", "le": "<="}[found[1]], int(found[4]))
        elif not line.startswith("solve"):
            raise ValueError(line)
    return rows.text(bounds)


def programs(name: str, folder: Path) -> dict[str, Path | str]:
    """By the name of each program its file, or a word: the puzzle is ``solved`` before, or there is no such program."""
    model = puzzledsl.parse(HARD) if name == "hard" else puzzledsl.load(MODELS / f"{name}.puz")
    flat = flatten(model.elaborated)
    found: dict[str, Path | str] = {}
    for kind, text in (("naive big-M", naive_big_m(flat)), ("naive binary", naive_binary(flat))):
        found[kind] = "–"
        if text is not None:
            (folder / f"{kind}.lp").write_text(text, encoding="utf-8")
            found[kind] = folder / f"{kind}.lp"
    source = VARIANTS / f"{name}.json"
    if name in ("easy", "hard"):
        literals = [c.primitive.literals[0] for c in flat.constraints if isinstance(c.primitive, Clause)]
        known = {literal.variable: literal.values.lo for literal in literals}
        source = folder / "classic.json"
        source.write_text(json.dumps({"givens": "".join(str(known.get(x, 0)) for x in range(81))}), encoding="utf-8")
    for kind, write in (("CPMpy", by_cpmpy), ("MiniZinc", by_minizinc)):
        found[kind] = folder / f"{kind}.lp" if source.exists() else "–"
        if source.exists():
            write(source, folder / f"{kind}.lp")
    for encoding, presolve in product(("integer", "binary"), ("none", "bounds")):
        encoded = encoded_model(model.elaborated, Options(encoding, presolve=presolve))
        kind = f"{encoding}{'' if presolve == 'none' else ' after presolve'}"
        found[kind] = folder / f"{kind}.mps" if encoded.rows else "solved"
        if encoded.rows:
            (folder / f"{kind}.mps").write_text(export(encoded, "mps"), encoding="utf-8")
    return found


def run(file: Path, seed: int, limit: float) -> tuple[float, int, int]:
    """CPU seconds, nodes and simplex iterations of one run."""
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(file)) != highspy.HighsStatus.kError
    for option, value in (("threads", 1), ("random_seed", seed), ("time_limit", limit)):
        highs.setOptionValue(option, value)
    begin = time.process_time()
    highs.run()
    seconds = time.process_time() - begin
    info, status = highs.getInfo(), highs.getModelStatus()
    assert status != highspy.HighsModelStatus.kInfeasible, file
    ended = status == highspy.HighsModelStatus.kOptimal
    return (seconds if ended else limit), info.mip_node_count, info.simplex_iteration_count


def main() -> None:
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    lines: list[str] = []
    for name in PUZZLES:
        cells = []
        with tempfile.TemporaryDirectory() as folder:
            found = programs(name, Path(folder))
            for file in found.values():
                if isinstance(file, str):
                    cells.append(file)
                    continue
                runs = [run(file, seed, limit) for seed in range(1, seeds + 1)]
                seconds, nodes, steps = map(statistics.median, zip(*runs, strict=True))
                ended = sum(one[0] < limit for one in runs)
                share = "" if ended == seeds else f" ({ended} of {seeds})"
                cells.append(f"{seconds:.2f}{share}, {nodes:.0f}, {steps:.0f}")
        if not lines:
            lines = [f"| puzzle | {' | '.join(found)} |", f"| --- |{' --- |' * len(found)}"]
            print(*lines, sep="\n", flush=True)
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
