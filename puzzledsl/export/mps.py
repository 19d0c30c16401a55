"""The MPS format, which every solver reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.export.solver_files import plain_names, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.model import Variable


def write(encoded: Encoded, variables: Sequence[Variable], title: str) -> str:  # noqa: ARG001
    """The model as the text of a free-format MPS file."""
    return written(encoded, "mps", plain_names(row.name for row in encoded.rows), title)
