"""Short matches with costly turns, and what fast judges make of them."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from bot.kai.advice import AnyAdviser
from bot.puzzle.making import candidates, grown
from bot.puzzle.puzzle import Puzzle
from bot.review.review import Review
from tests.playthroughs.playing import Move, played
from tests.review.matches import match, reviewed
from tests.review.quick import QUICK, QUICK_KABOBO

JUDGES: Final = tuple(QUICK.with_dice(number) for number in range(3))


def quick_judges(game: str) -> Sequence[AnyAdviser]:
    if game == KABOBO.name:
        return tuple(QUICK_KABOBO.with_dice(number) for number in range(3))
    return JUDGES


def costly_match() -> Record:
    return match(2, 1)


def costly_review() -> Review:
    return reviewed(costly_match())


def hidden_match() -> Record:
    """A match of Kabobo!, whose hands are hidden, of two who play at random."""
    empty = Record(
        game=KABOBO.name,
        secret=(1).to_bytes(SECRET_BYTES, "big"),
        seats=("Seat 0", "Seat 1"),
        cuts=("", ""),
        options=(("max_rounds", 3),),
    )
    chance = random.Random(1)

    def move(state: State) -> Move:
        seat = min(KABOBO.to_act(state))
        return seat, str(chance.choice(KABOBO.legal(state, seat)))

    return played(KABOBO, empty, move)


@cache
def puzzles_of_it() -> Sequence[Puzzle]:
    record = costly_match()
    plies = candidates(record, costly_review())
    return tuple(grown(record, plies, JUDGES, lambda: True))
