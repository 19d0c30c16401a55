"""A server on this machine, until Ctrl-C."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import PuzzleError, failure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.types import ASGIApp

ADDRESS = "127.0.0.1"
"""The loopback interface: no other machine can reach it. This is no option."""

_QUEUE = 64


def check_installed() -> None:
    """Refuse to go on without the libraries of the extra ``web``.

    Raises:
        PuzzleError: one is missing.
    """
    from importlib.util import find_spec

    missing = [name for name in ("starlette", "uvicorn", "websockets") if find_spec(name) is None]
    if missing:
        raise failure(
            f"this command needs {' and '.join(f'`{name}`' for name in missing)}",
            helps=('install it with `pip install "puzzledsl[web]"`',),
            code="install",
        )


def listening(port: int, family: socket.AddressFamily = socket.AF_INET, address: str = ADDRESS) -> socket.socket:
    """A socket on the loopback interface.

    Args:
        port: 0 for any that is free.

    Raises:
        PuzzleError: the port is taken, or may not be used.
    """
    found = socket.socket(family)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: else another program could take the port over
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((address, port))
        found.listen(_QUEUE)
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise failure(
            f"port {port} cannot be used: {reason}",
            helps=("another program uses it, perhaps another call of this command",),
            code="port",
        ) from None
    return found


def both_loopbacks(port: int) -> list[socket.socket]:
    """Sockets for IPv4 and, where there is one, IPv6: a browser may take ``localhost`` for either.

    Raises:
        PuzzleError: the port cannot be used.
    """
    first = listening(port)
    try:
        return [first, listening(first.getsockname()[1], socket.AF_INET6, "::1")]
    except PuzzleError:
        return [first]


def serve(application: ASGIApp, sockets: Sequence[socket.socket], started: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C.

    Args:
        started: called as soon as requests are answered.
    """
    import asyncio
    import signal
    from contextlib import suppress

    import uvicorn

    config = uvicorn.Config(
        application,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=4_000_000,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        async def tell() -> None:
            while not server.started:
                await asyncio.sleep(0.01)
            started()

        telling = asyncio.create_task(tell())
        await server.serve(list(sockets))
        telling.cancel()

    # uvicorn handles Ctrl-C and then raises it once more for whoever called it
    before = signal.getsignal(signal.SIGTERM)
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(run())
    finally:
        signal.signal(signal.SIGTERM, before)
        for one in sockets:
            one.close()
