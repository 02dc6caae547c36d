"""``/quiet-hours``: the night in which a person's turns of slow matches rest."""

import asyncio
from collections.abc import Sequence
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.tables.core.errors import RefusedError
from bot.tables.core.quiet_hours import LONGEST_NIGHT, QuietHours
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.arguments.completion import Suggestion, offered
from cogs.arguments.zones import named_zone, suggested_zones
from cogs.layouts.address import too_old
from cogs.layouts.quiet_hours import quiet_hours_page
from cogs.services import Services

__all__ = ["QuietHoursPage"]

_BEGINS: Final = 23
_ENDS: Final = 7
"""The night of a person who chooses only their time zone."""


class QuietHoursPage(commands.Cog):
    """A person's quiet hours; all answers are private."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(name="quiet-hours", extras={"group": "Play", "costly": True})
    @app_commands.describe(
        zone="Your time zone, for your eyes only. Leave it out to keep yours.",
        begins=f"The hour when your night begins. Leave it out for yours, or {_BEGINS}.",
        ends=f"The hour when your night ends. Leave it out for yours, or {_ENDS}.",
    )
    async def quiet_hours(
        self,
        click: Click,
        zone: str | None = None,
        begins: app_commands.Range[int, 0, 23] | None = None,
        ends: app_commands.Range[int, 0, 23] | None = None,
    ) -> None:
        """Choose your night: slow matches wait for your morning."""
        store, user = self._services.quiet_hours, click.user.id
        chosen, notice = (await store.of([user])).get(user), ""
        if (zone, begins, ends) != (None, None, None):
            chosen, notice = await self._changed(chosen, zone, begins, ends), "**Changed.**"
            await store.choose(user, chosen)
        await sending.answer(click, quiet_hours_page(chosen, self._services.time.now(), notice))

    @quiet_hours.autocomplete("zone")
    async def suggest_zone(self, _click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest time zones by name or place."""
        return await offered(typed, self._suggestions(typed))

    async def press(self, click: Click, verb: str) -> None:
        """Switch a person's quiet hours off."""
        if verb != "off":
            raise too_old("quiet")
        self._services.answering.watch(click)
        self._services.limits.take_own(click)
        await self._services.quiet_hours.choose(click.user.id, None)
        page = quiet_hours_page(None, self._services.time.now(), "**Switched off.**")
        await sending.private(click, page)

    async def _suggestions(self, typed: str) -> Sequence[Suggestion]:
        executor = self._services.executor
        return await asyncio.get_running_loop().run_in_executor(executor, suggested_zones, typed)

    async def _zone(self, typed: str) -> str:
        executor = self._services.executor
        return await asyncio.get_running_loop().run_in_executor(executor, named_zone, typed)

    async def _changed(
        self, before: QuietHours | None, zone: str | None, begins: int | None, ends: int | None
    ) -> QuietHours:
        """Return the quiet hours with what was chosen; ``RefusedError`` says why not."""
        if zone is not None:
            zone = await self._zone(zone)
        elif before is None:
            raise RefusedError("Please choose your time zone too.")
        usual = before or QuietHours("Etc/UTC", _BEGINS, _ENDS)
        try:
            return QuietHours(
                zone or usual.zone,
                usual.begins if begins is None else begins,
                usual.ends if ends is None else ends,
            )
        except ValueError:
            raise RefusedError(
                f"A night has 1 to {LONGEST_NIGHT} hours. Please choose other hours."
            ) from None
