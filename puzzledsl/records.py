"""Frozen records: what ``@dataclass(frozen=True, slots=True)`` gives, without compiling source at every import.

To a type checker these are dataclasses (PEP 681), and `dataclasses.replace` and `fields` take them for such.
Defaults are plain values; fields are not inherited. A start of the program defines about a hundred of them.

`msgspec.Struct` makes instances several times as fast, but loading it costs the start of the program more than it saves
there; figures in ``benchmarks/README.md``.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_T = TypeVar("_T")

EMPTY: Mapping[Any, Any] = {}
"""The default of a field that is a mapping. Nobody writes to it: to a type checker mappings are read only."""


class Open:
    """The base of records with cached properties, and of keys in weak dictionaries: they have a ``__dict__``."""


@dataclass_transform(frozen_default=True)
def record(cls: type[_T], /) -> type[_T]:
    """A class decorator: the annotated names become fields, in order.

    Records of one class with equal fields are equal, and hashable if the fields are. The hash is worked out once:
    expressions are looked up often, and have others inside them.
    """
    names = _names(cls)
    key: Callable[[Any], Any] = attrgetter(*names)

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if self is other:
            return True
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        try:
            known: int = self._hash
        except AttributeError:
            known = hash((self.__class__, key(self)))
            put(self, known)
        return known

    made = _made(cls, names, __eq__=__eq__, __hash__=__hash__, __slots__=(*names, "_hash"))
    put = made.__dict__["_hash"].__set__
    return made


@dataclass_transform(frozen_default=True, eq_default=False)
def entity(cls: type[_T], /) -> type[_T]:
    """The same, but an instance is equal to itself only."""
    names = _names(cls)
    return _made(cls, names, __slots__=names)


def _names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar"))


def _made(cls: type[Any], names: tuple[str, ...], **further: Any) -> type[Any]:
    own = dict(cls.__dict__)
    defaults = {name: own.pop(name) for name in names if name in own}
    for name in ("__dict__", "__weakref__"):
        own.pop(name, None)
    members: dict[str, Any] = {
        "__match_args__": names,
        "__dataclass_fields__": _Fields(),
        "__signature__": _Signature(defaults),
        "__repr__": _repr,
        "__reduce__": _reduce,
        "__setattr__": _frozen,
        "__delattr__": _frozen,
    }
    metaclass: Any = type(cls)
    made = metaclass(cls.__name__, cls.__bases__, {**members, **further, **own})
    made.__init__ = _init(names, defaults, made)
    return made  # type: ignore[no-any-return]


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

    def __get__(self, instance: object, owner: type[Any]) -> dict[str, Any]:
        from dataclasses import make_dataclass

        model = make_dataclass(
            owner.__name__,
            owner.__match_args__,
            init=False,
            repr=False,
            eq=False,
            namespace={"__doc__": "Names alone."},
        )
        fields: dict[str, Any] = model.__dict__["__dataclass_fields__"]
        owner.__dataclass_fields__ = fields
        return fields


class _Signature:
    """What `inspect.signature` asks a class for, made when it asks."""

    def __init__(self, defaults: dict[str, Any]) -> None:
        self._defaults = defaults

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        from inspect import Parameter, Signature

        kinds = owner.__annotations__
        fields = [(name, self._defaults.get(name, Parameter.empty), kinds[name]) for name in owner.__match_args__]
        return Signature(
            [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=v, annotation=k) for name, v, k in fields],
            return_annotation=None,
        )


def _init(names: tuple[str, ...], defaults: dict[str, Any], cls: type[Any]) -> Callable[..., None]:
    """The ``__init__`` of a class: that of so many fields, with its own names."""
    code = _template(len(names)).replace(co_varnames=("self", *names), co_qualname=f"{cls.__qualname__}.__init__")
    setters = {f"put_{k}": cls.__dict__[name].__set__ for k, name in enumerate(names)}
    return FunctionType(code, setters, "__init__", tuple(defaults.values()))


@cache
def _template(count: int) -> CodeType:
    """The code of an ``__init__`` of so many fields: compiled once, not for each class."""
    header = ", ".join(["self", *[f"value_{k}" for k in range(count)]])
    body = "".join(f"    put_{k}(self, value_{k})\n" for k in range(count))
    namespace: dict[str, Any] = {}
    exec(f"def init({header}):\n{body or '    pass'}", namespace)
    code: CodeType = namespace["init"].__code__
    return code


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={value!r}" for name, value in fields_of(self).items())
    return f"{type(self).__qualname__}({inside})"


def _reduce(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    return type(self), tuple(fields_of(self).values())


def _frozen(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be changed")
