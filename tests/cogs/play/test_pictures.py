"""The picture in a private hand: what it shows, when it is another one, and when it is left out."""

import asyncio
import io
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pytest
from PIL import Image

from bot.face.seating import WIDTH
from bot.games.faces import face_of
from bot.games.registry import GAMES
from cogs.core.limits import DRAWN_AT_ONCE, Drawing
from tests.cogs.guest import Guest
from tests.cogs.play.test_hand import opening
from tests.cogs.world import World

games = pytest.mark.parametrize("game", GAMES)


async def picture(guest: Guest) -> bytes:
    """Return the one picture of a hand."""
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


async def test_a_half_made_choice_keeps_the_picture_and_a_move_brings_another(
    world: World,
) -> None:
    first, _ = await world.sit("Mina", "Sam")
    before = first.hand.message.attachments
    await first.press_id(next(each for each in first.hand.ids if ":f:" in each))
    assert "Pick the second card" in first.hand.text
    assert first.hand.message.attachments == before
    assert first.hand.alt
    drawn = world.bot.services.surface.hands.drawing.drawn
    await first.press_id(next(each for each in first.hand.ids if ":a:" in each))
    assert first.hand.message.attachments != before
    assert world.bot.services.surface.hands.drawing.drawn == drawn + 1


async def test_a_hand_that_is_opened_again_has_its_picture(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    shown = await picture(first)
    await first.open_hand()
    assert await picture(first) == shown


async def test_where_pictures_take_long_hands_come_in_words(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    gate, drawing = threading.Event(), world.bot.services.surface.hands.drawing
    jobs = [asyncio.create_task(drawing.draw(gate.wait)) for _ in range(DRAWN_AT_ONCE)]
    await asyncio.sleep(0)
    await opening(first)
    gate.set()
    await asyncio.gather(*jobs)
    assert drawing.left_out
    assert not first.hand.files
    assert "Your hand: showing" in first.hand.text
    assert first.hand.buttons
    await first.open_hand()
    assert first.hand.files


async def test_whoever_wants_words_gets_them_until_they_choose_otherwise(world: World) -> None:
    first, second = await world.sit("Mina", "Sam")
    await first.press("More")
    await first.press("Hands as text")
    assert not first.hand.files
    assert "Your hand: showing" in first.hand.text
    await opening(first)
    assert not first.hand.files
    assert second.hand.files
    await first.open_hand()
    assert not first.hand.files
    await first.press("More")
    await first.press("Hands as pictures")
    assert first.hand.files


async def test_more_takes_the_place_of_the_hand_and_leads_back(world: World) -> None:
    first, _ = await world.sit("Mina", "Sam")
    text, shown = first.hand.text, await picture(first)
    more = await first.press("More")
    assert list(more.buttons) == [
        *("Rules", "As text", "Fairness", "Hands as text", "Leave", "Back to my hand")
    ]
    assert not more.files
    assert "face down" in (await first.press("As text")).text
    await first.press("Back to my hand")
    assert (first.hand.text, await picture(first)) == (text, shown)


async def test_a_picture_that_takes_too_long_is_left_out() -> None:
    gate = threading.Event()
    with ThreadPoolExecutor(1) as thread:
        drawing = Drawing(thread)
        assert await drawing.draw(lambda: b"in time") == b"in time"
        assert await drawing.draw(gate.wait) is None
        gate.set()
        assert await drawing.draw(lambda: b"again") == b"again"
    assert (drawing.drawn, drawing.left_out) == (2, 1)


NAMES: Final = ("Mina", "Sam", "Ada", "Ben")
