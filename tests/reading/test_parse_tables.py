"""The parse tables: a wheel brings its own, and those in a checkout are never of another grammar."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import puzzledsl
from puzzledsl.reading.construction import construct, grammar
from puzzledsl.reading.parse_tables import built_tables

ROOT = Path(__file__).parents[2]
CHECKOUT = ROOT / "puzzledsl"
TESTED = Path(puzzledsl.__file__).resolve().parent
BUILT = Path("puzzledsl", "reading", "built_tables.py")

READ = """
import sys
from puzzledsl.reading import read
from puzzledsl.source import Source
file, mistakes = read(Source("t", sys.argv[1]))
print("wrong" if mistakes else "right", "with lark" if "lark" in sys.modules else "without lark")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the tree, without built tables."""
    for folder in ("puzzledsl", "grammars"):
        copytree(ROOT / folder, tmp_path / folder, ignore=ignore_patterns("__pycache__", "built_*"))
    return tmp_path


def reads(root: Path, text: str = "a: b", before: str = "") -> str:
    """What a process says that reads a text with the package in ``root``."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r}); {before}\n{READ}", text],
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """What a wheel installs: where the tested package is, if that is an installed one; otherwise a wheel is built."""
    if TESTED != CHECKOUT:
        return TESTED.parent
    pytest.importorskip("hatchling", reason="needs the extra `test`")
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    subprocess.run(
        [sys.executable, "-c", build],
        env=os.environ | {"PUZZLEDSL_PURE": "1"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    return tmp_path / "installed"


@pytest.mark.slow
def test_a_wheel_contains_its_tables(installed: Path) -> None:
    assert not [path for name in ("puzzle.lark", "construction.py") for path in installed.glob(f"puzzledsl/**/{name}")]
    no_lark = "sys.modules['lark'] = None"  # to import it is an error
    assert reads(installed, before=no_lark).startswith("right")
    assert reads(installed, "a: (b", before=no_lark).startswith("wrong")


def test_a_checkout_constructs_what_it_lacks(checkout: Path) -> None:
    assert reads(checkout) == "right with lark"
    assert not (checkout / BUILT).exists()


def test_what_was_built_is_used_until_the_grammar_changes(checkout: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    subprocess.run([sys.executable, "-m", "puzzledsl.reading.construction"], env=environment, check=True)
    assert reads(checkout) == "right without lark"
    file = checkout / "grammars" / "puzzle.lark"
    text = file.read_text(encoding="utf-8")
    assert '"div"' in text
    file.write_text(text.replace('"div"', '"quot"'), encoding="utf-8")
    assert reads(checkout, "7 quot 2 == 3") == "right with lark"
    assert reads(checkout, "7 div 2 == 3") == "wrong with lark"


def test_what_was_built_is_what_is_constructed() -> None:
    assert built_tables() == construct(grammar())
