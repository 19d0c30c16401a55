"""The house: imports run one way, and a start loads only what it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzledsl.reading.parse_tables import built_tables

ROOT = Path(__file__).resolve().parent.parent


def test_imports_run_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlinter.cli import lint_imports

    # It puts the current folder first, where processes that later tests spawn would find the checkout.
    monkeypatch.setattr(sys, "path", sys.path.copy())
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


@pytest.mark.parametrize(
    "statement",
    [
        "import puzzledsl",
        "import puzzledsl; puzzledsl.parse('grid cell[2, 2] in 1..2\\nalldifferent: rows')",
    ],
)
def test_reading_a_model_loads_no_solver(statement: str) -> None:
    heavy = ("pyomo", "highspy", "numpy", "vl_convert", "rich")
    script = f"import sys; {statement}; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(built_tables() is None, reason="constructing the parse tables loads lark, which loads more")
def test_the_command_starts_without_what_only_help_texts_need() -> None:
    script = (
        "import sys; from puzzledsl.__main__ import main\n"
        "sys.argv = ['puzzledsl', 'solve', 'models/classic.puz']; main()\n"
        "print([m for m in ('inspect', 'dataclasses', 'pkgutil') if m in sys.modules])"
    )
    environment = os.environ | {"PUZZLEDSL_DEBUG": "1"}  # else the command ends the process itself
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_mark_has_a_picture() -> None:
    from puzzledsl.model import MARKS
    from puzzledsl.presentation.marks import mark_kinds

    assert mark_kinds() == set(MARKS)
