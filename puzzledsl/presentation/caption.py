"""Words around a picture: title and author above it, below it what a solver has to know and what colours mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.presentation.paragraphs import INK, paragraphs
from puzzledsl.presentation.shapes import Paint, Rectangle, Shape, TextShape, moved, total_extent
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Picture

SIZE, TITLE, AUTHOR = 0.26, 0.5, 0.3
_NARROWEST = 5.0
"""Cells: words are wrapped no closer, however small the grid."""
_MARGIN = 0.15
_MOST = 60
"""Sentences below a picture; a model with more is read better as a text."""


def sentences(model: Model, *, caption: bool) -> list[str]:
    """The words of the picture: the rules that it does not draw, and with ``caption`` all rules.

    The author's notes, if there are any, are the rules of a caption: what the statements say would repeat them.
    """
    notes = [text for key, text in model.metadata if key == "note"] if caption else []
    found = notes or [said.text for said in model.said if caption or not said.drawn]
    if len(found) > _MOST:
        found = [*found[:_MOST], f"… and {len(found) - _MOST} more: see the model"]
    return found


def author_line(model: Model) -> str:
    """``by A. Setter``; empty where the model names no author."""
    return " · ".join(f"by {text}" for key, text in model.metadata if key == "author" and text)


def in_words(scene: Picture, *, caption: bool = False) -> Picture:
    """The picture with its legend and its sentences below; with ``caption`` also title, author and all rules."""
    if caption:
        scene = _headed(scene)
    return with_lines(_with_legend(scene), sentences(scene.model, caption=caption))


def with_lines(scene: Picture, texts: Sequence[str]) -> Picture:
    """The picture with texts below it, each wrapped to its width."""
    lines, _ = paragraphs(texts, (scene.bounds[0] + _MARGIN, scene.bounds[3] + 0.1), _room(scene), SIZE)
    return _grown(scene, lines)


def _headed(scene: Picture) -> Picture:
    left, top, room = scene.bounds[0] + _MARGIN, scene.bounds[1], _room(scene)
    lines, y = paragraphs([scene.model.title], (left, 0.0), room, TITLE, bold=True, role="heading")
    authors, y = paragraphs([author_line(scene.model)], (left, y), room, AUTHOR, role="heading")
    return _grown(scene, [moved(line, 0.0, top - y) for line in lines + authors])


def _with_legend(scene: Picture) -> Picture:
    left, y = scene.bounds[0] + _MARGIN, scene.bounds[3] + 0.1
    found: list[Shape] = []
    for color, meaning in scene.legend:
        swatch = Paint(fill=color, stroke="#8a8a8a", width=0.02)
        found.append(Rectangle((left, y), 0.34, 0.34, swatch, "legend"))
        found.append(TextShape((left + 0.47, y + 0.17), meaning, SIZE, INK, "start", role="legend"))
        y += 0.44
    return _grown(scene, found)


def _room(scene: Picture) -> float:
    return max(scene.width, _NARROWEST) - 2 * _MARGIN


def _grown(scene: Picture, shapes: Sequence[Shape]) -> Picture:
    """The picture with further shapes, which its bounds take in."""
    if not shapes:
        return scene
    left, top, right, bottom = scene.bounds
    _, north, east, south = total_extent(shapes)
    bounds = (left, min(top, north - _MARGIN), max(right, east + _MARGIN), max(bottom, south + _MARGIN))
    return replace(scene, shapes=(*scene.shapes, *shapes), bounds=bounds)
