"""Constraints without a formula: the rows that the encoding writes for them, in a block of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzledsl.encodings import encode
from puzzledsl.encodings.encoded import AtLeast, Equals, ValueOf
from puzzledsl.formulation.texts import source_of_item, wrapped
from puzzledsl.listing import signed_sum
from puzzledsl.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzledsl.encodings.encoded import Encoded, Row
    from puzzledsl.flat import FlatConstraint, FlatModel
    from puzzledsl.formulation.components import Components


def derived_rows(
    name: str,
    sentence: str,
    constraints: Sequence[FlatConstraint],
    flat: FlatModel,
    encoding: str,
    components: Components,
) -> list[str]:
    """Write the rows of the encoding for the constraints of one clue. The ``doc`` names the numbers they assume."""
    part = replace(flat, constraints=tuple(constraints), objective=None)
    encoded = encode(part, [variable.domain for variable in flat.variables], encoding)
    texts = _columns(encoded, components)
    lines = [f"@m.Block(doc={f'derived from: {sentence}'[:90]!r})", f"def {name}(b):"]
    used = {c for row in encoded.rows for c in row.terms}
    own = [number for number, text in enumerate(texts) if text is None and number in used]
    if own:
        bounds = {
            k: tuple(map(_plain, (encoded.columns[c].lower, encoded.columns[c].upper))) for k, c in enumerate(own)
        }
        whole = [k for k, c in enumerate(own) if encoded.columns[c].integer]
        kinds = sorted(set(bounds.values()), key=str)
        if len(kinds) == 1:
            text = str(kinds[0])
        else:
            lines += [f"    {line}" for line in wrapped("limits = {", (f"{k}: {v}" for k, v in bounds.items()), "}")]
            text = "lambda b, k: limits[k]"
        lines.append(f"    b.v = pyo.Var(range({len(own)}), bounds={text})")
        if whole:
            lines += [f"    {line}" for line in wrapped("for k in [", map(str, whole), "]:")]
            lines.append("        b.v[k].domain = pyo.Integers")
        for k, c in enumerate(own):
            texts[c] = f"b.v[{k}]"
    lines.append("    b.rows = pyo.ConstraintList()")
    for row in encoded.rows:
        if row.origin is not None or any(isinstance(encoded.columns[c].meaning, AtLeast) for c in row.terms):
            lines += [f"    {line}" for line in _row(row, texts)]
    for number, column in enumerate(encoded.columns):  # what the constraints fix
        if isinstance(column.meaning, Equals | ValueOf) and column.meaning.variable in components.of:
            lines += _fixed(column.lower, column.upper, str(texts[number]), column.meaning, components)
    return lines if len(lines) > 3 or own else [*lines[:-1], "    pass"]


def _columns(encoded: Encoded, components: Components) -> list[str | None]:
    found: list[str | None] = []
    for column in encoded.columns:
        match column.meaning:
            case ValueOf(x) if x in components.of:
                component = components.of[x]
                found.append(component.item(source_of_item(component.keys[x])))
            case Equals(x, v) if x in components.of and components.of[x].literal:
                component = components.of[x]
                found.append(component.literal_item(source_of_item(component.keys[x]), str(v)))
            case _:
                found.append(None)
    return found


def _fixed(lower: object, upper: object, text: str, meaning: object, components: Components) -> list[str]:
    """Rows for bounds that are closer than those of the column."""
    if isinstance(meaning, Equals):
        low, high = 0, 1
    else:
        assert isinstance(meaning, ValueOf)
        component = components.of[meaning.variable]
        if component.bounds is not None:
            return []
        low, high = component.domain.lo, component.domain.hi
    lines = []
    if lower is not None and lower > low:  # type: ignore[operator]
        lines.append(f"    b.rows.add({text} >= {lower})")
    if upper is not None and upper < high:  # type: ignore[operator]
        lines.append(f"    b.rows.add({text} <= {upper})")
    return lines


def _row(row: Row, texts: Sequence[str | None]) -> list[str]:
    total = signed_sum([(k, str(texts[c])) for c, k in row.terms.items()], " * ", lambda k: repr(_plain(k)))
    lower, upper = _plain(row.lower), _plain(row.upper)
    if lower == upper:
        text = f"{total} == {lower}"
    elif lower is None or upper is None:
        text = f"{total} {'<=' if lower is None else '>='} {upper if lower is None else lower}"
    else:
        text = f"pyo.inequality({lower}, {total}, {upper})"
    pieces = text.split(" + ")
    return (
        wrapped("b.rows.add(", [text], ")")
        if len(text) < 90
        else [
            "b.rows.add(",
            *_broken(pieces),
            ")",
        ]
    )


def _broken(pieces: Sequence[str]) -> list[str]:
    lines = ["    "]
    for number, piece in enumerate(pieces):
        part = piece if not number else f" + {piece}"
        if len(lines[-1]) + len(part) > 110:
            lines.append("    ")
        lines[-1] += part
    return lines


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, int) else float(value)  # type: ignore[arg-type]
