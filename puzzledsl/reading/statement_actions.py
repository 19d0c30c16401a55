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

    def start(self, parts: Parts, start: int, end: int) -> tuple[syntax.Statement, ...]:
        return self._statements(parts[0]) if parts else ()

    block = start

    def _statements(self, found: Sequence[syntax.Statement | Broken]) -> tuple[syntax.Statement, ...]:
        kept = tuple(statement for statement in found if not isinstance(statement, Broken))
        if self.dropped:
            kept = tuple(s for s in kept if not any(a <= s.span.start < b for a, b in self.dropped))
        return kept

    # ── statements ──────────────────────────────────────────────────────────────────────────────

    def _layout_parts(
        self, parts: Parts, start: int
    ) -> tuple[syntax.Name | None, syntax.Name | None, tuple[syntax.LayoutRow, ...], Span]:
        """The name in the head of a layout, the grid behind ``of``, the rows, and the place of the head."""
        name = self._name(parts[1]) if len(parts) > 2 else None
        grid = self._name(parts[3]) if len(parts) > 3 else None
        if grid and self.tokens.text(parts[2]) != "of":
            raise failure(
                f"unexpected name after the name of the {self.tokens.text(parts[0])}",
                self.tokens.span(parts[2]),
                "`:`, or `of` and the name of a grid, are expected",
                code="syntax",
            )
        rows, span = layout_rows(self.tokens.span(parts[-1])), self.span(start, self.tokens.ends[parts[-1] - 1])
        if not any(row.text for row in rows):
            raise failure(
                f"no rows follow `{self.tokens.text(parts[0])}`",
                span,
                "write the rows on the lines below, indented",
                code="missing-rows",
            )
        return name, grid, rows, span

    def givens(self, parts: Parts, start: int, end: int) -> syntax.Givens:
        name, _, rows, span = self._layout_parts(parts, start)
        return syntax.Givens(name, rows, span)

    def mask(self, parts: Parts, start: int, end: int) -> syntax.Mask:
        name, _, rows, span = self._layout_parts(parts, start)
        return syntax.Mask(name, rows, span)

    def regions(self, parts: Parts, start: int, end: int) -> syntax.Regions:
        name, grid, rows, span = self._layout_parts(parts, start)
        assert name is not None
        return syntax.Regions(name, grid, rows, span)

    def clues(self, parts: Parts, start: int, end: int) -> syntax.ClueLayout:
        name, grid, rows, span = self._layout_parts(parts, start)
        assert name is not None
        return syntax.ClueLayout(name, grid, rows, span)

    def rule(self, parts: Parts, start: int, end: int) -> syntax.Rule:
        parameters = tuple(parts[2]) if len(parts) > 3 else ()
        self._check_parameters(parameters)
        return syntax.Rule(self._name(parts[1]), parameters, parts[-1], self._header(parts[1], start))

    def for_loop(self, parts: Parts, start: int, end: int) -> syntax.For:
        loops, condition = self._loops(parts[1])
        return syntax.For(loops, condition, parts[2], self._header(parts[0], start))

    def if_block(self, parts: Parts, start: int, end: int) -> syntax.If:
        no: tuple[syntax.Statement, ...] = ()
        if len(parts) > 4:
            last = parts[4]
            no = last if isinstance(last, tuple) else (last,)
        return syntax.If(parts[1], parts[2], no, self._header(parts[0], start))

    def _header(self, token: int, start: int) -> Span:
        """From ``start`` to the end of the line on which ``token`` stands."""
        newline = self.tokens.kinds.index(kinds().newline, token)
        return self.span(start, self.tokens.ends[newline - 1])

    def metadata(self, parts: Parts, start: int, end: int) -> syntax.Metadata:
        value, _ = self._text(parts[1])
        return syntax.Metadata(self.tokens.text(parts[0]), value, self.span(start, end))

    def include(self, parts: Parts, start: int, end: int) -> syntax.Include:
        value, span = self._text(parts[1])
        return syntax.Include(value, span, self.span(start, end))

    def param(self, parts: Parts, start: int, end: int) -> syntax.Param:
        return syntax.Param(self._name(parts[1]), parts[2], self.span(start, end))

    def grid(self, parts: Parts, start: int, end: int) -> syntax.GridDeclaration:
        domain = parts[4] if len(parts) > 3 else None
        return syntax.GridDeclaration(
            self._name(parts[1]), tuple(parts[2]), domain, len(parts) > 3, self.span(start, end)
        )

    def edges(self, parts: Parts, start: int, end: int) -> syntax.EdgesDeclaration:
        domain = parts[5] if len(parts) > 4 else None
        return syntax.EdgesDeclaration(self._name(parts[1]), self._name(parts[3]), domain, self.span(start, end))

    def boolean_domain(self, parts: Parts, start: int, end: int) -> None:
        return None

    def variables(self, parts: Parts, start: int, end: int) -> syntax.VariableDeclaration:
        return syntax.VariableDeclaration(parts[1], False, parts[3], self.span(start, end))

    def real_variables(self, parts: Parts, start: int, end: int) -> syntax.VariableDeclaration:
        return syntax.VariableDeclaration(parts[1], True, parts[4] if len(parts) > 4 else None, self.span(start, end))

    def let_value(self, parts: Parts, start: int, end: int) -> syntax.Let:
        return syntax.Let(self._name(parts[1]), None, parts[2], self.span(start, end))

    def let_function(self, parts: Parts, start: int, end: int) -> syntax.Let:
        parameters = tuple(parts[2]) if len(parts) > 3 else ()
        self._check_parameters(parameters)
        return syntax.Let(self._name(parts[1]), parameters, parts[-1], self.span(start, end))

    def parameter(self, parts: Parts, start: int, end: int) -> syntax.Parameter:
        default = parts[1] if len(parts) > 1 else None
        return syntax.Parameter(self._name(parts[0]), default, False, self.span(start, end))

    def rest_parameter(self, parts: Parts, start: int, end: int) -> syntax.Parameter:
        return syntax.Parameter(self._name(parts[1]), None, True, self.span(start, end))

    def _check_parameters(self, parameters: tuple[syntax.Parameter, ...]) -> None:
        """Each name once, no default before a parameter without one, behind `*rest` only such with a default."""
        seen: set[str] = set()
        for position, parameter in enumerate(parameters):
            name = parameter.name
            if name.id in seen:
                raise failure(f"two parameters are called `{name.id}`", name.span, code="duplicate-parameter")
            seen.add(name.id)
            if parameter.variadic and any(p.default is None for p in parameters[position + 1 :]):
                raise failure(
                    f"`*{name.id}` takes all further arguments",
                    parameter.span,
                    "a parameter after it needs a default and is given by name",
                    code="parameters",
                )
            if (
                position
                and parameter.default is None
                and not parameter.variadic
                and parameters[position - 1].default is not None
            ):
                raise failure(
                    f"parameter `{name.id}` without a default follows one with a default",
                    name.span,
                    "give it a default, or put it before",
                    code="parameters",
                )

    def draw(self, parts: Parts, start: int, end: int) -> syntax.Draw:
        arguments = tuple(parts[2]) if len(parts) > 2 else ()
        return syntax.Draw(self._name(parts[1]), arguments, self.span(start, end))

    def objective(self, parts: Parts, start: int, end: int) -> syntax.Objective:
        return syntax.Objective(self.tokens.text(parts[0]) == "maximize", parts[1], self.span(start, end))

    def show(self, parts: Parts, start: int, end: int) -> syntax.Show:
        return syntax.Show(tuple(self.items(parts[1:], start, end)), self.span(start, end))

    def clue(self, parts: Parts, start: int, end: int) -> syntax.Clue:
        name, arguments = clue_head(parts[0], self.loose)
        if len(parts) > 2:
            for argument in parts[1]:
                arguments += argument if isinstance(argument, list) else [argument]
        return syntax.Clue(name, tuple(arguments), tuple(parts[-1]), self.span(start, end))

    def clue_argument(self, parts: Parts, start: int, end: int) -> list[syntax.Argument]:
        return [syntax.Argument(None, item, item.span) for item in split(parts[0], self.loose)]

    def side_by_side(self, parts: Parts, start: int, end: int) -> syntax.Group:
        found: list[syntax.Expression] = []
        for part in [parts[0], *parts[1]]:
            found += split(part, self.loose) if self.loose else (part,)
        return syntax.Group(tuple(found), self.span(start, end))

    def constraint(self, parts: Parts, start: int, end: int) -> syntax.Constraint:
        return syntax.Constraint(parts[0], self.span(start, end))

    def groups(self, parts: Parts, start: int, end: int) -> Parts:
        found = self.items(parts, start, end)
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
