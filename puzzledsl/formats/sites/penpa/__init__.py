"""Links of Penpa+ (https://swaroopg92.github.io/penpa-edit, MIT licence)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model

_LINK = re.compile(r"(?i)https?://\S*penpa\S*[?#&]p=|https?://\S*[?#&]m=(?:edit|solve|solvedup|count)&(?:\w+=\w*&)*p=")
_PAYLOAD = re.compile(r"(?:m=(?:edit|solve|solvedup|count)&)(?:\w+=\w*&)*p=")


def _recognises(text: str) -> bool:
    return _LINK.match(text) is not None or _PAYLOAD.match(text) is not None


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.penpa.reading import read

    return read(text)


def _read_as(text: str, genre: str) -> Draft:
    from puzzledsl.formats.sites.penpa.reading import read

    return read(text, genre)


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.penpa.writing import write

    return write(model, solution)


FORMAT = Format("penpa", "Penpa+", _recognises, _read, _write, aliases=("penpa+", "penpa-edit"), read_as=_read_as)
