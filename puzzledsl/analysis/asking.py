"""How a question about parts of a model is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzledsl.answer import Options
from puzzledsl.records import record


def _unheard(said: object) -> None:
    """Ignore what is said."""


@record
class Asking:
    """How a question about parts of a model is asked, and who hears how far it is.

    Attributes:
        options: ``solver`` and ``encoding`` count. ``search``: HiGHS is never asked; ``highs``: after propagation only
            HiGHS.
        deadline: on the clock of ``time.monotonic``; what has been found by then is returned.
        report: called now and then with a word about how far the work is.
        on_branch: called before each branch of a search.
        publish: called with what is known of the answer whenever it changes, for a caller that interrupts.
    """

    options: Options = Options()
    deadline: float | None = None
    report: Callable[[str], object] = _unheard
    on_branch: Callable[[], object] | None = None
    publish: Callable[[Any], object] = _unheard
