"""Texts that ask for very much, sent to the servers: each is refused, and the next text is answered."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs the extra `lsp`")
pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `test`")

from lsprotocol import types

from puzzledsl.web.answers import QUESTIONS
from puzzledsl.web.text_answers import TEXT_ANSWERS
from tests.lsp.session import Editor, at, editor
from tests.safety.hostile import hostile
from tests.web.conftest import served
from tests.web.served import KILLER, Served

__all__ = ["served"]

REFUSALS = ("nested too deeply", "levels deep", "parts")

ASKED = {
    "offset": 30,
    "rule": "cage",
    "cells": ["r1c1", "r1c2"],
    "arguments": {"total": 3},
    "value": 1,
    "values": {"r1c1": 1, "r1c2": 1},
    "names": ["cage"],
}
"""What the requests of a page say besides the text."""


def test_the_language_server_survives_them(tmp_path: Path) -> None:
    texts = hostile()[::3]

    async def work() -> None:
        async with editor(tmp_path) as client:
            uris = [client.open(text, f"{number}.puz") for number, text in enumerate(texts)]
            for uri, text in zip(uris, texts, strict=True):
                await refused(client, uri)
                client.change(uri, f"{text}# more\n")
            for uri, text in zip(uris, texts, strict=True):
                line = text.count("\n") - 1
                await client.client.text_document_hover_async(types.HoverParams(**at(uri, line, 5)))
                await client.client.text_document_completion_async(types.CompletionParams(**at(uri, line, 4)))
                await client.client.text_document_inlay_hint_async(
                    types.InlayHintParams(types.TextDocumentIdentifier(uri), at_all(line))
                )
            for uri in uris:
                await refused(client, uri)
            for uri in (uris[0], uris[-1]):
                for command in ("solve", "unique", "explain"):
                    assert (await client.command(f"puzzledsl.{command}", uri))["status"] == "error"
            assert await client.diagnostics(client.open(KILLER)) == []

    asyncio.run(work())


def at_all(lines: int) -> types.Range:
    """The whole of a text."""
    return types.Range(types.Position(0, 0), types.Position(lines, 0))


async def refused(client: Editor, uri: str) -> None:
    """Wait for the mistakes of the present version, which say what there is too much of."""
    first, *_ = await client.diagnostics(uri)
    assert any(word in first.message for word in REFUSALS), first.message


def test_the_page_survives_them(served: Served) -> None:
    for text in hostile()[::3]:
        first, *_ = served.post("check", text=text)["diagnostics"]
        assert any(word in first["message"] for word in REFUSALS), first
    assert served.post("check", text=KILLER)["clues"]


def test_every_request_that_reads_a_model_survives_them(served: Served) -> None:
    for text in hostile()[::16]:
        for name in [*TEXT_ANSWERS, "import"]:
            found = served.client.post(f"/api/{name}", json={"text": text, "link": text} | ASKED)
            assert found.status_code in (200, 422), (name, found.text)
        for command in QUESTIONS:
            told = served.events("run", text=text, command=command, options={})
            assert any(word in str(told) for word in REFUSALS), (command, told)
        for name in ("state", "export"):
            told = served.events(name, text=text, to="lp", solution=True)
            assert any(word in str(told) for word in REFUSALS), (name, told)
    assert served.run("unique", KILLER)["answer"]["status"] == "unique"
