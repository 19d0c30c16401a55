"""A conflict that is not proven minimal says of which members that is not known."""

from __future__ import annotations

from puzzledsl import parse
from puzzledsl.analysis.conflicts import Conflict
from puzzledsl.analysis.elements import split
from puzzledsl.cli.commands.explain.conflict import untested

ELEMENTS = split(parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns\n").elaborated).elements


def test_few_are_named() -> None:
    found = untested(Conflict(ELEMENTS[:3], {0: (1,)}))
    assert found == "(perhaps not minimal: 2 of these 3 may be one too many: row 2 (line 2) and row 3 (line 2))"


def test_of_many_those_that_are_needed() -> None:
    found = untested(Conflict(ELEMENTS[:12], {10: (1,)}))
    assert found == "(perhaps not minimal: 11 of these 12 may be one too many: all but column 2 (line 2))"


def test_none_is_known() -> None:
    assert untested(Conflict(ELEMENTS[:12], {})) == "(perhaps not minimal: 12 of these 12 may be one too many)"
