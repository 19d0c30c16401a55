"""A path or loop that the solver draws: through a maze, as a snake, as a closed loop.

The sentences about its course give a `Trail`. A sentence about what is along it is read as one about a line, with the
same patterns; its condition is written for the steps of the trail.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.line_kinds import line_kinds, line_rules, pairwise_kinds
from puzzledsl.formats.drawings.maze import explain_decoration, maze_of, symbols
from puzzledsl.formats.drawings.rules.dots import apex, crosses
from puzzledsl.formats.drawings.statements import Sentence, Statement, rule, stated
from puzzledsl.formats.drawings.trail_rules import NAME, RULES, SIMPLE
from puzzledsl.formats.drawings.trail_segments import write_segments
from puzzledsl.formats.drawings.trail_text import BETWEEN, Trail, write_trail
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.model import Cell

_COURSES = ("maze_path", "loop", "digit_loop", "snake", "free_snake")
_ALONG = rule("along", "along", r"")
_RELATIONS = ("region_sum", "entropic", "modular", *pairwise_kinds())
"""Kinds of lines that are conditions of neighbours, or of three in a row."""


def along(sentence: Sentence, prose: Sequence[Sentence]) -> list[Statement]:
    """The rules about lines that a sentence states of the path or loop which other sentences of the prose describe."""
    if not re.search(rf"\b{NAME}\b", sentence.plain) or not any(_describes(other) for other in prose):
        return []
    parts = [_relations(part) for part in _as_lines(sentence)]
    if not parts or not all(len(part) == 1 for part in parts) or len({part[0].rule.name for part in parts}) != 1:
        return []
    return [Statement(_ALONG, sentence, value=parts[-1][0].value)]


def _relations(sentence: Sentence) -> list[Statement]:
    """What a sentence about a line says of neighbours on it."""
    return [one for one in stated(sentence, line_rules()) if one.rule.name in _RELATIONS]


def _describes(sentence: Sentence) -> bool:
    return any(one.rule.name in _COURSES for one in stated(sentence, RULES))


def _as_lines(sentence: Sentence) -> list[Sentence]:
    """The sentence with a line in place of the path, in parts where it says the same again: ``…, i.e. …``."""
    plain = re.sub(rf"\b(?:the |this )?(?:correct |drawn |whole |entire )?{NAME}\b", "the line", sentence.plain)
    plain = re.sub(
        r"^(the line) (?:will be|must be|is|acts as|must act as|functions as|must function as|forms|must form) "
        r"an? (?:valid )?(?:alternating )?",
        r"\1 is a ",
        plain,
    )
    parts = re.split(r"\s*[-,;(]*\s*\b(?:ie|i\.e\.?|that is)\b[:,]?\s+", plain)
    return [replace(sentence, plain=part, heading="") for part in parts]


def bind(board: Board) -> None:
    """Write the trail with the clues of digits, and what is along it with the clues that it is about."""
    base = board.digits or board
    courses = base.said(*_COURSES)
    said = [*base.about("trail"), *base.about("along"), *board.about("along")]
    if not said:
        return
    if board.digits is None:
        board.trail = _trail(board, courses[0]) if len(courses) == 1 else None
        if board.trail is not None:
            write_trail(board.draft, board.trail)
            _of_parity(board)
            _one_way(board)
            _linked(board, board.trail)
    if base.trail is None:
        for one in dict.fromkeys(said):
            board.leave_out(one, _why_no_trail(courses))
        return
    for one in board.about("along"):
        if not _write(board, base.trail, one):
            board.leave_out(one, f"the drawing does not show which cells of the {base.trail.name} this is about")
    explain_decoration(board)


def _why_no_trail(courses: Sequence[Statement]) -> str:
    if not courses:
        return "no sentence that is understood describes a path or loop"
    if len(courses) > 1:
        return f"two paths or loops could be meant: the rules describe {len(courses)}"
    match courses[0].rule.name:
        case "maze_path":
            return "the drawing does not show one start, one goal and walls between which a path could be drawn"
        case "snake":
            return "two marked cells are needed for the ends of the snake, and that it may not touch itself"
    return "the loop that the rules describe cannot be drawn in this grid"


def _trail(board: Board, course: Statement) -> Trail | None:
    touching = [one.sentence for one in board.said("no_touching", "thin_snake")]
    if "touch" in course.sentence.plain:
        touching.append(course.sentence)
    corner = not any("even" in f"{one.plain} {one.asides}" for one in touching)
    side = not touching
    match course.rule.name:
        case "maze_path":
            once = board.said("simple_path") or SIMPLE.search(course.sentence.asides)
            before, _, after = course.sentence.plain.partition(" must reach ")
            starts, stops = symbols(board, before), symbols(board, after.partition(" by ")[0])
            maze = maze_of(board)
            if not once or maze is None or len(starts) != 1 or len(stops) != 1 or touching:
                return None
            if len(links := _teleports(board)) < len(board.said("teleports")):
                return None
            board.explain(starts[0][0], stops[0][0])
            ends = (starts[0][1], stops[0][1])
            directed = bool(board.said("one_way") or _segmented(board))
            diagonal = bool(board.said("diagonal_steps"))
            return Trail("path", ends, diagonal, maze=maze, directed=directed, links=links)
        case "loop" | "digit_loop":
            return Trail("loop", touches=(side, corner))
        case "free_snake":
            return Trail("snake", loose=True, touches=(False, corner), directed=_segmented(board))
        case "snake" if board.said("thin_snake"):
            color = course.rule.says.search(course.sentence.plain)
            marked = _round(board, color["color"]) if color else []
            return Trail("snake", (marked[0], marked[1]), touches=(False, corner)) if len(marked) == 2 else None
    return None


def _colored_rings(board: Board, trail: Trail) -> list[list[Cell]]:
    """The cells with large circles, by their colour; not those at the ends of the trail."""
    found: dict[str, dict[Cell, None]] = {}
    for shape in board.drawing.shapes:
        cell = cell_at(shape.center)
        if (
            shape.round
            and shape.height > 0.5
            and cell is not None
            and cell not in trail.ends
            and not shape.text.strip()
        ):
            found.setdefault(shape.border or shape.fill, {})[cell] = None
    return [sorted(cells) for cells in found.values()]


def _segmented(board: Board) -> bool:
    """Whether a rule is about the segments between borders, which needs the way that the trail goes."""
    said = [*board.about("along"), *(board.values.about("along") if board.values else ())]
    return any(inner.rule.name == "region_sum" for one in said if one.rule is _ALONG for inner in _inner(one))


def _inner(one: Statement) -> list[Statement]:
    """What a sentence about the trail says, read as one about a line."""
    return _relations(_as_lines(one.sentence)[-1])


def _teleports(board: Board) -> tuple[tuple[Cell, Cell], ...]:
    """The two cells of each colour that have circles around one another; nothing if there are not two of each."""
    rings: dict[Cell, list[Shape]] = {}
    for shape in board.drawing.shapes if board.said("teleports") else ():
        cell = cell_at(shape.center)
        if shape.round and cell is not None and (shape.fill or shape.border) and not shape.text.strip():
            rings.setdefault(cell, []).append(shape)
    of: dict[frozenset[str], list[Cell]] = {}
    for cell, shapes in rings.items():
        looks = {color for shape in shapes for color in (shape.fill, shape.border) if color}
        tinted = frozenset(color for color in looks if fit("white", color) < 1 and fit("gray", color) < 1)
        if len(shapes) > 1 and tinted:
            of.setdefault(tinted, []).append(cell)
    if any(len(cells) != 2 for cells in of.values()):
        return ()
    ends = {cell for cells in of.values() for cell in cells}
    for shape in board.drawing.shapes:
        if cell_at(shape.center) in ends and (shape.round or shape.text.strip() or shape.height >= 0.9):
            board.explain(shape)
    return tuple((a, b) for a, b in of.values())


def _marked(board: Board, what: str) -> str:
    """The cells with circles that look alike, or the cells of cages, as a list; nothing if there are none."""
    if "cage" in what:
        cages = [cage for cage in board.drawing.cages if not cage.hidden]
        board.explain(*(cage for cage in cages if not cage.value))
        cells = sorted({cell for cage in cages for cell in cage.cells})
    else:
        rings = [
            shape
            for shape in board.drawing.shapes
            if shape.round and cell_at(shape.center) is not None and shape.height > 0.5 and not shape.text.strip()
        ]
        if len({(shape.fill, shape.border) for shape in rings}) != 1:
            return ""
        board.explain(*rings)
        cells = sorted({cell for shape in rings if (cell := cell_at(shape.center)) and board.draft.inside(cell)})
    return f"[{', '.join(map(cell_name, cells))}]" if cells else ""


def _round(board: Board, color: str = "") -> list[Cell]:
    """The cells with circles of a colour."""
    found: dict[Cell, None] = {}
    for shape in board.drawing.shapes:
        cell = cell_at(shape.center)
        if shape.round and cell is not None and board.draft.inside(cell) and not shape.text.strip():
            tinted = replace(board.statements[0], colors=(color,)) if color and board.statements else None
            if tinted is None or claims([tinted], shape.fill or shape.border):
                found[cell] = None
                board.explain(shape)
    return list(found)


def _of_parity(board: Board) -> None:
    """A loop through all even digits, or all odd ones, perhaps but for those in the middle box."""
    for one in board.said("digit_loop"):
        match = one.rule.says.search(one.sentence.plain)
        if match is None or (match["except"] and board.groups != "boxes"):
            board.leave_out(one, "this is said of a grid with boxes only")
            continue
        held = f"c mod 2 == {int(match['parity'] == 'odd')}"
        held += " and not has_cell(box(5), c)" if match["except"] else ""
        board.draft.line(f"for c in cells:\n    on(c) == 1 <-> {held}", "trail")


def _one_way(board: Board) -> None:
    """Arrows and crosses between cells that bound the ways of the trail."""
    if board.said("one_way"):
        doors = [found for stroke in board.drawing.strokes if (found := apex(stroke))]
        pairs = dict.fromkeys((high, low) for low, high in doors if all(map(board.draft.inside, (low, high))))
        named = named_list("doors", [f"({cell_name(high)}, {cell_name(low)})" for high, low in pairs])
        if pairs:
            board.draft.line(
                f"# From the first cell to the second.\n{named}\nfor x, y in doors, a, b, s in steps where "
                f"{BETWEEN}:\n"
                "    s != (if has_cell([x], a) then -1 else 1)",
                "trail",
            )
        else:
            board.leave_out(board.said("one_way")[0], "no arrow is drawn for this rule")
    for one in board.said("no_passing"):
        named = named_list("closed", [f"({cell_name(a)}, {cell_name(b)})" for a, b in sorted(crosses(board))])
        if crosses(board):
            board.draft.line(f"{named}\nfor x, y in closed, a, b, s in steps where {BETWEEN}:\n    s == 0", "trail")
        else:
            board.leave_out(one, "no X is drawn for this rule")


def _linked(board: Board, trail: Trail) -> None:
    """The digits of teleports."""
    for one in board.said("equal_teleports"):
        for a, b in trail.links:
            board.draft.line(f"{cell_name(a)} == {cell_name(b)}", "teleports")
        if "different" in one.sentence.plain and len(trail.links) > 1:
            board.draft.clue("alldifferent", [a for a, _ in trail.links], "teleports")
        if not trail.links:
            board.leave_out(one, "no teleports are drawn for this rule")


def _write(board: Board, trail: Trail, one: Statement) -> bool:
    """Write a statement about what is along the trail."""
    worth = "value[row_of({0}), column_of({0})]" if board.digits is not None else "{0}"
    if board.digits is not None and board.draft.scale != 1:
        return False
    if one.rule is _ALONG and _inner(one)[0].rule.name == "region_sum":
        return write_segments(board, trail, worth)
    lines = _relation(one, trail, worth) if one.rule is _ALONG else _lines(board, trail, one, worth)
    if lines:
        (board.digits or board).draft.line(lines, "along the trail")
    return bool(lines) or (one.rule.name == "other_color_off" and bool(board.said("one_color_on")))


def _lines(board: Board, trail: Trail, one: Statement, worth: str) -> str:
    """The conditions of a statement about what is along the trail; nothing if its cells are not known."""
    draft = (board.digits or board).draft
    match = one.rule.says.search(one.sentence.plain)
    here, held = worth.format("c"), f"sum([on(c) * {worth.format('c')} for c in group])"
    match one.rule.name:
        case "visited_group" if board.groups and match:
            total = match["total"]
            allowed = f"in {{{', '.join(map(str, _primes(100)))}}}" if "prime" in total else f"== {total}"
            return f"for group in {board.groups}:\n    sum([on(c) for c in group]) > 0 -> {held} {allowed}"
        case "visited_lines" if board.groups and match:
            differ = draft.is_different("rows", "columns", board.groups)
            sizes = _possible_sizes(board, int(match["total"])) if differ else []
            number = f"    sum([on(c) for c in group]) in {{{', '.join(map(str, [0, *sizes]))}}}\n" if sizes else ""
            return (
                f"for group in concat(rows, columns, {board.groups}):\n{number}"
                f"    {held} == (if any(on(c) for c in group) then {match['total']} else 0)"
            )
        case "counts_visited":
            near = "concat([c], touching(c))" if (board.digits or board).said("counts_itself") else "touching(c)"
            cells = ", ".join(map(cell_name, _round(board, one.colors[0]))) if one.colors else ""
            return f"for c in [{cells}]:\n    {here} == sum([on(d) for d in {near}])" if cells else ""
        case "rest_connected":
            return f"connected(cells({trail.name}), 0)"
        case "mixed_squares":
            return f"for block in blocks(2, 2, {trail.name}):\n    0 < sum(block) < 4"
        case "dots_mixed":
            dots = [pair for kind in ("white dot", "black dot") for pair in board.known(kind) if len(pair) == 2]
            if dots:
                draft.declare(named_list("dots", [f"({cell_name(a)}, {cell_name(b)})" for a, b in dots]))
            return "for a, b in dots:\n    on(a) != on(b)" if dots else ""
        case "enters_cages" | "marked_on" | "visits_marked" | "counts_around":
            said = match.groupdict() if match else {}
            marked = _marked(board, said.get("what") or "cages")
            state = 0 if re.search(r"\bnot\b|cannot", said.get("are") or "") else 1
            held = f"\n    on(c) == {state}" if one.rule.name != "counts_around" else ""
            if said.get("counts") or not held:
                held += f"\n    {here} == sum([on(d) for d in touching(c)])"
            return f"for c in {marked}:{held}" if marked else ""
        case "one_cell_on" if match:
            fitting = [
                (shape, cell)
                for shape in board.left_shapes()
                if (cell := cell_at(shape.center)) is not None and shape.round == (match["what"] == "circle")
            ]
            if len(fitting) != 1 or fitting[0][0].text.strip():
                return ""
            board.explain(fitting[0][0])
            return f"on({cell_name(fitting[0][1])}) == {int(match['are'] == 'is')}"
        case "one_color_on" if board.said("other_color_off") and len(sets := _colored_rings(board, trail)) == 2:
            a, b = (f"[{', '.join(map(cell_name, cells))}]" for cells in sets)
            whole = (f"all(on(c) == 1 for c in {x}) and all(on(c) == 0 for c in {y})" for x, y in ((a, b), (b, a)))
            return " or ".join(f"({half})" for half in whole)
        case "one_of_quad":
            quads = board.known("quadruple")
            return "\n".join(f"sum([on(c) for c in [{', '.join(map(cell_name, four))}]]) == 1" for four in quads)
        case "sums_around":
            single = [
                cage
                for cage in board.drawing.cages
                if len(cage.cells) == 1 and re.fullmatch(r"\s*\d{1,4}\s*", cage.value)
            ]
            board.explain(*single)
            around = f"sum([on(d) * {worth.format('d')} for d in touching({{}})]) == {{}}"
            return "\n".join(around.format(cell_name(cage.cells[0]), int(cage.value)) for cage in single)
    return ""


def _relation(one: Statement, trail: Trail, worth: str) -> str:
    """The condition of a rule about lines for the steps of the trail; nothing if it is not of this kind."""
    conditions: list[str] = []
    for inner in _inner(one):
        a, b = worth.format("a"), worth.format("b")
        match inner.rule.name:
            case "whisper":
                conditions.append(f"abs({a} - {b}) >= {inner.value}")
            case "entropic" | "modular" as kind:
                return _thirds(kind, trail, worth)
            case name:
                head, _, body = line_kinds()[name].block.partition("\n")
                if head == "for a, b in pairs(line):" and "\n" not in body:
                    body = body.replace("{n}", str(inner.value))
                    conditions.append(re.sub(r"\b[ab]\b(?!\()", lambda found: worth.format(found[0]), body.strip()))
    return (
        "\n".join(["for a, b, s in steps:", *(f"    {trail.went} -> ({held})" for held in conditions)])
        if conditions
        else ""
    )


def _thirds(kind: str, trail: Trail, worth: str) -> str:
    """Any three in a row are of three classes: cells one step apart, and two steps apart, are of different ones."""
    of = "c mod 3" if kind == "modular" else "(c - 1) div 3"
    a, b, x, y = (worth.format(name) for name in ("a", "b", "x[1]", "y[1]"))
    first, second = (trail.went.replace("s", f"{name}[2]", 1) for name in ("x", "y"))
    return (
        f"let class_of(c) = {of}\n"
        "let near(c) = concat(\n"
        "    [(b, s) for a, b, s in steps where has_cell([a], c)],\n"
        "    [(a, s) for a, b, s in steps where has_cell([b], c)]\n"
        ")\n"
        f"for a, b, s in steps:\n    {trail.went} -> class_of({a}) != class_of({b})\n"
        "for c in cells, x, y in combinations(near(c)):\n"
        f"    {first} and {second} -> class_of({x}) != class_of({y})"
    )


def _possible_sizes(board: Board, total: int) -> list[int]:
    """How many cells of a row, column or box can have a sum: their digits differ, and one may have another value."""
    digits, values = (board.digits or board).draft, board.draft
    of_digits = range(digits.lowest, digits.highest + 1)
    sizes: list[int] = []
    for n in range(1, len(of_digits) + 1):
        least = values.lowest + sum(of_digits[: n - 1]) if board.digits else sum(of_digits[:n])
        most = values.highest + sum(of_digits[len(of_digits) - n + 1 :]) if board.digits else sum(of_digits[-n:])
        if least <= total <= most:
            sizes.append(n)
    return sizes


def _primes(most: int) -> list[int]:
    return [n for n in range(2, most) if all(n % d for d in range(2, n))]
