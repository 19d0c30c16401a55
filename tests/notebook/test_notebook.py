"""Models in a notebook: the magic, and the widget to click through."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("IPython", reason='notebooks need the extra: pip install "puzzledsl[notebook]"')
pytest.importorskip("anywidget", reason='notebooks need the extra: pip install "puzzledsl[notebook]"')

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

from puzzledsl import parse
from puzzledsl.notebook import browse

ROOT = Path(__file__).parents[2]
SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"


class Notebook:
    """A shell in which cells run."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell = shell

    def run(self, source: str) -> tuple[Any, Any]:
        """The result of a cell, and what it has printed and shown."""
        with capture_output() as captured:
            result = self.shell.run_cell(source, store_history=False)
        return result, captured


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Notebook]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.chdir(tmp_path)
    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=config)
    shell.run_line_magic("load_ext", "puzzledsl")
    yield Notebook(shell)
    InteractiveShell.clear_instance()


def test_a_cell_is_solved_and_shown(notebook: Notebook) -> None:
    result, shown = notebook.run(
        f'%%puz found\n{SMALL}var t in 0..9\nt == r1c1 + r1c2\nr1c1 == 4\nr1c2 == 3\nshow "sum", t\n'
    )
    assert result.success
    assert "sum 7" in shown.stdout
    assert "t = 7" in shown.stdout
    (picture,) = shown.outputs
    assert picture.data["image/svg+xml"].startswith("<svg")
    assert "4" in picture.data["text/plain"]
    assert notebook.run('found["r1c1"], found.status')[0].result == (4, "solved")


def test_a_model_can_be_read_without_being_solved(notebook: Notebook) -> None:
    result, shown = notebook.run(f"%%puz model --read --set n=3\nparam n = 2\n{SMALL}r1c1 == n\n")
    assert result.success
    assert len(shown.outputs) == 1
    assert notebook.run("model.unique().status")[0].result == "several"
    assert notebook.run("model.settings")[0].result == {"n": "3"}


def test_mistakes_are_underlined_and_end_the_cell(notebook: Notebook) -> None:
    notebook.run("found = 'before'")
    result, shown = notebook.run("%%puz found\ngrid cell[4, 4] in 1..4\nthremo: r1c1 r1c2\n")
    assert not result.success
    plain = shown.stdout.replace("\x1b", "")
    assert "no rule or function is called `thremo`" in plain
    assert "<cell>:3:1" in plain  # as the notebook counts, the magic being its first line
    assert "^^^^^^ did you mean `thermo`?" in plain
    assert "Traceback" not in plain
    assert notebook.run("found")[0].result == "before"


def test_a_puzzle_without_solution(notebook: Notebook) -> None:
    result, shown = notebook.run(f"%%puz found\n{SMALL}thermo: r1c1..r1c4\nr1c1 == 2\n")
    assert result.success
    assert shown.stdout.strip() == "There is no solution."
    assert notebook.run("bool(found)")[0].result is False


def test_a_model_without_a_grid_is_shown_in_words(notebook: Notebook) -> None:
    result, shown = notebook.run("%%puz\nvar x, y in 0..9\nx + 2 * y <= 7\nmaximize x + y\n")
    assert result.success
    assert "objective: 7 (optimal)" in shown.stdout
    assert shown.outputs == []


def test_files_beside_the_notebook_can_be_included(notebook: Notebook) -> None:
    Path("own.puz").write_text("let one = 1\n")
    result, _ = notebook.run(f'%%puz found\ninclude "own.puz"\n{SMALL}r1c1 == one\n')
    assert result.success
    assert notebook.run('found["r1c1"]')[0].result == 1


@pytest.mark.parametrize("line", ["1x", "x --set n", "x --nope"])
def test_a_wrong_call(notebook: Notebook, line: str) -> None:
    result, shown = notebook.run(f"%%puz {line}\n{SMALL}")
    assert not result.success
    assert "Traceback" not in shown.stdout + shown.stderr


def test_browsing_steps() -> None:
    model = parse(SMALL + "givens:\n    1 2 3 4\n    3 4 1 2\n    2 . . .\n    4 . . .\nr3c2 == 1\n")
    path = model.steps()
    widget = browse(path)
    assert len(widget.frames) == len(widget.captions) == len(path.findings) + 1
    assert widget.captions[0] == f"1. {path.sentences[0]}"
    assert widget.captions[-1] == "Solved."
    assert len(set(widget.frames)) == len(widget.frames)
    widget.index = 1
    contents, _ = widget._repr_mimebundle_()
    assert contents["image/svg+xml"] == widget.frames[1]
    widget.close()


def test_browsing_candidates() -> None:
    widget = browse(parse(SMALL + "r1c1 == 1\n").candidates())
    assert widget.captions[:2] == ["The values that occur in solutions.", "1 may stand in 9 cells."]
    assert len(widget.frames) == 5
    widget.close()


def test_without_the_extra_browsing_says_what_to_install() -> None:
    call = "import sys; sys.modules['anywidget'] = None; import puzzledsl; from puzzledsl.notebook import browse; "
    call += "browse(puzzledsl.parse('grid cell[1, 1] in 1..2').candidates())"
    found = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=False, cwd=ROOT)
    assert 'pip install "puzzledsl[notebook]"' in found.stderr


@pytest.mark.slow
def test_the_notebooks_of_the_documentation_are_not_stale(tmp_path: Path) -> None:
    """Each cell is run again and compared with what the notebook shows."""
    call = [sys.executable, str(ROOT / "docs" / "make_notebooks.py"), "--check"]
    environment = {"IPYTHONDIR": str(tmp_path), "PYTHONPATH": os.environ["PYTHONPATH"], "PATH": ""}
    found = subprocess.run(call, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
    assert (found.stdout, found.returncode) == ("", 0), found.stdout + found.stderr
