"""Duplicate nights on the real bot: the same cards at every table, and nothing told too early."""

import discord
import pytest

from bot.game.deck import commitment, table_secret
from bot.night.plan import PACES
from bot.night.standings import standings
from bot.night.tables import UNTOLD
from bot.tables import lobby, match
from bot.tables.command import Asker, RefusedError
from bot.tables.entries import Started
from bot.tables.loading import state_from
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs.night_runner import EVERY
from cogs.play.fairness import SEAL_SHOWN, fairness_page
from cogs.play.opening import NO_PRIVATE_THREADS
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import SOON, Evening, pass_break, plan, plan_by
from tests.cogs.shown import Shown
from tests.cogs.world import World


async def duplicate(world: World, game: str = "toy", rounds: int = 2) -> Evening:
    return await plan(world, game=game, rounds=rounds, form="duplicate")


async def dealt(world: World, table: str) -> object:
    """What the game of a table was before the first move."""
    entries = await world.bot.services.storage.store.load(table)
    begun = next(at for at, entry in enumerate(entries) if isinstance(entry, Started))
    return state_from(table, entries[: begun + 1], world.bot.services.games).position


async def states(world: World, evening: Evening) -> list[TableState]:
    return [await world.state(name) for name in await evening.tables()]


async def finish(world: World, evening: Evening, at: int) -> TableState:
    name = (await evening.tables())[at]
    table = await world.table(name)
    await evening.let_go(name)
    while not (state := table.state).closed:
        [seat, *_] = sorted(state.to_act)
        user = state.seats[seat].user
        if user is None:  # Kai plays.
            await world.pass_time(1)
            continue
        action = str(state.game.legal(state.position, seat)[0])
        await table.do(match.act(user, seat, state.since[seat], action))
    await world.env.settle()
    await world.pass_time(2 * EVERY)
    return table.state


async def test_all_tables_are_dealt_the_same_cards_behind_closed_doors(world: World) -> None:
    evening = await duplicate(world, game="kapow")
    sealed = (await evening.page()).text
    guests = await evening.begin(7)
    one, other = await states(world, evening)
    night = (await evening.stored()).night
    assert night.secret is not None
    assert one.secret == other.secret == table_secret(night.secret, (), 1, 0)
    assert f"sealed: `{commitment(night.secret)[:SEAL_SHOWN]}`" in sealed
    assert [len(state.seats) for state in (one, other)] == [4, 4]
    assert [seat.user for seat in other.seats].count(None) == 1, "Kai takes the seat that is left"
    assert await dealt(world, one.id) == await dealt(world, other.id)
    threads = [world.env.backend.get_channel(thread.id) for thread in world.channel.threads]
    assert {thread.type for thread in threads} == {discord.ChannelType.private_thread.value}
    users = [{seat.user for seat in state.seats} - {None} for state in (one, other)]
    known = {guest.id for guest in guests}
    assert [set(thread.thread_members) & known for thread in threads] == users


async def test_boards_are_compared_when_all_tables_are_done(world: World) -> None:
    evening = await duplicate(world)
    await evening.begin(4)
    assert "Board 1 of 2." in (await evening.page()).text
    await finish(world, evening, 0)
    assert " %" not in (await evening.page()).text
    await world.restart()
    await finish(world, evening, 1)
    page = (await evening.page()).text
    night = (await evening.stored()).night
    table, other = night.rounds[0].tables
    for line in standings(night):
        own, against = (table, other) if line.person in table.seats else (other, table)
        seat = own.sat[own.seats.index(line.person)]
        assert seat is not None
        mine, theirs = own.scores[seat], against.scores[seat]
        assert line.points == 50 * ((theirs < mine) + (theirs <= mine))
        name = (await evening.stored()).people[line.person].name
        assert f"**{line.place}** {name}: {line.points}%" in page
    await pass_break(world)
    await evening.play_round()
    page = (await evening.page()).text
    assert "2 boards played." in page
    assert "the duplicate night!" in page
    assert "Too few boards so far to tell luck from skill." in page
    assert "sealed" not in page


async def test_nobody_looks_back_before_the_board_is_done(world: World) -> None:
    evening = await duplicate(world)
    guests = await evening.begin(4)
    done = await finish(world, evening, 0)
    mina = next(guest for guest in guests if guest.id == done.seats[0].user)
    for command in ("match record", "match verify", "match replay"):
        assert await asked(mina, command, done.id) == UNTOLD
        assert words(await mina.slash(command)) == UNTOLD
    assert words(await mina.slash("match list")) == UNTOLD
    page = ended(world, 0)
    assert page.buttons
    for label in {"Record", "Replay", "Review"} & set(page.buttons):
        assert words(await mina.actor.click(page.message, label=label)) == UNTOLD
    await finish(world, evening, 1)
    assert "follows from the night's own secret" in await asked(mina, "match record", done.id)
    assert "Proved." in await asked(mina, "match verify", done.id)


async def test_nor_while_a_table_plays_that_the_night_does_not_wait_for(world: World) -> None:
    evening = await duplicate(world)
    guests = await evening.begin(4)
    done = await finish(world, evening, 0)
    mina = next(guest for guest in guests if guest.id == done.seats[0].user)
    await world.bot.services.nights.end(evening.id)
    assert await asked(mina, "match record", done.id) == UNTOLD
    await finish(world, evening, 1)
    assert "follows from the night's own secret" in await asked(mina, "match record", done.id)


async def asked(guest: Guest, command: str, table: str) -> str:
    return words(await guest.slash(command, match=table))


def ended(world: World, at: int) -> Shown:
    """The newest message with buttons in a table's thread."""
    messages = [Shown(message) for message in world.channel.threads[at].history()]
    return [message for message in messages if message.buttons][-1]


async def test_nobody_changes_what_is_dealt(world: World) -> None:
    evening = await duplicate(world)
    await evening.begin(4)
    state, _ = await states(world, evening)
    entries = await world.bot.services.storage.store.load(state.id)
    opened = state_from(state.id, entries[:2], world.bot.services.games)
    assert opened.phase is Phase.LOBBY
    assert "Cut the deck" not in str(fairness_page(opened))
    with pytest.raises(RefusedError, match="same deal"):
        lobby.cut(state.host.id, "word", 20)(opened, 0)
    with pytest.raises(RefusedError, match="same deal"):
        lobby.configure(Asker(state.host, house=True), state.setup)(opened, 0)


async def test_a_board_that_takes_too_long_is_finished_by_kai(world: World) -> None:
    evening = await duplicate(world, rounds=1)
    await evening.begin(4)
    await finish(world, evening, 0)
    _, slow = await evening.tables()
    await evening.hold_up(slow)
    begun = (await evening.stored()).seated_at
    await evening.wait_until(begun + PACES["duplicate"].longest_round)
    await world.restart()
    await world.pass_time(2 * EVERY)
    night = (await evening.stored()).night
    assert all(table.scores and not table.away for table in night.tables())
    percents = [line.points for line in standings(night)]
    assert sum(percents) == 200, "all are compared, no matter who played to the end"


async def test_with_fewer_than_four_people_it_does_not_take_place(world: World) -> None:
    evening = await duplicate(world)
    await evening.begin(3)
    assert "This duplicate night didn't take place: too few people" in (await evening.page()).text


async def test_without_private_threads_none_is_planned(world: World) -> None:
    assert world.guild.me is not None
    denied = discord.PermissionOverwrite(create_private_threads=False)
    channel = world.guild.create_text_channel("quiet", overwrites={world.guild.me: denied})
    host = world.guest("Host", manage_messages=True)
    told = await plan_by(host.actor, channel, SOON, form="duplicate")
    assert words(told) == NO_PRIVATE_THREADS


@pytest.mark.thorough
async def test_how_much_is_luck_is_told_once_there_are_enough_boards(world: World) -> None:
    evening = await duplicate(world, rounds=4)
    await evening.begin(4)
    for _ in range(4):
        await evening.play_round()
    page = (await evening.page()).text
    assert "After 4 boards, luck moves a result by about" in page
    assert "% of the differences." in page
