"""Broken input never gives anything but a `PuzzleError`: models of the gallery with accidents, and nonsense.

``PUZZLEDSL_FUZZ=20000`` (``make fuzz``) asks for more of them; the seed is fixed, so a failure comes again.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration import Limits, elaborate
from puzzledsl.flattening import flatten
from puzzledsl.reading import decode, read

COUNT = int(os.environ.get("PUZZLEDSL_FUZZ", "2000"))
CHUNKS = 10
MODELS = sorted((Path(__file__).resolve().parents[2] / "models").glob("*.puz"))
HANG = 30
"""Seconds after which an input counts as hanging; generous, since the bounds of elaboration stop it at 2."""

_WORDS = """
puzzle author note include param grid var let rule for in where if then else givens regions mask maximize minimize
show draw and or not xor mod div true false none bool real cell r1c1 r1c1..r1c9 R9C9 r0c1 r99c99 rows columns boxes
cells row column sum count alldifferent cage thermo arrow scan regular except loop x y n 0 1 9 10 999999999999 -1 0.5
"text" "" ( ) [ ] { } : , . .. + - * / ^ = == != < <= > >= -> <-> | # " \\ @ $ é 数
"""
WORDS = [*_WORDS.split(), "\t", "\n", "\r\n", "\0", "\ufeff"]


def damaged(text: str, chance: random.Random) -> str:
    """A text with one to six accidents."""
    for _ in range(chance.randint(1, 6)):
        if not text:
            return text
        place = chance.randrange(len(text))
        length = min(len(text) - place, int(chance.expovariate(0.2)) + 1)
        match chance.randrange(8):
            case 0:
                text = text[:place] + text[place + length :]
            case 1:
                text = text[:place] + chance.choice(WORDS) + text[place:]
            case 2:
                text = text[:place] + text[place : place + length] * chance.randint(2, 4) + text[place:]
            case 3:
                text = text[:place] + chance.choice("()[]{}:,.\n #\"'+-*^=<>0123456789rcx") + text[place + 1 :]
            case 4:
                lines = text.split("\n")
                chance.shuffle(lines)
                text = "\n".join(lines)
            case 5:
                lines = text.split("\n")
                k = chance.randrange(len(lines))
                lines[k] = chance.choice(["  ", "\t", "        ", ""]) + lines[k].strip()
                text = "\n".join(lines)
            case 6:
                text = text[:place]
            case 7:
                words = text.split(" ")
                words[chance.randrange(len(words))] = chance.choice(WORDS)
                text = " ".join(words)
    return text


def nonsense(chance: random.Random) -> str:
    """Words of the language in no order, behind a grid as often as not."""
    head = chance.choice(["", "grid cell[4, 4] in 1..4\n"])
    return head + "".join(
        chance.choice(WORDS) + chance.choice(["", " ", " ", "\n"]) for _ in range(chance.randint(1, 60))
    )


def inputs(chunk: int) -> Iterator[bytes]:
    chance = random.Random(chunk)
    for _ in range(COUNT // CHUNKS):
        if chance.random() < 0.8:
            text = damaged(chance.choice(MODELS).read_text(encoding="utf-8"), chance)
        else:
            text = nonsense(chance)
        content = text.encode("utf-8", "surrogatepass")
        if chance.random() < 0.05:
            place = chance.randrange(len(content) + 1)
            content = content[:place] + bytes(chance.randrange(256) for _ in range(3)) + content[place:]
        yield content


@contextmanager
def no_hang() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TimeoutError("this input hangs")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(HANG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_input_is_refused_or_accepted_but_never_breaks(chunk: int) -> None:
    for content in inputs(chunk):
        try:
            with no_hang():
                file, found = read(decode(content, "fuzz.puz"))
                flatten(elaborate(file, found, limits=Limits(seconds=2.0)))
        except PuzzleError as refused:
            message = str(refused)
        except BaseException as error:
            error.add_note(f"input: {content!r}")
            raise
        else:
            continue
        assert message.startswith("error: ")
