"""Going on with a run of `puzzledsl batch` that was broken off: what its output says has been done."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from puzzledsl.cli import statuses as known
from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from typing import BinaryIO

    from puzzledsl.batches.outcome import Line
    from puzzledsl.model import Model


MOST_CHECKED = 1_000
"""Answers whose grids are looked at: those of another model are mostly wrong in this one."""

_SAME_INPUT = ("use the same input and the same --column as the interrupted run",)
_STATUSES = known.OF_ANSWERS | {"error"}


def resumed(stream: BinaryIO, name: str, lines: Iterator[Line], model: Model | None) -> Counter[str]:
    """Passes over the lines that a file has answers to, and leaves the file such that the next may be appended.

    A last line without its end was cut off while it was written: it is dropped, and its puzzle not passed over.

    Args:
        stream: the file, at its beginning, open for reading and writing.
        lines: the puzzles of the run; the answered ones are taken from it.
        model: what the grids of the first answers have to fit, since a record beside the file may be that of another
            run; ``None`` if each puzzle has a model of its own.

    Returns:
        How often each status occurs in the answers.

    Raises:
        PuzzleError: the file holds something else, or answers to other puzzles. Nothing has been changed then.
    """
    fits = None if model is None else _fits(model)
    statuses: Counter[str] = Counter()
    length = 0
    for number, text in enumerate(stream, 1):
        if not text.endswith(b"\n"):
            break
        answered = _answered(text, f"{name}:{number}")
        line = next(lines, None)
        if line is None:
            raise failure(
                f"{name}:{number} answers a puzzle that the input does not have", helps=_SAME_INPUT, code="resume"
            )
        if (line.number, line.givens) != answered[:2]:
            raise failure(
                f"{name}:{number} is about another puzzle than line {line.number} of the input",
                label=f"{_shown(answered[1])} in line {answered[0]}, where the input has {_shown(line.givens)}",
                helps=_SAME_INPUT,
                code="resume",
            )
        if fits is not None and number <= MOST_CHECKED and not fits(json.loads(text)):
            raise failure(
                f"{name}:{number} is an answer that this model does not allow",
                helps=("use the same model and the same --set as the interrupted run, or begin another file",),
                code="resume",
            )
        statuses[answered[2]] += 1
        length += len(text)
    stream.seek(length)
    stream.truncate()
    return statuses


def _fits(model: Model) -> Callable[[Mapping[str, Any]], bool] | None:
    """Whether the grids of an answer, if any, are a solution.

    ``None``: unknown, because real variables are not written exactly, or a line may have clues of its own.
    """
    if model.clues or any(variable.is_real for variable in model.variables):
        return None
    from puzzledsl.presentation.report import values_of
    from puzzledsl.verification import Verifier

    verifier = Verifier(model)

    def fits(answer: Mapping[str, Any]) -> bool:
        grids = answer.get("grids")
        if not grids:
            return True
        values = values_of(model, grids, answer.get("variables", {}))
        return values is not None and verifier.accepts([int(value) for value in values])

    return fits


def _answered(text: bytes, place: str) -> tuple[int, str, str]:
    """Line, givens and status of an answer.

    Raises:
        PuzzleError: it is none.
    """
    try:
        match json.loads(text):
            case {"line": int(line), "givens": str(givens), "status": str(status)} if (
                type(line) is int and status in _STATUSES
            ):
                return line, givens, status
    except (ValueError, RecursionError):
        pass
    raise failure(
        f"{place} is no answer of `puzzledsl batch`",
        helps=("--resume needs a file of JSON lines, as a run without --format writes it",),
        code="resume",
    )


def _shown(givens: str) -> str:
    return f"`{givens if len(givens) <= 90 else givens[:89] + '…'}`"
