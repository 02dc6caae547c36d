"""The smallest bot that does what ours does to SimCord: a button, a private answer, an edit."""

import base64
import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.tables.clock import Time


RINGS_AFTER = 0.3
"""Seconds from a click to the edit without one."""

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
)
"""A picture (PNG) of one pixel."""


class CountingBot(discord.Client):
    """``/count`` posts a counter; its button counts, answers in private, and rings later."""

    def __init__(self, time: "Time") -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.time = time
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="count", description="?", callback=_count))
        self.clicks = 0
        self.others = 0
        """Buttons before the one that counts."""
        self.counts = True
        """Whether that one is shown."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    def later(self, message: discord.Message) -> None:
        """Edit the counter without anyone's click, as Kai does."""
        self.ringing = self.loop.create_task(self._ring(message))

    async def _ring(self, message: discord.Message) -> None:
        await self.time.sleep(RINGS_AFTER)
        await message.edit(view=Counter(self, f"clicked {self.clicks}, then rang"))


class Counter(discord.ui.LayoutView):
    def __init__(self, bot: CountingBot, words: str) -> None:
        super().__init__(timeout=None)
        self.bot = bot
        self.add_item(discord.ui.TextDisplay(words))
        self.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://dot.png")))
        row: discord.ui.ActionRow[Counter] = discord.ui.ActionRow()
        # As in a lobby whose options are chosen: buttons move when others come before them.
        for number in range(bot.others):
            row.add_item(discord.ui.Button(label="Other", custom_id=f"other {number}"))
        if bot.counts:
            row.add_item(Count(label="Count", custom_id="count"))
        self.add_item(row)


class Count(discord.ui.Button[Counter]):
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        assert self.view is not None
        assert interaction.message is not None
        bot = self.view.bot
        bot.clicks += 1
        await interaction.response.edit_message(view=Counter(bot, f"clicked {bot.clicks}"))
        await interaction.followup.send(f"only {interaction.user.name} sees this", ephemeral=True)
        bot.later(interaction.message)


async def _count(interaction: discord.Interaction[Any]) -> None:
    picture = discord.File(io.BytesIO(DOT), "dot.png")
    await interaction.response.send_message(
        view=Counter(interaction.client, "clicked 0"), file=picture
    )
