"""``--jobs`` and ``--cluster``: who shares the work of a command."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli.options import grouped, option
from puzzledsl.cli.shared_options import first_given, jobs_option

if TYPE_CHECKING:
    from puzzledsl.portfolio.cluster_address import Cluster


def sharing_options(
    note: str = "Number of processes that share the work; 0: one per processor.",
) -> Callable[[Any], Any]:
    """``--jobs`` and ``--cluster``, as the parameters ``jobs`` (at least 1) and ``cluster``."""
    files = {
        "--cluster-ca": "The certificate of the authority, for an address tls://.",
        "--cluster-cert": "The certificate of this client, for an address tls://.",
        "--cluster-key": "The private key of --cluster-cert, if it is not in the same file.",
    }
    cluster = grouped(
        "cluster",
        _cluster,
        option(
            "--cluster",
            metavar="ADDRESS",
            help="Instead of --jobs: the workers of a Dask cluster. tls://HOST:PORT, tcp://127.0.0.1:PORT, or local:N "
            "(N workers on this machine).",
        ),
        *(option(name, type=click.Path(), metavar="FILE", help=what) for name, what in files.items()),
    )
    jobs = grouped("jobs", lambda jobs: jobs or os.cpu_count() or 1, jobs_option(note))
    return lambda function: jobs(cluster(function))


def _cluster(
    cluster: str | None, cluster_ca: str | None, cluster_cert: str | None, cluster_key: str | None
) -> Cluster | None:
    if cluster is None:
        if given := first_given("cluster_ca", "cluster_cert", "cluster_key"):
            raise click.UsageError(f"{given} is for --cluster: give the address of a cluster, too")
        return None
    if first_given("jobs"):
        raise click.UsageError("--jobs is for processes of this machine, --cluster for a cluster: give one of them")
    from puzzledsl.portfolio.cluster_address import Cluster

    return Cluster(cluster, cluster_ca, cluster_cert, cluster_key).checked()
