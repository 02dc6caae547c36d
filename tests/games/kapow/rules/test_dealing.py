"""Setting up matches and rounds (section 2, K9.1), and the opening (K3.1, K3.6)."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from pydantic import ValidationError

from bot.game.deck import Chance
from bot.game.rounds import TurnStarted
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.cards import DECK, Card, Place
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Phase, Revealed, RoundStarted
from tests.games.kapow.rules.at import at, do, legal, lies, refusal, watch


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("cards", [None, 9, 12])
def test_hands_have_9_or_12_cards_face_down_k2_1_k2_2_k2_3(seats: int, cards: int | None) -> None:
    options = KapowOptions.model_validate({"cards": cards})
    current = KAPOW.new(options, seats, Chance(bytes(32))).state
    size = cards or (12 if seats <= 4 else 9)
    assert len(current.hands) == seats
    for hand in current.hands:
        assert len(hand) == size // 3
        assert not any(position.face_up for triad in hand if triad for position in triad)
    assert len(current.discard_pile) == 1
    assert len(current.draw_pile) == 118 - seats * size - 1


@pytest.mark.parametrize("options", [{"cards": 10}, {"rounds": 0}, {"rounds": 11}, {"dice": 2}])
def test_other_options_are_refused_k2_2_k2_4(options: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        KapowOptions.model_validate(options)


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_two_to_eight_play_k2_1_k2_2(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 seats"):
        KAPOW.new(KapowOptions(), seats, Chance(bytes(32)))


def test_the_deck_is_dealt_in_order_k9_1() -> None:
    """Seat by seat from seat 0, column by column from the left, each from top to bottom."""
    chance = Chance(bytes(range(32)), ("a", "b", "c"))
    current = KAPOW.new(KapowOptions(), 3, chance).state
    deck = chance.shuffled(1, "deal", DECK)
    dealt = [p.upper for hand in current.hands for triad in hand if triad for p in triad]
    assert (*dealt, *current.discard_pile, *current.draw_pile) == deck


def test_whatever_starts_the_discard_pile_stays_k2_3() -> None:
    order = ("0",) * 8 + ("3",) * 8 + ("4", "4", "K")
    chance = Chance(bytes(32), (), ((1, "deal", order),))
    state, events = KAPOW.new(KapowOptions(cards=9), 2, chance)
    assert list(map(str, state.discard_pile)) == ["K"]
    assert [str(event.card) for event in events if isinstance(event, RoundStarted)] == ["K"]


def test_the_seat_after_a_random_dealer_starts_k2_5() -> None:
    dealers = Counter[int | None]()
    for number in range(400):
        chance = Chance(number.to_bytes(32, "big"))
        state, (started, turn) = KAPOW.new(KapowOptions(), 4, chance)
        assert isinstance(started, RoundStarted)
        assert started.dealer is not None
        assert started.starter == (started.dealer + 1) % 4 == state.to_move
        assert turn == TurnStarted(started.starter, last=False)
        dealers[started.dealer] += 1
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


def test_play_goes_clockwise_k2_5() -> None:
    state = at(
        """
        to move 2
        drawn 8 draw

        ?1 ?1 ?1
        ?2 ?2 ?2
        ?3 ?3 ?3

        ?1 ?1 ?1
        ?2 ?2 ?2
        ?3 ?3 ?3

        ?1 ?1 ?1
        ?2 ?2 ?2
        ?3 ?3 ?3
        """
    )
    state = do(state, "discard")
    assert state.to_move == 0
    assert do(state, "take draw", "discard").to_move == 1


LAST_TURN = """
    number 4
    starter 0
    to move 0
    out 1
    drawn 0 draw

    9 1 7
    2 2 2
    4 5 8

    1 1 7
    2 2 3
    4 3 7
    """


def test_who_went_out_starts_the_next_round_whatever_the_scores_k2_6() -> None:
    state = do(at(LAST_TURN), "discard")
    assert state.phase is Phase.SCORED
    state, events = watch(state, "next")
    assert state.number == 5
    assert state.starter == state.to_move == 1
    assert events[0] == RoundStarted(5, 1, state.discard_pile[0], dealer=None)


@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 0)])
def test_after_a_round_that_nobody_went_out_of_the_next_seat_starts_k2_7(
    starter: int, following: int
) -> None:
    state = at(
        f"""
        starter {starter}
        drawn 12 discard
        passes 5

        ?1 ?1 ?7
        ?2 ?2 ?3
        ?4 ?3 ?7

        ?1 ?1 ?7
        ?2 ?2 ?3
        ?4 ?3 ?7
        """
    )
    state = do(state, "discard", "next")
    assert state.starter == following


@pytest.mark.parametrize("rounds", [1, 3, 10])
def test_a_match_has_as_many_rounds_as_chosen_k2_4(rounds: int) -> None:
    state = at(LAST_TURN, KapowOptions(rounds=rounds))
    state = replace(state, number=rounds)
    state = do(state, "discard")
    assert state.phase is Phase.OVER
    assert KAPOW.outcome(state) is not None
    assert KAPOW.to_act(state) == frozenset()


def test_every_round_is_shuffled_anew_k2_6() -> None:
    state = do(at(LAST_TURN), "discard", "next")
    chance = state.setup.chance
    deck = chance.shuffled(5, "deal", DECK)
    assert state.draw_pile == deck[-len(state.draw_pile) :]
    assert deck != chance.shuffled(4, "deal", DECK)
    assert state.opened == frozenset()
    assert state.out is None
    assert state.turn == at(LAST_TURN).turn + 1


def test_turns_are_counted_through_the_match() -> None:
    state = KAPOW.new(KapowOptions(), 2, Chance(bytes(32))).state
    assert state.turn == 1
    for number in (2, 3):
        state = do(state, "reveal 1t 2t", "take draw", "discard")
        while state.phase is Phase.KAPOW:
            state = do(state, "end")
        assert state.turn == number


OPENING = """
    phase opening
    opened

    ?9 ?K ?1
    ?5 ?5 ?5
    ?1 ?1 ?K
    """


@pytest.mark.parametrize("cards", [9, 12])
def test_any_two_cards_may_be_turned_up_k3_1(cards: int) -> None:
    options = KapowOptions.model_validate({"cards": cards})
    state = KAPOW.new(options, 2, Chance(bytes(32))).state
    places = [Place(column, row) for column in range(cards // 3) for row in range(3)]
    assert legal(state) == [f"reveal {first} {second}" for first, second in combinations(places, 2)]


def test_two_cards_are_turned_up_in_place_k3_1_k9_1() -> None:
    state, events = watch(at(OPENING), "reveal 1t 3b")
    assert lies(state, "9 ?K ?1\n?5 ?5 ?5\n?1 ?1 K")
    assert events == [Revealed(0, (Place(0, 0), Place(2, 2)), (Card.C9, Card.KAPOW))]
    assert state.phase is Phase.TAKE
    assert state.to_move == 0


def test_nothing_else_comes_before_the_opening_k3_1() -> None:
    for action in ("take draw", "take discard", "discard", "replace 1t", "end", "next"):
        refused = refusal(at(OPENING), action)
        assert refused.rule == "K3.1"
        assert refused.sentence == "Turn up two of your cards first."


@pytest.mark.parametrize(
    ("first", "second"),
    [((0, 0), (0, 0)), ((1, 0), (0, 0)), ((0, 0), (3, 0)), ((-1, 0), (0, 0)), ((0, 0), (0, 3))],
)
def test_two_own_cards_are_turned_up_k3_1(first: tuple[int, int], second: tuple[int, int]) -> None:
    """Not one card twice, none outside the hand, and named in reading order."""
    state = at(OPENING)
    with pytest.raises(ValueError, match=r"\(K3\.1\)"):
        KAPOW.apply(state, 0, Reveal(Place(*first), Place(*second)))


def test_a_card_that_is_face_up_cannot_be_turned_up_k3_1() -> None:
    state = at(OPENING.replace("?9", "9"))
    assert refusal(state, "reveal 1t 2b").rule == "K3.1"
    assert len(legal(state)) == 8 * 7 // 2


def test_every_player_has_an_opening_before_their_first_draw_k3_1() -> None:
    state = do(at(OPENING), "reveal 1t 1m", "take draw", "discard")
    assert state.to_move == 1
    assert state.phase is Phase.OPENING
    state = do(state, "reveal 1t 1m", "take draw", "discard")
    assert state.to_move == 0
    assert state.phase is Phase.TAKE


def test_the_opening_happens_once_k3_1() -> None:
    state = at("phase take\n\n?9 2 1\n?5 ?5 ?5\n?1 ?1 ?K")
    assert refusal(state, "reveal 1t 2m").rule == "K3.2"


def test_the_opening_turn_is_a_full_turn_k3_6() -> None:
    """With a KAPOW! step too."""
    state = do(at(OPENING), "reveal 1t 3b", "take draw", "discard")
    assert state.phase is Phase.KAPOW
    assert lies(do(state, "swap 3b 2m"), "9 ?K ?1\n?5 K ?5\n?1 ?1 ?5")
