"""A call in a process of its own, which is ended at its limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from puzzledsl.portfolio.local_executor import begin_worker, process_context, sigint_blocked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

R = TypeVar("R")


def in_new_process(work: Callable[[], R], prepare: Callable[[], object], most: float) -> R:
    """Call a function in a new process and return its result.

    Args:
        work: can be pickled, and its result, too.
        prepare: called there before ``work``.
        most: seconds that ``work`` may take.

    Raises:
        TimeoutError: ``work`` took longer.
        ChildProcessError: the process ended without a result. An exception in ``work`` ends it.
    """
    context = process_context()
    ours, theirs = context.Pipe(duplex=False)
    process: Any = context.Process(target=_serve, args=(theirs, work, prepare), daemon=True)  # type: ignore[attr-defined]
    with ours:
        with theirs, sigint_blocked(spawning=context.get_start_method() != "fork"):
            process.start()
        try:
            ours.recv()  # it is prepared
            if not ours.poll(most):
                raise TimeoutError
            result: R = ours.recv()
            return result
        except EOFError:
            process.join()
            raise ChildProcessError(f"the process ended {_manner(process.exitcode)}") from None
        finally:
            process.kill()
            process.join()


def _manner(code: int) -> str:
    memory = "; often the system is out of memory" if code == -9 else ""
    return f"by signal {-code}{memory}" if code < 0 else f"with exit code {code}"


def _serve(connection: Connection, work: Callable[[], object], prepare: Callable[[], object]) -> None:
    begin_worker()
    prepare()
    connection.send(None)
    connection.send(work())
