"""One call of the command from its arguments to its exit status: where every exception ends."""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from puzzledsl.cli import statuses
from puzzledsl.cli.invocation import Invocation
from puzzledsl.diagnostics import Diagnostic, PuzzleError, bug
from puzzledsl.time_limit import OutOfTime
from puzzledsl.timing import TimeIsUp

if TYPE_CHECKING:
    from collections.abc import Sequence


_BROKEN = {errno.EPIPE, errno.EINVAL} if os.name == "nt" else {errno.EPIPE}
"""What writing to a pipe whose reader is gone gives; Windows calls it an invalid argument."""

_PLAIN = {
    r"is not in the range x>=(\d+)$": r"is less than \1",
    r"is not in the range (\d+)<=x<=(\d+)$": r"is not from \1 to \2",
    r"is not a valid integer( range)?$": "is not a whole number",
}
"""Ends of click's messages, and the same in plain words."""


def run(
    program: click.Group,
    arguments: list[str] | None,
    name: str,
    started: float | None = None,
    **extra: Any,
) -> int:
    """Runs a command line and returns its exit status.

    Args:
        arguments: without the program's name; ``None`` for those of the process.
        started: when the process began, on the clock of ``time.monotonic``; ``None``: now.
        extra: passed to click's context.
    """
    words = sys.argv[1:] if arguments is None else arguments
    invocation = Invocation(time.monotonic() if started is None else started, json="--json" in words)
    _prepare_streams()
    try:
        try:
            status = _invoke(program, words, name, invocation, extra)
            sys.stdout.flush()
        except PuzzleError as error:
            status = _wrong(error.diagnostics, invocation)
            if error.diagnostics[0].code == "memory":
                status = statuses.LIMIT
        except click.UsageError as error:
            status = _misused(error, invocation, words, name)
        except click.ClickException as error:
            status = _wrong([Diagnostic(error.format_message(), code="call")], invocation)
        except (KeyboardInterrupt, click.Abort):
            status = _interrupted(invocation)
        except (TimeIsUp, OutOfTime):  # of a command that has nothing to print without a model
            invocation.complain([Diagnostic("the time limit came before the model was read", code="late")])
            status = statuses.LIMIT
        sys.stdout.flush()
    except OSError as error:
        status = _unwritable(error)
    except (Exception, RecursionError, MemoryError) as error:
        status = _bug(error, invocation)
    return status


def _prepare_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller (`>&-`): then nothing reads it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a title in Greek is no reason to fail in a Latin terminal
    if sys.platform == "win32":
        from colorama import just_fix_windows_console

        just_fix_windows_console()  # else older consoles print the codes of colours instead of obeying them


def leave(status: int) -> int:
    """End the process at once, without Python's clean-up.

    All output has been flushed and the process that runs HiGHS has ended by now. Under a debugger, a profiler or a
    coverage tool the status is returned instead.
    """
    if sys.gettrace() is None and sys.getprofile() is None and not os.environ.get("PUZZLEDSL_DEBUG"):
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)
    return status


def _invoke(
    program: click.Group, words: Sequence[str], name: str, invocation: Invocation, extra: dict[str, Any]
) -> int:
    try:
        status = click.Group.main(program, list(words), name, standalone_mode=False, obj=invocation, **extra)
    except SystemExit:  # click's answer to a closed pipe
        return statuses.BROKEN_PIPE
    return status if isinstance(status, int) else statuses.FOUND


def _wrong(diagnostics: Sequence[Diagnostic], invocation: Invocation) -> int:
    invocation.complain(diagnostics)
    return statuses.WRONG


def _misused(error: click.UsageError, invocation: Invocation, words: Sequence[str], name: str) -> int:
    context = error.ctx
    if context is not None and type(error).__name__ == "NoArgsIsHelpError":  # older versions of click have none
        print(context.get_help(), file=sys.stderr)
        return statuses.WRONG
    # click does not name the command where the value of an option is missing
    path = f"{name} {words[0]}" if context is None and words else name if context is None else context.command_path
    message = error.format_message().rstrip(".")
    helps = (f"`{path} --help` explains the command",)
    if isinstance(error, click.NoSuchOption):
        message = _unknown_option(error)
    for ending, plain in _PLAIN.items():
        message = re.sub(ending, plain, message)
    return _wrong([Diagnostic(message[:1].lower() + message[1:], helps=helps, code="call")], invocation)


def _unknown_option(error: click.NoSuchOption) -> str:
    from puzzledsl.nearest import question, unknown

    command = error.ctx.command if error.ctx is not None else None
    known = [word for option in (command.params if command is not None else ()) for word in option.opts]
    root, name = error.ctx.find_root() if error.ctx is not None else None, error.option_name.lstrip("-")
    if root is not None and isinstance(root.command, click.Group) and name in root.command.list_commands(root):
        return f"there is no option {error.option_name}; {question(f'puzzledsl {name}')}"
    return unknown("option", error.option_name, [word for word in known if word.startswith("-")]).rstrip(".")


def _interrupted(invocation: Invocation) -> int:
    if invocation.json:
        invocation.emit({"error": "interrupted", "interrupted": True})
    else:
        print("interrupted", file=sys.stderr)
    return statuses.INTERRUPTED


def _unwritable(error: OSError) -> int:
    """Standard output is gone. What is still in its buffer must not fail a second time when Python ends."""
    broken = isinstance(error, BrokenPipeError) or error.errno in _BROKEN
    if not broken and os.environ.get("PUZZLEDSL_DEBUG"):
        raise error
    with suppress(OSError, ValueError):  # a stream without a file
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    if broken:
        return statuses.BROKEN_PIPE
    with suppress(OSError):  # where standard error is full too, there is only the status
        print(f"error: the output cannot be written: {error.strerror or error}", file=sys.stderr, flush=True)
    return statuses.WRONG


def _bug(error: BaseException, invocation: Invocation) -> int:
    if os.environ.get("PUZZLEDSL_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from puzzledsl.kernel.library import KernelError

    if isinstance(error, KernelError):
        return _wrong([Diagnostic(str(error), code="kernel")], invocation)
    advice = "PUZZLEDSL_DEBUG=1 shows where it happened; please report that together with the model and what "
    return _wrong([bug(error, "model", f"{advice}`puzzledsl --report` prints")], invocation)
