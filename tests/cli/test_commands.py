"""The commands besides ``solve``."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl.cli.commands.new import kinds
from tests.command import Call

from .conftest import MODELS

UGLY = "grid  cell[2,2]   in 1..2 # a grid\nalldifferent :rows,columns\n"
NEAT = "grid cell[2, 2] in 1..2  # a grid\nalldifferent: rows, columns\n"


def test_check_reports_all_mistakes_of_all_files(call: Call) -> None:
    good = call("check", "tiny.puz")
    assert (good.status, good.out, good.err) == (0, "tiny.puz: no mistakes\n", "")
    bad = call("check", "wrong.puz", "tiny.puz", "missing.puz")
    assert bad.status == 2
    assert bad.err.count("error: ") == 3
    assert bad.out == "tiny.puz: no mistakes\n"
    assert call("check", "tiny.puz", "-q").out == ""


def test_check_finds_what_can_never_hold(call: Call) -> None:
    result = call("check", "-", stdin="grid cell[1, 3] in 1..2\nalldifferent: rows\n")
    assert result.status == 2
    assert "<stdin>:2:1" in result.err
    assert call("check", "none.puz").status == 0  # that takes a proof, which is not a check's business


def test_check_warns(call: Call) -> None:
    result = call("check", "odd.puz")
    assert (result.status, result.out) == (0, "odd.puz: no mistakes, 1 warning\n")
    assert "always holds" in result.err


def test_check_as_json(call: Call) -> None:
    good = call("check", "odd.puz", "--json").json
    assert good["ok"] is True
    (warning,) = good["warnings"]
    assert (warning["code"], warning["line"], warning["column"]) == ("always-holds", 2, 1)
    lines = call("check", "odd.puz", "wrong.puz", "--json").out.splitlines()
    bad = json.loads(lines[1])
    assert (bad["file"], bad["ok"], len(bad["diagnostics"])) == ("wrong.puz", False, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "tiny.puz", "--svg", "tiny.puz"),
        ("unique", "tiny.puz", "--html", "./tiny.puz"),
        ("export", "tiny.puz", "--to", "sudokupad", "--output", "tiny.puz"),
        ("model", "tiny.puz", "--to", "lp", "--output", "tiny.puz"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_output_takes_the_place_of_the_model(call: Call, folder: Path, arguments: tuple[str, ...]) -> None:
    result = call(*arguments)
    assert (result.status, result.out) == (2, "")
    assert "it would take the place of `tiny.puz`" in result.err
    assert (folder / "tiny.puz").read_text() == MODELS["tiny.puz"]


def test_rules_by_family_with_signature_and_meaning(call: Call) -> None:
    result = call("rules")
    assert result.status == 0
    lines = result.out.splitlines()
    assert "cages" in lines
    assert any(line.startswith("  cage(cells, total = none)  ") for line in lines)
    assert "functions: lists" in lines
    assert not any(line.strip().startswith("_") for line in lines)


def test_one_rule_in_full_and_functions_too(call: Call) -> None:
    thermo = call("rules", "thermo").out
    assert thermo.startswith("thermo(line)  (rule, library/lines.puz)")
    assert "Example:\n    thermo: " in thermo
    assert "Definition:\n    rule thermo(line):\n" in thermo
    both = call("rules", "sum", "cage").out
    assert "sum(list, …)  (function" in both
    assert "library/cages.puz" in both
    assert call("rules", "cages").out.startswith("cages\n  cage(")


def test_rules_say_which_rows_the_example_becomes(call: Call) -> None:
    shown = call("rules", "whisper").out
    assert "\nIts example in the integer program:\n    binary   " in shown
    assert "    integer  2 rows, 1 0–1 column: 2 such as cell[r7,c1] + 13*[first] <= cell[r8,c1] + 8" in shown
    (whisper,) = call("rules", "whisper", "--json").json
    assert set(whisper["encodings"]) == {"binary", "integer"}
    assert whisper["encodings"]["integer"]["rows"] == 2
    assert "bounds of columns, no rows" in call("rules", "odd").out


def test_rules_did_you_mean(call: Call) -> None:
    result = call("rules", "termo")
    assert result.status == 2
    assert "did you mean `thermo`?" in result.err


def test_rules_finds_names_foreign_names_and_descriptions(call: Call) -> None:
    killer = call("rules", "killer").out
    assert "  cage(" in killer
    assert "  little_killer(" in killer
    kropki = call("rules", "Kropki").out
    assert "  white_dot(" in kropki
    assert "  black_dot(" in kropki
    assert "  whisper(" not in kropki
    assert call("rules", "x-sum").out.startswith("x_sum(line, value)  (rule, library/outside.puz)")
    assert "circuit(" in call("rules", "cycle").out, "a word of its description only"
    assert [item["name"] for item in call("rules", "renban", "--json").json] == ["renban"]
    nothing = call("rules", "zzyzx")
    assert nothing.status == 2
    assert "no rule or function has `zzyzx` in its name or description" in nothing.err


def test_a_link_or_a_grid_in_place_of_a_file(call: Call) -> None:
    link = call("solve", "https://example.org/puzzle/5")
    assert link.status == 2
    assert "this is not a link of a known puzzle site" in link.err
    assert "the text is empty" in call("import", "-").err
    grid = call("solve", "1..." + "..2." + "...." + ".3..")
    assert grid.status == 0
    assert "│ 1 " in grid.out
    assert "the classic rules are assumed" in grid.err


def test_rules_as_json(call: Call) -> None:
    everything = call("rules", "--json").json
    assert {"cage", "thermo", "sum"} <= {item["name"] for item in everything}
    assert all(item["meaning"] for item in everything)
    (cage,) = call("rules", "cage", "--json").json
    assert (cage["kind"], cage["family"], cage["signature"]) == ("rule", "cages", "cage(cells, total = none)")
    assert call("rules", "zeppelin", "--json").json["error"]


def test_rules_of_a_model_and_of_what_it_includes(call: Call, folder: Path) -> None:
    (folder / "part.puz").write_text("# Adds one.\nlet next(x, by = (1)) = x + by\n", encoding="utf-8")
    text = (
        'include "part.puz"\n# The line rises.\n# example: up: row(1)\nrule up(line):  # here\n    increasing(line)\n'
    )
    (folder / "own.puz").write_text(text, encoding="utf-8")
    listed = call("rules", "--model", "own.puz").out
    assert "  up(line)" in listed
    assert "The line rises." in listed
    assert "  next(x, by = (1))" in listed
    assert "    up: row(1)" in call("rules", "up", "--model", "own.puz").out
    assert "no rules" in call("rules", "--model", "tiny.puz").out


def test_format_in_place_keeps_mode_and_touches_only_what_changes(call: Call, folder: Path) -> None:
    ugly, neat = folder / "ugly.puz", folder / "neat.puz"
    ugly.write_text(UGLY, encoding="utf-8")
    neat.write_text(NEAT, encoding="utf-8")
    ugly.chmod(0o640)
    os.utime(neat, (1, 1))
    result = call("format", "ugly.puz", "neat.puz")
    assert (result.status, result.out) == (0, "")
    assert result.err == "ugly.puz: formatted\n"
    assert ugly.read_text(encoding="utf-8") == NEAT
    assert stat.S_IMODE(ugly.stat().st_mode) == 0o640
    assert neat.stat().st_mtime == 1
    assert sorted(path.name for path in folder.iterdir()) == sorted([*MODELS, "ugly.puz", "neat.puz"])


def test_format_only_looks_when_told_so(call: Call, folder: Path) -> None:
    (folder / "ugly.puz").write_text(UGLY, encoding="utf-8")
    (folder / "neat.puz").write_text(NEAT, encoding="utf-8")
    checked = call("format", "--check", "ugly.puz", "neat.puz")
    assert (checked.status, checked.out) == (1, "ugly.puz would change\n")
    assert (folder / "ugly.puz").read_text(encoding="utf-8") == UGLY


def test_format_as_a_filter(call: Call) -> None:
    assert call("format", "-", stdin=UGLY).out == NEAT
    assert call("format", "-", "--check", stdin=NEAT).status == 0


def test_format_leaves_a_broken_model_as_it_is(call: Call, folder: Path) -> None:
    broken = "grid cell[2,2] in\n"
    (folder / "broken.puz").write_text(broken, encoding="utf-8")
    (folder / "ugly.puz").write_text(UGLY, encoding="utf-8")
    result = call("format", "broken.puz", "ugly.puz")
    assert result.status == 2
    assert "broken.puz:1" in result.err
    assert (folder / "broken.puz").read_text(encoding="utf-8") == broken
    assert (folder / "ugly.puz").read_text(encoding="utf-8") == NEAT


def test_format_follows_a_link(call: Call, folder: Path) -> None:
    (folder / "ugly.puz").write_text(UGLY, encoding="utf-8")
    (folder / "link.puz").symlink_to("ugly.puz")
    assert call("format", "link.puz").status == 0
    assert (folder / "link.puz").is_symlink()
    assert (folder / "ugly.puz").read_text(encoding="utf-8") == NEAT


def test_a_picture_is_not_written_where_a_link_leads_nowhere(call: Call, folder: Path) -> None:
    (folder / "gone.svg").symlink_to("nowhere/picture.svg")
    (folder / "circle.svg").symlink_to("circle.svg")
    for name, said in {
        "gone.svg": f"`gone.svg` cannot be written: there is no folder `{folder / 'nowhere'}`",
        "circle.svg": "`circle.svg` cannot be written: it is a link that leads back to itself",
        "": "`` cannot be written: the name is empty",
    }.items():
        result = call("solve", "easy.puz", "--svg", name)
        assert (result.status, said in result.err) == (2, True), result.err
    assert (folder / "circle.svg").is_symlink()


KINDS = ("classic", "kakuro", "killer", "program", "masyu")


@pytest.mark.parametrize("kind", KINDS)
def test_new_models_solve_and_are_well_laid_out(kind: str, call: Call, folder: Path) -> None:
    made = call("new", "my_first", "--kind", kind)
    assert made.status == 0
    assert 'puzzle "My first"' in (folder / "my_first.puz").read_text(encoding="utf-8")
    solved = call("solve", "my_first.puz", "--json")
    assert (solved.status, solved.json["status"] in ("solved", "optimal")) == (0, True)
    assert "warnings" not in solved.json
    assert call("format", "--check", "my_first.puz").status == 0


def test_a_genre_is_found_by_what_others_call_it(call: Call, folder: Path) -> None:
    assert call("rules", "spiral galaxies").out.startswith('genre "tentaisho"')
    assert call("new", "letters", "--kind", "ABC End View").status == 0
    assert 'genre "easyasabc"' in (folder / "letters.puz").read_text(encoding="utf-8")
    (folder / "stars.puz").write_text('genre "galaxies"\n', encoding="utf-8")
    assert "here it is called `tentaisho`" in call("check", "stars.puz").err


def test_a_new_kakuro_looks_like_one_and_becomes_a_link(call: Call, folder: Path) -> None:
    assert call("new", "sums", "--kind", "kakuro").status == 0
    assert call("export", "sums.puz", "--to", "puzzlink").out.startswith("https://puzz.link/p?kakuro/")
    assert call("solve", "sums.puz", "--svg", "sums.svg").status == 0
    picture = (folder / "sums.svg").read_text(encoding="utf-8")
    assert 'class="outside"' in picture
    assert 'class="cage"' not in picture


@pytest.mark.parametrize("kind", KINDS[:3])
def test_new_puzzles_have_one_solution(kind: str) -> None:
    from puzzledsl.cli.commands.new import text_of

    text = text_of(kind, "One")
    grid = puzzledsl.parse(text).solve().grids["cell"].tolist()
    places = [(r, c, v) for r, row in enumerate(grid, 1) for c, v in enumerate(row, 1) if v is not None]
    another = text + "\nnot (" + " and ".join(f"r{r}c{c} == {v}" for r, c, v in places) + ")\n"
    assert puzzledsl.parse(another).solve().status == "infeasible"


def test_genres_are_kinds_and_are_found(call: Call) -> None:
    assert set(KINDS) < set(kinds())
    assert call("rules", "slitherlink").out.startswith('genre "slitherlink"')
    assert call("rules", "star").out.startswith('genre "starbattle"')
    assert "jigsaw" in call("rules", "genres").out
    assert "did you mean `masyu`?" in call("new", "-", "--kind", "maysu").err


@pytest.mark.parametrize(
    ("word", "rule"),
    [("german", "whisper"), ("german whispers", "whisper"), ("anti knight", "anti_knight"), ("X-sums", "x_sum")],
)
def test_rules_are_found_by_what_setters_call_them(word: str, rule: str, call: Call) -> None:
    assert call("rules", word).out.startswith(f"{rule}(")


def test_the_name_of_a_file_is_not_a_model(call: Call) -> None:
    assert "the name of a file is an argument" in call("solve", "-", stdin="tiny.puz\n").err


def test_new_never_overwrites(call: Call, folder: Path) -> None:
    result = call("new", "tiny.puz")
    assert result.status == 2
    assert "already exists" in result.err
    assert (folder / "tiny.puz").read_text(encoding="utf-8") == MODELS["tiny.puz"]
    assert call("new", "nowhere/x").status == 2
    assert call("new", "-").out.startswith("# A sudoku")


def test_model_shows_the_encodings_side_by_side(call: Call) -> None:
    result = call("model", "easy.puz")
    assert result.status == 0
    assert "clues: 27 alldifferent, 32 given" in result.out
    total = next(line for line in result.out.splitlines() if line.startswith("total"))
    assert total.split() == ["total", "729", "0", "324", "2,916", "810", "81", "1,647", "4,967"]
    assert "after presolve (81 of 81 known, 81 of 729 values left): nothing is left for a solver\n" in result.out
    assert "after presolve" not in call("model", "easy.puz", "--no-presolve").out


def test_model_as_json(call: Call) -> None:
    answer = call("model", "odd.puz", "--json").json
    assert answer["grids"] == {"cell": [1, 2]}
    assert len(answer["warnings"]) == 1
    assert set(answer["encodings"]) >= {"binary", "integer"}
    assert answer["encodings"]["binary"]["written"]["binaries"] > 0
    assert call("model", "none.puz", "--json").json["presolve"]["contradiction"]


def test_model_names_a_contradiction(call: Call) -> None:
    assert "presolve proves that there is no solution, at: r1c" in call("model", "none.puz").out


def test_model_writes_programs(call: Call, folder: Path) -> None:
    assert "x_r1_c1_2" in call("model", "tiny.puz", "--to", "lp").out
    assert call("model", "tiny.puz", "--to", "mps", "-o", "tiny.mps", "--encoding", "integer").out == ""
    assert "ENDATA" in (folder / "tiny.mps").read_text(encoding="utf-8")
    compile(call("model", "best.puz", "--to", "pyomo").out, "best.py", "exec")


def test_model_refuses_what_does_not_fit(call: Call) -> None:
    assert "did you mean `lp`?" in call("model", "tiny.puz", "--to", "LP").err
    assert call("model", "tiny.puz", "-o", "x.lp").status == 2
    assert call("model", "tiny.puz", "--to", "lp", "--json").status == 2
    impossible = call("model", "none.puz", "--to", "lp", "--presolve", "domain")
    assert impossible.status == 2
    assert "no solution" in impossible.err


LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.Cage~3~R1C1~R1C2"


@pytest.mark.parametrize("name", [f" {LINK}\n", f"<{LINK}>", f'"{LINK}"', f"'{LINK}'"])
def test_a_link_may_be_pasted_with_what_stands_around_it(name: str, call: Call) -> None:
    assert call("check", name).out == "LINK: no mistakes\n"


@pytest.mark.parametrize("name", [LINK.removeprefix("https://"), "N4Ig" * 200, "53." * 26])
def test_a_puzzle_that_is_not_recognised_is_no_missing_file_alone(name: str, call: Call) -> None:
    said = call("check", name).err
    assert "there is no file `" in said
    assert "a link begins with `https://`" in said
    assert name not in said


def test_several_links_are_for_batch(call: Call, folder: Path) -> None:
    (folder / "links.txt").write_text(f"{LINK}\n{LINK}\n")
    assert "there are 2 puzzles here" in call("solve", "links.txt").err


@pytest.mark.parametrize("command", ["solve", "compare"])
@pytest.mark.parametrize("option", ["--encoding", "--solver"])
def test_a_wrong_name_is_one_mistake_in_our_words(call: Call, command: str, option: str) -> None:
    result = call(command, "tiny.puz", option, "nonsense")
    assert (result.status, result.err.count("error")) == (2, 1)
    assert result.err.startswith(f"error: no {option.removeprefix('--')} is called `nonsense`")


def test_export_names_the_command_that_writes_a_program(call: Call) -> None:
    result = call("export", "tiny.puz", "--to", "lp")
    assert (result.status, result.out) == (2, "")
    assert "`puzzledsl model tiny.puz --to lp` writes it" in result.err
