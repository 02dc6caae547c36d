"""A game's options as choices, made from its options model: for the lobby's form and its words."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pydantic import JsonValue

from bot.face.markdown import counted
from bot.game.options import Field, Options, fields_of
from bot.tables.entries import Clock, TableSetup
from cogs.services import Behaviour

MOST_CHOICES: Final = 25
"""Lines in one of Discord's menus."""

_ROUNDS: Final = "Rounds"
_ROUND: Final = (1, 2, 3, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)

_RULES: Final = re.compile(r" \([A-Z]\d[^)]*\)")
"""The numbers of rules behind what an option does: documents have them, players need none."""


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """An option that the lobby offers: its values as JSON texts, each with a label."""

    name: str
    title: str
    description: str
    choices: tuple[tuple[str, str], ...]
    usual: str
    typed: tuple[int, int] | None = None
    """The limits of a number that has more values than a menu has lines: it can be typed, too."""

    def chosen(self, setup: TableSetup) -> str:
        """Return the value that a setup has."""
        return json.dumps(setup.options[self.name]) if self.name in setup.options else self.usual

    def label(self, setup: TableSetup) -> str:
        """Return the label of the value that a setup has."""
        value = self.chosen(setup)
        return dict(self.choices).get(value, value)

    def lines(self, setup: TableSetup) -> Sequence[tuple[str, str]]:
        """Return the lines of a menu, among them the value that a setup has."""
        value = self.chosen(setup)
        if value in dict(self.choices):
            return self.choices
        return [*self.choices[: MOST_CHOICES - 1], (value, value)]


def offered_options(options: type[Options]) -> Sequence[OfferedOption]:
    """Return a game's titled options with their values; of more than 25 numbers, round ones."""
    return _offered(options)


@cache  # By itself: to mypy, ``type[Any]`` cannot be hashed.
def _offered(options: type[Options]) -> Sequence[OfferedOption]:
    found = [
        OfferedOption(
            name=field.name,
            title=field.title,
            description=_RULES.sub("", field.description),
            choices=tuple((json.dumps(value), _label(value)) for value in _values(field)),
            usual=json.dumps(field.default),
            typed=_limits(field),
        )
        for field in fields_of(options).values()
        if field.title
    ]
    return tuple(field for field in found if field.choices)


def in_words(options: type[Options], setup: TableSetup, *, whole: bool = True) -> str:
    """Return a setup in a line of Markdown; unless ``whole``, without usual options but rounds."""
    chosen = [
        f"{field.title}: **{field.label(setup)}**"
        for field in offered_options(options)
        if whole or field.title == _ROUNDS or field.chosen(setup) != field.usual
    ]
    files = [title for name, title in options.attached().items() if setup.options.get(name)]
    chosen += [f"{title}: **from a file**" for title in files]
    ante = [f"**{counted(setup.ante, 'chip')}** each"] if setup.ante else []
    ranked = "**ranked**" if setup.ranked else "**friendly**"
    no_hints = not setup.hints and not setup.ranked and not setup.ante
    hints = ["hints"] * (whole and setup.gives_hints) + ["no hints"] * (no_hints and not whole)
    return " · ".join([*chosen, clock_words(setup.clock), ranked, *ante, *hints])


def long_enough(options: type[Options], setup: TableSetup) -> str:
    """Return in words what would make a short match long enough to count."""
    rounds = next((each for each in offered_options(options) if each.title == _ROUNDS), None)
    if rounds is not None:
        longer = {**setup.options, rounds.name: json.loads(rounds.usual)}
        if options.model_validate(longer).full_length:
            return f"{rounds.usual} rounds"
    return "the usual options"


def clock_words(clock: Clock) -> str:
    """Return how long a turn may take, in words."""
    if clock.kind == "none":
        return "no clock"
    if clock.kind == "live":
        return f"**{counted(clock.seconds, 'second')}** a turn"
    hours, rest = divmod(clock.seconds, 3600)
    told = counted(clock.seconds // 60, "minute") if rest else counted(hours, "hour")
    return f"**{told}** a turn"


def clocks(behaviour: Behaviour) -> Sequence[Clock]:
    """Return the clocks that are offered."""
    live = [Clock(kind="live", seconds=seconds) for seconds in behaviour.live_seconds]
    slow = [Clock(kind="slow", seconds=hours * 3600) for hours in behaviour.slow_hours]
    return [Clock(), *live, *slow]


def _values(field: Field) -> Sequence[JsonValue]:
    none: Sequence[JsonValue] = [None] if field.optional else []
    if field.choices:
        return [*none, *field.choices]
    if field.kind is bool:
        return [*none, False, True]
    if field.lowest is not None and field.highest is not None:
        return [*none, *_numbers(field.lowest, field.highest, field.default)]
    return none


def _limits(field: Field) -> tuple[int, int] | None:
    low, high = field.lowest, field.highest
    if field.choices or low is None or high is None or high - low < MOST_CHOICES:
        return None
    return low, high


def _numbers(low: int, high: int, usual: object) -> Sequence[int]:
    if high - low < MOST_CHOICES:
        return range(low, high + 1)
    told = {low, high, *(each for each in _ROUND if low < each < high)}
    return sorted(told | ({usual} if isinstance(usual, int) else set()))


def _label(value: JsonValue) -> str:
    if value is None:
        return "as usual"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
