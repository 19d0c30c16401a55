"""Cages: a number in the corner is the sum of the cells, or nothing but different values is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.board import Board

_NOUN = r"(?:cages?|killers?|dashed (?:box|area|region|line)\w*|boxes with dashed)"
_WORDS = """cage cages caged killer killers dashed box boxes sum sums summing add adds up total totals equal equals corner top upper
left hand topleft top-left small little clue clues value values not no non repeat repeats repeated repeating cannot can't don't
do may without unique distinct different duplicate duplicates its their specified provided there if present has some
only once included including target most written inside topmost left-topmost sum-total they it"""
RULES = (
    rule("cage_sum", "cage", rf"^(?!.*(?:different|another|other) cage)(?=.*\b{_NOUN})(?:.*\b(?:sums?|adds?|total)\b.*\b(?:to|up to|shown|given|is|the)\b|.*\b(?:clues?|totals?|corner).*\bsums?\b|^(?:normal|standard|regular) killer)", _WORDS),
    rule("cage_distinct", "cage", rf"(?=.*\b{_NOUN})(?:.*(?:not|never|n't|no|without|non)[ -]?(?:be )?(?:any )?(?:repeat|duplicat)|.*\b(?:distinct|unique|different)\b|.*only once|^(?:normal|standard|regular) killer)", _WORDS),
    rule("cage_repeats", "cage", rf"(?=.*\b{_NOUN}).*(?:can|may|might|could)(?: be)? (?:repeat)", _WORDS + " allowed by"),
)  # fmt: skip


def bind(board: Board) -> None:
    """Write the clues of cages."""
    draft = board.draft
    summed, distinct = board.said("cage_sum"), board.said("cage_distinct")
    repeats = board.said("cage_repeats")
    for cage in board.left_cages():
        if cage.hidden:
            continue
        alike = distinct and not repeats
        number = re.fullmatch(r"\s*(\d{1,4})\s*", cage.value)
        if number and summed:
            apart = bool(alike or (cage.distinct and not repeats))
            if _possible(draft, len(cage.cells), int(number[1]), apart):
                draft.clue(f"{'cage' if apart else 'total'} {number[1]}", cage.cells)
                board.explain(cage)
        elif not cage.value and distinct and not cage.color:
            draft.clue("cage", cage.cells)
            board.explain(cage)
    if summed and not any(not cage.hidden for cage in board.drawing.cages):
        board.leave_out(summed[0], "no cage is drawn for this rule")


def _possible(draft: Draft, size: int, total: int, distinct: bool) -> bool:
    """Whether so many cells can have a sum; a number that cannot be a sum means something else."""
    low, high = draft.lowest, draft.highest
    if distinct:
        values = range(low, high + 1)
        return size <= len(values) and sum(values[:size]) <= total <= sum(values[len(values) - size :])
    return size * low <= total <= size * high
