"""Sentences of setters, and which rules they state: each entry has one, and what changes a rule none."""

from __future__ import annotations

import pytest

from puzzledsl.formats.prose import read_prose
from puzzledsl.formats.prose.lexicon import built, lexicon, normalised

STATED = {
    "magic_square": "Box 5 is a magic square",
    "split_pea": "Digits on a line between two circles sum to a two-digit number made of the digits in the circles",
    "sudoku": "Place the digits from 1 to 9 into every row, column and 3x3 box.",
    "latin": "Each row and each column contains the digits 1-6 once.",
    "anti_knight": "Cells a knight's move apart (in chess) cannot contain the same digit.",
    "anti_king": "Digits a king's move apart must be different.",
    "nonconsecutive": "Orthogonally adjacent cells cannot contain consecutive digits.",
    "disjoint_groups": "Digits in the same position in different boxes cannot repeat.",
    "dutch_flatmates": "Every 5 must have a 1 directly above it or a 9 directly below it.",
    "diagonal": "Digits cannot repeat on either marked diagonal.",
    "no_sum": "No two orthogonally adjacent cells may sum to 10.",
    "index_159": "Digits in columns 1, 5 and 9 indicate the column in which the digit 1, 5 or 9 appears in that row.",
    "all_dots": "All possible dots are given.",
    "all_xv": "All Xs and Vs are given.",
    "whisper": "Along a green line, neighbouring cells must have values with a difference of five or more.",
    "german whisper": "The green line is a German whisper.",
    "dutch whisper": "Orange lines are Dutch whisper lines.",
    "renban": "Each purple line contains a set of consecutive, non-repeating digits, which can appear in any order.",
    "nabner": "No two digits on the yellow line may be consecutive.",
    "region_sum": "Box borders divide each blue line into segments with the same sum.",
    "region cut": "The 3x3 box borders divide the blue line into segments.",
    "segment sums": "Each segment along a line must have the same sum.",
    "palindrome": "Grey lines read the same forwards and backwards.",
    "modular": "Any set of 3 sequential cells on a teal line contains a digit from 147, one from 258, one from 369.",
    "entropic": "Every 3 cells along the line contain a low digit {123}, a middle digit {456} and a high digit {789}.",
    "parity": "Along a red line, adjacent digits must alternate between odd and even.",
    "between": "Digits along a grey line lie strictly between the digits in the circles at its ends.",
    "zipper": "Digits an equal distance from the centre of a lavender line sum to the digit in the centre.",
    "sum_line": "Each line can be divided into one or more non-overlapping groups which sum to 10.",
    "double_arrow": "The sum of the digits on a line equals the sum of the digits in the circles at its ends.",
    "sequence": "Digits along a green line form an arithmetic progression.",
    "clone": "Cloned cells contain the same digits in the same position.",
    "index_row": "In a row index cell, the digit indicates the position of its own position in that row.",
    "index_column": "In a column index cell, the digit indicates the position of its own position in that column.",
    "index_box": "In a box index cell, the digit indicates the position of its own position in that box.",
    "global_entropy": "Every 2x2 area contains a low digit, a middle digit and a high digit.",
    "distinct": "Digits cannot repeat on a line.",
    "thermo": "Digits along a thermometer must strictly increase from the bulb to the tip.",
    "slow_thermo": "Along slow thermometers, digits increase or stay the same as they move away from the bulb.",
    "arrow": "Digits along an arrow sum to the number in the attached circle.",
    "arrow pill": "Two-digit totals in a pill are read from left to right.",
    "cage sum": "Digits within each cage must sum to the number shown in the top-left corner.",
    "cage total": "All cages sum to 19.",
    "cage distinct": "Digits do not repeat within a cage.",
    "cage repeats": "Digits may repeat in cages.",
    "equal cages": "All cages have the same sum.",
    "white_dot": "A white dot joins consecutive digits.",
    "black_dot": "If two digits are joined by a black dot, one is double the other.",
    "x": "An X between two cells means that they sum to ten.",
    "v": "Digits separated by a V sum to 5.",
    "less": "Inequality signs point to the smaller digit.",
    "quadruple": "Digits in a circle must appear at least once in the four surrounding cells.",
    "odd": "Grey circles contain odd digits.",
    "even": "Digits in grey squares are even.",
    "counting_circles": "A digit in a circle indicates how many times it appears in circles.",
    "maximum": "Shaded cells are greater than all orthogonally adjacent cells.",
    "minimum": "Blue cells are smaller than all orthogonally adjacent cells.",
    "extra_region": "Each shaded region contains the digits 1-9.",
    "little_killer": "Clues outside the grid give the sum of the digits along the indicated diagonal.",
    "sandwich": "Numbers outside the grid give the sum of the digits between the 1 and the 9 in that row or column.",
    "x_sum": "A clue outside the grid is the sum of the first X digits in that row or column, X being the first one.",
    "skyscraper": "Clues outside the grid tell how many skyscrapers are visible from that direction.",
    "heights": "Taller skyscrapers block the view of shorter ones.",
    "numbered_room": "A clue outside the grid is the digit in the Nth cell from there, where N is the first digit.",
    "nothing": "Not all possible dots are necessarily given.",
}
"""A sentence for each entry."""

CHANGED = (
    "Identical digits may appear a knight's move apart.",
    "Every digit must see an identical digit a knight's move apart.",
    "Digits a knight's move apart need not be different.",
    "On both diagonals one digit repeats exactly once.",
    "Digits may repeat in cages if they are odd.",
    "Digits in a cage sum to at most the given number.",
    "Digits in each cage sum to the number in the corner of a different cage.",
    "Digits along a thermometer increase toward the bulb.",
    "Digits along an arrow do not sum to the digit in the circle.",
    "Digits along an arrow sum to the digit in the circle of a different arrow.",
    "Adjacent digits on a green line differ by exactly 5.",
    "Digits on a green line differ by at least 5 or are equal.",
    "Digits on the line are between the digits in the circles, inclusive.",
    "Clues outside the grid give the sum of the digits outside the 1 and the 9.",
    "White dots separate digits that are not consecutive.",
    "Digits in a circle do not appear in the surrounding cells.",
    "Shaded cells may repeat a digit of their row.",
    "Almost all green lines are German whispers.",
    "One of the green lines is a German whisper.",
)


def test_what_a_build_has_written_is_what_the_words_say() -> None:
    assert built() == normalised()


@pytest.mark.parametrize("name", [entry.name for entry in lexicon().entries])
def test_each_entry_is_stated_in_usual_words(name: str) -> None:
    reading = read_prose(STATED[name])
    assert [one.entry.name for one in reading.stated] == [name]
    assert not reading.unread


@pytest.mark.parametrize("said", CHANGED)
def test_a_sentence_that_says_something_else_states_nothing(said: str) -> None:
    reading = read_prose(said)
    assert not reading.stated
    assert reading.unread


def test_a_sentence_may_state_two_rules() -> None:
    reading = read_prose("Digits in a cage sum to the number in the corner and do not repeat.")
    assert {one.entry.name for one in reading.stated} == {"cage sum", "cage distinct"}
    reading = read_prose("Circles are even, squares are odd.")
    assert {one.entry.name for one in reading.stated} != {"odd", "even"} or len(reading.unread)


def test_a_heading_names_the_line_of_its_sentences() -> None:
    reading = read_prose("German whispers: adjacent digits differ by at least 5.")
    assert [(one.entry.clue, one.number) for one in reading.stated] == [("whisper {n}", 5)]


def test_a_sentence_says_its_number_and_colours() -> None:
    (one,) = read_prose("Neighbouring digits on a light blue line have a difference of at least three.").stated
    assert (one.number, one.colors) == (3, ("ligh blue",))


@pytest.mark.parametrize(
    ("said", "mark", "is_doubt"),
    [
        ("All cages have a small clue in the leftmost cell of the top row.", "cage", False),
        ("Some cages are not what they seem.", "cage", True),
        ("Some cages are not what they seem.", "thermo", False),
        ("There is a doubler in each row.", "thermo", True),
        ("All clues are wrong.", "dot", True),
        ("Once upon a time there was a line.", "line", False),
    ],
)
def test_a_sentence_casts_doubt_on_its_own_mark(said: str, mark: str, is_doubt: bool) -> None:
    reading = read_prose(said)
    assert (reading.doubt(mark) is not None) == is_doubt


def test_a_sentence_about_other_colours_casts_no_doubt() -> None:
    reading = read_prose("Purple lines may not be what they seem.")
    assert reading.doubt("line", ("green",)) is None
    assert reading.doubt("line", ("purple",)) is not None


def test_a_sentence_about_sums_casts_no_doubt_on_what_neighbours_may_not_sum_to() -> None:
    reading = read_prose("When the boxes are summed together, they are not equal to the star. No knight sees itself.")
    assert reading.doubt("grid", (), "no_sum") is None
    assert reading.doubt("grid", (), "anti_knight") is not None


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("Adj. digits on a green line differ by at least 5.", ["whisper"]),
        ("Not all adj. digits on a green line differ by at least 5.", []),
        ("Orth. adjacent cells cannot be consecutive.", ["nonconsecutive"]),
        ("Digits along a thermometer, e. g. a gray one, increase from the bulb.", ["thermo"]),
        ("Cells a knight's move apart (diff. by two rows) cannot repeat.", []),
        ("Digits on a green line differ by no. 5 at least.", []),
        (
            "Digits on green lines differ by at least 5, max. Digits increase along thermometers from the bulb.",
            ["thermo"],
        ),
    ],
)
def test_abbreviations_end_no_sentence(said: str, rules: list[str]) -> None:
    found = read_prose(said)
    assert [one.entry.name for one in found.stated] == rules
    assert all("\u2024" not in one.text for one in found.unread)
