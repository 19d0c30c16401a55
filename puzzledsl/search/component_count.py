"""How many solutions there are, without visiting each: identical remainders are counted once.

Depth-first search that splits what is left into components that share no constraint, multiplies their counts, and
remembers each component's count by what distinguishes it (Bayardo & Pehoushek, Counting Models using Connected
Components, AAAI 2000; Sang et al., Combining Component Caching and Clause Learning for Effective Model Counting, SAT
2004): the values left of its open variables, and of every constraint on them what its fixed variables leave of it. A
constraint that only makes variables differ leaves nothing but the values it has removed. Where there are no other
constraints, renaming values does not change the count, so that such remainders are distinguished only by which
variables share a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.kernel.store import Contradiction
from puzzledsl.search.learning import Refuted
from puzzledsl.search.search import Search
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.kernel.engine import Engine

MOST_REMEMBERED = 2_000_000
"""Components whose count is remembered."""


class Stopped(Exception):  # noqa: N818 - an answer, not a failure
    """The limit, or the deadline, came before the end of a count."""


class RefusedError(Exception):
    """The verifier has refused a solution that search has found."""


class Part:
    """What counting needs to know of a constraint of the model.

    Attributes:
        scope: its variables, those of its condition included.
        different: groups of variables that it makes pairwise different, if that is all it requires.
        factors: of a sum, by position in ``scope``: of fixed variables only their sum matters. Else empty.
    """

    def __init__(self, scope: list[int], different: list[list[int]], factors: list[int]) -> None:
        self.scope = scope
        self.different = different
        self.factors = factors


class SolutionCount:
    """A count under way.

    Attributes:
        found: a lower bound at any time, and the number of solutions in the end.
        nodes: branches taken.
    """

    def __init__(
        self,
        engine: Engine,
        parts: Sequence[Part],
        shown: Sequence[int],
        sources: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool],
        on_branch: Callable[[], bool] | None = None,
    ) -> None:
        """The engine is at its fixpoint; every variable of its store has a mask.

        Args:
            parts: the constraints of the model; those of the engine follow from them.
            shown: the variables in which solutions have to differ; all of them are sources.
            sources: those whose values ``accept`` takes. The others are auxiliary: they tell no solutions apart.
            accept: whether the values are a solution; called whenever all sources are fixed.
            on_branch: called before each branch; False ends the count.
        """
        self.found = 0
        self.nodes = 0
        self._engine = engine
        self._parts = list(parts)
        self._sources = list(sources)
        self._accept = accept
        self._is_verified = False  # some solution has been accepted
        self._on_branch = on_branch
        self._limit = -1
        size = len(engine.store.mask)
        self._shown = [False] * size
        for x in shown:
            self._shown[x] = True
        self._is_source = [False] * size
        for x in self._sources:
            self._is_source[x] = True
        self._parts_of: list[list[int]] = [[] for _ in range(size)]
        for number, part in enumerate(self._parts):
            for x in part.scope:
                self._parts_of[x].append(number)
        self._counts: dict[object, int] = {}
        self._order: list[object] = []  # keys as they came
        self._degree = [len(of) for of in self._parts_of]

    def run(self, limit: int | None) -> bool:
        """Count; False when the deadline, the limit or ``on_branch`` came first. The store is as before.

        Raises:
            RefusedError: ``accept`` has refused a solution in which all variables are fixed, or all that there are.
        """
        engine, store = self._engine, self._engine.store
        self._limit = -1 if limit is None else limit
        mark = store.mark()
        try:
            self._remainder(list(range(len(store.mask))), 1)
        except Stopped:
            store.undo(mark)
            engine.forget()
            return False
        return True

    def _remainder(self, variables: list[int], factor: int) -> int:
        """The count of what is open among the variables; ``factor`` solutions of the rest go with each of them."""
        store = self._engine.store
        mask = store.mask
        open_variables = [x for x in variables if mask[x] & (mask[x] - 1)]
        if not any(self._is_source[x] for x in open_variables) and all(store.is_fixed(x) for x in self._sources):
            # The verifier decides, whatever auxiliary variables are open: no constraint may be left that defines them.
            # If those of another component have no values, it refuses, and the product with that component is 0.
            is_right = self._accept(tuple([store.lo(x) for x in self._sources]))
            if not is_right and all(store.is_fixed(x) for x in range(len(mask))):
                raise RefusedError
            if is_right:
                self._is_verified = True
                self._add(factor)
            return int(is_right)
        if not open_variables:
            self._add(factor)
            return 1
        components = self._components(open_variables)
        product, first = 1, len(self._order)
        last = len(components) - 1
        for place, component in enumerate(components):
            key = self._key(component)
            part = factor * product if place == last else 0
            count = self._counts.get(key)
            if count is None:
                count = self._count(component, part)
                if len(self._counts) < MOST_REMEMBERED:
                    self._counts[key] = count
                    self._order.append(key)
            else:
                self._add(part * count)
            product *= count
            if not product:
                # The engine's derived constraints may have refuted one component by another that has no solution.
                if last:
                    for known in self._order[first:]:
                        del self._counts[known]
                    del self._order[first:]
                return 0
        return product

    def _add(self, number: int) -> None:
        if (
            number and not self._is_verified and not self._is_possible(self._sources)
        ):  # verify one before any is counted
            raise RefusedError
        self.found += number
        if self._limit >= 0 and self.found >= self._limit:
            raise Stopped

    def _is_possible(self, variables: list[int]) -> bool:
        """Whether some values of variables are a solution, verified if all other sources are fixed. The store is as
        before."""
        engine, store = self._engine, self._engine.store
        inside = set(variables)
        is_alone = all(store.is_fixed(x) or x in inside for x in self._sources)
        mark = store.mark()
        search = Search(engine, self._sources if is_alone else variables, self._accept if is_alone else None)
        try:
            if search.run() is None:
                raise Stopped
            search.close()
        except Refuted:
            return False
        finally:
            store.undo(mark)
            engine.forget()
        self._is_verified = self._is_verified or is_alone
        return True

    def _count(self, component: list[int], factor: int) -> int:
        """The count of one component."""
        engine, store = self._engine, self._engine.store
        mask, shown = store.mask, self._shown
        chosen, fewest, most = -1, 0, 0
        for x in component:
            if shown[x]:
                size = mask[x].bit_count()
                if chosen < 0 or size < fewest or (size == fewest and self._degree[x] > most):
                    chosen, fewest, most = x, size, self._degree[x]
        if chosen < 0:  # what is left tells no solutions apart: one will do
            possible = self._is_possible(component)
            if possible:
                self._add(factor)
            return int(possible)
        mark = store.mark()
        total, values, base = 0, mask[chosen], store.base[chosen]
        while values:
            lowest = values & -values
            values ^= lowest
            if self._on_branch is not None and not self._on_branch():
                raise Stopped
            if is_late():
                raise Stopped
            self.nodes += 1
            try:
                store.fix(chosen, base + lowest.bit_length() - 1)
                engine.run()
            except Contradiction:
                store.undo(mark)
                store.touched.clear()
                continue
            total += self._remainder(component, factor)
            store.undo(mark)
            engine.forget()
        return total

    # ── components, and what distinguishes them ──────────────────────────────────────────────────

    def _components(self, open_variables: list[int]) -> list[list[int]]:
        """Groups of variables such that no constraint is on two of them; the smallest first."""
        mask, parts = self._engine.store.mask, self._parts
        base = self._engine.store.base
        found: list[list[int]] = []
        waiting = set(open_variables)
        seen: set[int] = set()
        for start in open_variables:
            if start not in waiting:
                continue
            waiting.discard(start)
            group = [start]
            for x in group:  # which grows meanwhile
                if not waiting:
                    break
                mine, mine_base = mask[x], base[x]
                for number in self._parts_of[x]:
                    part = parts[number]
                    if part.different:
                        for clique in part.different:
                            if x in clique:
                                for y in clique:
                                    if y in waiting and (mine & mask[y] or base[y] != mine_base):
                                        waiting.discard(y)
                                        group.append(y)
                    elif number not in seen:
                        seen.add(number)
                        for y in part.scope:
                            if y in waiting:
                                waiting.discard(y)
                                group.append(y)
            found.append(group)
        for group in found:
            group.sort()
        found.sort(key=len)
        return found

    def _key(self, component: list[int]) -> object:
        store = self._engine.store
        mask, base = store.mask, store.base
        others: list[int] = []
        seen: set[int] = set()
        for x in component:
            for number in self._parts_of[x]:
                if number not in seen:
                    seen.add(number)
                    if not self._parts[number].different:
                        others.append(number)
        first = base[component[0]]
        if not others and all(base[x] == first for x in component):
            holders: dict[int, int] = {}
            for x in component:
                values, place = mask[x], 1 << x
                while values:
                    lowest = values & -values
                    values ^= lowest
                    holders[lowest] = holders.get(lowest, 0) | place
            return tuple(sorted(holders.values()))
        others.sort()
        key: list[int] = []
        for x in component:
            key.append(x)
            key.append(mask[x])
        for number in others:
            part = self._parts[number]
            key.append(-1)
            if part.factors:
                total = 0
                for place, x in enumerate(part.scope):
                    if not mask[x] & (mask[x] - 1):
                        total += part.factors[place] * store.lo(x)
                key.append(total)
            else:
                key += [store.lo(x) if not mask[x] & (mask[x] - 1) else -1 for x in part.scope]
        return tuple(key)
