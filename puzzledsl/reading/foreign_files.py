"""Texts that are no models at all, but what people give for one: links, files of other programs, bare grids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic

if TYPE_CHECKING:
    from puzzledsl.source import Source

_LINK = re.compile(r"(?:https?://|www\.)\S+|(?:fpuzzles|fpuz|scl|ctc)[A-Za-z0-9+/=%_-]{40,}")
_SYSTEMS = {
    "sudokupad": "SudokuPad",
    "crackingthecryptic": "SudokuPad",
    "f-puzzles": "f-puzzles",
    "fpuz": "f-puzzles",
    "penpa": "Penpa+",
    "puzz.link": "puzz.link",
    "pzv": "pzv.jp",
    "scl": "SudokuPad",
    "ctc": "SudokuPad",
}
_GRID = re.compile(r"[0-9A-Z._?*|+\-\s]+")
_SIDES = {n * n: n for n in (4, 6, 8, 9, 10, 12, 16, 25)}

NOT_READ = "puzzles of other programs are not read: write the rules in a model, and the given digits below `givens:`"
START = "`puzzledsl new NAME` writes a commented model to start from"


def foreign_file(source: Source) -> Diagnostic | None:
    """What a whole text is that is no model; ``None`` for anything that may be one."""
    if len(source.text) < 300 and re.fullmatch(r"\s*[\w./\\:~-]+\.puz\s*", source.text) and source.name == "<text>":
        advice = "`puzzledsl.load(path)` reads a file, `puzzledsl.parse(text)` takes the text of a model"
        return _error(source, "this is the name of a file, not a model", "", advice)
    start = source.text[:200].lstrip("\ufeff \t\r\n")
    if not start or start[0] not in "{[<hwfsc.0123456789_?*|+-":
        return None
    text = source.text.strip("\ufeff \t\r\n")
    return _link(source, text) or _data(source, text) or _grid(source, text)


def _error(source: Source, message: str, label: str, *helps: str) -> Diagnostic:
    begin = len(source.text) - len(source.text.lstrip("\ufeff \t\r\n"))
    end = source.text.find("\n", begin)
    span = source.span(begin, len(source.text.rstrip()) if end < 0 else end)
    return Diagnostic(message, span, label, helps, code="no-model")


def _link(source: Source, text: str) -> Diagnostic | None:
    if not _LINK.fullmatch(text.split("\n", 1)[0].strip()):
        return None
    head = text[:100].lower()
    system = next((name for part, name in _SYSTEMS.items() if part in head), "")
    what = f"a link to a puzzle of {system}" if system else "a link"
    return _error(source, f"this is {what}, not a model", "", NOT_READ, START)


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
    keys = data if isinstance(data, dict) else {}
    system = "f-puzzles" if {"size", "grid"} <= set(keys) else "SudokuPad" if {"cells", "regions"} <= set(keys) else ""
    what = f"a puzzle of {system} as JSON" if system else "JSON"
    return _error(source, f"this is {what}, not a model", "", NOT_READ, START)


def _grid(source: Source, text: str) -> Diagnostic | None:
    if not _GRID.fullmatch(text):
        return None
    lines = [line.strip() for line in text.splitlines() if line.strip(" \t|+-")]
    marks = [re.sub(r"[\s|+\-]", "", line) for line in lines]
    if all(len(line) in _SIDES for line in marks) and marks:
        side = _SIDES[len(marks[0])]
        what = "a grid in one line" if len(marks) == 1 else f"{len(marks):,} grids, one a line"
    elif len(marks) in _SIDES.values() and all(len(line) == len(marks) for line in marks):
        side, what = len(marks), f"a grid of {len(marks)} rows"
    else:
        return None
    name = "FILE" if source.name.startswith("<") else source.name
    command = f"batch sudoku.puz {name}" if "grids" in what else f"solve sudoku.puz --givens {name}"
    return _error(
        source,
        f"this is {what}, not a model",
        "the rules are missing",
        f"for a classic sudoku write `grid cell[{side}, {side}] in 1..{side}` and, below it,"
        " `alldifferent: rows, columns, boxes` to a file sudoku.puz",
        f"`puzzledsl {command}` then takes the digits",
    )
