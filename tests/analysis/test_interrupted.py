"""What is known of a question that was broken off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzledsl import parse
from puzzledsl.analysis.asking import Asking
from puzzledsl.analysis.uniqueness import UniqueAnswer, uniqueness_in
from puzzledsl.answer import Options
from puzzledsl.progress import Progress, Reporter
from puzzledsl.session import SolverSession

LATIN = "grid cell[7, 7] in 1..7\nalldifferent: rows, columns\nsum(column(1)) != 27 or r1c1 > r7c7\n"


@pytest.mark.parametrize("solver", ["search", "auto"])
def test_branches_count_although_nothing_was_found_out(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.search.search.SLICE", 1)
    monkeypatch.setattr("puzzledsl.progress.PAUSE", 0.0)
    calls = 0

    def on_progress(progress: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise KeyboardInterrupt

    known: list[Callable[[], UniqueAnswer]] = []
    asking = Asking(report=Reporter(on_progress), publish=known.append)

    with SolverSession(parse(LATIN).elaborated, Options(solver=solver)) as session:
        with pytest.raises(KeyboardInterrupt):
            uniqueness_in(session, asking)
        broken_off = known[-1]()
        assert broken_off.status == "unknown"
        assert broken_off.nodes > 0
        assert uniqueness_in(session, asking).status == "several"
