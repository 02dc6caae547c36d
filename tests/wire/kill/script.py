"""What people do in a match, click by click: from a record, or drawn from a seed."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.games.kapow.state import Phase as Rules
from bot.games.record import parse_record
from bot.kai.players import player_for
from bot.render.faces import face_of
from bot.tables.state import TableState, human_seats
from cogs.address import read_address, read_hand_address
from cogs.layouts.hand import hand
from cogs.layouts.page import Button, Menu

__all__ = ["Phase", "Script", "Step", "drawn", "phase_of", "recorded"]

WILD: Final = 0.25
"""The share of a person's actions that are drawn at random; the others are Kai's choice."""


CLOCKS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"clock": "180 seconds a turn"},
    {"clock": "24 hours a turn"},
)
"""With the last one a turn is announced by a message of its own."""


class Phase(StrEnum):
    """Where in a match a click is made, or what it brings about."""

    LOBBY = "lobby"
    DRAW = "draw"
    PLAY = "play"
    KAPOW = "KAPOW! step"
    ROUND_END = "round end"
    MATCH_END = "match end"


@dataclass(frozen=True, slots=True)
class Step:
    """One click. ``words`` are the verb's: a cut, or what the control of a hand says."""

    who: int
    verb: str
    words: str = ""
    value: str | None = None
    """The line chosen, of a menu."""


@dataclass(frozen=True, slots=True)
class Script:
    """A match: the same clicks lead to the same match in every run."""

    name: str
    secret: bytes
    cuts: tuple[str, ...]
    """One for each person."""
    options: Mapping[str, str | int | bool]
    """Of ``/play``."""
    kai: int
    action: Callable[[TableState, int], str] = field(repr=False)
    """Given the table and the seat to act: what it does, in notation."""

    def lobby(self) -> Iterator[Step]:
        """Yield the clicks until the match begins, and the first look into each hand."""
        people = range(len(self.cuts))
        yield Step(0, "play")
        yield from (Step(who, "join") for who in people[1:])
        yield from (Step(0, "kai") for _ in range(self.kai))
        yield from (Step(who, "cutting", self.cuts[who]) for who in people)
        yield Step(0, "start")
        yield from (Step(who, "hand") for who in people)

    def next(self, table: TableState) -> Sequence[Step]:
        """Return the clicks that lead to the next action, where a person is to act."""
        seat = min(human_seats(table))
        action = self.action(table, seat)
        if table.stage is not None and table.stage.paused:
            return [Step(seat, "next")]
        return _way(table, seat, f"a:{action}")


def _way(table: TableState, seat: int, wanted: str) -> Sequence[Step]:
    """Return the clicks in a hand, from its first screen, to the choice that is wanted."""
    ways: list[tuple[str, list[Step]]] = [("", [])]
    seen: set[str] = set()
    for focus, way in ways:
        for choice, step in _choices(table, seat, focus):
            kind, _, deeper = choice.partition(":")
            if choice == wanted:
                return [*way, step]
            if kind == "f" and deeper not in seen:
                seen.add(deeper)
                ways.append((deeper, [*way, step]))
    raise AssertionError(f"nothing on the screens leads to {wanted}")


def _choices(table: TableState, seat: int, focus: str) -> Iterator[tuple[str, Step]]:
    """Yield what a screen of a hand offers: kind and words of each choice, and its click."""
    for part in hand(table, face_of(table.game), seat, focus).parts:
        if isinstance(part, Menu):
            words = read_address(part.id).words
            yield from ((line.value, Step(seat, "h", words, line.value)) for line in part.choices)
        elif isinstance(part, tuple):
            for button in part:
                if isinstance(button, Button) and not button.disabled:
                    words = read_address(button.id).words
                    address = read_hand_address(words)
                    yield f"{address.kind}:{address.words}", Step(seat, "h", words)


def phase_of(before: TableState | None, after: TableState) -> Phase:
    """Return what a click was about that led from one state to the other."""
    if before is None or not before.seats:
        return Phase.LOBBY
    if after.closed:
        return Phase.MATCH_END
    if Rules.SCORED in (before.position.phase, after.position.phase):
        return Phase.ROUND_END
    match before.position.phase:
        case Rules.PLAY:
            return Phase.PLAY
        case Rules.KAPOW:
            return Phase.KAPOW
    return Phase.DRAW


def recorded(file: Path) -> Script:
    """Return a match of people alone as a record has it."""
    record = parse_record(file.read_text("utf-8"))
    actions = [action for _, action in record.actions]
    options = {**dict(record.options), "ranked": True}
    return Script(
        name=file.stem,
        secret=record.secret,
        cuts=record.cuts,
        options={name: value for name, value in options.items() if isinstance(value, str | int)},
        kai=0,
        action=lambda table, _: actions[table.ply],
    )


def drawn(seed: int) -> Script:
    """Return a match of two people and Kai with a random deal and random actions."""
    source = random.Random(seed)

    def action(table: TableState, seat: int) -> str:
        legal = table.game.legal(table.position, seat)
        if source.random() < WILD:
            return str(source.choice(legal))
        view = table.game.view(table.position, seat)
        return str(player_for(table.game.name, "normal").choose(view, legal).action)

    return Script(
        name=f"seed {seed}",
        secret=source.randbytes(32),
        cuts=(f"left {seed}", f"right {seed}"),
        options={"rounds": 2, "cards": 9, "ranked": True, **source.choice(CLOCKS)},
        kai=1,
        action=action,
    )
