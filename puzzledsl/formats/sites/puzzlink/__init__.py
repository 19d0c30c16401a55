"""puzz.link, pzprxs and pzv.jp: links of pzprjs.

The genres are models in ``puzzledsl/genres/``. A line ``# puzz.link: DECODER NAME…`` states which part of a link fills
which layouts (`decoders`). The model of a link names its genre, and has these layouts.
"""

from __future__ import annotations

from puzzledsl.formats.format import Format

FORMAT = Format(
    "puzzlink",
    "puzz.link",
    r"(?i:https?://(?:(?:[\w.-]*\.)?(?:puzz\.link(?!/db\b)|pzv\.jp|pzprxs\.\w+(?:\.\w+)?)[/?]|[^\s?]*/p(?:\.html)?\?[a-z]))",
    __name__,
    ("pzpr", "pzv"),
)
"""The links of these sites, or the query of any copy."""
