"""Shut down on SIGINT and SIGTERM, within a time limit that nothing can exceed."""

import asyncio
import faulthandler
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

logger = logging.getLogger(__name__)

STOP_SECONDS: Final = 1.7
"""Seconds that a shutdown may take, from the signal to the end of the process."""

GRACE: Final = 0.1
"""Seconds after that until the process is ended by a thread that needs no turn in Python."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Stopping:
    """The end of this process: asked for by a signal, or begun because the leases are lost.

    It takes no longer than its limit, whatever still hangs: threads that think, read or draw can't
    be interrupted. No data are lost then, as after a crash.
    """

    def __init__(self, seconds: float = STOP_SECONDS) -> None:
        self.asked = asyncio.Event()
        """Set by the first signal."""
        self._seconds = seconds
        self._begun = False
        self._is_done = False

    def listen(self) -> None:
        """Wait for signals; call it in the main thread. A second one ends the process at once."""
        loop = asyncio.get_running_loop()

        def asked(_number: int, _frame: FrameType | None) -> None:
            for number in SIGNALS:
                signal.signal(number, signal.SIG_DFL)
            self.begin()
            loop.call_soon_threadsafe(self.asked.set)

        for number in SIGNALS:
            signal.signal(number, asked)

    def begin(self) -> None:
        """Let the process end within the limit from now on."""
        if self._begun:
            return
        self._begun = True
        deadline = threading.Timer(self._seconds, self._give_up)
        deadline.daemon = True
        deadline.start()
        # Should some code keep all other threads from running, this ends the process without them.
        unread = Path(os.devnull).open("w", encoding="ascii")  # noqa: SIM115 - until the very end
        faulthandler.dump_traceback_later(self._seconds + GRACE, file=unread, exit=True)

    def done(self) -> None:
        """Note that only things are left that nobody misses: files to close, threads to end."""
        self._is_done = True

    def _give_up(self) -> None:
        if self._is_done:
            leave(0)
        logger.warning("stopping took too long: what is left is left behind")
        leave(1)


def leave(status: int) -> NoReturn:
    """End the process at once; nobody waits for what its threads still do."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
