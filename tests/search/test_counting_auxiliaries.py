"""Counting where flattening needs auxiliary variables: graphs over sums, negated, reified and counted."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from puzzledsl import parse
from puzzledsl.analysis.solution_count import count_in
from puzzledsl.expressions import holds
from puzzledsl.session import SolverSession

MODELS = 30

APART = (
    "grid cell[1, 6] in 0..1\nnot connected([r1c6, r1c1 + r1c2 + r1c3 + r1c5, r1c4], 1, pairs = [[r1c6, r1c4]])\n",
    "grid cell[1, 7] in 0..2\nnot connected([r1c1, r1c3, sum(row(1)) - r1c1 - r1c3], 0, pairs = [[r1c1, r1c3]])\n",
    "grid cell[1, 6] in 0..1\nnot connected([r1c4 + r1c1, r1c2, r1c3, r1c5 + r1c6], 0, pairs = [[r1c4 + r1c1, r1c2], "
    "[r1c2, r1c3]])\n",
)
"""Auxiliary variables that share no constraint with the last open cell are open when that is fixed."""


def conditions(random: Random, cells: list[str]) -> str:
    """Some conditions over cells, most of them about graphs whose places are sums."""

    def items(count: int) -> list[str]:
        """Sums, often of cells of which none is in two of them: then parts of the model share no constraint."""
        if random.random() < 0.6:
            mixed = random.sample(cells, len(cells))
            return [" + ".join(mixed[k::count]) for k in range(count)]
        return [" + ".join(random.sample(cells, random.randint(1, 3))) for _ in range(count)]

    def graph() -> str:
        places = list(dict.fromkeys(items(random.randint(2, 4))))
        match random.randrange(4):
            case 0:
                return f"circuit([{', '.join(places)}])"
            case 1:
                return f"max({places[0]}, {cells[0]}) * ({places[-1]}) == {random.randint(0, 3)}"
            case _:
                pairs = [random.sample(places, 2) for _ in range(random.randint(0, 1))] if len(places) > 1 else []
                joined = ", ".join(f"[{a}, {b}]" for a, b in pairs)
                return f"connected([{', '.join(places)}], {random.randint(0, 2)}, pairs = [{joined}])"

    def condition() -> str:
        match random.randrange(5):
            case 0:
                return f"not {graph()}"
            case 1:
                return f"not {graph()} or {random.choice(cells)} == {random.randint(0, 1)}"
            case 2:
                return f"{graph()} <-> {random.choice(cells)} == 1"
            case 3:
                return f"count([{graph()}, {graph()}, {random.choice(cells)} == 0], true) == {random.randint(1, 2)}"
            case _:
                return graph()

    return "".join(f"{condition()}\n" for _ in range(random.randint(1, 2)))


def random_model(number: int) -> str:
    random = Random(number)
    width, highest = random.choice([(6, 1), (5, 2), (7, 1)])
    cells = [f"r1c{c}" for c in range(1, width + 1)]
    return f"grid cell[1, {width}] in 0..{highest}\n{conditions(random, cells)}"


def difference(text: str) -> str:
    """What is wrong with the count of a model; empty if nothing is."""
    model = parse(text, allow_clashes=True).elaborated
    expected = sum(
        all(holds(one.expression, values) for one in model.requirements)
        for values in product(*(variable.domain for variable in model.variables))
    )
    with SolverSession(model) as session:
        found = count_in(session)
    return "" if (found.count, found.exact) == (expected, True) else f"{found}, {expected} is right:\n{text}"


@pytest.mark.parametrize("text", [*APART, *map(random_model, range(MODELS))])
def test_a_count_is_what_trying_finds(text: str) -> None:
    assert not difference(text)
