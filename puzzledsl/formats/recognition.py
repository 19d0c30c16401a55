"""Whether a text is a puzzle of another program, and of which."""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.diagnostics import PuzzleError
    from puzzledsl.formats.format import Format

_LINK = re.compile(r"(?i)(?:https?|sudokupad)://\S")
_MARKDOWN = re.compile(r"\[[^\]\n]*\]\((\S+)\)")
"""A link behind its text."""
_PAYLOAD = r"(?:fpuzzles|fpuz|scl|ctc|scf)[A-Za-z0-9+/=%_-]{40,}|\{id:|\.[A-Z~][\w~.-]*~"
_DATA = frozenset('{[0123456789_?*|+-.=<:"`ABCDEFGHIJKLMNOPQRSTUVWXYZ')
"""What a grid of marks, a JSON or an XML text begins with, and no model."""
_SHORTENED = re.compile(
    r"(?i)https?://(?:www\.)?(?:tinyurl\.com/([\w-]+)|(?:bit\.ly|t\.co|is\.gd|goo\.gl)/\S|puzz\.link/db\b)"
)
"""Links that lead to others."""
_HEADING = re.compile(r"[a-z_]+ ?[,;\t]|(?:grid|puzzle|game|sudoku|problem)[ _#]*[0-9]")
"""The names of columns, or a heading, above the puzzles of a collection."""
_REMARKS = r"[\ufeff\s]*(?:#[^\n]*\s*)*"
"""Comments above a model; above a grid, too, in some formats."""
_GRID = r"[0-9A-Z._*?]{16,}"


def is_foreign(name: str) -> bool:
    """Whether a text in the place of a file's name is itself a puzzle: a link, or a payload without its link.

    Looks at the first characters only: every command asks.
    """
    return _LINK.match(name) is not None or re.match(_PAYLOAD, name, re.ASCII) is not None


def pasted(text: str) -> str:
    """A link without the blanks, quotes and brackets that are pasted along with it; any other text as it is."""
    found = _MARKDOWN.fullmatch(text.strip())
    link = (found[1] if found else text).strip(" \t\r\n<>\"'`")
    return link if is_foreign(link) and "\n" not in link else text


def short_name(name: str) -> str:
    """What the output of a command calls a model: the file as it is named, but never a whole link."""
    return "LINK" if is_foreign(pasted(name)) else name


def is_grid(name: str) -> bool:
    """Whether a text in the place of a file's name has the form of a whole grid of digits."""
    return re.fullmatch(_GRID, name) is not None and isqrt(len(name)) ** 2 == len(name)


def may_be_foreign(text: str) -> bool:
    """Whether a text does not begin as a model does. A quick look: every model is asked."""
    begin = re.match(_REMARKS, text).end()  # type: ignore[union-attr]  # it matches everywhere
    start = text[begin : begin + 100]
    return start[:1] in _DATA or _HEADING.match(start) is not None or is_foreign(start)


def recognised(text: str) -> Format | None:
    """The format of a text, if it has the form of any."""
    from puzzledsl.formats import formats

    stripped = text.strip("\ufeff \t\r\n")
    if not stripped:
        return None
    return next((form for form in sorted(formats().values(), key=lambda f: f.order) if form.recognises(stripped)), None)


def unrecognised(text: str) -> PuzzleError:
    """Describe a text that has no known form, and no blanks around it."""
    from puzzledsl.diagnostics import failure
    from puzzledsl.formats import formats

    if found := _SHORTENED.match(text):
        from puzzledsl.formats.bounds import short_link

        where = f"open https://preview.tinyurl.com/{found[1]}" if found[1] else "open it in a browser"
        return short_link("another site", where, "copy the long link: what it shows, or the address of the page")
    if not text:
        return failure("there is nothing to read: the text is empty", code="format")
    titles = ", ".join(form.title for form in formats().values())
    link = is_foreign(text)
    what = "this is not a link of a known puzzle site" if link else "this is not a puzzle in a known format"
    helps = [f"these are read: {titles}", "`puzzledsl import --format NAME` reads the text in that format"]
    helps.append(
        "nothing is fetched: open a short link in a browser, and copy the long link from there"
        if link
        else "a model needs no import: the other commands read it as it is"
    )
    if not link and text[0] in _DATA - set("{<"):
        helps.append("a grid has as many rows as columns, one mark for each cell, and one mark for all open cells")
    return failure(what, helps=helps, code="format")
