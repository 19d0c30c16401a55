"""Sentences that say nothing about the answer: greetings, fog, examples, what need not be complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.statements import Sentence

_HARMLESS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^(?:not|there may be|n't) .*(?:necessarily|all).*(?:given|shown|marked|indicated|displayed|drawn)",
        r"^not (?:all|every)\b.*(?:given|shown|marked|indicated|displayed|drawn|present)",
        r"^(?:all|some) .*(?:are|have) not (?:been |necessarily )?(?:given|shown)",
        r"^(?:there is )?no (?:implied )?negative constraints?(?: appl\w+)?$|^negative constraints? does not apply$",
        r"^(?:different|separate|individual|distinct) (?:blue )?(?:lines?|regions?|cages?|wires?) (?:may|can|might|could) have (?:different|the same or different) (?:sums?|totals?|values?|segment sums?|region sums?)$",
        r"^(?:different|separate|two|2) .{0,20}lines (?:may|can) have (?:a )?different (?:segment |region )?(?:sums?|totals?|values?)$",
        r"^(?:the |these |segment )?sums? (?:may|can) (?:be different|differ|vary).{0,30}lines?$",
        r"^(?:the )?(?:digits|numbers) (?:on (?:a |the )?\w*\s?(?:lines?|arrows?|diagonals?)|along .{0,30}|within an arrow.{0,9}|there)? ?(?:may|can) (?:be )?repeat(?:ed)?,? ?(?:on|along|in|within|if|as|when)?.{0,60}$",
        r"\bfog\b", r"\bguess", r"\bhave fun\b", r"\benjoy\b", r"^(?:hello|hi|hey|rules?|sudoku|example|eg|e\.g|i\.e|ie|and|or|love|note)\b.{0,12}$",
        r"^(?:for example|for instance|e\.?g\.?|i\.?e\.?|ex|example)\b", r"\bthank", r"\bcosmetic", r"\bdecorati(?:on|ve)\b", r"\bgood luck\b",
        r"^(?:placing|entering|a) correct(?:ly)? .*(?:fog|clear|reveal|light|clues)", r"https?:|www\.", r"\bnote that\b.*\bcosmetic",
        r"\b(?:one|1) (?:digit )?(?:is|will be|being) double the other$", r"\bhappy\b|\bbirthday\b|\bchristmas\b|\beaster\b",
        r"^(?:it|they|digits) (?:may|can) (?:be )?repeat(?:ed)?",
    )
)  # fmt: skip


def is_harmless(sentence: Sentence) -> bool:
    """Whether a sentence asks nothing of the answer."""
    plain = sentence.plain
    if len(plain) < 3 or re.fullmatch(r"(?:e\.g|i\.e|eg|ie|etc|\W)*", plain):
        return True
    if re.match(r"(?:example|e\.g|for instance|story|hint|thanks)", sentence.heading):
        return True
    return any(pattern.search(plain) for pattern in _HARMLESS)
