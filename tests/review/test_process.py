"""The review process prints its progress, and the review as the last line; and what starts it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.game.record_lines import MAX_RECORD_LENGTH, TITLE
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.review.making import Advisers, make_review
from bot.review.process import NICE, FailedReviewError, InProcess, ReviewProcess
from bot.review.review import read_review
from tests.helpers import PATIENCE, until
from tests.house.files import ROOT
from tests.review.matches import advisers, match
from tests.review.quick import QUICK
from tests.review.quickly import quick_reviews

REAL = "bot.review.making"


@contextmanager
def process(program: str = REAL) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        (sys.executable, "-m", program),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as running:
        yield running


@pytest.mark.parametrize(
    ("program", "by"),
    [
        ("tests.review", Advisers(QUICK, QUICK)),
        pytest.param(REAL, advisers(), marks=pytest.mark.thorough),
    ],
)
def test_a_review_comes_out(program: str, by: Advisers) -> None:
    record = match(2, 1)
    with process(program) as running:
        # The real adviser takes a minute with a processor to itself.
        told, complaints = running.communicate(str(record), 5 * PATIENCE)
    *steps, last = told.splitlines()
    assert (running.returncode, complaints) == (0, "")
    assert list(map(int, steps)) == list(range(1, len(record.actions) + 1))
    made = make_review(record, GAMES, by.first, lambda _: None, by.closer)
    assert read_review(last) == made


def test_what_is_no_record_is_told_in_a_sentence() -> None:
    with process() as running:
        told, complaints = running.communicate("hello", PATIENCE)
    assert (running.returncode, told) == (1, "")
    assert complaints.startswith("Line 1: This isn't a record")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (f"{TITLE}\n# \u00e9".encode("latin-1"), "Line 2: This isn't UTF-8 text.\n"),
        (f"{TITLE}\ngame: “みな…".encode(), "The record has no line “secret:”.\n"),
        (b"x" * (MAX_RECORD_LENGTH + 9), "This file is too large to be a record.\n"),
    ],
)
def test_bytes_that_are_no_record_are_told_in_a_sentence(content: bytes, sentence: str) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "bot.review.making"),
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"},  # records are UTF-8
        input=content,
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == sentence


async def test_everything_else_comes_first() -> None:
    with process() as running:
        await until(lambda: os.getpriority(os.PRIO_PROCESS, running.pid) == NICE)
        assert running.stdin
        running.stdin.close()
        assert running.wait(PATIENCE) == 1


def test_it_ends_where_nobody_listens_any_more() -> None:
    with process("tests.review") as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(str(match(4, 3)))
        running.stdin.close()
        assert running.stdout.readline() == "1\n"
        running.stdout.close()
        assert running.wait(PATIENCE) == 1
        assert running.stderr.read() == ""


async def looked(review: InProcess, actions: int | None = None) -> None:
    """Wait until that many actions have been looked at; else until it is over."""
    await until(lambda: review.over if actions is None else review.looked_at >= actions)


async def test_a_failing_process_says_why() -> None:
    record = Record(KAPOW.name, bytes(SECRET_BYTES), ("a", "b"), ("", ""))
    for unfit, why in ((record, "n't finished"), (replace(record, game="bridge"), "no adviser")):
        making = ReviewProcess().begin(unfit)
        await looked(making)
        with pytest.raises(FailedReviewError, match=why):
            making.result()


async def test_a_process_killed_before_it_heard_all_ended_without_a_word() -> None:
    more_than_a_pipe_holds = 1_000_000 * "a"
    record = Record(KAPOW.name, bytes(SECRET_BYTES), (more_than_a_pipe_holds, "b"), ("", ""))
    making = ReviewProcess().begin(record)
    making.stop()
    await looked(making)
    with pytest.raises(FailedReviewError, match="without a word"):
        making.result()


async def test_the_process_of_a_review_that_is_given_up_is_killed() -> None:
    record = match(2, 1)
    for begun in (0, 1):
        making = quick_reviews().begin(record)
        await looked(making, begun)
        making.stop()
        await looked(making)
        with pytest.raises(FailedReviewError):
            making.result()
