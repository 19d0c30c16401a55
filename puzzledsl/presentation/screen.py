"""Colours and characters: what the terminal can show, and how an answer looks on it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, TextIO

from puzzledsl.listing import counted
from puzzledsl.records import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.value_texts import Values

_GOOD = {"solved", "optimal", "unique", "complete", "checked", "minimal", "smallest", "solvable", "explained", "given"}
_BAD = {"infeasible", "unbounded", "none", "several", "conflict"}

_BOLD, _RED, _GREEN, _YELLOW = "\x1b[1m", "\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m"
_CYAN, _DIM, _RESET = "\x1b[36m", "\x1b[2m", "\x1b[0m"


def tone(status: str) -> str:
    """``good``, ``bad``, or empty for what stays open."""
    return "good" if status in _GOOD else "bad" if status in _BAD else ""


class Screen:
    """A stream that people read.

    Attributes:
        color: whether to colour what goes to it.
        unicode: whether it takes characters beyond ASCII.
        width: columns of the terminal; ``None`` for a pipe or a file.
        quiet: only the answer is wanted: no title, no status line.
        interrupted: Ctrl-C came before the answer was complete.
        file: what commands call the model.
        reason: why there is no solution.
        output: the file that the answer was written to, if there is one.
    """

    quiet = False
    output = ""
    reason = ""
    file = "MODEL"
    interrupted = False

    def __init__(self, choice: str = "never", stream: TextIO | None = None) -> None:
        """
        Args:
            stream: ``None`` for a text that is not printed yet.
        """
        from puzzledsl.presentation.terminal import can_draw

        self.color = stream is not None and wants_color(choice, stream)
        self.unicode = stream is None or can_draw(getattr(stream, "encoding", None))
        self.width = None if stream is None else terminal_width(stream)
        self._looks: dict[str, Any] = {"color": self.color, "unicode": self.unicode, "width": self.width}

    def strong(self, text: str) -> str:
        """Bold."""
        return self._in(_BOLD, text)

    def faint(self, text: str) -> str:
        """Dim."""
        return self._in(_DIM, text)

    def good(self, text: str) -> str:
        """The word for success."""
        return self._in(_GREEN, text)

    def bad(self, text: str) -> str:
        """The word for failure."""
        return self._in(_RED, text)

    def uncertain(self, text: str) -> str:
        """The word for what stays open."""
        return self._in(_YELLOW, text)

    def status(self, word: str) -> str:
        """The status of an answer, in the colour of success, of failure or of what stays open."""
        return {"good": self.good, "bad": self.bad, "": self.uncertain}[tone(word)](word)

    def _in(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.color and text else text

    def painted(self, text: str) -> str:
        """A rendered message, in colours where there are any."""
        return painted(text) if self.color else text

    def why(self, model: Model | None) -> str:
        """Why an answer about a model is not complete."""
        from puzzledsl.model import shown_variables

        if self.interrupted:
            return "interrupted"
        if model is not None and any(model.variables[x].is_real for x in shown_variables(model)):
            return "a real variable may have further values"
        return "the time limit came first"

    def asked(self, questions: int) -> list[str]:
        """How many parts of the model were tried, for the status line."""
        return [*self.broken_off, counted(questions, "question")]

    @property
    def broken_off(self) -> list[str]:
        """Whether Ctrl-C came first, for the status line."""
        return ["interrupted"] if self.interrupted else []

    def joined(self, *parts: str) -> str:
        """A status line."""
        return (" · " if self.unicode else " | ").join(parts)

    def grids(self, model: Model, values: Values | None, marked: Mapping[int, str] | None = None) -> list[str]:
        """The grids of a model; nothing if it has none. See `puzzledsl.presentation.terminal.grid_text`."""
        from puzzledsl.presentation.terminal import grid_text

        if not model.grids:
            return []
        return [grid_text(model, values, marked=marked, **self._looks)]

    def pencil_marks(
        self,
        model: Model,
        values: Mapping[int, Sequence[int]],
        undecided: Mapping[int, Sequence[int]] = EMPTY,
        ranges: Mapping[int, tuple[int, int]] = EMPTY,
    ) -> list[str]:
        """The grids with candidates; nothing if there is none. See `puzzledsl.presentation.pencil.pencil_text`."""
        from puzzledsl.presentation.pencil import pencil_text

        if not model.grids:
            return []
        return [pencil_text(model, values, undecided=undecided, ranges=ranges, **self._looks)]

    def solution(self, model: Model, values: Values) -> list[str]:
        """Grids, variables outside of them, and ``show`` lines."""
        from puzzledsl.presentation.terminal import shown_text, variables_text

        return [*self.grids(model, values), *variables_text(model, values), *shown_text(model, values)]


def wants_color(choice: str, stream: TextIO) -> bool:
    """Whether to colour what goes to a stream.

    ``always`` and ``never`` are the user's word. Else a non-empty ``NO_COLOR`` forbids, a non-empty
    ``FORCE_COLOR`` demands, and otherwise a terminal gets colours that is not ``dumb``.
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def terminal_width(stream: TextIO) -> int | None:
    """Columns of the terminal that the stream writes to; ``None`` for a pipe or a file."""
    if not stream.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def seconds_text(seconds: float) -> str:
    """As status lines have it."""
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


_PAINTS = {
    r"^(error:)(.*)$": rf"{_RED}\1{_RESET}{_BOLD}\2{_RESET}",
    r"^(warning:)(.*)$": rf"{_YELLOW}\1{_RESET}{_BOLD}\2{_RESET}",
    r"^( *)(-->|:::)(.*)$": rf"\1{_CYAN}\2{_RESET}\3",
    r"^( +\| +)(\^+.*)$": rf"\1{_RED}\2{_RESET}",
    r"^( *)= help:": rf"\1{_CYAN}= help:{_RESET}",
}


def painted(text: str) -> str:
    """A rendered message in colours: what it is, where it is, and what would help."""
    for pattern, colored in _PAINTS.items():
        text = re.sub(pattern, colored, text, flags=re.M)
    return text
