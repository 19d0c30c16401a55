"""Coloured lines."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, meet
from puzzledsl.formats.drawings.line_claims import (
    claimed,
    labelled,
    merged,
    why_unclaimed,
    with_all_kinds,
    without_colors_of_circles,
)
from puzzledsl.formats.drawings.line_pieces import (
    from_border,
    has_loose_piece,
    of_whole_regions,
    pieces_between_circles,
    pieces_of_network,
    simple,
    write_joined,
    write_pieces,
)
from puzzledsl.formats.drawings.line_rules import (
    ALL_KINDS,
    CLOSE,
    CONDITIONS,
    INDEX,
    OF_ALL,
    OF_DRAWN,
    PAIRWISE,
    PARITY,
    PEAS,
    RULE_OF_ALL,
    TOGETHER,
)
from puzzledsl.formats.drawings.line_rules import RULES as LINES
from puzzledsl.formats.drawings.line_sums import MANY_LINES, count_lines, indicated_sums, unknown_sums
from puzzledsl.formats.drawings.phrases import is_pairwise
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape, Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

RULES = (*OF_ALL, *OF_DRAWN, *LINES, ALL_KINDS)
_OF_ALL = tuple(one.name for one in OF_ALL)


def bind(board: Board) -> None:
    """Write the clues of lines."""
    _write_of_all(board)
    statements = [without_colors_of_circles(one) for one in board.about("line") if one.rule.name not in _OF_ALL]
    if len(free := board.said("cut_freely")) == len(total := board.said("part_total")) == 1:
        ten = next(one for one in RULES if one.name == "sum_line")
        statements.append(replace(free[0], rule=ten, value=total[0].value))
    cut = board.said("region_cut")
    if cut and board.said("segment_sum") and not board.said("region_sum"):
        colors = tuple(dict.fromkeys(color for one in (*cut, *board.said("segment_sum")) for color in one.colors))
        whole = next(one for one in RULES if one.name == "region_sum")
        statements.append(replace(cut[0], rule=whole, colors=colors))
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
    parts = {part for name, both in TOGETHER.items() if board.said(name) for part in both}
    stated = [
        one
        for one in merged(statements)
        if one.rule.name not in ("counting_lines", "unknown_sums", "indicated_sum")
        and one not in everywhere
        and (one.colors or one.rule.name not in parts)
    ]
    chosen = {
        color: labelled(board, stated, strokes) or claimed(board, stated, color, groups)
        for color, strokes in groups.items()
    }
    shared = _shared(board, groups)
    ringed = [one for one in stated if one.rule.name in ("double_arrow", "between", "peas") and not one.colors]
    for stroke in (stroke for strokes in groups.values() for stroke in strokes) if len(ringed) == 1 else ():
        if _between_circles(board, stroke) and _write(board, stroke, ringed[0], shared=False):
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


def _write_of_all(board: Board) -> None:
    """The clues of rules about every line, if the prose has no rules about lines of some colour or kind beside them."""
    said = [one for one in board.about("line") if one.rule.name in _OF_ALL]
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
        board.draft.declare(RULE_OF_ALL[one.rule.name].format(groups=board.groups))
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


def _write_together(board: Board, kinds: Sequence[Statement], strokes: list[Stroke]) -> None:
    """Write the clues of strokes that meet, if what is drawn together is one line or falls into pieces at circles."""
    names = {one.rule.name for one in kinds}
    if names == {"different_differences"}:
        _write_steps(board, kinds[0], strokes)
    if names & {"region_sum", "renban", "nabner"} and names <= {"region_sum", "renban", "nabner", *PAIRWISE}:
        whole = [one for one in kinds if one.rule.name not in PAIRWISE]
        done = [stroke for stroke in strokes if all(write_joined(board, one, strokes, stroke) for one in whole)]
        for stroke in done:
            if all(_write(board, stroke, one, shared=True) for one in kinds if one.rule.name in PAIRWISE):
                board.explain(stroke)
    elif names in ({"peas"}, {"double_arrow"}) and (pieces := pieces_between_circles(board, strokes)):
        (name,) = names
        if name == "peas":
            board.draft.declare(PEAS)
        for piece in pieces:
            board.clue(name, name, piece)
            board.ringed.update((piece[0], piece[-1]))
        board.explain(*strokes)
    elif names == {"between"} and any(_overlapped(board, stroke) for stroke in strokes):
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


def _between_circles(board: Board, stroke: Stroke) -> bool:
    """Whether a line has circles at both ends, none between them, and its cells to itself."""
    cells = board.path(stroke)
    rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
    inside = set(cells[1:-1]) & rings
    return cells[0] in rings and cells[-1] in rings and not inside and not _overlapped(board, stroke)


def _write_between(board: Board, stroke: Stroke) -> bool:
    """Write the clues of a line with circles at its ends, and perhaps on its way: each two circles bound a piece."""
    cells = board.path(stroke)
    rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
    if (
        len(cells) > 2
        and cells[0] == cells[-1]
        and (first := next((k for k, cell in enumerate(cells) if cell in rings), 0))
    ):
        cells = (*cells[first:-1], *cells[: first + 1])
    places = [k for k, cell in enumerate(cells) if cell in rings]
    if len(places) < 2 or places[0] != 0 or places[-1] != len(cells) - 1 or _overlapped(board, stroke, rings):
        return False
    if len(places) == 2 and cells[0] == cells[-1]:
        return False
    for start, end in pairwise(places):
        board.clue("between", "between", cells[start : end + 1])
    board.ringed.update(cells[k] for k in places)
    return True


def _overlapped(board: Board, stroke: Stroke, rings: Collection[Cell | None] = ()) -> bool:
    """Whether another stroke of the same colour runs over the inside of this one, other than at a circle."""
    inside = set(board.path(stroke)[1:-1]).difference(rings)
    return any(
        other is not stroke
        and (other.color, other.width) == (stroke.color, stroke.width)
        and inside & set(board.path(other))
        for other in board.drawing.strokes
    )


def _write(board: Board, stroke: Stroke, one: Statement, shared: bool) -> bool:
    """Write the clue of a stroke, if the rule fits its form."""
    draft = board.draft
    cells = board.path(stroke)
    closed = len(cells) > 2 and cells[0] == cells[-1]
    crossed = len(set(cells)) < len(cells) - closed
    name = one.rule.name
    if shared and name not in (*PAIRWISE, "between") and not is_pairwise(one):
        board.draft.leave_out(f"lines of one colour meet, and could be one line or several: “{one.sentence.text}”")
        return False
    match name:
        case "whisper" | "parity":
            if name == "parity":
                draft.declare(PARITY)
            words = "parity" if name == "parity" else f"whisper {one.value}"
            for piece in simple(cells):
                board.clue(words, words, piece)
            return True
        case "close":
            draft.declare(CLOSE)
            for piece in simple(cells):
                board.clue("close", f"close {one.value}", piece)
            return True
        case "renban" | "distinct" | "nabner":
            words = "alldifferent" if name == "distinct" else name
            board.clue(name, words, tuple(dict.fromkeys(cells)), name)
            return True
        case "region_sum" if board.groups:
            if crossed or board.digits is not None or of_whole_regions(board):
                return write_pieces(board, [cells])
            groups = "" if board.groups == "boxes" else f" {board.groups}"
            if closed and not board.drawing.regions:
                return False
            if closed:
                cells = from_border(board, cells[:-1])
            board.clue(name, f"region_sum{groups}", cells, name)
            return True
        case "modular" | "entropic" if closed and len(cells) > 3:
            board.clue(name, name, (*cells, cells[1]))
            return True
        case _ if one.condition:
            draft.declare(f'rule {name}(line):\n    {one.condition}\n    draw line(line, color = "#76a5af")')
            board.clue(name, name, cells if is_pairwise(one) else tuple(dict.fromkeys(cells)))
            return True
        case _ if blocks := [block for key, _, _, block in CONDITIONS if key == name and block]:
            block = _with_numbers(blocks[0], one)
            name = "_".join((name, *re.findall(r"\d+", block))) if block != blocks[0] else name
            if "parity(line)" in block:
                draft.declare(PARITY)
            draft.declare(f'rule {name}(line):\n    {block}\n    draw line(line, color = "#76a5af")')
            whole = one.rule.name in (*PAIRWISE, "different_differences")
            board.clue(name, name, cells if whole else tuple(dict.fromkeys(cells)))
            return True
        case "one_of_each":
            return _write_sets(board, one, (*cells, *cells[1 : (one.value or 1) - 1]) if closed else cells)
        case "box_total" if board.groups:
            total: dict[int, list[Cell]] = {}
            for cell in dict.fromkeys(cells):
                total.setdefault(board.region_of(cell) or 0, []).append(cell)
            for inside in total.values():
                board.clue(name, f"total {one.value}", inside)
            return True
        case "lockout" if not crossed and not closed:
            turned = [shape for shape in board.drawing.shapes if shape.angle % 90 == 45]
            diamonds = {cell_at(shape.center) for shape in turned}
            if not {cells[0], cells[-1]} <= diamonds or set(cells[1:-1]) & diamonds:
                return False
            gap = "lockout" if board.said("lockout_ends") else "lockout gap = 0"
            board.clue(name, gap, cells)
            board.explain(*(shape for shape in turned if cell_at(shape.center) in (cells[0], cells[-1])))
            return True
        case "look_and_say" if not crossed and not closed:
            line = argument(cells)
            a, b = cell_name(cells[0]), cell_name(cells[-1])
            draft.line(f"count({line}, {a}) == {b} and count({line}, {b}) == {a}", name)
            board.typed.setdefault(name, {})
            return True
        case "two_consecutive" if len(cells) == 2:
            board.clue(name, "white_dot", cells)
            return True
        case "fibonacci" if not crossed and not closed and board.said("fibonacci_start"):
            draft.declare(
                "# A digit, the next larger one, and then always the sum of the two before.\n"
                "let adds_up(line) = line[2] == line[1] + 1 and all(a + b == c for a, b, c in windows(line, 3))\n"
                "rule fibonacci(line):\n    adds_up(line) or adds_up(reverse(line))\n"
                '    draw line(line, color = "#f0c72b")'
            )
            board.clue(name, "fibonacci", cells)
            return True
        case "average" if not crossed and not closed:
            rings = {cell_at(shape.center) for shape in board.drawing.shapes if shape.round and shape.height > 0.5}
            (*found,) = (cell for cell in cells if cell in rings)
            if len(found) != 1:
                return False
            rest = [cell for cell in cells if cell != found[0]]
            draft.line(f"{len(rest)} * {cell_name(found[0])} == sum({argument(rest)})", name)
            board.typed.setdefault(name, {}).update(dict.fromkeys(cells))
            board.ringed.add(found[0])
            return True
        case "total" | "all_odd" | "all_even" | "steps":
            words = {"total": f"total {one.value}", "all_odd": "odd", "all_even": "even", "steps": "white_dot"}[name]
            board.clue(name, words, tuple(dict.fromkeys(cells)) if name != "steps" else cells)
            return True
        case "peas" if not crossed and not closed and _between_circles(board, stroke):
            draft.declare(PEAS)
            board.clue(name, "peas", cells)
            board.ringed.update((cells[0], cells[-1]))
            return True
        case "peak_at_end" if not closed:
            draft.line(
                f"max({', '.join(map(cell_name, cells))}) == max({cell_name(cells[0])}, {cell_name(cells[-1])})", name
            )
            return True
        case "row_sum" if not crossed and not closed:
            board.clue(name, "region_sum rows", cells, name)
            return True
        case "sum_line" if not crossed:
            loop = " loop = true" if closed else ""
            board.clue(name, f"sum_line {one.value}{loop}", cells[:-1] if closed else cells)
            return True
        case "between":
            return not crossed and _write_between(board, stroke)
        case "index":
            starts = {cell_at(shape.center) for shape in board.drawing.shapes if shape.angle % 90 == 45 or shape.round}
            ends = [line for line in (cells, cells[::-1]) if line[0] in starts]
            if crossed or closed or len(ends) != 1:
                return False
            (cells,) = ends
            draft.declare(INDEX)
            board.clue(name, "index_line", cells)
            board.ringed.add(cells[0])
            return True
    if closed or (crossed and name in ("sequence", "double_arrow", "between")):
        return False
    if name in ("palindrome", "zipper", "entropic", "modular", "double_arrow", "sequence", "between"):
        board.clue(name, name, cells)
        if name == "double_arrow":
            board.ringed.update((cells[0], cells[-1]))
        return True
    return False


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


def _with_numbers(block: str, one: Statement) -> str:
    """The block of a condition with the numbers that the sentence says."""
    whole = one.sentence.whole
    match = one.rule.says.search(whole) or one.rule.says.search(one.sentence.plain)
    numbers = {name: number for name, number in match.groupdict().items() if number} if match else {}
    for name in ("n", "m"):
        block = block.replace(f"{{{name}}}", numbers.get(name, "")).replace(", }", "}")
    return block


def _write_sets(board: Board, one: Statement, cells: tuple[Cell, ...]) -> bool:
    """Any ``n`` successive cells hold a digit of each of ``n`` sets: ``one from {1, 2}, one from {3, 4, 5} …``."""
    named = [re.findall(r"\d", found) for found in re.findall(r"[{(]((?:\d[, and]*)+)[})]", one.sentence.plain)]
    named += [[digit] for digit in re.findall(r"\bthe digit (\d)\b", one.sentence.plain)]
    digits = [digit for found in named for digit in found]
    if one.value != len(named) or len(set(digits)) < len(digits):
        return False
    held = " and ".join(f"count(run, {{{', '.join(found)}}}) == 1" for found in named)
    board.draft.line(f"for run in windows({argument(cells)}, {one.value}):\n    {held}", one.rule.name)
    board.typed.setdefault(one.rule.name, {}).update(dict.fromkeys(cells))
    return True


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
