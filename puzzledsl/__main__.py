"""The command `puzzledsl`; also ``python -m puzzledsl``."""

from __future__ import annotations


def main() -> int:
    """Runs the command line and ends the process with its exit status, without a traceback for what a user did.

    It returns the status only where a debugger or a coverage tool watches, which needs Python to end by itself.
    """
    try:
        import gc
        import time

        # A model is many small objects, and hardly any of them is garbage: looking for it less often saves a tenth.
        gc.set_threshold(100_000, 20)
        started = time.monotonic()
        from puzzledsl.cli.startup import load_click

        load_click()
        from puzzledsl.cli.command_line import command_line
        from puzzledsl.cli.run import leave, run

        return leave(run(command_line, None, "puzzledsl", started))
    except KeyboardInterrupt:  # before `run` can take care of it, or once more while it does
        import sys

        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    import sys

    sys.exit(main())
