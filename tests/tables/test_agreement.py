"""In a match that counts nobody has power over others: it takes all who were dealt in."""

import asyncio
from collections.abc import Callable

import pytest

from bot.privacy.forgetting import Forgetting, leaving_for_good
from bot.tables import authority, lobby, match
from bot.tables.apply import evolve
from bot.tables.clock import end_of_pause
from bot.tables.command import Asker, Command, NotYoursError, RefusedError
from bot.tables.entries import Clock, Closed, EndWanted, HandedOver, Person, TableSetup
from bot.tables.store import Dealt
from bot.tables.table import Table
from cogs.play.agreement import agree_row, wishes_text
from tests.helpers import not_none, until
from tests.tables.house import ADA, MINA, MODERATOR, PLACE, SAM, ZOE, Housing, act, asker, refuses

LIVE, SLOW = Clock(kind="live", seconds=60), Clock(kind="slow", seconds=6 * 3600)
PEOPLE = (MINA, SAM, ADA)


async def ranked(housing: Housing, clock: Clock) -> Table:
    return await housing.started(TableSetup(game="toy", ranked=True, clock=clock), *PEOPLE)


async def at_a_night(housing: Housing, clock: Clock) -> Table:
    setup = TableSetup(game="toy", clock=clock)
    dealt = Dealt("5e" * 32, night="0123456789 round 1 table 1")
    return await seated(housing, setup, dealt)


async def at_a_board(housing: Housing, clock: Clock) -> Table:
    return await seated(housing, TableSetup(game="toy", clock=clock), Dealt("5e" * 32, "night 1"))


async def for_chips(housing: Housing, clock: Clock) -> Table:
    return await seated(housing, TableSetup(game="toy", ante=5, clock=clock))


async def seated(housing: Housing, setup: TableSetup, dealt: Dealt | None = None) -> Table:
    table = await housing.host.open(MINA, PLACE, setup, dealt=dealt)
    for person in PEOPLE[1:]:
        await housing.host.join(table.id, person)
    for person in PEOPLE if setup.ante else ():
        await housing.agree(table, person)
    await table.do(lobby.start(Asker(MINA, house=True)))
    return table


KINDS = {"ranked": ranked, "night": at_a_night, "duplicate": at_a_board, "chips": for_chips}

Deed = Callable[[Asker], Command]

DEEDS: dict[str, Deed] = {
    "end": match.end,
    "pause": match.pause,
    "remove": lambda who: match.kick(who, 2),
}


def done(table: Table, what: str) -> bool:
    state = table.state
    return bool({"end": state.closed, "pause": state.paused, "remove": state.seats[2].held}[what])


GONE: dict[str, Callable[[Table], Command] | None] = {
    "there": None,
    "left": lambda _: match.leave(SAM.id),
    "away": lambda _: lambda _, now: [HandedOver(at=now, seat=1, because="away")],
    "removed": lambda _: match.kick(MODERATOR, 1),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", DEEDS)
@pytest.mark.parametrize("gone", GONE)
async def test_it_takes_all_dealt_in(housing: Housing, kind: str, what: str, gone: str) -> None:
    table = await KINDS[kind](housing, LIVE)
    go = GONE[gone]
    if go is not None:
        await table.do(go(table))
    deed, before = DEEDS[what], len(table.state.interventions)
    # A moderator who plays has no more power than anyone else.
    await table.do(deed(asker(MINA, moderator=True)))
    await table.do(deed(asker(ADA)))
    assert not done(table, what)
    [wish] = table.state.wishes
    assert authority.still_to_agree(table.state, wish) == [SAM]
    for person in (MINA, ADA):
        await refuses(table.do(deed(asker(person))), "already agreed")
    await refuses(table.do(deed(asker(ZOE))), "dealt in", error=NotYoursError)
    await table.do(deed(asker(SAM)))
    assert done(table, what)
    assert table.state.wishes == ()
    deeds = table.state.interventions[before:]
    assert [(one.what, one.by, one.together) for one in deeds] == [(what, MINA, True)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", DEEDS)
async def test_a_moderator_outside_decides_alone(housing: Housing, kind: str, what: str) -> None:
    table = await KINDS[kind](housing, LIVE)
    await table.do(DEEDS[what](MODERATOR))
    assert done(table, what)
    [one] = table.state.interventions
    assert (one.what, one.by, one.together) == (what, ZOE, False)


@pytest.mark.parametrize("what", DEEDS)
async def test_a_former_player_can_t_agree_but_a_moderator_can(housing: Housing, what: str) -> None:
    table = await ranked(housing, LIVE)
    await table.do(leaving_for_good(SAM.id))
    await refuses(table.do(DEEDS[what](asker(MINA))), "former player")
    await table.do(DEEDS[what](MODERATOR))
    assert done(table, what)


@pytest.mark.parametrize(("clock", "holds"), [(LIVE, authority.WISH), (SLOW, authority.SLOW_WISH)])
async def test_a_wish_lapses(housing: Housing, clock: Clock, holds: int) -> None:
    table = await ranked(housing, clock)
    await table.do(match.end(asker(MINA)))
    [wish] = table.state.wishes
    before = table.state
    assert authority.holds_until(before, wish) == housing.clock.now() + holds
    late = housing.clock.now() + holds
    with pytest.raises(RefusedError, match="any more"):
        match.agree(asker(SAM), wish.number)(before, late)
    [again] = match.end(asker(MINA))(before, late)
    [newer] = evolve(before, again).wishes
    assert (newer.since, newer.seats) == (late, (0,))
    assert match.agree(asker(SAM), wish.number)(before, late - 1)
    after = [evolve(before, HandedOver(at=at, seat=2, because="left")) for at in (late - 1, late)]
    assert [(bool(wishes_text(one)), len(agree_row(one))) for one in after] == [
        (True, 1),
        (False, 0),
    ]


async def test_a_wish_is_taken_back(housing: Housing) -> None:
    table = await ranked(housing, LIVE)
    await table.do(match.end(asker(MINA)))
    await table.do(match.end(asker(SAM)))
    [wish] = table.state.wishes
    for person, number in ((ADA, wish.number), (ZOE, wish.number), (MINA, wish.number + 1)):
        await refuses(table.do(authority.take_back(person.id, number)), "nothing to take back")
    await table.do(authority.take_back(MINA.id, wish.number))
    await table.do(match.agree(asker(ADA), wish.number))
    assert table.state.closed is None
    await table.do(authority.take_back(SAM.id, wish.number))
    await table.do(authority.take_back(ADA.id, wish.number))
    assert table.state.wishes == ()


async def test_who_agrees_to_what_was_asked_agrees_to_nothing_else(housing: Housing) -> None:
    table = await ranked(housing, LIVE)
    await table.do(match.kick(asker(MINA), 2))
    await table.do(match.kick(asker(MINA), 1))
    await table.do(match.pause(asker(MINA)))
    third, second, pause = table.state.wishes
    for person in (SAM, ADA):
        await table.do(match.agree(asker(person), pause.number))
    assert table.state.paused
    await table.do(match.agree(asker(ADA), third.number))
    await refuses(table.do(match.agree(MODERATOR, second.number)), error=NotYoursError)
    await table.do(match.agree(asker(SAM), third.number))
    assert [seat.held for seat in table.state.seats] == [None, None, "kicked"]


async def together(table: Table, deed: Deed, first: Person) -> None:
    for person in (first, *(one for one in PEOPLE if one != first)):
        await table.do(deed(asker(person)))


@pytest.mark.parametrize("kind", KINDS)
async def test_everyone_who_was_dealt_in_ends_a_pause_at_once(housing: Housing, kind: str) -> None:
    table = await KINDS[kind](housing, LIVE)
    await table.do(match.kick(MODERATOR, 2))
    await refuses(table.do(match.resume(asker(SAM))), "isn't paused")
    await together(table, match.pause, MINA)
    await refuses(table.do(match.resume(asker(ZOE))), error=NotYoursError)
    await table.do(match.resume(asker(ADA)))
    assert table.state.paused is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("clock", "most"), [(LIVE, authority.PAUSES), (SLOW, authority.SLOW_PAUSES)]
)
async def test_pauses_are_bounded_together(
    housing: Housing, kind: str, clock: Clock, most: int
) -> None:
    table = await KINDS[kind](housing, clock)
    await together(table, match.pause, MINA)
    housing.clock.advance(most / 4000)
    await table.do(match.resume(asker(SAM)))
    assert table.state.paused_for == most // 4
    # Each person has one.
    await refuses(table.do(match.pause(asker(MINA))), "had your pause")
    await together(table, match.pause, SAM)
    assert end_of_pause(table.state, housing.rules) == housing.clock.now() + most * 3 // 4
    housing.clock.advance(most)
    await until(lambda: table.state.paused is None)
    for who in (asker(ADA), MODERATOR):
        await refuses(table.do(match.pause(who)), "used up its time for pauses")


async def test_a_pause_of_every_day_comes_to_an_end(housing: Housing) -> None:
    table = await ranked(housing, SLOW)
    paused = 0
    for day in range(10):
        for moderator in range(5):  # Each of them once.
            who = Person(id=1_000 + 5 * day + moderator, name="A moderator")
            try:
                await table.do(match.pause(Asker(who, moderator=True)))
            except RefusedError:
                continue
            paused += 1
            housing.clock.advance(authority.SLOW_PAUSES / 1000)
            await until(lambda: table.state.paused is None)
    assert paused == 1


async def test_who_was_removed_is_never_one_who_has_left(housing: Housing) -> None:
    table = await ranked(housing, LIVE)
    await act(table, 1)
    await table.do(match.kick(MODERATOR, 1))
    for command in (match.leave(SAM.id), match.back(SAM.id)):
        await refuses(table.do(command), error=NotYoursError)
    forgetting = Forgetting(housing.host, housing.store, housing.storage.privacy, housing.clock)
    await forgetting.forget(SAM.id)
    table = await housing.host.table(table.id)
    assert table.state.seats[1].held == "kicked"
    assert table.state.seats[1].user is None


@pytest.mark.parametrize("gone", ["left", "away"])
async def test_who_has_gone_can_t_be_sent_away_as_well(housing: Housing, gone: str) -> None:
    table = await ranked(housing, LIVE)
    go = not_none(GONE[gone])
    await table.do(go(table))
    for who in (MODERATOR, asker(MINA)):
        await refuses(table.do(match.kick(who, 1)), "already playing for that player")
    assert table.state.seats[1].held == gone


async def test_a_match_goes_on_without_the_one_who_was_removed(housing: Housing) -> None:
    setup = TableSetup(game="toy", options={"rounds": 1}, ranked=True)
    table = await housing.started(setup, *PEOPLE)
    await table.do(match.kick(MODERATOR, 2))
    for seat in (0, 1):
        await act(table, seat)
    while table.state.closed is None:
        housing.clock.advance(2)
        await asyncio.sleep(0.001)
    assert table.state.closed.because == "finished"
    assert await housing.storage.histories.match(PLACE.guild, table.id) is not None
    assert [seat.held for seat in table.state.seats] == [None, None, "kicked"]


async def test_what_older_logs_say_is_an_agreement_too(housing: Housing) -> None:
    table = await ranked(housing, LIVE)
    state = table.state
    for person in (MINA, SAM, ZOE):
        state = evolve(state, EndWanted(at=housing.clock.now(), user=person.id))
    [wish] = state.wishes
    assert (wish.what, wish.seats) == ("end", (0, 1))
    _, last = match.end(asker(ADA))(state, housing.clock.now())
    assert isinstance(last, Closed)
    assert last.together


@pytest.mark.parametrize("kind", ["night", "duplicate"])
async def test_nobody_decides_who_sits_at_a_night_s_table(housing: Housing, kind: str) -> None:
    night = "0123456789 round 1 table 1" if kind == "night" else None
    board = "night 1" if kind == "duplicate" else None
    dealt = Dealt("5e" * 32, board, night)
    table = await housing.host.open(MINA, PLACE, TableSetup(game="toy"), dealt=dealt)
    await housing.host.join(table.id, SAM)
    for who in (asker(MINA), asker(MINA, moderator=True), MODERATOR):
        for command in (
            lobby.remove(who, SAM.id),
            lobby.configure(who, table.state.setup),
            lobby.move(who, 5),
            lobby.start(who),
            match.end(who),
        ):
            await refuses(table.do(command), "league night seats this table")
    assert [guest.person for guest in table.state.guests] == [MINA, SAM]
