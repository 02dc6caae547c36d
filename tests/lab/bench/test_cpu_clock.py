"""The CPU time of another process is as precise as its own clock."""

import os
import time

from bot.lab.bench.cpu_clock import cpu_seconds


def test_it_agrees_with_the_process_itself() -> None:
    before = time.process_time()
    told = cpu_seconds(os.getpid())
    # psutil counts in hundredths where there is no such clock.
    assert before - 0.02 <= told <= time.process_time() + 0.02
