"""Colours and characters: what the terminal can show, and how messages look on it."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.diagnostics import Diagnostic

_BOLD, _RED, _YELLOW, _CYAN, _DIM, _RESET = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[36m", "\x1b[2m", "\x1b[0m"


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


def strong(text: str, color: bool) -> str:
    """Bold, on a terminal."""
    return f"{_BOLD}{text}{_RESET}" if color and text else text


def faint(text: str, color: bool) -> str:
    """Dim, on a terminal."""
    return f"{_DIM}{text}{_RESET}" if color and text else text


def good(text: str, color: bool) -> str:
    """The word for success."""
    return f"\x1b[1;32m{text}{_RESET}" if color else text


def bad(text: str, color: bool) -> str:
    """The word for failure."""
    return f"{_RED}{text}{_RESET}" if color else text


def uncertain(text: str, color: bool) -> str:
    """The word for what stays open, and for warnings."""
    return f"{_YELLOW}{text}{_RESET}" if color else text


def print_errors(diagnostics: Iterable[Diagnostic], choice: str) -> None:
    """Writes messages to standard error, each once."""
    from puzzledsl.diagnostics import render

    text = render(diagnostics)
    if wants_color(choice, sys.stderr):
        text = painted(text)
    print(text, file=sys.stderr)


def print_warning(warning: Diagnostic | str, choice: str) -> None:
    """Writes one remark, on a model or on the call, to standard error."""
    text = f"warning: {warning}" if isinstance(warning, str) else warning.render("warning")
    print(painted(text) if wants_color(choice, sys.stderr) else text, file=sys.stderr)


def painted(text: str) -> str:
    """A rendered message in colours: what it is, where it is, and what would help."""
    text = re.sub(r"^error:(.*)$", rf"{_RED}error:{_RESET}{_BOLD}\1{_RESET}", text, flags=re.M)
    text = re.sub(r"^warning:(.*)$", rf"{_YELLOW}warning:{_RESET}{_BOLD}\1{_RESET}", text, flags=re.M)
    text = re.sub(r"^( *)(-->|:::)(.*)$", rf"\1{_CYAN}\2{_RESET}\3", text, flags=re.M)
    text = re.sub(r"^( +\| +)(\^+.*)$", rf"\1{_RED}\2{_RESET}", text, flags=re.M)
    return re.sub(r"^( *)= help:", rf"\1{_CYAN}= help:{_RESET}", text, flags=re.M)
