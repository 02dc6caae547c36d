"""The record of a finished match, from a button."""

from collections.abc import Mapping
from typing import Final

from cogs.arguments.matches import finished_table
from cogs.buttons.verb import Press, Verb
from cogs.surface.records import show_record

__all__ = ["VERBS"]


async def _record(press: Press) -> None:
    """Show the record, if the match is one of this server's finished ones."""
    table = await finished_table(press.services, press.click, press.state.id)
    await show_record(press.services, press.click, table)


VERBS: Final[Mapping[str, Verb]] = {
    "record": Verb(_record, costly=True, thinking=True, looks_back=True, tells_cards=True),
}
