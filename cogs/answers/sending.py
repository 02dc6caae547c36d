"""Pages on their way to Discord."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import discord
from discord.utils import MISSING

from cogs.answers import replies
from cogs.answers.click import Click, on_private
from cogs.layouts.components import PageView
from cogs.layouts.page import Page

__all__ = ["amend", "answer", "edit", "post", "private", "show", "update"]


async def post(channel: discord.abc.Messageable, page: Page, nonce: str) -> discord.Message:
    """Post a page in a channel; raises ``discord.HTTPException``.

    Posts with the same ``nonce`` (up to 25 characters) within some minutes are one message.
    """
    with replies.lost_noticed():
        return await channel.send(
            view=PageView(page), files=_files(page), allowed_mentions=_mentions(page), nonce=nonce
        )


async def edit(message: discord.Message | discord.PartialMessage, page: Page) -> None:
    """Replace a message of ours by a page; raises ``discord.HTTPException``."""
    with replies.lost_noticed():
        await message.edit(
            view=PageView(page), attachments=_files(page), allowed_mentions=_mentions(page)
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
        click, lambda: {"view": PageView(page), "files": _files(page), "ephemeral": True}
    )


async def show(click: Click, page: Page) -> None:
    """Answer with a message that everybody sees; nobody is mentioned."""
    await replies.reply(click, lambda: {"view": PageView(page), "files": _files(page)})


async def update(click: Click, page: Page) -> None:
    """Answer by changing the message clicked on; its files go where the page has none."""
    before = click.message.attachments if click.message is not None else ()
    await replies.update(click, lambda: _changes(page, [] if before else MISSING))


async def amend(click: Click, page: Page) -> None:
    """Change what this click was answered with, later."""
    await replies.amend(click, lambda: _changes(page))


def _changes(page: Page, without: Any = MISSING) -> Mapping[str, Any]:  # noqa: ANN401 - or a list
    """Return what changes a private message into a page.

    ``without`` is what is sent for the files of a page that has none.
    """
    return {"view": PageView(page), "attachments": _files(page) or without}


def _files(page: Page) -> list[discord.File]:
    return [discord.File(BytesIO(upload.content), upload.name) for upload in page.uploads]


def _mentions(page: Page) -> discord.AllowedMentions:
    """Allow the mentions that are meant, and none that a name might smuggle in."""
    users = [discord.Object(user) for user in page.mentions]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=users or False
    )
