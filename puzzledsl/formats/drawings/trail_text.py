"""A path or loop that the solver draws, as statements of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.draft import cell_name, named_list
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.formats.draft import Draft
    from puzzledsl.formats.drawings.maze import Maze
    from puzzledsl.model import Cell

BETWEEN = "has_cell([a, b], x) and has_cell([a, b], y)"
"""The condition that a step of ``steps`` is one between the cells ``x`` and ``y``."""


@record(slots=True)
class Trail:
    """A path or loop.

    Attributes:
        name: what the rules call it; the name of its grid.
        ends: its first and its last cell; none of a loop.
        diagonal: it may step diagonally.
        touches: whether it may pass beside itself, by a side and by a corner.
        maze: the walls that it does not pass through.
        links: pairs of cells that are far apart; who enters one goes on from the other.
        directed: the model says for each step which way the path goes.
        loose: it is a path, and the solver finds its ends. It is thin.
    """

    name: str
    ends: tuple[Cell, ...] = ()
    diagonal: bool = False
    touches: tuple[bool, bool] = (True, True)
    maze: Maze | None = None
    directed: bool = False
    links: tuple[tuple[Cell, Cell], ...] = ()
    loose: bool = False

    @property
    def thin(self) -> bool:
        """Whether it steps between any two neighbours that it visits, so that its cells say all."""
        return not (self.touches[0] or self.diagonal or self.directed or self.maze)

    @property
    def went(self) -> str:
        """The condition that a step ``s`` of ``steps`` is taken."""
        return "s != 0" if self.directed else "s"


def write_trail(draft: Draft, trail: Trail) -> None:
    """Declare the cells of a trail as a grid, its steps as others, and require that they are one path or loop.

    The model has then ``on(c)``, whether the trail visits a cell, and ``steps``, a list of all (cell, neighbour, step).
    """
    height, width, name = draft.height, draft.width, trail.name
    draft.declare(f"# 1: the {name} visits the cell.\ngrid {name}[{height}, {width}] in bool")
    draft.declare(f"let on(c) = {name}[row_of(c), column_of(c)]")
    if trail.loose and trail.directed:
        _write_directed(draft, trail)
        return
    if trail.thin:
        draft.declare("let steps = [(a, b, on(a) and on(b)) for a, b in adjacent_pairs(cells)]")
        for lines in _thin_shape(trail):
            draft.line(lines, "trail")
        return
    sizes = {"right": (height, width - 1), "down": (height - 1, width)}
    if trail.diagonal:
        sizes |= {"falling": (height - 1, width - 1), "rising": (height - 1, width - 1)}
    step = "-1..1" if trail.directed else "bool"
    how = (
        "1: it steps to the right, or downwards; -1: back"
        if trail.directed
        else "1: it steps to the right, or downwards"
    )
    slants = ", or along a diagonal" if trail.diagonal else ""
    draft.declare(
        "\n".join([f"# {how}{slants}.", *(f"grid {way}[{h}, {w}] in {step}" for way, (h, w) in sizes.items())])
    )
    ends = {
        "right": "(cell[r, c], cell[r, c + 1], right[r, c])",
        "down": "(cell[r, c], cell[r + 1, c], down[r, c])",
        "falling": "(cell[r, c], cell[r + 1, c + 1], falling[r, c])",
        "rising": "(cell[r + 1, c], cell[r, c + 1], rising[r, c])",
    }
    parts = [f"    [{ends[way]} for r in 1..{h}, c in 1..{w}]," for way, (h, w) in sizes.items()]
    draft.declare("\n".join(["let steps = concat(", *parts, ")"]))
    if trail.links:
        draft.declare(
            f"# 1: it passes from one end of a link to the other.\ngrid linked[1, {len(trail.links)}] in {step}"
        )
        pairs = [f"({cell_name(a)}, {cell_name(b)}, linked[1, {k}])" for k, (a, b) in enumerate(trail.links, 1)]
        draft.declare(named_list("links", pairs))
    for lines in _shape(trail, list(sizes)):
        draft.line(lines, "trail")
    hidden = ", ".join([f"cells({name})", *(f"cells({way})" for way in sizes)])
    draft.line(
        f"draw hidden(concat({hidden}))\nfor a, b, s in steps:\n    draw line([a, b], when = {trail.went})", "trail"
    )


def _thin_shape(trail: Trail) -> Iterable[str]:
    beside = "sum([on(d) for d in neighbors(c)])"
    if trail.loose:
        yield f"for c in cells:\n    on(c) -> {beside} in {{1, 2}}"
        yield f"count(on(c) and {beside} == 1 for c in cells) == 2"
    elif trail.ends:
        ends = f"[{', '.join(map(cell_name, trail.ends))}]"
        yield f"for c in {ends}:\n    on(c) == 1"
        yield f"for c in cells:\n    on(c) -> {beside} == (if has_cell({ends}, c) then 1 else 2)"
    else:
        yield f"sum(cells({trail.name})) >= 1\nfor c in cells:\n    on(c) -> {beside} == 2"
    yield f"connected(cells({trail.name}), 1)"
    if not trail.touches[1]:
        yield f"for p, q, r, s in blocks(2, 2, {trail.name}):\n    not (p == s and q == r and p != q)"
    if not trail.directed:
        yield f"draw hidden(cells({trail.name}))\nfor a, b, s in steps:\n    draw line([a, b], when = s)"


def _write_directed(draft: Draft, trail: Trail) -> None:
    """A thin path that goes from the first of its two ends, row by row, to the other one."""
    height, width = draft.height, draft.width
    draft.declare(
        "# 1: it steps to the right, or downwards; -1: back.\n"
        f"grid right[{height}, {width - 1}] in -1..1\ngrid down[{height - 1}, {width}] in -1..1"
    )
    draft.declare(
        "let steps = concat(\n"
        f"    [(cell[r, c], cell[r, c + 1], right[r, c]) for r in 1..{height}, c in 1..{width - 1}],\n"
        f"    [(cell[r, c], cell[r + 1, c], down[r, c]) for r in 1..{height - 1}, c in 1..{width}],\n"
        ")\n"
        "# How often it leaves a cell, less how often it enters it: 1 where it begins, -1 where it ends.\n"
        "let leaves(c) = sum([s for a, b, s in steps where has_cell([a], c)])"
        " - sum([s for a, b, s in steps where has_cell([b], c)])"
    )
    for lines in _thin_shape(trail):
        draft.line(lines, "trail")
    draft.line(
        "for a, b, s in steps:\n    s != 0 <-> on(a) == 1 and on(b) == 1\n"
        "for c in cells:\n    leaves(c) in -1..1\n"
        "    on(c) == 1 and sum([on(d) for d in neighbors(c)]) == 2 -> leaves(c) == 0\n"
        "for k in 1..len(cells):\n    leaves(cells[k]) == -1 -> any(leaves(cells[j]) == 1 for j in 1..k - 1)\n"
        f"draw hidden(concat(cells({trail.name}), cells(right), cells(down)))\n"
        "for a, b, s in steps:\n    draw line([a, b], when = s != 0)",
        "trail",
    )


def _shape(trail: Trail, ways: Sequence[str]) -> Iterable[str]:
    every = "concat(steps, links)" if trail.links else "steps"
    taken = f"count({trail.went} for a, b, s in {every} where has_cell([a, b], c))"
    ends = f"[{', '.join(map(cell_name, trail.ends))}]"
    degree = f"(if has_cell({ends}, c) then 1 else 2 * on(c))" if trail.ends else "2 * on(c)"
    yield f"for c in cells:\n    {taken} == {degree}"
    if trail.ends:
        yield f"for c in {ends}:\n    on(c) == 1"
    else:
        yield f"sum(cells({trail.name})) >= 1"
    joined = f"[(on(a), s) for a, b, s in {every}], [(on(b), s) for a, b, s in {every}]"
    chosen = "{-1, 1}" if trail.directed else "1"
    if trail.links:
        yield f"for x, y, t in links:\n    {trail.went.replace('s', 't', 1)} <-> on(x) == 1\n    on(x) == on(y)"
    yield f"connected(concat(cells({trail.name}), [s for a, b, s in {every}]), {chosen}, pairs = concat({joined}))"
    if "falling" in ways:
        size = "abs(falling[r, c]) + abs(rising[r, c])" if trail.directed else "falling[r, c] + rising[r, c]"
        yield f"for r in 1..height(falling), c in 1..width(falling):\n    {size} <= 1"
    if trail.maze is not None:
        yield from _walls(trail)
    if trail.directed:
        first, last = map(cell_name, trail.ends)
        forward = f"sum([s for a, b, s in {every} where has_cell([a], c)])"
        back = f"sum([s for a, b, s in {every} where has_cell([b], c)])"
        yield (
            f"for c in cells:\n    {forward} - {back} == "
            f"(if has_cell([{first}], c) then 1 else if has_cell([{last}], c) then -1 else 0)"
        )


def _walls(trail: Trail) -> Iterable[str]:
    assert trail.maze is not None
    if trail.maze.sides:
        named = named_list("walls", [f"({cell_name(a)}, {cell_name(b)})" for a, b in trail.maze.sides])
        yield f"{named}\nfor x, y in walls, a, b, s in steps where {BETWEEN}:\n    s == 0"
    if trail.diagonal and trail.maze.spots:
        named = named_list("spots", map(cell_name, trail.maze.spots))
        yield (
            f"# The round ends of walls, each below and to the right of its cell.\n{named}\n"
            "for c in spots:\n    falling[row_of(c), column_of(c)] == 0\n    rising[row_of(c), column_of(c)] == 0"
        )
