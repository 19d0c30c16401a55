"""How many solutions there are, estimated from random paths through the search tree.

Knuth, Estimating the Efficiency of Backtrack Programs (Mathematics of Computation 29, 1975): at each branch one of the
values that propagation does not refute is taken at random, and the product of their numbers on the way to a solution,
0 on a way that ends without one, has the number of solutions as its expectation.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.propagation.search import choice, first_weights, search
from puzzledsl.propagation.store import Contradiction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from puzzledsl.propagation.engine import Engine


def sample(
    engine: Engine,
    shown: Sequence[int],
    sources: Sequence[int],
    accept: Callable[[tuple[int, ...]], bool],
    random: Random,
    deadline: float | None,
) -> int:
    """The number of solutions according to one random path; -1: the deadline came first. The store is as before.

    Args:
        shown: the variables whose values tell solutions apart; each has a mask.
        sources: those whose values ``accept`` wants; one completion of those that are not shown is enough.
        accept: whether values of ``sources`` are a solution.
    """
    store = engine.store
    mask, weights = store.mask, first_weights(engine)
    root, product = store.mark(), 1
    while True:
        chosen = choice(shown, mask, weights)
        if chosen is None:
            break
        left: list[int] = []
        for v in list(store.values(chosen)):
            if deadline is not None and monotonic() >= deadline:
                store.undo(root)
                return -1
            mark = store.mark()
            try:
                store.fix(chosen, v)
                engine.run()
                left.append(v)
            except Contradiction:
                store.touched.clear()
            store.undo(mark)
            engine.forget()
        if not left:
            store.undo(root)
            return 0
        product *= len(left)
        store.fix(chosen, left[random.randrange(len(left))])
        engine.run()
    try:
        found = search(engine, sources, deadline, accept=accept)
    except Contradiction:
        product = 0
    else:
        if found is None:
            product = -1
    store.undo(root)
    engine.forget()
    return product
