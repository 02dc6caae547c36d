"""``/me quiet-hours``: the night in which a person's turns of slow matches rest."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from discord import app_commands

from bot.face.markdown import counted
from bot.tables.command import RefusedError
from bot.tables.quiet_hours import LONGEST_NIGHT, QuietHours
from cogs.core.answers import answer
from cogs.core.arguments import Suggestion, offered
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click
from cogs.core.page import Button, Page, Text, fitted
from cogs.core.work import in_thread

COLOUR: Final = 0x3B4A7A

_WHAT: Final = (
    "At night, your turn with a slow clock rests: once, for up to "
    f"{counted(LONGEST_NIGHT, 'hour')}, without reminders. Nobody learns your zone."
)

_NONE: Final = "You have no quiet hours. Choose them with `/me quiet-hours`."

_NOWHERE: Final = frozenset({"Factory", "localtime", "posixrules"})
"""Files among the system's zones that are no zone, or that of the machine."""

_BEGINS: Final = 23

_ENDS: Final = 7
"""The night of a person who chooses only their time zone."""


class QuietHoursPage(Feature):
    """A person's quiet hours; all answers are private."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the one that switches them off."""
        yield PageButton("quiet", "off", self.switch_off, Cost.OWN)

    @app_commands.command(name="quiet-hours", extras={"group": "me", "costly": True})
    @app_commands.describe(
        zone="Your time zone. Leave it out to keep yours.",
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
        store, user = self._services.storage.quiet_hours, click.user.id
        chosen, notice = (await store.of([user])).get(user), ""
        if (zone, begins, ends) != (None, None, None):
            chosen, notice = await self._changed(chosen, zone, begins, ends), "**Changed.**"
            await store.choose(user, chosen)
        await answer(click, quiet_hours_page(chosen, self._services.time.now(), notice))

    @quiet_hours.autocomplete("zone")
    async def suggest_zone(self, _click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest time zones by name or place."""
        return await offered(typed, in_thread(self._services.executor, suggested_zones, typed))

    async def switch_off(self, click: Click, _: re.Match[str]) -> None:
        """Switch a person's quiet hours off."""
        await self._services.storage.quiet_hours.choose(click.user.id, None)
        page = quiet_hours_page(None, self._services.time.now(), "**Switched off.**")
        await answer(click, page, in_place=True)

    async def _changed(
        self, before: QuietHours | None, zone: str | None, begins: int | None, ends: int | None
    ) -> QuietHours:
        if zone is not None:
            zone = await in_thread(self._services.executor, named_zone, zone)
        elif before is None:
            raise RefusedError("Please choose your time zone too.")
        usual = before or QuietHours("UTC", _BEGINS, _ENDS)
        try:
            return QuietHours(
                zone or usual.zone,
                usual.begins if begins is None else begins,
                usual.ends if ends is None else ends,
            )
        except ValueError:
            raise RefusedError(
                f"A night has up to {counted(LONGEST_NIGHT, 'hour')}. Please choose other hours."
            ) from None


def quiet_hours_page(chosen: QuietHours | None, now: int, notice: str = "") -> Page:
    """Return the page, under a notice if there is any. ``now`` is in milliseconds since 1970."""
    parts = (
        Text("## Quiet hours"),
        Text(notice),
        Text(_NONE if chosen is None else _words(chosen, now)),
        Text(_WHAT),
        () if chosen is None else (Button("Switch off", "quiet:off"),),
    )
    return Page(fitted(parts), colour=COLOUR)


def _words(chosen: QuietHours, now: int) -> str:
    """Say which night it is, and what time it is there: so a wrong zone is noticed."""
    there = chosen.there(now)
    time = f" It's {there.hour}:{there:%M} there now." if there else ""
    return f"**{chosen.begins}:00 to {chosen.ends}:00**, {chosen.zone}.{time}"


def named_zone(typed: str) -> str:
    """Return a zone's name; ``RefusedError``. It first reads a folder, so run it in a thread."""
    name = _zones().get(_plain(typed))
    if name is None:
        raise RefusedError("I don't know that time zone. Please choose one from the list.")
    return name


def suggested_zones(typed: str) -> Sequence[Suggestion]:
    """Return all zones, best matches first; it reads a folder, so run it in a thread."""
    begun = _plain(typed)
    zones = sorted(_zones().items(), key=lambda zone: not _place(zone[0]).startswith(begun))
    return [Suggestion(name.replace("_", " "), name) for _, name in zones]


@cache
def _zones() -> Mapping[str, str]:
    return {_plain(name): name for name in sorted(available_timezones() - _NOWHERE)}


def _plain(name: str) -> str:
    return name.strip().replace(" ", "_").casefold()


def _place(plain: str) -> str:
    return plain.rpartition("/")[2]
