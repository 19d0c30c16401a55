"""A branch-and-bound tree: its nodes, and how the search ended; `puzzledsl.inspection.tree_search` makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.inspection.programs import WRITTEN, ProgramAnswer
from puzzledsl.inspection.relaxation import is_whole
from puzzledsl.listing import counted
from puzzledsl.presentation.side_by_side import page_width, side_by_side
from puzzledsl.records import EMPTY, fields_of, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.expressions import Rational
    from puzzledsl.model import Model
    from puzzledsl.presentation.branching import TreeView
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.screen import Screen


_PROOFS = ("solved", "optimal", "feasible", "infeasible", "unbounded", "unknown")
"""The statuses of trees, the best first."""

MOST_COLUMNS = 10
"""Columns that are explained below a tree."""


@record
class Node:
    """A node of the tree.

    Attributes:
        number: its position, in the order in which they were taken.
        parent: ``None`` at the root.
        branch: what holds here and not at its parent: ``r1c3 = 4``, ``r1c3 <= 4``; empty at the root.
        status: ``branched``; ``infeasible`` (the relaxation has no point); ``bound`` (nothing better than the best
            solution can be below); ``solution`` (the point is whole, and the verifier accepts it); ``rejected`` (it
            does not: floating-point arithmetic was too coarse); ``open`` (a limit came first, or the search was over).
        reason: why it was closed, or what it branches on, for people.
        bound: the objective of its relaxation; ``None`` without an objective or without a relaxation.
        fractional: integer columns that are not whole.
    """

    number: int
    parent: int | None
    branch: str
    status: str
    reason: str
    bound: float | None = None
    fractional: int = 0

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form."""
        return fields_of(self)


@record
class Tree:
    """The tree of one program.

    Attributes:
        encoding: of the program.
        presolve: how hard was propagated before.
        order: ``best`` (the open node with the best bound is next) or ``depth`` (the one that was made last).
        status: as of a `puzzledsl.Solution`: ``solved``, ``optimal``, ``feasible``, ``infeasible``, ``unbounded``,
            ``unknown``.
        nodes: in the order in which they were taken; those that stayed open at the end.
        columns, rows: of the program.
        values: the best solution, by the name of a cell or variable.
        objective: of that solution.
        bound: no solution is better, as far as is proven; ``None`` without an objective.
        message: more about the status.
        meanings: a row in words for each column of a clue that a node branches on, by the name of the column.
    """

    encoding: str
    presolve: str
    order: str
    status: str
    nodes: tuple[Node, ...]
    columns: int = 0
    rows: int = 0
    values: Mapping[str, Rational] = EMPTY
    objective: Rational | None = None
    bound: float | None = None
    message: str = ""
    meanings: Mapping[str, str] = EMPTY

    @property
    def solved(self) -> int:
        """Nodes whose relaxation was solved."""
        return sum(node.status != "open" for node in self.nodes)

    def as_json(self) -> dict[str, object]:
        """A JSON-ready form."""
        from puzzledsl.presentation.value_texts import json_number

        return fields_of(self) | {
            "values": {name: json_number(value) for name, value in self.values.items()},
            "objective": None if self.objective is None else json_number(self.objective),
            "meanings": dict(self.meanings),
            "nodes": [node.as_json() for node in self.nodes],
        }


@record
class Trees(ProgramAnswer):
    """The trees of a model's programs, in a notebook as a picture."""

    model: Model
    parts: tuple[Tree, ...]
    seconds: float = 0.0

    def __getitem__(self, number: int) -> Tree:
        return self.parts[number]

    @property
    def status(self) -> str:
        """That of the best proof: one of `Tree.status`."""
        return min((part.status for part in self.parts), key=_PROOFS.index, default="unknown")

    def as_json(self) -> dict[str, object]:
        """A list of the trees."""
        return {"trees": [part.as_json() for part in self.parts]}

    def lines(self, screen: Screen) -> list[str]:
        """The trees side by side."""
        from puzzledsl.presentation.branching import tree_text

        blocks = [tree_text(view, color=screen.color, unicode=screen.unicode) for view in views(self)]
        return side_by_side(blocks, page_width(screen), gap=5)

    __repr__ = ProgramAnswer.__repr__

    def _scene(self) -> Picture:
        from puzzledsl.presentation.branching import tree_picture

        return tree_picture(self.model, views(self))


def views(trees: Trees) -> list[TreeView]:
    """What there is to see of the trees."""
    from puzzledsl.presentation.branching import NodeView, TreeView

    found = []
    for part in trees.parts:
        stage = "as written" if part.presolve == WRITTEN else "after presolve"
        nodes = [NodeView(node.parent, node.branch, node.status, _label(node), _words(node)) for node in part.nodes]
        columns = [f"  {name}: {sentence}" for name, sentence in part.meanings.items()]
        if len(columns) > MOST_COLUMNS:
            columns[MOST_COLUMNS:] = [f"  and {len(columns) - MOST_COLUMNS:,} more, all of them in --json"]
        where = ["columns that clues add, each with one of its rows:", *columns] if columns else []
        found.append(TreeView(f"{part.encoding}, {stage}", tuple(nodes), caption(part), tuple(where)))
    return found


def caption(part: Tree) -> tuple[str, ...]:
    """How the search ended, in a few lines."""
    lines = [part.status + (f": {part.message}" if part.message else "")]
    if part.objective is not None:
        lines[0] += f" · objective {number_words(float(part.objective))}"
    if part.status == "feasible" and part.bound is not None:
        lines[0] += f" · bound {number_words(part.bound)}"
    lines.append(" · ".join((counted(part.solved, "node"), counted(part.columns, "column"), counted(part.rows, "row"))))
    return tuple(lines)


def _label(node: Node) -> str:
    """What stands in a node of a picture."""
    if node.bound is not None:
        return number_words(node.bound)
    return str(node.fractional) if node.status == "branched" else ""


def _words(node: Node) -> str:
    """The message about a node in a line of text."""
    if node.status != "branched":
        return node.reason
    bound = "" if node.bound is None else f"bound {number_words(node.bound)}, "
    return f"{bound}{node.fractional:,} fractional, {node.reason}"


def number_words(value: float) -> str:
    """A bound or an objective in a sentence, with two decimals at most."""
    from puzzledsl.presentation.value_texts import number_text

    return number_text(float(round(value)) if is_whole(value) else round(value, 2))
