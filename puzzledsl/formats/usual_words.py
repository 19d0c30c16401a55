"""How clues usually look on the web, and how setters word their rules."""

from __future__ import annotations

from puzzledsl.records import record

PALETTE = {
    "green": "#67f067",
    "purple": "#c77cff",
    "blue": "#2ecbff",
    "orange": "#ffa600",
    "yellow": "#ffe14d",
    "red": "#e6261f",
    "pink": "#ff9ad5",
    "teal": "#00a3a3",
    "lavender": "#c9b8f5",
    "peach": "#ffccaa",
    "brown": "#8b5a2b",
    "gray": "#b0b0b0",
}
"""Colours by the word that the rules use, the most distinct ones first."""


@record
class Wording:
    """A kind of line.

    Attributes:
        color: the usual colour.
        sentence: its rule, with ``{color}`` and ``{number}``.
        parameter: the argument that is a number, if there is one; lines with different numbers have different colours.
        only: the one number that the sentence is right for.
        ends: circles stand at both ends.
    """

    color: str
    sentence: str
    parameter: str = ""
    only: int | None = None
    ends: bool = False


KINDS = {
    "whisper": Wording("green", "Adjacent digits along a {color} line differ by at least {number}.", "gap"),
    "renban": Wording(
        "purple", "Digits on a {color} line form a set of consecutive digits without repeats, in any order."
    ),
    "nabner": Wording("yellow", "No two digits on a {color} line may be consecutive or the same."),
    "palindrome": Wording("gray", "A {color} line reads the same in both directions."),
    "between": Wording(
        "gray", "Digits on a {color} line are strictly between the digits in the circles at its ends.", ends=True
    ),
    "region_sum": Wording("blue", "Box borders divide a {color} line into segments with the same sum."),
    "entropic": Wording(
        "peach",
        "Any three consecutive digits on a {color} line contain a low digit, a middle digit and a high digit.",
    ),
    "modular": Wording(
        "teal",
        "Any three consecutive digits on a {color} line have different remainders when divided by {number}.",
        "m",
        only=3,
    ),
    "zipper": Wording(
        "lavender",
        "Digits at an equal distance from the center of a {color} line sum to the same total, which is the digit in "
        "the center if the line has odd length.",
    ),
    "double_arrow": Wording(
        "pink",
        "The sum of the digits on a {color} line equals the sum of the digits in the circles at its ends.",
        ends=True,
    ),
    "sum_line": Wording("red", "A {color} line is divided into segments that each sum to {number}.", "total"),
    "sequence": Wording("green", "Digits along a {color} line form an arithmetic progression."),
}
"""Rules of a line, by name."""

OUTSIDE_COLORS = {
    "sandwich": ("black", "#000000"),
    "x_sum": ("blue", "#1f5fa8"),
    "skyscraper": ("green", "#2e7d32"),
    "numbered_room": ("red", "#c62828"),
}
"""What numbers outside are written in where there are several kinds: the colours that they have in puzzledsl."""

OUTSIDE = {
    "sandwich": (
        "{number} outside the grid is the sum of the digits sandwiched between the {lowest} and the {highest} in its "
        "row or column.",
    ),
    "x_sum": (
        "{number} outside the grid is the sum of the first X digits in its row or column, where X is the first digit.",
    ),
    "skyscraper": (
        "{number} outside the grid is the number of skyscrapers that are visible from there.",
        "Larger digits hide smaller digits behind them.",
    ),
    "numbered_room": (
        "{number} outside the grid is the digit in the Nth cell from there, where N is the first digit.",
    ),
}
"""Rules of a row or column with a number outside."""

SENTENCES = {
    "sudoku": "Normal sudoku rules apply.",
    "latin": "Each row and column contains different digits.",
    "diagonal": "Digits cannot repeat on a marked diagonal.",
    "cage": "Digits in a cage do not repeat and sum to the number in its corner, if there is one.",
    "total": "Digits in a cage sum to the number in its corner. Digits may repeat in a cage.",
    "thermo": "Digits along a thermometer increase from the bulb end.",
    "slow_thermo": "Digits along a thermometer increase or stay the same from the bulb end.",
    "thermo, both": "Digits along a gray thermometer increase from the bulb end.",
    "slow_thermo, both": "Digits along a blue thermometer increase or stay the same from the bulb end.",
    "arrow": "Digits along an arrow sum to the number in its circle.",
    "pill": "Digits in a pill are read as one number, from left to right or from top to bottom.",
    "little_killer": "A number outside the grid with an arrow is the sum of the digits along the diagonal.",
    "white_dot": "Digits separated by a white dot are consecutive.",
    "black_dot": "Digits separated by a black dot have a ratio of 1:2.",
    "X": "Digits separated by an X sum to 10.",
    "V": "Digits separated by a V sum to 5.",
    "less": "An inequality sign points to the smaller digit.",
    "contains": "Digits in a small circle must appear in the four surrounding cells.",
    "odd": "A gray circle contains an odd digit.",
    "even": "A gray square contains an even digit.",
    "minimum": "A blue cell is smaller than its orthogonally adjacent cells.",
    "maximum": "An orange cell is greater than its orthogonally adjacent cells.",
    "counting_circles": "A digit in a circle counts how many circles contain that digit.",
    "anti_knight": "Cells a knight's move apart cannot contain the same digit.",
    "anti_king": "Cells a king's move apart cannot contain the same digit.",
    "nonconsecutive": "Orthogonally adjacent cells cannot contain consecutive digits.",
    "disjoint_groups": "Cells in the same position in their boxes contain different digits.",
    "global_entropy": "Every 2x2 area contains a low digit, a middle digit and a high digit.",
    "dutch_flatmates": "Every 5 has a 1 directly above it or a 9 directly below it.",
}
"""The sentences of all other rules."""


def usual_words(rule: str, number: object, values: tuple[int, ...]) -> tuple[str, ...]:
    """The sentences of a rule that looks as usual; empty if it has none.

    Args:
        number: the argument that its kind of line has.
        values: those of the grid.
    """
    if rule in KINDS:
        return (KINDS[rule].sentence.format(color=KINDS[rule].color, number=number),)
    if rule in OUTSIDE:
        return tuple(s.format(number="A number", lowest=values[0], highest=values[-1]) for s in OUTSIDE[rule])
    return (SENTENCES[rule],) if rule in SENTENCES else ()
