"""The one search, in the kernel: depth first, with restarts, and with clauses learnt from its contradictions.

Finding, enumerating, sampling, digging, optimizing and refuting are its clients. Branching, value order, restarts and
what happens at a contradiction are parameters. `search.hpp` says how it works.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from puzzledsl.kernel.library import library, listed, mask_at, masked
from puzzledsl.kernel.store import SLICE
from puzzledsl.search.branching import first_weights
from puzzledsl.search.budget import UNLIMITED, Budget
from puzzledsl.search.learning import Learnt, Refuted
from puzzledsl.search.tuning import TUNING
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from puzzledsl.kernel.engine import Engine
    from puzzledsl.presolve.provenance import Provenance

NEVER, TURNS, ALWAYS = 0, 1, 2
"""When a search learns: not at all, in every second run, in all runs; in the order of ``Learns`` in `search.hpp`."""

FIRST_RESTART, GROWTH = 200, 1.5
"""Contradictions until the first restart of plain runs, and how many times more until each further one."""

_MORE, _LEAF, _REFUTED, _STUCK, _CUT = range(5)
"""How a slice ends, in the order of ``Outcome`` in `search.hpp`."""


class Search:
    """A search for solutions within the domains of an engine at its fixpoint: the *root*. An engine has one at a time.

    Between two calls of `run` the store holds the domains of the current branch, and nothing else may use it. `close`
    takes it back to the root; what has been refuted at the root meanwhile stays removed.

    Attributes:
        stuck: a variable that has to be fixed cannot be branched on, so that no answer can come.
    """

    def __init__(
        self,
        engine: Engine,
        variables: Sequence[int],
        accept: Callable[[tuple[int, ...]], bool] | None = None,
        *,
        shown: Sequence[int] | None = None,
        learning: int = TURNS,
        restarts: bool = True,
        first_restart: int = FIRST_RESTART,
        growth: float = GROWTH,
        weights: list[float] | None = None,
        phases: Sequence[int] | None = None,
        upwards: Sequence[int] = (),
        rng: Random | None = None,
        provenance: Provenance | None = None,
    ) -> None:
        """
        Args:
            engine: at its fixpoint.
            variables: those that a solution fixes, and whose values `run` returns. A real variable is not branched on.
            accept: whether their values are a solution; else the search goes on. Without it they have to be verified.
            shown: those in which two solutions have to differ, where more than one is to be found.
            learning: `NEVER`, `TURNS` or `ALWAYS`. Nothing is learnt where a variable has no mask.
            restarts: without them nothing is looked at twice, and `run` may be called again after a solution. With them
                that is so only where `learning` is `ALWAYS` and each variable has a mask: plain runs do not know what
                has been returned.
            first_restart, growth: contradictions until the first restart of plain runs, and their growth from then on.
            weights: by variable those of an earlier search (see `first_weights`), to go on with; `weights` has them
                when they have grown.
            phases: by variable number the values to try first, as a mask; else those it had last, or the smallest.
            upwards: variables whose largest values are tried first.
            rng: chooses among the values where none is to be tried first.
            provenance: of the constraints, for cores; then `learning` has to be `ALWAYS`.
        """
        self.stuck = False
        self._kernel = library()
        self._engine = engine
        self._store = engine.store
        self._handle = engine.store.handle
        self._variables = array("q", variables)
        self._accept = accept
        self._goes_on = restarts and not (learning == ALWAYS and all(engine.store.mask))
        self._reached = False
        if provenance is not None:
            self._tell(provenance)
        tuning = array("q", TUNING.numbers())
        begin = array("d", weights if weights is not None else first_weights(engine))
        some, liked, above = array("q", shown or ()), _phases(phases), array("q", upwards)
        self._kernel.search_begin(
            self._handle, self._variables, shown is not None, some, learning, restarts, first_restart, growth,
            begin, liked, above,
            rng is not None, rng.getrandbits(64) if rng is not None else 0, provenance is not None,
            tuning,
        )  # fmt: skip

    def _tell(self, provenance: Provenance) -> None:
        numbers = masked(provenance.everything)
        for exact, origins, speaks_of in zip(provenance.exact, provenance.origins, provenance.speaks_of, strict=True):
            numbers += [int(exact), *masked(origins), len(speaks_of), *speaks_of]
        written = array("q", numbers)
        self._kernel.search_provenance(self._handle, written)

    # ── what it has done ─────────────────────────────────────────────────────────────────────────

    @property
    def done(self) -> Budget:
        """What it has done so far, as a budget counts it.

        Conflicts are contradictions of plain runs and of learning ones. The propagations include what learning takes,
        in such calls. They do not depend on the clock.
        """
        numbers = array("q", (0, 0, 0))
        self._kernel.search_done(self._handle, numbers)
        return Budget(*numbers)

    @property
    def branches(self) -> int:
        """Assumptions made so far."""
        return self.done.branches

    @property
    def weights(self) -> list[float]:
        """By variable number, what plain runs have found out; for a further search of the same engine."""
        found = array("d", bytes(8 * len(self._store.mask)))
        self._kernel.search_weights(self._handle, found)
        return found.tolist()

    def clauses(self, first: int = 0) -> list[Learnt]:
        """What has been learnt, from a number on; without variables where it has been forgotten."""
        numbers = listed(self._kernel.search_clauses, self._handle, first, room=4096)
        found: list[Learnt] = []
        at = 0
        while at < len(numbers):
            origins, at = mask_at(numbers, at)
            levels, count = numbers[at], numbers[at + 1]
            at += 2
            variables, values = [], []
            for _ in range(count):
                variables.append(numbers[at])
                mask, at = mask_at(numbers, at + 1)
                values.append(mask)
            found.append(Learnt(tuple(variables), tuple(values), origins, levels))
        return found

    # ── running ──────────────────────────────────────────────────────────────────────────────────

    def run(
        self,
        budget: Budget = UNLIMITED,
        on_branch: Callable[[], bool] | None = None,
    ) -> tuple[int, ...] | None:
        """A solution; called again after one, a further one that differs in a variable that is shown.

        Args:
            budget: of this call.
            on_branch: called every few milliseconds; False ends the call.

        Returns:
            The values of the variables; ``None`` when the budget, the time limit or ``on_branch`` came first (a further
            call goes on), or where the search is ``stuck``.

        Raises:
            Refuted: there is none. `Engine.culprit` is the constraint that found the last contradiction; the store is
                at the root.
            ValueError: a solution has been returned, and the search may restart with plain runs.
        """
        if self._reached and self._goes_on:
            raise ValueError(
                "a search that restarts finds one solution; for more it has to learn always, or not restart"
            )
        kernel, handle = self._kernel, self._handle
        last = self.done.plus(budget)
        while True:
            if is_late() or (on_branch is not None and not on_branch()):
                return None
            found = kernel.search_run(handle, last.branches, last.conflicts, last.propagations, SLICE)
            if found == _LEAF:
                values = self._store.only_values(self._variables)
                assert values is not None
                self._reached = self._accept is None or self._accept(values)
                kernel.search_judge(handle, self._reached)
                if self._reached:
                    return values
            elif found == _REFUTED:
                self._refuted()
            elif found != _CUT:
                self.stuck = self.stuck or found == _STUCK
                return None

    def _refuted(self) -> None:
        self._engine.culprit = self._kernel.kernel_culprit(self._handle)
        raise Refuted(mask_at(listed(self._kernel.search_core, self._handle), 0)[0])

    def prepare(self, clauses: Iterable[Learnt], contradiction: bool) -> bool:
        """Start a search that always learns: call this before `run`. False at the time limit.

        Args:
            clauses: that are known to follow from the requirements.
            contradiction: whether propagation has ended in one. (Then nothing has been undone.)

        Raises:
            Refuted: there is no solution.
        """
        numbers: list[int] = []
        for one in clauses:
            numbers += [*masked(one.origins), one.levels, len(one.variables)]
            for x, mask in zip(one.variables, one.values, strict=True):
                numbers += [x, *masked(mask)]
        written = array("q", numbers)
        found = self._kernel.search_prepare(self._handle, written, contradiction, SLICE)
        if found == _REFUTED:
            self._refuted()
        return not is_late()

    def close(self) -> None:
        """Take the store back to the root. What holds for all solutions stays removed; what only excluded a solution
        that had been returned comes back."""
        self._kernel.search_close(self._handle)
        self._reached = False

    def ask(self, accept: Callable[[tuple[int, ...]], bool], phases: Sequence[int] | None) -> None:
        """Go on, after `close`, with a question that has fewer answers."""
        self._accept = accept
        liked = _phases(phases)
        self._kernel.search_ask(self._handle, liked)

    def undone(self) -> None:
        """Note, after `close`, that the store has been taken back further.

        The next `run` goes on from the root that the store has then: that of the same question, perhaps with more
        constraints. What has been learnt is forgotten where a variable is wide by now: the same values may get other
        masks the next time.
        """
        self._kernel.search_undone(self._handle)


def _phases(phases: Sequence[int] | None) -> array[int]:
    found = array("q")
    for x, mask in enumerate(phases or ()):
        if mask:
            found.append(x)
            found.extend(masked(mask))
    return found
