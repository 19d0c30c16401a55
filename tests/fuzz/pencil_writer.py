"""Random numbers, conditions and statements over unknowns of pencil puzzles."""

from __future__ import annotations

from random import Random

from ..oracle import builtin_cases, rule_cases
from ..oracle.terms import Cells, Cond, Num, Operand, constant, listed
from ..oracle.writer import Writer
from . import item_cases, line_cases, own_rules, region_cases
from .lines import Net
from .own_rules import Meaning
from .pencil_setting import PencilSetting, definitions

FUNCTIONS = """\
let first_row(c) = row_of(c) == 1
let is_one(c) = c == 1
"""
SAFE_NUMBERS = [
    *builtin_cases.NUMBERS[:5], builtin_cases.counted_conditions, builtin_cases.read_as_number,
    builtin_cases.by_function,
]  # fmt: skip
SAFE_CONDITIONS = [
    builtin_cases.alldifferent, builtin_cases.alldifferent_except, *builtin_cases.CONDITIONS[2:8], builtin_cases.scan,
    builtin_cases.any_or_all, builtin_cases.by_rule,
]  # fmt: skip
SAFE_RULES = {
    name: rule_cases.RULES[name]
    for name in [
        "cage",
        "total",
        "odd",
        "even",
        "thermo",
        "whisper",
        "renban",
        "nabner",
        "palindrome",
        "zipper",
        "contains",
    ]
}
"""What reads lists of numbers only, and does not look at cells themselves."""


class PencilWriter(Writer):
    """Writes over edges, divisions and cells.

    Attributes:
        setting: as of `Writer`.
        rules_of_its_own: rules with unknowns that were written so far, by name, with what they mean.
        has_given: a layout of givens was written.
    """

    setting: PencilSetting

    def __init__(self, random: Random, setting: PencilSetting) -> None:
        super().__init__(random, setting)
        self.rules_of_its_own: dict[str, tuple[str, Meaning]] = {}
        self.has_given = False
        if not setting.valued:
            self.numbers, self.conditions, self.rules = SAFE_NUMBERS, SAFE_CONDITIONS, list(SAFE_RULES.values())
        if not setting.places:
            self.numbers = [case for case in SAFE_NUMBERS if case is not builtin_cases.counted_conditions]
            self.conditions = [case for case in SAFE_CONDITIONS if case is not builtin_cases.any_or_all]

    def net(self) -> Net:
        return self.random.choice([net for net in self.setting.nets if net.ways])

    @property
    def has_ways(self) -> bool:
        return any(net.ways for net in self.setting.nets)

    def held(self, cells: Cells) -> Operand:
        if self.setting.valued:
            return super().held(cells)
        return item_cases.operand_of_places(self, cells.places, cells.text)

    def items(self, least: int = 1, depth: int = 1, *, ordered: bool = True, most: int = 6) -> Operand:
        if self.setting.places:
            return super().items(least, depth, ordered=ordered, most=most)
        return listed([self.whole(depth - 1) for _ in range(self.random.randint(least, max(least, min(most, 3))))])

    def comparison(self, depth: int) -> Cond:
        if self.setting.places:
            return super().comparison(depth)
        return self.compared(self.num(depth), self.num(depth))

    def cell(self) -> Num:
        return super().cell() if self.setting.valued else self.unknown()

    def unknown(self) -> Num:
        s, choices = self.setting, []
        if s.valued:
            choices.append(lambda: super(PencilWriter, self).cell())
        if self.has_ways:
            choices += [lambda: line_cases.edge(self)] * 2
        if s.pieces:
            choices.append(lambda: region_cases.of_region(self))
        if s.variables and self.maybe(0.3):
            choices.append(lambda: item_cases.variable(self))
        return self.random.choice(choices)() if choices else item_cases.variable(self)

    def whole_number(self) -> Num:
        """What a rule is given: mostly an unknown."""
        return self.num_of_lines() if self.maybe(0.7) else self.whole(1)

    def num_of_lines(self) -> Num:
        choices = [self.unknown]
        if self.has_ways:
            choices += [
                lambda case=case: case(self)  # type: ignore[misc]
                for case in (
                    line_cases.edge,
                    line_cases.around_place,
                    line_cases.all_edges,
                    line_cases.degree,
                    line_cases.run,
                )
            ]
        if self.setting.pieces:
            choices += [lambda: region_cases.of_region(self)] * 3
        if self.setting.places and self.maybe(0.1):
            choices.append(lambda: item_cases.seen(self))
        return self.random.choice(choices)()

    def num(self, depth: int = 2) -> Num:
        if self.maybe(0.6):
            return self.num_of_lines()
        return super().num(depth)

    def cond(self, depth: int = 2) -> Cond:
        if self.maybe(0.55):
            return self.cond_of_lines()
        return super().cond(depth)

    def cond_of_lines(self) -> Cond:
        choices = [lambda: item_cases.graph_of_items(self)]
        if self.has_ways:
            choices += [
                lambda case=case: case(self)  # type: ignore[misc]
                for case in (
                    line_cases.in_place,
                    line_cases.in_place,
                    line_cases.joined,
                    line_cases.no_edge,
                    *[line_cases.whole_lines] * 4,
                )
            ]
        if self.setting.pieces:
            choices += [lambda: region_cases.of_division(self)] * 3
        return self.random.choice(choices)()

    def statement_of_lines(self) -> Cond:
        """A statement that need not be a condition."""
        choices = [lambda: own_rules.own_call(self)] * 2
        if self.has_ways:
            choices += [lambda: line_cases.line_statement(self)] * 4
            choices.append(lambda: line_cases.for_each_place(self))
        if self.setting.pieces:
            choices += [lambda: region_cases.division_statement(self)] * 3
            choices.append(lambda: region_cases.for_each_border(self))
        if self.setting.valued and self.setting.places:
            choices.append(lambda: item_cases.chain(self))
        if self.setting.valued and not self.has_given:  # equal givens of two layouts are one element
            choices.append(lambda: item_cases.given(self))
        return self.random.choice(choices)()

    def pinned(self, k: int, value: int) -> Cond:
        """One unknown has a value."""
        name = self.setting.texts[k]
        text = f"{name} == {constant(value).text}"
        return Cond(text, lambda v: v[k] == value)

    @property
    def head(self) -> list[str]:
        """The declarations and definitions."""
        own = [part for text, _ in self.rules_of_its_own.values() for part in definitions(text)]
        return [*self.setting.parts(), *definitions(FUNCTIONS), *own]

    def at_decided_place(self) -> Num:
        return super().at_decided_place() if self.setting.valued else self.unknown()
