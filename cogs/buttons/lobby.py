"""The buttons of a lobby: each does one thing and the table's message shows it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.games.players import USUAL_LEVEL
from bot.tables.core import lobby
from bot.tables.core.command import Command, must_manage, must_seat_itself
from bot.tables.core.cutting import mark, words_of
from bot.tables.core.entries import FORMER, Person, Place
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from cogs.answers import sending
from cogs.answers.answers import tell
from cogs.answers.click import chosen, written
from cogs.answers.replies import acknowledge, ask
from cogs.arguments.levels import check_level
from cogs.arguments.people import asker, person
from cogs.arguments.permissions import check_channel
from cogs.buttons.verb import Handler, Press, Verb
from cogs.commands.opening import check_place, limits_of, open_table, settings_here
from cogs.layouts.address import Address
from cogs.layouts.cutting import FIELD, cut_answer, cut_form
from cogs.layouts.lobby import removal_page
from cogs.layouts.names import known_name

__all__ = ["VERBS"]


async def _join(press: Press) -> None:
    must_seat_itself(press.state)
    elsewhere = press.services.nights.elsewhere
    await elsewhere.must_be_free([person(press.click)], press.user, press.state)
    later = await elsewhere.later(press.user, press.state)
    await press.services.host.join(press.table.id, person(press.click))
    await _take(press, later)


async def _take(press: Press, later: str) -> None:
    """Take a click that shows by itself, unless there is something to tell the person alone."""
    if later:
        await tell(press.click, later)
    else:
        await acknowledge(press.click)


async def _open_cut(press: Press) -> None:
    """Ask for the word, in a form whose answer comes back as another click."""
    lobby.must_be_lobby(press.state)
    if press.user not in {guest.id for guest in press.state.people}:
        raise NotYoursError("Join the table first.")
    control = Address(press.table.id, "cutting", mark(press.state))
    await ask(press.click, cut_form(str(control), press.services.host.rules.longest_cut))


async def _cut(press: Press) -> None:
    """Take the word, which goes to the end; say if they have typed it without having seen all."""
    longest = press.services.host.rules.longest_cut
    before = mark(press.state)
    state = await press.table.do(lobby.cut(press.user, written(press.click, FIELD), longest))
    await tell(press.click, cut_answer(words_of(state), seen=press.words in {"", before}))


def _add_usual_kai(press: Press) -> Command:
    return lobby.add_kai(press.user, USUAL_LEVEL)


def _add_kai(press: Press) -> Command:
    level = chosen(press.click)
    check_level(press.state.game, level)
    return lobby.add_kai(press.user, level)


def _remove_kai(press: Press) -> Command:
    return lobby.remove_kai(press.user)


async def _start(press: Press) -> None:
    settings = await press.services.league.settings(press.state.place.guild)
    who = asker(press.click, press.state)
    people = [guest.person for guest in press.state.guests]
    elsewhere = press.services.nights.elsewhere
    await elsewhere.must_be_free(people, press.user, press.state)
    later = await elsewhere.later(press.user, press.state)
    await press.table.do(lobby.start(who, short_counts=settings.count_short))
    await _take(press, later)


async def _open_removal(press: Press) -> None:
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "remove a player")
    if {known.id for known in press.state.people} <= {press.user}:
        raise RefusedError("There is nobody else at this table.")
    await sending.private(press.click, removal_page(press.state, press.user))


async def _remove(press: Press) -> None:
    """Remove the person who was chosen, and offer the others; the form says why not."""
    people = {str(known.id): known for known in press.state.people}
    player = people.get(chosen(press.click), FORMER)
    notice = f"**{known_name(press.state, player)}** has been removed from the table."
    try:
        await press.table.do(lobby.remove(asker(press.click, press.state), player.id))
    except RefusedError as error:
        if isinstance(error, NotYoursError) or press.state.phase is not Phase.LOBBY:
            raise
        notice = str(error)
    await sending.private(press.click, removal_page(press.state, press.user, notice))


async def _again(press: Press) -> None:
    """Open a lobby like this one, Kai included, with a seat kept for each of the others.

    Whoever presses later takes that seat. Between the look for a table that is there and the
    opening of one, nothing is waited for: of two people who ask at once, the second joins the
    first.
    """
    old, user = press.state, person(press.click)
    if old.seats and user.id not in {known.id for known in old.people}:
        raise NotYoursError("Only those who played can ask for a rematch. /play opens a new table.")
    settings = await settings_here(press.services, press.click)
    waiting = _lobby_after(press)
    if waiting is not None:
        await press.services.host.join(waiting, user)
        await tell(press.click, "You're in: you have a seat at the new table.")
        return
    check_channel(press.click)
    place = Place(guild=old.place.guild, channel=old.place.channel)
    check_place(press.click, place.channel, settings)
    host, limits = press.services.host, limits_of(settings)
    with host.reserve_table(user.id, place.guild, place.channel, limits) as room:
        called = _former_players(old, user.id)
        await open_table(press.services, press.click, place, old.setup, old.kai, room, called)
    others = " The others have been called." if called else ""
    await tell(press.click, f"A new table is open, and you have a seat.{others}")


def _former_players(old: TableState, asker: int) -> Sequence[Person]:
    """Return who else played a match to its end, or was only away: they are called again.

    Not those who left or were removed, and nobody to a lobby that closed without a match.
    """
    seats = (seat for seat in old.seats if seat.held in (None, "away"))
    people = (seat.occupant.person for seat in seats if seat.user not in (None, asker))
    return [person for person in people if person is not None]


def _lobby_after(press: Press) -> str | None:
    """Return a lobby that somebody of the old table has opened in its channel since."""
    old = press.state
    people = {known.id for known in old.people}
    for found in press.services.host.tables_in(old.place.guild):
        here = found.channel == old.place.channel and found.phase is Phase.LOBBY
        if here and found.game == old.setup.game and people.intersection(found.people):
            return found.table
    return None


def _command(make: Callable[[Press], Command]) -> Handler:
    """Return a handler that carries out a command; the table's message shows what came of it."""

    async def do(press: Press) -> None:
        must_seat_itself(press.state)
        await press.table.do(make(press))
        await acknowledge(press.click)

    return do


VERBS: Final[Mapping[str, Verb]] = {
    "join": Verb(_join, on_table=True),
    "cut": Verb(_open_cut, on_table=True),
    "cutting": Verb(_cut, on_table=True),
    "kai": Verb(_command(_add_usual_kai), on_table=True),
    "level": Verb(_command(_add_kai), on_table=True),
    "nokai": Verb(_command(_remove_kai), on_table=True),
    "remove": Verb(_open_removal, on_table=True),
    "removing": Verb(_remove, on_table=True),
    "start": Verb(_start, on_table=True),
    "again": Verb(_again, costly=True, on_table=True),
}
