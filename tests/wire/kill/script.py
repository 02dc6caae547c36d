"""Scripts: the clicks of a match, from a record or drawn from a seed."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.game.contract import Seat
from bot.game.record import parse_record
from bot.games.faces import face_of
from bot.games.registry import player_for
from bot.tables.state import TableState, human_seats
from cogs.core.click import read_address, read_hand_address
from cogs.core.page import Button, Menu
from cogs.play.hand import hand
from tests.playthroughs.files import record_file
from tests.short import short, with_kai
from tests.wire.kill.plan import Plan
from tests.wire.screen import choices

Move: TypeAlias = tuple[Seat, str]
"""Who acts, and how, in the game's notation."""

WILD: Final = 0.4
"""The share of a person's actions that are drawn at random; the others are Kai's choice."""

CLOCKS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"clock": "180 seconds a turn"},
    {"clock": "24 hours a turn"},
)
"""With the last one a turn is announced by a message of its own."""


ANTE: Final = 23
"""Chips that do not divide well."""


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
    plan: Plan
    secret: bytes
    cuts: tuple[str, ...]
    """One for each person."""
    options: Mapping[str, str | int | bool]
    """Chosen in the lobby."""
    kai: int
    move: Callable[[TableState], Move] = field(repr=False)
    """Given a table where a person is to act: the next move."""

    def lobby(self) -> Iterator[Step]:
        """Yield the clicks until the match begins, and the first look into each hand."""
        people = range(len(self.cuts))
        yield Step(0, "play")
        yield from (Step(0, *choice) for choice in choices(self.options))
        yield from (Step(who, "join") for who in people[1:])
        yield from (Step(0, "kai") for _ in range(self.kai))
        yield from (Step(who, "cutting", self.cuts[who]) for who in people)
        if "ante" in self.options:
            yield from (Step(who, "ante") for who in people)
        yield Step(0, "start")
        yield from (Step(who, "hand") for who in people)


def way(table: TableState, move: Move) -> Sequence[Step]:
    """Return the clicks that lead to a move: in the hand, from its first screen on."""
    seat, action = move
    if table.stage is not None and table.stage.paused:
        return [Step(seat, "next")]
    ways: list[tuple[str, list[Step]]] = [("", [])]
    seen: set[str] = set()
    for focus, way in ways:
        for choice, step in _choices(table, seat, focus):
            kind, _, deeper = choice.partition(":")
            if choice == f"a:{action}":
                return [*way, step]
            if kind == "f" and deeper not in seen:
                seen.add(deeper)
                ways.append((deeper, [*way, step]))
    raise AssertionError(f"nothing on the screens leads to {action}")


def _choices(table: TableState, seat: int, focus: str) -> Iterator[tuple[str, Step]]:
    """Yield what a screen of a hand offers: kind and words of each choice, and its click."""
    for part in hand(table, face_of(table.game), seat, focus).parts:
        if isinstance(part, Menu):
            words = read_address(part.id).words
            yield from ((line.value, Step(seat, "h", words, line.value)) for line in part.choices)
        elif isinstance(part, tuple):
            for button in part:
                if isinstance(button, Button) and not button.disabled:
                    found = read_address(button.id)
                    if found.verb == "h":
                        address = read_hand_address(found.words)
                        yield f"{address.kind}:{address.words}", Step(seat, "h", found.words)


def recorded(plan: Plan) -> Script:
    """Return a match of the fewest people, and nobody else, as the game's record has it."""
    file = record_file(plan.game.name, f"{plan.game.seats[0]}-seats")
    record = parse_record(file.read_text("utf-8"))
    options = {**dict(record.options), "ranked": True, **_ante(plan)}
    return Script(
        name=file.stem,
        plan=plan,
        secret=record.secret,
        cuts=record.cuts,
        options={name: value for name, value in options.items() if isinstance(value, str | int)},
        kai=0,
        move=lambda table: record.actions[table.ply],
    )


def drawn(plan: Plan, seed: int) -> Script:
    """Return a match of two people and Kai with a random deal and random actions."""
    source = random.Random(seed)

    def move(table: TableState) -> Move:
        seat = source.choice(human_seats(table))
        legal = table.game.legal(table.position, seat)
        if source.random() < WILD:
            liked = [str(each) for each in legal if not isinstance(each, plan.deliberate)]
            return seat, _wild(liked, source)
        view = table.game.view(table.position, seat)
        return seat, str(player_for(table.game.name, "normal").choose(view, legal).action)

    return Script(
        name=f"seed {seed}",
        plan=plan,
        secret=source.randbytes(32),
        cuts=(f"left {seed}", f"right {seed}"),
        options={**short(plan.game), "ranked": True, **source.choice(CLOCKS), **_ante(plan)},
        kai=with_kai(plan.game, people=2, kai=1),
        move=move,
    )


def _ante(plan: Plan) -> Mapping[str, int]:
    """Return the stakes of a game whose rules know of them."""
    return {"ante": ANTE} if plan.game.divide else {}


def _wild(legal: Sequence[str], source: random.Random) -> str:
    """Return a random action: any kind is as likely, whatever there are of it."""
    kinds: dict[str, list[str]] = {}
    for action in legal:
        kinds.setdefault(action.split()[0], []).append(action)
    return source.choice(kinds[source.choice([*kinds])])
