"""Cages: a number in the corner is the sum of the cells, or nothing but different values is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import write_different
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.statements import Statement

_NOUN = r"(?:cages?|killers?|dashed (?:box|area|region|line)\w*|boxes with dashed)"
_WORDS = """cage cages caged killer killers dashed box boxes sum sums summing add adds up total totals equal equals
    corner
    top upper left hand topleft top-left small little clue clues value values not no non repeat repeats repeated
    repeating cannot can't don't do may without unique distinct different duplicate duplicates its their
    specified provided there if present has some only once included including target most written inside topmost
    left-topmost sum-total they it show shows never
    appear more than once strictly divisor set"""
RULES = (
    rule(
        "cage_sum",
        "cage",
        (
            rf"^(?!.*(?:different|another|other) cage)(?!.*\b(?:to|of) \d)(?!.*(?:\bat (?:most|least)\b|"
            rf"\bor\b|(?:not|never|n't) (?:sum|add|total)))(?=.*\b{_NOUN})"
            rf"(?:.*\b(?:sums?|adds?|total)\b.*\b(?:to|up to|shown|given|is|the)\b|.*\b(?:clues?|"
            rf"totals?|corner).*\bsums?\b|^(?:normal|standard|regular) killer|.*must total "
            rf"indicated|.*shows? (?:their|its) sums?)"
        ),
        _WORDS,
        asides=r"x (?:can|may|could) be any digit(?: 0-9)?",
    ),
    rule(
        "cage_distinct",
        "cage",
        (
            rf"(?=.*\b{_NOUN})(?:.*(?:not|never|n't|no|without|non)[ -]?(?:be )?(?:any "
            rf")?(?:repeat|duplicat|appear more than once)|.*\b(?:distinct|unique|different)\b|.*only "
            rf"once|^(?:normal|"
            rf"standard|regular) killer)"
        ),
        _WORDS,
        asides=r"x (?:can|may|could) be any digit(?: 0-9)?",
    ),
    rule(
        "cages_either",
        "cage",
        rf"^(?=.*\b{_NOUN})(?!.*\bat (?:most|least)\b)"
        r".*\b(?:sums?|adds?)(?: up)? to (?P<n>\d+) or (?P<other>\d+)$",
        _WORDS + " all every each",
    ),
    rule("cages_are", "cage", rf"^(?!.*\bor\b)(?=.*\b{_NOUN}).*\b(?:sums?|adds?)(?: up)? to (?P<n>\d+)$", _WORDS),
    rule(
        "cages_equal",
        "cage",
        (
            rf"(?:every|all|each|^) ?{_NOUN}.*\bsame (?:sum|total)|sum .*{_NOUN} is the "
            rf"same|{_NOUN}.*sum to the same"
        ),
        _WORDS + (" without which x a o deduced marked same any every all unknown determined solver"),
    ),
    rule(
        "cages_equal_by_box",
        "cage",
        r"^(?:within|in) each (?:3x3 )?box,? (?:the digits in (?:each|all) cages?|all cages|every cage|each "
        r"cage) (?:must )?"
        r"(?:sums?|adds? up) to the same (?:number|total|sum)$",
    ),
    rule("boxes_differ", "whole", r"^(?:however,? )?no 2 boxes (?:use|have) the same (?:number|total|sum)$"),
    rule(
        "cage_run",
        "cage",
        rf"^digits (?:in|inside) a (?:killer )?{_NOUN} form a set of consecutive digits in any order$",
        _WORDS + " set consecutive any order",
        alone=True,
    ),
    rule(
        "cage_like_renban",
        "whole",
        rf"^digits in a (?:killer )?{_NOUN} behave like digits along renban lines$",
        _WORDS + " behave like along renban",
        alone=True,
    ),
    rule(
        "cage_repeats",
        "cage",
        rf"^(?!.*\bif\b(?! (?:allowed|permitted)))(?=.*\b{_NOUN}).*(?:can|may|might|could)(?: be)? (?:repeat)",
        _WORDS + " allowed by",
    ),
)


def bind(board: Board) -> None:
    """Write the clues of cages."""
    draft = board.draft
    summed, distinct = board.said("cage_sum"), board.said("cage_distinct")
    if board.said("signed_cages"):
        return
    repeats = board.said("cage_repeats")
    for cage in board.left_cages():
        if cage.hidden:
            if cage.distinct and not cage.value and len(cage.cells) > 1:
                draft.clue("alldifferent", cage.cells)
            continue
        alike = distinct and not repeats
        number = re.fullmatch(r"\s*(\d{1,4})\s*", cage.value)
        if number and summed:
            apart = bool(alike or (cage.distinct and not repeats and board.digits is None))
            if board.digits is not None and board.digits.said("cage_distinct"):
                write_different(board.digits.draft, "cage", cage.cells)
            if _possible(draft, len(cage.cells), int(number[1]), apart):
                board.clue("cage", f"{'cage' if apart else 'total'} {number[1]}", cage.cells)
                board.explain(cage)
        elif not cage.value and board.said("cages_either"):
            totals = re.findall(r"\d+", board.said("cages_either")[0].sentence.plain)
            names = ", ".join(map(cell_name, cage.cells))
            draft.line(f"sum({names}) in {{{', '.join(totals)}}}", "cage")
            if alike:
                draft.clue("cage", cage.cells)
            board.explain(cage)
        elif board.said("cages_are") and cage.value in ("", str(board.said("cages_are")[0].value)):
            board.clue("cage", f"{'cage' if alike else 'total'} {board.said('cages_are')[0].value}", cage.cells)
            board.explain(cage)
        elif not cage.value and (board.said("cage_run") or board.said("cage_like_renban")):
            board.clue("cage", "renban", cage.cells)
            board.explain(cage)
        elif not cage.value and distinct and cage.color in ("", "#000000"):
            board.clue("cage", "cage", cage.cells)
            board.explain(cage)
    for one in board.said("cages_equal"):
        cages = [cage for cage in board.drawing.cages if not cage.hidden and cage.cells]
        label = re.search(r"marked with (?:an? )?[\"']?([a-z])\b", one.sentence.plain)
        if label:
            cages = [cage for cage in cages if cage.value.lower() == label[1]]
        elif re.search(r"\bwithout an? (?:given )?(?:total|sum|clue|number)", one.sentence.plain):
            cages = [cage for cage in cages if not cage.value]
        if (
            len({cage.value for cage in cages}) == 1
            and len(cages) > 1
            and ("marked" not in one.sentence.plain or label)
        ):
            draft.line(
                f"equal_sums([{', '.join('[' + ', '.join(map(cell_name, cage.cells)) + ']' for cage in cages)}])"
            )
            if not distinct:
                board.explain(*cages)
        elif len(cages) < 2:
            board.leave_out(one, "fewer than two cages are drawn that could be meant")
        else:
            board.leave_out(one, "cages with and without labels are drawn, and either could be meant")
    for one in board.said("cages_equal_by_box"):
        _equal_by_box(board, one)
    if summed and not any(not cage.hidden for cage in board.drawing.cages):
        board.leave_out(summed[0], "no cage is drawn for this rule")


def _equal_by_box(board: Board, one: Statement) -> None:
    """Equal sums of the cages of each region, and different ones of the regions if the prose says so."""
    groups: dict[int | None, list[str]] = {}
    for cage in board.drawing.cages:
        regions = {board.region_of(cell) for cell in cage.cells}
        if cage.hidden or cage.value or len(regions) != 1:
            board.leave_out(one, "a cage that could be meant has a number, or lies in several boxes")
            return
        groups.setdefault(regions.pop(), []).append(f"[{', '.join(map(cell_name, cage.cells))}]")
    if not board.said("cage_distinct"):
        board.explain(*board.drawing.cages)
    for cages in groups.values():
        if len(cages) > 1:
            board.draft.line(f"equal_sums([{', '.join(cages)}])")
    if board.said("boxes_differ"):
        sums = ", ".join(f"sum({cages[0]})" for cages in groups.values())
        board.draft.line(f"alldifferent([{sums}])")


def _possible(draft: Draft, size: int, total: int, distinct: bool) -> bool:
    """Whether so many cells can have a sum; a number that cannot be a sum means something else."""
    low, high = draft.lowest, draft.highest
    if distinct:
        values = range(low, high + 1)
        return size <= len(values) and sum(values[:size]) <= total * draft.scale <= sum(values[len(values) - size :])
    return size * low <= total * draft.scale <= size * high
