"""What models and answers have in common: they can be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Highlight
    from puzzledsl.presentation.value_texts import Values


@record(slots=True)
class Scene:
    """What a picture shows; arguments as of `puzzledsl.presentation.picture.picture`."""

    model: Model
    values: Values | None = None
    highlights: Mapping[int, Highlight] = EMPTY
    candidates: Mapping[int, Sequence[int]] = EMPTY


class Drawable:
    """Draws itself: `svg`, `png`, `save`; in a notebook by itself."""

    __slots__ = ()

    def _scene(self) -> Scene:
        raise NotImplementedError

    def _drawn(self, form: str, width: int | None, height: int | None) -> str | bytes:
        from puzzledsl.presentation.picture import picture
        from puzzledsl.presentation.renderers import renderer

        scene = self._scene()
        drawn = picture(scene.model, scene.values, highlights=scene.highlights, candidates=scene.candidates)
        return renderer(form).render(drawn, width, height)

    def svg(self, *, width: int | None = None, height: int | None = None) -> str:
        """The picture as SVG.

        Args:
            width, height: in pixels; one of them is enough, and the picture is never distorted.
        """
        drawn = self._drawn("svg", width, height)
        return drawn if isinstance(drawn, str) else drawn.decode()

    def png(self, *, width: int | None = None, height: int | None = None) -> bytes:
        """The picture as PNG, which needs Pillow (``pip install "puzzledsl[png]"``).

        Args:
            width, height: in pixels; one of them is enough, and the picture is never distorted.

        Raises:
            PuzzleError: Pillow is not installed, or the picture would be too large.
        """
        drawn = self._drawn("png", width, height)
        return drawn if isinstance(drawn, bytes) else drawn.encode()

    def save(self, path: str | Path, *, width: int | None = None, height: int | None = None) -> None:
        """Write the picture into a file, in the format that its ending names: ``.svg``, ``.png``, ``.html``.

        Args:
            width, height: in pixels; one of them is enough, and the picture is never distorted.

        Raises:
            PuzzleError: no picture has such an ending, or a library is missing.
            OSError: the file cannot be written.
        """
        form = picture_format(path)
        if form is None:
            raise no_such_format(path)
        drawn = self._drawn(form, width, height)
        Path(path).write_bytes(drawn.encode() if isinstance(drawn, str) else drawn)

    def _repr_svg_(self) -> str:
        return self.svg()


def picture_format(path: str | Path) -> str | None:
    """The format that the ending of a file name stands for, if it is one of a picture."""
    from puzzledsl.presentation.renderers import formats

    ending = Path(path).suffix.removeprefix(".").lower()
    return ending if ending in formats() else None


def no_such_format(path: str | Path, others: Sequence[str] = ()) -> PuzzleError:
    """What is said of a file name whose ending stands for nothing."""
    from puzzledsl.presentation.renderers import formats

    endings = ", ".join(f"`.{name}`" for name in (*others, *sorted(formats())))
    return failure(f"the ending of `{path}` names no format", helps=(f"the endings are {endings}",), code="file")
