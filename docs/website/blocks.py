"""The fenced blocks of a document that are models, and what the document says of them.

The info string behind ``puz`` says what becomes of a block; without more it is a model that `check` accepts.

============  ====================================================================================
``solve``     it is solved; comments ``# → …`` and a ``text`` block behind it say what comes out
``error``     it is refused; the ``text`` block behind it is the whole message
``warning``   it is accepted with warnings; the ``text`` block behind it holds them
``unique``    it has exactly one solution
``fragment``  it stands behind the declaration of a classic 9×9 grid
``file=…``    it is not a model, but a file that later blocks include
``n=4``       a ``param`` of it has that value
============  ====================================================================================

A comment ``# → `` on a ``show`` line is what that line prints. Elsewhere it lists equations that
the model forces, separated by ``, ``: ``# → r1c1 = 2, r1c2 + r1c3 = 7``; with an objective they describe the optimum.
A ``text`` block behind a solved one is the whole answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

import puzzledsl

PRELUDE = "grid cell[9, 9] in 1..9\n"
PROMISE = "# → "

_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One model of a document.

    Attributes:
        line: where it begins in the document, from 1.
        span: the offsets in the document between which it stands, fences included.
        words: of the info string: ``solve``, ``error``, ``warning``, ``unique``, ``fragment``.
        file: the name of the file that it is, ``None`` for a model.
        settings: parameters from the info string.
        body: its text as printed.
        text: the ``text`` block behind it, without the last line end; ``None`` if there is none.
    """

    line: int
    span: tuple[int, int]
    words: frozenset[str]
    file: str | None
    settings: dict[str, str]
    body: str
    text: str | None

    @property
    def model(self) -> str:
        """The text to compile."""
        return PRELUDE * ("fragment" in self.words) + self.body

    @cached_property
    def printed(self) -> list[str | None]:
        """What each ``show`` line is said to print, ``None`` where nothing is said."""
        shows = [line for line in self.body.splitlines() if line.startswith("show ")]
        return [line.partition(PROMISE)[2].strip() or None for line in shows]

    @cached_property
    def equations(self) -> list[str]:
        """The equations that the answer is said to satisfy, as conditions of the language."""
        found: list[str] = []
        depth = 0
        for line in self.body.splitlines():
            promise = "" if line.startswith("show ") else line.partition(PROMISE)[2]
            part = ""
            for character in promise:
                depth += (character in "([") - (character in ")]")
                if character == "," and depth == 0:
                    found.append(part)
                    part = ""
                else:
                    part += character
            found += [part] * bool(part)
        return [equation.replace(" = ", " == ").strip() for equation in found]

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks(document: str) -> list[Block]:
    """All models of a document, in order.

    Raises:
        ValueError: an info string has a word that means nothing, or a block says what nobody looks at.
    """
    found: list[Block] = []
    matches = list(_BLOCK.finditer(document))
    for match, following in zip_longest(matches, matches[1:]):
        if match[1] != "puz":
            continue
        info = match[2].split()
        settings = dict(word.split("=", 1) for word in info if "=" in word)
        words = frozenset(word for word in info if "=" not in word)
        line = document.count("\n", 0, match.start()) + 1
        if words - {"solve", "error", "warning", "unique", "fragment"}:
            raise ValueError(f"line {line}: {match[2]!r} means nothing")
        if PROMISE in match[3] and "solve" not in words:
            raise ValueError(f"line {line}: it is not solved, so nothing may be said of what comes out")
        text = None
        if following is not None and following[1] == "text" and not document[match.end() : following.start()].strip():
            text = following[3].removesuffix("\n")
        found.append(Block(line, match.span(), words, settings.pop("file", None), settings, match[3], text))
    return found


def parsed(block: Block, folder: Path, more: str = "") -> puzzledsl.Model:
    """The model of an example, with further statements behind it.

    Args:
        folder: where the files are that examples include.

    Raises:
        PuzzleError: the model is wrong.
    """
    return puzzledsl.parse(block.model + more, name="example.puz", settings=block.settings, include=[folder])


def solved(block: Block, folder: Path) -> puzzledsl.Solution:
    """The answer of an example, which has printed what the page says.

    Raises:
        AssertionError: there is no answer, or it is another one.
    """
    solution = parsed(block, folder).solve(time_limit=60)
    assert solution.status in ("solved", "optimal"), block
    said = [text if text is not None else printed for text, printed in zip(block.printed, solution.shown, strict=True)]
    assert solution.shown == said, block
    assert block.text is None or str(solution) == block.text, block
    return solution
