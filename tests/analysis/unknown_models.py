"""Random small models whose rules have unknowns of their own, and everything about them by trying all values."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from random import Random

from puzzledsl import parse
from puzzledsl.analysis.candidates import candidates_in
from puzzledsl.analysis.elements import Element, split
from puzzledsl.analysis.minimization import minimize
from puzzledsl.analysis.redundancy import redundant
from puzzledsl.analysis.solution_count import count_in
from puzzledsl.expressions import Boolean, Rational, conjuncts, holds, variables_of
from puzzledsl.model import Model
from puzzledsl.session import SolverSession, shown_variables

RULES = """
rule some(a):
    var s in {LOW}..2
    a + s >= {HIGH}
rule even(a, b):
    var half in 0..3
    a + b == 2 * half
rule tilted(line):
    grid x[1, 2] in 0..1
    line[1] + x[1, 1] == line[2] + x[1, 2]
    x[1, 1] + x[1, 2] {OP} 1
rule between(a, b, c):
    var low in 0..2
    var high in {0, 2, 3}
    low <= high
    a in [low, high]
    b >= low
    c <= high
rule marked(line):
    grid place[1, 2]
    edges e of place
    division part of place
    sum(line) >= 3 -> e[place[1, 1], place[1, 2]] == 1
    part[place[1, 1], place[1, 2]] == e[place[1, 1], place[1, 2]]
    sum(line) {OP} 2 + region_size(place[1, 1], part)
"""

ON_CELLS = (
    "some(A)",
    "even(A, B)",
    "tilted([A, B])",
    "between(A, B, C)",
    "marked([A, B])",
    "A != B",
    "A + B + C == N",
    "A < B or C == N",
    "A >= N",
    "A == N",
    "A * C <= N",
    "alldifferent([A, B, C])",
    "t == A",
    "t + B >= N",
)
ON_EDGES = (
    "loop(road)",
    "loops(road)",
    "marked_loop(road)",
    "paths(road, [[P, Q]])",
    "own_lines(road, [[P, Q]])",
    "tree(road)",
    "road[P, P2] == K",
    "sum(road[P]) == N",
    "sum(road[r1c1]) + sum(road[r2c2]) == N",
    "passes(road, P)",
)
ON_DIVISIONS = (
    "one_of_each(room, [P, Q])",
    "regions_shaped(room, [[(1, 1), (1, 2)]])",
    "regions_shaped(room, [[(1, 1), (1, 2)], [(1, 1)]])",
    "together(P, Q, room)",
    "not together(P, Q, room)",
    "region_size(P, room) == N",
    "region_size(P, room) >= region_size(Q, room)",
    "room[P, P2] == K",
)


def text_of(number: int) -> str:
    """A model about cells, edges or a division."""
    random = Random(number)
    kind = random.randrange(4)
    clues: tuple[str, ...]
    if kind < 2:
        clues, lines = ON_CELLS, [f"grid cell[1, 3] in {random.choice(['0..2', '1..3', '{0, 1, 3}'])}"]
        lines.append(random.choice(["", "", "var t in 0..3"]))
        rules = RULES.replace("{OP}", random.choice(["<=", ">=", "=="]))
        lines.append(rules.replace("{LOW}", random.choice("01")).replace("{HIGH}", random.choice("234")))
        clues = tuple(clue for clue in clues if "t " not in clue or lines[1])
    elif kind == 2:
        clues, lines = ON_EDGES, ["grid cell[2, 2] in 0..1" if random.random() < 0.2 else "grid cell[2, 2]"]
        lines.append("edges road of cell")
        clues = tuple(clue for clue in clues if "marked" not in clue or " in " in lines[0])
    else:
        clues, lines = ON_DIVISIONS, ["grid cell[2, 2]", "division room of cell"]
    for _ in range(random.randint(1, 5)):
        clue = random.choice(clues)
        a, b, c = random.sample(["r1c1", "r1c2", "r1c3"], 3)
        p, q = random.sample(["r1c1", "r1c2", "r2c1", "r2c2"], 2)
        beside = {"r1c1": "r1c2", "r1c2": "r2c2", "r2c1": "r1c1", "r2c2": "r2c1"}[p]
        values = {"P2": beside, "A": a, "B": b, "C": c, "P": p, "Q": q, "K": random.randint(0, 1)}
        values["N"] = random.randint(0, 4)
        for word, value in values.items():
            clue = clue.replace(word, str(value))
        lines.append(clue)
    return "\n".join(lines) + "\n"


class Brute:
    """All values without those of the unknowns of rules, and with which of them a part of the clues can hold."""

    def __init__(self, model: Model, elements: Collection[Element], background: Collection[int]) -> None:
        self.model = model
        self.elements = list(elements)
        self.background = frozenset(background)
        self.hidden = {x for x, one in enumerate(model.variables) if one.hidden}
        domains = [(0,) if one.hidden else tuple(one.domain) for one in model.variables]
        self.fillings = list(product(*domains))
        self._scopes = [variables_of(one.expression) for one in model.requirements]
        self._known: dict[tuple[frozenset[int], tuple[int, ...]], bool] = {}

    def left(self, elements: Collection[int]) -> frozenset[tuple[int, ...]]:
        """The fillings for which the unknowns may have values such that some elements hold, and the background."""
        chosen = self.background.union(n for e in elements for n in self.elements[e]._requirements)
        groups: list[frozenset[int]] = []
        for n in sorted(chosen):
            joined = [group for group in groups if self._unknowns(group) & self._unknowns({n})]
            groups = [group for group in groups if group not in joined]
            groups.append(frozenset({n}).union(*joined))
        found = self.fillings
        for group in sorted(groups, key=lambda group: len(self._unknowns(group))):
            found = [values for values in found if self._holds(group, values)]
        return frozenset(found)

    def _unknowns(self, group: Collection[int]) -> set[int]:
        return self.hidden.intersection(*[frozenset().union(*(self._scopes[n] for n in group))])

    def _holds(self, group: frozenset[int], values: tuple[int, ...]) -> bool:
        seen = frozenset().union(*(self._scopes[n] for n in group))
        key = (group, tuple(values[x] for x in sorted(seen - self.hidden)))
        if key not in self._known:
            unknowns = sorted(seen & self.hidden)
            conditions = [part for n in group for part in conjuncts(self.model.requirements[n].expression)]
            self._known[key] = self._extends(list(values), unknowns, conditions)
        return self._known[key]

    def _extends(self, values: list[int], unknowns: list[int], conditions: list[Boolean]) -> bool:
        """Whether unknowns may have values such that conditions hold; each is evaluated as soon as it can be."""
        order = {x: k for k, x in enumerate(unknowns)}
        ready: list[list[Boolean]] = [[] for _ in range(len(unknowns) + 1)]
        for condition in conditions:
            ready[max((order[x] + 1 for x in variables_of(condition) if x in order), default=0)].append(condition)

        def further(k: int) -> bool:
            if not all(holds(condition, values) for condition in ready[k]):
                return False
            if k == len(unknowns):
                return True
            for value in self.model.variables[unknowns[k]].domain:
                values[unknowns[k]] = value
                if further(k + 1):
                    return True
            return False

        return further(0)

    def filling(self, values: Collection[Rational]) -> tuple[int, ...]:
        """Without the unknowns of rules."""
        return tuple(0 if x in self.hidden else int(value) for x, value in enumerate(values))

    def numbers(self, elements: Collection[Element]) -> set[int]:
        return {self.elements.index(element) for element in elements}


def difference(text: str, by: str = "clue") -> str:
    """What a question about a model answers wrongly; empty if all is right."""
    model = parse(text, allow_clashes=True).elaborated
    parts = split(model, by)
    brute = Brute(parts.model, parts.elements, parts.background)
    everything = set(range(len(brute.elements)))
    same = brute.left(everything)
    shown = shown_variables(model)
    with SolverSession(model) as session:
        count, candidates = count_in(session), candidates_in(session)
    if (count.count, count.exact) != (len({tuple(v[x] for x in shown) for v in same}), True):
        return f"count {count}"
    for x, values in candidates._numbers[0].items():
        if set(values) != {filling[x] for filling in same}:
            return f"candidates {model.variables[x].name} {values}"
    if candidates._numbers[0].keys() != {x for x in shown if not model.variables[x].hidden}:
        return f"candidates of {candidates.values.keys()}"
    return _difference_of_redundant(model, by, brute, everything, same) or (
        _difference_of_minimize(model, shown, brute, everything, same) if by == "clue" else ""
    )


def _difference_of_redundant(
    model: Model, by: str, brute: Brute, everything: set[int], same: frozenset[tuple[int, ...]]
) -> str:
    found = redundant(model, by=by, houses=True)
    if not same:
        return "" if found.status == "infeasible" else f"redundant {found.status}"
    if found.status != "checked" or found.undecided:
        return f"redundant {found.status}, undecided {found.undecided}"
    expected = {n for n in everything if brute.left(everything - {n}) == same}
    if brute.numbers(found.redundant) != expected:
        return f"redundant {brute.numbers(found.redundant)}, {expected} is right"
    together = brute.numbers(found.together)
    if brute.left(everything - together) != same or not found.maximal:
        return f"together {together}"
    if any(brute.left(everything - together - {n}) == same for n in everything - together):
        return f"more than {together} together"
    for element, solution in found.needed.items():
        assert solution is not None
        values = solution.assignment
        n = brute.elements.index(element)
        if brute.filling(values) not in brute.left(everything - {n}) - same:
            return f"{element} is needed by {values}"
    return ""


def _difference_of_minimize(
    model: Model, shown: tuple[int, ...], brute: Brute, everything: set[int], same: frozenset[tuple[int, ...]]
) -> str:
    def fillings(elements: set[int]) -> set[tuple[int, ...]]:
        return {tuple(values[x] for x in shown) for values in brute.left(elements)}

    found, whole = minimize(model, houses=True), fillings(everything)
    status = "infeasible" if not same else "minimal" if len(whole) == 1 else "several"
    if found.status != status:
        return f"minimize {found.status}, {status} is right"
    if status == "minimal":
        left = everything - brute.numbers(found.dropped)
        if fillings(left) != whole or any(fillings(left - {n}) == whole for n in left):
            return f"minimize leaves {left}"
        smaller = parse(found.text).elaborated
        with SolverSession(smaller) as session:
            if count_in(session).count != 1:
                return "the smaller puzzle has several solutions"
    return ""
