"""Constraints. Each is a Boolean: it may stand alone, be negated, combined and counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from puzzledsl.elaboration import automata
from puzzledsl.elaboration import operations as ops
from puzzledsl.elaboration.builtins.arguments import argument, want_groups, want_integer, want_list, want_place
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import Fault
from puzzledsl.elaboration.limits import A_PART, FEW_PARTS
from puzzledsl.elaboration.value_text import kind_of, shown
from puzzledsl.elaboration.values import Builtin, Function, GridValue, Value, cell_number, is_cell, is_static
from puzzledsl.expressions import (
    Affine,
    AllDifferent,
    Boolean,
    Circuit,
    ComponentSizes,
    Connected,
    Inverse,
    Ranked,
    Rational,
    is_circuit,
    is_inverse,
    is_ranked,
)
from puzzledsl.intervals import interval

Place = tuple[GridValue, tuple[int, int]]

TIES = ("none", "any", "only-unclued")


def alldifferent(context: Context, list_: Value, *more: Value) -> Value:
    """No two of the values are equal."""
    return _alldifferent([list_, *more] if more else want_list(list_, context), frozenset(), context)


def alldifferent_except(context: Context, list_: Value, value: Value) -> Value:
    """No two of the values are equal, but for this value (or the values of this set), which may repeat."""
    ignored = want_list(value, context) if isinstance(value, (frozenset, list, range)) else [value]
    if not all(isinstance(v, int) for v in ignored):
        raise Fault(
            f"the value that may repeat is a known whole number, not {kind_of(value)}", code="static", argument=1
        )
    return _alldifferent(want_list(list_, context), frozenset(ignored), context)


def increasing(context: Context, list_: Value) -> Value:
    """No value is smaller than the one before it."""
    return _ascending("<=", want_list(list_, context), context)


def strictly_increasing(context: Context, list_: Value) -> Value:
    """Every value is larger than the one before it."""
    items = want_list(list_, context)
    if all(map(is_cell, items)) and _alldifferent(items, frozenset(), context) is False:
        return False
    return _ascending("<", items, context)


def lex_less(context: Context, a: Value, b: Value) -> Value:
    """List `a` comes before list `b` in dictionary order."""
    return _lexicographic(a, b, context, equal_counts=False)


def lex_lesseq(context: Context, a: Value, b: Value) -> Value:
    """List `a` comes before list `b` in dictionary order, or equals it."""
    return _lexicographic(a, b, context, equal_counts=True)


def element(context: Context, index: Value, list_: Value, value: Value) -> Value:
    """The item at position `index` of the list equals `value`."""
    items = want_list(list_, context)
    if isinstance(index, Affine):
        return ops.equal(ops.element(items, index, context), value, context)
    if isinstance(index, bool) or not isinstance(index, int):
        raise Fault(f"an index is a whole number, not {kind_of(index)}", code="kind", argument=0)
    return ops.equal(items[index - 1], value, context) if 1 <= index <= len(items) else False


def table(context: Context, list_: Value, rows: Value) -> Value:
    """The values, together, are one of the rows."""
    items = want_list(list_, context)
    known = context.rows_of(rows, len(items), _rows)
    return ops.table([ops.expression(item, context) for item in items], known, context)


def _rows(rows: Value, width: int, context: Context) -> Iterator[tuple[int, ...]]:
    for row in want_list(rows, context):
        parts = want_list(row, context) if isinstance(row, (list, tuple, range)) else [row]
        if len(parts) != width:
            raise Fault(f"a row of {len(parts)} for {width} cells", code="length", argument=1)
        if not all(isinstance(part, int) for part in parts):
            raise Fault("a row holds known whole numbers", code="static", argument=1)
        yield tuple(int(part) for part in parts)


def regular(context: Context, list_: Value, pattern: Value) -> Value:
    """The values, in order, match the whole regular expression; 10 and up are written `A`, `B`, …."""
    if not isinstance(pattern, str):
        raise Fault(f"a regular expression is a text, not {kind_of(pattern)}", code="kind", argument=1)
    items = [ops.expression(item, context) for item in want_list(list_, context)]
    return automata.regular(items, pattern, context)


def scan(context: Context, line: Value, start: Value, step: Value, accept: Value) -> Value:
    """Reads the line in order, `state = step(state, value)` from `start`; the last state must satisfy `accept`."""
    for position, function in ((2, step), (3, accept)):
        if not isinstance(function, (Function, Builtin)):
            raise Fault(f"a function is needed here, not {kind_of(function)}", code="kind", argument=position)
    if not is_static(start):
        raise Fault("`scan` starts from a known state", code="static", argument=1)
    items = [ops.expression(item, context) for item in want_list(line, context)]
    return automata.scan(items, start, step, accept, context)


def circuit(context: Context, list_: Value) -> Value:
    """The value at position i is the position that follows i, and all positions form one cycle."""
    items = [ops.expression(item, context) for item in want_list(list_, context)]
    if not items:
        return True
    if not any(item.terms for item in items):
        return is_circuit([item.constant for item in items])
    for item in items:
        ops.no_reals(context, item)
        if not ops.is_whole(item):
            raise Fault("`circuit` takes whole numbers; this may be a fraction", code="kind", argument=0)
    return Circuit(tuple(items))


def inverse(context: Context, a: Value, b: Value) -> Value:
    """The lists are each other's inverse: `a[i] == j` exactly where `b[j] == i`; all values are positions."""
    left, right = ([ops.expression(item, context) for item in want_list(side, context)] for side in (a, b))
    if len(left) != len(right):
        raise Fault(f"lists of different lengths: {len(left)}, {len(right)}", code="length")
    context.budget.items(len(left) ** 2)
    for item in (*left, *right):
        ops.no_reals(context, item)
        if not ops.is_whole(item):
            raise Fault("`inverse` takes whole numbers; this may be a fraction", code="kind")
    if not any(item.terms for item in (*left, *right)):
        return is_inverse([item.constant for item in left], [item.constant for item in right])
    return Inverse(tuple(left), tuple(right))


def connected(context: Context, cells: Value, values: Value, pairs: Value = None) -> Value:
    """The cells that hold one of `values` are connected by shared sides, or through `pairs` of cells where these are
    given; no such cell counts as connected."""
    found = want_list(values, context) if isinstance(values, (frozenset, list, range)) else [values]
    if not all(isinstance(value, int) for value in found):
        raise Fault(f"the values are known whole numbers, not {kind_of(values)}", code="static", argument=1)
    chosen_values = frozenset(int(value) for value in found)
    places = {want_place(cell, context): cell for cell in want_list(cells, context)}
    items = tuple(ops.expression(cell, context) for cell in places.values())
    edges = _sides(list(places)) if pairs is None else _pairs(pairs, list(places), context)
    return Connected(items, chosen_values, edges) if len(items) > 1 else True


def component_sizes(context: Context, cells: Value, sizes: Value, pairs: Value = None) -> Value:
    """Each cell's component has this size, or any size where it is `none`; a component is a largest set of equal cells
    that are joined by shared sides, or through `pairs` of cells where these are given."""
    places: dict[Place, Value] = {}
    with argument(0):
        for cell in want_list(cells, context):
            place = want_place(cell, context)
            if place in places:
                raise Fault(f"{shown(cell, context)} occurs twice", code="repeated")
            places[place] = cell
    with argument(1):
        asked = want_list(sizes, context)
        known = {p: ops.expression(size, context) for p, size in enumerate(asked) if size is not None}
    if len(asked) != len(places):
        raise Fault(
            f"{len(asked)} sizes for {len(places)} cells",
            helps=("give a size for each cell, `none` for any size; a fillomino is `component_sizes(cells, cells)`",),
            code="length",
            argument=1,
        )
    items = tuple(ops.expression(cell, context) for cell in places.values())
    for item in (*items, *known.values()):
        ops.no_reals(context, item)
        if not ops.is_whole(item):
            raise Fault("sizes and cells are whole numbers; one of these may be a fraction", code="kind", argument=1)
    with argument(2):
        edges = _sides(list(places)) if pairs is None else _pairs(pairs, list(places), context)
    return ComponentSizes(items, tuple(known), tuple(known.values()), edges) if known else True


def _sides(places: list[Place]) -> tuple[tuple[int, int], ...]:
    """The pairs of positions in a list of places that share a side."""
    numbers = {place: k for k, place in enumerate(places)}
    return tuple(
        (k, numbers[beside])
        for (grid, (row, column)), k in numbers.items()
        for beside in ((grid, (row, column + 1)), (grid, (row + 1, column)))
        if beside in numbers
    )


def _pairs(pairs: Value, places: list[Place], context: Context) -> tuple[tuple[int, int], ...]:
    """The positions in a list of places of the two cells of each pair."""
    numbers = {place: k for k, place in enumerate(places)}
    found = []
    for pair in want_list(pairs, context):
        match [numbers.get(want_place(cell, context)) for cell in want_list(pair, context)]:
            case [int(a), int(b)] if a != b:
                found.append((a, b))
            case _:
                raise Fault(
                    "each pair is of two different cells of the list",
                    helps=("write a list of pairs, such as `[[r1c1, r1c2]]`",),
                    code="range",
                )
    return tuple(found)


def ranked(context: Context, lines: Value, ranks: Value, ties: Value = "only-unclued") -> Value:
    """The lines, read as numbers, have these ranks: `ranks` maps a position to 1 plus how many lines are smaller."""
    if ties not in TIES:
        raise Fault(f"ties are {', '.join(map(repr, TIES))}, not {ties!r}".replace("'", '"'), code="range", argument=2)
    if not isinstance(ranks, dict):
        raise Fault(f"the ranks are a map, `{{position: rank}}`, not {kind_of(ranks)}", code="kind", argument=1)
    groups = want_groups(lines, context)
    known = [0] * len(groups)
    taken: dict[int, int] = {}
    for position, rank in ranks.items():
        known[want_integer(position, "the position of a line", 1, len(groups)) - 1] = rank
        if want_integer(rank, "a rank") < 1 or rank > len(groups):
            context.reason = f"{len(groups)} lines have the ranks 1 to {len(groups)}, not {rank}"
            return False
        taken[rank] = taken.get(rank, 0) + 1
    for rank, count in sorted(taken.items()):
        above = next((r for r in sorted(taken) if r > rank), len(groups) + 1)
        if count > 1 and ties != "any":
            context.reason = f"{count} lines have the rank {rank}, and ties are not allowed"
            return False
        if rank + count > above:
            context.reason = f"{count} lines have the rank {rank}: the next rank is {rank + count} or more"
            return False
    items = tuple(tuple(ops.expression(item, context) for item in line) for line in groups)
    for item in (item for line in items for item in line):
        ops.no_reals(context, item)
        if not ops.is_whole(item):
            raise Fault("digits are whole numbers; this may be a fraction", code="kind", argument=0)
    if not any(item.terms for line in items for item in line):
        return is_ranked([[item.constant for item in line] for line in items], known, str(ties))
    return Ranked(items, tuple(known), str(ties))


def _alldifferent(items: list[Value], ignoring: frozenset[int], context: Context) -> Boolean:
    if len(items) > 1 and all(map(is_cell, items)):  # nearly always
        variables = [context.variables[cell_number(item)] for item in items]
        if len(set(items)) == len(items) and not any(variable.is_real for variable in variables):
            domains = [variable.domain for variable in variables]
            return _all_of(tuple(items), min(d.lo for d in domains), max(d.hi for d in domains), ignoring, context)
    numbers: list[Affine | Rational] = []
    for item in items:
        if isinstance(item, (list, tuple, range)):
            raise Fault(
                "`alldifferent` compares numbers, not lists",
                helps=("as a clue it takes several groups: `alldifferent: rows, columns`",),
                code="kind",
            )
        numbers.append(ops.number(item, context))
    seen: dict[object, int] = {}
    for value in numbers:
        if not isinstance(value, Affine) and value in ignoring:
            continue
        if value in seen and not (isinstance(value, Affine) and _may_be_ignored(value, ignoring, context)):
            context.reason = "a cell is listed twice" if isinstance(value, Affine) else f"{value} is listed twice"
            return False
        seen[value] = 1
    if len(numbers) < 2:
        return ops.conjunction(ops.defined(numbers, context))
    decided = [ops.expression(value, context) for value in numbers]
    for expression in decided:
        ops.no_reals(context, expression)
    if not any(expression.terms for expression in decided):
        return True
    if not ignoring and all(map(ops.is_whole, decided)):
        bounds = [interval(expression, context.variables) for expression in decided]
        low = min(b[0] for b in bounds if b[0] is not None)
        high = max(b[1] for b in bounds if b[1] is not None)
        return _all_of(tuple(decided), low, high, ignoring, context)
    return AllDifferent(tuple(decided), ignoring)


def _all_of(
    decided: tuple[Affine, ...], low: Rational, high: Rational, ignoring: frozenset[int], context: Context
) -> Boolean:
    """The constraint on whole numbers, each within bounds; false if there are not enough values between them."""
    if not ignoring and len(decided) > high - low + 1:
        values = high - low + 1
        context.reason = f"{len(decided)} cells, but only {values} value{'s' * (values != 1)} ({low}..{high})"
        return False
    return AllDifferent(decided, ignoring)


def _may_be_ignored(value: Affine, ignoring: frozenset[int], context: Context) -> bool:
    low, high = interval(value, context.variables)
    return any(low is not None and high is not None and low <= v <= high for v in ignoring)


def _ascending(op: str, items: list[Value], context: Context) -> Boolean:
    """Each item and the next one in this order; a single item is compared with none, but has to be defined."""
    steps = [ops.compare(op, a, b, context) for a, b in pairwise(items)]
    return ops.conjunction(steps or ops.defined(items, context))


def _lexicographic(a: Value, b: Value, context: Context, *, equal_counts: bool) -> Boolean:
    left, right = want_list(a, context), want_list(b, context)
    common = min(len(left), len(right))
    before = _before(left[:common], right[:common], len(left) < len(right) + equal_counts, context)
    return ops.conjunction([before, *ops.defined([left, right], context)])


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
