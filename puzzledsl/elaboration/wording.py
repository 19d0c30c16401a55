"""What a model says in words, for the text under its picture: rules by their sentence, the rest as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from puzzledsl.elaboration.context import Context, Part, RuleCall, value_of
from puzzledsl.elaboration.library import Entry, entries, split
from puzzledsl.elaboration.sentences import place
from puzzledsl.elaboration.value_text import shown
from puzzledsl.elaboration.values import Function, Value, cell_number, is_cell
from puzzledsl.expressions import All, AllDifferent, Boolean, Compare
from puzzledsl.model import Cell, Grid, Mark, Objective, Said, is_hidden
from puzzledsl.source import Span
from puzzledsl.syntax import Clue, Constraint, Draw, For, If, Statement

SENTENCE = "solvers:"
SIGNS = "Where two cells are compared, the sign points at the smaller value."
_LONGEST = 300
_MOST_ITEMS = 60
"""Of a list that a sentence names."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")


class Wording:
    """Collects the sentences of a model while its statements run."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._top: Statement | None = None
        self._draws = False
        self._sentence: str | None = None
        self._said: dict[str, tuple[bool, dict[Span, None]]] = {}
        self._above: dict[Span, str | None] = {}
        self._written: dict[Span, str] = {}
        self._entries: dict[str, dict[str, Entry]] = {}

    def begin(self, top: Statement) -> None:
        """A statement of the outermost level is run next."""
        self._top, self._draws, self._sentence = top, _draws(top), self.above(top.span)

    def note(self, text: str, drawn: bool, span: Span) -> None:
        """Keep a sentence of a statement; it counts as drawn if all statements that it stands for are."""
        before, spans = self._said.get(text, (True, {}))
        self._said[text] = before and drawn, spans
        spans[span] = None

    def result(self, grids: Sequence[Grid], objective: Objective | None) -> tuple[Said, ...]:
        """All sentences: the values of grids and the objective, then those of statements in the order of the model."""
        none: tuple[bool, dict[Span, None]] = (False, {})
        first = list(filter(None, self._first(grids, objective)))
        said = {text: self._said.get(text, none) for text in first} | self._said
        return tuple(
            Said(text, drawn and text not in first, tuple(spans)) for text, (drawn, spans) in said.items() if text
        )

    def _first(self, grids: Sequence[Grid], objective: Objective | None) -> Iterator[str]:
        """Which values the cells of each grid have, and what shall be large or small."""
        for grid in grids:
            sentence, domain = self.above(grid.span), grid.domain
            if sentence is not None:
                yield sentence
            elif not is_hidden(grid, self.context.marks):
                is_run = 2 < domain.size == domain.hi - domain.lo + 1
                values = " or ".join(map(str, domain)) if domain.size <= 2 else str(domain).strip("{}")
                values = f"{domain.lo} to {domain.hi}" if is_run else values
                yield f"Values{'' if len(grids) == 1 else f' of {grid.name}'}: {values}."
        if objective is not None:
            size = "large" if objective.maximize else "small"
            words = " ".join(objective.span.text.split()[1:])
            yield self.above(objective.span) or f"As {size} as possible: {words}."

    def statement(self, node: Clue | Constraint, part: Part, marks: Sequence[Mark]) -> None:
        """A statement has been applied.

        Args:
            part: what it demands.
            marks: what it has drawn. Where this is nothing, signs, given digits and diagonals are drawn for it.
        """
        rule, holds = (part if isinstance(part, RuleCall) else None), value_of(part)
        if holds is True and not marks:
            return
        drawn = any(mark.when is None and mark.kind != "hidden" for mark in marks) or self._draws
        is_alldifferent = isinstance(node, Clue) and node.name.id == "alldifferent" and rule is None
        if is_alldifferent and isinstance(holds, AllDifferent):
            self._diagonal(holds)
        elif rule is None and not drawn:
            alone = isinstance(self._top, Constraint) and self._sentence is None
            signs = self._signs(holds, alone) or []
            self.context.marks += signs
            drawn = bool(signs)
            if any(mark.kind == "less" for mark in signs):
                self.note(SIGNS, True, node.span)
        if self._sentence is not None:
            self.note(self._sentence, drawn, node.span)
        elif isinstance(node, Clue) and is_alldifferent:
            self.note(
                f"All different: {_plain(', '.join(group.span.text for group in node.groups))}.", False, node.span
            )
        elif rule is not None and (text := self._of_rule(rule.callee, rule.arguments, node, drawn)):
            self.note(text, drawn, node.span)
        elif not drawn:
            self.note(self._as_written(node), False, node.span)

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _as_written(self, node: Clue | Constraint) -> str:
        if node.span not in self._written:
            headers = [header.span.text.strip().rstrip(":") for header in _headers(self._top, node)]
            self._written[node.span] = _plain(": ".join([*headers, node.span.text]))
        return self._written[node.span]

    def above(self, span: Span | None) -> str | None:
        """The sentence that the comment right above a statement gives for it, empty if it is not to be said.

        ``None``: there is no such comment.
        """
        if span is None or SENTENCE not in span.source.text:
            return None
        if span not in self._above:
            self._above[span] = self._comment_above(span)
        return self._above[span]

    def _comment_above(self, span: Span) -> str | None:
        lines = span.source.text[: span.start].split("\n")[:-1]
        above = list(takewhile(lambda line: line.startswith("#"), reversed(lines)))
        notes = [line.lstrip("# ").removeprefix(SENTENCE).strip() for line in above if SENTENCE in line[:12]]
        return " ".join(reversed(notes)) if notes else None

    def _of_rule(self, rule: Function, values: Mapping[str, Value], node: Clue | Constraint, drawn: bool) -> str:
        source = rule.span.source
        if rule.is_of_library:
            known = entries()
        else:
            if source.name not in self._entries:
                self._entries[source.name] = {entry.name: entry for entry in split("", source.text)}
            known = self._entries[source.name]
        entry = known.get(rule.name)
        if entry is None or not entry.is_rule:
            return ""
        text = self._filled(entry.solvers, values) if entry.solvers else _plain(entry.comment)
        first = next(iter(values.values()), None)
        if drawn or not text or not place(first, self.context):
            return text
        return f"{text.rstrip('.')} ({self._as_written(node)})."

    def _filled(self, sentence: str, values: Mapping[str, Value]) -> str:
        """``{name}`` replaced by an argument; what stands in brackets is left out if one in it is empty."""
        if "{" not in sentence:
            return sentence
        texts = {name: self._text(value) for name, value in values.items()}

        def part(match: re.Match[str]) -> str:
            inner = match.group(1)
            return inner if all(texts.get(name) for name in _PLACEHOLDER.findall(inner)) else ""

        return _PLACEHOLDER.sub(lambda match: texts.get(match.group(1), match.group(0)), _OPTIONAL.sub(part, sentence))

    def _text(self, value: Value) -> str:
        if value is None:
            return ""
        if isinstance(value, list) and value and all(isinstance(v, list) and all(map(is_cell, v)) for v in value):
            kinds: dict[str, set[frozenset[Cell]]] = {}
            for mark in self.context.marks:
                if not mark.color.isalpha():
                    continue
                kinds.setdefault(f"a {mark.color} {mark.kind}", set()).add(frozenset(mark.cells))
            pairs = {frozenset(self._places(pair)) for pair in value}
            named = [name for name, places in kinds.items() if places <= pairs]
            if pairs == {place for name in named for place in kinds[name]}:
                return f"where {' or '.join(named)} stands between them"
            return _listed(
                ["-".join(map(self.context.cell_name, pair[:_MOST_ITEMS])) for pair in value[:_MOST_ITEMS]], value
            )
        if isinstance(value, list):
            head = value[:_MOST_ITEMS]
            return _listed([f"({self._text(v)})" if isinstance(v, list) else self._text(v) for v in head], value)
        return value if isinstance(value, str) else shown(value, self.context, 80)

    def _places(self, cells: list[Value]) -> Iterator[tuple[int, int]]:
        for cell in cells:
            found = self.context.variables[cell_number(cell)].cell
            if found is not None:
                yield found

    # ── drawings of what is written without a rule ───────────────────────────────────────────────

    def _signs(self, holds: Boolean, alone: bool) -> list[Mark] | None:
        """A sign for each comparison of neighbours; of a statement of its own, also digits; ``None``: not all of it."""
        found: list[Mark] = []
        for item in holds.items if isinstance(holds, All) else (holds,):
            mark = self._sign(item, alone)
            if mark is None:
                return None
            found.append(mark)
        return found

    def _sign(self, item: Boolean, alone: bool) -> Mark | None:
        if not isinstance(item, Compare):
            return None
        terms, constant = item.expression.terms, item.expression.constant
        is_digit = item.op == "==" and alone and len(terms) == 1
        if not is_digit and not (item.op == "<=" and constant == 1 and len(terms) == 2):
            return None
        cells = [self.context.variables[atom] for atom, _ in terms if isinstance(atom, int)]
        if not cells or len(cells) < len(terms) or any(v.cell is None or v.grid != cells[0].grid for v in cells):
            return None
        grid, places = cells[0].grid or "", tuple(v.cell for v in cells if v.cell is not None)
        factors = [k for _, k in terms]
        if is_digit and abs(factors[0]) == 1:
            return Mark("digit", grid, places, str(-constant * factors[0]))
        # a + 1 <= b for a < b
        if not is_digit and sorted(factors) == [-1, 1]:
            (r, c), (s, d) = places if factors[0] == 1 else places[::-1]
            if abs(r - s) + abs(c - d) == 1:
                return Mark("less", grid, ((r, c), (s, d)))
        return None

    def _diagonal(self, holds: AllDifferent) -> None:
        """A line for the values of a long diagonal of a square grid that must differ."""
        cells = [self.context.variables[cell_number(item)] for item in holds.items if is_cell(item)]
        places = [v.cell for v in cells if v.cell is not None and v.grid == cells[0].grid]
        if len(places) < len(holds.items) or len(places) < 3 or cells[0].grid in self.context.hidden:
            return
        grid = self.context.grids[cells[0].grid or ""]
        if grid.height == grid.width == len(places) and (
            all(r == c for r, c in places) or all(r + c == grid.height + 1 for r, c in places)
        ):
            self.context.marks.append(Mark("diagonal", cells[0].grid or "", tuple(sorted(places))))


def _listed(texts: Sequence[str], items: Sequence[object]) -> str:
    """The first items of a list in words, and how many there are if these are not all."""
    return ", ".join(texts) + (f", … ({len(items)} in all)" if len(items) > len(texts) else "")


def _plain(text: str) -> str:
    text = " ".join(text.replace("`", "").split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _draws(node: Statement | None) -> bool:
    """Whether a loop draws something by itself that does not depend on the answer."""
    match node:
        case Draw():
            return not any(argument.name == "when" for argument in node.arguments) and node.mark.id != "hidden"
        case For():
            return any(map(_draws, node.body))
        case If():
            return any(map(_draws, node.yes + node.no))
    return False


def _headers(node: Statement | None, target: Statement) -> list[For]:
    """The loops around a statement, from the outermost one."""
    match node:
        case For():
            for inner in node.body:
                if inner is target or _contains(inner, target):
                    return [node, *_headers(inner, target)]
        case If():
            for inner in node.yes + node.no:
                if _contains(inner, target):
                    return _headers(inner, target)
    return []


def _contains(node: Statement, target: Statement) -> bool:
    inner = node.body if isinstance(node, For) else node.yes + node.no if isinstance(node, If) else ()
    return any(one is target or _contains(one, target) for one in inner)
