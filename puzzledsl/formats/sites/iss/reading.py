"""Reading of a puzzle of the Interactive Sudoku Solver."""

from __future__ import annotations

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.sites.iss.cells import GridShape
from puzzledsl.formats.sites.iss.clues import Clues
from puzzledsl.formats.sites.iss.condition import Condition
from puzzledsl.formats.sites.iss.grammar import SITE, Item, arguments_of, items_and_comments
from puzzledsl.formats.sites.iss.layout import LAYOUT, Layout
from puzzledsl.formats.sites.iss.named_rules import NamedRules


def read(text: str) -> ModelDraft:
    """The puzzle in a link or text.

    Raises:
        PuzzleError: it is malformed.
    """
    items, comments = items_and_comments(text)
    if not items:
        raise unreadable(SITE, "it has no constraints")
    last = next((item for item in reversed(items) if item.type == "Shape"), Item("Shape"))
    with arguments_of(last):
        shape = GridShape(last.args)
    draft = ModelDraft(SITE, shape.height, shape.width, shape.highest, shape.lowest)
    draft.rules = "\n".join(comments)
    layout = Layout(shape, draft, items)
    clues = Clues(shape, NamedRules(draft), layout.boxes)
    conditions: list[Condition] = []
    for item in items:
        try:
            conditions += clues.of(item) if item.type not in ("Given", *LAYOUT) else ()
        except ClueError as reason:
            draft.leave_out(str(reason))
    layout.add_rules(clues.marked)
    for condition in conditions:
        if condition.statement == "false":
            draft.leave_out("alternatives of which none can hold")
        elif condition.statement != "true":
            draft.line(condition.statement, condition.section)
    for item in items:
        if item.type == "Given":
            for arg, condition in zip(item.args, clues.of(item), strict=True):
                cell, values = clues.given(arg)
                if cell.group:
                    draft.line(condition.statement, "values")
                else:
                    draft.one_of((cell.row, cell.column), values)
    return draft
