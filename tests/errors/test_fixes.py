"""What a message suggests is also ready to be put into the text, and then the message is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzledsl import PuzzleError, parse
from puzzledsl.diagnostics import Diagnostic, Fix

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def mistakes(text: str) -> list[Diagnostic]:
    try:
        return list(parse(text).elaborated.warnings)
    except PuzzleError as error:
        return list(error.diagnostics)


def mended(text: str, fix: Fix) -> str:
    for edit in reversed(fix.edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_fix_mends_its_mistake(path: Path) -> None:
    text = path.read_text(encoding="utf-8").partition("-" * 40)[0].partition("\n====")[0]
    before = mistakes(text)
    for found in before:
        if found.span is None or found.span.source.text != text:
            continue
        if found.label.startswith("did you mean"):
            assert found.fixes, found.message
        for fix in found.fixes:
            assert like(found, mistakes(mended(text, fix))) < like(found, before), (fix.title, found.render())


def like(found: Diagnostic, others: list[Diagnostic]) -> int:
    """How many of the same kind, about the same words, there are on its line."""
    return sum(about(other) == about(found) for other in others)


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
