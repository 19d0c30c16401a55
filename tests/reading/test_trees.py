"""Every statement, operator and literal, and the tree it becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from puzzledsl import syntax
from puzzledsl.reading import read, read_expression
from puzzledsl.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

EXPRESSIONS = [
    # literals
    ("9", "9"),
    ("0.5", "1/2"),
    ("1..9", "(.. 1 9)"),
    ("0.5..1.5", "(.. 1/2 3/2)"),
    (r'"a \"b\" \\ \n\t"', repr('a "b" \\ \n\t')),
    ('"é…"', "'é…'"),
    ("true", "true"),
    ("false", "false"),
    ("none", "none"),
    ("r3c4", "r3c4"),
    ("R3C4", "r3c4"),
    ("r1c1..r1c4..r4c4", "r1c1..r1c4..r4c4"),
    ("r99c0", "r99c0"),
    ("r1c1 .. r1c3", "(.. r1c1 r1c3)"),
    ("r1c", "r1c"),
    ("r1c1x", "r1c1x"),
    ("_a1", "_a1"),
    ("of", "of"),
    ("except", "except"),
    # collections
    ("[]", "[]"),
    ("[1, 2,]", "[1 2]"),
    ("{}", "{}"),
    ("{1}", "{1}"),
    ("{1, 2,}", "{1 2}"),
    ('{"a": 3, 1: 2,}', "{'a':3 1:2}"),
    ("()", "(tuple)"),
    ("(1)", "1"),
    ("(1,)", "(tuple 1)"),
    ("(1, 2)", "(tuple 1 2)"),
    ("(1, 2,)", "(tuple 1 2)"),
    ("[x for x in xs]", "(list x for x in xs)"),
    ("[a for a, b in xs, c in 1..3 where a > b]", "(list a for a,b in xs, c in (.. 1 3) where (a > b))"),
    ("{x for x in xs}", "(set x for x in xs)"),
    ("count(a > b for a, b in pairs(line))", "(call count (bare (a > b) for a,b in (call pairs line)))"),
    # postfix
    ("f()", "(call f)"),
    ("f(a, b = 1,)", "(call f a b=1)"),
    ("f (a)", "(call f a)"),
    ("f(a)(b)", "(call (call f a) b)"),
    ("m[1]", "(index m 1)"),
    ("m[i, *]", "(index m i *)"),
    ("m[*, j]", "(index m * j)"),
    ("m[1..3, 4..6]", "(index m (.. 1 3) (.. 4 6))"),
    ("m.a", "(. m a)"),
    ("m.a[1](x).b", "(. (call (index (. m a) 1) x) b)"),
    ("r1c1..r1c4[2]", "(index r1c1..r1c4 2)"),
    # operators, tightest first
    ("a ^ b ^ c", "(^ a (^ b c))"),
    ("a ^ -b", "(^ a (unary- b))"),
    ("-a ^ b", "(unary- (^ a b))"),
    ("--a", "(unary- (unary- a))"),
    ("-a * b", "(* (unary- a) b)"),
    ("a * b / c", "(/ (* a b) c)"),
    ("a div b mod c", "(mod (div a b) c)"),
    ("a + b * c", "(+ a (* b c))"),
    ("a - b + c", "(+ (- a b) c)"),
    ("a + 1..b - 1", "(.. (+ a 1) (- b 1))"),
    ("a in 1..3", "(a in (.. 1 3))"),
    ("a == b", "(a == b)"),
    ("a != b", "(a != b)"),
    ("a < b <= c > d >= e", "(a < b <= c > d >= e)"),
    ("a not in b", "(a not in b)"),
    ("(a < b) < c", "((a < b) < c)"),
    ("not a == b", "(not (a == b))"),
    ("not not a", "(not (not a))"),
    ("not a and b", "(and (not a) b)"),
    ("a and b and c", "(and (and a b) c)"),
    ("a xor b and c", "(xor a (and b c))"),
    ("a or b xor c", "(or a (xor b c))"),
    ("a -> b or c", "(-> a (or b c))"),
    ("a -> b -> c", "(-> a (-> b c))"),
    ("a <-> b", "(<-> a b)"),
    ("if a then b else if c then d else e", "(if a b (if c d e))"),
    ("if a -> b then c else d -> e", "(if (-> a b) c (-> d e))"),
    ("(if a then b else c) + 1", "(+ (if a b c) 1)"),
    ("(r1c1, r2c1) in {(1, 3), (3, 1)}", "((tuple r1c1 r2c1) in {(tuple 1 3) (tuple 3 1)})"),
    ("f(if a then b else c, [if a then b else c])", "(call f (if a b c) [(if a b c)])"),
    ("a<-b", "(a < (unary- b))"),
]

STATEMENTS = [
    ('puzzle "a"', "(puzzle 'a')"),
    ('author "a"', "(author 'a')"),
    ('source "a"', "(source 'a')"),
    ('date "a"', "(date 'a')"),
    ('note "a"', "(note 'a')"),
    ('include "a.puz"', "(include 'a.puz')"),
    ("param n = 9", "(param n 9)"),
    ("grid cell[9, n] in 1..n", "(grid cell [9 n] (.. 1 n))"),
    ("grid g[3] in {1, 3}", "(grid g [3] {1 3})"),
    ("grid g[3, 3] in bool", "(grid g [3 3] none)"),
    ("var a in 0..45", "(var a (.. 0 45))"),
    ("var a, b in bool", "(var a b none)"),
    ("var a in real", "(var a real none)"),
    ("var a in real -1..0.5", "(var a real (.. (unary- 1) 1/2))"),
    ("let a = if b then c else d", "(let a (if b c d))"),
    ("let f() = 1", "(let f() 1)"),
    ("let f(a, b = 1, *c,) = a", "(let f(a b=1 *c) a)"),
    ("rule f(a, b = 2, *c):\n    a", "(rule f(a b=2 *c) (holds a))"),
    ("rule f():\n  let x = 1\n  var y in 1..2\n  x == y", "(rule f() (let x 1) (var y (.. 1 2)) (holds (x == y)))"),
    ("for a, b in c, i in 1..3 where a > i:\n  a", "(for a,b in c, i in (.. 1 3) where (a > i): (holds a))"),
    ("if a:\n  b", "(if a: (holds b) else: )"),
    ("if a:\n  b\nelse:\n  c", "(if a: (holds b) else: (holds c))"),
    ("if a:\n  b\nelse if c:\n  d\nelse:\n  e", "(if a: (holds b) else: (if c: (holds d) else: (holds e)))"),
    ("if a:\n  if b:\n    c\n  else:\n    d", "(if a: (if b: (holds c) else: (holds d)) else: )"),
    ("if a then b else c", "(holds (if a b c))"),
    ("givens:\n  1 2 | 3\n ---+--\n\n    # no row\n  4 5 | 6 # a row\n", "(givens none '1 2 | 3' '---+--' '4 5 | 6')"),
    ("givens g:\n 12", "(givens g '12')"),
    ("mask:\n x.", "(mask none 'x.')"),
    ("mask g:\n x.", "(mask g 'x.')"),
    ("regions a:\n x.", "(regions a none 'x.')"),
    ("regions a of g:\n x.", "(regions a g 'x.')"),
    ("regions of of of:\n x.", "(regions of of 'x.')"),
    ("clues a:\n x 1,2", "(clues a none 'x 1,2')"),
    ("clues a of g:\n x.", "(clues a g 'x.')"),
    ('clues a in "bw":\n b.', "(clues a none in 'bw' 'b.')"),
    ("clues a of g in 1..3:\n 1.", "(clues a g in (.. 1 3) '1.')"),
    ("clues clues:\n 1 .", "(clues clues none '1 .')"),
    ('rule f(a):\n  draw line(a, color = "red")', "(rule f(a) (draw line a color='red'))"),
    ("draw text()", "(draw text)"),
    ("maximize a + b", "(maximize (+ a b))"),
    ("minimize a", "(minimize a)"),
    ('show "a", b + 1', "(show 'a' (+ b 1))"),
    ("r1c1 + r1c2 == r2c1", "(holds ((+ r1c1 r1c2) == r2c1))"),
    ("f(a) or g(b)", "(holds (or (call f a) (call g b)))"),
]

CLUES = [
    ("alldifferent: rows, columns", "(clue alldifferent: rows, columns)"),
    ("cage 15: r1c3..r1c5", "(clue cage 15: r1c3..r1c5)"),
    ("cage 3: r1c1 r1c2", "(clue cage 3: <r1c1 r1c2>)"),
    ("thermo: [r1c1, r1c2], row(3) r2c2", "(clue thermo: [r1c1 r1c2], <(call row 3) r2c2>)"),
    ("arrow r1c1: r1c2..r1c4", "(clue arrow r1c1: r1c2..r1c4)"),
    ('kenken "-" 3: r1c1 r1c2', "(clue kenken '-' 3: <r1c1 r1c2>)"),
    ("whisper gap = 5: a", "(clue whisper gap=5: a)"),
    ("whisper 1 gap = -5 2: a", "(clue whisper 1 gap=(unary- 5) 2: a)"),
    ("contains 1 {2, 3} true: a", "(clue contains 1 {2 3} true: a)"),
    ("a: if b then c else d", "(clue a: (if b c d))"),
    ("a: [x for x in y], b", "(clue a: (list x for x in y), b)"),
    ("a m[1] f(2).b: c", "(clue a (index m 1) (. (call f 2) b): c)"),
    # brackets right behind the name, or after a blank
    ("cage(15): a", "(clue cage 15: a)"),
    ("cage (15): a", "(clue cage 15: a)"),
    ("cage (3 + 4) 5: a", "(clue cage (+ 3 4) 5: a)"),
    ("cage(15, b = 2) 3: a", "(clue cage 15 b=2 3: a)"),
    ("full_rank [1, 2]: a", "(clue full_rank [1 2]: a)"),
    ("full_rank[1, 2]: a", "(clue full_rank [1 2]: a)"),
    ("a (1, 2) (3): b", "(clue a (tuple 1 2) 3: b)"),
    ("a (1,): b", "(clue a (tuple 1): b)"),
    ("a r1c1 [1, 2] [3]: b", "(clue a r1c1 [1 2] [3]: b)"),
    ("a x[1] (2): b", "(clue a (index x 1) 2: b)"),
    ("a 1: r1c1 [r1c2, r1c3]", "(clue a 1: <r1c1 [r1c2 r1c3]>)"),
    ("a 1: b (c) [d][1] e", "(clue a 1: <b c (index [d] 1) e>)"),
    ("a: f (x), b", "(clue a: <f x>, b)"),
    ("a (f (x)): b", "(clue a (call f x): b)"),
]


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS)
def test_expressions(text: str, expected: str, shapes: Callable[[str], list[str]]) -> None:
    assert shapes(f"let x = {text}") == [f"(let x {expected})"]


@pytest.mark.parametrize(("text", "expected"), [*STATEMENTS, *CLUES])
def test_statements(text: str, expected: str, shapes: Callable[[str], list[str]]) -> None:
    assert shapes(text) == [expected]
    assert shapes(f"{text}\n") == [expected]
    assert shapes("\ufeff\n# comment\n\n" + text.replace("\n", " # comment\r\n") + "\r\n\r\n") == [expected]


@pytest.mark.parametrize(("text", "expected"), STATEMENTS)
def test_statements_stand_one_after_another(text: str, expected: str, shapes: Callable[[str], list[str]]) -> None:
    assert shapes(f"a\n{text}\nb") == ["(holds a)", expected, "(holds b)"]


def test_every_kind_of_node_is_tried() -> None:
    tried = "".join(expected for _, expected in EXPRESSIONS + STATEMENTS + CLUES)
    for tag in (
        "call",
        "index",
        "tuple",
        "unary-",
        "not",
        "if",
        "list",
        "set",
        "bare",
        "regions",
        "mask",
        "draw",
        "show",
    ):
        assert f"({tag} " in tried


def test_lines_go_on_inside_brackets(shapes: Callable[[str], list[str]]) -> None:
    text = "let a = [\n1,   # one\n\n# two\n  2\n]\nrule f(\n  a,\n  b\n):\n    a\n"
    assert shapes(text) == ["(let a [1 2])", "(rule f(a b) (holds a))"]


def test_comments_do_not_end_blocks(shapes: Callable[[str], list[str]]) -> None:
    assert shapes("for a in b:\n# left\n  c\n# left\n\n        # right\n  d\n") == ["(for a in b: (holds c) (holds d))"]


def test_layout_rows_may_be_indented_unevenly(shapes: Callable[[str], list[str]]) -> None:
    assert shapes("givens:\n   1  2\n  10  3\n 4 5\n\n  6 6\na") == [
        "(givens none '1  2' '10  3' '4 5' '6 6')",
        "(holds a)",
    ]


def test_an_empty_file_has_no_statements(shapes: Callable[[str], list[str]]) -> None:
    assert shapes("") == shapes("\n\n") == shapes("  # nothing") == shapes("\ufeff") == shapes("   ") == []


def test_places_are_exact() -> None:
    text = "let x = (a + b) * f(c)  # t\nfor i in 1..3:\n    cage 3: r1c1 r1c2\ngivens:\n   1 2 # c\n"
    file, _ = read(Source("<text>", text))
    let, loop, givens = file.statements
    assert isinstance(let, syntax.Let)
    assert isinstance(let.value, syntax.Binary)
    assert let.span.text == "let x = (a + b) * f(c)"
    assert let.value.span.text == "(a + b) * f(c)"
    assert let.value.left.span.text == "a + b"
    assert isinstance(loop, syntax.For)
    assert loop.span.text == "for i in 1..3:"
    assert loop.body[0].span.text == "cage 3: r1c1 r1c2"
    assert isinstance(givens, syntax.Givens)
    assert givens.span.text == "givens:"
    assert givens.rows[0].span.text == givens.rows[0].text == "1 2"
    assert str(givens.rows[0].span) == "<text>:5:4"


def test_places_of_chains_include_brackets_of_operands() -> None:
    file, _ = read(Source("<text>", "(a) + (b) + (c) + d"))
    (constraint,) = file.statements
    assert isinstance(constraint, syntax.Constraint)
    whole = constraint.expression
    assert isinstance(whole, syntax.Binary)
    assert whole.span.text == "(a) + (b) + (c) + d"
    assert whole.left.span.text == "(a) + (b) + (c)"


@pytest.mark.parametrize("op", ["+", "*", "and", "or", "xor"])
def test_long_chains_are_balanced(op: str) -> None:
    terms = [f"x{i}" for i in range(5000)]
    expression, diagnostics = read_expression(Source("<text>", f" {op} ".join(terms)))
    assert not diagnostics
    assert _depth(expression) < 60
    assert _leaves(expression) == terms


def test_a_long_sum_with_differences_keeps_its_meaning() -> None:
    text = "".join(f"{'+-'[i % 3 == 0]}{i}" for i in range(1, 2000))
    expression, diagnostics = read_expression(Source("<text>", f"0{text}"))
    assert not diagnostics
    assert _depth(expression) < 60
    assert _value(expression) == eval(f"0{text}")


def _depth(node: object) -> int:
    return 1 + max(_depth(node.left), _depth(node.right)) if isinstance(node, syntax.Binary) else 0


def _leaves(node: object) -> list[str]:
    if isinstance(node, syntax.Binary):
        return _leaves(node.left) + _leaves(node.right)
    assert isinstance(node, syntax.Name)
    return [node.id]


def _value(node: object) -> int:
    if isinstance(node, syntax.Binary):
        left, right = _value(node.left), _value(node.right)
        return left + right if node.op == "+" else left - right
    assert isinstance(node, syntax.Number)
    return int(node.value)


def test_an_expression_alone() -> None:
    expression, diagnostics = read_expression(Source("--set", " [1,\n 2] "))
    assert not diagnostics
    assert isinstance(expression, syntax.ListOf)
    for wrong in ("", "1 2", "a = 3", "let a = 3", "(", "a: b"):
        expression, diagnostics = read_expression(Source("--set", wrong))
        assert expression is None
        assert len(diagnostics) == 1
