"""One pencil puzzle by noqx and clingo, with proof of uniqueness: ``python noqx_puzzle.py NOQX GENRE < ITEM``.

``NOQX`` has noqx' packages ``noqx`` and ``solver``; ``ITEM`` is one puzzle as JSON, see `benchmarks/noqx.py`.
Prints how many solutions were found, two at most, and the seconds that clingo calls *Solving*.
"""

import json
import sys
from importlib import import_module
from itertools import product

from clingo.control import Control

OPTIONS = ["2", "--trans-ext=dynamic", "--eq=1", "--stats"]
PARAMS = {"heyawake": {"fast_mode": False}}
CIRCLES = {"w": "circle_L__1", "b": "circle_L__2"}


def main(folder: str, genre: str) -> tuple[int, float]:
    sys.path.insert(0, folder)
    from noqx.manager import Solver
    from noqx.puzzle import Direction, Point, Puzzle

    item = json.load(sys.stdin)
    rows, rooms = item["clues"], item["rooms"]
    height, width = len(rows or rooms), len((rows or rooms)[0])
    puzzle = Puzzle(genre, "")
    puzzle.row, puzzle.col = height, width
    arrows = {"n": Direction.TOP, "s": Direction.BOTTOM, "w": Direction.LEFT, "e": Direction.RIGHT}
    stars = {"0": (0, 0, Direction.CENTER), "1": (0, 1, Direction.LEFT), "2": (1, 0, Direction.TOP)}
    stars["3"] = (1, 1, Direction.TOP_LEFT)
    for r, c in product(range(height), range(width)) if rows else ():
        mark = rows[r][c]
        if mark == "-":
            continue
        if genre == "masyu":
            puzzle.symbol[Point(r, c, label="multiple")] = CIRCLES[mark]
        elif genre == "tentaisho":
            down, right, side = stars[mark]
            puzzle.symbol[Point(r + down, c + right, side)] = "circle_SS__1"
        elif mark[-1] in arrows:
            puzzle.text[Point(r, c, label=f"arrow_{arrows[mark[-1]]}")] = int(mark[:-1])
        else:
            puzzle.text[Point(r, c)] = int(mark)
    for r, c in product(range(height + 1), range(width + 1)) if rooms else ():
        here = rooms[r][c] if r < height and c < width else None
        if r < height and (c in (0, width) or here != rooms[r][c - 1]):
            puzzle.edge[Point(r, c, Direction.LEFT)] = True
        if c < width and (r in (0, height) or here != rooms[r - 1][c]):
            puzzle.edge[Point(r, c, Direction.TOP)] = True
    module = import_module(f"solver.{genre}")
    solvers = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Solver)]
    solver = next(one for one in solvers if one is not Solver)()
    puzzle.param = {name: param["default"] for name, param in getattr(solver, "parameters", {}).items()}
    puzzle.param |= PARAMS.get(genre, {}) | ({"stars": item["stars"]} if item["stars"] else {})
    control = Control(OPTIONS)
    control.add(program=solver.solve(puzzle))
    control.ground()
    with control.solve(yield_=True) as handle:
        found = sum(1 for _ in handle)
    return found, control.statistics["summary"]["times"]["solve"]


if __name__ == "__main__":
    print(*main(*sys.argv[1:]))
