"""A bot that only answers clicks, to measure what discord.py and the sockets cost.

Its private message is as large as a hand of Kapow!: a text and three rows of four buttons, and, if
it ``draws``, another picture for each click, by plain Pillow in a thread.
"""

import asyncio
import gc
import io
import os
import re
from typing import Any, Final

import discord
from discord import app_commands

from bot.face.face import Scene
from bot.games.faces import face_of
from bot.games.kapow.rules.game import KAPOW
from lab.bench.pictures import PlainCanvas, scenes

PYTHONS_OWN: Final = (700, 10, 10)
"""The thresholds with which Python starts."""


class Tile(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"b:(?P<number>\d+)"):
    """A button that counts one up."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(discord.ui.Button(label=str(number), custom_id=f"b:{number}"))

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        _item: discord.ui.Item[Any],
        found: re.Match[str],
        /,
    ) -> "Tile":
        return cls(int(found["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client = interaction.client
        assert isinstance(client, BareBot)
        file = await asyncio.to_thread(_drawn, next(client.scenes)) if client.scenes else None
        await interaction.response.edit_message(
            view=_hand(self.number + 1, file), attachments=[file] if file else []
        )


class BareBot(discord.Client):
    """A client with one command, ``/hand``."""

    def __init__(self, *, draws: bool = False) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.scenes = scenes(KAPOW, 2, own=True) if draws else None
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Tile)
        self.tree.add_command(app_commands.Command(name="hand", description="-", callback=_open))
        await self.tree.sync()


async def _open(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=_hand(1), ephemeral=True)


def _drawn(scene: Scene[Any]) -> discord.File:
    drawn = face_of(KAPOW).drawn(scene, PlainCanvas)
    return discord.File(io.BytesIO(drawn.png()), "hand.png")


def _hand(first: int, file: discord.File | None = None) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    rows: list[discord.ui.ActionRow[Any]] = [
        discord.ui.ActionRow(*(Tile(first + 4 * row + place) for place in range(4)))
        for row in range(3)
    ]
    shown = [discord.ui.MediaGallery[Any](discord.MediaGalleryItem(file))] if file else []
    view.add_item(discord.ui.Container(*shown, discord.ui.TextDisplay(f"**{first}**"), *rows))
    view.stop()
    return view


def run(*, draws: bool = False) -> int:
    """Run until it is killed, with Python's own garbage collection, not that of :mod:`bot`."""
    gc.set_threshold(*PYTHONS_OWN)
    BareBot(draws=draws).run(os.environ["DISCORD_TOKEN"], log_handler=None)
    return 0
