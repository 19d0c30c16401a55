"""The kernel as WebAssembly, called by Python as on the page without a server: searches take the same branches."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.kernel.building import BROWSER
from tests.web.trails import trails

ROOT = Path(__file__).parents[2]
MODELS = sorted(path.name for path in (ROOT / "models").glob("*.puz") if "\ninclude" not in path.read_text("utf-8"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="needs node"),
    pytest.mark.skipif(find_spec("ziglang") is None, reason="needs ziglang (pip install ziglang)"),
    pytest.mark.skipif(not (ROOT / "web" / "node_modules").is_dir(), reason="needs `npm ci` in the folder web"),
]


def test_the_trail_is_that_of_the_desktop(tmp_path: Path) -> None:
    wasm = tmp_path / "kernel.wasm"
    # From the checkout: an installed package has no sources of the kernel.
    build = [sys.executable, "-m", "puzzledsl.kernel.building", "--for", BROWSER, str(wasm)]
    subprocess.run(build, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    # The package is the tested one, since a checkout may lack the tables that a build writes.
    package = Path(puzzledsl.__file__).parent
    script = ROOT / "tests" / "web" / "kernel_in_node.mjs"
    command = ["node", str(script), str(ROOT), str(package), str(wasm), *MODELS]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    (sources, found), (own, expected) = json.loads(ran.stdout), json.loads(trails(str(ROOT / "models"), MODELS))
    assert sources == own
    for name in MODELS:
        assert found[name] == expected[name], name
