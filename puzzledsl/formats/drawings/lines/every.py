"""Rules about every line, whatever its colour."""

from __future__ import annotations

from itertools import groupby

from puzzledsl.formats.drawings.line_kinds import Line, kind, says
from puzzledsl.formats.drawings.statements import rule


def _is_cut(line: Line) -> bool:
    """Whether the rules say that borders cut lines, and the line has as many pieces as they say."""
    board, said = line.board, line.board.said("least_segments")
    pieces = len(list(groupby(line.cells, board.region_of)))
    cut = board.said("cut_all", "region_cut") and board.groups and board.drawing.regions
    return bool(cut) and all(pieces >= (one.value or 0) for one in said)


KINDS = (
    kind(
        "counts_itself",
        says(
            r"^(?:in addition,? |also,? )?(?:a|each|every|the) digit on (?:a|each|every|the) line "
            r"(?:indicates|counts|shows|is) (?:the number of times|how many times|how often) "
            r"(?:it|that digit|this digit) (?:appears|occurs) on (?:that|its|this|the same) line$"
        ),
        form="path",
        block="for n in domain():\n        count(line, n) in {0, n}\n"
        "    sum([n * (count(line, n) > 0) for n in domain()]) == len(line)",
        note="Each value of the line is how often it occurs on it.",
        every=True,
    ),
    kind(
        "subset_segments",
        says(
            r"^if a digit (?:appears|occurs|is) in a segment of length n,? it must (?:also )?(?:appear|occur|be) in "
            r"(?:all|every) segments? of length n or (?:greater|more|longer) on (?:that|its|the same) line$"
        ),
        form="path",
        block="let borders = [k for k in 1..len(line) - 1 where region_of(line[k], {groups}) != "
        "region_of(line[k + 1], {groups})]\n"
        "    let ends = concat([0], borders, [len(line)])\n"
        "    let segments = [line[start + 1..end] for start, end in pairs(ends)]\n"
        "    for short in segments, long in segments, a in short where len(short) <= len(long):\n"
        "        any(a == b for b in long)",
        note="The values of each segment between borders are in all segments that are as long, or longer.",
        every=True,
        fits=_is_cut,
    ),
)
RULES = (
    rule(
        "cut_all",
        "part",
        r"^(?:all )?lines are (?P<noun>(?:(?:region|box|segment)-)?subset) lines: box borders (?:divide|split|cut) "
        r"(?:all )?(?:the )?lines into segments$",
    ),
    rule("least_segments", "part", r"^(?:all|the) lines (?:have|consist of|contain) at least (?P<n>\d) segments$"),
)
