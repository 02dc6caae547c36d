"""Chips at a table and from the bank: antes and pots, starting chips and the daily allowance.

**Stakes** (CAP-IT, section 6). Agreeing puts the ante into the pot at once, so the same chips
cannot be promised twice. It goes back to a person who leaves or takes it back, and to all when the
options change or the table closes without a result. What a round wins stays in the pot until the
match is finished, so every ante can be paid back. A player who goes loses the ante to those who
stay; Kai wins and takes nothing. A player who was removed early gets it back; everyone does if
nobody has played.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bot.face.markdown import counted
from bot.game.contract import Pot, Seat, Share
from bot.league.counting import Attendance
from bot.league.ledger import BANK, DAY, Booking, BookingReason, Posting, account_of, pot_of
from bot.league.results import seat_attendance
from bot.league.settings import GuildSettings
from bot.tables.entries import TableSetup
from bot.tables.state import TableState

MAX_ANTE: Final = 1000
"""Chips."""


def terms(setup: TableSetup) -> str:
    """Return a short digest of a setup, by which to tell what someone has agreed to."""
    return sha256(setup.model_dump_json().encode()).hexdigest()[:12]


def paid(table: TableState) -> Sequence[Seat]:
    """Return the seats of a started match that have put the ante in; Kai's own don't."""
    if not table.setup.ante:
        return ()
    return [number for number, seat in enumerate(table.seats) if seat.occupant.kai is None]


def given_back(table: TableState) -> Sequence[Seat]:
    """Return the seats that get the ante back from a match which is over."""
    if table.closed is None:
        return ()
    judged = {seat: seat_attendance(table, seat) for seat in paid(table)}
    if table.closed.because != "finished" or Attendance.PLAYED not in judged.values():
        return [*judged]
    return [seat for seat, how in judged.items() if how is Attendance.ABSENT]


def pot(table: TableState) -> Pot | None:
    """Return the pot of a match, less what goes back; None if nothing is played for.

    A player who isn't there is not in it: whether they have gone is known at the end.
    """
    back = given_back(table)
    there = [seat for seat in paid(table) if seat not in back]
    if table.closed:
        played = [seat for seat in there if seat_attendance(table, seat) is Attendance.PLAYED]
    else:
        played = [seat for seat in there if table.seats[seat].held is None] or there
    if not played:
        return None
    return Pot(table.setup.ante, tuple(played), len(there) - len(played))


def shares(table: TableState) -> Sequence[Share]:
    """Return the shares of the pot won so far, in order."""
    played_for, divide = pot(table), table.game.divide
    return divide(table.position, played_for) if played_for and divide else ()


def too_small(table: TableState, ante: int) -> str:
    """Say so if an ante in a lobby is so small that a round's winner gets nothing (C6.2)."""
    # Those missing for a match count, too.
    people = max(len(table.guests), table.game.seats.start - len(table.kai), 1)
    least = -(-table.game.scoring.least_pot // people)
    if not 0 < ante < least:
        return ""
    return (
        f"{counted(ante, 'chip')} each is too little for {counted(people, 'person')}. "
        f"Choose at least {least}."
    )


def agreed_to_all(table: TableState) -> bool:
    """Whether everyone in a lobby has put the ante in."""
    return not table.setup.ante or all(guest.agreed for guest in table.guests)


def bookings(before: TableState, after: TableState) -> tuple[Booking, ...]:
    """Return the bookings due to a table's change from one state to another."""
    if not before.setup.ante or before.closed:
        return ()
    if not before.seats:
        return tuple(_in_lobby(before, after))
    return tuple(_at_the_end(after)) if after.closed else ()


def _in_lobby(before: TableState, after: TableState) -> Iterator[Booking]:
    was, now = _antes(before), _antes(after)
    moved = {user: now.get(user, 0) - was.get(user, 0) for user in {**was, **now}}
    postings = [Posting(account_of(user), -chips) for user, chips in moved.items() if chips]
    if postings:
        why: BookingReason = "ante" if sum(moved.values()) > 0 else "back"
        yield _booking(after, str(after.seq), why, postings)


def _antes(table: TableState) -> Mapping[int, int]:
    if table.closed:
        return {}
    return {guest.person.id: table.setup.ante for guest in table.guests if guest.agreed}


def _at_the_end(table: TableState) -> Iterator[Booking]:
    back = given_back(table)
    if back:
        chips = [table.setup.ante * (seat in back) for seat in range(len(table.seats))]
        yield _booking(table, "back", "back", _to_owners(table, chips))
    for share in shares(table):
        postings = _to_owners(table, share.chips)
        if postings and share.round is not None:
            yield _booking(table, f"round {share.round}", "round", postings)
        elif postings:
            yield _booking(table, "win", "match", postings)


def _to_owners(table: TableState, chips: Sequence[int]) -> Sequence[Posting]:
    owners = (account_of(seat.user) for seat in table.seats)
    return [Posting(owner, won) for owner, won in zip(owners, chips, strict=True) if won]


def _booking(
    table: TableState, which: str, why: BookingReason, postings: Sequence[Posting]
) -> Booking:
    from_pot = Posting(pot_of(table.id), -sum(posting.chips for posting in postings))
    return Booking(
        guild=table.place.guild,
        key=f"{table.id} {which}",
        at=table.last_at,
        why=why,
        table=table.id,
        postings=(from_pot, *postings),
    )


def due(
    settings: GuildSettings, last: int | None, guild: int, user: int, now: int
) -> Booking | None:
    """Return the gift due to a person at ``now`` (ms since 1970), else None.

    ``last`` is the day of their last gift (days since 1970), which outlives the deletion of their
    data for a while: nobody gets starting chips again and again.
    """
    if last is None and settings.starting_chips:
        return _gift(guild, user, now, "start", settings.starting_chips)
    if settings.daily_chips and (last is None or last < now // DAY):
        return _gift(guild, user, now, "allowance", settings.daily_chips)
    return None


def _gift(guild: int, user: int, now: int, why: BookingReason, chips: int) -> Booking:
    postings = (Posting(BANK, -chips), Posting(account_of(user), chips))
    key = f"gift {secrets.token_hex(8)}"  # Without the user's id, because bookings are kept.
    return Booking(guild, key, now, why, None, postings)
