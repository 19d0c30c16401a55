"""The branch-and-bound trees of a model's programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.analysis.asking import Asking
from puzzledsl.answer import check_numbers
from puzzledsl.diagnostics import failure
from puzzledsl.inspection.programs import WRITTEN, chosen_encodings, programs
from puzzledsl.inspection.tree import Node, Tree, Trees
from puzzledsl.inspection.tree_search import BRANCHES, TreeSearch
from puzzledsl.time_limit import OutOfTime, seconds_left, within

if TYPE_CHECKING:
    from puzzledsl.model import Model

ORDERS = ("best", "depth")
"""Which open node is next: the one with the best bound, or the one that was made last."""

FIRST = ("up", "down")
"""Which branch is taken first: the one with the larger values, or the one with the smaller values."""

MOST_NODES = 200
"""The default limit on the nodes of a tree."""


def tree(
    model: Model,
    how: Asking = Asking(),  # noqa: B008 - frozen
    *,
    presolve: str | None = None,
    order: str | None = None,
    branch: str = BRANCHES[0],
    first: str = FIRST[0],
    nodes: int = MOST_NODES,
) -> Trees:
    """Run branch and bound on the programs of a model.

    Args:
        how: the encoding (``None``: all), and the functions that receive progress and the trees before Ctrl-C.
        presolve: the strength of presolve; ``None``: no presolve.
        order: one of `ORDERS`; ``None``: ``best`` where there is an objective, else ``depth``.
        branch: one of `BRANCHES`.
        first: one of `FIRST`.
        nodes: the limit on the nodes of each tree.

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
    names, presolve = chosen_encodings(how.options.encoding), WRITTEN if presolve is None else presolve
    begun: list[TreeSearch] = []

    def result() -> Trees:
        return Trees(model, tuple(search.tree() for search in begun))

    how.publish(lambda: result() if begun else None)
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
                    search.run(highs, how.report)
            except OutOfTime:
                if number == 0:
                    raise
    return result()
