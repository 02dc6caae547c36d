"""The words that the deck was cut with, in order, and what has changed the deal since.

All of it is public at once: someone who knows the secret could otherwise exchange something, once
the others' words are known (``docs/fairness.md``).
"""

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.face.markdown import one_line
from bot.game.contract import Seat
from bot.tables import entries as log
from bot.tables.command import RefusedError
from bot.tables.sight import person_name, signs
from bot.tables.state import Change, Guest, TableState

MOST_CHANGES: Final = 20
"""Since the last word; of more only the newest are kept."""


class Word(NamedTuple):
    """A word with which a person cut the deck."""

    name: str
    """Of the person; not escaped."""
    text: str
    """As it was typed: not escaped either."""


def read_word(typed: str, longest: int) -> str:
    """Return the word that was typed, at most ``longest`` characters; ``RefusedError`` if none.

    It consists of what can be seen, so that no two look the same.
    """
    text = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(text) <= longest and text.isprintable():
        word = one_line(text, longest)
        if word:
            return word
    raise RefusedError(f"Please type a word or two, up to {longest} ordinary characters.")


def made(guests: Sequence[Guest]) -> tuple[Seat, ...]:
    """Return which of a lobby's guests have cut the deck, in the order of their words."""
    cutters = [at for at, guest in enumerate(guests) if guest.cut]
    return tuple(sorted(cutters, key=lambda at: guests[at].cut_at))


def words_of(table: TableState) -> tuple[Word, ...]:
    """Return the words of a lobby or a match, in order; empty where that was not kept."""
    if not table.seats:
        guests = (table.guests[at] for at in made(table.guests))
        return tuple(Word(person_name(table, each.person), each.cut or "") for each in guests)
    names = signs(table)
    return tuple(Word(names[seat].name, table.cuts[seat]) for seat in table.cuts_made)


def changes_after(before: TableState, after: TableState, entry: log.Entry) -> tuple[Change, ...]:
    """Return what has changed the deal since the last word, after one more entry."""
    if before.seats:
        return before.changes
    if isinstance(entry, log.CutMade) or not any(guest.cut for guest in after.guests):
        return ()
    found = change(before, entry)
    return before.changes if found is None else (*before.changes, found)[-MOST_CHANGES:]


def change(table: TableState, entry: log.Entry) -> Change | None:
    """Return how an entry of a lobby changes the deal, beside a word; None if it does not."""
    there = {guest.person.id: guest for guest in table.guests}
    match entry:
        case log.Joined(person=person) if person.id not in there:
            return Change("joined", person_name(table, person))
        case log.Left(user=user, by=by) if user in there:
            stayed_away = there[user].called_at is not None
            name = person_name(table, there[user].person)
            return Change("removed" if by else "unanswered" if stayed_away else "left", name)
        case log.KaiAdded() | log.KaiRemoved():
            return Change(entry.kind)
        case log.Configured(setup=setup) if setup.options != table.setup.options:
            return Change("options")
        case _:
            return None


def mark(table: TableState) -> str:
    """Return a short digest of a lobby by which to tell whether its deal has changed.

    It stands in the form for a word: what changes while someone types, they have not seen.
    """
    guests = [(guest.person.id, guest.cut, guest.cut_at) for guest in table.guests]
    deal = json.dumps([guests, len(table.kai), table.setup.options], sort_keys=True)
    return hashlib.sha256(deal.encode()).hexdigest()[:12]
