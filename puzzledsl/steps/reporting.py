"""Paths for programs: plain values, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.steps.difficulty import level

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.steps.difficulty import Difficulty
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.puzzle import Puzzle


def difficulty_json(difficulty: Difficulty | None) -> dict[str, object] | None:
    """How hard a puzzle is; ``None``: it is not known."""
    if difficulty is None:
        return None
    return {"level": difficulty.level, "rating": difficulty.rating, "hardest": difficulty.hardest or None}


def step_json(puzzle: Puzzle, number: int, one: Finding) -> dict[str, object]:
    """One step; ``trial`` only where something was tried."""
    found: dict[str, object] = {
        "step": number,
        "technique": one.technique.name,
        "rating": one.technique.rating,
        "level": level(one.technique.rating),
        "sentence": one.sentence,
        "placed": {puzzle.names[x]: puzzle.told(x, bit)[0] for x, bit in one.placed},
        "removed": {puzzle.names[x]: puzzle.told(x, mask) for x, mask in one.removed},
        "clues": clues_json(puzzle, one.clues),
        "cells": [puzzle.names[x] for x in one.cells],
    }
    if one.impossible:
        found["contradiction"] = True
    if one.trial:
        found["trial"] = [step_json(puzzle, i, step) for i, step in enumerate(one.trial, 1)]
    return found


def clues_json(puzzle: Puzzle, requirements: Iterable[int]) -> list[dict[str, object]]:
    """Clues with their lines; those of a genre in the words of its rules."""
    origins = [puzzle.model.requirements[number].origin for number in requirements]
    said = [puzzle.quotes.named(one, one.variables) if one.span.source.is_library else one.sentence for one in origins]
    return [{"clue": one.clue, "sentence": text, "line": one.line} for one, text in zip(origins, said, strict=True)]
