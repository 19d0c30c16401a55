"""From the options that speak of a model to the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.cli.files import STANDARD, open_source
from puzzledsl.diagnostics import failure
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.batches.rereading import Rereading
    from puzzledsl.elaboration.values import GridValue
    from puzzledsl.model import Grid, Model
    from puzzledsl.source import Source


_BY_NAME = re.compile(r"\s*[^\W\d]\w*\s*(?:\[[^\]]*\]\s*)?=(?!\s*[\w.]*[\[(])")
"""A given of an unknown by its name; not a list of a program."""


@record
class ModelOptions:
    """Values of ``--set``, ``--givens``, ``--include`` and ``--bound``, as they were written."""

    settings: Mapping[str, str] = EMPTY
    givens: str | None = None
    include: Sequence[str] = ()
    bounds: Mapping[str, str] = EMPTY

    def rereading(self, links: bool = False) -> Rereading:
        """How puzzles are read that are made of the model."""
        from puzzledsl.batches.rereading import Rereading
        from puzzledsl.elaboration import limits_from

        return Rereading(self.settings, tuple(self.include), limits_from(dict(self.bounds)), links)

    def words(self) -> str:
        """The options that were given, to name another command for the same model: `` --set … --givens …``."""
        given = {"set": self.settings, "givens": self.givens, "include": self.include, "bound": self.bounds}
        return "".join(f" --{name} …" for name, value in given.items() if value)


def load(name: str, options: ModelOptions, allow_clashes: bool = False) -> tuple[Model, dict[str, float]]:
    """The model in a file (``-``: standard input), and the seconds that reading and elaborating it took.

    Args:
        allow_clashes: it is read even if some of its clues can be seen never to hold together.

    Raises:
        PuzzleError: with every mistake that was found.
        OutOfTime: the time limit came first.
    """
    from puzzledsl.answer import Clock
    from puzzledsl.elaboration import limits_from
    from puzzledsl.loading import load_model

    clock, source = Clock(), open_source(name)
    model = load_model(
        source,
        settings=options.settings,
        givens=None if options.givens is None else givens_source(options.givens),
        include=options.include,
        limits=limits_from(dict(options.bounds)),
        allow_clashes=allow_clashes,
        lap=clock.lap,
        corrected=True,
    )
    return model, clock.seconds


def refuse_two_readers(files: Sequence[str], options: ModelOptions) -> None:
    """Standard input holds one text.

    Raises:
        PuzzleError: two arguments are ``-``.
    """
    if list(files).count(STANDARD) + (options.givens == STANDARD) > 1:
        raise failure("standard input can be read only once", code="call")


def givens_source(text: str) -> Source | Callable[[Sequence[GridValue | Grid]], Source]:
    """The givens in the file that is called so, or the marks themselves.

    Raises:
        PuzzleError: the file cannot be read, or what looks like a file's name is none.
    """
    from functools import partial
    from os.path import exists, isdir

    from puzzledsl.source import Source

    try:
        # No value is a slash, and none a small letter behind a dot; clues stand behind a name and a colon.
        path = re.fullmatch(r"(?![A-Za-z_]\w+:)\S*(/\S*|\\\S*|\.[a-z]{2,5})", text)
        there = exists(text) and not isdir(text)  # a file, or a pipe as the shell makes of `<(…)`
        if text == STANDARD or there or path:
            return partial(_of_collection, open_source(text))
    except ValueError:  # a zero byte: surely no file
        pass
    return Source("<givens>", text)


def _of_collection(source: Source, grids: Sequence[GridValue | Grid]) -> Source:
    """The givens of a file: the file itself if it has rows of marks, else the one puzzle that is found in it.

    Raises:
        PuzzleError: it has several puzzles.
    """
    from itertools import islice

    from puzzledsl.elaboration.givens import parts_of, rows_of
    from puzzledsl.formats.collection import puzzles
    from puzzledsl.source import Source

    parts = list(parts_of(source))
    if not grids or any(name or _BY_NAME.match(part.text) for name, part in parts):
        return source
    height, width = grids[0].height, grids[0].width
    if (
        len(parts) == 1
        and len(rows_of(parts[0][1], (height, width))) == height
        and not re.search(r"[,\[]", source.text)
    ):
        return source
    found = list(islice(puzzles(source.text.splitlines(), grids=grids), 2))
    if len(found) == 2 and all(len("".join(one.givens.split())) == height * width for one in found):
        helps = ("`puzzledsl batch MODEL --givens FILE` solves them all",)
        raise failure(f"`{source.name}` has several puzzles, and one is read", helps=helps, code="givens")
    return Source(source.name, found[0].givens) if len(found) == 1 else source
