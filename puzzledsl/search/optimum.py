"""Search as a solver of its own: no program, no HiGHS; for an objective, ever better solutions until none is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatModel
from puzzledsl.kernel.store import Contradiction
from puzzledsl.presolve.presolve import rooted, strengthen
from puzzledsl.primitives.linear import Linear
from puzzledsl.search.search import MOST_IN_ORDER, search


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to.

    Attributes:
        values: of the source variables, the best found; ``None`` when none was found.
        complete: the whole space was searched, so that ``values`` are proven best, or there are none.
        nodes: branches taken.
        interrupted: Ctrl-C came first.
    """

    values: tuple[int, ...] | None
    complete: bool
    nodes: int
    interrupted: bool = False


def searchable(flat: FlatModel) -> bool:
    """Whether `find` can take a model: no real variables, and an objective of whole numbers if there is one."""
    if any(variable.is_real for variable in flat.variables):
        return False
    goal = flat.objective
    return goal is None or all(isinstance(k, int) for k in (goal.constant, *(k for _, k in goal.terms)))


def unsearchable() -> PuzzleError:
    """What to raise where only search may answer, and the model is not `searchable`."""
    return failure(
        "search works on whole numbers only: this model has real variables, or fractions in its objective",
        helps=("solve it with HiGHS: `--solver highs`, or `--solver auto`",),
        code="search",
    )


def find(
    flat: FlatModel,
    domains: Sequence[Domain],
    accept: Callable[[tuple[int, ...]], bool],
    measure: Callable[[tuple[int, ...]], int],
    *,
    deadline: float | None = None,
    most_nodes: int | None = None,
    on_node: Callable[[int], None] | None = None,
    enough: Callable[[int], bool] | None = None,
) -> Found:
    """A solution of a `searchable` model; with an objective, a best one.

    Args:
        domains: the values left by presolve.
        accept: whether values of the source variables are a solution, exactly; asked once they are all fixed.
        measure: the exact value of the objective; asked only where there is one.
        deadline: on the clock of ``time.monotonic``.
        most_nodes: give up after so many branches.
        on_node: called now and then with the number of branches.
        enough: asked before each branch; True ends the search.
    """
    nodes = 0
    best: tuple[int, ...] | None = None
    reached = 0
    goal = flat.objective
    sign = 0 if goal is None else 1 if goal.maximize else -1
    terms = () if goal is None else goal.terms
    upwards = [x for x, k in terms if x < flat.sources and sign * k > 0 and domains[x].size > MOST_IN_ORDER]

    def acceptable(values: tuple[int, ...]) -> bool:
        """A solution, better than those before: a constraint on auxiliary variables may leave that open to the end."""
        return accept(values) and (best is None or sign * measure(values) > sign * reached)

    def count() -> bool:
        nonlocal nodes
        nodes += 1
        if nodes % 16 == 0 and on_node is not None:
            on_node(nodes)
        if enough is not None and enough(nodes):  # at each: a single branch may take a second
            return False
        return most_nodes is None or nodes <= most_nodes

    try:
        narrowed = tuple(replace(v, domain=d) for v, d in zip(flat.variables, domains, strict=True))
        root = rooted(replace(flat, variables=narrowed), deadline, "domain")
        if root.contradiction is not None:
            return Found(None, True, 0)
        strengthen(root)  # worth its time: presolve, where it was asked for, has searched already
        engine = root.engine
        while engine.run(deadline):
            values = search(engine, range(flat.sources), deadline, accept=acceptable, on_node=count, upwards=upwards)
            if values is None:
                break
            best = values
            if goal is None:
                return Found(best, True, nodes)
            reached = measure(values)
            engine.add([_better(flat, reached)])
    except Contradiction:
        return Found(best, True, nodes)
    except KeyboardInterrupt:
        return Found(best, False, nodes, True)
    return Found(best, False, nodes)


def _better(flat: FlatModel, reached: int) -> FlatConstraint:
    """What a solution has to satisfy to be better than one with the objective ``reached``."""
    objective = flat.objective
    assert objective is not None
    sign = -1 if objective.maximize else 1
    terms = tuple((x, sign * int(k)) for x, k in objective.terms)
    bound = sign * (reached - int(objective.constant)) - 1
    return FlatConstraint(Linear(terms, (), "<=", bound), len(flat.origins) - 1)
