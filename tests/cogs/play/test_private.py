"""A person has at most two private messages of a table: the hand, and one other."""

import asyncio
import random
from collections.abc import Iterator, Sequence

import pytest

from bot.game.contract import AnyGame
from cogs.core.private import MOVED
from tests.cogs.guest import Guest
from tests.cogs.shown import Shown
from tests.cogs.world import World
from tests.helpers import until
from tests.short import kapow_first, short


def private(guest: Guest) -> Sequence[Shown]:
    every = guest.world.channel.history(viewer=guest.actor)
    return [Shown(message) for message in every if message.flags.ephemeral]


def clickable(shown: Shown) -> Iterator[tuple[Shown, str, str]]:
    for custom_id in shown.buttons.values():
        if custom_id.startswith("k1:") and not custom_id.endswith((":cut", ":quit", ":next")):
            yield shown, custom_id, ""
    for menu, values in shown.menus.items():
        yield from ((shown, menu, value) for value in values[:4])


@pytest.mark.house(costly_per_person=10_000, costly_per_server=10_000)
@pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name)
async def test_over_an_evening_of_clicks_there_are_two_at_most(world: World, game: AnyGame) -> None:
    names = ("Ann", "Ben", "Cem", "Dee")[: max(2, game.seats[0])]
    guests = await world.sit(*names, game=game.name, hints=False, **short(game))
    source = random.Random(7)
    for _ in range(120):
        guest = source.choice(guests)
        seen = [way for each in (world.board, *private(guest)) for way in clickable(each)]
        on, custom_id, value = source.choice(seen)
        chosen = guest.choose(on, value, custom_id) if value else None
        await (chosen or guest.actor.click(on.message, custom_id=custom_id))
        whole = [each for each in private(guest) if each.text != MOVED]
        assert len(whole) <= 2 + any(not each.buttons and not each.menus for each in whole)


async def test_a_new_table_s_message_shrinks_those_of_a_closed_one(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", rounds=1, cards=9)
    await first.click("More")
    await world.play([first, second])
    count = len(private(first))
    assert MOVED not in [each.text for each in private(first)[count - 2 :]]
    await first.play(game="toy")
    await first.click("Options")
    assert [each.text for each in private(first)[count - 2 : count]] == [MOVED, MOVED]


async def test_what_a_command_said_of_a_table_shrinks_when_its_hand_opens(world: World) -> None:
    mina = world.guest("Mina")
    await mina.play(kai=1)
    assert "is open in" in private(mina)[-1].text
    await mina.click("Start")
    await mina.open_hand()
    assert private(mina)[-2].text == MOVED


async def test_an_older_message_shrinks_once_nobody_waits_for_a_hand(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    count = len(private(first))
    with world.bot.services.surface.hands.drawing.for_a_click(0):
        clicking = asyncio.create_task(first.click("My hand"))
        await until(lambda: len(private(first)) > count)
        for _ in range(1000):
            await asyncio.sleep(0)
        assert MOVED not in [each.text for each in private(first)]
    await clicking
    assert private(first)[count - 1].text == MOVED


async def test_a_message_whose_time_is_over_stays(world: World, first: Guest) -> None:
    count = len(private(first))
    await world.pass_time(15 * 60)
    await first.open_hand()
    assert private(first)[count - 1].text != MOVED
