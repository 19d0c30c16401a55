"""Particular mistakes of form, each recognised by what stands there, and what is said about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic, Note
from puzzledsl.nearest import nearest, question
from puzzledsl.reading.characters import CLOSING, shown
from puzzledsl.reading.clue_habits import LAYOUT_NAMES, ClueHabits
from puzzledsl.reading.lexer import WRONG
from puzzledsl.reading.recovery import column, line_first, line_last, open_brackets
from puzzledsl.reading.terminals import STATEMENT_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzledsl.source import Span

CLUE_FORM = "a clue is `name arguments: cells`, such as `cage 15: r1c1 r1c2`"

# Statements of other languages: the word that takes their place, and where that is not enough, what is written here.
_OTHER_WORDS = {
    "elif": "else if",
    "elseif": "else if",
    "print": "show",
    "output": "show",
    "set": "let",
    "title": "puzzle",
}
_FOREIGN_WORDS = {
    "def": "write `rule name(cells): …` for a new kind of clue, `let name(x) = …` for a function",
    "function": "write `rule name(cells): …` for a new kind of clue, `let name(x) = …` for a function",
    "while": "loops are written `for x in list:`",
    "foreach": "loops are written `for x in list:`",
    "forall": "loops are written `for x in list:`",
    "return": "write the condition alone in a rule, `let name(x) = value` for a function",
    "assert": "write the condition alone",
    "constraint": "write the condition alone",
    "require": "write the condition alone",
    "import": 'write `include "file.puz"`',
    "solve": "a model is solved by the command `puzzledsl solve`",
    "const": "write `let` for a constant, `param` for one that the command line may change",
    "int": "write `var name in 0..9`",
    "float": "write `var name in real 0..9`",
    "array": "write `grid name[9, 9] in 1..9`",
    "variable": "write `var name in 0..9`",
}
_FOREIGN_OPERATORS = {
    "is": ("==", "write `==`"),
    "implies": ("->", "write `->`"),
    "iff": ("<->", "write `<->`"),
    "to": ("..", "write `..` for a range"),
    "otherwise": ("else", "write `else`"),
    "null": ("none", "write `none`"),
    "between": ("", "write `low <= value <= high`"),
}


class Explanation(ClueHabits):
    """Finds the words for a mistake; the more particular ones are tried first."""

    def diagnostic(self) -> Diagnostic:
        """The most particular thing that can be said."""
        attempts: tuple[Callable[[], Diagnostic | None], ...] = (
            self._indentation,
            self._body_not_indented,
            self._missing_block,
            self._block_on_line,
            self._misplaced_word,
            self._hyphens_in_a_name,
            self._nameless_layout,
            self._sum_in_words,
            self._sum_without_brackets,
            self._argument_behind_cells,
            self._is_even,
            self._range_with_colon,
            self._values_without_braces,
            self._commas_between_arguments,
            self._decimal_comma,
            self._equals_before_colon,
            self._needless_colon,
            self._parentheses_in_a_loop,
            self._type_of_a_parameter,
            self._two_on_a_line,
            self._half_a_comparison,
            self._known_cell,
            self._negative_argument,
            self._colon_or_point_in_a_run,
            self._blanks_in_brackets,
            self._sizes_of_a_grid,
            self._real_grid,
            self._foreign_word,
            self._call_without_brackets,
            self._two_colons,
            self._assignment,
            self._misspelt_statement,
            self._keyword_as_name,
            self._bracket,
            self._empty_clue,
            self._colon_forgotten,
            self._missing_colon,
            self._side_by_side,
            self._choice,
        )
        for attempt in attempts:
            found = attempt()
            if found is not None:
                return found
        return self._plain()

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
        return Diagnostic(
            f"`{self.tokens.text(first)}` needs a block",
            self._line(first, newline),
            "write its statements on the lines below, indented",
            code="missing-block",
        )

    def _body_not_indented(self) -> Diagnostic | None:
        if self.expected != {self.known.indent} or self.kind in (self.known.dedent, self.known.end):
            return None
        if self.kind in self.known.headers or self.kind == self.words["else"]:
            return None
        before = self.position - 1
        while self.tokens.kinds[before] != self.known.newline:
            before -= 1
        header, last = line_first(self.tokens, before), line_last(self.tokens, self.position)
        start = self.tokens.starts[self.position]
        line = self.tokens.source.span(start, self.tokens.ends[last - 1])
        word = self.tokens.text(header)
        blanks, outer = "    ", header
        while outer > 1:  # the head of this block may lack its blanks, too
            above = outer - 1 - (self.tokens.kinds[outer - 1] == self.known.indent)
            head = line_first(self.tokens, above - 1)
            is_body = self.tokens.kinds[above - 1 : above + 1] == [self.known.colon, self.known.newline]
            if not is_body or column(self.tokens, head) < column(self.tokens, outer):
                break
            blanks, outer = blanks + "    ", head
        indented = " " * column(self.tokens, self.position) + blanks + line.text
        return Diagnostic(
            f"the lines below `{word}` are not indented",
            line,
            f"put {len(blanks)} blanks before each line of this block",
            (f"write `{shown(indented, 80)}`",),
            (Note(f"this `{word}` needs a block", self._line(header, before)),),
            code="missing-block",
            fixes=self._inserting(start, blanks),
        )

    def _line(self, first: int, end: int) -> Span:
        """The place of the tokens from ``first`` to the line end ``end``."""
        return self.tokens.source.span(self.tokens.starts[first], self.tokens.ends[end - 1])

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
                f"`{text}` belongs at the outermost level", None, "not inside a block", code="nested-layout"
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
            other = _OTHER_WORDS.get(word.lower(), "")
            advice = f"write `{other}`" if other else _FOREIGN_WORDS.get(word.lower())
            if advice and tokens.kinds[self.first + 1] != self.symbols["="]:
                fixes = self._replacing(self.first, other) if other else ()
                return self._error(f"there is no statement `{word}`", self.first, advice, fixes=fixes)
        if not self._is_operator() and self.symbols[":"] not in self.expected:
            return None
        for index in range(self.first + 1, self.position + 1):
            word, before = tokens.text(index), tokens.kinds[index - 1]
            if tokens.kinds[index] != self.name_kind:
                continue
            if before in self.symbols.values() and before not in self.known.closing:
                continue
            if word.lower() in self.words and word != word.lower():
                other, advice = word.lower(), f"write `{word.lower()}`, in small letters"
            elif word.lower() in _FOREIGN_OPERATORS:
                other, advice = _FOREIGN_OPERATORS[word.lower()]
            else:
                continue
            fixes = self._replacing(index, other) if other else ()
            message = f"`{word}` is not an operator here"
            return self._error(message, index, advice, code="foreign-operator", fixes=fixes)
        return None

    def _assignment(self) -> Diagnostic | None:
        if self.kind == self.symbols["="] and self.symbols["=="] in self.expected:
            helps = []
            of_set = self.tokens.kinds[self.position + 1 : self.position + 2] == [self.symbols["{"]]
            meant, why = ("in", "for one of several values") if of_set else ("==", "to compare")
            fixes = self._replacing(self.position, meant)
            if self.position == self.first + 1 and self.tokens.kinds[self.first] == self.name_kind:
                name = self.tokens.text(self.first)
                helps.append(f"to give a value a name, write `let {shown(name)} = …`")
                fixes += self._inserting(self.tokens.starts[self.first], "let ")
            message = f"`=` where `{meant}` is meant"
            return self._error(message, None, f"write `{meant}` {why}", *helps, code="assignment", fixes=fixes)
        declares = self.tokens.kinds[self.first] in self.words.values()
        if self.kind == self.symbols["=="] and self.symbols["="] in self.expected and declares:
            label, fixes = "write `=` to give a name a value", self._replacing(self.position, "=")
            return self._error("`==` where `=` is meant", None, label, code="assignment", fixes=fixes)
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
        known = ("givens", "mask", "regions", "clues", "else") if layout else (*STATEMENT_WORDS, "for", "if")
        meant = word.lower() if word.lower() in known else nearest(word, known)
        if meant is None:
            return None
        return self._error(
            f"there is no statement `{shown(word)}`",
            first,
            question(meant),
            code="unknown-statement",
            fixes=self._replacing(first, meant),
        )

    def _keyword_as_name(self) -> Diagnostic | None:
        text = self.tokens.text(self.position)
        if self.words.get(text) != self.kind or self.name_kind not in self.expected:
            return None
        if text in ("in", "then", "else", "where"):
            return None
        if self._is_value() and text not in (*STATEMENT_WORDS, "bool", "real"):
            return None
        example = LAYOUT_NAMES.get(text)
        return self._error(
            f"`{text}` is a keyword",
            None,
            f"write the name of the {text}, such as `{example}`" if example else "it cannot be a name",
            f"the line above their rows gives the name: `{text} {example}:`"
            if example
            else f"choose another name, such as `{text}_`",
            code="keyword",
        )

    def _bracket(self) -> Diagnostic | None:
        if self.kind not in self.known.closing:
            return None
        text = self.tokens.text(self.position)
        open_ = open_brackets(self.tokens, self.first, self.position)
        if not open_:
            label, fixes = "no bracket is open here", self._replacing(self.position, "")
            return self._error(f"`{text}` closes nothing", None, label, code="unmatched-bracket", fixes=fixes)
        opening = self.tokens.text(open_[-1])
        if CLOSING[opening] == text:
            return None
        return Diagnostic(
            f"`{text}` where `{CLOSING[opening]}` is expected",
            self._span(self.position),
            notes=(Note(f"this `{opening}` is open", self._span(open_[-1])),),
            code="unmatched-bracket",
            fixes=self._replacing(self.position, CLOSING[opening]),
        )

    def _empty_clue(self) -> Diagnostic | None:
        tokens, position = self.tokens, self.position
        ended = self.kind in (self.known.newline, self.known.layout)
        if not ended or not position or tokens.kinds[position - 1] != self.known.colon or not self._is_value():
            return None
        helps = [CLUE_FORM]
        if position + 1 < len(tokens.kinds) and tokens.kinds[position + 1] == self.known.indent:
            helps = ["a new kind of clue is defined by `rule name(cells):`", CLUE_FORM]
            if tokens.kinds[self.first : position - 1] == [self.name_kind] * 2:
                helps.insert(0, f"for rows of marks below, write `clues {tokens.text(self.first + 1)}:`")
        return self._error("no cells follow the colon", position - 1, "write the cells here", *helps, code="empty-clue")

    def _missing_colon(self) -> Diagnostic | None:
        if self.symbols[":"] not in self.expected or self.kind not in (self.known.newline, self.known.layout):
            return None
        head = self.tokens.kinds[self.first]
        is_clue = head not in self.words.values() and self.tokens.text(self.first) != "clues"
        line = self._line(self.first, self.position).text
        label = "a colon is missing" if is_clue else f"write `{shown(line, 60)}:`"
        return self._error(
            "a colon is missing at the end of this line" if not is_clue else f"expected a colon, found {self._found()}",
            None,
            label,
            *((CLUE_FORM,) if is_clue else ()),
            fixes=() if is_clue else self._inserting(self._span(self.position).start, ":"),
        )

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

    def _choice(self) -> Diagnostic | None:
        if self.kind == self.words["if"] and self._is_operator():
            if self.words["for"] in self.tokens.kinds[self.first : self.position] and self._in_brackets():
                return self._error("unexpected `if`", None, "write `where` to skip rounds")
            return self._error(
                "unexpected `if`",
                None,
                "a choice is written `if c then a else b`",
                "to say that `a` must hold if `c` holds, write `c -> a`",
            )
        if self.kind == self.words["if"] and self._is_value():
            return self._error("a choice inside an expression needs parentheses", None, "write `(if c then a else b)`")
        if self.tokens.text(self.position) == "==" and self.tokens.kinds[self.position - 1] == self.words["not"]:
            return self._replaced("`not ==` is one operator here", self.position - 1, self.position, "!=")
        if self.kind == self.words["not"] and self._is_value():
            return self._error("`not` inside an expression needs parentheses", None, "write `(not …)`")
        if self.words["else"] in self.expected and self.words["let"] not in self.expected:
            return self._error(
                f"expected `else`, found {self._found()}",
                None,
                "a choice is written `if c then a else b`",
                "to say that `a` must hold if `c` holds, write `c -> a`",
            )
        return None
