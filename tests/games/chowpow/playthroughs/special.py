"""What seldom happens in Chow Pow!, and does in its special match."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.game.replay import Moment
from bot.games.chowpow.rules import view as ev
from bot.games.chowpow.rules.cards import factions
from bot.games.chowpow.rules.state import State

OPTIONS: Final[Mapping[str, Mapping[str, object]]] = {
    "hot-sauce": {"hot_sauce": True},
    "meal": {"three_course_meal": True},
    "buffet": {"battle_buffet": True},
    "own-size": {"own_size": True},
    "no-aid": {"memory_aid": False},
    "short": {"max_turns": 3},
    "own-deck": {"deck": "H Herbs 12345x3; P Pasta 3579x4; C Cheese 9x9; W 4x3; T 1x1"},
}
"""Random matches with options, each by a name of its own."""

SPECIALS: Final = (
    *("three flips (P2.1)", "a match of two out of three (P2.2)"),
    *("tie", "attacker wins", "defender wins", "two factions (P1.2)"),
    *(f"against the board: {won} (P3.5)" for won in (True, False, None)),
    *("showdown", "tied showdown (P5.3)", "drawn again (P4.2)"),
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    for moment in moments:
        for event in moment.events:
            yield from _special(event, moment.state)


def _special(event: object, state: State) -> Iterator[str]:
    match event:
        case ev.TurnStarted(flips=3):
            yield "three flips (P2.1)"
        case ev.Matched() if len(state.up) == 3:
            yield "a match of two out of three (P2.2)"
        case ev.BattleEnded(attack=attack, defence=defence, winner=winner):
            yield {None: "tie", event.seat: "attacker wins"}.get(winner, "defender wins")
            if len(factions(attack)) == 2 or len(factions(defence)) == 2:
                yield "two factions (P1.2)"
        case ev.BoardEnded(won=won):
            yield f"against the board: {won} (P3.5)"
        case ev.ShowdownEnded(best=best):
            yield "showdown" if len(best) == 1 else "tied showdown (P5.3)"
        case ev.DrewForTie() if len(state.drawn[0]) > 1:
            yield "drawn again (P4.2)"
        case _:
            pass
