"""Playing for chips: everyone agrees, the pot keeps them, and nobody's get lost (section 6)."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress

import pytest

from bot.league.chips import MAX_ANTE, pot, shares, terms
from bot.league.ledger import LedgerLine
from bot.privacy.forgetting import Forgetting
from bot.tables import lobby, match
from bot.tables.command import Command, NotYoursError, OutdatedError, RefusedError
from bot.tables.entries import Person, TableSetup
from bot.tables.state import human_seats
from bot.tables.table import Table
from cogs.chips import collect
from tests.db.balanced import balanced
from tests.tables.house import ADA, MINA, PLACE, SAM, Housing, act, asker, play_match

ANTE = 20
STAKED = TableSetup(game=Housing.toy, ante=ANTE)
PEOPLE = (MINA, SAM, ADA)


def agree(person: Person) -> Command:
    return lambda table, now: lobby.agree(person.id, terms(table.setup))(table, now)


async def with_chips(housing: Housing, *people: Person) -> None:
    for person in people:
        await collect(
            housing.league, housing.storage.ledger, PLACE.guild, person.id, housing.clock.now()
        )


async def held(housing: Housing) -> Sequence[int]:
    ledger = housing.storage.ledger
    return [await ledger.balance(PLACE.guild, person.id) for person in PEOPLE]


async def opened(housing: Housing, *people: Person, setup: TableSetup = STAKED) -> Table:
    """Open a table and seat everyone; nobody has agreed to anything."""
    await with_chips(housing, *people)
    table = await housing.host.open(people[0], PLACE, setup)
    for person in people[1:]:
        await housing.host.join(table.id, person)
    return table


async def staked(housing: Housing, *people: Person, setup: TableSetup = STAKED) -> Table:
    table = await opened(housing, *people, setup=setup)
    for person in people:
        await table.do(agree(person))
    await table.do(lobby.start(asker(people[0])))
    return table


async def refused(table: Table, command: Command, why: str) -> None:
    before = table.state
    with pytest.raises(RefusedError, match=why):
        await table.do(command)
    assert table.state == before


async def test_agreeing_puts_the_ante_in_at_once(housing: Housing) -> None:
    """C6.1"""
    table = await opened(housing, MINA, SAM)
    await table.do(agree(SAM))
    assert await held(housing) == [100, 80, 0]
    assert [guest.agreed for guest in table.state.guests] == [False, True]
    await refused(table, agree(SAM), "already in")
    assert await held(housing) == [100, 80, 0]


async def test_chips_can_be_taken_back_before_the_start(housing: Housing) -> None:
    table = await opened(housing, MINA, SAM)
    await refused(table, lobby.withdraw(SAM.id), "haven't put in any chips")
    for _ in range(2):
        await table.do(agree(SAM))
        await table.do(lobby.withdraw(SAM.id))
    assert await held(housing) == [100, 100, 0]


async def test_a_person_without_enough_chips_cannot_agree(housing: Housing) -> None:
    """C6.1, C6.2"""
    table = await opened(housing, MINA, setup=TableSetup(game=housing.toy, ante=101))
    await housing.host.join(table.id, SAM)
    for person in (MINA, SAM):
        await refused(table, agree(person), "You don't have 101 chips")
    assert await held(housing) == [100, 0, 0]
    await table.do(lobby.leave(SAM.id))  # The table goes on.
    assert table.state.people == (MINA,)


async def test_the_same_chips_cannot_be_put_in_twice(housing: Housing) -> None:
    setup = TableSetup(game=housing.toy, ante=60)
    tables = [await opened(housing, MINA, setup=setup) for _ in range(2)]
    agreed = (table.do(agree(MINA)) for table in tables)
    answers = await asyncio.gather(*agreed, return_exceptions=True)
    assert sum(isinstance(answer, RefusedError) for answer in answers) == 1
    assert await held(housing) == [40, 0, 0]


async def test_a_stranger_and_a_table_without_chips_are_told_so(housing: Housing) -> None:
    table = await opened(housing, MINA)
    with pytest.raises(NotYoursError, match="Join the table first"):
        await table.do(agree(SAM))
    free = await housing.host.open(SAM, PLACE, TableSetup(game=housing.toy))
    await refused(free, agree(SAM), "doesn't play for chips")
    await refused(free, lobby.withdraw(SAM.id), "doesn't play for chips")


async def test_the_match_starts_when_everybody_has_agreed(housing: Housing) -> None:
    """C6.1"""
    table = await opened(housing, MINA, SAM)
    await table.do(agree(MINA))
    await refused(table, lobby.start(asker(MINA)), "Everyone has to put in 20 chips")
    await table.do(agree(SAM))
    await table.do(lobby.start(asker(MINA)))
    assert pot(table.state) is not None
    await refused(table, lobby.withdraw(SAM.id), "already started")


async def test_a_person_who_leaves_gets_their_ante_back(housing: Housing) -> None:
    table = await opened(housing, MINA, SAM)
    for person in (MINA, SAM):
        await table.do(agree(person))
    await table.do(lobby.leave(SAM.id))
    assert await held(housing) == [80, 100, 0]
    await table.do(lobby.leave(MINA.id))
    assert table.state.closed
    assert await held(housing) == [100, 100, 0]


async def test_changed_options_need_a_new_agreement(housing: Housing) -> None:
    table = await opened(housing, MINA, SAM)
    for person in (MINA, SAM):
        await table.do(agree(person))
    dearer = STAKED.model_copy(update={"ante": 50})
    await table.do(lobby.configure(asker(MINA), dearer))
    assert await held(housing) == [100, 100, 0]
    await refused(table, lobby.start(asker(MINA)), "50 chips")
    await table.do(agree(SAM))
    assert await held(housing) == [100, 50, 0]
    await table.do(lobby.configure(asker(MINA), TableSetup(game=housing.toy)))
    assert await held(housing) == [100, 100, 0]
    await table.do(lobby.start(asker(MINA)))
    assert pot(table.state) is None


async def test_a_click_agrees_to_what_it_was_made_for(housing: Housing) -> None:
    """The button is from before the options changed: it does not put in what they ask for now."""
    table = await opened(housing, MINA, SAM)
    old = lobby.agree(SAM.id, terms(table.state.setup))
    for changed in ({"ante": 90}, {"ante": 90, "options": {"rounds": 1}}, {"ranked": True}):
        await table.do(lobby.configure(asker(MINA), STAKED.model_copy(update=changed)))
        await refused(table, old, "The options have just changed")
    assert await held(housing) == [100, 100, 0]
    await table.do(lobby.configure(asker(MINA), STAKED))
    await table.do(old)
    assert await held(housing) == [100, 80, 0]


async def test_a_lobby_that_closes_gives_all_back(housing: Housing) -> None:
    for close in (lobby.expire, match.end(asker(MINA)), match.lose_channel):
        table = await opened(housing, MINA, SAM)
        for person in (MINA, SAM):
            await table.do(agree(person))
        assert await held(housing) == [80, 80, 0]
        await table.do(close)
        assert await held(housing) == [100, 100, 0]


@pytest.mark.parametrize("ante", [-1, MAX_ANTE + 1])
async def test_an_ante_has_limits(housing: Housing, ante: int) -> None:
    with pytest.raises(RefusedError, match=f"up to {MAX_ANTE}"):
        await housing.host.open(MINA, PLACE, TableSetup(game=housing.toy, ante=ante))


async def test_a_game_whose_rules_know_of_no_pot_is_not_played_for_chips(housing: Housing) -> None:
    with pytest.raises(RefusedError, match="Kapow! isn't played for chips"):
        await housing.host.open(MINA, PLACE, TableSetup(game="kapow", ante=5))


async def test_the_pot_is_paid_out_when_the_match_is_finished(housing: Housing) -> None:
    table = await staked(housing, MINA, SAM)
    housing.clock.advance(1)
    await play_match(table)
    assert [share.chips for share in shares(table.state)] in ([(40, 0)], [(0, 40)], [(20, 20)])
    (won,) = shares(table.state)
    assert await held(housing) == [80 + won.chips[0], 80 + won.chips[1], 0]
    last, *_ = await housing.storage.ledger.lines(PLACE.guild, MINA.id if won.chips[0] else SAM.id)
    assert last == LedgerLine(table.state.last_at, "match", max(won.chips), table.id)


async def test_kai_s_own_seats_put_nothing_in(housing: Housing) -> None:
    table = await opened(housing, MINA)
    await table.do(lobby.add_kai(MINA.id, "normal"))
    await table.do(agree(MINA))
    await table.do(lobby.start(asker(MINA)))
    played_for = pot(table.state)
    assert played_for is not None
    assert (played_for.seats, played_for.chips) == ((0,), 20)
    await played_out(housing, table)
    assert await held(housing) == [100, 0, 0]


async def test_an_abandoned_match_gives_the_antes_back(housing: Housing) -> None:
    """Nothing is paid out before the end, so every ante is still there."""
    setup = TableSetup(game="capit", ante=ANTE)
    others = [Person(id=50 + n, name=f"Guest {n}") for n in range(2)]
    for close in (match.end(asker(ADA, moderator=True)), match.lose_channel):
        table = await staked(housing, MINA, SAM, *others, setup=setup)
        while not (table.state.stage and table.state.stage.paused):
            await act(table, min(table.state.to_act))
        assert sum(sum(share.chips) for share in shares(table.state)) in (6, 8)
        assert await held(housing) == [80, 80, 0]
        await table.do(close)
        assert await held(housing) == [100, 100, 0]


async def test_a_seat_keeps_its_stake_no_matter_who_plays_it(housing: Housing) -> None:
    """Who leaves or is removed keeps the stake; when all have left, all get it back."""
    table = await staked(housing, MINA, SAM)
    await table.do(match.kick(asker(ADA, moderator=True), 1))
    assert pot(table.state) is not None
    await table.do(match.leave(MINA.id))
    await played_out(housing, table)
    assert await held(housing) == [100, 100, 0]


async def played_out(housing: Housing, table: Table) -> None:
    """Kai plays for those who are not there."""
    while not table.state.closed:
        for seat in human_seats(table.state):
            with suppress(OutdatedError):  # Kai may be quicker.
                await act(table, seat)
        housing.clock.advance(2)
        await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    ("gone", "removed", "expected"),
    [
        ((1,), (), {(120, 80, 0)}),
        ((), (1,), {(100, 100, 0)}),
        ((1,), (2,), {(120, 80, 100)}),
        ((1, 2), (), {(140, 80, 80)}),
        ((), (2,), {(120, 80, 100), (80, 120, 100), (100, 100, 100)}),
    ],
)
async def test_who_goes_loses_the_ante_and_who_is_removed_gets_it_back(
    housing: Housing, gone: Sequence[int], removed: Sequence[int], expected: set[tuple[int, ...]]
) -> None:
    """Whatever Kai makes of the seat: it wins nothing for them, and takes nothing from others."""
    people = PEOPLE[: 2 if expected < {(120, 80, 0), (100, 100, 0)} else 3]
    table = await staked(housing, *people)
    for seat in gone:
        await table.do(match.leave(people[seat].id))
    moderator = asker(Person(id=99, name="Moe"), moderator=True)
    for seat in removed:
        await table.do(match.kick(moderator, seat))
    await played_out(housing, table)
    assert tuple(await held(housing)) in expected
    balanced(housing.path)


async def test_what_a_former_player_has_goes_to_the_former_players(housing: Housing) -> None:
    table = await staked(housing, MINA, SAM)
    waiting = await opened(housing, SAM, ADA)
    await waiting.do(agree(SAM))
    storage = housing.storage
    forgetting = Forgetting(housing.host, storage.store, storage.privacy, housing.clock)
    await forgetting.forget(SAM.id)
    assert await held(housing) == [80, 0, 100]
    assert (await storage.privacy.export(SAM.id))["chips"] == []
    table = await housing.host.table(table.id)
    await played_out(housing, table)
    assert await held(housing) == [120, 0, 100]
    balanced(housing.path)


async def test_a_restart_between_any_two_bookings_changes_nothing(housing: Housing) -> None:
    """After every single entry the house is opened again, and the books are in order."""
    table = await opened(housing, MINA, SAM)
    mina = asker(MINA)
    steps: list[tuple[Command, Sequence[int]]] = [
        (agree(MINA), [80, 100, 0]),
        (agree(SAM), [80, 80, 0]),
        (lobby.withdraw(MINA.id), [100, 80, 0]),
        (lobby.configure(mina, STAKED.model_copy(update={"ante": 30})), [100, 100, 0]),
        (agree(SAM), [100, 70, 0]),
        (agree(MINA), [70, 70, 0]),
        (lobby.start(mina), [70, 70, 0]),
    ]
    for command, expected in steps:
        await (await housing.host.table(table.id)).do(command)
        assert await held(housing) == expected
        await housing.close()  # The books are looked at.
        await housing.reopen()
        assert await held(housing) == expected
    table = await housing.host.table(table.id)
    while not table.state.closed:
        await act(table, min(table.state.to_act))
        await housing.close()
        await housing.reopen()
        if not table.state.closed:
            table = await housing.host.table(table.id)
    assert sum(await held(housing)) == 200
    assert max(await held(housing)) > 70


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(3, 6))]
)
async def test_whatever_people_do_the_books_are_in_order(housing: Housing, seed: int) -> None:
    """Three people and several tables, in any order, with restarts and matches played through."""
    source = random.Random(seed)
    await with_chips(housing, *PEOPLE)
    done: dict[str, int] = {}
    for _ in range(120):
        what = await anything(housing, source)
        done[what] = done.get(what, 0) + 1
        balanced(housing.path)
        in_pots = sum(await antes(housing))
        assert sum(await held(housing)) + in_pots == 300
    assert done["refused"] < 100
    assert done.keys() >= {"agree", "start"}


async def antes(housing: Housing) -> Sequence[int]:
    found = []
    for listing in housing.host.listings():
        state = (await housing.host.table(listing.table)).state
        played_for = pot(state)
        agreed = sum(guest.agreed for guest in state.guests) * state.setup.ante
        found.append(played_for.chips if played_for else agreed)
    return found


async def anything(housing: Housing, source: random.Random) -> str:
    tables = [found.table for found in housing.host.listings()]
    if not tables or source.random() < 0.05:
        ante = source.choice([7, 20, 45])
        setup = TableSetup(game=housing.toy, ante=ante)
        try:
            await housing.host.open(source.choice(PEOPLE), PLACE, setup)
        except RefusedError:
            return "refused"
        return "open"
    if source.random() < 0.05:
        await housing.close()
        await housing.reopen()
        return "restart"
    table = await housing.host.table(source.choice(tables))
    if table.state.seats and source.random() < 0.3:
        await play_match(table)
        return "finish"
    person = source.choice(PEOPLE)
    dearer = table.state.setup.model_copy(update={"ante": source.choice([0, 5, 20, 60])})
    commands: Mapping[str, Command] = {
        "join": lobby.join(person),
        "agree": agree(person),
        "agree too": agree(table.state.host),
        "withdraw": lobby.withdraw(person.id),
        "leave": lobby.leave(person.id),
        "configure": lobby.configure(asker(table.state.host), dearer),
        "start": lobby.start(asker(table.state.host)),
        "end": match.end(asker(table.state.host)),
    }
    weights = [6, 6, 6, 1, 1, 1, 8, 1]
    (name,) = source.choices(list(commands), weights)
    try:
        await table.do(commands[name])
    except RefusedError:
        return "refused"
    return name
