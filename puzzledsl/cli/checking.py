"""What ``puzzledsl check`` does with each file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzledsl.cli import statuses
from puzzledsl.cli.modelfile import ModelOptions, load, refuse_two_readers
from puzzledsl.cli.run import error_json, print_json
from puzzledsl.cli.style import print_errors, print_warning
from puzzledsl.diagnostics import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.cli.invocation import Invocation


def check_files(files: Sequence[str], options: ModelOptions, invocation: Invocation, quiet: bool) -> int:
    """Checks one file after the other. Returns the exit status."""
    refuse_two_readers(files, options)
    found: list[int] = []
    for name in files:
        head: dict[str, object] = {"file": name} if len(files) > 1 else {}
        try:
            warnings = _warnings(name, options)
        except PuzzleError as error:
            if invocation.json:
                print_json(head | {"ok": False, "warnings": []} | error_json(error.diagnostics))
            else:
                if found:
                    print(file=sys.stderr)
                print_errors(error.diagnostics, invocation.color)
            found.append(statuses.WRONG)
            continue
        found.append(statuses.FOUND)
        if invocation.json:
            print_json(head | {"ok": True, "warnings": list(warnings), "diagnostics": []})
        elif not quiet:
            for warning in warnings:
                print_warning(warning, invocation.color)
            many = "" if not warnings else f", {len(warnings)} warning{'s' if len(warnings) > 1 else ''}"
            print(f"{name}: no mistakes{many}")
    return statuses.worst(found)


def _warnings(name: str, options: ModelOptions) -> tuple[str, ...]:
    """The remarks about a good model.

    Flattening is part of the check: what can never hold, and what no program can say, shows only there.

    Raises:
        PuzzleError: the model is wrong.
    """
    from puzzledsl.flattening import flatten

    model, _ = load(name, options)
    flatten(model)
    return model.warnings
