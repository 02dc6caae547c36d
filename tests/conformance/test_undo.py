"""A move is taken back only where its seat has learned nothing by it, and nobody else could act."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from bot.game.contract import AnyGame, GameError
from bot.game.moves import UNDO, Undoing
from bot.game.options import Options
from tests.conformance.playout import ALL_GAMES, Turn, playout
from tests.short import some_seats_first, variants_of_all

PERMUTED = 3
"""How many other arrangements of the cards that the seat doesn't know are tried."""

TAKEN_BACK = {
    "kapow": {"Take", "Replace", "Swap"},
    "kabobo": {"Season"},
    "capit": {"TakeDiscard", "LayContract", "LayMeld", "LayOff", "Swap"},
    "chowpow": {"Flip", "Pair"},
}
"""Moves that can be taken back somewhere in random matches; others may be, too."""


def undoable(game: AnyGame, turns: Iterator[Turn]) -> Iterator[Turn]:
    """Yield the moves that could be taken back at once, each of which is, and made again."""
    undoing = Undoing(game)
    for turn in turns:
        undoing.step(turn.state, turn.seat, turn.action)
        try:
            before, _ = undoing.step(turn.after, turn.seat, UNDO)
        except GameError:
            continue
        assert before == turn.state
        assert undoing.step(before, turn.seat, turn.action).state == turn.after
        yield turn


def learned_nothing(game: AnyGame, turn: Turn, order: random.Random) -> None:
    """Make the move where all that the seat doesn't know lies elsewhere: it sees the same."""

    def other_order(cards: Sequence[str]) -> Sequence[str]:
        assert Counter(cards) == Counter(map(str, game.unknown(turn.state, turn.seat).elements()))
        return order.sample(cards, len(cards))

    other = game.permute_unknown(turn.state, turn.seat, other_order)
    after, events = game.apply(other, turn.seat, turn.action)
    assert game.view(after, turn.seat) == game.view(turn.after, turn.seat)
    assert game.legal(after, turn.seat) == game.legal(turn.after, turn.seat)
    assert events == turn.events


@pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))
def test_a_move_that_is_taken_back_has_told_its_seat_nothing(game: AnyGame, seats: int) -> None:
    kinds: set[str] = set()
    for seed in range(3):
        for turn in undoable(game, playout(game, seats, seed)):
            kinds.add(type(turn.action).__name__)
            assert game.to_act(turn.after) == {turn.seat}
            for number in range(PERMUTED):
                learned_nothing(game, turn, random.Random(number))
    assert kinds >= TAKEN_BACK.get(game.name, set())


@pytest.mark.parametrize(("game", "options"), variants_of_all())
def test_so_it_is_with_all_options(game: AnyGame, options: Options) -> None:
    for turn in undoable(game, playout(game, game.seats[0] + 1, 7, options)):
        learned_nothing(game, turn, random.Random(1))


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=lambda game: str(game.name))
def test_no_game_has_an_action_of_that_name(game: AnyGame) -> None:
    with pytest.raises(GameError):
        game.parse(UNDO)
