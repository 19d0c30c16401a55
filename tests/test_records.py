"""Records behave as frozen dataclasses do."""

from __future__ import annotations

import pickle
from dataclasses import asdict, dataclass, fields, replace
from typing import ClassVar

import pytest

from puzzledsl import records
from puzzledsl.records import entity, record


@record
class Point:
    x: int
    y: int


@dataclass(frozen=True)
class Model:
    x: int
    y: int


@entity
class Node:
    """A node."""

    name: str
    below: tuple[Node, ...]

    def depth(self) -> int:
        return 1 + max((node.depth() for node in self.below), default=0)


@record
class Cage:
    cells: tuple[int, ...]
    total: int | None = None
    title: str = "cage"
    drawn: ClassVar[bool] = True


def test_defaults() -> None:
    assert Cage((1,)) == Cage((1,), None, "cage") == Cage((1,), title="cage")
    assert Cage((1,), 3).total == 3
    assert Cage.drawn
    with pytest.raises(TypeError, match=r"Cage.__init__\(\) missing .*'cells'"):
        Cage(total=3)  # type: ignore[call-arg]


def test_the_module_dataclasses_takes_them() -> None:
    assert replace(Cage((1,), 3), title="ring") == Cage((1,), 3, "ring")
    assert [field.name for field in fields(Cage)] == ["cells", "total", "title"]
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    assert asdict(Point(1, 2)) == {"x": 1, "y": 2}
    with pytest.raises(TypeError):
        replace(Point(1, 2), z=3)  # type: ignore[call-arg]


def test_replaced() -> None:
    assert records.replace(Cage((1,), 3), title="ring", cells=(2, 3)) == Cage((2, 3), 3, "ring")
    assert records.replace(Node("a", ()), name="b").name == "b"
    assert records.replace(Model(1, 2), y=3) == Model(1, 3)
    with pytest.raises(TypeError, match="Point has no field z"):
        records.replace(Point(1, 2), z=3)


def test_fields_by_position_and_by_name() -> None:
    assert Point(1, 2) == Point(x=1, y=2) == Point(1, y=2)
    assert repr(Point(1, 2)) == repr(Model(1, 2)).replace("Model", "Point")
    match Point(3, 4):
        case Point(x, y=4):
            assert x == 3
        case _:
            pytest.fail("no match")


def test_equality_is_by_class_and_fields() -> None:
    assert Point(1, 2) != Point(2, 1)
    other: object = Model(1, 2)
    assert Point(1, 2) != other
    assert len({Point(1, 2), Point(1, 2), Point(2, 1)}) == 2


def test_identity_where_it_is_asked_for() -> None:
    assert Node("a", ()) != Node("a", ())
    assert Node("a", (Node("b", ()),)).depth() == 2
    assert not hasattr(Node("a", ()), "__dict__")
    assert Node.__doc__ == "A node."


@pytest.mark.parametrize("values", [((), {}), ((1,), {}), ((1, 2, 3), {}), ((1, 2), {"y": 3}), ((1,), {"z": 3})])
def test_wrong_fields_are_refused(values: tuple[tuple[int, ...], dict[str, int]]) -> None:
    with pytest.raises(TypeError, match=r"Point.__init__\(\)"):
        Point(*values[0], **values[1])


def test_frozen() -> None:
    for one in (Point(1, 2), Node("a", ())):
        with pytest.raises(AttributeError, match="frozen"):
            setattr(one, "name", "b")  # noqa: B010 - the type checker would refuse the assignment
        with pytest.raises(AttributeError, match="frozen"):
            del one.name  # type: ignore[union-attr]


def test_pickled_and_back() -> None:
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)
    assert pickle.loads(pickle.dumps(Node("a", ()))).name == "a"
