"""What a message suggests is also ready to be put into the text, and then the message is gone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.diagnostics import Diagnostic, Fix
from puzzledsl.loading import load_model
from puzzledsl.model import Model
from puzzledsl.source import Source

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def mistakes(text: str) -> list[Diagnostic]:
    """The messages of a text as people see them, with corrected lines."""
    return said(lambda: parse(text).elaborated)


def messages_alone(text: str) -> list[Diagnostic]:
    """Those messages without corrected lines, which take dozens of further readings."""
    return said(lambda: load_model(Source("<text>", text)))


def said(read: Callable[[], Model]) -> list[Diagnostic]:
    try:
        return list(read().warnings)
    except PuzzleError as error:
        return list(error.diagnostics)


def mended(text: str, fix: Fix) -> str:
    for edit in reversed(fix.edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_fix_mends_its_mistake(path: Path) -> None:
    text = path.read_text(encoding="utf-8").partition("-" * 40)[0].partition("\n====")[0]
    before = Counter(map(about, messages_alone(text)))
    for found in mistakes(text):
        if found.span is None or found.span.source.text != text:
            continue
        if found.label.startswith("did you mean"):
            assert found.fixes, found.message
        # A message with a corrected line may be worded anew; then it is about what is wrong in that line.
        same = {about(found)} if about(found) in before else {one for one in before if one[2] == found.span.line}
        for fix in found.fixes:
            after = Counter(map(about, messages_alone(mended(text, fix))))
            assert any(after[one] < before[one] for one in same), (fix.title, found.render())


def about(found: Diagnostic) -> tuple[str, str, int]:
    return (found.message, found.span.text, found.span.line) if found.span is not None else (found.message, "", 0)


MODEL = "grid cell[4, 4] in 1..4\n"


@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("thremo: r1c1 r1c2", "thermo: r1c1 r1c2"),
        ("r1c1 = 3", "r1c1 == 3"),
        ("let x == 3", "let x = 3"),
        ("x = 3", "x == 3"),
        ("x = 3", "let x = 3"),
        ("thermo: r1c1, r1c2", "thermo: r1c1 r1c2"),
        ("cage = 15: r1c1 r1c2", "cage 15: r1c1 r1c2"),
        ("cage: r1c1 r1c2 = 5", "cage 5: r1c1 r1c2"),
        ("cage: 15: r1c1 r1c2", "cage 15: r1c1 r1c2"),
        ("cage: 5 r1c1 r1c2", "cage 5: r1c1 r1c2"),
        ("cage totl = 5: r1c1 r1c2", "cage total = 5: r1c1 r1c2"),
        ("thermo r1c1 r1c2", "thermo: r1c1 r1c2"),
        ("thermo: r1c1-r1c3", "thermo: r1c1..r1c3"),
        ("killer 5: r1c1 r1c2", "cage 5: r1c1 r1c2"),
        ("anti-knight", "anti_knight"),
        ("r1c1 ≤ r1c2", "r1c1 <= r1c2"),
        ("r1c1 => 2", "r1c1 >= 2"),
        ("r1c1 > 1 && r1c2 > 1", "r1c1 > 1 and r1c2 > 1"),
        ("r1c1 > 1 AND r1c2 > 1", "r1c1 > 1 and r1c2 > 1"),
        ("sum(r1c1, r1c2] == 5", "sum(r1c1, r1c2) == 5"),
        ("sum r1c1 r1c2 == 5", "sum(r1c1, r1c2) == 5"),
        ("B3 == 2", "r3c2 == 2"),
        ("cage 6: A1 B1 C1", "cage 6: r1c1 r1c2 r1c3"),
        ("cage 6: A1, B2", "cage 6: r1c1 r2c2"),
        ("cage 6: c1r1 c2r1", "cage 6: r1c1 r1c2"),
        ('puzle "x"', 'puzzle "x"'),
        ('puzzle "x', 'puzzle "x"'),
        ("for r in 1..4", "for r in 1..4:"),
        ("// a note", "# a note"),
        ("print r1c1", "show r1c1"),
        ("alldifferent: row", "alldifferent: rows"),
        ("cell(1, 1) == 2", "cell[1, 1] == 2"),
    ],
)
def test_fixes_as_people_want_them(line: str, better: str) -> None:
    text = MODEL + line + "\n"
    offered = [mended(text, fix) for found in mistakes(text) for fix in found.fixes]
    assert MODEL + better + "\n" in offered


def test_a_fix_says_what_it_does() -> None:
    (fix,) = mistakes(MODEL + "thremo: r1c1 r1c2\n")[0].fixes
    assert fix.title == "Replace `thremo` by `thermo`"
    (fix,) = mistakes(MODEL + "for r in 1..4\n    r1c1 > 1\n")[0].fixes
    assert fix.title == "Insert `:`"


@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("r1c1 in range(4)", "r1c1 in 0..3"),
        ("sum(i for i in range(3)) == r1c1", "sum(i for i in 0..2) == r1c1"),
        ("sum(cell[i, 1] for i in range(3)) == r1c1", "sum(cell[i, 1] for i in 1..3) == r1c1"),
        ("constraint r1c1 == 3 <- r1c2 == 4", "r1c2 == 4 -> r1c1 == 3"),
        ("r1c1 == 3 only if r1c2 == 4", "r1c1 == 3 -> r1c2 == 4"),
        ("A1 = 3", "r1c1 == 3"),
        ("var x = 0..9", "var x in 0..9"),
        ("sum(r1c1 r1c2) = 5  # mine", "total 5: r1c1 r1c2  # mine"),
        (
            "if r1c1 == 3:  # a\n    r1c2 == 4  # b\nelse:\n    r1c2 == 2",
            "# a\n# b\nr1c1 == 3 -> r1c2 == 4\nnot (r1c1 == 3) -> r1c2 == 2",
        ),
        ("arrows:\n    r1c1: r1c2 r1c3\n    r2c1: r2c2 r2c3", "arrow r1c1: r1c2 r1c3\narrow r2c1: r2c2 r2c3"),
        ("sum {j in 1..3} 2*cell[1, j] + r2c1 = 9", "sum(2*cell[1, j] for j in 1..3) + r2c1 == 9"),
        ("constraint sum(j in 1..3)(cell[1, j]) - 2 = 4", "sum(cell[1, j] for j in 1..3) - 2 == 4"),
        ("forall {j in 1..3} cell[1, j] != 4", "all(cell[1, j] != 4 for j in 1..3)"),
        ("min r1c1 = 3", "min(r1c1) == 3"),
        ("max z = 3r1c1 + r1c2", "maximize 3 * r1c1 + r1c2"),
        ("r1c1==3&&r1c2==4", "r1c1==3 and r1c2==4"),
        ("r1c1%2==0 and r1c2%2==1", "r1c1 mod 2==0 and r1c2 mod 2==1"),
        ("!r1c1==3", "not r1c1==3"),
        ("thermos: r1c1-r1c3; r2c1-r2c3", "thermo: r1c1..r1c3, r2c1..r2c3"),
        ("equal sums r1c1-r1c2, r2c1-r2c2", "equal_sums([r1c1..r1c2, r2c1..r2c2])"),
        ("equal sum: r1c1 r1c2, r2c1 r2c2", "equal_sums([[r1c1, r1c2], [r2c1, r2c2]])"),
    ],
)
def test_a_line_in_our_form_says_what_the_author_wrote(line: str, better: str) -> None:
    text = MODEL + line + "\n"
    offered = [mended(text, fix) for found in mistakes(text) for fix in found.fixes]
    assert MODEL + better + "\n" in offered


@pytest.mark.parametrize(
    "line",
    [
        "sum(i * cell[1, i] for i in range(4)) == 9",
        "all(cell[i, j] != cell[i, k] for i in range(4) for j in range(4) for k in range(j))",
        "r1c1 == 3; r1c2 == 4",
        "r1c1 == 3 r1c2 == 4",
        "thermometer: tip r1c1, r1c2, bulb r1c3",
        "arrow r1c1-r1c4 circle r1c4",
        "white_dot no: r1c1 r1c2",
        'x = model.NewIntVar(0, 9, "x")',
        "r1c1 is between r1c2 and r1c3",
        "equal sum: r1c1 r1c2 | r2c1 r2c2",
        "cage 5: [2][4], [2][3]",
        "r1c1: r1c2 <= 3",
        "if r1c1 == 3:\n    r1c2 == 4\nelif r1c1 == 4:\n    r1c2 == 1\nelse:\n    r1c2 == 2",
        "\u01301 = 3",
        "var x in 0..999999999 step 1",
        "var x in 0..9 step 0",
    ],
)
def test_no_line_is_suggested_that_may_mean_something_else(line: str) -> None:
    labels = [found.label for found in mistakes(MODEL + line + "\n")]
    assert not any(re.match("leave|did you mean `.+ .+`", label) for label in labels)
