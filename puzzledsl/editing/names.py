"""Names in a text that may be broken: where they are defined, where they are used, and what is visible where.

Elaboration knows this too, but only of statements that parse. An editor asks while a statement is being typed, so this
goes by the tokens alone, statement by statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.reading.lexer import WRONG
from puzzledsl.reading.parse_tables import tables
from puzzledsl.reading.recovery import SOFT, block_end
from puzzledsl.reading.terminals import kinds
from puzzledsl.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from puzzledsl.reading.lexer import Tokens
    from puzzledsl.source import Span

CALLABLE = ("rule", "function")
"""The kinds of definitions that may be called."""


@record(slots=True)
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


@record(eq=False, slots=True)
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


@record(slots=True)
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
        uses: by token.
        includes: the files of the ``include`` lines, as written.
        parts: the names in the layouts of ``regions``, by the name of these.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.table = tables()
        self.name_kind = self.table.kinds["NAME"]
        self.statements = tuple(self._statements())
        self.definitions: list[Definition] = []
        self.uses: dict[int, Use] = {}
        self.includes: list[str] = []
        self.parts: dict[str, tuple[str, ...]] = {}
        self._defined: dict[int, Definition] = {}
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
        from bisect import bisect_right

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
        from bisect import bisect_right

        index = bisect_right([self.tokens.starts[s.first] for s in self.statements], offset) - 1
        if index < 0:
            return None
        found = self.statements[index]
        line = self.tokens.source.text.rfind("\n", 0, offset) + 1
        return found if self.tokens.ends[found.last] >= line or self.tokens.starts[found.first] >= line else None

    @property
    def definition_tokens(self) -> tuple[int, ...]:
        """The tokens that are the names of definitions."""
        return tuple(self._defined)

    def defined_by(self, token: int) -> Definition | None:
        """The definition whose name a token is."""
        return self._defined.get(token)

    def visible(self, offset: int) -> Iterator[Definition]:
        """The definitions that can be seen from an offset, the innermost first."""
        yield from self._seen(self.definitions, offset)

    def _seen(self, definitions: Iterable[Definition], offset: int) -> list[Definition]:
        seen = [d for d in definitions if d.scope[0] <= offset <= d.scope[1]]
        return sorted(seen, key=lambda d: d.scope[1] - d.scope[0])

    def meaning(self, token: int) -> Definition | None:
        """The definition in this text that a name means; ``None`` if it has none here."""
        if token in self._defined:
            return self._defined[token]
        use = self.uses.get(token)
        if use is None or use.role in ("part", "mark"):
            return None
        name = self.tokens.text(token)
        if use.role == "argument":
            return self._parameter(use.callee, name)
        found = self._seen(self._by_name.get(name, ()), self.tokens.starts[token])
        if use.role == "callee":
            found.sort(key=lambda d: d.kind not in CALLABLE)  # values do not hide rules
        return found[0] if found else None

    def parameter_of(self, rule: Definition, name: str) -> Definition | None:
        """The parameter of a rule or function by name."""
        return next(
            (
                d
                for d in self.definitions
                if d.kind == "parameter" and d.name == name and d.whole.start == rule.whole.start
            ),
            None,
        )

    def _parameter(self, callee: int | None, name: str) -> Definition | None:
        rule = None if callee is None else self.meaning(callee)
        return None if rule is None else self.parameter_of(rule, name)

    # ── statements ───────────────────────────────────────────────────────────────────────────────

    def _statements(self) -> Iterator[Statement]:
        tokens, known = self.tokens, kinds()
        level = first = 0
        while tokens.kinds[first] != known.end:
            if tokens.kinds[first] in (known.indent, known.dedent):
                level += 1 if tokens.kinds[first] == known.indent else -1
                first += 1
                continue
            if tokens.kinds[first] == WRONG and tokens.wrong[first].code in SOFT:  # an odd indentation
                first += 1
                continue
            last, depth, colon = first, 0, None
            while tokens.kinds[last] not in (known.newline, known.layout, known.end):
                kind = tokens.kinds[last]
                depth += (kind in known.opening) - (kind in known.closing and depth > 0)
                if kind == known.colon and not depth and colon is None:
                    colon = last
                last += 1
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
            case "var":
                while begin < last and tokens.kinds[begin] == self.name_kind:
                    self._define(begin, "variable", statement, scope)
                    begin += 1 + (tokens.text(begin + 1) == ",")
            case "let" | "rule" if named:
                has_parameters = tokens.text(first + 2) == "(" if first + 2 < last else False
                if has_parameters:
                    begin = self._parameters(first + 2, last, statement, inner)
                parameters = tuple(
                    d.name
                    for d in self.definitions
                    if d.kind == "parameter" and d.whole.start == tokens.starts[first] and d.scope == inner
                )
                kind = "rule" if word == "rule" else "function" if has_parameters else "value"
                self._define(first + 1, kind, statement, scope, parameters)
            case "for":
                self._loops(first, last, statement, inner)
            case "include" if begin < last:
                self.includes.append(_unquoted(tokens.text(begin)))
        self._comprehensions(begin, last, statement)

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
        self._defined[token] = found

    def _parameters(self, opening: int, last: int, statement: Statement, scope: tuple[int, int]) -> int:
        """The parameters behind an opening bracket; returns the token behind the closing one."""
        tokens, known = self.tokens, kinds()
        depth, index = 0, opening
        while index < last:
            kind = tokens.kinds[index]
            depth += (kind in known.opening) - (kind in known.closing)
            if not depth:
                return index + 1
            before = index - 1 if tokens.text(index - 1) != "*" else index - 2
            if kind == self.name_kind and depth == 1 and tokens.text(before) in ("(", ","):
                self._define(index, "parameter", statement, scope)
            index += 1
        return index

    def _loops(self, token: int, last: int, statement: Statement, scope: tuple[int, int]) -> None:
        """The targets behind a ``for``, up to the end of its line or bracket."""
        tokens, known = self.tokens, kinds()
        depth, index, pending = 0, token + 1, list[int]()
        target = True
        while index < last:
            kind, text = tokens.kinds[index], tokens.text(index)
            depth += (kind in known.opening) - (kind in known.closing)
            if depth < 0 or (not depth and (kind == known.colon or text == "where")):
                return
            if not depth:
                if text == ",":
                    target = True
                elif kind == self.name_kind and target:
                    pending.append(index)
                elif text == "in":
                    for name in pending:
                        self._define(name, "loop", statement, scope)
                    pending, target = [], False
                elif text != ",":
                    pending, target = [], False
                if kind == self.name_kind and not (target and text != ","):
                    target = False
            index += 1

    def _comprehensions(self, first: int, last: int, statement: Statement) -> None:
        tokens, known = self.tokens, kinds()
        opened: list[int] = []
        for index in range(first, last):
            if tokens.kinds[index] in known.opening:
                opened.append(index)
            elif tokens.kinds[index] in known.closing and opened:
                opened.pop()
            elif opened and tokens.text(index) == "for":
                depth, end = 1, index
                while end < last and depth:
                    end += 1
                    depth += (tokens.kinds[end] in known.opening) - (tokens.kinds[end] in known.closing)
                self._loops(index, last, statement, (tokens.starts[opened[-1]], tokens.starts[min(end, last)]))

    def _labels(self, layout: int) -> tuple[str, ...]:
        import re

        if self.tokens.kinds[layout] != kinds().layout:
            return ()
        rows = re.sub(r"#[^\n]*", "", self.tokens.text(layout))
        return tuple(dict.fromkeys(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", rows)))

    # ── uses ─────────────────────────────────────────────────────────────────────────────────────

    def _note_uses(self) -> None:
        tokens = self.tokens
        for statement in self.statements:
            opened: list[int] = []
            is_layout = tokens.text(statement.first) in ("regions", "clues") and statement.end is not None
            for index in range(statement.first, statement.last):
                kind = tokens.kinds[index]
                if kind in kinds().opening:
                    opened.append(index)
                elif kind in kinds().closing and opened:
                    opened.pop()
                elif kind == self.name_kind and index not in self._defined:
                    if is_layout and index == statement.first + 2:
                        continue  # `of`
                    self.uses[index] = self._use(index, statement, opened)

    def _use(self, index: int, statement: Statement, opened: list[int]) -> Use:
        tokens = self.tokens
        before = tokens.text(index - 1) if index > statement.first else ""
        after = tokens.text(index + 1) if index + 1 < statement.last else ""
        if before == "." and tokens.ends[index - 1] == tokens.starts[index]:
            return Use(index, "part")
        if before == "draw" and index == statement.first + 1:
            return Use(index, "mark")
        if after == "=":
            if opened and tokens.text(opened[-1]) == "(":
                callee = opened[-1] - 1
                if callee >= statement.first and tokens.kinds[callee] == self.name_kind:
                    return Use(index, "argument", callee)
            head = statement.first
            if not opened and index > head and tokens.kinds[head] == self.name_kind:
                return Use(index, "argument", head)
        is_head = index == statement.first and (statement.colon is not None or after not in self.table.symbols)
        return Use(index, "callee" if after == "(" or is_head else "value")


def _unquoted(text: str) -> str:
    return text.strip('"')
