"""Trying: one assumption that ends in a contradiction, without a second one inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.kernel.masks import single_bits
from puzzledsl.kernel.store import Contradiction
from puzzledsl.presolve.presolve import rooted
from puzzledsl.search.trials import tried
from puzzledsl.steps.board import Board, Proof
from puzzledsl.steps.chain import frugal_steps, refuted, shortened
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.folding import folded, grounds
from puzzledsl.steps.wording import nothing_more, outcome
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.presolve.presolve import Root
    from puzzledsl.steps.puzzle import Puzzle

ENOUGH = 16
"""Refutable values that are looked for before some are worked out, in the cells with the fewest candidates first."""

MOST_COMPARED = 6
"""Refutations that are followed, the cheapest for propagation first; the shortest of them are reported."""

MOST_REPORTED = 3

LONGEST_TRIAL = 150
"""Steps after which an assumption is given up."""

TRYING = Technique("trying", 9.0, "A value is assumed, and a contradiction follows.")


Option = tuple[int, int, int]
"""A value that may be refuted: how many removals that takes, variable and bit."""


class _Trial(NamedTuple):
    """An assumption that ends in a contradiction: how many steps it takes, from which board, and the steps."""

    length: int
    x: int
    bit: int
    start: Board
    findings: list[Finding]


class Trier:
    """Looks for values whose assumption ends in a contradiction: first those that propagation refutes."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._root: Root | None = None
        self._withstood: dict[tuple[int, int], int] = {}

    def find(self, board: Board, cell: int) -> list[Finding]:
        """Refutations: of all values of a cell but one where that is possible, else the shortest of a few.

        None at all if there is none, or the time limit came first.
        """
        direct = self._refutable(board, [cell])
        if len(direct) + 1 >= board.masks[cell].bit_count():
            trials = self._followed(board, direct)
            if len(trials) + 1 >= board.masks[cell].bit_count():
                return [_reported(board, trial) for trial in trials]
        open_cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1)]
        open_cells.sort(key=lambda x: board.masks[x].bit_count())
        options = sorted(self._refutable(board, open_cells))
        trials = sorted(self._followed(board, options[:MOST_COMPARED]), key=lambda trial: trial.length)
        known = {(x, bit) for _, x, bit in options[:MOST_COMPARED]}
        assumable = board.is_assumable
        every = ((0, x, bit) for x in open_cells for bit in single_bits(board.masks[x]) if assumable(x, bit))
        for option in (*options[MOST_COMPARED:], *every):  # steps see some things that propagation does not
            if trials:
                break
            if option[1:] not in known:
                known.add(option[1:])
                trials = self._followed(board, [option])
        return [_reported(board, trial) for trial in trials[:MOST_REPORTED] if trial.length <= trials[0].length + 1]

    def _followed(self, board: Board, options: Iterable[Option]) -> list[_Trial]:
        trials = (_trial(board, x, bit) for _, x, bit in options if not is_late())
        return [trial for trial in trials if trial is not None]

    def _refutable(self, board: Board, cells: Iterable[int]) -> list[Option]:
        """Candidates that propagation refutes."""
        if self._root is None:
            self._root = rooted(self.puzzle.flat, "domain")
        root = self._root
        store, engine = root.store, root.engine
        candidates = [(x, bit) for x in cells for bit in single_bits(board.masks[x]) if board.is_assumable(x, bit)]
        if root.contradiction is not None:
            return [(0, x, bit) for x, bit in candidates]
        start = store.mark()
        try:
            store.put_all([(x, mask) for x, mask in enumerate(board.masks) if mask])
            engine.run()
            # What has withstood a test lately is tested last.
            candidates.sort(key=lambda one: self._withstood.get(one, 0))
            tested = tried(engine, [(x, value := self.puzzle.value(x, bit), value) for x, bit in candidates], ENOUGH)
        except Contradiction:
            return [(0, x, bit) for x, bit in candidates]
        finally:
            store.undo(start)
            engine.forget()
        found: list[Option] = []
        for (x, bit), steps in zip(candidates, tested, strict=False):
            if steps is None:
                self._withstood[x, bit] = self._withstood.get((x, bit), 0) + 1
            else:
                found.append((steps, x, bit))
        return found


def _trial(board: Board, x: int, bit: int) -> _Trial | None:
    """Follows an assumption; ``None``: the steps from there end in no contradiction."""
    start = board.copy()
    start.assume(x, bit)
    trial = start.copy()
    findings: list[Finding] = []
    for found in frugal_steps(trial):
        findings.append(found)
        if len(findings) > LONGEST_TRIAL or is_late():
            return None
    if trial.refuted is None:
        return None
    return _Trial((trial.refuted.steps >> board.count).bit_count(), x, bit, start, findings)


def _reported(board: Board, trial: _Trial) -> Finding:
    """The finding that a cell does not hold a value, because steps from there end in a contradiction."""
    puzzle, x, bit = board.puzzle, trial.x, trial.bit
    chain = shortened(trial.start, trial.findings, refuted)
    last = chain[-1]

    def is_known(proof: Proof) -> bool:
        y, values = proof.about
        known = y >= 0 and (board.masks[y] == values if proof.placed else not board.masks[y] & values)
        return known and not proof.assumed

    facts, clues, _ = grounds(last.board, last.finding.premises, is_known)
    value, name, left = puzzle.told(x, bit)[0], puzzle.labels[x], board.masks[x] & ~bit
    is_last = left.bit_count() == 1
    if is_last and board.absent(x):
        facts[x] = facts.get(x, 0) | board.absent(x)
    steps = [folded(step.board, step.finding, whole=False) for step in chain if step.is_seen]
    placed, removed = (((x, left),), ()) if is_last else ((), ((x, bit),))
    if puzzle.written[x]:
        if_so, so = f"If {name} were {value}", f"{name} is {puzzle.told(x, left)[0] if is_last else f'not {value}'}."
    else:
        if_so = f"If the solution{outcome(puzzle, ((x, bit),), (), board.masks)}".rstrip(".")
        so = f"it{outcome(puzzle, placed, removed, board.masks)}"
    way = f"{len(steps)} steps would end in a contradiction" if len(steps) > 1 else "there would be a contradiction"
    return conclude(
        board,
        TRYING,
        f"{if_so}, {way}: {_lowered(steps[-1].sentence)} So {so}".rstrip("."),
        (*last.finding.clues, *clues),
        facts.items(),
        (x,),
        placed=placed,
        removed=removed,
        conclusion=nothing_more,
        quotes=True,
        trial=steps,
    )


def _lowered(sentence: str) -> str:
    """To go on behind a colon."""
    head, _, _ = sentence.partition(" ")
    return sentence[0].lower() + sentence[1:] if head in ("In", "Only", "No", "What") else sentence
