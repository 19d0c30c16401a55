"""What sentences say of the cells of a class in a place: in cages, around a marked cell, in the row of a number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.nouns import AMOUNT

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.nouns import Nouns

_COUNTS = r"(?:counts?|indicates?|shows?|gives?|tells?(?: you)?|equals?|is|are|says)"
_WHAT = r"(?:the )?(?P<of>(?:sum|total|number|count|amount)(?= of )|how many)(?: of)? (?:all )?(?:the )?(?P<what>@)"
_HOUSE = (
    r"(?:(?:that|the|their|its|this|an?|each)(?: given| corresponding| respective)? "
    r"(?:rows? (?:or|and) columns?|rows?/columns?|rows?|columns?))"
)
_CAGED = (
    rf"(?:each|every|all) cages? (?:must )?(?:contains?|has|have) (?P<many>{AMOUNT}) (?P<what>@)",
    r"(?:the |an? )?(?:clue|number|value|total)s? (?:in (?:the )?(?:top[- ]left )?(?:corners? )?(?:of "
    r")?)?(?:an? |each |every "
    rf"|the )?cages? {_COUNTS} {_WHAT} (?:in|inside|within) (?:it|that cage|the cage|them|the cages)",
)
_OUTSIDE = (
    rf"(?:the |an? )?(?:numbers?|clues?|digits?|values?) outside (?:of )?(?:the )?grid {_COUNTS} {_WHAT} "
    rf"(?:in|within) {_HOUSE}",
    rf"{_WHAT} (?:in|within) {_HOUSE} (?:is|are) (?:given|shown|indicated) (?:by the (?:number|clue)s? "
    rf")?outside (?:of )?(?:the "
    r")?grid",
)
_SEEN = re.compile(
    r"(?:that )?(?:it sees|it can see|can be seen|are seen|seen|visible)(?: horizontally (?:and|\+|plus) vertically"
    r"| in all (?:4 )?(?:orthogonal )?directions| orthogonally| in its row and column)"
)
_AROUND = (
    (
        r"(?:are )?(?:in|among|within) (?:its|the)(?: up to)?(?: 8)? (?:surrounding|neighboring) (?:cells|digits)",
        "touching",
    ),
    (r"(?:are )?(?:surrounding|around) (?:it|them|that cell|the cell)", "touching"),
    (r"(?:are )?orthogonally (?:adjacent|next) to (?:it|them|that cell|the cell|itself)", "neighbors"),
    (r"(?:are )?in (?:its |the )?orthogonally adjacent cells|among its orthogonal neighbors", "neighbors"),
    (r"(?:are )?in (?:its|the same|that) row", "row"),
    (r"(?:are )?in (?:its|the same|that) column", "column"),
)


def caged(nouns: Nouns, text: str) -> str | None:
    """``every cage contains exactly one peak``: a condition on the cells ``line``, perhaps with its ``{number}``."""
    if match := re.fullmatch(_CAGED[0].replace("@", nouns.phrase), text):
        held = nouns.holds(match["what"], "x")
        return nouns.some(match["many"], f"{held} for x in line") if held else None
    return _number(nouns, re.fullmatch(_CAGED[1].replace("@", nouns.phrase), text))


def outside(nouns: Nouns, text: str) -> str | None:
    """``numbers outside the grid give the sum of the odd digits in their row``: a condition on ``line``."""
    patterns = (pattern.replace("@", nouns.phrase) for pattern in _OUTSIDE)
    return next((found for one in patterns if (found := _number(nouns, re.fullmatch(one, text)))), None)


def _number(nouns: Nouns, match: re.Match[str] | None) -> str | None:
    held = nouns.holds(match["what"], "c") if match else None
    if match is None or held is None:
        return None
    if match["of"] in ("sum", "total"):
        return f"sum(if {held} then c else 0 for c in line) == {{number}}"
    return f"count({held} for c in line) == {{number}}"


def of_digit(nouns: Nouns, text: str, sight: bool) -> str | None:
    """What a sentence says of the digit of one cell ``c``: its kind, or how many cells of a class are where.

    Args:
        sight: the rules say what blocks the view.
    """
    text = re.sub(r"^(?:and )?(?:(?:its|the) digit|it|their digits?) ", "", text)
    if match := re.fullmatch(rf"(?:must )?(?:be|is|are|contains?) (?:an? |the )?({nouns.phrase})", text):
        return nouns.holds(match[1], "c") if nouns.noun(match[1]) else None
    match = re.fullmatch(
        rf"{_COUNTS} (?:how many|the (?:total )?(?:number|amount) of|exactly how many) "
        rf"(?P<what>{nouns.phrase}) (?P<where>.+?)"
        r"(?P<itself>,? (?:including|counting) itself)?",
        text,
    )
    held = nouns.holds(match["what"], "x") if match else None
    if match is None or held is None:
        return None
    if _SEEN.fullmatch(match["where"]):
        noun = nouns.noun(match["what"])
        return f"c == sees_{noun.name}(c)" if noun and sight and match["itself"] else None
    around = next((name for words, name in _AROUND if re.fullmatch(words, match["where"])), "")
    if around in ("row", "column"):
        return f"c == count({held} for x in {around}({around}_of(c)))"
    if not around:
        return None
    cells = f"concat([c], {around}(c))" if match["itself"] else f"{around}(c)"
    return f"c == count({held} for x in {cells})"
