"""The canonical layout."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzledsl import syntax
from puzzledsl.diagnostics import PuzzleError
from puzzledsl.formatting import format_text
from puzzledsl.reading import decode, read
from puzzledsl.source import Source, Span
from tests.examples import examples
from tests.reading.test_trees import CLUES, EXPRESSIONS, STATEMENTS

ROOT = Path(__file__).parents[2]
COLLECTION = os.environ.get("PUZZLEDSL_CORPUS", "")


def formatted(text: str) -> str:
    return format_text(Source("<text>", text))


def meaning(text: str) -> Any:
    """The tree without places; rows of layouts without blanks and decoration."""
    file, diagnostics = read(Source("<text>", text))
    assert not diagnostics, diagnostics[0].render()
    return _meaning(file.statements)


def _meaning(value: Any) -> Any:
    if isinstance(value, Span):
        return None
    if isinstance(value, syntax.LayoutRow):
        return re.sub(r"[-+|\s]+", " ", value.text).strip()
    if isinstance(value, tuple):
        return tuple(_meaning(item) for item in value)
    if type(value).__module__ == syntax.__name__:
        return type(value).__name__, *(_meaning(getattr(value, name)) for name in value.__match_args__)
    return value


def comments(text: str) -> list[str]:
    return [line.rsplit("#", 1)[1].strip() for line in text.splitlines() if "#" in line]


def check(text: str) -> None:
    result = formatted(text)
    assert meaning(result) == meaning(text)
    assert formatted(result) == result
    assert not any(line != line.rstrip() for line in result.split("\n"))
    assert "\n\n\n" not in result
    assert result == "" or (result.endswith("\n") and not result.endswith("\n\n") and result[0] != "\n")


MESSY = """\ufeff
   # lead
puzzle   "A # b"   # t


grid cell[ 9,9 ]   in 1 .. 9
mask:
   xx.
   ..x
x [1] ==-  3+ 4   # aa
y == f (x , -1)   # bb
foo (3) [1,2]  R1C1 [ 3 ]:r1c2 , m [1]
r1c1 .. r1c3 == 2..-3
let q = [
  1,2,   # one
   # own

  concat( [
     3 ,
  ],2)
]
for a,b in pairs ( x ):   # hi

  # first
  a<b->not (c)
  if a :
        m[*,1]^2==( not a )
        # deep
   # mid
  # for

# top
givens cell:   # g

     1  10 |  .   4  # r

   .   . |  3   4
   -------
  # mm
   10   2 |  3   4


regions q   of z :
   ab|c
    a.|c
rule w( a , *rest , b=- 1):
  whisper gap=-3  5: a
  if b<- 1 : # q
   c
  else   if   d:
   e
# end"""

TIDY = """# lead
puzzle "A # b"  # t

grid cell[9, 9] in 1..9
mask:
    xx.
    ..x
x[1] == -3 + 4  # aa
y == f(x, -1)   # bb
foo (3) [1, 2] r1c1 [3]: r1c2, m [1]
r1c1 .. r1c3 == 2..-3
let q = [
    1, 2,  # one
    # own
    concat([
        3,
    ], 2)
]
for a, b in pairs(x):  # hi
    # first
    a < b -> not (c)
    if a:
        m[*, 1] ^ 2 == (not a)
        # deep
    # mid
    # for

# top
givens cell:  # g
     1 10 |  .  4  # r

     .  . |  3  4
    ------+------
    # mm
    10  2 |  3  4

regions q of z:
    ab|c
     a.|c
rule w(a, *rest, b = -1):
    whisper gap = -3 5: a
    if b < -1:  # q
        c
    else if d:
        e
# end
"""


def test_a_messy_model() -> None:
    assert formatted(MESSY) == TIDY
    check(MESSY)
    assert comments(TIDY) == comments(MESSY)


def test_line_ends_of_windows() -> None:
    assert formatted(MESSY.replace("\n", "\r\n")) == TIDY


def test_the_grid_of_the_reference() -> None:
    text = """givens:
    . . 3 | . 2 . | 6 . .
    9 . . | 3 . 5 | . . 1
    ------+-------+------
    . . 8 | 1 . 2 | 9 . .
"""
    assert formatted(text) == text
    assert formatted(text.replace(" ", "  ").replace("---+", "-+")) == text


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["1 2", "10 3"], [" 1  2", "10  3"]),
        (["53..7....", "6..195..."], ["53..7....", "6..195..."]),
        (["  53.|.7.", "---+---", "  6..|195"], ["  53.|.7.", "---+---", "  6..|195"]),
        (["1 2 3", "   1"], ["1 2 3", "   1"]),  # wrong, and for a later stage to say
        (["| 1 2 |", "| 3 4 |", "+---+"], ["| 1 2 |", "| 3 4 |", "+-----+"]),
    ],
)
def test_layouts(rows: list[str], expected: list[str]) -> None:
    text = "givens:\n" + "".join(f"  {row}\n" for row in rows)
    assert formatted(text) == "givens:\n" + "".join(f"    {row}\n" for row in expected)


def test_comments_in_a_column_stay_in_one() -> None:
    text = "a: b          # one\nlonger: c     # two\n\nd: e   # three\nf == g # four\n"
    assert formatted(text) == "a: b       # one\nlonger: c  # two\n\nd: e    # three\nf == g  # four\n"


def test_nothing() -> None:
    assert formatted("") == formatted("\n\n   \n") == ""
    assert formatted(" # c ") == "# c\n"


def test_mistakes_are_raised() -> None:
    with pytest.raises(PuzzleError) as caught:
        formatted("a = 1\nb = 2\n")
    assert len(caught.value.diagnostics) == 2


@pytest.mark.parametrize(
    "text", [text for text, _ in STATEMENTS + CLUES] + [f"let x = {text}" for text, _ in EXPRESSIONS]
)
def test_every_statement(text: str) -> None:
    check(text)
    check(f"for x in y:\n  {text}\n" if "\n" not in text else text)


BLANKS = st.sampled_from(["", " ", "   "])
COMMENT = st.sampled_from(["", "  # c", "# c"])
FILLERS = st.sampled_from(["", "\n", "\n\n", "# own\n", "      # deep\n", "\n  # own\n\n"])


@settings(max_examples=examples(150))
@given(st.lists(st.sampled_from([text for text, _ in STATEMENTS + CLUES]), max_size=6), st.data())
def test_any_blanks_and_comments(texts: list[str], data: st.DataObject) -> None:
    lines = []
    for text in texts:
        first, *rest = text.split("\n")
        spaced = re.sub(r"(?<=[,+*\])}]) ?| ?(?=[,+*\])}])", lambda _: data.draw(BLANKS), first)
        lines += [data.draw(FILLERS) + line + data.draw(COMMENT) for line in [spaced, *rest]]
    text = "\n".join(lines) + data.draw(FILLERS)
    if read(Source("<text>", text))[1]:
        return  # a blank where it has a meaning
    check(text)
    assert comments(formatted(text)) == comments(text)


@given(st.lists(st.lists(st.sampled_from(["1", "10", ".", "|", "--+", "x", "1|2", "-", "#"]), min_size=1), min_size=1))
def test_any_layout(rows: list[list[str]]) -> None:
    text = "regions a:\n" + "".join("  " + "  ".join(row) + "\n" for row in rows)
    if not read(Source("<text>", text))[1]:
        check(text)


def test_the_gallery_and_the_library() -> None:
    paths = [path for folder in ("models", "puzzledsl") for path in (ROOT / folder).rglob("*.puz")]
    assert paths
    for path in paths:
        check(decode(path.read_bytes(), str(path)).text)


@pytest.mark.skipif(not COLLECTION, reason="PUZZLEDSL_CORPUS names no folder with models")
def test_a_collection() -> None:
    for path in sorted(Path(COLLECTION).rglob("*.puz")):
        check(decode(path.read_bytes(), str(path)).text)
