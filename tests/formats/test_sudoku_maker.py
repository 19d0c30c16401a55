"""Sudoku Maker: each type of constraint, grids of other shapes, what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.formats import Imported, import_text
from puzzledsl.formats.lz_string import URI, compress
from tests.examples import examples
from tests.formats.test_f_puzzles import mistakes

BOXES = [r // 3 * 3 + c // 3 for r in range(9) for c in range(9)]


def at(row: int, column: int, width: int = 9) -> int:
    """A cell's number."""
    return (row - 1) * width + column - 1


def right_of(row: int, column: int, width: int = 9) -> int:
    """The number of the side between a cell and the one right of it."""
    return (row - 1) * 2 * width + column


def below(row: int, column: int, width: int = 9) -> int:
    """The number of the side between a cell and the one below it."""
    return ((row - 1) * 2 + 1) * width + column - 1


def outer(row: int, column: int, width: int = 9) -> int:
    """The number of a place outside the grid, where row 0 is above it."""
    return row * (width + 2) + column


def link(constraints: list[dict[str, Any]], cells: dict[int, Any] | None = None, count: int = 81, **keys: Any) -> str:
    listed = [(cells or {}).get(k, {}) for k in range(count)]
    puzzle = {
        "name": "A name",
        "author": "A setter",
        "comment": "",
        "cells": listed,
        "constraints": constraints,
        **keys,
    }
    packed = compress(json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle}), URI)
    return f"https://sudokumaker.app/?puzzle={packed}"


def read(*constraints: dict[str, Any], **keys: Any) -> Imported:
    return import_text(link([{"type": 0}, {"type": 1, "regions": BOXES}, *constraints], **keys))


def clues(*constraints: dict[str, Any]) -> list[str]:
    imported = read(*constraints)
    assert not imported.not_understood
    puzzledsl.parse(imported.model)
    lines = imported.model.split("alldifferent: rows, columns, boxes")[1].splitlines()
    return [line for line in lines if line]


A, B, C = at(1, 1), at(1, 2), at(1, 3)
KINDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"type": 10}, [", diagonal"]),
    ({"type": 11}, [", antidiagonal"]),
    ({"type": 12}, ["anti_king"]),
    ({"type": 13}, ["anti_knight"]),
    ({"type": 14}, ["disjoint_groups"]),
    ({"type": 15}, ["nonconsecutive"]),
    ({"type": 16, "groups": [0b1110, 0b1110000, 0b1110000000]}, ["global_entropy"]),
    ({"type": 100, "cells": [B, A]}, ["even: r1c1 r1c2"]),
    ({"type": 101, "cells": [A]}, ["odd: r1c1"]),
    ({"type": 102, "cells": [A, at(5, 5)]}, ["maximum: r1c1 r5c5"]),
    ({"type": 103, "cells": [A]}, ["minimum: r1c1"]),
    (
        {"type": 200, "clues": [{"edge": right_of(1, 1), "value": 1}, {"edge": below(2, 3)}]},
        ["white_dot: r1c1 r1c2", "white_dot: r2c3 r3c3"],
    ),
    ({"type": 201, "clues": [{"edge": right_of(9, 8), "value": 3}]}, ["black_dot 3: r9c8 r9c9"]),
    (
        {"type": 202, "clues": [{"edge": below(8, 9), "value": 10}], "negative": [5]},
        ["xv 10: xv_pairs", "no_sum(cells, 5, except = xv_pairs)"],
    ),
    ({"type": 300, "thermometers": [[A, B, C]], "slow": False}, ["thermo: r1c1..r1c3"]),
    ({"type": 300, "thermometers": [[A, B, C]], "slow": True}, ["slow_thermo: r1c1..r1c3"]),
    (
        {"type": 301, "cages": [{"value": 9, "cells": [A, B, C]}, {"cells": [at(5, 5), at(5, 6)]}]},
        ["cage 9: r1c1..r1c3", "cage: r5c5 r5c6"],
    ),
    ({"type": 302, "groups": [[A, at(5, 5)], [B, at(5, 6)]]}, ["clone([r1c1, r1c2], [r5c5, r5c6])"]),
    ({"type": 303, "clues": [{"corner": 11, "digits": [3, 1]}]}, ["contains 1 3: r1c1 r1c2 r2c1 r2c2"]),
    ({"type": 305, "cells": [A, B]}, ["alldifferent: r1c1 r1c2"]),
    ({"type": 306, "cells": [A, at(5, 5)]}, ["counting_circles: r1c1 r5c5"]),
    ({"type": 400, "lines": [[A, B, C, A]]}, ["renban: r1c1..r1c3"]),
    ({"type": 401, "lines": [[A, B]], "minDifference": 5}, ["whisper 5: r1c1 r1c2"]),
    ({"type": 402, "lines": [[A, B, C]]}, ["palindrome: r1c1..r1c3"]),
    ({"type": 403, "lines": [[A, B, C]]}, ["between: r1c1..r1c3"]),
    ({"type": 404, "lines": [[C, at(1, 4), at(1, 5)]]}, ["region_sum: r1c3..r1c5"]),
    ({"type": 405, "lines": [[A, B, C]]}, ["sequence: r1c1..r1c3"]),
    ({"type": 406, "lines": [[A, B, C]], "groups": [0b1110, 0b1110000, 0b1110000000]}, ["entropic: r1c1..r1c3"]),
    ({"type": 406, "lines": [[A, B]], "groups": [0b101010100, 0b1010101010]}, ["modular 2: r1c1 r1c2"]),
    ({"type": 407, "lines": [[A, B, C]]}, ["lockout: r1c1..r1c3"]),
    (
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [C, B], "arrows": [[C, at(1, 4), at(2, 5), at(3, 5)]]}]},
        ["arrow [r1c3, r1c2]: r1c4 r2c5 r3c5"],
    ),
    ({"type": 409, "lines": [[A, B, C]]}, ["double_arrow: r1c1..r1c3"]),
    (
        {
            "type": 500,
            "clues": [{"value": 20, "outerCell": outer(0, 4), "diagonal": 1}, {"outerCell": 0, "diagonal": -1}],
        },
        ["little_killer 20: r1c3..r3c1"],
    ),
    (
        {"type": 500, "clues": [{"value": 20, "outerCell": outer(10, 4), "diagonal": -1}]},
        ["little_killer 20: r9c3..r7c1"],
    ),
    ({"type": 501, "clues": [{"value": 5, "outerCell": outer(3, 0)}]}, ["sandwich 5: row(3)"]),
    (
        {"type": 502, "clues": [{"value": 5, "outerCell": outer(3, 10)}, {"outerCell": outer(4, 10)}]},
        ["x_sum 5: r3c9..r3c1"],
    ),
    ({"type": 503, "clues": [{"value": 5, "outerCell": outer(10, 2)}]}, ["skyscraper 5: r9c2..r1c2"]),
    ({"type": 504, "clues": [{"value": 5, "outerCell": outer(0, 2)}]}, ["numbered_room 5: column(2)"]),
    ({"type": 600, "cells": [at(5, 1)]}, ["index_row: r5c1"]),
    ({"type": 601, "cells": [at(1, 5)]}, ["index_column: r1c5"]),
]


@pytest.mark.parametrize(("constraint", "expected"), KINDS, ids=[str(kind["type"]) for kind, _ in KINDS])
def test_each_type_becomes_a_clue_of_the_library(constraint: dict[str, Any], expected: list[str]) -> None:
    assert clues(constraint) == expected


def test_constraints_that_are_switched_off_are_no_part_of_the_puzzle() -> None:
    assert clues({"type": 12, "enabled": False}, {"type": 13, "disabled": True}) == []


def test_the_form_that_the_program_works_with_is_read_too() -> None:
    cells = [{"given": k == 0, "value": 3 if k < 2 else None, "candidates": 0} for k in range(81)]
    source = {
        "spec": {"type": "sudoku", "minDigit": 1, "maxDigit": 9, "digitCount": 9, "size": {"width": 9, "height": 9}},
        "name": "A name",
        "cells": cells,
        "constraints": [
            {"id": 1, "enabled": True, "solverIgnored": False, "config": {"type": 13}},
            {"id": 2, "enabled": True, "solverIgnored": True, "config": {"type": 12}},
        ],
    }
    imported = import_text(json.dumps(source))
    assert imported.format == "sudokumaker"
    assert "alldifferent: rows, columns\n\nanti_knight\n\ngivens:\n    3 . ." in imported.model
    assert imported.not_understood == ("the constraint `antiking` is left out: solvers are told to ignore it",)


def test_a_grid_may_be_a_rectangle_with_digits_from_0() -> None:
    areas = {"type": 2003, "areas": [{"x": 0, "y": 0, "width": 2, "height": 2}]}
    keys = {"type": "custom", "width": 5, "height": 3, "minDigit": 0, "maxDigit": 6}
    source = link(
        [areas, {"type": 10}, {"type": 301, "cages": [{"value": 1, "cells": [0, 14]}]}],
        {7: {"given": True, "value": 0}},
        15,
        **keys,
    )
    imported = import_text(source)
    assert "grid cell[3, 5] in 0..6" in imported.model
    for line in ("alldifferent: r1c1 r1c2", "alldifferent: r1c2 r2c2", "alldifferent: r1c1..r3c3", "cage 1: r1c1 r3c5"):
        assert line in imported.model
    assert "    . . 0 . ." in imported.model
    assert "columns" not in imported.model
    assert imported.not_understood == ()
    puzzledsl.parse(imported.model)


def test_regions_of_its_own_have_a_layout() -> None:
    labels = [0, 0, 0, 0, 1, 1, 1, 2, 1, 2, 2, 2, 3, 3, 3, -1]
    imported = import_text(link([{"type": 1, "regions": labels}, {"type": 14}], count=16, size=4))
    assert "    aaaa\n    bbbc\n    bccc\n    ddd." in imported.model
    assert "alldifferent: rows, columns, region" in imported.model
    assert "disjoint_groups(region)" in imported.model


LEFT_OUT: list[tuple[dict[str, Any], str]] = [
    ({"type": 1000, "definition": {"name": "Snake"}}, "`Snake` is left out: it is written as code"),
    ({"type": 777}, "its type 777 is unknown"),
    ({"type": "x"}, "the unknown type `x`"),
    ({"type": 4000, "lightCells": [1]}, "fog hides clues"),
    (
        {"type": 2000, "lines": [[{"x": 0.5, "y": 0.5}, {"x": 1.5, "y": 0.5}]], "style": {"color": "#67f067ff"}},
        "without a known meaning: r1c1 r1c2",
    ),
    ({"type": 2001, "cages": [{"value": "12", "cells": [0, 1]}]}, "without a known meaning: r1c1 r1c2"),
    ({"type": 2002, "params": [{"type": "text", "text": "Q", "size": 1}], "symbols": [[0.5, 0.5]]}, "text “Q”"),
    ({"type": 2002, "params": [{"type": "arrow"}], "symbols": [[0.5, 0.5]]}, "a drawn symbol"),
    ({"type": 301, "cages": [{"value": 99, "cells": [0, 1]}]}, "`99` of the cage at r1c1 is not the sum"),
    ({"type": 400, "lines": [[0, 99]]}, "`99` is the number of no cell"),
    ({"type": 200, "clues": [{"edge": 0, "value": 1}]}, "side 0 is not between two cells"),
    ({"type": 302, "groups": [[0, 1, 2]]}, "a group has 3 cells, not 2"),
    ({"type": 406, "lines": [[0, 1]], "groups": [0b11110, 0b1111100000]}, "its groups of digits are neither"),
    ({"type": 16, "groups": [0b1010101010, 0b101010100]}, "its groups of digits are not low, middle and high"),
    ({"type": 304, "cages": [{"value": "1522", "cells": [0, 1, 2]}]}, "its type 304 is unknown"),
    ({"type": 404, "lines": [[0, 1]], "singleRegionTotals": True}, "all pieces of a line in one region have one sum"),
    ({"type": 401, "lines": [[0, 1]]}, "its difference is `None`"),
    ({"type": 500, "clues": [{"value": 3, "outerCell": 12, "diagonal": 1}]}, "is inside the grid"),
]


@pytest.mark.parametrize(("constraint", "sentence"), LEFT_OUT, ids=range(len(LEFT_OUT)))
def test_what_is_not_in_the_model_is_named(constraint: dict[str, Any], sentence: str) -> None:
    imported = read(constraint)
    assert any(sentence in text for text in imported.not_understood), imported.not_understood
    puzzledsl.parse(imported.model)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("https://sudokumaker.app/?id=abc", "only names a puzzle"),
        ("https://sudokumaker.app/?puzzle=" + compress('{"puzzle": {"cells": [{}]}}', URI), "has 1 cell"),
        ("https://sudokumaker.app/?puzzle=" + compress('{"puzzle": {"cells": [], "size": 99}}', URI), "1 to 60"),
        ("https://sudokumaker.app/?puzzle=" + compress("[]", URI), "it has no puzzle"),
        ("https://sudokumaker.app/?puzzle=N4IgZg9gTgtghgFwGoFMoGcCWEB2IBcIAjA", "a part of the link is missing"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        import_text(text)
    assert reason in str(refused.value)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 120) | st.floats() | st.sampled_from(["1", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["cells", "value", "edge", "corner", "digits", "outerCell", "arrows"]), inner)
    ),
    max_leaves=6,
)
KEYS = sorted(
    {key for kind, _ in KINDS for key in kind if key != "type"} | {"regions", "areas", "symbols", "style", "name"}
)


@settings(max_examples=examples(50))
@given(
    st.sampled_from([kind["type"] for kind, _ in KINDS] + [1, 2000, 2001, 2002, 2003]),
    st.dictionaries(st.sampled_from(KEYS), ANYTHING),
    ANYTHING,
)
def test_any_json_is_read_or_refused(kind: int, keys: dict[str, Any], mark: Any) -> None:
    cells = {0: {"given": True, "value": mark, "candidates": mark}, 1: mark}
    source = link([{"type": 1, "regions": BOXES}, {"type": kind, **keys}], cells)
    # A puzzle may contradict itself, but its model has no other mistake.
    assert mistakes(source, "sudokumaker") <= {"format", "impossible", "given"}


SOLVED = "389574261127386954456192783673815429291647835845239617738961542514728396962453178"
STORED = {k: {"value": int(digit)} for k, digit in enumerate(SOLVED)}


def test_the_stored_grid_is_compared_with_what_was_read() -> None:
    cages = [{"value": 11, "cells": [0, 1]}, {"value": 14, "cells": [3, 4, 5]}]  # 3 + 8, and 5 + 7 + 4 = 16
    imported = read({"type": 301, "cages": cages}, {"type": 400, "lines": [[3, 4, 5]]}, cells=STORED)
    assert "cage" not in imported.model.partition("# Not in")[0]
    assert any("`cage 14: r1c4..r1c6`: the puzzle's own solution breaks it" in text for text in imported.not_understood)
    assert any("renban" in text for text in imported.not_understood)
    right = read({"type": 301, "cages": cages[:1]}, cells=STORED)
    assert ("cage 11: r1c1 r1c2" in right.model, right.not_understood) == (True, ())
    few = read({"type": 301, "cages": cages}, cells={k: STORED[k] for k in range(80)})
    assert few.not_understood == (), "a grid that is not full is no solution"


def test_the_cells_of_a_pill_are_in_order() -> None:
    arrow = {"type": 408, "bulbsWithArrows": [{"bulbCells": [3, 4], "arrows": [[4, 13, 22]]}]}
    imported = read(arrow, cells={})
    assert "arrow [r1c4, r1c5]: r2c5 r3c5" in imported.model


@pytest.mark.parametrize(
    ("constraints", "values", "highest"),
    [
        ([{"type": 1, "regions": [0] * 8}], [], 8),
        ([{"type": 301, "cages": [{"value": 15, "cells": [0, 1]}]}], [], 8),
        ([{"type": 301, "cages": [{"value": 75, "cells": [0, 1]}]}], [], 4),
        ([], [1, 7, 2], 7),
        ([], [], 4),
    ],
)
def test_digits_are_those_that_the_clues_need(constraints: list[Any], values: list[int], highest: int) -> None:
    cells = {k: {"value": value} for k, value in enumerate(values)}
    imported = import_text(link(constraints, cells, 8, type="custom", width=4, height=2))
    assert f"grid cell[2, 4] in 1..{highest}" in imported.model
    assert any("does not say which digits it has" in text for text in imported.not_understood)
