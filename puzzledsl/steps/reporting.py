"""Paths for programs: plain values, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.steps.difficulty import level

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.steps.cell_explanation import CellExplanation
    from puzzledsl.steps.difficulty import Difficulty
    from puzzledsl.steps.finding import Finding
    from puzzledsl.steps.puzzle import Puzzle
    from puzzledsl.steps.solve_path import StepsPath


def path_json(path: StepsPath) -> dict[str, object]:
    """The object of ``puzzledsl steps --json``, without its seconds."""
    from puzzledsl.presentation.report import grids, variables

    puzzle, values, many = path.puzzle, path.values, path.many
    answer: dict[str, object] = {
        "status": path.status,
        "solutions": path.solutions or None,
        "difficulty": difficulty_json(path.difficulty),
        "techniques": path.counts,
        "steps": [step_json(puzzle, number, one) for number, one in enumerate(path.findings, 1)],
        "grids": {} if values is None else grids(puzzle.model, values),
        "variables": {} if values is None else variables(puzzle.model, values),
        "candidates": {puzzle.names[x]: left for x, left in path.left().items()},
        "interrupted": False,
    }
    if many:
        answer["many"] = {puzzle.names[x]: [*ends] for x, ends in many.items()}
    return answer


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


def explanation_json(explanation: CellExplanation) -> dict[str, object]:
    """The object of ``puzzledsl explain FILE CELL --json``, without its seconds."""
    puzzle = explanation.puzzle
    steps = []
    for number, link in enumerate(explanation.links, 1):
        step = step_json(puzzle, number, link.finding)
        steps.append(step | {"clues": clues_json(puzzle, link.clues), "uses": list(link.steps)})
    return {
        "status": explanation.status,
        "cell": explanation.cell,
        "values": [*explanation.values],
        "steps": steps,
        "tried": explanation.tried,
        "clues": clues_json(puzzle, explanation.clues),
        "looked_at": explanation.found,
        "by_search": explanation.by_search,
        "interrupted": False,
    }


def clues_json(puzzle: Puzzle, requirements: Iterable[int]) -> list[dict[str, object]]:
    """Clues with their lines."""
    origins = [puzzle.model.requirements[number].origin for number in requirements]
    return [{"clue": origin.clue, "sentence": origin.sentence, "line": origin.line} for origin in origins]
