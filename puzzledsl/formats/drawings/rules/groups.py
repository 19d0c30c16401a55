"""Groups of coloured cells: extra regions, clones, magic squares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument, write_equal
from puzzledsl.formats.draft import cell_list
from puzzledsl.formats.drawings.colors import fit
from puzzledsl.formats.drawings.geometry import covered
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Cage, Shape
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_GROUP = r"(?:regions?|areas?|squares?|boxes|groups?|shapes?|dominoe?s)"
_COLORED = r"(?:shaded|highlighted|colored|gray|blue|green|yellow|red|pink|purple|orange|extra|additional)"
_WORDS = """shaded highlighted colored region regions area areas square squares box boxes group groups shape
shapes extra additional digit digits 1-9 through once exactly not no cannot can't may repeat repeated repeats without
different all also repeating whereby"""
RULES = (
    rule(
        "extra_region",
        "group",
        rf"(?=.*\b{_COLORED}\b)"
        rf"(?=.*\b{_GROUP}\b)(?!.*\b(?:lines?|sums?|magic|clones?|same)\b)"
        r"(?:.*contain.*\b1\b.*\b(?P<n>\d{1,2})\b|.*(?:not|never|n't) (?:be )?repeat|.*without repeat)",
        _WORDS,
        alone=True,
    ),
    rule(
        "colored_clone",
        "group",
        rf"(?=.*\bclones?\b|.*\bidentical)(?=.*\b{_GROUP}\b)(?!.*\bcages?\b).*\bsame digits?\b"
        r".*\bsame (?:exact |relative )?(?:positions?|order|arrangement|places?)"
        rf"|(?=.*\b{_GROUP}\b)(?=.*\bclones?\b).*\bidentical"
        rf"|^each of the {_COLORED} {_GROUP} contains? the same digits in the same positions$",
        _WORDS + " ie exact dominoes clone clones cloned same relative positions position order arrangement identical "
        "rotation reflection",
        alone=True,
    ),
    rule(
        "chain",
        "group",
        r"^each (?P<color>[a-z]+) (?:area|region) contains the digits 1 (?:through|to) 9 exactly once each,? and "
        r"these "
        r"digits must form a consecutive chain of adjacent digits from 1 to 9 by moving horizontally or "
        r"vertically from "
        r"one cell to the next$",
        _WORDS + " chain consecutive adjacent moving move horizontally vertically next each from",
        alone=True,
    ),
    rule(
        "caged_clone",
        "whole",
        r"^(?=.*\bcaged?s?\b)(?!.*\b(?:rotat|reflect|mirror))(?=.*\bsame (?:exact |relative "
        r")?(?:positions?|order|arrangement|places?)\b"
        r"|.*\bexact same position\b).*"
        r"(?:\bcounterpart|\bclones?\b|\blabel|\bletter)",
        _WORDS
        + " cage caged clone clones cloned same identical relative exact positions position order arrangement appear "
        "must its counterpart marked letter label labelled labeled matching",
        alone=True,
    ),
    rule(
        "magic_square",
        "group",
        r"^(?!\d of the ).*\bmagic squares?\b",
        _WORDS + " magic form forms main cages where extended "
        "row rows column columns diagonal diagonals same total sum sums add adds up equal up",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write the clues about groups of coloured cells."""
    _bind_caged_clones(board)
    for one in board.said("extra_region", "colored_clone", "magic_square", "chain"):
        shapes = _shapes(board, one)
        cells = {cell for shape in shapes for cell in covered(shape)}
        done = False
        match one.rule.name:
            case "extra_region":
                done = _extra_regions(board, cells)
            case "colored_clone":
                done = _clones(board, cells)
            case "chain":
                done = _extra_regions(board, cells) and _chains(board, cells)
            case _:
                done = _magic_box(board, one) or _magic_cages(board, one) or _magic_squares(board, one, cells)
        if done:
            board.explain(*shapes)
        else:
            board.leave_out(one, "no coloured cells are drawn that have the form of this rule")


def _bind_caged_clones(board: Board) -> None:
    """Cages with one label hold the same digits in the same positions."""
    for one in board.said("caged_clone"):
        labelled: dict[str, list[Cage]] = {}
        for cage in board.left_cages():
            if re.search(r"[a-zA-Z]", cage.value) and not re.search(r"\d", cage.value):
                labelled.setdefault(cage.value.strip(), []).append(cage)
        groups = [[sorted(cage.cells) for cage in cages] for cages in labelled.values()]
        shapes = [{tuple((r - c[0][0], s - c[0][1]) for r, s in c) for c in cells} for cells in groups]
        if not groups or any(len(cells) < 2 for cells in groups) or any(len(shape) != 1 for shape in shapes):
            board.leave_out(one, "no two cages are drawn with one label and one form")
            continue
        for cells in groups:
            for other in cells[1:]:
                write_equal(board.draft, list(zip(cells[0], other, strict=True)))
        board.explain(*(cage for cages in labelled.values() for cage in cages))


def _shapes(board: Board, one: Statement) -> list[Shape]:
    """The shapes of whole cells that have the colour of a statement, or the only colour that there is."""
    also = re.search(r"\balso form", one.sentence.plain)
    found = [
        shape
        for shape in (board.drawing.shapes if also else board.left_shapes())
        if not shape.round
        and shape.fill not in ("", "#ffffff")
        and not shape.text.strip()
        and shape.height > 0.85
        and shape.width > 0.85
        and covered(shape)
        and all(map(board.draft.inside, covered(shape)))
    ]
    if one.colors:
        return [shape for shape in found if any(fit(name, shape.fill) > 0.5 for name in one.colors)]
    return found if len({shape.fill for shape in found}) == 1 else []


def _components(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Groups of cells that are connected by their sides, each in reading order."""
    left = set(cells)
    found: list[list[Cell]] = []
    while left:
        edge = [min(left)]
        left -= set(edge)
        group: list[Cell] = []
        while edge:
            r, c = edge.pop()
            group.append((r, c))
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
            left -= near
            edge += near
        found.append(sorted(group))
    return found


def _extra_regions(board: Board, cells: set[Cell]) -> bool:
    draft = board.draft
    size = draft.highest - draft.lowest + 1
    groups = _components(cells)
    if not groups or any(len(group) != size for group in groups):
        return False
    for group in groups:
        draft.line(f"alldifferent: {cell_list(group)}", "alldifferent")
    return True


def _chains(board: Board, cells: set[Cell]) -> bool:
    """In each group, each digit stands beside the next larger one."""
    board.draft.declare(
        "# Each digit stands beside the next larger one.\nrule chain(area):\n    for c in area:\n"
        "        c < 9 -> any(d == c + 1 for d in neighbors(c) where has_cell(area, d))"
    )
    for group in _components(cells):
        board.draft.clue("chain", group)
    return True


def _clones(board: Board, cells: set[Cell]) -> bool:
    groups = _components(cells)
    shapes = {tuple((r - group[0][0], c - group[0][1]) for r, c in group) for group in groups}
    if len(groups) < 2 or len(shapes) != 1:
        return False
    for group in groups[1:]:
        write_equal(board.draft, list(zip(groups[0], group, strict=True)))
    return True


def _magic_box(board: Board, one: Statement) -> bool:
    """``Box 5 is a magic square``."""
    number = re.search(r"\bbox (\d)\b", one.sentence.plain)
    if number is None or (board.draft.height, board.draft.width) != (9, 9) or not 1 <= int(number[1]) <= 9:
        return False
    box = int(number[1]) - 1
    _magic(board, [(box // 3 * 3 + r, box % 3 * 3 + c) for r in (1, 2, 3) for c in (1, 2, 3)], different=True)
    return True


def _magic_cages(board: Board, one: Statement) -> bool:
    """``Red cages are magic squares``."""
    if "cage" not in one.sentence.plain:
        return False
    cages = [cage for cage in board.left_cages() if not cage.hidden and not cage.value]
    if one.colors:
        cages = [cage for cage in cages if any(fit(name, cage.color) > 0.5 for name in one.colors)]
    squares = [sorted(cage.cells) for cage in cages]
    whole = [[(r + k, c + m) for k in range(3) for m in range(3)] for (r, c), *_ in squares]
    if not squares or squares != whole:
        return False
    for square in squares:
        _magic(board, square, different=bool(re.search(r"\b1-9\b|\b1 to 9\b", one.sentence.plain)))
    board.explain(*cages)
    return True


def _magic_squares(board: Board, one: Statement, cells: set[Cell]) -> bool:
    left = set(cells)
    squares: list[list[Cell]] = []
    rows, columns = sorted({r for r, _ in left}), sorted({c for _, c in left})
    if "extended" in one.sentence.asides and len(left) == len(rows) * len(columns) == 9 and len(rows) == 3:
        _magic(board, sorted(left), different=True)
        return True
    while left:
        r, c = min(left)
        square = [(r + k, c + m) for k in range(3) for m in range(3)]
        if not left >= set(square):
            return False
        left -= set(square)
        squares.append(square)
    for square in squares:
        _magic(board, square, different=bool(re.search(r"\b1-9\b|\b1 to 9\b", one.sentence.plain)))
    return bool(squares)


def _magic(board: Board, square: list[Cell], different: bool) -> None:
    """Nine cells, row by row, whose rows, columns and diagonals have one sum."""
    if different:
        board.draft.line(f"alldifferent: {cell_list(square)}", "alldifferent")
    lines = [square[k : k + 3] for k in (0, 3, 6)] + [square[k::3] for k in (0, 1, 2)] + [square[::4], square[2:7:2]]
    board.draft.line(f"equal_sums([{', '.join(argument(line) for line in lines)}])", "magic squares")
