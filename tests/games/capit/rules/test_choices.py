"""The listed actions are those of a plain search, in the same order, and take few steps."""

import random
import sys
from types import FrameType
from typing import Final

import pytest

from bot.game.contract import IllegalActionError
from bot.games.capit.rules import choices
from bot.games.capit.rules.actions import Swap
from bot.games.capit.rules.cards import Card, deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import CONTRACTS, Kind, Meld, read_meld
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.state import State
from lab.bench.playouts import crowded
from tests.games.capit.rules import plain_search

MOST_STEPS: Final = 20_000
"""Calls of functions that a list may take: the worst takes a few milliseconds."""


@pytest.mark.parametrize("run_suit", RunSuit)
def test_contracts_are_those_of_a_plain_search_c2_3(run_suit: RunSuit, hands: int) -> None:
    source = random.Random(f"contracts {run_suit}")
    found = 0
    for contract in CONTRACTS:
        for _ in range(hands):
            hand = random_hand(source, [*deck_for(4)])
            listed = [*choices.contracts(hand, contract, run_suit)]
            assert listed == [*plain_search.contracts(hand, contract, run_suit)]
            found += len(listed)
    assert found > hands


@pytest.mark.parametrize("run_suit", RunSuit)
def test_what_can_be_laid_later_is_that_of_a_plain_search_c4_2(
    run_suit: RunSuit, hands: int
) -> None:
    source = random.Random(f"melds {run_suit}")
    found = 0
    for _ in range(3 * hands):
        deck = [*deck_for(6)]
        melds = [meld for _ in range(8) if (meld := random_meld(source, deck, run_suit))]
        hand = random_hand(source, deck)
        listed = [
            *choices.new_melds(hand, run_suit),
            *choices.lay_offs(hand, melds),
            *choices.swaps(hand, melds, run_suit),
        ]
        assert listed == [*plain_search.after_contract(hand, melds, run_suit)]
        found += sum(isinstance(action, Swap) for action in listed)
    assert found > hands


def random_hand(source: random.Random, deck: list[Card]) -> tuple[Card, ...]:
    """Return a hand of neighbouring ranks and some wilds, so that much can be laid."""
    low = source.randint(2, 10)
    few = [card for card in deck if low <= card.rank <= low + 4 or card.is_wild]
    return tuple(sorted(source.sample(few, source.randint(1, min(16, len(few))))))


def random_meld(source: random.Random, deck: list[Card], run_suit: RunSuit) -> Meld | None:
    """Take a meld with wilds out of a deck, or None if that fails."""
    kind, lowest, suit = source.choice([*Kind]), source.randint(2, 12), source.choice("CDHS")
    cards: list[Card] = []
    for at in range(source.randint(3, 5)):
        rank = lowest + (at if kind is Kind.RUN else 0)
        fit = [
            card for card in deck if card.rank == rank and (kind is Kind.SET or card.suit == suit)
        ]
        wild = [card for card in deck if card.is_wild]
        card = source.choice(wild if wild and (not fit or source.random() < 0.5) else fit or deck)
        deck.remove(card)
        cards.append(card)
    try:
        return read_meld(kind, tuple(cards), run_suit)
    except IllegalActionError:
        return None


@pytest.mark.parametrize("state", [*crowded()])
def test_even_the_most_crowded_position_takes_few_steps(state: State) -> None:
    assert len(CAPIT.legal(state, 0)) > 50
    assert steps(state) < MOST_STEPS


def steps(state: State) -> int:
    """Return how many functions are called to list the legal actions."""
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        CAPIT.legal(state, 0)
    finally:
        sys.setprofile(None)
    return calls
