"""A league night or a round robin on the real bot, and the people who come."""

from collections.abc import Sequence

from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.night.plan import StoredNight
from bot.night.rounds import BREAK
from bot.night.standings import standings, winners
from bot.night.tables import table_id
from bot.tables import match
from bot.tables.command import Asker
from bot.tables.entries import Paused
from bot.tables.state import human_seats
from cogs.night_runner import EVERY
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World
from tests.db.recount.tables import recount_of

NAMES = ("Mina", "Sam", "Ada", "Ben", "Zoe", "Tom", "Eva", "Kim", "Lea")
SOON = 10
"""Minutes until a night starts."""


class Evening:
    """A planned night, its message, and the people who come."""

    def __init__(self, world: World, night: str) -> None:
        self.world = world
        self.id = night

    async def stored(self) -> StoredNight:
        return await self.world.bot.services.nights.find(self.id)

    async def recounted(self) -> StoredNight:
        """Return a night that is over; its standings are those of the tables' logs."""
        stored = await self.stored()
        assert stored.night.closed
        again = await recount_of(self.world.bot.services.storage, self.id)
        told = [(line.place, line.person, line.points) for line in standings(stored.night)]
        assert told == [(line.place, line.number - 1, line.points) for line in again.standings()]
        assert sorted(winners(stored.night)) == [who - 1 for who in sorted(again.winners())]
        return stored

    async def page(self) -> Shown:
        """The public message."""
        message = (await self.stored()).message
        return next(one for one in self.world.messages() if one.message.id == message)

    async def press(self, guest: Guest, label: str) -> str:
        page = await self.page()
        return words(await guest.actor.click(page.message, label=label))

    async def explained(self, guest: Guest, topic: str) -> str:
        """Return what a guest reads of how it works, after a choice in its menu."""
        page = await self.page()
        told = shown(await guest.actor.click(page.message, label="How it works"))
        return shown(await guest.choose(told, topic, f"night:{self.id}:rules")).text

    async def come(self, count: int) -> Sequence[Guest]:
        guests = [self.world.guest(name) for name in NAMES[:count]]
        for guest in guests:
            await self.press(guest, "I'm in")
        return guests

    async def begin(self, count: int = 0) -> Sequence[Guest]:
        """Let some come, and then its hour, and no more: who doesn't play then is soon away."""
        guests = await self.come(count)
        ahead = (await self.stored()).plan.starts_at - self.world.time.now()
        await self.world.pass_time(max(0, ahead) / 1000 + 2 * EVERY)
        return guests

    async def wait_until(self, at: int) -> None:
        """Let it be that time, as if people could have played until then."""
        await self.world.bot.services.nights.nights.see(self.id, at)
        self.world.time.set(at)

    async def wait(self, hours: int) -> None:
        """Let hours pass, of which the bot works only in the last minute of each."""
        for _ in range(hours):
            await self.wait_until(self.world.time.now() + 59 * 60_000)
            await self.world.pass_time(60)

    async def hold_up(self, name: str) -> None:
        """Let nothing happen at a table for as long as a night waits, and longer."""
        table = await self.world.table(name)
        await table.do(lambda _, now: [Paused(at=now)])

    async def tables(self) -> Sequence[str]:
        stored = await self.stored()
        number, tables = len(stored.night.rounds), stored.night.rounds[-1].tables
        return [table_id(stored, number, at) for at in range(len(tables))]

    async def hold(self, *tables: int) -> None:
        """Let a moderator pause tables of this round, so that Kai doesn't finish them at once."""
        moderator = moderating(self.world.guest("Pam", manage_messages=True))
        for at, name in enumerate(await self.tables()):
            if at in tables:
                with self.world.env.as_bot():
                    await (await self.world.table(name)).do(match.pause(moderator))
        await self.world.pass_time(1)  # And let it be shown.

    async def let_go(self, name: str) -> None:
        """Let a moderator end the pause of a table, if there is one."""
        table = await self.world.table(name)
        if table.state.paused:
            moderator = moderating(self.world.guest("Pam", manage_messages=True))
            with self.world.env.as_bot():
                await table.do(match.resume(moderator))

    async def play(self) -> None:
        """Let everyone play this round to its end, taking what is legal first."""
        for name in await self.tables():
            table = await self.world.table(name)
            await self.let_go(name)
            for _ in range(2_000):
                state = table.state
                if state.closed:
                    break
                seats = human_seats(state)
                if not seats:  # Kai plays.
                    await self.world.pass_time(1)
                    continue
                user = state.seats[seats[0]].user
                assert user is not None
                action = str(state.game.legal(state.position, seats[0])[0])
                await table.do(match.act(user, seats[0], state.since[seats[0]], action))
            await self.world.env.settle()
        await self.world.pass_time(2 * EVERY)

    async def play_round(self) -> None:
        """Play this round to its end, and let the break after it end too."""
        await self.play()
        await pass_break(self.world)


async def planned(world: World, game: str = "toy", rounds: int = 2, minutes: int = SOON) -> Evening:
    return await plan(world, game=game, rounds=rounds, minutes=minutes)


async def plan_by(
    host: MemberActor, channel: ChannelHandle, minutes: int, **options: str | int
) -> InteractionResult:
    """Ask for a night and confirm it, by the button ``label``; return the answer."""
    label = str(options.pop("label", "Plan it"))
    options = {"game": "toy", "at": f"in {minutes} minutes", **options}
    asked = await host.slash(channel, "manage night plan", **options)
    if "Plan it" not in shown(asked).buttons:
        return asked
    return await host.click(shown(asked).message, label=label)


async def plan(world: World, minutes: int = SOON, **options: str | int) -> Evening:
    """Let a moderator plan a night with these options of the command."""
    host = world.guest("Host", manage_messages=True)
    nights = world.bot.services.nights.nights
    before = await nights.of_server(world.guild.id)
    told = await plan_by(host.actor, world.channel, minutes, **options)
    assert "is planned." in words(told), words(told)
    [night] = {*await nights.of_server(world.guild.id)} - {*before}
    return Evening(world, night)


async def pass_break(world: World) -> None:
    await world.pass_time(BREAK / 1000 + 2 * EVERY)


def moderating(guest: Guest) -> Asker:
    return Asker(guest.person, moderator=True)
