"""League nights on the real bot: planned, joined by buttons, played round after round."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import discord
import pytest

from bot.face.markdown import HIDDEN_NAME
from bot.league.settings import Visibility
from bot.night.plan import PACES
from bot.night.rounds import BREAK
from bot.night.standings import standings
from bot.tables import match
from bot.tables.entries import Person
from cogs.core.click import too_old
from cogs.night_runner import EVERY
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import Evening, moderating, pass_break, plan, plan_by, planned
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World


async def test_a_night_is_planned_and_people_are_in_by_a_button(evening: Evening) -> None:
    assert "Nobody is in yet." in (await evening.page()).text
    mina, sam = await evening.come(2)
    assert "**2 are in**: Mina and Sam." in (await evening.page()).text
    assert await evening.press(sam, "I'm in") == "You're already in."
    await evening.press(mina, "I'm out")
    assert "**1 is in**: Sam." in (await evening.page()).text
    assert await evening.press(mina, "I'm out") == "You aren't in."


async def test_how_a_night_goes_is_told_by_topics(evening: Evening, mina: Guest) -> None:
    titles = ("How a league night works", "Late, away or out", "Points and problems")
    for number, title in enumerate(titles):
        told = await evening.explained(mina, str(number))
        assert f"## {title}" in told
        assert len(told) < 800


async def test_a_night_is_played_to_its_end(world: World, evening: Evening) -> None:
    await evening.begin(7)
    page = (await evening.page()).text
    assert "Round 1 of 2." in page
    assert page.count("Table ") == 2
    assert "opening" not in page
    await evening.play()
    assert "The next round begins" in (await evening.page()).text
    await world.pass_time(BREAK / 1000 + EVERY)
    assert "Round 2 of 2." in (await evening.page()).text
    await evening.play_round()
    page = (await evening.page()).text
    assert "2 rounds played." in page
    assert "the night!" in page
    night = (await evening.stored()).night
    assert night.closed
    assert all(table.ranks is not None for table in night.tables())
    assert list((await evening.page()).buttons) == ["Fairness"]
    alt = (await evening.page()).alt
    assert alt.startswith("Result of toy, League night · 2 rounds · 7 players: 1. ")


async def test_one_table_plays_in_the_channel_itself_and_several_in_threads(world: World) -> None:
    evening = await planned(world, rounds=1)
    await evening.begin(4)
    page = (await evening.page()).text
    assert "· in this channel" in page
    assert "Mina: " not in page, "standings before anybody has a result"
    assert not world.channel.threads
    await evening.play()
    assert "Mina: " in (await evening.page()).text
    await pass_break(world)
    evening = await planned(world, rounds=1)
    await evening.begin(6)
    first, second = world.channel.threads
    page = (await evening.page()).text
    assert f"<#{first.id}>" in page
    assert f"<#{second.id}>" in page


async def test_what_a_crash_kept_from_being_shown_is_shown_after_it(world: World) -> None:
    evening = await plan(world, game="toy")
    world.fault("PATCH", "messages/*", status=500, times=None)
    with world.env.as_bot():
        await world.bot.services.nights.end(evening.id)
    assert "was called off" not in (await evening.page()).text
    world.env.backend.faults.clear()
    await world.restart()
    await world.pass_time(2 * EVERY)
    assert "was called off" in (await evening.page()).text


async def test_a_night_goes_on_after_a_crash_at_any_step(world: World) -> None:
    evening = await planned(world, rounds=2)
    await evening.come(4)
    await world.restart()
    await evening.begin()
    [first] = await evening.tables()
    await world.restart()
    await world.pass_time(2 * EVERY)
    assert await evening.tables() == [first]
    await evening.play()
    await world.restart()
    await pass_break(world)
    assert len((await evening.stored()).night.rounds) == 2


async def test_who_does_not_play_is_away_and_the_others_count(world: World) -> None:
    evening = await planned(world, rounds=1)
    [mina, *_] = await evening.begin(3)
    [name] = await evening.tables()
    await (await world.table(name)).do(match.leave(mina.id))
    await evening.play()
    night = (await evening.stored()).night
    [table] = night.rounds[0].tables
    assert table.ranks is not None
    number = (await evening.stored()).number_of(mina.id)
    assert number is not None
    assert table.away == {number}


@pytest.mark.house(round_pause_seconds=5)
@pytest.mark.parametrize("form", ["swiss", pytest.param("duplicate", marks=pytest.mark.thorough)])
async def test_where_everyone_is_away_kai_plays_on_as_is_said(world: World, form: str) -> None:
    evening = await plan(world, game="toy", rounds=1, form=form)
    await evening.begin(4)
    before = [await world.table(name) for name in await evening.tables()]
    for _ in range(2 * 3):
        if any(table.state.closed for table in before):
            break
        await world.pass_time(61)
        assert not any(table.state.paused for table in before), "nobody is waited for"
    await world.pass_time(120)
    states = [table.state for table in before]
    assert all(state.closed and state.closed.because == "finished" for state in states)
    night = (await evening.stored()).night
    assert all(table.away == {*table.seats} for table in night.tables())
    where = [world.channel, *world.channel.threads]
    told = "\n".join(Shown(one).text for place in where for one in place.history())
    assert "is away: Kai plays on" not in told.replace("Everyone is away: Kai plays on", "")
    assert "nobody comes back" not in told


async def test_too_few_people_are_no_night(evening: Evening) -> None:
    await evening.begin(1)
    assert "This league night didn't take place" in (await evening.page()).text


async def test_a_round_that_takes_too_long_is_not_waited_for(world: World) -> None:
    evening = await planned(world, rounds=1)
    await evening.begin(2)
    [name] = await evening.tables()
    await evening.hold_up(name)
    begun = (await evening.stored()).seated_at
    await evening.wait_until(begun + PACES["swiss"].longest_round - 60_000)
    await world.pass_time(2 * EVERY)
    assert (await evening.stored()).night.running
    await evening.wait_until(begun + PACES["swiss"].longest_round)
    await world.restart()
    await world.pass_time(2 * EVERY)
    [table] = (await evening.stored()).night.rounds[0].tables
    assert table.ranks is not None
    assert not table.away, "nobody was slow: it was paused"
    assert "Kai finishes this match" not in world.board.text
    assert (await world.table(name)).state.hurried


async def test_a_table_that_is_ended_is_given_up(world: World) -> None:
    evening = await planned(world, rounds=1)
    await evening.begin(2)
    [name] = await evening.tables()
    moderator = world.guest("Other", manage_messages=True)
    await (await world.table(name)).do(match.end(moderating(moderator)))
    await world.pass_time(2 * EVERY)
    night = (await evening.stored()).night
    assert night.rounds[0].tables[0].given_up
    assert {line.points for line in standings(night)} == {50}


async def test_who_comes_late_sits_from_the_next_round_on(world: World) -> None:
    evening = await planned(world, rounds=2)
    await evening.begin(2)
    late = world.guest("Late")
    await evening.press(late, "I'm in")
    await evening.play_round()
    stored = await evening.stored()
    number = stored.number_of(late.id)
    assert number in stored.night.rounds[1].tables[0].seats
    [line] = [one for one in standings(stored.night) if one.person == number]
    assert line.scores[0] == 0


async def test_people_who_hide_their_results_are_not_named(world: World, evening: Evening) -> None:
    [mina, _] = await evening.come(2)
    await world.bot.services.storage.people.choose(mina.id, Visibility.HIDDEN)
    await evening.press(world.guest("Ada"), "I'm in")
    assert f"**3 are in**: {HIDDEN_NAME}, Sam and Ada." in (await evening.page()).text


async def test_a_night_of_all_games_is_seated(world: World) -> None:
    for game in ("kapow", "kabobo", "capit", "chowpow"):
        evening = await planned(world, game=game)
        assert (await evening.stored()).plan.setup.clock.kind == "live"
        await world.bot.services.nights.end(evening.id)


async def calendar(world: World) -> Sequence[str]:
    events = await world.bot.guilds[0].fetch_scheduled_events()
    return [event.name for event in events]


async def test_a_night_is_in_the_server_s_calendar_until_it_is_called_off(world: World) -> None:
    evening = await planned(world)
    assert await calendar(world) == ["League night: toy"]
    [event] = await world.bot.guilds[0].fetch_scheduled_events()
    stored = await evening.stored()
    assert stored.event == event.id
    assert event.start_time.timestamp() == stored.plan.starts_at / 1000
    assert event.location == f"#{world.channel.name}"
    await end_night(world, "Call it off")
    await world.pass_time(2 * EVERY)
    assert await calendar(world) == []


async def test_an_event_that_someone_deleted_changes_nothing(world: World) -> None:
    await planned(world)
    [event] = await world.bot.guilds[0].fetch_scheduled_events()
    await event.delete()
    assert await end_night(world, "Call it off") == "The league night is called off."


async def test_without_the_permission_a_night_is_a_message_alone(world: World) -> None:
    forbid_events(world)
    evening = await planned(world)
    assert (await evening.stored()).event is None
    assert await calendar(world) == []
    await evening.begin(2)
    assert len(await evening.tables()) == 1


def forbid_events(world: World) -> None:
    """Let the bot do everything in the server but what has to do with events."""
    allowed = discord.Permissions.all()
    allowed.update(administrator=False, manage_events=False, create_events=False)
    for role in world.bot.guilds[0].me.roles:
        world.env.backend.edit_role(world.guild.id, role.id, {"permissions": allowed.value})


async def ask_to_end(world: World) -> tuple[Guest, Shown]:
    """A moderator, and what `/manage night end` asks them."""
    host = world.guest("Other", manage_messages=True)
    asked = await host.slash("manage night end")
    return host, shown(asked)


async def end_night(world: World, label: str = "End the league night") -> str:
    """Let a moderator end the next night, and answer the question; return what they are told."""
    host, question = await ask_to_end(world)
    return words(await host.actor.click(question.message, label=label))


async def test_a_night_can_be_called_off(world: World, evening: Evening) -> None:
    await evening.come(2)
    host, question = await ask_to_end(world)
    assert "**Call the league night off?** Starts <t:" in question.text
    assert "**2 are in**: Mina and Sam." in question.text
    assert not (await evening.stored()).night.closed, "it was only asked"
    told = words(await host.actor.click(question.message, label="Call it off"))
    assert told == "The league night is called off."
    await world.pass_time(2 * EVERY)
    assert "This league night was called off." in (await evening.page()).text
    told = words(await host.slash("manage night end"))
    assert told == "No league night is planned here."
    told = words(await forger(host).send(*button(f"night:{evening.id}:end")))
    assert told == "This night is over."


async def test_standings_are_shown_before_a_night_is_ended(world: World, evening: Evening) -> None:
    await evening.begin(2)
    await evening.play()
    _, question = await ask_to_end(world)
    assert "**End the league night?** Round 1 of 2." in question.text
    lines = standings((await evening.stored()).night)
    names = [one.name for one in (await evening.stored()).people]
    told = [f"**{line.place}** {names[line.person]}: {line.points}" for line in lines]
    assert "\n".join(told) in question.text
    assert (await end_night(world)).startswith("The league night is over.")
    await world.pass_time(2 * EVERY)
    assert "1 round played." in (await evening.page()).text


async def test_only_moderators_answer_the_question(evening: Evening, mina: Guest) -> None:
    told = words(await forger(mina).send(*button(f"night:{evening.id}:end")))
    assert told == "Only moderators can end a league night."
    assert not (await evening.stored()).night.closed


@pytest.mark.parametrize("control", ["", "x:in", "0123456789:in", "0123456789:nothing"])
async def test_bad_buttons_get_a_sentence(mina: Guest, control: str) -> None:
    told = words(await forger(mina).send(*button(f"night:{control}")))
    assert told in (str(too_old("night")), "This night is gone.")


async def test_deleted_people_are_former_players_of_a_night(world: World, evening: Evening) -> None:
    mina, sam, ada = await evening.come(3)
    exported = await world.bot.services.storage.privacy.export(mina.id)
    assert [one["name"] for one in exported["nights"]] == ["Mina"]  # type: ignore[index,union-attr,call-overload]
    await world.bot.services.forgetting.forget(mina.id)
    assert (await world.bot.services.storage.privacy.export(mina.id))["nights"] == []
    await evening.begin()
    night = (await evening.stored()).night
    assert len(night.rounds[0].tables[0].seats) == 2
    assert {sam.id, ada.id} == {one.user for one in (await evening.stored()).people if one.user}


@pytest.mark.thorough
async def test_a_night_of_64_people_is_played_through_crashes_and_recounted(world: World) -> None:
    evening = await planned(world, rounds=3)
    guests = [world.guest(f"Guest{number}") for number in range(64)]
    for guest in guests:
        await evening.press(guest, "I'm in")
    await evening.begin()
    met: Counter[frozenset[int]] = Counter()
    for _ in range(3):
        tables = await evening.tables()
        assert len(tables) == 16
        await world.restart()
        await world.pass_time(2 * EVERY)
        assert await evening.tables() == tables
        await evening.play()
        for name in tables:
            users = [seat.user for seat in (await world.state(name)).seats if seat.user]
            assert len(users) == 4
            met.update(map(frozenset, combinations(users, 2)))
        await pass_break(world)
    await evening.recounted()
    assert max(met.values()) == 1
    page = (await evening.page()).text
    assert "3 rounds played." in page
    assert "and 54 more" in page


async def test_a_night_whose_message_was_deleted_is_posted_again(world: World) -> None:
    moderator = world.guest("Mo", manage_messages=True)
    await plan_by(moderator.actor, world.channel, 30)
    message = world.board.message
    world.env.backend.delete_message(world.channel.id, message.id)
    (night,) = await world.bot.services.nights.nights.of_server(world.guild.id)
    await world.bot.services.nights.join(night, Person(id=7, name="Ada"))
    await world.pass_time(20)
    assert world.board.message.id != message.id
    assert "I'm in" in world.board.buttons
    stored = await world.bot.services.nights.find(night)
    assert stored.message == world.board.message.id
