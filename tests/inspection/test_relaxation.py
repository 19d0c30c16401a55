"""``model.relax`` and ``puzzledsl relax``: valid bounds, shares that add up, an answer where there is no point."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import pytest

import puzzledsl
from puzzledsl.answer import Options
from puzzledsl.encodings import encodings
from puzzledsl.presentation.half_planes import half_planes
from puzzledsl.presentation.shapes import Circle, Polygon, extent
from puzzledsl.records import replace
from puzzledsl.solve import encoded_model

from ..cli.conftest import call, folder
from ..command import Call
from ..primitives.rows import Rows

__all__ = ["call", "folder"]


def random_model(seed: int) -> str:
    """A small model with an objective that has a solution."""
    random = Random(seed)
    lines = ["grid cell[3, 3] in 1..5", "alldifferent: rows"]
    for _ in range(3):
        cells = random.sample([f"r{r}c{c}" for r in (1, 2, 3) for c in (1, 2, 3)], 3)
        lines.append(f"{' + '.join(cells)} >= {random.randint(4, 9)}")
    a, b = random.sample(["r1c1", "r2c2", "r3c3", "r1c3"], 2)
    lines += [f"{a} != {b}", f"{a} >= 3 -> r2c1 <= 3"] if random.random() < 0.5 else [f"{a} != {b}"]
    terms = [f"{random.randint(1, 5)} * r{r}c{c}" for r in (1, 2, 3) for c in (1, 2, 3)]
    return "\n".join([*lines, f"{random.choice(['minimize', 'maximize'])} {' + '.join(terms)}"]) + "\n"


@pytest.mark.parametrize("seed", range(2))
def test_bounds_are_valid_and_cuts_do_not_weaken_them(seed: int) -> None:
    text = random_model(seed)
    model = puzzledsl.parse(text)
    best = model.solve(solver="search")
    assert best.status == "optimal"
    assert best.objective is not None
    sign = -1 if "maximize" in text else 1
    before: dict[tuple[str, str], float] = {}
    for part in model.relax(cuts=True).parts:
        assert part.status in ("optimal", "closed")
        assert part.bound is not None
        assert sign * part.bound <= sign * float(best.objective) + 1e-6, part
        if part.after_cuts:
            assert sign * part.bound >= sign * before[part.encoding, part.presolve] - 1e-6
            assert part.root_bound is not None
            assert sign * part.root_bound <= sign * float(best.objective) + 1e-6
        else:
            before[part.encoding, part.presolve] = part.bound
        for shares in part.shares.values():
            assert sum(shares.values()) == pytest.approx(1)
    assert {part.encoding for part in model.relax().parts} == set(encodings())


def test_a_whole_point_that_the_verifier_accepts_solves_the_puzzle() -> None:
    model = puzzledsl.parse("grid cell[2, 2] in 1..2\nalldifferent: rows, columns\nr1c1 == 2\n")
    for part in model.relax(presolve="domain").parts:
        assert part.solves
        assert part.fractional == 0
        assert part.values == {"r1c1": 2, "r1c2": 1, "r2c1": 1, "r2c2": 2}
        assert len(part.whole) == part.variables == 4


def test_real_variables_need_not_be_whole() -> None:
    model = puzzledsl.parse(
        "var hours in real 0..24\nvar days in 0..7\n3 * hours + days <= 10\nmaximize hours + days\n"
    )
    (part,) = model.relax(encoding="integer", presolve="none").parts
    assert part.variables == 1
    assert part.values == {"hours": 1, "days": 7}
    assert part.solves
    assert part.bound == 8


ROUND = "grid cell[1, 3] in 1..9\nr1c1 < r1c2\nr1c2 < r1c3\nr1c3 < r1c1\n"


def test_a_relaxation_without_a_point() -> None:
    model = puzzledsl.parse(ROUND)
    found = model.relax(encoding="integer", presolve="none")
    assert found.status == "infeasible"
    assert found[0].status == "infeasible"
    assert "the relaxation has no solution, so the puzzle has none" in str(found)
    assert model.solve().status == "infeasible"
    assert "no point" in found._repr_svg_()


def test_numbers_too_far_apart_prove_nothing() -> None:
    model = puzzledsl.parse("var x in 0..10\nvar y in 0..10\nx + 100000000 * y == 50000001\n")
    (part,) = model.relax(encoding="integer", presolve="none").parts
    assert part.status in ("optimal", "doubtful")
    assert model.relax(encoding="integer", presolve="none").status != "infeasible"


def test_no_time_left() -> None:
    model = puzzledsl.parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n")
    found = model.relax(time_limit=0)
    assert {part.status for part in found.parts} == {"unknown"}
    assert len(found) == 2 * len(encodings())
    assert "not solved: the time limit came first" in str(found)


TWO = """\
puzzle "Two of three"
grid cell[1, 3] in 0..1
r1c1 + r1c2 <= 1
r1c2 + r1c3 <= 1
r1c1 + r1c3 <= 1
maximize sum(row(1))
"""


def test_what_is_printed(call: Call) -> None:
    found = call("relax", "-", "--encoding", "integer", "--no-presolve", stdin=TWO)
    assert found.status == 0
    assert found.out.splitlines()[:-1] == [
        "Two of three",
        "",
        "integer, as written",
        "┌─────────────┐",
        "│ 0.5 0.5 0.5 │",
        "└─────────────┘",
        "bound 1.5",
        "3 of 3 integer columns fractional",
        "0 of 3 cells and variables whole",
        "",
    ]
    wide = call("relax", "-", "--no-presolve", "--quiet", stdin="grid cell[1, 2] in 1..3\nr1c1 + r1c2 == 5\n").out
    assert "binary, as written" in wide
    assert "integer, as written" in wide


def test_json_and_pictures(call: Call) -> None:
    found = call("relax", "-", "--json", "--cuts", "--svg", "two.svg", stdin=TWO)
    assert found.status == 0
    assert found.json["status"] == "shown"
    parts = found.json["relaxations"]
    assert {(part["encoding"], part["presolve"], part["after_cuts"]) for part in parts} >= {
        ("binary", "none", False), ("integer", "probe", False), ("integer", "none", True),
    }  # fmt: skip
    drawn = Path("two.svg").read_text(encoding="utf-8")
    words = [element.text for element in ET.fromstring(drawn).iter() if element.get("class") in ("title", "caption")]
    assert {"integer, as written", "bound 1.5", "integer, as written and root cuts"} <= set(words)


def test_no_solution_is_an_answer(call: Call) -> None:
    found = call("relax", "-", stdin=ROUND)
    assert found.status == 1
    assert found.err == ""
    assert "the relaxation has no solution, so the puzzle has none" in found.out
    assert "presolve proves that there is no solution, at: " in found.out


def test_solve_refuses_to_relax(call: Call) -> None:
    found = call("solve", "tiny.puz", "--solver", "highs", "--option", "solve_relaxation=true")
    assert found.status == 2
    assert "`puzzledsl relax FILE` shows the relaxation" in found.err
    assert "bug" not in found.err
    assert call("solve", "tiny.puz", "--option", "solve_relaxation=false").status == 0


def test_sizes_in_a_picture_show_shares() -> None:
    model = puzzledsl.parse("grid cell[1, 2] in 1..3\nr1c1 + r1c2 == 5\n")
    from puzzledsl.presentation.picture import picture
    from puzzledsl.presentation.shapes import TextShape

    scene = picture(model.elaborated, None, candidates={0: [1, 3]}, shares={0: {1: 0.1, 3: 0.9}})
    sizes = {shape.text: shape.size for shape in scene.shapes if isinstance(shape, TextShape)}
    assert sizes["3"] > sizes["1"]


NO_POINT = (
    "grid cell[3, 3] in 1..3\nalldifferent: rows\nr1c1 + r1c2 >= 4\nr1c1 + r2c1 <= 3\nr2c1 >= 2\nr1c2 <= 2\n",
    "grid cell[4, 4] in 1..4\nalldifferent: rows, boxes\ntotal 8: r1c1 r1c2 r2c1\ntotal 3: r1c3 r1c4\nr2c2 == 4\n",
    "var x in real 0..4\nvar y in real\nvar n in 0..3\ny >= x + 2\ny <= 2 * n - 1\nx + n <= 1.75\ny >= 3\n",
)


@pytest.mark.parametrize("text", NO_POINT)
@pytest.mark.parametrize("encoding", sorted(encodings()))
def test_none_of_the_rows_without_a_common_point_can_be_left_out(text: str, encoding: str) -> None:
    model = puzzledsl.parse(text)
    (part,) = model.relax(encoding=encoding, presolve="none").parts  # type: ignore[arg-type]
    assert part.status == "infeasible"
    encoded = encoded_model(model.elaborated, Options(encoding, presolve="none"))
    relaxed = replace(encoded, columns=tuple(replace(column, integer=False) for column in encoded.columns))
    rows = [row for row in encoded.rows if row.name in {one.name for one in part.conflict}]
    assert len(rows) == len(part.conflict)
    assert not Rows(replace(relaxed, rows=tuple(rows))).admit(())
    for row in rows:
        assert Rows(replace(relaxed, rows=tuple(other for other in rows if other is not row))).admit(())


def test_the_rows_of_a_conflict_are_printed(call: Call) -> None:
    found = call("relax", "-", "--encoding", "integer", "--no-presolve", stdin=NO_POINT[0])
    assert found.status == 1
    assert found.out.count("\n  r1c1 + r") == 2


TWO_COLUMNS = (
    "var x in 0..6\nvar y in 0..6\n5*x + 4*y <= 23\nx + 3*y <= 13\nmaximize 2*x + 3*y\n",
    "grid cell[1, 2] in 0..1\nr1c1 + r1c2 <= 1\nmaximize sum(row(1))\n",
    "var x in -3..3\nvar y in -3..2\nx + y == -1\nminimize x - y\n",
    "var x in 0..3\nvar y in 0..3\n1 <= x + y\nx + y <= 4\n",
)


@pytest.mark.parametrize("text", TWO_COLUMNS)
def test_the_whole_points_of_the_picture_are_the_solutions(text: str) -> None:
    model = puzzledsl.parse(text)
    plane = model.relax(encoding="integer", presolve="none").parts[0].plane
    assert plane is not None
    roles = [shape.role for shape in half_planes(plane)]
    assert roles.count("whole") == model.count().count
    assert roles.count("objective") == (model.elaborated.objective is not None)
    assert roles.count("row") == sum(len(line.halves) for line in plane.lines)


@pytest.mark.parametrize("rows", [
    "x + y >= 2\nx - y <= 1\nminimize x + 2*y", "x + y == 2\nx <= 1\nmaximize x", "x == 2\ny == 3\nminimize x",
    "x + y == 2\nx - y == 0\nmaximize y", "x >= 0\nx <= 900\ny >= 0\nx + y <= 700000\nmaximize x + y",
])  # fmt: skip
def test_the_best_point_is_a_corner_in_sight(rows: str) -> None:
    model = puzzledsl.parse(f"var x in real\nvar y in real\n{rows}\n")
    (part,) = model.relax(encoding="integer", presolve="none").parts
    assert part.plane is not None
    shapes = half_planes(part.plane)
    (frame,), (region,), (best,) = ([s for s in shapes if s.role == role] for role in ("frame", "region", "best"))
    left, top, right, bottom = extent(frame)
    assert isinstance(region, Polygon)
    assert isinstance(best, Circle)
    assert any(corner == pytest.approx(best.centre, abs=1e-6) for corner in region.points)
    assert all(left <= x <= right and top <= y <= bottom for x, y in region.points)


def test_a_clue_that_can_hold_alone_is_not_blamed_alone(call: Call) -> None:
    text = "var x, y, z in 0..5\nx + y >= 8\ny + z <= 2\nx <= 3\nmaximize x\n"  # y is at least 5
    said = "no values are left for: y + z <= 2"
    assert said in call("relax", "-", "--no-presolve", "--encoding", "binary", stdin=text).out
    listed = call("model", "-", "--rows", "--no-presolve", "--encoding", "binary", stdin=text).out
    assert f"because {said}" in listed
    assert (
        "the domains and the other clues leave no values for this" in call("model", "-", "--to", "lp", stdin=text).err
    )
    bounds = call("model", "-", "--rows", "--no-presolve", stdin="var x in 0..9\nx <= 2\nx >= 4\n").out
    assert "because no values are left for: x >= 4" in bounds
    assert "it holds whatever" not in bounds


def test_letters_are_printed_as_letters(call: Call) -> None:
    text = 'grid cell[1, 4] in "ABCD"\nalldifferent: rows\nr1c1 == "B"\nr1c2 != "A"\n'
    text += "2 * r1c2 + 3 * r1c3 + r1c4 <= 15\nmaximize 2 * r1c1 + r1c2 - r1c4\n"
    binary = call("relax", "-", "--no-presolve", "--encoding", "binary", stdin=text).out
    assert "│  B    D   A▇C▃ A▃C▇ │" in binary
    integer = call("relax", "-", "--no-presolve", "--encoding", "integer", stdin=text).out
    assert "│  B   D  1.5 2.5 │" in integer


def test_fractional_edges_are_listed(call: Call) -> None:
    text = "grid cell[1, 4]\nedges road of cell\nroad[r1c1, r1c2] + 2 * road[r1c2, r1c3] <= 2\n"
    text += "maximize road[r1c1, r1c2] + road[r1c2, r1c3]\n"
    (part,) = puzzledsl.parse(text).relax(encoding="integer", presolve="none").parts
    assert part.values["road[r1c2, r1c3]"] == 0.5
    shown = call("relax", "-", "--no-presolve", "--encoding", "integer", stdin=text).out
    assert "\nroad[r1c2, r1c3] = 0.5\nbound 1.5\n" in shown
    assert "road[r1c2, r1c3] = 0.5" in puzzledsl.parse(text).relax(encoding="integer", presolve="none")._repr_svg_()
