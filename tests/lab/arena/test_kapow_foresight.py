"""What *clairvoyant* foresees of a round, and what it makes of that."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from bot.games.kapow.rules.actions import EndTurn
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import Phase, State
from bot.lab.arena.kapow import CONTESTANTS
from bot.lab.arena.kapow.board import Board, seen
from bot.lab.arena.kapow.clairvoyant import Clairvoyant
from bot.lab.arena.kapow.held import held
from bot.lab.arena.kapow.planning import best_plan
from bot.lab.arena.kapow.rivals import replied
from bot.lab.arena.kapow.turning import Course, Turning
from bot.lab.arena.kapow.worth import Worth
from tests.games.kapow.rules.at import at
from tests.games.kapow.rules.pictures import parse_hand
from tests.seeded import chance

# A yardstick of the laboratory: it does not change with the bot, and its plans take seconds.
pytestmark = pytest.mark.thorough

RIVAL: Final = "\n\n?9 ?9 ?9\n?5 ?5 ?5\n?2 ?2 ?2"


def choice(picture: str) -> str:
    """Return the action of the seat to move, in notation."""
    state = at(picture)
    choosing = CONTESTANTS["clairvoyant"].sit_down(bytes(32))
    seat = state.to_move
    return str(choosing(KAPOW, state, seat, KAPOW.legal(state, seat)).action)


def test_it_knows_the_cards_to_come() -> None:
    own = "phase take\n\n9 ?3\n9 ?7\n12 ?9" + RIVAL
    assert choice("discard 3 3\ndraw 9 5 5 5 5 5\n" + own) == "take draw"
    assert choice("discard 9 3\ndraw 4 1 2 4 1 5 3 11\n" + own) == "take discard"


def test_it_turns_up_what_the_next_card_completes() -> None:
    own = "phase opening\nopened\n\n?12 ?4 ?8\n?1 ?11 ?7\n?5 ?2 ?12" + RIVAL
    assert choice("draw 6 3 8 3 8 3 8 3 8 3 8\n" + own) == "reveal 3t 3m"


def test_it_knows_what_it_discards_face_down() -> None:
    """Of two cards the one goes that does not complete the next player's column."""
    picture = "drawn 0 draw\n\n?9 . ?4\n?12 . 4\n0 . 7\n\n{0} ?0\n{0} ?6\n4 ?1"
    assert choice(picture.format(9)) == "replace 1m"
    assert choice(picture.format(12)) == "replace 1t"


def test_it_goes_out_if_nobody_can_get_below() -> None:
    """The rival's last card completes 9/9/9 or nothing (K6.5)."""
    picture = "draw {} 5 5 5\ndrawn 0 draw\n\n. 5\n. 0\n. ?12\n\n. ?9\n. 9\n. 4"
    assert choice(picture.format(9)) != "replace 2b"
    assert choice(picture.format(6)) == "replace 2b"


def test_it_shifts_who_draws_which_card() -> None:
    """Both piles have a five for it: it leaves the rival the draw that helps less."""
    picture = "draw 5 {} 7 7\ndiscard 5 3\nphase take\n\n. 0\n. 0\n. ?12\n\n. {}\n. {}\n. ?4"
    assert choice(picture.format(9, 9, 9)) == "take discard"
    assert choice(picture.format(12, 5, 5)) == "take draw"


def ended(state: State, course: Course) -> State:
    """Return the state after a course, which the rules have to allow."""
    seat, turn = state.to_move, state.turn
    for action in course.actions:
        state = KAPOW.apply(state, seat, action).state
    if state.phase is Phase.KAPOW and state.turn == turn:
        state = KAPOW.apply(state, seat, EndTurn()).state
    return state


def random_round(seed: int) -> Iterator[tuple[State, Sequence[Course]]]:
    """Yield the beginnings of turns, and how they may go on; any of those comes next."""
    wheel = random.Random(seed)
    state = KAPOW.new(KapowOptions(rounds=1), 2, chance(seed)).state
    while state.phase is not Phase.OVER:
        courses = [*Turning(state, state.to_move).present(state)]
        yield state, courses
        state = ended(state, wheel.choice(courses))


@pytest.mark.parametrize("seed", range(3))
def test_turns_end_as_the_rules_have_it(seed: int) -> None:
    for state, courses in random_round(seed):
        for course in random.Random(seed).sample(courses, 5):
            after = ended(state, course)
            _, hand, pile, drawn, _ = course
            foreseen = seen(state).after(state.to_move, hand, pile, drawn)
            assert foreseen.hands[state.to_move] == held(after.hands[state.to_move])
            if after.out == state.out:  # else the next player has turned everything up
                assert foreseen.is_seen_in(after)
            if after.phase is Phase.OVER:
                assert foreseen.points() == [*after.results[-1].points]


@pytest.mark.parametrize("seed", range(3, 6))
def test_others_are_expected_to_do_what_is_legal(seed: int) -> None:
    for state, courses in random_round(seed):
        if state.phase is not Phase.OPENING:  # of the openings only some are thought of
            foreseen = replied(seen(state), state.to_move)
            ends = [(course.hand, course.pile) for course in courses]
            assert (foreseen.hands[state.to_move], foreseen.pile) in ends


def after_the_rival(picture: str) -> Board:
    return replied(seen(at("to move 1\nphase take\n" + picture)), 1)


def test_others_take_the_open_card_if_it_helps_more_than_another() -> None:
    picture = "discard {} 3\ndraw 7 7\n\n?9 ?9\n?5 ?5\n?2 ?2\n\n9 ?1\n9 ?1\n12 ?1"
    assert after_the_rival(picture.format(9)).drawn == 0
    assert after_the_rival(picture.format(11)).drawn == 1


def test_others_see_nothing_face_down() -> None:
    picture = "discard 12 3\ndraw 0 7\n\n?9 ?9\n?5 ?5\n?2 ?2\n\n. {}\n. ?7\n. 1"
    low, high = (after_the_rival(picture.format(card)) for card in ("?0", "?12"))
    assert (low.pile[0], high.pile[0]) == (Card.C0, Card.C12)


def test_others_go_out_only_where_it_does_not_double() -> None:
    picture = "discard 12 3\ndraw 2 7\n\n{} .\n0 .\n?1 .\n\n. 1\n. 3\n. ?7"
    assert after_the_rival(picture.format(12)).out == 1
    assert after_the_rival(picture.format("0-2")).out is None


def test_columns_are_worth_what_the_cards_to_come_make_of_them() -> None:
    hand = held(parse_hand("9\n9\n12"))

    def worth(*draw: Card) -> float:
        return Worth(draw, seats=2).of(hand, drawn=0, turns=1)

    assert worth(Card.C9, Card.C4) < worth(Card.C8, Card.C4)
    assert worth(Card.C8, Card.C4, Card.C9) == worth(Card.C8, Card.C4, Card.C12)


def as_expected(state: State) -> Course:
    """Return the course of the seat to move that is expected of it."""
    seat = state.to_move
    foreseen = replied(seen(state), seat)
    courses = Turning(state, seat).present(state)
    return next(
        course for course in courses if course[1:3] == (foreseen.hands[seat], foreseen.pile)
    )


def test_a_round_ends_as_planned_if_the_others_do_as_expected() -> None:
    hands = "4 ?3 K\n9 ?7 ?8\n12 ?9 ?1\n\n?9 4 ?12\n?5 5 ?0\n?2 ?7 ?P1"
    state = at(f"phase take\ndiscard 6\ndraw 9 5 10 5 6 P2 8 1 3 8 0 4 2 7 7 11 9 3 5\n\n{hands}")
    plan = best_plan(state, 0)
    player = Clairvoyant()
    while state.phase is not Phase.SCORED:
        if state.to_move == 0:
            action = player.choose(state, 0, KAPOW.legal(state, 0)).action
            state = KAPOW.apply(state, 0, action).state
        else:
            state = ended(state, as_expected(state))
    assert [*state.results[-1].points] == plan[-1].board.points()
