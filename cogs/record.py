"""``/match record`` and ``/match verify``: a finished match's file, and the proof it was fair."""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.face.markdown import escape
from bot.game.contract import AnyGame
from bot.game.record import NightTable, Record
from bot.game.record_lines import RecordError
from bot.game.replay import check_record
from bot.game.verdict import NightRecord
from bot.night.tables import own_word as night_word
from bot.tables.command import RefusedError
from bot.tables.history import OwnCut, own_cut, record_of
from bot.tables.state import TableState
from cogs.core.answers import answer
from cogs.core.arguments import text_of
from cogs.core.buttons import Cost, Feature, Press, TableButton
from cogs.core.click import Click
from cogs.core.finished import finished_table, offer_matches
from cogs.play.fairness import WITHOUT_ME, own_word, proof_page
from cogs.services import Services

_OF_A_NIGHT: Final = re.compile(r"^night: (\S{1,40}) round ", re.MULTILINE)

LARGEST_FILE: Final = 256 * 1024
"""Bytes that a file to be verified may have."""

LONGEST_LINE: Final = 1000
"""Characters of a line in it: the order of a whole deck, scripted, takes up to 800."""

_EXTRAS: Final = {"group": "match", "costly": True, "slow": True}
_QUOTED: Final = 500
"""Characters of a fault in a file, which may quote it."""

_OF_A_BOARD: Final = "“Fairness” at a table of this board showed the same during the match"

_TYPED: Final = 40


class Records(Feature):
    """The records of finished matches."""

    def buttons(self) -> Iterable[TableButton]:
        """Yield the one below finished matches."""
        yield TableButton(
            *("record", self.press),
            cost=Cost.COSTLY,
            thinking=True,
            looks_back=True,
            tells_cards=True,
        )

    @app_commands.command(extras=_EXTRAS)
    @app_commands.autocomplete(match=offer_matches)
    @app_commands.describe(match="Which match. Leave it out for the newest one.")
    async def record(self, click: Click, match: str | None = None) -> None:
        """Get the record of a finished match as a file."""
        await self._show(click, await finished_table(self._services, click, match))

    async def press(self, press: Press) -> None:
        """Show the record, if the match is one of this server's finished ones."""
        await self._show(
            press.click, await finished_table(self._services, press.click, press.state.id)
        )

    @app_commands.command(extras=_EXTRAS)
    @app_commands.autocomplete(match=offer_matches)
    @app_commands.describe(
        match="Which match. Leave both out for the newest one.",
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
        await answer(click, f"{proved}\n-# {WITHOUT_ME}")

    async def _show(self, click: Click, table: TableState) -> None:
        record = await found_record(self._services, table)
        await answer(click, proof_page(table, str(record).encode()))

    async def _check(self, click: Click, text: str, where: str = "") -> str:
        night = await found_night(self._services, click.guild_id, text)
        check = partial(_proof, text, self._services.games, where, night)
        try:
            proved = await self._services.heavy.do(click, check)
        except RecordError as error:
            # It may quote the file, which anyone may have written.
            raise RefusedError(f"**Not proved.** {escape(str(error), _QUOTED)}") from None
        heading, _, rest = proved.partition("\n")
        return f"**{heading}**\n{rest}"


async def found_record(services: Services, table: TableState) -> Record:
    """Return the record of a match, which must be finished: it reveals the secret."""
    return record_of(table, await services.storage.store.load(table.id))


async def found_night(services: Services, guild: int | None, record: str) -> NightRecord | None:
    """Return what proves a night's match; None for any other, and while anyone plays at it."""
    named = _OF_A_NIGHT.search(record)
    stored = await services.nights.nights.load(named[1]) if named is not None else None
    if stored is None or stored.plan.guild != guild:
        return None
    return services.nights.record(stored)


async def found_own_cut(services: Services, table: TableState, user: int) -> OwnCut | None:
    """Return the word with which someone cut the deck of a finished match; None if with none."""
    if table.night is None:
        return own_cut(table, await services.storage.store.load(table.id), user)
    night = await services.nights.nights.load(NightTable.read(table.night).night)
    return None if night is None else night_word(night, user)


def _proof(text: str, games: Mapping[str, AnyGame], where: str, night: NightRecord | None) -> str:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise RecordError(f"A line has at most {LONGEST_LINE:,} characters.", number)
    return check_record(text, games, lambda typed: escape(typed, _TYPED), where, night)
