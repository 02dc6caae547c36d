"""Scenes of Chow Pow!: positions in words, with names around the table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.face.face import Scene
from bot.face.screen import Screen
from bot.game.contract import SPECTATOR, Seat, Viewer
from bot.games.chowpow.face import FACE
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.grid import put, read_slot, top
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.sides import Battle
from bot.games.chowpow.rules.state import Phase, State
from bot.games.chowpow.rules.view import View
from tests.face.moments import Moment as AnyMoment
from tests.face.moments import moments as any_moments
from tests.face.moments import signs
from tests.games.chowpow.rules.at import at, card, cards, do, mover, watch

__all__ = [
    "MEAL",
    "PILES",
    "Moment",
    "at",
    "battling",
    "card",
    "cards",
    "do",
    "moments",
    "mover",
    "scene",
    "screen",
    "watch",
]  # fmt: skip

PILES = """
    F1!/V2 V2 -  G4
    S5     E6 F2 V3/B1/B2
    B4     -  S6 E1
    F3     V4 B5 T2
"""
"""A grid with piles and empty slots."""

MEAL = ChowpowOptions(three_course_meal=True, max_turns=3, hot_sauce=True)
BUFFET = ChowpowOptions(battle_buffet=True, max_turns=8)
LONG = ChowpowOptions(max_turns=20)

Moment: TypeAlias = AnyMoment[State, Action, View, ChowpowOptions]


def moments(seats: int, seed: int, options: ChowpowOptions = LONG) -> Iterator[Moment]:
    """Play a match at random and yield each of its positions."""
    return any_moments(CHOWPOW, seats, seed, options)


def scene(state: State, viewer: Viewer = SPECTATOR, events: Sequence[object] = ()) -> Scene[View]:
    """Return what a viewer is shown of a position."""
    return Scene(CHOWPOW.view(state, viewer), signs(len(state.hands)), "", tuple(events))


def screen(
    state: State, seat: Seat | None = None, focus: str = "", events: Sequence[object] = ()
) -> Screen:
    """Return the private hand of a seat, else of who has to decide."""
    seat = mover(state) if seat is None else seat
    return FACE.screen(scene(state, seat, events), CHOWPOW.legal(state, seat), focus)


def battling(state: State, attack: str, defence: str, target: Seat | None = 1) -> State:
    """Return the state in a battle of seat 0: the side that is behind may add cards."""
    battle = Battle(0, target, cards(attack), cards(defence))
    phase = Phase.COUNTER if battle.defence else Phase.BOARD if target is None else Phase.DEFEND
    return replace(state, phase=phase, battle=battle)


def flipped(state: State, *texts: str) -> State:
    """Return the state with slots flipped in this turn: ``a1``."""
    slots = [read_slot(text) for text in texts]
    flips = tuple(Flipped(0, slot, top(state.grid, slot)) for slot in slots)
    grid = state.grid
    for slot in slots:
        upper, *below = grid[slot.place]
        grid = put(grid, slot, (upper._replace(seen=True, shown=True), *below))
    return replace(state, grid=grid, up=tuple(slots), flips=flips)
