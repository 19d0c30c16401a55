"""Clusters that are not used, and what is said instead."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import puzzledsl
from puzzledsl import Cluster, PuzzleError
from puzzledsl.portfolio import dask_client
from puzzledsl.portfolio.cluster_address import is_loopback
from tests.command import Call


def refused(call: Call, *words: str) -> str:
    done = call("four.puz", ["1..............."], *words)
    assert done.status == 2
    assert done.out == ""
    return done.err


@pytest.mark.parametrize("address", ["tcp://192.168.1.5:8786", "tcp://example.com:8786", "tcp://[2001:db8::1]:8786"])
def test_another_machine_without_encryption(call: Call, address: str) -> None:
    said = refused(call, "--cluster", address)
    assert f"`{address}` is not encrypted, and may lead to another machine" in said
    assert "can run any code" in said
    assert "ssh -L 8786:127.0.0.1:8786" in said


@pytest.mark.parametrize(
    ("address", "meant"),
    [("host:8786", "did you mean `tls://host:8786`?"), ("ucx://127.0.0.1:1", ""), ("local:x", ""), ("tls://host", "")],
)
def test_no_address(call: Call, address: str, meant: str) -> None:
    said = refused(call, "--cluster", address)
    assert f"`{address}` is not an address of a cluster" in said
    assert meant in said
    assert "`local:N`" in said


def test_options_that_exclude_each_other(call: Call, folder: Path) -> None:
    assert "--cluster for a cluster: give one of them" in refused(call, "--cluster", "local:1", "--jobs", "2")
    assert "--cluster-ca is for --cluster" in refused(call, "--cluster-ca", "x")
    said = refused(call, "--cluster", "tcp://localhost:1", "--cluster-ca", "x")
    assert "--cluster-ca is for an address that begins with `tls://`" in said
    said = refused(call, "--cluster", "tls://host:1", "--cluster-cert", "nowhere.pem")
    assert "--cluster-cert: there is no file `nowhere.pem`" in said
    (folder / "key.pem").write_text("")
    assert "needs --cluster-cert" in refused(call, "--cluster", "tls://host:1", "--cluster-key", "key.pem")


def test_a_closed_port(call: Call) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    said = refused(call, "--cluster", address)
    assert f"no scheduler answers at `{address}`" in said
    assert "dask scheduler" in said


def test_a_port_that_never_says_anything(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "CONNECTING", 0.5)
    monkeypatch.setattr(dask_client, "CLOSING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        said = refused(call, "--cluster", f"tcp://127.0.0.1:{silent.getsockname()[1]}")
    assert "no scheduler answers at" in said


def test_tls_without_certificates_or_with_wrong_ones(call: Call, folder: Path) -> None:
    assert "needs certificates" in refused(call, "--cluster", "tls://127.0.0.1:1")
    (folder / "no.pem").write_text("no certificate")
    words = [word for name in ("ca", "cert", "key") for word in (f"--cluster-{name}", "no.pem")]
    assert "the certificates cannot be used" in refused(call, "--cluster", "tls://127.0.0.1:1", *words)


def test_in_python() -> None:
    model = puzzledsl.parse("grid cell[2, 2] in 1..2\n")
    for cluster in ("tcp://10.0.0.1:8786", Cluster("tcp://10.0.0.1:8786")):
        with pytest.raises(PuzzleError, match="is not encrypted"):
            puzzledsl.batch(model, [], cluster=cluster)


@pytest.mark.parametrize(
    ("host", "expected"),
    [("localhost", True), ("127.0.0.1", True), ("127.8.9.1", True), ("[::1]", True), ("0.0.0.0", False),
     ("localhost.example.com", False), ("128.0.0.1", False), ("[::]", False), ("", False), ("LocalHost", True),
     ("127.0.0.1%.example.com", False), ("[::1%.example.com]", False), ("127.1", False), ("2130706433", False),
     ("0x7f.0.0.1", False), ("0177.0.0.1", False), ("ip6-localhost", False), ("user@127.0.0.1", False)],
)  # fmt: skip
def test_what_is_this_machine(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected
