"""The bounds on models that a page may ask about: those of ``--safe``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.records import replace

if TYPE_CHECKING:
    from puzzledsl.elaboration import Limits

FILES = 100
"""Files of its own folder that a model on disk may include. ``--safe`` allows none, which would make it impossible to
edit a model that has its rules in a file beside it; a text without a file has no folder and may include none."""


def limits_of(folder: str | None) -> Limits:
    """The bounds for a model in a folder, or in none."""
    from puzzledsl.elaboration import SAFE

    return SAFE if folder is None else replace(SAFE, files=FILES)
