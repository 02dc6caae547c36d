"""The buttons of a lobby: each does one thing and the table's message shows it."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.face.markdown import escape
from bot.games.players import USUAL_LEVEL
from bot.tables.core import lobby
from bot.tables.core.command import must_be_lobby, must_manage
from bot.tables.core.entries import FORMER, Place
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from bot.tables.hosting.table import Table
from cogs import sending
from cogs.address import Address
from cogs.answers import in_time, tell
from cogs.arguments.levels import check_level
from cogs.arguments.people import asker, person
from cogs.arguments.permissions import check_channel
from cogs.buttons.handler import Handler
from cogs.clicked import chosen, written
from cogs.layouts.lobby import removal_page
from cogs.opening import open_table
from cogs.replies import acknowledge
from cogs.services import Click

__all__ = ["HANDLERS"]


async def _join(click: Click, table: Table, _words: str) -> None:
    await in_time(click, click.client.services.host.join(table.id, person(click)))
    await acknowledge(click)


async def _open_cut(click: Click, table: Table, _words: str) -> None:
    """Ask for the word, in a form whose answer comes back as another click."""
    host = click.client.services.host
    must_be_lobby(table.state)
    if click.user.id not in {guest.id for guest in table.state.people}:
        raise NotYoursError("Join the table first.")
    form = discord.ui.Modal(
        title="Cut the deck", custom_id=str(Address(table.id, "cutting")), timeout=None
    )
    word = discord.ui.TextInput[discord.ui.Modal](
        custom_id="word", max_length=host.rules.longest_cut, placeholder="anything you like"
    )
    form.add_item(
        discord.ui.Label(
            text="Your word",
            description="It is mixed into every shuffle, so that nobody can have known the deal.",
            component=word,
        )
    )
    form.stop()  # As with views: the library is to keep nothing, the answer finds its own way.
    await click.response.send_modal(form)


async def _cut(click: Click, table: Table, _words: str) -> None:
    longest = click.client.services.host.rules.longest_cut
    cut = lobby.cut(click.user.id, written(click, "word"), longest)
    await in_time(click, table.do(cut), private=True)
    await tell(click, "You have cut the deck.")


async def _add_kai(click: Click, table: Table, _words: str) -> None:
    await in_time(click, table.do(lobby.add_kai(click.user.id, USUAL_LEVEL)))
    await acknowledge(click)


async def _add_level(click: Click, table: Table, _words: str) -> None:
    level = chosen(click)
    check_level(table.state.game, level)
    await in_time(click, table.do(lobby.add_kai(click.user.id, level)))
    await acknowledge(click)


async def _remove_kai(click: Click, table: Table, _words: str) -> None:
    await in_time(click, table.do(lobby.remove_kai(click.user.id)))
    await acknowledge(click)


async def _open_removal(click: Click, table: Table, _words: str) -> None:
    must_be_lobby(table.state)
    must_manage(table.state, asker(click, table.state), "remove a player")
    if {known.id for known in table.state.people} <= {click.user.id}:
        raise RefusedError("There is nobody else at this table.")
    await sending.private(click, removal_page(table.state, click.user.id))


async def _remove(click: Click, table: Table, _words: str) -> None:
    """Remove whoever was chosen, and offer the others; the form says why not."""
    people = {str(known.id): known for known in table.state.people}
    person_chosen = people.get(chosen(click), FORMER)
    notice = f"**{escape(person_chosen.name)}** has been removed from the table."
    try:
        removal = lobby.remove(asker(click, table.state), person_chosen.id)
        await in_time(click, table.do(removal), private=True)
    except RefusedError as error:
        if isinstance(error, NotYoursError) or table.state.phase is not Phase.LOBBY:
            raise
        notice = str(error)
    await sending.private(click, removal_page(table.state, click.user.id, notice))


async def _start(click: Click, table: Table, _words: str) -> None:
    await in_time(click, table.do(lobby.start(asker(click, table.state))))
    await acknowledge(click)


async def _again(click: Click, table: Table, _words: str) -> None:
    """Open a lobby like this one, Kai included; whoever comes later joins it."""
    await tell(click, await in_time(click, _rematch(click, table.state), private=True))


async def _rematch(click: Click, old: TableState) -> str:
    """Seat the person at the new table; return what they are told.

    Between the look for a table that is there and the opening of one, nothing is waited for: of two
    people who ask at once, the second joins the first.
    """
    user = person(click)
    if old.seats and user.id not in {known.id for known in old.people}:
        raise NotYoursError("Only those who played can ask for a rematch. /play opens a new table.")
    waiting = _lobby_after(click, old)
    if waiting is not None:
        await click.client.services.host.join(waiting, user)
        return "You sit at the new table."
    check_channel(click)
    place = Place(guild=old.place.guild, channel=old.place.channel)
    await open_table(click, place, old.setup, old.kai)
    return "A new table is open, and you sit at it."


def _lobby_after(click: Click, old: TableState) -> str | None:
    """Return a lobby that somebody of the old table has opened in its channel since."""
    people = {known.id for known in old.people}
    for found in click.client.services.host.tables_in(old.place.guild):
        here = found.channel == old.place.channel and found.phase is Phase.LOBBY
        if here and found.game == old.setup.game and people.intersection(found.people):
            return found.table
    return None


HANDLERS: Final[Mapping[str, Handler]] = {
    "join": _join,
    "cut": _open_cut,
    "cutting": _cut,
    "kai": _add_kai,
    "level": _add_level,
    "nokai": _remove_kai,
    "remove": _open_removal,
    "removing": _remove,
    "start": _start,
    "again": _again,
}
