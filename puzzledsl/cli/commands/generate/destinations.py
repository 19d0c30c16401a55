"""Where generated puzzles go: a folder, a file, lines, or standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzledsl.cli.files import STANDARD, check_place, is_same_file, write_file
from puzzledsl.cli.invocation import Invocation, print_json
from puzzledsl.diagnostics import failure
from puzzledsl.generation.generated import Generated, as_json
from puzzledsl.generation.writing import file_stem, included
from puzzledsl.loading import check_file

if TYPE_CHECKING:
    from puzzledsl.cli.model_file import ModelOptions
    from puzzledsl.cli.sheet_options import SheetOptions
    from puzzledsl.generation.recipe import Recipe
    from puzzledsl.model import Model
    from puzzledsl.portfolio.cluster_address import Cluster


@dataclass(frozen=True)
class GenerateCall:
    """The options of one call.

    Attributes:
        output: a folder, a file, or ``-``; ``None``: standard output.
    """

    recipe: Recipe
    invocation: Invocation
    sheet: SheetOptions
    count: int
    jobs: int
    cluster: Cluster | None
    output: str | None
    form: str
    force: bool
    options: ModelOptions


class Sink:
    """Where puzzles go."""

    def __init__(self, model: Model, call: GenerateCall) -> None:
        """Raises PuzzleError: the output does not fit what is asked for."""
        self.call = call
        self._first = True
        name = call.output or STANDARD
        several = call.count > 1
        if name != STANDARD:
            check_file(name)
            if is_same_file(name, model.source.name):
                raise failure(f"`{name}` is the model itself", code="call")
        self._write: Callable[[Generated], str | None]
        if call.sheet.pdf not in (None, STANDARD):
            self._refuse_existing(str(call.sheet.pdf))
        if call.sheet.pdf == STANDARD and (call.invocation.json or call.output == STANDARD or sys.stdout.isatty()):
            raise failure("standard output cannot take the sheets here; name a file: `--pdf sheets.pdf`", code="call")
        if call.sheet.pdf is not None and call.output is None:
            self._write = _nowhere
        elif call.form == "lines":
            if call.recipe.cages:
                raise failure("cages cannot be written as lines of givens; leave out `--format lines`", code="call")
            if _is_folder(name):
                raise failure("with `--format lines` the output is a file, not a folder", code="call")
            self._write = self._to_lines(name)
        elif name == STANDARD:
            if several and not call.invocation.json:
                raise failure(
                    f"{call.count} puzzles need files of their own",
                    helps=(
                        "`--output FOLDER` writes one file each; `--format lines` and `--json` write one line each",
                    ),
                    code="call",
                )
            self._write = self._to_standard_output
        else:
            self._write = self._to_file(name, several, model)
        self.to_terminal = name == STANDARD
        if call.sheet.pdf not in (None, STANDARD):
            others = [model.source.name, *([] if name == STANDARD else [name])]
            check_place(str(call.sheet.pdf), others)

    def write(self, model: Model, generated: Generated, remark: str) -> None:
        """Write a puzzle and say so."""
        place = self._write(generated)
        if self.call.invocation.json:
            found: dict[str, Any] = as_json(generated, self.call.recipe.givens, model)
            found["file"] = place
            print_json(found)
            sys.stdout.flush()
        elif not self.call.invocation.quiet and place is not None and place != self.call.output:
            print(f"{place}  {remark}", flush=True)
        elif not self.call.invocation.quiet and self.call.count == 1:
            print(f"{remark} · seed {generated.seed}", file=sys.stderr, flush=True)

    def _to_standard_output(self, generated: Generated) -> str | None:
        if not self.call.invocation.json:
            sys.stdout.write(generated.text)
            sys.stdout.flush()
        return None

    def _to_lines(self, name: str) -> Callable[[Generated], str | None]:
        if name == STANDARD:

            def to_standard_output(generated: Generated) -> str | None:
                if not self.call.invocation.json:
                    print(generated.line, flush=True)
                return None

            return to_standard_output
        self._refuse_existing(name)

        def to_file(generated: Generated) -> str | None:
            try:
                with open(name, "w" if self._first else "a", encoding="utf-8", newline="\n") as stream:
                    stream.write(generated.line + "\n")
            except OSError as error:
                raise failure(f"`{name}` cannot be written: {error.strerror or error}", code="file") from None
            self._first = False
            return name

        return to_file

    def _to_file(self, name: str, several: bool, model: Model) -> Callable[[Generated], str | None]:
        folder = _is_folder(name) or several
        if folder and (Path(name).is_file() or not _is_folder(name)):
            what = "a file" if Path(name).is_file() else "the name of a file"
            advice = ("name a folder, such as `--output puzzles/`, or choose `--format lines` for one file",)
            raise failure(f"`{name}` is {what}; {self.call.count} puzzles need a folder", helps=advice, code="call")
        _refuse_other_folder(model, Path(name) if folder else Path(name).parent)
        if not folder:
            self._refuse_existing(name)

            def to_one(generated: Generated) -> str | None:
                write_file(name, generated.text)
                return name

            return to_one
        stem, digits = file_stem(model.source.name), len(str(self.call.count))

        def place_of(number: int) -> str:
            return str(Path(name) / f"{stem}-{self.call.recipe.seed}-{number:0{digits}}.puz")

        for number in range(1, self.call.count + 1):
            self._refuse_existing(place_of(number))
        try:
            Path(name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise failure(f"the folder `{name}` cannot be made: {error.strerror or error}", code="file") from None

        def to_folder(generated: Generated) -> str | None:
            place = place_of(generated.number)
            write_file(place, generated.text)
            return place

        return to_folder

    def _refuse_existing(self, name: str) -> None:
        place = Path(name)
        if not self.call.force and place.is_file() and place.stat().st_size:
            raise failure(
                f"`{name}` already exists; nothing was written",
                helps=("`--force` writes over it; another `--seed` gives other puzzles",),
                code="file",
            )


def _nowhere(generated: Generated) -> None:
    """Where a puzzle goes that is only printed on a sheet."""
    del generated


def _is_folder(name: str) -> bool:
    return name != STANDARD and (name.endswith(("/", os.sep)) or Path(name).is_dir() or not Path(name).suffix)


def _refuse_other_folder(model: Model, folder: Path) -> None:
    """A puzzle includes what its model includes, by the same names.

    Raises:
        PuzzleError: it would not find these files there.
    """
    home = Path(model.source.name)
    if home.is_file() and folder.resolve() != home.resolve().parent and (names := included(model)):
        raise failure(
            f"the model includes `{names[0]}`, which a puzzle in `{folder}` would not find",
            helps=(f"write into the model's own folder: `--output {home.parent}`",),
            code="call",
        )
