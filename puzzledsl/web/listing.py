"""What a page is told once: the rules of the library, and the formats."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def rules_json() -> list[dict[str, Any]]:
    """The rules that a clue may use."""
    from puzzledsl.elaboration.library import entries

    return [
        {"name": entry.name, "file": entry.family, "summary": entry.comment.split(". ")[0], "help": entry.comment}
        for entry in entries().values()
        if entry.is_rule and not entry.name.startswith("_")
    ]


def openable() -> list[dict[str, Any]]:
    """The formats of export."""
    return []
