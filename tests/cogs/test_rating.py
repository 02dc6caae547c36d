"""**My rating**: what a match was worth to the one who asks, and why; told in private."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import anchor_for
from bot.tables.entries import Person
from bot.tables.state import TableState
from cogs.core.click import Address
from cogs.play.finish import ABSENT, NOBODY_MET, NOT_COUNTED, NOT_OVER, NOT_PLAYED
from tests.cogs import forge
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, words
from tests.cogs.play.test_absence import leave
from tests.cogs.shown import in_private
from tests.cogs.stored import finish, people
from tests.cogs.test_privacy import delete
from tests.cogs.world import World, scored
from tests.helpers import not_none

BUTTON: Final = "My rating"
TOY: Final[Mapping[str, Any]] = {"game": "toy", "rounds": 1, "ranked": True}
SHORT: Final[Mapping[str, Any]] = {"game": KAPOW.name, "cards": 9}
CHANGE: Final = re.compile(
    r"\*\*Your rating at High Card, ([a-z ]+): (\d+) → (\d+)\*\* \(([+\N{MINUS SIGN}]\d+)\)"
)


async def rating(world: World, guest: Guest) -> int:
    boards = world.bot.services.storage.boards
    [line] = (await boards.ratings(world.guild.id, "toy", [guest.id]))[guest.id]
    return round(line.rating.mean)


def named(guests: list[Guest], name: str) -> Guest:
    return next(guest for guest in guests if guest.actor.name == name)


def winner(state: TableState, guests: list[Guest]) -> tuple[Guest, Guest]:
    """Who was ahead, of two, and who was not."""
    outcome = not_none(state.game.outcome(state.position))
    first = state.seats[outcome.ranks.index(1)].user
    assert outcome.ranks.count(1) == 1
    one, two = guests
    return (one, two) if one.id == first else (two, one)


async def test_it_is_told_in_private_to_each_who_played(world: World) -> None:
    guests = await world.sit("Mina", "Sam", **TOY)
    first, second = winner(await world.play(guests), guests)
    posts = len(world.posts)
    answer = in_private(await first.click(BUTTON))
    assert f"**100** of 100 season points: ahead of **{second.actor.name}**." in (words(answer))
    told = await second.told(BUTTON)
    assert f"**0** of 100 season points: behind **{first.actor.name}**." in told
    assert "Your best 20 matches count." in told
    assert len(world.posts) == posts


async def test_it_tells_the_change_and_how_certain_the_rating_is(world: World) -> None:
    """At a table of four everyone meets three others, as many as it takes."""
    names = ("Mina", "Sam", "Ada", "Bo")
    guests = await world.sit(*names, **TOY)
    await world.play(guests)
    moved = 0
    for guest in guests:
        told = await guest.told(BUTTON)
        change = not_none(CHANGE.match(told))
        tables, before, now, by = change.groups()
        assert (tables, before) == ("tables of three or four", "1500")
        assert int(now) == await rating(world, guest)
        assert int(by.replace("\N{MINUS SIGN}", "-")) == int(now) - 1500
        assert "It's provisional for about 9 more matches." in told
        moved += int(now) > 1500
    assert 0 < moved < 4


async def test_equals_are_told_that_they_are_level(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", **TOY)
    state = await world.play(guests)
    outcome = not_none(state.game.outcome(state.position))
    last = [seat for seat, rank in enumerate(outcome.ranks) if rank > 1]
    assert len(last) == 2
    by_seat = {state.seat_of(guest.id): guest for guest in guests}
    one, two = (by_seat[seat] for seat in last)
    best = by_seat[outcome.ranks.index(1)]
    finished = f"level with **{two.actor.name}** and behind **{best.actor.name}**"
    assert f"**25** of 100 season points: {finished}." in await one.told(BUTTON)


async def test_kai_counts_as_its_level_was_measured(world: World) -> None:
    await world.set(count_short=True)
    kai = {"kai": 1, "level": "easy"}
    guests = await world.sit("Mina", "Sam", **{**TOY, **SHORT, **kai})
    await world.play(guests)
    anchor = not_none(anchor_for(KAPOW.name, "easy"))
    told = await guests[0].told(BUTTON)
    assert f"**Kai** (easy) counts as a player rated {round(anchor.mean)}." in told


async def test_shared_turns_weigh_less(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=2, ranked=True)
    sam = named(guests, "Sam")
    await world.play(guests, scored)
    await leave(sam)
    await world.play(guests)
    told = await sam.told(BUTTON)
    assert "You left: a loss to everyone who played." in told
    assert "your rating moves less" not in told
    told = await named(guests, "Mina").told(BUTTON)
    assert "You left" not in told
    ahead = "left, so your rating moves only by the turns they played."
    unmet = "left, and Kai finished ahead of you there. That's no loss."
    assert any(f"**Sam** {words}" in told for words in (ahead, unmet))


async def test_who_goes_early_has_lost_and_who_is_removed_early_has_not(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", "Zoe", **TOY)
    ada, zoe = named(guests, "Ada"), named(guests, "Zoe")
    await leave(ada)
    admin = world.guest("Moe", manage_guild=True)
    await admin.slash("table kick", player=zoe.mention)
    await world.play(guests)
    told = await ada.told(BUTTON)
    assert "**0** of 100 season points" in told
    assert "a loss to everyone who played" in told
    assert await zoe.told(BUTTON) == ABSENT
    told = await named(guests, "Sam").told(BUTTON)
    assert "season points" in told
    assert "Zoe" not in told


async def test_who_is_left_alone_with_kai_has_not_lost_to_it(world: World) -> None:
    answers = set()
    for _ in range(8):
        guests = await world.sit("Mina", "Sam", game="toy", rounds=1, ranked=True)
        await leave(named(guests, "Sam"))
        await world.play(guests)
        answers.add(await named(guests, "Mina").told(BUTTON) == NOBODY_MET)
        if len(answers) == 2:
            return
    raise AssertionError(answers)


async def test_who_was_removed_may_ask_as_well(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", game="toy", rounds=2, ranked=True)
    ada = named(guests, "Ada")
    await world.play(guests, scored)
    admin = world.guest("Moe", manage_guild=True)
    await admin.slash("table kick", player=ada.mention)
    await world.play(guests)
    assert "season points" in await ada.told(BUTTON)


async def press(guest: Guest, table: str) -> str:
    return words(await forger(guest).send(*forge.button(f"k1:{table}:rating")))


async def test_before_the_end_there_is_nothing_to_tell(world: World) -> None:
    guests = await world.sit("Mina", "Sam", **TOY)
    assert await press(guests[0], world.table_id()) == NOT_OVER


async def test_a_forged_button_of_a_match_that_does_not_count(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=1)
    table = world.table_id()
    await world.play(guests)
    assert await press(guests[0], table) == NOT_COUNTED
    assert await press(world.guest("Zoe"), table) == NOT_PLAYED


async def test_a_match_that_was_closed_counts_for_nobody(world: World) -> None:
    guests = await world.sit("Mina", "Sam", **TOY)
    table = world.table_id()
    admin = world.guest("Moe", manage_guild=True)
    await admin.slash("table end")
    assert BUTTON not in world.board.buttons
    assert await press(guests[0], table) == NOT_COUNTED


async def test_it_is_the_same_after_a_restart(world: World) -> None:
    guests = await world.sit("Mina", "Sam", **TOY)
    await world.play(guests)
    before = [await guest.told(BUTTON) for guest in guests]
    await world.restart()
    assert [await guest.told(BUTTON) for guest in guests] == before


async def test_after_a_deletion_the_others_still_see_theirs(world: World) -> None:
    guests = await world.sit("Mina", "Sam", "Ada", **TOY)
    await world.play(guests)
    end, mina, sam = world.board, named(guests, "Mina"), named(guests, "Sam")
    before = (await sam.told(BUTTON, end)).splitlines()[0]
    await delete(mina)
    assert await mina.told(BUTTON, end) == NOT_PLAYED
    told = await sam.told(BUTTON, end)
    assert told.splitlines()[0] == before
    assert "Mina" not in told
    assert "**Former player**" in told


TWO, FOUR = "at High Card, tables of two:", "at High Card, tables of three or four:"


async def played(world: World, *guests: Guest | Person, times: int = 1) -> str:
    """Let these people play ranked matches; return the last one's table."""
    seated = [guest.person if isinstance(guest, Guest) else guest for guest in guests]
    tables = [await finish(world, seated) for _ in range(times)]
    return tables[-1]


async def told(guest: Guest, table: str) -> Sequence[str]:
    """Return what someone is told of a match, line by line."""
    answer = in_private(await forger(guest).send(*button(str(Address(table, "rating")))))
    return words(answer).splitlines()


async def test_a_counted_match_says_only_its_worth(world: World, mina: Guest, sam: Guest) -> None:
    table = await played(world, mina, sam)
    rating, settling, points = await told(mina, table)
    assert rating.startswith(f"**Your rating {TWO} 1500 → ")
    assert settling == "It's provisional for about 9 more matches."
    assert "of 100 season points: " in points


async def test_playing_alone_too_often_is_said(world: World, mina: Guest, sam: Guest) -> None:
    table = await played(world, mina, sam, times=6)
    *_, points, why = await told(mina, table)
    assert "**0** of 100 season points" in points
    assert (
        why == "Only you and **Sam** have played 6 ranked matches this month; 5 count for points."
    )
    table = await played(world, mina, sam, times=5)
    rating, *_, why = await told(sam, table)
    assert re.search(r": still \d+\*\*$", rating)
    assert why == (
        "You and **Mina** have played 11 ranked matches this week; 10 count for points and rating."
    )


async def test_who_is_new_is_said_to_both(world: World) -> None:
    mina, sam, others = world.guest("Mina"), world.guest("Sam"), people("Ann", "Bob", "Cy")
    await played(world, mina, *others)
    table = await played(world, mina, sam)
    *_, why = await told(mina, table)
    assert why == "**Sam** is new: they count once they've met 3 people."
    *_, why = await told(sam, table)
    assert why == "You're new: your rating moves after 3 opponents."
    table = await played(world, sam, *others[:2])
    *_, why = await told(sam, table)
    assert "You're" not in why


async def test_someone_new_among_others_new_hears_it_once(world: World) -> None:
    sam, eve = world.guest("Sam"), world.guest("Eve")
    await played(world, *people("Ann", "Bob", "Cy", "Dan"))
    table = await played(world, sam, eve, *people("Ann"))
    lines = await told(sam, table)
    assert [line for line in lines if "You're new" in line] == [lines[-1]]
    assert "they count once they've met 3 people" in lines[-2]


async def test_who_has_played_little_moves_no_rating_and_that_stays_said(world: World) -> None:
    mina, sam, others = world.guest("Mina"), world.guest("Sam"), people("Ann", "Bob", "Cy")
    await played(world, mina, *others, times=5)
    end = table = await played(world, mina, sam, *others[:2])
    why = (
        "**Sam** has fewer than 5 ranked matches at tables of three or four, so your rating "
        "doesn't move by them yet."
    )
    rating, *_, last = await told(mina, table)
    assert FOUR in rating
    assert last == why
    table = await played(world, mina, sam, *others[:2], times=5)
    assert why not in await told(mina, table)
    # What an older match says is what was so then.
    assert (await told(mina, end))[-1] == why
