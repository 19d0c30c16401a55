"""From a link to the model of its genre."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.sites.puzzlink.body import SITE, Body, Rows, places_of
from puzzledsl.formats.sites.puzzlink.codec import Codec
from puzzledsl.formats.sites.puzzlink.decoders import decoders
from puzzledsl.formats.sites.puzzlink.genre import FilledGenre, Genre, genre, genre_names
from puzzledsl.formats.sites.puzzlink.names import aliases, titles

_ESCAPED = re.compile(r"%(2[2BDEFbdef]|3[ADad]|25|7[BDbd])")
_OWN_RULES = "v:"
"""The flag by which a setter states that rules were changed."""


def read(text: str) -> ModelDraft:
    """The puzzle of a link.

    Raises:
        PuzzleError: it is damaged, its rules are not known, or it is of a genre that is not read; the message names it.
    """
    _, _, query = text.partition("?")
    query = _ESCAPED.sub(lambda code: chr(int(code[1], 16)), query.split("#")[0].split("&")[0]).rstrip('"')
    written, _, rest = query.partition("/")
    first, _, behind = rest.partition("/")
    flags, rest = ("", rest) if first.isdigit() else (first, behind)
    name, form, flags = _named(written, flags)
    height, width, rest = _sizes(rest)
    if flags.startswith(_OWN_RULES):
        raise unreadable(
            SITE,
            f"its setter has changed rules of the genre `{name}` (`{_OWN_RULES}`), and the link does not say how",
            f"without `{_OWN_RULES}/` it is read with the usual rules, which you can then change in the model",
        )
    body = Body(rest, height, width)
    draft = _filled(name, form, body)
    if body.rest():
        draft.leave_out(f"`{body.rest()[:20]}` follows the last clue of the link, and means nothing there")
    if flags != form.flag and flags not in form.flags:
        variant = f"the variant `{flags}`" if flags else f"a variant without `{form.flag}` before the size"
        raise unreadable(SITE, f"{variant} of the genre `{name}` is not read")
    return draft


def _filled(name: str, form: Genre, body: Body) -> FilledGenre:
    """The model of a genre with the layouts that a link fills.

    Raises:
        PuzzleError: a number is unknown, and the genre has no such clues.
    """
    layouts: dict[str, Rows] = {}
    for decoder, names in form.reads:
        layouts |= layouts_in(decoders()[decoder], names, body)
    unknown = {key for key, rows in layouts.items() if any("?" in row for row in rows)}
    if unknown - {"givens"} and not form.reads_unknown:
        raise unreadable(SITE, f"numbers that are not known (`?`) are not read in `{name}`")
    draft = FilledGenre(form, body.height, body.width, layouts, body.walls)
    if "givens" in unknown and form.has_empty:
        draft.leave_out("numbers that are not known (`?`): their cells are not empty")
    return draft


def layouts_in(codec: Codec, names: Sequence[str], body: Body) -> dict[str, Rows]:
    """The layouts of the next part of a link by their names; a mask is made of the others if the part has none.

    Raises:
        PuzzleError: the text ends too early, or something in it means nothing.
    """
    rows = codec.read(body)
    if names[-1:] == ("mask",) and len(names) > len(rows):
        rows.append(places_of(*rows))
    return dict(zip(names, rows, strict=False))


def _named(written: str, flags: str) -> tuple[str, Genre, str]:
    """A genre by its name, or by another that it has in links, and the flags that are not part of that name.

    Raises:
        PuzzleError: it is not read; with its full name where that is known.
    """
    short = re.sub(r"^m\+|_(?:edit|play|test)$", "", written.strip().lower())
    name = aliases().get(short, short)
    if (other := aliases().get(f"{short}/{flags}")) is not None:
        name, flags = other, ""
    form = genre(name)
    if form is None:
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", short):
            raise unreadable(SITE, "it names no genre")
        raise unknown_genre(short, titles().get(name, ""))
    return name, form, flags


def unknown_genre(name: str, title: str) -> PuzzleError:
    """The message about a genre that is not read, or does not exist.

    Args:
        title: its full name, if it is one.
    """
    from puzzledsl.diagnostics import failure
    from puzzledsl.nearest import nearest, question

    names = genre_names()
    known = {**{name: name for name in names}, **{titles()[name]: name for name in names}, **aliases()}
    near = None if title else known.get(nearest(name, known) or "")
    listed = f"`puzzledsl import --genres` lists the {len(names)} genres that are read"
    return failure(
        f"{SITE}'s genre `{name}`{f' ({title})' if title else ''} is not read",
        label=question(near if near in names else None),
        helps=(listed,),
        code="format",
    )


def _sizes(text: str) -> tuple[int, int, str]:
    """Height, width (columns come first in a link), and the part behind them."""
    parts = text.split("/")
    if len(parts) < 2 or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts[:2]):
        raise unreadable(SITE, "it does not say the size of its grid")
    return int(parts[1]), int(parts[0]), "/".join(parts[2:])
