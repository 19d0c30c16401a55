"""Frozen records: what ``@dataclass(frozen=True)`` gives, without writing and compiling source at every import.

To a type checker these are dataclasses (PEP 681), and `dataclasses.replace` and `fields` take them for such.
Defaults are plain values; fields are not inherited. A start of the program defines about a hundred of them.

`msgspec.Struct` makes instances several times as fast, but loading it costs the start of the program more than it saves
there; figures in ``benchmarks/README.md``.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_T = TypeVar("_T")

EMPTY: Mapping[Any, Any] = {}
"""The default of a field that is a mapping. Nobody writes to it: to a type checker mappings are read only."""


@overload
@dataclass_transform(frozen_default=True)
def record(cls: type[_T], /) -> type[_T]: ...


@overload
@dataclass_transform(frozen_default=True)
def record(*, eq: bool = True, slots: bool = False) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(frozen_default=True)
def record(cls: type[_T] | None = None, /, *, eq: bool = True, slots: bool = False) -> Any:
    """A class decorator: the annotated names become fields, in order.

    Args:
        eq: records of one class with equal fields are equal, and hashable if the fields are; else it is identity.
        slots: instances have no ``__dict__``.
    """
    if cls is None:
        return lambda later: _made(later, eq, slots)
    return _made(cls, eq, slots)


def _made(cls: type[Any], eq: bool, slots: bool) -> type[Any]:
    names = tuple(name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar"))
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    further: dict[str, Any] = {
        "__match_args__": names,
        "__dataclass_fields__": _Fields(names),
        "__signature__": _Signature(names, defaults),
        "__reduce__": _reduce,
        "__setattr__": _frozen,
        "__delattr__": _frozen,
    }
    if "__repr__" not in cls.__dict__:
        further["__repr__"] = _repr
    if eq:
        key: Callable[[Any], Any] = attrgetter(*names) if names else _nothing
        further["__eq__"] = _eq(key)
        if "__hash__" not in cls.__dict__:
            further["__hash__"] = _hash(key) if slots else _kept_hash(key)
    if not slots:
        for name, value in further.items():
            setattr(cls, name, value)
        cls.__init__ = _init(names, defaults)
        return cls
    left_out = ("__dict__", "__weakref__", *defaults)
    kept = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    made: type[Any] = type(cls.__name__, cls.__bases__, {**kept, **further, "__slots__": names})
    made.__init__ = _init_slots(names, defaults, [made.__dict__[name].__set__ for name in names])
    return made


def replace(changed: _T, /, **fields: Any) -> _T:
    """Return a record like another one but for some fields.

    `dataclasses.replace` does the same, but to load that module takes as long as to elaborate a small model.

    Raises:
        TypeError: there is no such field.
    """
    names: tuple[str, ...] = changed.__match_args__  # type: ignore[attr-defined]
    values = [fields.pop(name) if name in fields else getattr(changed, name) for name in names]
    if fields:
        raise TypeError(f"{type(changed).__name__} has no field {', '.join(fields)}")
    return type(changed)(*values)


def fields_of(instance: object) -> dict[str, Any]:
    """The fields of a record by their names, in order; what is in them stays as it is."""
    return {name: getattr(instance, name) for name in instance.__match_args__}  # type: ignore[attr-defined]


class _Fields:
    """What the module `dataclasses` asks a class for, made when it asks."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def __get__(self, instance: object, owner: type[Any]) -> dict[str, Any]:
        from dataclasses import make_dataclass

        model = make_dataclass(
            owner.__name__, self._names, init=False, repr=False, eq=False, namespace={"__doc__": "Names alone."}
        )
        fields: dict[str, Any] = model.__dict__["__dataclass_fields__"]
        owner.__dataclass_fields__ = fields
        return fields


class _Signature:
    """What `inspect.signature` asks a class for, made when it asks."""

    def __init__(self, names: tuple[str, ...], defaults: dict[str, Any]) -> None:
        self._names = names
        self._defaults = defaults

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        from inspect import Parameter, Signature

        return Signature(
            [
                Parameter(
                    name,
                    Parameter.POSITIONAL_OR_KEYWORD,
                    default=self._defaults.get(name, Parameter.empty),
                    annotation=owner.__annotations__[name],
                )
                for name in self._names
            ],
            return_annotation=None,
        )


def _nothing(_: object) -> tuple[()]:
    return ()


def _tails(names: tuple[str, ...], defaults: dict[str, Any]) -> dict[int, tuple[Any, ...]]:
    """By the number of values that are given, in order, those of the other fields."""
    found: dict[int, tuple[Any, ...]] = {}
    for count in range(len(names) - 1, -1, -1):
        if names[count] not in defaults:
            break
        found[count] = tuple([defaults[name] for name in names[count:]])
    return found


def _init(names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., None]:
    count, tails = len(names), _tails(names, defaults)
    if count == 2 and not defaults:
        return _init_pair(*names)

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        if named:
            values = _arranged(self, names, defaults, values, named)
        elif len(values) != count:
            values += tails.get(len(values)) or _arranged(self, names, defaults, values, named)
        self.__dict__.update(zip(names, values))  # noqa: B905 - of one length, and often called

    return __init__


def _init_pair(first: str, second: str) -> Callable[..., None]:
    """The same of two fields, as the records that elaboration makes most of have: twice as fast."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        if named or len(values) != 2:
            values = _arranged(self, (first, second), {}, values, named)
        fields = self.__dict__
        fields[first], fields[second] = values

    return __init__


def _init_slots(
    names: tuple[str, ...], defaults: dict[str, Any], setters: list[Callable[[Any, Any], None]]
) -> Callable[..., None]:
    count, tails = len(names), _tails(names, defaults)

    def __init__(self: Any, *values: Any, **named: Any) -> None:  # noqa: N807
        if named:
            values = _arranged(self, names, defaults, values, named)
        elif len(values) != count:
            values += tails.get(len(values)) or _arranged(self, names, defaults, values, named)
        for put, value in zip(setters, values):  # noqa: B905 - of one length, and often called
            put(self, value)

    return __init__


def _arranged(
    self: object, names: tuple[str, ...], defaults: dict[str, Any], values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """The values of all fields in order.

    Raises:
        TypeError: one is missing, given twice or unknown.
    """
    given = dict(zip(names, values, strict=False))
    found = defaults | given | named
    if len(values) > len(names) or given.keys() & named.keys() or found.keys() != set(names):
        raise TypeError(f"{type(self).__name__} takes {', '.join(names)}")
    return tuple([found[name] for name in names])


def _eq(key: Callable[[Any], Any]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if self is other:
            return True
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(key: Callable[[Any], Any]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:  # noqa: N807
        return hash((self.__class__, key(self)))

    return __hash__


def _kept_hash(key: Callable[[Any], Any]) -> Callable[[Any], int]:
    """The same, worked out once: expressions are looked up often, and have others inside them."""

    def __hash__(self: Any) -> int:  # noqa: N807
        fields = self.__dict__
        known: int | None = fields.get("hash")
        if known is None:
            known = fields["hash"] = hash((self.__class__, key(self)))
        return known

    return __hash__


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.__match_args__)


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({inside})"


def _reduce(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    return type(self), _values(self)


def _frozen(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be changed")
