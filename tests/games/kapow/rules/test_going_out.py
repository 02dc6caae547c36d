"""Going out and the final turns (K6.1-K6.3, K6.7)."""

from bot.game.rounds import RoundEnded, TurnStarted
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.view import Phase, RoundReason, TriadDiscarded, TurnedUp, WentOut
from tests.game.playing import pile, scored
from tests.games.kapow.rules.at import at, do, legal, lies, watch

THREE_HANDS = """
    drawn 5 draw

    9 2 1
    5 5 5
    ?1 9 8

    7 ?4 3
    7 ?3 2
    9 ?5 P2

    7 ?4 3
    7 ?3 2
    9 ?5 P2
    """


def test_who_ends_a_turn_without_face_down_cards_has_gone_out_k6_1() -> None:
    state, events = watch(at(THREE_HANDS), "replace 1b")
    assert WentOut(0) in events
    assert state.out == 0
    assert do(at(THREE_HANDS), "replace 1m").out is None


def test_also_when_the_hand_is_empty_k6_1() -> None:
    state = do(at("drawn 5 draw\n\n. 3\n. 4\n. ?9\n\n?1 2\n?5 3\n?5 9"), "replace 2b")
    assert state.out == 0
    assert lies(state, ". .\n. .\n. .")


def test_discarding_the_last_face_down_cards_triad_is_going_out_k6_1() -> None:
    """What counts is how the hand lies when the turn has ended, after the last discards."""
    state = do(at("drawn 12 draw\n\nK 3\n12 4\n?9 1\n\n?1 2\n?5 3\n?5 9"), "replace 1b")
    assert state.out is None
    assert do(state, "end").out == 0


def test_every_other_player_has_one_final_turn_clockwise_k6_2() -> None:
    state = do(at(THREE_HANDS), "replace 1b")
    assert state.to_move == 1
    state, first = watch(state, "take draw", "discard")
    assert state.to_move == 2
    state, second = watch(state, "take draw", "discard")
    assert state.phase is Phase.SCORED
    assert TurnStarted(2, last=True) in first
    assert [type(event) for event in second[-1:]] == [RoundEnded]
    assert scored(state).reason is RoundReason.WENT_OUT
    assert scored(state).out == 0


def test_the_final_turns_go_round_to_the_seat_before_k6_2() -> None:
    state = at("to move 1\ndrawn 4 draw\n\n?1 2\n?5 3\n?5 9\n\n1 2\n5 3\n?5 9\n\n?7 4\n?7 6\n?5 9")
    state = do(state, "replace 1b")
    order = []
    while state.phase is not Phase.SCORED:
        order.append(state.to_move)
        state = do(state, "take draw", "discard")
    assert order == [2, 0]


def test_who_went_out_later_is_not_first_k6_1() -> None:
    """In final turns everyone's cards lie face up; the first to go out remains that."""
    state = do(at(THREE_HANDS), "replace 1b")
    state, events = watch(state, "take draw", "replace 1b")
    assert not any(isinstance(event, WentOut) for event in events)
    assert state.out == 0


def test_a_final_turn_begins_by_turning_everything_up_k6_3() -> None:
    state, events = watch(at(THREE_HANDS), "replace 1b")
    places = (Place(1, 0), Place(1, 1), Place(1, 2))
    assert events[-2:] == [
        TurnStarted(1, last=True),
        TurnedUp(1, places, (Card.C4, Card.C3, Card.C5)),
    ]
    assert lies(state, "7 4 3\n7 3 2\n9 5 P2", seat=1)
    assert state.phase is Phase.TAKE


def test_a_triad_completed_by_the_turn_up_is_discarded_at_once_k6_3() -> None:
    """Before the draw: its top card can be taken."""
    picture = THREE_HANDS.replace("7 ?4 3", "7 ?3 3", 1).replace("7 ?3 2", "7 ?4 2", 1)
    state, events = watch(at(picture), "replace 1b")
    assert isinstance(events[-1], TriadDiscarded)
    assert lies(state, "7 . 3\n7 . 2\n9 . P2", seat=1)
    assert pile(state) == "3 4 5 1 12 12"
    assert state.phase is Phase.TAKE
    state = do(state, "take discard")
    assert state.drawn is not None
    assert state.drawn.card is Card.C3


def test_a_triad_completed_with_a_kapow_card_by_the_turn_up_waits_k6_3() -> None:
    """Until the turn ends: it takes no card, and its KAPOW! card moves after the play."""
    picture = THREE_HANDS.replace("7 ?4 3", "7 ?K 3", 1)
    state = do(at(picture), "replace 1b")
    assert lies(state, "7 K 3\n7 3 2\n9 5 P2", seat=1)
    state = at(picture.replace("7 ?3 2", "7 ?5 2", 1))
    state = do(state, "replace 1b", "take draw")
    assert lies(state, "7 K 3\n7 5 2\n9 5 P2", seat=1)
    assert not any(text.startswith("replace 2") for text in legal(state))
    state = do(state, "discard")
    assert state.phase is Phase.KAPOW
    assert legal(state) == ["swap 2t 2m", "swap 2t 2b", "end"]
    state = do(state, "end")
    assert lies(state, "7 . 3\n7 . 2\n9 . P2", seat=1)
    assert pile(state).startswith("K 5 5 3")


def test_if_the_turn_up_empties_the_hand_the_turn_is_over_k6_3() -> None:
    picture = THREE_HANDS.replace("7 ?4 3", "7 . .", 1).replace("7 ?3 2", "7 . .", 1)
    picture = picture.replace("9 ?5 P2", "?7 . .", 1)
    state, events = watch(at(picture), "replace 1b")
    assert lies(state, ". . .\n. . .\n. . .", seat=1)
    assert state.to_move == 2
    started = [event.seat for event in events if isinstance(event, TurnStarted)]
    assert started == [1, 2]


def test_if_only_waiting_triads_are_left_no_card_is_drawn_k6_7() -> None:
    picture = THREE_HANDS.replace("7 ?4 3", "7 . .", 1).replace("7 ?3 2", "7 . .", 1)
    picture = picture.replace("9 ?5 P2", "?K . .", 1)
    state = do(at(picture), "replace 1b")
    assert state.to_move == 1
    assert state.phase is Phase.KAPOW
    assert legal(state) == ["swap 1b 1t", "swap 1b 1m", "end"]
    state = do(state, "swap 1b 1m", "end")
    assert pile(state).startswith("7 K 7")
    assert state.to_move == 2


def test_if_nothing_can_move_in_them_either_the_turn_ends_by_itself_k6_7_k9_2() -> None:
    picture = THREE_HANDS.replace("7 ?4 3", "7 . .", 1).replace("7 ?3 2", "?K . .", 1)
    picture = picture.replace("9 ?5 P2", "9 . .", 1)
    state = do(at(picture), "replace 1b")
    assert state.to_move == 2
    assert lies(state, ". . .\n. . .\n. . .", seat=1)


def test_a_final_turn_has_a_kapow_step_k6_3() -> None:
    picture = THREE_HANDS.replace("9 ?5 P2", "9 ?K P2", 1).replace("7 ?4 3", "7 ?9 3", 1)
    state = do(at(picture), "replace 1b", "take draw", "discard")
    assert state.to_move == 1
    assert state.phase is Phase.KAPOW
    assert "swap 2b 1t" in legal(state)


def test_there_is_no_opening_in_a_final_turn_k6_3() -> None:
    """It cannot arise in play; in a position of one's own all cards are turned up as always."""
    state = do(at("opened 0\ndrawn 5 draw\n\n9\n5\n?1\n\n?7\n?7\n?9"), "replace 1b")
    assert state.phase is Phase.TAKE
    assert lies(state, "7\n7\n9", seat=1)


def test_the_hands_stay_as_they_lie_when_scored_k6_3() -> None:
    state = do(at(THREE_HANDS), "replace 1b", "take draw", "discard", "take draw", "discard")
    assert lies(state, "9 2 1\n5 5 5\n5 9 8", seat=0)
    assert lies(state, "7 4 3\n7 3 2\n9 5 P2", seat=2)
