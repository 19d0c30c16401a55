"""The language server end to end: a client, and the real process."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason='the language server needs the extra: pip install "puzzledsl[lsp]"')

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcRequestCancelled

from puzzledsl.lsp.server import build
from tests.lsp.session import PATIENCE, ROOT, Editor, at, editor

GRID = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"
SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
HARD = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns\nsum([product(row(i)[1..8]) for i in 1..9]) mod 977 == 3\n"


Work = Callable[[Editor], Awaitable[None]]
Run = Callable[[Work], None]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[asyncio.AbstractEventLoop, Editor]]:
    """One server for all tests; each has a folder of its own."""
    loop = asyncio.new_event_loop()
    context = editor(tmp_path_factory.mktemp("editor"), encodings=["utf-8", "utf-16"])
    found = loop.run_until_complete(context.__aenter__())
    yield loop, found
    loop.run_until_complete(context.__aexit__(None, None, None))
    loop.close()


@pytest.fixture
def run(session: tuple[asyncio.AbstractEventLoop, Editor], tmp_path: Path) -> Run:
    loop, client = session
    client.folder = tmp_path
    client.progress.clear()
    client.messages.clear()
    client.history.clear()
    return lambda work: loop.run_until_complete(work(client))


class Hosted:
    """A server in the process and event loop of a test, so that the test decides which message comes first."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.protocol = build().protocol
        self.protocol.set_writer(self, include_headers=False)
        capabilities = {"window": {"workDoneProgress": True}}
        self.receive(id=1, method="initialize", params={"capabilities": capabilities})

    def write(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def close(self) -> None:
        pass

    def receive(self, **message: Any) -> None:
        self.protocol.handle_message(self.protocol.structure_message({"jsonrpc": "2.0", **message}))

    async def solve(self, model: Path) -> dict[str, Any]:
        """Ask for a solution, which takes long; returns the server's request to show progress."""
        model.write_text(HARD)
        call = {"command": "puzzledsl.solve", "arguments": [model.as_uri(), {"timeLimit": 600}]}
        self.receive(id=2, method="workspace/executeCommand", params=call)
        await self.until(lambda: bool(self.sent("window/workDoneProgress/create")))
        return self.sent("window/workDoneProgress/create")[0]

    async def withdrawn(self) -> None:
        """Wait for the answer to a request that has been withdrawn."""
        await self.until(lambda: any("error" in message and message["id"] == 2 for message in self.messages))

    def sent(self, method: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message.get("method") == method]

    @property
    def progress(self) -> list[str]:
        return [message["params"]["value"]["kind"] for message in self.sent("$/progress")]

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.01)


def test_mistakes_with_versions_and_fixes(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(GRID + 'note "\U0001f600" thremo: r1c1\nthremo: r1c1 r1c2\nr1c1 = 3\n')
        found = await client.diagnostics(uri)
        assert [(d.range.start.line, d.range.start.character, d.code) for d in found] == [
            (2, 10, "syntax"),  # behind a character of two units
            (3, 0, "unknown-name"),
            (4, 5, "assignment"),
        ]
        assert "did you mean `thermo`?" in found[1].message
        for diagnostic, better in ((found[1], "thermo"), (found[2], "==")):
            actions = await client.client.text_document_code_action_async(
                types.CodeActionParams(
                    types.TextDocumentIdentifier(uri), diagnostic.range, types.CodeActionContext([diagnostic])
                )
            )
            assert actions
            first = actions[0]
            assert isinstance(first, types.CodeAction)
            assert first.edit is not None
            assert first.edit.changes is not None
            (edit,) = first.edit.changes[uri]
            assert (edit.new_text, edit.range) == (better, diagnostic.range)
        for length in range(1, 9):  # typed in one go: one check, of the last version
            client.change(uri, GRID + "thermo: r1c1 r1c2"[:length])
        client.change(uri, GRID + "thermo: r1c1 r1c2\n")
        assert await client.diagnostics(uri) == []
        versions = [params.version for params in client.history if params.uri == uri]
        assert versions == sorted(versions, key=lambda version: version or 0)
        assert len(set(versions)) <= 4
        client.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        await client.until(lambda: client.published[uri].version is None)

    run(work)


def test_mistakes_come_before_their_corrected_lines(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(GRID + "cage r1c1-r1c3 = 15\n")
        await client.until(lambda: len(client.history) > 1)
        first, second = (params.diagnostics for params in client.history if params.uri == uri)
        assert first
        assert "did you mean `cage 15: r1c1..r1c3`" not in str(first)
        assert "did you mean `cage 15: r1c1..r1c3`" in str(second)
        actions = await client.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri), second[0].range, types.CodeActionContext([second[0]])
            )
        )
        assert actions

    run(work)


def test_help_while_writing(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(GRID + "the\ncage \n")
        found = await client.client.text_document_completion_async(types.CompletionParams(**at(uri, 2, 3)))
        assert isinstance(found, types.CompletionList)
        thermo = next(item for item in found.items if item.label == "thermo")
        assert isinstance(thermo.text_edit, types.TextEdit)
        assert (thermo.text_edit.new_text, thermo.text_edit.range.start.character) == ("thermo: ", 0)
        more = await client.client.completion_item_resolve_async(thermo)
        assert isinstance(more.documentation, types.MarkupContent)
        assert "data:image/svg+xml;base64," in more.documentation.value
        client.change(uri, GRID + "thermo: r1c1 r1c2\ncage \n")
        hover = await client.client.text_document_hover_async(types.HoverParams(**at(uri, 2, 2)))
        assert hover is not None
        assert "data:image/svg+xml;base64," in str(hover.contents)
        help_ = await client.client.text_document_signature_help_async(types.SignatureHelpParams(**at(uri, 3, 5)))
        assert help_ is not None
        assert help_.signatures[0].label == "cage [total = none]: cells"
        assert help_.signatures[0].active_parameter == 0
        client.change(uri, "grid cell[9,9] in 1..9\ncage  15:r1c1 r1c2\n")
        edits = await client.client.text_document_formatting_async(
            types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), types.FormattingOptions(4, True))
        )
        assert edits is not None
        assert "".join(edit.new_text for edit in edits) == "grid cell[9, 9] in 1..9\ncage 15: r1c1 r1c2\n"

    run(work)


def test_names_across_files(run: Run) -> None:
    async def work(client: Editor) -> None:
        own = client.open("# Twice as much.\nrule double(cells):\n    cells[2] == 2 * cells[1]\n", "own.puz")
        uri = client.open('include "own.puz"\n' + SMALL + "double: r1c1 r1c2\nthermo: r1c1 r1c2\n")
        assert await client.diagnostics(uri) == []
        hover = await client.client.text_document_hover_async(types.HoverParams(**at(uri, 3, 2)))
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert "Twice as much" in hover.contents.value
        place = await client.client.text_document_definition_async(types.DefinitionParams(**at(uri, 3, 2)))
        assert isinstance(place, types.Location)
        assert (place.uri, place.range.start) == (own, types.Position(1, 5))
        place = await client.client.text_document_definition_async(types.DefinitionParams(**at(uri, 4, 2)))
        assert isinstance(place, types.Location)
        assert place.uri.endswith("/library/lines.puz")
        found = await client.client.text_document_references_async(
            types.ReferenceParams(context=types.ReferenceContext(include_declaration=True), **at(own, 1, 6))
        )
        assert found is not None
        assert {(place.uri, place.range.start.line) for place in found} == {(own, 1), (uri, 3)}
        edit = await client.client.text_document_rename_async(types.RenameParams(new_name="twice", **at(own, 1, 6)))
        assert edit is not None
        assert edit.changes is not None
        assert set(edit.changes) == {own, uri}
        with pytest.raises(JsonRpcException, match="belongs to the language"):
            await client.client.text_document_rename_async(types.RenameParams(new_name="x", **at(uri, 4, 2)))
        # An unsaved change of an included file is seen at once.
        client.change(own, "rule double(cells):\n    cells[2] == 2 * cell[1]\n    let y = \n")
        await client.until(lambda: bool(client.published[uri].diagnostics))
        assert any("own.puz:3" in found.message for found in client.published[uri].diagnostics)

    run(work)


def test_reading_a_text(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(GRID + "rule near(cells):\n    let gap = 2\n    cells[1] < gap\nnear: r1c1\n")
        text = types.TextDocumentIdentifier(uri)
        symbols = await client.client.text_document_document_symbol_async(types.DocumentSymbolParams(text))
        assert symbols is not None
        names = [(s.name, [c.name for c in s.children or ()]) for s in symbols if isinstance(s, types.DocumentSymbol)]
        assert names == [("cell", []), ("near", ["gap"])]
        tokens = await client.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        assert list(tokens.data[:5]) == [0, 0, 4, 1, 0]  # `grid`: a keyword

    run(work)


def test_solving_in_the_background(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(SMALL + "givens:\n    1 2 3 4\n    3 4 . .\n    2 . . .\n    . . . .\nr2c3 == 1\n")
        found = await client.command("puzzledsl.unique", uri)
        assert (found["status"], found["text"]) == ("several", found["text"])
        assert found["svg"].startswith("<svg")
        found = await client.command("puzzledsl.solve", uri)
        assert found["status"] == "solved"
        assert found["result"]["grids"]["cell"][0] == [1, 2, 3, 4]
        assert "A solution is found." in client.messages
        assert any(
            (isinstance(p.value, dict) and p.value.get("title") == "Solve") or "Solve" in str(p.value)
            for p in client.progress
        )
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        hints = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
        shown = await client.client.text_document_inlay_hint_async(hints)
        assert shown is not None
        assert [(hint.position.line, hint.label) for hint in shown] == [(7, " = 1")]
        await client.command("puzzledsl.hideHints", uri)
        assert not await client.client.text_document_inlay_hint_async(hints)
        assert client.refreshed >= 2

    run(work)


def test_a_conflict_is_shown_at_its_clues(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(SMALL + "thermo: r1c1..r1c4\nr1c1 == 2\n")
        await client.diagnostics(uri)
        found = await client.command("puzzledsl.explain", uri)
        assert found["status"] == "conflict"
        assert [clue["line"] for clue in found["result"]["conflicts"][0]["elements"]] == [3, 4]
        await client.until(lambda: len(client.published[uri].diagnostics) == 2)
        assert {d.range.start.line for d in client.published[uri].diagnostics} == {2, 3}
        assert all(d.severity == types.DiagnosticSeverity.Information for d in client.published[uri].diagnostics)

    run(work)


def test_the_editor_cancels_what_takes_long(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(HARD)
        solving = asyncio.ensure_future(client.command("puzzledsl.solve", uri, {"timeLimit": 600}))
        await client.until(lambda: bool(client.progress))
        # Meanwhile the server answers.
        hover = await client.client.text_document_hover_async(types.HoverParams(**at(uri, 1, 3)))
        assert hover is not None
        client.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(client.progress[0].token))
        found = await asyncio.wait_for(solving, 60)
        assert found["status"] == "cancelled"
        found = await client.command("puzzledsl.solve", uri, {"timeLimit": 0.2})
        assert found["status"] == "unknown"

    run(work)


def test_the_editor_withdraws_a_request(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(HARD)
        call = types.ExecuteCommandParams("puzzledsl.solve", arguments=[uri, {"timeLimit": 600}])
        solving = client.client.protocol.send_request_async(types.WORKSPACE_EXECUTE_COMMAND, call, msg_id="solving")
        asked = asyncio.ensure_future(solving)
        await client.until(lambda: bool(client.progress))
        client.client.cancel_request(types.CancelParams("solving"))
        with pytest.raises(JsonRpcRequestCancelled):
            await asyncio.wait_for(asked, 60)
        await client.until(lambda: client.progress[-1].value["kind"] == "end")

    run(work)


def test_nothing_follows_the_end_of_the_progress(tmp_path: Path) -> None:
    """The request is withdrawn while a report waits for its turn."""

    async def work() -> None:
        server, reported = Hosted(), threading.Event()
        loop = asyncio.get_running_loop()
        queue = loop.call_soon_threadsafe

        def notice(*call: Any) -> asyncio.Handle:
            reported.set()
            return queue(*call)

        loop.call_soon_threadsafe = notice  # type: ignore[method-assign, assignment]
        create = await server.solve(tmp_path / "model.puz")
        server.receive(id=create["id"], result=None)
        await server.until(lambda: bool(server.progress))
        server.receive(method="$/cancelRequest", params={"id": 2})
        reported.clear()
        assert reported.wait(PATIENCE)  # the server does nothing else meanwhile
        await server.withdrawn()
        assert (server.progress[0], server.progress[-1]) == ("begin", "end")

    asyncio.run(work())


def test_a_request_is_withdrawn_before_its_progress_begins(tmp_path: Path) -> None:
    async def work() -> None:
        server = Hosted()
        create = await server.solve(tmp_path / "model.puz")
        server.receive(method="$/cancelRequest", params={"id": 2})
        await server.withdrawn()
        server.receive(id=create["id"], result=None)
        await asyncio.sleep(0)
        assert not server.progress
        assert not server.sent("window/showMessage")

    asyncio.run(work())


def test_the_picture_is_that_of_the_last_correct_text(run: Run) -> None:
    async def work(client: Editor) -> None:
        uri = client.open(SMALL + "thermo: r1c1..r1c4\n")
        first = await client.command("puzzledsl.picture", uri)
        assert first["status"] == "present"
        client.change(uri, SMALL + "thermo: r1c1..")
        second = await client.command("puzzledsl.picture", uri)
        assert (second["status"], second["svg"]) == ("last correct", first["svg"])
        wrong = await client.command("puzzledsl.solve", uri)
        assert wrong["status"] == "error"
        assert "model.puz:3:" in wrong["text"]

    run(work)


def test_another_editor_gets_no_pictures_and_ends_while_the_server_solves(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "own.puz").write_text("let one = 1\n")

    async def leave() -> None:
        async with editor(tmp_path, pictures=False, include=[str(shared)]) as client:
            drawn = client.open(GRID + 'thermo: r1c1 r1c2\ninclude "own.puz"\nr1c1 == one\n', "drawn.puz")
            assert await client.diagnostics(drawn) == []
            hover = await client.client.text_document_hover_async(types.HoverParams(**at(drawn, 2, 2)))
            assert hover is not None
            assert "thermo: line" in str(hover.contents)
            assert "data:" not in str(hover.contents)
            uri = client.open(HARD)
            solving = asyncio.ensure_future(client.command("puzzledsl.solve", uri, {"timeLimit": 600}))
            await client.until(lambda: bool(client.progress))
        solving.cancel()

    asyncio.run(leave())  # ends with the process, within the patience of the session


def test_without_the_extra_the_command_says_what_to_install() -> None:
    call = "import sys; sys.modules['pygls'] = None; from puzzledsl.__main__ import main; sys.exit(main())"
    found = subprocess.run([sys.executable, "-c", call, "lsp"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.returncode == 2
    assert 'pip install "puzzledsl[lsp]"' in found.stderr
