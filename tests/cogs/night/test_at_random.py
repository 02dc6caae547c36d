"""Things are taken away from league nights at random, and given back: none may be lost of sight."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import pytest

from bot.night.rounds import BREAK
from bot.night.standings import places
from cogs.night_runner import EVERY
from tests.cogs.guest import Guest
from tests.cogs.night.evening import SOON, Evening, plan
from tests.cogs.night.test_hitches import removed
from tests.cogs.night.test_nights_taken import MINUTE, looked_up, on_discord, take
from tests.cogs.world import World

LOST = ("send_messages", "view_channel", "attach_files", "create_private_threads")


class Mischief:
    """One night, what is taken away from it, and what should not come of that."""

    def __init__(self, world: World, evening: Evening, guests: Sequence[Guest], seed: int) -> None:
        self.world = world
        self.evening = evening
        self.dice = random.Random(seed)
        self.guests = [*guests]
        self.elsewhere = world.guild.create_text_channel("elsewhere")
        self.taken: set[str] = set()
        self.faults: Counter[str] = Counter()
        self.deleted: set[int] = set()
        self._away = ExitStack()

    async def take(self) -> None:
        ways: Sequence[Callable[[], None]] = (
            self._message,
            self._permission,
            self._permission,
            self._words,
            self._threads,
            self._person,
            self._channel,
            self._bot,
        )
        if self.dice.random() < 0.1:
            self._away.close()
            await self.world.restart()
        elif "bot" not in self.taken:
            self.dice.choice(ways)()
        await self.world.env.settle()

    async def give_back(self) -> None:
        """Give everything back, and let a moderator find another place for a lost channel."""
        self._away.close()
        self.world.env.backend.faults.clear()
        if "channel" not in self.taken:
            take(self.world)
        self.taken -= {"bot", "permission", "words"}
        await self.world.pass_time(MINUTE + 3 * EVERY)
        if "channel" in self.taken and not (await self.evening.stored()).night.closed:
            mod = self.world.guest("Mover", manage_messages=True)
            found = await looked_up(self.evening, mod, self.elsewhere)
            await mod.actor.click(found.message, label="Go on in this channel")
            self.world.channel = self.elsewhere
            self.elsewhere = self.world.guild.create_text_channel("elsewhere")
            self.taken.discard("channel")
            await self.world.pass_time(2 * EVERY)

    async def look(self) -> None:
        """Count what must not be: everything that is there has been there for a minute."""
        stored, world = await self.evening.stored(), self.world
        hitches = world.bot.services.nights.hitches
        held, unshown = hitches.held.get(self.evening.id), hitches.unshown.get(self.evening.id)
        is_due = stored.plan.starts_at + MINUTE * 1000 < world.time.now()
        rounds = len(stored.night.rounds)
        rests = stored.over_at + BREAK + MINUTE * 1000 > world.time.now() and rounds
        stands = is_due and not stored.night.closed and not stored.night.running and not rests
        if stands and held is None and "bot" not in self.taken:
            self.faults["stands still without a word"] += 1
        if self.taken or stored.night.closed or unshown is not None:
            return
        shown = [one for one in world.messages() if one.message.id == stored.message]
        if not shown:
            self.faults["without a page"] += 1
        elif f"{rounds} of" not in shown[0].text and rounds:
            self.faults["with an old page"] += 1

    async def play(self) -> None:
        stored = await self.evening.stored()
        if stored.night.running and self.dice.random() < 0.7:
            await self.evening.play()

    async def end(self) -> None:
        """Give all back and play on to the end, which must be seen, and found by `/night`."""
        world, evening = self.world, self.evening
        for _ in range(16):
            await self.give_back()
            stored = await evening.stored()
            if stored.night.closed:
                break
            if stored.night.running:
                await evening.play()
            await world.pass_time(BREAK / 1000 + 6 * EVERY)
        await world.pass_time(2 * MINUTE)
        stored = await evening.stored()
        if not stored.night.closed:
            self.faults["never over"] += 1
            return
        if not places(stored.night):
            return  # Nobody has finished a table, so there is no result.
        found = await looked_up(evening, world.guest("Reader"), self.elsewhere)
        if "played." not in found.text or not found.alt:
            self.faults["without a result"] += 1
        public = [one for one in world.messages() if one.message.id == stored.message]
        if "channel" in self.taken or stored.message in self.deleted:
            return  # It was deleted after the end, and stays so.
        if not public or "played." not in public[0].text:
            self.faults["whose result isn't public"] += 1

    def _message(self) -> None:
        shown = [one for one in self.world.messages() if "## " in one.text]
        if shown:
            newest = self.dice.choice(shown).message
            self.world.env.backend.delete_message(self.world.channel.id, newest.id)
            self.deleted.add(newest.id)

    def _permission(self) -> None:
        if "channel" not in self.taken:
            take(self.world, *self.dice.sample(LOST, self.dice.randint(1, 2)))
            self.taken.add("permission")

    def _words(self) -> None:
        method = self.dice.choice(["PATCH", "POST", "*"])
        code, times = self.dice.choice([(200000, 1), (50013, 3), (50001, 2), (30046, 1)])
        path = f"/channels/{self.world.channel.id}/messages*"
        self.world.env.inject_error(method, path, status=403, code=code, times=times)
        self.taken.add("words")

    def _threads(self) -> None:
        for thread in [*self.world.channel.threads][:1]:
            with on_discord(self.world):
                self.world.env.backend.delete_channel(thread.id)

    def _person(self) -> None:
        if len(self.guests) > 4:
            gone = self.guests.pop()
            with on_discord(self.world):
                self.world.env.backend.remove_member(self.world.guild.id, gone.id)

    def _channel(self) -> None:
        if "channel" not in self.taken and self.dice.random() < 0.5:
            with on_discord(self.world):
                self.world.env.backend.delete_channel(self.world.channel.id)
            self.taken.add("channel")

    def _bot(self) -> None:
        self._away.enter_context(removed(self.world))
        self.taken.add("bot")


@pytest.mark.thorough
@pytest.mark.faulty
@pytest.mark.parametrize("seed", range(12))
async def test_no_night_is_lost_of_sight(world: World, seed: int) -> None:
    form = ("swiss", "duplicate")[seed % 2]
    evening = await plan(world, game="toy", form=form, rounds=2)
    mischief = Mischief(world, evening, await evening.come(4 + seed % 3), seed)
    for _ in range(8):
        await mischief.take()
        await world.pass_time(SOON * MINUTE / 3)
        await mischief.look()
        await mischief.play()
        if mischief.dice.random() < 0.5:
            await mischief.give_back()
            await mischief.look()
    await mischief.end()
    assert mischief.faults == Counter()
