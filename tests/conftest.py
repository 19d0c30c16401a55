"""What all tests need: parse tables in the tree, or each of the processes that they start would construct them anew."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from puzzledsl.reading import parse_tables


def pytest_configure(config: pytest.Config) -> None:
    """Writes the tables, once for all workers, unless those of a build are up to date."""
    if not hasattr(config, "workerinput") and parse_tables.built_tables() is None:
        from puzzledsl.reading.construction import write_tables

        write_tables(Path(parse_tables.__file__).with_name("built_tables.py"))
        sys.modules.pop(parse_tables.BUILT, None)  # those of another grammar
