"""Autocompletion: it filters, it keeps Discord's limits, and it never fails loudly."""

import logging
from collections.abc import Sequence
from typing import cast

import pytest

from cogs.arguments.completion import Suggestion, completing
from cogs.services import Click

NOBODY = cast("Click", None)
"""These suggestions do not ask who clicked."""


async def many(_click: Click) -> Sequence[Suggestion]:
    return [Suggestion(f"Table {number} " + "x" * 200, f"id{number}") for number in range(60)]


async def failing(_click: Click) -> Sequence[Suggestion]:
    raise OSError("the secret path of the database")


async def long(_click: Click) -> Sequence[Suggestion]:
    return [Suggestion("short", "y" * 101), Suggestion("Good", "good")]


async def test_at_most_twenty_five_lines_of_a_hundred_characters() -> None:
    offered = await completing(many)(NOBODY, "")
    assert len(offered) == 25
    assert all(len(choice.name) <= 100 for choice in offered)


async def test_what_was_typed_is_looked_for_in_names_and_values() -> None:
    complete = completing(many)
    assert [choice.value for choice in await complete(NOBODY, " TABLE 59 ")] == ["id59"]
    assert [choice.value for choice in await complete(NOBODY, "id58")] == ["id58"]
    assert await complete(NOBODY, "nothing like it") == []


async def test_what_discord_would_refuse_is_left_out() -> None:
    assert [choice.value for choice in await completing(long)(NOBODY, "")] == ["good"]


async def test_a_fault_offers_nothing_and_tells_the_log_its_kind_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        assert await completing(failing)(NOBODY, "") == []
    assert "OSError" in caplog.text
    assert "secret" not in caplog.text
