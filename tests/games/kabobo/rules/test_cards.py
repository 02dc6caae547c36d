"""The deck (B1.1), its notation and that of actions: every reader is the twin of its writer."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.contract import UnreadableActionError
from bot.game.moves import NextRound
from bot.games.kabobo.rules import actions
from bot.games.kabobo.rules.actions import Action, Peek
from bot.games.kabobo.rules.cards import DECK, Card, Spot, Suit, card
from bot.games.kabobo.rules.game import KABOBO


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


PLACES = st.integers(0, 3)
SPOTS = st.builds(Spot, st.integers(0, 5), PLACES)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.tuples(PLACES, PLACES).map(lambda places: Peek(*sorted(places))),
    *(st.builds(kind, PLACES) for kind in (actions.TakeDiscard, actions.Keep, actions.Check)),
    st.builds(actions.Lock, PLACES),
    st.builds(actions.Look, SPOTS),
    st.builds(actions.Unlock, SPOTS),
    st.builds(actions.Trade, PLACES, SPOTS),
    *(st.builds(kind) for kind in (actions.Draw, actions.Season, actions.Decline, actions.Call)),
    st.builds(NextRound),
)


@given(ACTIONS)
def test_actions_read_back(action: Action) -> None:
    assert KABOBO.parse(str(action)) == action


def test_places_are_counted_from_one() -> None:
    assert str(actions.Trade(0, Spot(1, 3))) == "trade 1 2.4"
    assert KABOBO.parse("peek 3 1") == Peek(0, 2)


@pytest.mark.parametrize(
    "text",
    ["take", "take 0", "take 5", "take 1 ", "look 1", "look 7.1", "look 1.5", "trade 1 2"],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        KABOBO.parse(text)
