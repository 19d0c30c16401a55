"""What a worker of a cluster runs at its start to become a bad one: two of its cells change places, or it dies.

A chunk that has the line `KILLER` in it ends the worker. In others the grids of lines that begin with 1 are spoiled.
"""

from __future__ import annotations

import os
import signal
from dataclasses import replace

from puzzledsl.batches.outcome import Outcome
from puzzledsl.portfolio import chunk

KILLER = "4" + "." * 15

_honest = chunk.work_on


def _spoilt(result: object) -> object:
    if isinstance(result, Outcome) and result.answer is not None and result.line.givens.startswith("1"):
        first, second, *rest = result.answer.values or ()
        return replace(result, answer=replace(result.answer, values=(second, first, *rest)))
    return result


def work_on(work: bytes, items: bytes, versions: str) -> tuple[bytes, float]:
    for item in chunk.unpacked(items):
        if getattr(item, "givens", "") == KILLER:
            os.kill(os.getpid(), signal.SIGKILL)
    results, seconds = _honest(work, items, versions)
    return chunk.packed([_spoilt(one) for one in chunk.unpacked(results)]), seconds


def dask_setup(worker: object) -> None:
    chunk.work_on = work_on
