"""What is said about a mistake of form: what was found and what would be right, in the reader's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Note
from puzzledsl.nearest import nearest
from puzzledsl.reading.characters import CLOSING, shown
from puzzledsl.reading.lexer import STATEMENT_WORDS, WRONG, kinds
from puzzledsl.reading.recovery import line_first, line_last, open_brackets
from puzzledsl.reading.tables import tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.reading.lexer import Tokens
    from puzzledsl.source import Span

CLUE_FORM = "a clue is `name arguments: cells`, such as `cage 15: r1c1 r1c2`"

# Statements of other languages, and what is written here.
_FOREIGN_WORDS = {
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "def": "write `rule name(cells): …` for a new kind of clue, `let name(x) = …` for a function",
    "function": "write `rule name(cells): …` for a new kind of clue, `let name(x) = …` for a function",
    "while": "loops are written `for x in list:`",
    "foreach": "loops are written `for x in list:`",
    "forall": "loops are written `for x in list:`",
    "return": "write the condition alone in a rule, `let name(x) = value` for a function",
    "assert": "write the condition alone",
    "constraint": "write the condition alone",
    "require": "write the condition alone",
    "print": "write `show`",
    "output": "write `show`",
    "import": 'write `include "file.puz"`',
    "solve": "a model is solved by the command `puzzledsl solve`",
    "const": "write `let` for a constant, `param` for one that the command line may change",
    "int": "write `var name in 0..9`",
    "float": "write `var name in real 0..9`",
    "set": "write `let`",
    "title": "write `puzzle`",
}
_FOREIGN_OPERATORS = {
    "is": "write `==`",
    "implies": "write `->`",
    "iff": "write `<->`",
    "to": "write `..` for a range",
    "otherwise": "write `else`",
    "null": "write `none`",
}


# What a statement looks like.
_FORMS = {
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
    "draw": "`draw line(cells)`",
}


def too_deep(place: Span, limit: int, chain: bool) -> Diagnostic:
    """Said about an expression or block whose tree has too many levels."""
    advice = "write `sum([…])`, or name a part with `let`" if chain else "name a part with `let`"
    return Diagnostic(f"more than {limit} levels inside each other", place, advice, code="bound")


def too_many(place: Span) -> Diagnostic:
    """Said when the file has more mistakes than anyone wants to read at once."""
    return Diagnostic("too many mistakes: the rest of the file was not read", place, code="bound")


class Explanation:
    """Finds the words for the mistake at token ``position``, where any of ``expected`` would have been right."""

    def __init__(self, tokens: Tokens, position: int, expected: frozenset[int]) -> None:
        self.tokens = tokens
        self.position = position
        self.kind = tokens.kinds[position]
        self.expected = expected
        self.first = line_first(tokens, position)
        self.known = kinds()
        self.words = tables().keywords
        self.symbols = tables().symbols
        self.name_kind = tables().kinds["NAME"]

    def diagnostic(self) -> Diagnostic:
        """The most particular thing that can be said."""
        attempts: tuple[Callable[[], Diagnostic | None], ...] = (
            self._indentation,
            self._missing_block,
            self._block_on_line,
            self._misplaced_word,
            self._foreign_word,
            self._assignment,
            self._misspelt_statement,
            self._keyword_as_name,
            self._bracket,
            self._empty_clue,
            self._missing_colon,
            self._side_by_side,
            self._choice,
        )
        for attempt in attempts:
            found = attempt()
            if found is not None:
                return found
        return self._plain()

    # ── parts of messages ───────────────────────────────────────────────────────────────────────

    def _span(self, position: int) -> Span:
        tokens = self.tokens
        if tokens.kinds[position] in (self.known.newline, self.known.layout, self.known.end) and position:
            end = tokens.ends[position - 1]
            return tokens.source.span(end, end)
        return tokens.source.span(tokens.starts[position], tokens.ends[position])

    def _is_value(self) -> bool:
        """Whether a value would have been right."""
        return tables().kinds["NUMBER"] in self.expected and self.symbols["("] in self.expected

    def _is_operator(self) -> bool:
        """Whether an operator would have been right."""
        return self.symbols["+"] in self.expected

    def _found(self) -> str:
        if self.kind in (self.known.newline, self.known.layout):
            return "the end of the line"
        if self.kind in (self.known.end, self.known.dedent):
            return "the end of the file" if self.kind == self.known.end else "the end of the block"
        return f"`{shown(self.tokens.text(self.position))}`"

    def _expectations(self) -> list[str]:
        expected, symbols, words = self.expected, self.symbols, self.words
        found: list[str] = []
        operator, value = self._is_operator(), self._is_value()
        statement = value and words["let"] in expected
        if statement:
            return ["a statement"]
        if value:
            found.append("a value")
        elif self.name_kind in expected:
            found.append("a name")
        elif tables().kinds["TEXT"] in expected:
            found.append('a text in "quotes"')
        if operator:
            found.append("an operator")
        for word in ("then", "else"):
            if words[word] in expected:
                found.append(f"`{word}`")
        if words["in"] in expected and not operator:
            found.append("`in`")
        if words["bool"] in expected:
            found.append("`bool`")
        if words["real"] in expected:
            found.append("`real`")
        if symbols[":"] in expected:
            found.append("a colon")
        if symbols[","] in expected:
            found.append("a comma")
        for text in ("=", "(", "["):
            if symbols[text] in expected and not operator and not value:
                found.append(f"`{text}`")
        if symbols["*"] in expected and not operator and not value:
            found.append("`*`")
        brackets = open_brackets(self.tokens, self.first, self.position)
        closing = CLOSING[self.tokens.text(brackets[-1])] if brackets else ""
        if closing and symbols[closing] in expected:
            found.append(f"`{closing}`")
        if self.known.newline in expected:
            found.append("the end of the line")
        return found

    def _error(
        self, message: str, position: int | None = None, label: str = "", *helps: str, code: str = "syntax"
    ) -> Diagnostic:
        return Diagnostic(message, self._span(self.position if position is None else position), label, helps, code=code)

    def _plain(self) -> Diagnostic:
        expected = _alternatives(self._expectations())
        if not expected:
            return self._error(f"unexpected {self._found()}")
        helps = []
        form = _FORMS.get(self.tokens.text(self.first))
        if form and self.first < self.position and not self._is_value() and not self._is_operator():
            helps.append(f"the form is {form}")
        if self._is_value() and self.kind == self.known.newline and not self._in_brackets():
            helps.append("a line goes on below only where a bracket is open")
        return self._error(f"expected {expected}, found {self._found()}", None, "", *helps)

    # ── particular mistakes ─────────────────────────────────────────────────────────────────────

    def _indentation(self) -> Diagnostic | None:
        if self.kind != self.known.indent:
            return None
        last = line_last(self.tokens, self.position)
        start, end = self.tokens.starts[self.position], self.tokens.ends[last - 1]
        helps: tuple[str, ...] = ()
        before = self.position - 2
        if before >= 0 and self.symbols[":"] in self.tokens.kinds[line_first(self.tokens, before) : before + 1]:
            helps = ("only `rule`, `for`, `if` and `else` have a block; the cells of a clue stand on its own line",)
        return Diagnostic(
            "unexpected indentation",
            self.tokens.source.span(start, end),
            "this line does not belong to a block",
            helps,
            code="indentation",
        )

    def _missing_block(self) -> Diagnostic | None:
        if self.expected != {self.known.indent}:
            return None
        newline = self.position - 1
        while self.tokens.kinds[newline] != self.known.newline:
            newline -= 1
        first = line_first(self.tokens, newline)
        span = self.tokens.source.span(self.tokens.starts[first], self.tokens.ends[newline - 1])
        return Diagnostic(
            f"`{self.tokens.text(first)}` needs a block",
            span,
            "its statements stand on the lines below, indented",
            code="missing-block",
        )

    def _block_on_line(self) -> Diagnostic | None:
        if self.expected == {self.known.layout}:
            return self._error(
                f"expected the end of the line, found {self._found()}", None, "rows begin on the next line"
            )
        colon = self.position and self.tokens.kinds[self.position - 1] == self.known.colon
        if colon and self.expected == {self.known.newline}:
            return self._error(
                f"expected the end of the line, found {self._found()}",
                None,
                "a block begins on the next line, indented",
            )
        return None

    def _misplaced_word(self) -> Diagnostic | None:
        if self.position != self.first:
            return None
        text = self.tokens.text(self.position)
        if self.kind in self.known.layouts and self.words["let"] in self.expected:
            return self._error(
                f"`{text}` can only stand at the outermost level", None, "not inside a block", code="nested-layout"
            )
        if self.kind == self.words["else"]:
            return self._error(
                "`else` without an `if`", None, "it belongs right behind the block of an `if`, indented as that is"
            )
        return None

    def _foreign_word(self) -> Diagnostic | None:
        tokens = self.tokens
        if tokens.kinds[self.first] == self.name_kind and self.first < self.position:
            word = tokens.text(self.first)
            advice = _FOREIGN_WORDS.get(word.lower())
            if advice and tokens.kinds[self.first + 1] != self.symbols["="]:
                return self._error(f"there is no statement `{word}`", self.first, advice)
        if not self._is_operator() and self.symbols[":"] not in self.expected:
            return None
        for index in range(self.first + 1, self.position + 1):
            word = tokens.text(index)
            if tokens.kinds[index] != self.name_kind or tokens.kinds[index - 1] in self.symbols.values():
                continue
            if word.lower() in self.words and word != word.lower():
                advice = f"write `{word.lower()}`, in small letters"
            elif word.lower() in _FOREIGN_OPERATORS:
                advice = _FOREIGN_OPERATORS[word.lower()]
            else:
                continue
            return self._error(f"`{word}` is not an operator here", index, advice, code="foreign-operator")
        return None

    def _assignment(self) -> Diagnostic | None:
        if self.kind == self.symbols["="] and self.symbols["=="] in self.expected:
            helps = []
            if self.position == self.first + 1 and self.tokens.kinds[self.first] == self.name_kind:
                name = self.tokens.text(self.first)
                helps.append(f"to give a value a name, write `let {shown(name)} = …`")
            return self._error("`=` where `==` is meant", None, "write `==` to compare", *helps, code="assignment")
        declares = self.tokens.kinds[self.first] in self.words.values()
        if self.kind == self.symbols["=="] and self.symbols["="] in self.expected and declares:
            return self._error("`==` where `=` is meant", None, "write `=` to give a name a value", code="assignment")
        return None

    def _misspelt_statement(self) -> Diagnostic | None:
        tokens, first = self.tokens, self.first
        if tokens.kinds[first] != self.name_kind or first + 1 > self.position:
            return None
        following = tokens.kinds[first + 1]
        beside = following not in self.symbols.values() and following not in (self.known.newline, WRONG)
        layout = following == self.symbols[":"] and tokens.kinds[first + 2] == self.known.newline
        if not beside and not layout:
            return None
        word = tokens.text(first)
        known = ("givens", "mask", "regions", "else") if layout else (*STATEMENT_WORDS, "for", "if")
        meant = word.lower() if word.lower() in known else nearest(word, known)
        if meant is None:
            return None
        return self._error(
            f"there is no statement `{shown(word)}`", first, f"did you mean `{meant}`?", code="unknown-statement"
        )

    def _keyword_as_name(self) -> Diagnostic | None:
        text = self.tokens.text(self.position)
        if self.words.get(text) != self.kind or self.name_kind not in self.expected:
            return None
        if self._is_value() and text not in (*STATEMENT_WORDS, "bool", "real"):
            return None
        return self._error(
            f"`{text}` is a keyword",
            None,
            "it cannot be a name",
            f"choose another name, such as `{text}_`",
            code="keyword",
        )

    def _bracket(self) -> Diagnostic | None:
        if self.kind not in self.known.closing:
            return None
        text = self.tokens.text(self.position)
        open_ = open_brackets(self.tokens, self.first, self.position)
        if not open_:
            return self._error(f"`{text}` closes nothing", None, "no bracket is open here", code="unmatched-bracket")
        opening = self.tokens.text(open_[-1])
        if CLOSING[opening] == text:
            return None
        return Diagnostic(
            f"`{text}` where `{CLOSING[opening]}` is expected",
            self._span(self.position),
            notes=(Note(f"this `{opening}` is open", self._span(open_[-1])),),
            code="unmatched-bracket",
        )

    def _empty_clue(self) -> Diagnostic | None:
        tokens, position = self.tokens, self.position
        ended = self.kind in (self.known.newline, self.known.layout)
        if not ended or not position or tokens.kinds[position - 1] != self.known.colon or not self._is_value():
            return None
        helps = [CLUE_FORM]
        if position + 1 < len(tokens.kinds) and tokens.kinds[position + 1] == self.known.indent:
            helps = ["a new kind of clue is defined by `rule name(cells):`", CLUE_FORM]
        return self._error("no cells follow the colon", position - 1, "the cells stand here", *helps, code="empty-clue")

    def _missing_colon(self) -> Diagnostic | None:
        if self.symbols[":"] not in self.expected or self.kind not in (self.known.newline, self.known.layout):
            return None
        head = self.tokens.kinds[self.first]
        helps = () if head in self.words.values() else (CLUE_FORM,)
        return self._error(f"expected a colon, found {self._found()}", None, "a colon is missing", *helps)

    def _side_by_side(self) -> Diagnostic | None:
        """Values beside each other outside a clue, an operator inside one."""
        computed = "an argument that is computed needs parentheses, as in `white_dot (2 - 1): r1c1 r1c2`"
        if self._in_brackets() or self.tokens.kinds[self.first] in self.words.values():
            return None
        if self.symbols[":"] in self.expected and not self._is_operator():
            helps = ["two values side by side need an operator between them", CLUE_FORM]
            if self.kind in self.symbols.values():
                helps = [CLUE_FORM, computed]
            return self._error(f"expected a colon, found {self._found()}", None, "", *helps)
        if self.kind == self.symbols[":"] and self._is_operator() and self.known.newline in self.expected:
            return self._error("unexpected colon", None, "", CLUE_FORM, computed)
        return None

    def _in_brackets(self) -> bool:
        return bool(open_brackets(self.tokens, self.first, self.position))

    def _choice(self) -> Diagnostic | None:
        if self.kind == self.words["if"] and self._is_value():
            return self._error(
                "a choice inside an expression needs parentheses", None, "write `(if c then a else b)`"
            )
        if self.kind == self.words["not"] and self._is_value():
            return self._error("`not` inside an expression needs parentheses", None, "write `(not …)`")
        if self.kind == self.words["if"] and self._is_operator():
            return self._error("unexpected `if`", None, "a choice is written `if c then a else b`")
        if self.words["else"] in self.expected and self.words["let"] not in self.expected:
            return self._error(
                f"expected `else`, found {self._found()}", None, "a choice is written `if c then a else b`"
            )
        return None


def _alternatives(phrases: list[str]) -> str:
    """``a, b or c``."""
    return phrases[0] if len(phrases) == 1 else ", ".join(phrases[:-1]) + (f" or {phrases[-1]}" if phrases else "")
