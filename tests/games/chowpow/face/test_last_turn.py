from dataclasses import replace

import pytest

from bot.game.contract import Seat
from bot.games.chowpow.face.last_turn import changed_slots, last_play, turned_down
from bot.games.chowpow.rules.cards import Slot, read_slot
from bot.games.chowpow.rules.events import (
    Attacked,
    BattleEnded,
    BoardAttacked,
    BoardEnded,
    Chose,
    Countered,
    Declined,
    Defended,
    Flipped,
    Matched,
    Missed,
    Passed,
    Refilled,
    RoundStarted,
    ShowdownEnded,
    Took,
    TurnStarted,
)
from tests.games.chowpow.face.scenes import PILES, scene
from tests.games.chowpow.rules.at import at, card, cards, do

A1, A2, B2 = map(read_slot, ("a1", "a2", "b2"))
TURN = TurnStarted(0, 2, last=False)
NEXT = TurnStarted(1, 2, last=False)
FLIPS = [Flipped(0, A1, card("F1")), Flipped(0, A2, card("F2"))]


def framed(*events: object) -> frozenset[Slot]:
    return changed_slots(scene(at("F1 V2", PILES), None, events))


def test_the_slots_of_the_last_turn_are_framed() -> None:
    """P2.3, P2.4: until someone does something in the next one."""
    missed = [TURN, *FLIPS, Missed(0), Passed(0), NEXT]
    assert framed(*missed) == {A1, A2}
    matched = [TURN, *FLIPS, Matched(0, (A1, A2)), Took(0, B2, 1), Refilled((B2, A1, A2), 3)]
    assert framed(*missed, *matched) == {A1, A2, B2}
    assert framed(TURN, Took(0, None, 0), Refilled((), 3)) == frozenset()


def test_what_lies_up_is_framed_and_of_a_match_its_two_slots() -> None:
    """P2.5: the third card is no part of it."""
    grid = "F1 F2 B3 G4 S5 E6 F2 V3 B4 G5 S6 E1 F3 V4 B5 G6"
    first = do(at("- V2", grid), "flip a1")
    assert changed_slots(scene(first, None, [TURN, *FLIPS])) == {A1}
    match = do(first, "flip b2", "flip a2")
    assert changed_slots(scene(match)) == {A1, A2}


def test_nothing_of_the_game_before_is_framed() -> None:
    """P5.2."""
    assert framed(TURN, *FLIPS, RoundStarted(2, 1), NEXT) == frozenset()


@pytest.mark.parametrize(
    ("event", "seat", "done"),
    [
        (Flipped(0, A1, card("F1")), 0, "flipped a1: F1"),
        (Matched(0, (A1, A2)), 0, "matched a1 and a2"),
        (Missed(0), 0, "found no match"),
        (Took(0, B2, 2), 0, "took b2, 2 cards"),
        (Took(0, None, 0), 0, "took nothing"),
        (Attacked(0, 1, cards("F1F2")), 0, "attacked with 2 cards"),
        (BoardAttacked(0, 1, card("F1")), 0, "battles the board with F1"),
        (Passed(0), 0, "didn't battle"),
        (Defended(1, cards("V1")), 1, "defended with 1 card"),
        (Countered(0, cards("F3")), 0, "added 1 card"),
        (Declined(1), 1, "added nothing"),
        (Chose(1), 1, "has chosen"),
        (BattleEnded(0, 1, cards("F1"), cards("V2"), 1), 1, "won the battle"),
        (BattleEnded(0, 1, cards("F1"), cards("V1"), None), 0, "battled for a tie"),
        (BoardEnded(0, cards("F2"), cards("V1"), True), 0, "won the battle"),
        (BoardEnded(0, cards("F1"), cards("V2"), False), 0, "lost to the board"),
        (BoardEnded(0, cards("F1"), cards("V1"), None), 0, "battled for a tie"),
        (ShowdownEnded((cards("F1"), cards("V2")), (1,)), 1, "won the showdown"),
        (ShowdownEnded((cards("F1"), cards("V1")), (0, 1)), 0, "and 1 other tied"),
    ],
)
def test_the_last_move_is_told(event: object, seat: Seat, done: str) -> None:
    play = last_play(scene(at("F1 V2", PILES), None, [TURN, event, NEXT]))
    assert play is not None
    assert (play.seat, play.done) == (seat, done)


def test_before_the_first_move_there_is_none_to_tell() -> None:
    assert last_play(scene(at("F1 V2", PILES), None, [RoundStarted(1, 0), TURN])) is None


def test_faces_seen_in_this_turn_or_the_last_one_lie_down_again() -> None:
    """P2.4: those that lie up are no part of them, nor what was seen before, covered, or taken."""
    state = at("F1 V2", f"F1! V2! - G4! S5/F2' E6! F2! {'B1 ' * 9}")
    seen = [Flipped(1, read_slot(slot), card("F1")) for slot in ("a1", "a3", "b1", "b2")]
    after = replace(state, last_flips=tuple(seen[:2]), flips=tuple(seen[2:]))
    assert turned_down(scene(after).view) == {A1, B2}
    assert turned_down(scene(replace(after, up=(B2,))).view) == {A1}
