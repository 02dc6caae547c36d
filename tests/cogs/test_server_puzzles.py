"""Puzzles from a server's own matches: agreed to, grown, answered and taken back by clicks."""

import asyncio
import json
import logging
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from bot.daily.days import DAY, date_of, day_at
from bot.puzzle.puzzle import GrownAnswer, NewPuzzle, Puzzle, position_of
from bot.puzzle.service import FEWEST_TOLD, match_of
from bot.tables import lobby, match
from bot.tables.command import Asker
from bot.tables.entries import Place, TableSetup
from cogs.privacy import LET_PUZZLES, NO_PUZZLES, WITHDRAWN
from cogs.puzzle import ANSWERED, FROM_HERE
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, Private, words
from tests.cogs.world import World, in_one_world
from tests.helpers import PATIENCE, not_none
from tests.puzzle.__main__ import HOLD
from tests.puzzle.quick import costly_match, puzzles_of_it

TODAY: Final = 3


def ours() -> Sequence[Puzzle]:
    """Return the puzzles of the costly match in the order in which they are offered."""
    return sorted(puzzles_of_it(), key=lambda puzzle: puzzle.id)


@pytest.fixture(autouse=True)
def third_day(world: World) -> None:
    world.time.set(world.time.now() + (TODAY - 1) * DAY)


def pair(world: World) -> tuple[Guest, Guest]:
    """Two people with names that no puzzle gives to seats."""
    return world.guest("Quentin"), world.guest("Roxana")


async def played(world: World, *guests: Guest) -> str:
    """Let people play the costly match to its end; return the table's id."""
    record, host = costly_match(), world.bot.services.host
    world.secret = record.secret
    setup = TableSetup.model_validate({"game": "kapow", "options": dict(record.options)})
    place = Place(guild=world.guild.id, channel=world.channel.id)
    table = await host.open(guests[0].person, place, setup)
    for guest in guests[1:]:
        await host.join(table.id, guest.person)
    await table.do(lobby.start(Asker(guests[0].person)))
    for seat, action in record.actions:
        revision = table.state.since[seat]
        await table.do(match.act(guests[seat].id, seat, revision, action))
    assert table.state.closed is not None
    return table.id


async def reviewed(world: World, *guests: Guest) -> str:
    """Let people play the costly match, and one of them ask for its review until it is there."""
    table = await played(world, *guests)
    await guests[0].slash("match review", match=table)
    async with asyncio.timeout(PATIENCE):
        while world.bot.services.reviewing.progress(table):
            await asyncio.sleep(0.05)
            await world.pass_time(1)
    return table


async def grown(world: World, *guests: Guest) -> None:
    """Let the puzzles of the costly match be there, made yesterday."""
    store = world.bot.services.server_puzzles.store
    for guest in guests:
        await store.agree(guest.id, 0)
    found = not_none(match_of(await world.state(await played(world, *guests))))
    for puzzle in ours():
        assert await store.add(found, NewPuzzle(puzzle.id, TODAY - 1, puzzle.model_dump_json()), 2)


async def opened(world: World, guest: Guest) -> Private:
    """Ask for today's puzzle, and answer it if that is not done."""
    shown = Private(guest, await guest.slash("puzzle"))
    puzzle = await world.bot.services.puzzles.due(TODAY)
    day, at = day_at(world.time.now()), puzzle.shuffled.index(puzzle.best)
    if f"puzzle:{day}:{at}" in shown.page.ids:
        await shown.press_id(f"puzzle:{day}:{at}")
    return shown


async def choose(shown: Private, puzzle: Puzzle, *, best: bool) -> None:
    wanted = puzzle.choices[0 if best else -1]
    await shown.press_id(f"puzzle:ours:{puzzle.id}:{puzzle.shuffled.index(wanted)}")


async def privacy(guest: Guest) -> Private:
    return Private(guest, await guest.slash("me privacy"))


async def waiting(world: World, user: int) -> str | None:
    """Return the next puzzle for someone, tomorrow."""
    store = world.bot.services.server_puzzles.store
    return await store.next(world.guild.id, user, day_at(world.time.now()) + 1)


async def found(world: World, user: int) -> None:
    """Let time pass until a puzzle has grown."""
    async with asyncio.timeout(PATIENCE):
        while await waiting(world, user) is None:
            await asyncio.sleep(0.05)
            await world.pass_time(1)


@pytest.mark.thorough
async def test_all_the_way_from_two_who_agree_to_an_answer(world: World) -> None:
    one, other = pair(world)
    page = await privacy(one)
    told = words(await page.press(LET_PUZZLES))
    assert told.startswith("**Puzzles can be made from your matches**")
    answered = await opened(world, other)
    assert "if everyone who played agrees" in answered.page.text
    await answered.press(LET_PUZZLES)
    assert "**Puzzles can be made from your matches**" in answered.page.text
    assert "**That's the best choice**" in answered.page.text
    assert LET_PUZZLES not in answered.page.buttons
    table = await reviewed(world, one, other)
    await found(world, one.id)
    # On the same day it could be told whose match it is from.
    eve = world.guest("Eve")
    assert f"puzzle:{TODAY - 1}" in (await opened(world, eve)).page.ids
    world.time.set(world.time.now() + DAY)
    shown = Private(eve, await eve.slash("puzzle"))
    puzzle = await world.bot.services.puzzles.due(TODAY + 1)
    await shown.press_id(f"puzzle:{TODAY + 1}:{puzzle.shuffled.index(puzzle.best)}")
    for each in ours():
        await shown.press("Another puzzle")
        assert shown.page.text.startswith(f"## Puzzle · Kapow!\n-# {FROM_HERE}\n")
        assert shown.page.files == ["table.png"]
        _names_nobody(shown, table, one, other)
        await choose(shown, each, best=True)
        assert "**That's the best choice**" in shown.page.text
        _names_nobody(shown, table, one, other)
    await shown.press("Another puzzle")
    assert f"## Puzzle {TODAY} · " in shown.page.text
    assert "Another puzzle" not in (await privacy(one)).page.buttons


def _names_nobody(shown: Private, table: str, *guests: Guest) -> None:
    told = f"{shown.page.text} {shown.page.alt} {' '.join(shown.page.ids)}"
    months = {date(2026, month, 1).strftime("%B") for month in range(1, 13)}
    dates = {str(date_of(TODAY)), str(date_of(TODAY).year), *months}
    for word in (table, *(guest.actor.name for guest in guests), *dates):
        assert word not in told


async def test_a_puzzle_is_answered_as_the_daily_one_is(world: World) -> None:
    one, other = pair(world)
    await grown(world, one, other)
    shown, window = await opened(world, one), await opened(world, one)
    for each in (shown, window):
        await each.press("Another puzzle")
    first = ours()[0]
    position = [each for each in shown.page.ids if each.startswith("puzzle:")]
    assert position == [f"puzzle:ours:{first.id}:{at}" for at in range(len(first.choices))]
    assert shown.page.text.startswith(f"## Puzzle · {position_of(first).game.title}")
    await choose(shown, first, best=False)
    assert "Better: **" in shown.page.text
    await shown.press("Figures")
    assert "(your choice)" in shown.page.text
    assert "expected score" in shown.page.text
    await shown.press("Less")
    assert "(your choice)" not in shown.page.text
    await choose(window, first, best=True)
    assert ANSWERED in window.page.text
    assert "Better: **" in window.page.text
    await world.restart()
    again = await opened(world, one)
    await again.press("Another puzzle")
    assert ours()[1].id in " ".join(again.page.ids)
    results = await world.bot.services.puzzles.answers.results(one.id)
    assert results == [(TODAY, True)]


async def test_how_many_chose_what_is_told_when_some_have_answered(world: World) -> None:
    await grown(world, *pair(world))
    puzzle, store = ours()[0], world.bot.services.server_puzzles.store
    for user in range(1, FEWEST_TOLD - 1):
        answer = GrownAnswer(puzzle.id, user, puzzle.best.action, best=True, at=0)
        assert await store.answer(answer)
    for name, told in (("Eve", False), ("Ada", True)):
        shown = await opened(world, world.guest(name))
        await shown.press("Another puzzle")
        await choose(shown, puzzle, best=told)
        assert (f"**What {FEWEST_TOLD} players chose**" in shown.page.text) is told
    assert "80% " in shown.page.text
    await shown.press("Figures")
    assert f"80% of {FEWEST_TOLD}" in shown.page.text


async def test_taken_back_in_privacy_the_puzzles_are_gone(world: World) -> None:
    one, other = pair(world)
    await grown(world, one, other)
    shown = await opened(world, world.guest("Eve"))
    await shown.press("Another puzzle")
    await choose(shown, ours()[0], best=True)
    page = await privacy(other)
    assert LET_PUZZLES not in page.page.buttons
    assert words(await page.press(NO_PUZZLES)) == WITHDRAWN
    assert LET_PUZZLES in (await privacy(other)).page.buttons
    assert "This puzzle is gone." in words(await shown.press("Figures"))
    assert await waiting(world, one.id) is None
    again = await opened(world, world.guest("Ada"))
    assert f"puzzle:{TODAY - 1}" in again.page.ids
    # What was answered is harmless, and the day's own answers stay.
    results = await world.bot.services.puzzles.answers.results(shown.guest.id)
    assert results == [(TODAY, True)]


async def test_after_a_deletion_puzzles_and_streaks_are_right(world: World) -> None:
    one, other = pair(world)
    await grown(world, one, other)
    shown = await opened(world, other)
    await shown.press("Another puzzle")
    await choose(shown, ours()[0], best=True)
    await world.bot.services.forgetting.forget(one.id)
    assert "This puzzle is gone." in words(await shown.press("Figures"))
    text = (await opened(world, other)).page.text
    assert "Solved 1 of 1 daily puzzle. Streak: 1 day." in text
    assert await world.bot.services.server_puzzles.store.agreed(other.id)


async def test_nothing_tells_what_is_hidden(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = pair(world)
    await grown(world, one, other)
    shown = await opened(world, one)
    await shown.press("Another puzzle")
    await choose(shown, ours()[0], best=True)
    exported = await world.bot.services.storage.privacy.export(one.id)
    exported = {name: exported[name] for name in exported if name != "tables"}
    for told in (shown.page.text, shown.page.alt, json.dumps(exported), caplog.text):
        assert ours()[0].record.secret.hex() not in told


@in_one_world(
    "word", ["ours", "ours:", "ours:0123456789:9", "ours:0123456789:0:0", "ours:x", "agree:1"]
)
async def test_bad_buttons_get_a_sentence(world: World, word: str) -> None:
    eve = world.guest("Eve")
    assert "too old" in words(await forger(eve).send(*button(f"puzzle:{word}")))


async def test_no_such_puzzle_and_no_such_choice_are_refused(world: World) -> None:
    await grown(world, *pair(world))
    eve = world.guest("Eve")
    who = forger(eve)
    assert "is gone" in words(await who.send(*button("puzzle:ours:0123456789:0")))
    [small, *_] = [puzzle for puzzle in ours() if len(puzzle.choices) < 6]
    assert "too old" in words(await who.send(*button(f"puzzle:ours:{small.id}:5")))


@pytest.mark.thorough
async def test_clicks_are_answered_while_a_match_is_looked_through_and_a_crash_doubles_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hold = tmp_path / "hold"
    hold.touch()
    monkeypatch.setenv(HOLD, str(hold))
    one, other = pair(world)
    for guest in (one, other):
        await world.bot.services.server_puzzles.store.agree(guest.id, world.time.now())
    await reviewed(world, one, other)
    await world.pass_time(1)
    assert "## Your data" in (await privacy(one)).page.text
    await world.restart()
    hold.unlink()
    for _ in range(5):
        await world.pass_time(1)
    assert await waiting(world, one.id) is None
    await reviewed(world, one, other)
    await found(world, one.id)
    for _ in range(5):
        await world.pass_time(1)
    exported: Any = await world.bot.services.storage.privacy.export(one.id)
    ids = [puzzle["puzzle"] for puzzle in exported["puzzles_from_my_matches"]["puzzles"]]
    assert sorted(ids) == [puzzle.id for puzzle in ours()]
