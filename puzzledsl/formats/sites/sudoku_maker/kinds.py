"""The types of constraints of Sudoku Maker: most are kinds of `formats.kinds`, some are the site's own."""

from __future__ import annotations

from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.kinds import KINDS, Entry, Form, Kind, read_line
from puzzledsl.records import replace


def _read_group_line(draft: ModelDraft, _kind: Kind, entry: Entry) -> None:
    """Any N successive cells hold one digit of each of the N groups."""
    groups = _groups(draft, entry)
    if groups == _thirds(draft):
        read_line(draft, KINDS["entropicline"], entry)
    elif groups == sorted([v for v in draft.values if v % len(groups) == k] for k in range(len(groups))):
        read_line(draft, KINDS["modularline"], replace(entry, value=str(len(groups))))
    else:
        raise ClueError("its groups of digits are neither low, middle and high nor those with equal remainders")


def _read_global_groups(draft: ModelDraft, _kind: Kind, entry: Entry) -> None:
    """Every 2×2 holds a low, a middle and a high digit."""
    if _groups(draft, entry) != _thirds(draft):
        raise ClueError("its groups of digits are not low, middle and high")
    draft.line("global_entropy", "grid")


def _groups(draft: ModelDraft, entry: Entry) -> list[list[int]]:
    """The groups of digits of an entry, the one with the lowest digit first; each is given by the bits of a number.

    Raises:
        ClueError: there is none, or one has no digit of the grid.
    """
    groups = sorted([v for v in draft.values if v >= 0 and bits >> v & 1] for bits in entry.values if bits >= 0)
    if not groups or len(groups) < len(entry.values) or not all(groups):
        raise ClueError("it has a group without digits")
    return groups


def _thirds(draft: ModelDraft) -> list[list[int]]:
    """The low, middle and high values, as the library cuts them."""
    values = list(draft.values)
    size = (len(values) + 1) // 3
    return [values[:size], values[size : len(values) - size], values[len(values) - size :]]


TYPES = {kind.maker: kind for kind in KINDS.values() if kind.maker} | {
    15: Kind("non-consecutive", "nonconsecutive", KINDS["antiking"].form),
    16: Kind("global groups of digits", "global_entropy", Form(_read_global_groups, "grid")),
    406: Kind("digit group lines", "entropic", Form(_read_group_line, "line")),
}
"""The kind of each type of constraint."""
