"""The actions of statements; see `puzzledsl.reading.expression_actions` for what an action is."""

# ruff: noqa: D102, ARG002  (all actions have one signature, and are described by the grammar)

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl import syntax
from puzzledsl.diagnostics import failure
from puzzledsl.reading.expression_actions import Broken, ExpressionActions, Parts
from puzzledsl.reading.juxtaposition import clue_head, split
from puzzledsl.reading.parse_tables import kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.reading.lexer import Tokens
    from puzzledsl.source import Span


class Actions(ExpressionActions):
    """All actions, for one text.

    Attributes:
        dropped: characters of statements that are read for their mistakes only, because what they belong to is broken.
    """

    def __init__(self, tokens: Tokens) -> None:
        super().__init__(tokens)
        self.dropped: list[tuple[int, int]] = []

    def start(self, parts: Parts, span: Span) -> tuple[syntax.Statement, ...]:
        return self._statements(parts[0]) if parts else ()

    block = start

    def _statements(self, found: Sequence[syntax.Statement | Broken]) -> tuple[syntax.Statement, ...]:
        kept = tuple(statement for statement in found if not isinstance(statement, Broken))
        if self.dropped:
            kept = tuple(s for s in kept if not any(a <= s.span.start < b for a, b in self.dropped))
        return kept

    # ── statements ──────────────────────────────────────────────────────────────────────────────

    def layout(self, parts: Parts, span: Span) -> syntax.Statement:
        """The word of the layout, perhaps its name, the grid behind ``of``, and the domain, then the rows."""
        word, domain = self.tokens.text(parts[0]), None
        rows, place = layout_rows(self.tokens.span(parts[-1])), self._up_to(parts[-1], span)
        if not isinstance(parts[-2], int):
            domain, parts = parts[-2], parts[:-2]
        name = self._name(parts[1]) if len(parts) > 2 else None
        grid = self._name(parts[3]) if len(parts) > 3 else None
        if grid and self.tokens.text(parts[2]) != "of":
            raise failure(
                f"unexpected name after the name of the {word}",
                self.tokens.span(parts[2]),
                "`:`, or `of` and the name of a grid, are expected",
                code="syntax",
            )
        if not any(row.text for row in rows):
            label = "write the rows on the lines below, indented"
            raise failure(f"no rows follow `{word}`", place, label, code="missing-rows")
        if word in ("givens", "mask"):
            return (syntax.Givens if word == "givens" else syntax.Mask)(name, rows, place)
        assert name is not None
        if word == "regions":
            return syntax.Regions(name, grid, rows, place)
        return syntax.ClueLayout(name, grid, domain, rows, place)

    def _up_to(self, token: int, span: Span) -> Span:
        """From the beginning of a place to before a token."""
        return span.source.span(span.start, self.tokens.ends[token - 1])

    def rule(self, parts: Parts, span: Span) -> syntax.Rule:
        return syntax.Rule(self._name(parts[1]), self._parameters(parts), parts[-1], self._header(parts[1], span))

    def for_loop(self, parts: Parts, span: Span) -> syntax.For:
        loops, condition = parts[1]
        return syntax.For(loops, condition, parts[2], self._header(parts[0], span))

    def if_block(self, parts: Parts, span: Span) -> syntax.If:
        no: tuple[syntax.Statement, ...] = ()
        if len(parts) > 4:
            last = parts[4]
            no = last if isinstance(last, tuple) else (last,)
        return syntax.If(parts[1], parts[2], no, self._header(parts[0], span))

    def _header(self, token: int, span: Span) -> Span:
        """From the beginning of a place to the end of the line on which ``token`` stands."""
        return self._up_to(self.tokens.kinds.index(kinds().newline, token), span)

    def boolean_domain(self, parts: Parts, span: Span) -> None:
        return None

    def let_function(self, parts: Parts, span: Span) -> syntax.Let:
        return syntax.Let(self._name(parts[1]), self._parameters(parts), parts[-1], span)

    def _parameters(self, parts: Parts) -> tuple[syntax.Parameter, ...]:
        """Each name once, no default before a parameter without one, behind `*rest` only such with a default."""
        parameters = tuple(parts[2]) if len(parts) > 3 else ()
        seen: set[str] = set()
        for position, parameter in enumerate(parameters):
            name, before = parameter.name, parameters[position - 1] if position else None
            if name.id in seen:
                raise failure(f"two parameters are called `{name.id}`", name.span, code="duplicate-parameter")
            seen.add(name.id)
            if parameter.variadic and any(p.default is None for p in parameters[position + 1 :]):
                label = "a parameter after it needs a default and is given by name"
                raise failure(f"`*{name.id}` takes all further arguments", parameter.span, label, code="parameters")
            if before and before.default is not None and parameter.default is None and not parameter.variadic:
                message = f"parameter `{name.id}` without a default follows one with a default"
                raise failure(message, name.span, "give it a default, or put it before", code="parameters")
        return parameters

    def show(self, parts: Parts, span: Span) -> syntax.Show:
        return syntax.Show(tuple(self.items(parts[1:], span)), span)

    def clue(self, parts: Parts, span: Span) -> syntax.Clue:
        name, arguments = clue_head(parts[0], self.loose)
        if len(parts) > 2:
            for argument in parts[1]:
                arguments += argument if isinstance(argument, list) else [argument]
        return syntax.Clue(name, tuple(arguments), tuple(parts[-1]), span)

    def clue_argument(self, parts: Parts, span: Span) -> list[syntax.Argument]:
        return [syntax.Argument(None, item, item.span) for item in split(parts[0], self.loose)]

    def side_by_side(self, parts: Parts, span: Span) -> syntax.Group:
        found: list[syntax.Expression] = []
        for part in [parts[0], *parts[1]]:
            found += split(part, self.loose) if self.loose else (part,)
        return syntax.Group(tuple(found), span)

    def groups(self, parts: Parts, span: Span) -> Parts:
        found = self.items(parts, span)
        return [self._unglued(group) for group in found] if self.loose else found

    def _unglued(self, group: syntax.Expression) -> syntax.Expression:
        pieces = split(group, self.loose)
        return group if len(pieces) == 1 else syntax.Group(tuple(pieces), group.span)


def layout_rows(place: Span) -> tuple[syntax.LayoutRow, ...]:
    """The rows of a layout: lines that have marks or a comment."""
    rows: list[syntax.LayoutRow] = []
    start = place.start
    for line in place.text.splitlines(keepends=True):
        content = line.partition("#")[0]
        row, comment = content.strip(), line[len(content) :].rstrip()
        if row or comment:
            first = start + len(content) - len(content.lstrip())
            rows.append(syntax.LayoutRow(row, place.source.span(first, first + max(len(row), 1)), comment))
        start += len(line)
    return tuple(rows)
