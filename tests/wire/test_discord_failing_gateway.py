"""The gateway drops, repeats, delays and reorders: each click counts once, and each match ends."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import pytest

from bot.game.moves import AND
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.stand_in import Interaction
from tests.wire.stand_in.events import component_data
from tests.wire.stand_in.interactions import Answer, Deed
from tests.wire.verdict import assert_right, until_table, verdict


async def _hang_up(evening: Evening) -> None:
    await evening.discord.gateway.hang_up(evening.channel.guild.id)


async def _reconnect(evening: Evening) -> None:
    await evening.discord.gateway.ask_to_reconnect(evening.channel.guild.id)


async def _forget(evening: Evening) -> None:
    """Hang up, and know nothing of the session any more (op 9): the bot must identify again."""
    evening.discord.gateway.forget = True
    await _hang_up(evening)


BREAKS: Final[Sequence[tuple[str, Callable[[Evening], Awaitable[None]]]]] = (
    ("hung up", _hang_up),
    ("asked to reconnect", _reconnect),
    ("forgotten", _forget),
)


async def _begin(evening: Evening) -> list[Person]:
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await evening.play(people, random.Random(1), 20)
    await evening.discord.quiet()  # The hand of the person to move is up to date.
    return people


def _to_move(people: Sequence[Person]) -> tuple[Person, str]:
    """Return who can act in the open hand, and an action's button."""
    for person in people:
        found = [custom_id for _, custom_id in person.choices() if ":a:" in custom_id]
        if found:
            return person, found[0]
    raise AssertionError("nobody can act")


def _moves(action: str) -> int:
    """Return how many moves a button makes: a click may end the turn, too."""
    return 1 + action.count(AND)


def _made(evening: Evening, person: Person, custom_id: str) -> Interaction:
    assert person.hand is not None
    data = component_data(person.hand, custom_id)
    return evening.discord.begin(person.user, evening.channel, Deed.COMPONENT, data, person.hand)


@pytest.mark.parametrize(
    ("name", "break_off"),
    [BREAKS[0], *(pytest.param(*each, marks=pytest.mark.thorough) for each in BREAKS[1:])],
)
async def test_a_click_while_the_line_is_down(
    evening: Evening, name: str, break_off: Callable[[Evening], Awaitable[None]]
) -> None:
    people = await _begin(evening)
    person, action = _to_move(people)
    gateway = evening.discord.gateway
    before, sessions = (await verdict(evening)).table.ply, (gateway.identified, gateway.resumed)

    await break_off(evening)
    made = await evening.discord.send(_made(evening, person, action))
    await gateway.gone()
    await evening.bot.ready()
    await evening.discord.quiet()

    identified, resumed = gateway.identified - sessions[0], gateway.resumed - sessions[1]
    assert (identified, resumed) == ((1, 0) if name == "forgotten" else (0, 1))
    moves = _moves(action) if made.answer is not None else 0
    assert (await verdict(evening)).table.ply == before + moves
    person.hand = None
    assert await evening.play(people, random.Random(2), 3000) < 3000
    await assert_right(evening)


@pytest.mark.thorough
async def test_a_match_through_many_breaks(evening: Evening) -> None:
    people = await _begin(evening)
    source = random.Random(3)
    for count in range(6):
        await evening.play(people, source, 20)
        await BREAKS[count % 2][1](evening)
    assert await evening.play(people, source, 3000) < 3000
    await assert_right(evening)


@pytest.mark.thorough
async def test_a_line_that_falls_silent(evening: Evening) -> None:
    """It is given up after half a minute (``cogs.core.reaching``)."""
    people = await _begin(evening)
    person, action = _to_move(people)
    before = (await verdict(evening)).table.ply

    evening.discord.gateway.fall_silent(evening.channel.guild.id)
    await evening.discord.send(_made(evening, person, action))
    async with asyncio.timeout(150):
        while not evening.discord.gateway.resumed:
            await evening.discord.gateway.gone(150)
            await evening.bot.ready()
    await evening.discord.quiet()

    # The click was replayed, too late to be answered: it counts, and the next one shows it.
    assert (await verdict(evening)).table.ply == before + _moves(action)
    person.hand = None
    assert await evening.play(people, random.Random(2), 3000) < 3000
    await assert_right(evening)


async def _ranked(evening: Evening, clock: str) -> tuple[list[Person], int]:
    """Begin a ranked match; return its people, and how long its log is."""
    people = await evening.seat("Ann", "Ben", clock=clock, ranked=True)
    return people, len((await verdict(evening)).entries)


async def _assert_stood_still(
    evening: Evening, people: Sequence[Person], before: int, least: int
) -> None:
    """Nobody was late or set aside, Kai has not played, and all were told once; milliseconds."""
    table = await until_table(evening, lambda table: table.missed is not None)
    kinds = [entry.kind for entry in (await verdict(evening)).entries[before:]]
    assert kinds == ["out of reach", "slept"]
    assert table.missed is not None
    assert table.missed.milliseconds >= least
    assert not any(seat.held or seat.missed for seat in table.seats)
    assert table.paused is None
    await evening.discord.until(lambda: "Nobody could play for" in people[0].board.text)


@pytest.mark.thorough
async def test_a_line_that_is_down_for_longer_than_a_turn(evening: Evening) -> None:
    """All of the time is given back, though discord.py says late that the start is done."""
    people, before = await _ranked(evening, "30 seconds a turn")
    gateway, guild = evening.discord.gateway, evening.channel.guild.id

    gateway.shut = True
    await _hang_up(evening)
    await gateway.gone()
    await asyncio.sleep(45)
    gateway.shut = False
    await gateway.wait_for(guild, 150)
    # The line is gone for the bot a moment later than here.
    await _assert_stood_still(evening, people, before, 44_000)


@pytest.mark.thorough
@pytest.mark.parametrize("heals", [True, False], ids=["speaks again", "is given up"])
async def test_a_turn_does_not_run_out_on_a_silent_line(evening: Evening, *, heals: bool) -> None:
    """Before the end of a turn the line is asked for a sign of life."""
    await evening.bot.crash()
    evening.bot.settings = {"CARDS_LIVE_TURN_SECONDS": "10"}
    await evening.bot.start()
    people, before = await _ranked(evening, "10 seconds a turn")
    gateway, guild = evening.discord.gateway, evening.channel.guild.id

    await asyncio.sleep(4)  # The line has been silent for a moment when it is asked.
    gateway.fall_silent(guild)
    await asyncio.sleep(17)
    if heals:
        await gateway.speak_again(guild)
    else:
        await gateway.gone(150)
        await gateway.wait_for(guild, 150)
    await _assert_stood_still(evening, people, before, 15_000)


@pytest.mark.thorough
async def test_a_turn_does_not_run_out_while_the_bot_is_stopped(evening: Evening) -> None:
    """As it is where a machine has no time for it."""
    await evening.bot.crash()
    evening.bot.settings = {"CARDS_LIVE_TURN_SECONDS": "10"}
    await evening.bot.start()
    people, before = await _ranked(evening, "10 seconds a turn")
    await asyncio.sleep(2)
    evening.bot.kill(signal.SIGSTOP)
    await asyncio.sleep(12)  # Less than its lease.
    evening.bot.kill(signal.SIGCONT)
    await _assert_stood_still(evening, people, before, 11_000)


async def test_a_click_that_comes_twice_counts_once(evening: Evening) -> None:
    people = await _begin(evening)
    person, action = _to_move(people)
    before = (await verdict(evening)).table.ply

    made = _made(evening, person, action)
    await asyncio.gather(evening.discord.send(made), evening.discord.send(made))
    await made.settled()
    await evening.discord.send(made)
    await evening.discord.quiet()

    assert (await verdict(evening)).table.ply == before + _moves(action)
    answers = [s for s in evening.discord.tape.said if f"/{made.token}/callback" in s.path]
    assert [said.status for said in answers] == [200]


@pytest.mark.thorough
async def test_what_has_no_revision_counts_once_too(evening: Evening) -> None:
    ann = evening.person("Ann")
    await ann.slash("play", game="kapow")
    await evening.discord.until(lambda: ann.sees("Add Kai"))
    board = ann.board
    data = component_data(board.message, board.buttons["Add Kai"])
    made = evening.discord.begin(ann.user, evening.channel, Deed.COMPONENT, data, board.message)
    await evening.discord.send(made)
    await evening.discord.send(made)
    await evening.discord.quiet()
    assert ann.board.text.count("**Kai**") == 1


@pytest.mark.thorough
async def test_a_click_that_comes_too_late_does_no_harm(evening: Evening) -> None:
    people = await _begin(evening)
    person, action = _to_move(people)

    late = _made(evening, person, action)
    late.sent_at -= 4
    await evening.discord.send(late)
    await evening.discord.quiet()

    assert late.answer is None
    person.hand = None
    assert await evening.play(people, random.Random(2), 3000) < 3000
    await assert_right(evening)


async def test_clicks_in_another_order_are_told_so(evening: Evening) -> None:
    people = await _begin(evening)
    person, action = _to_move(people)
    assert person.hand is not None
    first = _made(evening, person, action)
    second = _made(evening, person, action)

    await evening.discord.send(second)
    await second.settled()
    await evening.discord.send(first)
    await first.settled()

    assert second.answer is Answer.UPDATE
    assert "The table has moved on" in person.screen.text
    assert await evening.play(people, random.Random(2), 3000) < 3000
    await assert_right(evening)
