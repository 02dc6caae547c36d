"""The private panel of a server's settings: every value in a line, and each with its control."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple
from zlib import crc32

from discord import ChannelType
from pydantic import JsonValue

from bot.game.contract import AnyGame
from bot.game.options import field_of
from bot.league.settings import MOST_CHANNELS, GuildSettings, with_usual
from bot.tables.clock import HouseRules
from bot.tables.entries import TableSetup
from cogs.core.page import Button, ChannelMenu, Choice, Line, Menu, Page, Part, Row, Text, fitted
from cogs.play.offered_options import offered_options
from cogs.play.options import MOST_FIELDS, option_menu

COLOUR: Final = 0x5B6470

SWITCHES: Final = ("mention", "count_short", "threads")

LIMITS: Final = ("tables_per_channel", "tables_per_person")
"""Settings that are the bot's where they are 0; house rules of the same names limit them."""

NUMBERS: Final = ("starting_chips", "daily_chips", *LIMITS)

SETTINGS: Final = (
    *(*SWITCHES, "default_game", "default_options", "channels", "season", "recap"),
    *NUMBERS,
)

TABLE_KINDS: Final[tuple[int, ...]] = tuple(
    kind.value
    for kind in (
        *(ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.stage_voice),
        ChannelType.forum,
    )
)
"""Discord's numbers of the kinds of channels where, or in whose threads, a table can be."""

RECAP_KINDS: Final[tuple[int, ...]] = (ChannelType.text.value, ChannelType.news.value)
"""And of those that are for messages to be read later."""

_SEASONS: Final = {"month": "one month", "quarter": "three months"}


class SettingsScene(NamedTuple):
    """What the panel is made from."""

    settings: GuildSettings
    games: Mapping[str, AnyGame]
    rules: HouseRules
    there: Collection[int]
    """Those of the chosen channels that are on the server still: Discord's menus take no others."""
    barred: str = ""


def settings_page(scene: SettingsScene, notice: str = "", name: str = "") -> Page:
    """Return the panel: all values in short, or one setting with its control, and a menu of all."""
    body = [f"**{title_of(each)}**: {value_words(scene, each)}" for each in SETTINGS]
    if name:
        body = [f"**{title_of(name)}**: {value_words(scene, name)}", _description(name)]
    titles = tuple(Choice(title_of(each), each, chosen=each == name) for each in SETTINGS)
    parts = (
        Text("## Settings of this server"),
        Text(notice),
        Text("\n".join(body)),
        *((_control(scene, name), (Button("Back", _id("show")),)) if name else ()),
        Menu(_id("about"), "Change a setting …", titles),
    )
    return Page(fitted(parts), colour=COLOUR)


def usual_options_page(scene: SettingsScene, game: AnyGame, notice: str = "") -> Page:
    """Return the page of a game's usual options."""
    usual = usual_of(scene.settings, game)
    setup = TableSetup(game=game.name, options=usual)
    games = tuple(
        Choice(each.title, name, chosen=name == game.name) for name, each in scene.games.items()
    )
    parts: list[Part] = [
        Text(f"## Usual options of {game.title}"),
        Text(notice or f"-# {_description('default_options')}"),
        Menu(_id("game"), "Another game", games),
        Line(),
    ]
    for field in offered_options(game.options)[:MOST_FIELDS]:
        lines = [(value, f"{field.title}: {label}") for value, label in field.choices]
        words = _id("option", game.name, field.name)
        parts.append(option_menu(words, field.description, lines, field.chosen(setup)))
    clear = Button("The game's own", _id("clear", game.name), disabled=not usual)
    row: Row = (clear, Button("Back", _id("show")))
    return Page(fitted((*parts, row)), colour=COLOUR)


def usual_of(settings: GuildSettings, game: AnyGame) -> dict[str, JsonValue]:
    """Return a game's usual options, without those that this version does not allow."""
    return with_usual(game, settings.default_options.get(game.name, {}), {})


def title_of(name: str) -> str:
    """Return what a setting is called."""
    return GuildSettings.model_fields[name].title or name


def bounds(rules: HouseRules, name: str) -> tuple[int, int]:
    """Return the lowest and the highest number that a setting may be."""
    field = field_of(GuildSettings, name)
    highest = field.highest or 0
    if name in LIMITS:
        highest = min(highest, getattr(rules, name))
    return field.lowest or 0, highest


def mark_of(channels: Collection[int]) -> str:
    """Return a mark of these channels: another menu is another choice."""
    return f"{crc32(str(sorted(channels)).encode()):08x}"


def value_words(scene: SettingsScene, name: str) -> str:
    """Return a setting's value in words."""
    in_words = _WORDS.get(name)
    if in_words is not None:
        return in_words(scene)
    value = getattr(scene.settings, name)
    if name in LIMITS:
        most = getattr(scene.rules, name)
        return str(value) if 0 < value < most else f"{most}, the bot's own limit"
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _description(name: str) -> str:
    return GuildSettings.model_fields[name].description or ""


def _control(scene: SettingsScene, name: str) -> Part:
    """Return what changes a setting; a switch says what it does, as an old panel may be clicked."""
    settings = scene.settings
    if name in SWITCHES:
        on = getattr(settings, name)
        label = f"{title_of(name)}: turn {'off' if on else 'on'}"
        return (Button(label, _id("switch", name, str(int(not on)))),)
    if name in NUMBERS:
        return (Button("Another number", _id("ask", name)),)
    if name == "season":
        return _menu(name, [*_SEASONS.items()], settings.season)
    if name == "recap":
        recap = (settings.recap,) if settings.recap in scene.there else ()
        return ChannelMenu(_id("recap"), "No recap", RECAP_KINDS, recap)
    if name == "channels":
        there = tuple(channel for channel in settings.channels if channel in scene.there)
        words = _id("channels", mark_of(settings.channels))
        return ChannelMenu(words, "All channels", TABLE_KINDS, there, MOST_CHANNELS)
    first = f"The first one: {next(iter(scene.games.values())).title}"
    games = [("", first), *((each, game.title) for each, game in scene.games.items())]
    return _menu(name, games, settings.default_game)


def _menu(name: str, lines: Collection[tuple[str, str]], chosen: str) -> Menu:
    choices = tuple(Choice(label, f"={value}", chosen=value == chosen) for value, label in lines)
    return Menu(_id("choose", name), title_of(name), choices)


def _game_words(scene: SettingsScene) -> str:
    game = scene.games.get(scene.settings.default_game)
    return game.title if game else f"the first one, {next(iter(scene.games.values())).title}"


def _options_words(scene: SettingsScene) -> str:
    found = []
    for game in scene.games.values():
        usual = usual_of(scene.settings, game)
        setup = TableSetup(game=game.name, options=usual)
        fields = [field for field in offered_options(game.options) if field.name in usual]
        words = ", ".join(f"{field.title} {field.label(setup)}" for field in fields)
        found += [f"{game.title} with {words}"] if words else []
    return "; ".join(found) or "each game's own"


def _recap_words(scene: SettingsScene) -> str:
    recap = scene.settings.recap
    barred = f". **I can't post there now.** {scene.barred}" if scene.barred else ""
    return f"in <#{recap}>{barred}" if recap else "none"


def _id(*words: str) -> str:
    return ":".join(("settings", *words))


_WORDS: Final[Mapping[str, Callable[[SettingsScene], str]]] = {
    "season": lambda scene: _SEASONS[scene.settings.season],
    "recap": _recap_words,
    "default_game": _game_words,
    "default_options": _options_words,
    "channels": lambda scene: ", ".join(f"<#{it}>" for it in scene.settings.channels) or "all",
}
"""The words of values that are no plain numbers or switches."""
