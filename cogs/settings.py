"""``/settings``: a private panel of what a server's admins may set."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeAlias

import discord
from discord import app_commands

from bot.game.contract import AnyGame
from bot.league.settings import LONGEST_OPTIONS, GuildSettings, SettingValue
from bot.tables import lobby
from bot.tables.command import RefusedError
from bot.tables.entries import TableSetup
from cogs.core.answers import answer, ask, form
from cogs.core.buttons import Feature, PageButton, Queue
from cogs.core.click import Click, chosen, chosen_ids, guild_of, too_old, written
from cogs.core.page import Page
from cogs.core.permissions import must_manage, standing
from cogs.play.offered_options import offered_options
from cogs.play.opening import settings_here
from cogs.servers import lost_text
from cogs.settings_panel import (
    LIMITS,
    NUMBERS,
    RECAP_KINDS,
    SETTINGS,
    SWITCHES,
    TABLE_KINDS,
    SettingsScene,
    bounds,
    mark_of,
    settings_page,
    title_of,
    usual_of,
    usual_options_page,
    value_words,
)

_NUMBER: Final = re.compile("[0-9]{1,6}")

_NOT_THERE: Final = "Please choose channels of this server."
_MEANWHILE: Final = "Someone has just changed these channels. Please choose again."


class Change(NamedTuple):
    """A setting's new value."""

    name: str
    value: SettingValue
    game: AnyGame | None = None


_Read: TypeAlias = Callable[[Click, Sequence[str], SettingsScene], Change]
"""Reads a click, the words of its custom id, and the settings as they are now.

Raises ``RefusedError`` with a sentence; ``ValueError`` and ``KeyError`` for what no panel offers.
"""

_BROKEN: Final = (ValueError, KeyError)


class Settings(Feature):
    """A server's settings: a change is answered with all as they are then."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the panel's controls: one click at a time for each server."""
        for words, do in (
            ("ask:(.*)", self.ask),
            ("show|usual|game|about", self.look),
            (f"({'|'.join(CHANGES)})(?::(.*))?", self.change),
        ):
            yield PageButton("settings", words, do, queue=Queue.SERVER, may=_must_manage)

    @app_commands.command()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, click: Click) -> None:
        """See and change this server's settings."""
        _must_manage(click)
        scene, guild = await self._scene(click), guild_of(click)
        await answer(click, settings_page(scene, lost_text(scene.settings, here=True)))
        if scene.settings.lost:
            await self._services.storage.league.change_settings(guild, {"lost": ()})

    async def ask(self, click: Click, found: re.Match[str]) -> None:
        """Open the form that asks for a number."""
        with _as_offered():
            asked = _form(await self._scene(click), found[1])
        await ask(click, asked)

    async def look(self, click: Click, found: re.Match[str]) -> None:
        """Show the panel, one setting with its control, or the usual options of a game."""
        with _as_offered():
            page = _looked_at(click, await self._scene(click), found[0])
        await answer(click, page, in_place=True)

    async def change(self, click: Click, found: re.Match[str]) -> None:
        """Change a setting and show all of them as they are then."""
        words = found[2].split(":") if found[2] is not None else ()
        with _as_offered():
            page = await self._change(click, await self._scene(click), found[1], words)
        await answer(click, page, in_place=True)

    async def _change(
        self, click: Click, scene: SettingsScene, verb: str, words: Sequence[str]
    ) -> Page:
        game: AnyGame | None = None
        try:
            name, value, game = CHANGES[verb](click, words, scene)
        except RefusedError as error:
            notice = str(error)
            game = game_of(scene, words[0]) if verb == "option" else None
        else:
            changed = await self._services.storage.league.change_settings(
                guild_of(click), {name: value}
            )
            scene = self._seen(click, changed)
            notice = f"**Changed.** {title_of(name)}: {value_words(scene, name)}."
        if game is None:
            return settings_page(scene, notice)
        return usual_options_page(scene, game, notice)

    async def _scene(self, click: Click) -> SettingsScene:
        return self._seen(click, await settings_here(self._services, click))

    def _seen(self, click: Click, settings: GuildSettings) -> SettingsScene:
        wanted, server = {*settings.channels, settings.recap}, click.guild
        there = {channel for channel in wanted if server and server.get_channel(channel)}
        recap = server.get_channel(settings.recap) if server else None
        why = standing(recap) if recap is not None else None
        services = self._services
        barred = why.text if why is not None else ""
        return SettingsScene(settings, services.games, services.host.rules, there, barred)


def _must_manage(click: Click) -> None:
    must_manage(click, "see and change its settings")


@contextmanager
def _as_offered() -> Iterator[None]:
    try:
        yield
    except _BROKEN:
        raise too_old("settings") from None


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
        _of_kind(click, channel, TABLE_KINDS)
    return Change("channels", ids)


def _recap(click: Click, words: Sequence[str], _scene: SettingsScene) -> Change:
    () = words
    ids = chosen_ids(click)
    if not ids:
        return Change("recap", 0)
    (channel,) = ids
    why = standing(_of_kind(click, channel, RECAP_KINDS))
    if why is not None:
        raise RefusedError(f"I can't post in <#{channel}>. {why.why}")
    return Change("recap", channel)


def _option(click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
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
        raise RefusedError("That's too many usual options. Please set some of them back.")
    return Change("default_options", every, game)


def _clear(_click: Click, words: Sequence[str], scene: SettingsScene) -> Change:
    (name,) = words
    game = game_of(scene, name)
    others = {n: found for n, found in scene.settings.default_options.items() if n != name}
    return Change("default_options", others, game)


def _of_kind(click: Click, channel: int, kinds: Sequence[int]) -> discord.abc.GuildChannel:
    """Return a channel of the server; ``RefusedError`` if it's none, or not of these kinds."""
    found = click.guild.get_channel(channel) if click.guild else None
    if found is None or found.type.value not in kinds:
        raise RefusedError(_NOT_THERE)
    return found


def _looked_at(click: Click, scene: SettingsScene, verb: str) -> Page:
    if verb == "game":
        return usual_options_page(scene, game_of(scene, chosen(click)))
    name = chosen(click) if verb == "about" else ""
    if verb == "usual" or name == "default_options":
        usual = scene.games.get(scene.settings.default_game, next(iter(scene.games.values())))
        return usual_options_page(scene, usual)
    return settings_page(scene, name=SETTINGS[SETTINGS.index(name)] if name else "")


def _form(scene: SettingsScene, name: str) -> discord.ui.Modal:
    low, high = bounds(scene.rules, NUMBERS[NUMBERS.index(name)])
    now = min(getattr(scene.settings, name), high)
    number = discord.ui.TextInput[discord.ui.Modal](
        custom_id="number", default=str(now), max_length=len(str(high))
    )
    about = "0: the bot's own limit." if name in LIMITS else None
    label = f"A whole number from {low} to {high}"
    return form(title_of(name), f"settings:number:{name}", number, label, about)


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
