"""The parser: runs the LALR(1) tables over the tokens, calls the actions, and goes on behind a mistake.

There is no recursion here; how deep the tree may become is bounded, because the stages behind walk it by recursion.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.reading.expression_actions import Action, Broken
from puzzledsl.reading.lexer import ENOUGH_MISTAKES, Tokens
from puzzledsl.reading.parse_tables import tables
from puzzledsl.reading.statement_actions import Actions
from puzzledsl.source import Span

if TYPE_CHECKING:
    from puzzledsl.reading.mistakes import Mistakes

DEPTH = 200

_SAID = 1_000_000  # the depth of what is too deep and was said to be: one message is enough

# Actions whose value is a level of the tree; the others pass on or gather what they get. `fold` says itself how many.
_LEVELS = frozenset(
    [
        "binary",
        "unary",
        "comparison",
        "choice",
        "call",
        "index",
        "attribute",
        "tuple_of",
        "list_of",
        "set_of",
        "map_of",
        "list_comprehension",
        "set_comprehension",
        "bare_comprehension",
        "side_by_side",
        "for_loop",
        "if_block",
        "rule",
    ]
)


class Parser:
    """One run over ``tokens``; may replace the tokens behind an unclosed bracket by a new reading of them.

    Attributes:
        diagnostics: what was found wrong so far.
    """

    def __init__(self, tokens: Tokens, goal: str) -> None:
        self.tokens = tokens
        self.actions = Actions(tokens)
        self.diagnostics: list[Diagnostic] = []
        table = tables()
        self.table = table
        first, self.accepting = table.starts[goal]
        self.goal = goal
        # The stacks, side by side: state, value, first character and depth of each symbol.
        self.states = [first]
        self.values: list[Any] = [None]
        self.offsets = [0]
        self.depths = [0]

    def run(self) -> Any:
        """The value of the goal; ``None`` when nothing could be made of the text."""
        rows = self.table.states
        prepared = self._prepared()
        passed: dict[tuple[int, int, int], int] = {}  # (state below, symbol, next one) to the state that follows
        states, values, offsets, depths = self.states, self.values, self.offsets, self.depths
        tokens, source = self.tokens, self.tokens.source
        token_kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        position = 0
        end = 0
        state = states[-1]
        while True:
            kind = token_kinds[position]
            while True:
                action = rows[state].get(kind)
                if action is None:
                    action = self._mistakes.completion(position, rows[state])
                if action is None:
                    onward = self._mistakes.handle(position)
                    if onward is None:
                        return None
                    position = onward
                    state = states[-1]
                    end = ends[position - 1] if position else 0
                    break
                if action >= 0:
                    states.append(action)
                    values.append(position)
                    offsets.append(starts[position])
                    depths.append(0)
                    state = action
                    end = ends[position]
                    position += 1
                    break
                left, size, kept, perform, level = prepared[-action - 1]
                if perform is None:  # a production that passes its only part on
                    if size == 1:  # mostly one of a dozen, from number to expression
                        way = (states[-2], left, kind)
                        onwards = passed.get(way)
                        if onwards is None:
                            onwards = passed[way] = self._passed_on(*way)
                        state = states[-1] = onwards
                        continue
                    value, depth = values[kept[0] - size], depths[kept[0] - size]
                elif size == 0:
                    states.append(rows[state][left])
                    state = states[-1]
                    values.append(perform([], Span(source, starts[position], starts[position])))
                    offsets.append(starts[position])
                    depths.append(0)
                    if state == self.accepting:
                        return values[-1]
                    continue
                else:
                    depth = depths[-1] if size == 1 else max(depths[-size:])
                    try:
                        span = Span(source, offsets[-size], end)
                        if size == 1:
                            value = perform([values[-1]] if kept else [], span)
                        else:
                            value = perform([values[index - size] for index in kept], span)
                    except PuzzleError as error:
                        self.diagnostics += error.diagnostics
                        value = Broken(span)
                    if level:
                        depth += self.actions.growth if level < 0 else 1
                        if depth > DEPTH:
                            if depth < _SAID:
                                self._mistakes.too_deep(span, DEPTH, chain=level < 0)
                            value, depth = Broken(span), _SAID
                if size > 1:
                    del states[1 - size :], values[1 - size :], offsets[1 - size :], depths[1 - size :]
                values[-1] = value
                depths[-1] = depth
                state = rows[states[-2]][left]
                states[-1] = state
                if state == self.accepting:
                    return values[-1]

    def _passed_on(self, below: int, left: int, kind: int) -> int:
        """The state behind a symbol, after all further productions that only pass it on before the next one."""
        rows, productions = self.table.states, self.table.productions
        state = rows[below][left]
        while (action := rows[state].get(kind)) is not None and action < 0:
            production = productions[-action - 1]
            if production.action or production.size != 1:
                break
            state = rows[below][production.left]
        return state

    @cached_property
    def _mistakes(self) -> Mistakes:
        from puzzledsl.reading.mistakes import Mistakes  # most texts have none, and start faster without

        return Mistakes(self)

    def sorted_diagnostics(self) -> list[Diagnostic]:
        """All mistakes in the order of the text, with those of the lexer in lines that the parser had to skip."""
        skipped = [d for d in self.tokens.wrong.values() if d.code == "tab" and d not in self.diagnostics]
        found = sorted(self.diagnostics + skipped, key=lambda d: d.span.start if d.span else 0)
        return found[:ENOUGH_MISTAKES] + found[-1:] if len(found) > ENOUGH_MISTAKES else found

    def _prepared(self) -> list[tuple[int, int, tuple[int, ...], Action | None, int]]:
        return [
            (
                production.left,
                production.size,
                production.kept,
                self.actions.action(production.action) if production.action else None,
                -1 if production.action == "fold" else int(production.action in _LEVELS),
            )
            for production in self.table.productions
        ]
