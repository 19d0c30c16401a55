"""Minimal unsatisfiable subsets (MUS): clues that cannot hold together, but could without any one of them.

Found by deletion with what each proof needed (Bakker, Dikker, Tempelman & Wognum, Diagnosing and Solving
Over-Determined Constraint Satisfaction Problems, IJCAI 1993; refinement as in Nadel, FMCAD 2010). Rotation of
solutions (Marques-Silva & Lynce, On Improving MUS Extraction Algorithms, SAT 2011) saved one question in thirty, and
took as long; dropping several clues at once saved nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from puzzledsl.analysis.elements import Element
from puzzledsl.analysis.subsets import Subsets, Tested, Values
from puzzledsl.listing import listed
from puzzledsl.progress import Reporter
from puzzledsl.records import record
from puzzledsl.search.budget import NO_LIMIT, Budget
from puzzledsl.solution import Solution, solution_of
from puzzledsl.time_limit import is_late

FIRST_WORK = 30_000
"""The propagations that a question gets at first; those that need more get it when nothing else is left."""

PATIENCE = 1.5
"""Or so many times what it took to prove the conflict. Little: what is hard now may be easy when less is left."""

GROWTH = 4


@record
class Conflict:
    """Elements that cannot hold together.

    Attributes:
        elements: in the order of the source.
        witnesses: by position in ``elements``, a solution of all the others. Minimal: there is one for each.
        smallest: no conflict of the model has fewer elements; proven.
    """

    elements: tuple[Element, ...]
    witnesses: Mapping[int, Solution]
    smallest: bool = False

    @property
    def minimal(self) -> bool:
        """Proven: without any one of them there is a solution."""
        return len(self.witnesses) == len(self.elements)

    def __str__(self) -> str:
        if not self.elements:
            return "what is taken for granted has no solution by itself"
        says = "can never hold" if len(self.elements) == 1 else "cannot all hold"
        return f"{listed([str(element) for element in self.elements])} {says}"


class Conflicts:
    """Conflicts among the elements of one model, by their numbers.

    Attributes:
        elements: all of them.
        subsets: answers whether parts of the model have a solution.
        at_least: no conflict has fewer elements, as far as is known.
    """

    def __init__(
        self,
        elements: Sequence[Element],
        subsets: Subsets,
        report: Reporter,
    ) -> None:
        self.elements = tuple(elements)
        self.subsets = subsets
        self.at_least = 1
        self.report = report.say
        self._states: list[_Shrinking] = []
        self._owner = {n: e for e, element in enumerate(self.elements) for n in element._requirements}

    def test(self, chosen: Collection[int], work: int = NO_LIMIT) -> Tested:
        """Whether some of the elements, with the background, can hold together.

        Args:
            work: at most so many propagations.
        """
        return self.subsets.test(self._requirements(chosen), Budget(propagations=work))

    def violated(self, values: Values) -> frozenset[int]:
        """The elements that do not hold."""
        return self._elements(self.subsets.violated(values))

    def core(self, tested: Tested) -> frozenset[int]:
        """The elements that a refutation needed."""
        return self._elements(tested.core)

    def _requirements(self, chosen: Collection[int]) -> list[int]:
        return [n for e in chosen for n in self.elements[e]._requirements]

    def _elements(self, requirements: Collection[int]) -> frozenset[int]:
        return frozenset(self._owner[n] for n in requirements if n in self._owner)

    # ── one ──────────────────────────────────────────────────────────────────────────────────────

    def minimal(self, start: Collection[int], local: Iterable[frozenset[int]] = ()) -> Conflict:
        """A minimal conflict within one.

        Args:
            start: elements that have no solution together.
            local: further such sets. What the least of them shrinks to is taken, unless ``start`` is smaller.
        """
        states = self._states = [_Shrinking(start)]
        least = min(local, key=len, default=None) if len(start) > 2 else None
        if least is not None:
            states.insert(0, _Shrinking(least))
            self._shrink(states[0])
        self._shrink(min(states, key=_size))
        return self._conflict(min(states, key=_size))

    def latest(self) -> list[Conflict]:
        """What is known of the conflict that is made smaller now."""
        return [self._conflict(min(self._states, key=_size))] if self._states else []

    def local_cores(self) -> Iterator[frozenset[int]]:
        """Conflicts among the elements whose cells lie inside those of one clue or house.

        They are the easiest to follow, and cheap to find: a part of few cells is soon decided, or left undecided.
        """
        scopes = dict.fromkeys(frozenset(one.origin.variables) for one in self.subsets.model.requirements)
        for scope in scopes:
            inside = [e for e, element in enumerate(self.elements) if scope.issuperset(element.origin.variables)]
            if not 1 < len(inside) < len(self.elements):
                continue  # by itself a clue is seldom wrong, and all elements have been tested
            if is_late():
                return
            self.report("looking inside single clues and houses")
            tested = self.test(inside, FIRST_WORK)
            if tested.solvable is False:
                yield self.core(tested)

    def _conflict(self, state: _Shrinking) -> Conflict:
        kept = sorted(state.kept, key=lambda e: self.elements[e].place)
        model = self.subsets.model
        witnesses = {i: solution_of(model, state.needed[e]) for i, e in enumerate(kept) if e in state.needed}
        return Conflict(tuple(self.elements[e] for e in kept), witnesses)

    def _shrink(self, state: _Shrinking) -> None:
        """Try to spare each element; those that need more work get it when nothing else is left."""
        work = max(FIRST_WORK, int(PATIENCE * self.subsets.work))
        while not state.is_over():
            before = state.kept
            for element in sorted(before - state.needed.keys(), key=self._reluctance):
                if element in state.kept and not is_late():
                    self.report(f"{len(state.kept)} clues left, {len(state.needed)} of them needed")
                    tested = self.test(state.kept - {element}, work)
                    if tested.solvable is False:
                        state.kept &= self.core(tested)
                    elif tested.values is not None:
                        state.needed[element] = tested.values
            if state.kept == before:
                work *= GROWTH

    def _reluctance(self, number: int) -> tuple[bool, int, tuple[int, int]]:
        """Sort the elements, those to be spared first.

        Houses come last: they make proofs short, and a reader takes them for granted; before them clues of few cells,
        since those of many say little.
        """
        element = self.elements[number]
        return element.origin.is_house, -len(element.cells), element.place


class _Shrinking:
    """A conflict on its way to a minimal one.

    Attributes:
        kept: its elements.
        needed: those shown to be needed, with values that satisfy all of ``kept`` but them.
    """

    def __init__(self, start: Collection[int]) -> None:
        self.kept = frozenset(start)
        self.needed: dict[int, Values] = {}

    def is_over(self) -> bool:
        """Whether nothing is left to be asked, or no time."""
        return len(self.needed) == len(self.kept) or is_late()


def _size(state: _Shrinking) -> int:
    return len(state.kept)
