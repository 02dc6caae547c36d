"""Shut down on SIGINT and SIGTERM, within a time limit."""

import asyncio
import logging
import os
import signal
import threading
from types import FrameType

__all__ = ["STOP_SECONDS", "stop_on_signals"]

logger = logging.getLogger(__name__)

STOP_SECONDS = 9.0
"""Seconds that a shutdown may take; container runtimes kill the process after 10."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def stop_on_signals(seconds: float = STOP_SECONDS) -> asyncio.Event:
    """Return an event that the first SIGINT or SIGTERM sets; call it in the main thread.

    A second signal ends the process at once. So does the time limit, with exit status 1, whatever
    still hangs. No data are lost, as after a crash.
    """
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def begin(_number: int, _frame: FrameType | None) -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        deadline = threading.Timer(seconds, _give_up)
        deadline.daemon = True
        deadline.start()
        loop.call_soon_threadsafe(stop.set)

    for number in SIGNALS:
        signal.signal(number, begin)
    return stop


def _give_up() -> None:
    logger.error("stopping took too long: what is left is left behind")
    os._exit(1)
