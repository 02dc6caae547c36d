"""Reviews of a game with hidden hands in which points decide a round, and not the match."""

from fractions import Fraction

import pytest

from bot.face.face import Scene, SeatSign
from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.game.replay import position_at
from bot.games.faces import face_of
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from bot.games.registry import GAMES, player_for
from bot.kai.advice import CENT, CHANCE
from bot.review.making import decisions, make_review
from bot.review.review import Review, Slip, accounts, read_review, total
from tests.playthroughs.playing import Move, played
from tests.review.quick import QUICK_KABOBO

WHOLE = 100 * CENT


def kabobo(seats: int, seed: int, rounds: int) -> Record:
    """A match of easy Kais."""
    empty = Record(
        game=KABOBO.name,
        secret=seed.to_bytes(SECRET_BYTES, "big"),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=("",) * seats,
        options=(("max_rounds", rounds),),
    )
    easy = player_for(KABOBO.name, "easy")

    def move(state: State) -> Move:
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
        KABOBO.view(other, slip.seat),
        KABOBO.legal(other, slip.seat),
        (KABOBO.parse(slip.chosen),),
    )
    promised = {str(each.action): round(each.prospect.chance, 4) for each in again}
    for choice in slip.choices:
        assert promised[choice.action] == choice.chance
    scene = Scene(view, tuple(map(SeatSign, record.seats)))
    face = face_of(KABOBO)
    words = {face.proposal(scene, KABOBO.parse(choice.action)) for choice in slip.choices}
    assert len(words) == len(slip.choices) > 1
