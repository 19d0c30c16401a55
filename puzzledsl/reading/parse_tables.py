"""The parse tables: read from the user's cache, or constructed from the grammar and cached.

The cache is JSON, checked before it is believed: nothing in it can run, and a file that is stale, damaged, unreadable
or half written only costs the time to construct the tables again. It holds all that the tables depend on, grammar
included, and is named by a checksum of that, so that versions live side by side. Files are put in place in one step, so
processes may race.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = 3  # to be raised whenever `construct` puts something else into the tables


class Production(NamedTuple):
    """A production ``left -> …``: how many symbols it takes off the stack, which of them its action gets."""

    left: int
    size: int
    kept: tuple[int, ...]
    action: str


@dataclass(frozen=True, slots=True)
class Tables:
    """What lexer and parser run on; see `puzzledsl.reading.construction.construct` for the numbering.

    Attributes:
        kinds: the number of every terminal and nonterminal.
        names: the inverse of it.
        terminals: how many symbols are terminals.
        patterns: the regular expressions of the terminals that have one, in the order in which they are tried.
        keywords: the literal terminals that look like names, text to number.
        symbols: the other literal terminals, text to number.
        states: a row for each state, symbol to action.
        starts: for each start symbol its first state and its accepting state.
    """

    kinds: dict[str, int]
    names: tuple[str, ...]
    terminals: int
    patterns: dict[str, str]
    keywords: dict[str, int]
    symbols: dict[str, int]
    states: tuple[dict[int, int], ...]
    productions: tuple[Production, ...]
    starts: dict[str, tuple[int, int]]


@cache
def tables() -> Tables:
    """The tables of the language, loaded once a process."""
    return _arrange(load(grammar_text(), cache_directory()))


def grammar_text() -> str:
    """The grammar: beside this package in a wheel, in ``grammars/`` at the root of a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "grammars", package.parent / "grammars"):
        with contextlib.suppress(OSError):
            return (folder / "puzzle.lark").read_text(encoding="utf-8")
    raise FileNotFoundError(f"grammars/puzzle.lark is missing beside {package}: the installation is incomplete")


def cache_directory() -> Path | None:
    """Where tables are kept between runs, or ``None`` when the system names no such place."""
    try:
        from platformdirs import user_cache_dir

        return Path(user_cache_dir("puzzledsl", appauthor=False))
    except (ImportError, OSError, RuntimeError):
        return None


def load(grammar: str, directory: Path | None) -> dict[str, Any]:
    """The tables of ``grammar`` in plain form, from ``directory`` if they are there, else constructed and put there."""
    if directory is None:
        return _construct(grammar)
    # The version of lark takes no part: a grammar without conflicts has the same tables in every one, and asking for
    # it would cost more than reading them.
    key = f"{FORMAT}\0{sys.version}\0{grammar}"
    path = directory / f"tables-{zlib.crc32(key.encode()):08x}.json"
    try:
        check, _, content = path.read_bytes().partition(b"\n")
        if int(check, 16) == zlib.crc32(content):
            found = json.loads(content)
            if found["key"] == key:
                return dict(found["tables"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass  # no cache, or not one of ours: construct
    plain = _construct(grammar)
    with contextlib.suppress(OSError):
        content = json.dumps({"key": key, "tables": plain}, separators=(",", ":")).encode()
        _store(path, f"{zlib.crc32(content):08x}\n".encode() + content)
    return plain


def _construct(grammar: str) -> dict[str, Any]:
    from puzzledsl.reading.construction import construct

    return construct(grammar)


def _store(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _arrange(plain: dict[str, Any]) -> Tables:
    names = (*plain["terminals"], *plain["nonterminals"])
    kinds = {name: number for number, name in enumerate(names)}
    literals = {text: kinds[name] for name, text in plain["literals"].items()}
    return Tables(
        kinds=kinds,
        names=names,
        terminals=len(plain["terminals"]),
        patterns=plain["patterns"],
        keywords={text: kind for text, kind in literals.items() if text.isalpha()},
        symbols={text: kind for text, kind in literals.items() if not text.isalpha()},
        states=tuple(dict(zip(row[::2], row[1::2], strict=True)) for row in plain["states"]),
        productions=tuple(
            Production(left, size, tuple(kept), action) for left, size, kept, action in plain["productions"]
        ),
        starts={name: (first, last) for name, (first, last) in plain["starts"].items()},
    )
