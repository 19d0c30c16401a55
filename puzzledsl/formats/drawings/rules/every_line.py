"""Rules about every line, whatever its colour, and what the prose says of the course of lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.geometry import meet
from puzzledsl.formats.drawings.line_sums import MANY_LINES
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_OF_ALL = (
    rule(
        "counts_itself",
        "line",
        r"^(?:in addition,? |also,? )?(?:a|each|every|the) digit on (?:a|each|every|the) line "
        r"(?:indicates|counts|shows|is) (?:the number of times|how many times|how often) (?:it|that digit|this digit) "
        r"(?:appears|occurs) on (?:that|its|this|the same) line$",
    ),
    rule(
        "subset_segments",
        "line",
        r"^if a digit (?:appears|occurs|is) in a segment of length n,? it must (?:also )?(?:appear|occur|be) in "
        r"(?:all|every) segments? of length n or (?:greater|more|longer) on (?:that|its|the same) line$",
    ),
)
"""Rules about every line, whatever its colour."""
_OF_DRAWN = (
    rule(
        "cut_all",
        "part",
        r"^(?:all )?lines are (?P<noun>(?:(?:region|box|segment)-)?subset) lines: box borders (?:divide|split|cut) "
        r"(?:all )?(?:the )?lines into segments$",
    ),
    rule("least_segments", "part", r"^(?:all|the) lines (?:have|consist of|contain) at least (?P<n>\d) segments$"),
    rule(
        "lines_run",
        "part",
        r"^lines (?:travel|move|run|go) orthogonally or diagonally "
        r"(?:through the centers of|between|from cell to) cells?$"
        r"|^(?:they|lines) do not (?:branch(?: and|,| or) (?:do not )?)?(?:cross|intersect) (?:themselves or )?"
        r"(?:each other|other lines)$"
        r"|^all (?:given )?lines (?:are|have) (?:a |of )?different colors?$",
    ),
    rule(
        "hides_line",
        "part",
        r"^(?:a|the) [a-z]+ (?:dot|circle) may hide (?:a )?part of a line$",
        "may hide part dot circle",
        alone=True,
    ),
)
"""What is said of lines that are drawn, and shows in the drawing."""
RULES = (*_OF_ALL, *_OF_DRAWN)
_BLOCKS = {
    "counts_itself": (
        "# Each value of the line is how often it occurs on it.\n"
        "rule counts_itself(line):\n    for n in domain():\n        count(line, n) in {{0, n}}\n"
        "    sum([n * (count(line, n) > 0) for n in domain()]) == len(line)\n"
        '    draw line(line, color = "#76a5af")'
    ),
    "subset_segments": (
        "# The values of each segment between borders are in all segments that are as long, or longer.\n"
        "rule subset_segments(line):\n"
        "    let borders = [k for k in 1..len(line) - 1 where region_of(line[k], {groups}) != "
        "region_of(line[k + 1], {groups})]\n"
        "    let ends = concat([0], borders, [len(line)])\n"
        "    let segments = [line[start + 1..end] for start, end in pairs(ends)]\n"
        "    for short in segments, long in segments, a in short where len(short) <= len(long):\n"
        "        any(a == b for b in long)\n"
        '    draw line(line, color = "#76a5af")'
    ),
}
"""How the rules are said in the language; ``groups`` are the regions."""
NAMES = tuple(one.name for one in _OF_ALL)


def bind(board: Board) -> None:
    """The clues of rules about every line, if the prose has no rules about lines of some colour or kind beside them."""
    said = [one for one in board.about("line") if one.rule.name in NAMES]
    strokes = [stroke for stroke in board.left_strokes() if stroke.width >= 0.025]
    paths = [board.path(stroke) for stroke in strokes]
    fewest = min((len(list(groupby(path, board.region_of))) for path in paths), default=0)
    for one in board.about("part"):
        dots = _hiding(board, one, paths) if one.rule.name == "hides_line" else []
        shows = {
            "lines_run": bool(strokes),
            "least_segments": bool(board.drawing.regions) and fewest >= (one.value or 0),
            "hides_line": bool(dots),
            "cut_all": bool(board.said("subset_segments")),
        }
        board.explain(*dots)
        told = one.rule.name == "hides_line" or _of_every_line(one)
        if not (shows.get(one.rule.name, True) and (told or one.rule.name not in shows)):
            board.leave_out(one, "the lines that are drawn do not show this")
    cut = board.groups and (board.said("cut_all") or board.said("region_cut"))
    certain = (
        strokes
        and len(strokes) <= MANY_LINES
        and not board.foreign
        and board.digits is None
        and len(said) == len(board.about("line"))
        and (cut or not board.said("subset_segments"))
        and all(map(_of_every_line, said))
        and all(len(set(path)) == len(path) for path in paths)
        and not any(meet(a, b) for k, a in enumerate(strokes) for b in strokes[:k])
    )
    for one in said:
        if not certain:
            board.leave_out(one, "which lines are meant is not certain")
            continue
        board.draft.declare(_BLOCKS[one.rule.name].format(groups=board.groups))
        for path in paths:
            board.clue(one.rule.name, one.rule.name, path)
    if said and certain:
        board.explain(*strokes)


def _of_every_line(one: Statement) -> bool:
    """Whether neither a heading, nor parentheses, nor a colour limits a rule to some lines."""
    return not (one.sentence.heading or one.sentence.asides or one.colors)


def _hiding(board: Board, one: Statement, paths: Sequence[Sequence[Cell]]) -> list[Shape]:
    """The dots of a colour that may hide a part of a line, but no end of one: the drawing has what is below them."""
    dots = [shape for shape in board.left_shapes() if shape.round and not shape.text.strip()]
    return [shape for shape in dots if claims([one], shape.fill or shape.border) and not _at_end(shape, paths)]


def _at_end(shape: Shape, paths: Sequence[Sequence[Cell]]) -> bool:
    """Whether a shape touches the first or the last cell of a line."""
    (r, c), reach = shape.center, (shape.width + 1) / 2
    return any(
        abs(row - 0.5 - r) < reach and abs(column - 0.5 - c) < reach
        for path in paths
        for row, column in (path[0], path[-1])
    )
