"""Pages on their way to Discord."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord.utils import MISSING

from cogs import replies
from cogs.clicked import on_private
from cogs.layouts.control import control
from cogs.layouts.page import Attached, Line, Menu, Page, Part, Picture, Text
from cogs.services import Click

__all__ = ["amend", "answer", "edit", "post", "private", "update"]

_Item: TypeAlias = discord.ui.Item[Any]


async def post(channel: discord.abc.Messageable, page: Page, nonce: str) -> discord.Message:
    """Post a page in a channel; raises ``discord.HTTPException``.

    Posts with the same ``nonce`` (up to 25 characters) within some minutes are one message.
    """
    return await channel.send(
        view=_layout(page), files=_files(page), allowed_mentions=_mentions(page), nonce=nonce
    )


async def edit(message: discord.Message | discord.PartialMessage, page: Page) -> None:
    """Replace a message of ours by a page; raises ``discord.HTTPException``."""
    await message.edit(
        view=_layout(page), attachments=_files(page), allowed_mentions=_mentions(page)
    )


async def private(click: Click, page: Page) -> None:
    """Show a page to the person alone: in the private message clicked on, else in a new one."""
    if on_private(click):
        await update(click, page)
    else:
        await answer(click, page)


async def answer(click: Click, page: Page) -> None:
    """Answer with a private message of its own."""
    await replies.reply(
        click, lambda: {"view": _layout(page), "files": _files(page), "ephemeral": True}
    )


async def update(click: Click, page: Page) -> None:
    """Answer by changing the message clicked on."""
    await replies.update(click, lambda: _changes(page))


async def amend(click: Click, page: Page) -> None:
    """Change what this click was answered with, later."""
    await replies.amend(click, lambda: _changes(page))


def _changes(page: Page) -> Mapping[str, Any]:
    """Return what changes a private message into a page."""
    return {"view": _layout(page), "attachments": _attached(page)}


def _layout(page: Page) -> discord.ui.LayoutView:
    """Make the view of a page, already stopped: so the library keeps nothing of it.

    A view that it keeps would unregister our controls for everybody when it times out or is
    replaced, and hold its buttons in memory (see ``docs/decisions``).
    """
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(
        discord.ui.Container(*(_item(part) for part in page.parts), accent_colour=page.colour)
    )
    view.stop()
    return view


def _item(part: Part) -> _Item:
    match part:
        case Text(text=text):
            return discord.ui.TextDisplay(text)
        case Line():
            return discord.ui.Separator()
        case Picture(upload=upload, alt=alt):
            media = discord.MediaGalleryItem(f"attachment://{upload.name}", description=alt)
            return discord.ui.MediaGallery(media)
        case Attached(upload=upload):
            return discord.ui.File(f"attachment://{upload.name}")
        case Menu():
            return discord.ui.ActionRow(control(part))
        case _:
            return discord.ui.ActionRow(*(control(button) for button in part))


def _files(page: Page) -> list[discord.File]:
    return [discord.File(BytesIO(upload.content), upload.name) for upload in page.uploads]


def _attached(page: Page) -> list[discord.File]:
    """Return the files of a changed private message; where there are none, none are sent."""
    return _files(page) or MISSING


def _mentions(page: Page) -> discord.AllowedMentions:
    """Allow the mentions that are meant, and none that a name might smuggle in."""
    users = [discord.Object(user) for user in page.mentions]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=users or False
    )
