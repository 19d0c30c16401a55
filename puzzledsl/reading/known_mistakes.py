r"""The mistakes of form that people make, as a table: how the line looks, what is wrong, and what to write instead.

A pattern is a regular expression for a line as `puzzledsl.reading.syntax_errors` writes it out, each token with a
blank behind it:

- a name has a quote before it; ``CELLS`` and ``TEXT`` stand for all cells and all texts;
- ``;`` is the end of the line, ``>>`` and ``<<`` are the ends of a block;
- ``@`` is before the token that the grammar does not allow.

So ``cage 15 r1c1`` reads ``'cage 15 CELLS @; ``. In a pattern, the words of `SHAPES` stand for tokens, ``«…»`` is the
place to point at (the token behind ``@`` if there is none), and ``‹…›`` the place to replace (if it is another).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.nearest import nearest
from puzzledsl.reading.parse_tables import STATEMENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPES = {
    "NAME": r"'\w+",
    "NUMBER": r"\d\S*",
    "KEYWORD": "[a-z]+",
    "STATEMENT": f"(?:{'|'.join(STATEMENT_WORDS)})",
    "COMPARISON": "(?:[=!<>]=|[<>])",
    "VALUE": r"(?:'\w+|\d\S*|CELLS|TEXT)",
    "ARGUMENT": r"(?:\d\S*|TEXT|none|true|false|[(\[{] (?:(?:\d|TEXT|[-+*/^])\S* )*[)\]}])",
}
"""Words of the patterns, and the tokens that they stand for."""

CLUE_FORM = "a clue is `name arguments: cells`, such as `cage 15: r1c1 r1c2`"
_COMPUTED = "an argument that is computed needs parentheses, as in `white_dot (2 - 1): r1c1 r1c2`"
_CHOICE = "a choice is written `if c then a else b`"
_IMPLICATION = "to say that `a` must hold if `c` holds, write `c -> a`"
_LET = "to give a value a name, write `let {1} = …`"
_ADVICE = {
    "write `rule name(cells): …` for a new kind of clue, `let name(x) = \u2026` for a function": "def function",
    "loops are written `for x in list:`": "foreach forall",
    "a model has no steps: write what holds in the end, as a condition": "while repeat",
    "write the condition alone in a rule, `let name(x) = value` for a function": "return",
    'the rules of the library need no line; another file is taken by `include "file.puz"`': "import from",
    "a model is solved by the command `puzzledsl solve`": "solve",
    "write `else if`": "elif elseif",
    "write `show`": "print output",
    "write `let` for a constant, `param` for one that the command line may change": "const",
    "write `var name in 0..9`": "int variable",
    "write `var name in real 0..9`": "float",
    "write `grid name[9, 9] in 1..9`": "array",
}
"""What is written here, and statements of other languages."""


class Mistake(NamedTuple):
    """A row of the table.

    In the texts, ``{1}`` is what the first group of the pattern holds. Further names are ``found``, ``problem`` (what
    is expected and found), ``indent``, ``opening`` (the last bracket that is open), its ``closing``, and ``above``, the
    first word of the line before.

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
    "edges": "`edges road of cell`",
    "arcs": "`arcs way of cell`",
    "sides": "`sides fence of cell`",
    "division": "`division piece of cell`",
    "genre": '`genre "masyu"`',
    "if": "`if condition:` with a block below",
    "maximize": "`maximize expression`",
    "minimize": "`minimize expression`",
    "show": "`show expression, …`",
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


def _header(word: str) -> str | None:
    return _near(word, ("givens", "mask", "regions", "clues", "else"))


def _near(word: str, known: tuple[str, ...]) -> str | None:
    return word.lower() if word.lower() in known else nearest(word, known)


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
    Mistake(
        "^@(and|or|xor|then) ",
        "{problem}",
        label="a line continues on the next one only inside brackets",
        helps="write it at the end of the line above",
    ),
    # ── sentences and clues of other notations ──────────────────────────────────────────────────
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
    Mistake(
        "^NAME «([^:]*@, [^:]*)»: ",  # contains 1, 2, 3: r1c1
        "arguments of a clue are separated by blanks, not commas",
        label="write blanks in place of the commas",
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
        r"(?:^|.* )for (?:NAME .*?)?«@[(\[] [^()\[\]]*?NAME[^()\[\]]*?[)\]]» (?:,|in) ",
        "the names of a loop have no parentheses",
        label="write one name for this, such as `item`",
        helps="its parts are `item[1]`, `item[2]`, …",
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
        "^NAME «- (NUMBER)» @: ",
        "a number before the colon is written without a minus",
        "{1}",
        "write `{1}`, or `(-{1})` if it is really negative",
        also="(-{1})",
    ),
    # ── declarations and statements of other languages ──────────────────────────────────────────
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
        "^«(?:let )?(NAME) @?, (NAME) @?= ([^;,]*) , ([^;,]*)» ;",
        "each name has a `let` of its own",
        label="write `let {1} = {3}`, and `let {2} = {4}` on the next line",
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
        label="{meant}",
        meant=_among(_ADVICE),
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
        "^'(edges|arcs|division|sides) NAME @",
        "{problem}",
        helps="the form is {meant}",
        meant=FORMS.get,
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
        "@not ",
        "`not` inside an expression needs parentheses",
        label="write `(not …)`",
        when="value",
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
        "^'?(KEYWORD) .*@",
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
