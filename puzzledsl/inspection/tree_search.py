"""Plain branch and bound on a small model, to look at.

At each node HiGHS solves the linear relaxation, and the search branches on a column that is not whole. There are no
cuts, no heuristics and no presolve of HiGHS, so the tree shows how strong the relaxation of an encoding is.
`puzzledsl.Model.solve` does not use this search.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from math import ceil, floor
from typing import TYPE_CHECKING

from puzzledsl.inspection.programs import Programs, arrays_of
from puzzledsl.inspection.relaxation import is_whole
from puzzledsl.inspection.relaxing import relaxed
from puzzledsl.inspection.tree import Node, Tree, number_words
from puzzledsl.listing import counted
from puzzledsl.progress import SILENT, Reporter
from puzzledsl.records import replace
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from puzzledsl.encodings.encoded import Encoded
    from puzzledsl.expressions import Rational
    from puzzledsl.highs.result import RawResult
    from puzzledsl.highs.supervisor import Supervisor

BRANCHES = ("fractional", "narrow", "first")
"""Which column to branch on: the most fractional one, one of the cell with the fewest values, or the first one."""

DELICATE = "the numbers of the program are too far apart to rely on a relaxation without a point"


@dataclass(slots=True)
class _Open:
    """An open node: the bounds of its columns, and the bound of its parent (``inherited``)."""

    parent: int | None
    depth: int
    branch: str
    lower: array[float]
    upper: array[float]
    inherited: float | None = None


@dataclass(slots=True)
class TreeSearch:
    """Branch and bound on one program.

    Attributes:
        order: ``best`` or ``depth``.
        most: the limit on nodes.
        branch: which column to branch on, one of `BRANCHES`.
        first: ``up`` or ``down``: the branch that is taken first.
        nodes: the nodes that are closed or branched so far.
    """

    found: Programs
    encoded: Encoded
    order: str
    most: int
    branch: str = "fractional"
    first: str = "up"
    nodes: list[Node] = field(default_factory=list)
    _open: list[tuple[float, int, int, _Open]] = field(default_factory=list)
    _made: int = 0
    _best: tuple[Rational, ...] | None = None
    _objective: Rational | None = None
    _doubtful: bool = False
    _unbounded: bool = False
    _limit: str = "the time limit"
    _meanings: dict[str, str] = field(default_factory=dict)

    def run(self, highs: Supervisor, report: Reporter = SILENT) -> None:
        """Process open nodes, one after the other, until none is left or a limit is reached.

        Raises:
            PuzzleError: HiGHS fails.
            OutOfTime: the time limit came while the program was written.
            KeyboardInterrupt: Ctrl-C came first; `tree` has what was found.
        """
        from puzzledsl.encodings.numerics import is_delicate, resolution

        if self.encoded.impossible is not None:
            self.nodes.append(Node(0, None, "", "infeasible", self.found.refutation(self.encoded)))
            self._limit = ""
            return
        asked = arrays_of(self.encoded)
        delicate, exactness = is_delicate(self.encoded), resolution(self.encoded)
        self._doubtful = exactness is not None and not exactness.is_fine
        self._push(_Open(None, 0, "", asked.lower, asked.upper))
        while self._open:
            if len(self.nodes) >= self.most:
                self._limit = f"the limit of {counted(self.most, 'node')}"
                return
            if is_late():
                return
            node = self._open[0][-1]
            if self._closed_by_bound(node, node.inherited):
                heapq.heappop(self._open)
                continue
            try:
                raw = relaxed(highs, replace(asked, lower=node.lower, upper=node.upper))
            except KeyboardInterrupt:
                self._limit = "Ctrl-C"
                raise
            if raw.status == "unknown":
                return
            heapq.heappop(self._open)
            self._doubtful |= raw.status == "infeasible" and delicate
            if self._take(node, raw):
                break
            report.say(f"{self.encoded.encoding}: {len(self.nodes):,} nodes")
        self._limit = ""

    @property
    def _sign(self) -> int:
        """The sign of the objective as one that is minimized."""
        return -1 if self.encoded.maximize else 1

    def tree(self) -> Tree:
        """Return the tree so far, with the open nodes."""
        left = [entry[-1] for entry in sorted(self._open, key=lambda entry: entry[:3])]
        why = f"not solved: {self._limit} came first" if self._limit else "not needed: a solution was found"
        nodes = list(self.nodes)
        nodes += [Node(n, node.parent, node.branch, "open", why) for n, node in enumerate(left, len(nodes))]
        status, message = self._status(bool(left))
        ends = [*(node.inherited for node in left), None if self._objective is None else float(self._objective)]
        known = [end for end in ends if end is not None]
        best = max if self.encoded.maximize else min
        names = [variable.name for variable in self.found.model.variables]
        return Tree(
            self.encoded.encoding,
            self.found.presolve,
            self.order,
            status,
            tuple(nodes),
            len(self.encoded.columns),
            len(self.encoded.rows),
            dict(zip(names, self._best, strict=True)) if self._best is not None else {},
            self._objective,
            best(known) if known and not self._doubtful else None,
            message,
            self._meanings,
        )

    def _status(self, unfinished: bool) -> tuple[str, str]:
        if self._unbounded:
            return "unknown", "the relaxation has no bound"
        if self._best is not None and self.found.model.objective is None:
            return "solved", ""
        message = DELICATE if self._doubtful else ""
        if any(node.status == "rejected" for node in self.nodes):
            message = "a whole point was no solution"
        if unfinished or self._limit:
            message = f"{self._limit} came first"
        proven, unproven = ("infeasible", "unknown") if self._best is None else ("optimal", "feasible")
        return (unproven if message else proven), message

    # ── nodes ────────────────────────────────────────────────────────────────────────────────────

    def _push(self, node: _Open) -> None:
        """Add an open node. The next one has the best bound (for ``order`` ``best``); then depth counts, then age."""
        self._made += 1
        value = 0.0 if node.inherited is None or self.order == "depth" else self._sign * node.inherited
        heapq.heappush(self._open, (round(value, 6), -node.depth, self._made, node))

    def _take(self, node: _Open, raw: RawResult) -> bool:
        """Close a node or branch on a column, by its relaxation; return whether the search is over."""
        if raw.status == "infeasible":
            self._close(node, "infeasible", "the relaxation has no point")
            return False
        if raw.status == "unbounded":
            self._unbounded = True
            self._close(node, "open", "the relaxation has no bound")
            return True
        goal = self.encoded.objective is not None
        bound = raw.objective if goal else None
        if self._closed_by_bound(node, bound):
            return False
        columns, point = self.encoded.columns, raw.values
        open_columns = [x for x, value in enumerate(point) if columns[x].integer and not is_whole(value)]
        if not open_columns:
            self._close_whole(node, point, bound)
            return self._best is not None and not goal
        chosen = min(open_columns, key=lambda x: self._rank(node, x, point[x]))
        up, down, on = self._branches(chosen, point[chosen])
        number, lower, upper = len(self.nodes), node.lower[:], node.upper[:]
        lower[chosen], upper[chosen] = ceil(point[chosen]), floor(point[chosen])
        self._close(node, "branched", f"branches on {on}", bound, len(open_columns))
        both = [(up, lower, node.upper), (down, node.lower, upper)]
        for words, low, high in both if self.first == "up" else reversed(both):
            self._push(_Open(number, node.depth + 1, words, low, high, bound))
        return False

    def _rank(self, node: _Open, column: int, value: float) -> float:
        """The rank of a column that is not whole. The search branches on the first column with the least rank."""
        columns = self.encoded.columns
        known = columns[column].meaning
        if self.branch == "narrow" and known is not None:
            own = [x for x, one in enumerate(columns) if one.meaning and one.meaning.variable == known.variable]
            return sum(node.upper[x] - node.lower[x] for x in own)
        # The most fractional is the one that is nearest to the middle between two integers.
        return -round(min(value % 1, 1 - value % 1), 6) if self.branch == "fractional" else 1.0

    def _close_whole(self, node: _Open, point: Sequence[float], bound: float | None) -> None:
        from puzzledsl.answer import is_better, objective_of
        from puzzledsl.encodings.encoded import read

        model = self.found.model
        if violations := self.found.violations(self.encoded, point):
            self._close(node, "rejected", f"whole, but it violates: {violations[0].sentence}", bound)
            return
        values = read(self.encoded, point)[: self.found.flat.sources]
        objective = objective_of(model, values)
        if objective is None or self._objective is None or is_better(model, objective, self._objective):
            self._best, self._objective = values, objective
        reason = "whole, and verified"
        if objective is not None:
            reason += f": objective {number_words(float(objective))}"
        self._close(node, "solution", reason, bound)

    def _close(self, node: _Open, status: str, reason: str, bound: float | None = None, fractional: int = 0) -> None:
        self.nodes.append(Node(len(self.nodes), node.parent, node.branch, status, reason, bound, fractional))

    def _closed_by_bound(self, node: _Open, bound: float | None) -> bool:
        """Close a node if nothing below it is better than the best solution; return whether it is closed."""
        if bound is None or self._objective is None:
            return False
        best = float(self._objective)
        slack = max(1e-6, 1e-9 * abs(best))  # what floating-point arithmetic may be off
        if self._sign * bound < self._sign * best - slack:
            return False
        reason = f"its bound {number_words(bound)} is no better than the solution with {number_words(best)}"
        self._close(node, "bound", reason, bound)
        return True

    def _branches(self, column: int, value: float) -> tuple[str, str, str]:
        """The branches on a column in words: up, down; and the name or claim of the column."""
        from puzzledsl.encodings.encoded import ValueOf
        from puzzledsl.encodings.row_sentences import RowReader

        known = self.encoded.columns[column]
        reader = RowReader(self.encoded, distinct=True)
        meaning = known.meaning
        if meaning is None:
            row = min((row for row in self.encoded.rows if column in row.terms), key=lambda row: len(row.terms))
            self._meanings.setdefault(reader.flag(column), str(RowReader(self.encoded).sentence(row)))
        if (known.lower, known.upper) == (0, 1):
            claim = reader.claim(column)
            return str(claim), str(~claim), str(claim)
        name = self.encoded.names[meaning.variable] if isinstance(meaning, ValueOf) else reader.flag(column)
        return f"{name} >= {ceil(value)}", f"{name} <= {floor(value)}", name
