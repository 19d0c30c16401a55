"""Sentences of rules that are taken apart into a subject and a predicate, and clues that turn, lie or scale."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.formats.drawings.phrases import composed
from puzzledsl.formats.drawings.statements import sentences
from tests.formats.test_f_puzzles import ANYTHING, KEYS, mistakes, puzzle, read

NORMAL = "Normal sudoku rules apply."


def drawn(color: str, *cells: str) -> dict[str, Any]:
    return {"lines": [list(cells)], "outlineC": color, "width": 0.3}


def conditions(text: str) -> list[str]:
    return [one.condition for sentence in sentences(text) for one in composed(sentence, {})]


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("Adjacent digits on golden clock lines differ by 2 or 7", "abs(a - b) in {2, 7}"),
        ("Neighbouring digits along a teal line must not sum to 10", "not (a + b == 10)"),
        (
            "Adjacent digits on the red line have a difference of at least 3 or sum to 9",
            "(abs(a - b) >= 3) or (a + b == 9)",
        ),
        ("Digits equidistant from the centre of a grey line sum to a prime", "a + b in {2, 3, 5,"),
        ("Digits on a red line match in Low (1234) vs High (56789)", ""),
        (
            "Equidistant digits on pink lines match in low (1234) vs high (56789)",
            "(a in {1, 2, 3, 4}) == (b in {1, 2, 3, 4})",
        ),
        (
            "Along red lines, at least one pair of adjacent digits must not differ by at least 4",
            "any(not (abs(a - b) >= 4)",
        ),
        ("A line may contain no digit that is a factor of its length", "all(not (len(line) mod a == 0) for a in line)"),
        ("The digits on a line must sum to a multiple of 7", "sum(line) mod 7 == 0"),
        ("Each capsule must contain one odd digit and one high digit (6789)", "(a mod 2 == 1) and (b in {6, 7, 8, 9})"),
        ("Digits in circles must be between the digits on both ends of the column", "min(at(1, column_of(cell))"),
        ("Digits in a cage must not sum to 10", "not (sum(line) == 10)"),
        ("Each red line must contain a 1 and a 9", "any(a == 1 for a in line) and any(b == 9 for b in line)"),
        ("Digits on red lines must not repeat", "alldifferent(line)"),
        # What is not read to its last word says nothing.
        ("Adjacent digits on golden clock lines differ by 2 or 7 on Sundays", ""),
        ("Adjacent digits on one of the green lines differ by 2", ""),
        ("Adjacent digits on a german whisper line sum to 10", ""),
        ("Adjacent digits on a green line may differ by 2", ""),
        ("Digits on a line sum to the usual total", ""),
    ],
)
def test_a_predicate_is_composed_or_nothing(sentence: str, condition: str) -> None:
    found = conditions(sentence)
    assert bool(found) == bool(condition), found
    assert all(condition in one for one in found)


def test_two_composed_rules_of_one_name_stay_apart() -> None:
    rules = f"{NORMAL} Digits on a pink line must sum to 12. Digits on a red line must sum to a multiple of 5."
    imported = read(line=[drawn("#FF0000", "R1C1", "R1C3"), drawn("#FF99DD", "R5C1", "R5C3")], ruleset=rules)
    model = puzzledsl.parse(imported.model)
    assert "sum(line) mod 5 == 0" in imported.model
    assert model.solve().status == "solved"


def test_a_condition_holds_for_the_lines_it_names_only() -> None:
    rules = f"{NORMAL} Adjacent digits on golden clock lines differ by 2 or 7."
    lines = [drawn("#FFD700", "R1C1", "R1C2", "R1C3"), drawn("#0000FF", "R9C1", "R9C2")]
    imported = read(line=lines, ruleset=rules)
    assert "clock_line: r1c1..r1c3" in imported.model
    assert any("blue line" in text for text in imported.not_understood)


def test_circles_of_which_all_are_given_bind_the_other_cells() -> None:
    rules = f"{NORMAL} Digits in circles must be between the digits on both ends of the row. (All circles given)"
    ring = [{"cells": ["R2C4"], "baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.75, "height": 0.75}]
    imported = read(circle=ring, ruleset=rules)
    assert not imported.not_understood
    assert "for cell in cells where not has_cell([r2c4], cell):" in imported.model


# ── clues that do not mean what they usually do ───────────────────────────────────────────────────

TURNS = (
    "Purple dots are pivot points for constraint clues, which rotate clockwise around their pivot point through "
    "N steps "
    "of 90 degrees, where N is the value on the pivot. Rotated clues may overlap but must not extend outside the "
    "grid."
)
EITHER = (
    "Pink dots are pivot points. Clues must be rotated around their pivot point in 90 degree steps, in a "
    "direction to be "
    "determined by the solver. The number of such steps is equal to the value on the pivot, and rotated clues "
    "must not "
    "extend outside the grid."
)


def dot(cell: str, color: str = "#CC66FF") -> dict[str, Any]:
    return {"cells": [cell], "baseC": color, "outlineC": color, "width": 0.3, "height": 0.3}


def test_a_clue_turns_with_the_digit_of_its_pivot() -> None:
    cage = [{"cells": ["R1C1", "R1C2"], "value": "9"}]
    imported = read(killercage=cage, circle=[dot("R1C1")], ruleset=f"{NORMAL} {TURNS}")
    assert not imported.not_understood
    for line in (
        "r1c1 mod 4 == 0 -> cage([r1c1, r1c2], 9)",
        "r1c1 mod 4 == 1 -> cage([r1c1, r2c1], 9)",
        "r1c1 mod 4 != 2",
        "r1c1 mod 4 != 3",
    ):
        assert line in imported.model
    model = puzzledsl.parse(imported.model)
    assert model.solve().status == "solved"


def test_a_clue_may_turn_either_way() -> None:
    arrow = [{"cells": ["R2C2"], "lines": [["R2C2", "R2C3"]]}]
    imported = read(arrow=arrow, circle=[dot("R2C2", "#FF99CC")], ruleset=f"{NORMAL} {EITHER}")
    assert "r2c2 mod 4 == 1 -> (sum([r3c2]) == r2c2) or (sum([r1c2]) == r2c2)" in imported.model
    assert "r2c2 mod 4 == 2 -> sum([r2c1]) == r2c2" in imported.model


def test_a_clue_with_two_pivots_is_left_out() -> None:
    cage = [{"cells": ["R1C1", "R1C2"], "value": "9"}]
    imported = read(killercage=cage, circle=[dot("R1C1"), dot("R1C2")], ruleset=f"{NORMAL} {TURNS}")
    assert "cage(" not in imported.model
    assert imported.not_understood


def test_all_clues_are_wrong_where_the_rules_say_what_that_means() -> None:
    rules = (
        f'{NORMAL} All clues are standard, and all clues are wrong. A clue is "wrong" if it is not 100% correct. '
        "Digits on thermometers must not increase from the bulb. Digits separated by an X must not sum to 10."
    )
    keys: dict[str, Any] = {
        "thermometer": [{"lines": [["R1C1", "R1C2", "R1C3"]]}],
        "odd": [{"cell": "R5C5"}],
        "text": [{"cells": ["R9C1", "R9C2"], "value": "X"}],
    }
    imported = read(ruleset=rules, **keys)
    for line in ("not thermo(r1c1..r1c3)", "not odd([r5c5])", "not xv([r9c1, r9c2], 10)"):
        assert line in imported.model
    puzzledsl.parse(imported.model)
    half = read(ruleset=rules.replace('A clue is "wrong" if it is not 100% correct. ', ""), **keys)
    assert "thermo(" not in half.model


def test_a_sentence_that_denies_a_rule_does_not_state_it() -> None:
    rules = f"{NORMAL} Digits separated by a black dot must not have a 1:2 ratio."
    spots = [{"cells": ["R1C1", "R1C2"], "baseC": "#000000", "outlineC": "#000000", "width": 0.3, "height": 0.3}]
    imported = read(circle=spots, ruleset=rules)
    assert "not black_dot([r1c1, r1c2])" in imported.model
    assert "\nblack_dot" not in imported.model


def test_values_may_be_twice_or_half_the_digits_of_a_box() -> None:
    rules = (
        f"{NORMAL}\nDigits in box 1 have either a doubled or halved value.\n"
        "Values sum to the digit in the top left corner of each cage."
    )
    imported = read(killercage=[{"cells": ["R3C3", "R3C4"], "value": "11"}], ruleset=rules)
    assert "any(2 * r3c4 + w1 == 22 for w1 in [4 * r3c3, r3c3])" in imported.model


# ── what is drawn ─────────────────────────────────────────────────────────────────────────────────


def test_strokes_that_look_like_one_line_are_one() -> None:
    rules = f"{NORMAL} Digits along a grey palindrome line read the same in both directions."
    halves = [drawn("#888888", "R1C1", "R1C2", "R1C3"), drawn("#888888", "R1C4", "R1C3")]
    assert "palindrome: r1c1..r1c4" in read(line=halves, ruleset=rules).model
    marked = read(line=halves, circle=[dot("R1C3", "#888888")], ruleset=rules).model
    assert "palindrome: r1c1..r1c4" not in marked


def test_numbers_outside_may_be_of_another_kind_than_the_site_has() -> None:
    rules = (
        f"{NORMAL} Outside clues show the sum of the nearest X or (X-1) numbers, where X is the number in the "
        f"first cell "
        "from that direction."
    )
    imported = read(sandwichsum=[{"cell": "R1C0", "value": "10"}], ruleset=rules)
    assert "short_x_sum 10: r1c1..r1c9" in imported.model
    assert not imported.not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Letter clues outside of the grid tell you about the first two digits (closest to the clue) in their "
        "row/column, as follows.\nO = odd = 1/3/5/7/9\nS = small = 1/2/3/4",
        "Letters outside the grid describe the first 2 digits of that row or column.\nO = 1, 3, 5, 7 or 9\nS = 1/2/3/4",
    ],
)
def test_letters_outside_mean_what_the_legend_says(said: str) -> None:
    rules = f"{NORMAL} {said}"
    texts = [{"cells": ["R1C0"], "value": "O"}, {"cells": ["R0C9"], "value": "S"}]
    imported = read(text=texts, ruleset=rules)
    assert "for c in [r1c1, r1c2]:\n    c in {1, 3, 5, 7, 9}" in imported.model
    assert "for c in [r1c9, r2c9]:\n    c in {1, 2, 3, 4}" in imported.model


def test_a_whisper_without_a_number_takes_that_of_the_rules() -> None:
    rules = f"{NORMAL} Neighbouring digits on a green line must differ by at least 3."
    assert "whisper 3: r1c1 r1c2" in read(whispers=[{"lines": [["R1C1", "R1C2"]]}], ruleset=rules).model


def test_things_are_made_of_digits() -> None:
    rules = (
        f"{NORMAL} Every five is a tree. Every odd digit orthogonally adjacent to a tree is a tent. There are no "
        f"other "
        "trees or tents. Tents may not be adjacent, not even diagonally. The amount of tents in a given row or "
        "column is "
        "indicated by the number outside the grid. The tents sum up to 40."
    )
    imported = read(sandwichsum=[{"cell": "R1C0", "value": "2"}], ruleset=rules)
    assert not imported.not_understood
    assert "count(is_tent(c) for c in r1c1..r1c9) == 2" in imported.model
    puzzledsl.parse(imported.model)


def test_a_division_into_rectangles_has_one_solution_where_all_circles_are_ones() -> None:
    rules = (
        "Normal sudoku rules apply. Divide the grid into rectangles, each containing exactly one circle. The "
        "digit in the "
        "circle gives the number of cells in the rectangle. Digits cannot repeat in rectangles."
    )
    places = {"R1C1": 4, "R2C3": 4, "R3C2": 4, "R4C4": 4}  # the four boxes
    circles = [
        {"cells": [cell], "baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.8, "height": 0.8} for cell in places
    ]
    from puzzledsl.formats.sites.f_puzzles.reading import puzzle_from

    cells = {cell: {"value": value, "given": True} for cell, value in places.items()}
    draft = puzzle_from(puzzle(size=4, cells=cells, circle=circles, ruleset=rules))
    found = puzzledsl.parse(draft.text()).solve()
    assert found.status == "solved"
    assert not draft.left_out


def test_regions_to_be_found_are_houses_only_where_the_rules_say_so() -> None:
    divide = "Divide the grid into 4 connected regions of 4 cells each."
    from puzzledsl.formats.sites.f_puzzles.reading import puzzle_from

    cells = {f"R{r}C{c}": {"region": 0} for r in range(1, 5) for c in range(1, 5)}
    rules = f"Place digits 1-4 in each row and column. Chaos Construction: {divide}"
    assert "chaos_construction(region)" not in puzzle_from(puzzle(size=4, cells=cells, ruleset=rules)).text()
    whole = puzzle_from(puzzle(size=4, cells=cells, ruleset=f"{rules} Each region contains digits 1-4 exactly once."))
    assert "chaos_construction(region)" in whole.text()
    assert puzzledsl.parse(whole.text()).solve().status == "solved"


WORDS = [
    f"{NORMAL} {TURNS}",
    f"{NORMAL} {EITHER}",
    f'{NORMAL} All clues are wrong. A clue is "wrong" if it is not 100% correct.',
    f"{NORMAL}\nDigits in box 5 have either a doubled or halved value.\n"
    "Values sum to the digit in the top left corner of each cage.",
    f"{NORMAL} Each capsule must contain one low digit (123) and one high digit (789).",
    f"{NORMAL} Divide the grid into triominoes. No two triominoes have the same shape, even when rotated or reflected. "
    "If a triomino contains a purple dot, it contains 3 consecutive digits. Pink dots mark triominoes of 3 cells.",
    f"{NORMAL} The tents sum up to 40. Every five is a tent. Digits on lines must sum to a multiple of 3.",
]
CLUES = ["killercage", "arrow", "circle", "line", "thermometer", "difference", "quadruple", "cage", "text"]


@settings(max_examples=40)
@given(
    st.sampled_from(WORDS),
    st.dictionaries(st.sampled_from([*KEYS, *CLUES]), ANYTHING, max_size=3),
    st.lists(st.sampled_from(["R1C1", "R1C2", "R2C1", "R5C5", "R9C9", "R0C1", "x"]), max_size=3),
    st.sampled_from(["9", "-3", "7/2", "²", "9" * 5000, ""]),
)
def test_changed_clues_are_read_or_refused(rules: str, keys: dict[str, Any], cells: list[str], value: str) -> None:
    drawn = [{"cells": cells, "lines": [cells, []], "value": value, "baseC": "#CC66FF", "outlineC": "#FF99CC"}]
    source = puzzle(ruleset=rules, **{**dict.fromkeys(CLUES, drawn), **keys})
    assert mistakes(json.dumps(source), "f-puzzles") <= {"format", "impossible", "given"}


def test_a_sentence_of_many_parts_is_not_tried_in_all_ways() -> None:
    assert not conditions("Adjacent digits on a red line sum to 5" + " and sum to 5 or sum to 6" * 25)


@pytest.mark.parametrize(
    "sentence",
    [
        "Digits on a red line must not sum to 5 and must repeat",
        "Digits on a red line sum to 5 and repeat or multiply to 8",
        "Digits on a red line sum to a multiple of 0",
        "Adjacent digits on a red line are in a 0:1 ratio",
        "Digits on a red line sum to a total that satisfies the inequality in the corner",
        "Digits in circles must be a multiple of its length",
        "Every 3 has its length orthogonally connected cells that are even",
        "Lines contain only high (10, 11, 12)",
        "Lines contain only low (1-12)",
        "Each red line must contain an odd digit and a 5",
        "Each red line must contain exactly one 1 and one 9",
        "Each red line must contain a 1 and a 1",
        "Digits on red lines repeat",
    ],
)
def test_a_sentence_that_could_mean_two_things_or_nothing_says_nothing(sentence: str) -> None:
    assert conditions(sentence) == []


def test_digits_of_other_scripts_are_digits() -> None:
    assert conditions("Digits on a red line sum to ٣ or ٤") == ["sum(line) in {3, 4}"]


@pytest.mark.parametrize(
    "rules",
    [
        "Every odd digit is a tree. Every even digit orthogonally adjacent to a tree is a let. Lets may not touch.",
        "Every odd digit is a tree. Every even digit orthogonally adjacent to a tree is a sum. The sums sum to 40.",
        "Every odd digit is a tree. Every even digit orthogonally adjacent to a tree is a cell. The cells sum to 40.",
        "Every odd digit is a tree. The trees sum to its length.",
        "Each instance of a letter represents the same digit, and no two different letters represent the same digit. "
        "The X positioned on a corner is the difference between r0c0 and r9c9.",
    ],
)
def test_words_that_mean_something_in_the_language_leave_a_model_that_can_be_read(rules: str) -> None:
    texts = [{"cells": ["R2C2"], "value": "A"}, {"cells": ["R5C5", "R5C6", "R6C5", "R6C6"], "value": "X"}]
    model = read(ruleset=rules, text=texts).model
    assert puzzledsl.parse(model)


@pytest.mark.parametrize(
    ("rules", "bound"),
    [
        ("cage repeats " + "repeat " * 50_000, "10,000 characters"),
        ("White dots and " * 3_000, "10,000 characters"),
        ("Be kind. " * 300, "200 sentences"),
        ("Sum " * 200, "400 characters"),
    ],
)
def test_rules_that_are_very_long_are_not_read_to_the_end(rules: str, bound: str) -> None:
    imported = read(ruleset=rules, killercage=[{"cells": ["R1C1", "R1C2"], "value": "5"}])
    assert any(bound in text for text in imported.not_understood)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("Each capsule must contain one low digit (123) and one high digit (789).", "no capsule of several cells"),
        ("You cannot use the same sum to make the total on the same line.", "no zipper line is known"),
    ],
)
def test_what_a_rule_could_be_about_is_said(rules: str, why: str) -> None:
    (said,) = read(ruleset=f"{NORMAL} {rules}").not_understood
    assert why in said
    assert rules.rstrip(".") in said
