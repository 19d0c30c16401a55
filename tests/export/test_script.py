"""The Pyomo script: the model as it is stated, to be read, changed and solved again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import puzzledsl
from puzzledsl.answer import Options
from puzzledsl.encodings import encodings
from puzzledsl.encodings.plain import family_name, place_of
from puzzledsl.export import export
from puzzledsl.export.pyomo import script
from puzzledsl.solve import encoded_model
from puzzledsl.verification import verify
from tests.examples import every

BOTH = sorted(encodings())
GALLERY = Path(__file__).parents[2] / "models"

SMALL = {
    "houses": "grid cell[2, 2] in 1..3\nalldifferent: rows, columns\nr1c1 == 2\n",
    "a cage": "grid cell[1, 3] in 1..3\ncage 5: r1c1 r1c2\ncage 3: r1c3\n",
    "cages of other values": "grid a[1, 2] in 1..4\ngrid b[1, 1] in 2..3\ncage 5: a[1, 1] a[1, 2]\ncage 3: b[1, 1]\n",
    "a path of pairs": "grid cell[1, 3] in 1..3\nwhite_dot: r1c1 r1c2, r1c2 r1c3\nthermo: r1c1..r1c2\n",
    "a cage that cannot be": "grid cell[1, 3] in 1..3\ncage 7: r1c1 r1c2 r1c3\n",
    "gaps": "grid cell[1, 2] in {0, 2, 5}\nvar k in {1, 4}\nr1c1 != r1c2\nk <= r1c1 or r1c2 == 5\n",
    "pairs": "grid cell[1, 3] in 1..4\nwhite_dot: r1c1 r1c2\nr1c2 != 2 * r1c3\n",
    "counts": "grid cell[2, 2] in bool\nsum(cells) == 2\nconnected(cells, 1)\n",
    "arrows": "grid cell[2, 3] in 1..3\narrow r1c1: r1c2 r2c1\narrow r1c3: r2c1 r2c2 r2c3\n",
    "a line": "grid cell[1, 3] in 1..3\nthermo: r1c1..r1c2\nnot (r1c1 == r1c3)\n",
    "least values": "grid cell[1, 2] in 1..2\ncomponent_sizes([r1c2, r1c1], [r1c2, r1c1])\nr1c1 != r1c2 or r1c1 == 2\n",
    "an automaton": "grid cell[1, 3] in 1..3\nskyscraper 2: row(1)\n",
    "several grids": "grid a[1, 2] in 1..3\ngrid sum_[1, 2] in 0..1\nvar k in 1..2\na[1, 1] + sum_[1, 1] == k + 1\n",
    "a constant": "grid cell[1, 2] in 1..3\nvar one in 1..1\nsum(cells) == one + 3\n",
    "the name of a parameter": "grid cell[1, 3] in 1..3\nrule cage_number(c):\n    c[1] < c[2]\n"
    "cage_number: r1c1 r1c2\ncage 3: r1c2 r1c3\n",
    "a name of Python's": "grid cell[1, 2] in 1..3\nrule __debug__(c):\n    c[1] < c[2]\n__debug__: r1c1 r1c2\n",
    "givens of two grids": "grid a[1, 2] in 1..3\ngrid b[1, 2] in 1..3\nalldifferent(b)\n"
    "givens:\n    2 .\ngivens b:\n    . 3\n",
    "lists and single numbers": "grid cell[1, 3] in 1..3\nr1c1 + r1c2 + r1c3 != 6\nr1c2 != 1\nr1c2 != 3\n",
    "numbers that follow from others": "grid cell[1, 3] in 1..6\nwhite_dot: r1c1 r1c2\nr1c2 + r1c3 != 7\n",
    "sums of places and values": "grid cell[1, 3] in 1..3\nalldifferent([cell[1, c] + c for c in 1..3])\n",
    "values of all places": "grid cell[1, 3] in 1..3\nfor v in 1..3, c in cells:\n    count(cells, v) >= 1 or c != v\n",
    "an element": "grid cell[1, 3] in 1..3\ncell[1, r1c1] == 2\nr1c1 + 2 * r1c3 <= 8\n",
    "edges": "grid cell[2, 2] in 0..1\nedges road of cell\nloop(road)\nr1c1 == 1\n",
    "two limits": "grid cell[1, 3] in 1..4\nalldifferent: rows\nmaximize r1c1 + r1c2\n",
    "long names": "grid cell[1, 1] in 1..2\ngrid m[2, 3]\nedges road of m\nloop(road)\n",
}  # fmt: skip

KILLER = """grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes
cage {}: r1c1 r1c2
cage {}: r2c3 r2c4 r3c4
total {}: r3c1 r4c1 r4c2
givens:
    . . {} .
    . . . .
    . . . .
    . . . {}
r3c2 + r3c3 <= {}
"""


def solved(program: Any) -> bool:
    """Whether a Pyomo model has a solution, which it then holds."""
    from pyomo.contrib.appsi.base import TerminationCondition
    from pyomo.contrib.appsi.solvers import Highs

    highs = Highs()
    highs.config.load_solution = False
    found = highs.solve(program)
    if found.termination_condition == TerminationCondition.optimal:
        found.solution_loader.load_vars()
        return True
    assert found.termination_condition == TerminationCondition.infeasible
    return False


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("name", SMALL)
def test_its_rows_admit_exactly_the_solutions(name: str, encoding: Any) -> None:
    from pyomo.environ import Constraint, Param

    model = puzzledsl.parse(SMALL[name])
    program: Any = model.to_pyomo(encoding=encoding)
    open_variables = [v for v in model.elaborated.variables if v.domain.size > 1]
    places = [v.cell if v.grid == model.elaborated.grids[0].name else v.name for v in open_variables]
    program.wanted = Param(range(len(places)), mutable=True, initialize=0)
    program.probe = Constraint(range(len(places)), rule=lambda m, k: m.cell_value[places[k]] == m.wanted[k])
    for values in product(*(variable.domain for variable in open_variables)):
        for k, value in enumerate(values):
            program.wanted[k] = value
        left = iter(values)
        everything = [next(left) if v.domain.size > 1 else v.domain.lo for v in model.elaborated.variables]
        expected = verify(model.elaborated, everything) == []
        assert solved(program) == expected, values
        if expected:
            assert model.from_pyomo(program).verify() == []


@pytest.mark.parametrize("encoding", BOTH)
def test_a_changed_number_is_that_of_a_model_written_anew(encoding: Any) -> None:
    random = Random(41)
    first = [3, 7, 8, 1, 4, 5]
    program: Any = puzzledsl.parse(KILLER.format(*first)).to_pyomo(encoding=encoding)
    answers = set()
    for _ in range(50):
        numbers = list(first)
        for k in random.sample(range(6), 2):
            numbers[k] = random.randint(1, 4) if k in (3, 4) else random.randint(3, 10)
        program.cage_number[1], program.cage_number[2], program.total_number[1] = numbers[:3]
        program.given[1, 3], program.given[4, 4], program.condition_number[1] = numbers[3:]
        found = solved(program)
        answers.add(found)
        try:
            anew = puzzledsl.parse(KILLER.format(*numbers))
        except puzzledsl.PuzzleError:  # a number that no cells can have
            assert not found, numbers
            continue
        assert found == bool(anew.solve(solver="search")), numbers
        if found:
            anew.from_pyomo(program)  # which verifies
    assert answers == {True, False}


@pytest.mark.parametrize("encoding", BOTH)
def test_a_clue_can_be_left_out(encoding: Any) -> None:
    text = "grid cell[2, 2] in 1..2\nalldifferent: rows, columns\ncage 3: r1c1 r1c2\ncage 2: r1c1 r2c1\n"
    program: Any = puzzledsl.parse(text).to_pyomo(encoding=encoding)
    assert not solved(program)
    program.cage[2].deactivate()
    assert solved(program)
    program.cage[2].activate()
    assert not solved(program)


@pytest.mark.parametrize("encoding", BOTH)
def test_without_any_block_of_a_conflict_there_is_a_solution(encoding: Any) -> None:
    text = (
        "grid cell[2, 3] in 1..3\nalldifferent: rows, columns\ncage 4: r1c1 r1c2\ncage 4: r1c1 r2c1\n"
        "givens:\n    . . .\n    . . 2\n"
    )
    model = puzzledsl.parse(text, allow_clashes=True)
    answer: Any = model.explain().as_json()
    (conflict,) = answer["conflicts"]
    assert {element["clue"] for element in conflict["elements"]} >= {"cage", "given"}
    program: Any = model.to_pyomo(encoding=encoding)
    assert not solved(program)
    blocks: dict[tuple[str, ...], Any] = {("r2c3",): program.givens[2, 3]}
    count: dict[str, int] = {}
    for origin in model.elaborated.origins:  # in the order of the text
        kind = family_name(origin)
        count[kind] = count.get(kind, 0) + 1
        blocks[tuple(model.variables[x] for x in origin.variables)] = program.component(kind)[count[kind]]
    for element in conflict["elements"]:
        part = blocks[tuple(element["cells"])]
        part.deactivate()
        assert solved(program), element
        part.activate()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize(
    ("name", "clue", "parameter"),
    [
        ("killer", r"(?m)^cage (\d+):", "cage_number"),
        ("workshop", r"<= (\d+)", "condition_number"),
        ("little_killer", r"(?m)^little_killer (\d+):", "little_killer_number"),
    ],
)
def test_a_changed_puzzle_of_the_gallery_is_one_written_anew(
    name: str, clue: str, parameter: str, encoding: Any
) -> None:
    random, text = Random(7), (GALLERY / f"{name}.puz").read_text(encoding="utf-8")
    program: Any = puzzledsl.parse(text).to_pyomo(encoding=encoding)
    numbers = [*re.finditer(clue, text)]
    changed = list(program.component(parameter))
    for _ in range(4):
        k = random.choice(changed)
        was, number = int(numbers[k - 1][1]), int(numbers[k - 1][1]) + random.choice([-2, -1, 1, 2])
        program.component(parameter)[k] = number
        start, end = numbers[k - 1].span(1)
        anew = puzzledsl.parse(text[:start] + str(number) + text[end:])
        found, expected = solved(program), anew.solve()
        assert found == bool(expected), (k, number)
        if found:
            assert anew.from_pyomo(program).objective == expected.objective
        program.component(parameter)[k] = was


@pytest.mark.parametrize(
    "text",
    [
        "grid cell[1, 4] in 1..9\nwhisper 5: row(1)\n",
        "grid cell[1, 4] in 1..9\nkenken \"-\" 3: r1c1 r1c2\n",
        "grid cell[1, 4] in 1..9\ntotal 10: r1c1 r1c1\n",
        "grid cell[1, 4] in 1..9\n(r1c1 + r1c2) / 2 == 3\n",
        "grid cell[1, 4] in 1..9\nr1c1 * r1c2 == 6\n",
        "grid cell[1, 4] in 1..9\nlet n = 4\nr1c1 + r1c2 != 7\n",
        "grid cell[1, 4] in 1..9\nrule cage(cells, total):\n    sum(cells) + total == 2 * total\ncage 6: r1c1 r1c2\n",
    ],
)  # fmt: skip
def test_no_other_number_is_a_parameter(text: str) -> None:
    for encoding in BOTH:
        assert "Param(" not in script(puzzledsl.parse(text).elaborated, encoding)


@pytest.mark.parametrize("encoding", BOTH)
def test_blocks_have_the_numbers_of_the_clues(encoding: Any) -> None:
    text = "grid cell[2, 2] in 1..4\ncage: r1c1\ncage 5: r1c2 r2c1\nthermo: r1c1 r1c2\nr1c1 <= 4\nr1c1 <= 3\n"
    program: Any = puzzledsl.parse(text).to_pyomo(encoding=encoding)
    blocks = [program.cage, program.thermo, program.condition]
    assert [[len(block.constraints) > 0 for block in kind.values()] for kind in blocks] == [
        [False, True],
        [True],
        [False, True],
    ]
    assert list(program.cage_number) == [2]


@pytest.mark.parametrize("encoding", BOTH)
def test_the_number_of_a_cage_of_one_cell_may_change(encoding: Any) -> None:
    model = puzzledsl.parse("grid cell[2, 2] in 1..4\ncage 7: r1c1 r1c2 r2c2\ncage 3: r2c1\n")
    program: Any = model.to_pyomo(encoding=encoding)
    assert list(program.cage_number) == [1, 2]
    program.cage_number[2] = 4
    assert solved(program)
    assert round(program.cell_value[2, 1]()) == 4


def test_a_rule_of_ones_own_has_its_own_text() -> None:
    text = "grid cell[1, 2] in 1..9\n{}cage 4: r1c1 r1c2\n"
    own = puzzledsl.parse(text.format("rule cage(cells, total):\n    cells[1] == cells[2]\n")).to_pyomo()
    assert own.cage.doc == "cage 4: r1c1 r1c2"
    assert "add up" in puzzledsl.parse(text.format("")).to_pyomo().cage.doc


@pytest.mark.parametrize("encoding", BOTH)
def test_numbers_that_a_solver_rounds_are_refused(encoding: Any) -> None:
    model = puzzledsl.parse("var a in 0..9\nvar b in 0..9\n123456789012345*a == 123456789012346*b - 9\n")
    with pytest.raises(puzzledsl.PuzzleError, match="numbers above 10\\^15"):
        model.to_pyomo(encoding=encoding)


WRITTEN = (
    "anti_knight",
    "arrow",
    "easy",
    "jigsaw",
    "kakuro",
    "killer",
    "little_killer",
    "magic_square",
    "mountains",
    "quadruples",
    "rota",
    "samurai",
    "star_battle",
    "sudoku_x",
    "thermo",
    "whisper",
    "workshop",
)


@pytest.mark.parametrize("encoding", BOTH)
def test_the_shortest_is_as_long_as_one_that_a_person_writes(encoding: str) -> None:
    assert script(puzzledsl.load(GALLERY / "classic.puz").elaborated, encoding).count("\n") <= 40


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("name", every(3, WRITTEN))
def test_it_is_as_long_as_one_that_a_person_writes(name: str, encoding: str) -> None:
    file = GALLERY / f"{name}.puz"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if re.match(r"\s*[^#\s]", line)]
    assert script(puzzledsl.load(file).elaborated, encoding).count("\n") <= 20 + 3 * len(lines)


@pytest.mark.parametrize("encoding", BOTH)
def test_clues_with_equal_tables_of_numbers_share_them(encoding: str) -> None:
    lengths = []
    for numbers in ((2, 3), (2, 3, 2, 3)):
        clues = "".join([f"skyscraper {number}: row({i})\n" for i, number in enumerate(numbers, 1)])
        lengths.append(len(script(puzzledsl.parse(f"grid cell[4, 4] in 1..4\n{clues}").elaborated, encoding)))
    assert lengths[1] < 1.2 * lengths[0]


@pytest.mark.parametrize("encoding", BOTH)
def test_variables_with_other_bounds_are_in_one_list(encoding: str) -> None:
    counts = []
    for size in (3, 5):
        text = f"grid cell[{size}, {size}] in 1..4\ncomponent_sizes(cells, cells)\n"
        counts.append(script(puzzledsl.parse(text).elaborated, encoding).count("constraints.add("))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize("name", ["fillomino", "lines", "masyu", "round_trip", "slitherlink"])
def test_the_solution_of_a_puzzle_with_a_graph_satisfies_its_rows(name: str, encoding: Any) -> None:
    from pyomo.environ import ConstraintList

    model = puzzledsl.load(GALLERY / f"{name}.puz")
    solution, program = model.solve(), model.to_pyomo(encoding=encoding)
    program.known = ConstraintList()
    for x, variable in enumerate(model.elaborated.variables):
        if variable.domain.size > 1 and not variable.hidden:
            program.known.add(program.cell_value[place_of(model.elaborated, x)] == solution[variable.name])
    assert solved(program)
    text = script(model.elaborated, encoding)
    assert max(len(line) for line in text.splitlines() if "doc=" not in line) <= 140


@pytest.mark.parametrize("encoding", BOTH)
def test_it_stands_alone(encoding: str, tmp_path: Path) -> None:
    title = 'Ein "leichtes" Gitter """'
    text = f"puzzle {title.split(chr(34))[1]!r}\n".replace("'", '"')
    text += "grid cell[2, 2] in 1..2\nvar best in 0..9\nalldifferent: rows, columns\nr1c1 == 2\nmaximize best + r2c2\n"
    file = tmp_path / "model.py"
    file.write_text(script(puzzledsl.parse(text).elaborated, encoding), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    call = [sys.executable, "-P", str(file)]
    answer = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120)
    assert answer.stderr == ""
    assert answer.stdout.splitlines()[:2] == ["2 1", "1 2"]
    assert re.search(r"objective = 11", answer.stdout)


@pytest.mark.parametrize("encoding", BOTH)
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("grid cell[1, 2] in 5..5\nvar k in 3..3\n", "5 5\nk = 3\n"),
        ("var lamp in bool\n", "lamp = 0\n"),
        ("grid cell[1, 1]\nedges road of cell\n", ""),
        ("grid cell[1, 2]\nvar lamp in 1..1\nlamp == 1\n", "lamp = 1\n"),
        ("var k in 0..1\nvar n in 2..2\nmaximize k * n + max(n, 1)\n", "k = 1\nn = 2\nobjective = 4.0\n"),
        ("var k in 0..2\nmaximize k == k\n", "k = 0\nobjective = 1.0\n"),
        ("grid cell[1, 2] in 5..5\ngivens:\n    5 .\nmaximize r1c1\n", "5 5\nobjective = 5.0\n"),
        ("grid cell[1, 2] in 2..5\nr1c1 + 3 == r1c2\nvar k in -4..0\nk >= 0\n", "2 5\nk = 0\n"),
        ('grid cell[1, 2] in "AB"\nr1c1 < r1c2\ngrid b[1, 1] in "XY"\nb[1, 1] == "Y"\n', "A B\nb[1, 1] = Y\n"),
        ("var z in real -5..0\nvar k in real 2..2\nmaximize z + k\n", "z = 0.0\nk = 2.0\nobjective = 2.0\n"),
    ],
)
def test_it_prints_what_people_read(text: str, printed: str, encoding: str, capsys: Any) -> None:
    exec(script(puzzledsl.parse(text).elaborated, encoding), {"__name__": "__main__"})
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("encoding", BOTH)
def test_it_says_that_there_is_no_solution(encoding: str) -> None:
    text = script(puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\nr1c1 > r1c2\n").elaborated, encoding)
    with pytest.raises(SystemExit, match=r"^no solution$"):
        exec(text, {"__name__": "__main__"})


def test_a_model_that_was_not_solved_has_no_values() -> None:
    model = puzzledsl.parse(SMALL["a constant"])
    with pytest.raises(puzzledsl.PuzzleError, match="has no values"):
        model.from_pyomo(model.to_pyomo())


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
