"""Scenes of Chow Pow!: positions in words, with names around the table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.face.face import Screen
from bot.game.contract import Seat
from bot.games.chowpow.face import FACE
from bot.games.chowpow.rules.cards import put, read_slot, top
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.hand import Battle
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Flipped, Phase
from tests.face.moments import Match, Scenes
from tests.games.chowpow.rules.at import cards, mover

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

HANDS: Final = [Match([2, 3, 6], options, 5) for options in (LONG, MEAL, BUFFET)]
"""Matches whose hands are clicked through by the tests of all games."""

LONGER: Final = [Match(range(2, 7), options, 6) for options in (LONG, MEAL, BUFFET)]
"""Matches that fill tables more than short ones do: the tests of all games tell and draw them."""

_scenes = Scenes(CHOWPOW, FACE, LONG)
moments, scene = _scenes.moments, _scenes.scene
painted, results = _scenes.painted, _scenes.results


def screen(
    state: State, seat: Seat | None = None, focus: str = "", events: Sequence[object] = ()
) -> Screen:
    return _scenes.screen(state, mover(state) if seat is None else seat, focus, events)


def battling(state: State, attack: str, defence: str, target: Seat | None = 1) -> State:
    """Return the state in a battle of seat 0: the side that is behind may add cards."""
    battle = Battle(0, target, cards(attack), cards(defence))
    phase = Phase.COUNTER if battle.defence else Phase.BOARD if target is None else Phase.DEFEND
    return replace(state, phase=phase, battle=battle)


def flipped(state: State, *texts: str) -> State:
    slots = [read_slot(text) for text in texts]
    flips = tuple(Flipped(0, slot, top(state.grid, slot)) for slot in slots)
    grid = state.grid
    for slot in slots:
        upper, *below = grid[slot.place]
        grid = put(grid, slot, (upper._replace(seen=True, shown=True), *below))
    return replace(state, grid=grid, up=tuple(slots), flips=flips)
