"""The table that is open at the start of a local session: its game and options."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.tables.command import RefusedError
from bot.tables.entries import TableSetup
from bot.tables.lobby import check_setup

Given: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class FirstTable:
    """A game and its options, as the lobby offers them."""

    game: AnyGame
    options: Mapping[str, Given]
    """Those chosen."""


def first_table(
    game: str | None, options: Sequence[str], games: Mapping[str, AnyGame] = GAMES
) -> FirstTable:
    """Return the table of a game, by default the first; ``options`` are ``NAME=VALUE``.

    Raises :class:`RefusedError` for what isn't offered or allowed.
    """
    chosen = games.get(next(iter(games)) if game is None else game)
    if chosen is None:
        raise RefusedError(f"There's no game “{game}”, only {_listed(list(games))}.")
    given = dict(_read(chosen, option) for option in options)
    check_setup(chosen, TableSetup(game=chosen.name, options=given))
    valid = chosen.options.model_validate(given)
    typed = {name: getattr(valid, name) for name in given}
    return FirstTable(chosen, {name: value for name, value in typed.items() if value is not None})


def _read(game: AnyGame, option: str) -> tuple[str, JsonValue]:
    name, _, value = option.partition("=")
    offered = game.options.offered()
    if name not in offered:
        has = f"it has {_listed(offered)}" if offered else "it has none"
        raise RefusedError(f"{game.title} has no option “{name}”: {has}.")
    return name, _value(value)


def _value(text: str) -> JsonValue:
    """Parse a value as JSON, like in records; anything else is a text."""
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        return text
    return value


def _listed(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last
