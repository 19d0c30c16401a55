"""The file on disk: saved, changed outside, and never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from puzzledsl.cli.files import write_file
from puzzledsl.web.document import Changed, Document
from puzzledsl.web.recovery import Recovery
from tests.web.served import KILLER, LONG, PATIENCE, Served

NEW = KILLER.replace("Small", "Other")


def test_a_save_replaces_the_version_that_was_read(serve: Callable[..., Served], tmp_path: Path) -> None:
    place = tmp_path / "small.puz"
    place.write_text(KILLER)
    server = serve("small.puz")
    opened = server.enter()
    assert opened["text"] == KILLER
    saved = server.post("save", text=NEW, version=opened["version"])
    assert place.read_text() == NEW
    place.write_text(KILLER + "# by somebody else\n")
    refused = server.client.post("/api/save", json={"text": "mine", "version": saved["version"]})
    assert refused.status_code == 409
    assert refused.json()["text"] == KILLER + "# by somebody else\n"
    assert place.read_text() == KILLER + "# by somebody else\n"
    server.post("save", text=NEW, version=refused.json()["version"])
    assert place.read_text() == NEW


def test_each_version_of_the_file_is_told(serve: Callable[..., Served], tmp_path: Path) -> None:
    place = tmp_path / "small.puz"
    place.write_text(KILLER)
    server = serve("small.puz")
    version = server.enter()["version"]
    with server.stream("watch", version=version) as changes:
        saved = server.post("save", text=NEW, version=version)
        assert next(changes) == ("changed", {"text": NEW, "version": saved["version"]})  # the page knows it as its own
        place.write_text(KILLER + "# by somebody else\n")
        name, told = next(changes)
        assert (name, told["text"]) == ("changed", KILLER + "# by somebody else\n")
        place.unlink()
        assert next(changes) == ("changed", {"text": None, "version": ""})


def test_a_new_text_is_saved_under_a_name_that_is_free(serve: Callable[..., Served], tmp_path: Path) -> None:
    (tmp_path / "taken.puz").write_text("")
    server = serve()
    opened = server.enter()
    assert opened["file"] is None
    for name in ("../up.puz", "taken", "", ".hidden", "a/b", "c:d"):
        assert "error" in server.post("save", text=NEW, version="", name=name)
    saved = server.post("save", text=NEW, version="", name="mine")
    assert (tmp_path / "mine.puz").read_text() == NEW
    assert saved["name"] == "mine.puz"
    assert server.post("save", text=KILLER, version=saved["version"])["version"]
    assert (tmp_path / "mine.puz").read_text() == KILLER


def test_a_file_that_is_not_there_yet_is_written_on_save(serve: Callable[..., Served], tmp_path: Path) -> None:
    server = serve("later.puz")
    opened = server.enter()
    assert opened["version"] == ""
    assert not (tmp_path / "later.puz").exists()
    server.post("save", text=NEW, version="")
    assert (tmp_path / "later.puz").read_text() == NEW


def test_a_killed_server_has_kept_the_text(serve: Callable[..., Served], tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    server = serve("small.puz")
    version = server.enter()["version"]
    server.post("keep", text=NEW + "# unsaved ½ 😀\n", version=version)
    server.kill()
    again = serve("small.puz")
    opened = again.enter()
    assert opened["recovery"]["text"] == NEW + "# unsaved ½ 😀\n"
    assert opened["text"] == KILLER
    again.kill()  # once more, before the page has kept anything
    third = serve("small.puz")
    assert third.enter()["recovery"]["text"] == NEW + "# unsaved ½ 😀\n"
    third.post("save", text=NEW, version=version)
    third.end()
    assert serve("small.puz").enter()["recovery"] is None


def test_a_closed_or_killed_page_leaves_its_text_to_the_next(serve: Callable[..., Served], tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    server = serve("small.puz")
    opened = server.enter()
    with server.stream("watch", version=opened["version"]):
        server.post("keep", text=NEW, version=opened["version"])
        assert server.reload("second")["recovery"] is None  # a second page, while the first is open
    assert recovered(server) == NEW


def recovered(server: Served) -> str | None:
    """The text that a new page is given, as soon as the server has seen that the one before it is gone."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = server.reload("third")["recovery"]
        if found is not None:
            return str(found["text"])
        time.sleep(0.1)
    return None


PAGE = """
import sys, httpx
base, cookie, page, text = sys.argv[1:]
name, _, value = cookie.partition("=")
headers = {"Origin": base, "X-Page": page}
with httpx.Client(base_url=base, headers=headers, cookies={name: value}) as client:
    with client.stream("POST", "/api/watch", json={"version": ""}) as changes:
        client.post("/api/keep", json={"text": text, "version": ""})
        print("kept", flush=True)
        for _ in changes.iter_lines():
            pass
"""


def test_a_killed_browser_has_kept_the_text(serve: Callable[..., Served]) -> None:
    server = serve()
    server.enter()
    cookie = "=".join(next(iter(server.client.cookies.items())))
    browser = subprocess.Popen(
        [sys.executable, "-c", PAGE, server.base, cookie, "browser", NEW], stdout=subprocess.PIPE, text=True
    )
    assert browser.stdout is not None
    assert browser.stdout.readline() == "kept\n"
    assert server.reload("second")["recovery"] is None
    browser.kill()
    browser.communicate()
    assert recovered(server) == NEW


def test_a_reloaded_page_gets_its_own_text(serve: Callable[..., Served], tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    server = serve("small.puz")
    opened = server.enter()
    server.post("keep", text=NEW, version=opened["version"])
    again = server.reload("first")["recovery"]
    assert again["text"] == NEW
    assert again["own"]
    server.post("keep", text=None)
    assert server.reload("first")["recovery"] is None


def test_a_restored_text_does_not_overwrite_what_came_after_it(serve: Callable[..., Served], tmp_path: Path) -> None:
    place = tmp_path / "small.puz"
    place.write_text(KILLER)
    server = serve("small.puz")
    server.post("keep", text=NEW, version=server.enter()["version"])
    server.kill()
    place.write_text(KILLER + "# by somebody else\n")
    again = serve("small.puz")
    opened = again.enter()
    assert opened["recovery"]["text"] == NEW
    refused = again.client.post("/api/save", json={"text": NEW, "version": opened["recovery"]["base"]})
    assert refused.status_code == 409


def test_two_servers_on_one_file_lose_neither_text(serve: Callable[..., Served], tmp_path: Path) -> None:
    (tmp_path / "small.puz").write_text(KILLER)
    first, second = serve("small.puz"), serve("small.puz")
    version = first.enter()["version"]
    first.post("keep", text=NEW + "# first\n", version=version)
    second.enter()
    assert second.reload("other")["recovery"]["text"] == NEW + "# first\n"  # seen there, too
    second.post("keep", text=NEW + "# second\n", version=version)
    first.post("keep", text=NEW + "# first again\n", version=version)
    first.kill()
    second.kill()
    third = serve("small.puz")
    third.enter()
    texts = {third.reload(page)["recovery"]["text"] for page in ("first", "other")}
    assert texts == {NEW + "# first again\n", NEW + "# second\n"}


def test_a_text_that_got_a_name_is_kept_under_it(serve: Callable[..., Served]) -> None:
    server = serve()
    server.enter()
    server.post("keep", text=NEW, version="")
    saved = server.post("save", text=NEW, version="", name="mine")
    server.post("keep", text=KILLER, version=saved["version"])
    server.kill()
    assert serve("mine.puz").enter()["recovery"]["text"] == KILLER
    assert serve().enter()["recovery"] is None


def test_a_broken_copy_is_no_obstacle(tmp_path: Path) -> None:
    document = Document(None, write_file)
    recovery = Recovery(document, write_file, tmp_path)
    recovery.keep("old", "text", "")
    (tmp_path / "unsaved" / f"{document.key}-broken.json").write_text('{"text": 1')
    found = recovery.taken_over("page", ())
    assert found is not None
    assert found["text"] == "text"


def test_line_ends_of_the_file_stay(tmp_path: Path) -> None:
    place = tmp_path / "dos.puz"
    place.write_bytes(KILLER.replace("\n", "\r\n").encode())
    document = Document(place, write_file)
    stored = document.stored()
    assert stored.text == KILLER
    document.save(NEW, stored.version)
    assert place.read_bytes() == NEW.replace("\n", "\r\n").encode()


def test_a_save_over_another_version_writes_nothing(tmp_path: Path) -> None:
    place = tmp_path / "small.puz"
    place.write_text(KILLER)
    document = Document(place, write_file)
    with pytest.raises(Changed):
        document.save(NEW, "0123")
    assert place.read_text() == KILLER


@pytest.mark.skipif(os.name != "posix", reason="reads process ids")
@pytest.mark.parametrize("how", ["server killed", "page closed", "Ctrl-C"])
def test_the_solving_process_ends_with_its_page(serve: Callable[..., Served], tmp_path: Path, how: str) -> None:
    server = serve()
    server.enter()
    with server.stream("watch", version=""), server.stream("run", text=LONG, command="count", options={}) as events:
        assert next(events)[0] == "progress"
        started = children(server.process.pid)
        assert started
        if how == "server killed":
            server.process.send_signal(signal.SIGKILL)
            with suppress(Exception):
                list(events)
    if how == "Ctrl-C":
        server.end()
    assert gone(started), "it goes on after its page is gone"


def children(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    found: set[int] = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError, IndexError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                command = (folder / "cmdline").read_text()
                if parent == pid and "resource_tracker" not in command:
                    found |= {int(folder.name)} | children(int(folder.name))
    return found


def gone(pids: set[int]) -> bool:
    """Whether these processes end, sooner or later."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
