"""Whatever a control of a private hand says: the screen ignores it, or the rules refuse it."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest

from bot.face.face import Scene, SeatSign
from bot.face.screen import Act, Focus, Menu, Screen
from bot.game.contract import AnyGame, GameError
from bot.games.faces import face_of
from bot.games.registry import GAMES
from cogs.core.click import Address, HandAddress
from tests.conformance.playout import playout

LONGEST_FOCUS = 90
"""Characters that a custom id has room for."""

PIECES = (
    *"0123456789tmb+-.,:;|= xFVBGSEWTABCDEJQKlow_",
    *("٣", "²", "①", "x" * 40, "9" * 30, "-1", "99", "||", "suit|", "lay ", "off ", "set ", "run "),
    *(
        "meld ",
        "swap ",
        "pow ",
        "counter ",
        "defend ",
        "board ",
        "pair ",
        "flip ",
        "peek ",
        "trade ",
    ),
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
