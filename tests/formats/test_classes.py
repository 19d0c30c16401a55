"""Classes of cells that the rules define, and sentences about them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import puzzledsl
from puzzledsl.formats.drawings.class_sentences import claims_in
from puzzledsl.formats.drawings.statements import sentences
from tests.formats.test_f_puzzles import read

NORMAL = "Normal sudoku rules apply."


def stated(text: str) -> tuple[list[str], list[str]]:
    """The conditions that prose states about classes, and the sentences that are not understood."""
    prose = sentences(text)
    claims = claims_in(prose)
    found = [(sentence, claims.read.get(sentence, [])) for sentence in prose]
    said = [one for _, statements in found for one in statements]
    return [one.condition for one in said], [s.plain for s, one in found if not one and not claims.is_used(s, said)]


@pytest.mark.parametrize(
    ("prose", "condition"),
    [
        ("Odd digits are land. All land cells must be orthogonally connected.", "connected({map land})"),
        (
            "Odd cells are land and even cells are sea. No 2x2 area may be entirely sea.",
            "not all(is_sea(x) for x in block)",
        ),
        ("Odd cells are land. Land cannot form a 2x2 square.", "not all(is_land(x) for x in block)"),
        (
            "A cell is a peak if it is greater than all orthogonally adjacent cells. "
            "No two peaks may touch diagonally.",
            "row_of(y) != row_of(c) and column_of(y) != column_of(c):\n    not (is_peak(c) and is_peak(y))",
        ),
        (
            "A valley is a cell that is smaller than all its orthogonal neighbours. Each row and box contains "
            "two valleys.",
            "for group in concat(rows, {groups}):\n    count(is_valley(x) for x in group) == 2",
        ),
        (
            "Low digits (1234) and high digits (6-9) may not be orthogonally adjacent to each other.",
            "for c in cells, y in neighbors(c):\n    not (is_low(c) and is_high(y))",
        ),
        (
            "High digits (6789) must be orthogonally adjacent to at least one low digit (1234).",
            "is_high(c) -> any(is_low(y) for y in neighbors(c))",
        ),
        (
            "5s must be orthogonally adjacent to exactly two odd digits.",
            "c == 5 -> count(y mod 2 == 1 for y in neighbors(c)) == 2",
        ),
        (
            "Within a box, even digits may not be orthogonally adjacent.",
            "region_of(y, {groups}) == region_of(c, {groups})",
        ),
        ("Even digits may not repeat a king's move away.", "y in touching(c):\n    not (c mod 2 == 0 and y == c)"),
        (
            "Every five is a tree. The trees may not be adjacent, not even diagonally.",
            "for c in cells, y in touching(c):",
        ),
        ("Each cage contains exactly one prime digit.", "for x in line) == 1"),
        (
            "The number in a cage is the number of odd digits in the cage.",
            "count(c mod 2 == 1 for c in line) == {number}",
        ),
        ("Numbers outside the grid show the sum of all odd digits in that row or column.", "== {number}"),
        ("Odd digits are land. The land cells sum to 200.", "sum(if is_land(c) then c else 0 for c in cells) == 200"),
        ("Odd cells are land. Land is orthogonally connected, and no touching is land.", ""),
        (
            "Shade some cells such that no two shaded cells are orthogonally adjacent.",
            "not (is_shaded(c) and is_shaded(y))",
        ),
        (
            "Shade some cells so that all shaded cells are orthogonally connected and no 2x2 area is entirely shaded.",
            "connected({map shaded})\nfor block in blocks(2, 2):\n    not all(is_shaded(x) for x in block)",
        ),
        ("Shade some cells. Each row contains exactly three shaded cells.", "count(is_shaded(x) for x in group) == 3"),
        ("Shaded cells contain odd digits.", ""),
        ("No two orthogonally adjacent cells may both be prime.", "in {2, 3, 5, 7, 11, 13} and y in"),
        ("Every even digit must have at least one orthogonally adjacent odd digit.", "any(y mod 2 == 1 for y in"),
        (
            "Even cells are lakes. No lake touches another lake orthogonally or diagonally.",
            "for c in cells, y in touching(c):",
        ),
        (
            "Digits 1 to 3 are water, digits 4 to 9 are land. All land is orthogonally connected.",
            "connected({map land})",
        ),
        (
            "An odd digit is an island if it is orthogonally adjacent to an even digit. There are exactly 3 islands.",
            "count(is_island(x) for x in cells) == 3",
        ),
        (
            "Cells are haunted if they are even. No two haunted cells may be orthogonally adjacent.",
            "not (is_haunted(c)",
        ),
        (
            "Every 4 has at least two orthogonally adjacent cells that are prime.",
            "c == 4 -> count(y in {2, 3, 5, 7, 11, 13} for y in neighbors(c)) >= 2",
        ),
        (
            "7 may not orthogonally touch a consecutive digit, nor an even digit.",
            "not (c == 7 and ((abs(c - y) == 1) or (y mod 2 == 0)))",
        ),
        ("8s may not touch a digit with which they are in a ratio.", ""),
        # What may mean two things, or is not defined, says nothing.
        ("Peaks may not touch orthogonally.", ""),
        ("Odd digits are land. Land may not touch.", ""),
        ("Odd digits are land. Even digits are land. All land cells are orthogonally connected.", ""),
        ("Land cells contain an odd digit. All land cells are orthogonally connected.", ""),
        ("Odd digits are land. All land cells are orthogonally connected on Sundays.", ""),
        ("Odd digits are land. All land cells are connected.", ""),
        ("Even digits may be orthogonally adjacent to odd digits.", ""),
        ("Even digits must be orthogonally adjacent to two odd digits.", ""),
        ("A cell is a peak if it is greater than all orthogonally adjacent cells. Peaks may be odd.", ""),
        ("Even digits may not be orthogonally connected.", ""),
        ("The odd digits and the even digits form an orthogonally connected group.", ""),
    ],
)
def test_a_claim_about_a_class_is_read_or_nothing(prose: str, condition: str) -> None:
    found, unread = stated(prose)
    if condition:
        assert len(found) == 1, found
        assert condition in found[0]
        assert not unread
    else:
        assert not found, found
        assert unread


def shape(kind: str, *cells: str) -> dict[str, Any]:
    return {
        kind: [
            {"cells": [cell], "width": 0.7, "height": 0.7, "baseC": "#FFFFFF", "outlineC": "#000000"} for cell in cells
        ]
    }


def test_a_class_that_is_drawn_and_one_that_digits_make() -> None:
    rules = (
        f"{NORMAL} Cells in the cage are the beach and have no special restrictions. All other cells are either lake "
        "(digits 1 to 5) or boats (digits 6 to 9). A boat has a width of one cell and a length of two or "
        "three cells, is "
        "oriented horizontally or vertically, and may not touch other boats (incl. diagonally). Cells with a "
        "circle are "
        "buoys in the lake, its digit tells how many cells of lake it sees horizontally and vertically "
        "including itself. "
        "Boats and beach block sight. All buoys are given."
    )
    imported = read(ruleset=rules, cage=[{"cells": ["R1C1", "R1C2", "R2C1"]}], **shape("circle", "R5C5"))
    assert not imported.not_understood
    assert "let is_boat(c) = c in {6, 7, 8, 9} and not is_beach(c)" in imported.model
    assert "else if not is_lake(line[1]) then 0" in imported.model
    assert "for c in buoy_marks:\n    c == sees_lake(c)" in imported.model
    puzzledsl.parse(imported.model)


def test_what_an_unknown_digit_is_beside() -> None:
    rules = (
        f'{NORMAL} Squares are "lucky" cells. Lucky cells contain a digit that matches their row, column or '
        "box number. "
        "There is a single charm digit in the grid. All lucky cells must be orthogonally adjacent to a charm "
        "digit. The "
        "charm digit is never marked with a square. All lucky cells are given."
    )
    imported = read(ruleset=rules, **shape("rectangle", "R1C1", "R4C7"))
    assert not imported.not_understood
    assert "var charm_digit in 1..9" in imported.model
    assert "for c in lucky_marks:\n    is_lucky(c)" in imported.model
    assert "for c in lucky_marks:\n    any(is_charm(y) for y in neighbors(c))" in imported.model
    assert "where not has_cell(lucky_marks, c)]:\n    not (is_lucky(c))" in imported.model
    puzzledsl.parse(imported.model)


def test_what_marked_cells_have_is_no_definition_unless_all_are_marked() -> None:
    rules = (
        f"{NORMAL} Squares are lucky cells. Lucky cells contain a digit that matches their row number. All lucky cells "
        "must be orthogonally adjacent to at least one even digit."
    )
    imported = read(ruleset=rules, **shape("rectangle", "R1C1", "R4C7"))
    assert not imported.not_understood
    assert "let is_lucky(c) = has_cell(lucky_marks, c)" in imported.model
    assert "for c in lucky_marks:\n    c == row_of(c)" in imported.model
    assert puzzledsl.parse(imported.model).solve().status == "solved"


def test_classes_join_and_count_in_a_solved_grid() -> None:
    rules = (
        f"{NORMAL} A cell is a peak if it is greater than all orthogonally adjacent cells. "
        "Digits in circles are peaks. Each row contains at least one peak. Digits from 1 to 4 form one "
        "orthogonally connected region."
    )
    imported = read(size=6, ruleset=rules, **shape("circle", "R2C2"))
    assert not imported.not_understood
    answer = puzzledsl.parse(imported.model).solve()
    assert answer.status == "solved"
    grid = answer.grids["cell"]

    def is_peak(r: int, c: int) -> bool:
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return all(grid[r][c] > grid[s][d] for s, d in near if 0 <= s < 6 and 0 <= d < 6)

    peaks = {(r, c) for r in range(6) for c in range(6) if is_peak(r, c)}
    assert (1, 1) in peaks
    assert {r for r, _ in peaks} == set(range(6))
    small = {(r, c) for r in range(6) for c in range(6) if (grid[r][c] or 0) < 5}
    edge = [min(small)]
    small -= set(edge)
    while edge:
        r, c = edge.pop()
        near_small = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & small
        small -= near_small
        edge += near_small
    assert not small


HARBOR = (
    "Cells in the cage are the beach. All other cells are either lake (digits 1 to 5) or boats (digits 6 "
    "to 9). A boat has a width of one cell and a length of two or three cells, is oriented horizontally "
    "or vertically, and may not touch other boats (including diagonally). Cells with a circle are buoys "
    "in the lake, its digit tells how many cells of lake it sees horizontally and vertically including "
    "itself. Boats and beach block sight. All buoys are given."
)
LUCKY = (
    "Squares are lucky cells. Lucky cells contain a digit that matches their row, column or box number. "
    "There is a single charm digit in the grid. All lucky cells must be orthogonally adjacent to a charm "
    "digit. The charm digit is a lucky digit 2 times and does not appear next to itself in these "
    "instances, and is never marked with a square. All other lucky cells are given."
)
TENTS = (
    "Every five is a tree. Every odd digit orthogonally adjacent to a tree is a tent. There are no other "
    "trees or tents. Each row contains exactly two tents. Tents may not be adjacent, not even diagonally."
    " A digit in a circle counts the number of tents in the 8 surrounding cells. Every peak is a summit. "
    "A peak is a cell that is larger than all orthogonally adjacent cells. No two summits may touch "
    "diagonally. Land may not touch. Odd cells are hills and even cells are hills. Hills may not be "
    "orthogonally adjacent."
)


@pytest.mark.parametrize("prose", [HARBOR, LUCKY, TENTS], ids=["harbor", "lucky", "tents"])
def test_the_order_of_sentences_means_nothing(prose: str) -> None:
    parts = prose.rstrip(".").split(". ")
    conditions, unread = stated(prose)
    assert len(conditions) > 3
    drawn = {"cage": [{"cells": ["R1C1", "R1C2"]}], **shape("circle", "R5C5"), **shape("rectangle", "R7C7")}

    def model(order: list[str]) -> tuple[list[str], list[str]]:
        imported = read(ruleset=f"{NORMAL} {'. '.join(order)}.", **drawn)
        lines = [line for line in imported.model.splitlines() if not line.startswith("note")]
        return sorted(lines), sorted(imported.not_understood)

    for seed in range(12):
        shuffled = random.Random(seed).sample(parts, len(parts))
        again, left = stated(". ".join(shuffled))
        assert (sorted(again), sorted(left)) == (sorted(conditions), sorted(unread)), shuffled
    assert model(shuffled) == model(parts)


def test_the_usual_name_of_a_thing_in_parentheses() -> None:
    rules = f"{NORMAL} Digits on a crane (thermometer) increase from the tower (bulb)."
    imported = read(ruleset=rules, thermometer=[{"lines": [["R1C1", "R1C2", "R1C3"]]}])
    assert not imported.not_understood
    assert "thermo: r1c1..r1c3" in imported.model


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("A digit in a double circle counts the number of odd digits in the 8 surrounding cells.", "is not certain"),
        (
            "Odd cells are land. No 2x2 area may be entirely land. Land in the middle is free of all that.",
            "may change this rule: “No 2x2 area",
        ),
        (
            "Clues outside the grid show the sum of the first x digits. Numbers outside the grid show the sum of all "
            "odd digits in that row or column.",
            "which numbers outside the grid",
        ),
    ],
)
def test_a_claim_whose_cells_are_not_certain_is_left_out(rules: str, left: str) -> None:
    texts = [{"cells": ["R0C3"], "value": "14"}]
    imported = read(ruleset=f"{NORMAL} {rules}", text=texts, **shape("circle", "R2C2"))
    assert any(left in sentence for sentence in imported.not_understood), imported.not_understood
    assert "mod 2" not in imported.model.partition("grid cell")[2].partition("# Not")[0]
    puzzledsl.parse(imported.model)


def test_cells_that_the_solver_shades() -> None:
    rules = (
        f"{NORMAL} Shade some cells such that no 2x2 area is entirely shaded. All shaded cells are orthogonally "
        "connected. Each row contains at least three shaded cells. Shaded cells contain digits from 1 to 4. A digit in "
        "a circle indicates the number of shaded cells in the 8 surrounding cells."
    )
    imported = read(size=6, ruleset=rules, **shape("circle", "R2C2"))
    assert not imported.not_understood
    answer = puzzledsl.parse(imported.model).solve()
    assert answer.status == "solved"
    shaded, cell = answer.grids["shaded"], answer.grids["cell"]
    assert all(sum(filter(None, row)) >= 3 for row in shaded)
    assert cell[1][1] == sum(shaded[r][c] for r in range(3) for c in range(3) if (r, c) != (1, 1))
    assert all(cell[r][c] < 5 for r in range(6) for c in range(6) if shaded[r][c])


@pytest.mark.parametrize(
    ("subject", "definition"),
    [
        ("odd digits", ""),
        ("prime cells", ""),
        ("5s", ""),
        ("digits from 1 to 4", ""),
        ("peaks", "A cell is a peak if it is greater than all orthogonally adjacent cells."),
        ("land cells", "Odd cells are land."),
    ],
)
def test_every_claim_leaves_a_model_that_can_be_read(subject: str, definition: str) -> None:
    claims = (
        f"No 2x2 area may contain only {subject}. No 2x2 area contains more than 2 {subject}. Every 2x2 area "
        f"contains at least one even digit. Each row, column and box contains exactly two {subject}. All {subject} "
        f"form a single orthogonally connected region. The {subject} and the even digits each form an orthogonally "
        f"connected region. No two {subject} may be orthogonally adjacent. Within a box, {subject} may not touch "
        f"diagonally. All {subject} must be orthogonally adjacent to exactly two even digits. The {subject} sum to "
        f"at least 90. Each cage contains at most two {subject}. Numbers outside the grid give the number of "
        f"{subject} in that row or column. A digit in a circle counts the number of {subject} in the 8 surrounding "
        f"cells. There are at least 9 {subject}. Even digits may not be orthogonally adjacent to {subject}. Any "
        f"{subject} may not repeat a knight's move away."
    )
    rules = f"{NORMAL} {definition} {claims}"
    drawn = {
        **shape("circle", "R2C2"),
        **shape("rectangle", *["R7C7"] * (subject == "rocks")),
        "cage": [{"cells": ["R1C1", "R1C2"]}],
    }
    imported = read(ruleset=rules, text=[{"cells": ["R0C3"], "value": "4"}], **drawn)
    assert puzzledsl.parse(imported.model)
    assert not imported.not_understood


def test_letters_stand_for_digits_in_cells_words_and_cages() -> None:
    rules = (
        f"{NORMAL} Each letter represents a unique digit. If a letter is in the grid, that digit must be put in the "
        "same cell. Clues outside the grid show the sum of the first x digits, where x is the first one. Digits "
        "in cages sum to the number in the corner."
    )
    texts = [{"cells": [f"R5C{k}"], "value": letter} for k, letter in enumerate("ABCDEFGHI", 1)]
    texts.append({"cells": ["R0C4"], "value": "AJ"})
    imported = read(ruleset=rules, text=texts, cage=[{"cells": ["R9C1", "R9C2"], "value": "B"}])
    assert not imported.not_understood
    assert "var letter_j in 0..9" in imported.model
    assert "letter_j])" in imported.model
    assert "sum([r9c1, r9c2]) == r5c2" in imported.model
    answer = puzzledsl.parse(imported.model).solve()
    assert answer.status == "solved"
    cell = answer.grids["cell"]
    first = cell[0][3] or 0
    total = sum(cell[r][3] or 0 for r in range(first))
    assert total == 10 * (cell[4][0] or 0)
    assert (cell[8][0] or 0) + (cell[8][1] or 0) == cell[4][1]


def test_letters_stand_for_totals_of_cages() -> None:
    rules = (
        f"{NORMAL} Digits in cages sum to the number in the corner. Some cage totals are replaced with letters and "
        "must be determined by the solver. The values of the letters increase alphabetically."
    )
    cages = [
        {"cells": ["R1C1", "R1C2"], "value": "A"},
        {"cells": ["R3C1", "R3C2"], "value": "A"},
        {"cells": ["R5C1", "R5C2"], "value": "B"},
        {"cells": ["R9C1", "R9C2"], "value": "7"},
    ]
    imported = read(ruleset=rules, cage=cages)
    assert not imported.not_understood
    assert "strictly_increasing([total_a, total_b])" in imported.model
    assert "sum([r3c1, r3c2]) == total_a" in imported.model
    puzzledsl.parse(imported.model)


def test_a_line_may_have_one_sum_in_each_region_however_often_it_enters() -> None:
    line = {"lines": [["R1C3", "R1C4", "R2C4", "R2C3", "R3C3"]], "outlineC": "#0000FF", "width": 0.3}
    whole = "The sum of the digits on a blue line within a region must be the same for all regions that it passes."
    imported = read(ruleset=f"{NORMAL} {whole}", line=[line])
    assert "equal_sums([[r1c3, r2c3, r3c3], [r1c4, r2c4]])" in imported.model
    pieces = "Box borders divide a blue line into segments with the same sum."
    assert "region_sum: r1c3 r1c4 r2c4 r2c3 r3c3" in read(ruleset=f"{NORMAL} {pieces}", line=[line]).model


@pytest.mark.parametrize(
    "prose",
    [
        # A list of objects is no second predicate.
        "Every 5 must be orthogonally adjacent to a 4 and a 6.",
        "Odd digits may not be orthogonally adjacent to 4s and 6s.",
        "A cell is a peak if it is greater than all orthogonally adjacent cells. *All peaks are 8s and 9s.",
        "Odd cells are land. *Land cells contain only odd digits and 2s.",
        "Odd digits and 2s may not be orthogonally adjacent to 8s.",
        "Within a box, 4s and 6s may not be orthogonally adjacent to 5s.",
        "Odd cells are land. *Land may not be orthogonally adjacent and be prime.",
        # What stands in parentheses counts.
        "No 2x2 area may contain only odd digits (except in box 5).",
        "No 2x2 area may contain only odd digits (the 1 in r1c1 is exempt).",
        "Even digits may not be orthogonally adjacent (but may also touch diagonally).",
        "No two odd digits may be horizontally (or vertically) adjacent.",
        "No two odd digits may be horizontally adjacent.",
        "No two prime digits (1, 2, 3, 5, 7) may be orthogonally adjacent.",
        "No two odd digits (1, 3, 5) may be orthogonally adjacent.",
        # A heading, or a sentence before it, may say where it holds.
        "Box 5: No two odd digits may be orthogonally adjacent.",
        "On the main diagonals: No two odd digits may be orthogonally adjacent.",
        "Inside cages: Each row contains exactly two even digits.",
        "For a bonus: No two odd digits may be orthogonally adjacent.",
        "Green cells: No two odd digits may be orthogonally adjacent.",
        "The following only holds in box 1. *No 2x2 area may contain only odd digits.",
        "No two odd digits may be orthogonally adjacent. *This does not apply in box 5.",
        "No two odd digits may be orthogonally adjacent. *In box 5 they may.",
        # Exceptions, and words that forbid nothing.
        "Even digits may not repeat a king's move away from each other unless they are in the same cage.",
        "Even digits may not repeat a king's move away from the center cell.",
        "Even digits might not be orthogonally adjacent.",
        "No odd digit must be orthogonally adjacent to a 5.",
        "No 2x2 area may contain all digits from 1 to 4.",
        "No 2x2 area may contain 9s.",
        # Nouns of which the rules say too little, or two things.
        "Odd cells are land. Digits on the green line differ by at least 5. *They may not be orthogonally adjacent.",
        "Odd cells are land. Digits in cells with circles are odd. *They may not be orthogonally adjacent.",
        "Cells with a circle are buoys. Cells with a square are buoys. *Buoys may not be orthogonally adjacent.",
        "A cell is a peak if it is greater than all orthogonally adjacent cells. *Peaks are not marked.",
        "A cell is a peak if it is greater than all orthogonally adjacent cells. Digits in circles are peaks. "
        "*There are no other peaks.",
        "Digits in circles are peaks. A cell is a peak if it is greater than all orthogonally adjacent cells. "
        "*There are no other peaks.",
        "Even cells are islands. *Each island forms an orthogonally connected group.",
        "Even cells are rivers. *Rivers have a width of one cell.",
        "Numbers outside the grid show the total odd digits in their row.",
        "*Cells in cages are lakes of at most four odd digits. *Lakes may not be orthogonally adjacent.",
        "*Cells in cages are lakes and islands. *Lakes may not be orthogonally adjacent.",
    ],
)
def test_a_claim_that_may_mean_something_else_is_not_read(prose: str) -> None:
    """A sentence with an asterisk is not understood; if there is none, the only sentence is not."""
    marked = [part.strip().rstrip(".") for part in prose.split("*")[1:]] or [prose.rstrip(".")]
    sentences_left = [one.split(". ")[0] for one in marked]
    shapes = {**shape("circle", "R2C2"), **shape("rectangle", "R7C7"), "cage": [{"cells": ["R1C1", "R1C2"]}]}
    texts = [{"cells": ["R0C3"], "value": "4"}]
    imported = read(ruleset=f"{NORMAL} {prose.replace('*', '')}", text=texts, **shapes)
    for left in sentences_left:
        assert any(left in sentence for sentence in imported.not_understood), imported.not_understood
    found, _ = stated(prose.replace("*", ""))
    assert not [one for one in found if "is_peak(c)" not in one or "for c in {shape" not in one]


@pytest.mark.parametrize(
    ("prose", "left", "model"),
    [
        ("5s may not be orthogonally adjacent to 6s. Neither may 7s.", "Neither may 7s", ""),
        (
            "A peak is a cell that is larger than all its orthogonal neighbours. All peaks are odd. Each row has "
            "exactly one.",
            "Each row has exactly one",
            "",
        ),
        ("Each cage contains exactly one odd digit (cage in box 1: two).", "cage in box 1: two", "mod 2"),
        ("Digits in squares are 5s and 7s.", "are 5s and 7s", "5"),
        # What is said of one digit is not said of all.
        ("Two 5s may not be a knight's move apart.", "Two 5s", "anti_knight"),
        ("No 5 may be a knight's move away from another 5.", "No 5", "anti_knight"),
    ],
)
def test_what_is_said_in_few_words_is_named(prose: str, left: str, model: str) -> None:
    drawn = {**shape("rectangle", "R7C7"), "cage": [{"cells": ["R1C1", "R1C2"]}]}
    imported = read(ruleset=f"{NORMAL} {prose}", **drawn)
    assert any(left in sentence for sentence in imported.not_understood)
    assert not model or model not in imported.model.partition("alldifferent:")[2].partition("# Not")[0]


def test_a_noun_may_be_defined_behind_the_sentences_that_use_it() -> None:
    rules = "Gems may not be orthogonally adjacent. Gems are cells that are odd. Cells are shiny if they are odd."
    conditions, unread = stated(rules)
    assert conditions == ["for c in cells, y in neighbors(c):\n    not (is_gem(c) and is_gem(y))"]
    assert unread == ["cells are shiny if they are odd"]
    assert stated(rules.replace("odd. ", "shiny and not 7. "))[0] == []


def test_what_blocks_the_view_is_the_sentence_that_says_so() -> None:
    rules = (
        "Odd cells are land. Even cells are boats. Boats block sight. A digit in a circle counts the number of land "
        "cells it sees horizontally and vertically including itself. The nine blocks must have odd corners."
    )
    _, unread = stated(rules)
    assert unread == ["the 9 blocks must have odd corners"]


@pytest.mark.parametrize("prose", ["5s are 3, " + "3, " * 100 + "q.", "5s are 3" + ", are 3" * 20 + " and each q" * 9])
def test_a_sentence_of_many_parts_is_not_read(prose: str) -> None:
    assert stated(prose)[0] == []
    assert len(stated(prose)[1]) == 1


def test_a_letter_in_no_cell_has_no_certain_digit_unless_there_are_ten() -> None:
    rules = f"{NORMAL} Each letter represents a unique digit. Digits in cages sum to the number in the corner."
    texts = [{"cells": ["R1C1"], "value": "A"}, {"cells": ["R5C5"], "value": "B"}]
    imported = read(ruleset=rules, text=texts, cage=[{"cells": ["R9C1", "R9C2"], "value": "C"}])
    assert "letter_c" not in imported.model
    assert any("which digits the letters stand for" in one for one in imported.not_understood)


def test_a_clue_that_is_no_word_of_letters_is_left_out() -> None:
    rules = f"{NORMAL} Each letter represents a unique digit. Digits in cages sum to the number in the corner."
    texts = [{"cells": ["R1C1"], "value": "A"}, {"cells": ["R5C5"], "value": "B"}]
    imported = read(ruleset=rules, text=texts, cage=[{"cells": ["R9C1", "R9C2"], "value": "<B"}])
    assert "r9c1" not in imported.model.split("# Not")[0].partition("grid cell")[2]
    assert imported.not_understood
