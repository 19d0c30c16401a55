"""What the parser does at a mistake: it has it explained, and gets ready for the statement behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.diagnostics import Diagnostic
from puzzledsl.reading import recovery
from puzzledsl.reading.expression_actions import Broken
from puzzledsl.reading.lexer import ENOUGH_MISTAKES, WRONG, unclosed
from puzzledsl.reading.parse_tables import kinds, tables
from puzzledsl.reading.syntax_errors import Explanation

if TYPE_CHECKING:
    from puzzledsl.reading.parser import Parser
    from puzzledsl.source import Span


class Mistakes:
    """The mistakes of one run of the parser."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.last = -1  # the token at which the last one was
        # Where `_expected` has followed the tokens to: the states after the token before that position.
        self.followed = (0, [parser.table.starts[parser.goal][0]])

    def too_deep(self, place: Span, depth: int, chain: bool) -> None:
        """Records that the tree would become too deep there."""
        advice = "write `sum([…])`, or name a part with `let`" if chain else "name a part with `let`"
        message = f"more than {depth} levels inside each other"
        self.parser.diagnostics.append(Diagnostic(message, place, advice, code="bound"))

    def completion(self, position: int, row: dict[int, int]) -> int | None:
        """The reduction that completes a statement or block at a line's end, although a mistake follows.

        The tables know none, as nothing that may follow does follow. Without it, the mistake would seem to be part
        of that statement, or of a block that is over.
        """
        known, table, tokens, before = kinds(), self.parser.table, self.parser.tokens, position - 1
        ends = (known.newline, known.dedent, known.layout, recovery.IGNORED)
        if before < 0 or (tokens.kinds[before] not in ends and not recovery.is_soft(tokens, before)):
            return None
        found = {action for kind, action in row.items() if kind < table.terminals and action < 0}
        if len(found) != 1 or table.productions[-1 - min(found)].left == table.kinds["start"]:
            return None
        return found.pop()

    def handle(self, position: int) -> int | None:
        """Records the mistake at ``position`` and puts the stacks before the statement after it.

        Returns where to go on, or ``None`` when there is no going on.
        """
        tokens = self.parser.tokens
        kind = tokens.kinds[position]
        if kind == recovery.IGNORED:
            return position + 1
        if recovery.is_soft(tokens, position):
            self.parser.diagnostics.append(tokens.wrong[position])
            return position + 1
        if position == self.last:  # nothing helped: leave the token out
            self._abandon()
            onward = None if kind == kinds().end else position + 1
        else:
            self.last = position
            onward = self._report(position)
        if onward is not None:
            self.followed = (onward, self.parser.states[:])
        return onward

    def _report(self, position: int) -> int | None:
        tokens, kind = self.parser.tokens, self.parser.tokens.kinds[position]
        words, dropped, start = tables().keywords, self.parser.actions.dropped, tokens.starts[position]
        if kind == words["else"] and any(a <= start < b for a, b in dropped):  # it has lost its `if`
            self._abandon()
            return self._resume(position)
        expected = self._expected(position)
        fresh = recovery.fresh_line(tokens, recovery.line_first(tokens, position))
        self.parser.diagnostics.append(self._diagnostic(position, expected, fresh))
        if self.parser.goal == "lone_expression":
            return None
        if len(self.parser.diagnostics) >= ENOUGH_MISTAKES:
            message = "too many mistakes: the rest of the file was not read"
            self.parser.diagnostics.append(Diagnostic(message, tokens.span(position), code="bound"))
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
        if expected == {kinds().indent} and kind != words["else"]:  # what stands in place of the block is all right
            void = recovery.unindented(tokens, position)
            dropped += [void] if void else []
            return position
        return self._resume(position)

    def _resume(self, position: int) -> int:
        onward, void = recovery.resume(self.parser.tokens, position)
        self.parser.actions.dropped += [void] if void else []
        return onward

    def _diagnostic(self, position: int, expected: frozenset[int], fresh: int | None) -> Diagnostic:
        tokens = self.parser.tokens
        if fresh is not None and fresh <= position:
            first = recovery.line_first(tokens, position)
            opened = recovery.open_brackets(tokens, first, fresh)
            return unclosed(tokens, opened[-1], fresh)
        if tokens.kinds[position] == WRONG:
            return tokens.wrong[position]
        return Explanation(tokens, position, expected).diagnostic()

    def _abandon(self) -> None:
        """Takes the broken statement off the stacks and puts a placeholder in its place."""
        rows, inner = self.parser.table.states, self.parser.table.kinds["inner"]
        while inner not in rows[self.parser.states[-1]]:
            for stack in (self.parser.states, self.parser.values, self.parser.offsets, self.parser.depths):
                stack.pop()
        self.parser.states.append(rows[self.parser.states[-1]][inner])
        self.parser.values.append(Broken(self.parser.tokens.source.span(0, 0)))
        self.parser.offsets.append(self.parser.offsets[-1])
        self.parser.depths.append(0)

    def _expected(self, position: int) -> frozenset[int]:
        """The terminals that could stand at ``position``, found by trying each of them.

        The parser's own states do not tell: LALR tables reduce some more before they notice the mistake. So the tokens
        since the last mistake are followed once more, without actions, up to right behind the token before.
        """
        at, states = self.followed
        for index in range(at, position):
            if self.parser.tokens.kinds[index] >= 0 and not self._follow(states, self.parser.tokens.kinds[index]):
                break
        self.followed = (position, states)
        row = self.parser.table.states[states[-1]]
        return frozenset(kind for kind in row if kind < self.parser.table.terminals and self._follow(states[:], kind))

    def _follow(self, states: list[int], kind: int) -> bool:
        """Takes a terminal into ``states`` without actions; whether it may stand there."""
        rows, productions = self.parser.table.states, self.parser.table.productions
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
            if states[-1] == self.parser.accepting:
                return True
