"""puzz.link: links of pzprjs (https://github.com/robx/pzprjs)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.formats.format import Format, Link

if TYPE_CHECKING:
    from puzzledsl.model import Model


def _recognises(text: str) -> bool:
    del text
    return False


def _write(model: Model, solution: tuple[str, ...]) -> Link:
    from puzzledsl.formats.sites.puzzlink.writing import write

    return write(model, solution)


FORMAT = Format("puzzlink", "puzz.link", _recognises, None, _write, aliases=("pzpr", "pzprv3", "pzv"))
