"""Letters outside the grid that a legend explains: ``O = odd = 1/3/5/7``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name
from puzzledsl.formats.drawings.rules.outside import facing
from puzzledsl.formats.drawings.statements import rule

if TYPE_CHECKING:
    from puzzledsl.formats.drawings.board import Board

RULES = (
    rule(
        "legend",
        "legend",
        r"^(?P<letter>[a-z])(?: = [a-z]+)?(?::| =) (?P<digits>\d(?:(?:/|,? (?:or |and )?)\d)+)$",
        alone=True,
    ),
    rule(
        "letters_outside",
        "legend",
        r"^(?:the )?letters?(?: clues?)? (?:outside|around) (?:of )?the grid (?:tell (?:you )?about|describe|refer to) "
        r"the first (?P<n>\d) (?:digits|cells) (?:in|of) (?:their|that|the) row ?(?:/|or) ?column(?:,? as follows)?$",
        asides="closest to the clue",
    ),
)


def bind(board: Board) -> None:
    """Write what the letters say of the first digits of their row or column."""
    legend: dict[str, str] = {}
    for one in board.said("legend"):
        if match := one.rule.says.search(one.sentence.whole):
            legend[match["letter"]] = ", ".join(re.findall(r"\d", match["digits"]))
    said = board.said("letters_outside")
    letters = [(shape, facing(board, shape)) for shape in board.left_shapes() if shape.text.strip().lower() in legend]
    if len(said) != 1 or not letters or any(not line for _, line in letters):
        for one in (*said, *board.said("legend")):
            board.leave_out(one, "a legend and letters beside the grid are needed, and of which digits they tell")
        return
    for shape, line in letters:
        cells = ", ".join(map(cell_name, line[: said[0].value]))
        letter = shape.text.strip().lower()
        board.draft.line(f"for c in [{cells}]:\n    c in {{{legend[letter]}}}", f"letter {letter}")
        board.explain(shape)
