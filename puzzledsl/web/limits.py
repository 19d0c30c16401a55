"""The bounds on models that a page may ask about: those of ``--safe``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzledsl.elaboration import Limits
    from puzzledsl.model import Model

FILES = 100
"""Files of its own folder that a model on disk may include. ``--safe`` allows none, which would make it impossible to
edit a model that has its rules in a file beside it; a text without a file has no folder and may include none."""


def limits_of(folder: str | None) -> Limits:
    """The bounds for a model in a folder, or in none."""
    from puzzledsl.elaboration import SAFE

    return SAFE if folder is None else replace(SAFE, files=FILES)


def loaded(
    text: str,
    name: str,
    folder: str | None,
    allow_clashes: bool = False,
    played: Mapping[str, int] | None = None,
) -> Model:
    """The model of a text within these bounds.

    Args:
        name: of the text in messages.
        folder: of the files that it may include.
        played: further givens, as numbers by the names of cells.

    Raises:
        PuzzleError: the text is wrong.
    """
    from puzzledsl.given_values import givens_text
    from puzzledsl.loading import load_model
    from puzzledsl.source import Source

    def read(givens: Source | None, clashes: bool) -> Model:
        include = () if folder is None else (folder,)
        return load_model(
            Source(name, text), givens=givens, include=include, limits=limits_of(folder), allow_clashes=clashes
        )

    if not played:
        return read(None, allow_clashes)
    model = read(None, True)
    # What rules have declared for themselves cannot be given.
    told = {one.name: one.told(played[one.name]) for one in model.variables if one.name in played and not one.hidden}
    return read(Source("<givens>", givens_text(told, model.grids)) if told else None, allow_clashes)
