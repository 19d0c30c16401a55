"""No short text makes ``check`` take a gigabyte: what expansion makes is counted, and its bound names the statement."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from puzzledsl import SAFE, PuzzleError, parse
from puzzledsl.flattening import flatten

LONG = "x" * 90_000
GREEDY = {
    "a text shown often": f'grid cell[2, 2] in 1..2\nlet t = "{LONG}"\nshow [t for k in 1..400000]\n',
    "long sums": "grid cell[300, 300] in 1..9\nlet s = [sum(cells) + k for k in 1..900000]\n",
    "many lists": "grid cell[40, 40] in 1..9\n" + "".join(f"let p{k} = pairs(cells)\n" for k in range(3000)),
    "many groups": "grid cell[500, 500] in 1..9\nalldifferent: blocks(3, 3)\n",
}
MEASURED = """
import resource, sys
from puzzledsl.cli.command_line import command_line
from puzzledsl.cli.run import run
status = run(command_line, ["check", "greedy.puz"], "puzzledsl")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(status)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="measures the resident size as Linux counts it")
@pytest.mark.parametrize("name", GREEDY)
def test_a_greedy_model_is_refused_below_a_gigabyte(name: str, tmp_path: Path) -> None:
    (tmp_path / "greedy.puz").write_text(GREEDY[name])
    done = subprocess.run([sys.executable, "-c", MEASURED], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr[-500:]
    assert any(what in done.stderr for what in ("megabytes", "constraints", "steps")), done.stderr[-500:]
    assert "greedy.puz:" in done.stderr
    assert int(done.stdout.split()[-1]) < 1_000_000, "kilobytes"


def test_after_a_bound_on_the_whole_model_nothing_else_is_said() -> None:
    text = "grid cell[2, 2] in 1..2\n" + "".join(f"let a{k} = [i for i in 1..400000]\n" for k in range(40))
    with pytest.raises(PuzzleError) as caught:
        parse(text)
    assert len(caught.value.diagnostics) == 1


def test_millions_of_pairs_are_not_written_out() -> None:
    model = parse("grid cell[50, 50] in 1..3000\nalldifferent_except(cells, 1)\n")
    with pytest.raises(PuzzleError, match="3,123,750 pairs"):
        flatten(model.elaborated)


@pytest.mark.parametrize(
    "text",
    [
        "grid cell[200, 200] in 1..9",
        "grid cell[9, 9] in 1..9\nlet a = [i for i in 1..200000]",
        "grid cell[9, 9] in 1..9\nr1c1 == 10^1000",
        "grid cell[60, 60] in 1..9\nfor a in cells, b in cells:\n    a + b <= 17",
        'grid cell[9, 9] in 1..9\ninclude "other.puz"',
    ],
)
def test_safe_bounds_refuse_what_a_person_would_not_ask_for(text: str, tmp_path: Path) -> None:
    from puzzledsl import load

    (tmp_path / "other.puz").write_text("let a = 1\n")
    (tmp_path / "model.puz").write_text(text)
    with pytest.raises(PuzzleError) as caught:
        load(tmp_path / "model.puz", limits=SAFE)
    assert caught.value.diagnostics[0].code == "bound"


def test_safe_bounds_let_puzzles_pass() -> None:
    for path in sorted((Path(__file__).parents[2] / "models").glob("*.puz")):
        text = path.read_text()
        if "include" not in text:
            parse(text, limits=SAFE)
