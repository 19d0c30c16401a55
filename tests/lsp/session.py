"""A language client in a test: pygls' own, with the real server in a process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which a test gives up; nothing takes a tenth of that."""


class Editor:
    """An editor with one server, and what the server has told it.

    Attributes:
        published: the latest diagnostics, by URI.
        messages: what was shown in a box.
        progress: titles and messages of progress.
        refreshed: how often inlay hints were to be asked for again.
    """

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.history: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.progress: list[Any] = []
        self.refreshed = 0
        self.versions: dict[str, int] = {}
        self.changed = asyncio.Condition()

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, text: str, name: str = "model.puz") -> str:
        uri = self.uri(name)
        (self.folder / name).write_text(text, encoding="utf-8")
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, "puz", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str) -> int:
        self.versions[uri] += 1
        version = self.versions[uri]
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return version

    async def until(self, holds: Callable[[], bool]) -> None:
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(holds), PATIENCE)

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """Those of the present version, once they are there."""
        version = self.versions[uri]
        await self.until(lambda: uri in self.published and self.published[uri].version == version)
        return list(self.published[uri].diagnostics)

    async def command(self, name: str, *arguments: Any) -> Any:
        call = types.ExecuteCommandParams(name, arguments=list(arguments))
        return await self.client.workspace_execute_command_async(call)


def at(uri: str, line: int, column: int) -> dict[str, Any]:
    return {"text_document": types.TextDocumentIdentifier(uri), "position": types.Position(line, column)}


@asynccontextmanager
async def editor(
    folder: Path, encodings: list[str] | None = None, pictures: bool = True, **options: object
) -> AsyncIterator[Editor]:
    client = LanguageClient("editor", "1")
    found = Editor(client, folder)

    async def told(change: Callable[[], object]) -> None:
        async with found.changed:
            change()
            found.changed.notify_all()

    async def publish(params: types.PublishDiagnosticsParams) -> None:
        found.history.append(params)
        await told(lambda: found.published.update({params.uri: params}))

    async def show(params: types.ShowMessageParams) -> None:
        await told(lambda: found.messages.append(params.message))

    def create(params: types.WorkDoneProgressCreateParams) -> None:
        pass

    async def progress(params: types.ProgressParams) -> None:
        await told(lambda: found.progress.append(params))

    async def refresh(*_: object) -> None:
        await told(lambda: setattr(found, "refreshed", found.refreshed + 1))

    handlers: dict[str, Callable[..., object]] = {
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: publish,
        types.WINDOW_SHOW_MESSAGE: show,
        types.WINDOW_WORK_DONE_PROGRESS_CREATE: create,
        types.PROGRESS: progress,
        types.WORKSPACE_INLAY_HINT_REFRESH: refresh,
    }
    for name, handler in handlers.items():
        client.feature(name)(handler)
    await client.start_io(sys.executable, "-m", "puzzledsl", "lsp", "--stdio", cwd=str(ROOT))
    capabilities = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),
        window=types.WindowClientCapabilities(work_done_progress=True),
        workspace=types.WorkspaceClientCapabilities(
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
        ),
    )
    answer = await client.initialize_async(
        types.InitializeParams(
            capabilities, root_uri=folder.as_uri(), initialization_options={"pictures": pictures, **options}
        )
    )
    assert answer.capabilities.position_encoding in (None, types.PositionEncodingKind.Utf16)
    client.initialized(types.InitializedParams())
    try:
        yield found
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await asyncio.wait_for(client.stop(), PATIENCE)  # type: ignore[no-untyped-call]
