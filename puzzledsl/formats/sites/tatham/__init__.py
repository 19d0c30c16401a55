"""Simon Tatham's Portable Puzzle Collection: links with the id of a game, saved games, and the ids themselves."""

from __future__ import annotations

import re

from puzzledsl.formats.format import Format

LINK = re.compile(r"(?i:https?://\S*/puzzles/(?:js|java)/(\w+)\.html#(\S+))")
ID = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?((?:[a-z]\w*)?):(\S+)")

FORMAT = Format(
    "tatham",
    "Simon Tatham's puzzles",
    rf"{LINK.pattern}|SAVEFILE:41:Simon Tatham's Portable Puzzle Collection|{ID.pattern}\Z",
    __name__,
    writes=False,
    asks_genre=True,
    order=20,
)
