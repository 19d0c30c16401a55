"""Makes the classics that may be shipped: ``python benchmarks/generate.py > benchmarks/classics.tsv``.

Random full grids lose clues in random order while the solution stays unique. ``own_easy`` stops at 32 clues and falls
to singles alone; ``own_minimal`` goes on until no clue can be spared; ``own_hard`` are those of many minimal ones on
which a depth-first search with singles branches most. The seed is fixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

GROUPS = [[9 * i + k for k in range(9)] for i in range(9)]
GROUPS += [[9 * k + i for k in range(9)] for i in range(9)]
GROUPS += [[27 * (i // 3) + 3 * (i % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for i in range(9)]
PEERS = [sorted({b for group in GROUPS if a in group for b in group} - {a}) for a in range(81)]
ALL = 0b111111111


class Search:
    """Depth-first search with naked and hidden singles; domains are bit masks. ``nodes`` counts the branches."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self.nodes = 0
        self.chance = chance

    def solutions(self, givens: str) -> Iterator[list[int]]:
        masks = [ALL] * 81
        if all(assign(masks, cell, 1 << int(digit) - 1) for cell, digit in enumerate(givens) if digit != "0"):
            yield from self.descend(masks)

    def descend(self, masks: list[int]) -> Iterator[list[int]]:
        if not hidden(masks):
            return
        open_cells = [(mask.bit_count(), cell) for cell, mask in enumerate(masks) if mask.bit_count() > 1]
        if not open_cells:
            yield [mask.bit_length() for mask in masks]
            return
        cell = min(open_cells)[1]
        bits = [1 << v for v in range(9) if masks[cell] >> v & 1]
        if self.chance:
            self.chance.shuffle(bits)
        for bit in bits:
            self.nodes += 1
            trial = masks[:]
            if assign(trial, cell, bit):
                yield from self.descend(trial)


def assign(masks: list[int], cell: int, bit: int) -> bool:
    """Fixes a cell and what follows by naked singles; False when something is left without a value."""
    if not masks[cell] & bit:
        return False
    masks[cell] = bit
    todo = [cell]
    while todo:
        done = todo.pop()
        for peer in PEERS[done]:
            if masks[peer] & masks[done]:
                masks[peer] &= ~masks[done]
                if not masks[peer]:
                    return False
                if masks[peer].bit_count() == 1:
                    todo.append(peer)
    return True


def hidden(masks: list[int]) -> bool:
    """Fixes values that have one place left in a group, until there is none; False when a value has no place."""
    changed = True
    while changed:
        changed = False
        for group in GROUPS:
            once = twice = 0
            for cell in group:
                twice |= once & masks[cell]
                once |= masks[cell]
            if once != ALL:
                return False
            for cell in group:
                single = masks[cell] & ~twice
                if single and masks[cell] != single:
                    if not assign(masks, cell, single & -single):
                        return False
                    changed = True
    return True


def reduced(full: str, chance: random.Random, fewest: int) -> str:
    """Clues taken away in random order while the solution stays the only one, down to ``fewest``."""
    givens = list(full)
    for cell in chance.sample(range(81), 81):
        if 81 - givens.count("0") <= fewest:
            break
        kept, givens[cell] = givens[cell], "0"
        others = Search().solutions("".join(givens))
        next(others)
        if next(others, None) is not None:
            givens[cell] = kept
    return "".join(givens)


def main() -> None:
    chance = random.Random(81)
    easy: list[tuple[str, str]] = []
    minimal: list[tuple[int, str, str]] = []
    while len(easy) < 30 or len(minimal) < 600:
        full = "".join(map(str, next(Search(chance).solutions("0" * 81))))
        if len(easy) < 30:
            givens, search = reduced(full, chance, 32), Search()
            next(search.solutions(givens))
            if search.nodes == 0:
                easy.append((givens, full))
        if len(minimal) < 600:
            givens, search = reduced(full, chance, 0), Search()
            assert len(list(search.solutions(givens))) == 1
            minimal.append((search.nodes, givens, full))
    sets = {
        "own_easy": easy,
        "own_minimal": [(givens, full) for _, givens, full in minimal[:50]],
        "own_hard": [(givens, full) for _, givens, full in sorted(minimal[50:], reverse=True)[:30]],
    }
    print("set\tpuzzle\tsolution\tclues")
    for name, puzzles in sets.items():
        for givens, full in puzzles:
            print(name, givens.replace("0", "."), full, 81 - givens.count("0"), sep="\t")


if __name__ == "__main__":
    main()
