"""A puzzle of f-puzzles as a model: its grid and texts here, its clues in `clues`, its drawings in `drawings`."""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.clues import ClueError
from puzzledsl.formats.draft import Draft, cell_name
from puzzledsl.formats.drawings.negation import NegatedDraft
from puzzledsl.formats.drawings.recognition import recognise
from puzzledsl.formats.drawings.statements import sentences, why_unread
from puzzledsl.formats.json_values import number, shown, text
from puzzledsl.formats.sites.f_puzzles import prose
from puzzledsl.formats.sites.f_puzzles.clues import distrust_clues, read_clues
from puzzledsl.formats.sites.f_puzzles.drawings import drawing_of, line_colors, metadata
from puzzledsl.formats.sites.f_puzzles.payload import SITE, puzzle_json, unpacked
from puzzledsl.formats.sites.f_puzzles.pivots import read_pivots, turn_clues
from puzzledsl.formats.sites.f_puzzles.source import Source

if TYPE_CHECKING:
    from puzzledsl.model import Cell

_NO_CLUES = frozenset(
    {"size", "grid", "title", "author", "ruleset", "solution", "successMessage"}  # texts, and the answer
    | {"disabledlogic", "truecandidatesoptions", "highlightConflicts"}  # how the site's own solver works
)
_MEASURED = ("difference", "ratio", "whispers")
"""Clues whose numbers prose may say."""
_CELL_KEYS = frozenset(
    {"value", "given", "givenPencilMarks", "region", "parity"}
    | {"centerPencilMarks", "cornerPencilMarks", "c", "cArray", "highlight", "highlightArray"}  # the solver's notes
)


def read(source: str) -> Draft:
    """The puzzle of a link, a payload or a file.

    Raises:
        PuzzleError: it cannot be read.
    """
    return puzzle_from(puzzle_json(source), SITE)


def puzzle_from(json: Any, site: str = SITE) -> Draft:
    """The puzzle in the JSON of f-puzzles.

    Args:
        json: what the payload held, anything is allowed; a text is the payload itself.
        site: whose puzzle it is, for messages.

    Raises:
        PuzzleError: it has no grid, or one that is no square.
    """
    if isinstance(json, str):
        json = unpacked(json, site)
    if not isinstance(json, dict) or not isinstance(json.get("grid"), list):
        raise unreadable(site, "it has no `grid`")
    grid = json["grid"]
    size = number(json.get("size", len(grid)))
    if size is None or len(grid) != size or not all(isinstance(row, list) and len(row) == size for row in grid):
        raise unreadable(site, f"its size is {shown(json.get('size'))}, but its grid is not that many rows and columns")
    draft = Draft(site, size, size)
    _read_texts(draft, json)
    marks = {
        (r, c): mark if isinstance(mark, dict) else {}
        for r, row in enumerate(grid, start=1)
        for c, mark in enumerate(row, start=1)
    }
    _read_range(draft, marks)
    draft.different("rows", "columns")
    source = Source(draft, json, *_read_regions(draft, marks))
    pivots, said = read_pivots(sentences(draft.rules))
    if (others := prose.all_wrong(said)) is not None:
        said, source.draft = others, NegatedDraft(draft)
    box, said = prose.scaled_box(said)
    if box is not None and draft.height == 9 and source.regions == "boxes":
        source.scaled = frozenset(cell for cell, region in source.region_of.items() if region == box - 1)
    changed = prose.changes([one for one in said if others is None or "must not" not in one.plain])
    if pivots is not None and not changed:
        try:
            said = turn_clues(source, pivots, said)
        except ClueError as error:
            changed = f"{pivots.color} dots are pivot points; {error}"
    if changed:
        distrust_clues(source, changed)
    moved = re.search(r"\bgiven|\bmoved?\b", changed) is not None
    if moved:
        draft.leave_out(f"the givens are left out, since the rules say: “{changed}”")
    for cell, mark in marks.items():
        _read_cell(draft, cell, {**mark, "given": False} if moved else mark)
    source.gap = prose.whisper_gap(said)
    kinds = {key for key in json if json[key]} | ({"regions"} if source.regions == "region" else set())
    cages = json.get("cage")
    if isinstance(cages, list) and any(isinstance(cage, dict) and number(cage.get("value")) for cage in cages):
        kinds.add("numbered cage")
    numbers = {str(size), *(text(clue.get("value")) for key in _MEASURED for clue in _objects(json.get(key)))}
    trusted = kinds if pivots is not None and not changed else kinds - source.distrusted
    left = prose.unexplained(said, trusted, line_colors(source))
    texts = {one.text for one in left}
    spoken = {kind for kind in kinds if not prose.is_unspoken(draft.rules, kind)}
    for one in said:
        more = prose.changes_typed(one, spoken) if one.text in texts else prose.says_more(one, kinds, numbers)
        if more:
            draft.leave_out(why_unread(one))
    if not any(re.search(r"\bdots?\b|kropki", sentence.plain) for sentence in left):
        source.all_marked = prose.all_marked(said)
    read_clues(source)
    colors = {cell: color for cell, mark in marks.items() if (color := _color(mark))} if left else {}
    recognise(draft, drawing_of(source, colors), left, source.regions)
    for key, value in json.items():
        if key not in _NO_CLUES and key not in source.read and value not in (None, False, "", [], {}):
            draft.leave_out(f"the puzzle has clues of the unknown kind {shown(key)}")
    return draft


def _objects(found: object) -> list[dict[str, Any]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _read_texts(draft: Draft, json: dict[str, Any]) -> None:
    carried = metadata(json)
    draft.title = text(json.get("title")) or carried.get("title", "")
    draft.author = text(json.get("author")) or carried.get("author", "")
    draft.rules = text(json.get("ruleset")) or carried.get("rules", "")


def _read_range(draft: Draft, marks: dict[Cell, dict[str, Any]]) -> None:
    """Find the values where the text names others, or a given needs others: the format knows 1 to the size only."""
    lowest, highest = prose.digits(draft.rules) or (1, draft.height)
    if highest - lowest + 1 >= draft.height:
        draft.lowest, draft.highest = lowest, highest
    given = [value for mark in marks.values() if mark.get("given") and (value := number(mark.get("value"))) is not None]
    low, high = min([draft.lowest, *given]), max([draft.highest, *given])
    if low >= 0 and high <= 2 * draft.highest and (low, high) != (draft.lowest, draft.highest):
        draft.lowest, draft.highest = low, high
        draft.leave_out(f"the givens are not all from 1 to {draft.height}; the values are taken to be {low} to {high}")


def _read_regions(draft: Draft, marks: dict[Cell, dict[str, Any]]) -> tuple[str, dict[Cell, int | None]]:
    """Declare the regions. Returns their name, empty if there are none, and the region of each cell."""
    size = draft.height
    height = max(h for h in range(1, isqrt(size) + 1) if size % h == 0)
    width = size // height
    default = {(r, c): (r - 1) // height * height + (c - 1) // width for r, c in marks}
    labels = {cell: number(mark["region"]) if "region" in mark else default[cell] for cell, mark in marks.items()}
    groups: dict[int | None, set[Cell]] = {}
    for cell, label in labels.items():
        groups.setdefault(label, set()).add(cell)
    usual: dict[int | None, set[Cell]] = {}
    for cell, label in default.items():
        usual.setdefault(label, set()).add(cell)
    if sorted(map(sorted, groups.values())) == sorted(map(sorted, usual.values())) and None not in groups:
        if height > 1 and prose.has_usual_boxes(draft.rules):
            draft.different("boxes")
            return "boxes", labels
        return "", dict.fromkeys(marks)  # a box would be a row, or the text speaks against boxes
    crowded = [label for label, members in groups.items() if label is not None and len(members) > size]
    for label in crowded:
        first = cell_name(min(groups[label]))
        draft.leave_out(
            f"the region of {first} has {len(groups[label])} cells, more than there are values: its values may repeat"
        )
    whole = {cell: None if label in crowded else label for cell, label in labels.items()}
    if all(label is None for label in whole.values()):
        return "", whole
    draft.regions("region", whole)
    return "region", whole


def _read_cell(draft: Draft, cell: Cell, mark: dict[str, Any]) -> None:
    if mark.get("given") and text(mark.get("value")):
        value = number(mark["value"])
        if value is None or not draft.lowest <= value <= draft.highest:
            draft.leave_out(f"the given {shown(mark['value'])} at {cell_name(cell)} is none of the grid's values")
        else:
            draft.given(cell, value)
    allowed = mark.get("givenPencilMarks")
    if isinstance(allowed, list) and allowed:
        values = [value for item in allowed if (value := number(item)) is not None]
        inside = [value for value in values if draft.lowest <= value <= draft.highest]
        if inside and len(values) == len(allowed):
            draft.one_of(cell, inside)
        else:
            draft.leave_out(f"the pencil marks of {cell_name(cell)} are not all digits of the grid")
    match text(mark.get("parity")).lower():
        case "":
            pass
        case "odd" | "even" as parity:
            draft.clue(parity, [cell])
        case other:
            draft.leave_out(f"{cell_name(cell)} has the unknown parity {shown(other)}")
    for key in mark.keys() - _CELL_KEYS:
        draft.leave_out(f"cells have marks of the unknown kind {shown(key)}")


def _color(mark: dict[str, Any]) -> str:
    """The colour that the setter gave a cell, or empty."""
    colors = mark.get("cArray")
    if isinstance(colors, list) and colors:
        return text(colors[0])
    return text(mark.get("c"))
