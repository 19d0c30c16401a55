"""What a release needs besides code: pinned workflows with few permissions, one version everywhere, templates."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import tomllib
from pathlib import Path

import pytest

from puzzledsl import expressions

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_pinned_and_may_do_nothing_by_default(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: *(.*)", text)
    assert used
    for action in used:
        own = re.fullmatch(r"\./(\.github/workflows/[\w-]+\.yml)", action)
        assert (own and (ROOT / own[1]).is_file()) or re.fullmatch(
            r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action
        ), action
    for tool in re.findall(r"pipx run (.*)", text):
        assert re.match(r"(--spec )?[\w-]+==\d", tool), tool
    assert re.search(r"^permissions: \{\}$", text, re.MULTILINE)
    jobs = text[text.index("\njobs:\n") :]
    assert len(re.findall(r"^    permissions:$", jobs, re.MULTILINE)) == len(
        re.findall(r"^  \w+:$", jobs, re.MULTILINE)
    )
    assert jobs.count("actions/checkout@") == jobs.count("persist-credentials: false")


def test_one_action_has_one_version() -> None:
    pins = {action for path in WORKFLOWS for action in re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))}
    assert len({action.partition("@")[0] for action in pins}) == len(pins)


def test_the_list_of_components_has_all_extras_for_users() -> None:
    extras = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    )
    listed = re.search(r"\.whl\)\[([\w,]+)\]", (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    assert listed is not None
    assert set(listed[1].split(",")) == extras - {"dev", "site", "test"}


def test_every_place_states_the_same_version() -> None:
    disagreements = runpy.run_path(str(ROOT / ".github/check_version.py"))["disagreements"]
    assert disagreements() == []
    assert any("the tag is v0.0.0" in sentence for sentence in disagreements("refs/tags/v0.0.0"))


@pytest.mark.parametrize("name", ["bug", "slow", "rule"])
def test_templates_ask_for_the_model_and_the_report(name: str) -> None:
    text = (ROOT / f".github/ISSUE_TEMPLATE/{name}.yml").read_text(encoding="utf-8")
    assert "id: model" in text
    assert "puzzledsl --report" in text


def test_no_pattern_is_possessive_over_a_group() -> None:
    """Python before 3.11.5 loses what the groups behind such a group match (CPython issue 106052)."""
    for path in (ROOT / "puzzledsl").rglob("*.py"):
        found = re.search(r"\)(?:[*+?]|\{[0-9,]*\})\+", path.read_text(encoding="utf-8"))
        assert found is None, path


@pytest.mark.skipif(
    ROOT in Path(expressions.__file__).parents[:2], reason="the checkout is tested, which is not compiled"
)
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler")
@pytest.mark.skipif(bool(os.environ.get("PUZZLEDSL_PURE")), reason="no compiling was asked for")
def test_an_installed_package_is_compiled() -> None:
    """A build that mypyc refuses, for what mypy allows, only warns and installs the Python files."""
    assert not expressions.__file__.endswith(".py"), "`pip install -v .` says why"
