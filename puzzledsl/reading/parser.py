"""The parser: runs the LALR(1) tables over the tokens, calls the actions, and goes on behind a mistake.

There is no recursion here; how deep the tree may become is bounded, because the stages behind walk it by recursion.
"""

from __future__ import annotations

from typing import Any

from puzzledsl.diagnostics import Diagnostic, PuzzleError
from puzzledsl.reading import recovery, wording
from puzzledsl.reading.explanation import Explanation
from puzzledsl.reading.expressions import Action, Broken
from puzzledsl.reading.lexer import ENOUGH_MISTAKES, WRONG, Tokens, unclosed
from puzzledsl.reading.statements import Actions
from puzzledsl.reading.tables import tables
from puzzledsl.reading.terminals import kinds

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
        self.goal_is_expression = goal == "lone_expression"
        self.last_mistake = -1
        self.orphans: set[int] = set()  # `else`s that have lost their `if` to a mistake told of before
        # Where `_expected` has followed the tokens to: the states after the token before that position.
        self.followed = (0, [first])
        # The stacks, side by side: state, value, first character and depth of each symbol.
        self.states = [first]
        self.values: list[Any] = [None]
        self.offsets = [0]
        self.depths = [0]

    def run(self) -> Any:
        """The value of the goal; ``None`` when nothing could be made of the text."""
        rows = self.table.states
        prepared = self._prepared()
        states, values, offsets, depths = self.states, self.values, self.offsets, self.depths
        tokens = self.tokens
        token_kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        position = 0
        end = 0
        state = states[-1]
        while True:
            kind = token_kinds[position]
            while True:
                action = rows[state].get(kind)
                if action is None:
                    action = self._completion(position, rows[state])
                if action is None:
                    onward = self._mistake(position)
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
                            if depth < _SAID:
                                self.diagnostics.append(wording.too_deep(place, DEPTH, chain=level < 0))
                            value, depth = Broken(place), _SAID
                if size > 1:
                    del states[1 - size :], values[1 - size :], offsets[1 - size :], depths[1 - size :]
                values[-1] = value
                depths[-1] = depth
                state = rows[states[-2]][left]
                states[-1] = state
                if state == self.accepting:
                    return values[-1]

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
                getattr(self.actions, production.action) if production.action else None,
                -1 if production.action == "fold" else int(production.action in _LEVELS),
            )
            for production in self.table.productions
        ]

    def _completion(self, position: int, row: dict[int, int]) -> int | None:
        """The reduction that completes a statement or block at a line's end, although a mistake follows.

        The tables know none, as nothing that may follow does follow. Without it, the mistake would seem to be part
        of that statement, or of a block that is over.
        """
        known = kinds()
        before = self.tokens.kinds[position - 1] if position else WRONG
        if before not in (known.newline, known.dedent, known.layout, recovery.IGNORED, WRONG):
            return None
        if before == WRONG and not (position and self.tokens.wrong[position - 1].code in recovery.SOFT):
            return None
        found = {action for kind, action in row.items() if kind < self.table.terminals and action < 0}
        if len(found) != 1 or self.table.productions[-1 - next(iter(found))].left == self.table.kinds["start"]:
            return None
        return found.pop()

    def _mistake(self, position: int) -> int | None:
        """Records the mistake at ``position`` and puts the stacks before the statement after it.

        Returns where to go on, or ``None`` when there is no going on.
        """
        tokens = self.tokens
        kind = tokens.kinds[position]
        if kind == recovery.IGNORED:
            return position + 1
        if kind == WRONG and tokens.wrong[position].code in recovery.SOFT:
            self.diagnostics.append(tokens.wrong[position])
            return position + 1
        if position == self.last_mistake:  # nothing helped: leave the token out
            self._abandon()
            onward = None if kind == kinds().end else position + 1
        else:
            self.last_mistake = position
            onward = self._report(position)
        if onward is not None:
            self.followed = (onward, self.states[:])
        return onward

    def _report(self, position: int) -> int | None:
        tokens, kind = self.tokens, self.tokens.kinds[position]
        if position in self.orphans:
            self._abandon()
            return self._resume(position)
        expected = self._expected(position)
        fresh = recovery.fresh_line(tokens, recovery.line_first(tokens, position))
        self.diagnostics.append(self._diagnostic(position, expected, fresh))
        if self.goal_is_expression:
            return None
        if len(self.diagnostics) >= ENOUGH_MISTAKES:
            place = tokens.source.span(tokens.starts[position], tokens.ends[position])
            self.diagnostics.append(wording.too_many(place))
            return None
        if fresh is not None:
            recovery.reread(tokens, fresh)
            self._abandon()
            return self._resume(fresh)
        if kind == kinds().indent:
            last = recovery.block_end(tokens, position)
            tokens.kinds[position] = tokens.kinds[last] = recovery.IGNORED
            return position
        self._abandon()
        if expected == {kinds().indent} and kind != tables().keywords["else"]:
            lost = recovery.lost_else(tokens, position)
            self.orphans |= {lost} if lost is not None else set()
            return position  # the block is missing, not what stands in its place
        return self._resume(position)

    def _resume(self, position: int) -> int:
        resumption = recovery.resume(self.tokens, position)
        if resumption.void is not None:
            self.actions.dropped.append(resumption.void)
        if resumption.orphan is not None:
            self.orphans.add(resumption.orphan)
        return resumption.position

    def _diagnostic(self, position: int, expected: frozenset[int], fresh: int | None) -> Diagnostic:
        tokens = self.tokens
        if fresh is not None and fresh <= position:
            first = recovery.line_first(tokens, position)
            opened = recovery.open_brackets(tokens, first, fresh)
            return unclosed(tokens, opened[-1], fresh)
        if tokens.kinds[position] == WRONG:
            return tokens.wrong[position]
        return Explanation(tokens, position, expected).diagnostic()

    def _abandon(self) -> None:
        """Takes the broken statement off the stacks and puts a placeholder in its place."""
        rows, inner = self.table.states, self.table.kinds["inner"]
        while inner not in rows[self.states[-1]]:
            for stack in (self.states, self.values, self.offsets, self.depths):
                stack.pop()
        self.states.append(rows[self.states[-1]][inner])
        self.values.append(Broken(self.tokens.source.span(0, 0)))
        self.offsets.append(self.offsets[-1])
        self.depths.append(0)

    def _expected(self, position: int) -> frozenset[int]:
        """The terminals that could stand at ``position``, found by trying each of them.

        The parser's own states do not tell: LALR tables reduce some more before they notice the mistake. So the tokens
        since the last mistake are followed once more, without actions, up to right behind the token before.
        """
        at, states = self.followed
        for index in range(at, position):
            if self.tokens.kinds[index] >= 0 and not self._follow(states, self.tokens.kinds[index]):
                break
        self.followed = (position, states)
        row = self.table.states[states[-1]]
        return frozenset(kind for kind in row if kind < self.table.terminals and self._follow(states[:], kind))

    def _follow(self, states: list[int], kind: int) -> bool:
        """Takes a terminal into ``states`` without actions; whether it may stand there."""
        rows, productions = self.table.states, self.table.productions
        while True:
            action = rows[states[-1]].get(kind)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            production = productions[-action - 1]
            if production.size:
                del states[-production.size :]
            states.append(rows[states[-1]][production.left])
            if states[-1] == self.accepting:
                return True
