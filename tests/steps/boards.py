"""Random puzzles that keep a known solution, and the question whether some clues and candidates imply a removal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random

from puzzledsl import parse
from puzzledsl.answer import Options
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.domain import Domain
from puzzledsl.model import Model
from puzzledsl.solve import solve_model
from puzzledsl.steps.finding import Finding
from puzzledsl.steps.puzzle import Puzzle

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


def solution(size: int, random: Random) -> list[list[int]]:
    """A filled sudoku grid."""
    tall, wide = BOXES[size]

    def shuffled(parts: int, length: int) -> list[int]:
        order = random.sample(range(parts), parts)
        return [part * length + i for part in order for i in random.sample(range(length), length)]

    rows, columns = shuffled(size // tall, tall), shuffled(size // wide, wide)
    values = random.sample(range(1, size + 1), size)
    return [[values[(wide * (r % tall) + r // tall + c) % size] for c in columns] for r in rows]


def name(r: int, c: int) -> str:
    return f"r{r + 1}c{c + 1}"


def walk(size: int, random: Random, length: int) -> list[tuple[int, int]]:
    """Cells that share sides, one after the other, none twice."""
    path = [(random.randrange(size), random.randrange(size))]
    while len(path) < length:
        r, c = path[-1]
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        free = [p for p in near if p not in path and 0 <= p[0] < size and 0 <= p[1] < size]
        if not free:
            break
        path.append(random.choice(free))
    return path


def puzzle_text(size: int, random: Random, *, givens: float, clues: int, pencil: float = 0.0) -> tuple[str, list[int]]:
    """A model with a known solution: some givens, cages, thermometers and arrows, and cells with some values struck.

    Args:
        givens: the share of cells that are given.
        clues: how many cages and lines.
        pencil: the share of cells that a clue of their own leaves only some values.
    """
    grid = solution(size, random)
    lines = [f"grid cell[{size}, {size}] in 1..{size}", "alldifferent: rows, columns, boxes"]
    for _ in range(clues):
        path = walk(size, random, random.randint(2, 4))
        values = [grid[r][c] for r, c in path]
        cells = " ".join(name(r, c) for r, c in path)
        if len(set(values)) == len(values):
            lines.append(f"cage {sum(values)}: {cells}")
        else:
            lines.append(f"total {sum(values)}: {cells}")
        steps = list(pairwise(values))
        if all(a < b for a, b in steps):
            lines.append(f"thermo: {cells}")
        elif all(a > b for a, b in steps):
            lines.append(f"thermo: {' '.join(name(r, c) for r, c in reversed(path))}")
    for r in range(size):
        for c in range(size):
            if random.random() < pencil:
                others = random.sample(range(1, size + 1), random.randint(1, 3))
                lines.append(f"{name(r, c)} in {{{', '.join(map(str, sorted({grid[r][c], *others})))}}}")
    lines.append("givens:")
    lines += ["    " + " ".join(str(v) if random.random() < givens else "." for v in row) for row in grid]
    return "\n".join(lines) + "\n", [v for row in grid for v in row]


def model_of(text: str) -> Model:
    return parse(text).elaborated


def implied(puzzle: Puzzle, found: Finding, clues: tuple[int, ...]) -> bool:
    """Whether the named clues, with the candidates that the premises leave, have no solution against the finding."""
    expected: dict[int, set[int]] = {x: set(puzzle.values(x, values)) for x, values in found.removed}
    for x, bit in found.placed:
        expected.setdefault(x, set()).update(puzzle.values(x, puzzle.initial[x] & ~bit))
    masks = list(puzzle.initial)
    for x, values in found.premises:
        masks[x] &= ~values
    left = {x: Domain.of(puzzle.values(x, masks[x])) for x, _ in found.premises}
    if found.impossible:
        return not solvable(puzzle.model, clues, left)
    return all(
        not solvable(puzzle.model, clues, left | {x: left.get(x, puzzle.model.variables[x].domain) & Domain.of(values)})
        for x, values in expected.items()
    )


def solvable(model: Model, clues: tuple[int, ...], left: Mapping[int, Domain]) -> bool:
    """Whether some clues can hold with these values."""
    if not all(left.values()):
        return False
    variables = tuple(replace(v, domain=left.get(x, v.domain)) for x, v in enumerate(model.variables))
    part = replace(model, variables=variables, requirements=tuple(model.requirements[n] for n in sorted(set(clues))))
    try:
        found = solve_model(part, Options(presolve="domain"))
    except PuzzleError:  # "this can never hold": a given that is no value of its cell any more
        return False
    assert found.status in ("solved", "infeasible")
    return found.values is not None
