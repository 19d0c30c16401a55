"""The package as an editor, `help` and a notebook see it."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.drawable import Drawable

SMALL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\n"
ONE = SMALL + "givens:\n    1 2 3 4\n    3 4 1 2\n    2 1 . .\n    . . . .\n"
NONE = SMALL + "r1c1 + r1c2 == 3\nr1c3 + r1c4 == 5\n"


def test_dir_and_help_show_what_there_is() -> None:
    assert set(dir(puzzledsl)) == set(puzzledsl.__all__)
    text = pydoc.plain(pydoc.render_doc(puzzledsl))
    for name in set(puzzledsl.__all__) - {"__version__"}:
        assert name in text
        assert getattr(puzzledsl, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        puzzledsl.solv  # noqa: B018 # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_else() -> None:
    script = "import sys; before = set(sys.modules); import puzzledsl; dir(puzzledsl); print(set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert set(eval(done.stdout)) <= {"puzzledsl", "__future__"}


def test_signatures_name_what_is_taken() -> None:
    for name in puzzledsl.__all__:
        found = getattr(puzzledsl, name)
        if callable(found) and not (isinstance(found, type) and issubclass(found, Exception)):
            kinds = {one.kind for one in inspect.signature(found).parameters.values()}
            assert not kinds & {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}, name


def test_a_record_has_a_signature() -> None:
    signature = inspect.signature(puzzledsl.Limits)
    assert signature.parameters["depth"].default == 64
    assert signature.parameters["depth"].annotation in ("int", int)  # compiled classes have types, not their names
    assert signature.bind(depth=5).arguments == {"depth": 5}


def answers() -> dict[str, object]:
    model, one = puzzledsl.parse(SMALL), puzzledsl.parse(ONE)
    return {
        "<Model '': cell[4, 4], 22 requirements>": one,
        "<Solution solved>": one.solve(),
        "<UniqueAnswer unique>": one.unique(),
        "<UniqueAnswer several>": model.unique(),
        "<CandidatesAnswer complete: 16 values>": one.candidates(),
        "<Explanation conflict: 1 conflict>": puzzledsl.parse(NONE, givens={(1, 1): 4}, allow_clashes=True).explain(),
        "<Redundancy checked: 8 redundant, 5 of them together>": one.redundant(),
        "<Minimized minimal: 4 dropped, 6 left>": one.minimize(),
        "<StepsPath solved: 6 steps>": one.steps(),
        "<CellExplanation r4c4 explained: 1 step>": one.explain_cell("r4c4"),
        "<Generated number 1 of seed 3: 4 givens>": next(model.generate(seed=3)),
    }


ANSWERS = answers()


def test_reprs_are_short() -> None:
    assert {repr(answer) for answer in ANSWERS.values()} == set(ANSWERS)
    assert repr(puzzledsl.parse(SMALL).solutions()) == "<SolutionStream: 0 found>"
    assert repr(puzzledsl.parse(SMALL).compile()) == "<Compiled ''>"


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_drawn(name: str, tmp_path: Path) -> None:
    answer = ANSWERS[name]
    assert isinstance(answer, Drawable)
    assert answer._repr_svg_() == answer.svg()
    assert answer.svg().startswith("<svg")
    assert 'width="100"' in answer.svg(width=100)
    assert answer.png(width=100).startswith(b"\x89PNG")
    for ending in ("svg", "png", "html"):
        answer.save(tmp_path / f"picture.{ending}")
        assert (tmp_path / f"picture.{ending}").stat().st_size > 500


def test_pictures_show_the_answer() -> None:
    one, model = puzzledsl.parse(ONE), puzzledsl.parse(SMALL)
    assert one.svg().count('class="given"') == 10
    assert one.solve().svg().count('class="found"') == 6
    assert model.unique().svg().count('class="highlight"') == len(model.unique().differing)
    assert model.candidates().svg().count('class="candidate"') == 64


def test_source_is_saved_too(tmp_path: Path) -> None:
    puzzledsl.parse(ONE).save(tmp_path / "one.puz")
    assert puzzledsl.load(tmp_path / "one.puz").solve()[4, 4] == puzzledsl.parse(ONE).solve()[4, 4]
    with pytest.raises(puzzledsl.PuzzleError, match=r"names no format"):
        puzzledsl.parse(ONE).save(tmp_path / "one.jpg")
