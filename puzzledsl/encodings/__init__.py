"""From the flat model to rows: `encode`.

An encoding is one module of this package that defines ``ENCODER``, a subclass of
`puzzledsl.encodings.writer.Writer`; `encodings` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.domain import Domain
    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.encodings.writer import Writer
    from puzzledsl.flat import FlatModel
    from puzzledsl.model import Variable

DEFAULT = "binary"


def encodings() -> tuple[str, ...]:
    """Names of the encodings."""
    return DEFAULT, "integer"


def check(name: str) -> None:
    """Refuse an encoding that does not exist.

    Raises:
        PuzzleError: names the encoding that was meant, and all of them.
    """
    if name in encodings():
        return
    from puzzledsl.diagnostics import failure
    from puzzledsl.nearest import did_you_mean

    helps = (did_you_mean(name, encodings()), f"there are {', '.join(encodings())}")
    raise failure(f"no encoding is called `{name}`", helps=tuple(filter(None, helps)), code="unknown-encoding")


def encode(
    flat: FlatModel,
    domains: Sequence[Domain],
    encoding: str = DEFAULT,
    variables: Sequence[Variable] = (),
    lazily: bool = False,
    plainly: bool = False,
) -> Encoded:
    """Write the mixed-integer linear program of a flat model.

    Args:
        domains: the values left for each variable of the flat model (those of its variables when nothing was
            presolved); none of them empty.
        variables: those of the model, for the names of columns (grid and place).
        lazily: leave out rows that are only needed if a solution violates them (``Encoded.lazy``).
        plainly: each constraint has rows of its own, so that any of them may be left out. No bound and no other row
            assumes what it states, and a linear equation or inequality is one row.

    Raises:
        PuzzleError: there is no such encoding, or a condition is about a real variable without bounds.
        ValueError: a domain is empty, so there is nothing to encode.
        OutOfTime: the time limit came first.
    """
    check(encoding)
    from importlib import import_module

    encoder: type[Writer] = import_module(f"{__name__}.{encoding}").ENCODER
    if encoder.merges_pairs and not plainly:
        from puzzledsl.encodings.cliques import merge_cliques

        flat = merge_cliques(flat)
    return encoder(flat, domains, variables, lazily, plainly).encoded()
