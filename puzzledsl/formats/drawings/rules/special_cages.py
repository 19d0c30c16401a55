"""Cages whose number is no plain sum: rounded, a divisor, a sum or a product, only its parity."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.clues import argument
from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.board import claims
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board
    from puzzledsl.formats.drawings.records import Cage
    from puzzledsl.formats.drawings.statements import Statement
    from puzzledsl.model import Cell

_WORDS = """cage cages clue clues show shows sum sums total totals digits dashed top left corner inside small repeat
    repeated not may cannot must do appear add up its"""
RULES = (
    rule(
        "sandwich_cage",
        "cage",
        r"^the number in the top left corner of an? [a-z]+ cage indicates the sum of the digits sandwiched between "
        r"1 and 9 in (?:that|its) (?P<line>row|column)$",
        _WORDS + " number indicates sandwiched between row column",
        alone=True,
    ),
    rule(
        "sandwich_size",
        "cage",
        r"^the digit in a cage indicates how many digits the corresponding sandwich sum contains$",
        asides=r"including the crust of 1 and 9",
    ),
    rule(
        "corner_product",
        "cage",
        r"^in cages,? digits cannot repeat and their sum must equal the product of [\"']?corner cell[\"']? digits of "
        r"(?:that|the) cage$",
    ),
    rule("largest_negative", "cage", r"^the (?:highest|largest) digit in each cage is (?:inverted|negative|negated)$"),
    rule(
        "divided_cage",
        "cage",
        r"^the clue in the top left indicates the value of the sum of all other digits in that cage divided by the "
        r"divisor digit$",
    ),
    rule(
        "ranked_cages",
        "cage",
        r"^each cage sums to a different total and the totals are ranked in order from lowest \(1\) to highest "
        r"\(\d+\)$",
        asides=r"with [a-z]+ (?:digits|cells) counting as .+",
    ),
    rule("shown_rank", "whole", r"^the number in the top left of the cage,? if given,? indicates this rank$"),
    rule(
        "one_divisor",
        "cage",
        r"^each cage contains (?:one|1) divisor digit$|^all given cages are divisor killer cages$",
    ),
    rule(
        "liar_in_box",
        "cage",
        r"^(?:also, )?in each of the 9 3x3 regions of the grid,? there is exactly (?:one|1) killer cage that is "
        r"[\"']?lying[\"']?: the small number provided is not the correct sum of the digits in that cage$",
    ),
    rule("truth_means", "cage", r"^all other cages give the correct sum of their digits$"),
    rule(
        "diagonal_cell",
        "cage",
        r"^this number gives the sum of (?:all )?digits along (?:one|1) of the diagonals containing the cell$",
    ),
    rule("diagonal_deduced", "cage", r"^which diagonal must be (?:deduced|determined) by the solver$"),
    rule(
        "rounded_cage",
        "cage",
        r"\bcages?\b.*\bsum\b.*\brounded to the nearest multiple of (?P<n>[3579])$",
        _WORDS + " rounded nearest multiple",
        alone=True,
    ),
    rule(
        "multiple_cage",
        "cage",
        r"\bcages?\b.*\bsum to an? multiple of (?:the|its) (?:small )?(?:clue|number|digit)",
        _WORDS + " multiple modular",
        alone=True,
    ),
    rule(
        "sum_or_product_cage",
        "cage",
        r"\bcages?\b.*\b(?:sum or multiply|multiply or sum|add or multiply) to the (?:indicated "
        r")?(?:number|value|clue)",
        _WORDS + " multiply either",
        alone=True,
    ),
    rule(
        "labelled_parity",
        "cage",
        r"\bcages marked with (?:an? )?[\"']?(?P<label>[a-z])[\"']? (?:must )?(?:sum|add up) to an (?:odd|even) "
        r"(?:number|"
        r"total)$",
        _WORDS + " marked odd even o e",
        alone=True,
    ),
    rule(
        "given_parity",
        "cage",
        r"\bonly the parity of (?:that|the|its) (?:total|sum) is given$",
        _WORDS + " some cases parity only given",
        alone=True,
    ),
    rule(
        "square_cages",
        "cage",
        r"^numbers in (?:a cage|cages) must be (?:a )?perfect squares?, and each perfect square can be used "
        r"only (?:once|"
        r"one time)$",
    ),
)
_SHORT = re.compile(r"\d{1,4}")
_BODIES = {
    "rounded_cage": "2 * abs(sum({cells}) - {clue}) < {n}",
    "multiple_cage": "sum({cells}) mod {clue} == 0",
    "sum_or_product_cage": "sum({cells}) == {clue} or product({cells}) == {clue}",
}
"""What a cage with a number means."""


def bind(board: Board) -> None:
    """Write these clues."""
    cages = [cage for cage in board.left_cages() if not cage.hidden and cage.cells]
    for name, body in _BODIES.items():
        for one in board.said(name)[:1]:
            for cage in cages:
                if re.fullmatch(r"\d{1,5}", cage.value) and int(cage.value):
                    line = body.format(cells=argument(cage.cells), clue=int(cage.value), n=one.value)
                    _write(board, cage, line, one)
    for one in board.said("labelled_parity"):
        label = one.rule.says.search(one.sentence.plain)
        for cage in cages:
            if label and cage.value.lower() == label["label"]:
                _parity(board, cage, "odd" if re.search(r"\bodd\b", one.sentence.plain) else "even", one)
    for one in board.said("given_parity"):
        for cage in cages:
            if cage.value.lower() in ("odd", "even"):
                _parity(board, cage, cage.value.lower(), one)
    for one in board.said("largest_negative"):
        for cage in cages:
            if re.fullmatch(r"-?\d{1,3}", cage.value):
                group = argument(cage.cells)
                _write(board, cage, f"sum({group}) - 2 * max({group}) == {int(cage.value)}", one)
    for one in board.said("divided_cage"):
        quotients = [(cage, found) for cage in cages if (found := re.fullmatch(r"(\d{1,3})(?:/([1-9]))?", cage.value))]
        if not board.said("one_divisor") or not quotients:
            board.leave_out(one, "each cage must have one divisor, and one must show a number")
            continue
        board.draft.declare(
            f"# The divisor of each cage.\ngrid divisor[1, {len(quotients)}] in lowest(cell)..highest(cell)"
        )
        board.draft.line("draw hidden(divisor)", "cages")
        for k, (cage, found) in enumerate(quotients, 1):
            group, below = argument(cage.cells), int(found[2] or 1)
            times = f"{below} * " if below > 1 else ""
            said = f"{times}sum({group}) == {int(found[1]) + below} * divisor[1, {k}]"
            _write(board, cage, f"{said}\nany(c == divisor[1, {k}] for c in {group})", one)
    for one in board.said("corner_product"):
        for cage in cages if board.digits is None else ():
            corners = " * ".join(map(cell_name, _corner_cells(cage)))
            _write(board, cage, f"sum({argument(cage.cells)}) == {corners}", one)
    for one in board.said("sandwich_cage"):
        _sandwiches(board, one, cages)
    _ranked(board)
    _liars(board, cages)
    for one in board.said("diagonal_cell"):
        for cage in cages:
            if len(cage.cells) == 1 and _SHORT.fullmatch(cage.value) and board.said("diagonal_deduced"):
                falling, rising = (_diagonal(board, cage.cells[0], step) for step in (1, -1))
                line = f"sum({argument(falling)}) == {int(cage.value)} or sum({argument(rising)}) == {int(cage.value)}"
                _write(board, cage, line, one)
    _unknown_digits(board, cages)
    _all(board, cages)


def _write(board: Board, cage: Cage, line: str, one: Statement) -> None:
    """Write the condition of a cage, and that its values are different where that is said."""
    whole = one.sentence.plain
    apart = board.said("cage_distinct") or re.search(r"(?:not|never|n't) (?:be )?repeat", whole)
    if len(cage.cells) > 1 and apart and not board.said("cage_repeats"):
        board.draft.clue("cage", cage.cells)
    board.draft.line(line, "cages")
    board.explain(cage)


def _corner_cells(cage: Cage) -> list[Cell]:
    """The cells of a cage with an outer side across and one down."""
    inside = set(cage.cells)
    return [
        (r, c)
        for r, c in cage.cells
        if not {(r - 1, c), (r + 1, c)} <= inside and not {(r, c - 1), (r, c + 1)} <= inside
    ]


def _sandwiches(board: Board, one: Statement, cages: list[Cage]) -> None:
    """Single cells in cages of a colour: the number is a sandwich sum, the digit may be its length with both ends."""
    match = one.rule.says.search(one.sentence.plain)
    chosen = [cage for cage in cages if len(cage.cells) == 1 and claims([one], cage.color)]
    sizes = board.said("sandwich_size")
    if match is None or not chosen or (sizes and "including the crust" not in sizes[0].sentence.asides):
        board.leave_out(one, "no single cell in a cage of this colour is drawn, or its digit could mean two things")
        return
    for cage in chosen:
        ((row, column),) = cage.cells
        line = f"row({row})" if match["line"] == "row" else f"column({column})"
        if _SHORT.fullmatch(cage.value):
            board.draft.clue(f"sandwich {int(cage.value)}", line)
        if sizes:
            board.draft.line(
                f"any({cell_name((row, column))} == abs(j - k) + 1 and a == 1 and b == 9 "
                f"for j, a in enumerate({line}), k, b in enumerate({line}))",
                "cages",
            )
        if _SHORT.fullmatch(cage.value) or (sizes and cage.value in ("", "?")):
            board.explain(cage)


def _diagonal(board: Board, cell: Cell, step: int) -> list[Cell]:
    """The cells of a diagonal through a cell, from the top."""
    r, c = cell
    found = [(r + k, c + step * k) for k in range(-board.draft.height, board.draft.height)]
    return [place for place in found if board.draft.inside(place)]


def _liars(board: Board, cages: list[Cage]) -> None:
    """Exactly one cage of each region has not the sum that it shows."""
    for one in board.said("liar_in_box"):
        of: dict[int, list[Cage]] = {}
        for cage in cages:
            regions = {board.region_of(cell) for cell in cage.cells}
            if len(regions) == 1 and (region := regions.pop()) is not None and _SHORT.fullmatch(cage.value):
                of.setdefault(region, []).append(cage)
        if not board.said("truth_means") or sum(map(len, of.values())) != len(cages):
            board.leave_out(one, "each cage must show a number and lie in one region")
            return
        for _, group in sorted(of.items()):
            wrong = ", ".join(f"sum({argument(cage.cells)}) != {int(cage.value)}" for cage in group)
            board.draft.line(f"count([{wrong}]) == 1", "cages")
        if board.said("cage_distinct"):
            for cage in cages:
                board.draft.clue("cage", cage.cells)
        board.explain(*cages)


def _ranked(board: Board) -> None:
    """All cages have different sums; the number of one is its place among them, from the lowest."""
    base = board.digits or board
    for one in board.said("ranked_cages"):
        cages = [cage for cage in board.drawing.cages if not cage.hidden]
        if not base.said("shown_rank") or any(not re.fullmatch(r"\d{0,4}", cage.value) for cage in cages):
            board.leave_out(one, "cages may show nothing but their ranks, as the rules must say")
            continue
        sums = [f"sum({argument(cage.cells)})" for cage in cages]
        board.draft.line(f"alldifferent([{', '.join(sums)}])", "cages")
        for cage, this in zip(cages, sums, strict=True):
            if cage.value:
                lower = ", ".join(f"{other} < {this}" for other in sums if other != this)
                board.draft.line(f"count([{lower}]) == {int(cage.value) - 1}", "cages")
            if base.said("cage_distinct"):
                base.draft.clue("cage", cage.cells)
        board.explain(*cages)


def _parity(board: Board, cage: Cage, parity: str, one: Statement) -> None:
    _write(board, cage, f"sum({argument(cage.cells)}) mod 2 == {int(parity == 'odd')}", one)


def _unknown_digits(board: Board, cages: list[Cage]) -> None:
    """``2X`` is a sum in the twenties, if X may be any digit."""
    for one in board.said("cage_sum"):
        if not re.search(r"\bx (?:can|may|could) be any digit\b", one.sentence.asides):
            continue
        for cage in cages:
            if re.fullmatch(r"\dX", cage.value):
                _write(board, cage, f"sum({argument(cage.cells)}) div 10 == {cage.value[0]}", one)


def _all(board: Board, cages: list[Cage]) -> None:
    """Rules about all cages together."""
    if board.said("square_cages") and len(cages) > 1 and board.draft.highest <= 9:
        longest = max(len(cage.cells) for cage in cages)
        if longest > 4:
            board.leave_out(board.said("square_cages")[0], "the cages are too long for this rule")
            return
        squares = ", ".join(str(k * k) for k in range(1, 100) if k * k < 10**longest)
        numbers = ", ".join(f"number({argument(cage.cells)})" for cage in cages)
        board.draft.line(f"let squares = [{numbers}]\nfor square in squares:\n    square in {{{squares}}}", "cages")
        board.draft.line("alldifferent(squares)", "cages")
        board.explain(*cages)
