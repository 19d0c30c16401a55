"""What each production of the grammar builds: the actions, under the names that ``puzzle.lark`` gives them.

An action gets the parts of its production that count, where a token is its position among the tokens and anything
else is what another action built, and the characters that the production covers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzledsl import syntax
from puzzledsl.diagnostics import failure
from puzzledsl.reading.chains import fold
from puzzledsl.reading.juxtaposition import Loose, clue_head, split
from puzzledsl.reading.lexer import Tokens
from puzzledsl.reading.literals import corners, number, text_value
from puzzledsl.source import Span

Parts = list[Any]
Action = Callable[[Parts, int, int], Any]


@dataclass(frozen=True, slots=True)
class Broken:
    """Stands where an action failed. A tree with one in it never leaves `read`: its message does."""

    span: Span


class Actions:
    """The actions for one text.

    Attributes:
        dropped: characters of statements that are read for their mistakes only, because what they belong to is broken.
        growth: by how many levels the last `fold` made the tree deeper.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.source = tokens.source
        self.text_ = tokens.source.text
        self.loose: Loose = {}
        self.dropped: list[tuple[int, int]] = []
        self.growth = 0

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _name(self, token: int) -> syntax.Name:
        start, end = self.tokens.starts[token], self.tokens.ends[token]
        return syntax.Name(self.text_[start:end], Span(self.source, start, end))

    def _token_span(self, token: int) -> Span:
        return Span(self.source, self.tokens.starts[token], self.tokens.ends[token])

    # ── lists ───────────────────────────────────────────────────────────────────────────────────

    def collect(self, parts: Parts, start: int, end: int) -> Parts:
        return list(parts)

    def more(self, parts: Parts, start: int, end: int) -> Parts:
        parts[0].extend(parts[1:])
        return parts[0]  # type: ignore[no-any-return]

    def items(self, parts: Parts, start: int, end: int) -> Parts:
        return [parts[0], *parts[1]] if len(parts) > 1 else parts

    pairs = parameters = arguments = index_items = loops = items

    def groups(self, parts: Parts, start: int, end: int) -> Parts:
        found = self.items(parts, start, end)
        return [self._unglued(group) for group in found] if self.loose else found

    def _unglued(self, group: syntax.Expression) -> syntax.Expression:
        pieces = split(group, self.loose, self.text_)
        return group if len(pieces) == 1 else syntax.Group(tuple(pieces), group.span)

    def names(self, parts: Parts, start: int, end: int) -> tuple[syntax.Name, ...]:
        return tuple(self._name(token) for token in self.items(parts, start, end))

    def start(self, parts: Parts, start: int, end: int) -> tuple[syntax.Statement, ...]:
        return self._statements(parts[0]) if parts else ()

    block = start

    def _statements(self, found: Sequence[syntax.Statement | Broken]) -> tuple[syntax.Statement, ...]:
        kept = tuple(statement for statement in found if not isinstance(statement, Broken))
        if self.dropped:
            kept = tuple(s for s in kept if not any(a <= s.span.start < b for a, b in self.dropped))
        return kept

    def lone_expression(self, parts: Parts, start: int, end: int) -> syntax.Expression:
        return parts[0]  # type: ignore[no-any-return]

    # ── statements ──────────────────────────────────────────────────────────────────────────────

    def _layout(self, token: int) -> tuple[syntax.LayoutRow, ...]:
        rows: list[syntax.LayoutRow] = []
        start, end = self.tokens.starts[token], self.tokens.ends[token]
        for line in self.text_[start:end].splitlines(keepends=True) if start < end else ():
            content = line.split("#", 1)[0]
            row = content.strip()
            if row:
                first = start + len(content) - len(content.lstrip())
                rows.append(syntax.LayoutRow(row, self.span(first, first + len(row))))
            start += len(line)
        return tuple(rows)

    def _layout_header(self, parts: Parts, start: int) -> tuple[tuple[syntax.LayoutRow, ...], Span]:
        layout = parts[-1]
        span = self.span(start, self.tokens.ends[layout - 1])
        rows = self._layout(layout)
        if not rows:
            raise failure(
                f"no rows follow `{self.tokens.text(parts[0])}`",
                span,
                "the rows stand on the lines below, indented",
                code="missing-rows",
            )
        return rows, span

    def givens(self, parts: Parts, start: int, end: int) -> syntax.Givens:
        rows, span = self._layout_header(parts, start)
        return syntax.Givens(self._name(parts[1]) if len(parts) > 2 else None, rows, span)

    def mask(self, parts: Parts, start: int, end: int) -> syntax.Mask:
        rows, span = self._layout_header(parts, start)
        return syntax.Mask(self._name(parts[1]) if len(parts) > 2 else None, rows, span)

    def regions(self, parts: Parts, start: int, end: int) -> syntax.Regions:
        grid = None
        if len(parts) > 3:
            if self.tokens.text(parts[2]) != "of":
                raise failure(
                    "unexpected name after that of the regions",
                    self._token_span(parts[2]),
                    "`:`, or `of` and the name of a grid, are expected",
                    code="syntax",
                )
            grid = self._name(parts[3])
        rows, span = self._layout_header(parts, start)
        return syntax.Regions(self._name(parts[1]), grid, rows, span)

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
        newline = self.tokens.kinds.index(self._newline, token)
        return self.span(start, self.tokens.ends[newline - 1])

    @property
    def _newline(self) -> int:
        from puzzledsl.reading.lexer import kinds

        return kinds().newline

    def metadata(self, parts: Parts, start: int, end: int) -> syntax.Metadata:
        value, _ = self._text(parts[1])
        return syntax.Metadata(self.tokens.text(parts[0]), value, self.span(start, end))

    def include(self, parts: Parts, start: int, end: int) -> syntax.Include:
        value, span = self._text(parts[1])
        return syntax.Include(value, span, self.span(start, end))

    def param(self, parts: Parts, start: int, end: int) -> syntax.Param:
        return syntax.Param(self._name(parts[1]), parts[2], self.span(start, end))

    def grid(self, parts: Parts, start: int, end: int) -> syntax.GridDeclaration:
        return syntax.GridDeclaration(self._name(parts[1]), tuple(parts[2]), parts[4], self.span(start, end))

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
        """Each name once, no default before a parameter without one, `*rest` last."""
        seen: set[str] = set()
        for position, parameter in enumerate(parameters):
            name = parameter.name
            if name.id in seen:
                raise failure(f"two parameters are called `{name.id}`", name.span, code="duplicate-parameter")
            seen.add(name.id)
            if parameter.variadic and position + 1 < len(parameters):
                raise failure(
                    f"`*{name.id}` takes all further arguments and has to come last", parameter.span, code="parameters"
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
        name, arguments = clue_head(parts[0], self.loose, self.text_)
        if len(parts) > 2:
            for argument in parts[1]:
                arguments += argument if isinstance(argument, list) else [argument]
        self.loose.clear()
        return syntax.Clue(name, tuple(arguments), tuple(parts[-1]), self.span(start, end))

    def clue_argument(self, parts: Parts, start: int, end: int) -> list[syntax.Argument]:
        return [syntax.Argument(None, item, item.span) for item in split(parts[0], self.loose, self.text_)]

    def side_by_side(self, parts: Parts, start: int, end: int) -> syntax.Group:
        found: list[syntax.Expression] = []
        for part in [parts[0], *parts[1]]:
            found += split(part, self.loose, self.text_) if self.loose else (part,)
        return syntax.Group(tuple(found), self.span(start, end))

    def constraint(self, parts: Parts, start: int, end: int) -> syntax.Constraint:
        self.loose.clear()
        return syntax.Constraint(parts[0], self.span(start, end))

    # ── expressions ─────────────────────────────────────────────────────────────────────────────

    def choice(self, parts: Parts, start: int, end: int) -> syntax.Choice:
        return syntax.Choice(parts[1], parts[3], parts[5], self.span(start, end))

    def binary(self, parts: Parts, start: int, end: int) -> syntax.Binary:
        left, op, right = parts
        return syntax.Binary(self.tokens.text(op), left, right, self.span(start, end), self._token_span(op))

    def chain(self, parts: Parts, start: int, end: int) -> Parts:
        """Operands with their first and last character, and operators, in turn; told apart by position."""
        first, op, right = parts
        chain: Parts = first if isinstance(first, list) else [first]
        chain += (op, right)
        return chain

    def fold(self, parts: Parts, start: int, end: int) -> syntax.Expression:
        operands = parts[0][::2]
        ops = [(self.tokens.text(op), self._token_span(op)) for op in parts[0][1::2]]
        folded, self.growth = fold(operands, ops, start, end)
        return folded

    def not_in(self, parts: Parts, start: int, end: int) -> Span:
        return self.span(start, end)

    def comparison(self, parts: Parts, start: int, end: int) -> syntax.Comparison:
        spans = tuple(op if isinstance(op, Span) else self._token_span(op) for op in parts[0][1::2])
        ops = tuple("not in" if isinstance(op, Span) else self.tokens.text(op) for op in parts[0][1::2])
        return syntax.Comparison(tuple(parts[0][::2]), ops, spans, self.span(start, end))

    def unary(self, parts: Parts, start: int, end: int) -> syntax.Unary:
        return syntax.Unary(self.tokens.text(parts[0]), parts[1], self.span(start, end))

    def _note_gap(self, node: syntax.Expression, bracket: int) -> None:
        opening = self.tokens.starts[bracket]
        if self.text_[opening - 1] in " \t\r\n":
            self.loose[id(node)] = opening

    def call(self, parts: Parts, start: int, end: int) -> syntax.Call:
        arguments: tuple[syntax.Argument, ...] = ()
        if len(parts) > 2:
            found = parts[2]
            arguments = found if isinstance(found, tuple) else tuple(found)
        node = syntax.Call(parts[0], arguments, self.span(start, end))
        self._note_gap(node, parts[1])
        return node

    def bare_comprehension(self, parts: Parts, start: int, end: int) -> tuple[syntax.Argument, ...]:
        span = self.span(start, end)
        return (syntax.Argument(None, self._comprehension(parts[0], "bare", span), span),)

    def argument(self, parts: Parts, start: int, end: int) -> syntax.Argument:
        return syntax.Argument(None, parts[0], self.span(start, end))

    def named_argument(self, parts: Parts, start: int, end: int) -> Any:
        argument = syntax.Argument(self.tokens.text(parts[0]), parts[1], self.span(start, end))
        return argument

    def index(self, parts: Parts, start: int, end: int) -> syntax.Index:
        node = syntax.Index(parts[0], tuple(parts[2]), self.span(start, end))
        self._note_gap(node, parts[1])
        return node

    def star(self, parts: Parts, start: int, end: int) -> syntax.Star:
        return syntax.Star(self.span(start, end))

    def attribute(self, parts: Parts, start: int, end: int) -> syntax.Attribute:
        return syntax.Attribute(parts[0], self.tokens.text(parts[1]), self.span(start, end))

    def parenthesized(self, parts: Parts, start: int, end: int) -> syntax.Expression:
        return parts[1]  # type: ignore[no-any-return]

    def tuple_of(self, parts: Parts, start: int, end: int) -> syntax.TupleOf:
        items = parts[1:2] + (parts[2] if len(parts) > 2 else [])
        return syntax.TupleOf(tuple(items), self.span(start, end))

    def list_of(self, parts: Parts, start: int, end: int) -> syntax.ListOf:
        return syntax.ListOf(tuple(parts[1]) if len(parts) > 1 else (), self.span(start, end))

    def list_comprehension(self, parts: Parts, start: int, end: int) -> syntax.Comprehension:
        return self._comprehension(parts[1], "list", self.span(start, end))

    def set_comprehension(self, parts: Parts, start: int, end: int) -> syntax.Comprehension:
        return self._comprehension(parts[0], "set", self.span(start, end))

    def _comprehension(self, parts: Parts, kind: str, span: Span) -> syntax.Comprehension:
        loops, condition = self._loops(parts[1])
        return syntax.Comprehension(parts[0], loops, condition, kind, span)

    def comprehension(self, parts: Parts, start: int, end: int) -> Parts:
        return [parts[0], parts[2]]

    def _loops(self, found: Any) -> tuple[tuple[syntax.Loop, ...], syntax.Expression | None]:
        if isinstance(found, tuple):
            return found[0], found[1]
        return tuple(found), None

    def filtered_loops(self, parts: Parts, start: int, end: int) -> tuple[tuple[syntax.Loop, ...], syntax.Expression]:
        return tuple(self.items(parts[:-2], start, end)), parts[-1]

    def loop(self, parts: Parts, start: int, end: int) -> syntax.Loop:
        return syntax.Loop(parts[0], parts[2], self.span(start, end))

    def set_of(self, parts: Parts, start: int, end: int) -> syntax.SetOf:
        return syntax.SetOf(tuple(parts[0]) if parts else (), self.span(start, end))

    def map_of(self, parts: Parts, start: int, end: int) -> syntax.MapOf:
        return syntax.MapOf(tuple(parts[0]), self.span(start, end))

    def pair(self, parts: Parts, start: int, end: int) -> tuple[syntax.Expression, syntax.Expression]:
        return parts[0], parts[1]

    def number(self, parts: Parts, start: int, end: int) -> syntax.Number:
        span = self.span(start, end)
        return syntax.Number(number(self.text_[start:end], span), span)

    def text(self, parts: Parts, start: int, end: int) -> syntax.Text:
        value, span = self._text(parts[0])
        return syntax.Text(value, span)

    def _text(self, token: int) -> tuple[str, Span]:
        span = self._token_span(token)
        return text_value(span), span

    def constant(self, parts: Parts, start: int, end: int) -> syntax.Constant:
        span = self.span(start, end)
        return syntax.Constant({"true": True, "false": False, "none": None}[span.text], span)

    def cells(self, parts: Parts, start: int, end: int) -> syntax.CellRun:
        span = self.span(start, end)
        return syntax.CellRun(corners(self.text_[start:end], span), span)

    def name(self, parts: Parts, start: int, end: int) -> syntax.Name:
        return syntax.Name(self.text_[start:end], self.span(start, end))
