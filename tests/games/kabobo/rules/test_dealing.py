"""Cards and actions in words (B1.1), setting up games and rounds, and the peeks (section 1, B6)."""

from collections import Counter
from dataclasses import replace

import pytest
from pydantic import ValidationError

from bot.game.contract import UnreadableActionError
from bot.game.rounds import TurnStarted
from bot.games.kabobo.rules import actions
from bot.games.kabobo.rules.actions import Peek
from bot.games.kabobo.rules.cards import DECK, Card, Spot, Suit, card
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import How, Peeked, Phase, RoundStarted
from tests.games.kabobo.rules.at import at, do, hand, refusal, watch
from tests.helpers import chance


def dealt(seats: int, options: KaboboOptions | None = None, secret: int = 0) -> State:
    return KABOBO.new(options or KaboboOptions(), seats, chance(secret)).state


@pytest.mark.parametrize("seats", range(2, 7))
def test_four_cards_each_face_down_and_one_discarded_b1_2_b1_3_b1_6(seats: int) -> None:
    state = dealt(seats)
    assert [len(cards) for cards in state.hands] == [4] * seats
    assert not any(laid.face_up or laid.seen for cards in state.hands for laid in cards)
    assert len(state.discard_pile) == 1
    assert len(state.draw_pile) == 54 - 4 * seats - 1
    assert state.pieces == (0,) * seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_play_b1_2(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        dealt(seats)


@pytest.mark.parametrize("options", [{"max_turns": 0}, {"max_rounds": 0}, {"dice": 2}])
def test_other_options_are_refused_b2_8_b4_3(options: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        KaboboOptions.model_validate(options)


def test_cards_are_dealt_one_at_a_time_from_the_starter_b6_1() -> None:
    state = next(found for secret in range(99) if (found := dealt(3, secret=secret)).starter == 2)
    deck = state.setup.chance.shuffled(1, "deal", DECK)
    circuit = [state.hands[seat][place].card for place in range(4) for seat in (2, 0, 1)]
    assert (*circuit, *state.discard_pile, *state.draw_pile) == deck


def test_a_random_seat_starts_the_first_round_b1_4() -> None:
    assert {dealt(3, secret=secret).starter for secret in range(40)} == {0, 1, 2}


def test_all_seats_peek_at_once_and_in_any_order_b1_2() -> None:
    state = dealt(3)
    assert KABOBO.to_act(state) == {0, 1, 2}
    turn = KABOBO.stage(state).turn
    happened: list[object] = []
    for seat, peek in ((2, "peek 1 4"), (0, "peek 2 3"), (1, "peek 1 2")):
        assert seat in KABOBO.to_act(state)
        assert KABOBO.stage(state).turn == turn
        state, events = KABOBO.apply(state, seat, KABOBO.parse(peek))
        happened += events
    assert happened == [
        Peeked(2, (0, 3)), Peeked(0, (1, 2)), Peeked(1, (0, 1)), TurnStarted(state.starter, False)
    ]  # fmt: skip
    assert state.phase is Phase.TURN
    assert [laid.how(2) for laid in state.hands[2]] == [How.PEEK, None, None, How.PEEK]
    assert KABOBO.stage(state).turn == turn + 1


def test_two_different_cards_are_peeked_at_once_b1_2_b6_1() -> None:
    state = dealt(2)
    assert refusal(state, "peek 2 2", 0).rule == "B1.2"
    assert len(KABOBO.legal(state, 0)) == 6
    state = KABOBO.apply(state, 0, KABOBO.parse("peek 1 2")).state
    assert refusal(state, "peek 3 4", 0).rule == "B1.2"
    assert refusal(state, "draw", 0).rule == "B1.2"


@pytest.mark.parametrize(
    ("hands", "starter", "following"),
    [
        ("2C 4D 8H QS\n5C 5D 5H AS\n6C 6D 6H 6S", 0, 0),
        ("5C 5D 5H AS\n2C 4D 8H QS\n2D 4C 8S QH", 0, 1),
        ("5C 5D 5H AS\n2C 4D 8H QS\n2D 4C 8S QH", 1, 2),
        ("5C 5D 5H AS\n2C 4D 8H QS\n2D 4C 8S QH", 2, 1),
        ("2H 4S 8C QD\n2C 4D 8H QS\n2D 4C 8S QH", 0, 1),
    ],
)
def test_the_lowest_starts_of_those_tied_the_first_after_the_starter_b1_4_b6_4(
    hands: str, starter: int, following: int
) -> None:
    state = at(hands, starter=str(starter), to_move="2", caller="0", pieces="1 2 3")
    state, happened = watch(state, "take 1", "next")
    assert state.starter == following
    assert state.phase is Phase.PEEK
    assert state.number == 2
    assert state.caller is None
    started = [event for event in happened if isinstance(event, RoundStarted)]
    assert started == [RoundStarted(2, following, state.discard_pile[0])]


def test_a_new_round_begins_afresh_but_for_pieces_and_results_b1_5() -> None:
    state = at("*2C 4D 8H QS\n5C 5D 5H AS", to_move="1", caller="0", pieces="1 2")
    state = do(state, "take 1")
    before = replace(state)
    state = do(state, "next")
    assert (state.pieces, state.results) == (before.pieces, before.results)
    assert state.peeked == frozenset()
    assert (state.turns, state.reshuffles) == (0, 0)
    assert all(text.startswith("?") and "/" not in text for text in hand(state).split())


def test_fifty_four_cards_b1_1() -> None:
    assert len(DECK) == 54
    suits = Counter(each.suit for each in DECK)
    assert [suits[suit] for suit in Suit] == [13] * 4
    assert suits[None] == 2
    assert sorted({each.value for each in DECK}) == [*range(1, 14), 15]
    assert max(Counter(map(str, DECK)).values()) == 2, "only the jokers are alike"


@pytest.mark.parametrize(
    ("text", "value"),
    [("AS", 1), ("2C", 2), ("10H", 10), ("JD", 11), ("QS", 12), ("KC", 13), ("X", 15)],
)
def test_values_b1_1(text: str, value: int) -> None:
    assert card(text).value == value
    assert str(card(text)) == text


def test_the_notation_reads_back() -> None:
    assert [card(str(each)) for each in DECK] == list(DECK)
    assert str(Spot(1, 3)) == "2.4"


@pytest.mark.parametrize("text", ["", "1S", "11S", "A", "S", "as", "XX", "?"])
def test_other_words_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a card"):
        card(text)


def test_jokers_have_no_suit() -> None:
    assert Card(15, None).is_joker
    assert not card("KS").is_joker


def test_places_are_counted_from_one() -> None:
    assert str(actions.Trade(0, Spot(1, 3))) == "trade 1 2.4"
    assert KABOBO.parse("peek 3 1") == Peek(0, 2)


@pytest.mark.parametrize(
    "text", ["take", "take 0", "take 5", "take 1 ", "look 1", "look 7.1", "look 1.5", "trade 1 2"]
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        KABOBO.parse(text)


def test_40_turns_and_30_rounds_are_usual_b2_8_b4_3() -> None:
    options = KaboboOptions()
    assert (options.max_turns, options.max_rounds, options.memory_aid) == (40, 30, True)
    assert KaboboOptions(max_turns=7, max_rounds=3, memory_aid=False) != options


def test_cards_that_are_peeked_at_stay_face_down_b1_2() -> None:
    state = KABOBO.apply(dealt(2), 0, KABOBO.parse("peek 1 2")).state
    assert [shown.startswith("?") for shown in hand(state).split()] == [True] * 4
    assert [shown.partition("/")[2] for shown in hand(state).split()] == ["0peek", "0peek", "", ""]
