"""What a format of another program is: how its texts are recognised, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.formats.draft import Draft
    from puzzledsl.model import Model


@record(slots=True)
class Imported:
    """What was read.

    Attributes:
        format: name of the format.
        title: the puzzle's, or empty.
        model: the text of a model in canonical layout.
        not_understood: a sentence for each part of the puzzle that is not in the model.
        assumed: a sentence for each thing in the model that the puzzle does not say.
    """

    format: str
    title: str
    model: str
    not_understood: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


@record(slots=True)
class Link:
    """What was written.

    Attributes:
        text: the link, or the text of the file.
        left_out: a sentence for each part of the model that the format cannot say.
        format: name of the format.
    """

    text: str
    left_out: tuple[str, ...] = ()
    format: str = ""

    def __str__(self) -> str:
        return self.text


@record(slots=True)
class Format:
    """One format.

    Attributes:
        name: as ``--format`` and ``--to`` take it.
        title: as people call it: "SudokuPad".
        recognises: whether a text, without blanks around it, has this form. It is quick and decodes nothing large.
        read: the puzzle in such a text; raises `PuzzleError`.
        write: a link from an elaborated model and the values of its solution (row by row; empty: none is sent along).
        aliases: other names.
        read_as: the puzzle in a text that does not say its genre, which is named beside it; raises `PuzzleError`.
            None: the texts always say it.
        is_certain: its texts hold givens only, so nothing in a model of it can be wrong.
        order: formats are asked in this order whether they recognise a text; 0 for those with an unmistakable form.
    """

    name: str
    title: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Draft] | None = None
    write: Callable[[Model, tuple[str, ...]], Link] | None = None
    aliases: tuple[str, ...] = ()
    is_certain: bool = False
    order: int = 0
    read_as: Callable[[str, str], Draft] | None = None
