"""Clues that are drawn on the page, as lines of text: written, changed, taken away."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from puzzledsl.analysis.elements import Element
from puzzledsl.analysis.removal import cuts_of
from puzzledsl.diagnostics import failure
from puzzledsl.editing.rule_items import item_of, library
from puzzledsl.model import Kind
from puzzledsl.syntax import Clue, Constraint, GridDeclaration, Mask, Regions
from puzzledsl.web.cell_lists import as_group, as_line, as_seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from puzzledsl.analysis.removal import Change
    from puzzledsl.editing import Document
    from puzzledsl.editing.rule_items import Item
    from puzzledsl.model import Model, Origin
    from puzzledsl.source import Source
    from puzzledsl.syntax import File

_DRAWN = re.compile(r"^[ \t]*+draw\s+(\w+)", re.M)
_WORD = re.compile(r"[\w.\"]+|\"[^\"\n]*\"")
_LINES = ("line", "shaft", "path")


def items_of(document: Document) -> dict[str, Item]:
    """The rules that a clue of this text may use: those of the library and its own, by name."""
    return {item.name: item for item in offered(library()) + own_items(document)}


def own_items(document: Document) -> list[Item]:
    """The rules that a text and the files that it includes define."""
    from puzzledsl.elaboration.library import split

    sources = (*(one.source for one in document.included.values()), document.source)
    return offered(item_of(entry, source.name) for source in sources for entry in split(source.name, source.text))


def offered(items: Iterable[Item]) -> list[Item]:
    """The rules among definitions, without private ones."""
    return [item for item in items if item.is_rule and not item.name.startswith("_")]


def drag_of(item: Item) -> str:
    """How the cells of a rule are chosen on the page.

    ``line``: in their order. ``cells``: as a set. ``pair``: two that touch. ``outside``: a row, column or diagonal, in
    the order in which the clue sees it. ``grid``: none, the rule is about the whole grid or needs lists.
    """
    parameters = item.parameters
    if item.family == "grid" or not parameters or parameters[0].default is not None or parameters[0].variadic:
        return "grid"
    name, marks = parameters[0].name.id, set(_DRAWN.findall(item.text))
    if name in ("groups", "lines"):
        return "grid"
    if "outside" in marks or item.family == "outside":
        return "outside"
    if name == "pair":
        return "pair"
    return "line" if name in _LINES or marks & {"line", "arrow", "thermometer"} else "cells"


def written(
    document: Document, model: Model, rule: str, cells: Sequence[str], arguments: Mapping[str, str]
) -> list[Change]:
    """The change that adds a clue, or changes the arguments of the same clue.

    Args:
        document: the text.
        model: of the text, or of one shortly before it; tells what the cells are.
        arguments: texts of the language by the names of parameters; empty ones are left out.

    Raises:
        PuzzleError: there is no such rule, an argument is missing, or it is not an expression.
    """
    text = document.text
    item = items_of(document).get(rule)
    if item is None:
        raise failure(f"there is no rule `{rule[:40]}`", code="unknown-rule")
    drag, first = drag_of(item), item.parameters[0].name.id if item.parameters else ""
    if drag == "grid" and arguments.get(first):
        return [new_line(text, rule, f"{rule}({', '.join(_arguments(item, arguments, first))})")]
    head = " ".join([rule, *_arguments(item, {k: v for k, v in arguments.items() if k != first})])
    same = _same_clue(text, model, rule, cells, drag in ("line", "outside"))
    if same is not None:
        return [(same.span.start, same.groups[0].span.start, f"{head}: ")]
    of = cells_text(drag, cells, model) if cells else first if drag == "grid" and item.parameters_needed else ""
    return [new_line(text, rule, f"{head}: {of}" if of else head)]


def removed(model: Model, number: int) -> list[Change]:
    """The changes that take a clue away.

    Args:
        model: of this text.
        number: of its first requirement.

    Raises:
        PuzzleError: it is not a clue of its own in this text.
    """
    if not 0 <= number < len(model.requirements):
        raise failure("there is no such clue", code="call")
    origin = model.requirements[number].origin
    if Statements(model).of(origin) is None:
        where = "a rule of the genre" if origin.span.source.is_library else f"part of {origin.place}; change it there"
        raise failure(f"{origin.sentence} is {where}", code="call")
    return cuts_of(model, [Element((number,), origin, origin.sentence)])


class Statements:
    """The statements of a model's text that are one clue each, or a list of clues with commas between."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._by_place: dict[tuple[int, int], Clue | Constraint] = {}
        for statement in file_of(model.source.text).statements:
            if isinstance(statement, (Clue, Constraint)):
                groups = statement.groups if isinstance(statement, Clue) else ()
                for span in (statement.span, *(group.span for group in groups)):
                    self._by_place[span.start, span.end] = statement
        origins = {id(requirement.origin): requirement.origin for requirement in model.requirements}
        self._clues = Counter((origin.span.start, origin.span.end) for origin in origins.values())

    def of(self, origin: Origin) -> Clue | Constraint | None:
        """The statement that a clue is in.

        ``None`` for a clue of a loop, a rule or an included file, and for one of the groups of a list (``rows``).
        """
        place = origin.span.start, origin.span.end
        if origin.kind is not Kind.CLUE or origin.span.source is not self._model.source or self._clues[place] > 1:
            return None
        return self._by_place.get(place)


def file_of(text: str) -> File:
    """What can be read of a text, whatever is wrong with the rest."""
    from puzzledsl.reading import read
    from puzzledsl.source import Source

    source: Source = Source("<text>", text)
    return read(source)[0]


def cells_text(drag: str, cells: Sequence[str], model: Model) -> str:
    """The cells of a clue, in the order that means something."""
    match drag:
        case "outside":
            return as_seen(cells, model)
        case "line" | "pair":
            return as_line(cells)
        case _:
            return as_group(cells)


def _arguments(item: Item, arguments: Mapping[str, str], first: str = "") -> list[str]:
    """The arguments as they are written. One behind one that is left out is written with its name.

    Args:
        first: the parameter of the cells, if it is to be among them: for a call in parentheses.
    """
    parameters = item.parameters if first else item.parameters[1:]
    wrong = partial(failure, helps=(f"it is written `{item.usage}`",), code="arity")
    known = [parameter.name.id for parameter in parameters]
    for name in arguments:
        if name not in known:
            raise wrong(f"`{item.name}` has no `{name[:40]}`")
    found: list[str] = []
    gap = False
    for parameter in parameters:
        name = parameter.name.id
        value = " ".join(arguments.get(name, "").split())
        if not value:
            if parameter.default is None and not parameter.variadic:
                raise wrong(f"`{item.name}` needs its {name}")
            gap = True
        elif parameter.variadic:
            found += [_argument(part) for part in value.replace(",", " ").split()]
        else:
            one = value if first else _argument(value)
            found.append(f"{name} = {one}" if gap else one)
    return found


def _argument(value: str) -> str:
    """In parentheses, where it is more than a word, a number, a text or a bracketed list."""
    plain = _WORD.fullmatch(value) or (value[:1] in "[({" and value[-1:] in "])}")
    return value if plain else f"({value})"


def _same_clue(text: str, model: Model, rule: str, cells: Sequence[str], ordered: bool) -> Clue | None:
    """The statement that is a clue of this rule on just these cells, if the model is that of this text."""
    if model.source.text != text or not cells:
        return None
    wanted = list(cells) if ordered else sorted(cells)
    statements = Statements(model)
    for requirement in model.requirements:
        origin = requirement.origin
        names = [model.variables[x].name for x in origin.variables]
        if origin.clue == rule and (names if ordered else sorted(names)) == wanted:
            statement = statements.of(origin)
            if isinstance(statement, Clue) and len(statement.groups) == 1:
                return statement
    return None


def new_line(text: str, rule: str, line: str) -> Change:
    """The change that adds a line for a rule.

    Behind the last clue of the same rule; else behind the last clue; else behind the grids and what belongs to them.
    """
    statements = file_of(text).statements
    own = [one for one in statements if isinstance(one, Clue) and one.name.id == rule]
    clues = [one for one in statements if isinstance(one, (Clue, Constraint, GridDeclaration, Mask, Regions))]
    if not (own or clues):
        gap = "" if not text or text.endswith("\n") else "\n"
        return len(text), len(text), f"{gap}{line}\n"
    last = (own or clues)[-1]
    end = max([last.span.end, *(row.span.end for row in getattr(last, "rows", ()))])
    place = text.find("\n", end) + 1
    if not place:
        return len(text), len(text), f"\n{line}"
    apart = not isinstance(last, (Clue, Constraint)) or (isinstance(last, Clue) and last.name.id == "alldifferent")
    gap = "\n" if apart and not own else ""
    return place, place, f"{gap}{line}\n"
