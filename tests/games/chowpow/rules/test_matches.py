"""With every combination of options random matches end, and nothing is lost or given away.

``MATCHES=300 pytest tests/games/chowpow/rules/test_matches.py`` plays so many of each.
"""

import os
import random
from itertools import product

import pytest

from bot.game.contract import SPECTATOR
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
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


@pytest.mark.parametrize("options", COMBINATIONS, ids=name)
def test_what_may_not_be_known_changes_no_view(options: dict[str, bool]) -> None:
    """Nor what is legal, nor what is told of an action that uncovers nothing."""
    source = random.Random(name(options))
    seats = source.choice(CHOWPOW.seats)
    turns = list(playout(CHOWPOW, seats, 7, ChowpowOptions(max_turns=6, **options)))
    changed = 0
    for turn in source.sample(turns, min(len(turns), 25)):
        for viewer in (SPECTATOR, *range(seats)):
            other = CHOWPOW.permute_unknown(
                turn.state, viewer, lambda cards: source.sample(cards, len(cards))
            )
            changed += other != turn.state
            assert CHOWPOW.cards(other) == CHOWPOW.cards(turn.state)
            assert CHOWPOW.view(other, viewer) == CHOWPOW.view(turn.state, viewer)
            if viewer is not None:
                assert CHOWPOW.legal(other, viewer) == CHOWPOW.legal(turn.state, viewer)
            if viewer == turn.seat and CHOWPOW.to_act(turn.state) == {viewer}:
                after, events = CHOWPOW.apply(other, turn.seat, turn.action)
                if CHOWPOW.view(after, SPECTATOR) == CHOWPOW.view(turn.after, SPECTATOR):
                    assert events == turn.events
    assert changed
