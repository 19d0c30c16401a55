"""The fenced ``console`` blocks of a document: commands after ``$``, continued after ``>``, with what they print."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_BLOCK = re.compile(r"^```console(?: any of these: ([\d, ]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TIME = re.compile(r"\d+\.\d+ s\b")


@dataclass
class Command:
    """One command and the lines that it is said to print."""

    text: str
    output: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Console:
    """One block.

    Attributes:
        line: where it begins in the document, from 1.
        statuses: the exit statuses of which any will do for each command, whose output is then not compared; empty
            when the output is.
    """

    line: int
    statuses: tuple[int, ...]
    commands: tuple[Command, ...]


def consoles(document: str) -> list[Console]:
    """All blocks of a document, in order.

    Raises:
        ValueError: a block does not begin with a command.
    """
    return [_console(document, found) for found in _BLOCK.finditer(document)]


def _console(document: str, found: re.Match[str]) -> Console:
    line = document.count("\n", 0, found.start()) + 1
    commands: list[Command] = []
    for text in found[2].splitlines():
        if text.startswith("$ "):
            commands.append(Command(text[2:]))
        elif not commands:
            raise ValueError(f"the block in line {line} does not begin with a command")
        elif text == ">" or text.startswith("> "):
            commands[-1].text += "\n" + text[2:]
        else:
            commands[-1].output.append(text)
    statuses = tuple(int(number) for number in (found[1] or "").split(",") if number.strip())
    return Console(line, statuses, tuple(commands))


def matches(promised: list[str], printed: str) -> bool:
    """Whether a command printed what is promised: ``…`` stands for any text of a line, alone for any lines, and a time
    in seconds for any other."""
    parts: list[str] = []
    for line in promised:
        if line == "…":
            parts.append(r"(?:.*\n)*")
        else:
            anywhere = re.escape(_TIME.sub("\0", line)).replace(re.escape("\0"), _TIME.pattern)
            parts.append(anywhere.replace("…", ".*") + r"\n")
    return re.fullmatch("".join(parts), printed) is not None
