"""Names for file formats: short enough, without characters that a format gives a meaning to, each once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 255
"""The most characters that the readers of these formats agree to accept in a name."""


def plain_names(names: Iterable[str], forbidden: str, reserved: str = r"(?!)") -> list[str]:
    """The names with runs of forbidden characters replaced by ``_``, cut to `LONGEST`, and made unique.

    Args:
        forbidden: a regular expression for one forbidden character.
        reserved: a regular expression for whole names that mean something else; they are put behind ``v_``.
    """
    taken: set[str] = set()
    answer = []
    for name in names:
        plain = re.sub(f"(?:{forbidden})+", "_", name).rstrip("_")[:LONGEST] or "_"
        if re.fullmatch(reserved, plain, re.IGNORECASE):
            plain = f"v_{plain}"[:LONGEST]
        unique, count = plain, 1
        while unique in taken:
            count += 1
            unique = f"{plain[: LONGEST - 8]}_{count}"
        taken.add(unique)
        answer.append(unique)
    return answer


def number(value: float) -> str:
    """A number as these formats read it back unchanged."""
    return str(int(value)) if value == int(value) else repr(float(value))
