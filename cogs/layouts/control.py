"""Our buttons and menus as discord.py knows them: by the shape of their custom ids alone."""

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import discord

from bot.face.screen import Style
from cogs.address import PATTERN
from cogs.layouts.page import Button, Link, Menu

if TYPE_CHECKING:
    from cogs.services import Click

__all__ = ["Control", "control"]

_Item: TypeAlias = discord.ui.Item[Any]

_STYLES: Final = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
_MOST_LABEL: Final = 80
_MOST_LINE: Final = 100
_MOST_PLACEHOLDER: Final = 150


class Control(discord.ui.DynamicItem[_Item], template=PATTERN):
    """Whatever of ours is clicked, on a message of whatever age, comes here.

    The library's own callbacks would log a fault and leave the person with "interaction failed";
    so nothing happens here: the client handles all clicks and forms in one place.
    """

    @classmethod
    async def from_custom_id(
        cls, _click: discord.Interaction[Any], item: _Item, _match: re.Match[str], /
    ) -> "Control":
        """Wrap the clicked item."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click on."""
        click = cast("Click", interaction)
        await click.client.press(click)


def control(part: Button | Link | Menu) -> _Item:
    """Return the item for a button or a menu."""
    if isinstance(part, Link):
        return discord.ui.Button(label=part.label[:_MOST_LABEL], url=part.url)
    if isinstance(part, Button):
        return Control(_button(part))
    return Control(_menu(part))


def _button(part: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=part.label[:_MOST_LABEL],
        custom_id=part.id,
        style=_STYLES[part.style],
        disabled=part.disabled,
    )


def _menu(part: Menu) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=choice.label[:_MOST_LINE],
            value=choice.value,
            description=choice.description[:_MOST_LINE] or None,
            default=choice.chosen,
        )
        for choice in part.choices
    ]
    return discord.ui.Select(
        custom_id=part.id, placeholder=part.placeholder[:_MOST_PLACEHOLDER], options=options
    )
