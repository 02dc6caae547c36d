"""The two piles: discards, fresh starts, reshuffles, and rounds that they end (section 5)."""

from collections import Counter
from inspect import cleandoc

from bot.game.rounds import Reshuffled, RoundEnded, TurnStarted
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import (
    DiscardStarted,
    Phase,
    RoundReason,
    Took,
    TriadDiscarded,
    TurnedUp,
    UsedUp,
)
from tests.game.playing import pile, scored
from tests.games.kapow.rules.at import at, do, legal, refusal, watch
from tests.helpers import not_none

HANDS = cleandoc(
    """
    ?9 2 1
    ?5 5 5
    ?1 9 8

    7 ?4 3
    7 ?3 2
    9 ?5 P2
    """
)


def test_a_card_discarded_from_a_powerset_is_new_when_taken_again_k5_3() -> None:
    """Its modifiers are gone, and so is what its KAPOW! card stood for."""
    state = do(at("drawn 7 draw\n\n9 K-2+1 ?1\n5 5 5\n?1 9 8"), "replace 2t", "take discard")
    assert pile(state) == "P2 P1 12 12"
    assert str(state.drawn and state.drawn.card) == "K"
    state = do(state, "discard", "take discard", "replace 1t")
    hand = state.hands[0]
    assert hand[0] is not None
    assert str(hand[0][0]) == "K"


def test_an_empty_discard_pile_is_started_again_at_the_end_of_a_turn_k5_4() -> None:
    """It is empty when its last card was taken and put into a powerset."""
    state = at(f"phase take\ndiscard 2\ndraw 6 7 8\n\n{HANDS}".replace("2 1", "P2 1", 1))
    state, events = watch(state, "take discard", "top 2t -")
    assert pile(state) == "6"
    assert [str(card) for card in state.draw_pile] == ["7", "8"]
    assert [type(event).__name__ for event in events] == [
        *["Took", "Placed", "DiscardStarted", "TurnStarted"]
    ]


def test_what_a_triad_leaves_there_counts_first_k5_4() -> None:
    """The pile is looked at after the discards at the end of the turn."""
    picture = "phase take\ndiscard 2\ndraw 6 7 8\n\n?9 P2 1\n?5 0 5\n?1 0 8"
    state, events = watch(at(picture), "take discard", "top 2t -")
    assert pile(state) == "2 P2 0 0"
    assert not any(isinstance(event, DiscardStarted) for event in events)


def test_an_empty_draw_pile_is_made_anew_when_a_card_is_to_be_taken_k5_5() -> None:
    before = at(f"phase take\ndraw\ndiscard 3 4 5 6 7\n\n{HANDS}")
    assert legal(before) == ["take draw", "take discard"]
    state, events = watch(before, "take draw")
    assert events == [Reshuffled(4), Took(0, Pile.DRAW, None)]
    assert pile(state) == "3"
    below = Counter([*state.draw_pile, not_none(state.drawn).card])
    assert Counter(map(str, below)) == {"4": 1, "5": 1, "6": 1, "7": 1}
    assert state.reshuffles == 1
    assert KAPOW.cards(state) == KAPOW.cards(before)


def test_no_reshuffle_comes_before_it_is_needed_k5_5() -> None:
    state = at(f"phase take\ndraw 8\ndiscard 3 4 5\n\n{HANDS}")
    state = do(state, "take draw", "replace 1t")
    assert state.draw_pile == ()
    assert pile(state) == "9 3 4 5"
    assert do(state, "take discard").reshuffles == 0


def test_each_reshuffle_has_a_shuffle_of_its_own_k5_5() -> None:
    """It follows from the match's secret, the round and its number in the round."""
    first = at(f"phase take\ndraw\ndiscard 3 4 5 6 7 8 9 10 11 12\n\n{HANDS}")
    again = at(f"phase take\ndraw\ndiscard 3 4 5 6 7 8 9 10 11 12\nreshuffles 1\n\n{HANDS}")
    once, twice = (do(state, "take draw") for state in (first, again))
    assert (once.drawn, once.draw_pile) != (twice.drawn, twice.draw_pile)
    assert do(first, "take draw") == once
    chance, rest = first.setup.chance, first.discard_pile[1:]
    assert (not_none(once.drawn).card, *once.draw_pile) == chance.shuffled(1, "reshuffle 1", rest)


def test_with_one_discard_and_no_draw_pile_only_that_can_be_taken_k5_5() -> None:
    state = at(f"phase take\ndraw\ndiscard 3\n\n{HANDS}")
    assert legal(state) == ["take discard"]
    assert refusal(state, "take draw").rule == "K5.5"


def test_no_card_is_taken_from_an_empty_discard_pile_k3_2() -> None:
    state = at(f"phase take\ndraw 3\ndiscard\n\n{HANDS}")
    assert legal(state) == ["take draw"]
    assert refusal(state, "take discard").rule == "K3.2"


BOTH_EMPTY = """
    drawn P1 discard
    draw
    discard

    ?9 2 1
    ?5 2 5
    ?1 4 8

    7 ?5 3
    7 ?4 2
    ?7 ?3 ?P1
    """


def test_with_both_piles_empty_the_round_ends_at_once_k5_5_k9_7() -> None:
    """Seat 1's turn begins without a card: all hands are turned up from that seat on."""
    state, events = watch(at(BOTH_EMPTY), "beneath 2b -")
    assert [type(event) for event in events[1:]] == [
        *[TurnStarted, TurnedUp, TriadDiscarded, TriadDiscarded, TriadDiscarded],
        *[TurnedUp, RoundEnded],
    ]
    turned = [event.seat for event in events if isinstance(event, TurnedUp)]
    assert turned == [1, 0]
    assert scored(state).reason is RoundReason.NO_CARDS
    assert state.phase is Phase.SCORED
    assert scored(state).points == (15 + 2 + 2 + 3 + 14, 0)


def test_complete_triads_count_nothing_in_such_a_round_k9_7() -> None:
    """One with a KAPOW! card neither."""
    picture = BOTH_EMPTY.replace("?7 ?3", "?K ?3")
    state = do(at(picture), "beneath 2b -")
    assert scored(state).points[1] == 0
    assert state.hands[1] == (None, None, None)


def test_who_had_gone_out_may_still_be_doubled_k5_5_k6_5() -> None:
    picture = """
        to move 1
        out 0
        drawn P1 discard
        draw
        discard

        5 5
        1 1
        0 3

        0 2
        3 2
        3 4

        ?0 ?0
        ?0 ?3
        ?1 ?3
        """
    state = do(at(picture), "beneath 2b -")
    assert scored(state).reason is RoundReason.NO_CARDS
    assert scored(state).out == 0
    assert scored(state).points == (30, 6 + 2 + 2 + 3, 7)
    assert [hand.doubled for hand in scored(state).hands] == [True, False, False]


def test_nobody_is_doubled_if_nobody_had_gone_out_k5_5() -> None:
    state = do(at(BOTH_EMPTY), "beneath 2b -")
    assert scored(state).out is None
    assert not any(hand.doubled for hand in scored(state).hands)


PASSING = f"phase take\npasses 5\n\n{HANDS}"


def test_three_circuits_of_taking_and_returning_end_the_round_k5_6() -> None:
    state, events = watch(at(PASSING), "take discard", "discard")
    assert scored(state).reason is RoundReason.STALLED
    assert [event.seat for event in events if isinstance(event, TurnedUp)] == [1, 0]
    assert not any(isinstance(event, TurnStarted) for event in events)


def test_the_circuits_are_whole_and_an_option_k5_6_k9_6() -> None:
    hands = "\n\n".join(["?1 2\n?2 3\n?3 9"] * 4)
    state = at(f"phase take\n\n{hands}", KapowOptions(stall_circuits=2))
    for _ in range(7):
        state = do(state, "take discard", "discard")
        assert state.phase is Phase.TAKE
    state, events = watch(state, "take discard", "discard")
    assert scored(state).reason is RoundReason.STALLED
    assert [event.seat for event in events if isinstance(event, TurnedUp)] == [0, 1, 2, 3]


def test_the_hands_turn_up_clockwise_from_the_seat_to_act_k9_7() -> None:
    hands = "\n\n".join(["?1 2\n?2 3\n?3 9"] * 3)
    state = at(f"to move 1\nphase take\npasses 8\n\n{hands}")
    _, events = watch(state, "take discard", "discard")
    assert [event.seat for event in events if isinstance(event, TurnedUp)] == [2, 0, 1]


def test_any_other_turn_begins_the_count_anew_k5_6_k9_6() -> None:
    for actions in (("take draw", "discard"), ("take discard", "replace 1t")):
        state = do(at(PASSING), *actions)
        assert state.phase is Phase.TAKE
        assert state.passes == 0


def test_nobody_stalls_once_someone_is_out_k9_6() -> None:
    state = at("to move 1\nout 0\nphase take\npasses 40\n\n1\n2\n9\n\n4\n4\n9\n\n?1\n?2\n?9")
    state = do(state, "take discard", "discard")
    assert state.to_move == 2
    assert state.phase is Phase.TAKE


def test_the_draw_pile_runs_out_after_max_reshuffles_k5_6_k9_6() -> None:
    """Tested when a card would have to be drawn; the discard pile may still be taken from."""
    empty = f"phase take\ndraw\ndiscard 3 4 5\nreshuffles 10\n\n{HANDS}"
    assert legal(at(empty)) == ["take draw", "take discard"]
    assert do(at(empty), "take discard").phase is Phase.PLAY
    state, events = watch(at(empty), "take draw")
    assert scored(state).reason is RoundReason.RESHUFFLES
    assert events[0] == UsedUp(0)
    assert [event.seat for event in events if isinstance(event, TurnedUp)] == [0, 1]
    assert not any(isinstance(event, Took) for event in events)


def test_the_cap_on_reshuffles_is_an_option_k5_6() -> None:
    empty = f"phase take\ndraw\ndiscard 3 4 5\nreshuffles 0\n\n{HANDS}"
    state = do(at(empty, KapowOptions(max_reshuffles=0)), "take draw")
    assert scored(state).reason is RoundReason.RESHUFFLES
    assert do(at(empty, KapowOptions(max_reshuffles=1)), "take draw").reshuffles == 1
