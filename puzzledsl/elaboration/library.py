"""The standard library as text: rules in ``.puz`` files, found by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

from puzzledsl.records import record

_HEADER = re.compile(r"^(rule|let)[ \t]+([A-Za-z_]\w*)[ \t]*\(", re.M)


@record
class Entry:
    """A rule or function of the library, as text.

    Attributes:
        family: the name of its file, without ``.puz``.
        text: its definition, comment included.
        line: the line of the file that ``text`` begins on, from 1.
        comment: the comment right above it, without the marks.
        examples: its ``# example:`` lines.
        solvers: its sentence for solvers (``# solvers: …``), with ``{name}`` for an argument.
        elsewhere: what other systems call it (``# elsewhere: killer``), in lower case.
    """

    name: str
    is_rule: bool
    family: str
    text: str
    line: int
    comment: str
    examples: tuple[str, ...]
    solvers: str
    elsewhere: frozenset[str]

    @property
    def signature(self) -> str:
        """The header as written, without ``rule`` and the colon."""
        match = _HEADER.search(self.text)
        assert match is not None
        end = self.text.index(":\n" if self.is_rule else "=", match.end() - 1) if self.is_rule else match.end()
        return self.text[match.start(2) : end].strip()


@cache
def entries() -> dict[str, Entry]:
    """Everything that the library defines, by name, in the order of files and lines."""
    found: dict[str, Entry] = {}
    folder = os.path.join(os.path.dirname(__file__), "..", "library")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".puz"):
            with open(os.path.join(folder, file), encoding="utf-8") as stream:
                for entry in split(file.removesuffix(".puz"), stream.read()):
                    found[entry.name] = entry
    return found


def split(family: str, text: str) -> Iterator[Entry]:
    """The definitions of one file: each with the comment right above it, up to the next one."""
    lines = text.split("\n")
    starts = [k for k, line in enumerate(lines) if _HEADER.match(line)]
    begins = []
    for start in starts:
        begin = start
        while begin > 0 and lines[begin - 1].startswith("#"):
            begin -= 1
        begins.append(begin)
    for k, (start, begin) in enumerate(zip(starts, begins, strict=True)):
        end = begins[k + 1] if k + 1 < len(begins) else len(lines)
        header = _HEADER.match(lines[start])
        assert header is not None
        notes = [line.lstrip("#").strip() for line in lines[begin:start]]
        examples = tuple(n.removeprefix("example:").strip() for n in notes if n.startswith("example:"))
        others = " ".join(n.removeprefix("elsewhere:") for n in notes if n.startswith("elsewhere:"))
        solvers = " ".join(n.removeprefix("solvers:").strip() for n in notes if n.startswith("solvers:"))
        comment = " ".join(n for n in notes if n and not n.startswith(("example:", "elsewhere:", "solvers:")))
        yield Entry(
            header.group(2),
            header.group(1) == "rule",
            family,
            "\n".join(lines[begin:end]).rstrip() + "\n",
            begin + 1,
            comment,
            examples,
            solvers,
            frozenset(others.lower().split()),
        )
