"""How many solutions there are, estimated from random paths through the search tree.

Knuth, Estimating the Efficiency of Backtrack Programs (Mathematics of Computation 29, 1975): at each branch one of the
values that propagation does not refute is taken at random, and the product of their numbers on the way to a solution,
0 on a way that ends without one, has the number of solutions as its expectation. A branch on a variable without a mask
is between two halves of its domain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.branching import MOST_IN_ORDER, assume, choice, first_weights
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import Search
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.kernel.store import Store


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
    weights = first_weights(engine)
    root, product = store.mark(), 1
    while (chosen := choice(shown, store, weights)) >= 0:
        left: list[tuple[int, int]] = []
        for low, high in _parts(store, chosen):
            if is_late():
                store.undo(root)
                return -1
            mark = store.mark()
            try:
                assume(store, chosen, low, high)
                engine.run()
                left.append((low, high))
            except Contradiction:
                store.touched.clear()
            store.undo(mark)
            engine.forget()
        if not left:
            store.undo(root)
            return 0
        product *= len(left)
        low, high = left[random.randrange(len(left))]
        assume(store, chosen, low, high)
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


def _parts(store: Store, x: int) -> list[tuple[int, int]]:
    """What a branch on a variable is between: single values, or two halves, each from its smallest to its largest."""
    if store.mask[x] or store.size(x) <= MOST_IN_ORDER:
        return [(v, v) for v in store.values(x)]
    low, high = store.lo(x), store.hi(x)
    middle = (low + high) // 2
    return [(low, middle), (middle + 1, high)]
