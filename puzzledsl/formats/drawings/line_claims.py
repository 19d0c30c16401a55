"""Which statements about lines are about the lines of which colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import fit, said
from puzzledsl.formats.drawings.line_kinds import line_kinds
from puzzledsl.formats.drawings.statements import rule
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement

_KINDS = (
    r"(?:region[- ]sums?|zippers?|renbans?|nabners?|(?:german |dutch "
    r")?whispers?|entropic|modular|palindromes?|parity|index)"
)
ALL_KINDS = rule(
    "all_kinds",
    "whole",
    rf"^(?:an?|all|each|every|the)(?: of the)?(?: [\w-]+)? "
    rf"lines?\b[^.]*\b(?:are|is|acts?|conforms?|follows?|obeys?|must be)\b"
    rf"(?: as| to)? both (?:an? |the |valid )*(?:{_KINDS}(?: lines?)? and (?:an? |valid )*{_KINDS}(?: lines?)?"
    r"|(?:of )?(?:the |these )?(?:rules|rule ?sets|constraints|types))$"
    rf"|^(?P<noun>[a-z -]+ lines are [a-z -]+ lines),? (?:they |which |that |and )+both act as an? {_KINDS}"
    rf"(?: lines?)? and an? {_KINDS}(?: lines?)?$",
    "valid region sum zipper renban nabner german dutch whisper entropic modular palindrome parity conform "
    "follow obey rulesets index they which "
    "acts both constraint type draw",
    alone=True,
)
"""All lines, or all of a colour, have two kinds at once, which other sentences explain."""
_SHADES = (
    r"\b(?:dark|light|pale|bright|thin|thick|narrow|wide|dashed|dotted|striped|outlined|hollow|(?:is|are) either)\b"
)
"""Words that may tell lines of one colour apart."""

_KIND_NAMES = {
    "region_sum": r"region[- ]sum",
    "zipper": r"\bzipper",
    "renban": r"\brenban",
    "nabner": r"\bnabner",
    "whisper": r"\bwhisper",
    "entropic": r"\bentropic",
    "modular": r"\bmodular",
    "palindrome": r"\bpalindrome",
    "parity": r"\bparity",
    "index": r"\bindex",
}
"""How a sentence names the kinds of lines that it does not explain."""


def why_unclaimed(one: Statement, statements: Sequence[Statement], groups: dict[str, list[Stroke]]) -> str:
    """Why a rule about lines is left out: nothing of its colour is drawn, or other rules could be about it as well."""
    hues = {group.split(" ")[0] for group in groups}
    if not hues:
        return "no line without a meaning of its own is drawn for this rule"
    if not one.colors:
        names = sorted({said(hue) for hue in hues})
        return f"the rule names no colour, and several lines could be meant: {', '.join(names)}"
    own = {hue for hue in hues if claims([one], hue)}
    if not own:
        return f"no {' or '.join(one.colors)} line is drawn"
    rivals = [other for other in statements if other is not one and any(claims([other], hue) for hue in own)]
    if rivals:
        return f"two rules could be meant for these lines, the other is “{rivals[0].sentence.text}”"
    return "the lines of this colour do not have the form that the rule needs"


def without_colors_of_circles(one: Statement) -> Statement:
    """The statement without colours, where they are those of the circles at the ends of its lines."""
    plain = one.sentence.plain
    tinted = rf"\b(?:{'|'.join(COLORS)}) "
    if one.rule.name not in ("double_arrow", "between", "peas") or re.search(rf"{tinted}lines?\b", plain):
        return one
    return replace(one, colors=()) if re.search(rf"{tinted}circles?\b", plain) else one


def with_all_kinds(board: Board, statements: list[Statement]) -> list[Statement]:
    """The statements, where a sentence says that lines have two kinds at once: both have its colours."""
    for one in board.said("all_kinds"):
        plain = one.sentence.plain.partition(" both ")[2]
        kinds = [name for name, words in _KIND_NAMES.items() if re.search(words, plain)]
        explained = [other for other in statements if other.rule.name in _KIND_NAMES]
        names = kinds or list(dict.fromkeys(other.rule.name for other in explained))
        if len(names) != 2 or any(other.rule.name not in names for other in explained):
            board.leave_out(one, "the rules do not explain just the two kinds of lines that could be meant")
            continue
        pair: list[Statement] = []
        for name in names:
            told = [other for other in explained if other.rule.name == name]
            gap = {"german": 5, "dutch": 4}.get(plain.split(" whisper")[0].split()[-1]) if name == "whisper" else None
            stated = line_kinds()[name].rules[0]
            pair.append(replace(told[0], colors=one.colors) if told else replace(one, rule=stated, value=gap))
        if any(other.rule.name == "whisper" and other.value is None for other in pair):
            board.leave_out(one, "by how much the digits differ is not said")
            continue
        statements = [other for other in statements if other not in explained] + pair
    return statements


def _width_fits(one: Statement, color: str, groups: dict[str, list[Stroke]]) -> bool:
    """Whether lines are thin, or thick, beside others of their colour, if a rule speaks of such."""
    base, _, width = color.partition(" ")
    widths = sorted(float(other.partition(" ")[2]) for other in groups if other.startswith(base))
    if len(widths) < 2 or not re.search(r"\bthi(?:n|ck)", one.sentence.plain):
        return True
    word = "thin" if float(width) == widths[0] else "thick" if float(width) == widths[-1] else "?"
    return re.search(rf"\b{word}", one.sentence.plain) is not None


def merged(statements: Sequence[Statement]) -> list[Statement]:
    """One statement for each rule and number: a general sentence about it may follow the one that names the colour."""
    found: dict[tuple[str, int | None], Statement] = {}
    for one in statements:
        key = (one.rule.name, one.value)
        before = found.get(key)
        found[key] = (
            one if before is None else replace(before, colors=tuple(dict.fromkeys((*before.colors, *one.colors))))
        )
    return list(found.values())


def labelled(board: Board, statements: Sequence[Statement], strokes: Sequence[Stroke]) -> list[Statement]:
    """The rule whose heading stands as a text in a cell of these lines, if it is only one: ``GW: …`` and ``GW``."""
    cells = {cell for stroke in strokes for cell in board.path(stroke)}
    labels = {
        shape.text.strip().lower(): shape
        for shape in board.drawing.shapes
        if shape.text.strip().isalpha() and (int(shape.center[0]) + 1, int(shape.center[1]) + 1) in cells
    }
    found = [one for one in statements if {one.sentence.heading, one.sentence.heading.split(" ")[0]} & labels.keys()]
    if len(found) != 1:
        return []
    board.explain(*(s for s in board.drawing.shapes if s.text.strip().lower() in labels))
    return found


def claimed(
    board: Board, statements: Sequence[Statement], color: str, groups: dict[str, list[Stroke]]
) -> list[Statement]:
    """The rules of the lines of one colour; none if that is not certain."""
    hue = color.split(" ")[0]
    pair = [one for one in statements if one.rule.name in _KIND_NAMES and not one.colors]
    if board.said("all_kinds") and pair:
        statements = [one for one in statements if one not in pair]
        colorless = any(fit(name, hue) == 1 for name in ("gray", "white", "black"))
        if not claims([one for one in statements if one.colors], hue):
            unsure = board.foreign or any(not one.colors for one in statements)
            return [] if unsure or (colorless and "colored" in board.said("all_kinds")[0].sentence.plain) else pair
    named = [one for one in statements if one.colors]
    if len(groups) == 1 and not board.foreign:
        fitting = [one for one in statements if not one.colors or claims([one], hue)]
        if len({one.rule.name for one in fitting} & {kind.name for kind in line_kinds().values() if kind.usual}) <= 1:
            return fitting
    best = claims(named, hue)
    if best:
        top = best[0][0]
        if max((fit(name, hue) for name in board.foreign), default=0.0) > top - 0.05:
            return []
        first = [one for value, one in best if value > top - 0.05]
        first = [one for one in first if _width_fits(one, color, groups)]
        # A weak fit is none where the same rule has a better one.
        for one in first:
            others = max((max(fit(name, other.split(" ")[0]) for name in one.colors) for other in groups), default=0.0)
            if others > top + 0.3:
                return []
        first = _without_rivals(first, hue, groups)
        together = len({one.colors for one in first}) == 1 and not any(
            re.search(_SHADES, f"{one.sentence.heading} {one.sentence.text.lower()}") for one in first
        )
        return first if together or len({one.sentence.text for one in first}) == 1 else []
    if max((fit(name, hue) for name in board.foreign), default=0.0) > 0.3:
        return []
    unnamed = [one for one in statements if not one.colors]
    free = list(dict.fromkeys(other.split(" ")[0] for other in groups if not claims(named, other.split(" ")[0])))
    if len(unnamed) == 1 and len(free) == 1:
        return unnamed
    if len(unnamed) == 1 and re.search(r"^(?:a|each|every|all) colored lines?\b", unnamed[0].sentence.plain):
        return unnamed if hue in free and all(fit(name, hue) < 1 for name in ("gray", "white", "black")) else []
    plain = [other for other in groups if fit("white", other[:7]) < 1 and fit("black", other[:7]) < 1]
    if len(statements) == 1 == len(unnamed) and len({other.split(" ")[1] for other in plain}) == 1 and color in plain:
        return unnamed
    usual = [one for one in unnamed if any(fit(name, hue) >= 0.7 for name in _usual(one))]
    return (
        usual
        if len(usual) == 1 and sum(any(fit(n, other) >= 0.7 for n in _usual(usual[0])) for other in free) == 1
        else []
    )


def _without_rivals(first: list[Statement], hue: str, groups: dict[str, list[Stroke]]) -> list[Statement]:
    """The one rule that only lines of this colour can have, if each other one may be about other lines."""
    hues = {group.split(" ")[0] for group in groups}
    elsewhere = [one for one in first if any(claims([one], other) for other in hues - {hue})]
    bound = [one for one in first if one not in elsewhere]
    return bound if len(bound) == 1 and len({one.colors for one in first}) == len(first) else first


def _usual(one: Statement) -> tuple[str, ...]:
    return (
        ("orange",)
        if one.rule.name == "whisper" and one.value == 4
        else line_kinds()[one.rule.name].usual
        if one.rule.name in line_kinds()
        else ()
    )
