"""Records of matches of Kapow! to look back on."""

import random
from functools import cache
from typing import Any

from bot.games.deck import SECRET_BYTES
from bot.games.game import Seat
from bot.games.kapow.game import KAPOW
from bot.games.record import Record
from bot.games.registry import GAMES
from bot.kai.advice import AnyAdviser
from bot.kai.players import adviser_for
from bot.review.making import make_review
from bot.review.values import Review
from tests.playthroughs.playing import Move, played

__all__ = ["adviser", "match", "reviewed"]


def adviser() -> AnyAdviser:
    found = adviser_for(KAPOW.name)
    assert found is not None
    return found


class _Table:
    """Some seats take what the adviser names first, the others any legal action."""

    def __init__(self, best: frozenset[Seat], seed: int) -> None:
        self._best = best
        self._random = random.Random(seed)

    def move(self, state: Any) -> Move:  # noqa: ANN401 - as a game's states are handed on
        seat = min(KAPOW.to_act(state))
        legal = KAPOW.legal(state, seat)
        if seat in self._best and len(legal) > 1 and not KAPOW.stage(state).paused:
            return seat, str(adviser().consider(KAPOW.view(state, seat), legal)[0].action)
        return seat, str(self._random.choice(legal))


@cache
def match(
    seats: int, seed: int, best: frozenset[Seat] = frozenset(), rounds: int = 1, cards: int = 9
) -> Record:
    """A match in which the seats ``best`` do as the adviser says, and the others what they like."""
    empty = Record(
        game=KAPOW.name,
        secret=seed.to_bytes(SECRET_BYTES, "big"),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=("",) * seats,
        options=(("rounds", rounds), ("cards", cards)),
    )
    return played(KAPOW, empty, _Table(best, seed).move)


@cache
def reviewed(record_of: tuple[int, int, frozenset[Seat], int]) -> Review:
    """The review of such a match: seats, seed, the best and the rounds."""
    return make_review(match(*record_of), GAMES, adviser(), lambda _: None)
