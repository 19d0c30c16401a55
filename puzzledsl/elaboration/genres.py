"""Genres: whole models, of which another file takes the rules and brings data of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, failure, replacing
from puzzledsl.elaboration.fault import Fault, at
from puzzledsl.nearest import nearest, question
from puzzledsl.reading import LONGEST_TEXT, read
from puzzledsl.records import replace
from puzzledsl.source import Source
from puzzledsl.syntax import ClueLayout, File, Genre, Givens, Mask, Metadata, Param, Regions, Statement

if TYPE_CHECKING:
    from puzzledsl.elaboration.elaborate import Elaboration

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "genres")
_DATA = r"(?m)^(?:param .*\n|(?:(?:clues|regions) \w+(?: in .+)?|givens|mask):\n(?: +.*\n)+)"


@cache
def genre_names() -> tuple[str, ...]:
    """The genres of the library in alphabetical order."""
    return tuple(sorted(file.removesuffix(".puz") for file in os.listdir(_FOLDER) if file.endswith(".puz")))


def genre_source(name: str) -> Source:
    """The model of a genre of the library.

    Raises:
        Fault: there is none of this name.
    """
    if name in genre_names():
        return _genre(f"{name}.puz")
    message = f"no genre is called `{name}`"
    if (meant := genre_called(name)) != name:
        raise Fault(message, f"here it is called `{meant}`", code="genre", meant=(name, meant))
    helps = "`puzzledsl rules genres` lists the genres; a file beside is named with its ending: `own.puz`"
    raise Fault.unknown(message, name, genre_names(), helps, "genre")


def genre_called(title: str) -> str:
    """The genre of the library that has this name or title; the title again if there is none."""
    return title if title in genre_names() else _by_title().get(_plain(title), title)


@cache
def _by_title() -> dict[str, str]:
    """The genres of the library by what they are called and by their files' names, written plainly."""
    titles = {_plain(title): name for name in genre_names() for title in reversed(titles_of(name))}
    return titles | {_plain(name): name for name in genre_names()}


def titles_of(name: str) -> list[str]:
    """What a genre of the library is called: its title, and the names of a line ``# elsewhere: galaxies, …``."""
    text = genre_source(name).text
    elsewhere = re.findall(r"(?m)^# elsewhere: (.*)$", text)
    return [*re.findall(r'(?m)^puzzle "(.*)"$', text), *(one for line in elsewhere for one in line.split(", "))]


def _plain(title: str) -> str:
    return re.sub(r"[\W_]", "", title).lower()


def rules_of(name: str) -> str:
    """The rules of a genre of the library in words: the paragraph that its file begins with.

    Raises:
        Fault: there is no such genre.
    """
    lines = takewhile(re.compile(r"# (?!puzz\.link|elsewhere:)").match, genre_source(name).text.splitlines())
    return " ".join(line.removeprefix("#").strip() for line in lines).strip()


def example(name: str) -> str:
    """A model that names a genre of the library, with the data of its example.

    Raises:
        Fault: there is no such genre.
    """
    data = re.findall(_DATA, genre_source(name).text)
    params, layouts = ([one for one in data if one.startswith("param ") == is_param] for is_param in (True, False))
    return "".join([f'genre "{name}"\n', *params, *(re.sub(" in .+:", ":", f"\n{layout}") for layout in layouts)])


class _Genre(Source):
    """A file of the library of genres; `_genre` makes one of each."""

    def __init__(self, path: str) -> None:
        with open(os.path.join(_FOLDER, path), encoding="utf-8") as file:
            super().__init__(f"genres/{path}", file.read(), is_library=True)

    def __reduce__(self) -> tuple[Callable[[str], _Genre], tuple[str]]:
        return _genre, (self.name.removeprefix("genres/"),)


@cache
def _genre(path: str) -> _Genre:
    return _Genre(path)


def included_part(path: str, including: Source) -> Source | None:
    """The file that a genre of the library includes; ``None``: no such genre includes it."""
    return _genre(path) if isinstance(including, _Genre) else None


def tree_of(source: Source, longest: int = LONGEST_TEXT) -> tuple[File, list[Diagnostic]]:
    """The syntax tree of a file, and what is wrong with it; a file of genres is read once for all models."""
    return _tree_of(source) if isinstance(source, _Genre) else read(source, longest)


@cache
def _tree_of(source: _Genre) -> tuple[File, list[Diagnostic]]:
    return read(source)


def take_genre(run: Elaboration, node: Genre) -> None:
    """``genre "masyu"``: the statements of a genre's model, with the data of this model in place of its own.

    Layouts that this model lacks are empty. Parameters keep their values. A genre may name another, and add rules.
    """
    place, here = node.name_span, node.span.source
    if here in run.genres:
        raise failure("a model has one genre", node.span, "remove all but one of these lines", code="genre")
    run.genres[here] = node.name
    source = run.opened(node.name, place) if node.name.endswith(".puz") else at(place, genre_source, node.name)
    file, mistakes = tree_of(source)
    run.diagnostics += mistakes
    own = run.data
    if here is run.file.source:
        own.update((key, statement) for statement in run.file.statements if (key := _datum(statement)))
    run.diagnostics += _of_another_kind(own.values(), file.statements)
    for remark in _misspelt(own.values(), file.statements):
        run.context.warn(remark)
    kept = [statement for statement in file.statements if _datum(statement) in own or not _is_example(statement)]
    for statement in kept:
        if (key := _datum(statement)) and key not in own:
            own[key] = statement
            if isinstance(statement, (ClueLayout, Regions)):
                run.left_out.add(statement.name.id)
    run.run_file(source, [_with_data(statement, own.get(_datum(statement), statement)) for statement in kept])


def _with_data(node: Statement, own: Statement) -> Statement:
    """The statement of a model in the place of one of its genre; the marks of clues stay those of the genre."""
    if isinstance(node, ClueLayout) and isinstance(own, ClueLayout) and own.domain is None:
        return replace(own, domain=node.domain)
    return own


def layout_form(node: ClueLayout | Regions) -> str:
    """The line above the rows of a layout, and the fullest of them: ``clues number: 3 . 2``."""
    kind = "clues" if isinstance(node, ClueLayout) else "regions"
    fullest = max((row.text for row in node.rows), key=lambda row: len(row) - row.count(".") - row.count(" "))
    return f"{kind} {node.name.id}: {fullest}"


def _of_another_kind(own: Iterable[Statement], of_genre: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Layouts that the model writes as ``clues`` where the genre has ``regions``, or the other way round."""
    kinds = {ClueLayout: "clues", Regions: "regions"}
    meant = {node.name.id: type(node) for node in of_genre if isinstance(node, (ClueLayout, Regions))}
    for node in own:
        if isinstance(node, (ClueLayout, Regions)) and meant.get(node.name.id, type(node)) is not type(node):
            name, kind = node.name, kinds[meant[node.name.id]]
            yield Diagnostic(
                f"`{name.id}` is `{kind} {name.id}` in the genre", name.span, f"write `{kind} {name.id}:`", code="genre"
            )


def _misspelt(own: Iterable[Statement], of_genre: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Layouts and parameters that nothing reads, and whose name is like one of the genre that the model lacks."""
    data = [node for node in own if isinstance(node, (ClueLayout, Regions, Param))]
    names = {node.name.id for node in of_genre if isinstance(node, (ClueLayout, Regions, Param))}
    missing = names - {node.name.id for node in data}
    for node in data:
        name, text = node.name, node.span.source.text
        is_alone = name.id not in names and len(re.findall(rf"\b{name.id}\b", text)) == 1
        if is_alone and (guess := nearest(name.id, missing)):
            message, fixes = f"the genre has no `{name.id}`, and no statement reads it", replacing(name.span, guess)
            yield Diagnostic(message, name.span, question(guess), code="genre", fixes=fixes)


def _datum(node: Statement) -> tuple[str, ...]:
    """What a statement says that is of one puzzle: two statements with the same datum replace each other."""
    match node:
        case ClueLayout() | Regions() | Param():
            return type(node).__name__, node.name.id
        case Givens() | Mask():
            return type(node).__name__, node.grid.id if node.grid else ""
        case Metadata():
            return "Metadata", node.key
    return ()


def _is_example(node: Statement) -> bool:
    """Whether a statement is about the example of a genre alone."""
    return isinstance(node, (Givens, Mask)) or (isinstance(node, Metadata) and node.key != "puzzle")
