"""What every game promises, at every number of seats, at every step of random matches."""

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import AnyGame, IllegalActionError, Seat, UnreadableActionError
from bot.game.moves import NextRound
from bot.game.record import Record, parse_record
from bot.game.replay import verify
from bot.game.rounds import RoundGame
from bot.games.registry import GAMES, player_for
from bot.kai.player import USUAL_LEVEL
from tests.conformance.playout import ALL_GAMES, playout, short_options
from tests.helpers import chance, not_none
from tests.short import some_seats_first

NOTATED = [game for game in ALL_GAMES.values() if isinstance(game, RoundGame)]
cases = pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))


@cases
def test_no_card_is_made_or_lost(game: AnyGame, seats: int) -> None:
    """Until the next deal, the same cards lie somewhere."""
    for turn in playout(game, seats, seed=seats):
        assert game.cards(turn.after) == game.cards(turn.state)


@cases
def test_who_may_act_has_something_to_do_and_nobody_else_has(game: AnyGame, seats: int) -> None:
    for turn in playout(game, seats, seed=100 + seats):
        to_act = game.to_act(turn.state)
        for seat in range(seats):
            assert bool(game.legal(turn.state, seat)) == (seat in to_act)


def checked(game: AnyGame, state: object, seat: Seat, action: object) -> bool:
    try:
        game.check(state, seat, action)
    except IllegalActionError:
        return False
    return True


@cases
def test_check_accepts_exactly_the_legal_actions(game: AnyGame, seats: int) -> None:
    """And ``apply`` refuses all others, with a rule and a sentence, changing nothing.

    A game that does not list all may take more than it lists, by ``check`` and ``apply`` alike.
    """
    turns = list(playout(game, seats, seed=200 + seats))
    seen = list({str(turn.action): turn.action for turn in turns}.values())
    source = random.Random(seats)
    for turn in source.sample(turns, min(len(turns), 20)):
        before = repr(turn.state)
        for seat in range(seats):
            legal = set(game.legal(turn.state, seat))
            for action in {*legal, *source.sample(seen, min(len(seen), 15))}:
                if action in legal:
                    game.check(turn.state, seat, action)
                    continue
                if not game.lists_all and checked(game, turn.state, seat, action):
                    game.apply(turn.state, seat, action)
                    continue
                with pytest.raises(IllegalActionError) as refusal:
                    game.apply(turn.state, seat, action)
                assert refusal.value.rule
                assert refusal.value.sentence.endswith((".", "!"))
        assert repr(turn.state) == before


@cases
def test_every_legal_action_can_be_applied(game: AnyGame, seats: int) -> None:
    turns = list(playout(game, seats, seed=300 + seats))
    for turn in random.Random(seats).sample(turns, min(len(turns), 40)):
        for seat in game.to_act(turn.state):
            legal = game.legal(turn.state, seat)
            assert len(set(legal)) == len(legal)
            for action in legal:
                game.apply(turn.state, seat, action)


@cases
def test_the_notation_of_actions_reads_back(game: AnyGame, seats: int) -> None:
    for turn in playout(game, seats, seed=400 + seats):
        for action in game.legal(turn.state, turn.seat):
            assert game.parse(str(action)) == action
            assert len(str(action)) <= 60


@pytest.mark.parametrize("game", NOTATED, ids=lambda game: game.name)
@given(st.data())
def test_what_a_notation_takes_reads_back(game: RoundGame[Any, Any], data: st.DataObject) -> None:
    """Also what never comes up: each kind of action, with any fields."""
    kinds: list[Any] = [kind for move in game.moves for kind in move.kinds]
    kind = data.draw(st.sampled_from(kinds))
    text = data.draw(st.from_regex(kind.notation._pattern, fullmatch=True))
    with suppress(UnreadableActionError):
        action = game.parse(text)
        assert isinstance(action, kind)
        assert game.parse(str(action)) == action


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize("text", ["", " ", "fly away", "next ", "NEXT", "next\n", "é", "0" * 999])
def test_other_texts_are_no_actions(game: AnyGame, text: str) -> None:
    with pytest.raises(UnreadableActionError):
        game.parse(text)


@cases
def test_a_record_replays_to_the_same_end(game: AnyGame, seats: int) -> None:
    options, seed = short_options(game), 500 + seats
    dealt = chance(seed, "cut")
    record = Record(
        game=game.name,
        secret=dealt.secret,
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=(*dealt.cuts, *[""] * (seats - 1)),
        options=tuple(options.model_dump(exclude_defaults=True).items()),
    )
    state, _ = game.new(options, seats, record.chance)
    actions = []
    source = random.Random(seed)
    while to_act := game.to_act(state):
        seat = min(to_act)
        action = source.choice(game.legal(state, seat))
        actions.append((seat, str(action)))
        state = game.apply(state, seat, action).state
    whole = Record(
        record.game, record.secret, record.seats, record.cuts, record.options,
        actions=tuple(actions), outcome=game.outcome(state),
    )  # fmt: skip
    assert parse_record(str(whole)) == whole
    assert verify(whole, ALL_GAMES).state == state


@cases
def test_turns_only_go_on_and_the_end_explains_itself(game: AnyGame, seats: int) -> None:
    last = None
    for turn in playout(game, seats, seed=600 + seats):
        before, after = game.stage(turn.state), game.stage(turn.after)
        scored = after.paused or not game.to_act(turn.after)
        assert before.turn + scored <= after.turn <= before.turn + 1
        assert after.round >= before.round
        assert after.round >= 1
        assert after.rounds is None or after.round <= after.rounds
        if before.paused:
            assert game.to_act(turn.state) == frozenset(range(seats))
            assert list(game.legal(turn.state, turn.seat)) == [NextRound()]
        assert (game.outcome(turn.after) is None) == bool(game.to_act(turn.after))
        last = turn.after
    outcome = not_none(game.outcome(last))
    assert len(outcome.ranks) == len(outcome.scores) == seats
    assert min(outcome.ranks) == 1
    assert tuple(map(sum, zip(*outcome.rounds, strict=True))) == outcome.scores


def test_states_are_values() -> None:
    """The same seed and actions lead to equal states, and an old state stays as it was."""
    for game in ALL_GAMES.values():
        first, second = (list(playout(game, game.seats[0], seed=7)) for _ in range(2))
        assert first == second
        assert [turn.after for turn in first[:-1]] == [turn.state for turn in first[1:]]


NEAR = 1.9  # Matches differ: this many times more turns than told, or fewer.
TOLD = [game for game in GAMES.values() if game.options().turns(4)]


@pytest.mark.parametrize(("game", "seats"), some_seats_first(TOLD))
def test_a_match_takes_about_as_many_turns_as_is_told(game: AnyGame, seats: int) -> None:
    kai, told = player_for(game.name, USUAL_LEVEL), game.options().turns(seats)
    state, _ = game.new(game.options(), seats, chance(1, "cut"))
    while to_act := game.to_act(state):
        seat = min(to_act)
        choice = kai.choose(game.view(state, seat), game.legal(state, seat))
        state = game.apply(state, seat, choice.action).state
    assert told / NEAR < game.stage(state).turn < told * NEAR, game.stage(state).turn
