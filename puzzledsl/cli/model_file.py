"""From the options that speak of a model to the model."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from puzzledsl.cli.files import STANDARD, open_source
from puzzledsl.diagnostics import failure
from puzzledsl.records import EMPTY, record

if TYPE_CHECKING:
    from puzzledsl.model import Model
    from puzzledsl.source import Source


@record
class ModelOptions:
    """Values of ``--set``, ``--givens``, ``--include`` and ``--bound``, as they were written.

    With ``allow_clashes`` a model is read even if some of its clues can be seen never to hold together.
    """

    settings: Mapping[str, str] = EMPTY
    givens: str | None = None
    include: Sequence[str] = ()
    bounds: Mapping[str, str] = EMPTY
    allow_clashes: bool = False

    def words(self) -> str:
        """The options that were given, to name another command for the same model: `` --set … --givens …``."""
        given = {"set": self.settings, "givens": self.givens, "include": self.include, "bound": self.bounds}
        return "".join(f" --{name} …" for name, value in given.items() if value)


def load(name: str, options: ModelOptions, included: list[Source] | None = None) -> tuple[Model, dict[str, float]]:
    """The model in a file (``-``: standard input), and the seconds that reading and elaborating it took.

    Args:
        included: takes the texts that the model includes.

    Raises:
        PuzzleError: with every mistake that was found.
        OutOfTime: the time limit came first.
    """
    from puzzledsl.elaboration import elaborate, limits_from
    from puzzledsl.loading import as_model, opener
    from puzzledsl.reading import read

    begin = time.monotonic()
    source = as_model(open_source(name))
    givens = None if options.givens is None else givens_source(options.givens)
    limits = limits_from(dict(options.bounds))
    file, found = read(source, limits.characters)
    done = time.monotonic()
    opened = opener(source, options.include)

    def noting(text: str, including: Source) -> Source:
        assert opened is not None
        assert included is not None
        included.append(opened(text, including))
        return included[-1]

    by = opened if opened is None or included is None else noting
    model = elaborate(file, found, options.settings, givens, limits, by, options.allow_clashes)
    return model, {"read": done - begin, "elaborate": time.monotonic() - done}


def refuse_two_readers(files: Sequence[str], options: ModelOptions) -> None:
    """Standard input holds one text.

    Raises:
        PuzzleError: two arguments are ``-``.
    """
    if list(files).count(STANDARD) + (options.givens == STANDARD) > 1:
        raise failure("standard input can be read only once", code="call")


def givens_source(text: str) -> Source:
    """The file that is called so, or the marks themselves.

    Raises:
        PuzzleError: the file cannot be read, or what looks like a file's name is none.
    """
    import re
    from os.path import exists, isdir

    from puzzledsl.source import Source

    try:
        # No value is a slash, and none a small letter behind a dot; clues stand behind a name and a colon.
        path = re.fullmatch(r"(?![A-Za-z_]\w+:)\S*(/\S*|\\\S*|\.[a-z]{2,5})", text)
        there = exists(text) and not isdir(text)  # a file, or a pipe as the shell makes of `<(…)`
        if text == STANDARD or there or path:
            return open_source(text)
    except ValueError:  # a zero byte: surely no file
        pass
    return Source("<givens>", text)
