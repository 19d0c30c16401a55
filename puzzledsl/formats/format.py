"""What a format of another program is: how its texts are recognised, read and written."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.formats.draft import ModelDraft
    from puzzledsl.model import Model
    from puzzledsl.presentation.value_texts import Values


@record
class Imported:
    """What was read.

    Attributes:
        format: name of the format.
        title: the puzzle's, or empty.
        model: the text of a model in canonical layout.
        not_understood: a sentence for each part of the puzzle that is not in the model.
        assumed: a sentence for each thing in the model that the puzzle does not say.
        elaborated: what the text of the model means, if reading the link has found that out.
    """

    format: str
    title: str
    model: str
    not_understood: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    elaborated: Model | None = None


@record
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


@record
class Format:
    """One format.

    Attributes:
        name: as ``--format`` and ``--to`` take it.
        title: as people call it: "SudokuPad".
        starts: a pattern of the beginning of its texts.
        package: of its modules ``reading`` and ``writing``, which are loaded when they are needed.
        aliases: other names.
        keys: of the object that its files hold as JSON; ``|`` is between those of which one is enough.
        is_one: whether a text has this form, where its beginning does not tell; it decodes nothing large.
        is_certain: its texts hold givens only, so nothing in a model of it can be wrong.
        order: formats are asked in this order whether they recognise a text; 0 for those with an unmistakable form.
        writes: whether models are written, too.
        asks_genre: its texts need not say their genre, so it may be named beside them.
    """

    name: str
    title: str
    starts: str
    package: str
    aliases: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    is_one: Callable[[str], bool] | None = None
    is_certain: bool = False
    order: int = 0
    writes: bool = True
    asks_genre: bool = False

    def recognises(self, text: str) -> bool:
        """Whether a text, without blanks around it, has this form."""
        if re.match(self.starts, text, re.ASCII) or (self.is_one and self.is_one(text)):
            return True
        keys = [any(f'"{name}"' in text for name in key.split("|")) for key in self.keys]
        return text.startswith("{") and bool(keys) and all(keys)

    def read(self, text: str, *genre: str) -> ModelDraft:
        """The puzzle in a text.

        Args:
            genre: the puzzle's genre, for a format that asks for it.

        Raises:
            PuzzleError: it is too long, or cannot be read.
        """
        from puzzledsl.formats.bounds import LONGEST_TEXT, unreadable

        if len(text) > LONGEST_TEXT:
            raise unreadable(self.title, f"it has more than {LONGEST_TEXT:,} characters")
        draft: ModelDraft = import_module(f"{self.package}.reading").read(text, *genre)
        return draft

    def write(self, model: Model, solution: Values | None) -> Link:
        """The link of an elaborated model.

        Args:
            solution: values by variable number, to be sent along.

        Raises:
            PuzzleError: the model is of no kind that the format can say.
        """
        link: Link = import_module(f"{self.package}.writing").write(model, solution)
        return link
