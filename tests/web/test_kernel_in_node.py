"""The kernel as WebAssembly, called by Python as on the page without a server: searches take the same branches."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

import puzzledsl
from tests.web.trails import trails

ROOT = Path(__file__).parents[2]
MODELS = sorted(path.name for path in (ROOT / "models").glob("*.puz") if "\ninclude" not in path.read_text("utf-8"))


@pytest.mark.slow
def test_the_trail_is_that_of_the_desktop(play: Path, tmp_path: Path) -> None:
    wasm = tmp_path / "kernel.wasm"
    (deflated,) = play.glob("kernel-*.bin")
    wasm.write_bytes(gzip.decompress(deflated.read_bytes()))
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
