"""The names of puzz.link's genres, from ``names.tsv``: the name in links, the title, and other names in links."""

from __future__ import annotations

import os
from functools import cache


@cache
def titles() -> dict[str, str]:
    """Return the full names by the names in links, so that a refusal can name a genre that is not read."""
    return {name: title for name, title, _ in _rows()}


@cache
def aliases() -> dict[str, str]:
    """Return the usual name in links by other names."""
    return {other: name for name, _, others in _rows() for other in others.split()}


def _rows() -> list[list[str]]:
    with open(os.path.join(os.path.dirname(__file__), "names.tsv"), encoding="utf-8") as file:
        return [(line.rstrip("\n") + "\t").split("\t")[:3] for line in file.readlines()[1:]]
