"""Reading a model once more for one puzzle, with other clues: they may change its size, so nothing of it stays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from puzzledsl.analysis.removal import data_elsewhere
from puzzledsl.elaboration.givens import parts_of
from puzzledsl.records import EMPTY, record, replace
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from puzzledsl.elaboration import Limits, Opener
    from puzzledsl.loading import Carried
    from puzzledsl.model import Model


@record
class Rereading:
    """How a model was read: what it takes, besides its source, to read it again. It can be pickled.

    Attributes:
        links: there is no model; each puzzle is one of its own: a link.
        open_included: how its files are opened, if not by their names.
    """

    settings: Mapping[str, str] = EMPTY
    include: Sequence[str | Path] = ()
    limits: Limits | None = None
    links: bool = False
    open_included: Opener | None = None

    def sent(self, known: Model) -> Rereading:
        """The same for another machine: with the files that the model includes."""
        if self.links or not known.clues:
            return self
        return replace(self, include=(), open_included=self.carried(known.source))

    def carried(self, source: Source) -> Carried | None:
        """All files that a model includes; ``None`` if it includes none."""
        from puzzledsl.loading import carried

        return carried(source, settings=self.settings, include=self.include, limits=self.limits)

    def read(self, source: Source, **how: Any) -> Model:
        """A puzzle that was made of the model, from its text.

        Args:
            how: as of `puzzledsl.loading.load_model`.

        Raises:
            PuzzleError: it cannot be read.
        """
        from puzzledsl.loading import load_model

        return load_model(source, include=self.include, limits=self.limits, **how)

    def changed(self, known: Model) -> Callable[[Source], Model]:
        """How a changed text of a model is read, to which only its givens have been added."""
        return partial(self.read, settings=data_elsewhere(known, self.settings), open_included=self.open_included)

    def concerns(self, known: Model, givens: str) -> bool:
        """Whether the model of a puzzle is another than the one that is known."""
        return self.links or names_clues(known, givens)

    def model(self, known: Model, givens: str, name: str) -> Model:
        """The model with the givens and clues of one puzzle.

        Args:
            known: the same model with its own.
            name: what messages call the givens.

        Raises:
            PuzzleError: with every mistake that was found.
        """
        if self.links:
            from puzzledsl.formats import import_text

            imported = import_text(givens)
            return self.read(Source(name, imported.model, imported.not_understood))
        more, opened = Source(name, givens), self.open_included
        return self.read(known.source, settings=self.settings, givens=more, open_included=opened)


def model_of_links() -> Model:
    """The model of a batch whose puzzles are links: any one, since each puzzle brings its own."""
    from puzzledsl.loading import load_model

    return load_model(Source("<links>", "grid cell[1, 1] in 1..1\n"))


def names_clues(model: Model, givens: str) -> bool:
    """Whether a text of givens has clues of the model in it, not only values of cells."""
    if not model.clues or ":" not in givens:
        return False
    return any(named is not None and named.text in model.clues for named, _ in parts_of(Source("<givens>", givens)))
