"""The standard library as text: rules in ``.puz`` files, found by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from puzzledsl.records import Open, record

_HEADER = re.compile(r"^(rule|let)[ \t]+([A-Za-z_]\w*)[ \t]*\(", re.M)
_USUAL = re.compile(r"\{(\w+): ([^{}]*)\}")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")


def signature(text: str) -> str:
    """The name and the parameters in the first definition of a text, as one line."""
    match = _HEADER.search(text)
    assert match is not None
    depth, end = 1, match.end()
    while depth and end < len(text):
        depth += (text[end] in "([{") - (text[end] in ")]}")
        end += 1
    return " ".join(text[match.start(2) : end].split())


@record
class Entry(Open):
    """A rule or function of the library, as text.

    Attributes:
        family: the name of its file, without ``.puz``.
        text: its definition, comment included.
        line: the line of the file that ``text`` begins on, from 1.
    """

    name: str
    is_rule: bool
    family: str
    text: str
    line: int

    @property
    def signature(self) -> str:
        """The name with its parameters, up to the bracket that closes them, as one line."""
        return signature(self.text)

    @cached_property
    def _notes(self) -> list[str]:
        """The lines of the comment right above it, without the marks."""
        match = _HEADER.search(self.text)
        assert match is not None
        return [line.lstrip("#").strip() for line in self.text[: match.start()].splitlines()]

    def _marked(self, mark: str) -> list[str]:
        return [note.removeprefix(mark).strip() for note in self._notes if note.startswith(mark)]

    @cached_property
    def comment(self) -> str:
        """The comment, without the lines that have a mark of their own."""
        marks = ("example:", "elsewhere:", "solvers:", "number:")
        return " ".join(n for n in self._notes if n and not n.startswith(marks))

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """Its ``# example:`` lines; semicolons are between several statements."""
        return tuple(self._marked("example:"))

    @cached_property
    def _sentence(self) -> str:
        return " ".join(self._marked("solvers:"))

    @cached_property
    def usual(self) -> dict[str, str]:
        """The words of its sentence that are right for its own drawing only, such as ``{color: green}``, by name."""
        return dict(_USUAL.findall(self._sentence))

    @cached_property
    def solvers(self) -> str:
        """Its sentence for solvers (``# solvers: …``), with ``{name}`` for an argument."""
        return _USUAL.sub(r"\2", self._sentence)

    def redrawn(self, words: Mapping[str, str]) -> str:
        """Its sentence for solvers where another program draws the rule.

        Args:
            words: for those that are right for its own drawing only, and for arguments. Others are left out.
        """
        text = filled(_USUAL.sub(lambda found: words.get(found[1], ""), self._sentence), words)
        return re.sub(r"\ba (?=[aeio])", "an ", " ".join(text.split()).replace(" .", "."))

    @cached_property
    def color(self) -> str:
        """The first colour that it draws in, as it is written; empty for none."""
        found = re.search('color = "([^"]+)"', self.text)
        return found[1] if found else ""

    @cached_property
    def number(self) -> str:
        """The parameter on which only the right side of one linear comparison depends (``# number: total``)."""
        return " ".join(self._marked("number:"))

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """What other systems call it (``# elsewhere: killer``), in lower case."""
        return frozenset(" ".join(self._marked("elsewhere:")).lower().split())


def placeholders(sentence: str) -> set[str]:
    """The arguments that a sentence names: those in ``{name}``."""
    return {*_PLACEHOLDER.findall(sentence)}


def filled(sentence: str, texts: Mapping[str, str]) -> str:
    """A sentence with texts in place of ``{name}``; what stands in brackets is left out if one in it is empty."""

    def part(match: re.Match[str]) -> str:
        inner = match.group(1)
        return inner if all(map(texts.get, placeholders(inner))) else ""

    return _PLACEHOLDER.sub(lambda match: texts.get(match.group(1), match.group(0)), _OPTIONAL.sub(part, sentence))


def statements_of(example: str) -> str:
    """An example as lines of a model."""
    return example.replace("; ", "\n") + "\n"


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
    headers = list(_HEADER.finditer(text))
    begins: list[int] = []
    for header in headers:
        begin = header.start()
        while begin and text.startswith("#", before := text.rfind("\n", 0, begin - 1) + 1):
            begin = before
        begins.append(begin)
    line, counted = 1, 0
    ends = [*begins[1:], len(text)][: len(begins)]
    for header, begin, end in zip(headers, begins, ends, strict=True):
        line += text.count("\n", counted, begin)
        counted = begin
        yield Entry(header.group(2), header.group(1) == "rule", family, text[begin:end].rstrip() + "\n", line)
