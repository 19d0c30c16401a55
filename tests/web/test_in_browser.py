"""What a worker of the browser is told: the same as a page with a server, and never a traceback."""

from __future__ import annotations

import gc
import json
from random import Random
from typing import Any

import pytest

from puzzledsl.kernel.store import Store
from puzzledsl.web.in_browser import answered, prepare
from tests.clocks import counting
from tests.web.served import KILLER, Served


def told(name: str, **body: Any) -> tuple[Any, list[tuple[str, Any]]]:
    events: list[tuple[str, Any]] = []
    answer = answered(name, json.dumps(body), lambda event, value: events.append((event, json.loads(value))))
    return None if answer is None else json.loads(answer), events


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("check", {"text": KILLER}),
        ("check", {"text": "grid cell[4, 4] in 1..4\ncgae 3: r1c1"}),
        ("hover", {"text": KILLER, "offset": 30}),
        ("given", {"text": KILLER, "cells": ["r1c1"], "value": 2}),
        ("conflicts", {"text": "gird", "values": {"r1c1": 1}}),
        ("conflicts", {"text": KILLER, "values": {"r1c1": 1, "r1c2": 1}, "marks": {"nothing": True}}),
        ("tools", {"text": KILLER}),
        ("import", {"link": "https://puzz.link/p?slither/3/3/0i103h"}),
        ("import", {"link": "https://puzz.link/p?nothing/3/3/0"}),
    ],
)
def test_a_question_has_the_answer_of_the_server(served: Served, name: str, body: dict[str, Any]) -> None:
    answer, events = told(name, **body)
    assert answer == served.post(name, **body)
    assert events == []


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("state", {"text": KILLER}),
        ("run", {"text": KILLER, "command": "steps", "options": {}}),
        ("run", {"text": KILLER, "command": "solve", "options": {"nonsense": 1}}),
        ("run", {"text": "gird", "command": "solve", "options": {}}),
        ("played", {"text": KILLER, "values": {"r1c1": 4}, "marks": {}, "check": True}),
        ("export", {"text": KILLER, "to": "f-puzzles", "solution": True}),
        ("export", {"text": "gird", "to": "svg"}),
    ],
)
def test_work_tells_the_events_of_the_server(served: Served, name: str, body: dict[str, Any]) -> None:
    _, events = told(name, **body)
    assert untimed(events) == untimed(
        [list(e) for e in served.events(name, **body) if e[0] not in ("progress", "done")]
    )


@pytest.mark.slow
def test_the_time_limit_ends_the_search() -> None:
    random, lines = Random(1), ["grid cell[1, 40] in 0..1"]
    for _ in range(5):  # a market split, which no search soon decides
        terms = [random.randrange(100) for _ in range(40)]
        lines.append(f"{' + '.join(f'{k} * r1c{n}' for n, k in enumerate(terms, 1))} == {sum(terms) // 2}")
    with counting(late_from=2000) as clock:
        _, events = told("state", text="\n".join(lines))
    assert clock.readings > 2000
    assert events[0] == ("uniqueness", {"status": "unknown"})
    assert all(name == "candidates" for name, _ in events[1:])


def untimed(events: Any) -> Any:
    if isinstance(events, dict):
        return {
            key: untimed(value) for key, value in events.items() if key not in ("seconds", "printed", "file", "name")
        }
    return [untimed(one) for one in events] if isinstance(events, list | tuple) else events


@pytest.mark.parametrize("name", ["check", "run", "export", "import", "state"])
def test_what_is_no_request_is_refused(name: str) -> None:
    for content in ("", "[]", "{}", '{"text": 3}'):
        answer = answered(name, content, lambda *_: None)
        assert answer is not None
        assert "error" in json.loads(answer)


def test_no_model_of_the_kernel_is_left_when_the_memory_is_stored() -> None:
    before = _stores()
    gc.disable()
    try:
        prepare()
        assert all(any(one is other for other in before) for one in _stores())
    finally:
        gc.enable()


def test_the_puzzle_that_prepares_is_not_shown() -> None:
    prepare()
    assert told("check", text="gird")[0]["svg"] is None


def _stores() -> list[Store]:
    return [one for one in gc.get_objects() if type(one) is Store]  # no proxy, which may have lost what it stands for
