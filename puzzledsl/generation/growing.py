"""A puzzle grown by changes of its clues until it has one solution, then dug: it loses the clues that it does not need.

Nothing is known of what a clue means. Each trial is the model with other clues, read again, and its solutions are
counted up to `MOST_COUNTED`. A change is kept if there are solutions, and no more than before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

from puzzledsl.answer import Options
from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.generation.clue_places import Frame, Layouts, Marks, Place, Unit, divided, numbers_in, with_marks
from puzzledsl.generation.recipe import Draft
from puzzledsl.generation.regions import Cutter, neighbours_of
from puzzledsl.search.budget import Budget
from puzzledsl.session import SolverSession
from puzzledsl.time_limit import OutOfTime, check_time, is_timed

if TYPE_CHECKING:
    from random import Random

    from puzzledsl.model import Cell, Model

# The first two and `MOST_IDLE` are set by the eight genres of benchmarks/README.md at 6×6 and 8×8. The others bound the
# work or vary the puzzles; no benchmark has set them.

MOST_COUNTED = 10
"""Solutions that are counted."""

MOST_BRANCHES = 3_000
"""Branches of the search that counts."""

PATIENCE = Budget(conflicts=3_000)
"""The work of a search that learns, if that was not enough."""

MOST_TRIALS = 5_000
"""Models that are read for one puzzle, where no time limit is set."""

MOST_IDLE = 25
"""Changes in vain until a puzzle is begun anew."""

MOST_HOPELESS = 500
"""Models that are read without finding one that has a solution."""

NEW = 0.9
"""How often a change is a new clue and not another one, while both are possible."""

VAGUE = 0.5
"""How often a new clue is the number of one whose number is not known, while there are such clues."""

EASED = 3
"""Clues that a puzzle gets before it is looked at again whether it is still too hard."""

SEEDS = 5
"""At most one place in so many gets a clue at once in a genre that has no solution without clues."""


class Growth:
    """Grows one puzzle."""

    def __init__(
        self,
        frame: Frame,
        read: Callable[[Layouts], Model],
        symmetry: str,
        rng: Random,
        is_hard: Callable[[Model], bool] | None = None,
    ) -> None:
        """Args:
        read: the model with these layouts.
        is_hard: whether a puzzle is harder than it should be; ``None``: none is.
        """
        self.frame, self.rng = frame, rng
        self._read, self._symmetry, self._is_hard = read, symmetry, is_hard
        self._trials, self._is_possible, self._is_sure = 0, False, True
        self._solved: tuple[Model, tuple[int, ...]] | None = None
        self._units: list[Unit] = []
        self._false: set[tuple[Place, Marks]] = set()
        self._tried: Counter[Marks] = Counter()
        self._right: Counter[Marks] = Counter()

    def run(self) -> Draft | None:
        """A puzzle; ``None``: a limit came first.

        Raises:
            PuzzleError: none of many layouts has a solution, or no place is empty; or there is no such symmetry.
        """
        with suppress(OutOfTime):
            while self._is_possible or self._trials < MOST_HOPELESS:
                if (layouts := self._grown()) is not None:
                    return self._dug(layouts)
            what = f"the genre `{self.frame.form.name}` at {self.frame.height}x{self.frame.width}"
            raise failure(
                f"no clues were found for {what}: none of {self._trials} layouts has a solution", code="genre"
            )
        return None

    def _count(self, layouts: Layouts) -> int:
        """The number of solutions of a puzzle, `MOST_COUNTED` at most; 0 if none is found."""
        self._trials += 1
        if self._trials > MOST_TRIALS and not is_timed():
            raise OutOfTime
        try:
            model = self._read(layouts)
        except PuzzleError:  # the clues contradict each other, or no grid of this size fits the rules
            if self._trials == 1 and not self.frame.rooms:
                raise
            return 0
        with SolverSession(model, Options(solver="search")) as session:
            with session.solutions(most=MOST_BRANCHES) as found:
                values = list(islice(found, MOST_COUNTED))
            is_complete = found.complete
            if not is_complete and len(values) < 2:  # a search that learns
                verdict = session.find(other_than=values, budget=PATIENCE)
                values += [verdict.values] if verdict.values else []
                is_complete = verdict.status == "infeasible"
        self._is_possible |= bool(values)
        self._is_sure &= is_complete or len(values) > 1
        if is_complete and len(values) == 1:
            self._solved = model, values[0]
        return len(values) if is_complete or not values else MOST_COUNTED

    # ── growing ──────────────────────────────────────────────────────────────────────────────────

    def _grown(self) -> Layouts | None:
        """Layouts with clues and rooms such that there is one solution; ``None``: no change led there."""
        layouts = self.frame.layouts
        if self.frame.rooms:
            layouts = self._with_rooms(layouts)
        self._units = self.frame.units(layouts, self._symmetry)
        if not (self._units or self.frame.rooms):
            raise failure("the layouts of the model have no empty place for a clue", code="genre")
        self._false.clear()
        count, idle = self._count(layouts), 0
        is_bare = {mark for rows in self.frame.layouts.values() for row in rows for mark in row} <= {"."}
        is_vague = bool(self._units) and (not count or (count == 1 and is_bare))
        if is_vague:
            layouts, count = self._seeded(layouts)
        while count and (count > 1 or self._begun(layouts)):
            changed, place = self._changed(layouts, is_vague)
            now, idle = self._count(changed), idle + 1
            if place is not None:
                self._tried[place.at(changed)] += 1
                self._right[place.at(changed)] += now > 0
                if not now:
                    self._false.add((place, place.at(changed)))
            is_sudden = now == 1 and count == MOST_COUNTED and place is not None  # no puzzle: a clue that says it all
            if 0 < now <= count and not is_sudden:
                if now < count or (place and place.at(layouts) == place.empty != place.at(changed)):
                    idle = 0
                elif place and place.at(layouts) != place.unknown:
                    self._false.clear()
                layouts, count = changed, now
            if idle > MOST_IDLE:
                return None
        return layouts if count else None

    def _seeded(self, layouts: Layouts) -> tuple[Layouts, int]:
        """Clues that say little and do not touch, such that there is a solution; and how many solutions there are."""
        enough = self.rng.randint(1, 1 + len(self._units) // SEEDS)
        near, count = set[tuple[int, int]](), 0
        for unit in self.rng.sample(self._units, len(self._units)):
            if enough <= 0 < count:
                break
            if near.isdisjoint((place.row, place.column) for place in unit):
                changed = with_marks(layouts, {place: place.unknown or self._guess(place) for place in unit})
                now = self._count(changed)
                if now or not count:
                    layouts, count, enough = changed, now, enough - 1
                    near |= {beside for place in unit for beside in place.beside}
        return layouts, count

    def _begun(self, layouts: Layouts) -> list[Place]:
        """Empty places whose symmetric counterparts have clues."""
        units = [unit for unit in self._units if any(place.at(layouts) != place.empty for place in unit)]
        return [place for unit in units for place in unit if place.at(layouts) == place.empty]

    def _changed(self, layouts: Layouts, is_vague: bool) -> tuple[Layouts, Place | None]:
        """The layouts with a change, and the place that has another clue.

        Args:
            is_vague: whether an unknown number is a clue.
        """
        places = self._places()
        if not places:
            return self._with_rooms(layouts), None
        vacant = [one for one in places if one.at(layouts) in (one.empty, one.unknown) and self._possible(one)]
        given = [one for one in places if one.at(layouts) != one.empty]
        vague = [one for one in vacant if one.at(layouts) == one.unknown]
        if vague and self.rng.random() < VAGUE:
            vacant = vague
        is_new = vacant and (not given or self.rng.random() < NEW)
        place = self.rng.choice((self._begun(layouts) or vacant) if is_new else given or places)
        marks = self._guess(place, is_vague or place.is_masked)
        return with_marks(layouts, {place: marks or place.at(layouts)}), place

    def _guess(self, place: Place, is_vague: bool = False) -> Marks:
        """What a place may hold; rather what was right elsewhere, and numbers up to the grid's side; empty: nothing."""

        def weight(marks: Marks) -> float:
            beyond = max(numbers_in(marks), default=0) - self.frame.side
            return (1 + self._right[marks]) / (1 + self._tried[marks]) / max(1, beyond) ** 2

        marks = self._possible(place, is_vague)
        return self.rng.choices(marks, [*map(weight, marks)])[0] if marks else ()

    def _possible(self, place: Place, is_vague: bool = False) -> list[Marks]:
        """What a place may hold, as far as it is not known to be wrong."""
        return [one for one in place.marks if (is_vague or one != place.unknown) and (place, one) not in self._false]

    def _with_rooms(self, layouts: Layouts) -> Layouts:
        """The layouts with two neighbouring rooms cut anew, or all of an empty grid."""
        frame, body = self.frame, self.frame.body()
        cells, height, width = body.cells(), frame.height, frame.width
        rooms: dict[Cell, object] = dict(zip(cells, chain(*layouts[frame.rooms]), strict=True))
        sides = [(rooms[a], rooms[b]) for a, b in body.sides() if rooms[a] != rooms[b]]
        both = self.rng.choice(sides) if sides else rooms.values()
        near = neighbours_of([range(k * width, (k + 1) * width) for k in range(height)])
        cut = frozenset(x for x, room in enumerate(rooms.values()) if room in both)
        size, pieces = self.rng.randint(3, frame.side + 1), None
        sizes = (1, len(cut) - 1) if sides else (-(-size // 2), size * 3 // 2)
        cutter = Cutter(near, range(len(near)), sizes, self.rng)
        while pieces is None:
            check_time()
            pieces = cutter.cut(cut, 2 if sides else None)
        rooms |= {cells[x]: piece for piece in pieces for x in piece}
        return {**layouts, frame.rooms: divided(body, rooms)}

    # ── digging ──────────────────────────────────────────────────────────────────────────────────

    def _dug(self, layouts: Layouts) -> Draft:
        """The puzzle without clues that it does not need."""
        again, minimal = True, False
        with suppress(OutOfTime):
            for place in self._places():
                while not place.is_masked and place.at(layouts) == place.unknown and (marks := self._guess(place)):
                    changed = with_marks(layouts, {place: marks})
                    if self._count(changed) == 1:
                        layouts = changed
                    self._false.add((place, marks))
            while again:
                again, self._is_sure = False, True
                for unit in self.rng.sample(self._units, len(self._units)):
                    for less in (unit[0].empty, unit[0].unknown if unit[0].is_masked else ()):
                        if less and unit[0].at(layouts) != unit[0].empty:
                            changed = with_marks(layouts, dict.fromkeys(unit, less))
                            if changed != layouts and self._count(changed) == 1:
                                layouts, again = changed, True
            minimal = self._is_sure
            while self._is_hard and self._solved and self._is_hard(self._solved[0]):
                if (eased := self._eased(layouts)) is None:
                    break
                layouts, minimal = eased, False
        count = sum(place.at(layouts) != place.empty for place in self._places())
        assert self._solved is not None
        model, solution = self._solved
        added = (count, "clue")
        if self.frame.rooms and not count:
            added = (len({*chain(*layouts[self.frame.rooms])}), "region")
        return Draft(solution, {}, (), minimal and count > 0, layouts, added, model)

    def _eased(self, layouts: Layouts) -> Layouts | None:
        """The puzzle with some further clues that are true of its solution; ``None``: there are none."""
        added = 0
        for place in self.rng.sample(self._places(), len(self._places())):
            marks = self._possible(place) if place.at(layouts) == place.empty else []
            for one in sorted(marks, key=lambda one: self._right[one], reverse=True):
                changed = with_marks(layouts, {place: one})
                if self._count(changed) == 1:
                    layouts, added = changed, added + 1
                    break
                self._false.add((place, one))
            if added == EASED:
                break
        return layouts if added else None

    def _places(self) -> list[Place]:
        return [place for unit in self._units for place in unit]
