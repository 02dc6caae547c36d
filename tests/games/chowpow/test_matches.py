"""Random matches end with every combination of options, and no card is ever lost.

``MATCHES=300 pytest tests/games/chowpow/test_matches.py`` plays so many of each.
"""

import os
import random
from itertools import product

import pytest

from bot.games.chowpow.game import CHOWPOW
from bot.games.chowpow.options import ChowpowOptions
from tests.conformance.playout import playout

MATCHES = int(os.environ.get("MATCHES", "2"))

NAMES = ("hot_sauce", "three_course_meal", "battle_buffet", "own_size", "memory_aid")
COMBINATIONS = [
    dict(zip(NAMES, values, strict=True))
    for values in product((False, True), repeat=len(NAMES))
    if not (values[2] and values[3])
]


def name(options: dict[str, bool]) -> str:
    return "-".join(option for option, on in options.items() if on) or "plain"


@pytest.mark.parametrize("options", COMBINATIONS, ids=name)
def test_random_matches_end_and_conserve_cards(options: dict[str, bool]) -> None:
    source = random.Random(name(options))
    for seed in range(MATCHES):
        chosen = ChowpowOptions(max_turns=source.choice([3, 60]), **options)
        seats = CHOWPOW.seats[seed % len(CHOWPOW.seats)]
        for turn in playout(CHOWPOW, seats, seed, chosen):
            assert CHOWPOW.cards(turn.after) == CHOWPOW.cards(turn.state)
            last = turn.after
        outcome = CHOWPOW.outcome(last)
        assert outcome is not None
        assert len(outcome.rounds) == chosen.games
