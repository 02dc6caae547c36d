"""Positions of matches to think about."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase, View
from lab.arena.known import RandomPlayer
from tests.kai.matches import playing


class Thought(NamedTuple):
    """A decision of someone."""

    state: State
    view: View
    legal: Sequence[Action]


def thoughts(*phases: Phase, seats: int = 2, seed: int = 5, rounds: int = 2) -> Iterator[Thought]:
    """Play a match at random; yield all decisions in these phases."""
    players = [RandomPlayer(seat) for seat in range(seats)]
    for state in playing(KAPOW, players, seed, KapowOptions(rounds=rounds)):
        if state.phase in phases:
            seat = state.to_move
            yield Thought(state, KAPOW.view(state, seat), KAPOW.legal(state, seat))
