"""Random and damaged texts: never an exception, always places inside the text."""

from __future__ import annotations

import contextlib

from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzledsl.diagnostics import PuzzleError
from puzzledsl.reading import decode, read, read_expression
from puzzledsl.source import Source
from tests.examples import examples
from tests.reading.test_recovery import BROKEN_LINES
from tests.reading.test_trees import CLUES, EXPRESSIONS, STATEMENTS

TEXT = (
    "puzzle grid var let rule for in where if then else givens: mask: regions draw show and or not mod true none real "
    "( ) [ ] { } : , = == <= .. + - * ^ -> . r1c1 r1c1..r1c9 9 0.5 f a # ! && ' ; 3x \\ \" if: else: \0 \ud800 é"
)
WORDS = TEXT.split(" ")
PIECES = st.sampled_from([*WORDS, "\n", "\n    ", "\n        ", " "])
LINES = st.sampled_from([text for text, _ in STATEMENTS + CLUES + EXPRESSIONS] + BROKEN_LINES)


def check(text: str) -> None:
    source = Source("<text>", text)
    _, diagnostics = read(source)
    starts = []
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.message
        assert diagnostic.render()
        starts.append(diagnostic.span.start)
    assert starts == sorted(starts)
    expression, diagnostics = read_expression(source)
    assert (expression is None) == bool(diagnostics)


@given(st.text(alphabet=st.characters(exclude_categories=())))
@example("\ud800")
@example("\ufeff\ufeff")
@example("\r")
@example("a\r\rb")
@example("if a:\n  b\n\x0c\n")
def test_any_text(text: str) -> None:
    check(text)


@given(st.lists(PIECES, max_size=60))
def test_any_words(words: list[str]) -> None:
    check(" ".join(words))
    check("".join(words))


@settings(max_examples=examples(200))
@given(st.lists(LINES, min_size=1, max_size=8), st.data())
def test_damaged_models(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + data.draw(PIECES | st.just("")) + text[end:]
    check(text)


@given(st.lists(LINES, min_size=1, max_size=8), st.integers(0, 300))
def test_models_cut_short(lines: list[str], end: int) -> None:
    check("\n".join(lines)[:end])


@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    with contextlib.suppress(PuzzleError):
        check(decode(data, "a.puz").text)
