"""Every example of the language's reference and of the README does what is said beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blocks import Block, blocks, parsed, solved

import puzzledsl
from puzzledsl.elaboration import Limits
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.model import MARKS
from puzzledsl.reading.parse_tables import tables

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
ALL = blocks(PAGE)
EXAMPLES = [block for block in ALL if block.file is None]


def _cases(word: str | None) -> list[object]:
    kinds = {"solve", "error", "warning"}
    expected = [b for b in EXAMPLES if (word in b.words if word else not kinds & b.words)]
    return [pytest.param(block, id=str(block)) for block in expected]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that examples include."""
    folder = tmp_path_factory.mktemp("included")
    for block in ALL:
        if block.file is not None:
            (folder / block.file).write_text(block.body, encoding="utf-8")
    return folder


def written(value: object) -> str:
    """A value of a solution in the language."""
    return f'"{value}"' if isinstance(value, str) else str(value)


@pytest.mark.parametrize("block", _cases(None))
def test_an_example_is_accepted(block: Block, folder: Path) -> None:
    assert parsed(block, folder).warnings == ()


@pytest.mark.parametrize("block", _cases("solve"))
def test_an_example_comes_out_as_said(block: Block, folder: Path) -> None:
    assert block.equations or any(block.printed) or block.text, "nothing is said of the answer"
    assert parsed(block, folder).warnings == ()
    solution = solved(block, folder)
    answer = "\n" + "".join(f"{name} == {written(value)}\n" for name, value in solution.values.items())
    if block.equations:
        assert parsed(block, folder, answer + "\n".join(block.equations)).solve(time_limit=60)


@pytest.mark.parametrize("block", _cases("solve"))
def test_what_is_said_of_an_answer_is_forced(block: Block, folder: Path) -> None:
    if re.search(r"^(maximize|minimize)", block.body, re.MULTILINE):
        forced = "true"
    elif block.text is not None:
        values = parsed(block, folder).solve(time_limit=60).values
        forced = " and ".join(f"{name} == {written(value)}" for name, value in values.items())
    else:
        forced = " and ".join(f"({equation})" for equation in block.equations) or "true"
    if forced != "true":
        assert parsed(block, folder, f"\nnot ({forced})\n").solve(time_limit=60).status == "infeasible"


@pytest.mark.parametrize("block", _cases("error"))
def test_a_mistake_is_reported_in_these_words(block: Block, folder: Path) -> None:
    with pytest.raises(puzzledsl.PuzzleError) as caught:
        parsed(block, folder)
    assert str(caught.value) == block.text


@pytest.mark.parametrize("block", _cases("warning"))
def test_a_warning_is_given_in_these_words(block: Block, folder: Path) -> None:
    assert "\n\n".join(parsed(block, folder).warnings) == block.text


@pytest.mark.parametrize("block", [pytest.param(b, id=str(b)) for b in blocks(README)])
def test_the_model_of_the_readme_is_accepted(block: Block) -> None:
    assert puzzledsl.parse(block.model).warnings == ()


def _section(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_every_built_in_function_is_listed_as_it_is() -> None:
    listed = re.findall(r"^\| `([^`]+)` \|", _section("functions"), re.MULTILINE)
    assert sorted(listed) == sorted(builtin.signature for builtin in builtins().values())


def test_the_list_of_keywords_is_complete() -> None:
    assert sorted(re.findall(r"`(\w+)`", _section("keywords"))) == sorted(tables().keywords)


def test_the_list_of_marks_is_complete() -> None:
    assert sorted(re.findall(r"^\| `(\w+)` \|", _section("marks"), re.MULTILINE)) == sorted(MARKS)


def test_the_bounds_are_those_of_the_program() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", _section("bounds"), re.MULTILINE)
    assert {name: float(value.replace(",", "")) for name, value in rows} == {
        name: getattr(Limits(), name) for name in Limits.__match_args__
    }
