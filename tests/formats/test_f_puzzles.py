"""f-puzzles: each kind of clue, what is left out, damaged links."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.formats import Imported, formats, import_text
from puzzledsl.formats.lz_string import compress
from tests.examples import examples

SOLUTION = "135462879729853461684197523851276934296345187473981256962718345548639712317524698"


def puzzle(size: int = 9, cells: dict[str, dict[str, Any]] | None = None, **keys: Any) -> dict[str, Any]:
    """A puzzle with some keys; ``diagonal_plus`` stands for the key ``diagonal+``."""
    grid = [[dict((cells or {}).get(f"R{r}C{c}", {})) for c in range(1, size + 1)] for r in range(1, size + 1)]
    named: dict[str, Any] = {key.replace("_plus", "+").replace("_minus", "-"): value for key, value in keys.items()}
    return {"size": size, "grid": grid, **named}


def read(**keys: Any) -> Imported:
    return import_text("https://f-puzzles.com/?load=" + compress(json.dumps(puzzle(**keys))))


def clues(**keys: Any) -> list[str]:
    """The lines of the model behind the houses, blanks and comments left out."""
    imported = read(**keys)
    lines = imported.model.split("alldifferent: rows, columns, boxes")[-1].splitlines()
    assert not imported.not_understood
    return [line for line in lines if line and not line.startswith("#")]


def line(*cells: str) -> list[dict[str, Any]]:
    return [{"lines": [list(cells)]}]


KINDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"killercage": [{"cells": ["R1C1", "R1C2", "R1C3"], "value": "9"}]}, ["cage 9: r1c1..r1c3"]),
    ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": ""}]}, ["cage: r1c1 r1c2"]),
    (
        {"thermometer": [{"lines": [["R1C1", "R1C2", "R1C3"], ["R1C1", "R2C1"]]}]},
        ["thermo: r1c1..r1c3", "thermo: r1c1 r2c1"],
    ),
    ({"slowthermometer": line("R1C1", "R1C2")}, ["slow_thermo: r1c1 r1c2"]),
    (
        {"arrow": [{"cells": ["R1C7"], "lines": [["R1C7", "R1C3", "R1C2"], ["R1C7", "R2C7", "R3C9"]]}]},
        ["arrow r1c7: r1c3 r1c2", "arrow r1c7: r2c7 r3c9"],
    ),
    ({"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R2C2", "R3C2"]]}]}, ["arrow [r1c1, r1c2]: r2c2 r3c2"]),
    ({"arrow": [{"cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R2C2", "R3C2"]]}]}, ["arrow [r1c1, r1c2]: r2c2 r3c2"]),
    ({"doublearrow": line("R1C1", "R1C2", "R1C3")}, ["double_arrow: r1c1..r1c3"]),
    ({"whispers": line("R1C1", "R1C2")}, ["whisper 5: r1c1 r1c2"]),
    ({"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "4"}]}, ["whisper 4: r1c1 r1c2"]),
    ({"renban": line("R1C1", "R1C2", "R2C2", "R1C1")}, ["renban: r1c1 r1c2 r2c2"]),
    ({"nabner": line("R1C1", "R1C2")}, ["nabner: r1c1 r1c2"]),
    ({"palindrome": line("R1C1", "R1C2", "R1C3")}, ["palindrome: r1c1..r1c3"]),
    ({"betweenline": line("R1C1", "R1C2", "R1C3")}, ["between: r1c1..r1c3"]),
    ({"lockout": line("R1C1", "R1C2", "R1C3")}, ["lockout: r1c1..r1c3"]),
    ({"regionsumline": line("R1C3", "R1C4", "R1C5")}, ["region_sum: r1c3..r1c5"]),
    ({"zipperline": line("R1C1", "R1C2", "R1C3")}, ["zipper: r1c1..r1c3"]),
    ({"entropicline": line("R1C1", "R1C2", "R1C3")}, ["entropic: r1c1..r1c3"]),
    ({"modularline": line("R1C1", "R1C2", "R1C3")}, ["modular 3: r1c1..r1c3"]),
    (
        {"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [3, 1, 3]}]},
        ["contains 1 3 3: r1c1 r1c2 r2c1 r2c2"],
    ),
    (
        {"difference": [{"cells": ["R1C2", "R1C1"]}, {"cells": ["R2C1", "R3C1"], "value": "4"}]},
        ["white_dot: r1c1 r1c2", "white_dot 4: r2c1 r3c1"],
    ),
    (
        {"ratio": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R2C2"], "value": 3}]},
        ["black_dot: r1c1 r1c2", "black_dot 3: r2c1 r2c2"],
    ),
    (
        {"xv": [{"cells": ["R1C1", "R1C2"], "value": "v"}, {"cells": ["R2C1", "R2C2"], "value": "X"}]},
        ["xv 5: r1c1 r1c2", "xv 10: r2c1 r2c2"],
    ),
    ({"inequality": [{"cells": ["R1C2", "R1C1"]}]}, ["r1c2 > r1c1"]),
    ({"odd": [{"cell": "R1C1"}, {"cell": "R5C5"}]}, ["odd: r1c1 r5c5"]),
    ({"even": [{"cell": "R1C1"}]}, ["even: r1c1"]),
    ({"minimum": [{"cell": "R1C1"}, {"cell": "R5C5"}]}, ["minimum: r1c1 r5c5"]),
    (
        {"maximum": [{"cell": "R1C1"}, {"cell": "R1C2"}]},
        ["maximum except = maxima: maxima"],
    ),
    ({"extraregion": [{"cells": ["R1C1", "R2C4", "R3C7"]}]}, ["alldifferent: r1c1 r2c4 r3c7"]),
    (
        {"clone": [{"cells": ["R1C1", "R1C2", "R9C9"], "cloneCells": ["R5C4", "R5C5", "R9C9"]}]},
        ["clone([r1c1, r1c2], [r5c4, r5c5])"],
    ),
    ({"rowindexer": [{"cells": ["R5C1", "R5C2"]}]}, ["index_row: r5c1 r5c2"]),
    ({"columnindexer": [{"cells": ["R1C5", "R2C5"]}]}, ["index_column: r1c5 r2c5"]),
    ({"boxindexer": [{"cells": ["R1C1"]}]}, ["index_box: r1c1"]),
    (
        {"sandwichsum": [{"cell": "R0C3", "value": "8"}, {"cell": "R4C10", "value": 0}]},
        ["sandwich 8: column(3)", "sandwich 0: r4c9..r4c1"],
    ),
    ({"xsum": [{"cell": "R10C2", "value": "20"}]}, ["x_sum 20: r9c2..r1c2"]),
    ({"skyscraper": [{"cell": "R2C0", "value": "3"}]}, ["skyscraper 3: row(2)"]),
    (
        {
            "littlekillersum": [
                {"cell": "R0C4", "direction": "DL", "value": "12"},
                {"cell": "R9C0", "direction": "UR", "value": ""},
            ]
        },
        ["little_killer 12: r1c3..r3c1"],
    ),
    (
        {"antiknight": True, "antiking": True, "disjointgroups": True, "nonconsecutive": True},
        ["anti_knight", "anti_king", "disjoint_groups", "nonconsecutive"],
    ),
    ({"cells": {"R1C1": {"givenPencilMarks": [2, 1]}, "R1C2": {"centerPencilMarks": [3]}}}, ["r1c1 in {1, 2}"]),
]


@pytest.mark.parametrize(("keys", "expected"), KINDS, ids=[next(iter(keys)) for keys, _ in KINDS])
def test_each_kind_of_clue_is_a_clue_of_the_library(keys: dict[str, Any], expected: list[str]) -> None:
    found = [text for text in clues(**keys) if not text.startswith("let ")]
    assert found == expected
    puzzledsl.parse(read(**keys).model)


def test_a_whole_puzzle_reads_as_a_setter_would_write_it() -> None:
    imported = read(
        title="Three 4s",
        author="A setter",
        ruleset="Normal sudoku rules apply.\nDigits increase along thermometers.",
        solution=[1, 2, 3],
        disabledlogic=["fishes"],
        truecandidatesoptions=["colored"],
        size=4,
        cells={"R1C1": {"value": 1, "given": True}, "R2C2": {"value": 4}, "R4C4": {"value": "4", "given": True}},
        thermometer=line("R4C1", "R3C1", "R2C1"),
        line=[{"lines": [["R4C1", "R2C1"]], "fromConstraint": "Thermometer"}],
    )
    assert (imported.format, imported.title, imported.not_understood) == ("f-puzzles", "Three 4s", ())
    assert (
        imported.model
        == """puzzle "Three 4s"
author "A setter"
note "Normal sudoku rules apply."
note "Digits increase along thermometers."

grid cell[4, 4] in 1..4

alldifferent: rows, columns, boxes

thermo: r4c1..r2c1

givens:
    1 . . .
    . . . .
    . . . .
    . . . 4
"""
    )


def test_pairs_without_a_mark_are_restricted_and_marked_pairs_are_free() -> None:
    dots = {"difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R2C1", "R2C2"], "value": "3"}]}
    assert clues(**dots, negative=["ratio"], nonconsecutive=True) == [
        "white_dot: white_dots",
        "black_dot 3: black_dots",
        "nonconsecutive(cells, except = concat(white_dots, black_dots))",
        "no_ratio(cells, 3, except = concat(white_dots, black_dots))",
    ]
    assert "no_sum(cells, 5, 10, except = xv_pairs)" in clues(
        xv=[{"cells": ["R1C1", "R1C2"], "value": "X"}], negative=["xv"]
    )
    assert clues(negative=["xv", "ratio"]) == ["no_sum 5 10: cells", "no_ratio 2: cells"]


def test_regions_of_its_own_take_the_place_of_boxes() -> None:
    labels = ["0000", "1112", "1222", "3333"]
    cells = {f"R{r}C{c}": {"region": int(labels[r - 1][c - 1])} for r in range(1, 5) for c in range(1, 5)}
    imported = read(size=4, cells=cells, regionsumline=line("R1C1", "R2C1"), disjointgroups=True)
    assert "alldifferent: rows, columns, region" in imported.model
    assert "    aaaa\n    bbbc\n    bccc\n    dddd" in imported.model
    assert "region_sum region: r1c1 r2c1" in imported.model
    assert "disjoint_groups(region)" in imported.model
    without = {**cells, "R1C1": {"region": None}}
    assert "    .aaa" in read(size=4, cells=without).model
    assert "boxes" not in read(size=5).model


def test_a_region_sum_line_leaves_out_cells_without_region_and_closes_its_ring() -> None:
    cells = {"R1C4": {"region": None}}
    assert "equal_sums([[r1c3], [r1c5]])" in read(cells=cells, regionsumline=line("R1C3", "R1C4", "R1C5")).model
    ring = ("R1C2", "R1C3", "R1C4", "R2C3", "R2C2", "R1C2")
    assert "region_sum: r1c4 r2c3 r2c2 r1c2 r1c3" in read(regionsumline=line(*ring)).model


LEFT_OUT: list[tuple[dict[str, Any], str]] = [
    ({"snake": [{"cells": ["R1C1"]}]}, "clues of the unknown kind `snake`"),
    (
        {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "24/01/25"}]},
        "`24/01/25` of the cage at r1c1 is not the sum",
    ),
    ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "30"}]}, "`30` of the cage at r1c1 is not the sum"),
    (
        {"killercage": [{"cells": ["R1C1", "R10C2"], "value": "3"}]},
        "a cage at r1c1 is left out: `R10C2` is outside the grid",
    ),
    ({"thermometer": [{"lines": [["R1C1", "x"]]}]}, "a thermometer at r1c1 is left out: `x` is not a cell"),
    ({"sandwichsum": [{"cell": "R0C0", "value": "3"}]}, "does not stand beside a row or column"),
    ({"skyscraper": [{"cell": "R0C1", "value": "?"}]}, "a skyscraper at r0c1 is left out: its value is `?`"),
    ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "C"}]}, "an X or V at r1c1 is left out: its value is `C`"),
    ({"difference": [{"cells": ["R1C1", "R3C2"]}]}, "not between two neighbours"),
    ({"negative": ["quads"]}, "negative constraint of the unknown kind `quads`"),
    ({"arrow": [{"cells": ["R1C1"], "lines": []}]}, "a gray circle without a known meaning: r1c1"),
    (
        {"line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#67F067"}]},
        "a green line without a known meaning: r1c1 r1c2",
    ),
    ({"text": [{"cells": ["R0C1"], "value": "12"}]}, "a text “12” without a known meaning: r0c1"),
    ({"cage": [{"cells": ["R1C1"], "value": "12"}]}, "a cage “12” without a known meaning: r1c1"),
    ({"foglight": ["R1C1"]}, "fog hides clues"),
    (
        {
            "foglight": ["R1C1"],
            "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}],
            "ruleset": "Digits along an arrow do not sum to the digit in the circle.",
        },
        "do not sum to the digit in the circle",
    ),
    ({"metadata": {"bgimage": "https://x.org/a.png"}}, "picture behind the grid"),
    ({"ruleset": "Normal sudoku rules apply. Draw a loop through the grid."}, "“Draw a loop through the grid”"),
    (
        {"ruleset": "Each cage is one of nine doublers.", "killercage": [{"cells": ["R1C1", "R1C2"], "value": "9"}]},
        "a cage “9” without a known meaning: r1c1 r1c2",
    ),
    (
        {"ruleset": "Each line is one of nine doublers.", "renban": [{"lines": [["R1C1", "R1C2"]]}]},
        "the clues renban: they may not have their usual meaning",
    ),
    (
        {"ruleset": "A number outside counts the tents.", "sandwichsum": [{"cell": "R0C1", "value": "3"}]},
        "a text “3” without a known meaning: r0c1",
    ),
    ({"cells": {"R1C1": {"value": 0, "given": True}}}, "the values are taken to be 0 to 9"),
]


@pytest.mark.parametrize(("keys", "sentence"), LEFT_OUT, ids=range(len(LEFT_OUT)))
def test_what_is_not_in_the_model_is_named(keys: dict[str, Any], sentence: str) -> None:
    imported = read(**keys)
    assert any(sentence in text for text in imported.not_understood), imported.not_understood
    assert "# Not in this model:" in imported.model
    puzzledsl.parse(imported.model)


def test_decoration_and_metadata_are_silent() -> None:
    carried = [{"cells": [], "value": "title: A name"}, {"value": "msgcorrect: Well done", "cells": ["R1C1"]}]
    imported = read(cage=carried, circle=[{"cells": ["R1C1"], "fromConstraint": "X Sum"}], truecandidatesoptions=["x"])
    assert imported.title == "A name"
    assert imported.not_understood == ()


def test_the_rules_may_name_other_digits() -> None:
    rules = "Place the digits 0-8 in every row, column and box."
    imported = read(ruleset=rules, cells={"R1C1": {"value": 0, "given": True}})
    assert "grid cell[9, 9] in 0..8" in imported.model
    assert imported.not_understood == ()


PACKED = compress(json.dumps(puzzle(title="Ünusual ??>>~~ £ÿÿ title", killercage=[{"cells": ["R1C1"], "value": "1"}])))


@pytest.mark.parametrize(
    "link",
    [
        f"https://www.f-puzzles.com/?load={PACKED}",
        f"http://f-puzzles.com/?load={PACKED}&x=1",
        f"https://f-puzzles.com/?load={quote(PACKED, safe='')}",
        f"https://f-puzzles.com/?load={quote(quote(PACKED, safe=''), safe='')}",
        f"https://f-puzzles.com/?load={PACKED.replace('+', ' ')}",
        f"https://f-puzzles.com/?load={PACKED.rstrip('=')}",
        f"https://f-puzzles.com/?load={PACKED[:200]}\n{PACKED[200:]}",
        f"fpuzzles{PACKED}",
        f"fpuz{PACKED}",
        PACKED,
        json.dumps(puzzle(title="Ünusual ??>>~~ £ÿÿ title", killercage=[{"cells": ["R1C1"], "value": "1"}])),
    ],
)
def test_damaged_and_other_forms_of_a_link_are_read(link: str) -> None:
    imported = import_text(link, None if link.startswith(("http", "{")) else "f-puzzles")
    assert imported.title == "Ünusual ??>>~~ £ÿÿ title"


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("https://f-puzzles.com/?id=ya4lru8n", "nothing is fetched"),
        ("https://f-puzzles.com/", "no `load=`"),
        ("https://f-puzzles.com/?load=" + PACKED[:60], "a part of the link is missing"),
        ("https://f-puzzles.com/?load=" + compress("[1]"), "it has no `grid`"),
        ("https://f-puzzles.com/?load=" + compress('{"size": 9, "grid": [[{}]]}'), "its size is `9`"),
        (
            "https://f-puzzles.com/?load=" + compress('{"size": 99, "grid": ' + json.dumps([[{}] * 99] * 99) + "}"),
            "1 to 60",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(link: str, reason: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        import_text(link)
    assert reason in str(refused.value)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.sampled_from(["R1C1", "R2C2", "R0C1", "12", "x", "DL", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["cells", "lines", "cell", "value", "values"]), inner)
    ),
    max_leaves=6,
)
KEYS = sorted(
    {key for keys, _ in KINDS for key in keys if key != "cells"} | {"line", "text", "circle", "metadata", "odd"}
)


def mistakes(text: str, form: str) -> set[str]:
    """The kinds of mistakes for which a text is refused, or its model; "format" if it cannot be read."""
    try:
        puzzledsl.parse(import_text(text, form).model)
    except PuzzleError as error:
        return {one.code for one in error.diagnostics}
    return set()


@settings(max_examples=examples(60))
@given(st.dictionaries(st.sampled_from([*KEYS, "size", "title", "ruleset", "unknown"]), ANYTHING, max_size=3), ANYTHING)
def test_any_json_is_read_or_refused(keys: dict[str, Any], mark: Any) -> None:
    source = puzzle(size=4, cells={"R1C1": {"value": mark, "given": True, "region": mark, "givenPencilMarks": mark}})
    source.update(keys)
    # A puzzle may contradict itself, but its model has no other mistake.
    assert mistakes(json.dumps(source), "f-puzzles") <= {"format", "impossible", "given"}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("Digits in a cage sum to its total. Digits may repeat in cages.", "total 9: r1c1 r5c5"),
        ("Digits in a cage sum to its total. Repeats in cages are allowed.", "total 9: r1c1 r5c5"),
        ("Digits in a cage sum to its total and may not repeat.", "cage 9: r1c1 r5c5"),
        ("Digits in a cage sum to its total and cannot repeat.", "cage 9: r1c1 r5c5"),
    ],
)
def test_the_rules_may_let_digits_repeat_in_cages(rules: str, expected: str) -> None:
    assert expected in clues(killercage=[{"cells": ["R1C1", "R5C5"], "value": "9"}], ruleset=rules)


def test_the_repair_of_a_link_does_not_unfold_a_bomb_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzledsl.formats import lz_string

    runs = 0
    original = lz_string._unpacked

    def counted(*arguments: Any) -> Any:
        nonlocal runs
        runs += 1
        return original(*arguments)

    monkeypatch.setattr(lz_string, "_unpacked", counted)
    with pytest.raises(PuzzleError, match="nested more than"):
        import_text("https://f-puzzles.com/?load=" + compress("[" * 20_000))
    assert runs == 1


def test_what_sums_may_not_be_used_is_named() -> None:
    rules = "Normal sudoku rules apply. You cannot use the same sum twice on a line."
    imported = read(zipperline=line("R1C1", "R1C2", "R1C3"), ruleset=rules)
    assert any("same sum twice" in text for text in imported.not_understood)


@pytest.mark.parametrize(
    ("said", "clues"),
    [
        (
            "Each cage contains exactly one odd digit (cage in box 1: two)",
            {"killercage": [{"cells": ["R1C1", "R1C2"]}]},
        ),
        ("Digits in cages do not repeat (box 1: they may)", {"killercage": [{"cells": ["R1C1", "R1C2"]}]}),
        ("Digits in squares are 5s and 7s", {"even": [{"cell": "R1C1"}]}),
        ("There is at least one '3' in one of the marked cells", {"even": [{"cell": "R1C1"}]}),
        (
            "Along green lines adjacent digits differ by at least 5 (4 in box 1)",
            {"whispers": [{"lines": [["R1C1", "R1C2"]]}]},
        ),
        ("Row 3: Digits in cages sum to the total", {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}]}),
        ("Not all dots are given (but all in box 1 must be)", {"difference": [{"cells": ["R1C1", "R1C2"]}]}),
    ],
)
def test_a_sentence_with_more_than_its_usual_words_is_named(said: str, clues: dict[str, Any]) -> None:
    assert any(said in left for left in read(ruleset=f"Normal sudoku rules apply. {said}.", **clues).not_understood)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"size": 6,\n "cage": [1, 2 ,\n ]\n}', "line 2, column 16: remove the comma before `]`"),
        ('{"size": 6,\n "title": "x",}', "line 2, column 14: remove the comma before `}`"),
        ('{"title": "a,]" 5}', "line 1, column 17: Expecting ',' delimiter"),
        ('{"size": 6,\n "title" 6}', "line 2, column 10: Expecting ':' delimiter"),
        ('{"size": 6,\n "cage": [', "ends too early; perhaps a part of it is missing"),
        ('{"size": 6,\n "title": "Si', "ends too early; perhaps a part of it is missing"),
    ],
)
def test_malformed_json_is_refused_with_its_place_and_the_remedy(text: str, reason: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        import_text(text, "f-puzzles")
    assert str(refused.value).endswith(reason)
    assert "link" not in str(refused.value)


@pytest.mark.parametrize("name", sorted(formats()))
def test_a_text_that_is_too_long_is_refused_by_every_format(name: str) -> None:
    with pytest.raises(PuzzleError, match="it has more than 2,000,000 characters"):
        import_text("1" * 2_000_001, name)


def test_a_sentence_makes_typed_clues_no_stronger() -> None:
    rules = "Normal sudoku rules apply. Cells with a V between them sum to 5. All Vs are given."
    marks = [{"cells": ["R1C1", "R1C2"], "value": "V"}]
    imported = read(ruleset=rules, xv=marks)
    assert "no_sum" not in imported.model
    assert any("“All Vs are given”" in sentence for sentence in imported.not_understood)
    assert "no_sum" in read(ruleset=rules, xv=marks, negative=["xv"]).model


def test_a_sentence_about_imported_clues_is_not_called_left_out() -> None:
    rules = "Normal sudoku rules apply. Skyscrapers: numbers tell how many buildings are visible."
    imported = read(ruleset=rules, skyscraper=[{"cell": "R0C1", "value": "4"}])
    assert "skyscraper 4: column(1)" in imported.model
    [sentence] = imported.not_understood
    assert sentence.startswith("the rules say more than the usual rule `skyscraper`: “Skyscrapers: numbers")
