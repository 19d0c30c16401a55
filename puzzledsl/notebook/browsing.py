"""A widget with pictures to click through. It needs no server: all pictures are in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from puzzledsl.analysis.candidates import CandidatesAnswer
from puzzledsl.drawable import drawn
from puzzledsl.presentation.picture import Highlight, Picture, picture
from puzzledsl.presentation.renderers.svg import render
from puzzledsl.session.verdict import counted_kinds
from puzzledsl.steps.pictures import ENDS, board_scene
from puzzledsl.steps.solve_path import StepsPath

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 420
"""Pixels of the pictures."""

FOUND = "#c4ecc6"


class Browser(anywidget.AnyWidget):
    """Pictures with a sentence each, and buttons to go back and forth; the arrow keys do the same.

    Attributes:
        frames: the pictures, as SVG.
        captions: the sentences.
        index: the one that is shown, from 0.
    """

    _esm = Path(__file__).with_name("browser.js")
    _css = Path(__file__).with_name("browser.css")
    frames = traitlets.List(traitlets.Unicode()).tag(sync=True)
    captions = traitlets.List(traitlets.Unicode()).tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """With the picture that is shown, for what runs no widgets: exported notebooks, GitHub."""
        found = super()._repr_mimebundle_(**kwargs)
        if found is None:
            return None
        contents, metadata = found
        return {**contents, "image/svg+xml": self.frames[self.index]}, metadata


def browser(answer: StepsPath | CandidatesAnswer) -> Browser:
    """The widget for an answer."""
    pairs = list(_steps(answer) if isinstance(answer, StepsPath) else _candidates(answer))
    return Browser(frames=[svg for svg, _ in pairs], captions=[caption for _, caption in pairs])


def _steps(path: StepsPath) -> Iterator[tuple[str, str]]:
    for number, sentence in enumerate(path.sentences):
        yield _svg(board_scene(path, number).picture()), f"{number + 1}. {sentence}"
    yield _svg(board_scene(path, len(path.findings)).picture()), ENDS.get(path.status, "The steps end here.")


def _candidates(answer: CandidatesAnswer) -> Iterator[tuple[str, str]]:
    """All candidates, then for each value the cells that may hold it."""
    scene = answer._scene()
    whole = drawn(scene, "svg", WIDTH)
    assert isinstance(whole, str)
    yield whole, "The values that occur in solutions."
    model = scene.model
    numbers = model.numbers
    candidates, *_ = answer._numbers
    values = dict.fromkeys(told for found in answer.values.values() for told in found)
    for value in values:
        cells = [numbers[name] for name, found in answer.values.items() if value in found]
        shown = picture(
            model,
            highlights=dict.fromkeys(cells, Highlight(FOUND)),
            candidates=candidates,
        )
        yield _svg(shown), f"{value} may stand in {counted_kinds(model, cells)}."


def _svg(shown: Picture) -> str:
    return render(shown, width=WIDTH)
