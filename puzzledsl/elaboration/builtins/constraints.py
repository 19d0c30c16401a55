"""Constraints. Each is a Boolean: it may stand alone, be negated, combined and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from puzzledsl.domain import Domain
from puzzledsl.elaboration import automata
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.builtins.arguments import (
    Constraint,
    Groups,
    Items,
    Line,
    Place,
    Several,
    argument,
    existing,
    want_cell,
    want_edges,
    want_integer,
    want_list,
    want_place,
)
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.drawn_lines import diagonals, lines
from puzzledsl.elaboration.fault import Fault, unfit
from puzzledsl.elaboration.kinds import cell_number, is_cell, is_list, is_static
from puzzledsl.elaboration.letters import as_digits, letters_of, letters_of_line
from puzzledsl.elaboration.limits import A_PART, FEW_PARTS
from puzzledsl.elaboration.value_text import shown
from puzzledsl.elaboration.values import SEQUENCES, Callee, Value
from puzzledsl.expressions import (
    Affine,
    All,
    AllDifferent,
    Boolean,
    Circuit,
    Compare,
    Connected,
    Inverse,
    Not,
    Ranked,
    Rational,
    Regions,
)
from puzzledsl.listing import counted
from puzzledsl.model import values_text

TIES = ("none", "any", "only-unclued")


def alldifferent(context: Context, list_: Several) -> Constraint:
    """No two of the values are equal."""
    return _alldifferent(list_, frozenset(), context)


def alldifferent_except(context: Context, list_: Items, value: Value) -> Constraint:
    """No two of the values are equal, but for this value (or the values of this set), which may repeat."""
    return _alldifferent(list_, _known(value, "the value that may repeat is a known whole number", context), context)


def increasing(context: Context, list_: Items) -> Constraint:
    """No value is smaller than the one before it."""
    return _ascending("<=", list_, context)


def strictly_increasing(context: Context, list_: Items) -> Constraint:
    """Every value is larger than the one before it."""
    if all(map(is_cell, list_)) and _alldifferent(list_, frozenset(), context) is False:
        return False
    return _ascending("<", list_, context)


def lex_less(context: Context, a: Items, b: Items) -> Constraint:
    """List `a` comes before list `b` in dictionary order."""
    return _lexicographic(a, b, context, equal_counts=False)


def lex_lesseq(context: Context, a: Items, b: Items) -> Constraint:
    """List `a` comes before list `b` in dictionary order, or equals it."""
    return _lexicographic(a, b, context, equal_counts=True)


def element(context: Context, index: Value, list_: Items, value: Value) -> Constraint:
    """The item at position `index` of the list equals `value`."""
    if isinstance(index, Affine):
        return ops.equal(ops.element(list_, index, context), value, context)
    if type(index) is not int:
        raise unfit("an index is a whole number", index, argument=0)
    return ops.equal(list_[index - 1], value, context) if 1 <= index <= len(list_) else False


def table(context: Context, list_: Line, rows: Value) -> Constraint:
    """The values, together, are one of the rows."""
    return ops.table(list_, context.rows_of(rows, len(list_), _rows), context)


def _rows(rows: Value, width: int, context: Context) -> Iterator[tuple[int, ...]]:
    for row in want_list(rows, context):
        parts = want_list(row, context) if isinstance(row, SEQUENCES) else [row]
        if len(parts) != width:
            raise Fault(f"a row of {len(parts)} for {width} cells", code="length", argument=1)
        if not all(isinstance(part, int) for part in parts):
            raise Fault("a row holds known whole numbers", code="static", argument=1)
        yield tuple(int(part) for part in parts)


def regular(context: Context, list_: Line, pattern: Value) -> Constraint:
    """The values, in order, match the whole regular expression; 10 and up are written `A`, `B`, … (letters as such)."""
    if not isinstance(pattern, str):
        raise unfit("a regular expression is a text", pattern, argument=1)
    letters = letters_of_line(list_, context)
    return automata.regular(list_, as_digits(pattern, letters) if letters else pattern, context)


def scan(context: Context, line: Line, start: Value, step: Value, accept: Value) -> Constraint:
    """Reads the line in order, `state = step(state, value)` from `start`; the last state must satisfy `accept`."""
    for position, function in ((2, step), (3, accept)):
        if not isinstance(function, Callee):
            raise unfit("a function is needed here", function, argument=position)
    if not is_static(start):
        raise Fault("`scan` starts from a known state", code="static", argument=1)
    return automata.scan(line, start, step, accept, context)


def circuit(context: Context, list_: Line) -> Constraint:
    """The value at position i is the position that follows i, and all positions form one cycle."""
    _whole(list_, "`circuit` takes whole numbers; this may be a fraction", context, 0)
    return not list_ or ops.folded(Circuit(tuple(list_)))


def inverse(context: Context, a: Line, b: Line) -> Constraint:
    """The lists are each other's inverse: `a[i] == j` exactly where `b[j] == i`; all values are positions."""
    if len(a) != len(b):
        raise Fault(f"lists of different lengths: {len(a)}, {len(b)}", code="length")
    context.budget.check("items", len(a) ** 2)
    _whole([*a, *b], "`inverse` takes whole numbers; this may be a fraction", context)
    return ops.folded(Inverse(tuple(a), tuple(b)))


def connected(context: Context, cells: Items, values: Value, pairs: Value = None) -> Constraint:
    """The cells that hold one of `values` are connected by shared sides, or through `pairs` of cells where these are
    given; no such cell counts as connected.

    With pairs, other unknowns, such as edges, and conditions may stand in place of cells. Each item is a position of
    its own, also where another one is equal; a pair joins all positions of its two items.
    """
    chosen = _known(values, "the values are known whole numbers", context)
    if pairs is None:
        of_place = {want_place(cell, context): cell for cell in cells}
        items, edges = _expressions(of_place.values(), context), _edges(None, of_place, context)
    else:
        items = _expressions(cells, context)
        edges = _edges(
            pairs, map(_as_position, items), context, lambda item, _: _as_position(ops.expression(item, context))
        )
    return (
        ops.folded(Connected(items, chosen, edges)) if len(items) > 1 else ops.conjunction(ops.defined(items, context))
    )


def _as_position(item: Affine) -> tuple[object, ...]:
    """What equal items have in common: the order of a sum is not part of it."""
    return frozenset(item.terms), item.constant


def form_lines(
    context: Context, edges: Value, ends: Value = (), crossings: Value = (), single: Value = False
) -> Constraint:
    """The edges form lines: two or none meet in a cell, one in each of `ends`; with `single` there is one line.

    In `crossings` four may meet. There two lines cross, each straight on. Diagonals do not cross between cells. A line
    joins two cells where their edge holds 1 or more.
    """
    edges = want_edges(edges, 0)
    if not isinstance(single, bool):
        raise unfit("whether there is a single line is `true` or `false`", single, argument=3)
    ended, crossed = (
        dict.fromkeys(
            context.variable(cell).place
            for cell in map(want_cell, existing(want_list(some, context)))
            if edges.grid.has(cell_number(cell))
        )
        for some in (ends, crossings)
    )
    stated = lines(edges, [*ended], [place for place in crossed if place not in ended], single)
    both = [All(tuple([Compare("<=", -1 * e + 1) for e in pair])) for pair in diagonals(edges)]
    return ops.conjunction([ops.folded(stated), *map(Not, both)])


def component_sizes(context: Context, cells: Value, sizes: Value, pairs: Value = None) -> Constraint:
    """Each cell's component has this size, or any size where it is `none`; a component is a largest set of equal cells
    that are joined by shared sides, or through `pairs` of cells where these are given."""
    places: dict[Place, Value] = {}
    with argument(0):
        for cell in want_list(cells, context):
            place = want_place(cell, context)
            if place in places:
                raise Fault(f"{shown(cell, context.variables)} occurs twice", code="repeated")
            places[place] = cell
    with argument(1):
        asked = want_list(sizes, context)
        known = {p: ops.expression(size, context) for p, size in enumerate(asked) if size is not None}
    if len(asked) != len(places):
        raise Fault(
            f"{counted(len(asked), 'size')} for {counted(len(places), 'cell')}",
            helps="give a size for each cell, `none` for any size; a fillomino is `component_sizes(cells, cells)`",
            code="length",
            argument=1,
        )
    items = _expressions(places.values(), context)
    _whole([*items, *known.values()], "sizes and cells are whole numbers; one of these may be a fraction", context, 1)
    with argument(2):
        edges = _edges(pairs, places, context)
    return Regions(len(items), edges, labels=items, sized=tuple(known), sizes=tuple(known.values())) if known else True


def _edges(
    pairs: Value, places: Iterable[Any], context: Context, of: Callable[[Value, Context], object] = want_place
) -> tuple[tuple[int, int], ...]:
    """The positions among the places of the two of each pair; without pairs, of cells that share a side."""
    numbers: dict[Any, list[int]] = {}
    for k, place in enumerate(places):
        numbers.setdefault(place, []).append(k)
    if pairs is None:
        return tuple(
            (k, numbers[beside][0])
            for (grid, (row, column)), (k,) in numbers.items()
            for beside in ((grid, (row, column + 1)), (grid, (row + 1, column)))
            if beside in numbers
        )
    found: dict[tuple[int, int], None] = {}
    for pair in want_list(pairs, context):
        match [numbers.get(of(item, context), []) for item in want_list(pair, context)]:
            case [[_, *_] as left, [_, *_] as right] if left != right or len(left) > 1:
                context.budget.check("items", len(left) * len(right))
                found |= {(min(a, b), max(a, b)): None for a in left for b in right if a != b}
            case _:
                raise Fault(
                    "each pair is of two different cells of the list",
                    helps="write a list of pairs, such as `[[r1c1, r1c2]]`",
                    code="range",
                )
    return tuple(found)


def ranked(context: Context, lines: Groups, ranks: Value, ties: Value = "only-unclued") -> Constraint:
    """The lines, read as numbers, have these ranks: `ranks` maps a position to 1 plus how many lines are smaller."""
    if ties not in TIES:
        raise Fault(f"ties are {', '.join(map(repr, TIES))}, not {ties!r}".replace("'", '"'), code="range", argument=2)
    if not isinstance(ranks, dict):
        raise unfit("the ranks are a map, `{position: rank}`", ranks, argument=1)
    most = len(lines)
    known = [0] * most
    for position, rank in ranks.items():
        known[want_integer(position, "the position of a line", 1, most) - 1] = rank
        if not 1 <= want_integer(rank, "a rank") <= most:
            return context.refuted(f"{most} lines have the ranks 1 to {most}, not {rank}")
    taken = sorted(Counter(filter(None, known)).items())
    for (rank, count), (above, _) in pairwise([*taken, (most + 1, 0)]):
        if count > 1 and ties != "any":
            return context.refuted(f"{count} lines have the rank {rank}, and ties are not allowed")
        if rank + count > above:
            return context.refuted(f"{count} lines have the rank {rank}: the next rank is {rank + count} or more")
    items = tuple(_expressions(line, context) for line in lines)
    whole = [item for line in items for item in line]
    _whole(whole, "digits are whole numbers; this may be a fraction", context, 0)
    return ops.folded(Ranked(items, tuple(known), str(ties)))


def _expressions(items: Iterable[Value], context: Context) -> tuple[Affine, ...]:
    return tuple(ops.expression(item, context) for item in items)


def _known(value: Value, expected: str, context: Context) -> frozenset[int]:
    """One known whole number, or several."""
    found = want_list(value, context) if isinstance(value, frozenset) or is_list(value) else [value]
    if not all(isinstance(item, int) for item in found):
        raise unfit(expected, value, code="static", argument=1)
    return frozenset(map(int, found))


def _whole(items: Iterable[Affine], refusal: str, context: Context, position: int | None = None) -> None:
    """Raises Fault if one of the items may be a fraction or depends on a real variable."""
    for item in items:
        ops.no_reals(context, item)
        if not ops.is_whole(item, context):
            raise Fault(refusal, argument=position)


def _alldifferent(items: list[Value], ignoring: frozenset[int], context: Context) -> Boolean:
    if len(items) > 1 and all(map(is_cell, items)):  # nearly always
        variables = list(map(context.variable, items))
        if len(set(items)) == len(items) and not any(variable.is_real for variable in variables):
            domains = [variable.domain for variable in variables]
            return _all_of(tuple(items), min(d.lo for d in domains), max(d.hi for d in domains), ignoring, context)
    if any(isinstance(item, SEQUENCES) for item in items):
        raise Fault(
            "`alldifferent` compares numbers, not lists",
            helps="as a clue it takes several groups: `alldifferent: rows, columns`",
        )
    numbers = [ops.number(item, context) for item in items]
    seen: set[object] = set()
    for value in numbers:
        low, high = context.bounds(value) if ignoring and isinstance(value, Affine) else (1, 0)
        if any(low <= v <= high for v in ignoring):
            continue
        if value in seen and value not in ignoring:
            return context.refuted(
                "a cell is listed twice" if isinstance(value, Affine) else f"{value} is listed twice"
            )
        seen.add(value)
    if len(numbers) < 2:
        return ops.conjunction(ops.defined(numbers, context))
    decided = _expressions(numbers, context)
    ops.no_reals(context, *decided)
    if ignoring or not all(ops.is_whole(item, context) for item in decided):
        return ops.folded(AllDifferent(decided, ignoring))
    lows, highs = zip(*map(context.bounds, decided), strict=True)
    return _all_of(decided, min(lows), max(highs), ignoring, context)


def _all_of(
    decided: tuple[Affine, ...], low: Rational, high: Rational, ignoring: frozenset[int], context: Context
) -> Boolean:
    """The constraint on whole numbers, each within bounds; false if there are not enough values between them."""
    if not ignoring and len(decided) > high - low + 1:
        values = high - low + 1
        letters = letters_of(decided, context)
        among = values_text(Domain.range(int(low), int(high)), letters) if letters else f"{low}..{high}"
        return context.refuted(f"{len(decided)} cells, but only {values} value{'s' * (values != 1)} ({among})")
    return ops.folded(AllDifferent(decided, ignoring))


def _ascending(op: str, items: list[Value], context: Context) -> Boolean:
    """Each item and the next one in this order; a single item is compared with none, but has to be defined."""
    steps = [ops.compare(op, a, b, context) for a, b in pairwise(items)]
    return ops.conjunction(steps or ops.defined(items, context))


def _lexicographic(a: Items, b: Items, context: Context, *, equal_counts: bool) -> Boolean:
    common = min(len(a), len(b))
    before = _before(a[:common], b[:common], len(a) < len(b) + equal_counts, context)
    return ops.conjunction([before, *ops.defined([a, b], context)])


def _before(left: list[Value], right: list[Value], ties: bool, context: Context) -> Boolean:
    """Dictionary order of lists of one length, ``ties``: equal ones count. Halved, so that it is nowhere deep."""
    if not left:
        return ties
    if len(left) == 1:
        return ops.compare("<=" if ties else "<", left[0], right[0], context)
    context.budget.step(2 * A_PART * FEW_PARTS)
    half = len(left) // 2
    same = ops.equal(tuple(left[:half]), tuple(right[:half]), context)
    rest = _before(left[half:], right[half:], ties, context)
    return ops.disjunction([_before(left[:half], right[:half], False, context), ops.conjunction([same, rest])])
