"""The dialect in which SudokuPad writes its puzzles: JSON without what can be guessed (its PuzzleZipper).

Quotes are single or missing, empty lists and objects are dropped (holes in lists), ``t`` and ``f`` are true and false,
``#0`` and ``#F`` black and white, and common keys have one or two letters. The text is ambiguous: six bare hex digits
are a colour or a number. Here the key decides.
"""

from __future__ import annotations

import re
from typing import Any

from puzzledsl.formats.bounds import DEEPEST, too_deep, unreadable
from puzzledsl.formats.tables import pairs

SITE = "SudokuPad"

_KEYS = pairs(__file__, "keys.tsv")
_TEXTS = frozenset(
    {"id", "title", "author", "rules", "solution", "text", "value", "msgcorrect", "source", "type", "style"}
)
"""Keys whose bare words are texts, even where they look like numbers."""
_TOKEN = re.compile(
    r"""\s*(?:(?P<mark>[{}\[\],:])|(?P<quote>['"])(?P<text>(?:\\.|(?!(?P=quote))[^\\])*)(?P=quote)"""
    r"""|(?P<word>[^,:{}\[\]'"\s][^,:{}\[\]]*)|\Z|.)""",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_APOSTROPHE = re.compile(r"(?<=\w)\"(?=\w)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_HEX = re.compile(r"[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")
_WORDS = {"null": None, "t": True, "true": True, "f": False, "false": False}


def unzipped(text: str) -> Any:
    """The value of a text in this dialect: dictionaries, lists, texts, numbers; ``None`` for a hole.

    Raises:
        PuzzleError: it does not hold together, or is nested too deeply.
    """
    reader = _Reader(text.strip())
    value = reader.value("", 0)
    if reader.token[0]:
        raise reader.broken()
    return value


class _Reader:
    """Reads values from tokens; ``token`` is the next one."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.finditer(text)
        self.token = next(self._tokens)

    def broken(self) -> Exception:
        """The error for a token that is not expected."""
        found = self.token[0].strip()[:20]
        what = (
            f"`{found}` is not expected at character {self.token.start() + 1}" if found else "its text ends too early"
        )
        return unreadable(SITE, f"{what}; perhaps a part of the link is missing")

    def value(self, key: str, depth: int) -> Any:
        """The next value, as an entry of this name; None if there is nothing before the next mark."""
        if depth > DEEPEST:
            raise too_deep(SITE)
        if self._skip("{"):
            return self._object(depth)
        if self._skip("["):
            return self._list(key, depth)
        is_bare = self.token["text"] is None
        text = self._text()
        return _bare(text, key) if is_bare else text

    def _skip(self, mark: str) -> bool:
        found = self.token["mark"] == mark
        if found:
            self.token = next(self._tokens)
        return found

    def _text(self) -> str:
        text, word = self.token.group("text", "word")
        if text is None and word is None:
            return ""
        self.token = next(self._tokens)
        if text is None:
            return str(word).strip()
        unescaped = _ESCAPE.sub(lambda e: chr(int(e[1], 16)) if e[1] else _CONTROLS.get(e[2], e[2]), text)
        return _APOSTROPHE.sub("'", unescaped)

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._skip("}"):
            if self._skip(","):
                continue
            key = self._text()
            key = _KEYS.get(key, key)
            found[key] = self.value(key, depth + 1) if key and self._skip(":") else None
            if not key or self.token["mark"] not in (",", "}"):
                raise self.broken()
        return found

    def _list(self, key: str, depth: int) -> list[Any]:
        if self._skip("]"):
            return []
        found = [self.value(key, depth + 1)]
        while self._skip(","):
            found.append(self.value(key, depth + 1))
        if not self._skip("]"):
            raise self.broken()
        return found


def _bare(word: str, key: str) -> Any:
    if not word:
        return None
    if "color" in key.lower() or key in ("stroke", "fill"):
        short = {"#0": "#000000", "#F": "#FFFFFF", "null": None}
        return short.get(word, f"#{word}" if _HEX.fullmatch(word) else word)
    if word in _WORDS:
        return _WORDS[word]
    if key not in _TEXTS and _NUMBER.fullmatch(word):
        return float(word) if any(mark in word for mark in ".eE") else int(word)
    return word
