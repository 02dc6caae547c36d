"""Scenes of Kabobo!: positions drawn as in the tests of its rules, with names around the table."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.face.face import Scene
from bot.face.screen import Screen
from bot.game.contract import SPECTATOR, Viewer
from bot.games.kabobo.face import FACE
from bot.games.kabobo.rules.actions import Action
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import View
from tests.face.moments import Moment as AnyMoment
from tests.face.moments import moments as any_moments
from tests.face.moments import signs

QUIET = KaboboOptions(memory_aid=False)
SHORT = KaboboOptions(max_turns=6, max_rounds=2)

Moment: TypeAlias = AnyMoment[State, Action, View, KaboboOptions]


def moments(seats: int, seed: int, options: KaboboOptions = SHORT) -> Iterator[Moment]:
    """Play a short match at random and yield each of its positions."""
    return any_moments(KABOBO, seats, seed, options)


def scene(state: State, viewer: Viewer = SPECTATOR, events: Sequence[object] = ()) -> Scene[View]:
    """Return what a viewer is shown of a position."""
    return Scene(KABOBO.view(state, viewer), signs(len(state.hands)), "", tuple(events))


def screen(state: State, seat: int = 0, focus: str = "") -> Screen:
    """Return a seat's private hand."""
    return FACE.screen(scene(state, seat), KABOBO.legal(state, seat), focus)
