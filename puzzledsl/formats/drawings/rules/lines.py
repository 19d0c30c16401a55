"""Coloured lines."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import WORDS as COLORS
from puzzledsl.formats.drawings.colors import fit, said
from puzzledsl.formats.drawings.geometry import cell_at, lies_on, meet
from puzzledsl.formats.drawings.line_pieces import (
    from_border,
    has_loose_piece,
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
    PAIRWISE,
    PARITY,
    PEAS,
    TOGETHER,
    USUAL,
)
from puzzledsl.formats.drawings.line_rules import RULES as LINES
from puzzledsl.formats.drawings.phrases import is_pairwise
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Stroke
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_MANY = 100
"""Of more lines of one colour it is not tried out which of them meet."""

_SHADES = (
    r"\b(?:dark|light|pale|bright|thin|thick|narrow|wide|dashed|dotted|striped|outlined|hollow|(?:is|are) either)\b"
)
"""Words that may tell lines of one colour apart."""

RULES = (*LINES, ALL_KINDS)
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


def bind(board: Board) -> None:
    """Write the clues of lines."""
    statements = [_of_circles(one) for one in board.about("line")]
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
    statements = _with_all_kinds(board, statements)
    if not statements:
        return
    groups: dict[str, list[Stroke]] = {}
    for stroke in board.left_strokes():
        if stroke.width >= 0.025 and not _has_bulb(board, stroke):
            groups.setdefault(f"{stroke.color} {stroke.width:.2f}", []).append(stroke)
    _count_lines(board, groups)
    _unknown_sums(board, groups)
    _indicated_sums(board, groups)
    everywhere = _differ_everywhere(board, groups)
    parts = {part for name, both in TOGETHER.items() if board.said(name) for part in both}
    merged = [
        one
        for one in _merged(statements)
        if one.rule.name not in ("counting_lines", "unknown_sums", "indicated_sum")
        and one not in everywhere
        and (one.colors or one.rule.name not in parts)
    ]
    chosen = {
        color: _labelled(board, merged, strokes) or _claim(board, merged, color, groups)
        for color, strokes in groups.items()
    }
    shared = _shared(board, groups)
    ringed = [one for one in merged if one.rule.name in ("double_arrow", "between", "peas") and not one.colors]
    for stroke in (stroke for strokes in groups.values() for stroke in strokes) if len(ringed) == 1 else ():
        if _between_circles(board, stroke) and _write(board, stroke, ringed[0], shared=False):
            board.explain(stroke)
    if len(ringed) == 1 == len(merged):
        for strokes in groups.values():
            _write_together(board, ringed, [stroke for stroke in strokes if board.is_left(stroke)])
    for color, kinds in chosen.items():
        if board.said("central_cross") and [one.rule.name for one in kinds] == ["renban"]:
            _write_cross(board, groups[color])
        joined = [stroke for stroke in groups[color] if id(stroke) in shared]
        if len(joined) <= _MANY:
            _write_together(board, kinds, joined)
        for stroke in groups[color]:
            if not board.is_left(stroke) or has_loose_piece(board, stroke):
                continue
            if kinds and all(_write(board, stroke, one, id(stroke) in shared) for one in kinds):
                board.explain(stroke)
    for one in merged:
        if not any(one in kinds for kinds in chosen.values()) and one.rule.name not in board.typed:
            board.leave_out(one, _why_unclaimed(one, merged, groups))
    if board.said("counting_lines"):
        board.explain(*(stroke for strokes in groups.values() for stroke in strokes))
    for one in board.said("neighbors_apart"):
        for stroke in board.drawing.strokes if "arrows" in one.sentence.plain else ():
            if stroke.arrow and len(cells := board.path(stroke)) > 1:
                ringed_too = "circle" in one.sentence.asides
                board.draft.clue("whisper 2", cells if ringed_too else cells[1:], "arrows")
    _explain_outlines(board)


def _why_unclaimed(one: Statement, statements: Sequence[Statement], groups: dict[str, list[Stroke]]) -> str:
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


def _of_circles(one: Statement) -> Statement:
    """The statement without colours, where they are those of the circles at the ends of its lines."""
    plain = one.sentence.plain
    tinted = rf"\b(?:{'|'.join(COLORS)}) "
    if one.rule.name not in ("double_arrow", "between", "peas") or re.search(rf"{tinted}lines?\b", plain):
        return one
    return replace(one, colors=()) if re.search(rf"{tinted}circles?\b", plain) else one


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


def _with_all_kinds(board: Board, statements: list[Statement]) -> list[Statement]:
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
            rule = next(rule for rule in LINES if rule.name == name)
            pair.append(replace(told[0], colors=one.colors) if told else replace(one, rule=rule, value=gap))
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


def _merged(statements: Sequence[Statement]) -> list[Statement]:
    """One statement for each rule and number: a general sentence about it may follow the one that names the colour."""
    found: dict[tuple[str, int | None], Statement] = {}
    for one in statements:
        key = (one.rule.name, one.value)
        before = found.get(key)
        found[key] = (
            one if before is None else replace(before, colors=tuple(dict.fromkeys((*before.colors, *one.colors))))
        )
    return list(found.values())


def _labelled(board: Board, statements: Sequence[Statement], strokes: Sequence[Stroke]) -> list[Statement]:
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


def _claim(
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
        if len({one.rule.name for one in fitting} & set(USUAL)) <= 1:
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
    return ("orange",) if one.rule.name == "whisper" and one.value == 4 else USUAL.get(one.rule.name, ())


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
        if len(strokes) > _MANY:
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
            if crossed or board.digits is not None:
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
    whole = f"{one.sentence.heading}: {one.sentence.plain}" if one.sentence.heading else one.sentence.plain
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


def _count_lines(board: Board, groups: dict[str, list[Stroke]]) -> None:
    """A digit on a line says how often it occurs on all lines, or on all of its colour."""
    for one in board.said("counting_lines"):
        match = one.rule.says.search(f"{one.sentence.heading}: {one.sentence.plain}")
        by_color: dict[str, dict[Cell, None]] = {}
        for key, strokes in groups.items():
            for stroke in strokes:
                color = key if match and match["color"] else ""
                by_color.setdefault(color, {}).update(dict.fromkeys(board.path(stroke)))
        for cells in by_color.values():
            board.draft.clue("counting_circles", sorted(cells))


def _unknown_sums(board: Board, groups: dict[str, list[Stroke]]) -> None:
    """Each line falls into two or more pieces with a sum of its own."""
    for one in board.said("unknown_sums"):
        lines = list(dict.fromkeys(board.path(stroke) for strokes in groups.values() for stroke in strokes))
        if len(board.about("line")) > 1 or not lines or any(len(set(line)) < len(line) for line in lines):
            board.leave_out(one, "which lines this is about is not certain")
            continue
        bounds = [_bounds(board, line) for line in lines]
        most = max(high for _, high in bounds)
        named = ",\n".join(
            f"    ({argument(line)}, {low}, {high})" for line, (low, high) in zip(lines, bounds, strict=True)
        )
        board.draft.declare(f"# The sum of the pieces of each line.\ngrid piece[1, {len(lines)}] in 1..{most}")
        board.draft.line(
            "draw hidden(piece)\n# Each line, with bounds of that sum.\n"
            f"let lines = [\n{named},\n]\n"
            "for k, found in enumerate(lines):\n"
            "    let line = found[1]\n    let n = piece[1, k]\n"
            "    n in found[2]..found[3]\n    n >= max(line)\n    2 * n <= sum(line)\n"
            "    for total in found[2]..found[3]:\n"
            "        n == total -> sum_line(line, total) and sum(line) mod total == 0",
            "lines",
        )
        if board.said("sums_differ"):
            board.draft.line("alldifferent(cells(piece))", "lines")
        board.typed.setdefault("unknown_sums", {})
        board.explain(*(stroke for strokes in groups.values() for stroke in strokes))


def _indicated_sums(board: Board, groups: dict[str, list[Stroke]]) -> None:
    """The digits of each line are different, and their sum stands on it."""
    for one in board.said("indicated_sum"):
        strokes = [stroke for same in groups.values() for stroke in same]
        numbers = [shape for shape in board.left_shapes() if re.fullmatch(r"\d{1,2}", shape.text.strip())]
        on = [[shape for shape in numbers if lies_on(shape.center, stroke)] for stroke in strokes[: _MANY + 1]]
        if not strokes or len(strokes) > _MANY or any(len(found) != 1 for found in on):
            board.leave_out(one, "which number stands on which line is not certain")
            continue
        sums: dict[tuple[int, int], list[str]] = {}
        for stroke, (shape,) in zip(strokes, on, strict=True):
            cells, total = board.path(stroke), int(shape.text)
            board.draft.clue(f"cage {total}", cells, "lines with sums")
            sums.setdefault((len(cells), total), []).append(argument(cells))
            board.explain(stroke, shape)
        for alike in sums.values() if board.said("unique_lines") else ():
            if len(alike) > 1:
                named = ", ".join(alike)
                board.draft.line(
                    f"for a, b in combinations([{named}]):\n    any(count(b, x) == 0 for x in a)", "lines with sums"
                )
        board.typed.setdefault("indicated_sum", {})


def _bounds(board: Board, line: Sequence[Cell]) -> tuple[int, int]:
    """The least and the largest sum that two or more pieces of a line can have."""
    low, high = board.draft.lowest, board.draft.highest
    distinct = len({r for r, _ in line}) == 1 or len({c for _, c in line}) == 1
    if not distinct or len(line) > high - low + 1:
        return max(low, 1), high * len(line) // 2
    return low + len(line) - 1, sum(range(high - len(line) + 1, high + 1)) // 2


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
