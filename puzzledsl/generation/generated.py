"""Generating puzzles from Python: `generate` and what it returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzledsl.answer import check_numbers
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.drawable import Drawable, Scene, picture_format
from puzzledsl.generation.making import Made, Maker
from puzzledsl.listing import counted
from puzzledsl.portfolio.workers import workers
from puzzledsl.source import Source

if TYPE_CHECKING:
    from puzzledsl.generation.making import Origins
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.model import Model
    from puzzledsl.portfolio.cluster_address import Cluster
    from puzzledsl.progress import Reporter
    from puzzledsl.sheets.entry import Entry
    from puzzledsl.steps.difficulty import Difficulty

HARD_TO_FIND = "more attempts, another number of givens or another model may give one"

LARGEST_SEED = 10**9
"""Seeds that are chosen at random are below it, so that they are easily typed again."""


@dataclass(frozen=True, slots=True)
class Generated(Drawable):
    """A puzzle with exactly one solution, checked.

    Attributes:
        text: its source: the model's own, with the givens (or cages) behind it.
        line: its givens in one line, as `batch` takes them.
        givens: how many there are, those of the model included.
        cages: cells (by name) and total of each cage that was added.
        minimal: proven: none of the givens that were added can be dropped.
        solution: every variable's value by its name.
        seed, number: they make the same puzzle again.
        model: the puzzle as a model, for pictures.
        difficulty: how difficult it is (`puzzledsl.Model.steps`), if that was asked for; else ``None``.
        techniques: how often its path uses each technique, likewise.
    """

    text: str
    line: str
    givens: int
    cages: tuple[tuple[tuple[str, ...], int], ...]
    minimal: bool
    solution: dict[str, int]
    seed: int
    number: int
    model: Model | None = field(default=None, compare=False)
    difficulty: Difficulty | None = None
    techniques: Mapping[str, int] = field(default_factory=dict)

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
        what = counted(len(self.cages), "cage") if self.cages else counted(self.givens, "given")
        return f"<Generated number {self.number} of seed {self.seed}: {what}>"

    def entry(self, difficulty: bool) -> Entry:
        """What is printed about it on a sheet.

        Args:
            difficulty: whether it is rated, unless that has been done.
        """
        from puzzledsl.sheets.entry import Entry, prepared

        model = self._scene().model
        rated = self.difficulty
        if rated is None and difficulty:
            rated = prepared(model, difficulty=True, solution=False).difficulty
        values = tuple(self.solution[variable.name] for variable in model.variables)
        return Entry(model, "unique", values, rated)

    def _scene(self) -> Scene:
        if self.model is None:
            raise ValueError("the puzzle knows of no model, so it cannot be drawn")
        return Scene(self.model)


def generate(
    model: Model,
    origins: Origins,
    recipe: Recipe,
    count: int,
    jobs: int,
    report: Reporter | None = None,
    cluster: Cluster | None = None,
) -> Iterator[Generated]:
    """Puzzles from a model; see `puzzledsl.Model.generate`.

    Raises:
        PuzzleError: an option is wrong, the model has no solution, or it needs no givens.
    """
    check_numbers(1, count=count, jobs=jobs)
    what = "cages" if recipe.cages else "givens"

    def reached(number: int) -> None:
        if report is not None:
            report.say(f"{number} {what}")

    maker = Maker(model, recipe, origins, reached if cluster is None and 1 in (jobs, count) else None)
    refuse_impossible(maker)
    status = maker.alone()
    if status == "infeasible":
        raise failure("the model has no solution, so no puzzle can be made of it", code="infeasible")
    if status == "unique" and recipe.givens is None:
        raise failure("the model already has exactly one solution; it needs no givens", code="unique")
    return _results(maker, count, jobs, report, cluster)


def _results(
    maker: Maker, count: int, jobs: int, report: Reporter | None, cluster: Cluster | None
) -> Iterator[Generated]:
    with workers(maker, min(jobs, count), cluster) as pool:
        for made in pool.results(range(1, count + 1)):
            if made.status == "lost":
                raise PuzzleError(made.diagnostics)
            if made.draft is None and made.tried is not None and made.tried.count and maker.recipe.sought is not None:
                raise failure(made.tried.sentence(maker.recipe.sought), helps=(HARD_TO_FIND,), code="limit")
            if made.draft is None:
                raise failure(f"no puzzle was found before the time limit (number {made.number})", code="limit")
            if report is not None:
                report.say(f"{made.number} of {count} puzzles")
            yield as_generated(maker, made)


def as_generated(maker: Maker, made: Made) -> Generated:
    """A finished puzzle, with names instead of numbers."""
    draft, variables, origins = made.draft, maker.model.variables, maker.origins
    assert draft is not None
    return Generated(
        made.text,
        made.line,
        len({**maker.model.givens, **draft.givens}),
        tuple((tuple(variables[x].name for x in cage.cells), cage.total) for cage in draft.cages),
        draft.minimal,
        {variable.name: value for variable, value in zip(variables, draft.solution, strict=True)},
        maker.recipe.seed,
        made.number,
        origins.read(Source(maker.model.source.name, made.text)),
        None if made.rating is None else made.rating.difficulty,
        {} if made.rating is None else made.rating.techniques,
    )


def random_seed() -> int:
    """A seed for a run that was given none."""
    from secrets import randbelow

    return randbelow(LARGEST_SEED)


def refuse_impossible(maker: Maker) -> None:
    """Say what can be known to be impossible before anything is tried.

    Raises:
        PuzzleError: more givens than cells, or fewer than any puzzle can have.
    """
    target, model = maker.recipe.givens, maker.model
    if maker.recipe.cages:
        if target is not None:
            raise failure(
                "a puzzle gets givens or cages, not both", helps=("leave out the number of givens",), code="call"
            )
        if maker.recipe.symmetry != "none":
            raise failure("only givens can be symmetric, not cages", code="call")
        return
    if target is None:
        return
    most = sum(number is not None for grid in model.grids for row in grid.numbers for number in row)
    if target > most:
        raise failure(f"there are {most} cells, too few for {target} givens", code="givens")
    if target < len(model.givens):
        raise failure(
            f"the model itself has {len(model.givens)} givens, which stay; {target} are too few", code="givens"
        )
    least, reason = maker.prepared.least()
    if target < least:
        raise failure(
            f"{counted(target, 'given')} cannot be enough",
            label=f"at least {least} are needed: {reason}",
            code="givens",
        )


def as_json(generated: Generated, asked: int | None, model: Any) -> dict[str, object]:
    """A puzzle as JSON-ready data."""
    from puzzledsl.presentation.report import grids
    from puzzledsl.steps.reporting import difficulty_json

    values = [generated.solution[variable.name] for variable in model.variables]
    found: dict[str, object] = {
        "puzzle": generated.number,
        "status": "unique",
        "seed": generated.seed,
        "givens": generated.givens,
        "asked": asked,
        "minimal": generated.minimal,
        "line": generated.line,
        "solution": grids(model, values),
        "text": generated.text,
    }
    if generated.difficulty is not None:
        found["difficulty"] = difficulty_json(generated.difficulty)
        found["techniques"] = dict(generated.techniques)
    if generated.cages:
        found["cages"] = [{"cells": list(cells), "total": total} for cells, total in generated.cages]
    return found
