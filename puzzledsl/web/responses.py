"""Answers: JSON, and streams of events while work goes on."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from starlette.responses import Response, StreamingResponse

from puzzledsl.diagnostics import bug
from puzzledsl.web.solving_process import ProcessLost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Coroutine

    from starlette.requests import Request

    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.web.solving_process import Event


def answer(content: Any, status: int = 200) -> Response:
    """JSON in ASCII: a name of a file may hold halves of characters, which UTF-8 cannot encode."""
    return Response(json.dumps(content), status, media_type="application/json")


def puzzle_error(error: PuzzleError) -> Response:
    """What is wrong with a puzzle; to the page this is an answer like any other."""
    return answer({"error": error.diagnostics[0].message})


def refusal(message: str, status: int) -> Response:
    """An answer that the page does not expect."""
    return answer({"error": message}, status)


def told(error: Exception) -> str:
    """An exception that is not the puzzle's fault, as a sentence."""
    if isinstance(error, ProcessLost):
        return f"The solving process was lost ({error})."
    return bug(error, "puzzle").message


def stream(events: AsyncGenerator[Event]) -> Response:
    """A stream of events, which ends with ``done``. The generator is closed when the browser closes the stream."""
    return StreamingResponse(_as_text(events), media_type="text/event-stream")


async def _as_text(events: AsyncGenerator[Event]) -> AsyncIterator[bytes]:
    """Server-sent events.

    They are made in a task of their own: what is left of them is cleared away there when the browser closes the stream,
    since nothing can be awaited here then.
    """
    queue: asyncio.Queue[Event | None] = asyncio.Queue()
    pump = asyncio.create_task(_pump(events, queue))
    keep(pump)
    try:
        while (event := await queue.get()) is not None:
            yield f"event: {event[0]}\ndata: {json.dumps(event[1])}\n\n".encode()
    finally:
        pump.cancel()


async def _pump(events: AsyncGenerator[Event], queue: asyncio.Queue[Event | None]) -> None:
    try:
        async with aclosing(events):
            async for event in events:
                queue.put_nowait(event)
    except Exception as error:
        queue.put_nowait(("error", {"message": told(error)}))
    queue.put_nowait(("done", {}))
    queue.put_nowait(None)


async def while_connected(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """The answer of work on a request whose body has been read; the work is cancelled when the client leaves."""
    task = asyncio.ensure_future(work)

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        task.cancel()

    watching = asyncio.ensure_future(watch())
    try:
        return await task
    except asyncio.CancelledError:
        if not watching.done():  # the server ends
            raise
        return answer({})  # to nobody
    finally:
        watching.cancel()


_tasks: set[asyncio.Task[None]] = set()


def keep(task: asyncio.Task[None]) -> None:
    """Refer to a task until it is done: one that nobody refers to may be collected."""
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
