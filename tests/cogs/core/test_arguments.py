"""Arguments of commands that come from the games, and suggestions while someone types."""

import logging
from collections.abc import Sequence
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.kapow.rules.game import KAPOW
from cogs.core.arguments import Argument, Suggestion, attachable, merged, offered, with_arguments
from cogs.core.click import Click

NUMBER, FILE = AppCommandOptionType.integer, AppCommandOptionType.attachment
GIVEN = [Argument("size", NUMBER, "How many. " + "x" * 100, 2, 9), Argument("deck", FILE, "Yours.")]


def test_each_option_that_is_a_file_becomes_an_argument() -> None:
    assert attachable(KAPOW.options) == {}
    (deck,) = attachable(CHOWPOW.options).values()
    assert (deck.name, deck.type) == ("deck", FILE)


def test_games_share_an_argument_that_is_described_for_each() -> None:
    deck = {"deck": Argument("deck", FILE, "A deck.")}
    board = {"board": Argument("board", FILE, "A board.")}
    together = merged({"Cards": deck, "Dice": {**deck, **board}})
    assert together["deck"].description == "Cards: A deck. Dice: A deck."
    assert together["board"].description == "Dice: A board."


async def test_a_command_takes_the_arguments() -> None:
    taken: dict[str, object] = {}

    async def act(_click: Click, own: str = "", **given: Any) -> None:  # noqa: ANN401 - anything
        taken.update(given, own=own)

    command = app_commands.Command[Any, ..., None](
        name="act", description="Act.", callback=with_arguments(act, GIVEN)
    )
    options = {option.name: option for option in command.parameters}
    assert list(options) == ["own", "size", "deck"]
    assert len(options["size"].description) == 100
    assert (options["size"].min_value, options["size"].max_value) == (2, 9)
    assert not any(option.required for option in command.parameters)
    callback: Any = command.callback
    await callback(None, size=2, own="x")
    assert taken == {"size": 2, "own": "x"}


def test_an_argument_cannot_mean_two_things() -> None:
    async def act(_click: Click, size: int = 0, **_given: object) -> None:
        del size

    with pytest.raises(ValueError, match="another meaning"):
        with_arguments(act, GIVEN)


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
