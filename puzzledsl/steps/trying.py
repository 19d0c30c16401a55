"""Trying: one assumption that ends in a contradiction, without a second one inside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from puzzledsl.listing import listed
from puzzledsl.search.budget import NO_LIMIT
from puzzledsl.steps.board import Board, Proof
from puzzledsl.steps.chain import Step, frugal_steps, refuted, shortened
from puzzledsl.steps.finding import Finding, Technique, conclude
from puzzledsl.steps.folding import folded, grounds, named
from puzzledsl.steps.techniques.clue import conclusion_of
from puzzledsl.steps.techniques.singles import singles
from puzzledsl.steps.walking import EMPTY, applied
from puzzledsl.steps.wording import is_drawn, nothing_more, outcome
from puzzledsl.time_limit import check_time, is_late

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from re import Match

    from puzzledsl.steps.assumptions import Option
    from puzzledsl.steps.clue_reasoning import Clue

ENOUGH = 16
"""Refutable values that are looked for before some are worked out, in the cells with the fewest candidates first."""

MOST_COMPARED = 6
"""Refutations that are followed, the cheapest for propagation first; the shortest of them are reported."""

MOST_REPORTED = 3

LONGEST_TRIAL = 150
"""Steps after which an assumption is given up."""

SHORT = 6
"""Steps of an assumption that people follow in their heads."""

MOST_UNSEEN = 4
"""Conclusions about what nobody sees that may come between those of a short chain, one from another."""

MOST_QUOTED = 4
"""Words of a rule that is quoted again in one sentence."""

IF_SO = Technique("if this were so", 7.0, f"A value is assumed, and at most {SHORT} steps lead to a contradiction.")
TRYING = Technique("trying", 9.0, "A value is assumed, and a contradiction follows.")


class Trial(NamedTuple):
    """An assumption that ends in a contradiction.

    Attributes:
        x, values: what is assumed to have one of which values.
        chain: the steps from there to the contradiction.
    """

    x: int
    values: int
    chain: list[Step]

    @property
    def length(self) -> int:
        """How many of the steps people see; that a cell is left without a value is not counted."""
        return sum(step.is_seen and step.finding.technique is not EMPTY for step in self.chain)


def ahead(board: Board, x: int, values: int, rounds: int, most: int) -> Trial | None:
    """Follow an assumption through single clues, all at a time; ``None``: no contradiction comes so early.

    Args:
        rounds: how many steps may follow one from another.
        most: how many steps in all; those that people see are counted.
    """
    start = board.copy()
    start.assume(x, values)
    trial, before = start.copy(), board.masks
    findings: list[Finding] = []
    seen = unseen = 0
    while seen < rounds and unseen <= MOST_UNSEEN:
        check_time()
        changed = [y for y, mask in enumerate(trial.masks) if mask != before[y]]
        before = trial.masks.copy()
        found = list(_at_once(trial, changed))
        end = next((one for one in found if one.impossible), None)
        if not found:
            return None
        if any(map(trial.is_seen, found)):
            seen, unseen = seen + 1, 0
        else:
            unseen += 1
        for one in found if end is None else [end]:
            findings.append(one)
            applied(trial, one)
            if trial.refuted is not None:
                short = Trial(x, values, shortened(start, findings, refuted))
                return short if short.length <= most else None
    return None


def _at_once(board: Board, changed: Iterable[int]) -> Iterator[Finding]:
    """What single clues conclude from changes."""
    puzzle, clues = board.puzzle, dict["Clue", None]()
    for x in changed:
        if board.masks[x].bit_count() == 1 and x not in board.placed:
            yield from singles(board, x, board.masks[x])
        clues |= dict.fromkeys(puzzle.clues_of[x])
    yield from filter(None, (conclusion_of(board, clue) for clue in clues))


def refutations(board: Board, cell: int) -> list[Finding]:
    """Values whose assumption ends in a contradiction: first those that propagation refutes.

    These are all values of a cell but one where that is possible, else the shortest of a few. None at all if there is
    none, or the time limit came first.
    """
    refutable = board.puzzle.assumptions.refutable
    open_cells = [x for x, mask in enumerate(board.masks) if mask & (mask - 1)]
    open_cells.sort(key=lambda x: board.masks[x].bit_count())
    short = _shortest(board, [x for x in open_cells if not board.puzzle.in_group[x]])
    if short is not None:
        return [reported(board, short)]
    direct = refutable(board, [cell], ENOUGH)
    parts = len(board.assumable(cell))
    if len(direct) + 1 >= parts > 0:
        trials = _followed(board, direct)
        if len(trials) + 1 >= parts:
            return [reported(board, trial) for trial in trials]
    options = sorted(refutable(board, open_cells, ENOUGH))
    trials = sorted(_followed(board, options[:MOST_COMPARED]), key=lambda trial: trial.length)
    known = {(x, values) for _, x, values in options[:MOST_COMPARED]}
    every = ((0, x, values) for x in open_cells for values in board.assumable(x))
    for option in (*options[MOST_COMPARED:], *every):  # steps see some things that propagation does not
        if trials:
            break
        if option[1:] not in known:
            known.add(option[1:])
            trials = _followed(board, [option])
    return [reported(board, trial) for trial in trials[:MOST_REPORTED] if trial.length <= trials[0].length + 1]


def _shortest(board: Board, cells: Iterable[int]) -> Trial | None:
    """The first of the shortest refutations among values of cells."""
    best, most = None, SHORT
    for _, x, values in sorted(board.puzzle.assumptions.refutable(board, cells, NO_LIMIT)):
        found = None if is_late() else ahead(board, x, values, most, most)
        if found is not None and sum(step.is_seen for step in found.chain) <= SHORT:
            best, most = found, found.length - 1
    return best


def _followed(board: Board, options: Iterable[Option]) -> list[Trial]:
    trials = (_trial(board, x, values) for _, x, values in options if not is_late())
    return [trial for trial in trials if trial is not None]


def _trial(board: Board, x: int, values: int) -> Trial | None:
    """Follows an assumption with all techniques; ``None``: the steps from there end in no contradiction."""
    start = board.copy()
    start.assume(x, values)
    trial = start.copy()
    findings: list[Finding] = []
    for found in frugal_steps(trial):
        findings.append(found)
        if len(findings) > LONGEST_TRIAL or is_late():
            return None
    return None if trial.refuted is None else Trial(x, values, shortened(start, findings, refuted))


def reported(board: Board, trial: Trial, technique: Technique | None = None) -> Finding:
    """The finding that a cell does not hold a value, because steps from there end in a contradiction.

    Args:
        technique: what found it, all in one sentence. By default it is trying, with the steps one by one.
    """
    puzzle, x, gone = board.puzzle, trial.x, trial.values
    last = trial.chain[-1]

    def is_known(proof: Proof) -> bool:
        y, values = proof.about
        known = y >= 0 and (board.masks[y] == values if proof.placed else not board.masks[y] & values)
        return known and not proof.assumed

    facts, clues, _ = grounds(last.board, last.finding.premises, is_known)
    left = board.masks[x] & ~gone
    is_last = left.bit_count() == 1
    if is_last and board.absent(x):
        facts[x] = facts.get(x, 0) | board.absent(x)
    seen = [step for step in trial.chain if step.is_seen]
    steps = [folded(step.board, step.finding, whole=False) for step in seen]
    placed, removed = (((x, left),), ()) if is_last else ((), ((x, gone),))
    if is_drawn(puzzle, x, placed, removed, board.masks):
        so = f"The solution{outcome(puzzle, placed, removed, board.masks)}".rstrip(".")
    else:
        so = f"{puzzle.labels[x]} is {puzzle.told(x, left)[0] if is_last else f'not {puzzle.told(x, gone)[0]}'}"
    return conclude(
        board,
        technique or (IF_SO if len(steps) <= SHORT else TRYING),
        (_otherwise(seen, so, steps) if technique else _if_so(board, trial, steps, so)).rstrip("."),
        (*last.finding.clues, *clues),
        facts.items(),
        (x,),
        placed=placed,
        removed=removed,
        conclusion=nothing_more,
        quotes=True,
        trial=() if technique else steps,
    )


def _if_so(board: Board, trial: Trial, steps: Sequence[Finding], so: str) -> str:
    """The assumption, the last step, and what follows."""
    puzzle, x, values = board.puzzle, trial.x, trial.values
    is_one = values.bit_count() == 1
    placed, removed = (((x, values),), ()) if is_one else ((), ((x, board.masks[x] & ~values),))
    if is_drawn(puzzle, x, placed, removed, board.masks):
        if_so = f"If the solution{outcome(puzzle, placed, removed, board.masks)}".rstrip(".")
        so = so.replace("The solution", "it", 1)
    else:
        if_so = f"If {puzzle.labels[x]} were {puzzle.told(x, values)[0]}"
        so = so.replace("The solution", "the solution", 1)
    way = f"{len(steps)} steps would end in a contradiction" if len(steps) > 1 else "there would be a contradiction"
    return f"{if_so}, {way}: {lowered(steps[-1].sentence)} So {so}."


def _otherwise(seen: Sequence[Step], so: str, steps: Sequence[Finding]) -> str:
    """What follows, and all that would happen otherwise. No rule is quoted twice as a whole.

    Args:
        seen: the steps as they were found, of which ``steps`` are what people see.
    """
    *first, last = steps
    puzzle = seen[0].board.puzzle
    said, silent = list[str](), list[str]()
    for step, one in zip(seen, first, strict=False):
        # With the candidates before, a part of a step may decide what it does not decide with all.
        ends = (outcome(puzzle, one.placed, one.removed, masks) for masks in (None, step.board.masks))
        end = next((end for end in ends if end != " ."), "")
        if end:
            said.append(lowered(one.reason + end.rstrip(".")))
        else:
            silent += named(puzzle, one.clues)
    end = re.sub(r"cannot hold( together)? any more", r"could not hold\1", lowered(last.sentence).rstrip("."))
    if others := [name for name in dict.fromkeys(silent) if name not in end]:
        end += f", with {listed(others)}"
    quoted: list[str] = []

    def again(found: Match[str]) -> str:
        quoted.append(found[0])
        if quoted[-2:-1] == [found[0]]:
            return "the same rule"
        words = found[0].split(" ", MOST_QUOTED)
        return f"{' '.join(words[:MOST_QUOTED])} …”" if found[0] in quoted[:-1] and words[MOST_QUOTED:] else found[0]

    return f"{so}: otherwise {re.sub('“[^”]*”', again, ', '.join([*said, 'and then ' * bool(said) + end]))}."


def lowered(sentence: str) -> str:
    """To go on behind a colon."""
    head, _, _ = sentence.partition(" ")
    return sentence[0].lower() + sentence[1:] if head in ("In", "Only", "No", "What") else sentence
