"""Make the record of a table's match, and find the word that somebody cut its deck with."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.game.record import NightTable, Record, printable
from bot.tables.core import cutting
from bot.tables.core import entries as log
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.sight import people_names, signs
from bot.tables.core.state import Change, TableState

__all__ = ["OwnCut", "own_cut", "record_of"]


class OwnCut(NamedTuple):
    """The word that a person cut the deck with."""

    word: str
    place: int
    """In the order of the words that were fixed at the start, from 0."""
    of: int
    """How many words there were."""
    after: tuple[Change, ...]
    """What has changed the deal after it, other words too."""


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
        cuts_made=table.cuts_made,
        night=None if table.night is None else NightTable.read(table.night),
    )


def own_cut(table: TableState, entries: Sequence[log.Entry], user: int) -> OwnCut | None:
    """Return a person's word in a match, from its log; None without one, or without an order."""
    seat = next((at for at in table.cuts_made if table.seats[at].user == user), None)
    if seat is None:
        return None
    place = table.cuts_made.index(seat)
    after = _after_word(table, entries, user)
    return OwnCut(table.cuts[seat], place, len(table.cuts_made), after)


def _after_word(table: TableState, entries: Sequence[log.Entry], user: int) -> tuple[Change, ...]:
    """Return what has changed the deal after somebody's last word, until the start."""
    first, *others = entries
    lobby = open_state(table.id, first, {table.game.name: table.game})
    found: list[Change] = []
    for entry in others:
        if isinstance(entry, log.Started):
            break
        if isinstance(entry, log.CutMade):
            name = people_names(lobby).get(entry.user, "")
            found = [] if entry.user == user else [*found, Change("cut", name)]
        elif (changed := cutting.change(lobby, entry)) is not None:
            found.append(changed)
        lobby = evolve(lobby, entry)
    return tuple(found)
