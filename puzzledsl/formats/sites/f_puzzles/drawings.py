"""Drawings of f-puzzles: lines, shapes, texts and cages that its solver does not know.

A drawing that belongs to a typed clue says so (``fromConstraint``) and is silent. All others may mean something that
only the rules' text tells, so they are named.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.clues import ClueError, distinct
from puzzledsl.formats.draft import cell_list, cell_name
from puzzledsl.formats.json_values import shown, text
from puzzledsl.formats.sites.f_puzzles.cells import cells, place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.formats.sites.f_puzzles.clues import Source

_CARRIER = re.compile(r"(?s)\s*([a-z]+)\s*:\s(.*)")
_DIGITAL_ROOT = re.compile(r"(?i)\s*DR\s*(\d)\s*")
_FOG = re.compile(r"(?i)\s*(?:FOW|FOGLIGHT)\s*")


def metadata(json: Mapping[str, Any]) -> dict[str, str]:
    """Texts that cages carry as their value: ``title: The name``."""
    found: dict[str, str] = {}
    cages = json.get("cage")
    for entry in cages if isinstance(cages, list) else []:
        if isinstance(entry, dict) and (carried := _CARRIER.fullmatch(text(entry.get("value")))):
            found.setdefault(carried[1], carried[2].strip())
    return found


def read_drawings(source: Source) -> None:
    """Read the cages that mean something, and name the other drawings."""
    for entry in source.entries("cage"):
        if isinstance(entry, dict):
            _cage(source, entry)
    found: dict[str, list[str]] = {}
    for key, name in (("line", "line"), ("rectangle", "rectangle"), ("circle", "circle"), ("text", "text")):
        for entry in source.entries(key):
            if not isinstance(entry, dict) or entry.get("fromConstraint") or entry.get("isNewConstraint"):
                continue
            what = shown(entry.get("value")) if text(entry.get("value")) else ""
            color = text(entry.get("outlineC") if key == "line" else entry.get("baseC")) if key != "text" else ""
            label = " ".join(part for part in ("a", name, what, f"of the color {color}" if color else "") if part)
            found.setdefault(label, []).append(_spot(entry))
    for label, spots in found.items():
        where = ", ".join(dict.fromkeys(spots))
        times = f" ({len(spots)} times)" if len(spots) > 1 else ""
        source.draft.leave_out(f"A drawing may be a clue: {label}{times} at {where}.")
    if isinstance(source.json.get("metadata"), dict):
        source.read.add("metadata")
        if source.json["metadata"]:
            source.draft.leave_out("A picture behind the grid may show clues.")


def _cage(source: Source, entry: dict[str, Any]) -> None:
    draft, value = source.draft, text(entry.get("value"))
    if entry.get("fromConstraint") or _CARRIER.fullmatch(value):
        return
    if _FOG.fullmatch(value):
        draft.leave_out("Fog hides clues until digits are found; the model shows all clues at once.")
        return
    try:
        inside = distinct(cells(draft, entry.get("cells")))
    except ClueError:
        inside = []
    root = _DIGITAL_ROOT.fullmatch(value)
    if root and inside and root[1] != "0":
        draft.line(f"sum([{', '.join(map(cell_name, inside))}]) mod 9 == {int(root[1]) % 9}", "digital roots")
        return
    where = f" at {cell_list(inside)}" if inside else ""
    draft.leave_out(f"A drawn cage{f' with {shown(value)}' if value else ''}{where} has no rule of its own.")


def _spot(entry: dict[str, Any]) -> str:
    named = entry.get("cells") or [name for line in entry.get("lines") or [] for name in line]
    try:
        spots = [place(name) for name in named]
    except (ClueError, TypeError):
        return "an unclear place"
    if not spots:
        return "an unclear place"
    return cell_list(spots[:1]) if len(spots) == 1 else f"{cell_name(spots[0])}–{cell_name(spots[-1])}"
