"""Letters in cells that stand for digits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.geometry import cell_at
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

RULES = (
    rule(
        "letters",
        "symbol",
        r"^each instance of a (?:given )?letter represents the same digit,? and no 2 different letters represent "
        r"the same "
        r"digit$",
        "instance given letter represent same different no",
        alone=True,
    ),
    rule(
        "word_on_diagonal",
        "whole",
        r"^the word (?P<noun>[a-z]+) appears (?:along|on) the diagonal of the grid$",
        "word appears diagonal",
        alone=True,
    ),
    rule(
        "letter_is_difference",
        "symbol",
        r"^the (?P<noun>[a-z]) positioned on a corner is the difference between r(?P<a>\d)c(?P<a2>\d) and "
        r"r(?P<b>\d)c(?P<b2>\d)$",
        "positioned corner difference between r c",
        alone=True,
    ),
)


def bind(board: Board) -> None:
    """Write equal digits for equal letters, and different ones for different letters."""
    for one in board.said("letters"):
        texts = [shape for shape in board.left_shapes() if re.fullmatch(r"[A-Z]", shape.text.strip())]
        of: dict[str, list[str]] = {}
        for shape in texts:
            place = cell_at(shape.center)
            if place is not None and board.draft.inside(place):
                of.setdefault(shape.text.strip(), []).append(cell_name(place))
        elsewhere = {shape.text.strip() for shape in texts if cell_at(shape.center) is None}
        for other in board.said("letter_is_difference"):
            match = other.rule.says.search(other.sentence.plain)
            if match and match["noun"].upper() in elsewhere - set(of):
                ends = [(int(match[end]), int(match[f"{end}2"])) for end in "ab"]
                if all(map(board.draft.inside, ends)):
                    of[match["noun"].upper()] = [f"abs({' - '.join(map(cell_name, ends))})"]
        if len(of) < 2 or elsewhere - set(of):
            board.leave_out(one, "which digits the letters stand for is not certain")
            continue
        for cells in of.values():
            for cell in cells[1:]:
                board.draft.line(f"{cells[0]} == {cell}", "letters")
        board.draft.line(f"alldifferent([{', '.join(cells[0] for cells in of.values())}])", "letters")
        board.explain(*texts)
    for one in board.said("letter_is_difference"):
        if not board.said("letters"):
            board.leave_out(one, "what the letters mean is not said")
