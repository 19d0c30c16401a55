"""The security table, request by request, against the real server."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from puzzledsl.web.application import ASSETS
from tests.web.served import KILLER, PATIENCE, Served

BUILT = (ASSETS / "index.html").exists()

TABLE: list[tuple[str, str, str, dict[str, str | None], bytes, int]] = [
    # what, method, path, headers that differ, body, status
    ("the page itself", "GET", "/", {}, b"", 200 if BUILT else 500),
    ("a question of the page", "POST", "/api/check", {}, b'{"text": ""}', 200),
    ("a name that leads here by rebinding", "GET", "/", {"Host": "evil.example:{port}"}, b"", 421),
    ("the same, a question", "POST", "/api/check", {"Host": "evil.example"}, b'{"text": ""}', 421),
    ("another port of this machine", "GET", "/", {"Host": "127.0.0.1:1"}, b"", 421),
    ("a name that only begins right", "GET", "/", {"Host": "127.0.0.1:{port}.evil.example"}, b"", 421),
    ("no cookie", "GET", "/", {"Cookie": ""}, b"", 403),
    ("no cookie, a question", "POST", "/api/check", {"Cookie": ""}, b'{"text": ""}', 403),
    ("another cookie", "POST", "/api/check", {"Cookie": "puzzledsl_{port}=guess"}, b'{"text": ""}', 403),
    ("a cookie that is no ASCII", "GET", "/", {"Cookie": "puzzledsl_{port}=\u00e9"}, b"", 403),
    ("files without a cookie", "GET", "/assets/page.js", {"Cookie": ""}, b"", 403),
    ("another site", "POST", "/api/check", {"Origin": "https://evil.example"}, b'{"text": ""}', 403),
    ("another port's page", "POST", "/api/check", {"Origin": "http://127.0.0.1:1"}, b'{"text": ""}', 403),
    ("a page of a file", "POST", "/api/check", {"Origin": "null"}, b'{"text": ""}', 403),
    ("no origin", "POST", "/api/check", {"Origin": None}, b'{"text": ""}', 403),
    ("a form", "POST", "/api/check", {"Content-Type": "application/x-www-form-urlencoded"}, b"text=", 415),
    ("a form with JSON as text", "POST", "/api/check", {"Content-Type": "text/plain"}, b'{"text": ""}', 415),
    ("no type", "POST", "/api/check", {"Content-Type": ""}, b'{"text": ""}', 415),
    ("too large", "POST", "/api/check", {}, b'{"text": "' + b" " * 4_000_000 + b'"}', 413),
    ("a length that is none", "POST", "/api/check", {"Content-Length": "+1"}, b"", 400),
    ("no length", "POST", "/api/check", {"Content-Length": None}, b"", 413),
    ("no JSON", "POST", "/api/check", {}, b"{", 400),
    ("no object", "POST", "/api/check", {}, b"[]", 400),
    ("too deep", "POST", "/api/check", {}, b"[" * 100_000, 400),
    ("no text", "POST", "/api/check", {}, b"{}", 400),
    ("another method", "PUT", "/api/check", {}, b'{"text": ""}', 405),
    ("a permission asked for", "OPTIONS", "/api/check", {}, b"", 405),
    ("a question as an address", "GET", "/api/check", {}, b"", 405),
    ("a page without a name", "POST", "/api/check", {"X-Page": None}, b'{"text": ""}', 400),
    ("a page whose name is a place", "POST", "/api/check", {"X-Page": "../up"}, b'{"text": ""}', 400),
    ("no such question", "POST", "/api/nothing", {}, b"{}", 404),
    ("files outside the folder", "GET", "/assets/..%2fguard.py", {}, b"", 404),
    ("files above the folder", "GET", "/assets/../guard.py", {}, b"", 404),
    ("a hidden file", "GET", "/assets/.gitkeep", {}, b"", 404),
    ("a token that was used", "GET", "/?token={token}", {"Cookie": ""}, b"", 403),
    ("a token that is none", "GET", "/?token=guess", {"Cookie": ""}, b"", 403),
    ("an empty token", "GET", "/?token=", {"Cookie": ""}, b"", 403),
    ("the address again, in the browser that it has opened", "GET", "/?token={token}", {}, b"", 303),
]


@pytest.fixture(scope="module")
def cookie(served: Served) -> str:
    return "; ".join(f"{key}={value}" for key, value in served.client.cookies.items())


@pytest.mark.parametrize(("what", "method", "path", "changed", "body", "status"), TABLE, ids=[row[0] for row in TABLE])
def test_a_request(
    served: Served,
    cookie: str,
    what: str,
    method: str,
    path: str,
    changed: dict[str, str | None],
    body: bytes,
    status: int,
) -> None:
    port, token = served.base.rpartition(":")[2], served.address.partition("token=")[2]
    headers: dict[str, str | None] = {
        "Host": f"127.0.0.1:{port}",
        "Origin": served.base,
        "Cookie": cookie,
        "Content-Type": "application/json",
        "X-Page": served.client.headers["X-Page"],
        "Content-Length": str(len(body)),
    }
    headers |= {name: value and value.replace("{port}", port) for name, value in changed.items()}
    answer = raw(int(port), method, path.replace("{token}", token), headers, body)
    assert answer.startswith(f"HTTP/1.1 {status} "), answer[:300]
    if what == "a length that is none":
        return  # refused before anything of ours has seen it
    assert "default-src 'none'" in answer
    assert "nosniff" in answer
    assert "access-control" not in answer.lower()


def raw(port: int, method: str, path: str, headers: dict[str, str | None], body: bytes) -> str:
    """The head of the answer to a request that no client tidies up."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items() if value is not None)]
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        with suppress(OSError):  # the server need not read what it refuses
            connection.sendall(body)
        found = b""
        while b"\r\n\r\n" not in found:
            part = connection.recv(65536)
            if not part:
                break
            found += part
    return found.decode()


def test_a_websocket_is_refused(served: Served, cookie: str) -> None:
    """The page opens none. Without an answer of ours it would be an error of the server."""
    client = pytest.importorskip("websockets.sync.client", reason="needs the extra `web`")
    address = served.base.replace("http:", "ws:") + "/"
    refused = pytest.importorskip("websockets.exceptions").InvalidStatus
    with pytest.raises(refused) as caught:
        client.connect(address, additional_headers={"Cookie": cookie})
    assert caught.value.response.status_code == 403


def test_a_body_that_is_longer_than_it_says_is_cut(served: Served, cookie: str) -> None:
    port = int(served.base.rpartition(":")[2])
    headers: dict[str, str | None] = {
        "Host": f"127.0.0.1:{port}",
        "Origin": served.base,
        "Cookie": cookie,
        "Content-Type": "application/json",
        "X-Page": served.client.headers["X-Page"],
        "Transfer-Encoding": "chunked",
    }
    assert raw(port, "POST", "/api/check", headers, b"5\r\n{    \r\n").startswith("HTTP/1.1 413 ")


@pytest.mark.skipif(not BUILT, reason="the front end is not built")
def test_the_page_has_no_inline_script_and_nothing_from_elsewhere(served: Served) -> None:
    answer = served.client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    nonce = re.search(r"'nonce-([^']+)'", policy)
    assert nonce is not None
    assert nonce[1] not in served.client.get("/").headers["content-security-policy"]
    assert "CSP_NONCE" not in answer.text


def test_the_cookie_is_for_this_server_and_no_script(serve: Callable[..., Served]) -> None:
    server = serve()
    answer = server.client.get(server.address)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said
    server.client.cookies.clear()
    assert server.client.get(server.address).status_code == 403


def test_only_this_machine_can_connect(served: Served) -> None:
    port = int(served.base.rpartition(":")[2])
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        if not str(address).startswith("127."):
            with pytest.raises(OSError, match=r"."):
                socket.create_connection((str(address), port), timeout=2).close()
    table = Path("/proc/net/tcp")
    listening = [line.split() for line in table.read_text().splitlines()] if table.exists() else []
    local = {row[1] for row in listening if row[3] == "0A" and row[1].endswith(f":{port:04X}")}
    assert local <= {f"0100007F:{port:04X}"}


@pytest.mark.parametrize(
    "text",
    ["x = " + "(" * 50_000, "grid cell[9999, 9999] in 1..9\n", "let a = " + "9" * 5000 + " * 1\n", "\x00", "\ud800"],
    ids=["brackets", "cells", "digits", "zero", "half a character"],
)
def test_models_of_strangers_are_refused_within_the_bounds(served: Served, text: str) -> None:
    content = json.dumps({"text": text})
    kind = {"Content-Type": "application/json"}
    found = served.client.post("/api/check", content=content, headers=kind).json()
    assert any(one["severity"] == "error" for one in found["diagnostics"])


def test_a_text_without_a_file_includes_nothing(serve: Callable[..., Served]) -> None:
    server = serve()
    server.enter()
    found = server.post("check", text='include "/etc/passwd"\n' + KILLER)
    assert found["diagnostics"]
    assert "root" not in str(found)


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("batch", {}),
        ("edit", {}),
        ("solve", {"svg": "x.svg"}),
        ("solve", {"solver": "pyomo:sh"}),
        ("minimize", {"output": "x.puz"}),
        ("generate", {"output": "x"}),
        ("steps", {"pictures": "x"}),
        ("explain", {"cell": "--svg=x"}),
        ("unique", {"include": "/"}),
        ("steps", {"givens": "/etc/hostname"}),
        ("unique", {"time_limit": "9 --svg=x"}),
    ],
)
def test_a_page_cannot_make_a_command_use_files_or_start_programs(
    served: Served, command: str, options: dict[str, object]
) -> None:
    events = dict(served.events("run", text=KILLER, command=command, options=options))
    assert "error" in events
    assert "result" not in events
