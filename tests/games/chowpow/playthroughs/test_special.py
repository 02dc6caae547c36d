"""What seldom happens in Chow Pow!, and happens in its playthroughs."""

from collections.abc import Iterator
from typing import get_args

import pytest

from bot.game.record import parse_record
from bot.game.replay import Moment, replay
from bot.games.chowpow.rules import events
from bot.games.chowpow.rules.cards import factions
from bot.games.chowpow.rules.events import (
    BattleEnded,
    BoardEnded,
    DrewForTie,
    Matched,
    ShowdownEnded,
    TurnStarted,
)
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.state import State
from bot.games.registry import GAMES
from tests.games.chowpow.playthroughs.special import OPTIONS
from tests.playthroughs.files import record_file, record_files

NAMES = [file.stem for file in record_files(CHOWPOW.name)]


def moments(name: str) -> list[Moment]:
    return [*replay(parse_record(record_file(CHOWPOW.name, name).read_text("utf-8")), GAMES)]


def specials(event: object, state: State) -> Iterator[str]:
    """Yield the name of every special thing that an event tells."""
    match event:
        case TurnStarted(flips=3):
            yield "three flips (P2.1)"
        case Matched() if len(state.up) == 3:
            yield "a match of two out of three (P2.2)"
        case BattleEnded(attack=attack, defence=defence, winner=winner):
            yield {None: "tie", event.seat: "attacker wins"}.get(winner, "defender wins")
            if len(factions(attack)) == 2 or len(factions(defence)) == 2:
                yield "two factions (P1.2)"
        case BoardEnded(won=won):
            yield f"against the board: {won} (P3.5)"
        case ShowdownEnded(best=best):
            yield "showdown" if len(best) == 1 else "tied showdown (P5.3)"
        case DrewForTie() if len(state.drawn[0]) > 1:
            yield "drawn again (P4.2)"
        case _:
            pass


@pytest.fixture(scope="module")
def happened() -> list[tuple[object, State]]:
    every = (moment for name in NAMES for moment in moments(name))
    return [(event, moment.state) for moment in every for event in moment.events]


def test_every_event_happens_somewhere(happened: list[tuple[object, State]]) -> None:
    assert {type(event) for event, _ in happened} == set(get_args(events.Event))


def test_every_special_happens_somewhere(happened: list[tuple[object, State]]) -> None:
    found = {special for event, state in happened for special in specials(event, state)}
    assert found == {
        *("three flips (P2.1)", "a match of two out of three (P2.2)"),
        *("tie", "attacker wins", "defender wins", "two factions (P1.2)"),
        *(f"against the board: {won} (P3.5)" for won in (True, False, None)),
        *("showdown", "tied showdown (P5.3)", "drawn again (P4.2)"),
    }


def test_every_option_has_a_match() -> None:
    records = [parse_record(file.read_text("utf-8")) for file in record_files(CHOWPOW.name)]
    chosen = [dict(record.options) for record in records]
    fields = CHOWPOW.options.model_fields
    assert {name for options in chosen for name in options} == set(fields)
    assert OPTIONS.keys() <= set(NAMES)
