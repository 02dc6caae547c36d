"""The lines of a profile about what was played beside rated matches."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.daily.days import DailyCareer, Score, day_at
from bot.daily.deal import Ended, Key, StoredRound
from bot.face.league.sheet import INNER, RIGHT
from bot.face.paint import width
from bot.face.seating import SMALLEST
from bot.league.achievements import DAILY_STREAK, GOALS, MANY_PUZZLES, PUZZLES, Career
from bot.league.settings import Visibility
from bot.puzzle.puzzle import Answer
from cogs.other_activity import OtherActivity
from db.repositories.nights import NightCareer
from db.storage import open_storage
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import planned
from tests.cogs.shown import in_private, shown
from tests.cogs.test_profile import ask, keep
from tests.cogs.wire import as_text
from tests.cogs.world import World

NOTHING = OtherActivity(DailyCareer(), NightCareer())


def test_nothing_is_told_of_what_was_not_played() -> None:
    assert not NOTHING.is_told
    assert (NOTHING.daily_line, NOTHING.puzzle_line, NOTHING.night_line) == ("", "", "")
    career = NOTHING.added_to(Career())
    assert not any(goal.reached(career) for goal in GOALS)


@pytest.mark.parametrize(
    ("dailies", "line"),
    [
        (DailyCareer(1, 0, 1, 1), "1 daily deal: 0 won, longest streak 1 day"),
        (DailyCareer(9, 4, 0, 5), "9 daily deals: 4 won, longest streak 5 days"),
        (DailyCareer(9, 4, 3, 5), "9 daily deals: 4 won, streak 3, longest 5"),
        (DailyCareer(9, 4, 1, 5), "9 daily deals: 4 won, streak 1, longest 5"),
    ],
)
def test_daily_deals_are_told_with_their_streaks(dailies: DailyCareer, line: str) -> None:
    assert NOTHING._replace(dailies=dailies).daily_line == line


def test_no_line_is_cut_in_the_picture() -> None:
    long = OtherActivity(DailyCareer(3650, 3650, 999, 3650), NightCareer(9999, 0, 128), 3650, 3650)
    for line in (long.daily_line, long.puzzle_line, long.night_line):
        assert width(line, SMALLEST) <= RIGHT - INNER


@pytest.mark.parametrize(
    ("answered", "solved", "line"),
    [(1, 0, "0 of 1 daily puzzle solved"), (12, 8, "8 of 12 daily puzzles solved")],
)
def test_puzzles_are_told_with_those_solved(answered: int, solved: int, line: str) -> None:
    assert NOTHING._replace(puzzles=answered, solved=solved).puzzle_line == line


@pytest.mark.parametrize(
    ("nights", "line"),
    [
        (NightCareer(1, 0, 3), "1 league night: best place 3rd"),
        (NightCareer(12, 0, 2), "12 league nights: best place 2nd"),
        (NightCareer(12, 2, 1), "12 league nights: 2 won"),
    ],
)
def test_nights_are_told_with_the_best_place(nights: NightCareer, line: str) -> None:
    assert NOTHING._replace(nights=nights).night_line == line


NO_PROFILE = "hasn't finished a ranked match here yet."


async def profile(asking: Guest, whose: Guest) -> str:
    page = shown(await ask(asking, whose))
    return (await as_text(asking, page)).replace("\\", "")


def badges(told: str) -> set[str]:
    return set(re.findall(r"\N{CHECK MARK} \*\*(.*?)\*\*", told))


def foot(told: str) -> Sequence[str]:
    return [line.removeprefix("-# ") for line in told.splitlines()[-3:] if line.startswith("-# ")]


async def deal(world: World, guest: Guest, days: int, won: int = 0, guild: int = 0) -> None:
    """Let someone have finished the daily deals up to today, and have won the latest."""
    dailies = world.bot.services.daily.store
    now = world.time.now()
    for ago in range(days):
        score = Score(1, 9) if ago < won else Score(9, 1)
        daily = StoredRound(
            Key(day_at(now) - ago, guest.id),
            *(guild or world.guild.id, guest.actor.name, "normal 1", now),
            ended=Ended(score, now),
        )
        assert await dailies.begin(daily)


async def solve(world: World, guest: Guest, answered: int, solved: int) -> None:
    """Let someone have answered the puzzles of this many days up to today."""
    now = world.time.now()
    async with open_storage(f"sqlite+aiosqlite:///{world.database}") as storage:
        for ago in range(answered):
            answer = Answer(day_at(now) - ago, guest.id, "0" * 10, "take draw", ago < solved, now)
            assert await storage.answers.add(answer)


async def rate(world: World, guest: Guest) -> None:
    """Let someone have a match that counts, so that there is a profile in any case."""
    await keep(world, f"t{guest.id}"[:10], guest.id, 21)


async def choose(world: World, guest: Guest, how: Visibility) -> None:
    await world.bot.services.storage.people.choose(guest.id, how)


async def test_daily_deals_alone_make_a_profile(world: World, mina: Guest, sam: Guest) -> None:
    world.time.set(world.time.now() + 100 * 86_400_000)
    await deal(world, mina, DAILY_STREAK, won=2)
    told = await profile(sam, mina)
    assert "No rated match yet." in told
    assert foot(told) == ["7 daily deals here: 2 won, longest streak 7 days"]
    assert badges(told) == {"Card a day"}


async def test_daily_deals_elsewhere_stay_there(world: World, mina: Guest, sam: Guest) -> None:
    world.time.set(world.time.now() + 100 * 86_400_000)
    await deal(world, mina, DAILY_STREAK, guild=7)
    await rate(world, mina)
    told = await profile(sam, mina)
    assert foot(told) == []
    assert badges(told) == set()


async def test_streaks_are_told_of_the_same_servers(world: World, mina: Guest, sam: Guest) -> None:
    """As far as others may know, in a profile and in what is posted; the person knows all."""
    world.time.set(world.time.now() + 100 * 86_400_000)
    await deal(world, mina, 37, guild=7)
    world.time.set(world.time.now() + 2 * 86_400_000)
    await deal(world, mina, 2)
    told = await profile(sam, mina)
    assert foot(told) == ["2 daily deals here: 0 won, longest streak 2 days"]
    assert badges(told) == set()
    own = shown(await mina.slash("daily play"))
    assert "Streak: 39 days. You can miss one day a week." in own.text
    await choose(world, mina, Visibility.PUBLIC)
    told = await profile(sam, mina)
    assert foot(told) == ["39 daily deals: 0 won, longest streak 39 days"]
    assert badges(told) == {"Card a day", "Month of cards"}


async def test_puzzles_are_told_if_everyone_may_know(world: World, mina: Guest, sam: Guest) -> None:
    world.time.set(world.time.now() + 200 * 86_400_000)
    await rate(world, mina)
    await solve(world, mina, PUZZLES + 2, PUZZLES)
    told = await profile(sam, mina)
    assert foot(told) == []
    assert "Good eye" not in told, "nobody here is told that it isn't reached"
    await choose(world, mina, Visibility.PUBLIC)
    told = await profile(sam, mina)
    assert foot(told) == ["10 of 12 daily puzzles solved"]
    assert badges(told) == {"Good eye"}
    assert "**Sharp eye**: Find the best choice in 100 daily puzzles." in told


async def test_a_hidden_person_sees_all_of_it_alone(world: World, mina: Guest, sam: Guest) -> None:
    world.time.set(world.time.now() + 200 * 86_400_000)
    await rate(world, mina)
    await solve(world, mina, MANY_PUZZLES, MANY_PUZZLES)
    await deal(world, mina, 1)
    await choose(world, mina, Visibility.HIDDEN)
    told = (await as_text(mina, shown(in_private(await ask(mina))))).replace("\\", "")
    assert foot(told)[-1] == "100 of 100 daily puzzles solved"
    assert badges(told) == {"Good eye", "Sharp eye"}
    assert words(await ask(sam, mina)) == "This person keeps their results private."


async def night(world: World, count: int = 3) -> Sequence[Guest]:
    """Let people play a league night of one round to its end; return them."""
    evening = await planned(world, rounds=1)
    guests = await evening.begin(count)
    await evening.play_round()
    assert (await evening.stored()).night.closed
    return guests


async def test_nights_are_told_with_who_won_and_places(world: World) -> None:
    guests = await night(world)
    nights = world.bot.services.nights.nights
    careers = [await nights.career(world.guild.id, guest.id) for guest in guests]
    assert {career.played for career in careers} == {1}
    best = [career.best for career in careers]
    assert min(place or 0 for place in best) == 1
    for guest, career in zip(guests, careers, strict=True):
        told = await profile(guests[0], guest)
        first = career.best == 1 and best.count(1) == 1  # Shared, it is no win.
        assert career.won == first
        assert foot(told)[0].startswith("1 league night: 1 won" if first else "1 league night: be")
        assert {"Night owl"} <= badges(told)
        assert ("Star of the night" in badges(told)) == first


async def test_who_was_away_has_not_played(world: World) -> None:
    evening = await planned(world, rounds=1)
    mina, *_ = await evening.come(2)
    late = world.guest("Late")
    await evening.begin()
    await evening.press(late, "I'm in")
    await evening.play_round()
    nights, guild = world.bot.services.nights.nights, world.guild.id
    assert (await nights.career(guild, late.id)).played == 0
    assert (await nights.career(guild, mina.id)).played == 1
    assert [one.place is None for one in (await evening.stored()).people] == [False, False, True]


@pytest.mark.parametrize("how", [Visibility.SERVER, Visibility.PUBLIC])
async def test_badges_go_with_the_person_s_data(world: World, how: Visibility) -> None:
    [mina, sam, *_] = await night(world)
    world.time.set(world.time.now() + 100 * 86_400_000)
    await choose(world, mina, how)
    await deal(world, mina, DAILY_STREAK)
    await solve(world, mina, PUZZLES, PUZZLES)
    assert {"Card a day", "Night owl"} <= badges(await profile(sam, mina))
    exported: Any = await world.bot.services.storage.privacy.export(mina.id)
    (one,) = exported["nights"]
    assert one["place"] in {1, 2, 3}
    await world.bot.services.forgetting.forget(mina.id)
    assert words(await ask(sam, mina)) == f"Mina {NO_PROFILE}"
    await choose(world, mina, how)
    await rate(world, mina)
    told = await profile(sam, mina)
    assert badges(told) == set()
    assert foot(told) == []
