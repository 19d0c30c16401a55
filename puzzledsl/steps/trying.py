"""Trying: one assumption that ends in a contradiction, without a second one inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.kernel.masks import bits
from puzzledsl.kernel.store import Contradiction
from puzzledsl.presolve.presolve import rooted
from puzzledsl.steps.board import Board, NoCandidates, Proof
from puzzledsl.steps.chain import apply, frugal_steps, refuted, shortened
from puzzledsl.steps.finding import Finding, Premise, Technique
from puzzledsl.time_limit import is_late

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzledsl.presolve.presolve import Root
    from puzzledsl.steps.puzzle import Puzzle

ENOUGH = 16
"""Refutable values that are looked for before some are worked out, in the cells with the fewest candidates first."""

MOST_COMPARED = 6
"""Refutations that are followed, the cheapest for propagation first; the shortest of them are reported."""

MOST_TOLD = 3

LONGEST_TRIAL = 150
"""Steps after which an assumption is given up."""

TRYING = Technique("trying", 9.0, "A value is assumed, and a contradiction follows.", lambda _: None)


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

    def find(self, board: Board, cell: int, deadline: float | None = None) -> list[Finding]:
        """Refutations: of all values of a cell but one where that is possible, else the shortest of a few.

        None at all if there is none, or the deadline came first.
        """
        direct = self._refutable(board, [cell], deadline)
        if len(direct) + 1 >= board.masks[cell].bit_count():
            trials = self._followed(board, direct, deadline)
            if len(trials) + 1 >= board.masks[cell].bit_count():
                return [_told(board, trial) for trial in trials]
        open_cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1)]
        open_cells.sort(key=lambda x: board.masks[x].bit_count())
        options = sorted(self._refutable(board, open_cells, deadline))
        trials = sorted(self._followed(board, options[:MOST_COMPARED], deadline), key=lambda trial: trial.length)
        known = {(x, bit) for _, x, bit in options[:MOST_COMPARED]}
        every = ((0, x, 1 << position) for x in open_cells for position in bits(board.masks[x]))
        for option in (*options[MOST_COMPARED:], *every):  # steps see some things that propagation does not
            if trials:
                break
            if option[1:] not in known:
                known.add(option[1:])
                trials = self._followed(board, [option], deadline)
        return [_told(board, trial) for trial in trials[:MOST_TOLD] if trial.length <= trials[0].length + 1]

    def _followed(self, board: Board, options: Iterable[tuple[int, int, int]], deadline: float | None) -> list[_Trial]:
        found: list[_Trial] = []
        for _, x, bit in options:
            if is_late(deadline):
                break
            trial = _trial(board, x, bit, deadline)
            if trial is not None:
                found.append(trial)
        return found

    def _refutable(self, board: Board, cells: Iterable[int], deadline: float | None) -> list[tuple[int, int, int]]:
        """(how many removals it takes, variable, bit) of candidates that propagation refutes."""
        if self._root is None:
            self._root = rooted(self.puzzle.flat, deadline, "domain")
        root = self._root
        store, engine = root.store, root.engine
        if root.contradiction is not None:
            return [(0, x, 1 << bit) for x in cells for bit in bits(board.masks[x])]
        start = store.mark()
        found: list[tuple[int, int, int]] = []
        try:
            for x, mask in enumerate(board.masks):
                if mask:
                    store.put(x, store.mask[x] & mask)
            engine.run(deadline)
            candidates = [(x, 1 << position) for x in cells for position in bits(board.masks[x])]
            # What has withstood a test lately is tested last.
            for x, bit in sorted(candidates, key=lambda one: self._withstood.get(one, 0)):
                if len(found) >= ENOUGH or is_late(deadline):
                    return found
                if not store.mask[x] & bit:
                    found.append((0, x, bit))
                    continue
                mark, before = store.mark(), engine.steps
                try:
                    store.put(x, bit)
                    engine.run(deadline)
                    self._withstood[x, bit] = self._withstood.get((x, bit), 0) + 1
                except Contradiction:
                    found.append((engine.steps - before, x, bit))
                finally:
                    store.undo(mark)
                    engine.forget()
        except Contradiction:
            return [(0, x, 1 << bit) for x in cells for bit in bits(board.masks[x])]
        finally:
            store.undo(start)
            engine.forget()
        return found


def _trial(board: Board, x: int, bit: int, deadline: float | None) -> _Trial | None:
    """Follows an assumption; ``None``: the steps from there end in no contradiction."""
    start = board.copy()
    try:
        start.assume(x, bit)
    except NoCandidates:
        return _Trial(0, x, bit, board, [])
    trial = start.copy()
    findings: list[Finding] = []
    for found in frugal_steps(trial):
        findings.append(found)
        if len(findings) > LONGEST_TRIAL or is_late(deadline):
            return None
    if trial.refuted is None:
        return None
    return _Trial((trial.refuted.steps >> board.count).bit_count(), x, bit, start, findings)


def _told(board: Board, trial: _Trial) -> Finding:
    """The finding that a cell does not hold a value, because steps from there end in a contradiction."""
    puzzle, x, bit = board.puzzle, trial.x, trial.bit
    if not trial.findings:
        return _at_once(board, x, bit)
    chain = shortened(trial.start, trial.findings, refuted)
    played = trial.start.copy()
    for found in chain:
        if apply(played, found) is not None:
            break
    assert played.refuted is not None
    clues, premises = _foundations(board, played.refuted)
    value, name = puzzle.values(x, bit)[0], puzzle.names[x]
    count = len(chain)
    way = f"{count} steps would end in a contradiction" if count > 1 else "there would be a contradiction"
    sentence = f"If {name} were {value}, {way}: {_lowered(chain[-1].sentence)} So {name} is "
    left = board.masks[x] & ~bit
    if left.bit_count() == 1:
        sentence += f"{puzzle.values(x, left)[0]}."
        premises = (*premises, (x, board.absent(x))) if board.absent(x) else premises
        return Finding(TRYING, sentence, clues, premises, placed=((x, left),), cells=(x,), trial=tuple(chain))
    sentence += f"not {value}."
    return Finding(TRYING, sentence, clues, premises, removed=((x, bit),), cells=(x,), trial=tuple(chain))


def _at_once(board: Board, x: int, bit: int) -> Finding:
    """The assumption takes the last value of another cell."""
    puzzle = board.puzzle
    emptied = next(y for y in bits(puzzle.peers[x]) if board.masks[y] == bit)
    value, name, other = puzzle.values(x, bit)[0], puzzle.names[x], puzzle.names[emptied]
    group = puzzle.groups_with(1 << x | 1 << emptied)[0]
    sentence = f"If {name} were {value}, nothing would be left for {other}. So {name} is not {value}."
    gone = ((emptied, board.absent(emptied)),)
    return Finding(TRYING, sentence, (group.requirement,), gone, removed=((x, bit),), cells=(x, emptied))


def _foundations(board: Board, goal: Proof) -> tuple[tuple[int, ...], tuple[Premise, ...]]:
    """What a proof that begins at a board depends on: the clues that it uses, and facts that the board has already."""
    facts: dict[int, int] = {}
    clues: dict[int, None] = {}
    seen: set[int] = set()
    pending = [goal]
    while pending:
        proof = pending.pop()
        if id(proof) in seen:
            continue
        seen.add(id(proof))
        x, values = proof.about
        if not proof.assumed and not proof.steps >> board.count and x >= 0:
            facts[x] = facts.get(x, 0) | (board.puzzle.initial[x] & ~values if proof.placed else values)
        else:
            clues |= dict.fromkeys(proof.clues)
            pending += proof.premises
    return tuple(clues), tuple(facts.items())


def _lowered(sentence: str) -> str:
    """To go on behind a colon."""
    head, _, _ = sentence.partition(" ")
    return sentence[0].lower() + sentence[1:] if head in ("In", "Only", "No", "What") else sentence
