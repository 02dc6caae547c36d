"""Process names: unique, and they tell whether a visible process still runs."""

import os
import subprocess
import sys

import pytest

from bot.process import has_ended, process_name

SAY_AND_WAIT = "from bot.process import process_name; print(process_name(), flush=True); input()"


def test_every_name_is_new() -> None:
    assert process_name() != process_name()
    assert not has_ended(process_name())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process started")
def test_another_process_is_seen_to_run_and_to_have_ended() -> None:
    command = [sys.executable, "-c", SAY_AND_WAIT]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout is not None
        name = other.stdout.readline().strip()
        assert not has_ended(name)
        other.kill()
        # Nobody has asked for its status yet: it is dead all the same.
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(name)
    assert has_ended(name)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process started")
def test_a_number_that_was_given_again_is_another_process() -> None:
    machine, pid, start, scope, rest = process_name().split(":")
    assert has_ended(":".join((machine, pid, str(int(start) - 1), scope, rest)))


@pytest.mark.parametrize("name", ["main", "far away", "", "a:1:2:3:4", "a:1:2::4", "a:x:2:3:4"])
def test_processes_elsewhere_never_count_as_ended(name: str) -> None:
    assert not has_ended(name)
