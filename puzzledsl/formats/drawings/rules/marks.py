"""Shapes in single cells: circles, squares, shades."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, covered
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = (
    "circle circles circled square squares shaded even odd shade highlighted digit only shape shapes contain box boxes "
    "opaque"
)
_EXTREME = """maximum minimum max min greater higher larger bigger smaller lower less orthogonally adjacent
    neighbor neighbors
    neighboring orthogonal arrow arrows facing outward inward pointing outwards inwards its their all smallest
    largest shaded surrounding fortress fortresses touching local tower value digit value non part
    non-fortress other share edge inward"""
CONDITIONS = (
    (
        "sees_smaller",
        r"\bdigit in an? \w+ indicates the (?:total )?number of (?:cells|digits) (?:it sees .*smaller than "
        r"itself|smaller than "
        r"itself that it 'sees')",
        "square circle total sees how row column smaller larger greater than itself block blocks vision all 4 cardinal "
        "directions its it",
        "cell == count(all(x < cell for x in ray[1..k]) for ray in rays(cell), k in 1..len(ray))",
    ),
    (
        "odd_neighbors",
        r"\bcell'?s? digit is (?:equal to )?the number of odd digits in (?:its )?orthogonally adjacent cells$",
        "odd digit cell's equal orthogonally adjacent",
        "cell == count(x mod 2 == 1 for x in neighbors(cell))",
    ),
    (
        "even_neighbors",
        r"\bcell'?s? digit is (?:equal to )?the number of even digits in (?:its )?orthogonally adjacent cells$",
        "even digit cell's equal orthogonally adjacent",
        "cell == count(x mod 2 == 0 for x in neighbors(cell))",
    ),
    (
        "extreme",
        r"\bdigits in all orthogonal neighbors are either all greater or all less than the digit in the cell$",
        "orthogonal neighbors greater less",
        "all(x > cell for x in neighbors(cell)) or all(x < cell for x in neighbors(cell))",
    ),
    (
        "own_position",
        r"\bcell contains its position within its row, column or box$",
        "gold position row column box its",
        "cell in {column_of(cell), row_of(cell), 3 * ((row_of(cell) - 1) mod 3) + (column_of(cell) - 1) mod 3 + 1}",
    ),
    (
        "square_number",
        r"^the (?:central|center) \w+ cell is also a square number$",
        "central square center",
        "cell in {1, 4, 9}",
    ),
    (
        "not_in_flats",
        r"^5s live in dutch flats, they don't live in circles$",
        "live dutch flats don't circles s",
        "cell != 5",
    ),
)
"""Rules about marked cells: name, pattern, vocabulary, and the condition on each ``cell``."""
RULES = (
    *(rule(name, "mark", says, words, alone=True) for name, says, words, _ in CONDITIONS),
    rule(
        "sees_until",
        "mark",
        r"^in each direction, it 'sees' all digits smaller than itself until vision is blocked by a digit "
        r"greater than itself "
        r"or the edge of the grid$",
        "direction it 'sees' sees smaller itself until vision blocked greater edge",
        alone=True,
    ),
    rule(
        "all_gold",
        "mark",
        r"^all possible \w+ cells are (?:given|shown|marked)$",
        "possible",
        alone=True,
    ),
    rule(
        "star_odd",
        "mark",
        r"^digits in cells with (?P<symbol>stars|hearts|diamonds) are (?P<parity>odd|even)$",
        _WORDS + " stars hearts diamonds",
        alone=True,
    ),
    rule(
        "proper_colors",
        "mark",
        r"^orthogonally adjacent circles are different colors$",
        _WORDS + " orthogonally adjacent different",
        alone=True,
    ),
    rule(
        "counting_colors",
        "mark",
        r"^(?:the )?digit inside a circle appears that many times in circles of that color$",
        _WORDS + " inside appears many times",
        alone=True,
    ),
    rule(
        "same_by_color",
        "mark",
        r"^cells with (?:the )?same color(?:ed)? circles? contain the same digits?$",
        "same circle circles",
        alone=True,
    ),
    rule(
        "odd",
        "mark",
        (
            r"^(?!.*\beven\b)(?!.*\b(?:lines?|count|counts|number of|sum)\b)(?:.*\b(?:circles?d?|"
            r"squares?|cells?|shaded)\b.*\bodd\b)"
        ),
        _WORDS,
    ),
    rule(
        "even",
        "mark",
        (
            r"^(?!.*\bodd\b)(?!.*\b(?:lines?|count|counts|number of|sum)\b)(?:.*\b(?:circles?d?|"
            r"squares?|cells?|shaded)\b.*\beven\b)"
        ),
        _WORDS,
    ),
    rule(
        "odd_even",
        "mark",
        (
            r"^(?!.*\b(?:lines?|count|counts|number of|sum)\b)(?:.*\bcircles?\b.*\bodd\b.*\bsquares?\b.*\be"
            r"ven\b)|^(?:.*\bsquares?\b.*\beven\b.*\bcircles?\b.*\bodd\b)"
        ),
        _WORDS,
    ),
    rule(
        "distinct",
        "mark",
        r"(?:in|inside|on|within) (?:the )?(?:\w+ (?:cells|circles|squares)"
        r"|cells with (?:an? )?\w+ (?:circles?|squares?))"
        r".*(?:not|cannot|never|n't) (?:be )?repeat"
        r"|^(?:digits )?cannot repeat in (?:the )?(?:cells with )?\w+ (?:cells|circles|squares)",
        _WORDS + " not cannot never repeat repeated may do",
    ),
    rule(
        "run",
        "mark",
        r"^digits (?:in|on|along) (?:the )?\w+ (?:circles|cells|squares) (?:form|are|contain).*consecutive",
        _WORDS + " non-repeating nonrepeating non repeating sequence set consecutive any order",
    ),
    rule(
        "prime",
        "mark",
        r"(?:cells?|squares?|circles?|highlighted|shaded).*\bprimes?\b(?!.*adjacent)",
        _WORDS + " prime primes",
    ),
    rule(
        "index_column",
        "mark",
        (
            r"(?:red|shaded|colored|marked|\w+) (?:squares?|cells?).*(?:position|placement)"
            r".*column(?:'s)? number.*row"
        ),
        ("position placement squares square cell's column columns number row show shows gives red colored"),
    ),
    rule(
        "index_row",
        "mark",
        (
            r"(?:red|shaded|colored|marked|\w+) (?:squares?|cells?).*(?:position|placement)"
            r".*row(?:'s)? number.*column"
        ),
        ("position placement squares square cell's column columns number row show shows gives blue colored"),
    ),
    rule(
        "position_of",
        "mark",
        (
            r"(?:red|shaded|colored|marked|\w+) squares? indicates? the position of the "
            r"(?P<n>\d) in (?:that|its|the) row"
        ),
        "position square squares row",
    ),
    rule(
        "maximum",
        "mark",
        (
            r"(?:cell|square|fortress|digit|circle|shaded).*(?:greater|higher|larger|"
            r"bigger).* (?:neighbors|adjacent|surrounding|non-fortress)"
        ),
        _EXTREME,
    ),
    rule(
        "minimum",
        "mark",
        (r"(?:cell|square|digit|circle|shaded).*(?:smaller|lower|less).* (?:neighbors|" r"adjacent|surrounding)"),
        _EXTREME,
    ),
    rule(
        "counting_circles",
        "mark",
        (
            r"(?=.*\bcircles?d?\b)(?:.*(?:how many|number of|exactly that many|many times|"
            r"that many|as many).*\bcircle)"
        ),
        (
            "circle circles circled counting count counts indicate indicates how many "
            "exactly times same appear appears digit's instances total amount be will "
            "if gives tells you occur occurs which"
        ),
    ),
)


def bind(board: Board) -> None:
    """Write the clues of shapes in cells."""
    statements: list[Statement] = [
        one for one in board.about("mark") if len(one.colors) < 2 or one.rule.name == "odd_even"
    ]
    singles = [(shape, cell) for shape in board.left_shapes() if (cell := _cell(board, shape)) is not None]
    for one in statements:
        match one.rule.name:
            case "sees_until" | "all_gold":
                _completes(board, one)
            case "star_odd":
                _symbols(board, one)
            case "proper_colors":
                pass  # goes with the next one
            case "counting_colors":
                _count_by_color(board, one, [(s, c) for s, c in singles if s.round and s.height > 0.5])
            case "same_by_color":
                _same_by_color(board, one, [(s, c) for s, c in singles if s.round])
            case "odd_even":
                _write(board, one, "odd", [(s, c) for s, c in singles if s.round])
                _write(board, one, "even", [(s, c) for s, c in singles if not s.round])
            case "counting_circles":
                rings = _chosen(one, [(s, c) for s, c in singles if s.round and s.height > 0.5])
                cells = sorted({cell for _, cell in rings})
                alike = len({bool(s.border) for s, _ in rings}) == 1
                if (cells and not one.colors and alike) or len({s.border or s.fill for s, _ in rings}) == 1:
                    board.draft.clue("counting_circles", cells)
                    board.explain(*(shape for shape, _ in rings))
                else:
                    board.leave_out(one, "no circles fit this rule with certainty")
            case name:
                plain = one.sentence.plain
                round_ones = "circle" in plain
                square_ones = "square" in plain and not round_ones
                fitting = [
                    (s, c) for s, c in singles if not (round_ones and not s.round) and not (square_ones and s.round)
                ]
                _write(board, one, name, fitting)


def _write(board: Board, one: Statement, name: str, shapes: list[tuple[Shape, Cell]]) -> None:
    chosen = _chosen(one, shapes)
    looks = {(shape.round, shape.fill) for shape, _ in chosen}
    every = re.search(r"\b(?:every|each|all) colored cells?\b", one.sentence.plain)
    if not chosen or (not one.colors and len(looks) > 1 and not every):
        board.leave_out(one, "no cells are marked for this rule with certainty")
        return
    if len({round(shape.height, 1) for shape, _ in chosen}) > 1:
        board.leave_out(one, "shapes of two sizes may be for this rule")
        return
    cells = sorted({cell for _, cell in chosen})
    if name in ("distinct", "run"):
        if 1 < len(cells) <= board.draft.highest - board.draft.lowest + 1:
            board.draft.clue("alldifferent" if name == "distinct" else "renban", cells)
    elif name == "position_of":
        for cell in cells:
            board.draft.line(f"element(r{cell[0]}c{cell[1]}, row({cell[0]}), {one.value})", name)
    elif name == "prime":
        for cell in cells:
            board.draft.one_of(
                cell, [v for v in (2, 3, 5, 7, 11, 13) if board.draft.lowest <= v <= board.draft.highest]
            )
    elif name in ("maximum", "minimum"):
        names = ", ".join(f"r{r}c{c}" for r, c in cells)
        board.draft.clue(f"{name} except = [{names}]" if len(cells) > 1 else name, cells)
    elif body := next((body for key, _, _, body in CONDITIONS if key == name), ""):
        blocked = re.search(r"\bblocks?\b", one.sentence.plain) or board.said("sees_until")
        if name == "sees_smaller" and not blocked:
            board.leave_out(one, "whether larger digits hide others is not said")
            return
        if name == "own_position" and board.groups != "boxes":
            board.leave_out(one, "this is said of a grid with boxes only")
            return
        marked = f"[{', '.join(map(cell_name, cells))}]"
        board.draft.line(f"for cell in {marked}:\n    {body}", name)
        if name == "own_position" and board.said("all_gold"):
            board.draft.line(f"for cell in cells where not has_cell({marked}, cell):\n    not {body}", name)
    else:
        board.clue(f"{name} cells", name, cells)
    board.explain(*(shape for shape, _ in chosen))


def _completes(board: Board, one: Statement) -> None:
    """A sentence that completes another says nothing without it."""
    if not board.said("sees_smaller" if one.rule.name == "sees_until" else "own_position"):
        board.leave_out(one, "this is said of cells that are not known")


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
        board.leave_out(one, "no cells are marked for this rule with certainty")


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
        board.leave_out(one, "which colours there are is not certain")
        return
    draft = board.draft
    cells = sorted({cell for _, cell in circles})
    draft.line(f"grid color[{draft.height}, {draft.width}] in 0..{max(colors)}", "colours of circles")
    draft.line(f"let circles = [{', '.join(map(cell_name, cells))}]", "colours of circles")
    draft.line(
        "let color_of(c) = color[row_of(c), column_of(c)]\n"
        f"for c in circles:\n    color_of(c) in {{{', '.join(map(str, colors))}}}\n"
        "    c == count(d == c and color_of(d) == color_of(c) for d in circles)\n"
        "for c in cells where not has_cell(circles, c):\n    color_of(c) == 0\n"
        "for c, d in adjacent_pairs(circles):\n    color_of(c) != color_of(d)",
        "colours of circles",
    )
    for (row, column), hue in sorted(hues.items()):
        draft.line(f"color[{row}, {column}] == {hue}", "colours of circles")
    board.explain(*(shape for shape, _ in circles))


def _same_by_color(board: Board, one: Statement, circles: list[tuple[Shape, Cell]]) -> None:
    """Circles of one colour have the same digit."""
    from puzzledsl.formats.clues import write_equal

    by_color: dict[str, list[Cell]] = {}
    for shape, cell in circles:
        if not shape.text.strip():
            by_color.setdefault(shape.fill or shape.border, []).append(cell)
    groups = [cells for cells in by_color.values() if len(cells) > 1]
    if not groups:
        board.leave_out(one, "no circles fit this rule with certainty")
        return
    for cells in groups:
        write_equal(board.draft, [(cells[0], cell) for cell in cells[1:] if cell != cells[0]])
    board.explain(*(shape for shape, _ in circles if not shape.text.strip()))


def _chosen(one: Statement, shapes: list[tuple[Shape, Cell]]) -> list[tuple[Shape, Cell]]:
    if not one.colors and "shaded" in one.sentence.plain:
        return [(shape, cell) for shape, cell in shapes if fit("gray", shape.fill) == 1 and not shape.text.strip()]
    if not one.colors:
        return [(shape, cell) for shape, cell in shapes if not shape.text.strip()]
    plain = [(shape, cell) for shape, cell in shapes if not shape.text.strip()]
    filled = [pair for pair in plain if max(fit(name, pair[0].fill) for name in one.colors) >= 0.7]
    return filled or [pair for pair in plain if max(fit(name, pair[0].border) for name in one.colors) >= 0.7]


def _cell(board: Board, shape: Shape) -> Cell | None:
    cell = cell_at(shape.center)
    if cell is None or not board.draft.inside(cell) or not (shape.fill or shape.border):
        return None
    if min(shape.height, shape.width) < 0.5 or max(shape.height, shape.width) > 1.05 or len(covered(shape)) > 1:
        return None
    return cell
