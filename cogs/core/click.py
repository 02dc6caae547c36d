"""What a click says, who clicked and where; checked and bounded, as discord.py does neither."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, cast

import discord
from discord import app_commands

from bot.face import face as shown
from bot.face.face import Act, Focus, with_lasting
from bot.game.contract import Seat
from bot.game.moves import AND
from bot.tables.command import Asker, RefusedError
from bot.tables.entries import Person
from bot.tables.state import TableState
from cogs.core.page import Button, Choice, Menu, Row

LONGEST_TEXT: Final = 100
"""Characters of a custom id, a menu's value, a field of a form, or an option of a command."""

LARGEST_NUMBER: Final = 999_999
"""Of an option of a command that has no bounds of its own, above and below zero."""

LONGEST_NAME: Final = 100
"""Characters of a name that are kept: three times as many as Discord's names have."""

_UNREADABLE: Final = frozenset({"Cc", "Cs"})
"""Unicode's categories of control characters and of halves of characters.

Not every database takes them: PostgreSQL has no text with a NUL.
"""


def bounded(text: object) -> str:
    """Return a text as it came; ``RefusedError`` if it is none, too long or not to be read."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or not _is_readable(text):
        raise RefusedError(
            f"That text can't be used. Please type up to {LONGEST_TEXT} ordinary characters."
        )
    return text


def name(text: str) -> str:
    """Return what can be kept of someone's name; it may be empty."""
    return "".join(letter for letter in text[:LONGEST_NAME] if _is_readable(letter))


def _is_readable(text: str) -> bool:
    return all(
        letter.isspace() or unicodedata.category(letter) not in _UNREADABLE for letter in text
    )


Click: TypeAlias = discord.Interaction[Any]

_MOST_IDS: Final = 25

_ID: Final = re.compile("[0-9]{1,20}")


def on_private(click: Click) -> bool:
    """Whether it was made on a message that only the person sees."""
    return click.message is not None and click.message.flags.ephemeral


def chosen(click: Click) -> str:
    """Return the value chosen in a menu; ``RefusedError`` if it is not exactly one text."""
    values = _data(click).get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise RefusedError("Please choose one line from the menu.")
    return bounded(values[0])


def chosen_ids(click: Click) -> tuple[int, ...]:
    """Return the ids chosen in a menu of channels, perhaps none; ``RefusedError`` if not ids."""
    values = _data(click).get("values")
    if not (
        isinstance(values, list)
        and len(values) <= _MOST_IDS
        and all(isinstance(one, str) and _ID.fullmatch(one) for one in values)
    ):
        raise RefusedError("Please choose lines from the menu.")
    return tuple(map(int, values))


def written(click: Click, field: str) -> str:
    """Return the text in a field of a form, else an empty one; ``RefusedError`` if too long."""
    for label in _data(click).get("components", ()):
        component = label.get("component", {})
        if component.get("custom_id") == field:
            return bounded(component.get("value", ""))
    return ""


def check_options(click: Click) -> None:
    """Raise ``RefusedError`` for an option out of bounds: discord.py doesn't look again."""
    command = click.command
    known = command.parameters if isinstance(command, app_commands.Command) else ()
    asked = {parameter.display_name: parameter for parameter in known}
    for name, value in _options(_data(click).get("options", ())):
        if isinstance(value, str):
            bounded(value)
            if name in asked and asked[name].type is discord.AppCommandOptionType.integer:
                raise RefusedError(f"`{name}` is a whole number.")
        elif isinstance(value, int | float):
            _check_number(name, value, asked.get(name))
        if name in asked and asked[name].choices:
            _check_choice(name, value, asked[name])


def _check_number(name: str, value: float, asked: app_commands.Parameter | None) -> None:
    least = asked.min_value if asked and asked.min_value is not None else -LARGEST_NUMBER
    most = asked.max_value if asked and asked.max_value is not None else LARGEST_NUMBER
    if not least <= value <= most:
        raise RefusedError(f"`{name}` is a number from {least:,} to {most:,}.")


def _check_choice(name: str, value: object, asked: app_commands.Parameter) -> None:
    if value not in [choice.value for choice in asked.choices]:
        raise RefusedError(f"Please choose one of the suggestions for `{name}`.")


def _options(options: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, object]]:
    for option in options:
        if "value" in option:
            yield str(option.get("name")), option["value"]
        yield from _options(option.get("options", ()))


def _data(click: Click) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", click.data or {})


def person(click: Click) -> Person:
    """Return the person who asks, under their name on this server."""
    return Person(id=click.user.id, name=name(click.user.display_name))


def someone(chosen: discord.User | discord.Member) -> Person:
    """Return a person who was chosen, under the name they have here; ``RefusedError`` for a bot."""
    if chosen.bot:
        raise RefusedError("Bots don't have results. Please choose a person.")
    return Person(id=chosen.id, name=name(chosen.display_name))


def asker(click: Click, table: TableState) -> Asker:
    """Return the person who asks, and whether they moderate the table's channel or the server."""
    may = click.permissions
    moderator = may.manage_guild or may.administrator or _moderates(click, table.place.channel)
    return Asker(person(click), moderator=moderator)


def guild_of(click: Click) -> int:
    """Return the server's id; all our commands are for servers only."""
    if click.guild_id is None:
        raise RefusedError("This works only on a server.")
    return click.guild_id


def _moderates(click: Click, channel: int) -> bool:
    if channel == click.channel_id:
        return click.permissions.manage_messages
    there = click.guild.get_channel_or_thread(channel) if click.guild else None
    if there is None or not isinstance(click.user, discord.Member):
        return False
    return there.permissions_for(click.user).manage_messages


LONGEST: Final = 100
"""Discord's limit on a custom id, in characters."""

NUMBER: Final = "(0|[1-9][0-9]{0,5})"
"""A number in the words of a control: of at most six digits, and spelt as ``str`` does it."""

_INSTEAD: Final[Mapping[str, str]] = {
    "champions": "`/league champions`",
    "daily": "`/daily play`",
    "fairplay": "`/manage fairplay`",
    "games": "`/help`",
    "k1": "`/table list`",
    "learn": "`/learn`",
    "matches": "`/match list`",
    "night": "the newest message of the night",
    "privacy": "`/me privacy`",
    "profile": "`/league profile`",
    "puzzle": "`/puzzle`",
    "quiet": "`/me quiet-hours`",
    "rules": "`/rules`",
    "settings": "`/settings`",
    "standings": "`/league standings`",
    "which": "`/table list`",
}
"""What replaces the buttons of a page, by the first word of their custom ids.

Pages stay here when they are taken away, such as ``rules``: their messages are still there.
"""

_ADDRESS: Final = re.compile(r"k1:([0-9a-f]{10}):([a-z]{1,8})(?::(.*))?", re.DOTALL)
_HAND: Final = re.compile(
    f"{NUMBER}:{NUMBER}:{NUMBER}:([afnAFN])(?:=([a-z]{{1,8}}))?(?::(.*))?", re.DOTALL
)


class Address(NamedTuple):
    """A control of a table: ``k1:<table>:<verb>``, with ``:<words>`` where the verb needs any."""

    table: str
    verb: str
    words: str = ""

    def __str__(self) -> str:
        """Return the custom id; ``ValueError`` if it would be too long for Discord."""
        text = f"k1:{self.table}:{self.verb}" + (f":{self.words}" if self.words else "")
        if len(text) > LONGEST:
            raise ValueError(f"a custom id of {len(text)} characters is too long")
        return text


class HandAddress(NamedTuple):
    """The words of a control in a private hand.

    ``ordinal`` keeps controls apart. ``kind`` is ``a`` for an action, ``f`` for a focus, ``n`` for
    neither or a menu, whose value brings kind and words; a capital letter if ``hinted``.
    ``lasting`` is the screen's lasting word, as in ``a=suit``.
    """

    seat: Seat
    revision: int
    ordinal: int
    kind: str
    words: str = ""
    lasting: str = ""
    hinted: bool = False

    @property
    def focus(self) -> str:
        """The focus that the screen is asked for after this click, unless it is outdated."""
        return with_lasting(self.lasting, self.words if self.kind == "f" else "")

    def __str__(self) -> str:
        """Return the words of an :class:`Address`."""
        lasting = f"={self.lasting}" if self.lasting else ""
        kind = self.kind.upper() if self.hinted else self.kind
        text = f"{self.seat}:{self.revision}:{self.ordinal}:{kind}{lasting}"
        return f"{text}:{self.words}" if self.words else text


def too_old(page: str) -> RefusedError:
    """Return the refusal of a button that nothing answers any more: it says what replaces it."""
    instead = _INSTEAD.get(page, "`/help`")
    return RefusedError(f"This button is too old to work. Please use {instead} instead.")


def read_address(custom_id: str) -> Address:
    """Read a custom id, so that ``read_address(str(x)) == x``; else ``RefusedError``."""
    found = _ADDRESS.fullmatch(custom_id) if len(custom_id) <= LONGEST else None
    if found is None:
        raise too_old(custom_id.partition(":")[0])
    return Address(found[1], found[2], found[3] or "")


def read_hand_address(words: str, chosen: str | None = None) -> HandAddress:
    """Read the words of a hand's control and a menu's chosen value; else ``RefusedError``."""
    found = _HAND.fullmatch(words)
    if found is None:
        raise RefusedError("This button is broken. Please open your hand again with **My hand**.")
    kind, lasting, rest = found[4].lower(), found[5] or "", found[6] or ""
    hinted = found[4].isupper()
    if chosen is not None:
        kind, _, rest = chosen.partition(":")
        if kind not in ("a", "f"):
            raise RefusedError("This menu is broken. Please open your hand again with **My hand**.")
    return HandAddress(int(found[1]), int(found[2]), int(found[3]), kind, rest, lasting, hinted)


Written: TypeAlias = Callable[[HandAddress], str]


def controls(
    rows: Iterable[shown.Row], lasting: str, written: Written, seat: Seat, revision: int
) -> tuple[Row | Menu, ...]:
    """Return the rows of a screen; ``lasting`` is its lasting word."""
    writer = _Writer(lasting, written, seat, revision)
    return tuple(writer.row(row) for row in rows)


class _Writer:
    def __init__(self, lasting: str, written: Written, seat: Seat, revision: int) -> None:
        self._lasting = lasting
        self._written = written
        self._seat = seat
        self._revision = revision
        self._ordinal = 0

    def row(self, row: shown.Row) -> Row | Menu:
        if isinstance(row, shown.Menu):
            choices = tuple(
                Choice(
                    *(item.label, ":".join(_kind_and_words(item.does)), item.description),
                    emoji=item.emoji,
                )
                for item in row.items
            )
            return Menu(self._address("n"), row.placeholder, choices)
        return tuple(self._button(button) for button in row)

    def _button(self, button: shown.Button) -> Button:
        shown = button.emoji, button.beside
        if button.does is None:
            return Button(button.label, self._address("n"), button.style, True, *shown)
        lasting = button.does.lasting if isinstance(button.does, Focus) else None
        address = self._address(*_kind_and_words(button.does), lasting=lasting)
        return Button(button.label, address, button.style, False, *shown)

    def _address(self, kind: str, words: str = "", *, lasting: str | None = None) -> str:
        kept = self._lasting if lasting is None else lasting
        address = HandAddress(self._seat, self._revision, self._ordinal, kind, words, kept)
        self._ordinal += 1
        return self._written(address)


def _kind_and_words(does: Act | Focus) -> tuple[str, str]:
    if isinstance(does, Focus):
        return "f", does.focus
    return "a", f"{does.action}{AND}{does.then}" if does.then else does.action
