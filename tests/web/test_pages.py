"""Which pages a server remembers, and for how long."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from puzzledsl.editing import Document as EditedText
from puzzledsl.time_limit import CancellationToken, Cancelled, OutOfTime, cancellable
from puzzledsl.web.application import Editing
from puzzledsl.web.document import Document
from puzzledsl.web.pages import Pages
from puzzledsl.web.recovery import Recovery
from puzzledsl.web.solving_process import Event, ProcessLost, SolvingProcess, Tell
from puzzledsl.web.text_answers import Question, check
from tests.web.served import KILLER

ROUNDS = "for k in 1..10^9:\n    let a = k\n"
"""More of them than the bounds allow."""


def test_expansion_ends_when_its_call_is_cancelled() -> None:
    token = CancellationToken()
    with pytest.raises(Cancelled) as caught, cancellable(token):  # noqa: PT012 - what comes first is the test
        token.cancel()
        check(Question(Pages().get("page").known, EditedText(KILLER + ROUNDS, "the text"), None, {}))
    assert isinstance(caught.value.__cause__, OutOfTime)  # before the bounds came


def test_a_check_ends_when_the_next_one_comes(tmp_path: Path) -> None:
    def unused(*_: object) -> Any:
        raise AssertionError

    async def run() -> list[Any]:
        document = Document(None, unused)
        editing = Editing(document, Recovery(document, unused, tmp_path))
        page = editing.pages.get("page")
        transport, headers = httpx.ASGITransport(editing.application), {"X-Page": page.name}
        async with httpx.AsyncClient(transport=transport, base_url="http://page", headers=headers) as client:
            first = asyncio.create_task(client.post("/api/check", json={"text": KILLER + ROUNDS}))
            while not page.reading["check"].locked():
                await asyncio.sleep(0)
            second = await client.post("/api/check", json={"text": KILLER})
            return [(await first).json(), second.json()["diagnostics"]]

    assert asyncio.run(run()) == [{"superseded": True}, []]


def count_up(number: int, tell: Tell) -> None:
    for k in range(number):
        tell("count", k)


def tell_pid(tell: Tell) -> None:
    tell("pid", os.getpid())


def die(tell: Tell) -> None:
    del tell
    os._exit(3)


def run_for_ever(tell: Tell) -> None:
    tell("begun", None)
    while True:
        pass


def wait_for_cancel(tell: Tell) -> None:
    from puzzledsl.time_limit import is_late

    tell("begun", os.getpid())
    while not is_late():
        pass
    tell("late", None)


async def everything(events: AsyncGenerator[Event]) -> list[Event]:
    async with aclosing(events):
        return [event async for event in events]


def test_jobs_one_after_another_in_one_process() -> None:
    async def run() -> None:
        process = SolvingProcess()
        first, counted, second = await asyncio.gather(
            everything(process.events(tell_pid)),
            everything(process.events(partial(count_up, 1000))),
            everything(process.events(tell_pid)),
        )
        assert first == second
        assert counted == [("count", k) for k in range(1000)]
        with pytest.raises(ProcessLost, match="exit status 3"):
            await everything(process.events(die))
        assert await everything(process.events(tell_pid)) != first
        process.close()

    asyncio.run(run())


@pytest.mark.parametrize(("job", "same"), [(wait_for_cancel, True), (run_for_ever, False)], ids=["heeds", "heeds not"])
def test_a_cancelled_job_makes_room_with_or_without_its_process(job: Any, same: bool) -> None:
    async def run() -> None:
        process = SolvingProcess()
        before = await everything(process.events(tell_pid))
        async with aclosing(process.events(job)) as events:
            assert (await anext(events))[0] == "begun"
        assert (await everything(process.events(tell_pid)) == before) is same
        process.close()

    asyncio.run(run())
