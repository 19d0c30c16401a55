"""Steps and explanations of genres name nothing that people do not see: no unknown of a rule, no value of a grid that
only stands for what is drawn, no line of a genre's file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from puzzledsl import parse
from puzzledsl.elaboration.genres import example, genre_names
from puzzledsl.model import Model, hidden_cells
from puzzledsl.steps.cell_explanation import explain_cell
from puzzledsl.steps.finding import Finding
from puzzledsl.time_limit import OutOfTime, within

SAMPLE = (
    "aho",
    "dbchoco",
    "fillomino",
    "lits",
    "lollipops",
    "masyu",
    "nurikabe",
    "slitherlink",
    "starbattle",
    "yajilin",
)
NAME = re.compile(r"[A-Za-z_][\w.]*(?:\[[^\]]*\])?")
CODE = re.compile(r" of genres/|==|->|:=| [<>]=? |\blet\b|\w\[")
VALUE = re.compile(
    r"(r\d+c\d+) (?:(?:is|are|were|holds?|only|not|in) )*\d|\d (?:from|is left for|fits only in|at) (r\d+c\d+)"
)


def unseen(model: Model) -> tuple[set[str], set[str]]:
    """The names of unknowns that nobody sees, and of cells in which no values are written."""
    blank = {grid.cells[cell] for grid in model.grids for cell in hidden_cells(grid, model.marks) & grid.cells.keys()}
    blank |= {x for grid in model.grids if not grid.has_values for x in grid.cells.values()}
    cells = {model.variables[x].name for x in blank}
    named = {variable.name for variable in model.variables if variable.hidden} | cells
    return {name for name in named if not re.fullmatch(r"r\d+c\d+", name)}, cells


def sentences(findings: Iterable[Finding]) -> Iterator[str]:
    for one in findings:
        yield one.sentence
        yield from sentences(one.trial)


def assert_seen(model: Model, findings: Iterable[Finding]) -> None:
    names, blank = unseen(model)
    for sentence in sentences(findings):
        assert not re.search(r",\.|, ,|  ", sentence), sentence
        bare = re.sub(r"“[^”]*”", "…", sentence)
        assert not names & set(NAME.findall(bare)), sentence
        assert not CODE.search(bare), sentence
        without_edges = re.sub(r"\br\d+c\d+[-→]r\d+c\d+", "…", bare)
        assert not any(match[1] in blank or match[2] in blank for match in VALUE.finditer(without_edges)), sentence
        for quoted in re.findall(r"“[^”]*”", sentence):
            assert not re.search(r"==|->|\w\[|\bfor \w+ in ", quoted), sentence


@pytest.mark.parametrize(
    "name", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in genre_names()]
)
def test_explanations_name_what_people_see(name: str) -> None:
    model = parse(example(name)).elaborated
    seen = [x for x, variable in enumerate(model.variables) if not variable.hidden]
    for x in seen[:: max(1, len(seen) // 2)][:2]:
        try:
            with within(5):
                found = explain_cell(model, cell=model.variables[x].name)
        except OutOfTime:
            continue
        assert found.status != "infeasible"
        assert_seen(model, (link.finding for link in found.links))
        if found.status in ("explained", "given"):
            names, blank = unseen(model)
            assert not names & set(NAME.findall(found.conclusion))
            assert not any(match[1] in blank for match in VALUE.finditer(found.conclusion)), found.conclusion
