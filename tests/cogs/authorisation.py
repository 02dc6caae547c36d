"""What can be tried at a table, by the names of the rows in ``docs/authorisation.md``."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import discord

from bot.game.contract import Seat
from bot.league.chips import terms
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.core.click import Address, HandAddress
from tests.cogs import forge
from tests.cogs.forge import Forger, forger
from tests.cogs.world import World

Sent: TypeAlias = tuple[int, dict[str, Any]]
Attempt: TypeAlias = Callable[[TableState, Seat | None], Sent]
"""What to send at a table, by the person in that seat, if any."""


def _press(verb: str, words: str = "") -> Attempt:
    return lambda table, _: forge.button(str(Address(table.id, verb, words)))


def _choose(verb: str, value: str, words: str = "") -> Attempt:
    return lambda table, _: forge.menu(str(Address(table.id, verb, words)), [value])


def _command(name: str, **options: str) -> Attempt:
    return lambda table, _: forge.slash(name, **options, table=table.id)


def _which(words: str) -> Attempt:
    return lambda table, _: forge.menu(f"which:{words}", [table.id])


def _kick(table: TableState, _: Seat | None) -> Sent:
    return _kick_from(table, 1)


def _kick_from(table: TableState, place: int) -> Sent:
    player = f"<@{table.people[place].id}>"
    return forge.slash("table kick", player=player, table=table.id)


def _remove(table: TableState, _: Seat | None) -> Sent:
    wanted = str(table.people[1].id)
    return forge.menu(str(Address(table.id, "removing")), [wanted])


def _agree(table: TableState, _: Seat | None) -> Sent:
    return forge.button(str(Address(table.id, "ante", terms(table.setup))))


def _form(*words: str, **typed: str) -> Attempt:
    return lambda table, _: forge.form(str(Address(table.id, *words)), typed)


def _act_for(table: TableState, seat: Seat) -> Sent:
    action = next(map(str, table.game.legal(table.position, seat)), "play 1")
    words = HandAddress(seat, table.since[seat], 0, "a", action)
    return forge.button(str(Address(table.id, "h", str(words))))


def _wish(verb: str) -> Attempt:
    """Agree to the newest wish, or take it back."""
    return lambda table, _: forge.button(
        str(Address(table.id, verb, str(max((one.number for one in table.wishes), default=0))))
    )


def _hint_for(table: TableState, seat: Seat) -> Sent:
    revision = table.since[seat] if table.since else 0
    return forge.button(str(Address(table.id, "hint", f"{seat}:{revision}")))


def _why_hint(table: TableState, seat: Seat | None) -> Sent:
    """Ask why a hint says what it does, for one's own seat; without one, for the first."""
    revision = table.since[seat or 0] if table.since else 0
    return forge.button(str(Address(table.id, "reasons", f"{seat or 0}:{revision}")))


def _why_turn(table: TableState, seat: Seat | None) -> Sent:
    """Ask what would have been better in a turn of one's own; without a seat, of the first."""
    return forge.button(str(Address(table.id, "better", f"{seat or 0}:999")))


def _own(send: Callable[[TableState, Seat], Sent]) -> Attempt:
    """Send it for one's own seat; without one, for the first."""
    return lambda table, seat: send(table, seat or 0)


def _another(send: Callable[[TableState, Seat], Sent]) -> Attempt:
    return lambda table, seat: send(table, 1 if seat in (None, 0) else 0)


ATTEMPTS: Final[Mapping[str, Attempt]] = {
    "**Join**": _press("join"),
    "**Leave**": _press("leave"),
    "**Leave the match**": _press("quit"),
    "**Fairness**": _press("fair"),
    "**Cut the deck**": _press("cut"),
    "the form of a cut": _form("cutting", word="tea"),
    "**Add Kai**": _press("kai"),
    "the menu of Kai's levels": _choose("level", "normal"),
    "**Remove Kai**": _press("nokai"),
    "**Put in chips**": _agree,
    "**Take them back**": _press("noante"),
    "**Options**": _press("options"),
    "the menu of an option": _choose("option", "1", "rounds"),
    "the menu of the clock": _choose("clock", '{"kind":"live","seconds":60}'),
    "the menu of ranked or friendly": _choose("ranked", "false"),
    "the menu of hints": _choose("hints", "false"),
    "the menu of the ante": _choose("setante", "5"),
    "**Another number**": _press("number", "ante:"),
    "the form of a number": _form("typed", "ante:", number="7"),
    "**The usual one** instead of a file": _press("nofile", "deck"),
    "**Move to a thread**": _press("thread"),
    "**Move to the channel**": _press("channel"),
    "**Remove a player**": _press("remove"),
    "the menu of who is to go": _remove,
    "**Start**": _press("start"),
    "**My hand**": _press("hand"),
    "a button of one's own hand": _own(_act_for),
    "a button of another's hand": _another(_act_for),
    "**I'm back**": _press("back"),
    "**Next round**": _press("next"),
    "**Play without pictures**": _press("words", "1"),
    "**More**": _press("more"),
    "**As text**": _press("text"),
    "**Ask Kai why**": _press("why", "1"),
    "**Hint**": _own(_hint_for),
    "**Hint** of another's hand": _another(_hint_for),
    "**Hint** in a ranked match": _own(_hint_for),
    "**Why?** of a hint": _why_hint,
    "**Better?**": _why_turn,
    "**Better?** of another": _another(_why_turn),
    "**Better?** in a ranked match": _why_turn,
    "**Rules**": _press("rules"),
    "a topic of the rules": _choose("topic", "none"),
    "**Rematch**": _press("again"),
    "**Record**": _press("record"),
    "**My rating**": _press("rating"),
    "**Replay**": _press("replay"),
    "a step of a replay": _press("replay", "2"),
    "the menu of a replay's rounds": _choose("replay", "2", "round:1"),
    "**Review**": _press("review"),
    "another player's review": _choose("player", "0"),
    "a puzzle of a review": _press("puzzle", "0:0"),
    "the answer of a puzzle": _press("solve", "0:0:0"),
    "`/hand`": _command("hand"),
    "the menu of tables of `/hand`": _which("hand"),
    "the menu of tables of `/table end`": _which("end"),
    "the menu of tables of `/table kick`": lambda table, _: forge.menu(
        f"which:kick:<@{table.people[1].id}>", [table.id]
    ),
    "the menu of tables of **Invite to my table**": _which("invite:77"),
    "`/table end`": _command("table end"),
    "`/table file`": _command("table file"),
    "`/table end` of a friendly match": _command("table end"),
    "`/table pause`": _command("table pause"),
    "`/table pause` of a friendly match": _command("table pause"),
    "`/table resume`": _command("table resume"),
    "`/table resume` of a friendly match": _command("table resume"),
    "`/table resume` of a friendly match ten minutes later": _command("table resume"),
    "`/table kick`": _kick,
    "`/table kick` of a friendly match": _kick,
    "**Agree to end**": _wish("agree"),
    "**Take it back**": _wish("takeback"),
}

_LOBBY: Final = (
    *("**Join**", "**Leave**", "the form of a cut", "**Add Kai**", "**Remove Kai**"),
    "the menu of Kai's levels",
    *("the menu of an option", "the menu of the clock", "the menu of ranked or friendly"),
    *("**Put in chips**", "**Take them back**", "the menu of the ante"),
    "the menu of hints",
    *("the form of a number", "**Move to a thread**"),
    *("the menu of who is to go", "**Start**", "`/table end`", "`/table kick`"),
    *("the menu of tables of `/table end`", "the menu of tables of `/table kick`"),
)
_MATCH: Final = (
    *("**Leave the match**", "a button of one's own hand", "**I'm back**", "**Next round**"),
    *("`/table end`", "`/table end` of a friendly match"),
    *("the menu of tables of `/table end`", "the menu of tables of `/table kick`"),
    *("`/table pause`", "`/table pause` of a friendly match"),
    *("`/table resume`", "`/table resume` of a friendly match"),
    "`/table resume` of a friendly match ten minutes later",
    *("`/table kick`", "`/table kick` of a friendly match"),
    *("**Agree to end**", "**Take it back**"),
)
_FRIENDLY: Final = (
    *("**Hint**", "**Hint** of another's hand"),
    *("**Why?** of a hint", "**Better?**", "**Better?** of another"),
)
CHANGING: Final = {
    *(("In a lobby", row) for row in _LOBBY),
    *(("In a match", row) for row in _MATCH),
}
"""What adds to the table's log where it may be done: by section and row."""


class Cast:
    """Everyone who tries something, by the columns of the document's tables."""

    def __init__(self, world: World) -> None:
        self.world = world
        here = {
            "host": world.guest("Mina"),
            "player": world.guest("Sam"),
            "removed": world.guest("Kim"),
            "stranger": world.guest("Zoe"),
            "moderator": world.guest("Moe", manage_messages=True),
            "manager": world.guest("Ada", manage_guild=True),
        }
        self._host = here["host"]
        self._forgers = {name: forger(guest) for name, guest in here.items()}
        self._forgers["anyone"] = self._forgers["stranger"]

    async def get(self, role: str) -> Forger:
        if role not in self._forgers:
            make = self._elsewhere if role == "elsewhere" else self._direct
            self._forgers[role] = await make()
        return self._forgers[role]

    async def send(self, role: str, sent: Sent) -> None:
        await (await self.get(role)).send(*sent)

    async def _elsewhere(self) -> Forger:
        guild = self.world.env.create_guild("Elsewhere")
        channel = guild.create_text_channel("table")
        roles = [guild.create_role("all", permissions=discord.Permissions.all())]
        eve = guild.add_member(self.world.env.create_user("Eve"), roles=roles)
        return Forger(self.world, eve.id, guild.id, channel.id)

    async def _direct(self) -> Forger:
        mina = self._host.actor
        await mina.send_dm("hello")
        return Forger(self.world, mina.id, None, self.world.env.backend.dm_channels[mina.id])


Scene: TypeAlias = Callable[[Cast, str, str], Awaitable[Table]]
"""Given who is there, the row and who will try it, a new table for that."""


async def _open(cast: Cast, *others: str, ante: int = 0, ranked: bool = True) -> Table:
    """Open a lobby of the host's and let others sit down."""
    host = cast.world.bot.services.host
    known = {listing.table for listing in host.tables_in(cast.world.guild.id)}
    await cast.send("host", forge.slash("play", game="toy"))
    [new] = {listing.table for listing in host.tables_in(cast.world.guild.id)} - known
    chosen = {Address(new, "option", "rounds"): "2", Address(new, "setante"): str(ante)}
    chosen[Address(new, "ranked")] = str(ranked).lower()
    for address, value in chosen.items():
        await cast.send("host", forge.menu(str(address), [value]))
    for role in others:
        await cast.send(role, forge.button(str(Address(new, "join"))))
    return await host.table(new)


async def _lobby(cast: Cast, row: str, _role: str) -> Table:
    """A lobby of two and Kai, about chips where the row is."""
    about_chips = row in ("**Put in chips**", "**Take them back**")
    table = await _open(cast, "player", ante=int(about_chips))
    await cast.send("host", _press("kai")(table.state, None))
    if row == "**Take them back**":
        for role in ("host", "player"):
            await cast.send(role, _agree(table.state, None))
    return table


async def _match(cast: Cast, row: str, role: str) -> Table:
    """A match of three, one of whom has been removed."""
    friendly = "friendly" in row or row in _FRIENDLY
    table = await _open(cast, "player", "removed", ranked=not friendly)
    await cast.send("host", _press("start")(table.state, None))
    await cast.send("moderator", _kick_from(table.state, 2))
    if row == "**I'm back**" and role in ("host", "player"):
        await cast.send(role, _press("quit")(table.state, None))
    if row.startswith("`/table resume`"):
        pauses = "host" if friendly else "moderator"
        await cast.send(pauses, forge.slash("table pause", table=table.id))
    if row == "**Agree to end**":
        wants = "host" if role == "player" else "player"
        await cast.send(wants, forge.slash("table end", table=table.id))
    if row == "**Take it back**":
        wants = role if role in ("player", "removed") else "host"
        await cast.send(wants, forge.slash("table end", table=table.id))
    if "ten minutes later" in row:
        await cast.world.pass_time(601)
    if row in ("**Next round**", "**Ask Kai why**"):
        await _play_a_round(cast, table)
    return table


async def _closed(cast: Cast, _row: str, _role: str) -> Table:
    """A match of two that was played to the end."""
    table = await _open(cast, "player")
    await cast.send("host", _press("start")(table.state, None))
    await _play_a_round(cast, table)
    await cast.send("host", _press("next")(table.state, None))
    await _play_a_round(cast, table)
    assert table.state.closed is not None
    return table


async def _play_a_round(cast: Cast, table: Table) -> None:
    for seat, role in enumerate(("host", "player")):
        await cast.send(role, _act_for(table.state, seat))


SCENES: Final[Mapping[str, Scene]] = {
    "In a lobby": _lobby,
    "In a match": _match,
    "After a match": _closed,
}
"""How to come to a table as a section of the document speaks of it."""
