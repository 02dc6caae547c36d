"""Records of finished matches, as files."""

import re
from typing import Final

from bot.game.night_record import NightRecord
from bot.game.record import NightTable, Record
from bot.tables.core.record import OwnCut, own_cut, record_of
from bot.tables.core.state import TableState
from bot.tables.nights.cutting import own_word
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.layouts.fairness import proof_page
from cogs.services import Services

__all__ = ["found_night", "found_own_cut", "found_record", "show_record"]

_OF_A_NIGHT: Final = re.compile(r"^night: (\S{1,40}) round ", re.MULTILINE)


async def found_record(services: Services, table: TableState) -> Record:
    """Return the record of a match, which must be finished: it reveals the secret."""
    return record_of(table, await services.store.load(table.id))


async def found_night(services: Services, guild: int | None, record: str) -> NightRecord | None:
    """Return what proves a match of a night of a server, from the match's record.

    None for any other match, and as long as anyone plays at the night.
    """
    named = _OF_A_NIGHT.search(record)
    stored = await services.nights.nights.load(named[1]) if named is not None else None
    if stored is None or stored.plan.guild != guild:
        return None
    return services.nights.record(stored)


async def found_own_cut(services: Services, table: TableState, user: int) -> OwnCut | None:
    """Return the word with which somebody cut the deck of a finished match; None if with none."""
    if table.night is None:
        return own_cut(table, await services.store.load(table.id), user)
    night = await services.nights.nights.load(NightTable.read(table.night).night)
    return None if night is None else own_word(night, user)


async def show_record(services: Services, click: Click, table: TableState) -> None:
    """Answer with the secret, the cuts and the record of a finished match, in private."""
    record = await found_record(services, table)
    await sending.answer(click, proof_page(table, str(record).encode()))
