"""Coloured lines."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, meet
from puzzledsl.formats.drawings.line_claims import (
    ALL_KINDS,
    claimed,
    labelled,
    merged,
    why_unclaimed,
    with_all_kinds,
    without_colors_of_circles,
)
from puzzledsl.formats.drawings.line_kinds import (
    Line,
    LineKind,
    declare,
    line_kinds,
    line_rules,
    other_rules,
    pairwise_kinds,
    write_kind,
)
from puzzledsl.formats.drawings.line_pieces import (
    has_loose_piece,
    pieces_between_circles,
    pieces_of_network,
    write_joined,
)
from puzzledsl.formats.drawings.line_sums import MANY_LINES, count_lines, indicated_sums, unknown_sums
from puzzledsl.formats.drawings.line_sums import RULES as TOGETHER
from puzzledsl.formats.drawings.lines.ends import is_between_circles, is_overlapped
from puzzledsl.formats.drawings.phrases import is_pairwise
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement

RULES = (*line_rules(), *other_rules(), *TOGETHER, ALL_KINDS)
_TOGETHER = tuple(one.name for one in TOGETHER)


def bind(board: Board) -> None:
    """Write the clues of lines."""
    statements = [without_colors_of_circles(one) for one in board.about("line")]
    if len(free := board.said("cut_freely")) == len(total := board.said("part_total")) == 1:
        statements.append(replace(free[0], rule=line_kinds()["sum_line"].rules[0], value=total[0].value))
    cut = board.said("region_cut")
    if cut and board.said("segment_sum") and not board.said("region_sum"):
        colors = tuple(dict.fromkeys(color for one in (*cut, *board.said("segment_sum")) for color in one.colors))
        statements.append(replace(cut[0], rule=line_kinds()["region_sum"].rules[0], colors=colors))
    elif cut and cut[0].colors and not any(one.colors for one in board.said("region_sum")):
        statements = [
            replace(one, colors=cut[0].colors) if one.rule.name == "region_sum" else one for one in statements
        ]
    if board.said("rising_segments"):
        _rising_segments(board)
    if (told := board.said("thermo_lines")) and board.said("ambiguous_thermo"):
        statements = [
            replace(one, colors=told[0].colors) if one.rule.name == "ambiguous_thermo" else one for one in statements
        ]
    elif told and "thermo" not in board.typed:
        board.leave_out(told[0], "no line with a bulb fits this rule")
    statements = with_all_kinds(board, statements)
    if not statements:
        return
    groups: dict[str, list[Stroke]] = {}
    for stroke in board.left_strokes():
        if stroke.width >= 0.025 and not _has_bulb(board, stroke):
            groups.setdefault(f"{stroke.color} {stroke.width:.2f}", []).append(stroke)
    count_lines(board, groups)
    unknown_sums(board, groups)
    indicated_sums(board, groups)
    everywhere = _differ_everywhere(board, groups)
    parts = {part for kind in line_kinds().values() if board.said(kind.name) for part in kind.of}
    stated = [
        one
        for one in merged(statements)
        if one.rule.name not in _TOGETHER and one not in everywhere and (one.colors or one.rule.name not in parts)
    ]
    every = [one for one in stated if one.rule.name in line_kinds() and line_kinds()[one.rule.name].every]
    limited = board.foreign or any(one.sentence.heading or one.sentence.asides or one.colors for one in every)
    if every and (limited or every != stated):
        for one in every:
            board.leave_out(one, "this could be said of some lines only: it must name none, and no other rule lines")
        stated = [one for one in stated if one not in every]
    chosen = {
        color: every if every == stated else labelled(board, stated, strokes) or claimed(board, stated, color, groups)
        for color, strokes in groups.items()
    }
    shared = _shared(board, groups)
    ringed = [one for one in stated if one.rule.name in ("double_arrow", "between", "peas") and not one.colors]
    for stroke in (stroke for strokes in groups.values() for stroke in strokes) if len(ringed) == 1 else ():
        if is_between_circles(board, stroke) and _write(board, stroke, ringed[0], shared=False):
            board.explain(stroke)
    if len(ringed) == 1 == len(stated):
        for strokes in groups.values():
            _write_together(board, ringed, [stroke for stroke in strokes if board.is_left(stroke)])
    for color, kinds in chosen.items():
        if board.said("central_cross") and [one.rule.name for one in kinds] == ["renban"]:
            _write_cross(board, groups[color])
        joined = [stroke for stroke in groups[color] if id(stroke) in shared]
        if len(joined) <= MANY_LINES:
            _write_together(board, kinds, joined)
        for stroke in groups[color]:
            if not board.is_left(stroke) or has_loose_piece(board, stroke):
                continue
            if kinds and all(_write(board, stroke, one, id(stroke) in shared) for one in kinds):
                board.explain(stroke)
    for one in stated:
        if not any(one in kinds for kinds in chosen.values()) and one.rule.name not in board.typed:
            board.leave_out(one, why_unclaimed(one, stated, groups))
    if board.said("counting_lines"):
        board.explain(*(stroke for strokes in groups.values() for stroke in strokes))
    for one in board.said("neighbors_apart"):
        for stroke in board.drawing.strokes if "arrows" in one.sentence.plain else ():
            if stroke.arrow and len(cells := board.path(stroke)) > 1:
                ringed_too = "circle" in one.sentence.asides
                board.draft.clue("whisper 2", cells if ringed_too else cells[1:], "arrows")
    _explain_outlines(board)


def _write_together(board: Board, kinds: Sequence[Statement], strokes: list[Stroke]) -> None:
    """Write the clues of strokes that meet, if what is drawn together is one line or falls into pieces at circles."""
    names = {one.rule.name for one in kinds}
    if names == {"different_differences"}:
        _write_steps(board, kinds[0], strokes)
    if names & {"region_sum", "renban", "nabner"} and names <= {"region_sum", "renban", "nabner", *pairwise_kinds()}:
        whole = [one for one in kinds if one.rule.name not in pairwise_kinds()]
        done = [stroke for stroke in strokes if all(write_joined(board, one, strokes, stroke) for one in whole)]
        for stroke in done:
            if all(_write(board, stroke, one, shared=True) for one in kinds if one.rule.name in pairwise_kinds()):
                board.explain(stroke)
    elif names in ({"peas"}, {"double_arrow"}) and (pieces := pieces_between_circles(board, strokes)):
        (name,) = names
        if name == "peas":
            declare(board, line_kinds()["peas"], kinds[0])
        for piece in pieces:
            board.clue(name, name, piece)
            board.ringed.update((piece[0], piece[-1]))
        board.explain(*strokes)
    elif names == {"between"} and any(is_overlapped(board, stroke) for stroke in strokes):
        for piece in (pieces := pieces_of_network(board, strokes)):
            board.clue("between", "between", piece)
            board.ringed.update((piece[0], piece[-1]))
        if pieces:
            board.explain(*strokes)


def _write_steps(board: Board, one: Statement, strokes: list[Stroke]) -> None:
    """All steps of strokes that meet, each once, have different differences."""
    left = [stroke for stroke in strokes if not has_loose_piece(board, stroke)]
    while left:
        joined = [left.pop(0)]
        while near := next((stroke for stroke in left if any(meet(stroke, part) for part in joined)), None):
            left.remove(near)
            joined.append(near)
        steps = {tuple(sorted(step)) for stroke in joined for step in pairwise(board.path(stroke))}
        differences = ", ".join(f"abs({cell_name(a)} - {cell_name(b)})" for a, b in sorted(steps))
        board.draft.line(f"alldifferent([{differences}])", one.rule.name)
        board.typed.setdefault(one.rule.name, {})
        board.explain(*joined)


def _has_bulb(board: Board, stroke: Stroke) -> bool:
    """Whether a stroke is a thermometer: at one end there is a circle of its own colour, broader than it."""
    ends = (board.path(stroke)[0], board.path(stroke)[-1])
    return any(
        shape.round
        and shape.fill == stroke.color
        and cell_at(shape.center) in ends
        and 1.2 * stroke.width < shape.width >= 0.6
        for shape in board.drawing.shapes
    )


def _shared(board: Board, groups: dict[str, list[Stroke]]) -> set[int]:
    """The strokes of which an end lies on another of their colour: whether they are one line is not certain."""
    found: set[int] = set()
    for strokes in groups.values():
        if len(strokes) > MANY_LINES:
            found |= {id(stroke) for stroke in strokes}
            continue
        for a in strokes:
            for b in strokes:
                if a is not b and set(board.path(a)) != set(board.path(b)) and meet(a, b):
                    found |= {id(a), id(b)}
    return found


def _write(board: Board, stroke: Stroke, one: Statement, shared: bool) -> bool:
    """Write the clue of a stroke, if the rule fits its form."""
    name, kind = one.rule.name, line_kinds().get(one.rule.name)
    pairwise = kind.pairwise if kind else is_pairwise(one)
    if shared and not pairwise and name != "between":
        board.draft.leave_out(f"lines of one colour meet, and could be one line or several: “{one.sentence.text}”")
        return False
    if kind is None:
        kind = LineKind(name, form="steps" if pairwise else "set", block=one.condition)
    return write_kind(kind, Line(board, one, stroke, board.path(stroke)))


def _rising_segments(board: Board) -> None:
    """The segments between borders have larger and larger sums, from one end or from the other."""
    (one,) = board.said("rising_segments")[:1]
    colors = [name for cut in board.said("region_cut") for name in cut.colors]
    strokes = [s for s in board.left_strokes() if not colors or any(fit(name, s.color) for name in colors)]
    if not board.said("region_cut") or not board.drawing.regions or len({stroke.color for stroke in strokes}) != 1:
        board.leave_out(
            one, "lines of several colours are drawn, and any could be meant" if strokes else "no line is drawn"
        )
        return
    for stroke in strokes:
        pieces = [list(run) for _, run in groupby(board.path(stroke), board.region_of)]
        sums = ", ".join(f"sum({argument(piece)})" for piece in pieces)
        board.draft.line(
            f"strictly_increasing([{sums}]) or strictly_increasing(reverse([{sums}]))", "segments that rise"
        )
        board.explain(stroke)


def _write_cross(board: Board, strokes: Sequence[Stroke]) -> None:
    """The two lines that cross in the middle of the grid are one."""
    middle = (board.draft.height // 2 + 1, board.draft.width // 2 + 1)
    arms = [stroke for stroke in strokes if board.is_left(stroke) and middle in board.path(stroke)[1:-1]]
    cells = sorted({cell for stroke in arms for cell in board.path(stroke)})
    if len(arms) == 2 and len(cells) <= board.draft.highest - board.draft.lowest + 1:
        board.clue("renban", "renban", cells, "renban")
        board.explain(*arms)


def _differ_everywhere(board: Board, groups: dict[str, list[Stroke]]) -> list[Statement]:
    """``Digits cannot repeat on a line``, whatever its kind."""
    found = [
        one
        for one in board.said("distinct")
        if not one.colors and re.search(r"\brepeat on (?:a|any) line$", one.sentence.plain)
    ]
    if len(groups) < 2 or not found:
        return []
    for strokes in groups.values():
        for stroke in strokes:
            board.draft.clue("alldifferent", tuple(dict.fromkeys(board.path(stroke))), "lines")
    return found


def _explain_outlines(board: Board) -> None:
    """Strokes under or over explained ones, white or black, are their outline."""
    bound = {frozenset(board.path(stroke)) for stroke in board.drawing.strokes if not board.is_left(stroke)}
    for stroke in board.left_strokes():
        if frozenset(board.path(stroke)) in bound:
            board.explain(stroke)
    dots = {cell for cells in bound for cell in cells}
    for shape in board.left_shapes():
        if (
            shape.text.strip("🔴🔵⚫⚪🟢🟠🟡🟣●○•◯ ") == ""
            and max(shape.height, shape.width) < 0.6
            and cell_at(shape.center) in dots
            and (shape.round or shape.text)
        ):
            board.explain(shape)
