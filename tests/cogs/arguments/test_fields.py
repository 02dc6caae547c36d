"""Arguments of a command that come from the games."""

from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.kapow.rules.game import KAPOW
from cogs.answers.click import Click
from cogs.arguments.fields import Argument, attachable, merged, with_arguments

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
