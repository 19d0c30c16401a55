"""A model that needs more memory than it may have ends with a reason, and the process lives."""

from __future__ import annotations

from array import array
from contextlib import suppress
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl.flattening import flatten
from puzzledsl.kernel.engine import Engine
from puzzledsl.kernel.library import MEMORY, OutOfMemory, library, memory_limit
from puzzledsl.kernel.store import Store
from puzzledsl.search.budget import Budget
from puzzledsl.search.search import Search
from tests.command import called
from tests.examples import examples
from tests.kernel.test_refusals import models

ENOUGH = memory_limit()

LATIN = "grid cell[7, 7] in 1..7\nalldifferent: rows, columns, diagonal, antidiagonal\nr1c1 + r4c3 == r7c5\n"


def propagated(numbers: array[int], limit: int) -> list[int]:
    """How the kernel takes a model in, and its trail after propagation.

    Raises:
        OutOfMemory: the limit came first.
    """
    kernel = library()
    handle = kernel.kernel_new(limit)
    try:
        found = [kernel.kernel_take(handle, numbers)]
        if found == [0]:
            found += [kernel.kernel_propagate(handle, 1, 100, 1_000), kernel.kernel_hash(handle)]
        return found
    except OutOfMemory:
        empty = array("q")
        for function, *arguments in (
            (kernel.kernel_take, numbers),
            (kernel.kernel_propagate, 1, 100, 1_000),
            (kernel.kernel_lo, 0),
            (kernel.count_begin, empty, empty, empty, empty),
        ):
            with pytest.raises(OutOfMemory):
                function(handle, *arguments)
        kernel.kernel_undo(handle, 0)
        raise
    finally:
        kernel.kernel_free(handle)


@settings(max_examples=examples(100), suppress_health_check=list(HealthCheck))
@given(numbers=models(), data=st.data())
def test_a_limit_changes_no_answer(numbers: array[int], data: st.DataObject) -> None:
    """Wherever the memory is refused."""
    expected = propagated(numbers, ENOUGH)
    with pytest.raises(OutOfMemory):
        propagated(numbers, 0)
    for limit in data.draw(st.lists(st.integers(1, 400 * len(numbers)), min_size=1, max_size=20)):
        with suppress(OutOfMemory):
            assert propagated(numbers, limit) == expected


def test_a_search_that_needs_more_memory_has_no_answer_but_a_reason() -> None:
    model = puzzledsl.parse(LATIN)
    expected = model.solve(solver="search", presolve="domain")
    assert expected.status == "solved"
    limit, reasons = 1_000, set()
    while True:
        with patch("puzzledsl.kernel.store.memory_limit", lambda: limit):  # noqa: B023 - called within the round
            found = model.solve(solver="search", presolve="domain")
        if found.status == "solved":
            break
        assert found.status == "unknown"
        reasons.add(found.message)
        limit += max(limit // 8, 2_000)
    assert found.values == expected.values
    assert limit > 50_000
    assert reasons == {"search needs more memory for this model than its limit of 4,000 megabytes"}


def test_what_is_freed_may_be_taken_again() -> None:
    """Otherwise the searches of a long session would come to the limit by and by."""
    flat = flatten(puzzledsl.parse(LATIN).elaborated)
    with patch("puzzledsl.kernel.store.memory_limit", lambda: 300_000):
        store = Store(flat.variables)
    engine = Engine(flat.constraints, store)
    assert engine.run()
    for _ in range(1_000):  # more than 1,000 bytes each
        search = Search(engine, range(flat.sources))
        assert search.run(Budget(branches=3)) is None
        search.close()


def test_the_message_names_the_limit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(MEMORY, "0")
    solved = called(["solve", "-", "--json"], monkeypatch, capsys, LATIN)
    assert (solved.status, solved.json["status"]) == (3, "unknown")
    assert "limit of 0 megabytes" in solved.json["message"]
    for command in ("unique", "count", "explain", "steps"):
        found = called([command, "-", "--json"], monkeypatch, capsys, LATIN)
        assert (found.status, found.json["diagnostics"][0]["code"]) == (3, "memory"), command
