"""``model.tree`` and ``puzzledsl tree``: the tree's answer is the solver's, and every node says why it was closed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.analysis.asking import Asking
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.inspection import branch_and_bound
from puzzledsl.inspection.programs import WRITTEN, programs
from puzzledsl.inspection.tree import Tree, Trees
from puzzledsl.inspection.tree_search import TreeSearch
from puzzledsl.progress import Progress, Reporter

from ..cli.conftest import call, folder
from ..command import Call
from .test_relaxation import random_model

__all__ = ["call", "folder"]


def check_shape(tree: Tree) -> None:
    """What every tree obeys."""
    children: dict[int, list[int]] = {}
    for number, node in enumerate(tree.nodes):
        assert node.number == number
        assert node.reason
        assert (node.parent is None) == (number == 0)
        if node.parent is not None:
            assert node.parent < number
            assert node.branch
            children.setdefault(node.parent, []).append(number)
    for node in tree.nodes:
        assert len(children.get(node.number, [])) == (2 if node.status == "branched" else 0)


@pytest.mark.parametrize(("order", "branch", "first"), [
    ("best", "fractional", "up"), ("depth", "fractional", "up"), ("best", "narrow", "down"), ("depth", "first", "down"),
])  # fmt: skip
@pytest.mark.parametrize("seed", range(2))
def test_the_answer_is_the_solvers(seed: int, order: str, branch: str, first: str) -> None:
    text = random_model(seed)
    model = puzzledsl.parse(text)
    best = model.solve(solver="search")
    sign = -1 if "maximize" in text else 1
    for tree in model.tree(order=order, branch=branch, first=first, nodes=1500).parts:  # type: ignore[arg-type]
        check_shape(tree)
        assert (tree.status, tree.objective) == ("optimal", best.objective), tree.encoding
        assert tree.bound == best.objective
        for node in tree.nodes:  # bounds get no better on the way down
            parent = None if node.parent is None else tree.nodes[node.parent].bound
            if node.bound is not None and parent is not None:
                assert sign * node.bound >= sign * parent - 1e-6


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 + r1c2 == 5\nr1c1 < r2c2\n", "solved"),
        ("grid cell[1, 3] in 0..1\nr1c1 + r1c2 == 1\nr1c2 + r1c3 == 1\nr1c1 + r1c3 == 1\n", "infeasible"),
    ],
)
def test_models_without_an_objective(text: str, status: str) -> None:
    model = puzzledsl.parse(text)
    assert model.solve().status == status
    for tree in model.tree().parts:
        check_shape(tree)
        assert tree.status == status
        assert tree.order == "depth"
        if tree.values:
            grid = {name: value for name, value in tree.values.items() if name in model.variables}
            assert len(grid) == len(model.variables)


def test_branches_speak_of_the_puzzle() -> None:
    text = "var x in 0..6\nvar y in 0..6\n5 * x + 4 * y <= 23\nx + 3 * y <= 13\nmaximize 3 * x + 2 * y\n"
    (tree,) = puzzledsl.parse(text).tree(encoding="integer").parts
    assert [node.branch for node in tree.nodes[:3]] == ["", "x >= 5", "x <= 4"]
    assert tree.nodes[0].bound == pytest.approx(13.8)
    assert tree.nodes[0].reason == "branches on x"
    assert tree.nodes[1].reason == "the relaxation has no point"
    reasons = {node.reason for node in tree.nodes}
    assert "whole, and verified: objective 13" in reasons
    text = "grid cell[1, 3] in 1..3\nalldifferent: rows\n2 * r1c1 + r1c2 == 5\nmaximize r1c3\n"
    (tree,) = puzzledsl.parse(text).tree(encoding="binary").parts
    assert tree.objective == 3


def test_a_name_is_one_column_and_has_a_sentence() -> None:
    text = "grid cell[2, 2] in 1..9\nwhisper: r1c1 r1c2\nwhisper: r2c1 r2c2\nminimize r1c1 + r1c2 + 2 * r2c1 + r2c2\n"
    trees = puzzledsl.parse(text).tree(encoding="integer")
    (tree,) = trees.parts
    assert {node.branch.removeprefix("not ") for node in tree.nodes[1:]} == set(tree.meanings)
    assert len(tree.meanings) == 2
    for line, row in ((2, "1"), (3, "2")):
        sentence = tree.meanings[f"whisper_L{line}_aux[first]"]
        assert sentence.startswith(f"whisper in row {row} (line {line}): if first, then ")
        assert f"  whisper_L{line}_aux[first]: {sentence}" in str(trees).splitlines()
    text = "grid cell[1, 5] in 1..9\ncontains 1 2: row(1)\ntotal 9: r1c1 r1c2\n"
    for tree in puzzledsl.parse(text).tree(nodes=40).parts:
        names = [node.reason.removeprefix("branches on ") for node in tree.nodes if node.status == "branched"]
        assert all(name in tree.meanings or name.startswith("r1c") for name in names)


def test_limits() -> None:
    model = puzzledsl.parse("grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\nr1c1 < r2c2\n")
    (tree,) = model.tree(encoding="integer", nodes=3).parts
    check_shape(tree)
    assert tree.status == "unknown"
    assert tree.solved == 3
    assert tree.message == "the limit of 3 nodes came first"
    with pytest.raises(puzzledsl.PuzzleError, match="no order is called `wide`"):
        model.tree(order="wide")  # type: ignore[arg-type]
    with pytest.raises(puzzledsl.PuzzleError, match="`nodes` is a whole number from 1"):
        model.tree(nodes=0)


def test_presolve_that_refutes_is_a_tree_of_one_node() -> None:
    model = puzzledsl.parse("grid cell[1, 2] in 1..2\nr1c1 < r1c2\nr1c2 < r1c1\n")
    for tree in model.tree(presolve="domain").parts:
        assert tree.status == "infeasible"
        assert "presolve proves" in tree.nodes[0].reason


DICE = "var x in 0..6\nvar y in 0..6\n5 * x + 4 * y <= 23\nx + 3 * y <= 13\nmaximize 3 * x + 2 * y\n"


def test_what_is_printed(call: Call) -> None:
    found = call("tree", "-", "--encoding", "integer", stdin=DICE)
    assert found.status == 0
    assert found.err == ""
    assert found.out.splitlines()[:-1] == [
        "integer, as written",
        "bound 13.8, 1 fractional, branches on x",
        "├ x >= 5: the relaxation has no point",
        "└ x <= 4: bound 13.5, 1 fractional, branches on y",
        "  ├ y >= 1: bound 13.4, 1 fractional, branches on x",
        "  │ ├ x >= 4: the relaxation has no point",
        "  │ └ x <= 3: whole, and verified: objective 13",
        "  └ y <= 0: whole, and verified: objective 12",
        "optimal · objective 13",
        "7 nodes · 2 columns · 2 rows",
        "",
    ]


def test_json_and_pictures(call: Call) -> None:
    found = call("tree", "-", "--json", "--svg", "tree.svg", "--nodes", "50", stdin=DICE)
    assert {found.json["status"], *(tree["status"] for tree in found.json["trees"])} == {"optimal"}
    assert {tree["objective"] for tree in found.json["trees"]} == {13}
    drawn = ET.fromstring(Path("tree.svg").read_text(encoding="utf-8"))
    roles = [element.get("class") for element in drawn.iter()]
    nodes = sum(len(tree["nodes"]) for tree in found.json["trees"])
    assert roles.count("edge") == nodes - len(found.json["trees"])
    assert {"branch", "caption", "solution", "infeasible"} <= set(roles)
    assert call("tree", "none.puz").status == 1
    assert call("tree", "easy.puz", "--nodes", "1", "--encoding", "integer").status == 3


def test_a_notebook_shows_a_picture() -> None:
    found = puzzledsl.parse(DICE).tree()
    assert found._repr_svg_().startswith("<svg")
    assert "optimal · objective 13" in str(found)
    assert len(found) == len(found.parts)


def test_the_rule_decides_the_column_and_the_branch() -> None:
    text = "grid cell[1, 2] in 0..9\nvar k in 0..3\n4*r1c1 + 3*r1c2 <= 30\n2*k + r1c1 <= 5\n3*r1c2 + k <= 17\n"
    model = puzzledsl.parse(f"{text}maximize 3*r1c1 + 2*r1c2 + k\n")  # the best point: r1c1 3.44, r1c2 5.41, k 0.78
    for rule, second in (("fractional", "k"), ("first", "r1c2")):
        root, child = model.tree(encoding="integer", branch=rule).parts[0].nodes[:2]  # type: ignore[arg-type]
        assert (root.reason, child.branch, child.reason) == ("branches on r1c1", "r1c1 >= 4", f"branches on {second}")
    root, child = model.tree(encoding="integer", branch="narrow", first="down").parts[0].nodes[:2]
    assert (root.reason, child.branch) == ("branches on k", "k <= 0")
    with pytest.raises(PuzzleError, match="no branching rule is called `widest`"):
        model.tree(branch="widest")  # type: ignore[arg-type]


def test_what_there_was_before_an_interruption_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzledsl.progress.PAUSE", 0.0)
    known: list[Callable[[], Trees | None]] = []

    def stop(progress: Progress) -> None:
        if progress.message.endswith("3 nodes"):
            raise KeyboardInterrupt

    model = puzzledsl.parse(
        "grid cell[3, 3] in 1..3\nalldifferent: rows, columns\nr1c1 + r2c2 == 4\nmaximize r1c1 + r3c1\n"
    )
    with pytest.raises(KeyboardInterrupt):
        branch_and_bound.tree(model.elaborated, Asking(report=Reporter(stop), publish=known.append))
    found = known[-1]()
    assert found is not None
    assert max(len(part.nodes) for part in found.parts) >= 3


def test_a_tree_that_was_not_begun_proves_nothing() -> None:
    model = puzzledsl.parse("var x in 1..3\nvar y in 1..3\nx > y\n").elaborated
    (found,) = programs(model, ["binary"], [WRITTEN])
    search = TreeSearch(found, found.encoded["binary"], "depth", 9)
    assert (search.tree().status, search.tree().message) == ("unknown", "the time limit came first")
