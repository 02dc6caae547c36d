"""Records of finished matches, as files."""

from bot.game.record import NightTable, Record
from bot.tables.core.record import OwnCut, own_cut, record_of
from bot.tables.core.state import TableState
from bot.tables.nights.cutting import own_word
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.layouts.fairness import proof_page
from cogs.services import Services

__all__ = ["found_own_cut", "found_record", "show_record"]


async def found_record(services: Services, table: TableState) -> Record:
    """Return the record of a match, which must be finished: it reveals the secret."""
    return record_of(table, await services.store.load(table.id))


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
