"""The notation of actions: every reader is the twin of its writer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.contract import UnreadableActionError
from bot.games.kabobo.rules import actions
from bot.games.kabobo.rules.actions import Action, Peek, parse_action
from bot.games.kabobo.rules.cards import Spot

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
    st.builds(actions.NextRound),
)


@given(ACTIONS)
def test_actions_read_back(action: Action) -> None:
    assert parse_action(str(action)) == action


def test_places_are_counted_from_one() -> None:
    assert str(actions.Trade(0, Spot(1, 3))) == "trade 1 2.4"
    assert parse_action("peek 3 1") == Peek(0, 2)


@pytest.mark.parametrize(
    "text",
    ["take", "take 0", "take 5", "take 1 ", "look 1", "look 7.1", "look 1.5", "trade 1 2"],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        parse_action(text)
