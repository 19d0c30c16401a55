"""One question about a part of a model: search that learns, and HiGHS beside it where that takes long."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from puzzledsl.answer import Clock
from puzzledsl.highs.supervisor import Supervisor
from puzzledsl.portfolio.background import Background
from puzzledsl.presolve.presolve import presolved
from puzzledsl.search.refuting import Refuted
from puzzledsl.solve import answer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzledsl.answer import Answer, Options
    from puzzledsl.expressions import Rational
    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Model
    from puzzledsl.presolve.presolve import Root
    from puzzledsl.search.refuting import RefutingSearch

FIRST_NODES = 300
"""Branches of a search before probing."""

PROBING = 0.2
"""The part of its time that a question spends on probing at most."""

LONGEST = 60.0
"""Seconds, where there is no limit, of which that is a part."""

PATIENCE = 8_000
"""Calls of propagators without result after which probing ends."""

LEAST_FOR_HIGHS = 1.0
"""Seconds that have to be left for HiGHS to be started."""


class Contest:
    """A search at work on a question, and its background."""

    def __init__(
        self,
        work: RefutingSearch,
        model: Model,
        flat: FlatModel,
        root: Root,
        options: Options,
        deadline: float | None,
        on_node: Callable[[], object] | None,
    ) -> None:
        """
        Args:
            work: started, nothing assumed; its engine is that of ``root``.
            model: what the question is about: what answers of HiGHS are verified against.
            flat: the same, flattened.
            options: HiGHS is left out where the solver is ``search``; the encoding is what it gets.
            deadline: on the clock of ``time.monotonic``.
            on_node: called before each branch of the search.
        """
        self._work = work
        self._model = model
        self._flat = flat
        self._root = root
        self._options = options
        self._deadline = deadline
        self._on_node = on_node
        self._background: Background | None = None

    def run(self, wanted: Sequence[int] | None) -> tuple[Rational, ...] | None:
        """A solution; ``None`` at the deadline.

        Args:
            wanted: by variable number the values to try first, as a mask.

        Raises:
            Refuted: there is none.
        """
        work, deadline = self._work, self._deadline
        values = work.run(deadline, FIRST_NODES, wanted, self._go_on)
        if values is None:
            seconds = LONGEST if deadline is None else deadline - monotonic()
            values = work.probe(monotonic() + PROBING * seconds, PATIENCE)
        if values is None and self._options.solver != "search" and self._left() >= LEAST_FOR_HIGHS:
            return self._beside(wanted)
        if values is None:
            values = work.run(deadline, None, wanted, self._go_on)
        return values

    def _beside(self, wanted: Sequence[int] | None) -> tuple[Rational, ...] | None:
        """The search goes on, HiGHS starts beside it, and who is first has the answer."""
        background = self._background = self._started()
        try:
            values = self._work.run(self._deadline, None, wanted, self._go_on)
            if values is None and background.decided:
                answer = background.answer()
                if answer.status == "infeasible":
                    raise Refuted(self._work.everything)
                assert answer.values is not None
                return tuple(v for v in answer.values if v is not None)
            return values
        finally:
            background.cancel()

    def _go_on(self) -> bool:
        """Whether the search is still needed. Where HiGHS gives up or fails, it goes on alone."""
        if self._on_node is not None:
            self._on_node()
        return self._background is None or not self._background.decided

    def _left(self) -> float:
        return LONGEST if self._deadline is None else self._deadline - monotonic()

    def _started(self) -> Background:
        """HiGHS at work on the question."""
        supervisor = Supervisor()
        narrowed, options = presolved(self._root), replace(self._options, solver="highs")

        def answered() -> Answer:
            with supervisor:
                return answer_of(
                    self._model,
                    self._flat,
                    narrowed,
                    options,
                    Clock(),
                    self._deadline,
                    supervisor=lambda: supervisor,
                    beside_search=True,
                )

        return Background(supervisor, answered)
