"""Cages: a number in the corner is the sum of the cells, or the digits are only different."""

from __future__ import annotations

import re

from puzzledsl.formats.clues import can_sum
from puzzledsl.formats.draft import bracketed
from puzzledsl.formats.prose.recognition import Recognition


def bind(recognition: Recognition) -> None:
    """Write the clues of cages."""
    draft = recognition.draft
    summed, repeats = recognition.stated("cage sum"), recognition.stated("cage repeats")
    total = recognition.stated("cage total")
    distinct = bool(recognition.stated("cage distinct")) and not repeats
    normal = any("killer" in one.sentence.plain and "normal" in one.sentence.plain for one in summed)
    shown = [cage for cage in recognition.drawing.cages if not cage.hidden]
    for cage in filter(recognition.is_left, recognition.drawing.cages):
        number = re.fullmatch(r"\s*(\d{1,4})\s*", cage.value)
        apart = distinct or normal or (cage.distinct and not repeats)
        rule = "cage" if apart else "total"
        words = ""
        if cage.hidden:
            if cage.distinct and not cage.value and len(cage.cells) > 1:
                draft.clue("alldifferent", cage.cells)
        elif number and summed and not cage.known and can_sum(draft, len(cage.cells), int(number[1]), apart):
            words = f"{rule} {number[1]}"
        elif total and cage.value in ("", str(total[0].number)):
            words = f"{rule} {total[0].number}"
        elif not cage.value and distinct and not cage.known:
            words = "cage"
        if words:
            recognition.clue(words, cage.cells)
            recognition.explain(cage)
    for one in recognition.stated("equal cages"):
        if len(shown) > 1 and not any(cage.value for cage in shown):
            sums = ", ".join(bracketed(cage.cells) for cage in shown)
            draft.line(f"equal_sums([{sums}])", "cage")
            recognition.explain(*shown)
        else:
            recognition.leave_out(one, "it is not certain which cages are meant")
    if summed and not shown:
        recognition.leave_out(summed[0], "no cage is drawn for this rule")
