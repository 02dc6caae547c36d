"""Lobby commands: join, leave, cut the deck, add Kai, choose options, start the match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pydantic import JsonValue, ValidationError

from bot.face.markdown import counted, escape
from bot.face.phrases import listed
from bot.game.contract import AnyGame
from bot.game.option_faults import option_fault
from bot.league.chips import MAX_ANTE, agreed_to_all, terms, too_small
from bot.tables import cutting, entries as log
from bot.tables.command import (
    Asker,
    ClosedTableError,
    Command,
    NotYoursError,
    RefusedError,
    must_manage,
)
from bot.tables.entries import Occupant, Person, TableSetup
from bot.tables.sight import person_name
from bot.tables.state import Guest, TableState
from bot.tables.store import Phase

PATIENCE: Final = 60_000
"""Milliseconds that a match waits for those whom a rematch has called."""


def _must_be_free(table: TableState) -> None:
    if table.board is not None:
        raise RefusedError(
            "Every table of a duplicate night plays the same deal, so this can't change."
        )


def must_be_lobby(table: TableState) -> None:
    """Refuse unless the table is a lobby."""
    if table.phase is Phase.CLOSED:
        raise ClosedTableError
    if table.phase is Phase.PLAYING:
        raise RefusedError("The match has already started.")


def join(person: Person) -> Command:
    """Join the lobby, or take the seat to which a rematch has called."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        guest = _guest(table, person.id)
        if guest is not None and guest.called_at is None:
            raise RefusedError("You're already at this table.")
        if guest is not None:
            return [log.Joined(at=now, person=person)]
        if person.id in table.removed:
            raise RefusedError("You were removed from this table and can't join again.")
        _must_have_room(table, 1)
        return [log.Joined(at=now, person=person)]

    return command


def rename(person: Person) -> Command:
    """Call someone at the table by the name that they have now; nothing if they don't sit there."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        known = next((one for one in table.people if one.id == person.id), person)
        waits = not table.seats and person.id in {guest.person.id for guest in table.called}
        if table.closed or waits or known.name == person.name:
            return []
        return [log.Joined(at=now, person=person)]

    return command


def call(people: Sequence[Person]) -> Command:
    """Keep a seat for each of the people of a match that is to be played again.

    They are in once they join, cut the deck or put their ante in.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        new = [person for person in people if not _guest(table, person.id)]
        _must_have_room(table, len(new))
        return [log.Joined(at=now, person=person, called=True) for person in new]

    return command


def leave(user: int) -> Command:
    """Leave the lobby; the table closes when the last person who has answered leaves."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        _must_sit(table, user)
        return _stand_up(table, log.Left(at=now, user=user))

    return command


def remove(asker: Asker, user: int) -> Command:
    """Remove someone else for good; only the host or a moderator may."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        must_manage(table, asker, "remove a player")
        if user == asker.person.id:
            raise RefusedError("To leave, press **Leave**.")
        if not _guest(table, user):
            raise RefusedError("That player isn't here any more.")
        return _stand_up(table, log.Left(at=now, user=user, by=asker.person))

    return command


def cut(user: int, word: str, longest: int) -> Command:
    """Cut the deck with a word of at most ``longest`` characters, public at once."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        _must_sit(table, user)
        _must_be_free(table)
        if table.night is not None:
            raise RefusedError("This deck was cut with the words of the league night.")
        return [log.CutMade(at=now, user=user, word=cutting.read_word(word, longest))]

    return command


def agree(user: int, asked: str) -> Command:
    """Agree to play for chips, and put the ante in (C6.1).

    ``asked`` are the :func:`terms` that the person saw. The store refuses an ante beyond their
    chips.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        guest = _must_sit(table, user)
        _must_be_about_chips(table)
        if guest.agreed:
            raise RefusedError("Your chips are already in.")
        _must_be_worth_it(table, table.setup.ante)
        if asked != terms(table.setup):
            raise RefusedError("The options have just changed. Please look at them first.")
        return [log.Agreed(at=now, user=user)]

    return command


def withdraw(user: int) -> Command:
    """Take the ante back before the match starts."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        guest = _must_sit(table, user)
        _must_be_about_chips(table)
        if not guest.agreed:
            raise RefusedError("You haven't put in any chips.")
        return [log.Withdrew(at=now, user=user)]

    return command


def add_kai(user: int, *levels: str) -> Command:
    """Give Kai a seat for each of these levels; anyone who sits at the table may."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        _must_sit(table, user)
        _must_have_room(table, len(levels))
        return [log.KaiAdded(at=now, level=level) for level in levels]

    return command


def remove_kai(user: int) -> Command:
    """Take Kai's last seat away; anyone who sits at the table may."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        _must_sit(table, user)
        if not table.kai:
            raise RefusedError("Kai isn't at this table.")
        return [log.KaiRemoved(at=now)]

    return command


def configure(asker: Asker, setup: TableSetup) -> Command:
    """Choose other options; only the host or a moderator may."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        must_manage(table, asker, "change the options")
        _must_be_free(table)
        if setup.game != table.setup.game:
            raise RefusedError("A table can't change its game. Open another one with `/play`.")
        check_setup(table.game, setup)
        if setup.ante != table.setup.ante:
            _must_be_worth_it(table, setup.ante)
        return [log.Configured(at=now, setup=setup)]

    return command


def choose(asker: Asker, options: Mapping[str, JsonValue]) -> Command:
    """Choose these options of the game, and leave the others as they are."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        chosen = {"options": {**table.setup.options, **options}}
        return configure(asker, table.setup.model_copy(update=chosen))(table, now)

    return command


def move(asker: Asker, channel: int) -> Command:
    """Move the lobby to a channel or thread of its server; only the host or a moderator may."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        must_manage(table, asker, "move the table")
        return [log.Moved(at=now, channel=channel)] if channel != table.place.channel else ()

    return command


def start(asker: Asker, *, short_counts: bool = False) -> Command:
    """Start the match; only the host or a moderator may.

    Those who were called and have not answered within :data:`PATIENCE` are let go before.
    ``short_counts``: whether the server counts short ranked matches.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_lobby(table)
        must_manage(table, asker, "start the match")
        waiting = [guest for guest in table.called if guest.person.id != asker.person.id]
        _must_have_waited(table, waiting, now)
        here = replace(table, guests=tuple(g for g in table.guests if g not in waiting))
        seats = len(here.guests) + len(here.kai)
        fewest = table.game.seats.start
        if seats < fewest:
            raise RefusedError(
                f"{table.game.title} needs at least {fewest} players. Ask someone to join, "
                "or add Kai."
            )
        _must_be_worth_it(here, here.setup.ante)
        if not agreed_to_all(here):
            chips = counted(here.setup.ante, "chip")
            raise RefusedError(f"Everyone has to put in {chips} before you start.")
        people = tuple(Occupant(person=guest.person) for guest in here.guests)
        kai = tuple(Occupant(kai=level) for level in table.kai)
        # The bot now knows the secret and all cuts. A word chosen now could steer the deal, so
        # Kai and people who have not cut get the empty word.
        cuts = tuple(guest.cut or "" for guest in here.guests) + ("",) * len(kai)
        counts = True if short_counts else None
        gone = [log.Left(at=now, user=guest.person.id) for guest in waiting]
        started = log.Started(
            at=now,
            seats=people + kai,
            cuts=cuts,
            cuts_made=cutting.made(here.guests),
            short_counts=counts,
        )
        return [*gone, started]

    return command


def expire(table: TableState, now: int) -> Sequence[log.Entry]:
    """Close a lobby that nobody touched for too long."""
    must_be_lobby(table)
    return [log.Closed(at=now, because="expired")]


def check_setup(game: AnyGame, setup: TableSetup) -> None:
    """Refuse options and antes that the game does not allow, naming the first one."""
    try:
        game.options.model_validate(setup.options)
    except ValidationError as error:
        raise RefusedError(option_fault(game, error, titled=True).sentence) from None
    if not 0 <= setup.ante <= MAX_ANTE:
        raise RefusedError(f"An ante can be up to {counted(MAX_ANTE, 'chip')}.")
    if setup.ante and game.divide is None:
        raise RefusedError(f"{game.title} isn't played for chips.")


def _must_have_waited(table: TableState, waiting: Sequence[Guest], now: int) -> None:
    until = answers_until(waiting)
    if until > now:
        names = listed([escape(person_name(table, guest.person)) for guest in waiting])
        raise RefusedError(
            f"Still waiting for {names} to join. You can start without them "
            f"<t:{-(-until // 1000)}:R>."
        )


def answers_until(waiting: Sequence[Guest]) -> int:
    """Return until when people who were called may answer (ms since 1970); 0 without any."""
    return max((guest.called_at + PATIENCE for guest in waiting if guest.called_at), default=0)


def _stand_up(table: TableState, left: log.Left) -> Sequence[log.Entry]:
    """Return the entries for someone who leaves; the last who has answered closes the table."""
    others = [guest for guest in table.guests if guest.person.id != left.user]
    if any(guest.called_at is None for guest in others):
        return [left]
    return [left, log.Closed(at=left.at, because="emptied")]


def _guest(table: TableState, user: int) -> Guest | None:
    return next((guest for guest in table.guests if guest.person.id == user), None)


def _must_sit(table: TableState, user: int) -> Guest:
    guest = _guest(table, user)
    if guest is None:
        raise NotYoursError("Join the table first.")
    return guest


def _must_be_about_chips(table: TableState) -> None:
    if not table.setup.ante:
        raise RefusedError("This table doesn't play for chips.")


def _must_be_worth_it(table: TableState, ante: int) -> None:
    if why := too_small(table, ante):
        raise RefusedError(why)


def _must_have_room(table: TableState, seats: int) -> None:
    most = table.game.seats.stop - 1
    if len(table.guests) + len(table.kai) + seats > most:
        raise RefusedError(f"This table is full. {table.game.title} takes up to {most} players.")
