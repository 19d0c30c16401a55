"""Shapes in single cells: circles, squares, shades."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import cell_at, corner_at, covered
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = (
    "circle circles circled square squares shaded even odd shade highlighted digit only shape shapes contain box "
    "boxes "
    "opaque"
)
_EXTREME = """maximum minimum max min greater higher larger bigger smaller lower less orthogonally adjacent
    neighbor neighbors
    neighboring orthogonal arrow arrows facing outward inward pointing outwards inwards its their all smallest
    largest shaded surrounding fortress fortresses touching local tower value digit value non part
    non-fortress other share edge inward"""
RULES = (
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
        "distinct",
        "mark",
        r"^(?:the )?(?:\w+ )?circles (?:must )?contain (?:(?:a (?:complete|full) set of|all) (?:the )?|(?:the )?)"
        r"digits (?:from )?1(?:-| to )(?P<n>\d)(?: once each| exactly once)?$",
        _WORDS + " complete full set of once exactly",
        alone=True,
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
    rule(
        "counting_circles",
        "mark",
        r"^(?:a|the|any|each) digit (?:in|on) an? (?:\w+ )?(?P<noun>\w{4,}) (?:indicates|shows|counts|gives) "
        r"(?:exactly )?"
        r"(?:how many (?P=noun)s contain that digit"
        r"|how many times that digit appears (?:in|on) (?P=noun)s)(?: in total| in the grid)?$",
        "indicate show count give exactly how many times appear total any",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write the clues of shapes in cells."""
    statements: list[Statement] = [
        one for one in board.about("mark") if len(one.colors) < 2 or one.rule.name == "odd_even"
    ]
    singles = [(shape, cell) for shape in board.left_shapes() if (cell := marked_cell(board, shape)) is not None]
    for one in statements:
        match one.rule.name:
            case "odd_even":
                _write(board, one, "odd", [(s, c) for s, c in singles if s.round])
                _write(board, one, "even", [(s, c) for s, c in singles if not s.round])
            case "counting_circles" if "circle" not in f"{one.sentence.plain} {one.sentence.asides}":
                board.leave_out(one, "the rules do not say how the marks that this is about are drawn")
            case "counting_circles":
                rings = chosen_shapes(one, [(s, c) for s, c in singles if s.round and s.height > 0.5])
                cells = sorted({cell for _, cell in rings})
                if re.search(r"\b(?:of|in) (?:that|the same|its) color", one.sentence.plain):
                    for look in sorted({(s.fill, s.border) for s, _ in rings}):
                        alike_ones = sorted({cell for s, cell in rings if (s.fill, s.border) == look})
                        board.draft.clue("counting_circles", alike_ones)
                    board.explain(*(shape for shape, _ in rings))
                    continue
                alike = len({bool(s.border) for s, _ in rings}) == 1
                if (cells and not one.colors and alike) or len({s.border or s.fill for s, _ in rings}) == 1:
                    board.draft.clue("counting_circles", cells)
                    board.explain(*(shape for shape, _ in rings))
                else:
                    board.leave_out(
                        one,
                        "circles of several looks could be meant"
                        if rings
                        else "no circle that could be meant is drawn",
                    )
            case "run" if " along " in f" {one.sentence.plain}" and (around := _around_corners(board, one)):
                for shape, four in around:
                    board.draft.clue("renban", four)
                    board.explain(shape)
            case name:
                plain = one.sentence.plain
                round_ones = "circle" in plain
                square_ones = "square" in plain and not round_ones
                fitting = [
                    (s, c) for s, c in singles if not (round_ones and not s.round) and not (square_ones and s.round)
                ]
                _write(board, one, name, fitting)


def _around_corners(board: Board, one: Statement) -> list[tuple[Shape, tuple[Cell, ...]]]:
    """Rings of a colour around corners, each with the four cells that it runs through."""
    return [
        (shape, cells)
        for shape in board.left_shapes()
        if shape.round and not shape.fill and 0.8 < shape.height < 1.4 and claims([one], shape.border)
        if (cells := corner_at(shape.center)) and all(map(board.draft.inside, cells))
    ]


def _write(board: Board, one: Statement, name: str, shapes: list[tuple[Shape, Cell]]) -> None:
    chosen = chosen_shapes(one, shapes)
    looks = {(shape.round, shape.fill) for shape, _ in chosen}
    if not chosen or (not one.colors and len(looks) > 1):
        board.leave_out(one, why_unmarked(chosen))
        return
    if len({round(shape.height, 1) for shape, _ in chosen}) > 1:
        board.leave_out(one, "shapes of two sizes are drawn, and either could be meant")
        return
    cells = sorted({cell for _, cell in chosen})
    if name in ("distinct", "run"):
        if one.value is not None and len(cells) != one.value:
            board.leave_out(one, "there are not as many cells as digits")
            return
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
    else:
        board.clue(f"{name} cells", name, cells)
    board.explain(*(shape for shape, _ in chosen))


def why_unmarked(chosen: Sequence[tuple[Shape, Cell]]) -> str:
    """Why a rule about marked cells is left out, if these are the ones that could be meant."""
    if not chosen:
        return "no cell is marked with the shape and colour of this rule"
    return "cells are marked with several shapes or colours, and any of them could be meant"


def chosen_shapes(one: Statement, shapes: list[tuple[Shape, Cell]]) -> list[tuple[Shape, Cell]]:
    """The shapes of the colours that a statement names, without a text in them; all if it names none."""
    if not one.colors and "shaded" in one.sentence.plain:
        return [(shape, cell) for shape, cell in shapes if fit("gray", shape.fill) == 1 and not shape.text.strip()]
    if not one.colors:
        return [(shape, cell) for shape, cell in shapes if not shape.text.strip()]
    plain = [(shape, cell) for shape, cell in shapes if not shape.text.strip()]
    filled = [pair for pair in plain if max(fit(name, pair[0].fill) for name in one.colors) >= 0.7]
    return filled or [pair for pair in plain if max(fit(name, pair[0].border) for name in one.colors) >= 0.7]


def marked_cell(board: Board, shape: Shape) -> Cell | None:
    """The one cell that a shape marks; none if it is too small or too large for that."""
    cell = cell_at(shape.center)
    if cell is None or not board.draft.inside(cell) or not (shape.fill or shape.border):
        return None
    if min(shape.height, shape.width) < 0.5 or max(shape.height, shape.width) > 1.05 or len(covered(shape)) > 1:
        return None
    return cell
