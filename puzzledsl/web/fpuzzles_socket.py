"""The socket that f-puzzles' page talks to: ``ws://localhost:4545``.

A message is ``{"nonce", "command", "dataType": "fpuzzles", "data"}``; an answer has the same nonce and a ``type``. A
message ends whatever the one before it has started, and closing the socket ends everything.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from puzzledsl.source import visible
from puzzledsl.web.bodies import BadRequest, read_body
from puzzledsl.web.fpuzzles_answers import COMMANDS, answer
from puzzledsl.web.guard import hosts
from puzzledsl.web.responses import told
from puzzledsl.web.solving_process import ProcessLost, SolvingProcess

if TYPE_CHECKING:
    from collections.abc import Callable

ORIGINS = frozenset({"https://f-puzzles.com", "https://www.f-puzzles.com"})
"""The pages that are let in. A browser states the origin truthfully, so no other page can use the socket."""

LONGEST_COMMAND = 40
"""Characters of a command that are shown."""

MOST = 8
"""Sockets at a time; each has a process."""


def application(port: int, said: Callable[[str], None]) -> Starlette:
    """The server of the socket, which lets in what comes from f-puzzles' pages to this machine's own name.

    Args:
        said: gets a line for people when a page comes or goes, and what is asked.
    """
    return Starlette(routes=[Route("/", _plain), WebSocketRoute("/", _Sockets(port, said).connected)])


async def _plain(_: Request) -> PlainTextResponse:
    return PlainTextResponse("This is the socket of `puzzledsl connect`, for f-puzzles' page.\n", 426)


class _Sockets:
    def __init__(self, port: int, said: Callable[[str], None]) -> None:
        self._hosts = hosts(port)
        self._said = said
        self._open = 0

    async def connected(self, socket: WebSocket) -> None:
        """The life of one socket."""
        if socket.headers.get("host") not in self._hosts or socket.headers.get("origin") not in ORIGINS:
            await socket.close(1008)  # before it is accepted: an answer 403
            return
        if self._open >= MOST:
            await socket.close(1013)
            return
        await socket.accept()
        self._open += 1
        self._said("f-puzzles' page has connected")
        process = SolvingProcess()
        task = asyncio.create_task(asyncio.sleep(0))
        try:
            async for text in socket.iter_text():
                await _ended(task)
                message = _Message(text)
                if message.command != "cancel":
                    self._said(visible(message.command[:LONGEST_COMMAND]))
                task = asyncio.create_task(_answered(socket, process, message))
        except KeyError:  # a message of bytes
            pass
        finally:
            await _ended(task)
            process.close()
            self._open -= 1
            self._said("f-puzzles' page has gone")


class _Message:
    """A message with all four parts; what is not there or of another kind is empty."""

    def __init__(self, text: str) -> None:
        try:
            given = read_body(text.encode("utf-8", "replace"))
        except BadRequest:
            given = {}
        nonce = given.get("nonce")
        self.nonce = nonce if isinstance(nonce, int) else 0
        parts = (given.get(key) for key in ("command", "dataType", "data"))
        self.command, self.kind, self.data = (part if isinstance(part, str) else "" for part in parts)


async def _answered(socket: WebSocket, process: SolvingProcess, message: _Message) -> None:
    async def send(kind: str, value: dict[str, Any]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone, which the other side of the socket says
            await socket.send_text(json.dumps({"nonce": message.nonce, "type": kind, **value}))

    if message.command == "cancel":
        await send("canceled", {})
    elif message.command not in COMMANDS:
        said = f"There is no command {message.command[:LONGEST_COMMAND]!r}; there are {', '.join(COMMANDS)}, cancel."
        await send("invalid", {"message": said})
    elif message.kind != "fpuzzles":
        await send("invalid", {"message": "The puzzle must come as f-puzzles has it."})
    else:
        try:
            async with aclosing(process.events(partial(answer, message.command, message.data))) as events:
                async for name, value in events:
                    await send(name, value)
        except ProcessLost as error:
            await send("invalid", {"message": told(error)})


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
