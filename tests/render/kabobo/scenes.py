"""Scenes of Kabobo!: positions drawn as in the tests of its rules, with names around the table."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.games.game import SPECTATOR, Viewer
from bot.games.kabobo.actions import Action
from bot.games.kabobo.game import KABOBO
from bot.games.kabobo.options import KaboboOptions
from bot.games.kabobo.state import State
from bot.games.kabobo.view import View
from bot.render.face import Scene
from bot.render.kabobo import FACE
from bot.render.screen import Screen
from tests.render.moments import Moment as AnyMoment
from tests.render.moments import moments as any_moments
from tests.render.moments import signs

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
