"""The parser: runs the LALR(1) tables over the tokens, calls the actions, and goes on behind a mistake.

There is no recursion here; how deep the tree may become is bounded, because the stages behind walk it by recursion.
"""

from __future__ import annotations

from typing import Any

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.reading import wording
from puzzledsl.reading.actions import Action, Actions, Broken
from puzzledsl.reading.lexer import WRONG, Tokens
from puzzledsl.reading.tables import tables

DEPTH = 200

# Actions whose value is a level of the tree; the others pass on or gather what they get. `fold` says itself how many.
_LEVELS = frozenset(
    ["binary", "unary", "comparison", "choice", "call", "index", "attribute", "tuple_of", "list_of", "set_of", "map_of"]
    + ["list_comprehension", "set_comprehension", "bare_comprehension", "side_by_side"]
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
        self.goal = table.kinds[goal]
        # The stacks, side by side: state, value, first character, first token and depth of each symbol.
        self.states = [first]
        self.values: list[Any] = [None]
        self.offsets = [0]
        self.firsts = [0]
        self.depths = [0]

    def run(self) -> Any:
        """The value of the goal; `Broken` when nothing could be made of the text."""
        rows = self.table.states
        prepared = self._prepared()
        states, values, offsets, firsts, depths = self.states, self.values, self.offsets, self.firsts, self.depths
        tokens = self.tokens
        kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        position = 0
        end = 0
        state = states[-1]
        while True:
            kind = kinds[position]
            while True:
                action = rows[state].get(kind)
                if action is None:
                    self._mistake(position)
                    return None
                    position = self._mistake(position)
                    state = states[-1]
                    end = ends[position - 1] if position else 0
                    break
                if action >= 0:
                    states.append(action)
                    values.append(position)
                    offsets.append(starts[position])
                    firsts.append(position)
                    depths.append(0)
                    state = action
                    end = ends[position]
                    position += 1
                    break
                left, size, kept, perform, level = prepared[-action - 1]
                if perform is None:  # a production that passes its only part on
                    if size == 1:
                        state = rows[states[-2]][left]
                        states[-1] = state
                        continue
                    value, depth = values[kept[0] - size], depths[kept[0] - size]
                elif size == 0:
                    states.append(rows[state][left])
                    state = states[-1]
                    values.append(perform([], starts[position], starts[position]))
                    offsets.append(starts[position])
                    firsts.append(position)
                    depths.append(0)
                    if state == self.accepting:
                        return values[-1]
                    continue
                else:
                    depth = depths[-1] if size == 1 else max(depths[-size:])
                    try:
                        if size == 1:
                            value = perform([values[-1]] if kept else [], offsets[-1], end)
                        else:
                            value = perform([values[index - size] for index in kept], offsets[-size], end)
                    except PuzzleError as error:
                        self.diagnostics += error.diagnostics
                        value = Broken(tokens.source.span(offsets[-size], end))
                    if level:
                        depth += self.actions.growth if level < 0 else 1
                        if depth > DEPTH:
                            place = tokens.source.span(offsets[-size], end)
                            self.diagnostics.append(wording.too_deep(place, DEPTH, chain=level < 0))
                            value, depth = Broken(place), 0
                if size > 1:
                    del states[1 - size :], values[1 - size :], offsets[1 - size :], firsts[1 - size :]
                    del depths[1 - size :]
                values[-1] = value
                depths[-1] = depth
                state = rows[states[-2]][left]
                states[-1] = state
                if state == self.accepting:
                    return values[-1]

    def _prepared(self) -> list[tuple[int, int, tuple[int, ...], Action | None, int]]:
        return [
            (
                production.left,
                production.size,
                production.kept,
                getattr(self.actions, production.action) if production.action else None,
                -1 if production.action == "fold" else int(production.action in _LEVELS),
            )
            for production in self.table.productions
        ]

    def _mistake(self, position: int) -> int:
        if self.tokens.kinds[position] == WRONG:
            self.diagnostics.append(self.tokens.wrong[position])
        else:
            span = self.tokens.source.span(self.tokens.starts[position], self.tokens.ends[position])
            self.diagnostics.append(Diagnostic(f"unexpected `{span.text}`", span, code="syntax"))
        return position
