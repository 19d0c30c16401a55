"""The command `puzzledsl`; also ``python -m puzzledsl``."""

from __future__ import annotations


def main() -> int:
    """Runs the command line and returns its exit status. Never ends in a traceback for what a user did."""
    try:
        from puzzledsl.cli.timing import process_started

        started = process_started()
        from puzzledsl.cli.program import program
        from puzzledsl.cli.run import run

        return run(program, None, "puzzledsl", started)
    except KeyboardInterrupt:  # before `run` can take care of it, or once more while it does
        return 130


if __name__ == "__main__":
    import sys

    sys.exit(main())
