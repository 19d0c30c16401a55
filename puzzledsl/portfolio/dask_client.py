"""Reach a scheduler of Dask, or start one with workers on this machine.

Only this module, `dask_executor` and `chunk` use distributed, whose interface has types only in part.
"""

from __future__ import annotations

import logging
import socket
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from puzzledsl.diagnostics import PuzzleError, failure
from puzzledsl.portfolio.cluster_address import endpoint, is_loopback
from puzzledsl.portfolio.local_executor import sigint_blocked

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster

T = TypeVar("T")

CONNECTING = 10.0
"""Seconds within which a scheduler must answer."""

CLOSING = 5.0
"""Seconds that closing may take."""


def distributed_package() -> Any:
    """The package `distributed`.

    Raises:
        PuzzleError: it is not installed.
    """
    try:
        import distributed
    except ImportError:
        raise failure(
            "clusters need the package `distributed`",
            helps=("`pip install 'puzzledsl[cluster]'` installs it",),
            code="library",
        ) from None
    return distributed


def local_cluster(distributed: Any, number: int) -> Any:
    """A cluster of processes of this machine; 0 stands for one on each processor."""
    import os

    import dask

    # A worker that is lost a second time within this time would not be started again.
    dask.config.set({"distributed.deploy.lost-worker-timeout": "1 day"})
    # A terminal sends Ctrl-C to the workers, too, which would print where they were.
    with sigint_blocked(spawning=True):
        return distributed.LocalCluster(
            n_workers=number or os.cpu_count() or 1,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            memory_limit=0,  # the system knows better what there is
            silence_logs=logging.CRITICAL,
        )


def client_of(distributed: Any, cluster: Cluster, own: Any) -> tuple[Any, list[str]]:
    """A client that is connected, and what the user should be told of the cluster.

    Args:
        own: what `local_cluster` has started for this client; ``None`` for the cluster's own address.

    Raises:
        PuzzleError: there is no scheduler, or the certificates do not fit.
    """
    address = cluster.address if own is None else own.scheduler_address
    security = _security(distributed, cluster) if cluster.is_encrypted else None
    try:  # Dask would try a closed port again and again
        socket.create_connection(endpoint(address), CONNECTING).close()
    except OSError as error:
        raise _no_scheduler(cluster, error) from None

    given_up = threading.Event()

    def connected() -> Any:
        found = distributed.Client(address, timeout=CONNECTING, set_as_default=False, security=security)
        if given_up.is_set():
            found.close(timeout=CLOSING)
        return found

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            # Dask itself waits for ever for a port that takes connections and says nothing.
            client = within(CONNECTING + CLOSING, connected)
        except BaseException as error:
            given_up.set()
            if isinstance(error, Exception):
                raise _no_scheduler(cluster, error) from None
            raise
    remarks = [str(one.message).strip() for one in said if "VersionMismatch" in one.category.__name__]
    if own is None and not cluster.is_encrypted:
        told = str(client.scheduler_info().get("address", ""))
        if not is_loopback(endpoint(told)[0]):
            remarks.append(
                f"the scheduler listens at `{told}`, without encryption; whoever reaches that port can run any "
                "code on its workers and here (`dask scheduler --host 127.0.0.1`, or TLS, shuts others out)"
            )
    return client, remarks


def within(seconds: float, ask: Callable[[], T]) -> T:
    """What a call returns, which may never end: then it goes on in a thread.

    Raises:
        TimeoutError: it has not ended in so many seconds.
        Exception: whatever it raises.
    """
    ended: Future[T] = Future()

    def run() -> None:
        try:
            ended.set_result(ask())
        except BaseException as error:
            ended.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return ended.result(seconds)
    except TimeoutError:
        if ended.done():
            raise
        raise TimeoutError(f"no answer in {seconds:g} s") from None


def _no_scheduler(cluster: Cluster, error: Exception) -> PuzzleError:
    if isinstance(error, (ConnectionError, socket.gaierror)):
        helps = "start one with `dask scheduler`, and workers with `dask worker`"
    elif cluster.is_encrypted:
        helps = "a scheduler with certificates of another authority, or without TLS, does not answer, either"
    else:
        helps = "a scheduler with TLS needs an address that begins with `tls://`, and certificates"
    message = f"no scheduler answers at `{cluster.address}`"
    return failure(message, label=words(error), helps=(helps,), code="cluster")


def _security(distributed: Any, cluster: Cluster) -> Any:
    given = {"tls_ca_file": cluster.ca, "tls_client_cert": cluster.cert, "tls_client_key": cluster.key}
    given = {name: value for name, value in given.items() if value is not None}
    try:
        security = distributed.Security(require_encryption=True, **given)
        if security.tls_ca_file is None or security.tls_client_cert is None:
            raise failure(
                f"`{cluster.address}` needs certificates",
                helps=(
                    "--cluster-ca, --cluster-cert and --cluster-key name their files; Dask's own configuration "
                    "(`distributed.comm.tls`) may do so, too",
                ),
                code="cluster",
            )
        security.get_connection_args("client")
    except (OSError, ValueError) as error:  # `ssl.SSLError` is an OSError
        raise failure(f"the certificates cannot be used: {words(error)}", code="cluster") from None
    return security


def words(error: object) -> str:
    """An exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:500] if text else type(error).__name__
