"""Sentences that say nothing about the answer: greetings, fog, examples, what need not be complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.statements import Sentence

_KINDS = (
    r"(?:sudoku|killer(?: cages?)?|cages|(?:partial )?(?:kropki(?: dots| pairs)?|xv)|[xv]'?s|(?:german|dutch) whispers?"
    r"|renban(?: lines)?|thermos?|thermometers|arrows|quadruples|quads|palindromes|sandwich|little killer"
    r"|region sum(?: lines)?|double arrows|(?:between|zipper|parity|entropic|modular|ambiguous) lines|product squares"
    r"|skyscrapers|(?:column|row) indexers|odd stars)"
)
"""A sentence that only lists kinds of clues names what other sentences explain."""
_MAY = r"(?:may|can|might|could|(?:is|are) allowed to)"
_COURSE = (
    r"(?:may|is allowed to|are allowed to|only|do not|don't|but|otherwise|and|or|of the same type|move|share|overlap"
    r"|cross|revisit|intersect|branch|travel|run|go|orthogonally|diagonally|horizontally|vertically|through|between"
    r"|the centers of|cells?|endpoints|with|each|other|themselves|zipper|lines)"
)
_EXAMPLE = r"(?:so,? )?(?:if,? )?(?:for example|for instance|e\W?g\b|i\.?e\b|ex\b|example)"
_HARMLESS = tuple(
    re.compile(pattern)
    for pattern in (
        # What need not be given, be the same, or be different.
        r"^(?:not|there may be|n't) "
        r".*(?:all|every|necessarily)\b.*(?:given|shown|marked|indicated|displayed|drawn|present)",
        r"^(?:all|some) .*(?:are|have) not (?:been |necessarily )?(?:given|shown)",
        r"^(?:there is )?no (?:implied )?negative constraints?(?: appl\w+)?$|^negative constraints? does not apply$",
        rf"^(?!.*\b(?:no|not|none|never|neither|only|must)\b)(?:[\w-]+ ){{1,8}}{_MAY} (?:have (?:a "
        rf"|its )?(?:different|own|the "
        r"same or different) (?:(?:segment|region) )?(?:sum|total|value)s?|sum to different totals"
        r"|(?:be different|differ|vary)(?: (?:for|on|between) (?:\w+ )*lines?)?)$",
        r"^(?:[\w-]+ )+(?:is|are) not necessarily the same(?: for [\w ]+)?$",
        rf"^(?:note that )?(?:digits|numbers|values|it|they)(?: (?:on|along|in|within|there)\b[\w -]{{0,40}}?)? {_MAY} "
        r"(?:be )?repeat(?!.*\b(?:if|when|where|in case)\b(?! (?:allowed|permitted|possible|other|no )))",
        r"^(?:note that )?repeat(?:s|ed digits)? (?:are|is) (?:still )?allowed [\w "
        r"]{0,40}(?:constraints|rules) of sudoku$",
        # Fog, good wishes, advice.
        r"^(?=.*\bfog\b).*\b(?:cover\w*|clear\w*|reveal\w*|lift\w*|remov\w*|correct\w*|placing|entering|hid\w+|guess\w*"
        r"|dynamic|filled|there is|appears)\b",
        r"^(?:placing|entering|a) correct(?:ly)? .*(?:fog|clear|reveal|light|clues)",
        r"\bguess|\bhave fun\b|\benjoy\b|\bthank|\bcosmetic|\bdecorati(?:on|ve)\b|\bgood luck\b|https?:|www\.|\bhappy\b"
        r"|\bbirthday\b|\bchristmas\b|\beaster\b|\bmore colorful\b",
        r"^no (?:guess|bifurc)|^guessing is never (?:necessary|needed|required)$|^brute forcing|\bhighly discouraged$",
        r"^(?:do not forget any of them|those are all the rules|the following rules apply to the colored lines)$",
        r"^you may want to do \[|^(?:the )?cage colors have no logical content$|^the \w+ is dappled "
        r"with light and shade$",
        # Headings and examples.
        r"^(?!sudoku x\b)(?:hello|hi|hey|rules?|sudoku|example|eg|e\.g|i\.e|ie|and|or|love|note)\b.{0,12}$",
        rf"^{_EXAMPLE}",
        r"^(?:so |eg |ie )?(?:if r\dc\d (?:=|is an?) \d|an? \d in r\d+c\d+)\b",
        r"^if (?:one|an?)?(?: ?\d| ?[\w ]{3,30}) (?:contains|has|appears)(?: an? \d)?\b[\w ]*,? then "
        r"no other\b.* an?y? ?[\w -]+",
        r"^\d{3,6} would be a valid line$|^the 1st digit, \d, indicates that the \d\w+ digit is a \d, and so on$",
        rf"^(?:(?:normal|standard|classic),? )?{_KINDS}(?:(?:,? and |, | & ){_KINDS})*(?: rules? appl(?:y|ies))?$",
        r"^(?:the|both|this) puzzles? (?:includes?|features?) .*\d .*(?:lines?|clues?)\b"
        r"(?!.*\b(?:must|cannot|not|exactly|only)\b)",
        r"^some \w+ shapes are in the grid|^(?:[\w ]+ )?replaced by question marks$",
        # What shows in the drawing.
        r"^(?:an? |the )?(?:small )?(?:dots?|circles?) (?:mark|indicate)s? the "
        r"(?:mid-?points?|centers?|middles?|central cell) "
        r"of [\w -]+$|^(?:the )?centers? of [\w -]*lines? (?:is|are) marked (?:by|with) (?:an? )?(?:small )?\w+$",
        rf"^(?:they|(?:the |different )?(?:[a-z]+ )?lines?) (?:{_COURSE},?(?: |$))+$",
        r"^the line that starts in r\dc\d ends at r\dc\d$"
        r"|^all (?:given )?lines (?:are|have) (?:a |of )?different colors?$",
        r"^(?:a|the) [a-z]+ (?:dot|circle) may hide (?:a )?part of a line$",
        r"^all (?:cages|lines|arrows|thermometers?) (?:are|have been) (?:given|shown)$",
        # What other sentences say as well, or what is always so.
        r"^(?:the )?(?:cells within )?(?:3x3 )?boxes (?:in the grid )?are (?:also )?numbered in "
        r"(?:normal )?reading order$",
        r"^(?:place|fill|put|write|enter) .*\d.*(?:cells?|grid|into the 3x3 boxes)$",
        r"^each row, column,? and diagonal of this box must all have the same sum$",
        r"^it may have both,? but (?:it )?doesn'?t need both$",
        r"^(?:the |these |such |any |2 |different |no 2 )*(?:segments?|groups?)(?: of cells)? "
        r"(?:cannot|may not|do not|must not|can't) overlap(?: each other)?"
        r"(?:,? and every cell is (?:a )?part of exactly one (?:group|segment))?$",
        r"^every cell is part of exactly one (?:group|segment)$|^an? diamond terminates an? line segment$",
        r"\bwhen the line re-?enters a box a new segment",
        r"^the entropic sets are low \(?1, ?2, ?3\)?, middle",
        r"^(?:for|on) odd[- ]length zipper lines,? (?:that|this) sum is the value (?:in|of) the (?:digit in the )?"
        r"(?:center|central|middle) (?:position|cell|digit)(?: of the line)?$",
        r"^each listed constraint type appears at least once in the puzzle$",
        r"^for the color-?blind,? any line entering an? (?:circle|square) is an? (?:whisper|renban)$",
        r"^solvers? must (?:deduce|determine) whether each \w+ is an? [\w ]+ or an? [\w ]+$",
        r"^the value of cages without a given total must be determined by the solver$",
        r"^(?:note )?every circle in the grid is part of both of the above constraints$",
        r"^this also includes all circles which are bounding the \w+ \w+ lines$",
        r"^the bulb will always be on (?:one|1|an) end of the line, never in the middle$",
        r"^point symmetric cells are pairs that are mirror images of each other",
        r"^a corner cage cell borders a horizontal and vertical dotted line$",
        r"^only shaded cells count toward the total$",
        r"^every (?:number|digit) is a multiple of (?:1|one)(?: and (?:of )?itself)?$",
    )
)


_ABOUT = re.compile(
    r"\d|\b(?:digits?|cells?|numbers?|rows?|columns?|box(?:es)?|regions?|grid|"
    r"sums?|totals?|differs?|ratios?|products?|lines?|dots?|cages?|circles?|squares?|arrows?|clues?|values?|"
    r"must|cannot|can't|may|not|no|never|all|each|every|any|only|same|different|"
    r"adjacent|consecutive|repeat\w*|paths?|loops?|shaded?|odd|even|contain\w*|"
    r"diagonals?|constraints?|sudoku|rules?|neighbou?r\w*|thermo\w*|killers?|"
    r"knights?|kings?|whispers?|sandwich\w*|palindrom\w*|kropki|quads?|renban|"
    r"entrop\w*|symmetr\w*|clones?|"
    r"position|bulbs?|given|equal|greater|less|larger|smaller|connected|touch\w*|"
    r"orthogonal\w*|reflect\w*|solver|determine\w*|deduce\w*|unknown|x|v|xv|anti\w*)\b"
)
"""A sentence without any of these words tells a story."""


_DEMANDS = re.compile(
    r"\b(?:must|cannot|can't|may not|mustn't|has to|have to|needs? to|should|never|no 2|unless|except|but|exactly|only"
    r"|at (?:least|most)(?! some)|sums? to|differ)\b"
)
"""What a sentence may say that asks something, beside a remark that asks nothing."""
_AGAIN = re.compile(r"^(?:in other words|that is(?: to say)?|that means|this means|i\.e\.)\b")
"""How a sentence begins that says what the one before it says."""


def says_again(sentence: Sentence) -> bool:
    """Whether a sentence only explains the one before it, which must be understood then."""
    return _AGAIN.match(sentence.plain) is not None


def is_harmless(sentence: Sentence) -> bool:
    """Whether a sentence asks nothing of the answer."""
    plain = sentence.plain
    if not sentence.is_read or (any(map(_DEMANDS.search, sentence.parentheses)) and not re.match(_EXAMPLE, plain)):
        return False
    if len(plain) < 3 or re.fullmatch(r"(?:e\.g|i\.e|eg|ie|etc|\W)*", plain):
        return True
    if re.match(r"not (?:all|every)\b.*\b(?:given|shown|marked)$", sentence.text.lower().rstrip(" .")):
        return True
    if re.search(r"\bfog\b", sentence.heading) and ("fog" in plain or not _DEMANDS.search(plain)):
        return True
    if re.match(r"(?:example|e\.g|eg\b|for example|for instance|story|hint|thanks)", sentence.heading):
        return True
    if not _ABOUT.search(f"{sentence.heading} {plain}"):
        return True
    return any(pattern.search(plain) and not _asks_more(pattern, plain) for pattern in _HARMLESS)


def _asks_more(pattern: re.Pattern[str], plain: str) -> bool:
    """Whether a sentence in which a harmless remark is found may ask something else besides."""
    exact = pattern.pattern.startswith("^") and pattern.pattern.endswith("$") and ".{" not in pattern.pattern
    example = re.match(rf"{_EXAMPLE}|if\b", plain)
    return not exact and not example and _DEMANDS.search(plain) is not None
