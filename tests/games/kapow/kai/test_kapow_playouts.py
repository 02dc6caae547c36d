"""Kai's playouts of Kapow!: what is played in them is what the rules allow."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from bot.games.kapow.kai.columns import GONE, tables_for
from bot.games.kapow.kai.games import NOBODY, Games
from bot.games.kapow.kai.guides import Guide, TablesGuide
from bot.games.kapow.kai.kinds import column
from bot.games.kapow.kai.learned.guide import NetworksGuide
from bot.games.kapow.kai.match import chances_to_win
from bot.games.kapow.kai.outlook import Outlook
from bot.games.kapow.kai.playouts import Playouts
from bot.games.kapow.kai.plays import HandState, played, settled
from bot.games.kapow.kai.rollouts import Effort, FarsightedKapow
from bot.games.kapow.kai.turn import Turn
from bot.games.kapow.rules.actions import Action, Discard, Reveal
from bot.games.kapow.rules.cards import DECK, Card, Place
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.placing import plays
from bot.games.kapow.rules.positions import face_up, position
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View
from tests.kai.matches import RandomPlayer, playing

GAMES: Final = 60
CHANCES: Final = tuple(DECK.count(card) / len(DECK) for card in Card)
TABLES: Final = tables_for(CHANCES, 20)
GUIDES: Final = (TablesGuide(TABLES), NetworksGuide(TABLES))
TWO_ROUNDS: Final = KapowOptions(rounds=2)


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


@pytest.mark.parametrize("guide", GUIDES)
@pytest.mark.parametrize("gone", [0, 2])
def test_a_turn_played_out_is_one_that_the_rules_allow_k3(guide: Guide, gone: int) -> None:
    source = random.Random(3)
    checked = 0
    for view in views(Phase.TAKE):
        seat = view.to_move
        hand = (None,) * gone + view.hands[seat][gone:]
        if not is_plain(hand) or view.out is not None or not any(hand):
            continue
        cards = source.sample([card for card in DECK if card is not Card.KAPOW], 40)
        games = games_of(replace(view, hands=(hand,) * 2), cards, Card.C9)
        guide.turn(games, seat, np.array([0])).play()
        assert is_allowed(games, seat, hand, cards[0])
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("guide", GUIDES)
def test_no_column_takes_a_card_that_is_gone_k3_3(guide: Guide) -> None:
    """Whoever draws what the other wants, and all cards are that, cannot leave the 9 open."""
    view = next(view for view in views(Phase.TAKE) if view.turn > 3 and view.to_move == 0)
    hands = ((None, None, None, triad("0 ? ?")), (triad("12 12 ?"), *(triad("0 ? 0"),) * 3))
    games = games_of(replace(view, hands=hands), [Card.C12] * 40, Card.C9)
    guide.turn(games, 0, np.array([0])).play()
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


def test_playouts_promise_the_same_whenever_they_are_asked() -> None:
    view = next(view for view in views(Phase.TAKE) if view.turn > 3)
    guide = TablesGuide(Outlook(view, view.to_move).tables)
    hand_state = HandState(view.hands[view.to_move], view.discard_pile[0])
    one, two = (Playouts(view, guide, GAMES, 2).taking(hand_state) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_is_left_has_one_final_turn_k6_2(seats: int) -> None:
    view = next(view for view in views(Phase.TAKE, seats) if view.turn > 3 * seats)
    guide = TablesGuide(Outlook(view, view.to_move).tables)
    hand: Hand = tuple(Triad(*map(position, column.split())) for column in ("0 0 3", "1 3 7"))
    hand_states = [
        HandState((*hand, None, None), Card.C9),
        HandState(view.hands[view.to_move], Card.C9),
    ]
    short, long = (Playouts(view, guide, GAMES, turns).after(hand_states)[0] for turns in (1, 3))
    assert short == long
    doubled = (short.points - 14) / 14
    assert 0 <= doubled <= 1
    assert doubled * GAMES == pytest.approx(round(doubled * GAMES), abs=1e-3)


def test_final_turns_are_played_out_wherever_a_playout_would_stop_k6_2() -> None:
    """Whoever has 0 0 ? goes out with any card, against a hand like the other one."""
    view = next(view for view in views(Phase.TAKE) if view.turn > 6 and view.to_move == 0)
    texts = ("12 7 ?", "11 4 12", "12 6 9", "12 9 11")
    other: Hand = tuple(Triad(*map(position, column.split())) for column in texts)
    view = replace(view, hands=(view.hands[0], other))
    hand_state = HandState((Triad(*map(position, ["0", "0", "?"])), None, None, None), Card.C9)
    guide = TablesGuide(Outlook(view, 0).tables)
    short, long = (
        Playouts(view, guide, GAMES, circuits).after([hand_state]) for circuits in (1, 2)
    )
    assert short == long


@pytest.mark.parametrize("seats", [2, 4])
def test_a_round_that_is_over_is_certain(seats: int) -> None:
    view = next(views(Phase.TAKE, seats))
    last = view.options.rounds - view.round
    points = np.array([[5.0] * seats, [4.0] + [5.0] * (seats - 1)], dtype=np.float32)
    chances = chances_to_win(view, points, np.array([True, True]))
    assert chances[0] == pytest.approx([1 / seats] * seats)
    assert chances.sum(axis=1) == pytest.approx([1, 1])
    assert last == 1
    assert 1 / seats < chances[1, 0] < 0.75


def test_more_points_ahead_are_a_better_chance() -> None:
    view = next(views(Phase.TAKE))
    points = np.array([[each, 20.0] for each in range(41)], dtype=np.float32)
    chances = chances_to_win(view, points, np.full(41, fill_value=False))[:, 0]
    assert (np.diff(chances) < 0).all()
    assert chances[20] == pytest.approx(0.5)


def test_what_is_asked_for_is_considered_too() -> None:
    kai = FarsightedKapow(Effort(GAMES, 1, 2))
    for phase in (Phase.OPENING, Phase.TAKE, Phase.PLAY):
        view = next(view for view in views(phase) if view.turn > 3 or phase is Phase.OPENING)
        legal = legal_in(view)
        found = kai.consider(view, legal, also=legal[-1:])
        actions = [each.action for each in found]
        assert legal[-1] in actions
        assert len(set(actions)) == len(actions) <= (6 if phase is Phase.OPENING else 3)
        assert kai.choose(view, legal).action == kai.consider(view, legal)[0].action


@pytest.mark.parametrize(("seats", "games"), [(2, 5), (3, 9), (4, 9)])
def test_a_crowd_is_played_out_more_often(seats: int, games: int) -> None:
    view = next(view for view in views(Phase.PLAY, seats) if view.turn > 3)
    legal = legal_in(view)
    asked = FarsightedKapow(Effort(5, 1, 3), Effort(9, 1, 3)).consider(view, legal)
    assert asked == FarsightedKapow(Effort(games, 1, 3)).consider(view, legal)
    assert asked != FarsightedKapow(Effort(14 - games, 1, 3)).consider(view, legal)


def test_an_opening_promises_more_in_two_columns_than_in_one_k3_1() -> None:
    view = next(view for view in views(Phase.OPENING) if view.discard_pile[0] is not Card.KAPOW)
    legal = legal_in(view)
    alike = Reveal(Place(0, 2), Place(3, 0))
    found = FarsightedKapow(Effort(120, 3, 2)).consider(view, legal, also=[alike])
    promised = {each.action: each.prospect for each in found}
    assert len(promised) == 6
    assert len({*promised.values()}) == 5
    assert promised[alike] == promised[Reveal(Place(0, 0), Place(1, 0))]
    in_one = [
        isinstance(pair, Reveal) and pair.first.column == pair.second.column for pair in promised
    ]
    assert in_one == [False] * 4 + [True] * 2


def test_nobody_swaps_back_and_forth_k4_6() -> None:
    seen: dict[tuple[int, int], list[Hand]] = {}
    swaps = 0
    for state in playing(KAPOW, [FarsightedKapow(Effort(6, 2, 5))] * 2, 4, TWO_ROUNDS):
        if state.phase is Phase.KAPOW:
            hands = seen.setdefault((state.number, state.turn), [])
            hands.append(state.hands[state.to_move])
            swaps = max(swaps, state.swaps)
    assert swaps
    assert all(len({*hands}) == len(hands) for hands in seen.values())


def legal_in(view: View) -> Sequence[Action]:
    players = [RandomPlayer(seat) for seat in range(view.seats)]
    for state in playing(KAPOW, players, 5, TWO_ROUNDS):
        seat = view.to_move
        if state.phase is view.phase and KAPOW.view(state, seat) == view:
            return KAPOW.legal(state, seat)
    raise AssertionError("the view is none of that match")
