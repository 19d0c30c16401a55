"""How many cells of a class are in a place: in squares of cells, rows and cages, around a marked cell, in its sight."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.amounts import AMOUNT, amount, some
from puzzledsl.formats.drawings.predicates import MUST

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.nouns import Nouns

_AREA = r"(?:areas?|blocks?|squares?|regions?|box(?:es)?|groups?|sections?|windows?)"
SQUARE = rf"2x2(?: {_AREA})?(?: of (?:the )?(?:cells|grid))?"
MAY = rf"(?:(?:{MUST}|may|can) )?"
_WHOLLY = r"(?:completely|entirely|fully|only|all)"
_HOUSE = r"(?:(?:3x3 )?(?:rows?|columns?|box(?:es)?|regions?))"
_HOUSES = rf"{_HOUSE}(?:(?:,? and |, | & |/)(?:in )?(?:each |every )*{_HOUSE})*"
PLACE = rf"(?P<place>{SQUARE}|{_HOUSES}|cages?)"
_IN_PLACES = (
    rf"(?:there {MAY}be )?(?P<no>no|every|each|any|all) {PLACE} {MAY}(?:(?P<all>contains? only"
    rf"|(?:consists?(?: {_WHOLLY})? )?of(?: only)?|(?:is|be) {_WHOLLY}|(?:(?:is|be) )?(?:{_WHOLLY} )?"
    rf"(?:made up|made|filled|composed|comprised)(?: {_WHOLLY})? (?:of|with)(?: only)?)"
    r"|(?:contains?|has|have) (?P<many>more than \d|\d or more|any|@@)) (?P<what>@)",
    rf"(?:there (?:is|are|must be) |place )?(?P<many>@@) (?P<what>@)(?: (?:appears?|is|are|must be|placed))* "
    rf"(?:in|per) (?:each|every) {PLACE}",
    r"there (?:is|are|must be) (?P<many>@@) (?P<what>@)(?: in (?:the (?:whole |entire )?grid|total))?",
)
_COUNTS = r"(?:counts?|indicates?|shows?|gives?|tells?(?: you)?|equals?|is|are|says)"
_HOW_MANY = r"(?:how many|exactly how many|the (?:total )?(?:number|amount|count) of)"
_WHAT = rf"(?P<of>{_HOW_MANY}|the (?:sum|total) of) (?:all )?(?:the )?(?P<what>@)"
_ITS_LINE = (
    r"(?:(?:that|the|their|its|this|an?|each)(?: given| corresponding| respective)? "
    r"(?:rows? (?:or|and) columns?|rows?/columns?|rows?|columns?))"
)
_NUMBERS = {
    "cages": (
        r"(?:the |an? )?(?:clue|number|value|total)s? (?:in (?:the )?(?:top[- ]left )?(?:corners? )?(?:of )?)?"
        rf"(?:an? |each |every |the )?cages? {_COUNTS} {_WHAT} (?:in|inside|within) (?:it|that cage|the cages?|them)",
    ),
    "outside": (
        rf"(?:the |an? )?(?:numbers?|clues?|digits?|values?) outside (?:of )?(?:the )?grid {_COUNTS} {_WHAT} "
        rf"(?:in|within) {_ITS_LINE}",
        rf"{_WHAT} (?:in|within) {_ITS_LINE} (?:is|are) (?:given|shown|indicated) "
        r"(?:by the (?:number|clue)s? )?outside (?:of )?(?:the )?grid",
    ),
}
_SEEN = re.compile(
    r"(?:that )?(?:it sees|it can see|can be seen|are seen|seen|visible)(?: horizontally (?:and|\+|plus) vertically"
    r"| in all (?:4 )?(?:orthogonal )?directions| orthogonally| in its row and column)"
)
_AROUND = {
    "touching(c)": r"(?:are )?(?:(?:in|among|within) (?:its|the)(?: up to)?(?: 8)? (?:surrounding|neighboring) "
    r"(?:cells|digits)|(?:surrounding|around) (?:it|them|that cell|the cell))",
    "neighbors(c)": r"(?:are )?(?:orthogonally (?:adjacent|next) to (?:it|them|that cell|the cell|itself)"
    r"|in (?:its |the )?orthogonally adjacent cells|among its orthogonal neighbors)",
    "row(row_of(c))": r"(?:are )?in (?:its|the same|that) row",
    "column(column_of(c))": r"(?:are )?in (?:its|the same|that) column",
}


def match_of(pattern: str, text: str, nouns: Nouns) -> re.Match[str] | None:
    """Match a pattern in which ``@`` stands for a phrase that names a class, ``@@`` for how many."""
    return re.fullmatch(pattern.replace("@@", AMOUNT).replace("@", nouns.phrase), text)


def in_places(nouns: Nouns, text: str) -> tuple[str, str] | None:
    """How many cells of a class are in places, as a condition, and what it is about: ``grid``, or ``cages``."""
    match = next((found for one in _IN_PLACES if (found := match_of(one, text, nouns))), None)
    held = nouns.holds(match["what"], "x") if match else None
    if match is None or held is None:
        return None
    said = match.groupdict()
    many, no = said["many"] or "", said.get("no") == "no"
    loop, place, about = _place(said.get("place") or "")
    each = f"{held} for x in {place}"
    if said.get("all"):
        counted: str | None = f"all({each})"
    elif many in ("a", "an", "any"):
        counted = f"any({each})" if no or many != "any" else None
    elif no:  # "no row has two" may mean two or more
        counted = amount(many, f"count({each})") if re.search(r"more|at least", many) else None
    else:
        counted = some(many, each)
    if counted and no:
        counted = f"not {counted}" if counted.startswith("a") else f"not ({counted})"
    return (loop + counted, about) if counted else None


def _place(words: str) -> tuple[str, str, str]:
    """The loop over the places that words name, the name of one of them there, and what the condition is about."""
    if words.startswith("2x2"):
        return "for block in blocks(2, 2):\n    ", "block", "grid"
    if not words or words.startswith("cage"):
        return "", "line" if words else "cells", "cages" if words else "grid"
    names = [name for name in ("row", "column", "box", "region") if re.search(rf"\b{name}", words)]
    groups = list(dict.fromkeys("{groups}" if name in ("box", "region") else f"{name}s" for name in names))
    joined = f"concat({', '.join(groups)})" if len(groups) > 1 else groups[0]
    return f"for group in {joined}:\n    ", "group", "grid"


def of_numbers(nouns: Nouns, text: str) -> tuple[str, str] | None:
    """``numbers outside the grid give the sum of the odd digits in their row``: a condition on ``line``."""
    for about, patterns in _NUMBERS.items():
        match = next((found for pattern in patterns if (found := match_of(pattern, text, nouns))), None)
        if match and (held := nouns.holds(match["what"], "c")):
            summed = re.search("sum|total of", match["of"])
            value = f"sum(if {held} then c else 0 for c in line)" if summed else f"count({held} for c in line)"
            return f"{value} == {{number}}", about
    return None


def of_digit(nouns: Nouns, text: str, sight: bool) -> str | None:
    """What a sentence says of the digit of one cell ``c``: its class, or how many cells of a class are where.

    Args:
        sight: the rules say what blocks the view.
    """
    text = re.sub(r"^(?:and )?(?:(?:its|the) digit|it|their digits?) ", "", text)
    if match := match_of(rf"(?:{MUST} )?(?:be|is|are|contains?) (?:an? |the )?(@)", text, nouns):
        return nouns.holds(match[1], "c") if nouns.noun(match[1]) else None
    counted = rf"{_COUNTS} {_HOW_MANY} (?P<what>@) (?P<where>.+?)(?P<itself>,? (?:including|counting) itself)?"
    match = match_of(counted, text, nouns)
    held = nouns.holds(match["what"], "x") if match else None
    if match is None or held is None:
        return None
    if _SEEN.fullmatch(match["where"]):
        noun = nouns.noun(match["what"])
        return f"c == sees_{noun.name}(c)" if noun and sight and match["itself"] else None
    around = next((cells for cells, words in _AROUND.items() if re.fullmatch(words, match["where"])), "")
    itself = match["itself"] and around.endswith("(c)")
    return f"c == count({held} for x in {f'concat([c], {around})' if itself else around})" if around else None
