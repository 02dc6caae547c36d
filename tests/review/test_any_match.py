"""Reviews of random matches, some with hidden hands: sums are exact, and no secret is used."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from bot.face.face import Scene, SeatSign
from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.game.replay import position_at
from bot.games.faces import face_of
from bot.games.kabobo.rules import state as rules_of_kabobo
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.registry import GAMES, player_for
from bot.kai.advice import CENT, CHANCE
from bot.review.face import Course, describe_course, draw_course
from bot.review.making import decisions, make_review
from bot.review.review import Review, Slip, accounts, read_review, total
from tests.playthroughs.playing import Move, played
from tests.review.quick import QUICK, QUICK_KABOBO

RANDOM = "random"

OPTIONS = st.fixed_dictionaries(
    {"rounds": st.integers(1, 3)},
    optional={
        "cards": st.sampled_from((9, 12)),
        "no_pass": st.booleans(),
        "max_swaps": st.integers(1, 3),
        "stall_circuits": st.integers(1, 2),
        "max_reshuffles": st.integers(0, 1),
    },
)


@st.composite
def matches(draw: st.DrawFn) -> Record:
    levels = draw(st.lists(st.sampled_from((RANDOM, "easy", "normal")), min_size=2, max_size=8))
    options, seed = draw(OPTIONS), draw(st.integers(0, 2**64 - 1))
    rounds = options["rounds"] if len(levels) <= 3 else 1
    empty = Record(
        game=KAPOW.name,
        secret=seed.to_bytes(SECRET_BYTES, "big"),
        seats=tuple(f"Seat {seat}" for seat in range(len(levels))),
        cuts=("",) * len(levels),
        options=tuple({**options, "rounds": rounds}.items()),
    )
    source = random.Random(seed)

    def move(state: State) -> Move:
        seat = min(KAPOW.to_act(state))
        legal = KAPOW.legal(state, seat)
        if levels[seat] == RANDOM:
            return seat, str(source.choice(legal))
        view = KAPOW.view(state, seat)
        return seat, str(player_for(KAPOW.name, levels[seat]).choose(view, legal).action)

    return played(KAPOW, empty, move)


@settings(max_examples=max(1, settings().max_examples // 16))
@given(matches())
def test_the_ledger_is_exact_and_the_puzzles_hold(record: Record) -> None:
    review = make_review(record, GAMES, QUICK, lambda _: None)
    assert read_review(review.model_dump_json()) == review
    sums_are_exact(record, review)
    for slip in (slip for slips in review.slips for slip in slips):
        is_a_choice_of_what_its_seat_saw(record, slip)
    course = Course(KAPOW.title, record.seats, review.chances, review.starts)
    assert describe_course(course)
    assert draw_course(course)


def sums_are_exact(record: Record, review: Review) -> None:
    """Points against the field are luck and choices, in each round and in all, to the digit."""
    assert record.outcome is not None
    seats = range(len(record.seats))
    assert KapowOptions.model_validate(dict(record.options)).rounds == len(review.rounds)
    for points, one in zip(record.outcome.rounds, review.rounds, strict=True):
        found = accounts(one)
        for seat, account in enumerate(found):
            others = [points[other] for other in seats if other != seat]
            lost = [one.losses[other] for other in seats if other != seat]
            assert account.against * len(others) == sum(others) - points[seat] * len(others)
            assert account.own * CENT == -one.losses[seat]
            assert account.others * CENT * len(others) == sum(lost)
            assert account.luck + account.own + account.others == account.against
            assert 0 <= one.sound[seat] <= one.choices[seat]
        for figures in zip(*((a.against, a.luck, a.own + a.others) for a in found), strict=True):
            assert sum(figures) == 0
    scores = record.outcome.scores
    for seat in seats:
        whole = total(review.rounds, seat)
        assert whole.luck + whole.own + whole.others == whole.against
        assert whole.against * (len(seats) - 1) == sum(scores) - scores[seat] * len(seats)


def is_a_choice_of_what_its_seat_saw(record: Record, slip: Slip) -> None:
    """A puzzle only has legal choices, and uses only what its seat could see."""
    state = position_at(record, slip.ply, GAMES).state
    legal = KAPOW.legal(state, slip.seat)
    assert {choice.action for choice in slip.choices} <= {str(action) for action in legal}
    scene = Scene(KAPOW.view(state, slip.seat), tuple(map(SeatSign, record.seats)))
    face = face_of(KAPOW)
    words = {face.proposal(scene, KAPOW.parse(choice.action)) for choice in slip.choices}
    assert len(words) == len(slip.choices)
    view, chosen = KAPOW.view(state, slip.seat), KAPOW.parse(slip.chosen)
    other = KAPOW.permute_unknown(state, slip.seat, lambda cards: cards[::-1])
    assert KAPOW.view(other, slip.seat) == view
    again = QUICK.consider(KAPOW.view(other, slip.seat), KAPOW.legal(other, slip.seat), (chosen,))
    promised = {str(each.action): each.prospect for each in again}
    for choice in slip.choices:
        prospect = promised[choice.action]
        assert round(prospect.points, 2) == choice.points
        assert round(prospect.chance, 4) == choice.chance
    assert again[0].prospect.margin - promised[slip.chosen].margin > 0


WHOLE = 100 * CENT


def kabobo(seats: int, seed: int, rounds: int) -> Record:
    empty = Record(
        game=KABOBO.name,
        secret=seed.to_bytes(SECRET_BYTES, "big"),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=("",) * seats,
        options=(("max_rounds", rounds),),
    )
    easy = player_for(KABOBO.name, "easy")

    def move(state: rules_of_kabobo.State) -> Move:
        seat = min(KABOBO.to_act(state))
        choice = easy.choose(KABOBO.view(state, seat), KABOBO.legal(state, seat))
        return seat, str(choice.action)

    return played(KABOBO, empty, move)


def reviewed(record: Record) -> Review:
    return make_review(record, GAMES, QUICK_KABOBO, lambda _: None)


@pytest.mark.parametrize(
    ("seats", "seed"), [(2, 1), (3, 2), pytest.param(6, 3, marks=pytest.mark.thorough)]
)
def test_the_chance_to_win_is_luck_and_choices_exactly(seats: int, seed: int) -> None:
    record = kabobo(seats, seed, 3)
    review = reviewed(record)
    assert review.by_chance
    assert read_review(review.model_dump_json()) == review
    assert record.outcome is not None
    assert tuple(one.points for one in review.rounds) == record.outcome.rounds
    for one in review.rounds:
        found = accounts(one)
        assert sum(one.gained or ()) == 0
        for account in found:
            assert account.luck + account.own + account.others == account.against
            assert account.own <= 0 <= account.others
        assert sum(account.luck for account in found) == 0
    winners = record.outcome.ranks.count(1)
    for seat, rank in enumerate(record.outcome.ranks):
        won = Fraction(100 * (rank == 1), winners) - Fraction(100, seats)
        assert abs(total(review.rounds, seat).against - won) <= Fraction(1, CENT)


def test_losses_are_those_of_the_chance() -> None:
    record = kabobo(2, 4, 2)
    review = reviewed(record)
    made = [found for _, found in decisions(record, GAMES, QUICK_KABOBO) if found is not None]
    for found in made:
        chances = {each.action: each.prospect.chance for each in found.considered}
        behind = round(WHOLE * (found.best.chance - chances[found.chosen]))
        assert found.loss == (behind if behind > CHANCE.nothing else 0)
        assert all(not each.prospect.lowest for each in found.considered)
    assert any(found.loss for found in made)
    for seat in range(2):
        lost = sum(each.loss for each in made if each.seat == seat)
        assert sum(one.losses[seat] for one in review.rounds) == lost


def test_puzzles_tell_nothing_that_their_seat_did_not_see() -> None:
    record = kabobo(3, 5, 3)
    slips = [slip for slips in reviewed(record).slips for slip in slips]
    assert len(slips) >= 3
    for slip in slips:
        follows_from_what_its_seat_saw(record, slip)


def follows_from_what_its_seat_saw(record: Record, slip: Slip) -> None:
    state = position_at(record, slip.ply, GAMES).state
    other = KABOBO.permute_unknown(state, slip.seat, lambda cards: cards[::-1])
    view = KABOBO.view(state, slip.seat)
    assert KABOBO.view(other, slip.seat) == view
    again = QUICK_KABOBO.consider(
        KABOBO.view(other, slip.seat), KABOBO.legal(other, slip.seat), (KABOBO.parse(slip.chosen),)
    )
    promised = {str(each.action): round(each.prospect.chance, 4) for each in again}
    for choice in slip.choices:
        assert promised[choice.action] == choice.chance
    scene = Scene(view, tuple(map(SeatSign, record.seats)))
    face = face_of(KABOBO)
    words = {face.proposal(scene, KABOBO.parse(choice.action)) for choice in slip.choices}
    assert len(words) == len(slip.choices) > 1
