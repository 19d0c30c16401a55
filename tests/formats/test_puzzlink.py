"""puzz.link: small puzzles of many genres, its codings, refusals and damaged links."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import puzzledsl
from puzzledsl import PuzzleError
from puzzledsl.elaboration.genres import example as example_of
from puzzledsl.elaboration.genres import genre_source
from puzzledsl.formats import import_text
from puzzledsl.formats.sites.puzzlink import decoders as folder
from puzzledsl.formats.sites.puzzlink.body import Body
from puzzledsl.formats.sites.puzzlink.codes import NUMBER
from puzzledsl.formats.sites.puzzlink.decoders import decoders
from puzzledsl.formats.sites.puzzlink.genre import genre, genre_names
from puzzledsl.formats.sites.puzzlink.genre_writing import body_of
from puzzledsl.formats.sites.puzzlink.names import aliases, titles
from puzzledsl.scanning import modules_in
from tests.examples import every, examples
from tests.formats.solved_links import SOLVED


@pytest.mark.parametrize("link", every(4, SOLVED))
def test_a_link_has_one_solution(link: str) -> None:
    imported = import_text(f"https://puzz.link/p?{link}")
    assert imported.format == "puzzlink"
    assert imported.not_understood == ()
    found = puzzledsl.parse(imported.model).unique()
    assert found.status == "unique"
    (solution,) = found.solutions
    for grid in solution.grids.values():
        rows = ("".join("--" if value is None else str(value) for value in row) for row in grid)
        assert "/".join(rows) == SOLVED[link]
        break
    else:  # lines alone
        assert "/".join(name for name, value in solution.values.items() if value) == SOLVED[link]


@pytest.mark.parametrize("link", every(4, SOLVED))
def test_a_model_of_a_genre_goes_back_into_its_link(link: str) -> None:
    text = import_text(f"https://puzz.link/p?{link}").model
    back = puzzledsl.parse(text).link("puzzlink")
    assert back.left_out == ()
    assert import_text(back.text).model == text


@pytest.mark.parametrize("name", every(4, genre_names()))
def test_the_example_of_each_genre_has_a_link_that_is_read_as_it(name: str) -> None:
    form = genre(name)
    assert form is not None
    text = example_of(form.name)
    link = body_of(name, form, text)
    imported = import_text(f"https://puzz.link/p?{link}")
    assert imported.not_understood == ()
    assert body_of(name, form, imported.model) == link
    rows, back = ([re.sub(r"[\s|,]", "", line) for line in model.splitlines()] for model in (text, imported.model))
    assert {row for row in rows[1:] if row.strip(".") and row[-1] != ":" and not row.startswith("param")} <= set(back)


def test_other_clues_make_another_link_and_other_rules_make_none() -> None:
    text = import_text("https://puzz.link/p?heyawake/4/3/947g0g21").model
    other = text.replace(
        'puzzle "Heyawake"\n', 'puzzle "Heyawake"\nauthor "N. N."\ndate "2026"\nnote "One."\nnote "Two."\n'
    ).replace("1", "?", 1)
    assert other.count("?") > text.count("?")
    link = puzzledsl.parse(other).link("puzzlink")
    assert link.text == "https://puzz.link/p?heyawake/4/3/947g0g2."
    assert link.left_out == tuple(f"the {key} (there is no place for it)" for key in ("author", "date", "note"))
    with pytest.raises(PuzzleError, match="the rules of this model are not those of `heyawake` there"):
        puzzledsl.parse(text + "r1c1 == 0\n").link("puzzlink")


@pytest.mark.parametrize(
    ("link", "loaded", "expected"),
    [
        ("sudoku/4/4/1p2", {"givens": "1..............3"}, "sudoku/4/4/1p2i3"),
        ("ripple/3/3/ega0k3g1g", {"givens": "2........"}, "ripple/3/3/ega02j3g1g"),
        ("slither/4/4/dbdcdb", {"settings": {"number": "3.../..../..../...."}}, "slither/4/4/ds"),
        ("slither/4/4/dbdcdb", {"givens": "number: 3..............2"}, "slither/4/4/drc"),
        ("tentaisho/2/2/je", {}, "tentaisho/2/2/je"),
        ("doppelblock/6/6/zz", {"settings": {"left": "10 . . . . ."}}, "doppelblock/6/6/lakzv"),
    ],
)
def test_a_link_has_the_clues_that_a_model_was_loaded_with(link: str, loaded: dict[str, Any], expected: str) -> None:
    model = puzzledsl.parse(import_text(f"https://puzz.link/p?{link}").model, **loaded)
    written = model.link("puzzlink").text
    assert written == f"https://puzz.link/p?{expected}"
    back = puzzledsl.parse(import_text(written).model)
    assert back.elaborated.givens == model.elaborated.givens


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (import_text("https://puzz.link/p?kurodoko/4/3/44l44h.7").model, "`.7` follows the last clue"),
        (
            'puzzle "Sudoku"\ngrid cell[9, 9] in 0..8\nalldifferent: rows, columns, boxes\nr1c1 == 3\n',
            "puzz.link has no genre with these rules",
        ),
        (
            'genre "box"\nclues above:\n    21\nclues left:\n    1.\n',
            "no code there means `.`, as in row 1, column 2 of `left`",
        ),
    ],
)
def test_the_reason_for_no_link_is_true(model: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(reason)):
        puzzledsl.parse(model).link("puzzlink")


def test_the_author_of_any_other_sudoku_is_left_out_too() -> None:
    model = puzzledsl.parse('author "N. N."\ngrid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 == 3\n')
    link = model.link("puzzlink")
    assert link.text.endswith("sudoku/4/4/3u")
    assert link.left_out == ("the author (there is no place for it)",)


def test_givens_without_a_place_in_the_genre_make_no_link() -> None:
    text = import_text("https://puzz.link/p?nurikabe/4/3/h1m4g").model
    with pytest.raises(PuzzleError, match="no place for the given 0 at r1c1"):
        puzzledsl.parse(text, givens="0" + "." * 11).link("puzzlink")


@pytest.mark.parametrize(("height", "width"), [(1, 3), (2, 2), (2, 4), (3, 3)])
def test_slants_without_numbers_are_all_that_form_no_loop(height: int, width: int) -> None:
    def has_no_loop(slants: tuple[int, ...]) -> bool:
        root = {(r, c): (r, c) for r in range(height + 1) for c in range(width + 1)}
        for k, falls in enumerate(slants):
            r, c = divmod(k, width)
            ends = [(r, c), (r + 1, c + 1)] if falls else [(r, c + 1), (r + 1, c)]
            one, other = (root[end] for end in ends)
            if one == other:
                return False
            root = {corner: other if top == one else top for corner, top in root.items()}
        return True

    expected = sum(has_no_loop(slants) for slants in product((0, 1), repeat=height * width))
    model = import_text(f"https://puzz.link/p?gokigen/{width}/{height}/zz").model
    assert puzzledsl.parse(model).count().count == expected


def test_a_model_reads_as_a_setter_would_write_it() -> None:
    assert import_text("https://puzz.link/p?ripple/3/3/ega0k3g1g").model == RIPPLE


RIPPLE = """\
puzzle "Ripple Effect"
genre "ripple"

regions room:
    aab
    acb
    ccb

givens:
    ...
    ..3
    .1.
"""


@pytest.mark.parametrize(
    ("height", "width", "number"), [(3, 3, 4), (4, 4, 5), (4, 5, 7), (5, 5, 8), (5, 5, 9), (3, 6, 6)]
)
def test_the_bound_on_shaded_cells_loses_no_heyawake(height: int, width: int, number: int) -> None:
    borders = "0" * (-(height * (width - 1) // -5) - (height - 1) * width // -5)
    data = import_text(f"https://puzz.link/p?heyawake/{width}/{height}/{borders}{number}").model
    assert f"\n    {number}." in data
    rules = re.sub(r"(?m)^(?:clues|regions) .*:\n(?: +.*\n)+", "", genre_source("heyawake").text)
    room, *clues = re.findall(r"(?m)^(?:clues|regions) .*:\n(?: +.*\n)+", data)
    text = room + "".join(clues) + "clues wall:\n" + f"    {'.' * width}\n" * height + rules
    before, bound, after = re.split(r"(\nif spare in .*?<= spare\n)", text, flags=re.S)
    assert "<= spare" in bound
    plain, bounded = (puzzledsl.parse(model).count() for model in (before + "\n" + after, text))
    assert plain.count == bounded.count > 0


@pytest.mark.parametrize("name", every(4, genre_names()))
def test_each_genre_is_a_model_that_a_link_fills(name: str) -> None:
    form = genre(name)
    assert form is not None
    assert form.reads
    assert name in titles()
    text = import_text(f"https://puzz.link/p?{body_of(name, form, example_of(form.name))}").model
    assert text.startswith(f'puzzle "{titles()[name]}"\ngenre "{form.name}"\n')
    lines = text.split("\n")
    heads = [k for k, line in enumerate(lines) if line.endswith(":") and line.startswith(("clues", "regions", "mask"))]
    assert all(lines[k + 1].startswith("    ") for k in heads)


@pytest.mark.parametrize(
    "link", ["sudoku/9/2/g1", "sudoku/9/9/-99zzz", "nurimisaki/6/6/000000000000", "haisu/4/4/.1110000"]
)
def test_a_link_that_states_no_possible_puzzle_is_refused(link: str) -> None:
    with pytest.raises(PuzzleError, match=r"this puzzle of puzz\.link cannot be read: "):
        import_text(f"https://puzz.link/p?{link}")


def test_other_names_of_a_genre_and_other_sites() -> None:
    model = import_text("https://puzz.link/p?akari/4/3/i110i1h").model
    for link in (
        "http://pzv.jp/p.html?lightup/4/3/i110i1h",
        "https://pzprxs.vercel.app/p?akari_edit/4/3/i110i1h",
        "https://puzz.link/p?bijutsukan/4/3/i110i1h/",
        "https://pzv.jp/p.html?m+lightup/4/3/i110i1h",
        "https://example.org/copy/p?lightup_play/4/3/i110i1h#",
    ):
        assert import_text(link).model == model


@pytest.mark.parametrize(
    ("name", "written"),
    [("ichimagam", "ichimaga/m"), ("ichimagax", "ichimaga/x"), ("icelom2", "icelom"), ("kramman", "kramma")],
)
def test_a_variant_may_be_a_genre_of_its_own(name: str, written: str) -> None:
    form = genre(name)
    assert form is not None
    link = body_of(name, form, example_of(name))
    model = import_text(f"https://puzz.link/p?{link.replace(name, written, 1)}").model
    assert model == import_text(f"https://puzz.link/p?{link}").model


@pytest.mark.parametrize("link", ["fillomino/3/2/lg0", "symmarea/3/2/lg0", "tetrominous/4/4/vg00000"])
def test_borders_that_are_given_part_areas(link: str) -> None:
    """The border is right of r1c1; without borders the link ends behind its first letter."""
    model = puzzledsl.parse(import_text(f"https://puzz.link/p?{link}").model)
    assert model.link("puzzlink").text.endswith(f"?{link}")
    usual = import_text(f"https://puzz.link/p?{link.partition('g0')[0]}").model
    parted = puzzledsl.parse(f"{usual}\nr1c1 != r1c2\n")
    assert 0 < model.count().count == parted.count().count < puzzledsl.parse(usual).count().count


def test_the_size_is_columns_first() -> None:
    grid = puzzledsl.parse(import_text("https://puzz.link/p?kurodoko/4/3/44l44h").model).elaborated.grids[0]
    assert (grid.height, grid.width) == (3, 4)


def test_a_genre_that_is_not_read_is_named() -> None:
    with pytest.raises(PuzzleError, match=r"puzz\.link's genre `goishi` \(Goishi\) is not read"):
        import_text("https://puzz.link/p?goishi/4/4/0000")
    with pytest.raises(PuzzleError, match=r"puzz\.link's genre `bnuuyhop` \(Bunnyhop\) is not read"):
        import_text("https://puzz.link/p?bnuuyhop/4/4/0000")
    with pytest.raises(PuzzleError, match=r"puzz\.link's genre `zzz` is not read"):
        import_text("https://puzz.link/p?zzz/4/4/0000")


def test_a_misspelt_genre_gets_the_nearest_one() -> None:
    with pytest.raises(PuzzleError) as refusal:
        import_text("https://puzz.link/p?nurikbe/4/4/0000")
    assert "did you mean `nurikabe`?" in str(refusal.value)
    assert "`puzzledsl import --genres` lists" in str(refusal.value)


def test_names_lead_to_genres_that_are_known() -> None:
    assert set(genre_names()) <= set(titles())
    assert set(aliases().values()) <= set(titles())


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("sudoku", "does not say the size"),
        ("sudoku/9/9a/1", "does not say the size"),
        ("sudoku/0/4/", "a grid of 4 × 0 cells"),
        ("sudoku/200/200/1", "a grid of 200 × 200 cells"),
        ("nurikabe/1000/1000/", "a grid of 1000 × 1000 cells; each side may have 1 to 60"),
        ("sudoku/4/4/1h!", "`!` means nothing at character 3"),
        ("sudoku/4/4/-1", "ends too early"),
        ("heyawake/9/9/00", "ends too early"),
        ("skyscrapers/x/4/4/1", "variant `x` of the genre `skyscrapers`"),
        ("kurodoko/v:/4/3/44l44h", "has changed rules of the genre `kurodoko` (`v:`)"),
        ("balloon/4/4/1", "a variant without `a` before the size of the genre `balloon` is not read"),
        ("hanare/4/4/000000+zz1", "means nothing"),
        ("kakuro/4/4/m²l46lzm", "`²` means nothing at character 2"),
        (f"icebarn/5/4/8c225p39h/1/{'9' * 5000}", "where the number of a place is needed"),
        (f"statuepark/4/4/00000/{'9' * 5000}/a", "where pieces are needed"),
        ("../4/4/0", "names no genre"),
    ],
)
def test_a_damaged_link_is_refused(link: str, reason: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        import_text(f"https://puzz.link/p?{link}")
    assert reason in str(refusal.value)


@pytest.mark.parametrize("pasted", ["<{}>", "[a puzzle]({})", "`{}`", "[a puzzle](<{}>)"])
def test_a_link_with_its_brackets_is_read(pasted: str, tmp_path: Path) -> None:
    link = "https://puzz.link/p?kurodoko/4/3/44l44h"
    text = pasted.format(link)
    (tmp_path / "link.txt").write_text(f"{text}\n")
    assert import_text(text).model == import_text(link).model
    for source in (text, tmp_path / "link.txt"):
        assert puzzledsl.load(source).elaborated.source.text == puzzledsl.load(link).elaborated.source.text


def test_a_firefly_without_a_dot_is_where_lines_only_end() -> None:
    assert "e,?   .   .   .   .   .   .   .   .   ?" in import_text("https://puzz.link/p?firefly/10/1/4.h0./").model
    assert puzzledsl.parse(import_text("https://puzz.link/p?firefly/4/1/40b02").model).count().count == 1


def test_what_is_not_in_the_model_is_said() -> None:
    (behind,) = import_text("https://puzz.link/p?kurodoko/4/3/44l44h.7").not_understood
    assert "`.7` follows the last clue" in behind
    (unknown,) = import_text("https://puzz.link/p?sukoro/3/3/.h").not_understood
    assert "their cells are not empty" in unknown
    (walls,) = import_text("https://puzz.link/p?norinori/4/4/g00000").not_understood
    assert "borders that part no rooms" in walls


def test_tents_that_stand_around_trees_in_a_ring_are_one_solution() -> None:
    model = import_text("https://puzz.link/p?tents/3/3/202202i1111").model
    assert "    .x.\n    x.x\n    .x.\n" in model
    assert puzzledsl.parse(model).unique().status == "unique"


def test_straight_parts_of_a_loop_that_meet_at_an_unknown_number_are_equal() -> None:
    model = import_text("https://puzz.link/p?geradeweg/3/2/.k").model
    around = puzzledsl.parse(f"{model}\nsum(cells) == 6\n").solve()
    assert around.status == "infeasible", "the only loop through all cells is twice as long as it is high"
    assert puzzledsl.parse(f"{model}\nsum(cells) == 4\n").solve().status == "solved"
    none = import_text("https://puzz.link/p?geradeweg/3/2/0k").model
    assert puzzledsl.parse(none).solve().grids["road"][0][0] == 0


@pytest.mark.parametrize(
    ("genre", "walls", "forbidden"),
    [
        # Two borders in a row of cells that are not shaded.
        ("heyawake", "101000", "sum(row(1)) == 0"),
        # The tetromino lies across a border.
        ("lits", "100000", "count(row(1), 1..4) == 4"),
        # Shaded cells on both sides of a border.
        ("cocktail", "100000", "r1c1 == 1 and r1c2 == 1"),
        ("shimaguni", "100000", "r1c1 == 1 and r1c2 == 1"),
        ("heyablock", "100000", "r1c1 == 1 and r1c2 == 1"),
        # The loop crosses a border inside its room.
        ("country", "110000", "sum(cells) == 8"),
    ],
)
def test_borders_inside_rooms_count(genre: str, walls: str, forbidden: str) -> None:
    for drawn, status in ((walls, "infeasible"), ("000000", "solved")):
        upright = [bit == "1" for bit in drawn]
        rooms = [False, True, False] * 2 if genre == "country" else [False] * 6
        link = f"{genre}/4/2/{_borders([a or b for a, b in zip(upright, rooms, strict=True)], [False] * 4)}"
        imported = import_text(f"https://puzz.link/p?{link}")
        assert imported.not_understood == ()
        assert ("clues wall:" in imported.model) == (drawn == walls)
        assert puzzledsl.parse(f"{imported.model}\n{forbidden}\n").solve().status == status


# ── codings ──────────────────────────────────────────────────────────────────────────────────────


def test_no_two_codings_have_the_same_name() -> None:
    modules = [import_module(f"{folder.__name__}.{name}") for name in modules_in(folder.__path__)]
    found = {(name, id(value)) for module in modules for name, value in vars(module).items() if name in decoders()}
    assert len(found) == len(decoders())


CELLS = st.lists(st.none() | st.integers(0, 5000), min_size=12, max_size=12)


def _written(values: list[int | None]) -> str:
    """Numbers as puzz.link writes them."""
    text, empty = "", 0
    for value in [*values, 0]:
        if value is None:
            empty += 1
            continue
        while empty:
            run = min(empty, 20)
            text, empty = text + "ghijklmnopqrstuvwxyz"[run - 1], empty - run
        text += (
            f"{value:x}" if value < 16 else f"-{value:02x}" if value < 256
            else f"+{value:03x}" if value < 4096 else f"={value - 4096:03x}"
        )  # fmt: skip
    return text[:-1]


@given(CELLS)
def test_numbers_are_read_as_they_are_written(values: list[int | None]) -> None:
    (rows,) = decoders()["numbers"].read(Body(_written(values), 3, 4))
    assert [mark for row in rows for mark in row] == ["." if v is None else str(v) for v in values]


@given(st.integers(0, 1_126_351))
@example(39200)
def test_any_number_is_written_as_it_is_read(number: int) -> None:
    text, count = NUMBER.write([str(number)], 0) or ("", 0)
    body = Body(text, 1, 1)
    assert NUMBER.read(body) == [str(number)]
    assert count == 1
    assert not body.more()


@pytest.mark.parametrize(
    "link",
    [
        "factors/4/4/000000*6950",
        "kurotto/1/3/g-10g",
        "starbattle/4/4/10/000000",
        "yajilin/4/1/-2101c",
        "lookair/4/1/-1h-10",
    ],
)
def test_large_numbers_go_back_into_their_link(link: str) -> None:
    text = import_text(f"https://puzz.link/p?{link}").model
    back = puzzledsl.parse(text, allow_clashes=True).link("puzzlink")
    assert back.text == f"https://puzz.link/p?{link}"


def test_a_number_that_no_link_can_hold_is_named() -> None:
    text = import_text("https://puzz.link/p?factors/4/4/000000*6950").model
    with pytest.raises(PuzzleError, match="the number 2000000 is too large"):
        puzzledsl.parse(text.replace("39200", "2000000"), allow_clashes=True).link("puzzlink")


@given(st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_circles_are_read_as_they_are_written(values: list[int]) -> None:
    text = "".join(
        "0123456789abcdefghijklmnopq"[9 * a + 3 * b + c] for a, b, c in zip(*[iter(values)] * 3, strict=True)
    )
    (rows,) = decoders()["circles"].read(Body(text, 3, 4))
    assert [mark for row in rows for mark in row] == [".wb"[v] for v in values]


def _borders(upright: list[bool], level: list[bool]) -> str:
    """Borders right of cells and below cells as puzz.link writes them."""
    text = ""
    for bits in (upright, level):
        padded = [*bits, *[False] * (-len(bits) % 5)]
        text += "".join(
            "0123456789abcdefghijklmnopqrstuv"[int("".join(str(int(b)) for b in padded[k : k + 5]), 2)]
            for k in range(0, len(padded), 5)
        )
    return text


@given(st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_rooms_are_parted_where_borders_are_drawn(labels: list[int]) -> None:
    grid = [labels[k : k + 4] for k in range(0, 12, 4)]
    upright = [row[c] != row[c + 1] for row in grid for c in range(3)]
    level = [grid[r][c] != grid[r + 1][c] for r in range(2) for c in range(4)]
    body = Body(_borders(upright, level), 3, 4)
    (rows,) = decoders()["rooms"].read(body)
    assert not body.walls
    for r in range(3):
        for c in range(4):
            for r2, c2 in ((r, c + 1), (r + 1, c)):
                if r2 < 3 and c2 < 4:
                    assert (rows[r][c] == rows[r2][c2]) == (grid[r][c] == grid[r2][c2])


LINKS = [*SOLVED, "castle/4/3/111b122c23-1ff", "kakuro/2/2/lkF4343", "compass/3/3/k1.23k..6.", "kropki/3/3/aq12"]


@settings(max_examples=examples(60))
@given(st.sampled_from(LINKS), st.integers(0, 60), st.text("0123456789abfghkz.-+=%/@AZ_", max_size=3))
def test_damaged_links_are_refused_or_read(link: str, place: int, inserted: str) -> None:
    damaged = link[:place] + inserted + link[place + len(inserted) :]
    with suppress(PuzzleError):
        assert import_text(f"https://puzz.link/p?{damaged}").model
