"""What takes minutes to build, built once for all processes of a test run."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

PATIENCE = 600
"""Seconds until a build counts as hanging."""


def built_once(temporary: pytest.TempPathFactory, name: str, command: Sequence[str]) -> tuple[Path, str]:
    """A folder that a command has built, whose last argument it is, and what the command said if it failed.

    The first process that asks runs it.
    """
    base = temporary.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    log = folder.with_name(f"{name}.log")
    try:
        folder.with_name(f"{name}.begun").mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not log.exists() and time.monotonic() < until:
            time.sleep(0.2)
    else:
        said = f"the build of `{name}` hangs"  # those that wait are told, too
        with suppress(subprocess.TimeoutExpired):
            ran = subprocess.run(
                [*command, str(folder)], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
            )
            failed = (ran.stdout + ran.stderr).strip() or f"exit status {ran.returncode}"
            said = failed if ran.returncode else ""
        written = folder.with_name(f"{name}.writing")
        written.write_text(said, encoding="utf-8")
        written.rename(log)
    return folder, log.read_text(encoding="utf-8")
