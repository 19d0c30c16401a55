"""Small random models, and all their solutions by trying every assignment."""

from __future__ import annotations

from itertools import product

from hypothesis import reject
from hypothesis import strategies as st

from puzzledsl import PuzzleError, parse
from puzzledsl.model import Model
from puzzledsl.session import shown_variables
from puzzledsl.verification import verify

CELLS = [f"r{r}c{c}" for r in (1, 2) for c in (1, 2, 3)]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A grid of six cells with up to three values, a few clues, sometimes a variable outside the grid."""
    lines = [f"grid cell[2, 3] in {draw(st.sampled_from(['1..3', '0..2', '{1, 2, 4}', '1..2']))}"]
    cells = st.lists(st.sampled_from(CELLS), min_size=2, max_size=4, unique=True)
    number = st.integers(3, 8)
    if draw(st.booleans()):
        lines.append("var total in 0..8")
        lines.append(
            draw(st.sampled_from(["total >= sum(row(1))", "total == 2 * r1c1", "total in {3, 5} or r1c2 == 1"]))
        )
    if draw(st.booleans()):
        lines.append(draw(st.sampled_from(["alldifferent: rows", "alldifferent: columns", "r1c1 != r1c2"])))
    for _ in range(draw(st.integers(0, 4))):
        some = draw(cells)
        kind = draw(st.integers(0, 7))
        listed = ", ".join(some)
        x, y = some[0], some[1]
        lines.append(
            [
                f"sum([{listed}]) == {draw(number)}",
                f"sum([{listed}]) <= {draw(number)}",
                f"alldifferent: [{listed}]",
                f"{x} < {y}",
                f"abs({x} - {y}) == {draw(st.integers(0, 2))}",
                f"{x} * {y} >= {draw(st.integers(0, 5))}",
                f"{x} == {draw(st.integers(1, 3))} -> {y} != {draw(st.integers(1, 3))}",
                f"max([{listed}]) == {draw(st.integers(1, 3))} or {x} == {y}",
            ][kind]
        )
    pinned = draw(st.lists(st.sampled_from(CELLS), max_size=4, unique=True))
    lines += [f"{cell} {draw(st.sampled_from(['==', '!=']))} {draw(st.integers(1, 2))}" for cell in pinned]
    return "\n".join(lines) + "\n"


@st.composite
def squares(draw: st.DrawFn) -> str:
    """A larger grid with hundreds of solutions or none, in loosely connected parts."""
    lines = ["grid cell[4, 4] in 1..4"]
    lines.append(
        draw(st.sampled_from(["alldifferent: rows", "alldifferent: rows, columns", "alldifferent: rows, boxes"]))
    )
    cells = [f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)]
    for _ in range(draw(st.integers(0, 5))):
        some = draw(st.lists(st.sampled_from(cells), min_size=2, max_size=3, unique=True))
        listed, x, y = ", ".join(some), some[0], some[1]
        lines.append(
            draw(
                st.sampled_from(
                    [
                        f"sum([{listed}]) == {draw(st.integers(4, 8))}",
                        f"{x} < {y}",
                        f"abs({x} - {y}) >= 2",
                        f"{x} == {draw(st.integers(1, 4))}",
                        f"{x} == 1 -> sum([{listed}]) <= 5",
                        f"alldifferent: [{listed}]",
                        f"max([{listed}]) == 3",
                    ]
                )
            )
        )
    return "\n".join(lines) + "\n"


def model_of(text: str) -> Model | None:
    """The model; ``None`` where elaboration finds that it can never hold."""
    try:
        return parse(text).elaborated
    except PuzzleError:
        return None


def all_solutions(model: Model) -> dict[tuple[int, ...], tuple[int, ...]]:
    """By the values of the grids one whole assignment each."""
    shown = shown_variables(model)
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for values in product(*(tuple(variable.domain) for variable in model.variables)):
        key = tuple(values[x] for x in shown)
        if key not in found and not verify(model, values):
            found[key] = values
    return found


def model(text: str) -> Model:
    """The same, for tests that need one: hypothesis draws another text where there is none."""
    found = model_of(text)
    if found is None:
        reject()
    return found
