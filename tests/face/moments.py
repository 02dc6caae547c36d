"""Moments of matches that are played at random."""

import random
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.face.face import Scene, SeatSign
from bot.game.contract import SPECTATOR, Game, Options, Viewer
from bot.game.deck import Chance

NAMES = ("Mina", "Kai (hard)", "Oluwaseun", "Sam", "José", "Олег", "W" * 40, "Zoë 🎉")

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
O = TypeVar("O", bound=Options)  # noqa: E741 - state, action, view, options, as in the contract


def signs(
    seats: int, away: int | None = None, names: Sequence[str] = NAMES
) -> tuple[SeatSign, ...]:
    """Return names around the table."""
    return tuple(
        SeatSign(names[seat], kai=names[seat].startswith("Kai"), away=seat == away)
        for seat in range(seats)
    )


class Moment(NamedTuple, Generic[S, A, V, O]):
    """A position of a match, and the events since the last turn but one."""

    game: Game[S, A, V, O]
    seats: int
    state: S
    events: tuple[object, ...]

    def scene(self, viewer: Viewer = SPECTATOR) -> Scene[V]:
        """Return what ``viewer`` is shown."""
        return Scene(self.game.view(self.state, viewer), signs(self.seats), "", self.events)


def moments(
    game: Game[S, A, V, O], seats: int, seed: int, options: O
) -> Iterator[Moment[S, A, V, O]]:
    """Play a match at random and yield each of its positions."""
    wheel = random.Random(seed)
    state, events = game.new(options, seats, Chance(seed.to_bytes(32, "big")))
    while True:
        yield Moment(game, seats, state, events[-40:])
        actors = sorted(game.to_act(state))
        if not actors:
            return
        seat = wheel.choice(actors)
        state, news = game.apply(state, seat, wheel.choice(game.legal(state, seat)))
        events = (*events, *news)[-40:]
