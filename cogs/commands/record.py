"""``/record`` and ``/verify``: the file of a finished match, and the proof that it was fair."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.face.markdown import escape
from bot.game.contract import AnyGame
from bot.game.night_record import NightRecord
from bot.game.record import RecordError
from bot.game.replay import check_record
from bot.tables.core.errors import RefusedError
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.completion import offered
from cogs.arguments.files import text_of
from cogs.arguments.matches import finished_table, suggest_matches
from cogs.layouts.cutting import own_word
from cogs.layouts.fairness import WITHOUT_ME
from cogs.services import Services
from cogs.surface.records import found_night, found_own_cut, found_record, show_record

__all__ = ["LARGEST_FILE", "LONGEST_LINE", "Records"]

LARGEST_FILE: Final = 256 * 1024
"""Bytes that a file to be verified may have."""

LONGEST_LINE: Final = 1000
"""Characters of a line in it: the order of a whole deck, scripted, takes up to 800."""

_EXTRAS: Final = {"group": "Rules and fairness", "costly": True, "slow": True}
_QUOTED: Final = 500
"""Characters of a fault in a file, which may quote it."""

_OF_A_BOARD: Final = "“Fairness” at a table of this board showed the same during the match"

_TYPED: Final = 40
"""Characters of a name or a word in it."""


class Records(commands.Cog):
    """The records of finished matches."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras=_EXTRAS)
    @app_commands.describe(match="Which match. Leave it out for the newest one.")
    async def record(self, click: Click, match: str | None = None) -> None:
        """Get the record of a finished match as a file, with every card and every move."""
        table = await finished_table(self._services, click, match)
        await show_record(self._services, click, table)

    @app_commands.command(extras=_EXTRAS)
    @app_commands.describe(
        match="A finished match on this server. Leave both out for the newest one.",
        file="Or the record of any match, as a file.",
    )
    async def verify(
        self, click: Click, match: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        """Prove that a match was dealt and scored correctly."""
        if match is not None and file is not None:
            raise RefusedError("Please choose a match or attach a file, not both.")
        if file is not None:
            text = await text_of(self._services.fetch, file, "record", LARGEST_FILE)
            proved = await self._check(click, text)
        else:
            table = await finished_table(self._services, click, match)
            where = _OF_A_BOARD if table.board is not None else ""
            text = str(await found_record(self._services, table))
            proved = await self._check(click, text, where)
            own = await found_own_cut(self._services, table, click.user.id)
            proved += own_word(own) if own else ""
        await say(click, f"{proved}\n-# {WITHOUT_ME}")

    @record.autocomplete("match")
    @verify.autocomplete("match")
    async def suggest_match(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's matches."""
        return await offered(typed, suggest_matches(self._services, click))

    async def _check(self, click: Click, text: str, where: str = "") -> str:
        """Return what could be proved, or refuse with the fault that was found."""
        night = await found_night(self._services, click.guild_id, text)
        check = partial(_proof, text, self._services.games, where, night)
        try:
            proved = await self._services.heavy.do(click, check)
        except RecordError as error:
            # It may quote the file, which anybody may have written.
            raise RefusedError(f"**Not proved.** {escape(str(error), _QUOTED)}") from None
        heading, _, rest = proved.partition("\n")
        return f"**{heading}**\n{rest}"


def _proof(text: str, games: Mapping[str, AnyGame], where: str, night: NightRecord | None) -> str:
    """Check a record, once no line of it is longer than any line has to be."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise RecordError(f"A line has at most {LONGEST_LINE:,} characters.", number)
    return check_record(text, games, lambda typed: escape(typed, _TYPED), where, night)
