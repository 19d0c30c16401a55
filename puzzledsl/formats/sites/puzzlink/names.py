"""The names of puzz.link's genres, from ``names.tsv``: the name in links, the title, and other names in links."""

from __future__ import annotations

from functools import cache

from puzzledsl.formats.tables import pairs, table


@cache
def titles() -> dict[str, str]:
    """Return the full names by the names in links, so that a refusal can name a genre that is not read."""
    return pairs(__file__, "names.tsv")


@cache
def aliases() -> dict[str, str]:
    """Return the usual name in links by other names."""
    return {other: row["name"] for row in table(__file__, "names.tsv") for other in row.get("others", "").split()}
