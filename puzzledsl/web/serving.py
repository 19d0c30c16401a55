"""A server on this machine, until Ctrl-C."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from puzzledsl.diagnostics import failure

if TYPE_CHECKING:
    from starlette.types import ASGIApp

ADDRESS = "127.0.0.1"
"""The loopback interface: no other machine can reach it. This is not an option."""

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


def listening(port: int) -> socket.socket:
    """A socket on the loopback interface.

    Args:
        port: 0 for any that is free.

    Raises:
        PuzzleError: the port is taken, or may not be used.
    """
    found = socket.socket()
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: else another program could take the port over
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((ADDRESS, port))
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


def serve(application: ASGIApp, listener: socket.socket) -> None:
    """Answer requests until Ctrl-C. Those that came since the socket listens have been waiting."""
    import asyncio
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
    with suppress(KeyboardInterrupt), listener:  # uvicorn handles Ctrl-C and then raises it once more
        # `asyncio.run` would then wait for threads that still answer somebody.
        asyncio.new_event_loop().run_until_complete(uvicorn.Server(config).serve([listener]))
