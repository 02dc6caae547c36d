"""Records of matches of Kapow! to look back on."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from bot.game.contract import Seat
from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.games.kapow.kai.players import SearchingKapow
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES, adviser_for
from bot.review.making import Advisers, advisers_for, make_review
from bot.review.review import Review
from tests.playthroughs.playing import Move, played
from tests.review.quick import QUICK


def adviser() -> SearchingKapow:
    found = adviser_for(KAPOW.name)
    assert isinstance(found, SearchingKapow)
    return found


def advisers() -> Advisers:
    found = advisers_for(KAPOW.name)
    assert found is not None
    return found


ADVISERS: Sequence[object] = (
    pytest.param(QUICK, id="quick"),
    pytest.param(adviser(), id="real", marks=pytest.mark.thorough),
)
"""The advisers for tests that must pass with any adviser."""


class _Table:
    """Some seats take what an adviser names first, the others any legal action."""

    def __init__(self, best: frozenset[Seat], adviser: SearchingKapow, seed: int) -> None:
        self._best = best
        self._adviser = adviser
        self._random = random.Random(seed)

    def move(self, state: Any) -> Move:  # noqa: ANN401 - as a game's states are handed on
        seat = min(KAPOW.to_act(state))
        legal = KAPOW.legal(state, seat)
        if seat in self._best and len(legal) > 1 and not KAPOW.stage(state).paused:
            return seat, str(self._adviser.consider(KAPOW.view(state, seat), legal)[0].action)
        return seat, str(self._random.choice(legal))


@cache
def match(
    seats: int,
    seed: int,
    best: frozenset[Seat] = frozenset(),
    rounds: int = 1,
    *,
    by: SearchingKapow = QUICK,
) -> Record:
    """A match in which the seats ``best`` follow an adviser, and the others play at random."""
    empty = Record(
        game=KAPOW.name,
        secret=seed.to_bytes(SECRET_BYTES, "big"),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=("",) * seats,
        options=(("rounds", rounds), ("cards", 9)),
    )
    return played(KAPOW, empty, _Table(best, by, seed).move)


@cache
def reviewed(record: Record, by: SearchingKapow = QUICK) -> Review:
    return make_review(record, GAMES, by, lambda _: None)
