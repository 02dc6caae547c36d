"""A slow match on the real bot waits for a player's morning, and tells nobody whose night it is."""

import logging

import pytest

from bot.tables.clock import deadline, resting
from bot.tables.history import record_of
from tests.cogs.guest import Guest
from tests.cogs.shown import shown
from tests.cogs.world import World
from tests.db.worlds import ms

SLOW = "6 hours a turn"
HOUR = 3600
ZONE = "Australia/Lord_Howe"
"""A zone that no other text has; in January it is eleven hours ahead of UTC."""

NOON = ms(2027, 1, 15, 12)
"""A match begins at 12:00 UTC, so the first turn's time would be up at 18:00: 5:00 there."""


async def seated(world: World, *, game: str = "kapow", **options: int | str) -> list[Guest]:
    """Let both choose their night, 2:00 to 9:00 there (15:00 to 22:00 UTC), and begin a match."""
    world.time.set(NOON)
    guests = await world.sit("Mina", "Sam", game=game, clock=SLOW, **options)
    for guest in guests:
        choice = {"zone": ZONE, "begins": 2, "ends": 9}
        await guest.slash("me quiet-hours", **choice)
    return guests


async def take_turn(guest: Guest) -> None:
    await guest.open_hand()
    await guest.take_turn()


async def test_a_turn_rests_and_is_played_in_the_morning(world: World) -> None:
    first, second = await seated(world)
    posts = len(world.posts)
    await world.pass_hours(6.1)
    state = await world.state()
    assert resting(state) is not None
    assert "resting" in world.board.text
    assert "<t:" not in world.board.text
    # The message is changed, and nobody is called in their night: not even by a reminder.
    assert len(world.posts) == posts
    await world.pass_hours(4)
    assert resting(await world.state()) is None
    assert len(world.posts) == posts + 1
    assert world.mentioned(world.posts[posts:]) == [[first.id]]
    assert "resting" not in world.board.text
    up = deadline(await world.state())
    assert up is not None
    assert abs(up - NOON - round(11.5 * HOUR) * 1000) < 60_000
    assert f"<t:{up // 1000}:R>" in world.board.text
    await take_turn(first)
    assert second.mention in world.board.text
    assert all(seat.missed == 0 for seat in (await world.state()).seats)
    assert len(world.posts) == posts + 2


@pytest.mark.thorough
async def test_without_a_morning_kai_plays_the_turn_after_all(world: World) -> None:
    await seated(world)
    await world.pass_hours(6.1)
    assert resting(await world.state()) is not None
    await world.pass_hours(4 + 1.6)
    assert sum(seat.missed for seat in (await world.state()).seats) == 1


async def test_only_ones_own_hand_says_until_when(world: World) -> None:
    first, second = await seated(world)
    await world.pass_hours(6.1)
    ends = (NOON // 1000) + 10 * HOUR
    told = (await first.open_hand()).text
    assert f"Your turn rests until <t:{ends}:t>." in told
    assert "You can still play." in told
    other = (await second.open_hand()).text
    assert "<t:" not in other
    assert "rests" not in other


@pytest.mark.thorough
async def test_a_pause_hides_the_rest(world: World) -> None:
    first, _ = await seated(world)
    await world.pass_hours(6.1)
    admin = world.guest("Admin", manage_messages=True)
    await admin.slash("table pause")
    assert "resting" not in world.board.text
    assert "rest" not in (await first.open_hand()).text
    await world.pass_hours(10)
    await admin.slash("table resume")
    await world.pass_hours(0.1)
    assert resting(await world.state()) is None
    assert "Time is up <t:" in world.board.text


@pytest.mark.thorough
async def test_someone_who_wakes_up_may_play(world: World) -> None:
    first, second = await seated(world)
    await world.pass_hours(6.1)
    posts = len(world.posts)
    await take_turn(first)
    assert resting(await world.state()) is None
    assert world.mentioned(world.posts[posts:]) == [[second.id]]
    assert "Time is up <t:" in world.board.text


@pytest.mark.thorough
async def test_of_two_who_have_to_act_each_has_their_own_night(world: World) -> None:
    guests = await seated(world, game="toy", rounds=1)
    awake, asleep = guests
    page = await awake.slash("me quiet-hours")
    await awake.actor.click(shown(page).message, label="Switch off")
    posts = len(world.posts)
    await world.pass_hours(4.6)
    assert world.mentioned(world.posts[posts:]) == [[awake.id]]
    assert asleep.mention in world.board.text
    await world.pass_hours(1.5)
    state = await world.state()
    assert resting(state) is not None
    missed = {seat.user: seat.missed for seat in state.seats}
    assert missed == {awake.id: 1, asleep.id: 0}
    assert len(world.posts) == posts + 1


@pytest.mark.thorough
async def test_a_rest_survives_a_restart(world: World) -> None:
    first, _ = await seated(world)
    await world.pass_hours(6.1)
    before, posts = await world.state(), len(world.posts)
    await world.restart()
    after = await world.state()
    assert resting(after) == resting(before) is not None
    assert len(world.posts) == posts
    assert "resting" in world.board.text
    await world.pass_hours(3.8)
    assert resting(await world.state()) is not None
    await world.pass_hours(0.2)
    assert resting(await world.state()) is None
    assert world.mentioned(world.posts[posts:]) == [[first.id]]


@pytest.mark.thorough
async def test_nothing_that_is_kept_or_shown_tells_the_zone_or_the_hours(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("bot", "cogs", "db"):
        caplog.set_level(logging.DEBUG, logger=name)
    guests = await seated(world, game="toy", rounds=1)
    table = world.table_id()
    await world.pass_hours(6.1)
    assert resting(await world.state(table)) is not None
    resting_text = world.board.text
    await world.pass_hours(4)
    await guests[0].open_hand()
    await guests[1].open_hand()
    await world.play(guests)
    entries = await world.bot.services.storage.store.load(table)
    kinds = [entry.kind for entry in entries]
    assert (kinds.count("rested"), kinds.count("woken")) == (1, 1)
    logged = [f"{record.name} {record.getMessage()}" for record in caplog.get_records("call")]
    ours = [line for line in logged if line.startswith(("bot", "cogs", "db"))]
    told = [
        *(entry.model_dump_json() for entry in entries),
        str(record_of(await world.state(table), entries)),
        resting_text,
        *(shown.text for shown in world.messages()),
        *ours,
    ]
    assert [text for text in told if "Lord_Howe" in text or "quiet" in text] == []
