"""Stopping in time: SIGINT and SIGTERM are asked for once, and end the process in any case."""

import asyncio
import logging
import os
import signal
import threading
from types import FrameType

__all__ = ["STOP_SECONDS", "stop_on_signals"]

logger = logging.getLogger(__name__)

STOP_SECONDS = 9.0
"""The longest that stopping may take: whoever asked kills the process soon after, often at 10."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def stop_on_signals(seconds: float = STOP_SECONDS) -> asyncio.Event:
    """Return an event that the first SIGINT or SIGTERM sets; called in the main thread.

    A second one ends the process at once. So does the time: whatever hangs then, in this
    process or in another, is left behind with exit status 1. The log is as good as after a crash.
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
