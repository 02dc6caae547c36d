"""A message as a value: what it shows, what can be clicked, and how much Discord lets it hold.

Pages are made in any thread and compared with ``==``. :class:`PageView` turns them into components
(https://docs.discord.com/developers/components), without discord.py's items (decision 25).
"""

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import ComponentType

from bot.face.emoji import SUIT_OF_SIGN, SUITS
from bot.face.face import Style
from bot.face.markdown import shorten

CONTENT_LIMIT: Final = 2000
"""Characters in the plain text of a message."""

TEXT_LIMIT: Final = 4000
"""Characters in all texts of a message of components together."""

LABEL: Final = 80

MENU_LINES: Final = 25
MENU_LINE: Final = 100
"""Lines of a menu; characters of one, of its value, and of what is said below it."""

PLACEHOLDER: Final = 150
"""Characters in a menu of which nothing is chosen."""

ALT: Final = 1024
"""Characters in the description of a picture."""

SUGGESTIONS: Final = 25
SUGGESTION: Final = 100
"""Suggestions while someone types; characters of one, and of its value."""

EVENT_PLACE: Final = 100
"""Characters that say where an event in a server's calendar is."""

_ROOM_FOR_THE_REST: Final = 20


def pieces(text: str, room: int = TEXT_LIMIT) -> list[str]:
    """Return a text in pieces of at most ``room`` characters, broken between lines if possible."""
    found = [""]
    for line in text.splitlines(keepends=True):
        for part in _parts(line, room):
            if len(found[-1]) + len(part) > room:
                found.append("")
            found[-1] += part
    return [piece for piece in found if piece.strip()]


def fitted_lines(lines: Iterable[str]) -> str:
    """Join as many whole lines as have room, and say how many had none."""
    every = list(lines)
    if len("\n".join(every)) <= TEXT_LIMIT:
        return "\n".join(every)
    used = accumulate(len(line) + 1 for line in every)
    kept = sum(each <= TEXT_LIMIT - _ROOM_FOR_THE_REST for each in used)
    return "\n".join([*every[:kept], f"… and {len(every) - kept} more."])


def _parts(line: str, room: int) -> list[str]:
    found = []
    while len(line) > room:
        at = line.rfind(" ", 0, room) + 1 or room
        found.append(line[:at])
        line = line[at:]
    return [*found, line]


logger = logging.getLogger(__name__)

_ELLIPSIS: Final = "…"
_REST: Final = " The rest doesn't fit in a message."


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown, with names escaped. ``elastic``: may lose its end where there is no room."""

    text: str
    elastic: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line between two parts."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent along."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, with its description for those who do not see it (at most 1,024 characters)."""

    upload: Upload
    alt: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture that the message has already: a client draws a new one from nothing."""

    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Gallery:
    """Up to ten pictures side by side, each of which opens when it is pressed."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Attached:
    """A file to download."""

    upload: Upload


class Button(NamedTuple):
    """A button; ``id`` is its custom id; with our ``emoji``, its label is ``beside``."""

    label: str
    id: str
    style: Style = Style.PLAIN
    disabled: bool = False
    emoji: str = ""
    beside: str = ""


class Link(NamedTuple):
    """A button that opens an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of up to 25 lines, disabled if there are none; ``id`` is its custom id."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A menu of the server's channels, of which up to ``most`` can be chosen, or none."""

    id: str
    placeholder: str
    kinds: tuple[int, ...]
    """Discord's numbers of the kinds of channels that are offered."""
    chosen: tuple[int, ...] = ()
    most: int = 1


Row: TypeAlias = tuple[Button | Link, ...]

Part: TypeAlias = Text | Line | Picture | Kept | Gallery | Attached | Row | Menu | ChannelMenu


@dataclass(frozen=True, slots=True)
class Page:
    """A message, and the users whom it may mention so that they notice."""

    parts: tuple[Part, ...]
    mentions: tuple[int, ...] = ()
    colour: int | None = None

    @property
    def uploads(self) -> tuple[Upload, ...]:
        """The files sent along."""
        return tuple(upload for part in self.parts for upload in _uploads(part))

    def plus(self, *parts: Part) -> "Page":
        """Return the page with these parts below."""
        return replace(self, parts=fitted((*self.parts, *parts)))

    @property
    def keeps_files(self) -> bool:
        """Whether it shows what is on the message already."""
        return any(isinstance(part, Kept) for part in self.parts)


def fitted(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts that are not empty, elastic texts cut from the last on until all fit."""
    kept = [part for part in parts if (part.text if isinstance(part, Text) else part != ())]
    surplus = sum(len(part.text) for part in kept if isinstance(part, Text)) - TEXT_LIMIT
    for at in range(len(kept) - 1, -1, -1):
        part = kept[at]
        if surplus > 0 and isinstance(part, Text) and part.elastic:
            shorter = _cut(part.text, max(len(part.text) - surplus, 1))
            surplus -= len(part.text) - len(shorter)
            kept[at] = replace(part, text=shorter)
    return tuple(kept)


def within_limits(parts: Sequence[Part]) -> Sequence[Part]:
    """Return the parts; with too much text, the longest one is cut, and an error logged."""
    found = list(parts)
    while (surplus := sum(map(_length, found)) - TEXT_LIMIT) > 0:
        at = max(range(len(found)), key=lambda at: _length(found[at]))
        text = found[at]
        assert isinstance(text, Text)  # noqa: S101 - nothing else has a length
        room = max(len(text.text) - surplus - len(_REST), 2)
        found[at] = replace(text, text=_cut(text.text, room) + _REST)
        logger.error("a message has %d characters more than Discord takes", surplus)
    return found


Emojis: TypeAlias = Mapping[str, Mapping[str, str]]
"""What Discord is sent of each emoji that it has of ours, by the name that we know it under."""

NO_EMOJIS: Final[Emojis] = MappingProxyType({})

_SUIT: Final = re.compile(rf"(?<=[0-9AJQK])[{''.join(SUIT_OF_SIGN)}]")
"""Behind a rank: a name may have such a sign, too."""

_JOINED: Final = "\N{WORD JOINER}<:{name}:{id}>"
"""So that no line ends between rank and suit."""


def _with_suits(parts: Sequence[Part], emojis: Emojis) -> Sequence[Part]:
    """Return the parts with suits as emojis in their texts, if they are known and there is room."""
    if not SUITS.keys() <= emojis.keys():
        return parts

    sign = partial(_SUIT.sub, lambda found: _JOINED.format(**emojis[SUIT_OF_SIGN[found[0]]]))
    signed = [
        replace(part, text=sign(part.text)) if isinstance(part, Text) else part for part in parts
    ]
    return signed if sum(map(_length, signed)) <= TEXT_LIMIT else parts


def _length(part: Part) -> int:
    return len(part.text) if isinstance(part, Text) else 0


def _uploads(part: Part) -> tuple[Upload, ...]:
    if isinstance(part, Gallery):
        return tuple(picture.upload for picture in part.pictures)
    return (part.upload,) if isinstance(part, Picture | Attached) else ()


def _cut(text: str, room: int) -> str:
    head = text[: room - len(_ELLIPSIS) - 1]
    return f"{head.rpartition(chr(10))[0] or head}\n{_ELLIPSIS}"[:room]


_Component: TypeAlias = dict[str, Any]

_STYLES: Final[Mapping[Style, int]] = {
    Style.PLAIN: discord.ButtonStyle.secondary.value,
    Style.MAIN: discord.ButtonStyle.primary.value,
    Style.GOOD: discord.ButtonStyle.success.value,
    Style.DANGER: discord.ButtonStyle.danger.value,
}
_LINK: Final[int] = discord.ButtonStyle.link.value
_CONTAINER: Final[int] = ComponentType.container.value
_ROW: Final[int] = ComponentType.action_row.value
_BUTTON: Final[int] = ComponentType.button.value
_MENU: Final[int] = ComponentType.select.value
_CHANNELS: Final[int] = ComponentType.channel_select.value
_TEXT: Final[int] = ComponentType.text_display.value
_LINE: Final[int] = ComponentType.separator.value
_GALLERY: Final[int] = ComponentType.media_gallery.value
_FILE: Final[int] = ComponentType.file.value


class PageView(discord.ui.LayoutView):
    """A page as discord.py sends it; stopped, so that the library keeps nothing of it."""

    def __init__(self, page: Page, emojis: Emojis = NO_EMOJIS) -> None:
        super().__init__(timeout=None)
        self._container: _Component = {
            "type": _CONTAINER,
            "components": [
                _component(part, emojis) for part in _with_suits(within_limits(page.parts), emojis)
            ],
        }
        if page.colour is not None:
            self._container["accent_color"] = page.colour
        self.stop()

    def to_components(self) -> list[_Component]:
        """Return what Discord is sent."""
        return [self._container]

    def has_components_v2(self) -> bool:
        """Say that these are components of version 2."""
        return True


def _component(part: Part, emojis: Emojis) -> _Component:
    match part:
        case Text():
            return {"type": _TEXT, "content": part.text}
        case Line():
            return {"type": _LINE}
        case Picture() | Kept() | Gallery():
            pictures = part.pictures if isinstance(part, Gallery) else (part,)
            return {"type": _GALLERY, "items": [_media(picture) for picture in pictures]}
        case Attached():
            return {"type": _FILE, "file": _attachment(part.upload.name)}
        case Menu() | ChannelMenu():
            menu = _menu(part, emojis) if isinstance(part, Menu) else _channels(part)
            return {"type": _ROW, "components": [menu]}
        case _:
            return {"type": _ROW, "components": [_button(button, emojis) for button in part]}


def _media(picture: Picture | Kept) -> _Component:
    name = picture.name if isinstance(picture, Kept) else picture.upload.name
    return {"media": _attachment(name), "description": shorten(picture.alt, ALT)}


def _attachment(name: str) -> _Component:
    return {"url": f"attachment://{name}"}


def _button(part: Button | Link, emojis: Emojis) -> _Component:
    label = shorten(part.label, LABEL)
    if isinstance(part, Link):
        return {"type": _BUTTON, "style": _LINK, "label": label, "url": part.url}
    if part.emoji in emojis:
        label = shorten(part.beside, LABEL)
    return {
        "type": _BUTTON,
        "style": _STYLES[part.style],
        "custom_id": part.id,
        "disabled": part.disabled,
        **({"emoji": emojis[part.emoji]} if part.emoji in emojis else {}),
        **({"label": label} if label else {}),
    }


def _menu(part: Menu, emojis: Emojis) -> _Component:
    lines = part.choices[:MENU_LINES] or (Choice("-", "-"),)
    return {
        "type": _MENU,
        "custom_id": part.id,
        "placeholder": shorten(part.placeholder, PLACEHOLDER),
        "options": [_line(choice, emojis) for choice in lines],
        "disabled": not part.choices,
    }


def _channels(part: ChannelMenu) -> _Component:
    return {
        "type": _CHANNELS,
        "custom_id": part.id,
        "placeholder": shorten(part.placeholder, PLACEHOLDER),
        "channel_types": list(part.kinds),
        "min_values": 0,
        "max_values": part.most,
        "default_values": [{"id": str(channel), "type": "channel"} for channel in part.chosen],
    }


def _line(choice: Choice, emojis: Emojis) -> _Component:
    line: _Component = {"label": shorten(choice.label, MENU_LINE), "value": choice.value}
    if choice.description:
        line["description"] = shorten(choice.description, MENU_LINE)
    if choice.chosen:
        line["default"] = True
    if choice.emoji in emojis:
        line["emoji"] = emojis[choice.emoji]
    return line
