"""puzz.link, pzprxs and pzv.jp: links of pzprjs.

The genres are models in ``puzzledsl/genres/``. A line ``# puzz.link: DECODER NAME…`` states which part of a link fills
which layouts (`decoders`). The model of a link names its genre, and has these layouts.
"""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

_LINK = re.compile(
    r"(?i)https?://(?:(?:[\w.-]*\.)?(?:puzz\.link(?!/db\b)|pzv\.jp|pzprxs\.\w+(?:\.\w+)?)[/?]|[^\s?]*/p(?:\.html)?\?[a-z])"
)
"""A link of one of the sites, or the query of any copy."""


def _recognises(text: str) -> bool:
    return _LINK.match(text) is not None


FORMAT = Format("puzzlink", "puzz.link", _recognises, __name__, aliases=("pzpr", "pzv"))
