"""How many solutions there are, estimated from random paths through the search tree.

Knuth, Estimating the Efficiency of Backtrack Programs (Mathematics of Computation 29, 1975): at each branch one of the
values that propagation does not refute is taken at random, and the product of their numbers on the way to a solution,
0 on a way that ends without one, has the number of solutions as its expectation. A branch on a variable without a mask
is between two halves of its domain.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.domain import Domain
from puzzledsl.kernel.library import library
from puzzledsl.search.branching import MOST_IN_ORDER, first_weights
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import Search
from puzzledsl.search.trials import tried

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store
    from puzzledsl.search.trials import Assumption


def sample(
    engine: Engine,
    shown: Sequence[int],
    sources: Sequence[int],
    accept: Callable[[tuple[int, ...]], bool],
    random: Random,
) -> int:
    """The number of solutions according to one random path; -1: the time limit came first. The store is as before.

    Args:
        shown: the variables in which solutions have to differ; none is real.
        sources: those whose values ``accept`` takes; one completion of those that are not shown is enough.
        accept: whether values of ``sources`` are a solution.
    """
    store = engine.store
    weights, variables = array("d", first_weights(engine)), array("q", shown)
    root, product = store.mark(), 1
    while (chosen := library().kernel_choice(store.handle, variables, weights)) >= 0:
        parts = _parts(store, chosen)
        found = tried(engine, parts)
        left = [part for part, refuted in zip(parts, found, strict=False) if refuted is None]
        if len(found) < len(parts) or not left:
            store.undo(root)
            return 0 if len(found) == len(parts) else -1
        product *= len(left)
        _, low, high = left[random.randrange(len(left))]
        store.keep(chosen, Domain.range(low, high))
        engine.run()
    completion = Search(engine, sources, accept)
    try:
        if completion.run() is None:
            product = -1
    except Refuted:
        product = 0
    completion.close()
    store.undo(root)
    engine.forget()
    return product


def _parts(store: Store, x: int) -> list[Assumption]:
    """What a branch on a variable is between: single values, or two halves, each from its smallest to its largest."""
    now = store.snapshot()
    if now.mask[x] or now.size(x) <= MOST_IN_ORDER:
        return [(x, v, v) for v in now.values(x)]
    low, high = now.lo(x), now.hi(x)
    middle = (low + high) // 2
    return [(x, low, middle), (x, middle + 1, high)]
