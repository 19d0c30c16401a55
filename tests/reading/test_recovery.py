"""All independent mistakes of a file are reported, each once, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzledsl.reading import read
from puzzledsl.source import Source

Mistakes = Callable[[str], list[tuple[int, str]]]

# One line each, wrong by itself, whatever the lines around it are.
BROKEN_LINES = [
    "a = 3",
    "let x == 3",
    "let mask = 3",
    'puzle "x"',
    "grid cell 9 in 1..9",
    "var x of 1..3",
    "cage 15 r1c1 r1c2",
    "cage 15:",
    "white_dot -1: r1c1 r1c2",
    "a +",
    "a && b",
    "f(a]",
    "f(a))",
    "f(a,, b)",
    "[1 2]",
    "3x + 1",
    '"abc',
    "a \u2264 b",
    "a.",
    "a b == 3",
    "if a then b",
    "for x in",
    "then a",
    "givens: 1 2 3",
    "show",
    "maximize",
    "else:",
    "rule f:",
    "let f(a, a) = a",
    "let f(a = 1, b) = a",
    "let f(*a, b) = a",
    'note "\\q"',
    "elif a:",
    "x AND y",
    "$",
    ")",
    "a not b",
    "a == not b",
    "a + if b then c else d",
]


@pytest.mark.parametrize("line", BROKEN_LINES)
def test_one_mistake_is_one_message(line: str, mistakes: Mistakes) -> None:
    assert [number for number, _ in mistakes(f"a\n{line}\nb\n")] == [2]
    assert [number for number, _ in mistakes(line)] == [1]


@pytest.mark.parametrize("line", [line for line in BROKEN_LINES if not line.startswith("givens")])
def test_mistakes_inside_blocks(line: str, mistakes: Mistakes) -> None:
    text = f"for i in x:\n    {line}\n    a\n    if b:\n        {line}\n{line}\n"
    assert [number for number, _ in mistakes(text)] == [2, 5, 6]


def test_all_mistakes_of_a_file_in_order(mistakes: Mistakes) -> None:
    lines = [line for line in BROKEN_LINES if line != "else:"]
    text = "".join(f"{line}\nfine: r1c1 r1c2\n" for line in lines)
    assert [number for number, _ in mistakes(text)] == list(range(1, 2 * len(lines), 2))


def test_correct_statements_around_a_mistake_are_kept() -> None:
    file, _ = read(Source("<text>", "a\nb = \nc\nfor x in y:\n  d\n  e =\n"))
    assert [statement.span.text for statement in file.statements] == ["a", "c", "for x in y:"]


def test_the_block_of_a_broken_header_is_gone_through(mistakes: Mistakes) -> None:
    text = "for x on y:\n    a\n    b = 1\n    if c:\n        d = 2\ne = 3\nrule f(a:\n    g = 4\n    h\n"
    assert [number for number, _ in mistakes(text)] == [1, 3, 5, 6, 7, 8]


def test_the_rest_of_a_broken_if_is_not_held_against_it(mistakes: Mistakes) -> None:
    assert [number for number, _ in mistakes("if a b:\n  c\nelse if d:\n  e\nelse:\n  f\ng = 1\n")] == [1, 7]
    assert [number for number, _ in mistakes("if a:\nelse:\n  f\ng = 1\n")] == [1, 4]


def test_the_rows_below_a_misspelt_layout_are_skipped(mistakes: Mistakes) -> None:
    text = "given:\n    1 2 | 3\n    ---+--\n    = = | =\na = 3\n"
    assert mistakes(text) == [(1, "there is no statement `given`"), (5, "`=` where `==` is meant")]


def test_a_layout_inside_a_block(mistakes: Mistakes) -> None:
    text = "for a in b:\n  givens:\n     1 2\n     = =\n  c = 1\n"
    assert [number for number, _ in mistakes(text)] == [2, 5]


def test_a_missing_block_takes_nothing_with_it(mistakes: Mistakes) -> None:
    assert mistakes("for a in b:\nc = 1\n") == [
        (2, "the lines below `for` are not indented"),
        (2, "`=` where `==` is meant"),
    ]
    assert mistakes("if a:\n  for a in b:\nc\n") == [(2, "`for` needs a block")]
    assert mistakes("if a:") == [(1, "`if` needs a block")]


def test_indentation_without_a_block(mistakes: Mistakes) -> None:
    assert mistakes("a\n    b = 1\n    c\nd = 1\n") == [
        (2, "unexpected indentation"),
        (2, "`=` where `==` is meant"),
        (4, "`=` where `==` is meant"),
    ]


def test_indentation_between_two_blocks(mistakes: Mistakes) -> None:
    found = mistakes("if a:\n        b\n    c = 1\nd = 1\n")
    assert [number for number, _ in found] == [3, 3, 4]
    assert "indented less than the block above it" in found[0][1]


def test_tabs(mistakes: Mistakes) -> None:
    assert mistakes("if a:\n\tb\n\tc = 1\n") == [
        (2, "this line is indented with a tab"),
        (3, "`=` where `==` is meant"),
    ]
    assert mistakes("a\t==\tb\t# fine\n") == []
    assert mistakes("x =\n  y:\n\t z\n")[-1] == (3, "this line is indented with a tab")


@pytest.mark.parametrize("rest", ["b = 1", "cage 3: r1c1\nb = 1", "let b == 1", "# c\n\nb = 1", "grid b = 1"])
def test_an_unclosed_bracket_ends_with_its_statement(rest: str, mistakes: Mistakes) -> None:
    found = mistakes(f"f([a,\n    b\n{rest}\n")
    assert found[0] == (1, "`[` is never closed")
    assert [number for number, _ in found[1:]] == [2 + len(rest.split("\n"))]


def test_a_mistake_inside_an_unclosed_bracket(mistakes: Mistakes) -> None:
    found = mistakes("f(a b\n    c\nd = 1\n")
    assert [number for number, _ in found] == [1, 3]


def test_a_bracket_open_at_the_end(mistakes: Mistakes) -> None:
    assert mistakes("a\nf(") == [(2, "`(` is never closed")]
    assert mistakes("a\n{") == [(2, "`{` is never closed")]


def test_an_unclosed_bracket_in_a_block(mistakes: Mistakes) -> None:
    found = mistakes("for a in b:\n    f(a\n    c = 1\n    d\ne = 1\n")
    assert [number for number, _ in found] == [2, 3, 5]


def test_there_is_an_end_to_messages(mistakes: Mistakes) -> None:
    found = mistakes("a = 1\n" * 500)
    assert len(found) == 50
    assert found[-1][1].startswith("too many mistakes")
