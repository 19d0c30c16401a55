"""From a model to a constraint string of the Interactive Sudoku Solver.

Most rules have a kind of constraint there (`kinds`). What has none is taken apart into its conditions: on one cell they
are values, on two cells a table of pairs; of other conditions only sums have a place there.
"""

from __future__ import annotations

from puzzledsl.expressions import Boolean, variables_of
from puzzledsl.formats.board import ExportBoard, ExportClue, Unsayable, refusal
from puzzledsl.formats.conditions import allows, clues_of
from puzzledsl.formats.format import Link
from puzzledsl.formats.givens_only import NO_PLACE
from puzzledsl.formats.sites.iss.cells import DIGITS, LONGEST_SIDE
from puzzledsl.formats.sites.iss.grammar import SITE
from puzzledsl.formats.sites.iss.kinds import NEVER, Kinds, given, item
from puzzledsl.model import Model
from puzzledsl.presentation.value_texts import Values

ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
MOST_ITEMS = 5_000
"""Constraints that one clue may become."""


def write(model: Model, solution: Values | None) -> Link:
    """The link, and what is not in it; a solution has no place there.

    Raises:
        PuzzleError: the grid is none that the site has.
    """
    board = ExportBoard(model, SITE)
    low, high = board.values[0], board.values[-1]
    if max(board.height, board.width) > LONGEST_SIDE or high - min(low, 1) + 1 > LONGEST_SIDE:
        raise refusal(SITE, f"theirs has up to {LONGEST_SIDE} rows, columns and values")
    if low < 0:
        raise refusal(SITE, "its values are not negative, and these are")
    if len(board.cells) < board.height * board.width:
        raise refusal(SITE, "its grid has masked places")
    kinds = Kinds(board)
    found: list[str] = []
    board.say(board.clues, lambda clue: found.extend(_constraints(kinds, clue)))
    for (kind, line), ends in kinds.outside.items():
        found.append(f".{kind}~{line}~{ends.get(0, '')}~{ends.get(1, '')}")
    restricted = [cell for cell in board.cells if cell in board.allowed or kinds.missing]
    found += [given(cell, board.allowed.get(cell, frozenset(board.values))) for cell in restricted]
    text = "".join([*_shape(board, kinds), *dict.fromkeys(found)]) or ".Shape~9x9"
    return Link(ADDRESS + text, (*board.left_out(numbers=True), *([NO_PLACE] if solution else [])))


def _constraints(kinds: Kinds, clue: ExportClue) -> list[str]:
    """The constraints that a clue is there: of its own kind, or else those of its conditions.

    Raises:
        Unsayable: there are none.
    """
    found = kinds.of(clue)
    if found is None:
        parts = clues_of(kinds.board, clue.holds, clue.origin)
        found = [constraint for part in parts for constraint in _condition(kinds, part)]
    if len(found) > MOST_ITEMS:
        raise Unsayable(f"it would be more than {MOST_ITEMS:,} constraints there")
    return found


def _condition(kinds: Kinds, clue: ExportClue) -> list[str]:
    """The constraints of a condition on one cell, on two cells, or of a sum."""
    if clue.rule == "values":
        values = clue.numbers("values")
        if not values:
            raise Unsayable(NEVER)
        return [given(clue.cells("cell")[0], values)] if len(values) < len(kinds.board.values) else []
    found = kinds.of(clue) if clue.rule else None
    return [_relation(kinds, clue.holds)] if found is None else found


def _relation(kinds: Kinds, condition: Boolean) -> str:
    """A table of the pairs of values of two cells."""
    numbers, values, place_of = sorted(variables_of(condition)), kinds.board.values, kinds.board.place_of
    if len(numbers) != 2 or not set(numbers) <= place_of.keys():
        raise Unsayable("there is no such constraint there")
    table = [(a, b) for a in values for b in values if allows(condition, numbers, (a, b))]
    return kinds.pair([place_of[number] for number in numbers], table)


def _shape(board: ExportBoard, kinds: Kinds) -> list[str]:
    """The grid and its groups of different cells."""
    size = f".Shape~{board.height}x{board.width}"
    values = f"0-{kinds.values[-1]}" if 0 in kinds.values else str(kinds.values[-1])
    groups = [cells for cells, _ in board.extra]
    if not kinds.is_sudoku:
        groups += [*board.houses, *board.regions]
        return [f"{size}~{values}~Raw", *(item("AllDifferent", cells) for cells in groups if len(cells) > 1)]
    shape = [f"{size}~{values}".removesuffix(f"~{board.width}")]
    diagonals = {frozenset(cells): f".Diagonal~{sign.strip('+')}1" for sign, cells in board.diagonals().items()}
    if not (board.regions and board.are_regions(board.default_boxes())):
        of = board.region_of
        is_whole = len(of) == len(board.cells)
        shape += [".NoBoxes", *([f".Jigsaw~{''.join(DIGITS[of[cell]] for cell in board.cells)}"] if is_whole else ())]
        groups += [] if is_whole else board.regions
    shape += [diagonals.get(frozenset(cells)) or item("AllDifferent", cells) for cells in groups]
    return [text for text in shape if text != ".Shape~9x9"]
