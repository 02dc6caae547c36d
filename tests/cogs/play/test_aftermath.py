"""What the end of a match says about the league: best round, head to head, places."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from bot.face.markdown import counted, ordinal
from bot.game.contract import AnyGame, Outcome
from bot.games.kapow.rules.game import KAPOW
from bot.league.counting import Rating
from bot.league.lines import Limits, Met
from bot.league.periods import period_at
from bot.league.reports import NOTHING, Aftermath, SeatAfter
from bot.league.settings import Visibility
from bot.tables.state import TableState
from cogs.play.finish import league_lines
from tests.cogs.guest import Guest
from tests.cogs.world import World
from tests.helpers import not_none
from tests.toy_game import TOY

MATCHES: Final = 6


async def finished(world: World, *names: str, rounds: int = 2) -> tuple[TableState, Outcome]:
    state = await world.play(await world.sit(*names, game="toy", rounds=rounds))
    outcome = not_none(state.game.outcome(state.position))
    return state, outcome


async def ended(world: World, *guests: Guest) -> TableState:
    """Let people play a ranked match to its end, and return it."""
    await guests[0].play(game="toy", rounds=1, ranked=True)
    for guest in guests[1:]:
        await guest.click("Join")
    await guests[0].click("Start")
    for guest in guests:
        await guest.open_hand()
    return await world.play(guests)


def after(*places: int) -> dict[int, SeatAfter]:
    """What a match was worth to the people of these places in the standings, seat by seat."""
    return {
        seat: SeatAfter(100 + seat, 50, Rating(), Rating(), place, Limits({}, {}))
        for seat, place in enumerate(places)
    }


@pytest.mark.parametrize(
    ("game", "rounds", "best"),
    [
        (TOY, ((1, 0), (3, 7)), "**Sam**, **7** in round 2"),
        (TOY, ((0, 4), (4, 4)), "**Sam**, **4** in round 1"),
        (TOY, ((4, 4), (0, 4)), "**Mina**, **4** in round 1"),
        (KAPOW, ((12, 0), (-3, 7)), "**Mina**, **\N{MINUS SIGN}3** in round 2"),
        (KAPOW, ((5, 9), (8, 5)), "**Mina**, **5** in round 1"),
    ],
)
async def test_the_best_round_is_named_the_first_of_equals(
    world: World, game: AnyGame, rounds: tuple[tuple[int, int], ...], best: str
) -> None:
    state, outcome = await finished(world, "Mina", "Sam")
    names = ["Mina", "Sam"]
    assert [seat.occupant.person and seat.occupant.person.name for seat in state.seats] == names
    lines = league_lines(replace(state, game=game), replace(outcome, rounds=rounds), NOTHING)
    assert lines == f"Best round: {best}."


async def test_a_match_of_one_round_has_no_best_one(world: World) -> None:
    state, outcome = await finished(world, "Mina", "Sam", rounds=1)
    assert league_lines(state, outcome, NOTHING) == ""


@pytest.mark.parametrize(
    ("met", "line"),
    [
        (Met(12, 7, 0), "**Mina** leads **Sam** 7 : 5."),
        (Met(13, 5, 1), "**Sam** leads **Mina** 7 : 5, with 1 tie."),
        (Met(1, 1, 0), "**Mina** leads **Sam** 1 : 0."),
        (Met(4, 2, 0), "**Mina** and **Sam** are level, 2 : 2."),
        (Met(3, 0, 3), "**Mina** and **Sam** are level, 0 : 0, with 3 ties."),
    ],
)
async def test_two_people_are_told_how_they_stand(world: World, met: Met, line: str) -> None:
    state, outcome = await finished(world, "Mina", "Sam", rounds=1)
    aftermath = Aftermath(after(1, 2), {(100, 101): met})
    assert league_lines(state, outcome, aftermath).splitlines()[0] == line


async def test_places_are_told_the_best_first_and_equals_share(world: World) -> None:
    state, outcome = await finished(world, "Mina", "Sam", "Ada", rounds=1)
    lines = league_lines(state, outcome, Aftermath(after(12, 3, 3)))
    assert lines == "This season **Sam** is 3rd, **Ada** is 3rd and **Mina** is 12th."


async def test_of_hidden_people_neither_place_nor_head_to_head_is_told(world: World) -> None:
    state, outcome = await finished(world, "Mina", "Sam", rounds=1)
    met = {(100, 101): Met(3, 2, 0), (101, 100): Met(3, 1, 0)}
    aftermath = Aftermath(after(1, 2), met, hidden={101})
    assert league_lines(state, outcome, aftermath) == "This season **Mina** is 1st."
    assert league_lines(state, outcome, replace(aftermath, hidden={100, 101})) == ""


async def test_the_end_of_a_match_tells_what_was_booked_with_it(world: World) -> None:
    ann, bob = world.guest("Ann"), world.guest("Bob")
    won: Counter[str] = Counter()
    for _ in range(MATCHES):
        points = _points(await ended(world, ann, bob))
        won["tied" if len({*points.values()}) == 1 else max(points, key=lambda n: points[n])] += 1
        assert _head_to_head(won) in world.board.text
        assert "My rating" in world.board.buttons
    [season] = [line for line in world.board.text.splitlines() if "This season" in line]
    services = world.bot.services
    month = period_at("month", services.time.now())
    lines = await services.storage.boards.lines(world.guild.id, "toy", month)
    for line in lines:
        assert f"**{line.name}** is {ordinal(line.place)}" in season


async def test_a_hidden_person_is_named_as_a_player_and_no_more(world: World) -> None:
    ann, bob = world.guest("Ann"), world.guest("Bob")
    await world.bot.services.storage.people.choose(bob.id, Visibility.HIDDEN)
    await ended(world, ann, bob)
    text = world.board.text
    assert "**Bob**: " in text
    assert "leads" not in text
    assert "level" not in text
    [season] = [line for line in text.splitlines() if "This season" in line]
    assert "Ann" in season
    assert "Bob" not in season
    assert "My rating" in world.board.buttons
    await world.bot.services.storage.people.choose(bob.id, Visibility.SERVER)
    await ended(world, ann, bob)
    [season] = [line for line in world.board.text.splitlines() if "This season" in line]
    assert "Bob" in season


def _points(state: TableState) -> Mapping[str, int]:
    outcome = not_none(state.game.outcome(state.position))
    names = [seat.occupant.person.name for seat in state.seats if seat.occupant.person]
    return dict(zip(names, outcome.scores, strict=True))


def _head_to_head(won: Counter[str]) -> str:
    ties = f", with {counted(won['tied'], 'tie')}" if won["tied"] else ""
    if won["Ann"] == won["Bob"]:
        return f"are level, {won['Ann']} : {won['Bob']}{ties}."
    first, second = sorted(("Ann", "Bob"), key=lambda name: -won[name])
    return f"**{first}** leads **{second}** {won[first]} : {won[second]}{ties}."
