"""The functions that families call: each writes one kind of constraint on a block, as a textbook has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzledsl.formulation.components import Component

IMPORTS = {"combinations": "from itertools import combinations", "pairwise": "from itertools import pairwise"}

BY_VALUE = """
def {name}(b, cells):  # {doc}
    def once(b, v):
        count = sum({x_cell_v} for cell in cells)
        return count == 1 if len(cells) == {size} else count <= 1
    b.{part} = pyo.Constraint({values}, rule=once)
"""

EXCEPT = """
def {name}(b, cells, ignored):  # {doc}
    counted = [v for v in {values} if v not in ignored]
    b.{part} = pyo.Constraint(counted, rule=lambda b, v: sum({x_cell_v} for cell in cells) <= 1)
"""

BY_ORDER = """
def {name}(b, cells):  # {doc}
    b.{part} = pyo.ConstraintList()
    for one, other in combinations(cells, 2):  # less is 1 if the first is less than the other, else it is greater
        b.{part}.add(pyo.inequality(1, {cell_one} - {cell_other} + {M} * m.{less}[one, other], {most}))
"""

SHIFTED_BY_VALUE = """
def {name}(b, shifts):  # {doc}
    sums = sorted({{v + shift for cell, shift in shifts for v in {values}}})
    b.{part} = pyo.Constraint(sums, rule=lambda b, s: sum(
        {x_cell_shifted} for cell, shift in shifts if s - shift in {values}) <= 1)
"""

SHIFTED_BY_ORDER = """
def {name}(b, shifts):  # {doc}
    b.{part} = pyo.ConstraintList()
    for (one, i), (other, j) in combinations(shifts, 2):
        big, gap = {M} + abs(i - j), {cell_one} + i - {cell_other} - j
        b.{part}.add(pyo.inequality(1, gap + big * m.{less}[one, i, other, j], big - 1))
"""

PAIR = """
def {name}(b, pairs, fits):  # {doc}
    b.{part} = pyo.ConstraintList()
    for one, other in pairs:
        for v in {values}:
            b.{part}.add({x_one_v} + sum({x_other_w} for w in {values} if not fits(v, w)) <= 1)
            b.{part}.add({x_other_v} + sum({x_one_w} for w in {values} if not fits(w, v)) <= 1)
"""

TABLE = """
def {name}(b, cells, rows):  # {doc}
    b.chosen = pyo.Var(range(len(rows)), domain=pyo.Binary)
    b.one_row = pyo.Constraint(expr=pyo.quicksum(b.chosen.values()) == 1)
    b.{part} = pyo.Constraint(range(len(cells)), {values}, rule=lambda b, i, v: {x_cells_i_v} == sum(
        b.chosen[k] for k, row in enumerate(rows) if row[i] == v))
"""

AUTOMATON = """
def {name}(b, cells, start, final, moves):  # {doc}
    b.step = pyo.Var(range(len(cells)), list(moves), bounds=(0, 1))  # one unit flows from the start to a final state
    b.begun = pyo.Constraint(expr=sum(b.step[0, move] for move in moves if move[0] == start) == 1)
    b.kept = pyo.Constraint(range(1, len(cells)), sorted({{start, *moves.values()}}), rule=lambda b, i, q: (
        sum(b.step[i - 1, move] for move in moves if moves[move] == q)
        == sum(b.step[i, move] for move in moves if move[0] == q)))
    b.ended = pyo.Constraint(expr=sum(b.step[len(cells) - 1, move] for move in moves if moves[move] in final) == 1)
    b.{part} = pyo.Constraint(range(len(cells)), {values}, rule=lambda b, i, v: {x_cells_i_v} == sum(
        b.step[i, move] for move in moves if move[1] == v))
"""

CONNECTED = """
def {name}(b, cells, values, ways):  # {doc}
    chosen, n = {{cell: {chosen} for cell in cells}}, len(cells)
    ways = [way for one, other in ways for way in [(one, other), (other, one)]]
    b.root, b.flow = pyo.Var(cells, domain=pyo.Binary), pyo.Var(ways, bounds=(0, n))
    b.one_root = pyo.Constraint(expr=sum(b.root[cell] for cell in cells) <= 1)
    b.rooted = pyo.ConstraintList(rule=(b.root[cell] <= chosen[cell] for cell in cells))
    b.inside = pyo.ConstraintList(rule=(b.flow[way] <= n * chosen[cell] for way in ways for cell in way))
    b.{part} = pyo.ConstraintList(rule=(  # the root sends each other chosen cell a unit
        sum(b.flow[way] for way in ways if way[1] == cell) - sum(b.flow[way] for way in ways if way[0] == cell)
        >= chosen[cell] - n * b.root[cell] for cell in cells))
"""

LINES = """
def {name}(b, edges, ends):  # {doc}
    places = sorted({{place for edge in edges for place in edge}} | {{*ends}})
    b.visited = pyo.Var(places, domain=pyo.Binary)
    b.{part} = pyo.ConstraintList(rule=(sum({edge} for edge in edges if place in edge)
                                      == (1 if place in ends else 2 * b.visited[place]) for place in places))
    for place in ends:
        b.visited[place].fix(1)
"""

ONE_LINE = """
def {name}(b, edges, ends):  # {doc}
    {lines}(b, edges, ends)
    places, ways = list(b.visited), [way for p, q in edges for way in [(p, q, p, q), (p, q, q, p)]]
    b.root, b.flow = pyo.Var(places, domain=pyo.Binary), pyo.Var(ways, bounds=(0, len(places)))
    b.one_root = pyo.Constraint(expr=sum(b.root[place] for place in places) == 1)
    b.along = pyo.ConstraintList(rule=(b.flow[way] <= len(places) * {way_edge} for way in ways))
    b.reached = pyo.ConstraintList(rule=(  # the root sends each other visited place a unit
        sum(b.flow[way] for way in ways if way[3] == place) - sum(b.flow[way] for way in ways if way[2] == place)
        >= b.visited[place] - len(places) * b.root[place] for place in places))
"""

_DOCS = {
    "different": "the cells hold different values",
    "except": "the cells hold different values, but for those that are ignored",
    "shifted": "cell + shift are all different",
    "pair": "a value of one cell excludes those of the other that do not fit",
    "table": "the values of the cells are one of the rows",
    "automaton": "the automaton accepts the values of the cells, read in order",
    "connected": "the cells with one of the values are connected",
    "lines": "lines: two edges, or none, meet in each place, and one in an end",
    "one_line": "all edges that are drawn form one line",
}


def formula(kind: str, name: str, component: Component, by_order: str, lines: str) -> str:
    """The text of a function.

    Args:
        by_order: the name of the 0-1 variables that say which of two cells is less; empty: write it by values.
        lines: the name of the function of kind ``lines``.
    """
    texts = {
        "different": BY_ORDER if by_order else BY_VALUE,
        "shifted": SHIFTED_BY_ORDER if by_order else SHIFTED_BY_VALUE,
        "except": EXCEPT,
        "pair": PAIR,
        "table": TABLE,
        "automaton": AUTOMATON,
        "connected": CONNECTED,
        "lines": LINES,
        "one_line": ONE_LINE,
    }

    def x(cell: str, v: str) -> str:
        if component.literal:
            return component.literal_item(cell, v)
        return f"({component.item(cell)} if {v} else 1 - {component.item(cell)})"

    chosen = f"sum({x('cell', 'v')} for v in values)"
    return texts[kind].format(
        name=name, doc=_DOCS[kind], part=PART_NAMES.get(kind, kind), less=by_order, lines=lines,
        values=component.values, size=component.domain.size,
        M=component.domain.hi - component.domain.lo + 1, most=component.domain.hi - component.domain.lo,
        x_cell_v=x("cell", "v"), x_cell_shifted=x("cell", "s - shift"), cell_one=component.item("one"),
        cell_other=component.item("other"), x_one_v=x("one", "v"), x_other_w=x("other", "w"), x_other_v=x("other", "v"),
        x_one_w=x("one", "w"), x_cells_i_v=x("cells[i]", "v"), chosen=chosen, edge=component.item("edge"),
        way_edge=component.item("way[:2]"),
    ).strip("\n")  # fmt: skip


PART_NAMES = {
    "different": "once",
    "except": "once",
    "shifted": "once",
    "pair": "pairs",
    "table": "held",
    "automaton": "read",
    "connected": "reached",
    "lines": "degree",
    "one_line": "degree",
}
