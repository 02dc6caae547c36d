"""Nobody is shown a card that they may not know: change all these cards, and nothing changes.

So a move is taken back only where its seat has learned nothing by it, and nobody else could act.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import pytest

from bot.game.contract import SPECTATOR, AnyGame, GameError, Viewer
from bot.game.moves import UNDO, Undoing
from bot.game.options import Options
from bot.game.rounds import Setup
from bot.game.slots import SlotGame
from bot.games.faces import face_of
from bot.games.registry import GAMES
from tests.conformance.playout import ALL_GAMES, Turn, playout, short_options
from tests.face.moments import moments
from tests.face.screens import walk
from tests.golf.rules.game import GOLF, Golf
from tests.short import FEW, MOST, combinations_of_all, some_seats_first, variants_of_all

STRIDE: Final = 9
"""Of this many moments one is looked at for what it shows."""

SCREENS: Final = 5
"""How many screens of a hand are compared."""

cases = pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))


def viewers(seats: int) -> list[Viewer]:
    return [SPECTATOR, *range(seats)]


def positions(game: AnyGame, seats: int, seed: int) -> list[Turn]:
    turns = list(playout(game, seats, seed))
    return random.Random(seed).sample(turns, min(len(turns), 80))


def shuffled(seed: int, cards: Sequence[str]) -> Sequence[str]:
    return random.Random(seed).sample(cards, len(cards))


@cases
def test_the_cards_a_viewer_may_not_know_do_not_change_the_view(game: AnyGame, seats: int) -> None:
    turns = positions(game, seats, seed=seats)
    changed = sum(differs(game, turn.state, at) for turn in turns for at in viewers(seats))
    assert changed, "the test must really change cards"


def differs(game: AnyGame, state: object, viewer: Viewer) -> bool:
    """Change the cards that a viewer may not know, which shows nowhere; say if there are any."""
    other = game.permute_unknown(state, viewer, lambda cards: shuffled(len(cards), cards))
    assert game.cards(other) == game.cards(state)
    assert game.view(other, viewer) == game.view(state, viewer)
    if viewer is not None:
        assert game.legal(other, viewer) == game.legal(state, viewer)
    assert game.to_act(other) == game.to_act(state)
    return bool(other != state)


class ManyDecks(Golf):
    """A game whose deck depends on the seats."""

    def deck_of(self, setup: Setup[Any]) -> Sequence[Any]:
        return [*self.deck] * setup.seats


SLOTTED: Final = [game for game in (*ALL_GAMES.values(), ManyDecks()) if isinstance(game, SlotGame)]


@pytest.mark.parametrize(("game", "seats"), some_seats_first(SLOTTED, MOST))
def test_what_a_seat_does_not_know_can_be_imagined(game: SlotGame[Any], seats: int) -> None:
    for turn in positions(game, seats, seed=20 + seats):
        view = game.view(turn.state, turn.state.to_move)
        imagined = game.imagine(view, seats)
        assert game.view(imagined, turn.state.to_move) == view
        assert game.cards(imagined) == game.cards(turn.state), "deck_of must return all cards"


@pytest.mark.parametrize(("game", "options"), combinations_of_all())
def test_no_combination_of_switches_shows_or_loses_a_card(game: AnyGame, options: Options) -> None:
    """Nor does a seat's action tell more than it could know, if it uncovers nothing."""
    seats, changed = game.seats[FEW], 0
    turns = [*playout(game, seats, 7, options)]
    assert all(game.cards(turn.after) == game.cards(turn.state) for turn in turns)
    assert game.outcome(turns[-1].after) is not None
    for turn in random.Random(7).sample(turns, min(len(turns), 25)):
        changed += sum(differs(game, turn.state, viewer) for viewer in viewers(seats))
        other = game.permute_unknown(turn.state, turn.seat, lambda cards: cards[::-1])
        after, events = game.apply(other, turn.seat, turn.action)
        if game.view(after, SPECTATOR) == game.view(turn.after, SPECTATOR):
            assert events == turn.events
    assert changed, "the test must really change cards"


@pytest.mark.parametrize("game", [GOLF, *GAMES.values()], ids=lambda game: game.name)
def test_a_replay_shows_spectators_what_each_seat_knew_and_changes_nothing(game: AnyGame) -> None:
    face, shown = face_of(game), 0
    for moment in islice(moments(game, game.seats[FEW], 3, short_options(game)), 0, None, STRIDE):
        state, opened = moment.state, game.revealed(moment.state)
        assert game.cards(opened) == game.cards(state)
        for seat in range(game.seats[FEW]):
            more = game.unknown(opened, SPECTATOR) - game.unknown(state, seat)
            assert more.total() <= 1, "only the card that this seat has just drawn"
        before, after = (each.scene(SPECTATOR) for each in (moment, moment._replace(state=opened)))
        changed = face.text(before) != face.text(after)
        assert not (changed and game.outcome(state))
        if game is not GOLF:  # Its plain picture has no room for all of the text.
            assert changed == (face.picture(before) != face.picture(after))
        shown += changed
    assert shown, "revealed() must open the hands"


@cases
def test_no_text_of_a_view_depends_on_them_either(game: AnyGame, seats: int) -> None:
    for turn in positions(game, seats, seed=50 + seats):
        for viewer in viewers(seats):
            other = game.permute_unknown(turn.state, viewer, lambda cards: list(reversed(cards)))
            assert repr(game.view(other, viewer)) == repr(game.view(turn.state, viewer))


@cases
def test_events_tell_nothing_that_spectators_do_not_see(game: AnyGame, seats: int) -> None:
    """An action that uncovers nothing has the same events whatever the covered cards are."""
    compared = 0
    for turn in positions(game, seats, seed=90 + seats):
        other = game.permute_unknown(turn.state, SPECTATOR, lambda cards: shuffled(1, cards))
        if turn.action not in game.legal(other, turn.seat):
            continue
        after, events = game.apply(other, turn.seat, turn.action)
        if game.view(after, SPECTATOR) == game.view(turn.after, SPECTATOR):
            assert events == turn.events
            compared += 1
    assert compared


@pytest.mark.parametrize(("game", "options"), variants_of_all())
def test_nothing_that_is_shown_depends_on_them(game: AnyGame, options: Options) -> None:
    """Whatever the hidden cards are, picture, texts and hands are the same, byte for byte."""
    face, seats, changed = face_of(game), game.seats[0] + 1, 0
    for moment in islice(moments(game, seats, 12, options), 0, None, STRIDE):
        for viewer in viewers(seats):
            state = game.permute_unknown(moment.state, viewer, lambda some: shuffled(seats, some))
            one, other = moment.scene(viewer), moment._replace(state=state).scene(viewer)
            changed += state != moment.state
            assert [shows(one) for shows in (face.text, face.alt, face.status)] == [
                shows(other) for shows in (face.text, face.alt, face.status)
            ]
            assert face.picture(one) == face.picture(other)
            if viewer is not None:
                legal = game.legal(moment.state, viewer)
                mine, same = (islice(walk(face, scene, legal), SCREENS) for scene in (one, other))
                assert [*mine] == [*same]
    assert changed, "the test must really change cards"


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
