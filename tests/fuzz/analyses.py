"""What the analyses answer about a random model, compared with what trying all assignments finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from puzzledsl import Model, PuzzleError, parse
from puzzledsl.analysis.elements import Element
from puzzledsl.model import shown_variables

from ..oracle.comparing import Example, answered_otherwise, refused
from ..oracle.terms import Values


@dataclass(frozen=True)
class Known:
    """Which statements of a model hold of which of its assignments.

    Attributes:
        one: the model.
        held: for each statement the assignments that it holds of.
    """

    one: Example
    held: list[set[Values]]

    @classmethod
    def of(cls, one: Example) -> Known:
        return cls(one, [{v for v in one.assignments if statement.holds(v)} for statement in one.statements])

    def left(self, chosen: Collection[int]) -> set[Values]:
        """What obeys some of the statements."""
        if not chosen:
            return set(self.one.assignments)
        return set.intersection(*(self.held[k] for k in chosen))

    def shown(self, values: Collection[Values]) -> set[Values]:
        return {v[: self.one.shown] for v in values}


def answered(one: Example, known: Known, model: Model, expected: set[Values], solve: bool) -> str:
    """How the answers differ from what is expected, a line for each analysis; empty if none does.

    Args:
        solve: also solve by each encoding, and ask for analyses that have little to say about such a model.
    """
    analyses: list[tuple[str, Callable[[], str]]] = [
        ("solutions", lambda: answered_otherwise(one, model, expected, solve)),
        ("unique", lambda: _unique(known, model, expected)),
        ("candidates", lambda: _candidates(one, known, model, expected)),
    ]
    if not one.objective:  # which must be defined, though no clue says so
        if expected or solve:
            analyses.append(("redundant", lambda: _redundant(known, model)))
        if len(known.shown(expected)) == 1 or solve:
            analyses.append(("minimize", lambda: _minimize(known, model)))
        if not expected or solve:
            analyses.append(("explain", lambda: _explain(known, model)))
    differences = []
    for name, analysis in analyses:
        try:
            found = analysis()
        except PuzzleError as error:
            found = refused(one, error, expected)
            if not found:
                found = f"raises, where there is no solution: {str(error).splitlines()[0]}"
        if found:
            differences.append(f"{name}: {found}")
    return "\n".join(differences)


def _unique(known: Known, model: Model, expected: set[Values]) -> str:
    answer = model.unique()
    count = len(known.shown(expected))
    right = "none" if not count else "unique" if count == 1 else "several"
    if answer.status != right:
        return f"{answer.status}, there are {count} solutions"
    names, both = known.one.names, [tuple(int(one[n]) for n in known.one.names) for one in answer.solutions]
    if not set(both) <= expected:
        return f"no solution: {both}"
    if len(both) == 2:
        differing = {name for name, a, b in zip(names[: known.one.shown], *both, strict=False) if a != b}
        if differing != set(answer.differing) or not differing:
            return f"differing in {sorted(differing)}, not {sorted(answer.differing)}"
    return ""


def _candidates(one: Example, known: Known, model: Model, expected: set[Values]) -> str:
    answer = model.candidates()
    right = {name: tuple(sorted({v[k] for v in expected})) for k, name in enumerate(one.names[: one.shown])}
    found = {name: tuple(answer.values[name]) for name in right}
    if answer.open or answer.many or answer.status != ("complete" if expected else "none"):
        return f"{answer.status}, there are {len(expected)} solutions"
    if wrong := [name for name in right if found[name] != right[name]]:
        return f"{wrong[0]}: {found[wrong[0]]}, not {right[wrong[0]]}"
    if others := sorted(set(answer.values) - set(right)):
        return f"candidates of what has no value or is not shown: {others}"
    return ""


def _numbers(known: Known, elements: Collection[Element]) -> list[int] | None:
    """The statements that the elements are; ``None`` where one is several elements, as a loop is, or a mark's."""
    at: dict[int, int] = {}
    line = known.one.head.count("\n") + 1
    for k, statement in enumerate(known.one.statements):
        for _ in range(statement.text.count("\n") + 1):
            at[line] = k
            line += 1
    if any(element.line not in at for element in elements):
        return None
    found = [at[element.line] for element in elements]
    is_loop = any(known.one.statements[k].text.startswith("for ") for k in found)
    return None if is_loop or max(Counter(found).values(), default=1) > 1 else found


def _without(model: Model, element: Element) -> Model | None:
    """The model without a mark of a layout; ``None`` if it is none of the language."""
    text, span = model.elaborated.source.text, element.origin.span
    try:
        return parse(f"{text[: span.start]}{element._instead:>{span.end - span.start}}{text[span.end :]}")
    except PuzzleError:
        return None


def _filled(model: Model | None) -> set[tuple[object, ...]]:
    """The values of the grids in each solution of a model, which may be a wrong one."""
    if model is None:
        return set()
    numbers = shown_variables(model.elaborated)
    return {tuple(one.assignment[x] for x in numbers) for one in model.solutions()}


def _marks(model: Model, implied: Collection[Element], needed: Collection[Element]) -> str:
    whole = _filled(model)
    for element in (*implied, *needed):
        if element._instead and (_filled(_without(model, element)) == whole) != (element in implied):
            return f"{element} {'is needed' if element in implied else 'follows'}"
    return ""


def _redundant(known: Known, model: Model) -> str:
    answer = model.redundant(houses=True)
    every = range(len(known.one.statements))
    whole = known.left(every)
    if answer.status != ("checked" if whole else "infeasible"):
        return f"{answer.status}, there are {len(whole)} solutions"
    if not whole:
        return ""
    if wrong := _marks(model, answer.redundant, answer.needed):
        return wrong
    tested = _numbers(known, [*answer.redundant, *answer.needed])
    if any(element._is_exact for element in answer.undecided):
        return f"undecided: {list(map(str, answer.undecided))}"
    if tested is None:
        return ""
    follow = {k for k in tested if known.left([j for j in every if j != k]) == whole}
    found = set(_numbers(known, answer.redundant) or ())
    if found != follow:
        statement = known.one.statements[min(found ^ follow)].text
        return f"{statement!r} {'is needed' if min(found ^ follow) in found else 'follows'}"
    together = set(_numbers(known, answer.together) or ())
    rest = [k for k in every if k not in together]
    if known.left(rest) != whole:
        return f"without {[known.one.statements[k].text for k in together]} there are further solutions"
    if not (answer.maximal or answer.undecided):
        return "not maximal"
    for k in set(tested) - together:
        if known.left([j for j in rest if j != k]) == whole:
            return f"not maximal: {known.one.statements[k].text!r} can be dropped, too"
    return ""


def _minimize(known: Known, model: Model) -> str:
    answer = model.minimize(houses=True)
    every = range(len(known.one.statements))
    solutions = known.shown(known.left(every))
    right = "infeasible" if not solutions else "minimal" if len(solutions) == 1 else "several"
    if answer.status != right:
        return f"{answer.status}, there are {len(solutions)} solutions"
    if right != "minimal":
        return ""
    smaller = parse(answer.text)
    if _filled(smaller) != _filled(model):
        return f"another solution: {answer.text}"
    if wrong := _marks(smaller, (), answer.left):
        return f"{wrong} in {answer.text}"
    tested = _numbers(known, [*answer.dropped, *answer.left])
    if tested is None:
        return ""
    dropped = set(_numbers(known, answer.dropped) or ())
    rest = [k for k in every if k not in dropped]
    if known.shown(known.left(rest)) != solutions:
        return f"without {[known.one.statements[k].text for k in dropped]} there are further solutions"
    for k in set(tested) - dropped:
        if known.shown(known.left([j for j in rest if j != k])) == solutions:
            return f"not minimal: {known.one.statements[k].text!r} can be dropped, too"
    return ""


def _explain(known: Known, model: Model) -> str:
    every = range(len(known.one.statements))
    answer = model.explain()
    if answer.status != ("solvable" if known.left(every) else "conflict"):
        return f"{answer.status}, there are {len(known.left(every))} solutions"
    for conflict in answer.conflicts:
        numbers = _numbers(known, conflict.elements)
        if numbers is None:
            return ""
        if known.left(numbers):
            return f"no conflict: {conflict}"
        for k in numbers:
            if not known.left([j for j in numbers if j != k]):
                return f"not minimal: {conflict}"
    return ""
