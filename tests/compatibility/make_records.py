# It imports modules of the version before, which are not there any more.
# mypy: ignore-errors
# ruff: noqa: I001
"""Matches of all four games, played by the version before, each as the text of its record."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bot.games.record import Record, parse_record
from bot.games.registry import GAMES
from bot.games.replay import position_at
from bot.render.face import Scene, SeatSign
from bot.render.faces import face_of
from bot.tables import match
from bot.tables.entries import TableSetup
from bot.tables.record import record_of
from tests.compatibility.make_house import PEOPLE, Night
from tests.tables.house import asker
from tests.compatibility.telling import ending_told, view_told, viewers


OWN_DECK = "H Herbs 12345x3; P Pasta 3579x4; C Cheese 9x9; W 4x3; T 1x1"


class Match(NamedTuple):
    """A match to be played: to its end, or for so many actions."""

    game: str
    people: int
    kai: Sequence[str] = ()
    options: Mapping[str, object] = {}
    actions: int | None = None


MATCHES = (
    Match("kapow", 2, (), {"rounds": 2, "cards": 9}),
    Match("kapow", 2, ("hard",), {"rounds": 1, "cards": 12, "no_pass": True, "max_swaps": 2}),
    Match("kapow", 1, ("easy", "normal", "expert"), {"rounds": 1, "stall_circuits": 1}),
    Match("kapow", 3, ("easy", "easy"), {"rounds": 3, "max_reshuffles": 0}, 60),
    Match("kapow", 2, (), {}, 33),
    Match("kabobo", 2, (), {"max_rounds": 2, "max_turns": 12}),
    Match("kabobo", 2, ("hard",), {"max_rounds": 3, "memory_aid": False}),
    Match("kabobo", 1, ("easy", "normal", "hard"), {"max_rounds": 2, "max_turns": 5}),
    Match("kabobo", 3, ("normal", "easy"), {"max_rounds": 4}, 40),
    Match("capit", 4, (), {"rounds": 2}),
    Match("capit", 3, ("easy", "hard"), {"rounds": 3, "run_suit": "any"}),
    Match("capit", 1, ("normal", "normal", "hard"), {"rounds": 1, "stall_circuits": 1}),
    Match("capit", 4, (), {}, 35),
    Match("chowpow", 2, (), {"three_course_meal": True, "hot_sauce": True}),
    Match("chowpow", 2, ("normal",), {"battle_buffet": True}),
    Match("chowpow", 1, ("easy", "hard", "normal"), {"deck": OWN_DECK, "max_turns": 10}),
    Match("chowpow", 1, ("hard",), {"memory_aid": False}),
    Match("chowpow", 4, ("easy",), {"own_size": True, "memory_aid": False}, 45),
)


async def records(file: Path) -> AsyncIterator[tuple[str, str]]:
    """Yield a name and a text for each record."""
    night = Night(file, seed=1)
    await night.reopen()
    for number, planned in enumerate(MATCHES):
        setup = TableSetup(game=planned.game, options={**planned.options})
        people = PEOPLE[: planned.people]
        table = await night.opened(setup, people, planned.kai, cuts=number % 2)
        await night.play(table, actions=planned.actions)
        if table.state.closed is None:
            await table.do(match.end(asker(people[0])))
        record = record_of(table.state, await night.store.load(table.id))
        seats, how = len(record.seats), "whole" if record.outcome else "half"
        yield f"{planned.game}-{number + 1:02}-{seats}-seats-{how}", str(record)
    await night.close()


def record_told(text: str) -> dict[str, Any]:
    """Return what this version says of a record: how it ended, and what was seen on the way.

    That is what everyone saw in the middle, and what a spectator sees at the end.
    """
    record = parse_record(text)
    middle, end = len(record.actions) // 2, len(record.actions)
    last = position_at(record, end, GAMES)
    game = GAMES[record.game]
    return {
        "actions": end,
        "ending": ending_told(game.outcome(last.state)),
        "to_act": sorted(game.to_act(last.state)),
        "seen": {
            str(middle): _seen(record, middle, viewers(len(record.seats))),
            str(end): _seen(record, end, viewers(0)),
        },
    }


def _seen(record: Record, at: int, those: Mapping[str, int | None]) -> dict[str, Any]:
    game, moment = GAMES[record.game], position_at(record, at, GAMES)
    signs = tuple(SeatSign(name) for name in record.seats)
    return {
        name: view_told(
            face_of(game), Scene(game.view(moment.state, viewer), signs, events=moment.events)
        )
        for name, viewer in those.items()
    }
