"""What Python users see who pass one thing for another, and the form of warnings."""

from __future__ import annotations

import pytest

from puzzledsl import PuzzleError, load, parse


def test_a_text_where_a_file_is_meant_and_the_other_way_round() -> None:
    with pytest.raises(PuzzleError, match="this is the name of a file, not a model"):
        parse("sudoku.puz")
    with pytest.raises(PuzzleError, match="this is the text of a model, not the name of a file"):
        load("grid cell[2, 2] in 1..2\nalldifferent: rows\n")


def test_warnings_are_whole_messages() -> None:
    (warning,) = parse("grid cell[9, 9] in 1..9\nthermo: r1c1, r1c2\n").warnings
    assert warning.startswith("warning: 2 clues `thermo` of a single cell each\n  --> <text>:2:13\n")
