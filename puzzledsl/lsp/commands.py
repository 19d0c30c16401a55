"""Commands of the editor: solving in the background, the picture, and what is shown beside the text.

A command takes the URI of a text and perhaps a record of options, and returns a record. Solving shows its progress and
ends when the editor cancels that, at ``puzzledsl.cancel``, or at the next such command for the same text.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from lsprotocol import types

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.time_limit import CancellationToken, Cancelled

if TYPE_CHECKING:
    from puzzledsl.lsp.server import PuzzleServer
    from puzzledsl.lsp.texts import OpenText
    from puzzledsl.progress import Progress

TIME_LIMIT = 60.0
"""The default time limit of a command, in seconds."""

Answer = dict[str, Any]
"""What a command returns: ``status`` and ``text``. The answer of an analysis also has ``summary`` (a sentence), ``svg``
and ``result``, which is what the command line prints with ``--json``."""

CANCELLED: Answer = {"status": "cancelled", "text": "cancelled"}


class Commands:
    """The commands of one server."""

    def __init__(self, server: PuzzleServer) -> None:
        self.server = server
        self._running: dict[str, CancellationToken] = {}
        self._ended = False

    def add(self) -> None:
        """Register the commands with the server."""
        server = self.server

        for name, title in (
            ("solve", "Solve"),
            ("unique", "Check that the solution is unique"),
            ("explain", "Explain why there is no solution"),
        ):
            self._add_question(name, title)

        @server.command("puzzledsl.cancel")
        def cancel(uri: str) -> None:
            self.cancel(uri)

        @server.command("puzzledsl.picture")
        async def picture(uri: str) -> Answer:
            return await self._picture(uri)

        @server.command("puzzledsl.hideHints")
        def hide_hints(uri: str) -> None:
            text = server.text(uri)
            text.values, text.conflict = {}, ()
            server.publish(text)
            self._refresh()

    def _add_question(self, name: str, title: str) -> None:
        @self.server.command(f"puzzledsl.{name}")
        async def run(uri: str, *options: Any) -> Answer:
            return await self._run(uri, title, name, options)

    def cancel(self, uri: str) -> None:
        """End what is running for a text."""
        token = self._running.pop(uri, None)
        if token is not None:
            token.cancel()

    def end(self) -> None:
        """End everything that is running; the editor hears no more of it."""
        self._ended = True
        for uri in tuple(self._running):
            self.cancel(uri)

    # ── in the background ────────────────────────────────────────────────────────────────────────

    async def _run(
        self,
        uri: str,
        title: str,
        question: str,
        options: tuple[Any, ...],
    ) -> Answer:
        """Ask a question in a thread, with progress, and show the answer."""
        self.cancel(uri)
        token = self._running[uri] = CancellationToken()
        text = self.server.text(uri)
        shown = _Shown(self.server, token)
        try:
            await shown.begin(title)
            answer = await asyncio.to_thread(_ask, question, text, _how(options, token, shown))
        except asyncio.CancelledError:  # the editor withdraws the request, or the server ends and waits for the thread
            token.cancel()
            if not self._ended:
                raise
            shown.name = None
            return CANCELLED
        except Cancelled:
            answer = CANCELLED
        except PuzzleError as error:
            answer = {"status": "error", "text": str(error)}
        finally:
            if self._running.get(uri) is token:
                del self._running[uri]
            shown.end()
        if self.server.text(uri) is text:
            self.server.publish(text)
            self._refresh()
        if answer["status"] != "cancelled":
            kinds = {"error": types.MessageType.Error, "unknown": types.MessageType.Warning}
            kind = kinds.get(answer["status"], types.MessageType.Info)
            shown_text = answer.get("summary", answer["text"])
            self.server.window_show_message(types.ShowMessageParams(kind, shown_text))
        return answer

    def _refresh(self) -> None:
        workspace = self.server.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.server.workspace_inlay_hint_refresh(None)

    # ── what is shown ────────────────────────────────────────────────────────────────────────────

    async def _picture(self, uri: str) -> Answer:
        """The picture of the text, or of its last correct version."""
        text = await self.server.checked(uri)
        if text.shown is None:
            return {"status": "error", "svg": None, "text": "the text has mistakes"}
        from puzzledsl.drawable import Scene, drawn

        svg = await asyncio.to_thread(drawn, Scene(text.shown), "svg")
        is_present = text.checked is not None and text.checked.model is not None
        return {"status": "present" if is_present else "last correct", "svg": svg, "text": text.shown.title}


class _Shown:
    """The progress of one call in the editor. What has begun ends, and nothing follows the end."""

    def __init__(self, server: PuzzleServer, token: CancellationToken) -> None:
        self.server = server
        self.token = token
        self.name: str | None = None
        self.loop = asyncio.get_running_loop()

    async def begin(self, title: str) -> None:
        """Begin to show progress, if the editor can; cancelling that cancels the call."""
        window = self.server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        name = str(uuid4())
        progress = self.server.work_done_progress
        # The answer to this request comes even if the call is withdrawn meanwhile, and needs a future to go to.
        await asyncio.shield(progress.create_async(name))
        progress.begin(name, types.WorkDoneProgressBegin(title, cancellable=True))
        progress.tokens[name].add_done_callback(lambda future: self.token.cancel() if future.cancelled() else None)
        self.name = name

    def report(self, progress: Progress) -> None:
        """How far the call is; called in its thread, which may go on for a moment after the call has ended."""
        message = ", ".join([*progress.words, f"{progress.seconds:.0f} s"])
        self.loop.call_soon_threadsafe(self._report, message)

    def _report(self, message: str) -> None:
        if self.name is not None:
            self.server.work_done_progress.report(self.name, types.WorkDoneProgressReport(message=message))

    def end(self) -> None:
        """The call is over."""
        if self.name is not None:
            self.server.work_done_progress.end(self.name, types.WorkDoneProgressEnd())
            self.server.work_done_progress.tokens.pop(self.name, None)
            self.name = None


def _how(options: tuple[Any, ...], token: CancellationToken, shown: _Shown) -> dict[str, Any]:
    """How a question is asked: the arguments that all methods of `puzzledsl.Model` take."""
    said = options[0] if options and isinstance(options[0], dict) else {}
    limit, solver, encoding = (said.get(name) for name in ("timeLimit", "solver", "encoding"))
    return {
        "time_limit": float(limit) if isinstance(limit, (int, float)) and limit > 0 else TIME_LIMIT,
        "solver": solver if isinstance(solver, str) else None,
        "encoding": encoding if isinstance(encoding, str) else None,
        "on_progress": shown.report,
        "cancel": token,
    }


def _ask(question: str, text: OpenText, how: dict[str, Any]) -> Answer:
    """Ask a question about the model of a text, and keep what its hints show of the answer.

    Raises:
        PuzzleError: the text has mistakes.
    """
    from puzzledsl.api import Model
    from puzzledsl.loading import load_model
    from puzzledsl.solution import Solution

    document = text.document
    clashes = question == "explain"
    model = load_model(document.source, open_included=document.opener, allow_clashes=clashes)
    found = getattr(Model(model), question)(**how)
    if question == "explain":
        elements = found.conflicts[0].elements if found.conflicts else ()
        text.conflict = tuple((e.origin.span, f"in conflict: {e.sentence}") for e in elements)
    elif isinstance(found, Solution) or found:
        text.values = (found if isinstance(found, Solution) else found.solutions[0]).values
    svg = found.svg() if found.status not in ("infeasible", "none") else None
    return {
        "status": found.status,
        "summary": str(found.conflicts[0]) if question == "explain" and found.conflicts else found.brief,
        "text": str(found),
        "svg": svg,
        "result": found.as_json(),
    }
