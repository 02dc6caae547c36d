"""Make the record of a table's match."""

from collections.abc import Sequence

from bot.game.record import Record, printable
from bot.tables.core import entries as log
from bot.tables.core.sight import signs
from bot.tables.core.state import TableState

__all__ = ["record_of"]


def record_of(table: TableState, entries: Sequence[log.Entry]) -> Record:
    """Return the record of a match from its state and its log. It reveals the secret."""
    actions = tuple((e.seat, e.action) for e in entries if isinstance(e, log.Acted))
    return Record(
        game=table.setup.game,
        secret=table.secret,
        seats=tuple(printable(sign.name) for sign in signs(table)),
        cuts=table.cuts,
        options=tuple(table.setup.options.items()),
        actions=actions,
        outcome=table.game.outcome(table.position),
    )
