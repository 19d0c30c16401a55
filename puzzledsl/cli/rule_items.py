"""The rules and functions of the library, of the language itself, or of a model, and how they are found by a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from puzzledsl.cli.rule_rows import RuleRows
    from puzzledsl.elaboration.library import Entry
    from puzzledsl.source import Source


@dataclass(frozen=True)
class Item:
    """A rule or function.

    Attributes:
        kind: ``rule`` (may be a clue) or ``function``.
        family: where it belongs: the library's file, without its ending, or the model's name.
        meaning: its comment.
        elsewhere: what other systems call it.
        text: its definition in the language; empty where it is built in.
    """

    name: str
    kind: str
    family: str
    signature: str
    meaning: str
    examples: tuple[str, ...] = ()
    text: str = ""
    elsewhere: frozenset[str] = frozenset()

    @property
    def summary(self) -> str:
        """The first sentence of the meaning."""
        return self.meaning.split(". ")[0].rstrip(".") + "." if self.meaning else ""

    def as_json(self, with_rows: bool) -> dict[str, object]:
        """For ``--json``; with its rows only where it was asked for by name, since that takes time."""
        return {
            "name": self.name,
            "kind": self.kind,
            "family": self.family,
            "signature": self.signature,
            "meaning": self.meaning,
            "examples": list(self.examples),
            "elsewhere": sorted(self.elsewhere),
            "definition": self.text,
            "encodings": {rows.encoding: rows.as_json() for rows in self.rows()} if with_rows else {},
        }

    def rows(self) -> list[RuleRows]:
        """What the first example becomes in each encoding; of rules of the library only."""
        if self.kind != "rule" or not self.examples or ".puz" in self.family:
            return []
        from puzzledsl.cli.rule_rows import rule_rows

        return rule_rows(self.examples[0])


def library() -> list[Item]:
    """The standard library, then what is built in; private definitions (``_name``) left out."""
    from puzzledsl.elaboration.builtins import builtins
    from puzzledsl.elaboration.library import entries

    found = [_item(entry, entry.family) for entry in entries().values() if not entry.name.startswith("_")]
    for builtin in builtins().values():
        family = builtin.call.__module__.rpartition(".")[2]
        meaning = " ".join(dedent(builtin.call.__doc__ or "").split())
        found.append(Item(builtin.name, "function", f"functions: {family}", builtin.signature, meaning))
    return found


def of_model(name: str, include: Sequence[str]) -> list[Item]:
    """What a model and the files that it includes define.

    Raises:
        PuzzleError: a file cannot be read, or has mistakes of form.
    """
    from puzzledsl.cli.files import open_source
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.elaboration import Fault
    from puzzledsl.elaboration.library import split
    from puzzledsl.loading import opener
    from puzzledsl.reading import read
    from puzzledsl.syntax import Include

    main = open_source(name)
    open_included = opener(main, include)
    waiting: list[Source] = [main]
    seen: set[str] = set()
    found: list[Item] = []
    while waiting:
        source = waiting.pop(0)
        if source.name in seen:
            continue
        seen.add(source.name)
        file, mistakes = read(source)
        if mistakes:
            raise PuzzleError(mistakes)
        found += [_item(entry, source.name) for entry in split(source.name, source.text)]
        for node in file.statements:
            if isinstance(node, Include) and open_included is not None:
                try:
                    waiting.append(open_included(node.path, source))
                except Fault as fault:
                    raise fault.at(node.path_span) from None
    return found


def _item(entry: Entry, family: str) -> Item:
    kind = "rule" if entry.is_rule else "function"
    return Item(entry.name, kind, family, _signature(entry), entry.comment, entry.examples, entry.text, entry.elsewhere)


def _signature(entry: Entry) -> str:
    """The name with its parameters, up to the bracket that closes them."""
    start = entry.text.index(entry.name, entry.text.index("rule " if entry.is_rule else "let ", header(entry.text)))
    depth = 0
    for place in range(start, len(entry.text)):
        depth += (entry.text[place] in "([{") - (entry.text[place] in ")]}")
        if entry.text[place] == ")" and depth == 0:
            return " ".join(entry.text[start : place + 1].split())
    return entry.name


def header(text: str) -> int:
    """Where the comment above the definition ends."""
    place = 0
    while text.startswith("#", place):
        place = text.index("\n", place) + 1
    return place


def find(name: str, items: Sequence[Item]) -> list[Item]:
    """The item, or the items of a family, that the name stands for; else those that have the word somewhere.

    Raises:
        PuzzleError: there are none.
    """
    found = [item for item in items if item.name == name] or [
        item for item in items if name in (item.family, item.family.removeprefix("functions: "))
    ]
    found = found or _search(name, items)
    if found:
        return found
    from puzzledsl.nearest import nearest

    near = nearest(name, [item.name for item in items] + [item.family for item in items])
    raise failure(
        f"no rule or function has `{name}` in its name or description",
        label=f"did you mean `{near}`?" if near else "",
        helps=("`puzzledsl rules` lists them all",),
        code="unknown-rule",
    )


def _search(word: str, items: Sequence[Item]) -> list[Item]:
    """The items with a word in their name, their foreign names or their meaning; names count before meanings."""
    from puzzledsl.elaboration.suggestions import written_here

    plain = word.lower().replace("-", "_")
    here = written_here(plain)
    called = [item for item in items if plain in item.name.lower() or item.name in here or plain in item.elsewhere]
    if called:
        return called
    beginning = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    return [item for item in items if beginning.search(item.meaning)]
