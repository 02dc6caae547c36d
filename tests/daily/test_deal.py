"""A round of a daily deal: what is seen, how Kai plays, that its record proves it, its result."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from statistics import median_low

import pytest
from hypothesis import given, strategies as st

from bot.daily.days import DailyCareer, Field, Score, daily_career
from bot.daily.deal import (
    GAME,
    KAI,
    LEVEL,
    OPTIONS,
    PLAY,
    PLAYER,
    Deal,
    Round,
    dealt,
    kai_player,
    played,
    played_out,
    record_of,
    replayed,
    turns,
)
from bot.game.contract import GameError
from bot.game.record import parse_record
from bot.game.replay import verify
from bot.games.faces import face_of
from bot.games.kapow.rules.view import TriadDiscarded, WentOut
from bot.games.registry import GAMES, TITLES, play_name, player_for
from tests.helpers import not_none


def deal(number: int = 1) -> Deal:
    return Deal(number, sha256(f"deal {number}".encode()).digest())


@cache
def to_the_end(number: int, level: str = LEVEL) -> Round:
    found, player = dealt(deal(number)), player_for(GAME.name, level)
    while found.score is None:
        choice = player.choose(GAME.view(found.state, PLAYER), found.legal)
        found = played(found, str(choice.action))
    return found


def test_kai_plays_a_frozen_version() -> None:
    """If the level plays otherwise one day, the deals need the player of before."""
    assert TITLES[GAME.name].kai.play(LEVEL) == PLAY
    assert play_name(GAME.name, LEVEL) == f"{GAME.title} {PLAY}"
    assert kai_player() is player_for(GAME.name, LEVEL)


@pytest.mark.parametrize(
    ("number", "score", "moves"),
    [(1, (6, 0), "5453e9a2"), (2, (4, 4), "1894cecc"), (3, (47, 1), "67c10cd9")],
)
def test_a_round_is_the_same_everywhere(number: int, score: tuple[int, int], moves: str) -> None:
    found = to_the_end(number)
    told = "\n".join(f"{seat} {action}" for seat, action in found.moves)
    assert (found.score, sha256(told.encode()).hexdigest()[:8]) == (score, moves)


def test_it_has_nine_cards_and_one_round() -> None:
    view = GAME.view(dealt(deal()).state, PLAYER)
    assert OPTIONS.rounds == 1
    assert OPTIONS.hand_size(2) == 9
    assert len(view.hands) == 2


@pytest.mark.parametrize("number", range(4, 10))
def test_what_is_stored_leads_to_the_same_position(number: int) -> None:
    whole = to_the_end(number, "easy")
    for count in range(len(whole.moves) + 1):
        again = replayed(whole.deal, whole.moves[:count])
        assert again.revision == count
        if KAI not in GAME.to_act(again.state):
            assert again == replayed(whole.deal, again.moves)
    assert replayed(whole.deal, whole.moves) == whole


@pytest.mark.parametrize("number", range(10, 16))
def test_the_record_proves_the_deal(number: int) -> None:
    whole = to_the_end(number)
    record = parse_record(str(record_of(whole, "Mina\n *Ünal*")))
    assert verify(record, GAMES).state == whole.state
    assert record.commitment == whole.deal.fingerprint
    assert record.seats == ("Mina *Ünal*", "Kai")
    begun = record_of(dealt(whole.deal), "Mina")
    assert begun.outcome is None
    verify(begun, GAMES)


def test_a_round_that_is_left_is_played_out_by_kai() -> None:
    begun = dealt(deal(20))
    assert begun.score is None
    ended = played_out(begun)
    assert ended.score is not None
    assert ended == played_out(begun)
    assert {seat for seat, _ in ended.moves} == {PLAYER, KAI}


def test_what_is_not_possible_changes_nothing() -> None:
    begun = dealt(deal(21))
    for action in ("take draw", "end", "nonsense", "reveal 1t 9t", "reveal 1t 1t"):
        with pytest.raises(GameError):
            played(begun, action)


@given(number=st.integers(30, 45), share=st.floats(0, 1))
def test_nothing_shown_depends_on_what_is_hidden(number: int, share: float) -> None:
    """Other cards where the person sees none: the same View, and the same legal actions."""
    whole = to_the_end(number)
    here = replayed(whole.deal, whole.moves[: round(share * len(whole.moves))])
    changed = GAME.permute_unknown(here.state, PLAYER, lambda cards: cards[::-1])
    other = replace(here, state=changed)
    assert other.scene("Mina") == here.scene("Mina")
    assert list(other.legal) == list(here.legal)


@pytest.mark.parametrize("number", range(50, 60))
def test_turns_tell_what_they_brought(number: int) -> None:
    whole = to_the_end(number)
    found = turns(whole.deal, whole.moves)
    seen: list[object] = []
    now = replayed(whole.deal, ())
    for seat, action in whole.moves:
        step = GAME.apply(now.state, seat, GAME.parse(action))
        now = replace(now, state=step.state)
        seen += step.events
    columns = sum(isinstance(one, TriadDiscarded) and one.seat == PLAYER for one in seen)
    out = any(isinstance(one, WentOut) and one.seat == PLAYER for one in seen)
    assert sum(turn.columns for turn in found) == columns
    assert any(turn.went_out for turn in found) == out
    assert 3 <= len(found) <= 60


def test_a_hand_says_what_its_last_card_replaced() -> None:
    whole = to_the_end(50)
    steps = (replayed(whole.deal, whole.moves[:at]) for at in range(len(whole.moves)))
    leads = [face_of(GAME).screen(now.scene("Mina"), now.legal, "").lead for now in steps]
    assert any("You replaced the " in lead for lead in leads)


SCORES = st.builds(Score, st.integers(-10, 60), st.integers(-10, 60))
MANY = st.lists(SCORES, min_size=1, max_size=40)


def field(scores: list[Score]) -> Field:
    return Field(tuple(sorted(Counter(scores).items(), key=lambda each: each[0].order)))


@given(scores=MANY)
def test_everyone_is_counted(scores: list[Score]) -> None:
    found = field(scores)
    assert found.people == len(scores)
    assert found.ahead_of_kai == sum(score.points < score.kai for score in scores)
    ordered = sorted(score.order for score in scores)
    assert not_none(found.best).order == ordered[0]
    assert not_none(found.median).order == median_low(ordered)


@given(scores=MANY)
def test_places_and_shares_are_those_of_a_list(scores: list[Score]) -> None:
    found = field(scores)
    for score in scores:
        ahead = [one for one in scores if one.order < score.order]
        behind = [one for one in scores if one.order > score.order]
        assert found.place(score) == len(ahead) + 1
        others = len(scores) - 1
        expected = Fraction(len(behind), others) if others else None
        assert found.better_than(score) == expected


def test_fewer_points_come_first_and_then_the_more_kai_has() -> None:
    best, same, worse = Score(3, 20), Score(3, 9), Score(4, 50)
    assert best.order < same.order < worse.order


def test_nobody_has_finished_at_first() -> None:
    assert (Field().people, Field().best, Field().median) == (0, None, None)


def test_a_career_is_what_the_results_come_to() -> None:
    results = [(1, Score(5, 9)), (2, Score(9, 9)), (5, Score(-1, 4))]
    assert daily_career(results, 5) == DailyCareer(3, 2, 1, 2, -1)
    assert daily_career([], 5) == DailyCareer()
