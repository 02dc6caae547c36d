"""What a process of the evenings tells of its log."""

import asyncio
import logging

import pytest

from bot.lab.week.night_worker import Telling


@pytest.mark.parametrize(
    ("error", "told"),
    [(ValueError("it"), "logged ERROR test%3A%20it%20failed\n"), (asyncio.CancelledError(), "")],
)
def test_an_error_is_told_but_nothing_that_was_cancelled(
    error: BaseException, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    info = (type(error), error, None)
    record = logging.LogRecord("test", logging.ERROR, "", 0, "it failed", (), info)
    Telling().emit(record)
    assert capsys.readouterr().out == told
