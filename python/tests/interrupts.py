# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""Ctrl-C, for tests of what an interrupted fit leaves."""
import contextlib
import signal


@contextlib.contextmanager
def interrupted_after(seconds):
    """Ctrl-C after some time."""
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
