"""A branch-and-bound tree as text, and as a picture."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from puzzledsl.presentation.caption import with_lines
from puzzledsl.presentation.colors import BLACK
from puzzledsl.presentation.geometry import diamond
from puzzledsl.presentation.panels import Panel, panels
from puzzledsl.presentation.shapes import (
    Circle,
    Paint,
    Polygon,
    Polyline,
    Rectangle,
    TextShape,
    fitting,
    plated,
    text_width,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.inspection.tree import Tree
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture
    from puzzledsl.presentation.shapes import Point, Shape

KINDS = {
    "branched": ("#ffffff", "white circle: branched"),
    "solution": ("#8fd19e", "square: whole, and verified"),
    "infeasible": ("#f4a6a0", "red diamond: no point"),
    "bound": ("#c9ced6", "grey circle: no better than the best solution"),
    "rejected": ("#fdd9a0", "yellow diamond: whole, but rejected"),
    "open": ("#ffffff", "small circle: left open"),
}
"""The colour of each kind of node, and its name below the picture. The shapes differ, too."""

_STYLES = {"solution": "1;32", "infeasible": "31", "bound": "2", "open": "2", "rejected": "33"}
_WIDE, _HIGH = 22.0, 15.0
"""Cells that a tree takes at most, if its nodes can be made as small as that."""
_ON_EDGE = 0.62
"""The position of a branch's words between the node above (0) and the node below (1)."""
_LEGIBLE = 0.2
"""Radius of a node from which on words have room."""
_INK = "#4a5568"


def tree_text(tree: Tree, *, color: bool, unicode: bool = True) -> list[str]:
    """A line for each node, below its parent and further to the right; first child first."""
    lines = [f"\x1b[1m{tree.heading}\x1b[0m" if color else tree.heading]
    children = _children(tree)
    through, fork, last = ("│ ", "├ ", "└ ") if unicode else ("| ", "+ ", "+ ")
    roots = [number for number, node in enumerate(tree.nodes) if node.parent is None]
    stack = [(number, "", "") for number in reversed(roots)]
    while stack:
        number, before, below = stack.pop()
        node = tree.nodes[number]
        branch = f"{node.branch}: " if node.branch else ""
        words = node.words
        if color and node.status in _STYLES:
            words = f"\x1b[{_STYLES[node.status]}m{words}\x1b[0m"
        lines.append(f"{before}{branch}{words}")
        for place, child in reversed(list(enumerate(children[number], 1))):
            is_last = place == len(children[number])
            stack.append((child, below + (last if is_last else fork), below + ("  " if is_last else through)))
    return [*lines, *tree.caption, *tree.notes]


def tree_picture(model: Model, trees: Sequence[Tree]) -> Picture:
    """The trees side by side, each with how it ended, and a sentence on the kinds of nodes below.

    The number in a node is its bound; without an objective, how many columns are fractional there.
    """
    drawn = [Panel(tree.heading, tuple(_tree(tree)), tree.caption) for tree in trees]
    found = {node.status for tree in trees for node in tree.nodes}
    return with_lines(panels(model, [drawn]), ["; ".join(KINDS[kind][1] for kind in KINDS if kind in found)])


def _children(tree: Tree) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in tree.nodes]
    for number, node in enumerate(tree.nodes):
        if node.parent is not None:
            children[node.parent].append(number)
    return children


def _places(tree: Tree, children: Sequence[Sequence[int]]) -> list[tuple[float, int]]:
    """Leaf number and depth of each node: leaves one after the other, a parent above the middle of its children."""
    depth = [0] * len(tree.nodes)
    places = [0.0] * len(tree.nodes)
    leaves = count()
    order: list[int] = []
    stack = [number for number, node in enumerate(tree.nodes) if node.parent is None][::-1]
    while stack:
        order.append(number := stack.pop())
        parent = tree.nodes[number].parent
        depth[number] = 0 if parent is None else depth[parent] + 1
        stack += reversed(children[number])
        if not children[number]:
            places[number] = float(next(leaves))
    for number in reversed(order):
        if children[number]:
            places[number] = sum(places[child] for child in children[number]) / len(children[number])
    return list(zip(places, depth, strict=True))


def _tree(tree: Tree) -> list[Shape]:
    children = _children(tree)
    places = _places(tree, children)
    leaves = max((x for x, _ in places), default=0.0) + 1
    levels = max((y for _, y in places), default=0) + 1
    longest = max((text_width(node.branch, 0.26) for node in tree.nodes), default=0.0)
    across = min(max(1.3, longest / _ON_EDGE + 0.15), _WIDE / leaves)
    down = min(1.7, max(_HIGH / levels, 0.25))
    radius = min(0.42, 0.42 * across, 0.38 * down)
    at: list[Point] = [(x * across, y * down) for x, y in places]
    edges: list[Shape] = []
    words: list[Shape] = []
    marks: list[Shape] = []
    for number, node in enumerate(tree.nodes):
        if node.parent is not None:
            start, end = at[node.parent], at[number]
            edges.append(Polyline((start, end), Paint(stroke=_INK, width=min(0.035, radius / 6)), "edge"))
            places_of_children = [at[child][0] for child in children[node.parent]]
            room = max(places_of_children) - min(places_of_children) or across
            if radius >= _LEGIBLE and room * _ON_EDGE >= longest:
                part = _ON_EDGE if end[0] != start[0] else 0.5
                middle = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
                words += plated(TextShape(middle, node.branch, 0.26, BLACK, role="branch"))
        marks.append(_mark(node.status, at[number], radius))
        if radius >= _LEGIBLE and node.label:
            size = fitting(node.label, 0.32, 1.7 * radius)
            marks.append(TextShape(at[number], node.label, size, BLACK, role="label"))
    return edges + words + marks


def _mark(kind: str, place: Point, radius: float) -> Shape:
    """A circle; a square for a solution, a diamond where there is no point, a small circle for what is not solved."""
    x, y = place
    paint = Paint(fill=KINDS[kind][0], stroke=_INK, width=min(0.035, radius / 6))
    if kind == "solution":
        half = 0.88 * radius
        return Rectangle((x - half, y - half), 2 * half, 2 * half, paint, kind)
    if kind in ("infeasible", "rejected"):
        return Polygon(diamond(place, radius), paint, kind)
    return Circle(place, radius / (1 + (kind == "open")), paint, kind)
