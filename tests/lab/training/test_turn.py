"""Turns of many games at once, for training: what is played is what the rules allow."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np
import pytest

from bot.games.kapow.kai.columns import GONE, tables_for
from bot.games.kapow.kai.kinds import column
from bot.games.kapow.kai.learned.values import learned
from bot.games.kapow.kai.plays import HandState, played, settled
from bot.games.kapow.rules.actions import Discard
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.placing import plays
from bot.games.kapow.rules.positions import face_up, position
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View
from bot.lab.training.embedded import Values
from bot.lab.training.games import NOBODY, Games
from bot.lab.training.learned_turn import LearnedTurn
from bot.lab.training.turn import Turn
from tests.kai.matches import RandomPlayer, playing

CHANCES: Final = tuple(DECK.count(card) / len(DECK) for card in Card)
TABLES: Final = tables_for(CHANCES, 20)
VALUES: Final = Values(*learned(), TABLES)
TWO_ROUNDS: Final = KapowOptions(rounds=2)


Turning: TypeAlias = Callable[[Games, int], Turn]


def table_turn(games: Games, seat: int) -> Turn:
    return Turn(games, TABLES, seat, np.arange(len(games.out)))


def learned_turn(games: Games, seat: int) -> Turn:
    return LearnedTurn(games, TABLES, VALUES, seat, np.arange(len(games.out)))


def views(phase: Phase, seats: int = 2) -> Iterator[View]:
    players = [RandomPlayer(seat) for seat in range(seats)]
    for state in playing(KAPOW, players, 5, TWO_ROUNDS):
        if state.phase is phase:
            yield KAPOW.view(state, state.to_move)


def numbers(hand: Hand) -> tuple[int, ...]:
    return tuple(GONE if triad is None else column(triad) for triad in hand)


def turned_up(hand: Hand, cards: Iterator[Card]) -> Hand:
    """Turn up everything, column by column, as the playouts do."""
    return tuple(
        triad and Triad(*(p if p.face_up else face_up(next(cards)) for p in triad))
        for triad in hand
    )


def games_of(view: View, cards: Sequence[Card], top: Card) -> Games:
    hands = np.array([[numbers(hand) for hand in view.hands]], dtype=np.int32)
    out = NOBODY if view.out is None else view.out
    opened = [seat in view.opened for seat in range(view.seats)]
    return Games(
        hands,
        np.array([top], dtype=np.int32),
        np.array([out], dtype=np.int32),
        opened,
        np.array([cards], dtype=np.int32),
    )


def is_plain(hand: Hand) -> bool:
    """Whether nothing in it is told apart by the rules and alike in the tables."""
    return not any(
        p.is_powerset or p.upper is Card.KAPOW for triad in hand for p in triad or () if p.face_up
    )


def triad(text: str) -> Triad:
    return Triad(*map(position, text.split()))


def outcomes(hand_state: HandState, card: Card) -> set[tuple[tuple[int, ...], Card | None]]:
    """Return what the hand may become, and the open card: None where it is turned up only then."""
    possible = (Discard(), *plays(hand_state.hand, card))
    ends = [settled(played(hand_state, card, play)) for play in possible]
    return {(numbers(end.hand), end.top) for end in ends}


def is_allowed(games: Games, seat: int, hand: Hand, drawn: Card) -> bool:
    """Whether a turn that began with an open 9 ended as it may."""
    reached = tuple(games.columns[0, seat].tolist())
    allowed = outcomes(HandState(hand, Card.C9), drawn) | outcomes(HandState(hand, None), Card.C9)
    return not allowed.isdisjoint({(reached, Card(int(games.top[0]))), (reached, None)})


@pytest.mark.parametrize("turn", [table_turn, learned_turn])
@pytest.mark.parametrize("gone", [0, 2])
def test_a_turn_played_out_is_one_that_the_rules_allow_k3(turn: Turning, gone: int) -> None:
    source = random.Random(3)
    checked = 0
    for view in views(Phase.TAKE):
        seat = view.to_move
        hand = (None,) * gone + view.hands[seat][gone:]
        if not is_plain(hand) or view.out is not None or not any(hand):
            continue
        cards = source.sample([card for card in DECK if card is not Card.KAPOW], 40)
        games = games_of(replace(view, hands=(hand,) * 2), cards, Card.C9)
        turn(games, seat).play()
        assert is_allowed(games, seat, hand, cards[0])
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("turn", [table_turn, learned_turn])
def test_no_column_takes_a_card_that_is_gone_k3_3(turn: Turning) -> None:
    """Whoever draws what the other wants, and all cards are that, cannot leave the 9 open."""
    view = next(view for view in views(Phase.TAKE) if view.turn > 3 and view.to_move == 0)
    hands = ((None, None, None, triad("0 ? ?")), (triad("12 12 ?"), *(triad("0 ? 0"),) * 3))
    games = games_of(replace(view, hands=hands), [Card.C12] * 40, Card.C9)
    turn(games, 0).play()
    assert games.top[0] == Card.C12


def test_a_final_turn_begins_with_turning_up_k6_3() -> None:
    source = random.Random(4)
    checked = 0
    for view in views(Phase.TAKE):
        seat, hand = view.to_move, view.hands[view.to_move]
        if not is_plain(hand) or view.out is not None or seat not in view.opened:
            continue
        cards = source.sample([card for card in DECK if card is not Card.KAPOW], 40)
        games = games_of(view, cards, Card.C9)
        games.out[0] = 1 - seat
        Turn(games, TABLES, seat, np.array([0])).play()
        hand_state = settled(HandState(turned_up(hand, reversed(cards)), Card.C9))
        assert hand_state.top is not None
        reached = tuple(games.columns[0, seat].tolist())
        ends = outcomes(hand_state, cards[0]) | outcomes(hand_state, hand_state.top)
        assert reached in {hand for hand, _ in ends}
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("seats", [2, 3])
def test_going_out_is_doubled_unless_lowest_k6_5(seats: int) -> None:
    hands = np.full((3, seats, 4), GONE, dtype=np.int32)
    low, high = (
        column(Triad(*map(position, each))) for each in (["3", "0", "0"], ["9"] * 2 + ["0"])
    )
    hands[0, 0, 0], hands[0, 1:, 0] = high, low
    hands[1, 0, 0], hands[1, 1:, 0] = low, high
    hands[2, :, 0] = high
    games = Games(
        hands,
        np.zeros(3, dtype=np.int32),
        np.zeros(3, dtype=np.int32),
        [True] * seats,
        np.zeros((3, 9), dtype=np.int32),
    )
    points = games.points(TABLES.worth[0])
    assert points[:, 0].tolist() == [36, 3, 18]
    assert points[:, 1].tolist() == [3, 18, 18]
