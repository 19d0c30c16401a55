"""One puzzle after another from one model: drafts are made until one passes the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from math import inf
from random import Random
from typing import TYPE_CHECKING

from puzzledsl.analysis.uniqueness import uniqueness_in
from puzzledsl.answer import check_numbers
from puzzledsl.batches.rereading import Rereading
from puzzledsl.diagnostics import Diagnostic, PuzzleError, bug, failure
from puzzledsl.elaboration.genres import genre_called
from puzzledsl.generation.acceptance import LEAST, LONGEST, is_confirmed
from puzzledsl.generation.cage_layout import Caging, check_cages
from puzzledsl.generation.clue_places import Frame, Layouts, empty_model
from puzzledsl.generation.generated import Generated, Missing
from puzzledsl.generation.growing import Growth
from puzzledsl.generation.prepared_model import PreparedModel
from puzzledsl.generation.sought import ATTEMPTS, as_sentence, fits, is_harder
from puzzledsl.generation.sparse import Sparse
from puzzledsl.generation.symmetry import symmetry
from puzzledsl.generation.writing import line, puzzle_text, with_settings
from puzzledsl.listing import counted
from puzzledsl.portfolio.workers import local_workers
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import EMPTY
from puzzledsl.session import SolverSession
from puzzledsl.source import Source
from puzzledsl.time_limit import OutOfTime, clock, is_late, moment_in, until, within

if TYPE_CHECKING:
    from puzzledsl.generation.recipe import Draft, Recipe
    from puzzledsl.model import Model
    from puzzledsl.steps.solve_path import StepsPath

LONGEST_LOOK = 20.0
"""Seconds to find a second solution of the model itself."""

MOST_ATTEMPTS = 5
"""Puzzles that could not be confirmed in time, after which the maker gives up."""

LARGEST_SEED = 10**9
"""Seeds that are chosen at random are below it, so that they are easily typed again."""

NEEDS_NOTHING = {
    "none": "the model has no solution, so no puzzle can be made of it",
    "unique": "the model already has exactly one solution; it needs no givens",
}
"""By the verdict on a model alone: why no puzzle is made of it."""


class Maker:
    """Makes puzzles of a model, each by its number: the work of one process of the pool. Pickled as its arguments."""

    def __init__(self, model: Model, recipe: Recipe, origins: Rereading, spent: float = 0.0) -> None:
        """Args:
            spent: seconds of the first puzzle's time that have been spent already.

        Raises:
            PuzzleError: nothing can be generated from such a model, or not so.
        """
        self.spent = spent
        self.model, self.recipe, self.origins, self.source = model, recipe, origins, model.source
        self.prepared = PreparedModel(model, recipe.symmetry)
        self._settled = False
        _refuse_impossible(model, recipe)

    def __reduce__(self) -> tuple[object, ...]:
        return Maker, (self.model, self.recipe, self.origins, self.spent)

    def close(self) -> None:
        """End the session."""
        self.prepared.close()

    def lost(self, number: int, how: str) -> Missing:
        """The result for a puzzle whose worker has ended."""
        return _missing(number, "lost", f"the process that worked on puzzle {number} ended: {how}")

    def alone(self) -> str:
        """The verdict on the model without further givens: ``none``, ``unique``, ``several``, or ``unknown``."""
        limit, began = self.recipe.time_limit, clock()
        try:
            most = LONGEST_LOOK if limit is None else min(LONGEST_LOOK, (limit - self.spent) / 2)
            with within(most), SolverSession(self.model) as session:
                return uniqueness_in(session).status
        except OutOfTime:
            return "unknown"
        finally:
            self.spent += clock() - began

    def __call__(self, number: int) -> Generated | Missing:
        """The puzzle of that number."""
        try:
            return self._made(number)
        except PuzzleError as error:
            return Missing(number, "lost", error.diagnostics, EMPTY)
        except Exception as error:
            return Missing(number, "lost", (bug(error),), EMPTY)

    def _made(self, number: int) -> Generated | Missing:
        """Make drafts until one is accepted."""
        sought, limit = self.recipe.sought, self.recipe.time_limit
        end = moment_in(limit if limit is None or number > 1 else limit - self.spent)
        tried: Counter[str] = Counter()
        unconfirmed = 0
        for attempt in range(MOST_ATTEMPTS if sought is None else ATTEMPTS):
            with until(end):
                draft = self._drafted(Random(f"{self.recipe.seed} {number} {attempt}"))
                path = None if draft is None else self._path(draft)
            if path is not None and path.difficulty is not None:
                tried[path.difficulty.level] += 1
            if draft is not None and (sought is None or (path is not None and fits(path, sought))):
                with within(min(LONGEST, max(LEAST, end - clock()))):
                    puzzle = self._confirmed(number, draft, path)
                if puzzle is not None:
                    return puzzle
                unconfirmed += 1
            if draft is None or unconfirmed >= MOST_ATTEMPTS:
                break
        found = as_sentence(tried, sought) if sought is not None and tried else "none was found within the limit"
        return _missing(number, "unknown", f"puzzle {number}: {found}", tried)

    def _path(self, draft: Draft) -> StepsPath | None:
        """How a person would solve a puzzle, if its difficulty matters.

        Raises:
            KeyboardInterrupt: as it came.
        """
        if self.recipe.sought is None and not self.recipe.rated:
            return None
        from puzzledsl.steps.solve_path import follow

        try:
            path = follow(self._read(draft, "")[1], is_unique=True)
        except OutOfTime:
            return None
        return path

    def _confirmed(self, number: int, draft: Draft, path: StepsPath | None) -> Generated | None:
        """The finished puzzle, with names instead of numbers, if its uniqueness could be shown in time."""
        difficulty = None if path is None else path.difficulty
        of = draft.model or self.model
        givens = {**of.givens, **draft.givens}
        added = draft.added or ((len(draft.cages), "cage") if draft.cages else (len(givens), "given"))
        heading = f"Made by puzzledsl generate, seed {self.recipe.seed}, puzzle {number}: "
        heading += extent(self.recipe, added, draft.minimal)
        heading += "." if difficulty is None else f"; {difficulty}."
        names = [variable.name for variable in of.variables]
        solution = dict(zip(names, draft.solution, strict=True))
        try:
            text, model = self._read(draft, heading)
            if not is_confirmed(model, solution, {names[x]: value for x, value in givens.items()}):
                return None
        except OutOfTime:
            return None
        return Generated(
            text,
            line(of, draft) if givens or not draft.layouts else "",
            added[0] if added[1] == "clue" else len(givens),
            added,
            tuple((tuple(names[x] for x in cage.cells), cage.total) for cage in draft.cages),
            draft.minimal,
            solution,
            self.recipe.seed,
            number,
            model,
            difficulty,
            {} if path is None else path.counts,
            {name: tuple(" ".join(row) for row in rows) for name, rows in draft.layouts.items()},
            asked=self.recipe.givens,
        )

    def _read(self, draft: Draft, heading: str) -> tuple[str, Model]:
        text = puzzle_text(self.model, self.origins.settings, draft, heading)
        return text, self.origins.read(Source(self.source.name, text))

    def _drafted(self, rng: Random) -> Draft | None:
        """A puzzle, if there is one in time."""
        if is_late():
            return None
        if not self._settled:  # choose the cells, once, by a first solution
            first = Random(f"{self.recipe.seed}")
            solution = self._grid(first)
            if solution is None:
                return None
            try:
                self.prepared.settle(solution, first)
            except OutOfTime:
                return None
            self._settled = True
        draw = partial(self._grid, rng)
        if not self.recipe.cages:
            return Sparse(self.prepared, draw, self.recipe.givens, rng).run()
        for _ in range(MOST_ATTEMPTS):
            solution = draw()
            if solution is None:
                return None
            draft = Caging(self.prepared, solution, self.recipe.cage_sizes, rng).run()
            if draft is not None or is_late():
                return draft
        return None

    def _grid(self, rng: Random) -> tuple[int, ...] | None:
        """A full grid, if there is one in time. If search gives up, HiGHS looks for it."""
        try:
            found = self.prepared.random_solution(rng)
            if found is not None or self.prepared.search.complete:
                return found
            with SolverSession(self.model) as session:
                return session.find().values
        except OutOfTime:
            return None


class ClueMaker(Maker):
    """Makes puzzles of a model by choosing the clues of its genre. Pickled as its arguments."""

    def __init__(self, genre: str, source: Source, recipe: Recipe, origins: Rereading) -> None:
        """Args:
            genre: its name.
            source: a model that names it, with its layouts.

        Raises:
            PuzzleError: the clues of the genre cannot be chosen, or not so.
        """
        _refuse_several(recipe)
        self.genre, self.source, self.recipe, self.origins, self.spent = genre, source, recipe, origins, 0.0
        self._frame = Frame(genre, source)
        symmetry(recipe.symmetry)

    def __reduce__(self) -> tuple[object, ...]:
        return ClueMaker, (self.genre, self.source, self.recipe, self.origins)

    def close(self) -> None:
        """Nothing is kept open."""

    def alone(self) -> str:
        """``unknown``: without clues, some genres have no solution, or just one."""
        return "unknown"

    def _drafted(self, rng: Random) -> Draft | None:
        def read(layouts: Layouts) -> Model:
            return self.origins.read(Source(self.source.name, self._frame.text(layouts, "")))

        wanted = self.recipe.sought
        is_hard = None if wanted is None or wanted.high == inf else partial(is_harder, wanted)
        return Growth(self._frame, read, self.recipe.symmetry, rng, is_hard).run()

    def _read(self, draft: Draft, heading: str) -> tuple[str, Model]:
        text = self._frame.text(draft.layouts, heading)
        return text, self.origins.read(Source(self.source.name, text))


def maker_of(model: Model, recipe: Recipe, origins: Rereading, spent: float = 0.0) -> Maker:
    """What makes puzzles of a model; see `Maker` and `ClueMaker`.

    Raises:
        PuzzleError: nothing can be generated from such a model, or not so.
    """
    if not recipe.clues:
        return Maker(model, recipe, origins, spent)
    source = Source(model.source.name, with_settings(model, origins.settings))
    return ClueMaker(model.genre, source, recipe, origins)


def maker_of_genre(title: str, size: tuple[int, int], recipe: Recipe) -> ClueMaker:
    """What makes puzzles of the genre of this name or title.

    Raises:
        PuzzleError: there is no such genre, or its clues cannot be chosen; or the size is none of a grid.
    """
    name = genre_called(title)
    return ClueMaker(name, empty_model(name, size), recipe, Rereading())


def generate(maker: Maker, count: int, jobs: int, report: Reporter = SILENT) -> Iterator[Generated]:
    """Puzzles of a maker; see `puzzledsl.Model.generate`.

    Raises:
        PuzzleError: an option is wrong, the model has no solution, or it needs no givens.
    """
    check_numbers(1, count=count, jobs=jobs)
    status = maker.alone()
    if status in NEEDS_NOTHING:
        raise failure(NEEDS_NOTHING[status], code="infeasible" if status == "none" else status)
    return _puzzles(maker, count, jobs, report)


def _puzzles(maker: Maker, count: int, jobs: int, report: Reporter) -> Iterator[Generated]:
    with local_workers(maker, min(jobs, count)) as pool:
        for one in pool.results(range(1, count + 1)):
            if isinstance(one, Missing):
                raise PuzzleError(one.diagnostics)
            report.say(f"{one.number} of {count} puzzles")
            yield one


def random_seed() -> int:
    """A seed for a run that was given none."""
    from secrets import randbelow

    return randbelow(LARGEST_SEED)


def extent(recipe: Recipe, added: tuple[int, str], minimal: bool, asked: int | None = None) -> str:
    """How many givens, clues or cages there are, how many were asked for if not as many, and whether all are needed."""
    text = counted(*added) if added[0] else "no clues added"
    if asked not in (None, added[0]):
        text += f"; asked for {asked}"
    which = "none" if recipe.symmetry == "none" else "no symmetric group"
    return f"{text}, {which} of which can be dropped" if minimal else text


def _missing(number: int, status: str, message: str, tried: Mapping[str, int] = EMPTY) -> Missing:
    helps = ("another size, number of givens or model may give one",) if tried else ()
    return Missing(number, status, (Diagnostic(message, helps=helps, code="limit"),), tried)


def _refuse_several(recipe: Recipe) -> None:
    """Refuse a puzzle that gets two of givens, cages and clues.

    Raises:
        PuzzleError: it should.
    """
    if recipe.cages + recipe.clues + (recipe.givens is not None) > 1:
        raise failure("a puzzle gets givens, cages or clues, only one of them", code="call")


def _refuse_impossible(model: Model, recipe: Recipe) -> None:
    """Refuse what can be known to be impossible before anything is tried.

    Raises:
        PuzzleError: more givens than cells, or fewer than the model has; or cages that cannot be.
    """
    target, own = recipe.givens, len(model.givens)
    _refuse_several(recipe)
    if recipe.cages:
        if recipe.symmetry != "none":
            raise failure("only givens can be symmetric, not cages", code="call")
        check_cages(model, recipe.cage_sizes)
    elif target is not None:
        most = sum(len(grid.cells) for grid in model.grids)
        if target > most:
            raise failure(f"there are {most} cells, too few for {target} givens", code="givens")
        if target < own:
            message = f"the model itself has {own} givens, which stay; {target} are too few"
            raise failure(message, code="givens")
