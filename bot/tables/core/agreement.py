"""What takes all who were dealt in: ending a match that counts, pausing it, removing somebody.

Nobody has power over others in such a match: everyone who was dealt in has to agree, also those who
have left, are away or were removed, and the one who is to be removed. So it takes a moderator who
does not play where one of them does not answer, or is a former player. In a friendly match the
host decides alone, or a moderator. What was done is kept: :class:`Intervention`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.tables.core import entries as log
from bot.tables.core.command import Asker, Command, must_manage
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.state import Intervention, TableState, Wish
from bot.tables.league.interventions import StoredIntervention

__all__ = [
    "PAUSES",
    "SLOW_PAUSES",
    "SLOW_WISH",
    "WISH",
    "Verdict",
    "decide",
    "fulfilled",
    "holds_until",
    "intervened",
    "must_have_a_say",
    "new_interventions",
    "pause_left",
    "still_to_agree",
    "take_back",
    "wish_for",
    "wished",
]

WISH: Final = 600_000
"""Milliseconds for which a wish is remembered in a match with a live clock."""

SLOW_WISH: Final = 3 * 86_400_000
"""Milliseconds in any other match: people look in once a day."""

PAUSES: Final = 600_000
"""Milliseconds of all pauses together in a match that counts, with a live clock."""

SLOW_PAUSES: Final = 86_400_000
"""Milliseconds in any other match that counts."""

_Together: TypeAlias = Literal[True] | None

_DOING: Final[dict[log.Power, str]] = {
    "end": "end the match",
    "pause": "pause the match",
    "remove": "remove a player",
}


class Verdict(NamedTuple):
    """Whether something is done now, and what is noted of that."""

    said: Sequence[log.Entry]
    """What the asker has said by asking."""
    by: log.Person
    together: _Together
    done: bool


def decide(
    table: TableState, asker: Asker, now: int, what: log.Power, of: Seat | None = None
) -> Verdict:
    """Return whether that is done now that somebody asks; ``RefusedError`` if they have no say."""
    must_have_a_say(table, asker, what)
    seat = table.dealt_to(asker.person.id)
    if not table.counts or seat is None:
        return Verdict([], asker.person, None, done=True)
    wish = wish_for(table, what, of, now)
    agreed = wish.seats if wish else ()
    if any(person.former for person in _missing(table, agreed)):
        raise RefusedError(
            "One of those who were dealt in is a former player and can't agree any more. Only a "
            f"moderator who isn't playing can {_DOING[what]}."
        )
    if seat in agreed:
        raise RefusedError("You've already agreed. Now the others have to agree too.")
    agreed = (*agreed, seat)
    first = table.seats[agreed[0]].occupant.person or asker.person
    said = [log.Wanted(at=now, seat=seat, what=what, of=of)]
    return Verdict(said, first, True, done=not _missing(table, agreed))


def must_have_a_say(table: TableState, asker: Asker, what: log.Power) -> None:
    """Refuse unless somebody may ask for that, or do it alone."""
    if not table.counts or not table.seats:
        must_manage(table, asker, _DOING[what])
    elif table.dealt_to(asker.person.id) is None and not asker.moderator:
        raise NotYoursError(
            "This match counts, so that takes everyone who was dealt in, or a moderator who isn't "
            "playing."
        )


def take_back(user: int, number: int) -> Command:
    """Want something no more, by the number of the wish."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        seat, wish = table.dealt_to(user), _standing(table, number, now)
        if seat is None or wish is None or seat not in wish.seats:
            raise RefusedError("There's nothing to take back any more.")
        return [log.Wanted(at=now, seat=seat, what=wish.what, of=wish.of, back=True)]

    return command


def still_to_agree(table: TableState, wish: Wish) -> Sequence[log.Person]:
    """Return who was dealt in and has not said that they want it too."""
    return _missing(table, wish.seats)


def wish_for(table: TableState, what: log.Power, of: Seat | None, now: int) -> Wish | None:
    """Return what people want of that kind, as long as it is remembered."""
    found = (wish for wish in table.wishes if (wish.what, wish.of) == (what, of))
    return next((wish for wish in found if now < holds_until(table, wish)), None)


def holds_until(table: TableState, wish: Wish) -> int:
    """Return until when a wish is remembered (ms since 1970)."""
    return wish.since + (WISH if table.setup.clock.kind == "live" else SLOW_WISH)


def pause_left(table: TableState) -> int:
    """Return for how long people can still pause a match that counts, in milliseconds."""
    most = PAUSES if table.setup.clock.kind == "live" else SLOW_PAUSES
    return max(0, most - table.paused_for)


def wished(table: TableState, entry: log.EndWanted | log.Wanted) -> TableState:
    """Return the state after somebody said that they want something, or no more."""
    if isinstance(entry, log.EndWanted):
        seat = table.dealt_to(entry.user)
        return table if seat is None else wished(table, _in_new_words(entry, seat))
    what, of = entry.what, entry.of
    held = [wish for wish in table.wishes if entry.at < holds_until(table, wish)]
    wish = next((wish for wish in held if (wish.what, wish.of) == (what, of)), None)
    others = tuple(one for one in held if one is not wish)
    if wish is None:
        wish = Wish(what, of, table.seq + 1, entry.at, ())
    seats = tuple(one for one in wish.seats if one != entry.seat)
    seats += () if entry.back else (entry.seat,)
    return replace(table, wishes=(*others, wish._replace(seats=seats)) if seats else others)


def _in_new_words(entry: log.EndWanted, seat: Seat) -> log.Wanted:
    return log.Wanted(at=entry.at, seat=seat, what="end")


def fulfilled(table: TableState, what: log.Power, of: Seat | None = None) -> tuple[Wish, ...]:
    """Return the wishes without this one: it was done, or means nothing any more."""
    return tuple(wish for wish in table.wishes if (wish.what, wish.of) != (what, of))


def intervened(table: TableState, entry: log.Entry) -> tuple[Intervention, ...]:
    """Return what was done to a match, with an entry that comes next."""
    what: log.Power | None = None
    match entry:
        case log.HandedOver(because="kicked"):
            what = "remove"
        case log.Paused(by=by) if by is not None:
            what = "pause"
        case log.Closed(because="ended"):
            what = "end"
    if what is None or not table.counts or not table.seats:
        return table.interventions
    of = entry.seat if isinstance(entry, log.HandedOver) else None
    by, together = getattr(entry, "by", None), bool(getattr(entry, "together", None))
    done = Intervention(table.seq + 1, entry.at, what, of, by, together)
    return (*table.interventions, done)


def new_interventions(before: TableState, after: TableState) -> tuple[StoredIntervention, ...]:
    """Return what was done to a match between two of its states."""
    new = after.interventions[len(before.interventions) :]
    return tuple(_stored(after, each) for each in new)


def _standing(table: TableState, number: int, now: int) -> Wish | None:
    found = next((wish for wish in table.wishes if wish.number == number), None)
    return found if found and now < holds_until(table, found) else None


def _missing(table: TableState, seats: Sequence[Seat]) -> Sequence[log.Person]:
    owners = ((seat, state.occupant.person) for seat, state in enumerate(table.seats))
    return [person for seat, person in owners if person is not None and seat not in seats]


def _stored(table: TableState, each: Intervention) -> StoredIntervention:
    user = None if each.by is None or each.by.former else each.by.id
    of = None if each.of is None else table.seats[each.of].user
    place = (table.place.guild, table.setup.game)
    return StoredIntervention(
        table.id, each.number, *place, each.at, each.what, user, of, each.together
    )
