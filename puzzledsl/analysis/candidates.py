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
from puzzledsl.progress import SILENT, Reporter
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
    values: Mapping[str, Values] = EMPTY
    open: Mapping[str, Values] = EMPTY
    solutions: int = 0
    nodes: int = 0
    many: Mapping[str, tuple[int, int]] = EMPTY
    model: Model | None = None
    seconds: float = 0.0

    __iter__ = None  # else Python would go through it by `answer[0]`, `answer[1]` …

    def __getitem__(self, name: Key) -> Values:
        """The values of a cell: ``["r1c1"]``, or ``[1, 1]`` in the main grid, or a cell of a `Builder`; none where the
        time limit came before the first solution.

        Raises:
            KeyError: there is no such cell.
        """
        if self.model is None:
            return self.values[str(name)]
        return self.values.get(self.model.variables[number_of(self.model, name)].name, ())

    def __repr__(self) -> str:
        count = sum(map(len, self.values.values()))
        return f"<CandidatesAnswer {self.status}: {count:,} values>"

    def as_json(self) -> dict[str, object]:
        """Candidates by cell, and what is undecided."""
        from puzzledsl.presentation.report import ends_of, rows

        answer: dict[str, Any] = {"status": self.status, "candidates": _listed(self.values)}
        if self.model is not None and self.values:
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
        model = self._known_model()
        shown = {model.variables[x].name for grid in model.grids for x in grid.cells.values()}
        if model.grids:
            undecided = self.open.keys() | self.many.keys()
            shown |= {name for name, values in self.values.items() if len(values) == 1 and name not in undecided}
        values, still_open, many = self.numbers
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
        count = sum(map(len, self.values.values()))
        if self.status == "complete":
            return f"{word}: {count:,} candidates, from {source}; every other value is impossible"
        if not self.values:
            return f"{word} ({screen.why(self.model)})"
        # Nothing more would be found in more time: every value is decided, but for those of ``many``.
        exhausted = not self.open and all(len(self.values[name]) >= MOST_LISTED for name in self.many)
        exhausted = exhausted and bool(self.values) and not screen.interrupted
        why = "some cells have too many to list" if exhausted else screen.why(self.model)
        text = f"{word} ({why}): {count:,} candidates from {source}"
        if still_open := sum(map(len, self.open.values())):
            text += f", {still_open:,} values open (behind ?)"
        if self.many:
            cells = "cell has" if len(self.many) == 1 else "cells have"
            text += f", {len(self.many):,} {cells} too many to list (from..to?)"
        return f"{text}; every other value is impossible"

    @property
    def numbers(self) -> tuple[dict[int, list[int]], dict[int, list[int]], dict[int, tuple[int, int]]]:
        """``values``, ``open`` and ``many`` by the numbers of variables; letters are numbers, too."""
        model = self._known_model()

        def by_number(found: Mapping[str, Values]) -> dict[int, list[int]]:
            return {(x := model.numbers[name]): model.variables[x].numbers(told) for name, told in found.items()}

        many = {model.numbers[name]: ends for name, ends in self.many.items()}
        return by_number(self.values), by_number(self.open), many

    def _scene(self) -> Scene:
        from puzzledsl.analysis.scenes import candidates_scene

        return candidates_scene(self._known_model(), *self.numbers)


def _listed(values: Mapping[str, Sequence[int | str]]) -> dict[str, list[int | str]]:
    return {name: [*found] for name, found in values.items()}


class CandidateSearch:
    """The question of one model, kept such that what is known survives a broken-off `run`."""

    def __init__(self, session: SolverSession) -> None:
        self._session = session
        # Values of real variables are too many to be listed, and a mere place has none.
        variables = session.model.variables
        whole = [x for x in session.shown if not (variables[x].is_real or variables[x].hidden)]
        self._seen: dict[int, set[int]] = {x: set() for x in whole}
        self._unseen: dict[int, Domain] = {x: variables[x].domain for x in whole}  # nor refuted
        self._witnesses = 0
        self._nodes = 0
        self._none = False
        self._first: Assignment | None = None
        self._may_be_unique = True

    def run(self, report: Reporter = SILENT) -> CandidatesAnswer:
        """Decides value by value.

        Raises:
            PuzzleError: HiGHS fails, or the verifier rejects an answer of it, which is a bug.
        """
        with suppress(OutOfTime):
            self._decide(report)
        return self.result()

    def _decide(self, report: Reporter) -> None:
        """Decide value by value.

        Raises:
            OutOfTime: the time limit came first.
        """
        session, unseen = self._session, self._unseen

        def count() -> None:  # also the branches of a question that has no answer yet
            self._nodes += 1
            report.branch()

        unproven: set[int] = set()  # cells of which HiGHS cannot prove that there are no other values
        while not self._none and not is_late():
            waiting = [x for x in self._seen if self._asked_about(x) and x not in unproven]
            x = -1
            asked: dict[int, Domain] = {}
            phases: dict[int, Domain] = {}
            other_than: list[Assignment] = []
            if self._first is not None:
                if not waiting:
                    break
                if self._may_be_unique:  # most puzzles have one solution, and one proof of that decides all cells
                    other_than = [self._first]
                else:
                    x = min(in_time(waiting), key=lambda y: unseen[y].size)
                    asked[x] = unseen[x]
                    phases = {y: domain for y, domain in unseen.items() if domain}
            before = self._nodes
            verdict = session.find(within=asked, other_than=other_than, phases=phases, on_branch=count)
            self._nodes = before + verdict.nodes
            self._may_be_unique = self._first is None
            if verdict.values is not None:
                self._first = self._first or verdict.values
                self._witness(verdict.values)
            elif verdict.status == "infeasible":
                self._none = self._first is None
                if x < 0:
                    unseen.update(dict.fromkeys(unseen, Domain(())))
                else:
                    unseen[x] = Domain(())
                    session.learn(x, Domain.of(self._seen[x]))
            elif self._first is None:
                break
            elif x >= 0:
                unproven.add(x)
            self._look()
            if report.is_heard:
                still_open = sum(domain.size for domain in in_time(unseen.values()))
                report.say(f"{sum(map(len, self._seen.values())):,} values found, {still_open:,} open")

    def result(self) -> CandidatesAnswer:
        """What is known by now."""
        model = self._session.model
        variables = model.variables
        if self._none:
            nothing: Mapping[str, Values] = {variables[x].name: () for x in self._seen}
            return CandidatesAnswer("none", nothing, nodes=self._nodes, model=model)
        values = {x: tuple(sorted(found)) for x, found in self._seen.items()}
        listed: dict[int, tuple[int, ...]] = {}
        most = most_listed(len(self._unseen))
        many: dict[int, tuple[int, int]] = {}
        for x, domain in self._unseen.items():
            if domain and (len(values[x]) >= MOST_LISTED or _are_many(domain, most)):
                ends = (domain.lo, domain.hi, *values[x][:1], *values[x][-1:])
                many[x] = (min(ends), max(ends))
            elif domain:
                listed[x] = tuple(domain)
        told, still_open = (
            {variables[x].name: tuple(variables[x].all_told(these)) for x, these in found.items()}
            for found in (values, listed)
        )
        ends_of = {variables[x].name: ends for x, ends in many.items()}
        status = "partial" if listed or many else "complete"
        return CandidatesAnswer(status, told, still_open, self._witnesses, self._nodes, ends_of, model)

    def _asked_about(self, x: int) -> bool:
        """Whether values of a cell are open, and it has not so many that no more are looked for."""
        return bool(self._unseen[x]) and len(self._seen[x]) < MOST_LISTED

    def _witness(self, values: Assignment) -> None:
        self._witnesses += 1
        for x, seen in in_time(self._seen.items()):
            value = values[x]
            if value not in seen:
                self._unseen[x] -= Domain.range(value, value)
                seen.add(value)

    def _look(self) -> None:
        """What propagation has removed by now."""
        root = self._session.root()
        if root is not None and root.contradiction is None:
            now = root.store.snapshot()
            for x in in_time(self._unseen):
                self._unseen[x] &= now.domain(x)


def most_listed(cells: int) -> int:
    """How many open values are listed for each of so many cells."""
    return min(MOST_LISTED, MOST_IN_ALL // max(cells, 1))


def _are_many(domain: Domain, most: int) -> bool:
    """Whether a domain has more values; without counting them."""
    return len(domain.intervals) > most or domain.size > most


def candidates(model: Model, how: Asking = Asking()) -> CandidatesAnswer:  # noqa: B008 - frozen
    """The values of each cell that occur in some solution."""
    return asked(model, how, CandidateSearch)
