"""Card faces on buttons: uploaded once, renewed by content, and text wherever there are none."""

import logging
from typing import Any

import pytest

from bot.face.emoji import SUITS
from bot.games.faces import face_of
from cogs.core.page import TEXT_LIMIT, Emojis, Page, PageView, Text
from cogs.emojis import LATER
from tests.cogs.guest import Guest
from tests.cogs.world import World
from tests.helpers import Caplog

at_once = pytest.mark.house(emojis_per_minute=6000)
one_game = pytest.mark.games("kapow")
"""What follows is the same with many cards, which take seconds to draw."""

PAST = 30
"""Seconds after which all are there."""

ROUTE = "/applications/*/emojis"


def every(world: World) -> set[str]:
    return {name for game in world.games.values() for name in face_of(game).emojis} | SUITS.keys()


def there(world: World) -> dict[str, int]:
    """What Discord has, by the names without their marks."""
    found = world.env.backend.application_emojis.values()
    return {emoji.name.rpartition("_")[0]: emoji.id for emoji in found}


def uploads(world: World) -> int:
    return len(world.requests("POST", "/applications/", "/emojis"))


async def uploaded(world: World) -> None:
    await world.pass_time(PAST)
    assert there(world).keys() == every(world)


async def hands(world: World, **options: Any) -> list[Guest]:  # noqa: ANN401 - as a table takes them
    return await world.sit("Mina", "Sam", **options)


@at_once
@pytest.mark.parametrize(
    (),
    [
        pytest.param(marks=pytest.mark.games("kapow", "kabobo"), id="two"),
        pytest.param(marks=pytest.mark.thorough, id="all"),
    ],
)
async def test_cards_are_uploaded_once_and_stand_on_buttons(world: World) -> None:
    await uploaded(world)
    assert uploads(world) == len(every(world))
    (first, _) = await hands(world)
    assert first.hand.cards.count("kapow_hidden") == 12
    assert "?" not in "".join(first.hand.buttons)
    await first.act("reveal 1t 1m")
    assert first.hand.cards.count("kapow_hidden") == 10
    await world.restart()
    await world.pass_time(PAST)
    assert uploads(world) == len(every(world))
    assert "kapow_hidden" in (await first.open_hand()).cards


@at_once
@one_game
async def test_a_start_goes_on_where_the_last_one_was_interrupted(world: World) -> None:
    """What is missing is uploaded, what has changed replaced; what isn't ours stays."""
    await uploaded(world)
    backend = world.env.backend
    lost, changed = there(world)["kapow_7"], there(world)["kapow_9"]
    backend.delete_application_emoji(lost)
    backend.edit_application_emoji(changed, "kapow_9_0000")
    backend.create_application_emoji("kapow_retired_card_beef")
    others = [backend.create_application_emoji(name).id for name in ("party", "kapow_logo")]
    await world.restart()
    await world.pass_time(PAST)
    assert uploads(world) == len(every(world)) + 2
    assert there(world)["kapow_9"] != changed
    assert len(backend.application_emojis) == len(every(world)) + len(others)
    assert backend.application_emojis.keys() >= {*others}


@at_once
@one_game
async def test_text_stays_where_discord_does_not_let_us(world: World, caplog: Caplog) -> None:
    world.env.inject_error("*", ROUTE, status=403, code=50001, times=None)
    await world.pass_time(PAST)
    assert "buttons have text" in caplog.text
    (first, _) = await hands(world)
    assert not (first.hand.cards)
    assert "?" in {label.strip() for label in first.hand.buttons}


@at_once
@one_game
async def test_a_trouble_of_discord_s_is_waited_for(world: World, caplog: Caplog) -> None:
    """Until then no game has half of its cards."""
    caplog.set_level(logging.INFO, "cogs.emojis")
    world.env.inject_error("POST", ROUTE, status=503, times=None)
    await world.pass_time(PAST)
    assert not there(world)
    assert "the cards on buttons wait" in caplog.text
    (first, _) = await hands(world)
    assert not (first.hand.cards)
    world.env.backend.faults.clear()
    await world.pass_time(LATER + PAST)
    await uploaded(world)
    assert "kapow_hidden" in (await first.open_hand()).cards


@at_once
@one_game
async def test_a_card_that_discord_knows_no_more_makes_text_of_all(world: World) -> None:
    """Someone may have deleted it by hand: the hand is shown all the same, and it comes back."""
    await uploaded(world)
    (first, _) = await hands(world)
    words = "In data.components.0.components.2.components.0.emoji.id: Invalid emoji"
    world.env.inject_error(
        "POST", "/interactions/*/callback", status=400, code=50035, message=words
    )
    assert not ((await first.open_hand()).cards)
    await world.pass_time(LATER + PAST)
    assert "kapow_hidden" in (await first.open_hand()).cards


def test_suits_in_texts_are_emojis_where_there_is_room() -> None:
    known = {name: {"id": str(at), "name": f"{name}_0"} for at, name in enumerate(SUITS)}

    def shown(text: str, emojis: Emojis = known) -> str:
        (container,) = PageView(Page((Text(text),)), emojis).to_components()
        return str(container["components"][0]["content"])

    assert shown("10♧, A♡") == "10\u2060<:suit_clubs_0:1>, A\u2060<:suit_hearts_0:2>"
    assert shown("♡ Mina ♡") == "♡ Mina ♡"
    assert shown("10♧" * (TEXT_LIMIT // 3)) == "10♧" * (TEXT_LIMIT // 3)
    assert shown("10♧", {}) == "10♧"


@at_once
@pytest.mark.games("capit")
async def test_tables_and_hands_show_suits(world: World) -> None:
    await uploaded(world)
    guests = await world.sit("Mina", "Sam", "Ada", "Bob", game="capit")
    await world.step(guests, world.table_id())
    assert "<:suit_" in world.board.text
    assert any("<:suit_" in guest.hand.text for guest in guests)


async def test_none_is_uploaded_where_the_settings_say_so(world: World) -> None:
    await world.pass_time(LATER)
    assert uploads(world) == 0
