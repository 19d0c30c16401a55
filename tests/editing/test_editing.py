"""What an editor shows about a text, at a place marked ``|``."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from puzzledsl.diagnostics import Edit
from puzzledsl.editing import (
    Document,
    check,
    complete,
    definition,
    format_edits,
    hover,
    references,
    rename,
    signature,
    symbols,
    value_inlays,
    words,
)

MODELS = Path(__file__).parents[2] / "models"

GAP = """\
grid cell[9, 9] in 1..9
alldifferent: rows, columns, boxes
# Two cells differ by d.
# example: gap 2: r1c1 r1c2
rule gap(cells, d = 1):
    abs(cells[1] - cells[2]) == d
    draw dot(cells, d)
"""


def at(line: str, before: str = GAP) -> tuple[Document, int]:
    text = before + line
    offset = text.index("|")
    return Document(text.replace("|", "", 1)), offset


def fixed(text: str, edits: tuple[Edit, ...]) -> str:
    """The text with edits made."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def offered(line: str) -> dict[str, str]:
    """What may stand there and begins as what was typed: label → what is put in."""
    document, offset = at(line)
    found = complete(document, offset)
    typed = document.text[found.start : offset]
    return {c.label: c.apply for c in found.candidates if c.label.startswith(typed)}


# ── completion ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "label", "apply"),
    [
        ("th|", "thermo", "thermo: "),
        ("ca|", "cage", "cage "),
        ("ga|", "gap", "gap "),
        ("anti_k|", "anti_knight", "anti_knight"),
        ("giv|", "givens", "givens:"),
        ("auth|", "author", 'author "'),
        ("cage to|", "total", "total = "),
        ("gap |", "d", "d = "),
        ("alldifferent: r|", "rows", "rows"),
        ("draw th|", "thermometer", "thermometer("),
        ("r1c1 == s|", "sum", "sum("),
        ("let x = sum(row(1)) m|", "mod", "mod "),
        ("for a, b |", "in", "in "),
        ("grid other[2, 2] i|", "in", "in "),
        ("var x in b|", "bool", "bool"),
        ("regions g:\n    a b\n    a b\ng.|", "a", "a"),
        ("rule near(cells):\n    for cell, other in pairs(cells):\n        oth|", "other", "other"),
        ("let size = 3\nr1c1 == si|", "size", "size"),
    ],
)
def test_completion_offers(line: str, label: str, apply: str) -> None:
    assert offered(line).get(label) == apply


@pytest.mark.parametrize("line", ["# th|", 'puzzle "th|', "let th|", "givens:\n    th|"])
def test_nothing_is_offered_in_comments_texts_new_names_and_layouts(line: str) -> None:
    assert offered(line) == {}


def test_a_parameter_hides_a_function_of_the_language() -> None:
    document, offset = at("rule near(cells):\n    sum(cel|")
    found = [c for c in complete(document, offset).candidates if c.label == "cells"]
    assert [c.kind for c in found] == ["parameter"]


def test_a_local_name_is_not_offered_outside_its_rule() -> None:
    assert "other" not in offered("rule near(cells):\n    for other in cells:\n        other > 1\noth|")


def test_a_rule_is_offered_with_form_meaning_and_picture() -> None:
    document, offset = at("thermo|")
    found = next(c for c in complete(document, offset).candidates if c.label == "thermo")
    assert found.detail == "thermo: line"
    assert "get larger" in found.info
    assert found.item is not None
    assert found.item.picture is not None
    assert found.item.picture.startswith("<svg")


def test_included_rules_are_known(tmp_path: Path) -> None:
    (tmp_path / "own.puz").write_text("# Much more.\nrule double(cells):\n    cells[2] == 2 * cells[1]\n")
    (tmp_path / "model.puz").write_text("")
    text = 'include "own.puz"\ngrid cell[4, 4] in 1..4\ndouble: r1c1 r1c2\n'
    document = Document(text, str(tmp_path / "model.puz"))
    found = {c.label: c for c in complete(document, len(text)).candidates}
    assert found["double"].info == "Much more."
    place = definition(document, text.index("double"))
    assert place is not None
    assert (place.source.name, place.line) == (str(tmp_path / "own.puz"), 2)
    renaming = rename(document, text.index("double"), "twice")
    assert [(Path(e.span.source.name).name, e.text) for e in renaming.edits] == [
        ("model.puz", "twice"),
        ("own.puz", "twice"),
    ]
    quoted = 'include "ow'
    names = complete(Document(quoted, str(tmp_path / "model.puz")), len(quoted))
    assert [c.label for c in names.candidates] == ["own.puz"]


# ── hover and signatures ─────────────────────────────────────────────────────────────────────────


def test_hover_on_a_rule_has_meaning_example_and_picture() -> None:
    document, offset = at("ca|ge 15: r1c1 r1c2")
    found = hover(document, offset)
    assert found is not None
    assert document.text[found.start : found.end] == "cage"
    assert "cage [total = none]: cells" in found.markdown
    assert "Example: `cage 15: r1c3..r1c5`" in found.markdown
    assert found.svg is not None


def test_hover_on_an_own_rule_shows_its_comment_and_its_own_picture() -> None:
    document, offset = at("ga|p: r1c1 r1c2")
    found = hover(document, offset)
    assert found is not None
    assert "Two cells differ by d." in found.markdown
    assert found.svg is not None


def test_hover_on_a_cell_says_what_is_known_about_it() -> None:
    document, offset = at("cage 15: r1|c1 r1c2\n")
    found = hover(document, offset, check(document).model)
    assert found is not None
    assert "Row 1, column 1. Values: 1..9" in found.markdown
    assert "cage 15 at r1c1, r1c2" in found.markdown


@pytest.mark.parametrize(("line", "said"), [("gi|vens:", "row by row"), ("r1c1 == 1 x|or true", "Exactly one")])
def test_hover_on_a_keyword(line: str, said: str) -> None:
    document, offset = at(line)
    found = hover(document, offset)
    assert found is not None
    assert said in found.markdown


@pytest.mark.parametrize(
    ("line", "label", "active"),
    [
        ("cage |", "cage [total = none]: cells", "[total = none]"),
        ("cage total = |", "cage [total = none]: cells", "[total = none]"),
        ("cage 15: r1|", "cage [total = none]: cells", "cells"),
        ('kenken "+" |', "kenken op target: cells", "target"),
        ("white_dot(r1c1, |", "white_dot(pair, difference = 1)", "difference = 1"),
        ("sum(row(|", "row(i, grid = …)", "i"),
        ("gap |", "gap [d = 1]: cells", "[d = 1]"),
    ],
)
def test_signature(line: str, label: str, active: str) -> None:
    document, offset = at(line)
    found = signature(document, offset)
    assert found is not None
    assert found.active is not None
    assert (found.label, found.parameters[found.active]) == (label, active)


# ── definitions, references, names ───────────────────────────────────────────────────────────────


def test_definition_leads_into_the_library() -> None:
    document, offset = at("ther|mo: r1c1 r1c2")
    found = definition(document, offset)
    assert found is not None
    assert found.source.name.endswith("lines.puz")
    assert found.source.line(found.line).startswith("rule thermo(")


def test_references_and_renaming_respect_scopes() -> None:
    text = (
        "grid cell[4, 4] in 1..4\nlet x = 1\nlet f(x) = x + 1\nr1c1 == x\nr1c2 == f(x)\nr1c3 == sum(x for x in [1])\n"
    )
    document = Document(text)
    assert [span.line for span in references(document, text.index("x = 1"))] == [2, 4, 5]
    renaming = rename(document, text.index("x = 1"), "first")
    assert fixed(text, renaming.edits) == text.replace("let x", "let first").replace("== x", "== first").replace(
        "== f(x)", "== f(first)"
    )
    inner = rename(document, text.index("x) = x"), "y")
    assert fixed(text, inner.edits) == text.replace("f(x) = x", "f(y) = y")


def test_renaming_a_parameter_renames_it_where_it_is_given_by_name() -> None:
    document, offset = at("gap |d = 2: r1c1 r1c2\n")
    renaming = rename(document, offset, "size")
    text = fixed(document.text, renaming.edits)
    assert "gap size = 2:" in text
    assert "rule gap(cells, size = 1):" in text
    assert "== size\n" in text
    assert check(Document(text)).model is not None


@pytest.mark.parametrize(
    ("line", "name", "why"),
    [
        ("ther|mo: r1c1", "x", "belongs to the language"),
        ("ga|p: r1c1", "for", "keyword"),
        ("ga|p: r1c1", "cell", "already defined on line 1"),
        ("ga|p: r1c1", "rows", "already means something else on line 2"),
        ("ga|p: r1c1", "a b", "is not a name"),
        ("gap: r1c1 |", "x", "no name here"),
    ],
)
def test_what_cannot_be_renamed(line: str, name: str, why: str) -> None:
    document, offset = at(line)
    found = rename(document, offset, name)
    assert found.edits == ()
    assert why in found.refusal


# ── problems ─────────────────────────────────────────────────────────────────────────────────────


def test_problems_have_places_and_fixes() -> None:
    text = GAP + "thremo: r1c1 r1c2\nr1c1 = 3\n"
    found = check(Document(text))
    assert found.model is None
    assert [(text[p.start : p.end], [f.title for f in p.fixes]) for p in found.problems] == [
        ("thremo", ["Replace `thremo` by `thermo`"]),
        ("=", ["Replace `=` by `==`"]),
    ]


def test_a_mistake_in_an_included_file_is_shown_at_its_include_line(tmp_path: Path) -> None:
    (tmp_path / "own.puz").write_text("let x = 3 +\n")
    text = 'grid cell[4, 4] in 1..4\ninclude "own.puz"\n'
    (tmp_path / "model.puz").write_text(text)
    (problem,) = check(Document(text, str(tmp_path / "model.puz"))).problems
    assert text[problem.start : problem.end] == 'include "own.puz"'
    assert "own.puz:1:12" in problem.message


def test_an_unsaved_included_text_counts(tmp_path: Path) -> None:
    (tmp_path / "own.puz").write_text("let x = 3 +\n")
    text = 'grid cell[4, 4] in 1..4\ninclude "own.puz"\nr1c1 == x\n'
    (tmp_path / "model.puz").write_text(text)
    unsaved = {str(tmp_path / "own.puz"): "let x = 3\n"}
    assert check(Document(text, str(tmp_path / "model.puz"), unsaved=unsaved.get)).model is not None


def test_a_mistake_without_extent_is_still_underlined() -> None:
    text = "let x = "
    (problem,) = check(Document(text)).problems
    assert problem.start < problem.end


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────


def test_symbols() -> None:
    document = Document(GAP + "givens:\n    1 2 3\n    4 5 6\nrule big(cells):\n    let s = sum(cells)\n    s > 3\n")
    found = symbols(document)
    assert [(s.name, s.kind) for s in found] == [
        ("cell", "grid"),
        ("gap", "rule"),
        ("givens", "givens"),
        ("big", "rule"),
    ]
    assert [s.name for s in found[-1].children] == ["s"]


def test_words_know_what_names_mean() -> None:
    document = Document(GAP + "gap d = 2: r1c1 r1c2  # so\n")
    last = [(document.text[w.start : w.end], w.type) for w in words(document) if w.start >= len(GAP)]
    assert last == [
        ("gap", "class"),
        ("d", "parameter"),
        ("=", "operator"),
        ("2", "number"),
        ("r1c1", "enumMember"),
        ("r1c2", "enumMember"),
        ("# so", "comment"),
    ]


def test_format_edits_touch_only_lines_that_change() -> None:
    text = "grid cell[9, 9] in 1..9\ncage  15:r1c1 r1c2\nthermo: r1c1 r1c2\n"
    (edit,) = format_edits(Document(text))
    assert (edit.span.line, edit.text) == (2, "cage 15: r1c1 r1c2\n")
    assert format_edits(Document("let = 3")) == ()


def test_inlays() -> None:
    document = Document("grid cell[9, 9] in 1..9\nvar total in 0..45\ncage 15: r1c1 r1c2\ntotal == r1c1 + r1c3\n")
    shown = value_inlays(document, {"r1c1": 7, "r1c2": 8, "total": 9})
    assert [(document.text[: i.offset].splitlines()[-1], i.text) for i in shown][-2:] == [
        ("total", " = 9"),
        ("total == r1c1", " = 7"),
    ]


BROKEN = ["(", ")", "[", '"', "\n", "  ", "for ", "let ", ":", "#", "\U0001f600", "\t", "\x00", "rule f(", "if "]


@pytest.mark.parametrize("seed", range(40))
def test_no_text_is_too_broken(seed: int) -> None:
    """Everything answers for any text at any place, whatever it answers."""
    chance = random.Random(seed)
    text = chance.choice(sorted(MODELS.glob("*.puz"))).read_text(encoding="utf-8")
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(BROKEN) + text[at + chance.randrange(3) :]
    if seed % 2:
        text = text[: chance.randrange(len(text))]
    document = Document(text)
    for offset in (0, len(text), *(chance.randrange(len(text) + 1) for _ in range(5))):
        found = complete(document, offset)
        assert 0 <= found.start <= offset
        shown = hover(document, offset)
        assert shown is None or shown.start <= offset <= shown.end
        signature(document, offset)
        definition(document, offset)
        references(document, offset)
        rename(document, offset, "x1")
    symbols(document)
    format_edits(document)
    end = 0
    for word in words(document):
        assert end <= word.start < word.end <= len(text)
        end = word.end
    for problem in check(document).problems:
        assert 0 <= problem.start <= problem.end <= len(text)
