"""``--jobs`` and ``--cluster``: who shares the work of a command."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puzzledsl.cli.options import option
from puzzledsl.cli.shared_options import first_given, jobs_option

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster

F = TypeVar("F", bound=Callable[..., Any])


def sharing_options(note: str = "Number of processes that share the work; 0: one per processor.") -> Callable[[F], F]:
    """``--jobs`` and ``--cluster``, as the parameters ``jobs`` (at least 1) and ``cluster``."""
    return lambda function: _sharing_options(function, note)


def _sharing_options(function: F, note: str) -> F:
    from functools import wraps

    @wraps(function)
    def collected(
        *args: Any,
        jobs: int,
        cluster: str | None,
        cluster_ca: str | None,
        cluster_cert: str | None,
        cluster_key: str | None,
        **kwargs: Any,
    ) -> Any:
        found = _cluster(cluster, cluster_ca, cluster_cert, cluster_key)
        return function(*args, jobs=jobs or os.cpu_count() or 1, cluster=found, **kwargs)

    wrapped: Any = collected
    for name, what in (
        ("--cluster-key", "The private key of --cluster-cert, if it is not in the same file."),
        ("--cluster-cert", "The certificate of this client, for an address tls://."),
        ("--cluster-ca", "The certificate of the authority, for an address tls://."),
    ):
        wrapped = option(name, type=click.Path(), metavar="FILE", help=what)(wrapped)
    wrapped = option(
        "--cluster",
        metavar="ADDRESS",
        help="Instead of --jobs: the workers of a Dask cluster. tls://HOST:PORT, tcp://127.0.0.1:PORT, or local:N (N "
        "workers on this machine).",
    )(wrapped)
    return jobs_option(note)(wrapped)  # type: ignore[no-any-return]


def _cluster(address: str | None, ca: str | None, cert: str | None, key: str | None) -> Cluster | None:
    if address is None:
        if given := first_given("cluster_ca", "cluster_cert", "cluster_key"):
            raise click.UsageError(f"{given} is for --cluster: give the address of a cluster, too")
        return None
    if first_given("jobs"):
        raise click.UsageError("--jobs is for processes of this machine, --cluster for a cluster: give one of them")
    from puzzledsl.portfolio.cluster_address import Cluster

    return Cluster(address, ca, cert, key).checked()
