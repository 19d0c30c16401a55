"""What comes of generating: `Generated`, a puzzle, or `Missing`, the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from puzzledsl.drawable import Drawable, Scene, picture_format
from puzzledsl.listing import counted
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl import api
    from puzzledsl.diagnostics import Diagnostic
    from puzzledsl.model import Model
    from puzzledsl.sheets.entry import Entry
    from puzzledsl.steps.difficulty import Difficulty


@record
class Missing:
    """Why there is no puzzle of a number.

    Attributes:
        number: from 1.
        status: ``unknown`` (none was found within the limits) or ``lost`` (something went wrong).
        diagnostics: the reason.
        tried: of a puzzle of a certain difficulty, how many of each level were made and rated for it.
    """

    number: int
    status: str
    diagnostics: tuple[Diagnostic, ...]
    tried: Mapping[str, int]


@record
class Generated(Drawable):
    """A puzzle with exactly one solution, checked.

    Attributes:
        text: its source: the model's own, with the givens (or cages) behind it.
        line: its givens in one line, as `batch` takes them; empty if clues were chosen, and none of them is a given.
        givens: how many there are, those of the model included; of a puzzle with clues, how many were chosen.
        added: what the puzzle is made of, as ``(24, "given")``: givens, cages, clues, or regions if there are no clues.
        cages: cells (by name) and total of each cage that was added.
        minimal: proven: none of the givens that were added can be dropped.
        solution: every variable's value by its name.
        seed, number: they make the same puzzle again.
        elaborated: the puzzle as the stages work on it.
        model: the puzzle as a `puzzledsl.Model`, which answers questions; ``None`` until `Model.generate` returns it.
        difficulty: how difficult it is (`puzzledsl.Model.steps`), if that was asked for; else ``None``.
        techniques: how often its path uses each technique, likewise.
        asked: how many givens were requested, if a number was.
        clues: the rows of the layouts of its genre by name, if clues were chosen, with blanks between the marks.
    """

    text: str
    line: str
    givens: int
    added: tuple[int, str]
    cages: tuple[tuple[tuple[str, ...], int], ...]
    minimal: bool
    solution: dict[str, int]
    seed: int
    number: int
    elaborated: Model
    difficulty: Difficulty | None = None
    techniques: Mapping[str, int] = EMPTY
    clues: Mapping[str, tuple[str, ...]] = EMPTY
    model: api.Model | None = None
    asked: int | None = None

    def save(
        self, path: str | Path, *, width: int | None = None, height: int | None = None, caption: bool = False
    ) -> None:
        """Write the source into a file, or a picture if its name ends in ``.svg``, ``.png``, ``.html`` or ``.pdf``.

        Args:
            width, height: of a picture, in pixels; one of them is enough, and the picture is never distorted.
            caption: of a picture: with the title, the author, and a sentence for each rule.

        Raises:
            PuzzleError: a library is missing.
            OSError: it cannot be written.
        """
        if picture_format(path) is not None:
            Drawable.save(self, path, width=width, height=height, caption=caption)
            return
        Path(path).write_text(self.text, encoding="utf-8", newline="\n")

    def __repr__(self) -> str:
        return f"<Generated number {self.number} of seed {self.seed}: {counted(*self.added)}>"

    def entry(self, difficulty: bool) -> Entry:
        """What is printed about it on a sheet.

        Args:
            difficulty: whether it is rated, unless that has been done.
        """
        from puzzledsl.sheets.entry import Entry, prepared

        rated = self.difficulty
        if rated is None and difficulty:
            rated = prepared(self.elaborated, difficulty=True, solution=False).difficulty
        values = tuple(self.solution[variable.name] for variable in self.elaborated.variables)
        return Entry(self.elaborated, "unique", values, rated)

    def _scene(self) -> Scene:
        return Scene(self.elaborated)

    def as_json(self) -> dict[str, object]:
        """What ``puzzledsl generate --json`` prints."""
        from puzzledsl.presentation.report import grids, lines
        from puzzledsl.steps.reporting import difficulty_json

        values = [self.solution[variable.name] for variable in self.elaborated.variables]
        found: dict[str, object] = {
            "puzzle": self.number,
            "status": "unique",
            "seed": self.seed,
            "givens": self.givens,
            "asked": self.asked,
            "minimal": self.minimal,
            "line": self.line or None,
            "solution": grids(self.elaborated, values),
            **lines(self.elaborated, values),
            "text": self.text,
        }
        if self.difficulty is not None:
            found["difficulty"] = difficulty_json(self.difficulty)
            found["techniques"] = dict(self.techniques)
        if self.clues:
            found["clues"] = {name: list(rows) for name, rows in self.clues.items()}
        if self.cages:
            found["cages"] = [{"cells": list(cells), "total": total} for cells, total in self.cages]
        return found
