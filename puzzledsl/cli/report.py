"""``puzzledsl --report``: what a report of a bug should state about the installation.

It names versions, the platform and how long a small puzzle takes. It names no folder, file, user or machine, so that it
can be sent as it is.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Mapping
from importlib import metadata

NAME = "puzzledsl"

SMALL = """\
grid cell[4, 4] in 1..4
alldifferent: rows, columns, boxes(2, 2)
r1c1 == 1
cage 5: r1c2 r1c3
thermo: r4c1..r4c3
"""
"""The puzzle that is timed."""

HOW: Mapping[str, Mapping[str, str]] = {
    "search": {"solver": "search"},
    "HiGHS": {"solver": "highs", "presolve": "none"},
}
"""How it is solved."""


def report() -> str:
    """Text of the report, a line for each fact."""
    facts = _facts()
    width = max(map(len, facts))
    return "".join(f"{name + ':':<{width + 2}}{value}\n" for name, value in facts.items())


def _facts() -> dict[str, str]:
    from puzzledsl import __version__
    from puzzledsl.kernel import store
    from puzzledsl.reading.parse_tables import built_tables
    from puzzledsl.search import search

    pure = [str(module.__file__).endswith(".py") for module in (store, search)]
    core = "pure Python" if all(pure) else "compiled in part" if any(pure) else "compiled"
    lines = metadata.requires(NAME) or [] if _version(NAME) else []
    needed = {re.split(r"[^\w.-]", line)[0] for line in lines if not re.search(r"extra == .(dev|site|test)", line)}
    matter = [name for name in os.environ if re.match(r"PUZZLEDSL_|PYTHON|NO_COLOR$|FORCE_COLOR$|TERM$", name)]
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    terminal = "a terminal" if sys.stdout.isatty() else "no terminal"
    return {
        NAME: f"{__version__} (pip knows {_version(NAME)})",
        "solver core": core,
        "parse tables": "constructed at each start" if built_tables() is None else "built",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, {platform.architecture()[0]}",
        **{name: str(_version(name)) for name in sorted(needed) if _version(name)},
        "platform": platform.platform(),
        "cores": f"{usable} of {os.cpu_count()}",
        "output": f"{getattr(sys.stdout, 'encoding', None)}, {terminal}",
        "environment": ", ".join(sorted(matter)),
        **{f"a 4x4 puzzle, {name}": _timed(how) for name, how in HOW.items()},
    }


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _timed(how: Mapping[str, str]) -> str:
    """How long a small puzzle takes; the modules that it loads count."""
    from puzzledsl import parse

    started = time.perf_counter()
    try:
        found: str = parse(SMALL).solve(time_limit=60, **how).status  # type: ignore[arg-type]
    except Exception as error:  # this is what somebody reports; its text may name a file
        found = f"fails with {type(error).__name__}"
    return f"{found} in {time.perf_counter() - started:.2f} s"
