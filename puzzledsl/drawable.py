"""What models and answers have in common: they can be drawn."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.records import EMPTY, fields_of, record, replace

if TYPE_CHECKING:  # loading it takes longer than elaborating many a model
    from pathlib import Path

    from puzzledsl.analysis.elements import Element
    from puzzledsl.model import Model
    from puzzledsl.presentation.picture import Highlight, Picture, Place
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.presentation.value_texts import Values


@record
class Scene:
    """What a picture shows; arguments as of `puzzledsl.presentation.picture.picture`."""

    model: Model
    values: Values | None = None
    highlights: Mapping[int, Highlight] = EMPTY
    candidates: Mapping[int, Sequence[int]] = EMPTY
    undecided: Mapping[int, Sequence[int]] = EMPTY
    removed: Mapping[int, Sequence[int]] = EMPTY
    absent: Mapping[Place, str] = EMPTY

    def picture(self) -> Picture:
        """The picture, without words."""
        from puzzledsl.presentation.picture import picture

        return picture(**fields_of(self))


def drawn(
    scene: Scene | Picture,
    form: str,
    width: int | None = None,
    height: int | None = None,
    *,
    caption: bool = False,
) -> str | bytes:
    """The picture of a scene in a format, with what it does not draw below it in words.

    Args:
        scene: a picture has its words already.
        caption: also with the title, the author, and a sentence for each rule.

    Raises:
        PuzzleError: a size is no number of pixels.
    """
    from puzzledsl.answer import check_numbers

    check_numbers(1, width=width, height=height)
    from puzzledsl.presentation.caption import in_words
    from puzzledsl.presentation.renderers import renderer

    kind = renderer(form)
    if not isinstance(scene, Scene):
        return kind.render(scene, width, height)
    shown = scene.picture()
    return kind.render(shown if kind.has_text else in_words(shown, caption=caption), width, height)


class Drawable:
    """Draws itself: `svg`, `png`, `save`; in a notebook by itself."""

    __slots__ = ()

    def _source(self) -> str | None:
        """What `save` writes as ``.puz``: the source of a model."""
        return None

    def _scene(self) -> Scene | Picture:
        raise NotImplementedError

    def _drawn(self, form: str, width: int | None, height: int | None, caption: bool) -> str | bytes:
        return drawn(self._scene(), form, width, height, caption=caption)

    def svg(self, *, width: int | None = None, height: int | None = None, caption: bool = False) -> str:
        """The picture as SVG.

        Args:
            width, height: in pixels; one of them is enough, and the picture is never distorted.
            caption: with the title, the author, and a sentence for each rule.
        """
        text = self._drawn("svg", width, height, caption)
        return text if isinstance(text, str) else text.decode()

    def png(self, *, width: int | None = None, height: int | None = None, caption: bool = False) -> bytes:
        """The picture as PNG, which needs a library (``pip install "puzzledsl[png]"``).

        Args:
            width, height: in pixels; one of them is enough, and the picture is never distorted.
            caption: with the title, the author, and a sentence for each rule.

        Raises:
            PuzzleError: the library is not installed.
        """
        data = self._drawn("png", width, height, caption)
        return data if isinstance(data, bytes) else data.encode()

    def save(
        self, path: str | Path, *, width: int | None = None, height: int | None = None, caption: bool = False
    ) -> None:
        """Write the picture into a file, in the format that its ending names: ``.svg``, ``.png``, ``.html``, ``.pdf``.

        Models and builders also write their source: ``.puz``.

        Args:
            width, height: of a picture, in pixels; one of them is enough, and the picture is never distorted.
            caption: of a picture: with the title, the author, and a sentence for each rule.

        Raises:
            PuzzleError: no format has such an ending, or a library is missing.
            OSError: the file cannot be written.
        """
        form, source = picture_format(path), self._source()
        if form is not None:
            data = self._drawn(form, width, height, caption)
        elif source is None or os.path.splitext(path)[1] != ".puz":
            raise no_such_format(path, () if source is None else ("puz",))
        else:
            data = source
        with open(path, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)

    def _repr_svg_(self) -> str:
        return self.svg()


class Answer(Drawable):
    """The result of an analysis of a model: the base of all answers.

    Attributes:
        status: one word for the result.
        seconds: the time that the analysis took; in a `Solution` by stage.
        model: the model that was analysed.
        spaced: blank lines set the title and the status line apart.
        titled: the text begins with the title of the model.
    """

    __slots__ = ()
    spaced: ClassVar[bool] = False
    titled: ClassVar[bool] = True
    _brief: ClassVar[Mapping[str, str]] = EMPTY

    @property
    def brief(self) -> str:
        """The answer in a sentence: by its status, or what its status line says."""
        said = self._brief.get(self.status) or (self._open() if self.status == "unknown" else self._said())
        return said if said.endswith(".") else f"{said[0].upper()}{said[1:]}."

    @property
    def lists(self) -> list[tuple[str, Sequence[Element]]]:
        """The clues that the answer names, in lists with titles; some may be empty."""
        return []

    @property
    def _plain(self) -> Screen:
        """Plain characters, for a text that is not printed yet."""
        from puzzledsl.presentation.screen import Screen

        return Screen()

    def _said(self) -> str:
        """The sentence, or a phrase that becomes one, where it is not a matter of the status alone."""
        return ", ".join(self.summary(self._plain)) or f"the answer is {self.status}"

    def _open(self) -> str:
        """The same where the status is ``unknown``: why, and what is known nevertheless."""
        return "the time limit came first"

    @property
    def proven(self) -> bool:
        """Whether the status is proven for the whole answer."""
        return True

    def as_json(self) -> dict[str, Any]:
        """What the command prints with ``--json``, without its seconds."""
        raise NotImplementedError

    def lines(self, screen: Screen) -> list[str]:  # noqa: ARG002
        """The answer in lines, without title and status line."""
        return []

    def summary(self, screen: Screen) -> Sequence[str]:  # noqa: ARG002
        """The parts of the status line, which the seconds follow."""
        return ()

    def status_line(self, screen: Screen) -> str:
        """The last line of the text."""
        from puzzledsl.presentation.screen import seconds_text

        return screen.joined(*self.summary(screen), seconds_text(self.seconds))

    def as_text(self, screen: Screen | None = None) -> str:
        """What the command prints.

        Args:
            screen: the width, colours and characters of the output; ``None``: plain characters.
        """
        screen = screen or self._plain
        title = self.model.title if self.titled and not screen.quiet else ""
        sections = [[screen.strong(title)] if title else [], self.lines(screen)]
        if not screen.quiet:
            sections.append([self.status_line(screen)])
        return ("\n\n" if self.spaced else "\n").join("\n".join(section) for section in sections if any(section))

    def __str__(self) -> str:
        return self.as_text()

    def _scene(self) -> Scene | Picture:
        return Scene(self.model)

    def timed(self, seconds: Mapping[str, float]) -> Self:
        """The same answer, with the total of these seconds by stage."""
        return replace(self, seconds=seconds["total"])

    if TYPE_CHECKING:

        @property
        def status(self) -> str: ...  # noqa: D102
        @property
        def seconds(self) -> Any: ...  # noqa: D102
        @property
        def model(self) -> Model: ...  # noqa: D102


def picture_format(path: str | Path) -> str | None:
    """The format that the ending of a file name stands for, if it is one of a picture."""
    from puzzledsl.presentation.renderers import formats

    ending = os.path.splitext(path)[1].removeprefix(".").lower()
    return ending if ending in formats() else None


def no_such_format(path: str | Path, others: Sequence[str] = ()) -> PuzzleError:
    """The message about a file name whose ending stands for nothing."""
    from puzzledsl.presentation.renderers import formats

    endings = ", ".join(f"`.{name}`" for name in (*others, *sorted(formats())))
    return failure(f"the ending of `{path}` names no format", helps=(f"the endings are {endings}",), code="file")
