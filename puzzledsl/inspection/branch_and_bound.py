"""The branch-and-bound trees of a model's programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.answer import check_numbers
from puzzledsl.diagnostics import failure
from puzzledsl.inspection.programs import WRITTEN, chosen_encodings, programs
from puzzledsl.inspection.tree import Node, Tree, Trees
from puzzledsl.inspection.tree_search import BRANCHES, TreeSearch
from puzzledsl.time_limit import OutOfTime, seconds_left, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.model import Model

ORDERS = ("best", "depth")
"""Which open node is next: the one with the best bound, or the one that was made last."""

FIRST = ("up", "down")
"""Which branch is taken first: that of the larger values, or that of the smaller ones."""

MOST_NODES = 200
"""Nodes of a tree when no number is asked for."""


def tree(
    model: Model,
    *,
    encoding: str | None = None,
    presolve: str = WRITTEN,
    order: str | None = None,
    branch: str = BRANCHES[0],
    first: str = FIRST[0],
    nodes: int = MOST_NODES,
    searches: list[TreeSearch] | None = None,
    on_node: Callable[[str, int], None] | None = None,
) -> Trees:
    """The branch-and-bound trees of a model's programs.

    Args:
        encoding: one of them; ``None``: all.
        presolve: how hard to propagate before.
        order: one of `ORDERS`; ``None``: ``best`` where there is an objective, else ``depth``.
        branch: one of `BRANCHES`.
        first: one of `FIRST`.
        nodes: of each tree at most.
        searches: takes the searches as they begin, for a caller that wants to keep what was found before Ctrl-C.
        on_node: called with the encoding and the number of nodes so far.

    Raises:
        PuzzleError: there is no such encoding or rule, a requirement cannot be written as rows, or HiGHS fails.
        OutOfTime: the time limit came before there was a program.
    """
    from puzzledsl.highs.supervisor import Supervisor

    for what, name, known in (("order", order, ORDERS), ("branching rule", branch, BRANCHES), ("branch", first, FIRST)):
        if name is not None and name not in known:
            raise failure(
                f"no {what} is called `{name}`", helps=(f"there are {', '.join(known)}",), code="unknown-order"
            )
    check_numbers(1, nodes=nodes)
    chosen = order or ("depth" if model.objective is None else ORDERS[0])
    names = chosen_encodings(encoding)
    begun: list[TreeSearch] = searches if searches is not None else []
    with Supervisor() as highs:  # which loads HiGHS while this process encodes
        (found,) = programs(model, names, [presolve])
        if found.contradiction is not None:
            said = found.refutation()
            root = (Node(0, None, "", "infeasible", said),)
            return Trees(model, tuple(Tree(name, presolve, chosen, "infeasible", root, message=said) for name in names))
        for number, encoded in enumerate(found.encoded.values()):
            search = TreeSearch(found, encoded, chosen, nodes, branch, first)
            begun.append(search)
            left = seconds_left()
            try:
                with within(None if left is None else left / (len(names) - number)):
                    search.run(highs, on_node)
            except OutOfTime:
                if number == 0:
                    raise
    return Trees(model, tuple(search.tree() for search in begun))
