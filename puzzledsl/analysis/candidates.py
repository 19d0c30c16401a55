"""The true candidates: each value of each cell, edge and border that occurs in some solution.

Every solution that is found is a witness for the values of all its cells. One cell after another is asked for a
solution with a value there that has no witness yet, and with new values elsewhere where there is a choice. If there is
none, those values are removed for good, and so is what follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from puzzledsl.analysis.asking import Asking, asked
from puzzledsl.domain import Domain
from puzzledsl.drawable import Answer, Scene
from puzzledsl.listing import counted
from puzzledsl.records import EMPTY, record
from puzzledsl.solution import number_of
from puzzledsl.time_limit import OutOfTime, in_time, is_late

if TYPE_CHECKING:
    from puzzledsl.answer import Assignment
    from puzzledsl.model import Model
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.session import SolverSession
    from puzzledsl.solution import Key

MOST_LISTED = 1_000
"""Values of a cell that are listed: no more are looked for in a cell that has so many, and of more open ones only the
smallest and the largest are reported."""

MOST_IN_ALL = 200_000
"""Open values that are listed in all: where a model has many cells, fewer of each."""

UNDECIDED = "#e0e0e0"
"""The colour of cells with open values."""

Values = tuple[int | str, ...]


@record
class CandidatesAnswer(Answer):
    """The values that occur in solutions; what is in neither list of a cell is in none.

    Attributes:
        status: ``complete``, ``none`` (there is no solution), or ``partial``: the time limit came first, or some cells
            have too many.
        values: by the name of the cell.
        open: likewise, values of which it is not known; only cells that have some.
        many: likewise, the smallest and the largest value found or not refuted, of cells with too many to list them
            (see `MOST_LISTED` and `MOST_IN_ALL`).
        solutions: how many solutions were needed as witnesses.
        nodes: branches of search and of HiGHS.
    """

    status: str
    model: Model
    values: Mapping[str, Values] = EMPTY
    open: Mapping[str, Values] = EMPTY
    solutions: int = 0
    nodes: int = 0
    many: Mapping[str, tuple[int, int]] = EMPTY
    seconds: float = 0.0
    _brief = {"none": "There is no solution."}  # noqa: RUF012

    __iter__ = None  # else Python would go through it by `answer[0]`, `answer[1]` …

    def __getitem__(self, name: Key) -> Values:
        """The values of a cell: ``["r1c1"]``, or ``[1, 1]`` in the main grid, or a cell of a `Builder`; none where the
        time limit came before the first solution.

        Raises:
            KeyError: there is no such cell.
        """
        return self.values.get(self.model.variables[number_of(self.model, name)].name, ())

    def __repr__(self) -> str:
        return f"<CandidatesAnswer {self.status}: {self._count:,} values>"

    @property
    def _count(self) -> int:
        return sum(map(len, self.values.values()))

    def _said(self) -> str:
        if self.status == "complete" and self.solutions == 1:
            return "there is one solution, so each cell has one value"
        if not self.values:
            return self._plain.why(self.model)
        said = f"{counted(self._count, 'candidate')} {'occurs' if self._count == 1 else 'occur'} in solutions"
        if self.status != "complete":
            said = f"{said if self._count else 'no solution is found'}, and {self._why(self._plain)}"
        if still_open := sum(map(len, self.open.values())):
            said += f"; {counted(still_open, 'value')} {'is' if still_open == 1 else 'are'} open"
        if self.many:
            said += f"; {counted(len(self.many), 'cell')} {'has' if len(self.many) == 1 else 'have'} too many to list"
        return f"{said}; every other value is impossible"

    def as_json(self) -> dict[str, object]:
        """Candidates by cell, and what is undecided."""
        from puzzledsl.presentation.report import ends_of, rows

        answer: dict[str, Any] = {"status": self.status, "candidates": _listed(self.values)}
        if self.values:
            model = self.model
            lists = [[*self.values.get(variable.name, ())] for variable in model.variables]
            if model.grids:
                answer["candidates"] = {grid.name: rows(grid, lists) for grid in model.grids if grid.has_values}
            for one in model.edges:
                kind = answer.setdefault("borders" if one.divides else "edges", {})
                kind[one.name] = [[*ends, lists[x]] for ends, x in ends_of(model, one)]
        answer["open"] = _listed(self.open)
        if self.many:
            answer["many"] = _listed(self.many)
        return answer | {"solutions": self.solutions, "nodes": self.nodes}

    def lines(self, screen: Screen) -> list[str]:
        """Pencil marks, and a line for each open edge; in a model without a grid one for each variable."""
        if self.status == "none" or not self.values:
            return []
        model = self.model
        shown = {model.variables[x].name for grid in model.grids for x in grid.cells.values()}
        if model.grids:
            undecided = self.open.keys() | self.many.keys()
            shown |= {name for name, values in self.values.items() if len(values) == 1 and name not in undecided}
        values, still_open, many = self._numbers
        lines = [f"{name}: {self._line(name)}" for name in self.values if name not in shown]
        return [*screen.pencil_marks(model, values, still_open, many), *lines]

    def _line(self, name: str) -> str:
        if name in self.many:
            return "too many to list, {}..{}".format(*self.many[name])
        values, still_open = (", ".join(map(str, these.get(name, ()))) for these in (self.values, self.open))
        return f"{values}; perhaps {still_open}" if still_open else values

    def summary(self, screen: Screen) -> list[str]:
        """What is known, in a sentence."""
        return [self._sentence(screen), counted(self.nodes, "branch")]

    def _sentence(self, screen: Screen) -> str:
        word = screen.status(self.status)
        if self.status == "none":
            return f"{word}: there is no solution"
        source = "the only solution" if self.solutions == 1 else counted(self.solutions, "solution")
        if self.status == "complete":
            return f"{word}: {self._count:,} candidates, from {source}; every other value is impossible"
        if not self.values:
            return f"{word} ({screen.why(self.model)})"
        text = f"{word} ({self._why(screen)}): {self._count:,} candidates from {source}"
        if still_open := sum(map(len, self.open.values())):
            text += f", {still_open:,} values open (behind ?)"
        if self.many:
            cells = "cell has" if len(self.many) == 1 else "cells have"
            text += f", {len(self.many):,} {cells} too many to list (from..to?)"
        return f"{text}; every other value is impossible"

    def _why(self, screen: Screen) -> str:
        """Why not all is known. In more time, nothing more may be found: every value is decided, but for ``many``."""
        exhausted = not self.open and all(len(self.values[name]) >= MOST_LISTED for name in self.many)
        return "some cells have too many to list" if exhausted and not screen.interrupted else screen.why(self.model)

    @property
    def _numbers(self) -> tuple[dict[int, list[int]], dict[int, list[int]], dict[int, tuple[int, int]]]:
        """``values``, ``open`` and ``many`` by the numbers of variables; letters are numbers, too."""
        model = self.model

        def by_number(found: Mapping[str, Values]) -> dict[int, list[int]]:
            return {(x := model.numbers[name]): model.variables[x].numbers(told) for name, told in found.items()}

        many = {model.numbers[name]: ends for name, ends in self.many.items()}
        return by_number(self.values), by_number(self.open), many

    def _scene(self) -> Scene:
        """Cells with one candidate have it as their value, others pencil marks; those with open values stand out."""
        from puzzledsl.presentation.picture import Highlight

        values, still_open, many = self._numbers
        undecided = [*still_open, *many]
        known = {x: found[0] for x, found in values.items() if len(found) == 1 and x not in undecided}
        marks = {x: sorted({*found, *still_open.get(x, ())}) for x, found in values.items() if x not in (*known, *many)}
        cells = dict.fromkeys(undecided, Highlight(UNDECIDED, "?", "not all values are decided"))
        return Scene(self.model, known, cells, {x: found for x, found in marks.items() if found}, still_open)


def _listed(values: Mapping[str, Sequence[int | str]]) -> dict[str, list[int | str]]:
    return {name: [*found] for name, found in values.items()}


def candidates_in(session: SolverSession, how: Asking = Asking()) -> CandidatesAnswer:  # noqa: B008 - frozen
    """Decide which values occur in solutions of the model of a session, one value after another.

    Raises:
        PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
    """
    # Values of real variables are too many to be listed, and a mere place has none.
    model, variables = session.model, session.model.variables
    whole = [x for x in session.shown if not (variables[x].is_real or variables[x].hidden)]
    seen: dict[int, set[int]] = {x: set() for x in whole}
    unseen: dict[int, Domain] = {x: variables[x].domain for x in whole}  # nor refuted
    unproven: set[int] = set()  # cells of which HiGHS cannot prove that there are no other values
    first: Assignment | None = None
    nodes = witnesses = 0
    none, may_be_unique = False, True

    def count() -> None:  # also the branches of a question that has no answer yet
        nonlocal nodes
        nodes += 1
        how.report.branch()

    def result() -> CandidatesAnswer:
        if none:
            return CandidatesAnswer("none", model, {variables[x].name: () for x in seen}, nodes=nodes)
        values = {x: tuple(sorted(found)) for x, found in seen.items()}
        listed: dict[int, tuple[int, ...]] = {}
        most = most_listed(len(unseen))
        many: dict[str, tuple[int, int]] = {}
        for x, domain in unseen.items():
            if domain and (len(values[x]) >= MOST_LISTED or _are_many(domain, most)):
                ends = (domain.lo, domain.hi, *values[x][:1], *values[x][-1:])
                many[variables[x].name] = (min(ends), max(ends))
            elif domain:
                listed[x] = tuple(domain)
        told, still_open = (
            {variables[x].name: tuple(variables[x].all_told(these)) for x, these in found.items()}
            for found in (values, listed)
        )
        status = "partial" if listed or many else "complete"
        return CandidatesAnswer(status, model, told, still_open, witnesses, nodes, many)

    how.publish(result)
    with suppress(OutOfTime):
        while not none and not is_late():
            # Of a cell with many values no more are looked for.
            waiting = [x for x, found in seen.items() if unseen[x] and len(found) < MOST_LISTED and x not in unproven]
            x = -1
            asked: dict[int, Domain] = {}
            phases: dict[int, Domain] = {}
            other_than: list[Assignment] = []
            if first is not None:
                if not waiting:
                    break
                if may_be_unique:  # most puzzles have one solution, and one proof of that decides all cells
                    other_than = [first]
                else:
                    x = min(in_time(waiting), key=lambda y: unseen[y].size)
                    asked[x] = unseen[x]
                    phases = {y: domain for y, domain in unseen.items() if domain}
            before = nodes
            verdict = session.find(within=asked, other_than=other_than, phases=phases, on_branch=count)
            nodes = before + verdict.nodes
            may_be_unique = first is None
            if verdict.values is not None:
                first = first or verdict.values
                witnesses += 1
                for y, known in in_time(seen.items()):
                    value = verdict.values[y]
                    if value not in known:
                        unseen[y] -= Domain.range(value, value)
                        known.add(value)
            elif verdict.status == "infeasible":
                none = first is None
                if x < 0:
                    unseen.update(dict.fromkeys(unseen, Domain(())))
                else:
                    unseen[x] = Domain(())
                    session.learn(x, Domain.of(seen[x]))
            elif first is None:
                break
            elif x >= 0:
                unproven.add(x)
            root = session.root()
            if root is not None and root.contradiction is None:  # what propagation has removed by now
                now = root.store.snapshot()
                for y in in_time(unseen):
                    unseen[y] &= now.domain(y)
            if how.report.is_heard:
                still_open = sum(domain.size for domain in in_time(unseen.values()))
                how.report.say(f"{sum(map(len, seen.values())):,} values found, {still_open:,} open")
    return result()


def most_listed(cells: int) -> int:
    """How many open values are listed for each of so many cells."""
    return min(MOST_LISTED, MOST_IN_ALL // max(cells, 1))


def _are_many(domain: Domain, most: int) -> bool:
    """Whether a domain has more values; without counting them."""
    return len(domain.intervals) > most or domain.size > most


def candidates(model: Model, how: Asking = Asking()) -> CandidatesAnswer:  # noqa: B008 - frozen
    """The values of each cell that occur in some solution."""
    return asked(model, how, candidates_in, CandidatesAnswer("partial", model))
