"""For all tests: Ctrl-C means what it means in a terminal."""

from __future__ import annotations

import signal

# A shell that runs the tests in the background (`make test &` in a script) has them ignore SIGINT, and so would every
# process that they start: those that are sent it would go on to their end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
