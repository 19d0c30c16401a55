"""One puzzle after another from one model: the work of one process of the pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.generation.acceptance import confirmed
from puzzledsl.generation.cage_layout import Caging, check_cages
from puzzledsl.generation.prepared_model import PreparedModel
from puzzledsl.generation.sought import Rating, Tried, rating_of
from puzzledsl.generation.sparse import Sparse
from puzzledsl.generation.writing import line, puzzle_text
from puzzledsl.listing import counted
from puzzledsl.loading import carried, load_model
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from puzzledsl.time_limit import deadline_in, is_late
from puzzledsl.verification import verify

if TYPE_CHECKING:
    from puzzledsl.elaboration import Limits, Opener
    from puzzledsl.generation.recipe import Draft, Recipe
    from puzzledsl.model import Model

LONGEST_LOOK = 20.0
"""Seconds that HiGHS has to find a second solution of the model itself."""

MOST_ATTEMPTS = 5
"""Puzzles that could not be confirmed in time, after which it is given up."""


@dataclass(frozen=True, slots=True)
class Origins:
    """Where a model comes from, as far as its text does not say it.

    Attributes:
        settings: values of its params, as texts.
        include: folders that its ``include`` lines may read.
        open_included: how its files are opened, if not by their names.
    """

    settings: Mapping[str, str]
    include: Sequence[str | Path] = ()
    limits: Limits | None = None
    open_included: Opener | None = None

    def sent(self, model: Model) -> Origins:
        """The same for another machine: with the files that the model includes."""
        files = carried(model.source, settings=self.settings, include=self.include, limits=self.limits)
        return replace(self, include=(), open_included=files)

    def read(self, source: Source) -> Model:
        """A puzzle that was made of the model, from its text.

        Raises:
            PuzzleError: it cannot be read.
        """
        return load_model(source, include=self.include, limits=self.limits, open_included=self.open_included)


@dataclass(frozen=True, slots=True)
class Made:
    """One puzzle, checked; or why there is none.

    Attributes:
        number: from 1.
        status: ``unique``, ``infeasible`` (the model has no solution), ``unknown`` (none was found, in the time that
            there was), ``lost`` (something went wrong).
        draft: with ``unique``, what it consists of.
        text: its source.
        line: its givens in one line.
        diagnostics: with ``lost``, what went wrong.
        seconds: that it took.
        rating: with ``unique``, how difficult it is, if that was asked for.
        tried: of a puzzle of a certain difficulty, all that were rated for it.
    """

    number: int
    status: str
    draft: Draft | None = None
    text: str = ""
    line: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    rating: Rating | None = None
    tried: Tried | None = None


class Maker:
    """Makes puzzles of a model, each by its number. Pickled as what it was made of."""

    def __init__(
        self, model: Model, recipe: Recipe, origins: Origins, report: Callable[[int], None] | None = None
    ) -> None:
        """Args:
        report: called with the number of givens (or cages) whenever there are fewer, in the process that makes them.

        Raises:
            PuzzleError: nothing can be generated from such a model, or not so.
        """
        self._arguments = (model, recipe, origins)
        self.model, self.recipe, self.origins = model, recipe, origins
        self.prepared = PreparedModel(model, recipe.symmetry)
        if recipe.cages:
            check_cages(model, recipe.sizes)
        self._report = report or _ignore
        self._settled = False
        self.attempt = 0
        """Of the puzzle under way, from 1."""

    def __reduce__(self) -> tuple[object, ...]:
        return Maker, self._arguments

    def sent(self) -> tuple[type[Maker], tuple[object, ...]]:
        """The same for another machine. See `accepted`."""
        return Maker, (self.model, self.recipe, self.origins.sent(self.model))

    def accepted(self, number: int, found: object) -> Made:
        """A puzzle as another machine has sent it, written and read here, and its solution verified.

        That the solution is the only one, that no given can be dropped, and the rating are believed.
        """
        if not isinstance(found, Made):
            return self._refused(number, "no puzzle")
        if found.status != "unique":
            return replace(found, number=number, draft=None)
        try:
            draft = found.draft
            assert draft is not None
            text = puzzle_text(self.model, self.origins.settings, draft, self.heading(number, draft, found.rating))
            model = self.origins.read(Source(self.model.source.name, text))
            names = {variable.name: value for variable, value in zip(self.model.variables, draft.solution, strict=True)}
            if not verify(model, [names[variable.name] for variable in model.variables]):
                return replace(found, number=number, text=text, line=line(self.model, draft))
        except (PuzzleError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            pass  # no puzzle can be written of it
        return self._refused(number, "a puzzle with a wrong solution")

    def _refused(self, number: int, what: str) -> Made:
        helps = ("a machine of the cluster is broken, or not to be trusted; make the puzzle without it",)
        message = Diagnostic(f"puzzle {number}: a worker has returned {what}", helps=helps, code="cluster")
        return Made(number, "lost", diagnostics=(message,))

    def close(self) -> None:
        """End the session."""
        self.prepared.session.close()

    def __call__(self, number: int) -> Made:
        """The puzzle of that number."""
        try:
            return self.made(number)
        except PuzzleError as error:
            return Made(number, "lost", diagnostics=error.diagnostics)
        except (Exception, RecursionError) as error:
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            message = Diagnostic(f"this is a bug in puzzledsl, not in your model: {what[:500]}", code="bug")
            return Made(number, "lost", diagnostics=(message,))

    def lost(self, number: int, how: str) -> Made:
        """The result for a puzzle whose worker has ended."""
        message = Diagnostic(f"the process that worked on puzzle {number} ended: {how}", code="lost")
        return Made(number, "lost", diagnostics=(message,))

    def made(self, number: int) -> Made:
        """The puzzle of that number.

        Raises:
            PuzzleError: it failed its check.
            KeyboardInterrupt: as it came.
        """
        started = perf_counter()
        deadline, sought = self._deadline(), self.recipe.sought
        tried = None if sought is None else Tried()
        unconfirmed = 0
        for attempt in range(MOST_ATTEMPTS if sought is None else sought.attempts):
            self.attempt = attempt + 1
            rng = Random(f"{self.recipe.seed} {number} {attempt}")
            draft = self._drafted(rng, deadline)
            if isinstance(draft, str):
                return Made(number, draft, seconds=perf_counter() - started, tried=tried)
            rating = self._rating(draft, deadline)
            if rating is not None and sought is not None and tried is not None:
                tried.add(rating, sought)
            if sought is None or (rating is not None and rating.fits):
                text = puzzle_text(self.model, self.origins.settings, draft, self.heading(number, draft, rating))
                found = confirmed(self.model, self.origins.read(Source(self.model.source.name, text)), draft)
                if found is not None:
                    seconds, givens = perf_counter() - started, line(self.model, draft)
                    return Made(number, "unique", draft, text, givens, (), seconds, rating, tried)
                unconfirmed += 1
            if draft.interrupted:
                raise KeyboardInterrupt
            if is_late(deadline) or unconfirmed >= MOST_ATTEMPTS:
                break
        return Made(number, "unknown", seconds=perf_counter() - started, tried=tried)

    def _rating(self, draft: Draft, deadline: float | None) -> Rating | None:
        """How difficult a puzzle is; ``None`` where nobody asked, or the deadline came first."""
        if self.recipe.sought is None and not self.recipe.rated:
            return None
        text = puzzle_text(self.model, self.origins.settings, draft, "")
        model = self.origins.read(Source(self.model.source.name, text))
        return rating_of(model, self.recipe.sought, deadline)

    def alone(self) -> str:
        """The verdict on the model without further givens: ``infeasible``, ``unique``, ``several``, or ``unknown``."""
        rng = Random(f"{self.recipe.seed} alone")
        deadline = self._deadline()
        solution = self._grid(rng, deadline)
        if isinstance(solution, str):
            return solution
        if self.prepared.another(solution, rng, deadline) is not None:
            return "several"
        if self.prepared.search.complete:
            return "unique"
        end = monotonic() + LONGEST_LOOK
        with SolverSession(self.model) as session:
            verdict = session.find(other_than=[solution], deadline=end if deadline is None else min(end, deadline))
        return {"solved": "several", "infeasible": "unique"}.get(verdict.status, "unknown")

    def _deadline(self) -> float | None:
        return deadline_in(self.recipe.time_limit)

    def _settle(self, deadline: float | None) -> str | None:
        """Choose the cells, once, by a first solution; the status where there is none."""
        if not self._settled:
            rng = Random(f"{self.recipe.seed}")
            solution = self._grid(rng, deadline)
            if isinstance(solution, str):
                return solution
            self.prepared.settle(solution, rng)
            self._settled = True
        return None

    def _drafted(self, rng: Random, deadline: float | None) -> Draft | str:
        status = self._settle(deadline)
        if status is not None:
            return status
        draw = partial(self._grid, rng, deadline)
        if self.recipe.cages:
            return self._caged(draw, rng, deadline)
        search = Sparse(self.prepared, draw, self.recipe.givens, rng, deadline, self._report)
        return search.run() or "unknown"

    def _caged(self, draw: Callable[[], tuple[int, ...] | str], rng: Random, deadline: float | None) -> Draft | str:
        for _ in range(MOST_ATTEMPTS):
            solution = draw()
            if isinstance(solution, str):
                return solution
            draft = Caging(self.prepared, solution, self.recipe.sizes, rng, deadline, self._report).run()
            if draft is not None:
                return draft
            if is_late(deadline):
                break
        return "unknown"

    def _grid(self, rng: Random, deadline: float | None) -> tuple[int, ...] | str:
        """A full grid, or the status where there is none. Where search gives up, HiGHS looks for it."""
        found = self.prepared.random_solution(rng, deadline)
        if found is not None:
            return found
        if self.prepared.search.complete:
            return "infeasible"
        with SolverSession(self.model) as session:
            verdict = session.find(deadline=deadline)
        return verdict.values or verdict.status

    def heading(self, number: int, draft: Draft, rating: Rating | None = None) -> str:
        """The comment above what is added to the model. It says how difficult a puzzle is that was rated."""
        if draft.cages:
            what = counted(len(draft.cages), "cage")
        else:
            count = len({**self.model.givens, **draft.givens})
            what = counted(count, "given") + (f", {minimality(self.recipe.symmetry)}" if draft.minimal else "")
        if rating is not None:
            what += f"; {rating.difficulty}"
        return f"Made by puzzledsl generate, seed {self.recipe.seed}, puzzle {number}: {what}."


def minimality(symmetric: str) -> str:
    """The comment on the givens of a minimal puzzle."""
    which = "none" if symmetric == "none" else "no symmetric group"
    return f"{which} of which can be dropped"


def _ignore(count: int) -> None:
    del count
