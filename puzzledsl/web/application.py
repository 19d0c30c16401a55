"""The page of `puzzledsl edit`: which address answers what.

Bodies and answers are JSON. Work that may take long answers with a stream of events (``text/event-stream``); closing
the stream cancels the work. Offsets count UTF-16 code units, as editors in browsers do.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.editing import Document as EditedText
from puzzledsl.time_limit import CancellationToken, Cancelled, cancellable
from puzzledsl.web.bodies import BadRequest, Body, read_body, text_of, word_of
from puzzledsl.web.document import Changed, Document
from puzzledsl.web.guard import page_policy
from puzzledsl.web.jobs import JOBS
from puzzledsl.web.pages import Page, Pages
from puzzledsl.web.responses import answer, keep, puzzle_error, refusal, stream, told, while_connected
from puzzledsl.web.solving_process import ProcessLost
from puzzledsl.web.state import warm
from puzzledsl.web.text_answers import LATEST_ONLY, TEXT_ANSWERS, Question
from puzzledsl.web.transfers import imported, links_json

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Coroutine

    from puzzledsl.web.recovery import Recovery
    from puzzledsl.web.solving_process import Event

ASSETS = Path(__file__).with_name("assets")
"""The built front end: sources in ``web/``."""

_PAGE = re.compile(r"[0-9a-zA-Z]{1,40}")
"""The names of pages, which are parts of the names of files."""

FILE_INTERVAL = 0.5
"""Seconds between two looks at the file on disk."""


class Editing:
    """The page's server: one document, its pages, and what they may ask.

    Attributes:
        application: to be served behind a `Guard`.
    """

    def __init__(self, document: Document, recovery: Recovery) -> None:
        self.document = document
        self.recovery = recovery
        self.pages = Pages()
        posts: dict[str, Callable[[Page, Body], Coroutine[Any, Any, Response]]] = {
            name.removeprefix("_post_"): getattr(self, name) for name in dir(self) if name.startswith("_post_")
        }
        posts |= {name: self._about_text(name) for name in TEXT_ANSWERS}
        posts |= {name: self._working(name) for name in JOBS}
        self.application = Starlette(
            routes=[
                Route("/", self._index),
                Mount("/assets", StaticFiles(directory=ASSETS, check_dir=False)),
                *(Route(f"/api/{name}", self._answering(name, post), methods=["POST"]) for name, post in posts.items()),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        self.pages.close_all()

    # ── the page itself ──────────────────────────────────────────────────────────────────────────

    async def _index(self, _: Request) -> Response:
        text = (ASSETS / "index.html").read_text(encoding="utf-8")
        nonce = token_urlsafe(16)
        headers = {"Content-Security-Policy": page_policy(nonce)}
        return Response(text.replace("CSP_NONCE", nonce), media_type="text/html", headers=headers)

    # ── requests ─────────────────────────────────────────────────────────────────────────────────

    def _answering(
        self, what: str, post: Callable[[Page, Body], Coroutine[Any, Any, Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            name = request.headers.get("x-page", "")
            if not _PAGE.fullmatch(name):
                return refusal("A request names its page.", 400)
            try:
                work = post(self.pages.get(name), read_body(await request.body()))
                return await (while_connected(request, work) if what in TEXT_ANSWERS else work)
            except BadRequest as error:
                return refusal(str(error), 400)
            except PuzzleError as error:
                return puzzle_error(error)
            except Exception as error:
                if os.environ.get("PUZZLEDSL_DEBUG"):
                    raise
                return refusal(told(error), 503 if isinstance(error, ProcessLost) else 500)

        return answered

    async def _post_open(self, page: Page, body: Body) -> Response:
        from puzzledsl import __version__
        from puzzledsl.web.rule_list import library_json

        del body
        keep(asyncio.create_task(_warmed(page)))
        stored = await asyncio.to_thread(self.document.stored)
        text = self.document.start if stored.text is None else stored.text
        copy = self.recovery.taken_over(page.name, self.pages.watched())
        if copy is not None and copy["text"] == text:
            copy = None
        return answer(
            {
                "text": text,
                "name": self.document.name,
                "file": None if self.document.path is None else str(self.document.path),
                "version": stored.version,
                "recovery": copy,
                "program": __version__,
                "rules": await asyncio.to_thread(library_json),
                "links": links_json(),
            }
        )

    # ── the text ─────────────────────────────────────────────────────────────────────────────────

    def _about_text(self, name: str) -> Callable[[Page, Body], Coroutine[Any, Any, Response]]:
        """Answers to one kind of request of `TEXT_ANSWERS`, one after the other."""
        ask = TEXT_ANSWERS[name]

        async def answered(page: Page, body: Body) -> Response:
            token = CancellationToken()
            if name in LATEST_ONLY:
                page.latest[name].cancel()
                page.latest[name] = token
            try:
                document = EditedText(text_of(body), self.document.place)
                async with page.reading[name]:
                    with cancellable(token):
                        question = Question(page.known, document, self.document.folder, body)
                        found = await asyncio.to_thread(ask, question)
            except Cancelled:
                return answer({"superseded": True})  # no error, which a browser would list as one
            finally:
                token.cancel()  # the thread goes on if the client has left, or the server ends
            return answer(found)

        return answered

    # ── the file ─────────────────────────────────────────────────────────────────────────────────

    async def _post_save(self, page: Page, body: Body) -> Response:
        text, version, name = text_of(body), word_of(body, "version"), body.get("name")
        try:
            stored = await asyncio.to_thread(self.document.save, text, version, None if name is None else str(name))
        except Changed as error:
            return answer({"text": error.stored.text, "version": error.stored.version}, 409)
        self.recovery.forget(page.name)
        return answer({"version": stored.version, "name": self.document.name, "file": str(self.document.path)})

    async def _post_keep(self, page: Page, body: Body) -> Response:
        if body.get("text") is None:  # nothing is unsaved any more
            self.recovery.forget(page.name)
        else:
            await asyncio.to_thread(self.recovery.keep, page.name, text_of(body), word_of(body, "version"))
        return answer({})

    async def _post_watch(self, page: Page, body: Body) -> Response:
        async def changes() -> AsyncGenerator[Event]:
            page.watching += 1
            known = before = word_of(body, "version")
            try:
                while True:
                    with suppress(PuzzleError):
                        stored = await asyncio.to_thread(self.document.stored)
                        if stored.version == before != known:  # else another program may still be writing
                            known = stored.version
                            yield "changed", {"text": stored.text, "version": stored.version}
                        before = stored.version
                    await asyncio.sleep(FILE_INTERVAL)
            finally:
                page.watching -= 1
                if not page.watching:
                    self.pages.close(page)

        return stream(changes())

    # ── solving ──────────────────────────────────────────────────────────────────────────────────

    def _working(self, name: str) -> Callable[[Page, Body], Coroutine[Any, Any, Response]]:
        """Answers to one kind of request of `JOBS`."""

        async def answered(page: Page, body: Body) -> Response:
            return stream(page.process.events(JOBS[name](body, self.document)))

        return answered

    # ── elsewhere ────────────────────────────────────────────────────────────────────────────────

    async def _post_import(self, page: Page, body: Body) -> Response:
        del page
        return answer(await asyncio.to_thread(imported, word_of(body, "link")))


async def _warmed(page: Page) -> None:
    with suppress(ProcessLost):
        async for _ in page.process.events(warm):
            pass
