"""What a model says in words, for the text under its picture: rules by their sentence, the rest as it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from puzzledsl.elaboration.context import Context, Part, RuleCall, is_plainly_different, value_of
from puzzledsl.elaboration.kinds import are_cells, is_cell
from puzzledsl.elaboration.library import Entry, entries, filled, placeholders, split
from puzzledsl.elaboration.sentences import place
from puzzledsl.elaboration.value_text import shown
from puzzledsl.elaboration.values import EdgesValue, Function, Value
from puzzledsl.expressions import All, AllDifferent, Boolean, Compare, variable
from puzzledsl.listing import shorten
from puzzledsl.model import Cell, Grid, Mark, Objective, Said, is_hidden, values_text
from puzzledsl.source import Source, Span
from puzzledsl.syntax import Clue, Constraint, Draw, For, If, Statement

SENTENCE = "solvers:"
SIGNS = "Where two cells are compared, the sign points at the smaller value."
_LONGEST = 300
_MOST_ITEMS = 60
"""Of a list that a sentence names."""


class Wording:
    """Collects the sentences of a model while its statements run."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._top: Statement | None = None
        self._draws = False
        self._sentence: str | None = None
        self._latest = ""
        self._said: dict[str, tuple[bool, dict[Span, None]]] = {}
        self._quoted, self._filled = set[str](), set[str]()
        self._written: dict[Span, str] = {}

    def begin(self, top: Statement) -> None:
        """A statement of the outermost level is run next."""
        self._top, self._draws, self._sentence = top, _draws(top), self.above(top.span)
        self._latest = self._sentence or self._latest

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
            Said(text, drawn and text not in first, tuple(spans), text in self._quoted, text in self._filled)
            for text, (drawn, spans) in said.items()
            if text
        )

    def _first(self, grids: Sequence[Grid], objective: Objective | None) -> Iterator[str]:
        """Which values the cells of each grid have, and what shall be large or small."""
        for grid in grids:
            sentence, domain = self.above(grid.span), grid.domain
            if sentence is not None:
                yield sentence
            elif not is_hidden(grid, self.context.marks):
                values = f"{domain.lo} to {domain.hi}"
                if grid.letters or 1 < len(domain.intervals) <= _MOST_ITEMS:
                    values = values_text(domain, grid.letters).replace('"', "").strip("{}")
                if domain.size <= 2 and not grid.letters:
                    values = " or ".join(map(str, domain))
                elif len(domain.intervals) > _MOST_ITEMS:
                    values = f"{domain.size:,} numbers from {values}"
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
        is_of_genre = node.span.source.is_library  # solvers do not know its code
        # Pieces do not say what is to be done with them.
        drawn = any(mark.when is None and mark.kind not in ("hidden", "piece") for mark in marks) or self._draws
        is_alldifferent = isinstance(node, Clue) and is_plainly_different(part)
        if is_alldifferent:
            self._diagonal(part)  # type: ignore[arg-type]
        elif rule is None and not drawn:
            alone = isinstance(self._top, Constraint) and self._sentence is None
            signs = self._signs(holds, alone)
            self.context.marks += signs
            drawn = bool(signs)
            if any(mark.kind == "less" for mark in signs):
                self.note(SIGNS, True, node.span)
        if self._sentence is not None:
            self._quoted.add(text := self._sentence)
        elif isinstance(node, Clue) and is_alldifferent:
            text, drawn = f"All different: {_plain(', '.join(group.span.text for group in node.groups))}.", False
        else:
            told = self._of_rule(rule.callee, rule.arguments, node, drawn) if rule else ""
            text = told or ("" if drawn or is_of_genre else self._as_written(node))
            if is_of_genre:  # it helps to say the sentence before it, whose own statement may have nothing to do
                self._said.setdefault(self._latest, (drawn, {}))
        self.note(text, drawn, node.span)

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _as_written(self, node: Clue | Constraint) -> str:
        if node.span not in self._written:
            headers = [header.span.text.strip().rstrip(":") for header in _headers(self._top, node) or ()]
            self._written[node.span] = _plain(": ".join([*headers, node.span.text]))
        return self._written[node.span]

    def above(self, span: Span | None) -> str | None:
        """The sentence that the comment right above a statement gives for it, empty if it is not to be said.

        ``None``: there is no such comment.
        """
        if span is None or SENTENCE not in span.source.text:
            return None
        number, notes = span.line - 1, []
        while (line := span.source.line(number)).startswith("#"):
            if SENTENCE in line[:12]:
                notes.append(line.lstrip("# ").removeprefix(SENTENCE).strip())
            number -= 1
        return " ".join(reversed(notes)) if notes else None

    def _of_rule(self, rule: Function, values: Mapping[str, Value], node: Clue | Constraint, drawn: bool) -> str:
        entry = (entries() if rule.is_of_library else own_entries(rule.span.source)).get(rule.name)
        if entry is None or not entry.is_rule:
            return ""
        text = entry.solvers or _plain(entry.comment)
        if entry.solvers and "{" in text:
            texts = {name: self._text(value) for name, value in values.items()}
            named, text = placeholders(text), filled(text, texts)
            self._filled |= {text} if any(map(texts.get, named)) else set()
        first = next(iter(values.values()), None)
        is_local = not isinstance(first, EdgesValue) and place(first, self.context)
        if drawn or not text or node.span.source.is_library or not is_local:
            return text
        return f"{text.rstrip('.')} ({self._as_written(node)})."

    def _text(self, value: Value) -> str:
        if value is None:
            return ""
        if isinstance(value, list) and value and all(map(are_cells, value)):
            kinds: dict[str, set[frozenset[Cell]]] = {}
            for mark in self.context.marks:
                if mark.color.isalpha():
                    kinds.setdefault(f"a {mark.color} {mark.kind}", set()).add(frozenset(mark.cells))
            pairs = {frozenset(self._places(pair)[1]) for pair in value}
            named = {name: places for name, places in kinds.items() if places <= pairs}
            if frozenset().union(*named.values()) == pairs:
                return f"where {' or '.join(named)} stands between them"
            texts = ["-".join(map(self.context.cell_name, pair[:_MOST_ITEMS])) for pair in value[:_MOST_ITEMS]]
            return _listed(texts, value)
        if isinstance(value, list):
            head = value[:_MOST_ITEMS]
            return _listed([f"({self._text(v)})" if isinstance(v, list) else self._text(v) for v in head], value)
        return value if isinstance(value, str) else shown(value, self.context.variables, 80)

    def _places(self, items: Iterable[Value]) -> tuple[str, tuple[Cell, ...]]:
        """The grid of cells and their places; none if something is not a cell, or in another grid."""
        found = [self.context.variable(item) if is_cell(item) else None for item in items]
        places = tuple([v.cell for v in found if v and v.cell and not v.hidden])
        grids = {v.grid or "" for v in found if v}
        return (grids.pop(), places) if len(places) == len(found) and len(grids) == 1 else ("", ())

    # ── drawings of what is written without a rule ───────────────────────────────────────────────

    def _signs(self, holds: Boolean, alone: bool) -> list[Mark]:
        """A sign for each comparison of neighbours; of a statement of its own, also digits; none if it says more."""
        found = [self._sign(item, alone) for item in (holds.items if isinstance(holds, All) else (holds,))]
        return [] if None in found else [mark for mark in found if mark]

    def _sign(self, item: Boolean, alone: bool) -> Mark | None:
        if not isinstance(item, Compare):
            return None
        terms, constant = item.expression.terms, item.expression.constant
        grid, places = self._places(variable(atom) for atom, _ in terms)
        match item.op, constant, places, [k for _, k in terms]:
            case "==", _, [_], [1 | -1 as k] if alone:
                told = self.context.variables[item.expression.terms[0][0]].told(-constant * k)  # type: ignore[index]
                return Mark("digit", grid, places, str(told))
            case "<=", 1, [(r, c), (s, d)], [1 | -1 as k, 1 | -1 as other] if k + other == 0:  # a + 1 <= b for a < b
                if abs(r - s) + abs(c - d) == 1:
                    return Mark("less", grid, places if k == 1 else places[::-1])
        return None

    def _diagonal(self, holds: AllDifferent) -> None:
        """A line for the values of a long diagonal of a square grid that must differ."""
        name, places = self._places(holds.items)
        grid = self.context.grids.get(name)
        if grid is None or not grid.height == grid.width == len(places) > 2:
            return
        if all(r == c for r, c in places) or all(r + c == grid.height + 1 for r, c in places):
            self.context.marks.append(Mark("diagonal", name, tuple(sorted(places))))


def _listed(texts: Sequence[str], items: Sequence[object]) -> str:
    """The first items of a list in words, and how many there are if these are not all."""
    return ", ".join(texts) + (f", … ({len(items)} in all)" if len(items) > len(texts) else "")


def _plain(text: str) -> str:
    return shorten(" ".join(text.replace("`", "").split()), _LONGEST)


@lru_cache(8)
def own_entries(source: Source) -> dict[str, Entry]:
    """The rules and functions of a text of the author's."""
    return {entry.name: entry for entry in split("", source.text)}


def _inner(node: Statement) -> tuple[Statement, ...]:
    """The statements in a block."""
    return node.body if isinstance(node, For) else node.yes + node.no if isinstance(node, If) else ()


def _draws(node: Statement) -> bool:
    """Whether a loop draws something by itself that does not depend on the answer."""
    if isinstance(node, Draw):
        return node.mark.id != "hidden" and not any(argument.name == "when" for argument in node.arguments)
    return any(map(_draws, _inner(node)))


def _headers(node: Statement | None, target: Statement) -> list[For] | None:
    """The loops around a statement, from the outermost one; ``None`` if it is not in there."""
    if node is target:
        return []
    for inner in _inner(node) if node else ():
        if (found := _headers(inner, target)) is not None:
            return [node, *found] if isinstance(node, For) else found
    return None
