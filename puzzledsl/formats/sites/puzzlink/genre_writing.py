"""From a genre's model back to its link: what its layouts hold is packed as the site does it.

A model is one of a genre if the link of its layouts is read as the same model. So its rules need not be understood, and
no link says anything else than its model.
"""

from __future__ import annotations

import re

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.board import Unsayable
from puzzledsl.formats.draft import layout_lines
from puzzledsl.formats.left_out import parts_left_out
from puzzledsl.formats.sites.puzzlink.body import Body, Rows, Side
from puzzledsl.formats.sites.puzzlink.decoders import decoders
from puzzledsl.formats.sites.puzzlink.genre import Genre, genre
from puzzledsl.formats.sites.puzzlink.names import aliases
from puzzledsl.model import Model

_LAYOUT = r"(?m)^((?:\w+ )?{}(?: in .+)?:\n)((?: +\S.*\n?)+)"


def genre_body(model: Model) -> str | None:
    """The genre, the sizes and the text of a link that is read as this model; ``None``: it has none of these genres.

    Raises:
        Unsayable: it has, but there is no such link.
    """
    name = aliases().get(model.genre, model.genre)
    form = genre(name)
    return None if form is None else body_of(name, form, as_loaded(model))


def body_of(name: str, form: Genre, text: str) -> str:
    """The same for the text of a model, by the name of its genre in links.

    Raises:
        Unsayable: there is no such link.
    """
    from puzzledsl.formats.sites.puzzlink.reading import read

    if missing := parts_left_out(text):
        raise Unsayable(f"it lacks a part of the link that it came from: {'; '.join(missing)}")
    foreign = Unsayable(
        f"a link of puzz.link holds clues only, and the rules of this model are not those of `{name}` there; "
        f"import a link of `{name}` and change its clues"
    )
    codecs = [decoders()[decoder] for decoder, _ in form.reads]
    layouts = [[layout_of(text, layout) for layout in names] for _, names in form.reads]
    sizes = [size for codec, found in zip(codecs, layouts, strict=True) if (size := codec.size(found))]
    if not sizes:
        raise foreign
    (height, width), *_ = sizes
    try:
        grid = Body("", height, width)
        grid.walls = _walls(layout_of(text, "wall"))
        parts = [codec.write(found, grid) for codec, found in zip(codecs, layouts, strict=True)]
        body = f"{name}/{form.flag and form.flag + '/'}{width}/{height}/{''.join(parts)}"
        back = read(f"?{body}").text()
    except Unsayable as error:
        reason, *rows = error.args
        of = [f" of `{name}`" for _, names in form.reads for name in names if rows == [layout_of(text, name)]]
        raise Unsayable("".join([reason, *of[:1]])) from None
    except (LookupError, ValueError, PuzzleError):  # layouts of other sizes, or marks that no link can hold
        raise Unsayable(f"links of the genre `{name}` cannot hold its clues") from None
    if not are_alike(form, text, back):
        raise foreign
    return body


def are_alike(form: Genre, text: str, other: str) -> bool:
    """Whether two models of a genre have the same statements; its default parameters may be left out."""
    defaults = set(re.findall(r"(?m)^param .*", form.text))
    return _statements(text) - defaults == _statements(other) - defaults


def as_loaded(model: Model) -> str:
    """The text of a model whose layouts have the clues and givens that it was loaded with.

    Raises:
        Unsayable: its text has no layout for them.
    """
    text = model.source.text
    loaded = {name: [row.split() for row in rows] for name, rows in model.clues.items() if rows is not None}
    if model.givens:
        givens, grid = layout_of(text, "givens"), model.grids[0]
        if sum(requirement.origin.is_given for requirement in model.requirements) > len(model.givens):
            raise Unsayable("a cell has two givens")
        for number, value in model.givens.items():
            variable = model.variables[number]
            if variable.grid != grid.name or [*map(len, givens)] != [grid.width] * grid.height:
                raise Unsayable(f"there is no place for the given {value} at {variable.name}")
            r, c = variable.cell or (0, 0)
            givens[r - 1][c - 1] = str(value)
        loaded["givens"] = givens
    for name, rows in loaded.items():
        found = with_layout(text, name, rows)
        if not found:
            raise Unsayable(f"the clues `{name}` are not in the model itself")
        text = found
    return text


def with_layout(text: str, name: str, rows: Rows) -> str:
    """The text of a model with other rows in a layout; empty if it has none of this name."""
    found = re.search(_LAYOUT.format(name), text)
    return "\n".join([text[: found.start(2) - 1], *layout_lines(rows), text[found.end(2) :]]) if found else ""


def layout_of(text: str, name: str) -> Rows:
    """The rows of a layout in the text of a model."""
    found = re.search(_LAYOUT.format(name), text)
    return [_marks(row) for row in found[2].splitlines()] if found else []


def _marks(row: str) -> list[str]:
    """The marks in a row of a layout, which may have spaces between them."""
    row = row.strip()
    return row.removeprefix("| ").split() if " " in row else list(row)


def _walls(rows: Rows) -> list[Side]:
    """Borders inside rooms, as `Body.walls` has them."""
    drawn = [((r, c), mark) for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)]
    right = [((r, c), (r, c + 1)) for (r, c), mark in drawn if mark in ("e", "b")]
    return right + [((r, c), (r + 1, c)) for (r, c), mark in drawn if mark in ("s", "b")]


def _statements(text: str) -> set[str]:
    """The statements of a model in canonical layout, without metadata and empty layouts; ``3,`` is the list ``3``."""
    from puzzledsl.formatting import format_text
    from puzzledsl.source import Source

    text = re.sub(
        r"(?m)^ +.*",
        lambda row: " " + " ".join(mark.rstrip(",") for mark in _marks(row[0])),
        format_text(Source("<model>", text)),
    )
    found = re.findall(r"(?m)^[^\s#].*(?:\n +.*)*", text)
    return {one for one in found if not re.match(r"(?:puzzle|author|date|note|source) |.*:[\s.|]*\Z", one)}
