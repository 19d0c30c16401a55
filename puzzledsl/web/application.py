"""The page of `puzzledsl edit`: which address answers what.

Bodies and answers are JSON. Work that may take long answers with a stream of events (``text/event-stream``); closing
the stream cancels the work. Offsets count UTF-16 code units, as editors in browsers do.
"""

from __future__ import annotations

import asyncio
import mimetypes
import os
import re
from collections.abc import Callable, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.time_limit import CancellationToken, Cancelled, cancellable
from puzzledsl.web.bodies import BadRequest, Body, integer_of, mapping_of, read_body, text_of, word_of
from puzzledsl.web.document import Changed, Document, Stored
from puzzledsl.web.guard import page_policy
from puzzledsl.web.limits import limits_of
from puzzledsl.web.pages import Page, Pages
from puzzledsl.web.responses import Answer, bug, keep, puzzle_error, refusal, stream
from puzzledsl.web.solving_process import ProcessLost, Superseded
from puzzledsl.web.state import tell_state, warm
from puzzledsl.web.text_answers import LATEST_ONLY, TEXT_ANSWERS
from puzzledsl.web.transfers import exported, formats_json, imported, tell_exported

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable

    from puzzledsl.web.recovery import Recovery
    from puzzledsl.web.solving_process import Event, Job

RunCommand = Callable[[str, str, "str | None", Mapping[str, Any]], "Job"]
"""Makes the job that runs a command: from its name, the text, the folder of the text's includes, and the options. What
is wrong with these is an event of the job."""

ASSETS = Path(__file__).with_name("assets")
"""The built front end: sources in ``web/``."""

_FILE = re.compile(r"\w[\w-]*(\.[\w-]+)+", re.ASCII)

LOOKS = 0.5
"""Seconds between two looks at the file on disk."""

RESTS = 15.0
"""Seconds between two looks for pages that are closed."""

EMPTY = """puzzle "Untitled"
author ""

grid cell[9, 9] in 1..9
alldifferent: rows, columns, boxes
"""
"""What a new puzzle may begin with."""


class Editing:
    """The page's server: one document, its pages, and what they may ask.

    Attributes:
        application: to be served behind a `Guard`.
    """

    def __init__(self, document: Document, recovery: Recovery, run: RunCommand) -> None:
        self.document = document
        self.recovery = recovery
        self.pages = Pages()
        self._run = run
        posts: dict[str, Callable[[Page, Body], Awaitable[Response]]] = {
            name.removeprefix("_post_"): getattr(self, name) for name in dir(self) if name.startswith("_post_")
        }
        posts |= {name: self._about_text(name) for name in TEXT_ANSWERS}
        self.application = Starlette(
            routes=[
                Route("/", self._index),
                Route("/assets/{name}", self._asset),
                Route("/api/open", self._open, methods=["POST"]),
                *(Route(f"/api/{name}", self._answering(post), methods=["POST"]) for name, post in posts.items()),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        resting = asyncio.create_task(self._rest())
        try:
            yield
        finally:
            resting.cancel()
            self.pages.close()
            self.recovery.close()

    async def _rest(self) -> None:
        while True:
            await asyncio.sleep(RESTS)
            self.pages.rest()

    # ── the page itself ──────────────────────────────────────────────────────────────────────────

    async def _index(self, _: Request) -> Response:
        try:
            text = (ASSETS / "index.html").read_text(encoding="utf-8")
        except OSError:
            return Response("The page is not built: `make page` builds it.\n", 500, media_type="text/plain")
        nonce = token_urlsafe(16)
        headers = {"Content-Security-Policy": page_policy(nonce)}
        return Response(text.replace("CSP_NONCE", nonce), media_type="text/html", headers=headers)

    async def _asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        place = ASSETS / name
        if not _FILE.fullmatch(name) or not place.is_file():
            return refusal("There is no such file.", 404)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(place.read_bytes(), media_type=kind)

    # ── requests ─────────────────────────────────────────────────────────────────────────────────

    def _answering(self, post: Callable[[Page, Body], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            page = self.pages.get(request.headers.get("x-page"))
            if page is None:
                return refusal("This page was closed; load it again.", 410)
            try:
                return await post(page, read_body(await request.body()))
            except ClientDisconnect:
                return refusal("The request was broken off.", 413)
            except BadRequest as error:
                return refusal(str(error), 400)
            except PuzzleError as error:
                return puzzle_error(error)
            except ProcessLost as error:
                return refusal(f"The solving process was lost ({error}).", 503)
            except Exception as error:
                if os.environ.get("PUZZLEDSL_DEBUG"):
                    raise
                return refusal(bug(error), 500)

        return answered

    async def _open(self, request: Request) -> Response:
        try:
            body = read_body(await request.body())
        except (BadRequest, ClientDisconnect) as error:
            return refusal(str(error), 400)
        page = self.pages.get(str(body.get("page", "")))
        if page is None:
            page = self.pages.add()
            keep(asyncio.create_task(_warmed(page)))
        try:
            stored = await asyncio.to_thread(self.document.stored)
        except PuzzleError as error:
            return puzzle_error(error)
        text, page.base = self.document.start if stored.text is None else stored.text, stored.version
        copies = [copy for copy in self._unsaved(page) if copy.text != text]
        recovered = None
        if copies:
            self.recovery.adopt(copies[0], page.id)
            recovered = {"text": copies[0].text, "time": copies[0].when}
            page.base = copies[0].base
        from puzzledsl import __version__
        from puzzledsl.web.rule_list import library_json

        return Answer(
            {
                "page": page.id,
                "text": text,
                "name": self.document.name,
                "file": None if self.document.path is None else str(self.document.path),
                "version": stored.version,
                "base": page.base,
                "recovery": recovered,
                "recoveries": [{"text": copy.text, "time": copy.when} for copy in copies[1:]],
                "program": __version__,
                "empty": EMPTY,
                "suggested": self.document.suggested,
                "can_save": True,
                "rules": await asyncio.to_thread(library_json),
                "formats": formats_json(),
            }
        )

    def _unsaved(self, page: Page) -> list[Any]:
        """Copies that this page may take over: its own, those of closed pages, those of servers that are gone."""
        own = self.recovery.of(page.id)
        closed = [self.recovery.of(other.id) for other in self.pages.closed() if other is not page]
        return [copy for copy in (own, *closed) if copy is not None] + self.recovery.left()

    # ── the text ─────────────────────────────────────────────────────────────────────────────────

    def _about_text(self, name: str) -> Callable[[Page, Body], Awaitable[Response]]:
        """Answers to one kind of request of `TEXT_ANSWERS`, one after the other."""
        answer = TEXT_ANSWERS[name]

        async def answered(page: Page, body: Body) -> Response:
            token = CancellationToken()
            if name in LATEST_ONLY:
                page.latest[name].cancel()
                page.latest[name] = token
            try:
                async with page.reading[name]:
                    with cancellable(token):
                        found = await asyncio.to_thread(answer, page, self.document.place, self.document.folder, body)
            except Cancelled:
                return refusal("A later request of the same kind came before this one was answered.", 409)
            return Answer(found)

        return answered

    # ── the file ─────────────────────────────────────────────────────────────────────────────────

    async def _post_save(self, page: Page, body: Body) -> Response:
        text, version, name = text_of(body), str(body.get("version", "")), body.get("name")
        page.saving = True
        try:
            stored = await asyncio.to_thread(self.document.save, text, version, None if name is None else str(name))
            page.base = stored.version
        except Changed as error:
            return Answer({"text": error.stored.text, "version": error.stored.version}, 409)
        finally:
            page.saving = False
        self.recovery.forget(page.id)
        return Answer({"version": stored.version, "name": self.document.name, "file": str(self.document.path)})

    async def _post_keep(self, page: Page, body: Body) -> Response:
        text, base = text_of(body), str(body.get("version", page.base))
        await asyncio.to_thread(self.recovery.keep, page.id, text, base)
        return Answer({})

    async def _post_forget(self, page: Page, body: Body) -> Response:
        del body
        self.recovery.forget(page.id)
        return Answer({})

    async def _post_watch(self, page: Page, body: Body) -> Response:
        async def changes() -> AsyncGenerator[Event]:
            page.watching += 1
            known = before = str(body.get("version", page.base))
            try:
                while True:
                    with suppress(PuzzleError):
                        stored: Stored = await asyncio.to_thread(self.document.stored)
                        if not page.saving and stored.version == before:  # else another program may still be writing
                            if stored.version not in (known, page.base):
                                yield "changed", {"text": stored.text, "version": stored.version}
                            known = stored.version
                        before = stored.version
                    await asyncio.sleep(LOOKS)
            finally:
                page.watching -= 1
                if not page.watching:
                    page.close()

        return stream(changes())

    # ── solving ──────────────────────────────────────────────────────────────────────────────────

    async def _post_state(self, page: Page, body: Body) -> Response:
        folder = self.document.folder
        job = partial(tell_state, text_of(body), folder, limits_of(folder))
        return stream(page.process.events(job, yields=True))

    async def _post_run(self, page: Page, body: Body) -> Response:
        job = self._run(word_of(body, "command"), text_of(body), self.document.folder, mapping_of(body, "options"))
        return stream(page.process.events(job))

    async def _post_rows(self, page: Page, body: Body) -> Response:
        text = text_of(body)
        line = text.encode("utf-16-le")[: 2 * integer_of(body, "offset")].decode("utf-16-le", "replace").count("\n") + 1
        options = {"line": line} | ({"encoding": word_of(body, "encoding")} if body.get("encoding") else {})
        return await _result(page, self._run("model", text, self.document.folder, options))

    # ── elsewhere ────────────────────────────────────────────────────────────────────────────────

    async def _post_import(self, page: Page, body: Body) -> Response:
        del page
        return Answer(await asyncio.to_thread(imported, word_of(body, "link")))

    async def _post_export(self, page: Page, body: Body) -> Response:
        folder, solution = self.document.folder, body.get("solution") is True
        arguments = text_of(body), self.document.name, folder, limits_of(folder), word_of(body, "to"), solution
        if solution:
            return await _result(page, partial(tell_exported, *arguments))
        return Answer(await asyncio.to_thread(exported, *arguments))


async def _result(page: Page, job: Job) -> Response:
    """The one result of a job, for an answer that is no stream."""
    async with aclosing(page.process.events(job)) as events:
        async for name, value in events:
            if name == "error":
                return Answer({"error": value["message"]})
            if name == "result":
                return Answer(value)
    return refusal("The work was broken off.", 503)


async def _warmed(page: Page) -> None:
    with suppress(ProcessLost, Superseded):
        async with aclosing(page.process.events(warm, yields=True)) as events:
            async for _ in events:
                pass
