"""The server: requests of an editor, answered by `puzzledsl.editing`."""

from __future__ import annotations

import asyncio
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from puzzledsl import __version__, editing
from puzzledsl.editing.describing import markdown
from puzzledsl.editing.highlighting import MODIFIERS, TYPES
from puzzledsl.editing.meanings import items_in_scope
from puzzledsl.elaboration import Limits
from puzzledsl.lsp import converting
from puzzledsl.lsp.commands import Commands
from puzzledsl.lsp.texts import OpenText, Texts
from puzzledsl.time_limit import Cancelled, cancellable

if TYPE_CHECKING:
    import typing
    from collections.abc import Generator

    from pygls.server import ServerErrors

    from puzzledsl.editing import Checked, Document

    class _OfText(typing.Protocol):
        """The parameters of a request about a text."""

        text_document: types.TextDocumentIdentifier

    class _OfPlace(_OfText, typing.Protocol):
        """The parameters of a request about a place in a text."""

        position: types.Position


PAUSE = 0.15
"""Seconds without a key before a text is checked."""

CHECKING = Limits(seconds=5.0)
"""Bounds of expansion while a text is edited."""


class Protocol(LanguageServerProtocol):
    """The protocol with columns in UTF-16 code units, which every editor knows, whatever else it offers."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Answer the first request."""
        general = params.capabilities.general
        if general is not None:
            general.position_encodings = None
        if isinstance(self._server, PuzzleServer):
            options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
            folders = options.get("include")
            if isinstance(folders, (list, tuple)):
                self._server.texts.include = tuple(folder for folder in folders if isinstance(folder, str))
            self._server.pictures = options.get("pictures") is True
        return (yield from super().lsp_initialize(params))

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: object) -> Generator[Any, Any, None]:
        """Get ready to end: what is being solved is cancelled."""
        if isinstance(self._server, PuzzleServer):
            self._server.commands.end()
        # pygls 2.1 would cancel the requests while it iterates over them, which fails; they end by themselves now.
        self._request_futures = {}
        return (yield from super().lsp_shutdown(*args))

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """Run a command in the task of its request, so that withdrawing the request cancels it.

        With the generator of pygls 2.1 the command would run on.
        """
        handler, args, kwargs = next(super().lsp_workspace__execute_command(params))
        answer = handler(*args, **kwargs)
        return await answer if isawaitable(answer) else answer


class PuzzleServer(LanguageServer):
    """The server with its open texts.

    Attributes:
        texts: what is open.
        commands: what is being solved.
        pictures: whether the editor shows pictures inside Markdown; others would show their code, which is long.
    """

    def __init__(self) -> None:
        super().__init__("puzzledsl", __version__, protocol_cls=Protocol, converter_factory=default_converter)
        self.texts = Texts()
        self.commands = Commands(self)
        self.pictures = False
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._is_reporting = False

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Show an error in the editor, but not that it could not be shown: pygls 2.1 would report that without end."""
        if self._is_reporting:
            return
        self._is_reporting = True
        try:
            super().report_server_error(error, source)
        finally:
            self._is_reporting = False

    def text(self, uri: str) -> OpenText:
        """The present version of a text."""
        return self.texts.get(uri, self.workspace)

    def document(self, params: _OfText) -> Document:
        """The text that a request is about."""
        return self.text(params.text_document.uri).document

    def place(self, params: _OfPlace) -> tuple[OpenText, int]:
        """The text and character offset that a request is about."""
        text, position = self.text(params.text_document.uri), params.position
        return text, text.document.positions.at(position.line, position.character)

    # ── diagnostics ──────────────────────────────────────────────────────────────────────────────

    def check_soon(self, uri: str, pause: float = PAUSE) -> None:
        """Check a text after a pause; a change before its end begins anew."""
        before = self._checks.pop(uri, None)
        if before is not None:
            before.cancel()
        self.text(uri)  # cancels the check of the version before
        self._checks[uri] = asyncio.ensure_future(self._check(uri, pause))

    async def _check(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        for corrected in (False, True):
            await self.checked(uri, corrected)
            for text in self.texts.including(uri):
                if not corrected:
                    self.texts.outdate(text)
                await self.checked(text.uri, corrected)

    async def checked(self, uri: str, corrected: bool = False) -> OpenText:
        """The text with its mistakes, which are published with its version.

        Args:
            corrected: a wrong text is checked again, so that messages show what its lines may be.
        """
        text = self.text(uri)
        if text.checked is None or (corrected and text.checked.model is None):
            try:
                found = text.checked = await asyncio.to_thread(_checked, text, corrected)
            except Cancelled:  # there is a newer version, which has its own check
                return text
            text.shown = found.model or text.shown
            if self.text(uri) is text:
                self.publish(text)
        return text

    def publish(self, text: OpenText) -> None:
        """Send the mistakes of a text, and the conflict that was found in it."""
        document, found = text.document, list[types.Diagnostic]()
        if text.checked is not None:
            found += [converting.diagnostic(problem, document, text.uri) for problem in text.checked.problems]
        for span, said in text.conflict:
            place = converting.location(span, text.uri)
            if place.uri == text.uri:
                severity = types.DiagnosticSeverity.Information
                found.append(types.Diagnostic(place.range, said, severity, code="conflict", source="puzzledsl"))
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=text.uri, version=text.version, diagnostics=found)
        )

    def closed(self, uri: str) -> None:
        """Forget a text, and its mistakes."""
        task = self._checks.pop(uri, None)
        if task is not None:
            task.cancel()
        self.commands.cancel(uri)
        self.texts.close(uri)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))


def _checked(text: OpenText, corrected: bool) -> Checked:
    """For threads: the check of a text.

    Raises:
        Cancelled: there is a newer version.
    """
    with cancellable(text.token):
        return editing.check(text.document, CHECKING, corrected)


def build() -> PuzzleServer:
    """The server with all its features."""
    server = PuzzleServer()
    _add_texts(server)
    _add_writing(server)
    _add_reading(server)
    server.commands.add()
    return server


def _add_texts(server: PuzzleServer) -> None:
    """Opening, changing and closing texts, and what is wrong with them."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri, 0.0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        text = await server.checked(params.text_document.uri)
        if text.checked is None:
            return []
        start, end = (text.document.positions.at(p.line, p.character) for p in (params.range.start, params.range.end))
        return [
            types.CodeAction(
                fix.title,
                types.CodeActionKind.QuickFix,
                [converting.diagnostic(problem, text.document, text.uri)],
                is_preferred=len(problem.fixes) == 1,
                edit=converting.workspace_edit(fix.edits, text.uri),
            )
            for problem in text.checked.problems
            if problem.start <= end and start <= problem.end
            for fix in problem.fixes
        ]


def _add_writing(server: PuzzleServer) -> None:
    """What helps while a text is written."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[".", ":", " ", "(", '"'], resolve_provider=True),
    )
    def completion(params: types.CompletionParams) -> types.CompletionList:
        text, offset = server.place(params)
        found = editing.complete(text.document, offset)
        context = params.context
        typed = context is not None and context.trigger_character == " "
        line_start = text.document.text.rfind("\n", 0, offset) + 1
        if typed and not text.document.text[line_start:offset].strip():
            return types.CompletionList(is_incomplete=False, items=[])  # indentation is not the beginning of a word
        items = [converting.completion(c, found.start, offset, text.document, text.uri) for c in found.candidates]
        return types.CompletionList(is_incomplete=False, items=items)

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        where = item.data if isinstance(item.data, dict) else {}
        if "uri" in where:
            document = server.text(where["uri"]).document
            named = (x for x in items_in_scope(document, len(document.text)) if x.name == where["name"])
            if (found := next(named, None)) is not None:
                item.documentation = converting.markdown(markdown(found), found.picture if server.pictures else None)
        return item

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.SignatureHelpOptions(trigger_characters=[" ", "(", ","], retrigger_characters=[":"]),
    )
    def signature_help(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        text, offset = server.place(params)
        found = editing.signature(text.document, offset)
        if found is None:
            return None
        parameters = [types.ParameterInformation(label) for label in found.parameters]
        about = converting.markdown(found.documentation) if found.documentation else None
        shown = types.SignatureInformation(found.label, about, parameters, found.active)
        return types.SignatureHelp([shown], 0, found.active)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        edits = editing.format_edits(document := server.document(params))
        places = (converting.region(document.positions, edit.span.start, edit.span.end) for edit in edits)
        return [types.TextEdit(place, edit.text) for place, edit in zip(places, edits, strict=True)]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        text, offset = server.place(params)
        token = text.document.names.token_at(offset)
        if token is None or editing.why_not_renamed(text.document, offset):
            return None
        tokens = text.document.tokens
        return converting.region(text.document.positions, tokens.starts[token], tokens.ends[token])

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        text, offset = server.place(params)
        found = editing.rename(text.document, offset, params.new_name, server.texts.others(text.uri))
        if found.refusal:
            raise JsonRpcInvalidParams(found.refusal)
        return converting.workspace_edit(found.edits, text.uri)


def _add_reading(server: PuzzleServer) -> None:
    """What helps while a text is read."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        text, offset = server.place(params)
        found = editing.hover(text.document, offset, text.checked.model if text.checked is not None else None)
        if found is None:
            return None
        place = converting.region(text.document.positions, found.start, found.end)
        return types.Hover(converting.markdown(found.markdown, found.svg if server.pictures else None), place)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        text, offset = server.place(params)
        found = editing.definition(text.document, offset)
        return None if found is None else converting.location(found, text.uri)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        text, offset = server.place(params)
        found = editing.references(text.document, offset, server.texts.others(text.uri))
        defined = editing.definition(text.document, offset)
        return [
            converting.location(span, text.uri)
            for span in found
            if params.context.include_declaration or span != defined
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document = server.document(params)
        return [converting.symbol(symbol, document) for symbol in editing.symbols(document)]

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend(list(TYPES), list(MODIFIERS)))
    def semantic_tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        document = server.document(params)
        return types.SemanticTokens(converting.semantic_tokens(editing.words(document), document))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        text = server.text(params.text_document.uri)
        begin, end = params.range.start.line, params.range.end.line
        found = editing.value_inlays(text.document, text.values) if text.values else ()
        hints = [converting.inlay(inlay, text.document) for inlay in found]
        return [hint for hint in hints if begin <= hint.position.line <= end]
