"""``/table``: end, kick, pause and resume, for the host and for moderators."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from discord import app_commands

from bot.render.markdown import escape, plain
from bot.tables import match
from bot.tables.command import Asker, Command
from bot.tables.errors import RefusedError
from bot.tables.state import SeatState, TableState
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
    """Suggest the seats that have a player to remove."""
    if not click.client.services.limits.take_hint(click):
        return []
    named: str | None = getattr(click.namespace, "table", None)
    table = (await find_table(click, named or None)).state
    return [
        Suggestion(f"{plain(_name(seat))} (seat {number + 1})", str(number + 1))
        for number, seat in enumerate(table.seats)
        if seat.user is not None and seat.held != "kicked"
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
@app_commands.describe(player="Whose seat Kai takes over for good.", table=TABLE_HELP)
@app_commands.autocomplete(player=completing(_suggest_players), table=completing(suggest_tables))
async def kick(click: Click, player: str, table: str | None = None) -> None:
    """Remove a player from a match: Kai plays on, and the player cannot return."""
    name = await in_time(click, _kick(click, table, player), private=True)
    await say(click, f"{name} has been removed; Kai plays on with the seat's cards and score.")


async def _kick(click: Click, named: str | None, player: str) -> str:
    """Remove a player; return the name."""
    table = await find_table(click, named)
    seat = _seat(table.state, player)
    await table.do(match.kick(asker(click, table.state), seat))
    return escape(_name(table.state.seats[seat]))


async def _do(
    click: Click, named: str | None, command: Callable[[Asker], Command], words: str
) -> None:
    async def carry_out() -> None:
        table = await find_table(click, named)
        await table.do(command(asker(click, table.state)))

    await in_time(click, carry_out(), private=True)
    await say(click, words)


def _seat(table: TableState, player: str) -> int:
    """Return the seat meant by its number, as suggested, or by its owner's name."""
    wanted = player.strip().casefold()
    for number, seat in enumerate(table.seats):
        if wanted in (str(number + 1), plain(_name(seat)).casefold()):
            return number
    if not table.seats:
        raise RefusedError("The match has not started yet.")
    raise RefusedError("There is no such player at this table. Choose one from the list.")


def _name(seat: SeatState) -> str:
    return seat.occupant.person.name if seat.occupant.person else "Kai"
