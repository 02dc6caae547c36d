"""Moments of matches that are played at random."""

import random
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.face.face import Face, RoundView, Scene, Screen, SeatSign
from bot.face.phrases import NBSP
from bot.game.contract import SPECTATOR, AnyGame, Game, Seat, Viewer
from bot.game.deck import Chance
from bot.game.options import Options
from tests.games.own import own

NAMES = ("Mina", "Kai (hard)", "Oluwaseun", "Sam", "José", "Олег", "W" * 40, "Zoë 🎉")

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
R = TypeVar("R", bound=RoundView)
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
        view, events = self.game.view(self.state, viewer), self.events
        return Scene(view, signs(self.seats), "", events, events)


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


class Match(NamedTuple):
    """Random matches of a game that the tests of all games look at."""

    counts: Sequence[int]
    """The numbers of seats, a match each."""
    options: Options
    stride: int
    """Of this many moments one is looked at."""


def matches(game: AnyGame, kind: str) -> Sequence[Match]:
    """Return the matches of a kind, such as ``LONGER``, in a game's ``face/scenes.py``."""
    none: Sequence[Match] = ()
    return own(game.name, "face.scenes", kind, none)


class Scenes(Generic[S, A, R, O]):
    """What is shown of positions of a game, with names around the table."""

    def __init__(self, game: Game[S, A, R, O], face: Face[R, A], usual: O) -> None:
        self._game, self._face, self._usual = game, face, usual

    def moments(
        self, seats: int, seed: int, options: O | None = None
    ) -> Iterator[Moment[S, A, R, O]]:
        """Play a match at random and yield each of its positions."""
        return moments(self._game, seats, seed, options or self._usual)

    def scene(
        self, state: S, viewer: Viewer = SPECTATOR, events: Sequence[object] = ()
    ) -> Scene[R]:
        view = self._game.view(state, viewer)
        return Scene(view, signs(view.seats), "", (*events,), (*events,))

    def painted(self, state: S, *events: object) -> bytes:
        return self._face.picture(self.scene(state, SPECTATOR, events))

    def results(self, state: S) -> list[str]:
        """Return the lines about the last round, with plain spaces."""
        return self._face.results(self.scene(state), sums=True).replace(NBSP, " ").splitlines()

    def screen(
        self, state: S, seat: Seat = 0, focus: str = "", events: Sequence[object] = ()
    ) -> Screen:
        legal = self._game.legal(state, seat)
        return self._face.screen(self.scene(state, seat, events), legal, focus)
