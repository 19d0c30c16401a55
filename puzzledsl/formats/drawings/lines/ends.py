"""Lines whose ends, or circles on them, say something of the other digits."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.line_kinds import ON, Line, kind, says
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Collection

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.model import Cell


def rings(board: Board) -> set[Cell | None]:
    """The cells with circles that are large enough to bound a line."""
    return {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}


def is_overlapped(board: Board, stroke: Stroke, spared: Collection[Cell | None] = ()) -> bool:
    """Whether another stroke of the same look runs over the inside of this one, other than at spared cells."""
    inside = set(board.path(stroke)[1:-1]).difference(spared)
    return any(
        other is not stroke
        and (other.color, other.width) == (stroke.color, stroke.width)
        and inside & set(board.path(other))
        for other in board.drawing.strokes
    )


def is_between_circles(board: Board, stroke: Stroke) -> bool:
    """Whether a line has circles at both ends, none between them, and its cells to itself."""
    cells, circled = board.path(stroke), rings(board)
    return {cells[0], cells[-1]} <= circled and not set(cells[1:-1]) & circled and not is_overlapped(board, stroke)


def _between(line: Line) -> bool:
    """Circles at the ends, and perhaps on the way: each two bound a piece."""
    board, cells = line.board, line.cells
    circled, closed = rings(board), line.is_closed
    if line.is_crossed:
        return False
    if closed and (first := next((k for k, cell in enumerate(cells) if cell in circled), 0)):
        cells = (*cells[first:-1], *cells[: first + 1])
    places = [k for k, cell in enumerate(cells) if cell in circled]
    if len(places) < 2 or places[0] != 0 or places[-1] != len(cells) - 1 or is_overlapped(board, line.stroke, circled):
        return False
    if len(places) == 2 and cells[0] == cells[-1]:
        return False
    for start, end in pairwise(places):
        board.clue("between", "between", cells[start : end + 1])
    board.ringed.update(cells[k] for k in places)
    return True


def _lockout(line: Line) -> bool:
    board, cells = line.board, line.cells
    turned = [shape for shape in board.drawing.shapes if shape.angle % 90 == 45]
    diamonds = {cell_at(shape.center) for shape in turned}
    if not {cells[0], cells[-1]} <= diamonds or set(cells[1:-1]) & diamonds:
        return False
    board.clue("lockout", "lockout" if board.said("lockout_ends") else "lockout gap = 0", cells)
    board.explain(*(shape for shape in turned if cell_at(shape.center) in (cells[0], cells[-1])))
    return True


def _average(line: Line) -> bool:
    board, one, cells = line.board, line.one, line.cells
    found = [cell for cell in cells if cell in rings(board)]
    if len(found) != 1:
        return False
    rest = [cell for cell in cells if cell != found[0]]
    board.draft.line(f"{len(rest)} * {cell_name(found[0])} == sum({argument(rest)})", one.rule.name)
    board.typed.setdefault(one.rule.name, {}).update(dict.fromkeys(cells))
    board.ringed.add(found[0])
    return True


_SPLIT = "sum(inner(line)) == number([{0}(line), {1}(line)])"
KINDS = (
    kind(
        "between",
        says(
            rf"^{ON}(?=.*\bbetween\b)(?!.*\bdiamonds?\b)(?!.*(?:sum|total|outside)).*(?:circle|\bends\b|endpoint|bulb)",
            """between strictly circle circles circled ends end value values endpoints bulb bulbs greater smaller larger
            less lie lies numerically exclusive sandwiched""",
        ),
        usual=("gray",),
        write=_between,
    ),
    kind(
        "double_arrow",
        says(
            rf"^{ON}(?=.*circles?)(?:.*sum.*(?:equals?|equal to|same sum as|same).*(?:sum|circles)|.*\bsame sum as\b)",
            "sum equals equal double arrow arrows circle circles circled ends end between is same "
            "the either connecting "
            "line's have",
        ),
        form="path",
        ringed=True,
    ),
    kind(
        "peas",
        says(
            r"(?=.*\bsums?\b)(?=.*\bcircles\b)(?:.*concatenation|.*2[- ]digit number)",
            "pea peas split sum strictly between circles equal concatenation values order some "
            "either made using formed "
            "two-digit 2-digit by written concatenating attached ends end both",
        ),
        block=f"{_SPLIT.format('first', 'last')} or {_SPLIT.format('last', 'first')}"
        '\n    draw line(line, color = "#93c47d")\n    draw circle([first(line), last(line)])',
        note="The sum of the inner cells is a number of two digits, which stand at the ends, in either order.",
        form="path",
        ringed=True,
        fits=lambda line: is_between_circles(line.board, line.stroke),
    ),
    kind(
        "lockout",
        says(
            rf"^{ON}.*(?:can|may|must) ?not be between or equal to the digits in the diamonds",
            "not between equal diamonds ends end can",
            alone=True,
        ),
        form="path",
        write=_lockout,
    ),
    kind(
        "look_and_say",
        says(
            rf"^{ON}both digits on the (?:endpoints|ends) of an? \w+ line form a look-and-say clue$",
            "both endpoints ends look say clue form",
            alone=True,
            asides="which can be equal",
        ),
        form="path",
        block="count(line, first(line)) == last(line)\n    count(line, last(line)) == first(line)",
    ),
    kind(
        "average",
        says(
            rf"^{ON}.*\bdigit in (?:the|a|its) circle is the (?:exact )?(?:average|mean|arithmetic mean) of the digits "
            r"(?:on|along) the (?:[a-z]+ )?line$",
            "circle exact average mean arithmetic along",
        ),
        form="path",
        write=_average,
    ),
    kind(
        "ends_sum",
        says(
            rf"^{ON}.*\b(?:endpoints|ends|end digits|end cells) of an? [\w ]*lines? (?:must "
            rf")?(?:sum|add up) to (?P<n>\d+)$",
            "endpoint end must sum add up",
        ),
        block="first(line) + last(line) == {n}",
    ),
    kind(
        "ends_gap",
        says(
            rf"^{ON}.*\b(?:endpoints|ends|end digits|end cells) of an? [\w ]*lines? (?:must )?differ "
            rf"by at least (?P<n>\d)$",
            "endpoint end must differ at least",
        ),
        block="abs(first(line) - last(line)) >= {n}",
    ),
    kind(
        "center_like_ends",
        says(
            rf"^{ON}.*\b(?:central|middle) digit on the line .*is the same as the digits? on the ends of the line$",
            "addition central middle circle same ends golden",
        ),
        block="line[(len(line) + 1) div 2] == first(line)\n    first(line) == last(line)",
    ),
    kind(
        "bounded",
        says(
            rf"^{ON}.*\bfirst ?/ ?last digits on (?:this|the|each|an?) line are the minimum and maximum$",
            "bounded first last minimum maximum",
        ),
        block="min(line) == min(first(line), last(line))\n    max(line) == max(first(line), last(line))",
    ),
    kind(
        "peak_at_end",
        says(
            r"^(?:in this puzzle, )?the (?:largest|highest) digit on each line must be at one of the line's ends",
            "largest highest line's ends must",
        ),
        form="line",
        block="max(line) == max(first(line), last(line))",
    ),
    kind(
        "divisors",
        says(
            rf"^{ON}.*\bhave to be divisors of the (?:maximum|largest|highest) digit on the line$",
            "only divisor divisors maximum largest highest",
        ),
        block="for a in line:\n        max(line) mod a == 0",
    ),
)
RULES = (
    rule(
        "lockout_ends",
        "whole",
        r"^the digits in the diamonds at the ends of (?:a|the|each) line must differ by at least 4$",
    ),
    rule(
        "peas_digits",
        "part",
        r"^the '?tens'? digit of this sum is in (?:one|1) circle and the '?units'? digit is in the other circle$",
    ),
)
