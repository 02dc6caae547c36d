"""What a table relies on, taken away and given back in a simulated Discord, at each stage."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import discord
from simcord import ChannelHandle
from simcord.backend.models import Overwrite
from simcord.backend.ops.guilds import DEFAULT_EVERYONE_PERMISSIONS
from simcord.enums import OverwriteType

from bot.tables.state import TableState
from cogs.core.click import Address
from cogs.play.table import MORE
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown
from tests.cogs.wire import late_click, send
from tests.cogs.world import World

SOON: Final = 60
"""Seconds within which something is to be noticed."""

STAGES: Final = ("lobby", "match", "pause", "end")


@dataclass(frozen=True, slots=True)
class Scene:
    """A table of two at a stage; at the end, the match's last move is still to be made."""

    world: World
    stage: str
    guests: tuple[Guest, Guest]
    board: Shown
    """Its message as it was at first."""
    table: str

    async def state(self) -> TableState:
        return await self.world.state(self.table)

    async def stir(self) -> str:
        """Let something happen that the message has to show; return what people are told."""
        if self.stage == "lobby":
            late = late_click(self.world.guest("Cleo"), self.board, "Join")
            return words(*await send(late))
        if self.stage == "pause":
            leave = str(Address(self.table, "leave"))
            late = late_click(self.guests[1], self.board, MORE, leave)
            asked = words(*await send(late))
            return f"{asked}\n{(await self.guests[0].open_hand(self.board)).text}"
        for guest in self.guests:
            action = await guest.think(self.table)
            if action is not None:
                await guest.act(action)
                break
        return self.hands

    async def go_on(self) -> str:
        """Let the host end the pause; return what is said to that, and in the hands."""
        host = (await self.state()).host.id
        (asker,) = [guest for guest in self.guests if guest.id == host]
        return words(await asker.slash("table resume")) + self.hands

    @property
    def hands(self) -> str:
        """What stands in the hands that are open, without any click."""
        return "" if self.stage == "lobby" else "\n".join(g.hand.text for g in self.guests)

    async def is_shown(self) -> bool:
        """Whether the table's newest message is there and shows all that has happened."""
        known = await self.world.bot.services.storage.bookmarks.bookmark(self.table)
        if known is None or known.shows != (await self.state()).seq:
            return False
        return known.message in [shown.message.id for shown in self.world.messages()]


async def begin(world: World, stage: str, kind: str = "text") -> Scene:
    """Seat two people at a table in a channel of its own kind, and bring it to a stage."""
    if kind == "voice":
        world.channel = world.guild.create_voice_channel("talk")
    if kind == "thread":
        world.channel = await thread(world)
    if stage == "lobby":
        guests = [world.guest("Mina"), world.guest("Sam")]
        await guests[0].play(game="toy")
        await guests[1].click("Join")
    else:
        guests = await world.sit("Mina", "Sam", game="toy", rounds=1 if stage == "end" else 3)
    table = world.table_id()
    if stage == "pause":
        host = (await world.state()).host.id
        (asker,) = [guest for guest in guests if guest.id == host]
        await asker.slash("table pause")
    if stage == "end":
        await world.play(guests, lambda state: len(state.to_act) == 1)
    await world.catch_up()
    return Scene(world, stage, (guests[0], guests[1]), world.board, table)


def deny(world: World, *names: str) -> None:
    """Take permissions from the bot in the channel and its threads; no names give all back."""
    assert world.guild.me is not None
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    mine = Overwrite(world.guild.me.id, OverwriteType.MEMBER, deny=denied)
    backend = world.env.backend
    there = backend.get_channel(world.channel.id).permission_channel_id()
    backend.edit_channel(there, {}, overwrites=[mine])


async def thread(world: World) -> ChannelHandle:
    """Open a thread in the world's channel, by way of a table that is closed again."""
    await world.set(threads=True)
    opener = world.guest("Opener")
    await opener.play(game="toy")
    (made,) = world.channel.threads
    await opener.click("Leave", Shown(made.history()[-1]))
    return made


def refuse(world: World, code: int, status: int = 403) -> None:
    """Let Discord refuse what is written in the world's channel, until :func:`allow`."""
    path = f"/channels/{world.channel.id}/messages*"
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, path, status=status, code=code, times=None)


def allow(world: World) -> None:
    """Let Discord take everything again, and allow everything."""
    world.env.backend.faults.clear()
    deny(world)


def lock(world: World, *, locked: bool) -> None:
    """Lock or unlock the thread, as a moderator does; a locked one is archived, too."""
    if locked:
        refuse(world, 50083, 400)
        deny(world, "manage_threads")
    else:
        allow(world)
    world.env.backend.edit_channel(
        world.channel.id, {}, thread_metadata={"locked": locked, "archived": locked}
    )


def roles(world: World, *, taken: bool) -> None:
    """Take the bot's role away on the whole server, where others may not attach files."""
    if taken:
        refuse(world, 50013)
    else:
        allow(world)
    backend = world.env.backend
    everyone = discord.Permissions(DEFAULT_EVERYONE_PERMISSIONS)
    everyone.attach_files = not taken
    backend.edit_role(world.guild.id, world.guild.id, {"permissions": everyone.value})
    bot = backend.get_guild(world.guild.id).members[backend.bot_user.id]
    for held in bot.role_ids:
        backend.edit_role(world.guild.id, held, {"permissions": 0 if taken else _ALL})


class Taken(NamedTuple):
    """What is taken away from the bot in a channel of this kind, and how it comes back."""

    take: Callable[[World], None]
    give: Callable[[World], None]
    told: str
    """What people are told as long as it is away."""
    kind: str = "text"


def _permission(name: str, title: str, kind: str = "text") -> Taken:
    def take(world: World) -> None:
        refuse(world, 50013)
        deny(world, name)

    return Taken(take, allow, f"I need **{title}** there.", kind)


_ALL: Final[int] = discord.Permissions.all().value & ~discord.Permissions(administrator=True).value

TAKEN: Final[Mapping[str, Taken]] = {
    "*View Channel*": _permission("view_channel", "View Channel"),
    "*Send Messages*": _permission("send_messages", "Send Messages"),
    "*Embed Links*": _permission("embed_links", "Embed Links"),
    "*Attach Files*": _permission("attach_files", "Attach Files"),
    "*Send Messages in Threads*": _permission(
        "send_messages_in_threads", "Send Messages in Threads", "thread"
    ),
    "the thread's channel": _permission("view_channel", "View Channel", "thread"),
    "*Connect* to a voice channel": _permission("connect", "Connect", "voice"),
    "the role": Taken(
        lambda world: roles(world, taken=True),
        lambda world: roles(world, taken=False),
        "I need **Attach Files** there.",
    ),
    "the thread": Taken(
        lambda world: lock(world, locked=True),
        lambda world: lock(world, locked=False),
        "This thread is locked.",
        "thread",
    ),
}
"""By what ``docs/taken-away.md`` calls it."""
