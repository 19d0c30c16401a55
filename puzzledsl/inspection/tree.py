"""A branch-and-bound tree: its nodes, and how the search ended; `puzzledsl.inspection.tree_search` makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.inspection.programs import WRITTEN, ProgramAnswer
from puzzledsl.inspection.relaxation import clean
from puzzledsl.listing import counted
from puzzledsl.presentation.side_by_side import page_width, side_by_side
from puzzledsl.records import EMPTY, fields_of, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.expressions import Rational
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.screen import Screen


_PROOFS = ("solved", "optimal", "feasible", "infeasible", "unbounded", "unknown")
"""The statuses of trees, the best first."""

MOST_COLUMNS = 10
"""The limit on columns that are explained below a tree."""


@record
class Node:
    """A node of the tree.

    Attributes:
        number: the position of the node, in the order in which nodes were solved.
        parent: the number of its parent; ``None`` at the root.
        branch: the condition that the node adds to its parent: ``r1c3 = 4``, ``r1c3 <= 4``; empty at the root.
        status: ``branched``; ``infeasible`` (the relaxation has no point); ``bound`` (nothing better than the best
            solution can be below); ``solution`` (the point is whole, and the verifier accepts it); ``rejected``
            (the point is whole, but the verifier rejects it, because floating-point arithmetic was too coarse);
            ``open`` (a limit came first, or the search was over).
        reason: a sentence that states why the node was closed, or on what it branches.
        bound: the optimum of its relaxation; ``None`` without an objective or without a relaxation.
        fractional: the number of integer columns that are not whole.
    """

    number: int
    parent: int | None
    branch: str
    status: str
    reason: str
    bound: float | None = None
    fractional: int = 0

    @property
    def label(self) -> str:
        """The text of the node in a picture: its bound, or the number of fractional columns."""
        if self.bound is not None:
            return number_words(self.bound)
        return str(self.fractional) if self.status == "branched" else ""

    @property
    def words(self) -> str:
        """The text of the node in the printed tree."""
        if self.status != "branched":
            return self.reason
        bound = "" if self.bound is None else f"bound {self.label}, "
        return f"{bound}{self.fractional:,} fractional, {self.reason}"

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
    def heading(self) -> str:
        """Which tree it is: ``binary, as written``."""
        return f"{self.encoding}, {'as written' if self.presolve == WRITTEN else 'after presolve'}"

    @property
    def caption(self) -> tuple[str, ...]:
        """How the search ended, in a few lines."""
        end = self.status + (f": {self.message}" if self.message else "")
        if self.objective is not None:
            end += f" · objective {number_words(float(self.objective))}"
        if self.status == "feasible" and self.bound is not None:
            end += f" · bound {number_words(self.bound)}"
        sizes = counted(self.solved, "node"), counted(self.columns, "column"), counted(self.rows, "row")
        return end, " · ".join(sizes)

    @property
    def notes(self) -> list[str]:
        """Lines that explain the columns that clues add."""
        columns = [f"  {name}: {sentence}" for name, sentence in self.meanings.items()]
        if len(columns) > MOST_COLUMNS:
            columns[MOST_COLUMNS:] = [f"  and {len(columns) - MOST_COLUMNS:,} more, all of them in --json"]
        return ["columns that clues add, each with one of its rows:", *columns] if columns else []

    @property
    def solved(self) -> int:
        """The number of nodes whose relaxation was solved."""
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
        """The status of the tree that proves most: one of `Tree.status`."""
        return min((part.status for part in self.parts), key=_PROOFS.index, default="unknown")

    def _said(self) -> str:
        tree = next(part for part in self.parts if part.status == self.status)
        reached = "" if tree.objective is None else number_words(float(tree.objective))
        if tree.status in ("feasible", "unknown"):
            return tree.message + (f"; the best solution found has {reached}" if reached else "")
        said = "proven to have no solution" if tree.status == "infeasible" else tree.status
        return f"{said} after {counted(tree.solved, 'node')}" + (f": {reached}" if reached else "")

    _open = _said  # the limit of nodes may have come first
    _kind = "trees"

    def lines(self, screen: Screen) -> list[str]:
        """The trees side by side."""
        from puzzledsl.presentation.branching import tree_text

        blocks = [tree_text(part, color=screen.color, unicode=screen.unicode) for part in self.parts]
        return side_by_side(blocks, page_width(screen), gap=5)

    __repr__ = ProgramAnswer.__repr__

    def _scene(self) -> Picture:
        from puzzledsl.presentation.branching import tree_picture

        return tree_picture(self.model, self.parts)


def number_words(value: float) -> str:
    """A bound or an objective in a sentence."""
    from puzzledsl.presentation.value_texts import short_text

    return short_text(clean(value))
