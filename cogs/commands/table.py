"""``/table``: end, kick, pause and resume, for the host and for moderators."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.face.markdown import escape, plain
from bot.tables.core import lobby, match
from bot.tables.core.command import Asker, Command, must_manage
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from cogs.answers import in_time, say
from cogs.arguments.completion import Suggestion, completing
from cogs.arguments.people import asker
from cogs.arguments.tables import TABLE_HELP, find_table, suggest_tables
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]

GROUP: Final = app_commands.Group(
    name="table",
    description="Manage a table, as its host or as a moderator.",
    extras={"group": "Manage"},
)


async def setup(bot: "CardNight") -> None:
    """Add the commands."""
    bot.tree.add_command(GROUP)


async def _suggest_players(click: Click) -> Sequence[Suggestion]:
    """Suggest the players who can be removed."""
    if not click.client.services.limits.take_hint(click):
        return []
    named: str | None = getattr(click.namespace, "table", None)
    table = (await find_table(click, named or None)).state
    return [
        Suggestion(f"{plain(known.name)} (seat {number})", _mention(known))
        for number, known in _removable(table)
    ]


@GROUP.command(name="end")
@app_commands.describe(table=TABLE_HELP)
@app_commands.autocomplete(table=completing(suggest_tables))
async def end(click: Click, table: str | None = None) -> None:
    """Close a table before its time; its match then counts for nobody."""
    await _do(click, table, match.end, "The table is closed. It counts for nobody.")


@GROUP.command(name="pause")
@app_commands.describe(table=TABLE_HELP)
@app_commands.autocomplete(table=completing(suggest_tables))
async def pause(click: Click, table: str | None = None) -> None:
    """Stop a match and its clock, until somebody resumes it."""
    await _do(click, table, match.pause, "The match is paused; no clock runs.")


@GROUP.command(name="resume")
@app_commands.describe(table=TABLE_HELP)
@app_commands.autocomplete(table=completing(suggest_tables))
async def resume(click: Click, table: str | None = None) -> None:
    """Go on with a paused match."""
    await _do(click, table, match.resume, "The match goes on.")


@GROUP.command(name="kick")
@app_commands.describe(player="Who is to go. In a match Kai takes the seat.", table=TABLE_HELP)
@app_commands.autocomplete(player=completing(_suggest_players), table=completing(suggest_tables))
async def kick(click: Click, player: str, table: str | None = None) -> None:
    """Remove a player, who cannot come back; in a match Kai plays on."""
    await say(click, await in_time(click, _kick(click, table, player), private=True))


async def _kick(click: Click, named: str | None, player: str) -> str:
    """Remove a player; return what is said of it."""
    table = await find_table(click, named)
    who = asker(click, table.state)
    must_manage(table.state, who, "remove a player")
    number, known = _player(table.state, player)
    if not table.state.seats:
        await table.do(lobby.remove(who, known.id))
        return f"{escape(known.name)} has been removed from the table."
    await table.do(match.kick(who, number - 1))
    return f"{escape(known.name)} has been removed; Kai plays on with the seat's cards and score."


async def _do(
    click: Click, named: str | None, command: Callable[[Asker], Command], words: str
) -> None:
    async def carry_out() -> None:
        table = await find_table(click, named)
        await table.do(command(asker(click, table.state)))

    await in_time(click, carry_out(), private=True)
    await say(click, words)


def _player(table: TableState, wanted: str) -> tuple[int, Person]:
    """Return the player who was chosen from the list, else the only one of that name."""
    seated = _seated(table)
    for found in seated:
        if wanted == _mention(found[1]):
            return found
    name = wanted.strip().casefold()
    named = [found for found in seated if plain(found[1].name).casefold() == name]
    if not named:
        raise RefusedError("There is no such player at this table. Choose one from the list.")
    if len(named) > 1:
        raise RefusedError("Several players have that name. Choose one from the list.")
    return named[0]


def _removable(table: TableState) -> Iterator[tuple[int, Person]]:
    """Yield the players who have not been removed yet."""
    for number, known in _seated(table):
        if not table.seats or table.seats[number - 1].held != "kicked":
            yield number, known


def _seated(table: TableState) -> Sequence[tuple[int, Person]]:
    """Return the people at a table with the numbers of their seats, from 1."""
    if not table.seats:
        return list(enumerate(table.people, 1))
    owners = ((number, seat.occupant.person) for number, seat in enumerate(table.seats, 1))
    return [(number, known) for number, known in owners if known and not known.former]


def _mention(known: Person) -> str:
    """Return what stands for a player in the list: whatever people call themselves, not this."""
    return f"<@{known.id}>"
