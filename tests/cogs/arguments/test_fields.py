"""A model's fields as arguments of a command."""

from enum import StrEnum
from typing import Any, Literal

import pytest
from discord import AppCommandOptionType, app_commands
from pydantic import BaseModel, Field

from cogs.answers.click import Click
from cogs.arguments.fields import Argument, merged, titled, with_arguments


class Suit(StrEnum):
    RED = "red"
    BLACK = "black"


class Cards(BaseModel):
    rounds: int = Field(3, ge=1, le=5, title="Rounds", description="How many rounds.")
    size: Literal[12, 9] | None = Field(None, title="Size", description="How large a hand.")
    order: Literal["high", "low"] = Field("low", title="Order")
    open: bool = Field(False, title="Open", description="Whether hands lie open. " + "x" * 100)
    any: int | None = Field(None, ge=0, title="Any")
    trumps: Suit = Field(Suit.RED, title="Trumps")
    cap: int = 7


class Dice(BaseModel):
    rounds: int = Field(3, ge=2, le=9, title="Rounds", description="How many rounds.")
    dice: str = Field("d6", title="Dice", description="Which dice.")


class Coins(BaseModel):
    rounds: bool = Field(False, title="Rounds")


class Weights(BaseModel):
    weight: float = Field(1.0, title="Weight")


def test_each_titled_field_becomes_an_argument_typed_and_limited_alike() -> None:
    arguments = titled(Cards)
    assert list(arguments) == ["rounds", "size", "order", "open", "any", "trumps"]
    integer, string = AppCommandOptionType.integer, AppCommandOptionType.string
    assert arguments["rounds"] == Argument("rounds", integer, "How many rounds.", 1, 5)
    assert arguments["size"] == Argument("size", integer, "How large a hand.", words=(12, 9))
    assert arguments["order"] == Argument("order", string, "Order", words=("high", "low"))
    assert arguments["open"].type is AppCommandOptionType.boolean
    assert arguments["any"] == Argument("any", integer, "Any", 0)
    assert arguments["trumps"] == Argument("trumps", string, "Trumps", words=("red", "black"))


def test_what_discord_has_no_kind_for_is_refused_at_once() -> None:
    with pytest.raises(TypeError):
        titled(Weights)


def test_groups_share_an_argument_with_the_widest_limits() -> None:
    together = merged({"Cards": titled(Cards), "Dice": titled(Dice)})
    assert (together["rounds"].lowest, together["rounds"].highest) == (1, 9)
    assert together["rounds"].description == "How many rounds."
    assert together["dice"].description == "Dice: Which dice."
    with pytest.raises(ValueError, match="not the same kind"):
        merged({"Dice": titled(Dice), "Coins": titled(Coins)})


async def test_a_command_takes_the_arguments() -> None:
    taken: dict[str, object] = {}

    async def act(_click: Click, own: str = "", **given: Any) -> None:  # noqa: ANN401 - anything
        taken.update(given, own=own)

    command = app_commands.Command[Any, ..., None](
        name="act", description="Act.", callback=with_arguments(act, titled(Cards).values())
    )
    options = {option.name: option for option in command.parameters}
    assert list(options) == ["own", *titled(Cards)]
    assert len(options["open"].description) == 100
    assert [choice.value for choice in options["size"].choices] == [12, 9]
    assert not any(option.required for option in command.parameters)
    callback: Any = command.callback
    await callback(None, rounds=2, own="x")
    assert taken == {"rounds": 2, "own": "x"}


def test_an_argument_cannot_mean_two_things() -> None:
    async def act(_click: Click, rounds: int = 0, **_given: object) -> None:
        del rounds

    with pytest.raises(ValueError, match="another meaning"):
        with_arguments(act, titled(Cards).values())
