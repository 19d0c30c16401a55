"""What a page asks while a puzzle is written: against the real server."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.command import COMMAND, environment
from tests.web.served import KILLER, LONG, PATIENCE, Served

SEVERAL = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 == 1\n"
NONE = "grid cell[4, 4] in 1..4\nalldifferent: rows, columns, boxes\nr1c1 == r1c2\n"


def command(*words: str, text: str) -> Any:
    """What a command prints with ``--json``, without its seconds."""
    found = subprocess.run(
        [*COMMAND, *words, "--json"],
        input=text,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
    )
    return untimed(json.loads(found.stdout))


def untimed(answer: Any) -> Any:
    """An answer without what differs from run to run, the name of the text, and what the page adds."""
    if isinstance(answer, list):
        return [untimed(item) for item in answer]
    if isinstance(answer, dict):
        return {k: untimed(v) for k, v in answer.items() if k not in ("seconds", "file", "index", "from", "to")}
    return answer


@pytest.mark.parametrize(
    ("words", "text", "options"),
    [
        (["solve"], KILLER, {}),
        (["unique"], SEVERAL, {}),
        (["explain", "--by=constraint"], NONE, {"by": "constraint"}),
        (["steps", "--hint"], KILLER, {"hint": True}),
        (["minimize", "--seed=3", "--keep=cage"], KILLER, {"seed": 3, "keep": ["cage"]}),
    ],
    ids=["solve", "unique", "explain", "steps", "minimize"],
)
def test_a_page_is_told_what_a_script_is_told(
    served: Served, words: list[str], text: str, options: dict[str, Any]
) -> None:
    result = served.run(words[0], text, **options)
    told = command(words[0], "-", *words[1:], text=text)
    assert untimed(result["answer"]) == told
    assert result["printed"]
    if result["svg"] is not None:
        assert result["svg"].startswith("<svg")


def test_no_empty_model_is_offered(served: Served) -> None:
    assert served.run("minimize", SEVERAL)["model"] is None
    assert served.run("minimize", KILLER)["model"]


@pytest.mark.parametrize(("arguments", "name"), [(["small.puz"], "small.puz"), ([], "the text")])
def test_messages_name_the_file_or_the_text(serve: Callable[..., Served], arguments: list[str], name: str) -> None:
    server = serve(*arguments)
    server.enter()
    told = server.run("explain", NONE)
    assert told["answer"]["conflicts"][0]["elements"][0]["file"] == name
    wrong = KILLER.replace("cage", "cgae")
    for command in ("solve", "steps", "generate"):
        assert "stdin" not in str(server.events("run", text=wrong, command=command, options={}))
    assert "stdin" not in str(server.events("state", text=wrong))


def test_the_cell_of_an_explanation_is_an_argument(served: Served) -> None:
    assert served.run("explain", KILLER, cell="r1c1")["answer"]["cell"] == "r1c1"


def test_steps_have_a_board_before_each_and_after_the_last(served: Served) -> None:
    found = served.run("steps", KILLER)
    steps, boards = found["answer"]["steps"], found["boards"]
    assert found["answer"]["status"] == "solved"
    assert len(boards) == len(steps) + 1
    for step, before, after in zip(steps, boards, boards[1:], strict=False):
        for cell, values in step["removed"].items():
            assert set(values) <= set(before[cell])
            assert not set(values) & set(after[cell])
    assert all(len(values) == 1 for values in boards[-1].values())


def test_steps_have_no_candidates_where_no_values_are_written(served: Served) -> None:
    found = served.run("steps", 'genre "slitherlink"\nclues number:\n    3 .\n    . 2\n')
    assert found["answer"]["steps"]
    assert not any(found["boards"])


def test_a_players_values_count_as_givens_for_a_hint(served: Served) -> None:
    assert served.run("steps", KILLER, hint=True, values={"r2c1": 3})["answer"]["status"] == "reached"
    assert served.run("steps", KILLER, hint=True, values={"r1c1": 3})["answer"]["status"] == "infeasible"
    clash = dict(served.events("run", text=KILLER, command="steps", options={"hint": True, "values": {"r2c1": 1}}))
    assert "r2c1" in clash["error"]["message"]


def test_the_page_counts_letters(served: Served) -> None:
    text = 'grid cell[4, 4] in "WORD"\nalldifferent: rows, columns, boxes\nr2c2 != "R"\n'
    edit = served.post("given", text=text, cells=["r1c1"], value=2)["edits"][0]
    text = text[: edit["from"]] + edit["insert"] + text[edit["to"] :]
    assert "    O . . ." in text
    checked = served.post("check", text=text)
    assert (checked["values"], checked["letters"], checked["givens"]) == ([1, 4], {"cell": "WORD"}, {"r1c1": 2})
    assert ">O</text>" in checked["svg"]
    found = served.run("steps", text, hint=True, values={"r1c2": 1, "r2c1": 3})
    assert found["answer"]["steps"][0]["placed"] == {"r2c2": "D"}
    assert set(found["boards"][0]["r1c2"]) == {1}


def test_clues_of_an_answer_can_be_found_in_the_text(served: Served) -> None:
    clash = KILLER.replace("cage 3", "cage 7") + "cage 3: r1c1 r1c2\n"
    clues = {clue["index"]: clue for clue in served.post("check", text=clash)["clues"]}
    conflict = served.run("explain", clash, keep=["houses"])["answer"]["conflicts"][0]
    found = [one for one in conflict["elements"] if one["clue"] == "cage"]
    assert found
    for one in found:
        assert clash[one["from"] : one["to"]].startswith("cage")
        assert clues[one["index"]]["cells"] == one["cells"]


@pytest.mark.parametrize(
    ("text", "status"), [(KILLER, "unique"), (SEVERAL, "several"), (NONE, "none")], ids=["unique", "several", "none"]
)
def test_the_state_of_a_puzzle(served: Served, text: str, status: str) -> None:
    told = dict(served.events("state", text=text))
    assert told["uniqueness"]["status"] == status
    if status == "unique":
        assert told["difficulty"]["level"]
        assert {len(values) for values in told["candidates"]["cells"].values()} == {1}
    elif status == "several":
        assert told["candidates"]["cells"]["r1c1"] == [1]
        assert told["candidates"]["cells"]["r1c2"] == [2, 3, 4]
    assert told["done"] == {}


def test_a_closed_stream_cancels_its_work(served: Served) -> None:
    with served.stream("run", text=LONG, command="count", options={}) as events:
        assert next(events)[0] == "progress"
    assert served.run("unique", KILLER)["answer"]["status"] == "unique"  # which waits for the count to end


def test_a_lost_process_is_said_and_replaced(served: Served) -> None:
    from tests.web.test_document import children

    with served.stream("run", text=LONG, command="count", options={}) as events:
        assert next(events)[0] == "progress"
        for pid in children(served.process.pid):
            os.kill(pid, 9)
        told = dict(events)
    assert "lost" in told["error"]["message"]
    assert served.run("unique", KILLER)["answer"]["status"] == "unique"


def test_mistakes_keep_the_last_picture(served: Served) -> None:
    good = served.post("check", text=KILLER)
    assert good["givens"] == {"r1c3": 4, "r2c4": 1, "r3c2": 1, "r4c1": 4}
    assert 'data-cell="r4c4"' in good["svg"]
    cage = next(clue for clue in good["clues"] if clue["rule"] == "cage")
    assert f'data-clue="{cage["index"]}"' in good["svg"]
    bad = served.post("check", text=KILLER.replace("cage", "cgae"))
    assert bad["svg"] == good["svg"]
    (mistake,) = bad["diagnostics"]
    assert mistake["fixes"][0]["edits"][0]["insert"] == "cage"


def test_places_count_utf_16_units(served: Served) -> None:
    text = '# 😀\npuzzle "é 😀"\n' + KILLER.partition("\n")[2].replace("cage", "cgae")
    (mistake,) = served.post("check", text=text)["diagnostics"]
    units = text.encode("utf-16-le")
    assert units[2 * mistake["from"] : 2 * mistake["to"]].decode("utf-16-le") == "cgae"


def test_rows_of_a_clue(served: Served) -> None:
    line = KILLER[: KILLER.index("cage")].count("\n") + 1
    found = served.run("model", KILLER, line=line, encoding="integer")
    assert {row["clue"] for row in found["answer"]["written"]["integer"]} == {"cage"}


def test_exports(served: Served) -> None:
    assert served.export("puz", KILLER)["content"] == KILLER
    picture = served.export("png", KILLER, solution=True)
    assert base64.b64decode(picture["content"]).startswith(b"\x89PNG")
    assert picture["name"] == "small.png"
    assert served.export("html", KILLER)["content"].startswith("<!DOCTYPE html>")
    assert "error" in dict(served.events("export", text=NONE, to="svg", solution=True))
    assert "error" in dict(served.events("export", text=KILLER, to="nowhere"))


@pytest.mark.parametrize(("text", "why"), [(SEVERAL, "more than one"), (NONE, "no solution")], ids=["several", "none"])
def test_a_link_without_a_sole_solution_goes_without_it(served: Served, text: str, why: str) -> None:
    found = served.export("f-puzzles", text, solution=True)
    assert found["content"].startswith("https://")
    assert why in found["left_out"][-1]


def test_an_exported_link_is_imported_again(served: Served) -> None:
    link = served.export("f-puzzles", KILLER)
    assert link["media_type"] == "text/uri-list"
    found = served.post("import", link=link["content"])
    assert found["title"] == "Small"
    assert "cage 3: r1c1 r1c2" in found["text"]
    assert "error" in served.post("import", link="https://example.org/?p=1")


def test_a_link_is_edited_as_a_text_without_a_file(serve: Callable[..., Served], served: Served) -> None:
    link = served.export("f-puzzles", KILLER)["content"]
    opened = serve(link).enter()
    assert "cage 3: r1c1 r1c2" in opened["text"]
    assert opened["file"] is None


def test_a_file_may_include_files_of_its_folder(served: Served) -> None:
    (served.folder / "own.puz").write_text("rule twins(pair):\n    pair[1] == pair[2]\n    draw line(pair)\n")
    text = 'include "own.puz"\n' + KILLER + "twins: r1c3 r2c4\n"
    found = served.post("check", text=text)
    assert found["diagnostics"] == []
    assert [rule["name"] for rule in found["rules"]] == ["twins"]
    assert served.run("unique", text)["answer"]["status"] == "none"
    assert served.post("check", text='include "../own.puz"\n' + KILLER)["diagnostics"]


def test_the_editors_questions(served: Served) -> None:
    text = KILLER + "thermo: r1c1..r1c4\nca"
    assert "cage" in [item["label"] for item in served.post("complete", text=text, offset=len(text))["items"]]
    shown = served.post("hover", text=text, offset=text.index("thermo") + 2)
    assert text[shown["from"] : shown["to"]] == "thermo"
    assert shown["svg"].startswith("<svg")
    assert served.post("signature", text=text + "ge ", offset=len(text) + 3)["parameters"][0]["label"]
    edits = served.post("format", text="grid   cell[4,4]  in 1..4\n")["edits"]
    assert edits
    assert served.post("pictures", text=text, names=["cage", "nothing"])["pictures"]["cage"].startswith("<svg")


def test_what_is_missing_is_said_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ImportError('broken')")
    code = (
        "import sys; sys.modules['uvicorn'] = None; sys.argv = ['puzzledsl', 'edit', '--no-browser'];"
        "from puzzledsl.__main__ import main; sys.exit(main())"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment())
    assert found.returncode == 2
    assert 'pip install "puzzledsl[web]"' in found.stderr
    assert "Traceback" not in found.stderr


def test_only_the_latest_text_is_checked(served: Served) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: served.post("check", text=f"{KILLER}# {number}\n"), range(24)))
    read = [answer for answer in answers if answer != {"superseded": True}]
    assert read
    assert all(answer["clues"] for answer in read)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda name: served.post("pictures", text=KILLER, names=[name]), ["cage", "thermo"] * 4))
    assert all(len(one["pictures"]) == 1 for one in found)


SELF_CALLING = "let f(x, y = f(x)) = y\nshow f(1)\n"
HIGH = "let t0(x) = (x == r1c2) + r2c1\n" + "".join(f"let t{k}(x) = t{k - 1}(t{k - 1}(x))\n" for k in range(1, 15))


@pytest.mark.parametrize("text", [SELF_CALLING, f"{HIGH}t14(r1c1) == 1\n"], ids=["default", "high"])
def test_no_text_ends_the_server(text: str, served: Served) -> None:
    for name in ("check", "complete", "hover", "structure"):
        answer = served.client.post(f"/api/{name}", json={"text": f"grid cell[4, 4] in 1..4\n{text}", "offset": 30})
        assert answer.status_code in (200, 404), name
    assert served.post("check", text=KILLER)["clues"]


ENDLESS = "grid cell[4, 4] in 1..4\nfor i in 1..10^9:\n    let a = i\n"
"""A loop that only a bound ends, or whoever asks."""

PATIENT = """
import sys
from puzzledsl.elaboration import limits
from puzzledsl.records import replace

limits.SAFE = replace(limits.SAFE, steps=10**15, seconds=10.0**6)
import puzzledsl.elaboration
puzzledsl.elaboration.SAFE = limits.SAFE
from puzzledsl.web import text_answers
from puzzledsl.time_limit import is_cancelled

def noted(name, answer):
    def answered(asked):
        open(f"{name}.begun", "w").close()
        try:
            return answer(asked)
        finally:
            open(f"{name}.cancelled" if is_cancelled() else f"{name}.ended", "w").close()
    return answered

for name, answer in text_answers.TEXT_ANSWERS.items():
    text_answers.TEXT_ANSWERS[name] = noted(name, answer)
from puzzledsl.__main__ import main
sys.argv[0] = "puzzledsl"
sys.exit(main())
"""
"""The command with a bound that nobody reaches; it leaves a file when a request begins, and one when it ends."""


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Served]:
    """A server that reads a text for as long as somebody waits for it."""
    found = Served(folder=tmp_path, command=[sys.executable, "-c", PATIENT])
    found.enter()
    yield found
    found.kill()


def begin(server: Served, name: str) -> socket.socket:
    """A connection on which an endless text is being read for a request."""
    host, _, port = server.base.removeprefix("http://").partition(":")
    asked = {"text": ENDLESS, "rule": "cage", "cells": ["r1c1"], "value": 1, "values": {"r1c1": 1}}
    body = json.dumps(asked).encode()
    request = server.client.build_request("POST", f"/api/{name}", content=body)
    request.headers["Content-Type"] = "application/json"
    head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
    connection = socket.create_connection((host, int(port)))
    connection.sendall(f"POST /api/{name} HTTP/1.1\r\n{head}\r\n".encode() + body)
    wait_for(server.folder / f"{name}.begun")
    return connection


def wait_for(path: Path) -> None:
    """Wait until a file exists."""
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < deadline, path
        time.sleep(0.02)


def test_reading_a_model_ends_when_the_client_leaves(patient: Served) -> None:
    for name in ("check", "clue", "given", "conflicts"):
        begin(patient, name).close()
        wait_for(patient.folder / f"{name}.cancelled")
    assert patient.post("check", text=KILLER)["clues"]


def test_ctrl_c_ends_the_server_while_it_checks(patient: Served) -> None:
    with begin(patient, "check"):
        patient.end()
    assert patient.process.returncode == 0


def test_ctrl_c_ends_the_server_while_it_solves(patient: Served) -> None:
    with patient.stream("run", text=LONG, command="count", options={}) as events:
        assert next(events)[0] == "progress"
        patient.process.send_signal(signal.SIGINT)
        assert patient.process.wait(PATIENCE) == 0
