"""Files at the edge: reading a model, what it includes, and its givens. The only place that opens files for reading."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from errno import ENAMETOOLONG
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, MissingFileError, PuzzleError, failure
from puzzledsl.elaboration import Fault, GivensOf, Limits, Opener, elaborate
from puzzledsl.model import Model
from puzzledsl.nearest import nearest, question
from puzzledsl.reading import decode, read
from puzzledsl.records import record
from puzzledsl.source import CONTROL, Source

if TYPE_CHECKING:  # loaded where it is used: most models include nothing
    from pathlib import Path


_LONG_NAME = 60
"""Characters of a name from which on it is rather a puzzle that was not recognised."""

LARGEST_FILE = 20_000_000
"""Bytes of the largest file that is read; a model of 100,000 clues has about 3,000,000."""


def read_source(path: str | Path) -> Source:
    """The text of a file; a link is its own text, and so is a grid of digits, unless a file has that name.

    Raises:
        PuzzleError: it cannot be read, or is not text (an Across Lite crossword, say).
    """
    from puzzledsl.formats.recognition import is_foreign, is_grid, pasted

    if is_foreign(link := pasted(str(path))):
        return Source("<link>", link)
    if is_grid(str(path)) and not os.path.lexists(path):
        return Source("<grid>", str(path))
    check_file(path)
    try:
        if os.path.isdir(path):
            models = sorted(name for name in os.listdir(path) if name.endswith(".puz"))
            label = question(*(os.path.join(path, name) for name in models[:1]))
            helps = ("give the name of a file in it",)
            raise failure(f"`{path}` is a folder, not a file", label=label, helps=helps, code="file")
        with open(path, "rb") as stream:  # the size that a device or a pipe states says nothing
            content = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise failure(f"`{path}` is larger than {LARGEST_FILE:,} bytes", code="file")
    except FileNotFoundError:
        raise missing(path) from None
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == ENAMETOOLONG:
            raise missing(path) from None
        reason = getattr(error, "strerror", None) or error
        raise failure(f"`{path}` cannot be read: {reason}", code="file") from None
    return decode(content, str(path))


def as_model(source: Source) -> Source:
    """The text of a model: the source itself, or what a link or file of another program becomes.

    What an imported model leaves out by its own comment is noted in one sentence.

    Raises:
        PuzzleError: it is a puzzle of another program, but cannot be read.
    """
    from puzzledsl.formats.recognition import is_foreign, may_be_foreign

    if not may_be_foreign(source.text):
        from puzzledsl.formats.left_out import parts_left_out

        parts = parts_left_out(source.text)
        if not parts or source.left_out:
            return source
        more = f"{len(parts)} parts of the puzzle, the first: " if len(parts) > 1 else ""
        return Source(source.name, source.text, (more + parts[0],))
    from puzzledsl.formats import import_text
    from puzzledsl.formats.collection import several
    from puzzledsl.formats.recognition import pasted, recognised

    text = pasted(source.text)
    form = recognised(text)
    if form is None and not several(text) and not is_foreign(text.strip()):
        return source
    imported = import_text(text, form.name if form else None)
    return Source(source.name, imported.model, imported.not_understood, imported.assumed)


def check_file(path: str | Path) -> None:
    """Refuse a file name with control characters, and a device, which may never end or cannot be read twice.

    The null device, terminals and the standard streams of this process are allowed.

    Raises:
        PuzzleError: the file is refused.
    """
    if CONTROL.search(str(path)):
        raise failure(f"the file name `{path}` has control characters", helps=("rename the file",), code="file")
    try:
        found = os.stat(path)
        if not (stat.S_ISCHR(found.st_mode) or stat.S_ISBLK(found.st_mode)):
            return
        if found.st_rdev == os.stat(os.devnull).st_rdev or any(_is_stream(found, number) for number in range(3)):
            return
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
        try:
            if os.isatty(number):
                return
        finally:
            os.close(number)
    except (OSError, ValueError):
        return  # whoever opens it says why it cannot be opened
    raise failure(f"`{path}` is a device, not a file", code="file")


def _is_stream(found: os.stat_result, number: int) -> bool:
    try:
        return os.path.samestat(found, os.fstat(number))
    except OSError:
        return False


def missing(path: str | Path) -> PuzzleError:
    """The message about a file that is not there."""
    from pathlib import Path

    if "\n" in str(path):
        return failure(
            "this is the text of a model, not the name of a file",
            helps=("`puzzledsl.parse(text)` takes a text, `puzzledsl.load(path)` reads a file",),
            code="file",
        )
    near, name = _near(Path(path)), str(path)
    helps: tuple[str, ...] = () if near else ("`puzzledsl new NAME` writes a model to start from",)
    if len(name) > _LONG_NAME:
        helps = ("a link begins with `https://`; a grid of digits has a square number of them, such as 81",)
    shortened = name if len(name) <= _LONG_NAME else f"{name[:_LONG_NAME]}…"
    return MissingFileError([Diagnostic(f"there is no file `{shortened}`", None, question(near), helps, code="file")])


def _near(path: Path, written: Path | None = None) -> str:
    """The file beside a missing one that is called most like it, as it would be ``written``."""
    try:
        names = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        names = []
    near = f"{path.name}.puz" if f"{path.name}.puz" in names else nearest(path.name, names)
    return str((written or path).with_name(near)) if near else ""


def load_model(
    source: Source,
    *,
    settings: Mapping[str, str] | None = None,
    givens: Source | GivensOf | None = None,
    include: Sequence[str | Path] = (),
    limits: Limits | None = None,
    allow_clashes: bool = False,
    open_included: Opener | None = None,
    lap: Callable[[str], object] = str,
    corrected: bool = False,
) -> Model:
    """Read and elaborate a source.

    Args:
        settings: values of ``param`` constants, as texts.
        givens: more givens for the main grid, or a function that returns the givens of all grids.
        include: folders, besides the file's own, that ``include`` may open files of.
        allow_clashes: read it even if elaboration sees that some of its clues contradict each other.
        open_included: how ``include`` opens files, if not by their names in these folders.
        lap: called with the name of each stage when the stage ends.
        corrected: whether messages get corrected lines (see `puzzledsl.corrections`), which takes further readings.

    Raises:
        PuzzleError: with every mistake that was found.
        OutOfTime: the time limit came first.
    """
    source, bounds = as_model(source), limits or Limits()
    opened = open_included or opener(source, include)

    def elaborated(source: Source, clashes: bool = False) -> Model:
        file, found = read(source, bounds.characters)
        lap("read")
        return elaborate(file, found, settings, givens, bounds, opened, clashes)

    try:
        model = elaborated(source, allow_clashes)
    except PuzzleError as error:
        if not corrected:
            raise
        from puzzledsl.corrections import with_corrected_lines

        raise with_corrected_lines(error, elaborated) from None
    lap("elaborate")
    return model


def opener(source: Source, folders: Sequence[str | Path]) -> Opener | None:
    """How ``include`` opens files for a model: those in its folder or below, or in one of ``folders``.

    A model from standard input or a text has no folder of its own.
    """
    if not folders and not os.path.isfile(source.name):
        return None

    def open_included(text: str, including: Source) -> Source:
        from pathlib import Path

        home = _folder(source)
        allowed = [*([home] if home else []), *(Path(folder).resolve() for folder in folders)]
        if not text or "\0" in text:
            raise Fault("an include needs the name of a file", code="include")
        base = _folder(including) or allowed[0]
        outside = False
        for folder in dict.fromkeys([base, *allowed]):
            try:
                place = (folder / text).resolve()
            except (OSError, RuntimeError):  # Python 3.13 and before, respectively
                raise Fault(f"`{text}` is a link that leads back to itself", code="include") from None
            if not any(place.is_relative_to(root) for root in allowed):
                outside = True
                continue
            if place.is_file():
                try:
                    return _relative(read_source(place))
                except PuzzleError as error:
                    raise Fault(error.diagnostics[0].message, code="include") from None
        if outside:
            raise Fault(
                f"`{text}` lies outside the model's folder",
                helps=("allow its folder with `--include DIR`",),
                code="include",
            )
        near = _near(allowed[0] / text, Path(text))
        message, meant = f"there is no file `{text}` to include", (text, near) if near else None
        raise Fault(message, question(near), code="include", meant=meant)

    return open_included


@record
class Carried:
    """How ``include`` opens files on a machine that does not have them: the texts travel with the model.

    Attributes:
        files: by the name as written, and the name of the source that includes it.
    """

    files: Mapping[tuple[str, str], Source]

    def __call__(self, text: str, including: Source) -> Source:
        """The file of that name."""
        found = self.files.get((text, including.name))
        if found is None:
            raise Fault(f"there is no file `{text}` to include", code="include")
        return found


def carried(
    source: Source,
    *,
    settings: Mapping[str, str] | None = None,
    include: Sequence[str | Path] = (),
    limits: Limits | None = None,
) -> Carried | None:
    """All files that a model includes; ``None`` if it includes none."""
    opened = opener(source, include) if re.search("include|genre", source.text) else None
    if opened is None:
        return None
    files: dict[tuple[str, str], Source] = {}

    def noting(text: str, including: Source) -> Source:
        found = files[text, including.name] = opened(text, including)
        return found

    with suppress(PuzzleError):  # said when the model itself is read
        load_model(source, settings=settings, include=include, limits=limits, open_included=noting)
    return Carried(files)


def _folder(source: Source) -> Path | None:
    """The folder of a source that is a file."""
    from pathlib import Path

    return Path(source.name).resolve().parent if os.path.isfile(source.name) else None


def _relative(source: Source) -> Source:
    """The same text under a name relative to the working directory where that is shorter and still opens."""
    from pathlib import Path

    try:
        name = str(Path(source.name).relative_to(Path.cwd()))
    except ValueError:
        return source
    return Source(name, source.text)
