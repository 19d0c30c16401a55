"""Runs the command as on Windows, as far as that goes elsewhere: ``python without_posix.py ARGUMENTS``.

What Windows' Python lacks is taken away: the modules and functions of POSIX that the standard library can do without
once it is loaded, and the fork (a second thread makes the pool spawn, as it always does there). Spawned processes
import this file anew, and lack the same.
"""

from __future__ import annotations

import asyncio  # noqa: F401 - loaded before its functions go
import multiprocessing.context
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import os
import signal
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401
import threading

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
OF_OS = (
    *(
        "fork",
        "forkpty",
        "getloadavg",
        "getpgid",
        "getpgrp",
        "killpg",
        "mkfifo",
        "nice",
        "openpty",
        "sched_getaffinity",
    ),
    *("setpriority", "setsid", "sysconf", "getuid", "geteuid", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC"),
)
OF_SIGNAL = (
    *("SIGALRM", "SIGHUP", "SIGPIPE", "SIGUSR1", "SIGUSR2", "SIGCHLD", "ITIMER_REAL", "SIG_BLOCK", "SIG_SETMASK"),
    *("alarm", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigwait"),
)

for module in MODULES:
    sys.modules[module] = None  # type: ignore[assignment] # an import of it raises
for space, names in ((os, OF_OS), (signal, OF_SIGNAL)):
    for name in names:
        if hasattr(space, name):
            delattr(space, name)
multiprocessing.resource_tracker._HAVE_SIGMASK = False  # type: ignore[attr-defined] # else it calls what is gone

if __name__ == "__main__":
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    from puzzledsl.__main__ import main

    sys.exit(main())
