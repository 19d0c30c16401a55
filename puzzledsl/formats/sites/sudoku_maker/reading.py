"""A puzzle of Sudoku Maker as a model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import unquote

from puzzledsl.formats.bounds import from_json, short_link, unreadable
from puzzledsl.formats.clue_places import DIRECTIONS, diagonal_from
from puzzledsl.formats.clues import ClueError, reading, write_different
from puzzledsl.formats.draft import ModelDraft
from puzzledsl.formats.json_values import as_list, as_object, items, number, numbers, read_given, shown, text
from puzzledsl.formats.kinds import KINDS, Entry, Kind
from puzzledsl.formats.lz_string import URI, decompress
from puzzledsl.formats.prose import read_prose, recognise
from puzzledsl.formats.published import solution_of
from puzzledsl.formats.sites.f_puzzles.drawing import FOG
from puzzledsl.formats.sites.sudoku_maker.drawing import CAGES, LINES, SYMBOLS, drawing_of
from puzzledsl.formats.sites.sudoku_maker.grid import SITE, MakerGrid
from puzzledsl.formats.sites.sudoku_maker.kinds import TYPES
from puzzledsl.formats.typed_clues import TypedClues
from puzzledsl.listing import counted
from puzzledsl.model import Cell

_PUZZLE = re.compile(r"(?is)^\S*?[?&#]puzzle=([^&#]*)")
_CELL_KEYS = frozenset({"given", "value", "candidates", "cornerPencilMarks", "colors", "valid", "id", "x", "y"})
_LISTS = ("lines", "thermometers", "cages", "clues", "bulbsWithArrows")
"""The keys of constraints below which their clues are."""
REGIONS, CUSTOM, HOUSES, FOGGY = 1, 1000, 2003, (4000, 4001)


def _json_of(source: str) -> Any:
    if source.startswith("{"):
        return from_json(source, SITE)
    found = _PUZZLE.match(source)
    if found is None and "sudokumaker.app" in source[:40].lower():
        raise short_link(SITE, "open it in a browser", "copy the link with `?puzzle=` that the site offers for sharing")
    packed = re.sub(r"[\r\n\t]", "", unquote(found[1] if found else source)).replace("/", "-")
    return from_json(decompress(packed, SITE, URI), SITE)


def read(source: str) -> ModelDraft:
    """The puzzle of a link or a file.

    Raises:
        PuzzleError: it cannot be read, has no cells, or not as many as its size says.
    """
    json = _json_of(source)
    puzzle = as_object(json).get("puzzle", json)
    if not isinstance(puzzle, dict):
        raise unreadable(SITE, "it has no puzzle")
    grid = MakerGrid(puzzle)
    draft = grid.draft
    draft.title, draft.author = text(puzzle.get("name")), text(puzzle.get("author"))
    draft.rules = text(puzzle.get("comment"))
    if grid.sudoku:
        draft.different("rows", "columns")
    for place, mark in enumerate(puzzle["cells"]):
        _read_cell(draft, grid.cell(place), as_object(mark))
    constraints = _listed(draft, puzzle.get("constraints", puzzle.get("allConstraints")))
    values = [as_object(mark).get("value") for mark in puzzle["cells"]]
    draft.solution, doubts = solution_of(draft.height, draft.width, values, {})
    draft.left_out += doubts
    clues = TypedClues(draft, read_prose(draft.rules, bool(draft.solution)))
    _Constraints(grid, clues).read(constraints)
    recognise(draft, drawing_of(grid, constraints), clues.others())
    return draft


def _listed(draft: ModelDraft, listed: object) -> list[tuple[int, Mapping[str, Any]]]:
    """The constraints that hold, each with its type; its ``name`` is the setter's, or empty."""
    found: list[tuple[int, Mapping[str, Any]]] = []
    for entry in as_list(listed):
        if not isinstance(entry, dict):
            draft.leave_out(f"{shown(entry)} is where a constraint belongs")
        elif entry.get("enabled") is not False and not entry.get("disabled"):
            config = as_object(entry.get("config")) or entry
            kind, name = number(config.get("type")), text(entry.get("name")) or text(config.get("name"))
            if kind is None:
                draft.leave_out(f"a constraint is of the unknown type {shown(config.get('type'))}")
            elif entry.get("solverIgnored"):
                called = shown(name or (TYPES[kind].title if kind in TYPES else f"type {kind}"))
                draft.leave_out(f"the constraint {called} is left out: solvers are told to ignore it")
            else:
                found.append((kind, {**config, "name": name}))
    return found


def _read_cell(draft: ModelDraft, cell: Cell, mark: Mapping[str, Any]) -> None:
    """Read a given, or the candidates that are given; other candidates are a solver's notes."""
    candidates = number(mark.get("candidates")) or 0
    allowed = [v for v in range(max(0, draft.lowest), draft.highest + 1) if candidates >> v & 1]
    if mark.get("given") and mark.get("value") is not None:
        read_given(draft, cell, mark["value"])
    elif mark.get("given") and allowed:
        draft.one_of(cell, allowed)
    for key in mark.keys() - _CELL_KEYS:
        draft.leave_out(f"cells have marks of the unknown kind {shown(key)}")


class _Constraints:
    """Writes the constraints of a puzzle to its draft."""

    def __init__(self, grid: MakerGrid, clues: TypedClues) -> None:
        self.grid, self.draft, self.clues = grid, grid.draft, clues

    def read(self, listed: list[tuple[int, Mapping[str, Any]]]) -> None:
        """Read all constraints: first those that make regions."""
        negative: dict[str, Sequence[int]] = {}
        for number_, config in sorted(listed, key=lambda one: one[0] not in (HOUSES, REGIONS)):
            kind = TYPES.get(number_)
            title = config["name"] or (kind.title if kind else f"type {number_}")
            with reading(self.draft, f"the constraint “{title}”"):
                if kind:
                    self._clues(kind, title, config)
                elif number_ == REGIONS:
                    self._regions(config)
                elif number_ == HOUSES:
                    self._rows_and_columns(config)
                elif number_ in FOGGY:
                    self.draft.leave_out(FOG)
                elif number_ == CUSTOM:
                    inner = text(as_object(config.get("definition")).get("name"))
                    called = shown(config["name"] or inner or "custom constraint")
                    self.draft.leave_out(f"the constraint {called} is left out: it is written as code")
                elif number_ not in (0, LINES, CAGES, SYMBOLS):
                    raise ClueError(f"its type {number_} is unknown")
                if kind and kind.form.read is None:
                    negative[kind.rule] = sorted(
                        {*negative.get(kind.rule, ()), *numbers(config.get("negative"), "digits")}
                    )
        self.clues.write_marks(negative)

    def _clues(self, kind: Kind, title: str, config: Mapping[str, Any]) -> None:
        listed: list[Any] = [item for key in _LISTS for item in items(config.get(key))]
        if kind is KINDS["clone"]:
            listed = [{"clones": config.get("groups")}]
        elif "cells" in config or kind.is_switch:
            listed = [{"cells": config.get("cells")}]
        if config.get("slow") and kind is KINDS["thermometer"]:
            kind = KINDS["slowthermometer"]
        if config.get("singleRegionTotals"):
            raise ClueError("all pieces of a line in one region have one sum together")
        called = f"a clue of “{title}”"
        self.clues.read(kind, [(called, partial(self._entry, kind, config, item)) for item in listed])

    def _entry(self, kind: Kind, config: Mapping[str, Any], item: object) -> Entry:
        """A clue of any kind: a line, or an object."""
        grid, clue = self.grid, as_object(item)
        value = text(clue.get("value"))
        match item:
            case list() if kind.rule == "whisper":
                value = text(config.get("minDifference"))
                if not value:
                    raise ClueError("its difference is `None`")
                return Entry(lines=[grid.cells(item)], value=value)
            case list():
                return Entry(lines=[grid.cells(item)], values=numbers(config.get("groups"), "digits"))
            case {"bulbCells": bulb}:
                shafts = [grid.cells(shaft) for shaft in items(clue.get("arrows"))]
                if all(len(shaft) < 2 for shaft in shafts):
                    raise ClueError("a circle without an arrow has no meaning of its own")
                return Entry(grid.cells(bulb), lines=shafts, ordered=True)
            case {"clones": groups}:
                pairs = [grid.cells(group) for group in items(groups)]
                if other := next((len(pair) for pair in pairs if len(pair) != 2), 0):
                    raise ClueError(f"a group has {counted(other, 'cell')}, not 2")
                return Entry([a for a, _ in pairs], [b for _, b in pairs])
            case {"edge": edge}:
                return Entry(grid.side(edge), value=value)
            case {"corner": corner}:
                return Entry(grid.corner(corner), values=numbers(clue.get("digits"), "digits"))
            case {"outerCell": place}:
                outside = grid.outer(place)
                ways = {1: ["DL", "UR"], -1: ["DR", "UL"]}.get(number(clue.get("diagonal")) or 0, [])
                into = [way for way in ways if diagonal_from(self.draft, outside, DIRECTIONS[way])]
                return Entry(outside=outside, direction=(into or ways or [""])[0], value=value)
            case dict():
                return Entry(grid.cells(clue.get("cells")), value=value, values=numbers(config.get("groups"), "digits"))
        raise ClueError(f"{shown(item)} is where a clue belongs")

    def _regions(self, config: Mapping[str, Any]) -> None:
        draft, values = self.draft, items(config.get("regions"))
        if len(values) != draft.width * draft.height:
            raise ClueError(f"it has {counted(len(values), 'number')} for {draft.width * draft.height} cells")
        if draft.region_of:
            raise ClueError("the puzzle has regions already")
        labels = {self.grid.cell(place): number(value) for place, value in enumerate(values)}
        draft.houses({cell: None if label is None or label < 0 else label for cell, label in labels.items()})

    def _rows_and_columns(self, config: Mapping[str, Any]) -> None:
        """All different in rows and columns, of the whole grid or of rectangles in it."""
        draft = self.draft
        for area in items(config.get("areas")) or [{"width": draft.width, "height": draft.height}]:
            left, top, width, height = (number(as_object(area).get(key)) or 0 for key in ("x", "y", "width", "height"))
            if not (0 < width <= draft.width and 0 < height <= draft.height):
                raise ClueError(f"{shown(area)} is not a rectangle")
            if (left, top, width, height) == (0, 0, draft.width, draft.height):
                draft.different("rows", "columns")
                continue
            rows = [[(r + 1, c + 1) for c in range(left, left + width)] for r in range(top, top + height)]
            for line in (*rows, *zip(*rows, strict=True)):
                write_different(draft, "alldifferent", list(filter(draft.inside, line)))
