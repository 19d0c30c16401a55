"""The Python interface: `load`, `parse`, `Model`, `batch`, `print_sheets`; see also `puzzledsl.solution`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, Unpack

from puzzledsl.answer import Answer, Options, check, check_pair, objective_of
from puzzledsl.arguments import checked
from puzzledsl.calls import (
    Analyzing,
    Batching,
    Branching,
    Compiling,
    Counting,
    Dropping,
    Encoding,
    Explaining,
    Filling,
    Listing,
    Making,
    Minimizing,
    Printing,
    Reading,
    Relaxing,
    Running,
    Sampling,
    Solving,
    Stepping,
)
from puzzledsl.diagnostics import PuzzleError, failure, shown
from puzzledsl.drawable import Drawable, Scene
from puzzledsl.expressions import Rational
from puzzledsl.given_values import Givens, givens_source, givens_text
from puzzledsl.listing import counted
from puzzledsl.loading import load_model, read_source
from puzzledsl.model import Model as ElaboratedModel
from puzzledsl.nearest import unknown
from puzzledsl.progress import Reporter
from puzzledsl.records import EMPTY, entity, replace
from puzzledsl.solution import Solution
from puzzledsl.solve import solve_model
from puzzledsl.source import Source
from puzzledsl.time_limit import LATE, OutOfTime, cancellable, each_cancellable, within
from puzzledsl.timing import TimeIsUp
from puzzledsl.verification import Violation, verify

if TYPE_CHECKING:
    from pyomo.core import ConcreteModel

    from puzzledsl.analysis.asking import Asking
    from puzzledsl.analysis.candidates import CandidatesAnswer
    from puzzledsl.analysis.estimation import Estimate
    from puzzledsl.analysis.minimization import Minimized
    from puzzledsl.analysis.redundancy import Redundancy
    from puzzledsl.analysis.solution_count import Count
    from puzzledsl.analysis.solution_stream import SolutionStream
    from puzzledsl.analysis.uniqueness import UniqueAnswer
    from puzzledsl.analysis.unsolvable import Explanation
    from puzzledsl.batches.outcome import BatchResult
    from puzzledsl.batches.results import Compiled
    from puzzledsl.elaboration import Limits
    from puzzledsl.formats import Link
    from puzzledsl.generation.generated import Generated
    from puzzledsl.generation.making import Maker
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.inspection.relaxation import Relaxations
    from puzzledsl.inspection.rows import Rows
    from puzzledsl.inspection.tree import Trees
    from puzzledsl.progress import Progress
    from puzzledsl.sheets.entry import Entry
    from puzzledsl.sheets.printing import Sheets
    from puzzledsl.solution import Key
    from puzzledsl.steps.cell_explanation import CellExplanation
    from puzzledsl.steps.solve_path import StepsPath

A = TypeVar("A")

_OF_SOLVERS = Solving.__optional_keys__ - {"on_progress", "cancel", "start"}
"""The arguments of calls that are fields of `Options`."""


@checked
def load(path: str | Path, **how: Unpack[Reading]) -> Model:
    """Read the model in a ``.puz`` file.

    Args:
        path: the file.
        settings: values for its ``param`` constants, and rows for ``clues``: ``{"n": 16, "number": "3 . 2/. 1 ."}``.
        givens: more givens. For the main grid 81 characters, rows of marks, a numpy array, or rows of numbers, where 0
            and ``None`` leave a cell open (0 only if it is not a value); or a mapping of cells (``"r1c1"``, ``(1, 1)``,
            ``"other[1, 1]"``) to values, and of grids by name to arrays.
        include: further folders for the model's ``include`` lines, besides the folder of the file.
        limits: bounds on the size of the expanded model.
        allow_clashes: accept givens that clash and clues that can never hold, so that `Model.explain` can say why.

    Raises:
        PuzzleError: the file cannot be read, or the model is wrong; ``error.diagnostics`` holds every mistake.
    """
    return _model(read_source(path), **how)


@checked
def parse(text: str, *, name: str | Path = "<text>", **how: Unpack[Reading]) -> Model:
    """Read the model in a text. Messages call it ``name``; the other arguments are those of `load`."""
    return _model(Source(str(name), text), **how)


def _model(
    source: Source,
    settings: Mapping[str, object] | None = None,
    givens: Givens | None = None,
    include: Sequence[str | Path] = (),
    limits: Limits | None = None,
    allow_clashes: bool = False,
) -> Model:
    texts = {key: _literal(value) for key, value in (settings or {}).items()}
    extra = None if givens is None else Source("<givens>", givens) if isinstance(givens, str) else givens_source(givens)

    # Limits bound how long reading may take, and each trial of a corrected line takes as long.
    model = load_model(
        source,
        settings=texts,
        givens=extra,
        include=include,
        limits=limits,
        allow_clashes=allow_clashes,
        corrected=limits is None,
    )
    return Model(model, settings=texts, include=tuple(include), limits=limits)


def _literal(value: object) -> str:
    """Write a Python value in the language, or for HiGHS; a text is an expression already."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    return "none" if value is None else str(value)


@entity
class Model(Drawable):
    """A puzzle that can be solved. It is immutable, and `load` and `parse` make it.

    Attributes:
        elaborated: what the stages work on (`puzzledsl.model.Model`).
        settings, include, limits: the arguments that it was read with.
    """

    elaborated: ElaboratedModel
    settings: Mapping[str, str] = EMPTY
    include: Sequence[str | Path] = ()
    limits: Limits | None = None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"a model does not change, so `{name}` cannot be set; options are given to its methods, as in"
            " `model.solve(time_limit=10)`"
        )

    @property
    def title(self) -> str:
        """The ``puzzle`` line, or empty."""
        return self.elaborated.title

    @property
    def metadata(self) -> dict[str, str]:
        """``puzzle``, ``author``, ``source``, ``date``, ``note``; the last of each."""
        return dict(self.elaborated.metadata)

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of all unknowns in order: ``r1c1`` (main grid), ``other[1, 1]`` (another grid), ``total``."""
        return tuple(v.name for v in self.elaborated.variables)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings about the model, as the command prints them."""
        return tuple(warning.render("warning") for warning in shown(self.elaborated.warnings, "warning"))

    @checked
    def solve(self, **how: Unpack[Solving]) -> Solution:
        """Solve the model: return a verified solution, or say why there is none.

        ``encoding``, ``gap``, ``threads``, ``highs``, ``log`` and ``highs_presolve`` are for the integer program. Each
        of them selects the solver ``highs`` if ``solver`` is not given.

        Args:
            encoding: ``binary`` (assignment variables; the default) or ``integer`` (big-M).
            solver: ``auto`` (the default: search; if it takes long, HiGHS works beside it, and the first answer
                counts); ``search`` (search and propagation alone); ``highs`` (the integer program); ``pyomo:NAME`` (the
                same with any solver that Pyomo's ``SolverFactory`` finds).
            time_limit: seconds.
            presolve: propagation before the solver: ``none``, ``bounds``, ``domain`` or ``probe`` (the default). If
                it is not given, a solver for the integer program gets a less propagated model where propagation alone
                would solve the puzzle.
            gap: relative gap at which HiGHS ends; the status is ``optimal`` only if the bound proves it.
            threads, highs: passed to HiGHS; ``highs`` are options by name, with ``pyomo:NAME`` those of that solver.
            seed: random seed for search and for HiGHS.
            log: print the solver's log on standard error.
            highs_presolve: whether HiGHS runs its own presolve, which is on by default.
            start: a guess at the values of some cells or all, in the forms of `load`'s ``givens``: search tries them
                first, and HiGHS gets them as its MIP start. The answer may differ from them.
            on_progress: called with a `Progress` at the beginning, then up to ten times a second, and with each better
                solution. An exception that it raises ends the call.
            cancel: ends the call when another thread, or ``on_progress``, cancels it.

        Raises:
            PuzzleError: an option is wrong.
            Cancelled: by ``cancel``.
        """
        start, options = how.get("start"), _options(how)
        if start is not None:
            from puzzledsl.batches.givens_reader import GivensReader

            text = givens_text(start, self.elaborated.grids)
            options = replace(options, start=GivensReader(self.elaborated).read(text, "<start>"))
        with cancellable(how.get("cancel")):
            hears = how.get("on_progress")

            def hear(found: Progress) -> None:
                assert hears is not None
                values = found.solution
                reached = objective_of(self.elaborated, values)
                known = values and Solution(self.elaborated, Answer("feasible", values, reached, found.bound))
                hears(replace(found, solution=known))

            on_progress = Reporter(hears and hear).on_progress
            return Solution(self.elaborated, solve_model(self.elaborated, options, on_progress))

    @checked
    def compile(self, **how: Unpack[Compiling]) -> Compiled:
        """Propagate the model to its root once, for many puzzles that differ in their givens.

        Args:
            encoding, solver, presolve, highs: as in `solve`.
            time_limit: seconds for each puzzle.

        Raises:
            PuzzleError: an option is wrong.
        """
        from puzzledsl.batches.results import Compiled

        return Compiled(self.elaborated, _options(how))

    @checked
    def generate(self, **how: Unpack[Filling]) -> Iterator[Generated]:
        """Make puzzles with exactly one solution: this model with added givens (or cages, or clues).

        Args:
            givens: their number, including those of the model. The puzzle has more if this number cannot be
                reached. ``None``: a minimal puzzle, from which no given can be dropped.
            symmetry: ``none``, ``rotate`` (half a turn), ``quarter``, ``mirror`` (left and right), ``flip``,
                ``mirrors``, ``diagonal``, ``antidiagonal``, ``diagonals``, ``full``.
            cages: cages with totals instead of givens: a killer sudoku.
            cage_sizes: smallest and largest number of cells in a cage.
            clues: fill the layouts of the genre that the model names, instead of givens. `puzzledsl.generate` makes
                puzzles of a genre without a model.
            seed: the same puzzles for the same seed; ``None``: a random one.
            count, jobs: how many puzzles, and how many processes share the work.
            time_limit: seconds for each puzzle. All of it is used while the puzzle has more givens than requested.
            difficulty: how difficult, by the scale of `steps`: ``"hard"``, ``"tricky..hard"`` or ``"2.5..3.6"``.
            technique: a technique of `steps` that each puzzle must need: ``"X-wing"``.
            rated: rate the puzzles, even if any difficulty will do.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: an option is wrong, the model has no solution, or it needs no givens; or no puzzle of the
                difficulty was found.
            Cancelled: by ``cancel``; the iterator raises it, too.
        """
        from puzzledsl.batches.rereading import Rereading
        from puzzledsl.generation.making import maker_of

        origins = Rereading(self.settings, self.include, self.limits)
        found = _puzzles(lambda recipe: maker_of(self.elaborated, recipe, origins), how)
        return (replace(one, model=self._with(one.elaborated)) for one in found)

    def _with(self, model: ElaboratedModel) -> Model:
        """A model that was read as this one was."""
        return replace(self, elaborated=model)

    @checked
    def steps(self, **how: Unpack[Stepping]) -> StepsPath:
        """Solve as a person would: one conclusion after another, the easiest first, each with its reason.

        Args:
            until: stop when this cell has its value: ``"r3c4"``, ``(3, 4)`` in the main grid, or a cell of a `Builder`.
            most: stop after so many steps.
            hint: only the next step.
            trying: if no technique applies, assume a value and refute it.
            only: use this technique alone: ``naked single``.
            group: cells that must all differ, as steps call them (``row 3``). A picture of the answer then shows how
                they match their candidates.
            time_limit: seconds.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: there is no such cell, technique or group, a requirement cannot be written, or the limit came
                before a step.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.steps.solve_path import follow

        return self._ask(follow, how)

    @checked
    def explain_cell(self, cell: Key, **how: Unpack[Running]) -> CellExplanation:
        """Explain why a cell must hold its value: a short chain of steps, each with the clues that it uses.

        Args:
            cell: ``"r3c4"``, ``(3, 4)`` in the main grid, or a cell of a `Builder`.
            time_limit: seconds.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: there is no such cell, a requirement cannot be written, or the limit came before a step.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.steps.cell_explanation import explain_cell

        return self._ask(partial(explain_cell, cell=cell), how)

    @checked
    def unique(self, **how: Unpack[Analyzing]) -> UniqueAnswer:
        """Decide whether the puzzle has exactly one solution, none, or several; if several, return two of them.

        Two solutions are different if they differ in a cell of a grid (in a model without a grid: in a variable). An
        objective is ignored.

        Args:
            solver, encoding: as in `solve`.
            time_limit: seconds.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: an option is wrong.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.uniqueness import unique

        return self._ask(unique, how)

    @checked
    def solutions(self, **how: Unpack[Analyzing]) -> SolutionStream:
        """Iterate over all solutions as they are found, each once and verified.

        `unique` says when two solutions are different. At the end, ``complete`` is true if there are no others, and
        false if the time limit came first.

        Args:
            solver, encoding: as in `solve`. One search lists all of them; ``highs`` solves a new program for each,
                which excludes the previous ones.
            time_limit: seconds.
            on_progress, cancel: as in `solve`; the iterator raises `Cancelled`.
        """
        from puzzledsl.analysis.solution_stream import SolutionStream

        cancel = how.get("cancel")
        with cancellable(cancel):
            return SolutionStream(self.elaborated, _asking(how), cancel)

    @checked
    def count(self, **how: Unpack[Counting]) -> Count:
        """Count the solutions: the exact number (``exact``), or a lower bound.

        `unique` says when two solutions are different.

        Args:
            limit: stop after this number of solutions.
            solver, encoding: as in `solve`. Search counts independent parts and multiplies; ``highs`` finds one
                solution after another, which suits small numbers.
            time_limit: seconds.
            on_progress, cancel: as in `solve`.

        Raises:
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.solution_count import count

        return self._ask(count, how)

    @checked
    def estimate(self, **how: Unpack[Sampling]) -> Estimate:
        """Estimate the number of solutions, with the standard error, from random paths through the search tree.

        Args:
            samples: their number; fewer are taken if the time limit comes first.
            seed: the same estimate for the same seed; ``None``: a random one.
            time_limit: seconds.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: the model has real variables, or variables with very many values.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.estimation import estimate

        return self._ask(estimate, how)

    @checked
    def candidates(self, **how: Unpack[Analyzing]) -> CandidatesAnswer:
        """Find the values of each cell that occur in some solution, by the name of the cell.

        Args:
            solver, encoding: as in `solve`.
            time_limit: seconds; values that are not decided by then are in ``open``.
            on_progress, cancel: as in `solve`.

        Raises:
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.candidates import candidates

        return self._ask(candidates, how)

    @checked
    def explain(self, **how: Unpack[Explaining]) -> Explanation:
        """Explain why there is no solution: find a minimal set of clues that contradict each other, or several sets.

        If the model is refused because clues clash, read it with ``load(…, allow_clashes=True)``.

        Args:
            by: the elements of a set: ``clue`` (clues, houses and givens), ``constraint`` (single conditions), or
                ``cell`` (givens; everything else is assumed).
            keep: clues that are assumed and never part of a set: ``houses`` (what must be all different, as rows,
                columns and regions), ``givens``, or whatever else `redundant` takes.
            smallest: find a set of the smallest size.
            most: the maximum number of sets.
            solver, encoding: as in `solve`.
            time_limit: seconds; the result so far is then returned, and says what is proven.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: ``by`` has no such name, or something in ``keep`` is nowhere in the model.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.unsolvable import explain

        return self._ask(explain, how)

    @checked
    def redundant(self, **how: Unpack[Dropping]) -> Redundancy:
        """Find the clues and givens that follow from the others: each alone, and a set that can be dropped together.

        Args:
            by: as in `explain`.
            keep: clues that are not tested: ``givens``, ``clues``, ``houses``, a kind of clue (``cage``), a cell
                (``r3c4``), a line of the source (``12``, ``12-20``), a pattern for the clue's sentence (``cage 1?*``).
            houses: also test rows, columns and boxes (``alldifferent``).
            solver, encoding: as in `solve`.
            time_limit: seconds; ``undecided`` has the clues that are not decided by then.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: ``by`` has no such name, or something in ``keep`` is nowhere in the model.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.redundancy import redundant

        return self._ask(redundant, how)

    @checked
    def minimize(self, **how: Unpack[Minimizing]) -> Minimized:
        """Drop givens and clues while the solution stays unique.

        For every remaining given and clue, a second solution is known that would appear if it were removed. Each mark
        of a layout is a clue; ``.`` takes its place. Without some marks there is no solution, rather than a second one.

        Args:
            keep, houses: as in `redundant`.
            seed: random seed for the order in which givens, then clues, are tried.
            solver, encoding: as in `solve`.
            time_limit: seconds; the smallest puzzle found by then is returned.
            on_progress, cancel: as in `solve`.

        Raises:
            PuzzleError: something in ``keep`` is nowhere in the model.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.analysis.minimization import minimize
        from puzzledsl.generation.writing import settled

        return self._with(settled(self.elaborated, self.settings, self.include, self.limits))._ask(minimize, how)

    @checked
    def to_pyomo(self, *, encoding: Encoding = "binary") -> ConcreteModel:
        """Write the model as a Pyomo ``ConcreteModel``, for any solver that Pyomo knows.

        It is the plain formulation, which `puzzledsl model FILE --to pyomo` writes as a script: givens and the numbers
        of many clues are parameters, and each clue is a block. `solve` works on a stronger program.

        >>> program = model.to_pyomo()
        >>> pyomo.environ.SolverFactory("glpk").solve(program)
        >>> print(model.from_pyomo(program))

        Raises:
            PuzzleError: no values satisfy some clue, whatever the others are, numbers are too large for solvers, or
                the encoding is unknown.
        """
        from puzzledsl.export.pyomo import built, script

        return built(script(self.elaborated, encoding))

    def from_pyomo(self, program: ConcreteModel) -> Solution:
        """Read the solution from a program of `to_pyomo` that Pyomo has solved, and verify it.

        The status is ``solved``, or with an objective ``feasible``, because a Pyomo model does not say whether its
        solver has proven the optimum.

        Raises:
            PuzzleError: the program was not made by `to_pyomo` or has no values; or they break a rule of the model.
        """
        from puzzledsl.encodings.read_back import read_back
        from puzzledsl.portfolio.failures import broken

        model = self.elaborated
        encoding, values = read_back(model, program)
        violations = verify(model, values)
        if violations:
            raise broken("the values of the Pyomo model break a rule of the puzzle", violations, (), "pyomo")
        status = "solved" if model.objective is None else "feasible"
        return Solution(model, Answer(status, values, objective_of(model, values), encoding=encoding, solver="pyomo"))

    @checked
    def rows(self, **how: Unpack[Listing]) -> Rows:
        """List the rows of the integer programs, for all clues or some, each with a sentence that explains it.

        >>> for row in model.rows(clue="cage", encoding="binary"):
        ...     print(row.sentence)

        Args:
            clue: a kind of clue (``cage``), a cell (``r3c4``: each clue on it), ``givens``, ``houses``, a pattern for a
                clue's sentence (``cage 1?*``), or ``values`` (the rows that link the columns of a cell).
            line: a line of the source.
            encoding: the encoding; ``None``: all of them.
            presolve: as in `solve`.

        Raises:
            PuzzleError: nothing in the model is called so, no clue stands on that line, or an option is wrong.
        """
        from puzzledsl.inspection.rows import rows_in_words

        return rows_in_words(self.elaborated, **how)

    @checked
    def relax(self, **how: Unpack[Relaxing]) -> Relaxations:
        """Solve the linear relaxations of the integer programs: the bound, and the share of each value in each cell.

        In a notebook the answer is a picture.

        Args:
            encoding: the encoding; ``None``: all of them.
            presolve: as in `solve`; ``None``: without, and with ``probe``.
            cuts: also solve them with the cuts of HiGHS' root node.
            duals: also give the dual and the slack of each row, and the reduced cost of each column.
            time_limit: seconds; a relaxation that was not solved by then has the status ``unknown``.

        Raises:
            PuzzleError: an option is wrong, or a requirement cannot be written as rows.
        """
        from puzzledsl.inspection.relaxing import relax

        return self._ask(relax, how)

    @checked
    def tree(self, **how: Unpack[Branching]) -> Trees:
        """Run a plain branch and bound on the integer programs of a small model, and return its trees.

        In a notebook the answer is a picture.

        Args:
            encoding: the encoding; ``None``: all of them.
            presolve: as in `solve`.
            order: ``best`` (the open node with the best bound is next; with an objective the default) or ``depth``.
            branch: the column to branch on: ``fractional`` (the most fractional one), ``narrow`` (one of the cell with
                the fewest values left) or ``first``.
            first: the branch to take first: ``up`` (that of the larger values) or ``down``.
            nodes: the maximum number of nodes in each tree.
            time_limit: seconds, for all trees together.

        Raises:
            PuzzleError: an option is wrong, a requirement cannot be written as rows, or the limit came first.
        """
        from puzzledsl.inspection.branch_and_bound import tree

        return self._ask(tree, how)

    def verify(
        self, grids: Mapping[str, Sequence[Sequence[int | str | None]]] | Sequence[Sequence[int | str | None]]
    ) -> list[Violation]:
        """Check a filled grid: return what it violates, or an empty list for a solution.

        This is for models without variables outside the grids.

        Args:
            grids: rows of values by the grid's name, or those of the main grid; masked places are ignored.

        Raises:
            PuzzleError: a grid is missing or of the wrong size, a letter is unknown, or the model has own variables.
        """
        variables = self.elaborated.variables
        values: dict[int, Rational] = {}
        if not isinstance(grids, (Mapping, Iterable)) or isinstance(grids, str):
            raise failure(f"`grids` are rows of values, or rows by the name of a grid, not {grids!r:.40}", code="call")
        by_name = grids if isinstance(grids, Mapping) else {grid.name: grids for grid in self.elaborated.grids[:1]}
        for name in by_name.keys() - {grid.name for grid in self.elaborated.grids}:
            raise failure(unknown("grid", name, [grid.name for grid in self.elaborated.grids]), code="call")
        for grid in self.elaborated.grids:
            rows = by_name.get(grid.name, ())
            if [len(row) if hasattr(row, "__len__") else 0 for row in rows] != [grid.width] * grid.height:
                shape = f"{counted(grid.height, 'row')} of {counted(grid.width, 'value')}"
                raise failure(f"the grid {grid.name!r} has {shape}", code="call")
            for (r, c), number in grid.cells.items():
                if (told := rows[r - 1][c - 1]) is None:
                    raise failure(f"no value for {variables[number].name}", code="call")
                (value,) = variables[number].numbers([told])
                values[number] = int(value) if value == int(value) else Fraction(value)
        if len(values) < len(variables):
            raise failure("the model has variables outside its grids", code="call")
        return verify(self.elaborated, [values[number] for number in range(len(variables))])

    def _ask(self, question: Callable[..., A], how: Mapping[str, Any]) -> A:
        """Ask a question, and return its answer with its seconds.

        Raises:
            PuzzleError: an option is wrong, or the time limit came before there was an answer.
            Cancelled: by ``cancel``.
        """
        from puzzledsl.batches.rereading import Rereading

        began = monotonic()
        known: list[Callable[[], A | None]] = [lambda: None]
        read = Rereading(self.settings, self.include, self.limits).changed(self.elaborated)
        with cancellable(how.get("cancel")):
            asking = replace(_asking(how), publish=known.append, read=read)
            own = {name: value for name, value in how.items() if name not in Analyzing.__optional_keys__}
            try:
                with within(asking.options.time_limit):
                    found: A | None = question(self.elaborated, asking, **own)
            except (OutOfTime, TimeIsUp):
                found = known[-1]()
        if found is None:
            raise failure(LATE, code="late")
        return replace(found, seconds=monotonic() - began)

    def _source(self) -> str:
        return self.elaborated.source.text

    def _scene(self) -> Scene:
        return Scene(self.elaborated)

    @checked
    def link(self, to: str, *, solution: bool = False, time_limit: float | None = None) -> Link:
        """Write the model for another program, with its clues drawn as that program draws them.

        >>> print(model.link("sudokupad").text)

        Args:
            to: ``f-puzzles``, ``sudokupad``, ``iss``, ``penpa``, ``puzzlink`` or ``81``.
            solution: solve the puzzle and send the solution along.
            time_limit: seconds for that.

        Returns:
            the link as ``text``, and in ``left_out`` a sentence for each clue that the program cannot say.

        Raises:
            PuzzleError: the program can say nothing of the model; or with ``solution`` it is not proven that there is
                exactly one.
        """
        from puzzledsl.formats import export_model

        values = None
        if solution:
            from puzzledsl.analysis.uniqueness import sole_solution

            values = sole_solution(self.unique(time_limit=time_limit))
        return export_model(self.elaborated, to, values)

    def __str__(self) -> str:
        from puzzledsl.presentation.terminal import grid_text

        return grid_text(self.elaborated, None, color=False)

    def __repr__(self) -> str:
        model = self.elaborated
        grids = ", ".join(f"{g.name}[{g.height}, {g.width}]" for g in model.grids)
        return f"<Model {model.title!r}: {grids or 'no grid'}, {counted(len(model.requirements), 'requirement')}>"


@checked
def batch(model: Model | None, lines: Iterable[Givens | Any], **how: Unpack[Batching]) -> Iterator[BatchResult]:
    """Solve many puzzles of a model, one line of givens or clues each, and yield their results in order.

    >>> model = puzzledsl.load("classic.puz")
    >>> with open("puzzles.txt") as lines:
    ...     for result in puzzledsl.batch(model, lines, jobs=2):
    ...         print(result.line, result.status)

    Args:
        model: ``None`` if each line is a puzzle of its own: a link to another site.
        lines: text, or givens as `load` takes them; anything else, such as ``None``, is an error of its line. At most a
            few hundred puzzles are read ahead; with several jobs, a thread reads them. Blank lines and comments are
            skipped, and so are all columns but one.
        jobs: processes that share the work. A script that asks for more than one should do so behind
            ``if __name__ == "__main__":``, because processes may have to import it.
        cluster: the workers of a Dask cluster share the work instead: an address, ``tls://host:8786`` or
            ``tcp://127.0.0.1:8786``, or ``local:2`` for workers on this machine; `Cluster` also names certificates.
            Every grid is verified here once more.
        column: the column with the givens, if tabs or commas divide the lines (only tabs, if the model has
            ``clues``).
        unique: also find out whether each solution is the only one: `BatchResult.unique`.
        encoding, solver, time_limit, presolve: as in `Model.compile`.
        on_progress, cancel: as in `Model.solve`.

    Raises:
        PuzzleError: an option is wrong. A wrong line is an error of that line only.
        Cancelled: by ``cancel``; the iterator raises it, too.
    """
    from puzzledsl.batches.rereading import Rereading, model_of_links
    from puzzledsl.batches.results import batch_results
    from puzzledsl.portfolio.cluster_address import Cluster

    if model is None:
        known, rereading = model_of_links(), Rereading(links=True)
    else:
        known, rereading = model.elaborated, Rereading(model.settings, model.include, model.limits)
    cancel, cluster = how.get("cancel"), how.get("cluster")
    where = Cluster(cluster) if isinstance(cluster, str) else cluster
    own: dict[str, Any] = {name: how[name] for name in ("jobs", "column", "unique") if name in how}
    with cancellable(cancel):
        report = Reporter(how.get("on_progress"))
        found = batch_results(known, _options(how), lines, rereading, report, where and where.checked(), **own)
    return each_cancellable(found, cancel)


@checked
def generate(kind: str, size: tuple[int, int] = (8, 8), **how: Unpack[Making]) -> Iterator[Generated]:
    """Make puzzles of a genre with exactly one solution; the other arguments are those of `Model.generate`.

    Args:
        kind: the genre, by its name or title, such as ``slitherlink``.
        size: rows and columns of its grid.

    Raises:
        PuzzleError: an option is wrong, there is no such genre, or its clues cannot be chosen; or no puzzle was found.
        Cancelled: by ``cancel``; the iterator raises it, too.
    """
    from puzzledsl.generation.making import maker_of_genre

    check_pair(size=size)
    found = _puzzles(lambda recipe: maker_of_genre(kind, size, recipe), how, clues=True)
    return (replace(one, model=Model(one.elaborated)) for one in found)


def _puzzles(make: Callable[[Recipe], Maker], how: Mapping[str, Any], clues: bool = False) -> Iterator[Generated]:
    """Puzzles of a maker, until they are cancelled."""
    from puzzledsl.generation.making import generate as made
    from puzzledsl.generation.making import random_seed
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.generation.sought import sought

    _options({"time_limit": how.get("time_limit")})
    own = {"seed": random_seed(), "clues": clues, **how}
    cancel, report = own.pop("cancel", None), Reporter(own.pop("on_progress", None))
    count, jobs = own.pop("count", 1), own.pop("jobs", 1)
    wanted = sought(own.pop("difficulty", ""), own.pop("technique", ""))
    if "cage_sizes" in own:
        check_pair(cage_sizes=own["cage_sizes"])
        own["cage_sizes"] = tuple(own["cage_sizes"])
        if not own.get("cages") and own["cage_sizes"] != Recipe().cage_sizes:
            raise failure("`cage_sizes` needs `cages=True`", code="option")
    with cancellable(cancel):
        found = made(make(Recipe(**own, sought=wanted)), count, jobs, report)
    return each_cancellable(found, cancel)


@checked
def print_sheets(
    puzzles: Model | Generated | Iterable[Model | Generated],
    path: str | Path,
    **how: Unpack[Printing],
) -> Sheets:
    """Print puzzles on sheets of paper: write a PDF file, which needs libraries (``pip install "puzzledsl[pdf]"``).

    >>> puzzledsl.print_sheets(model.generate(count=8, seed=1), "eight.pdf", per_page=4, solutions=True)

    Args:
        puzzles: models, and puzzles that `Model.generate` made.
        path: the PDF file.
        per_page: puzzles on a page.
        paper: ``a3``, ``a4``, ``a5``, ``letter`` or ``legal``.
        landscape: pages that are wider than high.
        margin: on all sides, in millimetres.
        title: above the first page.
        solutions: solve the puzzles, and print small solutions on the last pages.
        difficulty: rate the puzzles, as `Model.steps` does. One with several solutions, an
                objective or real variables has no rating.
        sort: the easiest puzzle first.
        time_limit: seconds to rate and solve one puzzle.
        on_progress, cancel: as in `Model.solve`.

    Raises:
        PuzzleError: a puzzle has no solution, or with ``solutions`` none was found in time; or an option is wrong, or a
            library is missing. Nothing is written then.
        OSError: the file cannot be written.
        Cancelled: by ``cancel``.
    """
    from puzzledsl.sheets.entry import prepared
    from puzzledsl.sheets.printing import Layout, ease, sheets

    given: dict[str, Any] = dict(how)
    layout = Layout(**{name: given[name] for name in Layout.__match_args__ if name in given})
    layout.check()
    rated, limit = how.get("difficulty", True), _options(how).time_limit
    with cancellable(how.get("cancel")):
        report = Reporter(how.get("on_progress"))
        entries: list[Entry] = []
        for puzzle in [puzzles] if isinstance(puzzles, Drawable) else puzzles:
            if isinstance(puzzle, Model):
                with within(limit):
                    entry = prepared(puzzle.elaborated, difficulty=rated, solution=layout.solutions)
            else:
                entry = puzzle.entry(rated)
            if refused := entry.refusal(layout.solutions):
                raise PuzzleError([refused])
            entries.append(entry)
            report.say(f"{counted(len(entries), 'puzzle')} looked at")
        if not entries:
            raise failure("there is no puzzle to print", code="call")
        printed = sheets(sorted(entries, key=ease) if how.get("sort") else entries, layout)
    Path(path).write_bytes(printed.pdf)
    return printed


def _asking(how: Mapping[str, Any]) -> Asking:
    """How a question is asked."""
    from puzzledsl.analysis.asking import Asking

    own = {name: value for name, value in how.items() if name in Analyzing.__optional_keys__}
    return Asking(_options(own), Reporter(how.get("on_progress")))


def _options(how: Mapping[str, Any]) -> Options:
    """The options among the arguments of a method, checked even if propagation would answer without using them.

    Raises:
        PuzzleError: an option is wrong; HiGHS has none of that name, or it does not take that value.
    """
    from puzzledsl.highs.option_check import check_highs_options

    given = {name: how[name] for name in _OF_SOLVERS & how.keys()}
    options = Options(**given | {"highs": {name: _literal(value) for name, value in (how.get("highs") or {}).items()}})
    check(options)
    check_highs_options(options.highs_options)
    return options
