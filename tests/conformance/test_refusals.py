"""What every game objects to first, and that no words of a hand's control do harm."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from bot.face.face import Act, Focus, Menu, Scene, Screen, SeatSign
from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame, GameError, IllegalActionError, Seat
from bot.game.moves import NextRound
from bot.games.faces import face_of
from bot.games.registry import GAMES
from cogs.core.click import Address, HandAddress
from tests.conformance.playout import ALL_GAMES, Turn, playout
from tests.helpers import not_none
from tests.house.files import ROOT
from tests.short import some_seats_first

EXAMPLES = ROOT / "tests" / "golf" / "seeds"
"""The rulebooks of games that are not registered."""

OVER = "The match is over."
NOT_YOUR_TURN = "It isn't your turn"

cases = pytest.mark.parametrize(("game", "seats"), some_seats_first(ALL_GAMES.values()))


def tried(game: AnyGame, seats: int, seed: int) -> Iterator[tuple[Turn, Seat, Any]]:
    """Yield what any seat might try in some positions: whatever is done in that match."""
    turns = list(playout(game, seats, seed))
    seen = list({str(turn.action): turn.action for turn in turns}.values())
    source = random.Random(seed)
    for turn in source.sample(turns, min(len(turns), 30)):
        actions = [turn.action, NextRound(), *source.sample(seen, min(len(seen), 20))]
        yield from ((turn, seat, action) for seat in range(seats) for action in actions)


def refused(game: AnyGame, state: object, seat: Seat, action: object) -> IllegalActionError | None:
    try:
        game.check(state, seat, action)
    except IllegalActionError as refusal:
        return refusal
    return None


def exists(game: AnyGame, rule: str) -> bool:
    """Whether a number, but for the letter of its part, is one that the game's rulebook tells.

    A game without a rulebook has the one rule T1; that of an example lies beside it.
    """
    topics = rulebook(game.name) or rulebook(game.name, EXAMPLES)
    told = {number for topic in topics for number in topic.rules} or {"T1"}
    return re.sub("[a-z]$", "", rule) in told


@cases
def test_who_has_nothing_to_decide_is_told_that_first(game: AnyGame, seats: int) -> None:
    """Not which cards they lack, nor what has to be done before."""
    told = 0
    for turn, seat, action in tried(game, seats, seed=700 + seats):
        if seat not in game.to_act(turn.state):
            refusal = not_none(refused(game, turn.state, seat, action))
            assert refusal.sentence.startswith(NOT_YOUR_TURN), (str(action), refusal)
            told += 1
    assert told


@cases
def test_nobody_else_is_told_that_it_is_not_their_turn(game: AnyGame, seats: int) -> None:
    for turn, seat, action in tried(game, seats, seed=800 + seats):
        if seat in game.to_act(turn.state):
            refusal = refused(game, turn.state, seat, action)
            assert refusal is None or not refusal.sentence.startswith(NOT_YOUR_TURN)


@cases
def test_after_the_match_all_are_told_that_it_is_over(game: AnyGame, seats: int) -> None:
    turns = list(playout(game, seats, seed=900 + seats))
    for action in {str(turn.action): turn.action for turn in turns}.values():
        for seat in range(seats):
            refusal = not_none(refused(game, turns[-1].after, seat, action))
            assert (refusal.sentence, exists(game, refusal.rule)) == (OVER, True)


@cases
def test_every_rule_that_is_cited_exists(game: AnyGame, seats: int) -> None:
    cited = set()
    for turn, seat, action in tried(game, seats, seed=1_000 + seats):
        refusal = refused(game, turn.state, seat, action)
        cited |= set() if refusal is None else {refusal.rule}
    assert cited
    assert {rule for rule in cited if not exists(game, rule)} == set()


LONGEST_FOCUS = 90
"""Characters that a custom id has room for."""

PIECES = (
    *"0123456789tmb+-.,:;|= xFVBGSEWTABCDEJQKlow_",
    *("٣", "²", "①", "x" * 40, "9" * 30, "-1", "99", "||", "suit|", "lay ", "off ", "set ", "run "),
    *("meld ", "swap ", "pow ", "counter ", "defend ", "board ", "pair ", "flip "),
    *("peek ", "trade "),
)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_hand_takes_any_words(game: AnyGame) -> None:
    source = random.Random(5)
    known: list[str] = [""]
    for seats in (game.seats.start, game.seats.stop - 1):
        turns = list(playout(game, seats, seats))
        for turn in source.sample(turns, min(len(turns), 60)):
            legal = game.legal(turn.state, turn.seat)
            signs = tuple(SeatSign(f"P{seat}") for seat in range(seats))
            scene = Scene(game.view(turn.state, turn.seat), signs)
            for focus in ("", *changed(source, known[-200:])):
                shown = face_of(game).screen(scene, legal, focus)
                known += focuses(turn.seat, shown)
            for words in changed(source, [str(action) for action in legal[:20]]):
                with suppress(GameError):
                    game.check(turn.state, turn.seat, game.parse(words))


def changed(source: random.Random, texts: Sequence[str]) -> Iterator[str]:
    """Yield texts with something else at some places, or some of it again and again."""
    for _ in range(8):
        text = source.choice(texts)
        for _ in range(source.randint(0, 3)):
            place = source.randint(0, len(text))
            text = text[:place] + source.choice(PIECES) + text[place + source.randint(0, 2) :]
        yield (text + text[-2:] * source.choice((0, 0, 0, 40)))[:LONGEST_FOCUS]


def focuses(seat: int, screen: Screen) -> Iterator[str]:
    """Yield where a screen leads; all of it has to fit into what Discord takes."""
    for row in screen.rows:
        does = [part.does for part in (row.items if isinstance(row, Menu) else row) if part.does]
        for each in does:
            kind, words = ("a", each.action) if isinstance(each, Act) else ("f", each.focus)
            if isinstance(row, Menu):
                assert len(f"{kind}:{words}") <= 100
            else:
                hand = HandAddress(seat, 999_999, 39, kind, words, screen.lasting)
                assert str(Address("0123456789", "h", str(hand)))
            if isinstance(each, Focus):
                yield each.focus
