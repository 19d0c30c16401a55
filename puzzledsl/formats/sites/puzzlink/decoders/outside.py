"""Clues outside the grid."""

from __future__ import annotations

from puzzledsl.formats.sites.puzzlink.body import Body, Mark, Rows, marks_of, spaced


def outside(body: Body) -> list[Rows]:
    """Numbers outside the grid: above, below, left, right; four rows."""
    marks = body.marks(body.large_number, count=2 * (body.width + body.height))
    return _sides(marks, body.width, body.width, body.height, body.height)


def outside_text(found: list[Rows], _: Body) -> str:
    """The text of `outside`."""
    return spaced([mark for rows in found for mark in marks_of(rows)])


def above_and_left(body: Body) -> list[Rows]:
    """Numbers outside the grid: above and left; two rows."""
    return _sides(body.marks(body.large_number, count=body.width + body.height), body.width, body.height)


def above_and_left_text(found: list[Rows], grid: Body) -> str:
    """The text of `above_and_left`."""
    return outside_text(found, grid)


def runs_above_and_left(body: Body) -> list[Rows]:
    """The lengths of runs outside the grid: for each column, then for each row, half as many places as it has cells."""
    deep, wide = (body.height + 1) // 2, (body.width + 1) // 2
    marks = body.marks(body.large_number, count=deep * body.width + wide * body.height)
    above, left = marks[: deep * body.width], marks[deep * body.width :]
    return [
        [[_list(above[k : k + deep]) for k in range(0, len(above), deep)]],
        [[_list(left[k : k + wide]) for k in range(0, len(left), wide)]],
    ]


def _list(marks: list[Mark]) -> str:
    found = [mark for mark in reversed(marks) if mark is not None]
    return ",".join(found) + ("," if len(found) == 1 else "") or "."


def kinkonkan_clues(body: Body) -> list[Rows]:
    """Letters with numbers outside the grid: above, below, left, right; four rows of ``A,2``. Letters come first."""
    lengths = (body.width, body.width, body.height, body.height)

    def read(mark: str) -> str | None:
        if "A" <= mark <= "Z":
            return mark
        return f"{body.take()}{int(mark) + 2}" if mark in "0123" else None

    letters = body.marks(read, "a", sum(lengths))
    return _sides([letter and f"{letter},{body.large_number(body.take())}" for letter in letters], *lengths)


def _sides(marks: list[Mark], *lengths: int) -> list[Rows]:
    places = iter(marks)
    return [[[next(places) or "." for _ in range(length)]] for length in lengths]


def kakuro(body: Body) -> list[Rows]:
    """Sums below and right of black cells, with a further row above the grid and a column left of it."""
    height, width = body.height + 1, body.width + 1
    below = [["." for _ in range(width)] for _ in range(height)]
    right = [["." for _ in range(width)] for _ in range(height)]
    black = {(0, c) for c in range(width)} | {(r, 0) for r in range(height)}
    place = 0
    while place < body.height * body.width and body.more():
        mark = body.take()
        if "k" <= mark <= "z":
            place += ord(mark) - ord("k") + 1
            continue
        r, c = place // body.width + 1, place % body.width + 1
        black.add((r, c))
        if mark != ".":
            below[r][c], right[r][c] = _sum(mark, body), _sum(body.take(), body)
        place += 1
    for c in range(1, width):
        if (1, c) not in black and body.more():
            below[0][c] = _sum(body.take(), body)
    for r in range(1, height):
        if (r, 1) not in black and body.more():
            right[r][0] = _sum(body.take(), body)
    mask = [["x" if (r, c) in black else "." for c in range(width)] for r in range(height)]
    return [below, right, mask]


def _sum(mark: str, body: Body) -> str:
    if mark in ".-0":
        return "."
    if mark.isdecimal() or "a" <= mark <= "j":
        return str(int(mark, 36))
    if "A" <= mark <= "Z":
        return str(int(mark, 36) + 10)
    raise body.unexpected(mark)
