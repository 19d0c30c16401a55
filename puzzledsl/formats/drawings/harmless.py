"""Sentences that say nothing about the answer: greetings, fog, examples, what need not be complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.statements import Sentence

_KINDS = (
    r"sudoku|killer(?: cages?)?|cages|kropki(?: dots| pairs)?|xv|german whispers?|dutch whispers?|renban(?: lines)?|"
    r"thermos?|thermometers|arrows|quadruples|quads|palindromes|sandwich|little killer|region sum(?: lines)?|"
    r"double arrows|between lines|zipper lines|parity lines|entropic lines|modular lines|ambiguous "
    r"lines|product squares|skyscrapers"
)
"""A sentence that only lists kinds of clues names what other sentences explain."""
_HARMLESS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^(?:not|there may be|n't) .*(?:necessarily|all).*(?:given|shown|marked|indicated|displayed|drawn)",
        r"^not (?:all|every)\b.*(?:given|shown|marked|indicated|displayed|drawn|present)",
        r"^(?:all|some) .*(?:are|have) not (?:been |necessarily )?(?:given|shown)",
        (
            r"^(?:there is )?no (?:implied )?negative constraints?(?: appl\w+)?$|^negative "
            r"constraints? does not apply$"
        ),
        (
            r"^(?:different|separate|individual|distinct) (?:blue )?(?:lines?|regions?|"
            r"cages?|wires?) (?:may|can|might|could) have (?:different|the same or different)"
            r" (?:sums?|totals?|values?|segment sums?|region sums?)$"
        ),
        (
            r"^(?:different|separate|two|2) .{0,20}lines (?:may|can) have (?:a )?different "
            r"(?:segment |region )?(?:sums?|totals?|values?)$"
        ),
        r"^(?:the |these |this |segment )*sums? (?:may|can) (?:be different|differ|vary).{0,30}lines?$",
        (
            r"^(?:the )?(?:digits|numbers) (?:on (?:a |the )?\w*\s?(?:lines?|arrows?|"
            r"diagonals?)|along .{0,30}|within an arrow.{0,9}|there)? ?(?:may|can) (?:be "
            r")?repeat(?:ed)?,? ?(?:on|along|in|within|if|as|when)?.{0,60}$"
        ),
        (
            r"^(?=.*\bfog\b).*\b(?:cover\w*|clear\w*|reveal\w*|lift\w*|remov\w*|correct\w*|"
            r"placing|entering|hid\w+|guess\w*|dynamic|filled|there is)\b"
        ),
        r"\bguess",
        r"\bhave fun\b",
        r"\benjoy\b",
        (r"^(?:hello|hi|hey|rules?|sudoku|example|eg|e\.g|i\.e|ie|and|or|love|note)" r"\b.{0,12}$"),
        r"^(?:for example|for instance|e\.?g\.?|i\.?e\.?|ex|example)\b",
        r"\bthank",
        r"\bcosmetic",
        r"\bdecorati(?:on|ve)\b",
        r"\bgood luck\b",
        r"^(?:placing|entering|a) correct(?:ly)? .*(?:fog|clear|reveal|light|clues)",
        r"https?:|www\.",
        r"\bhappy\b|\bbirthday\b|\bchristmas\b|\beaster\b",
        r"^(?:it|they|digits) (?:may|can) (?:be )?repeat(?:ed)?",
        r"^(?:place|fill|put|write|enter) .*\d.*(?:cells?|grid|into the 3x3 boxes)$",
        r"^some \w+ shapes are in the grid",
        r"when the line re-?enters a box a new segment",
        r"^(?:so,? )?for example",
        r"replaced by question marks$",
        r"^the center of (?:the|each) line is marked",
        r"^(?:eg )?an? \d in r\d+c\d+ ",
        r"^each row, column,? and diagonal of this box must all have the same sum$",
        r"^it may have both,? but (?:it )?doesn'?t need both$",
        r"^if (?:a|one) \w+(?: line)?(?: cell)? contains a \d",
        r"more colorful",
        r"^(?:not )?(?:all )?(?:possible )?[xv]'?s?$",
        r"^(?:the |these |such |any |2 |different |no 2 )*(?:segments?|groups?)(?: of cells)? "
        r"(?:cannot|may not|do not|must not|can't) overlap(?: each other)?"
        r"(?:,? and every cell is (?:a )?part of exactly one (?:group|segment))?$",
        r"^(?:digits|numbers|values) (?:may|can|might|are allowed to)(?: be)? repeat",
        (r"^all (?:cages|lines|arrows|thermometers?) (?:are|have been) (?:given|shown)" r"$"),
        r"^different (?:lines|ones) (?:may|can|might) have different .*(?:sums|totals|values)$",
        r"^no (?:guess|bifurc)|^guessing is never (?:necessary|needed|required)$",
        r"^(?:sums?|totals?|values?) (?:may|can) (?:differ|vary|be different)",
        r"^the (?:sum|value|total) (?:may|can) (?:differ|vary|be different)",
        r"^the entropic sets are low \(?1, ?2, ?3\)?, middle",
        r"^for odd length zipper lines, that sum is the value in the center cell of the line$",
        r"^each listed constraint type appears at least once in the puzzle$",
        r"^in other words, each set of 3 consecutive digits on a line must have one digit from each "
        r"(?:row|column) of a keypad$",
        r"^(?:column|row) indexers$|^odd stars$",
        r"^\d{3,6} would be a valid line$|^the 1st digit, \d, indicates that the \d\w+ digit is a \d, and so on$",
        r"^(?:if|eg if|e\.g\. if) (?:one|a|an?) [\w ]{3,30} (?:contains|has) an? \d(?: on it)?, then no other "
        r"[\w ]{3,30} may contain an? \d\b",
        r"^an? diamond terminates an? line segment$|^every cell is part of exactly one (?:group|segment)$",
        r"^lines may share endpoints, but otherwise don't overlap$",
        r"^(?:lines|zipper lines) (?:only move orthogonally and )?(?:do not|don't) (?:revisit cells or cross "
        r"themselves|share cells with"
        r" other zipper lines)$",
        r"^different lines of the same type do not share cells$",
        r"^the red line is allowed to cross or share cells with other lines$",
        r"^brute forcing|\bhighly discouraged$",
        r"^centers of zipper lines are marked by small circles$",
        r"^(?:small )?(?:dots|circles) mark the (?:mid-?points?|centers?|middles?) of (?:the )?[\w -]{3,30} lines?$",
        r"^(?:the )?(?:3x3 )?boxes (?:in the grid )?are numbered in (?:normal )?reading order$",
        r"^cells within 3x3 boxes are also numbered in normal reading order$",
        r"^the following rules apply to the colored lines$",
        r"^the value of cages without a given total must be determined by the solver$",
        r"^the \w+ is dappled with light and shade$",
        r"^for the color-?blind,? any line entering an? (?:circle|square) is an? (?:whisper|renban)$",
        r"^(?:the|both|this) puzzles? (?:includes?|features?) .*\d "
        r".*(?:lines?|clues?)\b(?!.*\b(?:must|cannot|not|exactly|only)\b)",
        r"^partial (?:kropki|xv)$",
        rf"^(?:(?:normal|standard|classic),? )?(?:{_KINDS})(?:(?:,? and |, | & )(?:{_KINDS}))*(?: rules? "
        rf"appl(?:y|ies))?$",
        r"^solvers? must (?:deduce|determine) whether each cage is a sum cage or a product cage$",
        r"^(?:note )?every circle in the grid is part of both of the above constraints$",
        r"^this also includes all circles which are bounding the \w+ \w+ lines$",
        r"^if, for example, (?:a|an) \d appears in a circle, then there must be exactly \d circles that contain "
        r"a \d$",
        r"^the bulb will always be on (?:one|1|an) end of the line, never in the middle$",
        r"^the entropic lines move horizontally and vertically, and do not overlap with each other$",
        r"^\w+ thermometers and \w+ thermometers may sum to different totals$",
        r"^you may want to do \[",
        r"^point symmetric cells are pairs that are mirror images of each other",
        r"^e,g if \d appears on a line it must appear \d times on lines$",
        r"^if for example the digits on both endpoints of a line are \d and \d, then",
        r"^the line that starts in r\dc\d ends at r\dc\d$",
        r"^a small dot indicates the central cell of its line$",
        r"^fog appears in the grid$",
        r"^those are all the rules$",
        r"^(?:eg |ie )?if r\dc\d = \d,? then r\dc\d\b",
        r"^a corner cage cell borders a horizontal and vertical dotted line$",
        r"^only shaded cells count toward the total$",
        r"^the product is not necessarily the same for different product squares$",
        r"^on odd[- ]length zipper lines,? this sum is the value of the (?:digit in the )?(?:central|middle) "
        r"(?:position|cell|digit)$",
        r"^if (?:a )?\d appears on an? [\w -]+ line,? then no other \d may appear on any [\w -]+ line"
        r"(?: in the puzzle)?$",
        r"^every (?:number|digit) is a multiple of (?:1|one)(?: and (?:of )?itself)?$",
        r"^(?:digits|numbers|values) (?:on|along|in|within) [\w -]{1,40} (?:may|can|might) repeat"
        r"(?:,? (?:if|as long as) (?:allowed by|not forbidden by|permitted by) (?:the )?other rules)?$",
        r"^(?:note that )?repeat(?:s|ed digits)? (?:are|is) (?:still )?allowed [\w ]{0,40}(?:constraints|rules) "
        r"of sudoku$",
        r"^\w+ (?:may|can|could) (?:be different|differ) (?:for|on|between) (?:different|each) lines?$",
        r"^do not forget any of them$",
        r"^(?:the )?cage colors have no logical content$",
        (r"^(?:each|every|different) lines? (?:may|can) have (?:a |its )(?:different|" r"own) (?:sum|total|value)"),
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
    r"orthogonal\w*|solver|determine\w*|deduce\w*|unknown|x|v|xv|anti\w*)\b"
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
    if not sentence.is_read:
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
    example = re.match(r"(?:so,? )?(?:for example|for instance|e\.?g\b|i\.?e\b|ex\b|example|if\b)", plain)
    return not exact and not example and _DEMANDS.search(plain) is not None
