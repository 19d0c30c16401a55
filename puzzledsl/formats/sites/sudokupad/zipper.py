"""The dialect in which SudokuPad writes its puzzles: JSON without what can be guessed (its PuzzleZipper).

Quotes are single or missing, empty lists and objects are dropped (holes in lists), ``t`` and ``f`` are true and false,
``#0`` and ``#F`` black and white, and common keys have one or two letters. The text is ambiguous: six bare hex digits are
a colour or a number. Here the key decides.
"""

from __future__ import annotations

import re
from typing import Any

from puzzledsl.formats.bounds import DEEPEST, too_deep, unreadable

SITE = "SudokuPad"

_KEYS = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "d2": "d",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}
_TEXTS = frozenset(
    {"id", "title", "author", "rules", "solution", "text", "value", "msgcorrect", "source", "type", "style"}
)
"""Keys whose bare words are texts, even where they look like numbers."""
_BARE = re.compile(r"[^,:{}\[\]]*")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_HEX = re.compile(r"[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")
_STRING = {quote: re.compile(rf"[^{quote}\\]+|\\(?:u[0-9A-Fa-f]{{4}}|.)|(?={quote})", re.DOTALL) for quote in "'\""}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_APOSTROPHE = re.compile(r"(?<=\w)\"(?=\w)")


def unzipped(text: str) -> Any:
    """The value of a text in this dialect: dictionaries, lists, texts, numbers; ``None`` for a hole.

    Raises:
        PuzzleError: it does not hold together, or is nested too deeply.
    """
    reader = _Reader(text.strip())
    value = reader.value("", 0)
    if reader.at != len(reader.text):
        raise reader.broken()
    return value


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def broken(self) -> Exception:
        found = self.text[self.at : self.at + 20]
        what = f"`{found}` is not expected at character {self.at + 1}" if found else "its text ends too early"
        return unreadable(SITE, f"{what}; perhaps a part of the link is missing")

    def mark(self) -> str:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def value(self, key: str, depth: int) -> Any:
        if depth > DEEPEST:
            raise too_deep(SITE)
        match self.mark():
            case "{":
                return self.object(depth)
            case "[":
                return self.list(key, depth)
            case "'" | '"' as quote:
                return self.string(quote)
            case _:
                found = _BARE.match(self.text, self.at)
                assert found is not None, "the pattern matches the empty text"
                self.at = found.end()
                return _bare(found[0].strip(), key)

    def object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while (mark := self.mark()) != "}":
            if mark == ",":
                self.at += 1
                continue
            key = self.string(mark) if mark in ("'", '"') else self.bare_key()
            key = _KEYS.get(key, key)
            if self.mark() == ":":
                self.at += 1
                found[key] = self.value(key, depth + 1)
            else:
                found[key] = None
            if self.mark() not in (",", "}"):
                raise self.broken()
        self.at += 1
        return found

    def bare_key(self) -> str:
        found = _BARE.match(self.text, self.at)
        if found is None or not found[0]:
            raise self.broken()
        self.at = found.end()
        return found[0].strip()

    def list(self, key: str, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while True:
            mark = self.mark()
            if mark == "]" and not found:
                break
            found.append(None if mark in (",", "]") else self.value(key, depth + 1))
            if self.mark() == ",":
                self.at += 1
            elif self.mark() == "]":
                break
            else:
                raise self.broken()
        self.at += 1
        return found

    def string(self, quote: str) -> str:
        self.at += 1
        pieces: list[str] = []
        while self.text[self.at : self.at + 1] != quote:
            found = _STRING[quote].match(self.text, self.at)
            if found is None or found.end() == self.at:
                raise self.broken()
            self.at = found.end()
            pieces.append(_unescaped(found[0]))
        self.at += 1
        return _APOSTROPHE.sub("'", "".join(pieces))


def _unescaped(piece: str) -> str:
    if not piece.startswith("\\"):
        return piece
    if len(piece) == 6:
        return chr(int(piece[2:], 16))
    return _ESCAPES.get(piece[1], piece[1])


def _bare(word: str, key: str) -> Any:
    if not word or word == "null":
        return None
    if "color" in key.lower() or key in ("stroke", "fill"):
        if word in ("#0", "#F"):
            return "#000000" if word == "#0" else "#FFFFFF"
        return f"#{word}" if _HEX.fullmatch(word) else word
    if word in ("t", "true"):
        return True
    if word in ("f", "false"):
        return False
    if key not in _TEXTS and _NUMBER.fullmatch(word):
        return float(word) if any(mark in word for mark in ".eE") else int(word)
    return word
