"""Sentences that are taken apart: a subject says of which cells, and a predicate says what holds of them.

Predicates are composed of amounts ("at least 5", "2 or 7", "a multiple of 3"), kinds of digits ("odd", "low (1234)"),
and words for them ("differ by", "sum to", "contain"), with "not", "and" and "or". A sentence is read as a whole or not
at all: one word that fits nowhere, and it states nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.amounts import amount
from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import named
from puzzledsl.formats.drawings.predicates import composed_of, listed, not_listed, of_cell, pair, stands_alone
from puzzledsl.formats.drawings.statements import LONGEST_SENTENCE, Rule, Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.formats.drawings.statements import Sentence

_KINDS = re.compile(
    r"whispers?|german|dutch|renbans?|nabner|entropic|modular|parity|zipper|region|sum|between|lockout|palindromes?"
    r"|thermometers?|arrows?|index"
)
"""Names of lines with a meaning of their own, which a predicate does not say again."""
_QUANTIFIERS = re.compile(
    r"no|none|not|some|one|two|three|other|only|exactly|least|most|half|which|that|where|when|if|either|both|of|on|and"
    r"|or|but|in|with"
)
_AN = r"(?:(?:an?|the|each|every|all|any|given) ){0,2}"
_NOUN = r"(?P<noun>(?:[a-z'-]+ ){0,4}?)"
_LINES = rf"{_AN}{_NOUN}lines?"
_DIGITS = r"(?:digits|cells|numbers|values)"


def composed(sentence: Sentence, taken: dict[str, str]) -> list[Statement]:
    """What a sentence states about lines, marked cells, cages, capsules or the grid, as a condition.

    Args:
        taken: the names of rules so far, each with its condition; new ones are added.
    """
    plain = re.sub(r"^(?:additionally|also|in addition|furthermore|moreover),? ", "", sentence.plain)
    plain = re.sub(r"\bone\b", "1", plain)
    if len(plain) > LONGEST_SENTENCE or sentence.has_exception:
        return []
    for about, subject, predicate, form in _SUBJECTS:
        match = re.match(subject, plain)
        if match is None or not _free(match.groupdict().get("noun") or "", about):
            continue
        condition = predicate(plain[match.end() :].strip(" ,"))
        if condition is None or (about not in _OF_LISTS and not stands_alone(condition)):
            continue
        if "{inequality}" in condition and about != "cages":
            continue
        if "pairs(line)" in condition and predicate is _OF_DIGITS and about != "capsule":
            continue  # of the two digits of a capsule only; on a line one digit may be both
        name = _name(match.groupdict().get("noun") or "", sentence.heading, about)
        block = form.format(*match.groups(), condition=condition) if form else condition
        number = 2
        stem = name
        while taken.setdefault(name, block) != block:
            name, number = f"{stem}_{number}", number + 1
        colors = named(plain[: match.end()]) or named(sentence.heading)
        rule = Rule(name, "line" if about == "line pair" else about, re.compile(subject))
        return [Statement(rule, sentence, colors, condition=block)]
    return []


_OF_LISTS = ("line", "line pair", "capsule", "cages")
"""Subjects whose conditions may name the ``line``."""


def _free(noun: str, about: str) -> bool:
    """Whether the setter's own name of a thing says nothing more of it; a weak palindrome is no palindrome."""
    words = re.sub(r"\bweak [a-z]+", "", noun).replace("'", " ").split()
    lines = about.startswith("line")
    return not any(_QUANTIFIERS.fullmatch(word) or (lines and _KINDS.fullmatch(word)) for word in words)


def _name(noun: str, heading: str, about: str) -> str:
    """A name for the rule in the model: what the setter calls the lines, in the sentence or before it."""
    if not about.startswith("line"):
        return "_".join([*about.split(), "rule"])
    if not noun.strip() and re.fullmatch(r"(?:[a-z'-]+ ){1,3}lines?", heading):
        noun = re.sub(r" lines?$", "", heading)
    words = [word for word in re.findall(r"[a-z]+", noun) if word not in COLORS and len(word) > 1]
    return "_".join([*words[:3], "line"]) if words else "neighbors_line" if about == "line pair" else "whole_line"


_OF_DIGITS = composed_of(listed, not_listed)
"""The reader of what is said of all digits of a line."""

# ── subjects ──────────────────────────────────────────────────────────────────────────────────────

_SUBJECTS: tuple[tuple[str, str, Callable[[str], str | None], str], ...] = (
    (
        "line pair",
        rf"(?:orthogonally |diagonally )?(?:adjacent|neighboring|successive) (?:pairs of )?{_DIGITS} (?:on|along|in) "
        rf"{_LINES} ",
        composed_of(pair),
        "for a, b in pairs(line):\n        {condition}",
    ),
    (
        "line",
        rf"(?:on|along) {_LINES},? at least 1 pair of adjacent {_DIGITS} ",
        composed_of(pair),
        "any({condition} for a, b in pairs(line))",
    ),
    (
        "line",
        rf"(?:(?:equivalent(?:ly)? distant|equidistant) {_DIGITS} (?:on|along|in)|{_DIGITS} (?:that are )?"
        rf"(?:equidistant|(?:an )?equal distances?|the same distance) from the (?:center|middle) (?:of|on|along)) "
        rf"{_LINES} ",
        composed_of(pair),
        "for k in 1..len(line) div 2:\n        let a = line[k]\n        let b = line[len(line) + 1 - k]\n        "
        "{condition}",
    ),
    ("line", rf"(?:the )?{_DIGITS} (?:on|along|in) {_LINES} ", _OF_DIGITS, ""),
    ("line", rf"{_LINES} (?=may contain no|must|contains?\b|cannot|sums?\b)", _OF_DIGITS, ""),
    ("capsule", r"(?:each|every|all|the) (?:capsule|pill)s? ", _OF_DIGITS, ""),
    ("cages", r"(?:the )?digits in (?:an?|the|each|every|any) cages? ", _OF_DIGITS, ""),
    (
        "special mark",
        r"(?:the |an? )?digits? (?:in|on) (?:(?:an?|the|each|every|all) )?(?:[a-z-]+ "
        r"){0,3}?(?:circles?|cells?|squares?) ",
        lambda text: of_cell(text, "cell"),
        "",
    ),
    (
        "squares",
        r"the sum of (?:the )?digits in (?:any|each|every) 2x2 (?:region|area|square|block)s? "
        r"(not containing|without) an? circle ",
        composed_of(lambda text: amount(text.removeprefix("be "), "sum(block)")),
        "",
    ),
)
"""What a subject is about, its words, the reader of its predicate, and the form of the condition."""


def is_pairwise(statement: Statement) -> bool:
    """Whether a rule is about neighbours on a line only."""
    return statement.condition.startswith("for a, b in pairs(line):")
