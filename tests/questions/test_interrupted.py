"""What is known of a question that was broken off."""

from __future__ import annotations

import pytest

from puzzledsl import parse
from puzzledsl.oracle import Oracle
from puzzledsl.questions.uniqueness import UniquenessTest

LATIN = "grid cell[7, 7] in 1..7\nalldifferent: rows, columns\nsum(column(1)) != 27 or r1c1 > r7c7\n"


@pytest.mark.parametrize("solver", ["search", "auto"])
def test_branches_count_although_nothing_was_found_out(solver: str) -> None:
    most = 5
    calls = 0

    def on_node() -> None:
        nonlocal calls
        calls += 1
        if calls == most:
            raise KeyboardInterrupt

    with Oracle(parse(LATIN).elaborated, solver=solver) as oracle:
        test = UniquenessTest(oracle)
        with pytest.raises(KeyboardInterrupt):
            test.run(on_node=on_node)
        assert (test.result().status, test.result().nodes) == ("unknown", most)
        whole = test.run(on_node=on_node)  # goes on, and counts on
    assert whole.status == "several"
    assert whole.nodes == calls
