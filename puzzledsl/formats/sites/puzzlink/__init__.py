"""puzz.link, pzprxs and pzv.jp: links of pzprjs.

The genres are models in ``genres/``, one file each: the rules in the language, with layouts that a puzzle fills. A line
``# reads: DECODER NAME…`` says which part of a link fills which layouts (`decoders`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model

_LINK = re.compile(
    r"(?i)https?://(?:(?:[\w.-]*\.)?(?:puzz\.link|pzv\.jp|pzprxs\.\w+(?:\.\w+)?)[/?]|[^\s?]*/p(?:\.html)?\?[a-z])"
)
"""A link of one of the sites, or the query of any copy."""


def _recognises(text: str) -> bool:
    return _LINK.match(text) is not None


def _read(text: str) -> Draft:
    from puzzledsl.formats.sites.puzzlink.reading import read

    return read(text)


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.puzzlink.writing import write

    return write(model, solution)


FORMAT = Format("puzzlink", "puzz.link", _recognises, _read, _write, aliases=("pzpr", "pzv"))
