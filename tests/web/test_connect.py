"""The socket of f-puzzles' page: recorded exchanges, replayed by a real client against the real server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection
from typing import Any

import pytest

from tests.command import COMMAND, environment

pytest.importorskip("websockets", reason="needs the extra `web`")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from puzzledsl.formats.lz_string import compress
from puzzledsl.source import CONTROL
from tests.web.served import PATIENCE
from tests.web.test_document import children, gone

ROOT = Path(__file__).parents[2]
PAGE = "https://www.f-puzzles.com"
EXCHANGES = json.loads((Path(__file__).with_name("exchanges.json")).read_text(encoding="utf-8"))

PACKED = (
    "N4IgzglgXgpiBcACALAGkSA5gJwgEwUQG0jgBfdcykANwEMAbAVziTQ0whpgDtCAXbCwqJyAXXSkRVUdNqMWhAIzosXXgKEwyE4jND"
    "1mrRCo7q+SQcMrSdkgwuPs13C4ivabX2WN0gA1hAMDDDYAMZ0mMakIGEwwWCERCAASkoAwkogqmnpAEwgfoaKSCAAzCA6ZEA="
)
"""The first recorded puzzle without its texts, as a page packs it."""


class Socket:
    """A page's side of the socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, nonce: int, command: str, puzzle: object = None, kind: str = "fpuzzles") -> None:
        data = puzzle if isinstance(puzzle, str) else compress(json.dumps(puzzle))
        self.connection.send(json.dumps({"nonce": nonce, "command": command, "dataType": kind, "data": data}))

    def receive(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
        return found

    def ask(self, command: str, puzzle: object, nonce: int = 1) -> dict[str, Any]:
        """The last answer to a message."""
        self.send(nonce, command, puzzle)
        while True:
            found = self.receive()
            if found["nonce"] == nonce and not found.get("inProgress"):
                return found


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, int]]:
    """The address of a server, and its process."""
    process = subprocess.Popen(
        [*COMMAND, "connect", "--port", "0", "--quiet"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip(), process.pid
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    process.stdout.close()


@contextmanager
def page(address: str, origin: str | None = PAGE) -> Iterator[Socket]:
    with connect(address, origin=None if origin is None else Origin(origin), max_size=None) as connection:
        yield Socket(connection)


@pytest.fixture(scope="module")
def socket(server: tuple[str, int]) -> Iterator[Socket]:
    with page(server[0]) as found:
        yield found


@pytest.mark.parametrize("exchange", EXCHANGES, ids=[exchange["name"] for exchange in EXCHANGES])
def test_recorded_exchanges(socket: Socket, exchange: dict[str, Any]) -> None:
    for message in exchange["messages"]:
        sent = message["send"]
        socket.send(sent["nonce"], sent["command"], exchange["puzzle"])
        found: list[dict[str, Any]] = []
        while not found or found[-1].get("inProgress"):
            answer = socket.receive()
            if answer["nonce"] == sent["nonce"]:  # a further estimate may still come for the exchange before
                found.append(answer)
        for expected in message["receive"]:
            assert {key: found[-1].get(key) for key in expected} == expected


def board(**cells: dict[str, Any]) -> dict[str, Any]:
    """A 4x4 puzzle; cells by their names."""
    rows = [[cells.get(f"r{r}c{c}", {}) for c in range(1, 5)] for r in range(1, 5)]
    return {"size": 4, "grid": rows}


GIVEN = {
    "r1c1": {"value": 1, "given": True},
    "r2c3": {"value": 2, "given": True},
    "r3c2": {"value": 3, "given": True},
    "r4c4": {"value": 4, "given": True},
}


def marks(answer: dict[str, Any]) -> dict[str, list[int]]:
    """The candidates of an answer by the names of cells, of those that have no value."""
    cells = enumerate(answer["cells"])
    return {f"r{k // 4 + 1}c{k % 4 + 1}": cell["candidates"] for k, cell in cells if not cell["value"]}


def test_steps_begin_with_the_candidates_and_go_on_from_them(socket: Socket) -> None:
    first = socket.ask("step", board(**GIVEN))
    assert first["type"] == "logical"
    assert first["message"] == "Initial candidates."
    assert first["cells"][0] == {"value": 1, "candidates": [1]}
    assert 1 not in marks(first)["r1c2"]
    cells: dict[str, dict[str, Any]] = {**GIVEN}
    cells |= {name: {"centerPencilMarks": values} for name, values in marks(first).items()}
    for _ in range(40):
        found = socket.ask("step", board(**cells))
        assert found["isValid"]
        if found["message"] in ("Solved.", "No logical steps found."):
            break
        for k, cell in enumerate(found["cells"]):
            name = f"r{k // 4 + 1}c{k % 4 + 1}"
            assert set(cell["candidates"]) <= set(cells[name].get("centerPencilMarks", cell["candidates"]))
            if name not in GIVEN:
                value = {"value": cell["value"]} if cell["value"] else {}
                cells[name] = {"centerPencilMarks": cell["candidates"]} | value
    whole = socket.ask("solvepath", board(**GIVEN))
    assert marks(found) == marks(whole)


def test_a_digit_that_somebody_put_in_counts_for_steps_alone(socket: Socket) -> None:
    wrong = board(**GIVEN, r1c2={"value": 1})
    assert socket.ask("check", wrong) == socket.ask("check", board(**GIVEN))
    found = socket.ask("step", wrong)
    assert not found["isValid"]
    assert found["cells"][1]["value"] == 1
    assert "invalid" in found["message"]


def test_true_candidates_are_those_of_the_solutions(socket: Socket) -> None:
    puzzle = board(**GIVEN)
    counts = socket.ask("truecandidates", puzzle)["solutionsPerCandidate"]
    colored = socket.ask("truecandidates", {**puzzle, "truecandidatesoptions": ["colored"]})["solutionsPerCandidate"]
    logical = socket.ask("truecandidates", {**puzzle, "truecandidatesoptions": ["logical"]})["solutionsPerCandidate"]
    number = socket.ask("count", puzzle)["count"]
    assert 0 < number <= 8
    assert [min(count, 1) for count in colored] == counts
    assert [max(count, 0) for count in logical] == counts
    for cell in range(16):
        assert sum(colored[4 * cell : 4 * cell + 4]) == number


def test_a_packed_message_as_the_wire_has_it(socket: Socket) -> None:
    assert socket.ask("check", PACKED) == {"nonce": 1, "type": "count", "count": 1, "inProgress": False}


def test_a_message_ends_the_one_before_it(socket: Socket) -> None:
    socket.send(1, "count", {"size": 9, "grid": [[{}] * 9] * 9})
    assert socket.receive()["inProgress"]
    assert socket.ask("check", board(**GIVEN), nonce=2)["type"] == "count"
    socket.send(3, "count", {"size": 9, "grid": [[{}] * 9] * 9})
    assert socket.receive()["nonce"] == 3
    socket.send(4, "cancel", "")
    while (found := socket.receive())["nonce"] == 3:
        assert found["inProgress"]
    assert found == {"nonce": 4, "type": "canceled"}


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "[]",
        "{",
        "[" * 50_000,
        '{"nonce": 1}',
        '{"nonce": "x", "command": 7, "data": {}}',
        '{"nonce": 1, "command": "shutdown", "dataType": "fpuzzles", "data": ""}',
        '{"nonce": 1, "command": "check", "dataType": "text", "data": ""}',
        '{"nonce": 1, "command": "check", "dataType": "fpuzzles", "data": "@@@@"}',
        '{"nonce": 1, "command": "check", "dataType": "fpuzzles", "data": "Q"}',
    ],
)
def test_what_is_no_message_is_answered_with_the_reason(socket: Socket, sent: str) -> None:
    socket.connection.send(sent)
    found = socket.receive()
    assert found["type"] == "invalid"
    assert found["message"]
    assert "Traceback" not in found["message"]


@pytest.mark.parametrize(
    "origin",
    [None, "null", "https://evil.example", "https://f-puzzles.com.evil.example", "http://www.f-puzzles.com"],
)
def test_other_pages_are_not_let_in(server: tuple[str, int], origin: str | None) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(server[0], origin):
        pass


def test_a_rebound_name_is_not_let_in(server: tuple[str, int]) -> None:
    port = int(server[0].rpartition(":")[2])
    plain = create_connection(("127.0.0.1", port), timeout=PATIENCE)
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://evil.example:{port}", origin=Origin(PAGE), sock=plain)
    plain.close()


@pytest.mark.skipif(os.name != "posix", reason="reads process ids")
def test_the_solving_process_ends_with_its_socket(server: tuple[str, int]) -> None:
    before = children(server[1])
    with page(server[0]) as socket:
        socket.send(1, "count", {"size": 9, "grid": [[{}] * 9] * 9})
        socket.receive()
        started = children(server[1]) - before
        assert started
    assert gone(started)


def test_a_taken_port_is_said(server: tuple[str, int]) -> None:
    port = server[0].rpartition(":")[2]
    found = subprocess.run(
        [*COMMAND, "connect", "--port", port],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
    )
    assert found.returncode == 2
    assert f"port {port} cannot be used" in found.stderr


def test_a_command_cannot_command_the_terminal() -> None:
    process = subprocess.Popen(
        [*COMMAND, "connect", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    with page(process.stdout.readline().strip()) as socket:
        assert socket.ask("\x1b[2Jx\u202e", board())["type"] == "invalid"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert "[2Jx" in said
    assert not CONTROL.search(said)
