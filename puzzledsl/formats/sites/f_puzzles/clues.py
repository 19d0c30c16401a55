"""The clues of a puzzle of f-puzzles, as far as its rules' text lets them mean what they usually do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import write_extremes
from puzzledsl.formats.sites.f_puzzles import prose
from puzzledsl.formats.sites.f_puzzles.cells import cell, cells
from puzzledsl.formats.sites.f_puzzles.grid_rules import dots, grid_rules
from puzzledsl.formats.sites.f_puzzles.kinds import KINDS
from puzzledsl.formats.sites.f_puzzles.source import one

if TYPE_CHECKING:
    from puzzledsl.formats.sites.f_puzzles.source import Source
    from puzzledsl.model import Cell


def read_clues(source: Source) -> None:
    """Read all clues that have a meaning for the site's own solver."""
    grid_rules(source)
    dots(source)
    for key, (title, reader) in KINDS.items():
        entries = source.entries(key)
        if entries and prose.is_unspoken(source.draft.rules, key):
            source.unspoken.append(key)
            continue
        for entry in entries:
            one(source, title, reader, entry)
    for key in ("odd", "even"):
        marked = _marked(source, key, f"an {key} cell")
        if marked:
            source.draft.clue(key, marked)
    for key in ("minimum", "maximum"):
        write_extremes(source.draft, key, _marked(source, key, f"a {key}"))
    if source.entries("fogofwar") or source.entries("foglight") or source.entries("triggereffect"):
        source.draft.leave_out("fog hides clues until digits are found; the model shows all clues at once")


def distrust_clues(source: Source, sentence: str) -> None:
    """Leave out all clues, since a sentence of the rules changes what clues mean."""
    kinds = [key for key in (*KINDS, *_OTHER_KINDS) if source.json.get(key)]
    source.distrusted = frozenset(kinds)
    source.read.update(kinds)
    kinds = [key for key in kinds if key != "killercage"]  # those are handed on as they are drawn
    if kinds:
        source.draft.leave_out(
            f"the clues {', '.join(kinds)}: they may not have their usual meaning, since the rules say: “{sentence}”"
        )


def _marked(source: Source, key: str, title: str) -> list[Cell]:
    """The cells that carry a mark, in reading order."""
    found: list[Cell] = []

    def read(source: Source, entry: dict[str, Any]) -> None:
        many = cells(source.draft, entry.get("cells")) if "cells" in entry else []
        found.extend(many or [cell(source.draft, entry.get("cell"))])

    for entry in source.entries(key):
        one(source, title, read, {"cell": entry} if isinstance(entry, str) else entry)
    return sorted(set(found))


_OTHER_KINDS = (
    *("difference", "ratio", "xv", "negative", "nonconsecutive", "odd", "even", "minimum", "maximum"),
    *("antiknight", "antiking", "disjointgroups", "diagonal+", "diagonal-"),
)
"""The keys of clues that are not read one by one."""
