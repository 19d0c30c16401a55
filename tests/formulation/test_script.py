"""The script of the plain formulation: it stands alone, it is short, and what it finds obeys the rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import puzzledsl
from puzzledsl.encodings import encodings
from puzzledsl.reading import read
from puzzledsl.records import fields_of
from puzzledsl.source import Source
from puzzledsl.syntax import Statement

from .test_params import answer

MODELS = Path(__file__).parents[2] / "models"

READABLE = (
    "anti_knight", "arrow", "classic", "easy", "empty", "futoshiki", "jigsaw", "kakuro", "killer", "little_killer",
    "magic_square", "matching", "mountains", "narrowing", "quadruples", "queens", "rota", "samurai", "six",
    "star_battle", "sudoku_x", "thermo", "views", "whisper", "work_life", "workshop",
)  # fmt: skip
"""Models of the gallery without automata or graphs."""

OTHERS = (
    "climbs",
    "fillomino",
    "hitori",
    "kropki",
    "lines",
    "masyu",
    "nurikabe",
    "one_five_nine",
    "slitherlink",
    "str8ts",
)

SMALL = {
    "words": "grid a[3, 3] in 1..9\ngrid v[2, 3] in bool\nvar k in 0..500\nvar place in 0..3\nvar n in real 0..8\n"
    "a[1, 1] + a[1, 2] + a[1, 3] == 15\na[2, 1] + a[2, 2] + a[2, 3] == 14\nsum(v[r, c] for r in 1..2, c in 1..3) == 2\n"
    "k >= 3 * a[1, 1]\nplace == a[2, 2] or k <= 40\nn <= place + 1\nmaximize k + n - place\n",
    "gaps": "grid cell[2, 3] in {1, 4, 9}\nvar total in 0..40\nalldifferent: rows\nr1c1 != r2c1\nr1c2 - 2 * r2c2 != 1\n"
    "total == sum(cells)\nminimize total\n",
    "conditions": "grid cell[4, 4] in 1..4\nalldifferent: rows, columns\nr1c1 == 1 -> r2c2 + r3c3 >= 6\n"
    "r1c2 * r2c1 == 6 or r4c4 == 1\nmax(r1c1, r1c2, r1c3) == 3\nwhite_dot: r1c1 r1c2\n"
    "for r in 1..4, c in 1..3:\n    cell[r, c] + 2 * cell[r, c + 1] != 7\n",
    "shifts": "grid queens[1, 6] in 1..6\nalldifferent: row(1)\nalldifferent([q + c for c, q in enumerate(row(1))])\n"
    "alldifferent([q - c for c, q in enumerate(row(1))])\n",
    "names": "grid row[3, 3] in 1..3\nvar x in 0..5\nvar class in 0..3\nvar sum_of in 0..9\n"
    "alldifferent: rows, columns\nx + class + sum_of == r1c1 + r2c2\n"
    "rule lambda(cells, n):\n    sum(cells) >= n\nlambda 4: r1c1 r1c2\n"
    "maximize x - class\n",
    "loose": "grid cell[2, 2] in 1..9\nvar alone in -4..7\nr1c1 + r1c2 == 5\n",
}  # fmt: skip


def statements(node: Any) -> int:
    """How many statements there are in a syntax tree."""
    if isinstance(node, tuple):
        return sum(map(statements, node))
    inner = sum(statements(one) for one in fields_of(node).values()) if hasattr(node, "__match_args__") else 0
    return inner + isinstance(node, Statement)


def found_by(model: puzzledsl.Model, encoding: Any) -> puzzledsl.Solution:
    program = model.to_pyomo(encoding=encoding)
    assert answer(program)
    return model.from_pyomo(program)


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("name", READABLE)
def test_the_script_has_the_length_that_a_person_would_write(name: str, encoding: Any) -> None:
    text = (MODELS / f"{name}.puz").read_text(encoding="utf-8")
    file, _ = read(Source(name, text))
    lines = puzzledsl.load(MODELS / f"{name}.puz").to_pyomo_script(encoding=encoding).splitlines()
    assert len(lines) <= 20 + 3 * statements(file.statements)
    assert max(map(len, lines)) <= 200


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("name", [name for name in (*READABLE, *OTHERS) if name != "anti_knight"])
def test_what_the_program_of_a_model_finds_obeys_its_rules(name: str, encoding: Any) -> None:
    model = puzzledsl.load(MODELS / f"{name}.puz")
    found = found_by(model, encoding)
    if model.elaborated.objective is not None:
        assert found.objective == pytest.approx(model.solve().objective)


@pytest.mark.parametrize("encoding", sorted(encodings()))
@pytest.mark.parametrize("name", SMALL)
def test_other_statements(name: str, encoding: Any) -> None:
    model = puzzledsl.parse(SMALL[name])
    found = found_by(model, encoding)
    if model.elaborated.objective is not None:
        assert found.objective == pytest.approx(model.solve().objective)


def run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run in a folder and with a path from which this package cannot be imported."""
    script = folder / "model.py"
    script.write_text(text, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    assert "puzzledsl" not in "".join(line for line in text.splitlines() if "import" in line)
    return subprocess.run(
        [sys.executable, "-P", str(script)], capture_output=True, text=True, cwd=folder, env=environment, timeout=120
    )


@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_the_script_prints_the_grid(encoding: Any, tmp_path: Path) -> None:
    model = puzzledsl.load(MODELS / "easy.puz")
    done = run(model.to_pyomo_script(encoding=encoding), tmp_path)
    assert done.stderr == ""
    assert re.findall(r"\d", done.stdout) == re.findall(r"\d", str(model.solve()))


def test_a_title_cannot_end_its_text(tmp_path: Path) -> None:
    model = puzzledsl.parse('puzzle "x\\"\\"\\" + 1 \\\\"\nvar a in 0..3\nmaximize a\n')
    done = run(model.to_pyomo_script(), tmp_path)
    assert "objective = 3" in done.stdout


def test_a_clue_is_a_block_of_its_family() -> None:
    text = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\ncage 3: r1c1 r1c2\ncage 8: r1c3 r1c4\n"
    model = puzzledsl.parse(text)
    program = model.to_pyomo()
    assert not answer(program)
    program.cage[2].deactivate()
    assert answer(program)
    program.cage[2].activate()
    program.cage_total[2] = 7
    assert answer(program)
    assert program.row[1].once[3].body.to_string().count("x[") == 4
    assert re.search("rows", program.row.doc)


def test_the_family_of_a_clue_that_assumes_its_number_has_no_parameter() -> None:
    text = "grid cell[6, 6] in 1..6\nalldifferent: rows, columns\nsandwich 5: row(3)\ntotal 7: r1c1 r2c2\n"
    program = puzzledsl.parse(text).to_pyomo()
    from pyomo.core import Param

    assert [one.name for one in program.component_objects(Param)] == ["total_value"]
    assert "sandwich 5" in program.sandwich.doc
