"""What is packed in a link: raw deflate and base64 over lines of text, in which frequent names are abbreviated."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterable
from urllib.parse import unquote

from puzzledsl.formats.bounds import from_base64, inflated, unreadable
from puzzledsl.formats.tables import pairs

SITE = "Penpa+"
ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
ABBREVIATIONS = pairs(__file__, "abbreviations.tsv")
"""Each name and its abbreviation, in the order of abbreviating; a ``z`` of the text itself comes first."""
_ESCAPES = {",": "%2C", "\n": "%2D", "&": "%2E", "=": "%2F"}
"""Characters of a text in the first line, whose parts are separated by commas."""


def link_of(lines: list[str], solution: str = "") -> str:
    """Pack the lines of a puzzle, and what the site compares with answers, if there is something."""
    link = ADDRESS + _packed(abbreviated("\n".join(lines)))
    return f"{link}&a={_packed(solution)}" if solution else link


def _packed(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def lines_of(link: str) -> list[str]:
    """Unpack the lines of a puzzle.

    Raises:
        PuzzleError: the link has none, or it is damaged.
    """
    text = part_of(link, "p")
    if text is None:
        raise unreadable(SITE, "the link has no puzzle behind `p=`")
    return expanded(text).split("\n")


def part_of(link: str, name: str) -> str | None:
    """Unpack the text behind a name; ``None``: the link does not have the name.

    Raises:
        PuzzleError: it is damaged.
    """
    found = re.search(rf"(?:^|[?#&]){name}=([^&#\s]+)", link)
    if found is None:
        return None
    try:
        return inflated(from_base64(unquote(found[1]), SITE), SITE).decode("utf-8")
    except UnicodeDecodeError:
        raise unreadable(SITE, "it is damaged; perhaps a part of the link is missing") from None


def abbreviated(text: str) -> str:
    """Replace names by their abbreviations."""
    return _replaced(text, ABBREVIATIONS.items())


def expanded(text: str) -> str:
    """Replace abbreviations by their names."""
    return _replaced(text, [(short, name) for name, short in reversed(ABBREVIATIONS.items())])


def escaped(text: str) -> str:
    """Write a text for the first line."""
    return _replaced(text, _ESCAPES.items())


def unescaped(text: str) -> str:
    """Read a text of the first line."""
    return _replaced(text, [(escape, character) for character, escape in _ESCAPES.items()]).strip()


def _replaced(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    for before, after in pairs:
        text = text.replace(before, after)
    return text
