"""What holds in every position of Kapow!, and what the state machine of its rules tries."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.game.contract import lowest_first
from bot.games.kapow.rules.actions import EndTurn, PutBeneath, PutOnTop, Swap, Take
from bot.games.kapow.rules.cards import DECK, Position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase
from tests.game.machine import Guide
from tests.games.kapow.rules.at import format_round, parse_round


def use_up(state: State, _pick: int) -> State:
    """As if all but the last card had been drawn and discarded (K5.5)."""
    if state.phase is not Phase.TAKE or len(state.draw_pile) < 2:
        return state
    gone = state.draw_pile[1:]
    return replace(state, draw_pile=state.draw_pile[:1], discard_pile=(*state.discard_pile, *gone))


def triads_wait_only_in_the_turn_of_their_player(state: State) -> None:
    """K4.2, K4.4, K4.7: no complete triad outlives the turn."""
    current = state
    for seat, hand in enumerate(current.hands):
        complete = [triad for triad in hand if triad is not None and triad.is_complete]
        if seat != current.to_move or current.phase in {Phase.SCORED, Phase.OVER}:
            assert not complete
        elif complete:
            waits = (Phase.KAPOW,) if current.out is None else (Phase.TAKE, Phase.PLAY, Phase.KAPOW)
            assert current.phase in waits


def nothing_lies_hidden_that_should_not(state: State) -> None:
    """K3.3: powersets lie face up; K6.1, K6.3: so does everything of players who are done."""
    current = state
    for seat, hand in enumerate(current.hands):
        positions = [position for triad in hand if triad for position in triad]
        assert all(position.face_up for position in positions if position.is_powerset)
        if seat == current.out or current.phase in {Phase.SCORED, Phase.OVER}:
            assert all(position.face_up for position in positions)
        assert all(map(is_well_made, positions))


def a_card_is_held_exactly_while_one_is_played(state: State) -> None:
    current = state
    assert (current.drawn is not None) == (current.phase is Phase.PLAY)
    if current.phase is Phase.TAKE:
        assert {type(action) for action in KAPOW.legal(state, state.to_move)} == {Take}


def caps_hold(state: State) -> None:
    """K4.10, K5.6."""
    options, current = state.setup.options, state
    assert current.swaps <= options.max_swaps
    assert current.reshuffles <= options.max_reshuffles
    if current.out is None and current.phase not in {Phase.SCORED, Phase.OVER}:
        # The player who gave the last card back may still swap before the round ends.
        swapping = current.phase is Phase.KAPOW
        assert current.passes < options.stall_circuits * state.setup.seats + swapping


def pictures_read_back(state: State) -> None:
    assert parse_round(format_round(state), state.setup) == replace(state, results=())


def scores_add_up(state: State) -> None:
    """K6.4-K6.6: every point of every round is explained."""
    results = state.results
    for result in results:
        lowest = min(hand.total for hand in result.hands)
        for seat, hand in enumerate(result.hands):
            assert hand.total == sum(points for _, _, points in hand.items)
            doubled = seat == result.out and hand.total > max(0, lowest)
            assert hand.points == hand.total * (2 if doubled else 1)
    outcome = KAPOW.outcome(state)
    if outcome is not None:
        assert len(results) == state.setup.options.rounds
        assert outcome.ranks == lowest_first(outcome.scores)


def is_well_made(position: Position) -> bool:
    """K1.2: beneath the uppermost card lie power cards, each showing plus or minus its face."""
    beneath = position.cards[1:]
    shown = [abs(modifier) for modifier in position.modifiers]
    return [card.face for card in beneath if card is not None and card.is_power] == shown


GUIDE = Guide(
    KAPOW,
    options=st.builds(
        KapowOptions,
        rounds=st.integers(1, 2),
        cards=st.sampled_from([9, 12, None]),
        no_pass=st.booleans(),
        max_swaps=st.integers(1, 24),
        stall_circuits=st.integers(1, 3),
        max_reshuffles=st.integers(0, 2),
    ),
    deck=lambda _: DECK,
    wanted=((PutOnTop, PutBeneath), (Swap,), (EndTurn,)),
    scarce=use_up,
    invariants=(
        triads_wait_only_in_the_turn_of_their_player,
        nothing_lies_hidden_that_should_not,
        a_card_is_held_exactly_while_one_is_played,
        caps_hold,
        pictures_read_back,
        scores_add_up,
    ),
)
