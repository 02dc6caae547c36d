"""The yardsticks of Kapow!: each tip on a position, what they may see, and who beats whom."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import pytest

from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase
from lab.arena.contestant import Contestant, seated
from lab.arena.kapow.yardsticks import CONTESTANTS
from lab.arena.known import RandomPlayer
from tests.games.kapow.rules.at import at
from tests.helpers import chance

# Yardsticks of the laboratory, which never change; their tables take seconds.
pytestmark = pytest.mark.thorough

TIPS: Final = CONTESTANTS["tips"]
RANDOM: Final = seated(RandomPlayer(1))


def choice(contestant: Contestant, state: State) -> str:
    """Return the action of the seat to move, in notation."""
    seat = state.to_move
    player = contestant.make(bytes(32))
    return str(player.choose(KAPOW.view(state, seat), KAPOW.legal(state, seat)).action)


def tips(picture: str) -> str:
    return choice(TIPS, at(picture))


EARLY: Final = "\n\n?9 ?9 ?9 ?3\n?5 ?5 ?5 ?4\n?2 ?2 ?2 ?5"
"""A rival with much to turn up yet."""

LATE: Final = "\n\n. . . 3\n. . . 4\n. . . ?9"
"""A rival who is about to go out."""


def test_tip_several_ways_to_complete() -> None:
    """9/9/11 is completed by more cards than 9/9/4 (the tip's own example)."""
    assert tips("drawn 11 draw\n\n9 ?8 ?3\n9 ?3 ?7\n4 ?5 ?9" + EARLY) == "replace 1b"


def test_tip_high_columns_first() -> None:
    """Of two columns that a card completes, the one of more points goes."""
    assert tips("drawn 7 draw\n\n5 9 ?3\n6 8 ?7\n1 1 ?9" + EARLY) == "replace 2b"
    assert tips("drawn 7 draw\n\n9 5 ?3\n8 6 ?7\n1 1 ?9" + EARLY) == "replace 1b"


def test_tip_deny_the_next_player() -> None:
    """A card that completes the next player's column is kept, even where it does little good."""
    own = "drawn 9 draw\n\n0 0 ?3\n0 1 0\n3 3 3"
    assert tips(own + "\n\n3 ?9 ?9\n4 ?5 ?5\n8 ?2 ?2") == "discard"
    assert tips(own + "\n\n9 ?9 ?9\n9 ?5 ?5\n3 ?2 ?2") != "discard"


def test_tip_shed_points_late() -> None:
    """Two twelves and an eleven are a plan early in a round, and a burden late."""
    own = "drawn 3 draw\n\n12 0 ?3\n12 0 0\n11 ?8 4"
    assert tips(own + EARLY) == "replace 3m"
    assert tips(own + LATE) == "replace 1b"


def test_tip_leave_kapow_cards_late() -> None:
    own = "discard K 3\nphase take\n\n. . 0\n. . 4\n. . ?9"
    assert tips(own + EARLY) == "take discard"
    assert tips(own + LATE) == "take draw"


def test_tip_keep_negative_columns() -> None:
    """A column below zero is not completed: it would count nothing."""
    own = "drawn 0 draw\n\n0-2 0\n0-1 1\n3 ?4"
    assert tips(own + EARLY) != "replace 1b"
    assert tips(own.replace("-", "+") + EARLY) == "replace 1b"


def test_tip_do_not_go_out_too_early() -> None:
    """Going out with four points is good against many, and doubled against one (K6.5)."""
    own = "drawn 3 draw\n\n. . . 1\n. . . 0\n. . . ?12"
    assert tips(own + "\n\n9 11 . 8\n5 2 . 12\n2 2 . ?9") == "replace 4b"
    assert tips(own + "\n\n. . . 0\n. . . 0\n. . . ?1") != "replace 4b"


def test_tip_use_swaps() -> None:
    """A free KAPOW! card goes where it completes a column."""
    assert tips("phase kapow\n\nK 11 ?3\n4 12 ?7\n8 2 ?9" + EARLY) == "swap 1t 2b"


def playing(contestants: Sequence[Contestant], seed: int, rounds: int = 1) -> Iterator[State]:
    """Yield the positions of a match, the last one scored; every choice has to be legal."""
    sitting = [contestant.make(bytes(32)) for contestant in contestants]
    state = KAPOW.new(KapowOptions(rounds=rounds), len(sitting), chance(seed)).state
    while state.phase is not Phase.OVER:
        yield state
        seat = min(KAPOW.to_act(state))
        view, legal = KAPOW.view(state, seat), KAPOW.legal(state, seat)
        action = sitting[seat].choose(view, legal).action
        state = KAPOW.apply(state, seat, action).state
    yield state


def shuffled(seed: int, cards: Sequence[str]) -> Sequence[str]:
    return random.Random(seed).sample(cards, len(cards))


@pytest.mark.parametrize("name", CONTESTANTS)
def test_players_decide_from_what_they_may_know(name: str) -> None:
    contestant = CONTESTANTS[name]
    for number, state in enumerate(playing([contestant, TIPS], seed=5)):
        if state.phase is not Phase.OVER:
            other = KAPOW.permute_unknown(state, state.to_move, partial(shuffled, number))
            assert choice(contestant, other) == choice(contestant, state)


@pytest.mark.parametrize("name", CONTESTANTS)
@pytest.mark.parametrize("seats", [3, 8])
def test_yardsticks_play_at_larger_tables(name: str, seats: int) -> None:
    *_, last = playing([CONTESTANTS[name], *[RANDOM] * (seats - 1)], seats, rounds=4)
    totals = [sum(each) for each in zip(*(result.points for result in last.results), strict=True)]
    assert totals[0] < sum(totals) / seats


@pytest.mark.parametrize(
    ("better", "worse", "deals"), [("tips", "greedy", 4), ("greedy", "random", 3)]
)
def test_each_yardstick_beats_the_one_below(better: str, worse: str, deals: int) -> None:
    """The deals are always the same, from both seats, and nobody but random draws lots."""
    known = {**CONTESTANTS, "random": RANDOM}
    ahead = 0
    for seed in range(deals):
        for seat in (0, 1):
            pair = [known[worse], known[worse]]
            pair[seat] = known[better]
            *_, last = playing(pair, seed)
            points = last.results[-1].points
            ahead += points[1 - seat] - points[seat]
    assert ahead > 0
