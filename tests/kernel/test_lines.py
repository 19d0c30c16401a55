"""Lines along edges: nothing that is remembered changes anything, no line is lost, and none is closed too early."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzledsl.domain import Domain
from puzzledsl.flat import FlatConstraint, FlatVariable, Literal
from puzzledsl.kernel.store import Contradiction, Store
from puzzledsl.primitives.lines import Lines
from tests.examples import examples
from tests.primitives.reasons import reason, reasons

from .stepwise import as_from_scratch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from puzzledsl.expressions import Crossing

IS_DRAWN = Domain.range(1, 1)


def lines(
    edges: Sequence[tuple[int, int]],
    ends: tuple[int, ...] = (),
    crossings: tuple[tuple[int, tuple[Crossing, ...]], ...] = (),
    *,
    single: bool = True,
) -> Lines:
    return Lines(tuple([Literal(e, IS_DRAWN) for e in range(len(edges))]), tuple(edges), ends, crossings, single)


def store_of(edges: Sequence[object], drawn: Iterable[int] = (), out: Iterable[int] = ()) -> Store:
    store = Store([FlatVariable(f"v{e}", Domain.range(0, 1)) for e in range(len(edges))])
    for e in drawn:
        store.fix(e, 1)
    for e in out:
        store.fix(e, 0)
    return store


def left(store: Store) -> str:
    """Of each edge ``-`` if it is drawn, ``.`` if it cannot be, ``?`` if that is open."""
    return "".join("?" if not store.is_fixed(e) else ".-"[store.lo(e)] for e in range(len(store.mask)))


def grid(height: int, width: int) -> list[tuple[int, int]]:
    cells = range(height * width)
    return [(p, q) for p in cells for q in (p + 1, p + width) if q in cells and (q - p == width or q % width)]


def crossed(edges: Sequence[tuple[int, int]], width: int) -> tuple[tuple[int, tuple[Crossing, ...]], ...]:
    """All places where four edges of a grid meet are crossings."""
    number = {pair: e for e, pair in enumerate(edges)}
    found = []
    for p in range(width, edges[-1][1]):
        four = [number.get(pair, -1) for pair in ((p - 1, p), (p, p + 1), (p - width, p), (p, p + width))]
        if min(four) >= 0:
            found.append((p, ((four[0], four[1], four[2], four[3]),)))
    return tuple(found)


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9), ends=st.sampled_from([(), (0, 15)]), crosses=st.booleans(), single=st.booleans())
def test_step_by_step_as_from_scratch(seed: int, ends: tuple[int, ...], crosses: bool, single: bool) -> None:
    """Edges are decided one by one, with a way back now and then."""
    edges = grid(4, 4)
    stated = lines(edges, ends, crossed(edges, 4) if crosses else (), single=single)
    variables = [FlatVariable(f"v{e}", Domain.range(0, 1)) for e in range(len(edges))]
    for _, store in as_from_scratch(stated, variables, seed):
        if "?" not in left(store):
            assert stated.check([store.lo(e) for e in range(len(edges))])


def around(height: int, width: int, rng: Random) -> set[int]:
    """Cells of a random region without holes, which no corner alone joins to itself: a loop is around it."""
    inside = {width * (height // 2) + width // 2}
    for _ in range(height * width):
        p = rng.randrange(height * width)
        r, c = divmod(p, width)
        ring = [
            (r - 1, c),
            (r - 1, c + 1),
            (r, c + 1),
            (r + 1, c + 1),
            (r + 1, c),
            (r + 1, c - 1),
            (r, c - 1),
            (r - 1, c - 1),
        ]
        near = [0 <= a < height and 0 <= b < width and a * width + b in inside for a, b in ring]
        changes = sum(a != b for a, b in pairwise([*near, near[0]]))
        if p not in inside and changes == 2 and any(near[::2]):
            inside.add(p)
    return inside


def loop_in(height: int, width: int, rng: Random) -> tuple[list[tuple[int, int]], set[int]]:
    """The edges between the corners of cells, and those of a random loop."""
    inside, edges = around(height, width, rng), grid(height + 1, width + 1)
    loop = set()
    for e, (p, q) in enumerate(edges):
        r, c = divmod(p, width + 1)
        sides = [(r - 1, c), (r, c)] if q == p + 1 else [(r, c - 1), (r, c)]
        held = [0 <= a < height and 0 <= b < width and a * width + b in inside for a, b in sides]
        if held[0] != held[1]:
            loop.add(e)
    return edges, loop


@pytest.mark.parametrize("seed", range(30))
def test_no_loop_is_lost_and_no_reason_excludes_it(seed: int) -> None:
    """On a board that cannot be tried out, each edge is decided as in a loop, in any order."""
    rng = Random(seed)
    edges, loop = loop_in(6, 7, rng)
    stated = lines(edges)
    assert stated.check([int(e in loop) for e in range(len(edges))])
    constraint, store = FlatConstraint(stated, 0), store_of(edges)
    first = store.mask
    for e in rng.sample(range(len(edges)), len(edges)):
        store.fix(e, int(e in loop))
        start = store.mark()
        store.propagate_alone(constraint)
        assert all(int(f in loop) in store.values(f) for f in range(len(edges)))
        after = store.mask
        for why in reasons(store, constraint, first, start):
            assert not why.unexplained
            assert all(not needed >> int(f in loop) & 1 for f, needed in why.needed.items())
        for f, mask in enumerate(after):
            store.put_all([(f, mask)])


def test_a_line_is_not_closed_while_another_is_drawn() -> None:
    edges, drawn = grid(2, 4), [0, 1, 6, 7]  # three sides of the left square, and the right side
    for single, expected in ((True, "---.-.----"), (False, "--??-?--?-")):
        store = store_of(edges, drawn)
        store.propagate_alone(FlatConstraint(lines(edges, single=single), 0))
        assert left(store) == expected


def test_beside_a_closed_line_nothing_is_drawn() -> None:
    edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    for single, expected in ((True, "---..."), (False, "---???")):
        store = store_of(edges, drawn=[0, 1])
        store.propagate_alone(FlatConstraint(lines(edges, single=single), 0))
        assert left(store) == expected


def test_what_was_undone_is_found_again() -> None:
    edges = grid(2, 4)
    constraint, store = FlatConstraint(lines(edges), 0), store_of(edges, drawn=[0, 1, 4, 6, 7, 9])
    mark = store.mark()
    store.propagate_alone(constraint)
    found = left(store)
    store.undo(mark)
    store.propagate_alone(constraint)
    assert left(store) == found


def test_a_path_from_end_to_end_is_the_single_line() -> None:
    edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    for single, expected in ((True, "--...."), (False, "--.???")):
        store = store_of(edges, drawn=[0, 1])
        store.propagate_alone(FlatConstraint(lines(edges, (0, 2), single=single), 0))
        assert left(store) == expected


def test_a_line_that_cannot_cross_any_longer_turns_and_is_not_closed_behind_the_turn() -> None:
    edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (2, 5), (3, 6), (5, 6), (5, 7), (6, 7), (4, 7)]
    store = store_of(edges, drawn=[0, 2, 8])  # straight on, 0-1 would be closed by 0-2; so it turns to 0-3
    store.propagate_alone(FlatConstraint(lines(edges, (), ((0, ((0, 1, 2, 3),)),)), 0))
    assert left(store) == "-.-.-.---..."


def test_that_a_line_turns_in_a_crossing_is_part_of_the_reason() -> None:
    edges = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 3), (1, 6), (3, 7), (2, 5), (4, 5), (2, 4), (2, 6), (4, 7)]
    stated = lines(edges, (), ((0, ((0, 1, 2, 3),)),))
    constraint, store = FlatConstraint(stated, 0), store_of(edges)
    first = store.mask
    for e, value in {
        0: 1,
        1: 0,
        2: 1,
        7: 1,
    }.items():  # from 1 to 3 through 0; with 0-2, 0-4 as well, two lines cross there
        store.fix(e, value)
    start = store.mark()
    store.propagate_alone(constraint)
    assert left(store) == "-.-..----.--"
    accepted = [values for values in product((0, 1), repeat=len(edges)) if stated.check(values)]
    for why in reasons(store, constraint, first, start):
        assert not why.unexplained
        for values in accepted:
            is_met = not any(needed >> values[e] & 1 for e, needed in why.needed.items())
            assert not is_met or not why.gone >> values[why.variable] & 1


@pytest.mark.parametrize(
    "stated",
    [
        lines([]),
        lines([(0, 1)], (0,)),
        lines([(0, 1), (2, 3)], (0, 1, 2, 3)),
        lines([(0, 1)], (2,), single=False),
        lines([(0, 1), (1, 2)]),
        lines([(0, 1), (1, 2), (2, 3)], (0, 2, 3), single=False),
    ],
)
def test_what_no_lines_can_be_drawn_in_is_refused_with_a_reason(stated: Lines) -> None:
    constraint, store = FlatConstraint(stated, 0), store_of(stated.edges)
    first, start = store.mask, store.mark()
    with pytest.raises(Contradiction):
        store.propagate_alone(constraint)
    for why in [reason(store, constraint, first), *reasons(store, constraint, first, start)]:
        assert not why.unexplained


def test_edges_may_hold_numbers_of_any_width() -> None:
    edges = [(0, 1), (1, 2), (0, 2), (2, 3)]
    wide = Domain.range(-(10**9), 10**9)
    store = Store([FlatVariable(f"v{e}", wide) for e in range(len(edges))])
    drawn = tuple([Literal(e, Domain.range(1, 10**9)) for e in range(len(edges))])
    store.keep(0, Domain.range(5, 10**9))
    store.propagate_alone(FlatConstraint(Lines(drawn, tuple(edges), (), (), True), 0))
    assert [store.lo(e) for e in range(4)] == [5, 1, 1, -(10**9)]
    assert store.hi(3) == 0


@pytest.mark.parametrize("seed", range(20))
def test_no_tour_is_lost_among_more_positions_than_a_word_has_bits(seed: int) -> None:
    """Two tours, and arcs that lead astray; a position is the value of the one before."""
    count, rng = 75, Random(seed)
    tours = []
    for _ in range(2):
        tour = [0, *rng.sample(range(1, count), count - 1), 0]
        tours.append(dict(pairwise(tour)))
    follow = [{tour[i] for tour in tours} | {rng.choice([j for j in range(count) if j != i])} for i in range(count)]
    arcs = [(i, j) for i in range(count) for j in sorted(follow[i])]
    drawn = tuple([Literal(i, Domain.range(j + 1, j + 1)) for i, j in arcs])
    store = Store([FlatVariable(f"v{i}", Domain.of([j + 1 for j in follow[i]])) for i in range(count)])
    constraint = FlatConstraint(Lines(drawn, tuple(arcs), (), (), True), 0)
    for i in rng.sample(range(count), count):
        store.propagate_alone(constraint)
        store.propagate_alone(constraint)
        assert all(tours[0][k] + 1 in store.values(k) for k in range(count))
        store.fix(i, tours[0][i] + 1)
    store.propagate_alone(constraint)
    assert constraint.primitive.check([store.lo(k) for k in range(count)])
