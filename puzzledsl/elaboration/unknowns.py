"""Unknowns: what ``grid`` and ``var`` declare, at the outermost level or, hidden, for one call of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from puzzledsl.diagnostics import Diagnostic, failure, replacing
from puzzledsl.domain import Domain
from puzzledsl.elaboration.context import Context
from puzzledsl.elaboration.fault import at, unfit
from puzzledsl.elaboration.items import iterate
from puzzledsl.elaboration.kinds import are_cells, cell_number, is_cell, is_number
from puzzledsl.elaboration.letters import alphabet
from puzzledsl.elaboration.limits import A_CELL
from puzzledsl.elaboration.values import DivisionValue, EdgesValue, GridValue, Value, beside
from puzzledsl.expressions import Affine, variable
from puzzledsl.listing import counted
from puzzledsl.model import Cell, Variable, all_places, direction, side_by_side
from puzzledsl.records import replace
from puzzledsl.syntax import Binary, EdgesDeclaration, Expression, GridDeclaration, ListOf, Number, VariableDeclaration

Evaluate = Callable[[Expression], Value]
"""The value of an expression where the declaration stands."""


def new_grid(node: GridDeclaration, evaluate: Evaluate, context: Context, rule: str = "") -> GridValue:
    """The grid of a declaration, with its variables.

    Args:
        rule: the rule whose call the grid is for; such a grid is hidden.
    """
    if len(node.sizes) != 2:
        message = f"a grid has a height and a width, not {counted(len(node.sizes), 'size')}"
        match node.sizes:
            case [Binary("*", left, right, span)]:
                meant = f"{left.span.text}, {right.span.text}"
                raise failure(message, span, f"write `{meant}`", code="size", fixes=replacing(span, meant))
        place = node.sizes[0].span.to(node.sizes[-1].span)
        raise failure(message, place, "", ("a single row is `grid name[1, 9] in …`",), code="size")
    height, width = values = list(map(evaluate, node.sizes))
    for size, value in zip(node.sizes, values, strict=True):
        if type(value) is not int or value < 1:
            raise unfit("a size is a whole number from 1", value, code="size").at(size.span)
    domain, letters = _domain(node.domain, evaluate) if node.has_values else (Domain.range(0, 0), "")
    context.budget.check("variables", len(context.variables) + height * width)
    context.budget.step(A_CELL * height * width)
    name = context.name_in(rule, node.name.id)
    empty = GridValue(name, height, width, domain, (), node.span, {}, node.has_values, letters)
    grid = with_variables(context, empty, frozenset(), bool(rule))
    if rule:
        context.hidden[name] = grid
    return grid


def with_variables(context: Context, grid: GridValue, masked: frozenset[Cell], hidden: bool = False) -> GridValue:
    """A grid like this one, with a variable for each of its places that is not masked."""
    name, is_hidden = grid.name, hidden or not grid.has_values
    context.has_places = context.has_places or not grid.has_values
    is_main = not hidden and (name in list(context.grids)[:1] or not context.grids)

    def new(r: int, c: int) -> int:
        label = f"r{r}c{c}" if is_main else f"{name}[{r}, {c}]"
        return context.add(Variable(label, grid.domain, name, (r, c), None, is_hidden, grid.letters))

    columns = range(1, grid.width + 1)
    numbers = [tuple([None if (r, c) in masked else new(r, c) for c in columns]) for r in range(1, grid.height + 1)]
    return replace(grid, numbers=tuple(numbers), made={})


def new_edges(node: EdgesDeclaration, evaluate: Evaluate, context: Context, rule: str = "") -> EdgesValue:
    """The edges of a declaration: a variable for each two cells of the grid that share a side.

    ``by`` names others, and edges of edges are between the same cells; of a list of cells they join these cells only.
    ``arcs`` have one for each direction. Of ``sides`` the cells are the corners of cells; a line that belongs to no
    cell has none. Of a ``division`` the variable is whether a border is between the cells.

    Args:
        rule: the rule whose call they are for; such edges are hidden.
    """
    of, divides, is_graph = evaluate(node.grid), node.word == "division", node.word in _GRAPHS
    others = of if isinstance(of, EdgesValue) else None
    grid = others.grid if others and is_graph else _with_these_only(of, context)
    if not isinstance(grid, GridValue):
        raise unfit("edges join the cells of a grid", grid, code="edges").at(node.grid.span)
    if node.reach is not None and not is_graph:
        message = f"`{node.word}` are between cells that share a side"
        raise failure(message, node.reach.span, "only `edges` and `arcs` may join others", code="edges")
    domain, letters = (Domain.range(0, 1), "") if divides else _domain(node.domain, evaluate)
    context.budget.step(2 * A_CELL * grid.height * grid.width)
    name = context.name_in(rule, node.name.id)
    joined = _corners(grid, name, context) if node.word == "sides" else grid
    directed, faces = node.word == "arcs", others.faces if others else grid
    pairs: Iterable[tuple[Cell, Cell]]
    if others:
        pairs = others.joined
    elif node.reach is not None:
        pairs = _reached(joined, node.reach, evaluate, context)
    else:
        places = [*joined.frozen.cells]
        pairs = [(places[a], places[b]) for a, b in side_by_side(places)]
    if directed and node.reach is None:
        pairs = sorted({*pairs, *((y, x) for x, y in pairs if not (others and others.directed))})
    kind = DivisionValue if divides else EdgesValue
    found = kind(name, joined, domain, {}, node.span, faces, {}, directed)
    for pair in pairs if directed else dict.fromkeys((min(pair), max(pair)) for pair in pairs):
        across = beside(*pair, directed) if found.are_sides else pair
        if label := _between(across, faces, directed, context):
            number = context.add(Variable(f"{name}[{label}]", domain, hidden=bool(rule), letters=letters))
            found.joined[pair] = found.across[across] = number
    if isinstance(found, DivisionValue):
        context.divisions.append(found)
        if node.domain is not None:
            allowed, letters = _domain(node.domain, evaluate)
            if letters or not allowed & Domain.range(1, len(grid.placed)):
                message = f"no region can have such a size: `{grid.name}` has {counted(len(grid.placed), 'cell')}"
                raise failure(message, node.domain.span, code="domain")
            for cell in grid.cells():
                size_of_region(cell, found, context, allowed)
    return found


def _with_these_only(of: Value, context: Context) -> Value:
    """Of a list of cells of one grid this grid, its other places masked; anything else as it is."""
    if not are_cells(of):
        return of
    kept = set(map(cell_number, of))
    name, *others = {context.variables[number].grid for number in kept}
    if name is None or others:
        return of
    grid = context.grid_of(name)
    numbers = tuple(tuple(n if n in kept else None for n in row) for row in grid.numbers)
    return replace(grid, numbers=numbers, made={})


_GRAPHS = ("edges", "arcs")
"""What may join any two cells."""


def _reached(grid: GridValue, reach: Expression, evaluate: Evaluate, context: Context) -> Iterable[tuple[Cell, Cell]]:
    """Each cell of a grid with those that a function gives for it, but for places that are masked here."""
    function, cells = evaluate(reach), grid.placed
    for cell in grid.cells():
        found = list(at(reach.span, iterate, at(reach.span, context.call, function, cell)))
        context.budget.step(A_CELL * len(found))
        for other in found:
            if other is None or other == cell:
                continue
            if not is_cell(other) or context.variable(other).grid != grid.name:
                raise unfit(f"edges join cells of `{grid.name}`", other, code="edges").at(reach.span)
            if cell_number(other) in cells:
                yield context.variable(cell).place, context.variable(other).place


def size_of_region(cell: Affine, division: DivisionValue, context: Context, allowed: Domain | None = None) -> Affine:
    """How many cells the region of a cell has.

    Args:
        allowed: the sizes that regions may have, if not any.
    """
    every = Domain.range(1, len(division.grid.placed))
    return _of_region(cell, division, division.sizes, "size", every if allowed is None else allowed & every, context)


def first_of_region(cell: Affine, division: DivisionValue, context: Context) -> Affine:
    """The position in reading order, from 1, of the first cell of the region of a cell."""
    before = [*division.grid.placed].index(cell_number(cell)) + 1
    return _of_region(cell, division, division.firsts, "first", Domain.range(1, before), context)


def _of_region(
    cell: Affine, division: DivisionValue, known: dict[Cell, int], word: str, domain: Domain, context: Context
) -> Affine:
    """A hidden variable of a cell, new when it is first asked for."""
    of = context.variable(cell)
    if of.place not in known:
        known[of.place] = context.add(Variable(f"{division.name}.{word}[{of.name}]", domain, hidden=True))
    return variable(known[of.place])


def _corners(grid: GridValue, name: str, context: Context) -> GridValue:
    """The corners of the cells of a grid, as a hidden grid of places."""
    places = {(r + down, c + right) for r, c in grid.frozen.cells for down in (0, 1) for right in (0, 1)}
    around = all_places(grid.height + 1, grid.width + 1)
    name = context.name_in(name, "corner")
    empty = GridValue(name, grid.height + 1, grid.width + 1, Domain.range(0, 0), (), grid.span, {}, False)
    found = context.hidden[name] = with_variables(context, empty, frozenset(around) - places, True)
    return found


def _between(places: tuple[Cell, Cell], faces: GridValue, directed: bool, context: Context) -> str:
    """The name of what is between two places, by its cells; empty where it has none.

    Of sides, an arc has the cell on its right hand first: ``r1c1, "up"`` runs clockwise around r1c1, ``"up", r1c1``
    against it.
    """
    found = {place: context.cell_name(cell) for place in places if (cell := faces.at(*place)) is not None}
    if len(found) != 1:
        return ", ".join(found.values())
    (own,) = found
    word = f'"{direction(own, places[places[0] == own])}"'
    return f"{word}, {found[own]}" if directed and own == places[1] else f"{found[own]}, {word}"


def new_variables(node: VariableDeclaration, evaluate: Evaluate, context: Context, rule: str = "") -> list[Affine]:
    """The variables of a declaration.

    Args:
        rule: the rule whose call they are for; such variables are hidden.
    """
    domain, letters = (Domain(()), "") if node.real else _domain(node.domain, evaluate)
    bounds = _real_bounds(node.domain, evaluate) if node.real else None
    match node.domain:
        case ListOf((Number(value=low), Number(value=high)), place) if high - low > 1:
            said, fixes = f"only the values {low} and {high} are possible", replacing(place, f"{low}..{high}")
            label = f"for the numbers between them, too, write `{low}..{high}`"
            context.warn(Diagnostic(said, place, label, code="domain", fixes=fixes))
    context.has_reals = context.has_reals or node.real
    found = []
    for name in node.names:
        label = context.name_in(rule, name.id)
        number = context.add(Variable(label, domain, None, None, bounds, bool(rule), letters))
        context.declared[number] = name.span
        found.append(variable(number))
    return found


UNKNOWNS: dict[type, Callable[..., Value]] = {
    GridDeclaration: new_grid,
    EdgesDeclaration: new_edges,
    VariableDeclaration: new_variables,
}
"""What makes the unknowns of each kind of declaration."""


def parts_of(node: GridDeclaration | EdgesDeclaration | VariableDeclaration) -> list[Expression]:
    """The expressions of a declaration that are evaluated."""
    if isinstance(node, EdgesDeclaration):
        return [part for part in (node.grid, node.domain, node.reach) if part is not None]
    if isinstance(node, VariableDeclaration) and node.real and isinstance(node.domain, Binary):
        return [node.domain.left, node.domain.right]
    found = list(node.sizes) if isinstance(node, GridDeclaration) else []
    return found if node.domain is None else [*found, node.domain]


def _domain(node: Expression | None, evaluate: Evaluate) -> tuple[Domain, str]:
    """The values of a declaration, and their letters, if they have some."""
    if node is None:
        return Domain.range(0, 1), ""
    value, place = evaluate(node), node.span
    is_range, is_listed = isinstance(value, range), isinstance(value, list | frozenset)
    items: list[Value] = list(iterate(value)) if is_listed else list(value) if isinstance(value, str) else []
    letters = at(place, alphabet, items, place.text)
    if letters:
        return Domain.range(int(items[0] == letters[0]), len(letters)), letters
    for item in items:
        if type(item) is not int:
            label = "write the range without brackets" if isinstance(item, range) else ""
            raise unfit("a domain holds whole numbers", item, label, code="domain").at(place)
    if not (is_range or is_listed):
        raise unfit("a domain is a set of whole numbers such as `1..9` or `{1, 3, 5}`", value, code="domain").at(place)
    domain = Domain.range(value.start, value.stop - 1) if is_range else Domain.of(items)
    if not domain:
        _refuse_reversed(node)
        raise failure("the domain is empty: it has no value for any cell", place, code="domain")
    if max(abs(domain.lo), abs(domain.hi)) > 10**15:
        message = "a domain reaches to 10^15 at most: beyond, a solver does not compute exactly"
        raise failure(message, place, code="domain")
    return domain, ""


def _refuse_reversed(node: Expression) -> None:
    """``9..1`` for a domain."""
    if isinstance(node, Binary) and node.op == "..":
        meant = f"{node.right.span.text}..{node.left.span.text}"
        label, fixes = f"the smaller value comes first: write `{meant}`", replacing(node.span, meant)
        raise failure("this range is empty: it goes down", node.span, label, code="domain", fixes=fixes)


def _real_bounds(node: Expression | None, evaluate: Evaluate) -> tuple[Fraction | None, Fraction | None]:
    if node is None:
        return None, None
    if not (isinstance(node, Binary) and node.op == ".."):
        message = "a real variable ranges between two numbers, as in `real 0..24`"
        raise failure(message, node.span, code="domain")
    low, high = values = evaluate(node.left), evaluate(node.right)
    for end, value in zip((node.left, node.right), values, strict=True):
        if not is_number(value):
            raise unfit("a bound is a known number", value, code="domain").at(end.span)
    if low > high:
        _refuse_reversed(node)
    return Fraction(low), Fraction(high)
