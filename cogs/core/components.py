"""A page as Discord's components (version 2): https://docs.discord.com/developers/components.

They are written directly, without discord.py's items: a click should not build a view that nobody
keeps (``docs/decisions/0025``).
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import discord
from discord import ComponentType

from bot.face.face import Style
from bot.face.markdown import shorten
from cogs.core.page import (
    ALT,
    LABEL,
    MENU_LINE,
    MENU_LINES,
    PLACEHOLDER,
    Attached,
    Button,
    ChannelMenu,
    Choice,
    Gallery,
    Line,
    Link,
    Menu,
    Page,
    Part,
    Picture,
    Text,
    within_limits,
)

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


def form(
    title: str,
    control: str,
    field: discord.ui.TextInput[discord.ui.Modal],
    label: str,
    description: str | None = None,
) -> discord.ui.Modal:
    """Return a form with one field; ``control`` is the custom id with which its answer comes."""
    made = discord.ui.Modal(title=title, custom_id=control, timeout=None)
    made.add_item(discord.ui.Label(text=label, description=description, component=field))
    made.stop()  # The library is to keep nothing: the answer finds its way by its custom id.
    return made


class PageView(discord.ui.LayoutView):
    """A page as discord.py sends it. It is stopped, so that the library keeps nothing of it.

    Clicks find their way by their custom ids alone (:mod:`cogs.core.buttons`).
    """

    def __init__(self, page: Page) -> None:
        super().__init__(timeout=None)
        self._container: _Component = {
            "type": _CONTAINER,
            "components": [_component(part) for part in within_limits(page.parts)],
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


def _component(part: Part) -> _Component:
    match part:
        case Text():
            return {"type": _TEXT, "content": part.text}
        case Line():
            return {"type": _LINE}
        case Picture() | Gallery():
            pictures = part.pictures if isinstance(part, Gallery) else (part,)
            return {"type": _GALLERY, "items": [_media(picture) for picture in pictures]}
        case Attached():
            return {"type": _FILE, "file": _attachment(part.upload.name)}
        case Menu() | ChannelMenu():
            menu = _menu(part) if isinstance(part, Menu) else _channels(part)
            return {"type": _ROW, "components": [menu]}
        case _:
            return {"type": _ROW, "components": [_button(button) for button in part]}


def _media(picture: Picture) -> _Component:
    return {"media": _attachment(picture.upload.name), "description": shorten(picture.alt, ALT)}


def _attachment(name: str) -> _Component:
    return {"url": f"attachment://{name}"}


def _button(part: Button | Link) -> _Component:
    label = shorten(part.label, LABEL)
    if isinstance(part, Link):
        return {"type": _BUTTON, "style": _LINK, "label": label, "url": part.url}
    return {
        "type": _BUTTON,
        "style": _STYLES[part.style],
        "label": label,
        "custom_id": part.id,
        "disabled": part.disabled,
    }


def _menu(part: Menu) -> _Component:
    return {
        "type": _MENU,
        "custom_id": part.id,
        "placeholder": shorten(part.placeholder, PLACEHOLDER),
        "options": [_line(choice) for choice in part.choices[:MENU_LINES]],
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


def _line(choice: Choice) -> _Component:
    line: _Component = {"label": shorten(choice.label, MENU_LINE), "value": choice.value}
    if choice.description:
        line["description"] = shorten(choice.description, MENU_LINE)
    if choice.chosen:
        line["default"] = True
    return line
