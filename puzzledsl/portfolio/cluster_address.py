"""Which cluster: the address of a scheduler, or a number of workers on this machine."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.nearest import question
from puzzledsl.records import record

if TYPE_CHECKING:
    from typing import Self

_LOCAL = re.compile(r"local:(\d{1,4})")
_ADDRESS = re.compile(r"(?P<scheme>\w+)://(?P<host>\[[0-9A-Fa-f:.%\w]+\]|[^\s:/\[\]]+):(?P<port>\d{1,5})/?")


@record
class Cluster:
    """A cluster of Dask distributed.

    Attributes:
        address: ``tls://host:8786``, ``tcp://127.0.0.1:8786``, or ``local:4``: so many workers, started on this machine
            (``local:0``: one per processor).
        ca, cert, key: files of a ``tls://`` address, in PEM: of the authority, and of this client. Where they are not
            given, those of Dask's own configuration count.
    """

    address: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None

    @property
    def local(self) -> int | None:
        """The number of workers to start on this machine; ``None`` if the cluster is there already."""
        found = _LOCAL.fullmatch(self.address)
        return int(found[1]) if found else None

    @property
    def is_encrypted(self) -> bool:
        """Whether the connections use TLS."""
        return self.address.startswith("tls://")

    def checked(self) -> Self:
        """The cluster, if it may be used.

        Raises:
            PuzzleError: this is not an address, or others could read what is sent there, or send work themselves.
        """
        if self.local is not None:
            self._refuse_certificates()
            return self
        parts = _ADDRESS.fullmatch(self.address)
        if parts is None:
            raise _not_an_address(self.address)
        if int(parts["port"]) > 65_535:
            raise failure(f"`{self.address}` has no port: the largest one is 65535", code="cluster")
        if parts["scheme"] == "tls":
            self._look_for_files()
            return self
        if parts["scheme"] != "tcp":
            raise _not_an_address(self.address)
        self._refuse_certificates()
        if not is_loopback(parts["host"]):
            raise failure(
                f"`{self.address}` is not encrypted, and may lead to another machine",
                label="whoever reaches the port of a scheduler, or changes what passes on the way, can run any code on "
                "all machines of the cluster, and on this one",
                helps=(
                    "this machine is `127.0.0.1`, `[::1]` or `localhost`; no other name is looked up",
                    "use TLS: `tls://…` with --cluster-ca, --cluster-cert and --cluster-key",
                    "or a tunnel: `ssh -L 8786:127.0.0.1:8786 HOST`, then `tcp://127.0.0.1:8786`",
                ),
                code="cluster",
            )
        return self

    def _refuse_certificates(self) -> None:
        for name, value in self._files().items():
            if value is not None:
                raise failure(f"{name} is for an address that begins with `tls://`", code="cluster")

    def _look_for_files(self) -> None:
        for name, value in self._files().items():
            if value is not None and not os.path.isfile(value):
                raise failure(f"{name}: there is no file `{value}`", code="cluster")
        if self.key is not None and self.cert is None:
            raise failure("--cluster-key needs --cluster-cert, the certificate that it belongs to", code="cluster")

    def _files(self) -> dict[str, str | None]:
        return {"--cluster-ca": self.ca, "--cluster-cert": self.cert, "--cluster-key": self.key}


def is_loopback(host: str) -> bool:
    """Whether a host of an address is this machine.

    Names but ``localhost`` are not looked up: they may change. A ``%`` would make a name of a number.
    """
    if host.lower() == "localhost":
        return True
    from ipaddress import ip_address

    try:
        return "%" not in host and ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def endpoint(address: str) -> tuple[str, int]:
    """Host and port of an address; an empty host where it is none."""
    parts = _ADDRESS.fullmatch(address)
    return (parts["host"].strip("[]"), int(parts["port"])) if parts else ("", 0)


def _not_an_address(text: str) -> PuzzleError:
    bare = re.fullmatch(r"[\w.-]+:\d+", text)
    helps = ("an address is `tls://HOST:PORT`, `tcp://127.0.0.1:PORT`, or `local:N` for N workers on this machine",)
    meant = f"tls://{text}" if bare and not text.startswith(("local", "tcp", "tls")) else None
    return failure(f"`{text}` is not an address of a cluster", label=question(meant), helps=helps, code="cluster")
