"""Marked cells whose digits speak of others: what they see, where they are, which circles have their colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import write_equal
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.rules.marks import chosen_shapes, marked_cell, why_unmarked
from puzzledsl.formats.drawings.statements import Condition, rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = (
    "circle circles circled square squares shaded even odd shade highlighted digit only shape shapes contain box boxes"
)
_SEES_ALIKE = (
    "# How many digits in a row have the parity of the first one, and how many a cell sees so in all directions.\n"
    "let alike(a, b) = (a + b) mod 2 == 0\n"
    "let run(line) = if len(line) < 2 then 0 else if alike(line[1], line[2]) then 1 + run(line[2..len(line)]) "
    "else 0\n"
    "let sees_alike(c) = 1 + sum([run(concat([c], ray)) for ray in rays(c)])"
)
"""Runs share what follows them, which is far less to search than a condition for each cell and distance."""
CONDITIONS = (
    Condition(
        "sees_smaller",
        r"\bdigit in an? \w+ indicates the (?:total )?number of (?:cells|digits) (?:it sees .*smaller than "
        r"itself|smaller than "
        r"itself that it 'sees')",
        "cell == count(all(x < cell for x in ray[1..k]) for ray in rays(cell), k in 1..len(ray))",
        "square circle total sees how row column smaller larger greater than itself block blocks vision all 4 "
        "cardinal "
        "directions its it",
    ),
    *(
        Condition(
            f"sees_{kind}",
            rf"^an? digit in an? (?:circle|square) is {kind} and counts the number of {kind} digits that can be "
            rf"seen in all "
            r"orthogonal directions(?: combined)?,? including itself$",
            f"cell mod 2 == {value} and cell == sees_alike(cell)",
            "circle square odd even counts number seen orthogonal directions combined including itself all can",
        )
        for kind, value in (("odd", 1), ("even", 0))
    ),
    Condition(
        "odd_neighbors",
        r"\bcell'?s? digit is (?:equal to )?the number of odd digits in (?:its )?orthogonally adjacent cells$",
        "cell == count(x mod 2 == 1 for x in neighbors(cell))",
        "odd digit cell's equal orthogonally adjacent",
    ),
    Condition(
        "even_neighbors",
        r"\bcell'?s? digit is (?:equal to )?the number of even digits in (?:its )?orthogonally adjacent cells$",
        "cell == count(x mod 2 == 0 for x in neighbors(cell))",
        "even digit cell's equal orthogonally adjacent",
    ),
    Condition(
        "extreme",
        r"\bdigits in all orthogonal neighbors are either all greater or all less than the digit in the cell$",
        "all(x > cell for x in neighbors(cell)) or all(x < cell for x in neighbors(cell))",
        "orthogonal neighbors greater less",
    ),
    Condition(
        "own_position",
        r"\bcell contains its position within its row, column or box$",
        "cell in {column_of(cell), row_of(cell), 3 * ((row_of(cell) - 1) mod 3) + (column_of(cell) - 1) mod 3 + 1}",
        "gold position row column box its",
    ),
    Condition(
        "square_number",
        r"^the (?:central|center) \w+ cell is also a square number$",
        "cell in {1, 4, 9}",
        "central square center",
    ),
    Condition(
        "projected_difference",
        r"^a (?P<noun>diamond) clue shows that there exist 2 digits n steps away from the diamond in an orthogonal "
        r"direction that have a difference of n,? where n is the digit in the diamond$",
        "any(cell == n and any(abs(x - y) == n for x, y in combinations([ray[n] for ray in rays(cell) where "
        "len(ray) >= n])) for n in 1..highest)",
    ),
    Condition("not_in_flats", r"^5s live in dutch flats, they don't live in circles$", "cell != 5"),
)
"""Rules about marked cells: name, pattern, vocabulary, and the condition on each ``cell``."""
RULES = (
    *(one.rule("special mark") for one in CONDITIONS),
    rule(
        "sees_until",
        "special mark",
        r"^in each direction, it 'sees' all digits smaller than itself until vision is blocked by a digit "
        r"greater than itself "
        r"or the edge of the grid$",
    ),
    rule("blocks_view", "special mark", r"^(?:even|odd) digits block the view$"),
    rule("all_sights", "special mark", r"^all circles and squares are (?:given|shown|marked)$"),
    rule(
        "all_marks",
        "special mark",
        r"^all (?:possible )?(?P<marks>(?:[a-z]+ )*(?:circles|cells|squares)) (?:are |have been "
        r")?(?:given|shown|marked)$",
        _WORDS + " possible shown marked cells",
        alone=True,
    ),
    rule("all_gold", "special mark", r"^all possible \w+ cells are (?:given|shown|marked)$", "possible", alone=True),
    rule(
        "star_odd", "special mark", r"^digits in cells with (?P<symbol>stars|hearts|diamonds) are (?P<parity>odd|even)$"
    ),
    rule("proper_colors", "special mark", r"^orthogonally adjacent circles are different colors$"),
    rule(
        "counting_colors",
        "special mark",
        r"^(?:the )?digit inside a circle appears that many times in circles of that color$",
    ),
    rule(
        "compares_color",
        "special mark",
        r"^(?:the |a )?digit in an? colored (?P<from>square|circle) (?:indicates|counts|shows) how many "
        r"(?P<to>square|circle)s of (?:that|the same|its) color contain a digit "
        r"(?P<how>bigger|larger|greater|higher|smaller|lower) than itself$",
    ),
    rule(
        "same_marked",
        "special mark",
        r"^(?:the )?(?:corner )?cells with (?:an? )?(?:[a-z]+ )?(?P<mark>diamond|circle|square)s? (?:all "
        r")?contain the "
        r"same digit$",
        _WORDS + " diamonds same all corner",
        alone=True,
    ),
    rule("same_by_color", "special mark", r"^cells with (?:the )?same color(?:ed)? circles? contain the same digits?$"),
)


def bind(board: Board) -> None:
    """Write these clues."""
    singles = [(shape, cell) for shape in board.left_shapes() if (cell := marked_cell(board, shape)) is not None]
    for one in board.about("special mark"):
        match one.rule.name:
            case "sees_until" | "all_gold":
                _completes(board, one)
            case "blocks_view":
                if not board.said("sees_odd", "sees_even"):
                    board.leave_out(one, "this completes a rule about what digits see, which was not found")
            case "all_marks":
                also = any(other.sentence is one.sentence and other is not one for other in board.statements)
                if not also and not any(_is_among(other, one) for other in board.statements):
                    board.leave_out(one, "this completes a rule about marked cells, which was not found")
            case "all_sights":
                _no_other_sights(board, one, [cell for _, cell in singles])
            case "star_odd":
                _symbols(board, one)
            case "proper_colors":
                pass  # goes with the next one
            case "counting_colors":
                _count_by_color(board, one, [(s, c) for s, c in singles if s.round and s.height > 0.5])
            case "compares_color":
                _compare_by_color(board, one, singles)
            case "same_marked":
                match = one.rule.says.search(one.sentence.plain)
                angle = 45 if match and match["mark"] == "diamond" else 0
                looks = [
                    (s, c)
                    for s in board.left_shapes()
                    if (c := cell_at(s.center)) and board.draft.inside(c) and 0.25 <= s.height <= 1
                    if s.round == bool(match and match["mark"] == "circle") and (s.round or s.angle % 90 == angle)
                ]
                _same(board, one, chosen_shapes(one, looks))
            case "same_by_color":
                _same_by_color(board, one, [(s, c) for s, c in singles if s.round])
            case _:
                plain = one.sentence.plain
                rings, squares = "circle" in plain, "square" in plain and "circle" not in plain
                fitting = [(s, c) for s, c in singles if not (rings and not s.round) and not (squares and s.round)]
                if "diamond" in plain:
                    fitting = [(s, c) for s, c in singles if not s.round and s.angle % 90 == 45]
                _write(board, one, fitting)


def _no_other_sights(board: Board, one: Statement, marked: list[Cell]) -> None:
    """No other cell sees as many digits of its parity as it says."""
    if not (board.said("sees_odd") and board.said("sees_even")) or not marked:
        board.leave_out(
            one, "this completes rules about what digits in circles and in squares see, which were not found"
        )
        return
    board.draft.line(
        f"for c in cells where not has_cell([{', '.join(map(cell_name, sorted(marked)))}], c):\n    c != sees_alike(c)",
        "sights",
    )


def _write(board: Board, one: Statement, shapes: list[tuple[Shape, Cell]]) -> None:
    """Write the condition on each cell that is marked for a rule."""
    name = one.rule.name
    chosen = chosen_shapes(one, shapes)
    looks = {(shape.round, shape.fill) for shape, _ in chosen}
    every = re.search(r"\b(?:every|each|all) colored cells?\b", one.sentence.plain)
    if not chosen or (not one.colors and len(looks) > 1 and not every):
        board.leave_out(one, why_unmarked(chosen))
        return
    cells = sorted({cell for _, cell in chosen})
    body = one.condition or next(kind.lines for kind in CONDITIONS if kind.name == name)
    blocked = re.search(r"\bblocks?\b", one.sentence.plain) or board.said("sees_until")
    if name == "sees_smaller" and not blocked:
        board.leave_out(one, "whether larger digits hide others is not said")
        return
    if name == "own_position" and board.groups != "boxes":
        board.leave_out(one, "this is said of a grid with boxes only")
        return
    marked = f"[{', '.join(map(cell_name, cells))}]"
    if name in ("sees_odd", "sees_even"):
        board.draft.declare(_SEES_ALIKE)
    board.draft.line(f"for cell in {marked}:\n    {body}", name)
    if name == "own_position" and board.said("all_gold"):
        board.draft.line(f"for cell in cells where not has_cell({marked}, cell):\n    not {body}", name)
    if one.condition and any(_is_among(one, other) for other in board.said("all_marks")):
        board.draft.line(f"for cell in cells where not has_cell({marked}, cell):\n    not ({body})", name)
    if name != "not_in_flats":  # these circles have another rule besides
        board.explain(*(shape for shape, _ in chosen))


def _is_among(one: Statement, every: Statement) -> bool:
    """Whether the cells of a condition are among those of which a sentence says that all are marked."""
    if not one.condition or one.rule.about != "special mark":
        return False
    told = every.sentence.plain
    return set(one.colors) <= set(every.colors) if one.colors else "circle" in one.sentence.plain and "circle" in told


def _completes(board: Board, one: Statement) -> None:
    """A sentence that completes another says nothing without it."""
    if not board.said("sees_smaller" if one.rule.name == "sees_until" else "own_position"):
        board.leave_out(one, "this completes a rule about marked cells, which was not found")


def _symbols(board: Board, one: Statement) -> None:
    """Cells with a symbol that is written as text are odd, or even."""
    match = one.rule.says.search(one.sentence.plain)
    signs = {"stars": "☆★⭐✩✰*", "hearts": "♥♡❤", "diamonds": "♦◇◆♢"}[match["symbol"]] if match else ""
    shapes = [s for s in board.left_shapes() if s.text.strip() and s.text.strip()[0] in signs and cell_at(s.center)]
    cells = sorted({cell for shape in shapes if (cell := cell_at(shape.center)) and board.draft.inside(cell)})
    if match and cells:
        board.clue(f"{match['parity']} cells", match["parity"], cells)
        board.explain(*shapes)
    else:
        board.leave_out(one, "no cell with such a symbol is drawn")


def _count_by_color(board: Board, one: Statement, circles: list[tuple[Shape, Cell]]) -> None:
    """Circles of unknown colours: neighbours differ, and a digit counts itself in the circles of its colour."""
    names = ("red", "green", "blue", "yellow", "purple", "orange", "pink")
    hues: dict[Cell, int] = {}
    for shape, cell in circles:
        fits = [k for k, name in enumerate(names, 1) if fit(name, shape.fill) > 0.6]
        if fits and fit("white", shape.fill) < 1:
            hues[cell] = fits[0]
    said = re.search(r"\bUsing ((?:\w+, )+(?:and )?\w+), color", board.draft.rules, re.IGNORECASE)
    colors = [k for k, name in enumerate(names, 1) if said and re.search(rf"\b{name}\b", said[1].lower())]
    if not colors or not set(hues.values()) <= set(colors) or not board.said("proper_colors"):
        board.leave_out(one, "the rules do not list all colours of the circles that are drawn")
        return
    draft = board.draft
    cells = sorted({cell for _, cell in circles})
    draft.line(f"grid color[{draft.height}, {draft.width}] in 0..{max(colors)}", "colours of circles")
    draft.line(f"let circles = [{', '.join(map(cell_name, cells))}]", "colours of circles")
    draft.line(
        "let color_of(c) = color[row_of(c), column_of(c)]\n"
        f"for c in circles:\n    color_of(c) in {{{', '.join(map(str, colors))}}}\n"
        "for c in cells where not has_cell(circles, c):\n    color_of(c) == 0\n"
        "for c, d in adjacent_pairs(circles):\n    color_of(c) != color_of(d)\n"
        f"for k in [{', '.join(map(str, colors))}], v in lowest..highest:\n"
        "    count(c == v and color_of(c) == k for c in circles) in {0, v}",
        "colours of circles",
    )
    for (row, column), hue in sorted(hues.items()):
        draft.line(f"color[{row}, {column}] == {hue}", "colours of circles")
    board.explain(*(shape for shape, _ in circles))


def _compare_by_color(board: Board, one: Statement, singles: list[tuple[Shape, Cell]]) -> None:
    """A digit in a shape counts the larger, or smaller, digits in other shapes of its colour."""
    match = one.rule.says.search(one.sentence.plain)
    counting: dict[str, list[Cell]] = {}
    counted: dict[str, dict[Cell, None]] = {}
    for shape, cell in singles:
        color = shape.border if shape.fill in ("", "#ffffff") else shape.fill
        if match and shape.round == (match["from"] == "circle"):
            counting.setdefault(color, []).append(cell)
        elif match:
            counted.setdefault(color, {})[cell] = None
    if not match or match["from"] == match["to"] or not counting or not counting.keys() <= counted.keys():
        board.leave_out(one, "there is no shape of the same colour for each of the marked cells")
        return
    sign = "<" if match["how"] in ("smaller", "lower") else ">"
    for color, cells in counting.items():
        others = ", ".join(map(cell_name, sorted(counted[color])))
        for cell in cells:
            board.draft.line(
                f"{cell_name(cell)} == count(x {sign} {cell_name(cell)} for x in [{others}])", one.rule.name
            )
    board.explain(*(shape for shape, _ in singles))


def _same(board: Board, one: Statement, marked: list[tuple[Shape, Cell]]) -> None:
    """Marked cells have one digit."""
    cells = sorted({cell for _, cell in marked})
    if len(cells) < 2:
        board.leave_out(one, "fewer than two cells are marked for this rule")
        return
    write_equal(board.draft, [(cells[0], cell) for cell in cells[1:]])
    board.explain(*(shape for shape, _ in marked))


def _same_by_color(board: Board, one: Statement, circles: list[tuple[Shape, Cell]]) -> None:
    """Circles of one colour have the same digit."""
    by_color: dict[str, list[Cell]] = {}
    for shape, cell in circles:
        if not shape.text.strip():
            by_color.setdefault(shape.fill or shape.border, []).append(cell)
    groups = [cells for cells in by_color.values() if len(cells) > 1]
    if not groups:
        board.leave_out(one, "no two circles of one colour are drawn")
        return
    for cells in groups:
        write_equal(board.draft, [(cells[0], cell) for cell in cells[1:] if cell != cells[0]])
    board.explain(*(shape for shape, _ in circles if not shape.text.strip()))
