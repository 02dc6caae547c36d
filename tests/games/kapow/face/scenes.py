"""Scenes to draw and to tell: written by hand, or reached by playing at random."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.face.face import Scene, Screen
from bot.game.contract import SPECTATOR, Seat, Viewer
from bot.game.moves import NextRound
from bot.games.kapow.rules.actions import Action, Discard, EndTurn, Take
from bot.games.kapow.rules.cards import Card, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import Hand, Triad, score_hands
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Drawn, Phase, RoundReason, RoundResult, View
from tests.face.moments import NAMES, Match, Moment as AnyMoment, moments as any_moments, signs
from tests.face.screens import labels

MIDDLE = (
    "9/9/? 0-2/?/4 - ?/K/6",
    "12/11/? ?/P2/? 3/5+1/7 ?/0/?",
    "8/?/8 ?/10/? P1/?/1 ?/12/?",
    "4/4/? - K/?/11 ?/?/1",
)
"""Four hands in the middle of a round: columns as top/middle/bottom, - where discarded."""

RICHEST = "12+2+1-2/K+1+2-1/? " * 4
"""A hand that takes many words."""


def hand(text: str) -> Hand:
    return tuple(None if column == "-" else _triad(column) for column in text.split())


def _triad(column: str) -> Triad:
    return Triad(*map(position, column.split("/")))


def view(  # a View has many fields, and each test needs others
    hands: Sequence[str] = MIDDLE,
    *,
    phase: Phase = Phase.TAKE,
    viewer: Viewer = SPECTATOR,
    to_move: Seat = 0,
    drawn: Drawn | None = None,
    discard: Sequence[Card] = (Card.C10, Card.C3),
    out: Seat | None = None,
    totals: Sequence[int] = (41, 38, 52, 29, 101, -3, 77, 60),
    results: tuple[RoundResult, ...] = (),
) -> View:
    """Return a View of round 3 whose other fields are ordinary."""
    return View(
        viewer=viewer,
        options=KapowOptions(),
        seats=len(hands),
        round=3,
        phase=phase,
        starter=1,
        to_move=to_move,
        turn=14,
        hands=tuple(hand(text) for text in hands),
        draw_pile=47,
        discard_pile=tuple(discard),
        drawn=drawn,
        opened=frozenset(range(len(hands))),
        out=out,
        swaps=0,
        reshuffles=0,
        passes=0,
        results=results,
        totals=tuple(totals[: len(hands)]),
    )


def scored(
    hands: Sequence[str],
    out: Seat | None,
    phase: Phase = Phase.SCORED,
    reason: RoundReason = RoundReason.STALLED,
) -> View:
    """Return a View after a round that left these hands; ``reason`` if nobody went out."""
    shown = view(hands, phase=phase, out=out)
    result = RoundResult(
        3,
        RoundReason.WENT_OUT if out is not None else reason,
        1,
        out,
        score_hands(shown.hands, out),
    )
    totals = tuple(
        total + points for total, points in zip(shown.totals, result.points, strict=True)
    )
    return replace(shown, results=(result,), totals=totals)


def scene(
    shown: View,
    *,
    events: Sequence[object] = (),
    names: Sequence[str] = NAMES,
    note: str = "",
    away: Seat | None = None,
) -> Scene[View]:
    return Scene(shown, signs(shown.seats, away, names), note, tuple(events), tuple(events))


Moment: TypeAlias = AnyMoment[State, Action, View, KapowOptions]


def moments(seats: int, seed: int, options: KapowOptions | None = None) -> Iterator[Moment]:
    return any_moments(KAPOW, seats, seed, options or KapowOptions(rounds=1))


HANDS: Final = [
    Match([2, 3, 4], KapowOptions(rounds=2), 1),
    Match([3, 4], KapowOptions(rounds=1, cards=9, no_pass=True), 1),
    Match([5, 8], KapowOptions(rounds=1), 1),
]
"""Matches whose hands are clicked through by the tests of all games."""

LONGER: Final = [
    Match([2, 4], KapowOptions(rounds=2), 9),
    Match([2, 4, 8], KapowOptions(rounds=2, cards=12), 9),
]
"""Matches that fill tables more than short ones do: the tests of all games tell and draw them."""


def clicks(action: object) -> int:
    """Return how many clicks an action may take."""
    return 1 if isinstance(action, Take | Discard | EndTurn | NextRound) else 2


def check_hand(screen: Screen, _focus: str) -> None:
    """Check what else a screen of a hand keeps to: the columns of a phone, and few words."""
    assert all(len(label) <= 14 for row in labels(screen)[:3] for label in row)
    assert len(screen.rows) <= 5
    assert 0 < len(screen.text) <= 1_000


WORDS: Final = ("+",)
"""How half-made choices begin that any text may follow."""
