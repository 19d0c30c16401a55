"""Names in a text that may be broken: where they are defined, where they are used, and what is visible where.

Elaboration knows this too, but only of statements that parse. An editor asks while a statement is being typed, so this
goes by the tokens alone, statement by statement.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from puzzledsl.reading.parse_tables import kinds, tables
from puzzledsl.reading.recovery import block_end, is_soft
from puzzledsl.records import entity, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzledsl.reading.lexer import Tokens
    from puzzledsl.source import Span

CALLABLE = ("rule", "function")
"""The kinds of definitions that may be called."""


@record
class Statement:
    """A logical line: tokens ``first`` up to ``last``, which is its line end or its layout.

    Attributes:
        level: how many blocks it stands in.
        end: of its block, a character offset; ``None`` where it has none.
        colon: the token that is its first colon outside brackets, if any.
    """

    first: int
    last: int
    level: int
    end: int | None
    colon: int | None


@entity
class Definition:
    """Where a name gets its meaning.

    Attributes:
        kind: ``grid``, ``variable``, ``constant`` (``param``), ``value`` (``let``), ``function``, ``rule``,
            ``parameter``, ``loop``, ``regions`` or ``clues``.
        span: of the name.
        whole: of its statement, without its block.
        scope: the characters from which it can be seen.
        parameters: names of the parameters of a rule or function.
    """

    name: str
    kind: str
    span: Span
    whole: Span
    scope: tuple[int, int]
    parameters: tuple[str, ...] = ()


@record
class Use:
    """A name that is used.

    Attributes:
        role: ``value``, ``callee`` (of a call, or at the head of a clue), ``argument`` (``total = …``), ``part``
            (behind a point) or ``mark`` (behind ``draw``).
        callee: the token of the rule or function that an ``argument`` belongs to.
    """

    token: int
    role: str
    callee: int | None = None


class Names:
    """The names of one text.

    Attributes:
        statements: the logical lines.
        definitions: in the order of the text.
        defined: the definitions by the tokens that are their names.
        uses: by token.
        enclosing: by token the opening bracket that it stands in, within its statement; else ``None``.
        closing: by opening bracket the token that closes it; the end of its statement where none does.
        includes: the files of the ``include`` and ``genre`` lines, as written, each behind that word.
        parts: the names in the layouts of ``regions``, by the name of these.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.table = tables()
        self.name_kind = self.table.kinds["NAME"]
        self.enclosing: dict[int, int | None] = {}
        self.closing: dict[int, int] = {}
        self.statements = tuple(self._statements())
        self.definitions: list[Definition] = []
        self.uses: dict[int, Use] = {}
        self.includes: list[tuple[str, str]] = []
        self.parts: dict[str, tuple[str, ...]] = {}
        self.defined: dict[int, Definition] = {}
        self._by_name: dict[str, list[Definition]] = {}
        blocks: list[tuple[int, int, str]] = []  # level, end and first word of each block around a statement
        for statement in self.statements:
            while blocks and blocks[-1][0] >= statement.level:
                blocks.pop()
            start = tokens.starts[statement.first]
            outer = next(
                (end for _, end, word in reversed(blocks) if word not in ("if", "else")), len(tokens.source.text)
            )
            self._statement(statement, start if any(b[2] not in ("if", "else") for b in blocks) else 0, outer)
            if statement.end is not None:
                blocks.append((statement.level, statement.end, tokens.text(statement.first)))
        self._note_uses()

    # ── what there is ────────────────────────────────────────────────────────────────────────────

    def token_at(self, offset: int) -> int | None:
        """The token that an offset lies in or, for a name or cell, right behind; ``None`` between tokens."""
        tokens = self.tokens
        index = bisect_right(tokens.starts, offset) - 1
        while index >= 0 and tokens.starts[index] == tokens.ends[index]:
            index -= 1
        if index < 0:
            return None
        words = (self.name_kind, self.table.kinds["CELLS"], *self.table.keywords.values())
        if tokens.starts[index] == offset and index and tokens.ends[index - 1] == offset:
            if tokens.kinds[index] not in words and tokens.kinds[index - 1] in words:
                return index - 1
            return index
        if tokens.starts[index] <= offset < tokens.ends[index]:
            return index
        return index if tokens.ends[index] == offset and tokens.kinds[index] in words else None

    def statement_at(self, offset: int) -> Statement | None:
        """The last statement that begins at or before an offset and does not end before its line."""
        index = bisect_right([self.tokens.starts[s.first] for s in self.statements], offset) - 1
        if index < 0:
            return None
        found = self.statements[index]
        line = self.tokens.source.text.rfind("\n", 0, offset) + 1
        return found if self.tokens.ends[found.last] >= line or self.tokens.starts[found.first] >= line else None

    def visible(self, offset: int, name: str | None = None) -> list[Definition]:
        """The definitions that can be seen from an offset, of one name or all, the innermost first."""
        definitions = self.definitions if name is None else self._by_name.get(name, ())
        seen = [d for d in definitions if d.scope[0] <= offset <= d.scope[1]]
        return sorted(seen, key=lambda d: d.scope[1] - d.scope[0])

    def meaning(self, token: int) -> Definition | None:
        """The definition in this text that a name means; ``None`` if it has none here."""
        if token in self.defined:
            return self.defined[token]
        use = self.uses.get(token)
        if use is None or use.role in ("part", "mark"):
            return None
        name = self.tokens.text(token)
        if use.role == "argument":
            rule = None if use.callee is None else self.meaning(use.callee)
            return None if rule is None else self.parameter_of(rule, name)
        found = self.visible(self.tokens.starts[token], name)
        if use.role == "callee":
            found.sort(key=lambda d: d.kind not in CALLABLE)  # values do not hide rules
        return found[0] if found else None

    def parameter_of(self, rule: Definition, name: str) -> Definition | None:
        """The parameter of a rule or function by name."""
        parameters = (d for d in self.definitions if d.kind == "parameter" and d.whole.start == rule.whole.start)
        return next((d for d in parameters if d.name == name), None)

    # ── statements ───────────────────────────────────────────────────────────────────────────────

    def _statements(self) -> Iterator[Statement]:
        tokens, known = self.tokens, kinds()
        level = first = 0
        while tokens.kinds[first] != known.end:
            if tokens.kinds[first] in (known.indent, known.dedent):
                level += 1 if tokens.kinds[first] == known.indent else -1
                first += 1
                continue
            if is_soft(tokens, first):  # an odd indentation
                first += 1
                continue
            last, colon, opened = first, None, list[int]()
            while tokens.kinds[last] not in (known.newline, known.layout, known.end):
                kind = tokens.kinds[last]
                if kind in known.closing and opened:
                    self.closing[opened.pop()] = last
                self.enclosing[last] = opened[-1] if opened else None
                if kind in known.opening:
                    opened.append(last)
                if kind == known.colon and not opened and colon is None:
                    colon = last
                last += 1
            self.closing |= dict.fromkeys(opened, last)
            after = last + 1
            end: int | None = None
            if tokens.kinds[last] == known.layout:
                end = tokens.ends[last]
            elif after < len(tokens.kinds) and tokens.kinds[after] == known.indent:
                closing = block_end(tokens, after)
                end = tokens.ends[closing - 1] if tokens.kinds[closing] == known.dedent else tokens.ends[closing]
            if last > first:
                yield Statement(first, last, level, end, colon)
            if tokens.kinds[last] == known.end:
                return
            first = after

    def _statement(self, statement: Statement, start: int, outer: int) -> None:
        """The definitions of one statement; names of its own are visible from ``start`` to ``outer``."""
        tokens = self.tokens
        first, last = statement.first, statement.last
        word = tokens.text(first)
        named = first + 1 < last and tokens.kinds[first + 1] == self.name_kind
        end = statement.end if statement.end is not None else tokens.ends[last]
        scope, inner = (start, outer), (tokens.starts[first], end)
        begin = first + 1
        match word:
            case "grid" | "param" if named:
                self._define(first + 1, "grid" if word == "grid" else "constant", statement, scope)
                begin += 1
            case "regions" if named:
                self._define(first + 1, word, statement, scope)
                self.parts[tokens.text(first + 1)] = self._labels(last)
                begin += 1
            case "clues" if named and tokens.kinds[first] == kinds().clues:
                self._define(first + 1, word, statement, scope)
                begin += 1
            case "edges" | "arcs" | "sides" | "division" if named and tokens.kinds[first] == kinds().edges:
                self._define(first + 1, "grid", statement, scope)
                begin += 2  # behind `of`
            case "var":
                while begin < last and tokens.kinds[begin] == self.name_kind:
                    self._define(begin, "variable", statement, scope)
                    begin += 1 + (tokens.text(begin + 1) == ",")
            case "let" | "rule" if named:
                has_parameters = first + 2 < last and tokens.text(first + 2) == "("
                parameters: tuple[str, ...] = ()
                if has_parameters:
                    begin = min(self.closing[first + 2] + 1, last)
                    parameters = self._parameters(first + 2, statement, inner)
                kind = "rule" if word == "rule" else "function" if has_parameters else "value"
                self._define(first + 1, kind, statement, scope, parameters)
            case "for":
                self._loops(first, statement, inner)
            case "include" | "genre" if begin < last and tokens.kinds[first] != self.name_kind:
                self.includes.append((word, tokens.text(begin).strip('"')))
        for index in range(begin, last):
            bracket = self.enclosing[index]
            if bracket is not None and tokens.text(index) == "for":
                self._loops(index, statement, (tokens.starts[bracket], tokens.starts[self.closing[bracket]]))

    def _define(
        self,
        token: int,
        kind: str,
        statement: Statement,
        scope: tuple[int, int],
        parameters: tuple[str, ...] = (),
    ) -> None:
        tokens = self.tokens
        span = tokens.source.span(tokens.starts[token], tokens.ends[token])
        whole = tokens.source.span(tokens.starts[statement.first], tokens.ends[statement.last - 1])
        found = Definition(tokens.text(token), kind, span, whole, scope, parameters)
        self.definitions.append(found)
        self._by_name.setdefault(found.name, []).append(found)
        self.defined[token] = found

    def _parameters(self, opening: int, statement: Statement, scope: tuple[int, int]) -> tuple[str, ...]:
        """The names of the parameters inside a bracket, which are defined by that."""
        tokens, before = self.tokens, len(self.definitions)
        for index in range(opening + 1, self.closing[opening]):
            separator = tokens.text(index - 2 if tokens.text(index - 1) == "*" else index - 1)
            is_name = tokens.kinds[index] == self.name_kind and self.enclosing[index] == opening
            if is_name and separator in ("(", ","):
                self._define(index, "parameter", statement, scope)
        return tuple(definition.name for definition in self.definitions[before:])

    def _loops(self, token: int, statement: Statement, scope: tuple[int, int]) -> None:
        """The targets behind a ``for``, up to the end of its line or bracket."""
        tokens, bracket = self.tokens, self.enclosing[token]
        is_target, pending = True, list[int]()
        for index in range(token + 1, statement.last if bracket is None else self.closing[bracket]):
            kind, text = tokens.kinds[index], tokens.text(index)
            if self.enclosing[index] != bracket:
                continue
            if kind == kinds().colon or text == "where":
                return
            if text == ",":
                is_target = True
            elif kind == self.name_kind and is_target:
                pending.append(index)
            else:
                for name in pending if text == "in" else ():
                    self._define(name, "loop", statement, scope)
                is_target, pending = False, []

    def _labels(self, layout: int) -> tuple[str, ...]:
        if self.tokens.kinds[layout] != kinds().layout:
            return ()
        rows = re.sub(r"#[^\n]*", "", self.tokens.text(layout))
        return tuple(dict.fromkeys(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", rows)))

    # ── uses ─────────────────────────────────────────────────────────────────────────────────────

    def _note_uses(self) -> None:
        tokens = self.tokens
        for statement in self.statements:
            is_layout = tokens.text(statement.first) in ("regions", "clues") and statement.end is not None
            for index in range(statement.first, statement.last):
                is_of = is_layout and index == statement.first + 2
                if tokens.kinds[index] == self.name_kind and index not in self.defined and not is_of:
                    self.uses[index] = self._use(index, statement)

    def _use(self, index: int, statement: Statement) -> Use:
        tokens, head, bracket = self.tokens, statement.first, self.enclosing[index]
        before = tokens.text(index - 1) if index > head else ""
        after = tokens.text(index + 1) if index + 1 < statement.last else ""
        if before == "." and tokens.ends[index - 1] == tokens.starts[index]:
            return Use(index, "part")
        if before == "draw" and index == head + 1:
            return Use(index, "mark")
        if after == "=":
            callee = head if bracket is None else bracket - 1
            is_call = index > head if bracket is None else callee >= head and tokens.text(bracket) == "("
            if is_call and tokens.kinds[callee] == self.name_kind:
                return Use(index, "argument", callee)
        is_head = index == head and (statement.colon is not None or after not in self.table.symbols)
        return Use(index, "callee" if after == "(" or is_head else "value")
