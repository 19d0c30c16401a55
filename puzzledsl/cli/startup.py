"""A quicker start: click without the modules that only help texts, dates and translations need."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

PUT_OFF = "inspect"
"""click takes it to remove the indentation of help texts. With what it imports itself, it is a tenth of a start."""

NAMED = ("uuid", "datetime")
"""click has types for options that are UUIDs or dates, which we do not use. Their definitions have `uuid.UUID` and
`datetime.datetime` as type arguments, for which a string is enough. The two modules take a fifteenth of a start."""

TRANSLATES = "gettext"
"""click asks this module for its messages in the user's language. It comes with none but the English ones, and ours are
English; to look for others, with the module `locale`, takes a fiftieth of a start."""

ENGLISH: dict[str, Callable[..., str]] = {
    "gettext": lambda text: text,
    "ngettext": lambda one, several, count: one if count == 1 else several,
}
"""What click imports from it: here each message stays as it is."""


class _Later(ModuleType):
    """Stands in for a module until something in it is used."""

    def __getattr__(self, name: str) -> Any:
        if name == "__path__":
            raise AttributeError(name)  # it is no package
        if sys.modules.get(self.__name__) is self:  # click is being loaded
            if self.__name__ in NAMED:
                return f"{self.__name__}.{name}"
            if self.__name__ == TRANSLATES and name in ENGLISH:
                return ENGLISH[name]
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def load_click() -> None:
    """Import click without the modules above; they are loaded when they are needed. Others get the real ones."""
    stand_ins = {name: _Later(name) for name in (PUT_OFF, *NAMED, TRANSLATES) if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        import_module("click")
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
