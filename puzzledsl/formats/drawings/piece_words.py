"""Sentences about the pieces into which the solver divides a grid, whatever the setter calls them.

"Divide the grid into galaxies" makes every galaxy of the prose a ``piece``. What a piece is like is then said in parts,
in any order and in one sentence or several: how many cells it has, that it is symmetric, that it is a path.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.amounts import amount
from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import named
from puzzledsl.formats.drawings.nouns import NO_TITLE
from puzzledsl.formats.drawings.predicates import composed_of
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, Rule, Sentence, Statement
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CUT = "divide|partition|split|cut|dissect"
_WHAT = r"the (?:(?:entire|whole|sudoku|9x9) )*grid"
_DIVISION = re.compile(
    rf"^(?:(?:{_CUT}) {_WHAT}|{_WHAT} (?:is|must be|should be|has to be|will be) (?:divided|partitioned|split|cut))"
    r" (?:up )?into"
    r" (?:exactly )?(?:(?P<count>\d+) )?"
    r"(?P<how>(?:(?:non-?overlapping|orthogonally|orthogonally-connected|connected|contiguous|separate),? )*)"
    r"(?P<noun>(?![a-z]*(?:ous|ss)\b)[a-z]{3,}s)"
    r"(?P<rest>(?:(?:[,:;]| -| (?:of|in|that|which|whose|with|each|such|so|containing|consisting)\b).*)?)$"
)
_OTHER_NOUNS = re.compile(
    r"regions?|rectangles?|pairs|segments?|parts|halves|boxes|box|rows|columns|lines?|squares|cages|cells|groups|sets|"
    r"digits|areas|paths?|loops?|numbers|values|sums|totals|sizes|shapes|colou?rs|dots|circles|diamonds|clues|arrows|"
    r"thermometers|thermos|sections|blocks|chunks|corners|edges|sides|halves|thirds|quarters|quadrants|others|ways|this|"
    r"subsets|sub-?regions|sub-?grids|places|categories|classes|letters"
)
"""What is divided into these is read elsewhere, or not at all: other sentences use the words for other things."""
_ASIDES = {
    "division": rf"(?:marked|shown|given|indicated) (?:with|by|as) an? (?:small )?(?:(?:{'|'.join(COLORS)}) )?"
    r"(?:dot|circle|star)s?",
    "ends": rf"(?: ?(?:(?:light|dark) )?(?:{'|'.join(COLORS)}) (?:diamond|square|circle)s?)+",
}
"""What may stand in the parentheses of a sentence about pieces; any others, and it is not read."""
_NOT_ALL = re.compile(
    r"\b(?:not (?:all|every)|some|may be)\b.*\b(?:dot|circle|diamond|star|center|piece|mark)s?\b.*"
    r"\b(?:given|shown|marked|drawn|present|indicated|displayed)\b"
)
"""How a sentence says that a piece may have no mark."""
_SIZES = {"domino": 2, "tromino": 3, "triomino": 3, "tetromino": 4, "pentomino": 5, "hexomino": 6, "heptomino": 7}
_WAYS = {name: (step, 0) for name, step in (("north", -1), ("up", -1), ("south", 1), ("down", 1))}
_WAYS |= {name: (0, step) for name, step in (("west", -1), ("left", -1), ("east", 1), ("right", 1))}
_WAY = f"(?:{'|'.join(_WAYS)})"
_TO = rf"{_WAY}(?:(?:,| or|, or|,? and) {_WAY})*"
_CORNER = (
    r"(?: (?:in|at) the (?:(?:north|south)[ -]?(?:east|west)|(?:top|bottom|upper|lower) (?:left|right))(?: corner)?)?"
)
_PARTS = {
    "size": re.compile(
        r"(?:of |in |containing |contains? |consists? of |consisting of |(?:made|comprised|composed) (?:up )?of )?"
        r"(?:exactly )?(?P<n>\d+)[ -](?:orthogonally[ -])?(?:connected |adjacent )?cells?(?: each)?"
        r"(?: (?:cages|regions|groups|areas|shapes))?\b"
        r"|(?:of |has )?(?:size|length) (?P<n1>\d+)\b"
    ),
    "connected": re.compile(
        r"(?:an? )?(?:orthogonally[ -])?(?:connected|contiguous)(?: (?:groups?|sets?|areas?|regions?)(?: of cells)?)?\b"
    ),
    "symmetric": re.compile(
        r"(?:180(?:°|[ -]degrees?)|2-fold|half-turn) rotational(?: symmetry|ly symmetric(?:al)?)"
        r"(?: (?:about|around) (?:their|its|the|a) (?:(?:small )?(?:centers?|dots?|circles?|stars?)))?\b"
    ),
    "path": re.compile(r"an? (?:path|line|chain|snake) of (?:length )?(?P<n>\d+)(?: cells)?\b"),
    "start": re.compile(rf"(?:starting|starts|beginning|begins) (?:at|from|with) its (?P<name>[a-z]+)\b{_CORNER}"),
    "ways": re.compile(rf"(?:moving|moves?|travels?|travelling) (?:only )?(?:orthogonally )?(?P<to>{_TO})\b"),
    "never": re.compile(rf"(?:but )?never (?P<to>{_TO})\b"),
    "end": re.compile(rf"(?:ending |ends )?(?:to|at|in) its (?P<name>[a-z]+)\b{_CORNER}"),
    "digits": re.compile(
        r"(?:contain|contains|containing|holds?|holding) (?:each of )?(?:all )?(?:the )?digits (?:from )?"
        r"1(?:-| to )(?P<n>\d)(?: exactly)? once(?: each)?\b|(?:no|without) repeat(?:ed|ing) digits\b"
    ),
}
"""What may be said of every piece."""
_GLUE = re.compile(r"[ .,:;-]+|(?:and|that|which|each|have|has|having|with|must|are|is|be|i\.?e\.?|also)\b")
_THE = "(?:an?|the)"
_HAS = "(?:contains|has|includes)"
_DOT = rf"(?:{_THE} )?(?:(?:light|dark|pale|bright) )?(?:{'|'.join(COLORS)}) (?:dot|circle|spot)"
_NAMED = r"[\"']?[a-z-]+[\"']?"
_NOT = r"(?:(?:may|must|can|do) ?not|can't|don't)"
_IN_PIECE = r"(?:with)?in (?:an?|any|each|the same) piece"
_SENTENCES = {
    "digits": rf"(?:the )?digits {_NOT} (?:be )?repeat(?:ed)? {_IN_PIECE}"
    rf"|no digits? (?:(?:may|can) )?repeats? {_IN_PIECE}"
    rf"|(?:the )?digits {_IN_PIECE} (?:{_NOT} (?:be )?repeat(?:ed)?|(?:are|must be) (?:all )?different)",
    "covers": r"(?:all|every|each) cells? (?:must be|is|are|belongs?|must belong) (?:a )?(?:part of|to|in) "
    r"(?:exactly )?(?:an?|1|one) piece|no pieces overlap|pieces (?:may|do|can|must) ?not overlap",
    "extreme": r"(?:all |each |every )?pieces? (?:with|of|containing) (?P<amount>.+?) cells? "
    r"(?:indicates?|marks?|shows?) (?:their|its) (?P<which>smallest|lowest|largest|highest|greatest) digits? with an? "
    r"(?P<shape>diamond|circle|square)(?: icon| symbol| marker)?",
    "ends": r"(?:(?P<n1>\d+|one) )?(?P<first>[a-z]+)(?: and (?:(?P<n2>\d+|one) )?(?P<second>[a-z]+))? "
    r"(?:are|is) (?:shown|given|marked),? "
    r"pointing (?:to|at) the (?:next|adjacent) cell (?:in|of) (?:that|the|its|their) piece",
    "marked": rf"(?:if (?:{_THE} )?(?:piece|it) {_HAS} {_DOT},? (?:then )?"
    rf"|{_DOT}s (?:mark|indicate|denote) (?:{_NAMED} )?pieces[ :,]*(?:those )?"
    rf"|the piece (?:that|which) {_HAS} {_DOT} )(?:(?:it |it's |must |is |be |an? )*{_NAMED}[:,] )?(?P<held>.+)",
}
_RULES = {
    name: Rule(name, "pieces", re.compile(rf"^(?:{says})$" if name in _SENTENCES else says))
    for name, says in (("division", ""), ("each", ""), *_SENTENCES.items())
}
_EACH = re.compile(
    r"^(?:each|every|all|the) pieces? (?=(?:is|are|has|have|must|contains?|consists?|starts?|moves?|holds?)\b)"
)


def in_terms_of_pieces(prose: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with ``piece`` for what one of them divides the grid into; as they are if none does."""
    nouns = {match["noun"] for one in prose if (match := _divides(one))}
    if len(nouns) != 1 or nouns <= {"piece", "pieces"}:
        return list(prose)
    (noun,) = nouns
    base = re.sub(r"(?:(?<=o)es|s)$", "", re.sub(r"ies$", "y", noun))
    many = re.compile(rf"\b(?:{base.removesuffix('y')}ies|{base}e?s)\b" if base != noun else rf"\b{noun}\b")
    single = re.compile(rf"\b{base}\b")
    size = f"pieces of {_SIZES[base]} cells, orthogonally connected" if base in _SIZES else "pieces"

    def renamed(text: str) -> str:
        divides = len(text) < LONGEST_SENTENCE and _DIVISION.match(text)
        return single.sub("piece", many.sub(size if divides else "pieces", text))

    return [
        replace(one, plain=renamed(one.plain), heading=renamed(one.heading), asides=renamed(one.asides))
        for one in prose
    ]


def _divides(sentence: Sentence) -> re.Match[str] | None:
    match = (_DIVISION.match(sentence.plain) or _DIVISION.match(sentence.whole)) if sentence.is_read else None
    return match if match and not _OTHER_NOUNS.fullmatch(match["noun"]) and not named(match["noun"]) else None


def about_pieces(sentence: Sentence, prose: Iterable[Sentence]) -> list[Statement]:
    """What a sentence says of the pieces into which another one of the prose, or it itself, divides the grid."""
    placed = NO_TITLE.search(sentence.heading) and not re.match(rf"(?:{_CUT}|the grid)\b", sentence.heading)
    if not sentence.is_read or placed or any(_NOT_ALL.search(other.whole) for other in prose):
        return []
    found = [one for one in _stated(sentence) if _is_told_whole(one, prose)]
    return found if found and any(map(_divides, prose)) else []


def _is_told_whole(one: Statement, prose: Iterable[Sentence]) -> bool:
    """Whether no parentheses, and no other sentence about the marks, change what a sentence about pieces says."""
    name, sentence = one.rule.name, one.sentence
    if sentence.asides and not re.fullmatch(_ASIDES.get(name, ""), sentence.asides):
        return False
    if name != "extreme" or not (match := said(one.rule, sentence)):
        return True
    shape = re.compile(rf"\b{match['shape']}")
    return not any(shape.search(other.whole) and not said(one.rule, other) for other in prose)


def _stated(sentence: Sentence) -> list[Statement]:
    if (match := _divides(sentence)) and _qualities(match["how"] + match["rest"]) is not None:
        return [Statement(_RULES["division"], sentence)]
    if match := _EACH.match(sentence.plain):
        return [Statement(_RULES["each"], sentence)] if _qualities(sentence.plain[match.end() :]) else []
    for name in _SENTENCES:
        found = said(_RULES[name], sentence)
        held = _condition(found) if found else None
        if found and held is not None:
            return [Statement(_RULES[name], sentence, named(found[0]), condition=held)]
    return []


def said(rule: Rule, sentence: Sentence) -> re.Match[str] | None:
    """Where a rule about pieces is said, with the heading or without it."""
    return rule.says.match(sentence.plain) or rule.says.match(sentence.whole)


def of_each(sentence: Sentence) -> tuple[int | None, dict[str, re.Match[str]]]:
    """Into how many pieces a sentence divides the grid, if it says that, and what it says of every piece."""
    if match := _divides(sentence):
        return int(match["count"]) if match["count"] else None, _qualities(match["how"] + match["rest"]) or {}
    match = _EACH.match(sentence.plain)
    return None, (_qualities(sentence.plain[match.end() :]) or {}) if match else {}


def _qualities(text: str) -> dict[str, re.Match[str]] | None:
    """What is said of every piece, part by part; nothing if a word belongs to no part, or a part is said twice."""
    found: dict[str, re.Match[str]] = {}
    text = re.sub(r"\bnon-?overlapping\b", "", text)
    place = 0
    while place < len(text):
        part = next(((name, m) for name, says in _PARTS.items() if (m := says.match(text, place)) and m[0]), None)
        glue = _GLUE.match(text, place)
        if part is not None:
            name, match = part
            if name in found and [*match.groups()] != [*found[name].groups()]:
                return None
            found[name] = match
            place = match.end()
        elif glue is not None:
            place = glue.end()
        else:
            return None
    return found


def steps_of(match: re.Match[str]) -> set[tuple[int, int]]:
    """The directions that a part ``ways`` or ``never`` names, as (rows, columns)."""
    return {_WAYS[word] for word in re.findall(_WAY, match["to"])}


def _condition(match: re.Match[str]) -> str | None:
    """What a sentence says of some pieces, in the language; empty if it needs no condition.

    Returns:
        A condition on a piece ``k`` with its ``size(k)`` and ``in_sequence(k)``, or ``from tail to head`` if its digits
        increase so.
    """
    if many := match.groupdict().get("amount"):
        return amount(many, "size(k)")
    text = re.sub(r"\bone\b", "1", match.groupdict().get("held") or "")
    if not text:
        return ""
    if rising := re.fullmatch(
        r"(?:with |its )?digits (?:increasing|increase|must increase|that increase) from (?:its|the) ([a-z]+) to "
        r"(?:its|the) ([a-z]+)",
        text,
    ):
        return f"from {rising[1]} to {rising[2]}"
    text = re.sub(r", (?=whose\b)", " and ", text).replace("either ", "").replace(", or ", " or ")
    return composed_of(_of_piece)(text)


def _of_piece(text: str) -> str | None:
    if re.fullmatch(r"(?:of )?(?:a single|a|1|a lone) cell", text):
        return "size(k) == 1"
    if match := re.fullmatch(r"(?:with|of|having|it has|have) (.+?) cells?", text):
        return amount(match[1], "size(k)")
    run = r"(?:unbroken |consecutive |single )*(?:sequence|set|run)(?: of consecutive digits)?(?:,? in any order)?"
    if match := re.fullmatch(rf"(?:whose|its|their|the) digits (?P<not>(?:do not|don't) )?form an? {run}", text):
        return "not in_sequence(k)" if match["not"] else "in_sequence(k)"
    return None
