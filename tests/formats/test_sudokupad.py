"""SudokuPad: its dialect, its links, and what its drawings mean together with the rules in prose."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats import Imported, import_text
from puzzledsl.formats.lz_string import compress
from puzzledsl.formats.sites.sudokupad.zipper import unzipped
from tests.examples import examples

BULBS = "thermo: r2c2 r2c1\nthermo: r8c8 r8c9\nbetween: r2c2..r8c8"
NORMAL = "Normal sudoku rules apply."
GREEN, PURPLE, BLUE, GRAY, RED, ORANGE = "#67f067ff", "#f067f0ff", "#2ecbffff", "#aaaf", "#f66f", "#ffa600ff"


def puzzle(rules: str = NORMAL, side: int = 9, **drawn: Any) -> dict[str, Any]:
    """SudokuPad's object of an empty grid, with what is drawn on it."""
    height, width = {9: (3, 3), 6: (2, 3)}[side]
    boxes = [
        [[top + r, left + c] for r in range(height) for c in range(width)]
        for top in range(0, side, height)
        for left in range(0, side, width)
    ]
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(side)] for _ in range(side)]
    return {"id": "x", "cells": cells, "regions": boxes, "metadata": {"title": "Own", "rules": rules}, **drawn}


def read(found: dict[str, Any]) -> Imported:
    return import_text("scl" + compress(json.dumps(found)))


def clues(found: dict[str, Any]) -> list[str]:
    """The lines of a model besides its head: those that are clues."""
    model = read(found).model.partition("alldifferent: rows")[2].partition("\n")[2]
    return [
        line for line in model.partition("# Not in")[0].split("\n") if line and not line.startswith((" ", "rule", "#"))
    ]


def line(color: str, *cells: tuple[int, int], width: float = 9.6) -> dict[str, Any]:
    return {"wayPoints": [[r - 0.5, c - 0.5] for r, c in cells], "color": color, "thickness": width}


def shape(row: float, column: float, size: float, **looks: Any) -> dict[str, Any]:
    return {"center": [row, column], "width": size, "height": size, "rounded": True, **looks}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{id:'x',ce:[[,,],[,{v:5},]]}", {"id": "x", "cells": [[None] * 3, [None, {"value": "5"}, None]]}),
        ("{c:67F067,v:123456}", {"color": "#67F067", "value": "123456"}),
        (
            "{c1:#0,c2:#F,r:t,w:.5}",
            {"borderColor": "#000000", "backgroundColor": "#FFFFFF", "rounded": True, "width": 0.5},
        ),
        ("{te:'don\"t \\'say\\''}", {"text": "don't 'say'"}),
        ("{te:'it\\'s'}", {"text": "it's"}),
        ('{"lines":[{"wayPoints":[[0.5,1]]}]}', {"lines": [{"wayPoints": [[0.5, 1]]}]}),
        ("{h:-1.5,d:3,d2:4}", {"height": -1.5, "duration": 3, "d": 4}),
    ],
)
def test_the_dialect_is_read(text: str, value: object) -> None:
    assert unzipped(text) == value


@pytest.mark.parametrize("text", ["{", "{a", "[[", "{a:'b", "{a:1}}", "[1;2]:", "{:1}", "[" * 100, "{a:" * 100])
def test_what_does_not_hold_together_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="cannot be read"):
        unzipped(text)


def test_all_forms_of_a_puzzle_are_read_alike() -> None:
    found = puzzle(cages=[{"cells": [[0, 0], [0, 1]], "value": "3"}])
    found["metadata"]["rules"] += " Killer cages: digits in a cage do not repeat and sum to the number in the corner."
    text = json.dumps(found)
    zipped = "{id:'x',ce:[" + ",".join("[,,,,,,,,]" for _ in range(9)) + "],re:"
    zipped += json.dumps(found["regions"]) + ",metadata:{t:'Own',rules:'" + found["metadata"]["rules"] + "'},"
    zipped += "ca:[{ce:[[0,0],[0,1]],v:3}]}"
    packed = compress(text)
    forms = [
        text,
        zipped,
        f"scl{packed}",
        f"ctc{packed}",
        f"scl{compress(zipped)}",
        f"https://sudokupad.app/scl{packed}",
        f"https://sudokupad.app/scl{packed}?setting-nogrid=1",
        f"https://sudokupad.app/?puzzleid=scl{packed}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{packed}",
        f"https://app.crackingthecryptic.com/scl{packed}",
        f"sudokupad://puzzle/scl{packed}",
        f"https://sudokupad.app/scl{packed.replace('+', '%2B').replace('/', '%2F')}",
    ]
    models = {import_text(form).model for form in forms}
    assert len(models) == 1
    assert "cage 3: r1c1 r1c2" in models.pop()


def test_an_f_puzzles_payload_is_handed_on() -> None:
    grid = [[{"value": 4, "given": True} if r == c == 0 else {} for c in range(9)] for r in range(9)]
    packed = compress(json.dumps({"size": 9, "grid": grid, "ruleset": NORMAL}))
    for prefix in ("fpuz", "fpuzzles"):
        assert "4 . . . . . . . ." in import_text(f"https://sudokupad.app/{prefix}{packed}").model


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://sudokupad.app/abc123def", "only names a puzzle"),
        ("https://sudokupad.app/setter/my-puzzle", "only names a puzzle"),
        ("https://sudokupad.app/", "no puzzle in this link"),
        ("classic" + "A" * 40, "no puzzle is in it"),
        ("scl" + "N4Ig" * 10, "cannot be read"),
        ('{"id": "x", "cells": []}', "a grid of 0 × 0"),
        ('{"id": "x", "cells": 7}', "a grid of 0 × 0"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        import_text(text, "sudokupad")
    assert said in str(caught.value)


def test_a_line_means_what_the_rules_say() -> None:
    drawn: dict[str, Any] = {"lines": [line(GREEN, (1, 1), (1, 4))]}
    whisper = "Neighbouring digits on a green line differ by at least 5."
    assert clues(puzzle(f"{NORMAL} {whisper}", **drawn)) == ["whisper 5: r1c1..r1c4"]
    silent = read(puzzle(**drawn))
    assert "whisper" not in silent.model
    assert silent.not_understood == ("a green line without a known meaning: r1c1..r1c4",)


def test_a_whole_model_reads_as_a_setter_would_write_it() -> None:
    found = puzzle(
        "Normal 6x6 sudoku rules apply.\nGerman whispers: Neighbours on the green line differ by at least 3."
        "\nDigits separated by an X sum to 10.",
        side=6,
        lines=[line(GREEN, (1, 1), (3, 3), (3, 6))],
        overlays=[shape(4, 0.5, 0.35, text="X", backgroundColor="#FFFFFF")],
    )
    found["cells"][5][0] = {"value": 4, "given": True}
    model = read(found).model
    assert model == (
        'puzzle "Own"\n'
        'note "Normal 6x6 sudoku rules apply."\n'
        'note "German whispers: Neighbours on the green line differ by at least 3."\n'
        'note "Digits separated by an X sum to 10."\n\n'
        "grid cell[6, 6] in 1..6\n\n"
        "alldifferent: rows, columns, boxes\n\n"
        "whisper 3: r1c1..r3c3..r3c6\n\n"
        "xv 10: r4c1 r5c1\n\n"
        "givens:\n" + "    . . . . . .\n" * 5 + "    4 . . . . .\n"
    )


@pytest.mark.parametrize(
    ("sentence", "color", "clue"),
    [
        ("Adjacent digits along a green German Whispers line have a difference of at least five.", GREEN, "whisper 5"),
        ("Dutch whispers: neighbouring cells on an orange line must differ by 4 or more.", ORANGE, "whisper 4"),
        ("Purple lines contain a non-repeating set of consecutive digits in any order.", PURPLE, "renban"),
        (
            "Renban: digits on a pink line are consecutive, do not repeat, and may appear in any order.",
            PURPLE,
            "renban",
        ),
        ("Box borders divide blue lines into segments with the same sum.", BLUE, "region_sum"),
        ("A grey line is a palindrome: it reads the same in both directions.", GRAY, "palindrome"),
        ("Digits along a red line alternate between odd and even.", RED, "parity"),
        (
            "Any 3 consecutive digits on a red line contain a low (123), a middle (456) and a high (789) digit.",
            RED,
            "entropic",
        ),
        (
            "Each set of three adjacent cells along a red line has one digit from each of 147, 258 and 369.",
            RED,
            "modular",
        ),
        ("The grey line can be divided into contiguous groups that each sum to 10.", GRAY, "sum_line 10"),
        ("Digits equidistant from the centre of a purple line sum to the digit in the centre.", PURPLE, "zipper"),
        ("Nabner: no two digits on a red line are the same or consecutive.", RED, "nabner"),
    ],
)
def test_kinds_of_lines(sentence: str, color: str, clue: str) -> None:
    found = puzzle(f"{NORMAL}\n{sentence}", lines=[line(color, (2, 2), (2, 6))])
    assert clues(found) == [f"{clue}: r2c2..r2c6"]
    assert read(found).not_understood == ()


@pytest.mark.parametrize(
    ("rules", "drawn", "expected"),
    [
        (
            "Along a thermometer digits increase from the bulb.",
            {
                "lines": [line("#cccf", (3, 3), (3, 1), width=19.2)],
                "underlays": [shape(2.5, 0.5, 0.8, backgroundColor="#cccf")],
            },
            ["thermo: r3c1..r3c3"],
        ),
        (
            "Digits along an arrow sum to the digit in the circle.",
            {
                "arrows": [{"wayPoints": [[0.9, 0.9], [2.5, 2.5], [2.5, 4.5]], "color": GRAY, "thickness": 3.2}],
                "overlays": [shape(0.5, 0.5, 0.82, backgroundColor="#FFFFFF", borderColor=GRAY)],
            },
            ["arrow r1c1: r2c2 r3c3..r3c5"],
        ),
        (
            "White dots separate consecutive digits, black dots separate digits in a 1:2 ratio. All dots are given.",
            {
                "overlays": [
                    shape(0.5, 1, 0.34, backgroundColor="#FFFFFF", borderColor="#000000"),
                    shape(1, 4.5, 0.33, backgroundColor="#000000"),
                ]
            },
            [
                "white_dot: white_dots",
                "black_dot: black_dots",
                "nonconsecutive(cells, except = concat(white_dots, black_dots))",
                "no_ratio(cells, 2, except = concat(white_dots, black_dots))",
            ],
        ),
        (
            "Digits in a circle must appear at least once in the four surrounding cells.",
            {
                "overlays": [
                    shape(1, 1, 0.62, backgroundColor="#FFFFFF", borderColor="#000000"),
                    shape(1, 0.9, 0.1, text="3"),
                    shape(1, 1.1, 0.1, text="7"),
                ]
            },
            ["contains 3 7: r1c1 r1c2 r2c1 r2c2"],
        ),
        (
            "Clues outside the grid give the sum of the digits along the indicated diagonal.",
            {
                "overlays": [shape(-0.5, 3.5, 1, text="14")],
                "arrows": [{"wayPoints": [[-0.27, 3.27], [-0.07, 3.07]], "color": "#000", "thickness": 3}],
            },
            ["little_killer 14: r1c3..r3c1"],
        ),
        (
            "Clues outside the grid give the sum of the digits between the 1 and the 9 in that row or column.",
            {"overlays": [shape(-0.5, 3.5, 1, text="14"), shape(2.5, -0.5, 1, text="0")]},
            ["sandwich 14: r1c4..r9c4", "sandwich 0: r3c1..r3c9"],
        ),
        (
            "A clue outside the grid is the sum of the first X digits from its side, where X is the first digit.",
            {"overlays": [shape(9.5, 3.5, 1, text="14")]},
            ["x_sum 14: r9c4..r1c4"],
        ),
        (
            "A cell with a grey circle contains an odd digit. A cell with a grey square contains an even digit.",
            {
                "underlays": [
                    shape(0.5, 0.5, 0.8, backgroundColor="#0003"),
                    {**shape(4.5, 4.5, 0.8, backgroundColor="#0003"), "rounded": False},
                ]
            },
            ["odd: r1c1", "even: r5c5"],
        ),
        (
            "An inequality sign points towards the smaller digit.",
            {"overlays": [shape(0.5, 1, 0.5, text=">"), shape(3, 3.5, 0.5, text="<", angle=90)]},
            ["r1c1 > r1c2", "r3c4 < r4c4"],
        ),
        ("Cells a knight's move apart cannot contain the same digit.", {}, ["anti_knight"]),
        (
            "Digits may not repeat along the marked diagonal.",
            {"lines": [{"wayPoints": [[0, 0], [9, 9]], "color": "#34bbe6", "thickness": 1.28}]},
            [],
        ),
    ],
)
def test_kinds_of_clues(rules: str, drawn: dict[str, Any], expected: list[str]) -> None:
    found = puzzle(f"{NORMAL}\n{rules}", **drawn)
    assert clues(found) == expected
    assert read(found).not_understood == ()
    puzzledsl.parse(read(found).model)


def test_the_diagonal_that_is_drawn_is_the_one_that_is_meant() -> None:
    rule = f"{NORMAL} Digits may not repeat along the marked diagonal."
    for points, name in (([[0, 0], [9, 9]], "diagonal"), ([[0, 9], [9, 0]], "antidiagonal")):
        for color in ("#34bbe6", "#ffd600"):
            found = read(puzzle(rule, lines=[{"wayPoints": points, "color": color, "thickness": 1.28}]))
            assert f"alldifferent: rows, columns, boxes, {name}\n" in found.model
            assert found.not_understood == ()


def test_a_sentence_that_may_change_a_clue_takes_it_out() -> None:
    lines: dict[str, Any] = {"lines": [line(PURPLE, (1, 1), (1, 4))]}
    renban = "Purple lines contain a non-repeating set of consecutive digits in any order."
    changing = [
        "One cell of each line is asleep and is skipped.",
        "The value of a doubler cell is twice its digit.",
        "Exactly one of the clues is wrong.",
    ]
    assert clues(puzzle(f"{NORMAL} {renban}", **lines)) == ["renban: r1c1..r1c4"]
    for sentence in changing:
        found = read(puzzle(f"{NORMAL} {renban} {sentence}", **lines))
        assert "renban:" not in found.model
        assert any(sentence.rstrip(".") in text for text in found.not_understood)


def test_a_condition_with_an_unknown_word_is_not_half_read() -> None:
    found = read(
        puzzle(
            f"{NORMAL} Cages show their sum, mistyped by at most 5.",
            cages=[{"cells": [[0, 0]], "value": "5"}],
        )
    )
    assert not re.search(r"^(?:cage|total)", found.model, re.MULTILINE)
    assert "mistyped" in found.not_understood[0]


def test_colors_decide_which_line_is_meant() -> None:
    rules = (
        f"{NORMAL} Purple lines contain a set of consecutive digits in any order. "
        "Adjacent digits on a green line differ by at least 5. Yellow lines are lazy lines."
    )
    drawn = [line(GREEN, (1, 1), (1, 3)), line(PURPLE, (3, 1), (3, 3)), line("#ffdf5c", (5, 1), (5, 3))]
    found = read(puzzle(rules, lines=drawn))
    assert "whisper 5: r1c1..r1c3" in found.model
    assert "renban: r3c1..r3c3" in found.model
    assert any("yellow line" in text and "r5c1..r5c3" in text for text in found.not_understood)


def test_lines_that_redraw_the_grid_mean_nothing() -> None:
    grid = {"wayPoints": [[1, 0], [1, 4], [3, 4]], "color": "#e4e4e4", "thickness": 1}
    frame = {"wayPoints": [[-1, -1], [-1, 10], [10, 10]], "color": "#3060ff", "thickness": 20}
    assert read(puzzle(lines=[grid, frame])).not_understood == ()
    for stroke in (grid | {"color": "#ff0000"}, frame | {"wayPoints": [[-0.4, -0.4], [-0.1, -0.1]]}):
        assert read(puzzle(lines=[stroke])).not_understood


@pytest.mark.parametrize(
    ("rules", "lines", "reason"),
    [
        (
            "Digits along a green line must differ by at least 5.",
            [line(RED, (1, 1), (1, 3))],
            "no line that is certainly meant",
        ),
        (
            "Adjacent digits along a line must differ by at least 5. Digits on a line are a set of consecutive digits.",
            [line(RED, (1, 1), (1, 3)), line(ORANGE, (2, 1), (2, 3))],
            "no line that is certainly meant",
        ),
    ],
)
def test_why_a_rule_is_left_out_is_said(rules: str, lines: list[dict[str, Any]], reason: str) -> None:
    found = read(puzzle(f"{NORMAL} {rules}", lines=lines))
    assert any(text.startswith(reason) for text in found.not_understood), found.not_understood


def test_rows_columns_and_the_diagonal_may_share_a_sentence() -> None:
    rules = "Place the digits 1-9 in every cell such that digits do not repeat in a row, column, box or along a marked "
    drawn = {"wayPoints": [[9, 0], [0, 9]], "color": "#34bbe6", "thickness": 1}
    found = read(puzzle(f"{rules} diagonal.", lines=[drawn]))
    assert "alldifferent: rows, columns, boxes, antidiagonal" in found.model
    assert found.not_understood == ()


def test_rows_and_regions_are_required_only_where_the_rules_say_so() -> None:
    chaos = read(puzzle("Chaos construction: divide the grid into nine regions, each of which holds the digits 1-9."))
    assert "alldifferent" not in chaos.model
    assert any("regions" in text for text in chaos.not_understood)
    latin = read(puzzle("Latin square: place the digits 1-9 once in each row and column."))
    assert "alldifferent: rows, columns\n" in latin.model
    zero = read(puzzle("Place the digits 0-8 once each in every row, column and box."))
    assert "in 0..8" in zero.model


@pytest.mark.parametrize("which", ["Some of the green", "One of the", "All but one of the green", "No green"])
def test_a_name_for_some_lines_is_not_one_for_all(which: str) -> None:
    imported = read(puzzle(f"{NORMAL} {which} lines are entropic lines.", lines=[line(GREEN, (1, 1), (1, 4))]))
    assert "entropic:" not in imported.model
    assert imported.not_understood


def test_rules_without_a_word_about_rows_are_about_a_usual_sudoku() -> None:
    found = puzzle(
        "Digits cannot repeat on the marked diagonal.", lines=[{"wayPoints": [[9, 0], [0, 9]], "color": "#34bbe6"}]
    )
    imported = read(found)
    assert "alldifferent: rows, columns, boxes, antidiagonal" in imported.model
    assert any("taken to hold different digits" in text for text in imported.assumed)
    assert not imported.not_understood
    found["metadata"]["rules"] += " Regions are to be found."
    assert "alldifferent: rows" not in read(found).model


def test_cages_without_cells_are_texts() -> None:
    found = puzzle(
        "", cages=[{"value": "title: From a cage"}, {"value": f"rules: {NORMAL}"}, {"value": "author: A. Setter"}]
    )
    del found["metadata"]
    model = read(found).model
    assert model.startswith('puzzle "From a cage"\nauthor "A. Setter"\nnote "Normal sudoku rules apply."')
    assert "alldifferent: rows, columns, boxes" in model


@settings(max_examples=examples(60))
@given(st.data())
def test_a_damaged_puzzle_is_read_or_refused(data: st.DataObject) -> None:
    found = puzzle(
        f"{NORMAL} Purple lines contain a set of consecutive digits in any order. Digits in cages sum to the number.",
        lines=[line(PURPLE, (1, 1), (1, 3))],
        cages=[{"cells": [[0, 0], [0, 1]], "value": 7}],
        overlays=[shape(1, 1, 0.5, text="1 2", backgroundColor="#FFF")],
    )
    text = json.dumps(found)
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 40))
    junk = data.draw(st.text(st.sampled_from("{}[],:'\"ab01.-#\\e9"), max_size=6))
    damaged = text[:start] + junk + text[start + length :]
    for form in (damaged, "scl" + compress(damaged)):
        try:
            model = import_text(form, "sudokupad").model
        except PuzzleError:
            continue
        assert "grid cell[" in model


@settings(max_examples=examples(60))
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=3),
    )
)
def test_keys_may_hold_anything(junk: Any) -> None:
    for key in ("cells", "regions", "cages", "lines", "arrows", "overlays", "underlays", "metadata", "global"):
        text = json.dumps({**puzzle(), key: [junk, {"cells": junk, "wayPoints": junk, "center": junk, "value": junk}]})
        try:
            import_text(text, "sudokupad")
        except PuzzleError:
            continue


@pytest.mark.parametrize(
    "rules",
    [
        "Digits in cages sum to at most the given total.",
        "Digits in cages sum to the total or to the total minus 1.",
        "Digits on a green line differ by at least 5 or are equal.",
        "Digits on a green line form a set of consecutive digits, but digits may repeat.",
    ],
)
def test_a_rule_that_is_weaker_than_the_usual_one_is_left_out(rules: str) -> None:
    cage = {"cells": [[0, 0], [0, 1]], "value": "12"}
    found = puzzle(NORMAL + " " + rules, lines=[line(GREEN, (1, 1), (1, 2), (2, 3))], cages=[cage])
    assert clues(found) == []
    assert any(rules.rstrip(".") in sentence for sentence in read(found).not_understood)


def test_all_dots_are_given_says_nothing_while_a_dot_has_no_known_meaning() -> None:
    rules = (
        "Digits with a black dot are in a ratio of 1:2, digits with a white dot are consecutive. All dots are given."
    )
    dots = [shape(0.5, 1, 0.3, backgroundColor=color, borderColor="#000000") for color in ("#ffffff",)]
    found = puzzle(NORMAL + " " + rules, overlays=dots)
    assert clues(found) == []
    assert any("All dots are given" in sentence for sentence in read(found).not_understood)


def test_numbers_beyond_any_drawing_are_no_places() -> None:
    huge = int("9" * 400)
    cage = {"cells": [[huge, 1], [0, 0], [0, 1]], "value": "3"}
    drawn = {"wayPoints": [[huge, 0.5], [0.5, 0.5]], "color": GREEN, "thickness": huge}
    assert clues(puzzle(NORMAL + " Digits in a cage sum to its value.", cages=[cage], lines=[drawn])) == [
        "total 3: r1c1 r1c2"
    ]


RENBAN = "Purple lines contain a set of consecutive digits in any order."
PINK = "#ff9ad5ff"
THREE = ((1, 1), (1, 3))


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        # several rules without colours, one of them without a line of its own
        ("Renban lines contain a set of consecutive digits. Entropic lines: entropic rules apply.", [(PURPLE, THREE)]),
        ("Digits on a line form a consecutive set in any order. Lines are palindromes.", [(PURPLE, THREE)]),
        ("Each purple line is either a renban or a palindrome.", [(PURPLE, THREE)]),
        # colours that are taken for each other
        (f"{RENBAN} Pink lines are palindromes.", [("#f067f0ff", THREE)]),
        ("Pink lines are renbans. Magenta lines are palindromes.", [(PINK, THREE)]),
        ("Peach lines are entropic lines.", [(ORANGE, THREE)]),
        ("Modular rules apply on teal lines.", [(GREEN, THREE)]),
        ("Modular rules apply on teal lines.", [(BLUE, THREE)]),
        (RENBAN, [(BLUE, THREE)]),
        # not all, not that rule
        ("Almost all purple lines are renbans.", [(PURPLE, THREE)]),
        ("Mostly, purple lines contain a set of consecutive digits.", [(PURPLE, THREE)]),
        ("Anti-renban: purple lines do not contain a set of consecutive digits.", [(PURPLE, THREE)]),
        ("Opposite renban: purple lines are renbans.", [(PURPLE, THREE)]),
        ("Purple lines are RIGHT or WRONG renbans.", [(PURPLE, THREE)]),
        ("Purple lines are renbans. Right/Wrong: each clue is right or wrong.", [(PURPLE, THREE)]),
        # digits that are not the values
        (f"{RENBAN} Each row has one doubler, whose value is twice its digit.", [(PURPLE, THREE)]),
        (f"{RENBAN} The value of a cell is its digit plus its row.", [(PURPLE, THREE)]),
        # a rule without its mark, a mark without its rule
        (RENBAN, []),
        ("", [(PURPLE, THREE)]),
    ],
)
def test_a_line_that_is_not_certainly_meant_has_no_clue(
    rules: str, lines: list[tuple[str, tuple[tuple[int, int], ...]]]
) -> None:
    found = puzzle(f"{NORMAL} {rules}", lines=[line(color, *cells) for color, cells in lines])
    assert clues(found) == []
    assert read(found).not_understood


def test_a_colour_that_fits_a_name_better_has_it_alone() -> None:
    found = puzzle(f"{NORMAL} {RENBAN}", lines=[line(PURPLE, *THREE), line(PINK, (3, 1), (3, 3))])
    assert clues(found) == ["renban: r1c1..r1c3"]
    assert read(found).not_understood == ("a pink line without a known meaning: r3c1..r3c3",)


def test_a_bulb_belongs_to_the_line_of_its_colour() -> None:
    model = puzzledsl.parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n" + BULBS)
    assert set(BULBS.split("\n")) <= set(import_text(model.link("sudokupad").text).model.split("\n"))


def test_a_line_between_bulbs_may_be_one_between_circles() -> None:
    between = "Digits on a line lie between those in its circles."
    rules = f"{NORMAL} Along a thermometer digits increase from the bulb. {between}"
    bulbs = [shape(0.5, 0.5, 0.7, backgroundColor=GRAY), shape(0.5, 4.5, 0.7, backgroundColor=GRAY)]
    lines = [
        line(GRAY, (1, 1), (3, 1), width=16),
        line(GRAY, (1, 5), (1, 1), width=16),
        line(GRAY, (1, 5), (3, 5), width=16),
    ]
    found = puzzle(rules, lines=lines, underlays=bulbs)
    assert clues(found) == ["thermo: r1c1..r3c1", "thermo: r1c5..r3c5"]
    assert any("the line r1c5..r1c1 is a thermometer, or" in named for named in read(found).not_understood)


def test_a_line_that_meets_one_of_its_colour_that_cannot_be_read_has_no_clue() -> None:
    crooked = {"wayPoints": [[0.5, 2.5], [1, 3.2], [2, 3.8]], "color": PURPLE, "thickness": 9.6}
    assert clues(puzzle(f"{NORMAL} {RENBAN}", lines=[line(PURPLE, *THREE), crooked])) == []


@pytest.mark.parametrize(
    "rules",
    [
        "Almost normal sudoku rules apply.",
        "Normal sudoku rules mostly apply.",
        "Each row, column and box contains exactly 8 different digits.",
        "Normal sudoku rules apply, with one exception: row 1 repeats a digit.",
        "Place an 8x8 sudoku in the 9x9 grid.",
        "Normal sudoku rules apply. There are two overlapping grids.",
        "Normal sudoku rules apply. The inner 7x7 grid is a sudoku, too.",
    ],
)
def test_rules_of_another_grid_or_of_most_rows_require_nothing_of_rows(rules: str) -> None:
    found = read(puzzle(rules))
    assert "alldifferent" not in found.model.split("# Not in this model")[0]
    assert found.not_understood


def test_a_rule_about_the_lowest_and_the_highest_digit_needs_known_digits() -> None:
    clue = "Numbers outside the grid give the sum of the digits between the 1 and the 9 in that row or column."
    number = {"center": [0.5, -0.5], "width": 1, "height": 1, "text": "12"}
    assert "sandwich 12" not in read(puzzle(f"Each row and column has all digits. {clue}", overlays=[number])).model
    assert "sandwich 12" in read(puzzle(f"Place 1-9 in each row and column. {clue}", overlays=[number])).model


def test_marks_of_a_second_colour_have_another_rule() -> None:
    gray, red = ({"backgroundColor": color} for color in ("#cfcfcf", "#ff8888"))
    found: dict[str, Any] = {"underlays": [shape(0.5, 0.5, 0.8, **gray), shape(3.5, 3.5, 0.8, **red)]}
    assert clues(puzzle(f"{NORMAL} Gray circles are odd. Red circles contain primes.", **found)) == ["odd: r1c1"]
    assert clues(puzzle(f"{NORMAL} Circles are odd.", **found)) == []
