"""For all tests: Ctrl-C works as in a terminal, no example is timed, and there are parse tables in the tree."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from puzzledsl.reading import parse_tables

# A shell that runs the tests in the background (`make test &` in a script) has them ignore SIGINT, and so would every
# process that they start: those that are sent it would go on to their end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# On a busy machine an example may take any time, and so may drawing it.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """Writes the parse tables, once for all workers, unless those of a build are up to date.

    Without them each process that a test starts would construct them anew.
    """
    if not hasattr(config, "workerinput") and parse_tables.built_tables() is None:
        from puzzledsl.reading.construction import write_tables

        write_tables(Path(parse_tables.__file__).with_name("built_tables.py"))
        sys.modules.pop(parse_tables.BUILT, None)  # those of another grammar
