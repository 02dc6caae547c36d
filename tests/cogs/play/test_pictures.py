"""The picture in a private hand: what it shows, when it is another one, and when it is left out."""

import asyncio
import io
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Final, TypeVar

import pytest
from PIL import Image

from bot.face.seating import WIDTH
from bot.games.faces import face_of
from bot.games.registry import GAMES
from cogs.core.drawing import (
    BURST,
    CALM,
    HOUSE_DRAWS,
    HURRY,
    MOST_CLICKS,
    PERSON_DRAWS,
    SERVER_DRAWS,
    BusyError,
    Drawing,
)
from tests.cogs.guest import Guest
from tests.cogs.play.test_hand import opening
from tests.cogs.world import World
from tests.helpers import Caplog

HIDDEN: Final = "queen of hearts"

T = TypeVar("T")

games = pytest.mark.parametrize("game", GAMES)


async def picture(guest: Guest) -> bytes:
    (file,) = guest.hand.message.attachments
    return await file.read()


@games
async def test_a_hand_shows_the_table_as_its_seat_sees_it(world: World, game: str) -> None:
    guests = await world.sit(*NAMES[: GAMES[game].seats[0]], game=game)
    for guest in guests:
        scene = (await guest.sight()).scene
        face = face_of(GAMES[game])
        assert await picture(guest) == face.picture(scene)
        assert guest.hand.alt == face.alt(scene)
        image = Image.open(io.BytesIO(await picture(guest)))
        assert image.width == WIDTH


async def test_only_a_move_brings_another_picture(world: World, first: Guest) -> None:
    before = first.hand.message.attachments
    await first.press_id(next(each for each in first.hand.ids if ":f:" in each))
    assert "Pick the second card" in first.hand.text
    assert first.hand.message.attachments == before
    assert first.hand.alt
    drawn = world.bot.services.surface.hands.drawing.drawn
    await first.press_id(next(each for each in first.hand.ids if ":a:" in each))
    assert first.hand.message.attachments != before
    assert world.bot.services.surface.hands.drawing.drawn == drawn + 1


async def test_a_hand_that_is_opened_again_has_its_picture(first: Guest) -> None:
    shown = await picture(first)
    await first.open_hand()
    assert await picture(first) == shown


async def test_where_pictures_take_long_hands_come_in_words(world: World, first: Guest) -> None:
    gate, drawing = threading.Event(), world.bot.services.surface.hands.drawing
    server = world.guild.id
    jobs = [asyncio.create_task(drawing.draw(server, n, gate.wait)) for n in range(SERVER_DRAWS)]
    await asyncio.sleep(0)
    await opening(first)
    gate.set()
    await asyncio.gather(*jobs)
    assert drawing.left_out
    assert not first.hand.files
    assert "Showing " in first.hand.text
    assert first.hand.buttons
    await first.open_hand()
    assert first.hand.files


async def test_someone_who_wants_words_gets_them_until_they_choose_otherwise(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await first.press("More")
    await first.press("Play without pictures")
    assert not first.hand.files
    assert "Showing " in first.hand.text
    await opening(first)
    assert not first.hand.files
    assert second.hand.files
    await world.restart()
    await first.open_hand()
    assert not first.hand.files
    await first.press("More")
    await first.press("Play with pictures")
    assert first.hand.files


async def test_more_takes_the_place_of_the_hand_and_leads_back(first: Guest) -> None:
    text, shown = first.hand.text, await picture(first)
    more = await first.press("More")
    assert list(more.buttons) == [
        *("Rules", "As text", "Fairness", "Play without pictures", "Leave", "Back to my hand")
    ]
    assert not more.files
    assert "face down" in (await first.press("As text")).text
    await first.press("Back to my hand")
    assert (first.hand.text, await picture(first)) == (text, shown)


async def test_a_picture_that_takes_too_long_is_left_out() -> None:
    gate = threading.Event()
    with ThreadPoolExecutor(1) as thread:
        drawing = Drawing(thread)
        assert await drawing.draw(1, 1, lambda: b"in time") == b"in time"
        assert await drawing.draw(1, 1, gate.wait) is None
        gate.set()
        assert await drawing.draw(1, 1, lambda: b"again") == b"again"
    assert (drawing.drawn, drawing.left_out) == (2, 1)


async def test_a_picture_that_cannot_be_drawn_is_left_out_and_logged(caplog: Caplog) -> None:
    def fails() -> bytes:
        raise ValueError(HIDDEN)

    with ThreadPoolExecutor(1) as thread:
        assert await Drawing(thread).draw(1, 1, fails) is None
    await asyncio.sleep(0)
    assert "a picture couldn't be drawn: ValueError" in caplog.text
    assert HIDDEN not in caplog.text


@pytest.mark.parametrize(
    ("draws", "others"),
    [
        ([(1, 1)] * PERSON_DRAWS, [(1, 2), (2, 3)]),
        ([(1, n) for n in range(SERVER_DRAWS)], [(2, 100)]),
        ([(n % 2 + 1, n) for n in range(HOUSE_DRAWS)], [(3, 100)]),
    ],
    ids=["person", "server", "house"],
)
async def test_no_more_wait_than_may_and_nobody_takes_all(
    draws: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    gate = threading.Event()
    with ThreadPoolExecutor(100) as threads:
        drawing = Drawing(threads)
        held = [asyncio.create_task(drawing.draw(*each, gate.wait)) for each in draws]
        await asyncio.sleep(0)
        assert await drawing.draw(*draws[0], lambda: b"more") is None
        with pytest.raises(BusyError):
            await drawing.draw_later(*draws[0], lambda: b"more")
        assert [await drawing.draw(*each, lambda: b"other") for each in others] == [b"other"] * len(
            others
        )
        gate.set()
        await asyncio.gather(*held)
        assert await drawing.draw(*draws[0], lambda: b"later") == b"later"


async def test_a_server_whose_clicks_come_faster_than_pictures_goes_without_for_a_moment() -> None:
    with ThreadPoolExecutor(1) as thread, ExitStack() as clicks:
        drawing = Drawing(thread)

        async def draws(server: int) -> bool:
            return await drawing.draw(server, 1, lambda: b"drawn") is not None

        for _ in range(BURST):
            clicks.enter_context(drawing.for_a_click(1))
            assert await draws(1)
        with drawing.for_a_click(2):
            assert not await draws(1)
            assert await draws(2), "that many people wait at another server"
        clicks.close()
        assert not await draws(1), "those who wait come first"
        await asyncio.sleep(HURRY)
        assert await draws(1)


async def test_where_many_servers_are_busy_nobody_has_a_picture_for_a_moment() -> None:
    with ThreadPoolExecutor(1) as thread:
        drawing = Drawing(thread)
        with ExitStack() as clicks:
            for server in range(BURST + 1):
                clicks.enter_context(drawing.for_a_click(server))
            for server in range(BURST + 2):
                assert await drawing.draw(server, 1, lambda: b"drawn") is None
            with pytest.raises(BusyError):
                await drawing.draw_later(1, 1, lambda: b"drawn")
        await asyncio.sleep(HURRY)
        assert await drawing.draw(1, 1, lambda: b"drawn") == b"drawn"


async def test_after_too_many_clicks_fewer_are_too_many_until_it_is_calm() -> None:
    with ThreadPoolExecutor(1) as thread:
        drawing = Drawing(thread)

        async def draws(clicks: int) -> bool:
            with ExitStack() as clicking:
                for server in range(clicks):
                    clicking.enter_context(drawing.for_a_click(server))
                return await drawing.draw(1, 1, lambda: b"drawn") is not None

        assert [await draws(BURST), await draws(BURST + 1)] == [True, False]
        await asyncio.sleep(HURRY)
        assert [await draws(MOST_CLICKS), await draws(MOST_CLICKS + 1)] == [True, False]
        await asyncio.sleep(CALM)
        assert await draws(BURST)


async def test_what_can_wait_begins_when_no_hand_is_made_for_a_click_or_its_patience_is_over() -> (
    None
):
    with ThreadPoolExecutor(1) as thread:
        drawing = Drawing(thread)
        await drawing.idle(60)
        with drawing.for_a_click(1):
            await drawing.idle(0.001)
            waiting = asyncio.create_task(drawing.idle(60))
            with drawing.for_a_click(2):
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert not waiting.done()
        await waiting


async def test_pictures_that_nobody_waits_for_are_drawn_one_by_one_servers_in_turn() -> None:
    gate, order = threading.Event(), list[int]()
    with ThreadPoolExecutor(2) as threads:
        drawing = Drawing(threads)

        def paint(server: int) -> int:
            gate.wait()
            order.append(server)
            return server

        asked = [
            asyncio.create_task(drawing.draw_later(server, n, partial(paint, server)))
            for n, server in enumerate((1, 1, 1, 2))
        ]
        await asyncio.sleep(0)
        assert await drawing.draw(1, 9, lambda: b"for a click") == b"for a click"
        gate.set()
        await asyncio.gather(*asked)
    assert order == [1, 2, 1, 1]


class Occupied(Drawing):
    """Has time for those who wait alone."""

    async def draw_later(self, server: int, person: int, paint: Callable[[], T]) -> T | None:
        raise BusyError(server, person, paint)


async def test_players_who_wait_get_a_new_picture_later_and_no_words(world: World) -> None:
    first, second, third = await world.sit("Mina", "Sam", "Ada")
    before = [guest.hand.message.attachments for guest in (second, third)]
    hands = world.bot.services.surface.hands
    usual, hands.drawing = hands.drawing, Occupied(world.bot.services.executor)
    await first.take_turn()
    await world.pass_time(1)
    assert second.hand.message.attachments not in ([], before[0]), "it's their turn"
    assert third.hand.message.attachments == before[1]
    hands.drawing = usual
    await world.pass_time(1)
    assert third.hand.message.attachments not in ([], before[1])


NAMES: Final = ("Mina", "Sam", "Ada", "Ben")
