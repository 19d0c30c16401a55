"""Words around a picture: title and author above it, below it what a solver has to know and what colours mean."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from puzzledsl.presentation.shapes import Paint, Rectangle, Shape, TextShape, extent, text_width
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture

SIZE, TITLE = 0.26, 0.5
_NARROWEST = 5.0
"""Cells: words are wrapped no closer, however small the grid."""
_ADVANCE = 0.56
"""Mean width of a letter of running text, in font sizes; digits are wider."""
_MOST = 60
"""Sentences below a picture; a model with more is read better as a text."""
_INK = "#222222"


def sentences(model: Model, *, caption: bool) -> list[str]:
    """What the picture has to say in words: what it does not draw, and with ``caption`` all rules and notes."""
    found = [said.text for said in model.said if caption or not said.drawn]
    if caption:
        found += [text for key, text in model.metadata if key == "note"]
    if len(found) > _MOST:
        found = [*found[:_MOST], f"… and {len(found) - _MOST} more: see the model"]
    return found


def in_words(scene: Picture, *, caption: bool = False) -> Picture:
    """The picture with its legend and its sentences below; with ``caption`` also title, author and all sentences."""
    if caption:
        scene = _headed(scene)
    if scene.legend:
        scene = _with_legend(scene)
    return with_lines(scene, sentences(scene.model, caption=caption))


def with_lines(scene: Picture, texts: Sequence[str]) -> Picture:
    """The picture with texts below it, each wrapped to its width."""
    if not texts:
        return scene
    left, top, right, bottom = scene.bounds
    room = max(right - left, _NARROWEST) - 0.3
    letters = int(room / (_ADVANCE * SIZE))
    lines: list[TextShape] = []
    y = bottom + 0.1
    for text in texts:
        for line in wrap(text, max(letters, 20)):
            y += 1.35 * SIZE
            lines.append(TextShape((left + 0.15, y - 0.65 * SIZE), line, SIZE, _INK, "start", role="caption"))
        y += 0.3 * SIZE
    longest = max(len(line.text) for line in lines) * _ADVANCE * SIZE
    bounds = (left, top, max(right, left + 0.3 + longest), y + 0.15)
    return replace(scene, shapes=(*scene.shapes, *lines), bounds=bounds)


def _headed(scene: Picture) -> Picture:
    left, top, right, bottom = scene.bounds
    authors = [text for key, text in scene.model.metadata if key == "author"]
    heads = [(scene.model.title, TITLE, True), *((f"by {author}", 0.3, False) for author in authors)]
    lines: list[Shape] = []
    y = top
    for text, size, bold in reversed(heads):
        if text:
            size *= min(1.0, max(right - left, _NARROWEST) / text_width(text, size, bold))
            lines.append(TextShape((left + 0.15, y - 0.75 * size), text, size, _INK, "start", bold, "heading"))
            y -= 1.5 * size
    right = max(right, *(extent(line)[2] + 0.15 for line in lines)) if lines else right
    return replace(scene, shapes=(*scene.shapes, *lines), bounds=(left, y, right, bottom))


def _with_legend(scene: Picture) -> Picture:
    left, top, right, bottom = scene.bounds
    found: list[Shape] = []
    y = bottom + 0.1
    for color, meaning in scene.legend:
        swatch = Paint(fill=color, stroke="#8a8a8a", width=0.02)
        found.append(Rectangle((left + 0.15, y), 0.34, 0.34, swatch, "legend"))
        found.append(TextShape((left + 0.62, y + 0.17), meaning, SIZE, _INK, "start", role="legend"))
        y += 0.44
    edge = max(right, *(extent(shape)[2] for shape in found))
    return replace(scene, shapes=(*scene.shapes, *found), bounds=(left, top, edge, y))
