"""A Dask cluster in a process of its own: `python serve.py '{"workers": 2}'` prints its address and waits for the end.

Options: ``workers``; ``preload``, a file that each worker runs when it starts; ``tls``, the files of the authority, of
a certificate and of its key; ``allowed_failures``, after how many lost workers a task is given up.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import Any

import dask
import distributed


def at_work(dask_worker: Any) -> tuple[int, list[str]]:
    """On a worker: its process, and the tasks that it is working on."""
    return os.getpid(), [str(task.key) for task in dask_worker.state.executing]


def main(options: dict[str, Any]) -> None:
    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": options.get("allowed_failures", 3),
            "distributed.deploy.lost-worker-timeout": "1 day",  # else those that are killed too often stay away
        }
    )
    further: dict[str, Any] = {}
    if "tls" in options:
        names = ("tls_ca_file", "tls_scheduler_cert", "tls_scheduler_key")
        files = dict(zip(names, options["tls"], strict=True))
        for role in ("worker", "client"):
            files |= {f"tls_{role}_cert": options["tls"][1], f"tls_{role}_key": options["tls"][2]}
        further |= {"security": distributed.Security(require_encryption=True, **files), "protocol": "tls://"}
    if "preload" in options:
        further["preload"] = [options["preload"]]
    with distributed.LocalCluster(
        n_workers=options["workers"],
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        **further,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
