"""The rules and functions of the library, of the language itself, or of a model, and how they are found by a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from textwrap import dedent
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure
from puzzledsl.records import Open, record

if TYPE_CHECKING:
    from puzzledsl.editing.rule_rows import RuleRows
    from puzzledsl.elaboration.library import Entry
    from puzzledsl.source import Source
    from puzzledsl.syntax import Parameter

BUILT_IN = "functions: "
"""How the families of what is written in Python begin."""

PICTURE_WIDTH = 220
"""Pixels of the picture of an example."""


@record
class Item(Open):
    """A rule or function.

    Attributes:
        kind: ``rule`` (may be a clue), ``function`` or ``genre``.
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
    def is_rule(self) -> bool:
        """Whether it may be a clue."""
        return self.kind == "rule"

    @property
    def is_built_in(self) -> bool:
        """Whether it is written in Python, so without a definition in the language."""
        return self.family.startswith(BUILT_IN)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its parameters in order; of a rule the cells come first."""
        from puzzledsl.elaboration.builtins import builtins
        from puzzledsl.reading import read
        from puzzledsl.source import Source
        from puzzledsl.syntax import Constant, Name, Parameter, Rule

        if not self.is_built_in:
            file, _ = read(Source("<signature>", f"rule {self.signature}:\n    true\n"))
            return next((node.parameters for node in file.statements if isinstance(node, Rule)), ())
        found, place = builtins()[self.name], Source("<signature>", "…").span(0, 1)
        names = (*found.parameters, *(("more",) if found.takes_rest else ()))
        return tuple(
            Parameter(
                Name(name, place),
                Constant(None, place) if found.required <= k < len(found.parameters) else None,
                k == len(found.parameters),
                place,
            )
            for k, name in enumerate(names)
        )

    @property
    def parameters_needed(self) -> int:
        """How many parameters have no default."""
        return sum(parameter.default is None and not parameter.variadic for parameter in self.parameters)

    @property
    def clue_parts(self) -> list[str]:
        """The arguments of a clue as they are written, the cells last; empty for what is not a rule."""
        from puzzledsl.elaboration.calling import clue_argument

        parameters = self.parameters
        if not self.is_rule or not parameters or parameters[0].variadic:
            return []
        return [*map(clue_argument, parameters[1:]), parameters[0].name.id]

    @property
    def usage(self) -> str:
        """How it is written: a rule as a clue (``cage [total = none]: cells``), a function as a call."""
        parts = self.clue_parts
        return f"{' '.join([self.name, *parts[:-1]])}: {parts[-1]}" if parts else self.signature

    @cached_property
    def picture(self) -> str | None:
        """A small picture of the first example on a classic grid, as SVG; ``None`` where there is none."""
        return _example_picture(self) if self.examples else None

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
        from puzzledsl.editing.rule_rows import rule_rows

        return rule_rows(self.examples[0])


def library() -> list[Item]:
    """The standard library, then what is built in; private definitions (``_name``) left out."""
    from puzzledsl.elaboration.builtins import builtins
    from puzzledsl.elaboration.library import entries

    found = [item_of(entry, entry.family) for entry in entries().values() if not entry.name.startswith("_")]
    for builtin in builtins().values():
        family = builtin.family
        meaning = " ".join(dedent(builtin.call.__doc__ or "").split())
        found.append(Item(builtin.name, "function", f"{BUILT_IN}{family}", builtin.signature, meaning))
    return found


def genres() -> list[Item]:
    """The genres of the library."""
    from puzzledsl.elaboration.genres import genre_names, genre_source, rules_of, titles_of

    found = []
    for name in genre_names():
        text = genre_source(name).text
        elsewhere = frozenset("_".join(title.lower().replace("-", " ").split()) for title in titles_of(name))
        found.append(Item(name, "genre", "genres", f'genre "{name}"', rules_of(name), (), text, elsewhere))
    return found


@cache
def library_by_name() -> dict[str, Item]:
    """The same by name."""
    return {item.name: item for item in library()}


def of_model(main: Source, include: Sequence[str]) -> list[Item]:
    """What a model and the files that it includes define.

    Raises:
        PuzzleError: a file cannot be read, or has mistakes of form.
    """
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.elaboration.fault import at
    from puzzledsl.elaboration.genres import genre_source, included_part
    from puzzledsl.elaboration.library import split
    from puzzledsl.loading import opener
    from puzzledsl.reading import read
    from puzzledsl.syntax import Genre, Include

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
        found += [item_of(entry, source.name) for entry in split(source.name, source.text)]
        for node in file.statements:
            if isinstance(node, Genre) and not node.name.endswith(".puz"):
                waiting.append(at(node.name_span, genre_source, node.name))
            elif isinstance(node, (Genre, Include)):
                path, place = (node.name, node.name_span) if isinstance(node, Genre) else (node.path, node.path_span)
                if (part := included_part(path, source)) is not None:
                    waiting.append(part)
                elif open_included is not None:
                    waiting.append(at(place, open_included, path, source))
    return found


def item_of(entry: Entry, family: str) -> Item:
    """A definition of a file as an item."""
    kind = "rule" if entry.is_rule else "function"
    return Item(entry.name, kind, family, entry.signature, entry.comment, entry.examples, entry.text, entry.elsewhere)


def _example_picture(item: Item) -> str | None:
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.editing.rule_rows import CLASSIC
    from puzzledsl.elaboration import SAFE, elaborate
    from puzzledsl.elaboration.library import entries, statements_of
    from puzzledsl.presentation.picture import picture
    from puzzledsl.presentation.renderers.svg import render
    from puzzledsl.reading import read
    from puzzledsl.source import Source

    entry = entries().get(item.name)
    own = "" if entry is not None and entry.text == item.text else item.text
    try:
        model = elaborate(*read(Source(item.name, f"{CLASSIC}{own}{statements_of(item.examples[0])}")), limits=SAFE)
    except PuzzleError:  # it needs more of its model than a classic grid
        return None
    return render(picture(model), width=PICTURE_WIDTH)


def header(text: str) -> int:
    """Where the comment above the definition ends."""
    place = 0
    while text.startswith("#", place):
        place = text.index("\n", place) + 1
    return place


def find(name: str, items: Sequence[Item]) -> list[Item]:
    """The item, or the items of a family, with this name; else those that contain the word.

    Raises:
        PuzzleError: there are none.
    """
    found = [item for item in items if item.name == name][:1] or [
        item for item in items if name in (item.family, item.family.removeprefix("functions: "))
    ]
    found = found or _search(name, items)
    if found:
        return found
    from puzzledsl.nearest import did_you_mean

    raise failure(
        f"no rule or function has `{name}` in its name or description",
        label=did_you_mean(name, [item.name for item in items] + [item.family for item in items]),
        helps=("`puzzledsl rules` lists them all",),
        code="unknown-rule",
    )


def _search(word: str, items: Sequence[Item]) -> list[Item]:
    """The items with a word in their name, their foreign names or their meaning; names count before meanings."""
    from puzzledsl.elaboration.suggestions import written_here

    plain = "_".join(word.lower().replace("-", " ").split())
    here = written_here(plain)
    called = [
        item
        for item in items
        if plain in item.name.lower()
        or item.name in here
        or any(plain in (name, *name.split("_")) for name in item.elsewhere)
    ]
    if called:
        return called
    beginning = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    return [item for item in items if beginning.search(item.meaning)]
