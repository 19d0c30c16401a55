"""Solving by hand on the page: what is entered, which rules it breaks, and whether it solves the puzzle.

A puzzle is solved once the entries show what the picture of a solution shows. What no picture shows has to have some
value, which nobody enters: the solver looks for one.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from puzzledsl.expressions import (
    AllDifferent,
    Boolean,
    Compare,
    Not,
    conjuncts,
    constant,
    evaluate,
    holds,
    variables_of,
)
from puzzledsl.listing import listed
from puzzledsl.model import Origin, Requirement
from puzzledsl.presentation.entries import BLANK, Entries, allowed, entries_of, equals, one_of
from puzzledsl.records import Open, entity, replace
from puzzledsl.web.limits import loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from puzzledsl.answer import Assignment
    from puzzledsl.domain import Domain
    from puzzledsl.expressions import Rational
    from puzzledsl.model import Grid, Mark, Model
    from puzzledsl.presentation.shapes import Point
    from puzzledsl.web.solving_process import Tell

LONGEST = 20.0
"""Seconds for one question."""
MOST_KEYS = 25
"""Values that have keys; others are typed."""
MOST_SENTENCES, MOST_PLACES = 4, 12
"""What is said and shown of rules: no more sentences, and no clue about more cells."""
_ENTRY = "entry"
"""The word for what somebody has entered, where clues have theirs."""
_EXCLUDED = "Entries exclude each other, or a border ends inside an area."
"""What is said where no clue takes part."""


@entity
class Entered(Open):
    """What somebody has entered.

    Attributes:
        values: by the numbers of cells.
        marks: by the keys of slots, whether the mark is there; `False`: it cannot be.
    """

    model: Model
    found: Entries
    values: Mapping[int, int]
    marks: Mapping[str, bool]

    def stated(self) -> Iterator[tuple[str, Boolean]]:
        """What each entry states, with the name of its cell or the key of its slot."""
        for x, value in self.values.items():
            yield self.model.variables[x].name, equals(x, value)
        for key, there in self.marks.items():
            drawn = self.found.slots[key].drawn
            yield key, drawn if there else Not(drawn)

    @property
    def outside(self) -> dict[str, str]:
        """What is wrong with values that their cells cannot have, as after a change of the text; by cell."""
        variables = self.model.variables
        return {
            variables[x].name: f"{value} is none of the values of {variables[x].name}."
            for x, value in self.values.items()
            if value not in variables[x].domain
        }

    @property
    def there(self) -> set[str]:
        """The keys of the marks that are there, entered or derived."""
        return {key for key, there in self.marks.items() if there and key in self.found.marks} | self.derived

    @cached_property
    def known(self) -> dict[int, int]:
        """The values that the entries leave no choice for, and those that a single rule does, such as givens."""
        left = {x: {value} for x, value in self._demanded.items()}
        for _, condition in self.stated():
            if own := allowed(condition, self.model):
                left[own[0]] = left.get(own[0], {*own[1]}).intersection(own[1])
        return {x: min(values) for x, values in left.items() if len(values) == 1}

    @cached_property
    def derived(self) -> set[str]:
        """The keys of further marks that are there for certain, such as a border between two different numbers.

        A mark that a rule alone puts there is still to be found.
        """
        made = {self.found.slots[key].drawn for key, there in self.marks.items() if there}

        def follows(drawn: Boolean) -> bool:
            own = variables_of(drawn)
            decided = own <= self.known.keys() and (len(own) > 1 or own.isdisjoint(self._demanded))
            return drawn in made or (decided and holds(drawn, self.known))  # type: ignore[arg-type] # anything indexable

        return {key for key, slot in self.found.marks.items() if key not in self.marks and follows(slot.drawn)}

    @cached_property
    def _demanded(self) -> dict[int, int]:
        conditions = (part for one in self.model.requirements for part in conjuncts(one.expression))
        units = [allowed(part, self.model) for part in conditions if not isinstance(part, bool)]
        return dict(self.model.givens) | {own[0]: own[1][0] for own in units if own and len(own[1]) == 1}

    def absent(self) -> Iterator[Boolean]:
        """What follows if nothing more is to be entered: no other mark is there, and no other value is written."""
        for key in self.found.marks.keys() - self.there:
            yield Not(self.found.marks[key].drawn)
        for x, own in self.found.written.items():
            if x not in self.values:
                yield one_of(x, self.model.variables[x].domain - own)

    def shows(self, values: Assignment) -> bool:
        """Whether the entries show an answer."""
        return self.found.shown(values) == (self.there, self.values)

    def with_entries(self, *more: Boolean) -> Model:
        """The model that demands the entries, too."""
        span = self.model.source.span(0, 0)
        stated = [*self.stated(), *(("", condition) for condition in more)]
        extra = [Requirement(condition, Origin(span, _ENTRY, what)) for what, condition in stated]
        return replace(self.model, requirements=(*self.model.requirements, *extra), objective=None)


def entered(model: Model, values: Mapping[str, Any], marks: Mapping[str, Any]) -> Entered:
    """The entries of a page, without those that this model has no place for.

    Args:
        values: by the names of cells.
        marks: by the keys of slots.
    """
    found, numbers = entries_of(model), model.numbers
    return Entered(
        model,
        found,
        {
            numbers[key]: value
            for key, value in values.items()
            if type(value) is int and numbers.get(key) in found.written
        },
        {key: there for key, there in marks.items() if key in found.slots and isinstance(there, bool)},
    )


# ── how it is entered ────────────────────────────────────────────────────────────────────────────


def tools(model: Model) -> dict[str, Any]:
    """What the page needs to let somebody enter a solution.

    ``looks``: pictures of marks around the point 0, 0. ``slots``: key, number of the look, the point, the cells with
    ``null`` for places outside the grid, the way from the first to the last in rows and columns, and, where one unknown
    decides, its name with the values for which the mark is there. ``written``: cells and the values written into them.
    """
    from puzzledsl.presentation.geometry import centre, mean
    from puzzledsl.presentation.picture import picture
    from puzzledsl.presentation.renderers.svg import UNIT

    found, corners = entries_of(model), picture(model).corners
    names = {(one.grid, one.cell): one.name for one in model.variables if one.cell}
    grids = {grid.name: grid for grid in model.grids}
    looks: dict[str, dict[str, Any]] = {}
    slots, written = [], []
    for slot in found.slots.values():
        mark, own = slot.mark, allowed(slot.drawn, model)
        middle = mean([centre(cell) for cell in mark.cells])
        look = _look(mark, grids[mark.grid], middle)
        (r, c), (s, d) = mark.cells[0], mark.cells[-1]
        left, top = corners[mark.grid]
        slots.append(
            {
                "key": slot.key,
                "look": looks.setdefault(mark.kind + look["svg"], look | {"number": len(looks)})["number"],
                "at": [round(UNIT * (left + middle[0]), 2), round(UNIT * (top + middle[1]), 2)],
                "cells": [names.get((mark.grid, cell)) for cell in mark.cells],
                "way": [s - r, d - c],
                "directed": slot.directed,
                "of": own and [model.variables[own[0]].name, own[1]],
            }
        )
    groups: dict[Domain, list[int]] = {}
    for x, domain in found.written.items():
        groups.setdefault(domain, []).append(x)
    for domain, numbers in groups.items():
        values = list(domain) if domain.size <= MOST_KEYS else []
        told = [str(model.variables[numbers[0]].told(value)) for value in values]
        cells = [model.variables[x].name for x in numbers]
        written.append({"cells": cells, "values": values, "told": told, "span": [domain.lo, domain.hi]})
    return {"looks": list(looks.values()), "slots": slots, "written": written}


def _look(mark: Mark, grid: Grid, middle: Point) -> dict[str, Any]:
    """How a mark looks; the middle of its cells becomes the point 0, 0."""
    from puzzledsl.presentation.colors import WHITE, is_dark, surface
    from puzzledsl.presentation.corner import corner_text
    from puzzledsl.presentation.marks import GRID_LAYER, Site, kind_named
    from puzzledsl.presentation.renderers.svg import element
    from puzzledsl.presentation.shapes import moved

    if mark.kind == BLANK:
        return {"kind": BLANK, "svg": "", "label": "stays empty", "under": False, "dark": False}
    kind = kind_named(mark.kind)
    shapes = kind.shapes([mark], Site(grid))
    if kind.corner(mark):
        shapes += corner_text(min(mark.cells), mark.text, mark.color)
    return {
        "kind": mark.kind,
        "svg": "".join(element(moved(shape, -middle[0], -middle[1])) for shape in shapes),
        "label": mark.text or mark.kind,
        "under": kind.layer < GRID_LAYER,
        "dark": kind.covers and bool(mark.color) and is_dark(surface(mark.color, WHITE)),
    }


# ── what it breaks ───────────────────────────────────────────────────────────────────────────────


def conflicts(own: Entered) -> dict[str, Any]:
    """The clues that entries and givens break, each with the unknowns that show it.

    A clue counts as soon as it is certain: a condition when all its unknowns are known, and what must differ when two
    of it are equal.

    ``known`` are the unknowns that the entries decide, ``derived`` the marks that they add. ``solved``: all is known,
    and every rule holds. ``ready``: no cell lacks its value, so that the solver may be asked whether this is the
    solution.
    """
    model, known = own.model, own.known
    words = _words(model)
    assignment = [known.get(x, 0) for x in range(len(model.variables))]
    found = [{"sentence": sentence, "cells": [name]} for name, sentence in own.outside.items()]
    for requirement in model.requirements:
        parts = conjuncts(requirement.expression)
        broken = [numbers for part in parts if (numbers := _broken(part, known, assignment)) is not None]
        if broken:
            cells = dict.fromkeys(model.variables[x].name for numbers in broken for x in numbers)
            found.append({"sentence": words(requirement.origin), "cells": list(cells)})
    lacks = any(v == model.variables[x].domain for x, v in own.found.written.items() if x not in own.values)
    whole = len(known) == len(model.variables)
    return {
        "conflicts": found,
        "known": {model.variables[x].name: value for x, value in known.items() if x not in model.givens},
        "derived": sorted(own.derived),
        "solved": whole and not found and model.objective is None and own.shows(tuple(assignment)),
        "ready": not found and not lacks,
    }


def _broken(part: Boolean, known: Mapping[int, int], assignment: list[int]) -> list[int] | None:
    """The unknowns by which a condition is broken; ``None`` where it holds or is not decided."""
    variables = variables_of(part)
    decided = variables <= known.keys()
    if decided and holds(part, assignment):
        return None
    if isinstance(part, AllDifferent):
        by_value: dict[Rational, list[set[int]]] = {}
        for item in part.items:
            own = {x for x, _ in item.terms if type(x) is int and x in known}
            if len(own) == len(item.terms) and (value := evaluate(item, assignment)) not in part.ignoring:
                by_value.setdefault(value, []).append(own)
        equal = [own for items in by_value.values() if len(items) > 1 for own in items]
        if equal:
            return sorted(set[int]().union(*equal))
    return sorted(variables) if decided else None


def _words(model: Model) -> Callable[[Origin], str]:
    """What says a rule to whoever plays: its sentence, or the one before it, which it helps to say.

    A clue of the library that lists its cells, and a house, say more by themselves.
    """
    from puzzledsl.analysis.quotes import sentences

    known = sentences(model)
    spoken = {
        span: one.text.replace(f" ({code}).", ".")
        for one in model.said
        for span in one.spans
        if (code := " ".join(span.text.split())) != one.text and not one.text.endswith(f": {code}")
    }

    def said(origin: Origin) -> str:
        if origin.span in known or origin.is_house or " at " in origin.sentence:
            return known.get(origin.span, origin.sentence)
        before = [one for one in spoken if one.source is origin.span.source and one.start <= origin.span.start]
        if before:
            return spoken[max(before, key=lambda one: one.start)]
        if not spoken and not origin.span.source.is_library:
            return origin.sentence
        return f"The puzzle allows no such entry at {listed([model.variables[x].name for x in origin.variables[:3]])}."

    return said


# ── what only the solver knows ───────────────────────────────────────────────────────────────────


def tell_played(
    text: str, folder: str | None, values: Mapping[str, Any], marks: Mapping[str, Any], check: bool, tell: Tell
) -> None:
    """Tell as ``result`` whether entries solve the puzzle; with ``check`` also which cannot stay, and by which rules.

    The ``status`` is ``solved``, ``open`` (nothing is wrong, or nobody looked), ``wrong``, ``infeasible`` (the puzzle
    has no solution, whatever is entered) or ``unknown``.
    """
    from puzzledsl.time_limit import OutOfTime, within

    own = entered(loaded(text, "the text", folder, allow_clashes=True), values, marks)
    solution, only = None, False
    with suppress(OutOfTime), within(LONGEST):
        solution, only = _solution(text, folder)
    try:
        with within(LONGEST):
            if solution is None and only:
                found = _faults(replace(own, values={}, marks={}), None) if check else {"status": "infeasible"}
            elif _solves(own, solution, only):
                found = {"status": "solved"}
            else:
                found = _faults(own, solution if only else None) if check else {"status": "open"}
    except OutOfTime:
        found = {"status": "unknown"}
    tell("result", found)


@lru_cache(maxsize=4)
def _solution(text: str, folder: str | None) -> tuple[Assignment | None, bool]:
    """A solution, a best one if there is an objective, and whether there is no other; see `shown_variables`.

    ``None`` and true: there is none.

    Raises:
        OutOfTime: the time came first. This is not remembered: the next question may have more of it.
    """
    from puzzledsl.session import SolverSession
    from puzzledsl.time_limit import Cancelled, OutOfTime, is_cancelled

    model = loaded(text, "the text", folder, allow_clashes=True)
    with SolverSession(model) as session:
        if model.objective is not None:
            best = session.solve()
            found = (best.values if best.status == "optimal" else None), best.status == "infeasible"
        else:
            first = session.find()
            other = session.find(other_than=[first.values]) if first.values else first
            found = first.values, other.status == "infeasible"
    if is_cancelled():  # what is not decided for this reason is not to be remembered
        raise Cancelled
    if found == (None, False):
        raise OutOfTime
    return found  # type: ignore[return-value] # whole, but for real variables


def _solves(own: Entered, solution: Assignment | None, only: bool) -> bool:
    """Whether there is a solution that shows just the entries; a best one, if there is an objective."""
    from puzzledsl.model import shown_variables
    from puzzledsl.session import SolverSession
    from puzzledsl.time_limit import OutOfTime

    model, objective = own.model, own.model.objective
    if solution is not None and own.shows(solution):
        return True
    counted = set(shown_variables(model))
    if only and all(variables_of(slot.drawn) <= counted for slot in own.found.slots.values()):
        return False
    best: list[Boolean] = []
    if objective is not None:
        if solution is None:
            raise OutOfTime
        best = [Compare("==", objective.expression - constant(evaluate(objective.expression, solution)))]
    with SolverSession(own.with_entries(*own.absent(), *best)) as session:
        return session.find().values is not None


def _faults(own: Entered, solution: Assignment | None) -> dict[str, Any]:
    """Which entries cannot stay: those that the only solution has otherwise, or else those of a conflict.

    Args:
        solution: the only one. Others may differ from it in unknowns that are not counted, so entries about these are
            not compared with it.
    """
    from puzzledsl.analysis.unsolvable import explain
    from puzzledsl.model import shown_variables

    outside, counted = own.outside, set(shown_variables(own.model))
    decided = {what: variables_of(condition) <= counted for what, condition in own.stated()}
    wrong = [what for what, one in own.stated() if solution and decided[what] and not holds(one, solution)]
    if solution and not wrong and all(decided.values()):
        return {"status": "open"}
    found = explain(own.with_entries())
    if found.status != "conflict" and not wrong:
        return {"status": "open" if found.status == "solvable" else "unknown"}
    origins = [element.origin for conflict in found.conflicts[:1] for element in conflict.elements]
    words = _words(own.model)
    clues = [origin for origin in origins if origin.clue != _ENTRY and not origin.is_given]
    local = [origin for origin in clues if len(origin.variables) <= MOST_PLACES]
    wrong = wrong or [origin.sentence for origin in origins if origin.clue == _ENTRY]
    said = list(dict.fromkeys([*outside.values(), *map(words, clues)]))[:MOST_SENTENCES]
    return {
        "status": "wrong" if wrong else "infeasible",
        "wrong": wrong,
        "sentences": said or ([_EXCLUDED] if wrong else []),
        "cells": sorted({own.model.variables[x].name for origin in local for x in origin.variables}),
    }
