r"""The mistakes of form that people make, as a table: how the line looks, what is wrong, and what to write instead.

A pattern is a regular expression for a line as `puzzledsl.reading.syntax_errors` writes it out, each token with a
blank behind it:

- a name has a quote before it; ``CELLS`` and ``TEXT`` stand for all runs of cells and all texts;
- ``;`` is the end of the line, ``>>`` and ``<<`` are the ends of a block;
- ``@`` is before the token that the grammar does not allow.

So ``cage 15 r1c1`` reads ``'cage 15 CELLS @; ``. In a pattern, the words of `SHAPES` stand for tokens, ``«…»`` is the
place to point at (the token behind ``@`` if there is none), and ``‹…›`` the place to replace (if it is another).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.nearest import nearest
from puzzledsl.reading.parse_tables import STATEMENT_WORDS, tables

if TYPE_CHECKING:
    from collections.abc import Callable

_INNER = r"[(\[{] [^()\[\]{}]*[)\]}]"  # brackets without any inside
SHAPES = {
    "NAME": r"'\w+",
    "NUMBER": r"\d\S*",
    "CELLS": r"CELLS\w*",
    "RUN": "CELLS_TO",
    "KEYWORD": "[a-z]+",
    "STATEMENT": f"(?:{'|'.join(STATEMENT_WORDS)})",
    "COMPARISON": "(?:[=!<>]=|[<>])",
    "VALUE": r"(?:'\w+|\d\S*|CELLS\w*|TEXT)",
    "ARGUMENT": r"(?:\d\S*|TEXT|none|true|false|[(\[{] (?:(?:\d|TEXT|[-+*/^])\S* )*[)\]}])",
    "PLACE": rf"@?(?:'\w+|CELLS\w*|,|-|[(\[{{] (?:[^()\[\]{{}}]|{_INNER})*[)\]}}])",
}
"""Words of the patterns, and the tokens that they stand for."""

CLUE_FORM = "a clue is `name arguments: cells`, such as `cage 15: r1c1 r1c2`"
_COMPUTED = "an argument that is computed needs parentheses, as in `white_dot (2 - 1): r1c1 r1c2`"
_CHOICE = "a choice is written `if c then a else b`"
_IMPLICATION = "to say that `a` must hold if `c` holds, write `c -> a`"
_LET = "to give a value a name, write `let {1} = …`"
_ADVICE = {
    "write `rule name(cells): …` for a new kind of clue, `let name(x) = \u2026` for a function": "def function",
    "loops are written `for x in list:`": "while foreach forall",
    "write the condition alone in a rule, `let name(x) = value` for a function": "return",
    'the rules of the library need no line; another file is taken by `include "file.puz"`': "import from",
    "a model is solved by the command `puzzledsl solve`": "solve",
    "write `let` for a constant, `param` for one that the command line may change": "const",
    "write `var name in 0..9`": "int variable",
    "write `var name in real 0..9`": "float",
    "write `grid name[9, 9] in 1..9`": "array",
}
"""What is written here, and statements of other languages."""
_STATEMENTS = {
    "else if": "elif elseif",
    "show": "print output",
    "let": "set",
    "puzzle": "title",
}
"""Words, and those that they replace."""
_OPERATORS = {
    "==": "is",
    "->": "implies",
    "<->": "iff",
    "else": "otherwise",
    "none": "null",
}
"""Operators, and those of other languages."""


_MANY = 20
"""Numbers that are not listed any more."""
_LONG = 10
"""Digits of a number that is not computed with any more."""
_EXACT = "(?!.*@?(?i:'less|'more|'least|'most|'than|'not|not|'no|'fewer|'greater) )"
"""A sentence of cells that says equal."""
_QUANTIFIERS = ("sum", "product", "min", "max", "forall", "exists", "all", "any")


class Mistake(NamedTuple):
    """A row of the table.

    In the texts, ``{1}`` is what the first group of the pattern holds, and ``{1:CELLS→, }`` the cells in it, joined by
    commas. Further names are ``found``, ``problem`` (what is expected and found), ``indent``, ``opening`` (the last
    bracket that is open), its ``closing``, and ``above``, the first word of the line before.

    Attributes:
        pattern: how the line looks.
        message: what is wrong.
        edit: what to write instead.
        label: what is written beside the place; by default, to write ``edit``.
        helps: further advice, a line each.
        when: what the parser must, or with ``!`` must not, expect there: ``value !operator ,|:``.
        meant: what the first group's text, however long, is meant to be, ``{meant}`` in the texts; ``None`` if it is
            something else.
        also: another edit that is possible.
        note: what is said about the place ``noted``, which is a second one.
        at: the place if it is not on this line.
        code: the kind of mistake.
    """

    pattern: str
    message: str
    edit: str | None = None
    label: str | None = None
    helps: str = ""
    when: str = ""
    meant: Callable[[str], str | None] | None = None
    also: str | None = None
    code: str = "syntax"
    note: str = ""
    noted: str = ""
    at: str = ""


FORMS = {
    "puzzle": '`puzzle "title"`',
    "author": '`author "name"`',
    "source": '`source "text"`',
    "date": '`date "text"`',
    "note": '`note "text"`',
    "include": '`include "file.puz"`',
    "param": "`param n = 9`",
    "grid": "`grid cell[9, 9] in 1..9`",
    "var": "`var total in 0..45`",
    "let": "`let name = value` or `let name(x) = value`",
    "rule": "`rule name(cells, argument = default):` with a block below",
    "for": "`for x in list:` with a block below",
    "givens": "`givens:` with rows below",
    "mask": "`mask:` with rows below",
    "regions": "`regions name:` with rows below",
    "clues": "`clues name:` with rows below",
    "draw": "`draw line(cells)`",
}
"""What a statement looks like, by its first word."""

POSSIBLE = (
    ("value", "a value"),
    ("NAME !value", "a name"),
    ("TEXT !value !NAME", 'a text in "quotes"'),
    ("operator", "an operator"),
    ("then", "`then`"),
    ("else", "`else`"),
    ("bool", "`bool`"),
    ("real", "`real`"),
    ("in !operator", "`in`"),
    (":", "a colon"),
    (",", "a comma"),
    ("= !operator !value", "`=`"),
    ("( !operator !value", "`(`"),
    ("[ !operator !value", "`[`"),
    ("* !operator !value", "`*`"),
    (")", "`)`"),
    ("]", "`]`"),
    ("}", "`}`"),
    ("_NEWLINE", "the end of the line"),
)
"""What may stand at a place, each behind what must be expected there as in `Mistake.when`."""


def _statement(word: str) -> str | None:
    return _near(word, (*STATEMENT_WORDS, "for", "if"))


def _one_less(number: str) -> str:
    return str(int(number) - 1) if _is_short(number) else f"{number} - 1"


def _is_short(number: str) -> bool:
    return number.isdecimal() and len(number) < _LONG


def _python_range(arguments: str) -> str | None:
    """``range(1, 6)`` and ``range(1, 6, 2)`` of Python, which end before their end."""
    first, last, *step = [part.strip() for part in arguments.split(",")]
    if not step:
        return f"{first}..{_one_less(last)}"
    if len(step) > 1 or not all(map(_is_short, (first, last, *step))) or not int(step[0]):
        return None
    numbers = range(int(first), int(last), int(step[0]))
    return f"[{', '.join(map(str, numbers))}]" if 0 < len(numbers) < _MANY else None


def _objective_of(word: str) -> str:
    return f"{word}imize"


def _compared(words: str) -> str:
    """``at least``, ``less than`` or ``not`` behind `is`."""
    first, *last = words.split()
    if not last:
        return "!="
    return {"least": ">=", "most": "<="}.get(last[0]) or ("<" if first in ("less", "smaller", "fewer") else ">")


def _quantifier(word: str) -> str | None:
    return {"forall": "all", "exists": "any"}.get(word, word) if word in _QUANTIFIERS else None


def _show_items(text: str) -> str | None:
    """``"total {r1c1}"`` of Python as items of `show`."""
    parts = [part.strip() for part in re.split(r"[{}]", text.strip('"'))]
    if any(sign in text for sign in ("\\", ":", "!", "{{", "}}")):
        return None
    return ", ".join(part if k % 2 else f'"{part}"' for k, part in enumerate(parts) if part)


def _header(word: str) -> str | None:
    return _near(word, ("givens", "mask", "regions", "clues", "else"))


def _near(word: str, known: tuple[str, ...]) -> str | None:
    return word.lower() if word.lower() in known else nearest(word, known)


def _in_small_letters(word: str) -> str | None:
    return word.lower() if word.lower() in tables().keywords else None


def _among(words: dict[str, str]) -> Callable[[str], str | None]:
    return lambda word: next((here for here, others in words.items() if word.lower() in others.split()), None)


MISTAKES = (
    # ── blocks and brackets ─────────────────────────────────────────────────────────────────────
    Mistake(
        "^«@>> .*?»(?:; |<< )",
        "unexpected indentation",
        label="this line does not belong to a block",
        helps="only `rule`, `for`, `if` and `else` have a block; the cells of a clue stand on its own line",
        code="indentation",
    ),
    Mistake(
        "@(?:<<|else|STATEMENT) ",
        "`{above}` needs a block",
        label="write its statements on the lines below, indented",
        when="only:_INDENT",
        at="above",
        code="missing-block",
    ),
    Mistake(
        "«(@.*?)»; ",
        "the lines below `{above}` are not indented",
        "    {1}",
        "put 4 blanks more before each line of this block than before `{above}`",
        when="only:_INDENT",
        note="this `{above}` needs a block",
        noted="above",
        code="missing-block",
    ),
    Mistake(
        r"«@([)\]}])» ",
        "`{1}` where `{closing}` is expected",
        "{closing}",
        "",
        when="mismatch",
        note="this `{opening}` is open",
        noted="opening",
        code="unmatched-bracket",
    ),
    Mistake(
        "@",
        "expected the end of the line, found {found}",
        label="rows begin on the next line",
        when="only:LAYOUT",
    ),
    Mistake(
        "^«if (.*) : @(.*)»; ",
        "the block of an `if` stands on lines of its own",
        "{1} -> {2}",
        "for one condition write `{1} -> {2}`",
    ),
    Mistake(
        r"^«for (NAME @?in [^:]*?) (?:@'do |: @)((?![^;]*(?:if|for) )[^:;]*)»; ",
        "a block begins on the next line, indented",
        "all({2} for {1})",
        "for one condition write `all({2} for {1})`",
    ),
    Mistake(
        ": @",
        "expected the end of the line, found {found}",
        label="a block begins on the next line, indented",
        when="only:_NEWLINE",
    ),
    Mistake(
        "^@(givens|mask|regions|clues) ",
        "`{1}` belongs at the outermost level",
        label="not inside a block",
        when="let",
        code="nested-layout",
    ),
    Mistake(
        "^@else ",
        "`else` without an `if`",
        label="it belongs right behind the block of an `if`, indented as that is",
    ),
    # ── sentences and clues of other notations ──────────────────────────────────────────────────
    Mistake(
        "^(?:rule|let|grid|var|param|regions) «(@?NAME(?: @?- @?NAME)+)» ",  # rule my-rule(cells):
        "names have no hyphens",
        "{1:NAME→_}",
        when="tight",
        code="hyphen",
    ),
    Mistake(
        r"^«(NAME(?: @?- @?NAME)+)» (?!@?(?:COMPARISON|[-+*/^[.]) )",  # x-sum 24: row(1)
        "names have no hyphens",
        "{1:NAME→_}",
        when="tight",
        code="hyphen",
    ),
    Mistake(
        "^«'clues» @?: @?;",
        "`clues` needs a name",
        "clues number",
        "to name rows of marks, one mark for each cell, write `clues number:`",
        "later lines use the name, as in `for c, n in number:`\n"
        "clues such as `cage 15: r1c1 r1c2` need no heading; each is a line of its own, without blanks before it",
    ),
    Mistake(
        "^«regions» @?: @?;",
        "`regions` needs a name",
        "regions area",
        "write `regions area:`",
        "later lines use the name, as in `alldifferent: area`",
    ),
    Mistake(  # r1c1..r1c3 add up to 10
        f"^{_EXACT}(?=.*@?(?i:'sums?|'totals?|'adds?|'plus) )(?=(?:.* )?@?RUN )"
        "«((?:@?(?:NAME|CELLS|and|,) )*@?(NUMBER) (?:@?(?:NAME|CELLS|and|,) )*)»@?;",
        "this is a sentence, not a formula",
        "total {2}: {1:CELLS→ }",
    ),
    Mistake(  # sum of r1c1 and r1c2 is 10
        f"^{_EXACT}(?=.*@?(?i:'sums?|'totals?|'adds?|'plus) )(?=(?:.* )?@?CELLS )"
        "«((?:@?(?:NAME|CELLS|and|,) )*@?(NUMBER) (?:@?(?:NAME|CELLS|and|,) )*)»@?;",
        "this is a sentence, not a formula",
        "{1:CELLS→ + } == {2}",
        helps="or as a clue: `total {2}: {1:CELLS→ }`",
    ),
    Mistake(
        "^«('sum|'product|'min|'max) (?:: )?((?:CELLS )+)»@(?:COMPARISON|=) ",  # sum r1c1 r1c2 == 10
        "a function takes its arguments in brackets",
        "{1}({2:CELLS→, })",
    ),
    Mistake(  # int: n = 9
        r"^«'(?:int|float|string) (?:@?: )?@?(NAME) @?= (.*?)»(?: @?\\)* @?;",
        "a constant is declared by `let`",
        "let {1} = {2}",
        helps="with `param` instead, the command line may change it",
    ),
    Mistake(
        "^‹(NAME) : ([^:]+)«@(==?)» (NUMBER)›",  # cage: r1c1 r1c2 = 15
        "unexpected `{3}` in a clue",
        "{1} {4}: {2}",
        "an argument belongs before the colon",
        "write `{1} {4}: {2}`",
        "!brackets",
    ),
    Mistake(
        r"[\])\w] @?\[ «0 @?: @?(NUMBER)» ",
        "a range is written with two points",
        "1..{1}",
        helps="places are counted from 1, and both ends belong to it",
        code="range",
    ),
    Mistake(
        "in «(NUMBER) @: (NUMBER)»",
        "a range is written with two points",
        "{1}..{2}",
    ),
    Mistake(
        "^for .*in «(NUMBER (?:@, NUMBER|, @NUMBER)(?: , NUMBER)*)»",
        "the values of a loop are a list",
        "[{1:NUMBER→, }]",
        when="!brackets",
    ),
    Mistake(
        "in «(NUMBER (?:@, NUMBER|, @NUMBER)(?: , NUMBER)*)»",
        "several values are a set, in braces",
        "{{{1:NUMBER→, }}}",
        when="!brackets",
    ),
    Mistake(
        "^NAME «([^:]*@, [^:]*)»: ",  # contains 1, 2, 3: r1c1 r1c2
        "arguments of a clue are separated by blanks, not commas",
        "{1:[^,]+→ }",
        when="!brackets",
    ),
    Mistake(
        r"«(\d+) @, (\d+)» ",
        "a decimal is written with a point",
        "{1}.{2}",
        when="tight !brackets",
        code="decimal",
    ),
    Mistake(
        "^«(NAME) @= (NUMBER) :» ",
        "an argument of a clue follows its name, without `=`",
        "{1} {2}:",
    ),
    Mistake(
        "^‹(STATEMENT) «@:» ([^;]\\S*)› ",
        "`{1}` takes no colon",
        "{1} {2}",
        "leave it out",
    ),
    Mistake(
        "^for .*NAME «@=» ",
        "a loop is written with `in`",
        "in",
    ),
    Mistake(
        r"(?:^|.* )for «@[(\[] ([^()\[\]]*?NAME[^()\[\]]*?)[)\]]» in ",
        "the names of a loop have no parentheses",
        "{1:NAME→, }",
    ),
    Mistake(
        r"(?:^|.* )for (?:NAME .*?)?«@[(\[] [^()\[\]]*?NAME[^()\[\]]*?[)\]]» (?:,|in) ",
        "the names of a loop have no parentheses",
        label="write one name for this, such as `item`",
        helps="its parts are `item[1]`, `item[2]`, …",
    ),
    Mistake(
        "^(?:rule|let) .*«(NAME) @: NAME» ",
        "a parameter has no type",
        "{1}",
        when="brackets",
    ),
    Mistake(
        "^NAME (?=[^:@]*: ).*(?<!: )«(NAME)» (?:NUMBER )*@: ",  # cage 15: r1c1 r1c2 thermo: r2c1..r2c3
        "two clues on one line",
        "\n{indent}{1}",
        "each clue is on a line of its own",
        when="!brackets",
    ),
    Mistake(
        "(?:and|or) @COMPARISON ",
        "a comparison needs two sides",
        label="repeat the left side",
        helps="or write a chain: `3 < r1c1 < 6`",
    ),
    Mistake(
        "^«(CELLS) (NUMBER)» @;",
        "a known cell is written as a comparison",
        "{1} == {2}",
    ),
    Mistake(
        "^NAME «- (NUMBER)» @: ",
        "a number before the colon is written without a minus",
        "{1}",
        "write `{1}`, or `(-{1})` if it is really negative",
        also="(-{1})",
    ),
    Mistake(
        r"«(CELLS) (?:@: |\. @)(CELLS)»",
        "a run of cells is written with two points",
        "{1}..{2}",
    ),
    Mistake(
        "«(NUMBER) @: (NUMBER)»",
        "a range is written with two points",
        "{1}..{2}",
        when="brackets",
    ),
    Mistake(
        "«(?=CELLS |VALUE @CELLS)(VALUE) @(VALUE)»",  # sum(r1c1 r1c2)
        "values in brackets are separated by commas",
        "{1}, {2}",
        when=", brackets",
    ),
    Mistake(
        "^show .*«(?=CELLS |VALUE @CELLS)(VALUE) @(VALUE)»",
        "values after `show` are separated by commas",
        "{1}, {2}",
        when=",",
    ),
    # ── declarations and statements of other languages ──────────────────────────────────────────
    Mistake(  # subject to r1c1 + r1c2 <= 5
        r"^«'(?:subject|such) @?'(?:to|that)(?:(?: @?NAME)? @?:)? (@?[^ @:;].*)»; ",
        "a condition has no words before it",
        "{1}",
    ),
    Mistake(
        "^«(?:'objective|'goal|'solve) (?:@?: )?@?(maximize|minimize) (.*)» ;",
        "an objective has no words before it",
        "{1} {2}",
    ),
    Mistake(
        r"^«'(?:assert|constraint|require) (\S.*)»; ",
        "a condition has no words before it",
        "{1}",
    ),
    Mistake(
        r"^«'(?:def|define|function|fun|const|constant) @?(NAME (?:@?\( [^()]* @?\) )?@?= .*)»; ",
        "a constant or a function is declared by `let`",
        "let {1}",
    ),
    Mistake(
        r"^«'genre (?:: )?@?'(\w+)» @?;",
        "the name of a genre stands in quotes",
        'genre "{1}"',
    ),
    Mistake(
        "^«'genre (TEXT) @?'(\\w+) @?= @?(NUMBER)» @?;",
        "params stand on lines of their own",
        "genre {1}\nparam {2} = {3}",
        "write `param {2} = {3}` on the next line",
    ),
    Mistake(
        "^include «@(NAME)» ;",
        "the name of a file stands in quotes",
        '"{1}.puz"',
        helps='the rules of a genre are taken by `genre "{1}"`',
    ),
    Mistake(
        "^(?:param|let) NAME «@:» ",
        "a value stands behind `=`",
        "=",
    ),
    Mistake(  # for (i in 1..9) cell[i, i] == i
        r"^«for @\( (NAME in [^()]*) \) ((?![^;]*(?:if|for) ).*)»; ",
        "a block begins on the next line, indented",
        "all({2} for {1})",
        "for one condition write `all({2} for {1})`",
    ),
    Mistake(  # [cell[1, i] | i in 1..9]
        r"«@\|» NAME in ",
        "`|` is not an operator here",
        "for",
        code="foreign-operator",
    ),
    Mistake(
        r"^«grid @(\[.*)» ;",
        "a grid has a name",
        "grid cell{1}",
    ),
    Mistake(
        "^(?:grid|var) .*«@'(?:of|from|on)» ",
        "the values stand behind `in`",
        "in",
    ),
    Mistake(
        "«'abs ((?:CELLS|NUMBER) @?- (?:CELLS|NUMBER))» @?(?:COMPARISON|=) ",
        "a function takes its arguments in brackets",
        "abs({1})",
    ),
    Mistake(
        r"^«'(max|min)» @?(?:: )?VALUE ",
        "there is no statement `{1}`",
        "{meant}",
        meant=_objective_of,
    ),
    Mistake(
        "^let «(NAME) = 'lambda @?(NAME(?: @?, NAME)*) @?: (.*)»; ",
        "a function has its parameters behind its name",
        "{1}({2}) = {3}",
    ),
    Mistake(  # show f"total {r1c1}"
        "^show «@?'[fF] @?(TEXT)» @?;",
        "texts and values stand side by side, with commas",
        "{meant}",
        meant=_show_items,
    ),
    Mistake(
        "«@?'[fFbBuU] @?(TEXT)» ",
        "nothing stands before the quotes of a text",
        "{meant}",
        meant=lambda text: None if "{" in text else text,
    ),
    Mistake(  # sum{i in 1..9} cell[i, i] == 40
        r"^«@?('\w+) @?\{ @?(NAME @?in [^{}]*) \} (.*?)» @?COMPARISON ",
        "the loop of `{1}` stands behind its values",
        "{meant}({3} for {2})",
        meant=_quantifier,
    ),
    Mistake(  # GAMS: r1c1 + r1c2 =l= 10
        "«@?= @?'([lgeLGE]) @?=» ",
        "`={1}=` is not an operator here",
        "{meant}",
        meant=lambda letter: {"l": "<=", "g": ">=", "e": "=="}[letter.lower()],
        code="foreign-operator",
    ),
    Mistake(  # model.limit = Constraint(expr=x + y <= 7)
        r"^«NAME @?\. @?NAME @?= @?'Constraint @?\( @?(?:'expr @?= )?(.*) \)» @?;",
        "a condition has no name",
        "{1}",
    ),
    Mistake(
        "^(?:maximize|minimize) «NAME @?: (.*)» ; ",
        "an objective has no name",
        "{1}",
    ),
    Mistake(
        r"^«var (NAME) @?\[ @?(NUMBER) @?\] @?in» ",
        "several unknowns of one name are a grid",
        "grid {1}[1, {2}] in",
        helps="the first of them is `{1}[1, 1]`",
    ),
    Mistake(
        "^«let (NAME) @?, (NAME) @?= ([^;,]*) , ([^;,]*)» ;",
        "each name has a `let` of its own",
        label="write `let {1} = {3}`, and `let {2} = {4}` on the next line",
    ),
    Mistake(  # r1c1 is at least 5
        "«@?'is @?('at @?'(?:least|most)|'(?:less|smaller|fewer|greater|larger|more) @?'than|not)» "
        "(?!@?(?:'None|none) )",
        "`is {1}` is not an operator here",
        "{meant}",
        meant=_compared,
        code="foreign-operator",
    ),
    Mistake(
        "«@?'is @?not @?(?:'None|none)» ",
        "`is not` is not an operator here",
        "!= none",
        code="foreign-operator",
    ),
    Mistake(
        "«@?'is @?(?:'None|none)» ",
        "`is` is not an operator here",
        "== none",
        code="foreign-operator",
    ),
    Mistake(
        "^«(?:'int|'integer|'integers|'variable|'binary|@?bool) @?(NAME(?: @?, NAME)*)» @?;",
        "a variable is declared with its range",
        "var {1} in 0..9",
        "write `var {1} in 0..9`, with the range that you need",
    ),
    Mistake(
        r"^grid «(NAME) @\( ([^)]*)\)» ",
        "sizes belong in square brackets",
        "{1}[{2}]",
    ),
    Mistake(
        r"^grid «(NAME) .*(NUMBER) \] @\[ (NUMBER)(?: \])?» ",
        "both sizes belong in one pair of brackets",
        "{1}[{2}, {3}]",
    ),
    Mistake(
        "^grid .*«(NUMBER) @(?i:'x) (NUMBER)» ",
        "height and width are separated by a comma",
        "{1}, {2}",
    ),
    Mistake(
        "^grid .*@real ",
        "the cells of a grid hold whole numbers",
        label="a range such as `0..9`, or a set such as `{{1, 3, 5}}`, is needed here",
        helps="only a variable of its own can be real: `var hours in real 0..24`",
        code="domain",
    ),
    # ── words of other languages ────────────────────────────────────────────────────────────────
    Mistake(
        "^«(NAME)» (?!@?= )",
        "there is no statement `{1}`",
        "{meant}",
        meant=_among(_STATEMENTS),
    ),
    Mistake(
        "^«(NAME)» (?!@?= )",
        "there is no statement `{1}`",
        label="{meant}",
        meant=_among(_ADVICE),
    ),
    Mistake(
        r"(?<=[\w)\]}] )(?=.*@)«@?(NAME)» ",
        "`{1}` is not an operator here",
        "{meant}",
        "write `{meant}`, in small letters",
        when="operator|:",
        meant=_in_small_letters,
        code="foreign-operator",
    ),
    Mistake(
        r"(?<=[\w)\]}] )(?=.*@)«@?((?i:'between))» ",
        "`{1}` is not an operator here",
        label="write `low <= value <= high`",
        when="operator|:",
        code="foreign-operator",
    ),
    Mistake(
        r"(?<=[\w)\]}] )(?=.*@)«@?(NAME)» ",
        "`{1}` is not an operator here",
        "{meant}",
        when="operator|:",
        meant=_among(_OPERATORS),
        code="foreign-operator",
    ),
    Mistake(
        r"(?<=[\w)\]}] )(?=.*@)«@?((?i:'to))» ",
        "`{1}` is not an operator here",
        "..",
        "write `..` for a range",
        when="operator|:",
        code="foreign-operator",
    ),
    Mistake(
        "(?<= )«(NAME) @(NUMBER|CELLS)» ",  # r1c1 == row 3
        "a function takes its arguments in brackets",
        "{1}({2})",
        when="operator !clue",
    ),
    Mistake(
        "^«(NAME) (NUMBER|CELLS)» @COMPARISON ",  # row 3 == 5, where `row` was taken for a clue
        "a function takes its arguments in brackets",
        "{1}({2})",
        when=":",
    ),
    Mistake(
        "^‹(NAME) : ([^:,]+)«@:»› (.*);",  # cage: 15: r1c1 r1c2
        "two colons in one clue",
        "{1} {2}:",
        "only the one before the cells is needed",
        "write `{1} {2}: {3}`",
    ),
    Mistake(
        r"^‹(NAME) «@=» (\{)› ",
        "`=` where `in` is meant",
        "{1} in {2}",
        "write `in` for one of several values",
        _LET,
        "==",
        also="let {1} = {2}",
        code="assignment",
    ),
    Mistake(
        "^‹(NAME) «@=» ([^;]\\S*)› ",
        "`=` where `==` is meant",
        "{1} == {2}",
        "write `==` to compare",
        _LET,
        "==",
        also="let {1} = {2}",
        code="assignment",
    ),
    Mistake(
        r"«@=» \{ ",
        "`=` where `in` is meant",
        "in",
        "write `in` for one of several values",
        when="==",
        code="assignment",
    ),
    Mistake(
        "«@=» ",
        "`=` where `==` is meant",
        "==",
        "write `==` to compare",
        when="==",
        code="assignment",
    ),
    Mistake(
        "^KEYWORD .*«@==» ",
        "`==` where `=` is meant",
        "=",
        "write `=` to give a name a value",
        when="=",
        code="assignment",
    ),
    Mistake(
        r"^«(NAME)» @?[\w']",
        "there is no statement `{1}`",
        "{meant}",
        "did you mean `{meant}`?",
        meant=_statement,
        code="unknown-statement",
    ),
    Mistake(
        "^«(NAME)» @?: @?;",
        "there is no statement `{1}`",
        "{meant}",
        "did you mean `{meant}`?",
        meant=_header,
        code="unknown-statement",
    ),
    Mistake(
        "@regions ",
        "`regions` is a keyword",
        label="write the name of the regions, such as `area`",
        helps="the line above their rows gives the name: `regions area:`",
        when="NAME",
        code="keyword",
    ),
    Mistake(
        "@(?!(?:in|then|else|where) )(KEYWORD) ",
        "`{1}` is a keyword",
        label="it cannot be a name",
        helps="choose another name, such as `{1}_`",
        when="NAME !value",
        code="keyword",
    ),
    Mistake(
        "@(STATEMENT|bool|real) ",
        "`{1}` is a keyword",
        label="it cannot be a name",
        helps="choose another name, such as `{1}_`",
        when="NAME",
        code="keyword",
    ),
    # ── what is missing or too much ─────────────────────────────────────────────────────────────
    Mistake(
        r"«@([)\]}])» ",
        "`{1}` closes nothing",
        "",
        "no bracket is open here",
        when="!brackets",
        code="unmatched-bracket",
    ),
    Mistake(
        "^NAME (NAME) «:» @; >>",
        "no cells follow the colon",
        label="write the cells here",
        helps="for rows of marks below, write `clues {1}:`\n"
        "a new kind of clue is defined by `rule name(cells):`\n" + CLUE_FORM,
        when="value",
        code="empty-clue",
    ),
    Mistake(
        "«:» @;",
        "no cells follow the colon",
        label="write the cells here",
        helps="a new kind of clue is defined by `rule name(cells):`\n" + CLUE_FORM,
        when="value",
        code="empty-clue",
    ),
    Mistake(
        "^(NAME (?:ARGUMENT )*)@;",  # cage 15
        "a clue needs a colon and cells",
        helps="for example `{1}: r1c1 r1c2`, or `{1}: cells` for all cells",
        when="clue",
    ),
    Mistake(
        "^'edges NAME .*@",
        "{problem}",
        helps="edges between cells are declared by `edges road of cell`",
    ),
    Mistake(
        "^'arcs NAME @(?!;)",
        "{problem}",
        helps="arcs between cells are declared by `arcs way of cell`",
    ),
    Mistake(
        "^'division NAME @(?!;)",
        "{problem}",
        helps="a division into regions is declared by `division piece of cell`",
    ),
    Mistake(
        "^'sides NAME @(?!;)",
        "{problem}",
        helps="sides of cells are declared by `sides fence of cell`",
    ),
    Mistake(
        "^(?=.*@;|.*(?:NAME|CELLS) @[,-] )"
        "‹(NAME (?:ARGUMENT )*)›(?=((?:PLACE )+)@?;)«(?:NAME|CELLS|@?,)» ",  # cage 15 r1c1, r1c3
        "a colon is missing in this clue",
        "{1}:",
        "put `:` before the cells",
        "write `{1}: {2}`",
        "clue",
        code="colon",
    ),
    Mistake(
        "@;",
        "expected a colon, found {found}",
        label="a colon is missing",
        helps=CLUE_FORM,
        when="clue",
    ),
    Mistake(
        "^‹(.*)›@;",
        "a colon is missing at the end of this line",
        "{1}:",
        when=":",
    ),
    Mistake(
        r"@\W",
        "expected a colon, found {found}",
        helps=f"{CLUE_FORM}\n{_COMPUTED}",
        when="clue !operator !brackets",
    ),
    Mistake(
        "@",
        "expected a colon, found {found}",
        helps=f"two values side by side need an operator between them\n{CLUE_FORM}",
        when="clue !operator !brackets",
    ),
    Mistake(
        "^(?!KEYWORD ).*@: ",
        "unexpected colon",
        helps=f"{CLUE_FORM}\n{_COMPUTED}",
        when="operator _NEWLINE !brackets",
    ),
    Mistake(
        "^(?=.*for ).*@if ",
        "unexpected `if`",
        label="write `where` to skip rounds",
        when="operator brackets",
    ),
    Mistake(
        "@if ",
        "unexpected `if`",
        label=_CHOICE,
        helps=_IMPLICATION,
        when="operator",
    ),
    Mistake(
        "@if ",
        "a choice inside an expression needs parentheses",
        label="write `(if c then a else b)`",
        when="value",
    ),
    Mistake(
        "«not @==» ",
        "`not ==` is one operator here",
        "!=",
    ),
    Mistake(
        "@not ",
        "`not` inside an expression needs parentheses",
        label="write `(not …)`",
        when="value",
    ),
    Mistake(
        "^«if (.*) then (.*)» @;",
        "`if c then a` needs an `else`",
        "{1} -> {2}",
        helps=_CHOICE,
        when="else !let",
    ),
    Mistake(
        "@",
        "expected `else`, found {found}",
        label=_CHOICE,
        helps=_IMPLICATION,
        when="else !let",
    ),
    # ── anything else ───────────────────────────────────────────────────────────────────────────
    Mistake(
        "@;",
        "{problem}",
        helps="a line continues on the next one only inside brackets",
        when="value !let !brackets",
    ),
    Mistake(
        r"@\. ",
        "{problem}",
        label="a decimal begins with a digit, as in `0.5`",
        when="value",
    ),
    Mistake(
        "^(KEYWORD|'clues) .*@",
        "{problem}",
        helps="the form is {meant}",
        when="!value !operator",
        meant=FORMS.get,
    ),
    Mistake(
        "@",
        "{problem}",
    ),
)
"""The known mistakes; the more particular ones come first."""

NAMES = (
    Mistake(
        r"«@'range \( (NUMBER|NAME) \)» ",
        "no function is called `range`",
        "0..{meant}",
        "write `1..{1}`, or `0..{meant}` for the same numbers as in Python",
        meant=_one_less,
        also="1..{1}",
        code="range",
    ),
    Mistake(
        r"«@'range \( ((?:NUMBER|NAME)(?: , (?:NUMBER|NAME))+) \)» ",
        "no function is called `range`",
        "{meant}",
        meant=_python_range,
        code="range",
    ),
    Mistake(
        r"@'range \( ",
        "no function is called `range`",
        label="write both ends, with two points between them: `first..last`",
    ),
    Mistake(  # sum(i in 1..9)(cell[i, i])
        r"«@?'(\w+) \( (@?NAME in [^()]*) \) \( (.*) \)»(?= ;| COMPARISON)",
        "the loop of `{1}` stands behind its values",
        "{meant}({3} for {2})",
        meant=_quantifier,
    ),
    Mistake(
        "^«@'(?:subject|such) '(?:to|that)(?: NAME)? : (.*)» ;",
        "a condition has no words before it",
        "{1}",
    ),
    Mistake(  # print("total", r1c1)
        r"^«@'print \( (.*) \)» ;",
        "there is no statement `print`",
        "show {1}",
    ),
    Mistake(
        "^«@'genre : (TEXT)» ;",
        "`genre` takes no colon",
        "genre {1}",
    ),
    Mistake(
        "«(CELLS|NUMBER) @'(?:to|through|thru|until) (CELLS|NUMBER|NAME)» ",
        "a range or run of cells is written with two points",
        "{1}..{2}",
    ),
    Mistake(
        "^«@'(?:inequality|greater|greater_than) : (CELLS) (CELLS)» ;",
        "two cells are compared by `>` or `<`",
        "{1} > {2}",
    ),
    Mistake(
        "^«@'(?:less|less_than) : (CELLS) (CELLS)» ;",
        "two cells are compared by `>` or `<`",
        "{1} < {2}",
    ),
    Mistake(
        r"«('row|'column) \( (NUMBER) \) @'(?:right|bottom|below)» ",
        "lines are seen from their first cell on",
        "reverse({1}({2}))",
    ),
    Mistake(
        r"«('row|'column) \( (NUMBER) \) @'(?:left|top|above)» ",
        "lines are seen from their first cell on",
        "{1}({2})",
    ),
    Mistake(
        "@'(left|right|top|bottom|above|below) ",
        "no value is called `{1}`",
        label="name the row or column here",
        helps="from the left it is `row(1)`, from the right `reverse(row(1))`\n"
        "from above it is `column(1)`, from below `reverse(column(1))`",
    ),
)
"""Names that nothing has here, by how their line looks; ``@`` is before the name."""

_CELLS_NEEDED = "cells are needed here, not the number {2}"
_BEFORE = "an argument belongs before the colon"

CLUES = (
    Mistake(  # cage: r1c1..r1c3 == 15
        "^‹(NAME) : «(.*)== (NUMBER)»› ?;",
        "unexpected `==` in a clue",
        "{1} {3}: {2}",
        _BEFORE,
        "write `{1} {3}: {2}`",
        "argument",
    ),
    Mistake(
        "^(NAME) : «(NUMBER)» ?;",  # cage: 15
        _CELLS_NEEDED,
        label=_BEFORE,
        helps="write `{1} {2}: r1c1 r1c2`",
        when="argument",
    ),
    Mistake(  # total_of: 1 5
        "^(NAME) : «(NUMBER)» (?=(?:(?:, )?NUMBER )+;)(.*);",
        _CELLS_NEEDED,
        helps=f"{_BEFORE}: `{{1}} {{2}}: r1c1 r1c2`\n"
        "a rule that is not about cells is called: `{1}({2}, {3:NUMBER→, })`",
        when="argument",
    ),
    Mistake(
        r": (?:[^()\[\]{}]*, )?«(CELLS (?:-> CELLS )+)»[,;]",  # thermo: r1c1 -> r1c5
        "a run of cells is written with two points",
        "{1:CELLS→..}",
    ),
    Mistake(
        r": (?:[^()\[\]{}]*, )?«(CELLS (?:- CELLS )+)»[,;]",  # thermo: r1c1-r1c5
        "a run of cells is written with two points",
        "{1:CELLS→..}",
        when="tight",
    ),
    Mistake(
        r": (?:[^()\[\]{}]*, )?«(CELLS (?:(?:and|[+]) CELLS )+)»[,;]",  # cage 15: r1c1 + r1c2
        "the cells of a clue stand side by side",
        "{1:CELLS→ }",
    ),
)
"""Clues whose form is right, but not their meaning. They are compared with these when they have turned out to be wrong;
a rule that takes an ``argument`` has a parameter besides its cells."""
