"""``/play``: open a table. All but the game and Kai's seats is chosen in the lobby."""

from typing import Any, Final

from discord import AppCommandOptionType, app_commands
from discord.ext import commands

from bot.tables.core.errors import RefusedError
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.fields import Argument, with_arguments
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.commands.opening import open_new
from cogs.services import Services

__all__ = ["Play"]

_KAI_HELP: Final = "How many seats Kai takes. You can add and remove Kai later."


class Play(commands.Cog):
    """Opening a table."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services

    async def cog_load(self) -> None:
        """Add the command; how many seats Kai can have depends on the games."""
        self._bot.tree.add_command(self._command())

    async def cog_unload(self) -> None:
        """Remove it."""
        self._bot.tree.remove_command("play")

    def _command(self) -> app_commands.Command[Any, ..., None]:
        services = self._services

        async def play(click: Click, game: str | None = None, **given: object) -> None:
            seats = given["kai"] or 0
            if not isinstance(seats, int):  # Whatever is sent as this option.
                raise RefusedError("How many seats Kai takes is a whole number.")
            chosen = await pick_game(services, click, game)
            await say(click, await open_new(services, click, chosen, seats))

        most = max(game.seats.stop for game in services.games.values()) - 2
        kai = Argument("kai", AppCommandOptionType.integer, _KAI_HELP, 0, most)
        described = app_commands.describe(game=GAME_HELP)(with_arguments(play, [kai]))
        return app_commands.Command(
            name="play",
            description="Open a table. Others join it with a button.",
            callback=app_commands.choices(game=game_choices(services.games))(described),
            extras={"group": "Play", "costly": True, "slow": True},
        )
