"""The Pyomo script has exactly the rows of the program; the LP file says what they mean."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import puzzledsl
from puzzledsl.answer import Options
from puzzledsl.encodings import encodings
from puzzledsl.export import export
from puzzledsl.highs.integer_program import program
from puzzledsl.solve import encoded_model

MODELS = {
    "classic": "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\nr1c1 == 5\nr9c9 == 3\nr5c5 == 1\n",
    "dots": "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\nwhite_dot: r1c1 r1c2\nwhite_dot: r3c3 r4c3\n"
    "for r in 1..4, c in 1..3:\n    cell[r, c] + 2 * cell[r, c + 1] != 7\n",
    "words": "grid a[3, 3] in 1..9\ngrid v[2, 3] in bool\nvar k in 0..500\nvar place in 0..3\nvar n in real 0..8\n"
    "a[1, 1] + a[1, 2] + a[1, 3] == 15\na[2, 1] + a[2, 2] + a[2, 3] == 14\nsum(v[r, c] for r in 1..2, c in 1..3) == 2\n"
    "k >= 3 * a[1, 1]\nplace == a[2, 2] or k <= 40\nn <= place + 1\nmaximize k + n - place\n",
    "arrow": "grid cell[6, 6] in 1..6\nalldifferent: rows, columns\narrow r1c1: r1c2..r1c4\nthermo: r5c1..r5c4\n"
    "whisper: r6c1..r6c4\nsandwich 5: row(3)\n",
}  # fmt: skip


def contents(model: Any) -> tuple[object, ...]:
    """Rows, columns that rows use, and objective of a Pyomo model, whatever it calls its rows."""
    found = program(model)
    names = [re.sub(r"_+(?=\[|$)", "", v.name) for v in found.variables]
    rows: Counter[object] = Counter()
    used = set()
    for row in range(len(found.row_lower)):
        part = range(found.starts[row], found.starts[row + 1])
        terms = frozenset((names[found.indices[at]], found.values[at]) for at in part)
        used |= {name for name, _ in terms}
        rows[terms, found.row_lower[row], found.row_upper[row]] += 1
    columns = {(name, found.lower[x], found.upper[x], found.integer[x]) for x, name in enumerate(names) if name in used}
    goal = frozenset((names[x], cost) for x, cost in enumerate(found.cost) if cost)
    return rows, columns, goal, found.offset, found.maximize


def script(text: str, encoding: str, presolve: str = "none") -> tuple[puzzledsl.Model, str]:
    model = puzzledsl.parse(text)
    encoded = encoded_model(model.elaborated, Options(encoding, presolve=presolve))
    return model, export(encoded, "pyomo", model.elaborated.variables, "A test")


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize(
    ("name", "presolve"), [("classic", "none"), ("dots", "none"), ("words", "bounds"), ("arrow", "bounds")]
)
def test_the_script_has_exactly_the_rows(name: str, encoding: Any, presolve: Any) -> None:
    model, text = script(MODELS[name], encoding, presolve)
    scope: dict[str, Any] = {}
    exec(text.split("\nsolver = SolverFactory")[0], scope)
    assert contents(scope["m"]) == contents(model.to_pyomo(encoding=encoding, presolve=presolve))


def test_the_lp_file_says_what_each_row_means() -> None:
    model = puzzledsl.parse("grid cell[4, 4] in 1..4\nalldifferent: rows, columns\nthermo: r1c1..r1c3\n")
    encoded = encoded_model(model.elaborated, Options("binary", presolve="none"))
    lines = export(encoded, "lp").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(" thermo_L3_r1c1_2:"))
    assert lines[at - 1] == "\\ if r1c1 is 2 or 3, then r1c2 >= 3"
    assert "\\ line 3: thermo at r1c1, r1c2, r1c3" in lines
    rows = [n for n, line in enumerate(lines) if re.match(r" (?!obj)\w+: [+-] ", line)]
    assert len(rows) == len(encoded.rows)
    assert all(lines[n - 1].startswith("\\ ") for n in rows)
