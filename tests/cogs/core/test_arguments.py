"""Suggestions while someone types."""

import logging
from collections.abc import Sequence

import pytest

from cogs.core.arguments import Suggestion, offered


async def many() -> Sequence[Suggestion]:
    return [Suggestion(f"Table {number} " + "x" * 200, f"id{number}") for number in range(60)]


async def failing() -> Sequence[Suggestion]:
    raise OSError("the secret path of the database")


async def long() -> Sequence[Suggestion]:
    return [Suggestion("short", "y" * 101), Suggestion("Good", "good")]


async def test_at_most_twenty_five_lines_of_a_hundred_characters() -> None:
    lines = await offered("", many())
    assert len(lines) == 25
    assert all(len(choice.name) <= 100 for choice in lines)


async def test_what_was_typed_is_looked_for_in_names_and_values() -> None:
    assert [choice.value for choice in await offered(" TABLE 59 ", many())] == ["id59"]
    assert [choice.value for choice in await offered("id58", many())] == ["id58"]
    assert await offered("nothing like it", many()) == []


async def test_what_discord_would_refuse_is_left_out() -> None:
    assert [choice.value for choice in await offered("", long())] == ["good"]


async def test_a_fault_offers_nothing_and_logs_its_kind(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert await offered("", failing()) == []
    assert "OSError" in caplog.text
    assert "secret" not in caplog.text
