"""Nothing that a file holds makes reading fail, run away, or return a tree too deep to walk."""

from __future__ import annotations

from typing import Any

import pytest

from puzzledsl import syntax
from puzzledsl.reading import LONGEST_TEXT, read, read_expression
from puzzledsl.reading.parser import DEPTH
from puzzledsl.source import Source

N = 20_000

# Texts of some tens of thousands of characters, each the worst of its kind.
WORST = {
    "brackets": "[" * N,
    "brackets on lines": "(\n" * N,
    "closing brackets": ")" * N,
    "closing brackets on lines": ")\n" * N,
    "minus": "-" * N + "a",
    "not": "not " * N + "a",
    "power": "a^" * N + "a",
    "implication": "a -> " * N + "a",
    "differences": "a-" * N + "a",
    "ranges": "a.." * N + "a",
    "choices": "if a then b else " * N + "c",
    "calls": "a" + "(b)" * N,
    "indexings": "a" + "[1]" * N,
    "attributes": "a" + ".b" * N,
    "calls side by side": "x: a" + " (b)" * N,
    "blocks": "".join(" " * depth + "if a:\n" for depth in range(300)),
    "else if": "if a:\n b\n" + "else if c:\n d\n" * 2000,
    "digits": "1" * N,
    "decimals": "1." * N,
    "large cell": f"r{'1' * N}c1",
    "backslashes": '"' + '\\"' * N,
    "quotes": '"' * N,
    "half runs of cells": "r1c1.." * N,
    "blank lines in a bracket": "(" + "\n" * N + "a",
    "blanks": " " * N,
    "tabs": "\ta\n" * N,
    "zeros": "\0" * N,
    "lone surrogates": "\ud800 = \udfff\n" * N,
    "unclosed brackets": "f(a\n" * N,
    "unclosed brackets with mistakes": "f([\n  3 3\n" * N,
    "zigzag": "if a:\n        b\n    c\n" * N,
    "layouts": "givens:\n" * N,
}


@pytest.mark.parametrize("text", WORST.values(), ids=list(WORST))
def test_the_worst_is_survived(text: str) -> None:
    file, diagnostics = read(Source("<text>", text))
    assert len(diagnostics) <= 101
    for diagnostic in diagnostics[:3]:
        assert diagnostic.render()
    if not diagnostics:
        assert _depth(file.statements) <= 3 * DEPTH
    expression, diagnostics = read_expression(Source("<text>", text))
    assert (expression is None) == bool(diagnostics)


@pytest.mark.parametrize("name", ["minus", "not", "power", "implication", "differences", "choices", "calls", "ranges"])
def test_deep_trees_are_one_mistake(name: str) -> None:
    _, diagnostics = read(Source("<text>", WORST[name]))
    assert [diagnostic.code for diagnostic in diagnostics] == ["bound"]


def test_depth_adds_up() -> None:
    """A long chain inside a bracket inside a long chain is as deep as all of them together."""
    text = "0"
    for _ in range(20):
        text = f"({text})" + "-1" * 20
    assert read(Source("<text>", text))[1][0].code == "bound"
    assert not read(Source("<text>", "[" * 150 + "]" * 150))[1]


def test_long_lists_are_no_deep_trees() -> None:
    for text in (f"[{'1,' * N}]", f"a: {'b ' * N}", f"a: {'b, ' * N}b", f"f({'a,' * N})", " < ".join(["a"] * N)):
        assert not read(Source("<text>", text))[1]


def test_a_text_has_a_largest_length() -> None:
    file, diagnostics = read(Source("<text>", "#" * (LONGEST_TEXT + 1)))
    assert file.statements == ()
    assert [diagnostic.code for diagnostic in diagnostics] == ["bound"]


def _depth(value: Any) -> int:
    if isinstance(value, tuple):
        return max(map(_depth, value), default=0)
    if type(value).__module__ == syntax.__name__:
        return 1 + max(_depth(getattr(value, name)) for name in value.__match_args__)
    return 0
