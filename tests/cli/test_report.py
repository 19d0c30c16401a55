"""``puzzledsl --report``: what somebody needs to know about an installation, and nothing that names its owner."""

from __future__ import annotations

import getpass
import os
import platform
import re
import sys
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.api import Model
from tests.command import Call

ROOT = Path(__file__).parents[2]


def test_versions_core_platform_and_timings(call: Call) -> None:
    result = call("--report")
    assert result.status == 0
    assert re.search(rf"^puzzledsl: +{re.escape(puzzledsl.__version__)}", result.out)
    assert re.search(r"^solver core: +(pure Python|compiled)$", result.out, re.MULTILINE)
    assert platform.python_version() in result.out
    assert re.search(r"^cores: +\d+ of \d+$", result.out, re.MULTILINE)
    assert re.search(r"^output: +[\w-]+, no terminal$", result.out, re.MULTILINE)
    for step in ("search", "HiGHS"):
        assert re.search(rf"^a 4x4 puzzle, {step}: +solved in \d+\.\d\d s$", result.out, re.MULTILINE)
    assert result.out.isascii()


def test_no_folder_and_no_user(call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLEDSL_GOLDEN", str(folder / "secret"))
    text = call("--report").out
    assert re.search(r"^environment: .*PUZZLEDSL_GOLDEN", text, re.MULTILINE)
    for name in (ROOT, folder, Path.home(), sys.prefix, sys.executable, platform.node(), "secret"):
        assert len(str(name)) < 3 or str(name) not in text, name
    assert os.sep not in text.replace("-with-glibc", "")
    assert not re.search(rf"\b{re.escape(getpass.getuser())}\b", text)


def test_what_fails_is_named_without_its_text(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", "/home/ada/puzzles")

    monkeypatch.setattr(Model, "solve", broken)
    result = call("--report")
    assert result.status == 0
    assert "fails with FileNotFoundError" in result.out
    assert "ada" not in result.out
