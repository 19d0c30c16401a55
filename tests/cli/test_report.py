"""``puzzledsl --report``: what somebody needs to know about an installation, and nothing that names its owner."""

from __future__ import annotations

import getpass
import os
import platform
import re
import sys
from pathlib import Path

import puzzledsl
from tests.command import Call

ROOT = Path(__file__).parents[2]


def test_versions_core_and_platform(call: Call) -> None:
    result = call("--report")
    assert result.status == 0
    first = rf"puzzledsl: {re.escape(puzzledsl.__version__)}, (pure Python|compiled)\n"
    assert re.match(first, result.out)
    assert platform.python_version() in result.out
    assert re.search(r"^click: \d", result.out, re.MULTILINE)
    assert "pytest" not in result.out
    assert result.out.isascii()


def test_no_folder_and_no_user(call: Call, folder: Path) -> None:
    text = call("--report").out
    for name in (ROOT, folder, Path.home(), sys.prefix, sys.executable, platform.node()):
        assert len(str(name)) < 3 or str(name) not in text, name
    assert os.sep not in text.replace("-with-glibc", "")
    assert not re.search(rf"\b{re.escape(getpass.getuser())}\b", text)
