"""What seldom happens: each game is played on from positions of its own, too.

A game's positions are in ``positions.py`` of its tests: ``positions`` yields them from a round just
dealt. ``UNREACHED`` there names the events that random matches don't reach even so.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain, islice
from typing import Any, Final

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import Chance
from tests.conformance.playout import ALL_GAMES, Turn, play_on, playout, short_options
from tests.game.machine import table_of
from tests.games.own import declared, having, own
from tests.golf.positions import positions as of_golf
from tests.helpers import chance

STEPS: Final = 90
"""How many steps are played on from a position."""

SEEDS: Final = 1
SHOWN_EVERY: Final = 5
"""Of this many steps one is looked at for what it shows."""

games = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)


def _none(_dealt: Any) -> Iterator[Any]:  # noqa: ANN401 - a state of any game
    yield from ()


def positions_of(game: AnyGame, dealt: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """Yield the positions of a game that seldom come up."""
    found: Callable[[Any], Iterator[Any]] = of_golf if game.name == "golf" else _none
    return own(game.name, "positions", "positions", found)(dealt)


def rare(game: AnyGame, seed: int, source: Chance) -> Iterator[list[Turn]]:
    """Yield the steps from each special position, with the fewest seats and the most."""
    for seats in sorted({game.seats[0], game.seats[-1]}):
        dealt = game.new(short_options(game), seats, source).state
        for position in positions_of(game, dealt):
            yield [*islice(play_on(game, position, random.Random(seed)), STEPS)]


@games
def test_no_card_is_made_or_lost_then_and_none_is_shown(game: AnyGame) -> None:
    for seed in range(SEEDS):
        for number, turn in enumerate(chain.from_iterable(rare(game, seed, chance(seed)))):
            if game.stage(turn.after).round == game.stage(turn.state).round:
                assert game.cards(turn.after) == game.cards(turn.state), turn.action
            for viewer in (SPECTATOR, turn.seat) if number % SHOWN_EVERY == 0 else ():
                other = game.permute_unknown(turn.after, viewer, lambda cards: cards[::-1])
                assert game.view(other, viewer) == game.view(turn.after, viewer), turn.action


@dataclass(frozen=True, slots=True)
class NotingChance(Chance):
    asked: list[tuple[int, str]] = field(default_factory=list, compare=False)

    def shuffled(self, round_number: int, event: str, cards: Any) -> Any:  # noqa: ANN401
        self.asked.append((round_number, event))
        return Chance.shuffled(self, round_number, event, cards)

    def below(self, round_number: int, event: str, bound: int) -> int:
        self.asked.append((round_number, event))
        return Chance.below(self, round_number, event, bound)


@games
def test_each_event_of_chance_has_a_name_of_its_own(game: AnyGame) -> None:
    """The same name gives the same result: a second reshuffle would be like the first."""
    for seed in range(SEEDS):
        for seats in sorted({game.seats[0], game.seats[-1]}):
            source = NotingChance(chance(seed).secret)
            dealt = game.new(short_options(game), seats, source).state
            before = [*source.asked]
            for start in (dealt, *positions_of(game, dealt)):
                source.asked[:] = before
                for _ in islice(play_on(game, start, random.Random(seed)), 2 * STEPS):
                    assert len({*source.asked}) == len(source.asked), source.asked[-1]


@games
def test_every_event_is_reached_or_named(game: AnyGame) -> None:
    """An event that no test of all games ever sees is one that none of them has checked."""
    turns = chain(
        *(
            playout(game, seats, seed)
            for seats in (game.seats[0], game.seats[-1])
            for seed in (1, 2)
        ),
        *chain.from_iterable(rare(game, seed, chance(seed)) for seed in range(SEEDS)),
    )
    seen = {type(event).__name__ for turn in turns for event in turn.events}
    seen |= {
        type(event).__name__
        for event in game.new(short_options(game), game.seats[0], chance(1)).events
    }
    unreached: set[str] = own(game.name, "positions", "UNREACHED", set())
    assert {kind.__name__ for kind in declared(game, "Event")} - seen == unreached


@pytest.mark.parametrize("game", having("rules/machine.py"))
def test_every_position_is_as_the_rules_say(game: str, *, thorough: bool) -> None:
    guide = import_module(f"tests.games.{game}.rules.machine").GUIDE
    usual = settings(max_examples=60 if thorough else 6, stateful_step_count=30)
    run_state_machine_as_test(table_of(guide), settings=usual)


MOST_ACTIONS = 100_000
"""Actions in a match: far more than any playout needs, far fewer than for ever."""


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_random_matches_end(game: AnyGame, matches: int) -> None:
    """Whole matches with the usual options, at every number of seats in turn."""
    for number in range(matches):
        seats = game.seats[number % len(game.seats)]
        assert _length(game, seats, seed=number) < MOST_ACTIONS


def _length(game: AnyGame, seats: int, seed: int) -> int:
    length = 0
    for length, turn in enumerate(playout(game, seats, seed, game.options()), 1):
        if length >= MOST_ACTIONS:
            return length
        last = turn.after
    assert game.outcome(last) is not None
    return length
