"""Duals, reduced costs and cuts of relaxations: they add up to the bound, and no cut loses a solution."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import puzzledsl
from puzzledsl.inspection.relaxation import Relaxation

from ..cli.conftest import call, folder
from ..command import Call
from .test_relaxation import ROUND, TWO, random_model

__all__ = ["call", "folder"]

WORKSHOP = "var x in 0..6\nvar y in 0..6\n5 * x + 4 * y <= 23\nx + 3 * y <= 13\nmaximize 3 * x + 2 * y\n"


def test_a_dual_is_the_change_of_the_bound() -> None:
    (part,) = puzzledsl.parse(WORKSHOP).relax(encoding="integer", presolve="none", duals=True).parts
    assert [(one.dual, one.slack) for one in part.duals] == [(pytest.approx(0.6), 0), (0, pytest.approx(8.4))]
    assert part.reduced_costs == {"x": 0, "y": pytest.approx(-0.4)}
    (more,) = puzzledsl.parse(WORKSHOP.replace("23", "24")).relax(encoding="integer", presolve="none").parts
    assert part.bound is not None
    assert more.bound == pytest.approx(part.bound + 0.6)


def test_the_dual_is_that_of_the_row_as_printed() -> None:
    least = "var x in 0..9\nvar y in 0..9\n2 * x + y >= 7\ny - x <= -1\nminimize 3 * x + y\n"
    (part,) = puzzledsl.parse(least).relax(encoding="integer", presolve="none", duals=True).parts
    total = sum(one.dual * float(limit) for one in part.duals for limit in [one.row.lower or one.row.upper or 0])
    assert total == pytest.approx(part.bound)
    assert part.duals[0].row.says == "2*x + y >= 7"
    assert part.duals[0].dual > 0  # more is asked for, so the minimum is larger


@pytest.mark.parametrize(
    ("row", "limit"),
    [
        ("x + y <= {}", -7),
        ("x + y >= {}", 3),
        ("-x - y <= {}", -3),
        ("2 * x - y <= {}", -4),
        ("y - x >= {}", 2),
        ("x == y + {}", -3),
    ],
)
def test_limits_and_dual_are_those_of_the_row_as_printed(row: str, limit: int) -> None:
    def part(limit: int) -> Relaxation:
        text = f"var x in -5..5\nvar y in -5..5\n{row.format(limit)}\nminimize 3 * x - 2 * y\n"
        return puzzledsl.parse(text).relax(encoding="integer", presolve="none", duals=True).parts[0]

    (one,) = part(limit).duals
    printed = int(one.row.says.split()[-1]) if one.row.says.split()[-1].lstrip("-").isdecimal() else None
    bounds = [part(limit + change).bound for change in (-1, 0, 1)]
    assert None not in bounds
    steps = {round(b - a, 6) for a, b in pairwise(map(float, bounds))}  # type: ignore[arg-type]
    assert abs(one.dual) in {abs(step) for step in steps}
    if printed == limit:  # stated as it was written
        assert one.dual in steps


@pytest.mark.parametrize("row", ["2 * a + b >= c + {}", "c + {} <= 2 * a + b", "2 * a + b - c >= {}", "a + {} == c"])
def test_a_dual_is_about_the_number_that_is_printed(row: str) -> None:
    def part(limit: int) -> Relaxation:
        text = f"var a, b, c in 0..20\n{row.format(limit)}\nc >= 6\nminimize 5 * a + 3 * b + c\n"
        return puzzledsl.parse(text).relax(encoding="integer", presolve="none", duals=True).parts[0]

    (one,) = part(3).duals
    assert "3" in one.row.says.split()
    assert one.dual == pytest.approx((part(4).bound or 0) - (part(3).bound or 0))
    assert one.limits is not None
    low, high = one.limits
    assert low is None or low <= 3
    assert high is None or high >= 3


@pytest.mark.parametrize("seed", range(3))
def test_a_row_with_slack_has_no_dual(seed: int) -> None:
    for part in puzzledsl.parse(random_model(seed)).relax(duals=True, presolve="none").parts:
        assert len(part.duals) == part.rows
        assert len(part.reduced_costs) == part.columns
        assert all(abs(one.dual * one.slack) < 1e-6 for one in part.duals)


LIGHT = (
    "grid cell[4, 4] in 1..16\nalldifferent: cells\ntotal 34: rows, columns, diagonal, antidiagonal\n"
    "minimize sum(cell[1..2, 1..2])\n"
)
DURER = [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]


def test_no_cut_loses_a_solution() -> None:
    (part,) = puzzledsl.parse(LIGHT).relax(encoding="binary", presolve="none", cuts=True).parts[1:]
    assert not part.duals  # not asked for
    assert part.cuts is None or len(part.cut_rows) == part.cuts
    for one in part.cut_rows:
        total = sum(Fraction(k) * _value(column) for column, k in one.row.terms.items())
        assert one.row.lower is None or total >= one.row.lower - Fraction(1, 10**5), one.row.sentence
        assert one.row.upper is None or total <= one.row.upper + Fraction(1, 10**5), one.row.sentence


def _value(column: str) -> int:
    """The value of a column ``x[r1,c2,3]`` in the square."""
    row, place, value = column.removeprefix("x[").removesuffix("]").split(",")
    return int(DURER[int(row[1:]) - 1][int(place[1:]) - 1] == int(value))


def test_what_is_printed(call: Call) -> None:
    out = call("relax", "-", "--encoding", "integer", "--no-presolve", "--duals", stdin=TWO).out
    assert "       0.5         0            0..2  r1c1 + r1c2 <= 1: at most one of r1c1 = 1 and r1c2 = 1\n" in out
    assert "dual 0: 0 rows; reduced cost 0: 3 columns\n" in out
    assert "with its reduced cost" not in out
    (part,) = call("relax", "-", "--encoding", "integer", "--no-presolve", "--duals", "--json", stdin=TWO).json[
        "relaxations"
    ]
    assert [one["dual"] for one in part["duals"]] == [0.5] * 3
    assert part["duals"][0]["line"] == 3
    assert set(part["reduced_costs"].values()) == {0}


SMALL = "var x in real 0..0.02\nvar k in 0..3\n3 * x <= 0.01 * k\nk <= 2\nmaximize 0.001 * x\n"
LARGE = "var x in 0..1000000\nvar y in -2000000..2000000\n3 * x + 7 * y == 1000003\nmaximize 12345 * x - 54321 * y\n"


def test_small_and_large_numbers_are_printed_as_what_they_are(call: Call) -> None:
    small = call("relax", "-", "--encoding", "integer", "--no-presolve", "--duals", stdin=SMALL).out
    assert "x = 0.0067\n" in small  # a third of 0.02
    assert "bound 6.66667e-06\n" in small
    assert "3.33333e-06  k\n" in small  # not 0, as small as it is
    assert "objective 6.7e-06\n" in call("tree", "-", "--encoding", "integer", stdin=SMALL).out
    large = call("relax", "-", "--encoding", "integer", "--no-presolve", "--duals", stdin=LARGE).out
    assert "bound 27865262433.86\n" in large
    (row,) = (line for line in large.splitlines() if line.endswith("3*x + 7*y = 1000003"))
    assert row.split()[:2] == ["-7760.14", "0"]  # the columns of the table stay apart


def test_nothing_to_price(call: Call) -> None:
    assert call("relax", "-", "--duals", "--cuts", stdin=ROUND).status == 1
    solved = call("relax", "-", "--duals", "--presolve", "probe", stdin="grid cell[1, 1] in 1..1\n")
    assert solved.status == 0
    assert "no column is left" in solved.out


BENCH = """param hours = 40
param price = 7
var chairs in 0..9
var tables in 0..9
var stools in 0..9
5 * chairs + 4 * tables + 3 * stools <= hours
-chairs - 3 * tables - stools >= -19
maximize price * chairs + 10 * tables + 4 * stools
"""


def test_a_dual_holds_within_its_range_and_not_beyond() -> None:
    def bench(hours: int, price: int) -> Relaxation:
        model = puzzledsl.parse(BENCH, settings={"hours": hours, "price": price})
        return model.relax(encoding="integer", presolve="none", duals=True).parts[0]

    at = bench(40, 7)
    first, second = at.duals
    assert first.limits == pytest.approx((25 + 1 / 3, 58 + 1 / 3))
    assert second.limits == pytest.approx((8, 27.8))  # of the row as printed, which has other signs
    for hours in (26, 33, 58, 25, 59):
        expected = (at.bound or 0) + first.dual * (hours - 40)
        assert (bench(hours, 7).bound == pytest.approx(expected)) == (26 <= hours <= 58)
    assert at.coefficients["chairs"] == pytest.approx((7, 4.8, 12.5))
    for price in (5, 12, 4, 13):
        assert (bench(40, price).values == at.values) == (4.8 <= price <= 12.5)
    assert at.coefficients["stools"][1] is None


def test_a_program_without_rows_has_duals_too(call: Call) -> None:
    found = call("relax", "-", "--duals", "--no-presolve", stdin="var x in real 0..3\nmaximize x\n")
    assert found.status == 0
