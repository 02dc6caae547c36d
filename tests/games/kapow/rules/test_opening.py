"""The opening of a round: two own cards turned up (K3.1, K3.6, K9.1)."""

from itertools import combinations

import pytest

from bot.game.deck import Chance
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.events import Revealed
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Phase
from tests.games.kapow.rules.at import at, do, legal, lies, refusal, watch

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
        assert refused.sentence == "First turn up two of your cards."


@pytest.mark.parametrize(
    ("first", "second"),
    [((0, 0), (0, 0)), ((1, 0), (0, 0)), ((0, 0), (3, 0)), ((-1, 0), (0, 0)), ((0, 0), (0, 3))],
)
def test_exactly_two_own_cards_are_turned_up_k3_1(
    first: tuple[int, int], second: tuple[int, int]
) -> None:
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
