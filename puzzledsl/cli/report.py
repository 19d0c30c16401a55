"""``puzzledsl --report``: what a report of a bug should say about the installation.

It names versions, the platform and how long a small puzzle takes. It names no folder, file, user or machine, so that it
can be sent as it is.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Callable
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

DEVELOPMENT = {"dev", "site", "test"}
"""Extras that only developers install."""


def report() -> str:
    """Text of the report, a line for each fact."""
    facts = _facts()
    width = max(len(name) for name, _ in facts)
    return "".join(f"{name + ':':<{width + 2}}{value}\n" for name, value in facts)


def _facts() -> list[tuple[str, str]]:
    from puzzledsl import __version__

    required = _requirements()
    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    python = f"{platform.python_implementation()} {platform.python_version()}{'' if gil else ', free-threaded'}"
    return [
        (NAME, __version__ + _if_other_installed(__version__)),
        ("solver core", _core()),
        ("parse tables", _tables()),
        ("Python", f"{python}, {64 if sys.maxsize > 2**32 else 32} bits"),
        *((name, _version(name) or "missing") for name in sorted(required.get("", ()))),
        *((f"extra {extra}", _extra(names)) for extra, names in sorted(required.items()) if extra),
        ("platform", platform.platform()),
        ("cores", f"{_usable()} of {os.cpu_count()}"),
        ("output", _output()),
        ("environment", ", ".join(_variables()) or "nothing that matters here"),
        *_timings(),
    ]


def _if_other_installed(version: str) -> str:
    """A remark where the files that run are not those that pip has installed."""
    installed = _version(NAME)
    if installed is None:
        return " (not installed: run from its source)"
    return "" if installed == version else f" (pip knows {installed})"


def _core() -> str:
    from puzzledsl.kernel import store
    from puzzledsl.search import search

    pure = [str(module.__file__).endswith(".py") for module in (store, search)]
    return "pure Python" if all(pure) else "compiled in part" if any(pure) else "compiled"


def _tables() -> str:
    from puzzledsl.reading.parse_tables import built_tables

    if built_tables() is not None:
        return "built"
    return f"constructed at each start, by lark {_version('lark') or '(missing)'}"


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _requirements() -> dict[str, list[str]]:
    """The packages that each extra needs; those under ``""`` are always needed. Nothing where it is not installed."""
    found: dict[str, list[str]] = {}
    try:
        lines = metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        return found
    for line in lines:
        name = re.match(r"[\w.-]+", line)
        extra = re.search(r"""extra == ['"]([\w-]+)""", line)
        group = extra[1] if extra else ""
        if "sys_platform" in line and sys.platform not in line:
            continue
        if name and name[0] != NAME and group not in DEVELOPMENT:
            found.setdefault(group, []).append(name[0])
    return found


def _extra(names: list[str]) -> str:
    return ", ".join(f"{name} {_version(name) or 'missing'}" for name in sorted(names))


def _usable() -> int | None:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count()


def _output() -> str:
    """How what is printed is encoded, and whether a terminal shows it."""
    encoding = getattr(sys.stdout, "encoding", None)
    terminal = "a terminal" if sys.stdout.isatty() else "no terminal"
    return f"{encoding or 'no encoding'}, {terminal}"


def _variables() -> list[str]:
    """Names of the variables in the environment that change what puzzledsl does; their values may be folders."""
    names = {"NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONUTF8", "PYTHONIOENCODING"}
    return sorted(name for name in os.environ if name in names or name.startswith("PUZZLEDSL_"))


def _timings() -> list[tuple[str, str]]:
    """How long each step takes on a small puzzle; each runs once, so that loading its modules counts."""
    from puzzledsl import parse

    started = time.perf_counter()
    model = parse(SMALL)
    steps: list[tuple[str, Callable[[], object]]] = [
        ("search", lambda: model.solve(solver="search", time_limit=60).status),
        ("HiGHS", lambda: model.solve(solver="highs", presolve="none", time_limit=60).status),
    ]
    lines = [("a 4x4 puzzle, read", f"{time.perf_counter() - started:.2f} s")]
    for name, work in steps:
        started = time.perf_counter()
        try:
            found = work()
        except Exception as error:  # this is what somebody reports; its text may name a file
            found = f"fails with {type(error).__name__}"
        lines.append((f"a 4x4 puzzle, {name}", f"{found} in {time.perf_counter() - started:.2f} s"))
    return lines
