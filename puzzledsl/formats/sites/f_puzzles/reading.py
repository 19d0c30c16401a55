"""A puzzle of f-puzzles as a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from puzzledsl.formats.bounds import unreadable
from puzzledsl.formats.draft import ModelDraft, cell_name
from puzzledsl.formats.json_values import as_list, as_object, number, read_given, shown, text
from puzzledsl.formats.kinds import KINDS, MARKS
from puzzledsl.formats.prose import read_prose, recognise
from puzzledsl.formats.published import solution_of
from puzzledsl.formats.sites.f_puzzles.drawing import FOG, KEYS, carried_texts, drawing_of
from puzzledsl.formats.sites.f_puzzles.entries import entry_of, where
from puzzledsl.formats.sites.f_puzzles.payload import SITE, puzzle_json, unpacked
from puzzledsl.formats.typed_clues import TypedClues
from puzzledsl.model import Cell

_MOVED = re.compile(r"\b(?:givens?|digits?)\b.*\bmov(?:e|es|ed)\b|\bcarry\b.*\bgiven")
"""Words of a sentence which states that givens do not stay in their cells."""
_FOG = ("fogofwar", "foglight", "triggereffect")
_KNOWN = frozenset(
    {"size", "grid", "title", "author", "ruleset", "solution", "successMessage"}  # texts, and the answer
    | {"disabledlogic", "truecandidatesoptions", "highlightConflicts"}  # how the site's own solver works
    | {*KEYS, *_FOG, *KINDS, "negative", "nonconsecutive"}
)
_CELL_KEYS = frozenset(
    {"value", "given", "givenPencilMarks", "region"}
    | {"centerPencilMarks", "cornerPencilMarks", "c", "cArray", "highlight", "highlightArray"}  # the solver's notes
)


def read(source: str) -> ModelDraft:
    """The puzzle of a link, a payload or a file.

    Raises:
        PuzzleError: it cannot be read.
    """
    return puzzle_from(puzzle_json(source), SITE)


def puzzle_from(json: Any, site: str = SITE) -> ModelDraft:
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
    draft, carried = ModelDraft(site, size, size), carried_texts(json)
    keys = (("title", "title"), ("author", "author"), ("ruleset", "rules"))
    draft.title, draft.author, draft.rules = (text(json.get(key)) or carried.get(name, "") for key, name in keys)
    cells = {(r, c): as_object(content) for r, row in enumerate(grid, 1) for c, content in enumerate(row, 1)}
    prose = read_prose(draft.rules)
    moved = next((sentence for sentence in prose.unread if _MOVED.search(sentence.whole)), None)
    if moved:
        draft.leave_out(f"the givens are left out, since the rules say: {moved.quoted}")
        cells = {cell: {**content, "given": False} for cell, content in cells.items()}
    givens = {cell: number(content.get("value")) for cell, content in cells.items() if content.get("given")}
    _read_range(draft, givens.values(), prose.range)
    draft.solution, doubts = solution_of(size, size, as_list(json.get("solution")), givens)
    draft.left_out += doubts
    prose = read_prose(draft.rules, bool(draft.solution))
    draft.different("rows", "columns")
    _read_regions(draft, cells, prose.has_usual_boxes)
    for cell, content in cells.items():
        _read_cell(draft, cell, content)
    clues = TypedClues(draft, prose)
    redefined = _read_clues(clues, json)
    recognise(draft, drawing_of(draft, json, redefined), clues.others())
    for key, value in json.items():
        if key not in _KNOWN and value not in (None, False, "", [], {}):
            draft.leave_out(f"the puzzle has clues of the unknown kind {shown(key)}")
    return draft


def _read_clues(clues: TypedClues, json: Mapping[str, Any]) -> list[str]:
    """Read all clues that have a meaning for the site's own solver.

    Returns:
        The keys of those that are only a drawing here, since the rules in prose give them another meaning.
    """
    draft = clues.draft
    redefined: list[str] = []
    for key, kind in KINDS.items():
        listed = [{}] * _is_on(json, key) if kind.is_switch else _items(draft, json, key)
        if draft.rules.strip() and not re.search(kind.words, draft.rules, re.IGNORECASE):
            redefined.append(key)
        elif listed:
            clues.read(kind, [(kind.title + where(one), partial(entry_of, draft, one)) for one in listed])
    negative: dict[str, Sequence[int]] = {}
    absent = [text(item).lower() for item in _items(draft, json, "negative")]
    if _is_on(json, "nonconsecutive") or "difference" in absent:
        negative["white_dot"] = [1]
    if "xv" in absent:
        negative["xv"] = [5, 10]
    if "ratio" in absent:
        negative["black_dot"] = clues.ratios()
    clues.write_marks(negative)
    for name in absent:
        if name not in ("", "foglight", *MARKS):
            draft.leave_out(f"the negative constraint of the unknown kind {shown(name)} is left out")
    if any(map(json.get, _FOG)):
        draft.leave_out(FOG)
    return [*redefined, *(["killercage"] if "cage" in clues.doubtful else [])]


def _items(draft: ModelDraft, json: Mapping[str, Any], key: str) -> list[Any]:
    value = json.get(key)
    if isinstance(value, list):
        return value
    if value not in (None, False, ""):
        draft.leave_out(f"the clues of the kind {shown(key)} are not a list")
    return []


def _is_on(json: Mapping[str, Any], key: str) -> bool:
    return json.get(key) in (True, "true", 1)


def _read_range(draft: ModelDraft, givens: Iterable[int | None], stated: tuple[int, int] | None) -> None:
    """Find the values where the text states others, or a given needs others: the format knows 1 to the size only."""
    if stated and draft.height <= stated[1] - stated[0] + 1:
        draft.lowest, draft.highest = stated
    given = [draft.lowest, draft.highest, *(value for value in givens if value is not None)]
    low, high = min(given), max(given)
    if low >= 0 and high <= 2 * draft.highest and (low, high) != (draft.lowest, draft.highest):
        draft.lowest, draft.highest = low, high
        draft.leave_out(f"the givens are not all from 1 to {draft.height}; the values are taken to be {low} to {high}")


def _read_regions(draft: ModelDraft, cells: Mapping[Cell, Mapping[str, Any]], has_boxes: bool) -> None:
    """Require different values in the regions; those of a cell that names none are the usual boxes."""
    size = draft.usual_boxes()
    usual = draft.box_labels(*size or (1, draft.height))
    labels = {
        cell: number(content["region"]) if "region" in content else usual[cell] for cell, content in cells.items()
    }
    if labels != usual or (size and has_boxes):
        draft.houses(labels)


def _read_cell(draft: ModelDraft, cell: Cell, content: Mapping[str, Any]) -> None:
    if content.get("given") and text(content.get("value")):
        read_given(draft, cell, content["value"])
    allowed = content.get("givenPencilMarks")
    if isinstance(allowed, list) and allowed:
        found = list(map(number, allowed))
        inside = [value for value in found if value is not None and value in draft.values]
        if inside and None not in found:
            draft.one_of(cell, inside)
        else:
            draft.leave_out(f"the pencil marks of {cell_name(cell)} are not all digits of the grid")
    for key in content.keys() - _CELL_KEYS:
        draft.leave_out(f"cells have marks of the unknown kind {shown(key)}")
