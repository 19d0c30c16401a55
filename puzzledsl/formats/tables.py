"""Tables of data beside the modules that read them: texts with tabs between columns, whose first line names these."""

from __future__ import annotations

import os
from typing import Any


def table(module: str, name: str) -> list[dict[str, Any]]:
    """The rows of a table: by column its texts and numbers, without empty ones.

    Args:
        module: the ``__file__`` of the module that the table lies beside.
    """
    head, *rows = _lines(module, name)
    return [
        {key: int(text) if text.isdecimal() else text for key, text in zip(head, row, strict=False) if text}
        for row in rows
    ]


def pairs(module: str, name: str) -> dict[str, str]:
    """The texts of the second column of a table by those of the first."""
    _, *rows = _lines(module, name)
    return {row[0]: row[1] for row in rows}


def _lines(module: str, name: str) -> list[list[str]]:
    with open(os.path.join(os.path.dirname(module), name), encoding="utf-8") as file:
        return [line.split("\t") for line in file.read().splitlines()]
