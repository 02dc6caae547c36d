"""What a click on the settings' panel changes: one setting, to a value that was checked."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import AnyGame
from bot.tables.core import lobby
from bot.tables.core.entries import TableSetup
from bot.tables.core.errors import RefusedError
from bot.tables.league.settings import LONGEST_OPTIONS, SettingValue
from cogs.answers.click import Click, chosen, chosen_ids, written
from cogs.causes import standing
from cogs.layouts.address import too_old
from cogs.layouts.offered_options import offered_options
from cogs.layouts.settings import (
    NUMBERS,
    RECAP_KINDS,
    SWITCHES,
    TABLE_KINDS,
    SettingsScene,
    bounds,
    mark_of,
    title_of,
    usual_of,
)

__all__ = ["CHANGES", "Change", "game_of"]

_NUMBER: Final = re.compile("[0-9]{1,6}")

_NOT_THERE: Final = "Please choose channels of this server."
_MEANWHILE: Final = "Someone has just changed these channels. Please look again and choose."


class Change(NamedTuple):
    """A setting's new value."""

    name: str
    value: SettingValue
    game: AnyGame | None = None
    """The game whose usual options these are."""


_Read: TypeAlias = Callable[[Click, Sequence[str], SettingsScene], Change]
"""Reads a click, the words of its custom id, and the settings as they are now.

Raises ``RefusedError`` with a sentence; ``ValueError`` and ``KeyError`` for what no panel offers.
"""


def game_of(scene: SettingsScene, name: str) -> AnyGame:
    """Return a game by its name; ``RefusedError`` if there is none."""
    game = scene.games.get(name)
    if game is None:
        raise too_old("settings")
    return game


def _switch(_click: Click, words: Sequence[str], _scene: SettingsScene) -> Change:
    name, on = words
    return Change(SWITCHES[SWITCHES.index(name)], {"0": False, "1": True}[on])


def _choose(click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
    (name,) = words
    value = chosen(click).removeprefix("=")
    offered = {"season": ("month", "quarter"), "default_game": ("", *scene.games)}[name]
    return Change(name, offered[offered.index(value)])


def _number(click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
    (name,) = words
    low, high = bounds(scene.rules, NUMBERS[NUMBERS.index(name)])
    text = written(click, "number").strip()
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise RefusedError(f"{title_of(name)}: please type a whole number from {low} to {high}.")
    return Change(name, int(text))


def _channels(click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
    (mark,) = words
    if mark != mark_of(scene.settings.channels):
        raise RefusedError(_MEANWHILE)
    ids = chosen_ids(click)
    for channel in ids:
        _check_kind(click, channel, TABLE_KINDS)
    return Change("channels", ids)


def _recap(click: Click, words: Sequence[str], _scene: SettingsScene) -> Change:
    () = words
    ids = chosen_ids(click)
    if not ids:
        return Change("recap", 0)
    (channel,) = ids
    _check_kind(click, channel, RECAP_KINDS)
    _check_posting(click, channel)
    return Change("recap", channel)


def _option(click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
    """Read an option's new value; those that are as the game has them are not stored."""
    game_name, name = words
    game = game_of(scene, game_name)
    (field,) = (field for field in offered_options(game.options) if field.name == name)
    value = chosen(click)
    if value not in dict(field.choices):
        raise ValueError(value)
    options = {**usual_of(scene.settings, game), name: json.loads(value)}
    lobby.check_setup(game, TableSetup(game=game.name, options=options))
    if value == field.usual:
        del options[name]
    every = {**scene.settings.default_options, game.name: options}
    if len(json.dumps(every)) > LONGEST_OPTIONS:
        raise RefusedError(
            "That's too many usual options for all games together. Please set some of them back."
        )
    return Change("default_options", every, game)


def _clear(_click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
    (name,) = words
    game = game_of(scene, name)
    others = {n: found for n, found in scene.settings.default_options.items() if n != name}
    return Change("default_options", others, game)


def _check_kind(click: Click, channel: int, kinds: Sequence[int]) -> None:
    """Refuse what is no channel of the server, or one of another kind than offered."""
    found = click.guild.get_channel(channel) if click.guild else None
    if found is None or found.type.value not in kinds:
        raise RefusedError(_NOT_THERE)


def _check_posting(click: Click, channel: int) -> None:
    """Refuse a channel where the bot cannot post."""
    found = click.guild.get_channel(channel) if click.guild else None
    if found is None:
        return
    why = standing(found)
    if why is not None:
        raise RefusedError(f"I can't post in <#{channel}>. {why.why}")


CHANGES: Final[Mapping[str, _Read]] = {
    "switch": _switch,
    "choose": _choose,
    "number": _number,
    "channels": _channels,
    "recap": _recap,
    "option": _option,
    "clear": _clear,
}
"""By the first word of the custom id after the page's name."""
