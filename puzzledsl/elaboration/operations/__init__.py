"""The operators of the language, on static and on decided values alike.

Each takes a `Context` and values and gives a value. Static operands are computed at once; decided ones make
nodes of `expressions`, folded to `true`/`false` where the declared domains already settle them.
"""

from puzzledsl.elaboration.operations.arithmetic import (
    Numeric,
    absolute,
    add,
    divide,
    division,
    expression,
    extremum,
    is_whole,
    kept,
    multiply,
    no_reals,
    number,
    parts,
    power,
    subtract,
    total,
    weigh,
)
from puzzledsl.elaboration.operations.choices import COMPARE, choose, element, is_zero_one, truth
from puzzledsl.elaboration.operations.comparisons import (
    compare,
    defined,
    equal,
    member,
    not_member,
    table,
)
from puzzledsl.elaboration.operations.logic import conjunction, disjunction, equivalence, folded, implication, negation

__all__ = [
    "COMPARE",
    "Numeric",
    "absolute",
    "add",
    "choose",
    "compare",
    "conjunction",
    "defined",
    "disjunction",
    "divide",
    "division",
    "element",
    "equal",
    "equivalence",
    "expression",
    "extremum",
    "folded",
    "implication",
    "is_whole",
    "is_zero_one",
    "kept",
    "member",
    "multiply",
    "negation",
    "no_reals",
    "not_member",
    "number",
    "parts",
    "power",
    "subtract",
    "table",
    "total",
    "truth",
    "weigh",
]
