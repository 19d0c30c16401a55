"""The programs of a model: in each encoding, as it is written or after presolve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from puzzledsl.answer import Options, check
from puzzledsl.drawable import Answer
from puzzledsl.encodings import encode, encodings
from puzzledsl.flattening import flatten
from puzzledsl.presolve.presolve import Presolved, presolve
from puzzledsl.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.flat import FlatModel
    from puzzledsl.highs.integer_program import Program
    from puzzledsl.model import Model, Origin
    from puzzledsl.presentation.screen import Screen
    from puzzledsl.verification import Violation

WRITTEN = "none"
"""The strength of presolve that leaves the model as written."""


@record
class Programs:
    """The programs of a model at one strength of presolve.

    Attributes:
        presolve: the strength.
        encoded: by the name of the encoding; empty where presolve finds a contradiction.
        contradiction: the clue at which presolve finds that there is no solution.
        domains: of the variables of the flat model; empty where presolve finds a contradiction.
    """

    model: Model
    flat: FlatModel
    presolve: str
    encoded: dict[str, Encoded]
    contradiction: Origin | None = None
    domains: tuple[Domain, ...] = ()

    def refutation(self, encoded: Encoded | None = None) -> str:
        """Return why there is no solution: the clue at which presolve finds that, or for which no values are left."""
        origin = self.contradiction if encoded is None else encoded.impossible
        assert origin is not None
        why = "presolve proves that there is no solution, at" if encoded is None else "no values are left for"
        return f"{why}: {origin}"

    def violations(self, encoded: Encoded, point: Sequence[float]) -> list[Violation]:
        """Return what the values of the columns violate in the model, by the verifier."""
        from puzzledsl.encodings.encoded import read
        from puzzledsl.verification import verify

        return verify(self.model, read(encoded, point)[: self.flat.sources])


class ProgramAnswer(Answer):
    """An answer about the programs of a model.

    Attributes:
        parts: one part for each program.
    """

    __slots__ = ()
    spaced = True
    parts: Any
    _kind: ClassVar[str]

    def __len__(self) -> int:
        return len(self.parts)

    def summary(self, screen: Screen) -> list[str]:
        """Nothing, unless the call was broken off."""
        return screen.broken_off

    def as_json(self) -> dict[str, Any]:
        """The status, and a list of the parts."""
        return {"status": self.status, self._kind: [part.as_json() for part in self.parts]}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(dict.fromkeys(part.encoding for part in self.parts))}>"


def chosen_encodings(encoding: str | None) -> tuple[str, ...]:
    """Return the given encoding, or all encodings for ``None``."""
    return tuple(encodings()) if encoding is None else (encoding,)


def programs(
    model: Model,
    names: Iterable[str],
    strengths: Iterable[str],
) -> Iterator[Programs]:
    """Yield the programs of a model, for one strength of presolve after the other.

    Args:
        names: the encodings.
        strengths: the strengths of presolve; `WRITTEN`: no presolve.

    Raises:
        PuzzleError: there is no such encoding, or something in the model cannot be written as a program.
        OutOfTime: the time limit came first.
    """
    names, strengths = tuple(names), tuple(strengths)
    for strength in strengths:
        check(Options(presolve=strength))
    flat = flatten(model)
    for strength in strengths:
        if strength == WRITTEN:
            narrowed = Presolved(tuple([variable.domain for variable in flat.variables]), None, True, flat.constraints)
        else:
            narrowed = presolve(flat, strength)
        if narrowed.contradiction is not None:
            yield Programs(model, flat, strength, {}, flat.origins[narrowed.contradiction])
            continue
        rows = replace(flat, constraints=narrowed.constraints)
        encoded = {name: encode(rows, narrowed.domains, name, model.variables) for name in names}
        yield Programs(model, flat, strength, encoded, None, narrowed.domains)


def arrays_of(encoded: Encoded) -> Program:
    """Return a program as the arrays that HiGHS reads.

    Raises:
        PuzzleError: some numbers are too large.
        OutOfTime: the time limit came first.
    """
    from puzzledsl.diagnostics import failure
    from puzzledsl.encodings.numerics import is_too_large
    from puzzledsl.highs.integer_program import program_of

    if is_too_large(encoded):
        raise failure(
            "this program has numbers above 10^15, which are too large for floating-point arithmetic",
            helps=("`puzzledsl model` shows its rows; `puzzledsl solve --solver search` solves the model exactly",),
            code="solver",
        )
    return program_of(encoded)
