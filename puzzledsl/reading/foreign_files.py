"""Texts that are no models at all, but what people give for one, and no puzzles of another program either."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from puzzledsl.source import Source

_STARTS = frozenset("{[<h.0123456789_?*|+-")
IMPORT = "`puzzledsl import` makes a model of a puzzle of another program"
_GRID = "a grid has as many rows as columns, one mark for each cell, and one mark for all open cells"
_PUZZLES = {
    "a link": (re.compile(r"https?://\S+"), IMPORT),
    "a grid of digits that is not square, or has several marks for open cells": (
        re.compile(r"[0-9A-Z._?*|+\-\s]{16,}"),
        _GRID,
    ),
}
_NO_FILES = {
    "<text>": "`puzzledsl.load(path)` reads a file, `puzzledsl.parse(text)` takes the text of a model",
    "<stdin>": "the name of a file is an argument; standard input is the text of a model",
}
START = "`puzzledsl new NAME` writes a commented model to start from"


def foreign_file(source: Source) -> Diagnostic | None:
    """What a whole text is that is no model; ``None`` for anything that may be one."""
    if len(source.text) < 300 and re.fullmatch(r"\s*[\w./\\:~-]+\.puz\s*", source.text) and source.name in _NO_FILES:
        advice = _NO_FILES[source.name]
        return _error(source, "this is the name of a file, not a model", "", advice)
    start = source.text[:200].lstrip("\ufeff \t\r\n")
    if not start or start[0] not in _STARTS:
        return None
    text = source.text.strip("\ufeff \t\r\n")
    for what, (form, advice) in _PUZZLES.items():
        if form.fullmatch(text):
            return _error(source, f"this is {what}, not a model", "", advice)
    return _data(source, text)


def _error(source: Source, message: str, label: str, *helps: str) -> Diagnostic:
    begin = len(source.text) - len(source.text.lstrip("\ufeff \t\r\n"))
    end = source.text.find("\n", begin)
    span = source.span(begin, len(source.text.rstrip()) if end < 0 else end)
    return Diagnostic(message, span, label, helps, code="no-model")


def _data(source: Source, text: str) -> Diagnostic | None:
    if text[0] == "<":
        return _error(source, "this is a web page or a picture (HTML or XML), not a model", "", START)
    if text[0] not in "{[" or text[-1] not in "}]":
        return None
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not data or (isinstance(data, list) and not isinstance(data[0], dict)):
        return None  # `[1, 2]` may be a slip in a model
    return _error(source, "this is JSON, not a model", "", START)
