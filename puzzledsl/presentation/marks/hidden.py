"""``hidden``: nothing; the values found in the cells are not written, since other marks show what was found."""

from __future__ import annotations

from puzzledsl.presentation.marks import Kind

KIND = Kind(1, lambda _marks, _site: [], corner=lambda _: False)
