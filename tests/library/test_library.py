"""What a user notices of the library as a whole: documentation, examples, messages, loading on first use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl import parse
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.elaboration.builtins import builtins
from puzzledsl.elaboration.library import Entry, entries, split, statements_of
from puzzledsl.elaboration.library_unit import LibraryUnit, definition
from puzzledsl.elaboration.values import Function
from puzzledsl.reading import read
from puzzledsl.source import Source
from puzzledsl.syntax import Let, Rule

PACKAGE = Path(puzzledsl.__file__).parent
LIBRARY = PACKAGE / "library"
CLASSIC = "grid cell[9, 9] in 1..9\nalldifferent: rows, columns, boxes\n"
RULES = [entry for entry in entries().values() if entry.is_rule and not entry.name.startswith("_")]
NAMES = [entry.name for entry in RULES]

UNDRAWN = {
    "anti_knight", "anti_king", "anti_orthogonal", "anti_taxicab", "nonconsecutive", "diagonal_nonconsecutive",
    "no_sum", "no_ratio", "global_entropy", "global_modular", "disjoint_groups", "dutch_flatmates", "ripple", "chain",
}  # fmt: skip
"""Rules about the grid as a whole, and those that have no customary picture."""


def test_the_library_is_where_rules_are() -> None:
    assert {"cage", "thermo", "arrow", "skyscraper", "full_rank", "windoku"} <= set(NAMES)
    assert len(NAMES) >= 67


def test_no_definition_hides_another_one() -> None:
    texts = {file.stem: file.read_text("utf-8") for file in LIBRARY.glob("*.puz")}
    found = [entry.name for family, text in texts.items() for entry in split(family, text)]
    assert sorted(found) == sorted(entries())


@pytest.mark.parametrize("folder", ["library", "genres", "genres/parts"])
def test_each_file_is_read_without_a_mistake(folder: str) -> None:
    files = {file.stem: read(Source(file.name, file.read_text("utf-8"))) for file in (PACKAGE / folder).glob("*.puz")}
    assert files
    assert not [str(mistake) for _, mistakes in files.values() for mistake in mistakes]
    if folder == "library":
        defined = [
            node.name.id for file, _ in files.values() for node in file.statements if isinstance(node, Rule | Let)
        ]
        assert sorted(defined) == sorted(entries())


@pytest.mark.parametrize("line", ["a + == 3", "let b = a *", "a > 2)"])
def test_a_definition_with_a_mistake_is_not_used_without_it(line: str) -> None:
    text = f"# Two.\n\nrule most(a):\n    a < 9\n    {line}\n"
    with pytest.raises(PuzzleError, match=re.escape("library/own.puz:5")):
        definition(next(split("own", text)))


def test_no_rule_hides_a_built_in_function() -> None:
    assert not set(entries()) & set(builtins())


@pytest.mark.parametrize("entry", RULES, ids=NAMES)
def test_documented(entry: Entry) -> None:
    assert entry.comment.endswith(".")
    assert entry.comment[0].isupper() or entry.comment[0] == "`"
    assert len(entry.examples) == 1


@pytest.mark.parametrize("entry", RULES, ids=NAMES)
def test_example(entry: Entry) -> None:
    plain, model = parse(CLASSIC), parse(CLASSIC + statements_of(entry.examples[0]))
    assert not model.warnings
    stated = [one for one in model.elaborated.requirements if one.origin.clue != "division"]
    assert len(stated) == len(plain.elaborated.requirements) + 1
    assert bool(model.elaborated.marks) == (entry.name not in UNDRAWN and "cell - 1" not in entry.examples[0])


@pytest.mark.parametrize("entry", RULES, ids=NAMES)
def test_near_miss_of_a_name(entry: Entry) -> None:
    wrong = entry.name[:-1] if len(entry.name) > 4 else entry.name + "x"
    if wrong in entries() or wrong in builtins():
        return
    with pytest.raises(PuzzleError) as caught:
        parse(CLASSIC + f"{wrong}: r1c1..r1c4\n")
    (mistake,) = caught.value.diagnostics
    assert f"`{wrong}`" in mistake.message
    assert mistake.label.startswith("did you mean")


def test_only_what_is_used_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_ = LibraryUnit._compile

    def noting(library: LibraryUnit, entry: Entry) -> Function:
        compiled.append(entry.name)
        return compile_(library, entry)

    monkeypatch.setattr(LibraryUnit, "_compile", noting)
    parse(CLASSIC + "thermo: r1c1..r1c3\nthermo: r2c1..r2c3\n")
    assert compiled == ["thermo"]


def test_the_whole_library_compiles() -> None:
    uses = "".join(f"    {name}(r1c1..r1c3)\n" for name in entries() if entries()[name].is_rule)
    parse(CLASSIC + "rule never(cells):\n" + uses)


def test_a_rule_of_the_model_wins() -> None:
    model = parse("grid cell[1, 2] in 1..2\nrule thermo(line):\n    line[1] > line[2]\nthermo: row(1)\n")
    assert model.solve().values == {"r1c1": 2, "r1c2": 1}


def test_the_names_of_a_model_do_not_reach_into_the_library() -> None:
    text = "grid cell[1, 3] in 1..3\nlet first(list) = list[2]\nlet total = 1\nbetween: row(1)\ncage 6: row(1)\n"
    assert parse(text).solve().values["r1c2"] == 2


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ('kenken "x" 6: r1c1 r1c2', ["kenken", '"x"']),
        ('full_rank(rows, {1: 3}, ties = "some")', ["full_rank", '"some"']),
        ("full_rank(rows, {12: 3})", ["full_rank", "12"]),
        ("xv: r1c1 r1c2", ["`xv`", "`total`"]),
        ("cage 15 3: r1c1 r1c2", ["`cage`"]),
        ("whisper gapp = 4: r1c1 r1c2", ["`gapp`", "`gap`"]),
        ("disjoint_groups: boxes", ["disjoint_groups"]),
        ("cage 2: r1c1 r1c2 r1c3", ["can never hold", "cage 2"]),
    ],
)
def test_messages(statement: str, words: list[str]) -> None:
    with pytest.raises(PuzzleError) as caught:
        parse(CLASSIC + statement + "\n")
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert caught.value.diagnostics[0].span is not None
    assert caught.value.diagnostics[0].span.line == 3


@pytest.mark.parametrize("rule", ["anti_king", "anti_knight", "nonconsecutive", "global_entropy", "ripple"])
def test_other_grids_and_masks(rule: str) -> None:
    text = "grid first[1, 1] in 1..3\n"
    text += f"grid cell[3, 3] in 1..6\nmask:\n    . . .\n    . x .\n    . . .\n{rule}: cells(cell)\n"
    model = parse(text)
    solution = model.solve()
    assert solution.status == "solved"


def test_marked_pairs_in_either_order() -> None:
    text = "grid cell[1, 3] in 1..2\nr1c1 != r1c2\nr1c2 != r1c3\n"
    text += "nonconsecutive(cells, except = [[r1c2, r1c1], [r1c2, r1c3]])\n"
    assert parse(text).solve().status == "solved"


def test_two_clues_on_one_line_do_not_share_their_values() -> None:
    text = "grid cell[1, 4] in 1..4\nalldifferent: row(1)\n"
    text += "x_sum 3: row(1)\nnot x_sum(row(1), 6)\nskyscraper 2: reverse(row(1))\n"
    solution = parse(text).solve()
    assert solution.status == "solved"
    row = list(solution.values.values())
    assert row[:2] == [2, 1]
