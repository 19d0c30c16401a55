"""What a link of SudokuPad or Penpa+ shows, decoded without the code that writes it, and compared with a picture."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import dist
from typing import TYPE_CHECKING, Any

from puzzledsl.formats.lz_string import decompress
from puzzledsl.formats.sites.penpa.payload import expanded
from puzzledsl.presentation.colors import is_dark
from puzzledsl.presentation.picture import Picture
from puzzledsl.presentation.shapes import Circle, Polygon, Polyline, Rectangle, TextShape, moved, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

Point = tuple[float, float]
"""Right and down from the upper left corner of the grid, in cells."""


@dataclass
class Drawn:
    """Givens, texts and signs with their places; figures with place, size and whether they are dark; lines, walls.

    A sign may be a letter. Walls are sides of cells that are drawn thick, by their middles.
    """

    givens: list[tuple[Point, str]] = field(default_factory=list)
    texts: list[tuple[Point, str]] = field(default_factory=list)
    signs: list[tuple[Point, str]] = field(default_factory=list)
    figures: list[tuple[Point, float, bool]] = field(default_factory=list)
    lines: list[tuple[Point, Point]] = field(default_factory=list)
    walls: set[Point] = field(default_factory=set)
    rules: str = ""
    solution: Any = None

    def line(self, points: list[Point]) -> None:
        self.lines += pairwise(points)

    def wall(self, start: Point, end: Point) -> None:
        steps = round(dist(start, end))
        for k in range(steps):
            part = (k + 0.5) / steps
            x, y = (a + part * (b - a) for a, b in zip(start, end, strict=True))
            self.walls.add((round(x, 3), round(y, 3)))


# ── a picture ────────────────────────────────────────────────────────────────────────────────────


def of_picture(scene: Picture, height: int, width: int) -> Drawn:
    found = Drawn()
    ((left, top),) = scene.corners.values()
    for shape in scene.shapes:
        match moved(shape, -left, -top):
            case TextShape((x, y), text, size, _, anchor, bold, role):
                x += {"start": 0.5, "middle": 0, "end": -0.5}[anchor] * text_width(text, size, bold)
                (found.givens if role == "given" else found.texts).append(((x, y), text))
            case Circle(centre, radius, paint) if paint.fill != "#ffffff" or paint.stroke:
                found.figures.append((centre, 2 * radius, bool(paint.fill) and is_dark(paint.fill)))
            case Rectangle((x, y), w, h, paint) if paint.fill != "#ffffff" or paint.stroke:
                found.figures.append(((x + w / 2, y + h / 2), w, bool(paint.fill) and is_dark(paint.fill)))
            case Polygon(points, paint, "diamond"):
                centre = ((points[1][0] + points[3][0]) / 2, points[1][1])
                found.figures.append((centre, 0.9, bool(paint.fill) and is_dark(paint.fill)))
            case Polygon(points):
                found.line([*points, points[0]])
            case Polyline((start, end), _, "border"):
                found.wall(start, end)
            case Polyline(points, paint, role) if role != "line" or paint.width > 0.03:  # others are lines of the grid
                found.line(list(points))
    found.walls = _inner(found.walls, height, width) - _beside_black(found)
    return found


def _inner(walls: set[Point], height: int, width: int) -> set[Point]:
    return {(x, y) for x, y in walls if 0.1 < x < width - 0.1 and 0.1 < y < height - 0.1}


# ── SudokuPad ────────────────────────────────────────────────────────────────────────────────────


def content_of(link: str) -> Any:
    """What SudokuPad unpacks."""
    return json.loads(decompress(link.partition("/scl")[2], "SudokuPad"))


def of_sudokupad(link: str) -> Drawn:
    content = content_of(link)
    found = Drawn(rules=content["metadata"]["rules"], solution=content["metadata"].get("solution"))
    cells = content["cells"]
    for r, row in enumerate(cells):
        found.givens += [((c + 0.5, r + 0.5), one["value"]) for c, one in enumerate(row) if "value" in one]
    region_of = {tuple(cell): k for k, region in enumerate(content.get("regions", ())) for cell in region}
    for r, row in enumerate(cells):
        for c in range(len(row)):
            if r and region_of.get((r, c)) != region_of.get((r - 1, c)):
                found.walls.add((c + 0.5, float(r)))
            if c and region_of.get((r, c)) != region_of.get((r, c - 1)):
                found.walls.add((float(c), r + 0.5))
    for cage in content.get("cages", ()):
        places = {tuple(cell) for cell in cage["cells"]}
        _outline(found, places)
        if cage.get("value"):
            r, c = min(places)
            found.texts.append(((c + 0.2, r + 0.2), str(cage["value"])))
    for key in ("lines", "arrows"):
        for one in content.get(key, ()):
            points = [(x, y) for y, x in one["wayPoints"]]
            if "fill" in one and len(points) == 5:
                centre = ((points[1][0] + points[3][0]) / 2, points[1][1])
                found.figures.append((centre, 0.9, is_dark(one["fill"] or "#ffffff")))
            elif one["color"] == "#000000" and one["thickness"] == 3.2 and len(points) == 2:
                found.wall(points[0], points[-1])
            else:
                found.line(points)
    for key in ("underlays", "overlays"):
        for one in content.get(key, ()):
            (y, x), fill = one["center"], one.get("backgroundColor", "")
            if one["width"] and (fill not in ("", "#ffffff") or one.get("borderColor")):
                found.figures.append(((x, y), one["width"], bool(fill) and is_dark(fill)))
            if (text := one.get("text", "")) and text in "<^>v":  # a sign of the site's, or a letter
                found.signs.append(((x, y), text))
            elif text:
                found.texts.append(((x, y), text))
    found.walls -= _beside_black(found)
    return found


def _beside_black(found: Drawn) -> set[Point]:
    """The sides of black cells: a thick line is not seen there."""
    black = [at for at, size, dark in found.figures if dark and size == 1]
    return {(x + dx, y + dy) for x, y in black for dx, dy in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5))}


def _outline(found: Drawn, places: set[Any]) -> None:
    """Lines just inside the border of some places (row, column), which count from 0."""
    for r, c in places:
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (r + dr, c + dc) not in places:
                x, y = c + 0.5 + 0.42 * dc, r + 0.5 + 0.42 * dr
                found.lines.append(((x - 0.4 * abs(dr), y - 0.4 * abs(dc)), (x + 0.4 * abs(dr), y + 0.4 * abs(dc))))


# ── Penpa+ ───────────────────────────────────────────────────────────────────────────────────────

_SIZES = {"L": 0.86, "M": 0.7, "S": 0.44, "SS": 0.26}
_WINGS = {1: ((1, -1), (-1, 0), (1, 1)), 2: ((-1, 1), (0, -1), (1, 1)), 3: ((-1, -1), (1, 0), (-1, 1)),
          4: ((-1, -1), (0, 1), (1, -1))}  # fmt: skip
_STEPS = {1: (-1, 0), 2: (-1, -1), 3: (0, -1), 4: (1, -1), 5: (1, 0), 6: (1, 1), 7: (0, 1), 8: (-1, 1)}


def of_penpa(link: str) -> Drawn:
    def unpacked(name: str) -> str:
        packed = link.partition(f"{name}=")[2].partition("&")[0]
        return zlib.decompress(base64.b64decode(packed), -15).decode()

    lines = expanded(unpacked("p")).split("\n")
    head, margins, layer = lines[0].split(","), json.loads(lines[1]), json.loads(lines[3])
    colors = json.loads(lines[14])
    wide, tall = int(head[1]) + 4, int(head[2]) + 4
    found = Drawn(rules=head[18].replace("%2D", "\n").replace("%2C", ",").replace("%2E", "&").replace("%2F", "="))
    found.solution = json.loads(unpacked("a")) if "&a=" in link else None
    top, _, left, _ = (margin + 2 for margin in margins)
    height, width = int(head[2]) - sum(margins[:2]), int(head[1]) - sum(margins[2:])

    def at(key: object) -> Point:
        number = int(str(key).removesuffix("E"))
        kind, cell = divmod(number, wide * tall)
        if kind >= 4:
            cell, corner = divmod(number - 4 * wide * tall, 4)
            x, y = (0.25 + 0.5 * (corner % 2), 0.25 + 0.5 * (corner // 2))
        else:
            x, y = ((0.5, 0.5), (1.0, 1.0), (0.5, 1.0), (1.0, 0.5))[kind]
        return cell % wide - left + x, cell // wide - top + y

    inside = {(round(x - 0.5), round(y - 0.5)) for x, y in map(at, accumulate(json.loads(lines[5])))}
    for key, entry in layer["number"].items():
        found.texts.append((at(key), str(entry[0])))
    for key, entry in layer["numberS"].items():
        found.texts.append((at(key), str(entry[0]).strip()))
    for key, style in layer["surface"].items():
        found.figures.append((at(key), 1.0, style in (1, 4)))
    for key, (style, name, _) in layer["symbol"].items():
        what, _, size = name.partition("_")
        x, y = at(key)
        if what in ("circle", "square", "diamond"):
            color = colors["symbol"].get(key)
            found.figures.append(((x, y), _SIZES[size], is_dark(color) if color and style != 2 else style == 2))
        elif what == "inequality":
            found.line([(x + 0.1 * dx, y + 0.1 * dy) for dx, dy in _WINGS[style]])
        elif what == "arrow":
            dx, dy = _STEPS[style]
            found.line([(x, y), (x + 0.45 * dx, y + 0.45 * dy)])
    for key in ("thermo", "arrows", "direction", "nobulbthermo"):
        for entry in layer[key]:
            found.line(list(map(at, entry)))
            if key in ("thermo", "arrows"):
                found.figures.append((at(entry[0]), 0.8, False))
    for entry in layer["killercages"]:
        _outline(found, {(round(y - 0.5), round(x - 0.5)) for x, y in map(at, entry)})
    for pair in layer["cage"]:
        ends = [(key, at(key)) for key in map(int, pair.split(","))]
        found.line([(x + (key % 2 - 0.5) * 0.32, y + (key // 2 % 2 - 0.5) * 0.32) for key, (x, y) in ends])
    for key in ("line", "lineE"):
        for pair, style in layer[key].items():
            start, end = map(at, pair.split(","))
            if key == "lineE" and style == 2 and pair not in colors["lineE"]:
                found.wall(start, end)
            else:
                found.line([start, end])
    gaps = [(c, r) for r in range(height) for c in range(width) if (c, r) not in inside]
    for c, r in gaps:  # the site draws a thick frame around the cells
        found.walls |= {(c + 0.5, float(r)), (c + 0.5, r + 1.0), (float(c), r + 0.5), (c + 1.0, r + 0.5)}
    for c, r in gaps:
        for dx, dy in ((1, 0), (0, 1)):
            if (c + dx, r + dy) in gaps:
                found.walls.discard((c + 0.5 + dx / 2, r + 0.5 + dy / 2))
    found.walls = _inner(found.walls, height, width) - _beside_black(found)
    return found


# ── comparison ───────────────────────────────────────────────────────────────────────────────────


def differences(picture: Drawn, link: Drawn, apart: bool) -> list[str]:
    """A line for each thing that only one of the two shows.

    Args:
        apart: whether the site tells givens from other texts.
    """
    found = [
        f"a given that is not in the picture: {at, text}"
        for at, text in link.givens
        if not any(dist(at, place) < 0.1 and text == other for place, other in (*picture.givens, *picture.texts))
    ]
    if apart:
        found += [f"no given {one}" for one in picture.givens if one not in link.givens]
    found += [f"only in the picture: {one}" for one in _beyond(picture, link)]
    return found + [f"only in the link: {one}" for one in _beyond(link, picture)]


def _beyond(ours: Drawn, theirs: Drawn) -> Iterator[str]:
    for (x, y), sign in theirs.signs:
        if any(sign in text and dist(at, (x, y)) < 0.62 for at, text in ours.texts):
            theirs.texts.append(((x, y), sign))
        else:
            theirs.line([(x + 0.1 * dx, y + 0.1 * dy) for dx, dy in _WINGS["<^>v".index(sign) + 1]])
    for at, text in (*ours.givens, *ours.texts):
        others = [other for place, other in (*theirs.givens, *theirs.texts) if dist(at, place) < 0.62]
        if not set(text.split()) <= set(" ".join(others).split()):
            yield f"the text {text!r} at {at}"
    for at, size, dark in ours.figures:
        if not any(dist(at, o) < 0.2 and abs(size - s) < 0.2 and dark == d for o, s, d in theirs.figures):
            yield f"the figure {at, size, dark}"
    figures = [at for at, size, _ in (*ours.figures, *theirs.figures) if size < 1]  # lines may end at their rims
    for start, end in ours.lines:
        open_points = [at for at in _samples(start, end) if all(dist(at, place) > 0.55 for place in figures)]
        if any(_far(at, theirs.lines) > 0.3 for at in open_points):
            yield f"the line {start, end}"
    for at in ours.walls - theirs.walls:
        if _far(at, theirs.lines) > 0.1:
            yield f"the wall {at}"


def _samples(start: Point, end: Point) -> list[Point]:
    steps = max(1, round(dist(start, end) / 0.2))
    return [(start[0] + k / steps * (end[0] - start[0]), start[1] + k / steps * (end[1] - start[1]))
            for k in range(steps + 1)]  # fmt: skip


def _far(at: Point, lines: list[tuple[Point, Point]]) -> float:
    return min((_distance(at, *line) for line in lines), default=9.0)


def _distance(at: Point, start: Point, end: Point) -> float:
    length = dist(start, end)
    if not length:
        return dist(at, start)
    part = sum((at[k] - start[k]) * (end[k] - start[k]) for k in (0, 1)) / length**2
    part = min(1.0, max(0.0, part))
    return dist(at, (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
