"""Cards on buttons, suits in texts: Discord's list of our emojis is made what we draw.

An emoji's name ends with a mark of its content (``kapow_7_3f2a``). The process with the first shard
uploads them slowly; a game's cards are shown once all are there, and text until then.
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

import discord
from discord.ext import commands

from bot.face.emoji import SUITS, emoji_png
from bot.games.faces import face_of
from cogs.core.page import Emojis
from cogs.core.requests import DISCORD_ERRORS, Trouble, is_malformed, trouble
from cogs.core.work import Jobs, in_thread
from cogs.services import Services

logger = logging.getLogger(__name__)

MOST: Final = 2000
"""Emojis of an application: Discord's limit."""

FIRST: Final = 5.0
"""Seconds after a start until they are looked after: until then, there is more urgent work."""

BETWEEN: Final = 0.02
"""Seconds that a drawing waits for hands, at most: the same threads make them."""

LATER: Final = 600
"""Seconds until the list is looked at again, where Discord had trouble or something is missing."""

_MARK: Final = 4


class _Card(NamedTuple):
    marked: str
    png: bytes


class CardEmojis:
    """Looks after the emojis, and knows those that may be shown."""

    def __init__(
        self, bot: commands.AutoShardedBot, services: Services, tell: Callable[[Emojis], None]
    ) -> None:
        """``tell`` is told of those that may be shown from now on, by the faces' names."""
        self._bot = bot
        self._services = services
        games = {game.name: face_of(game).emojis for game in services.games.values()}
        self._games = {**games, "suit": SUITS}
        prefixes = "|".join(map(re.escape, self._games))
        self._ours = re.compile(f"((?:{prefixes})_[a-z0-9_]+)_[0-9a-f]{{{_MARK}}}")
        self._jobs = Jobs()
        self._done = False
        self._tell = tell
        self._shows = False

    def start(self) -> None:
        """Begin to look after them, unless the settings say that there are none."""
        if self._services.behaviour.emojis_per_minute:
            self._jobs.start(self._work(), "looking after the cards on buttons")

    async def close(self) -> None:
        """Leave what is not done for the next start."""
        await self._jobs.close(0)

    def lost(self, error: discord.HTTPException) -> bool:
        """Whether a message was refused for an emoji: then all are forgotten for a while."""
        if not self._shows or not is_malformed(error) or "emoji" not in error.text.lower():
            return False
        logger.warning("Discord doesn't know a card's emoji any more: buttons have text for now")
        self._show({})
        self._done = False
        return True

    async def _work(self) -> None:
        await self._services.time.sleep(FIRST)
        while not self._services.host.lost.is_set():
            try:
                self._done = self._done or await self._look()
            except DISCORD_ERRORS as error:
                if trouble(error) is not Trouble.PASSING:
                    logger.warning("buttons have text, as their cards can't be uploaded: %s", error)
                    return
                logger.info("the cards on buttons wait: %s", error)
            await self._services.time.sleep(LATER)

    async def _look(self) -> bool:
        wanted = {name: card for game in self._games for name, card in await self._drawn(game)}
        listed = await self._bot.fetch_application_emojis()
        ours = {emoji: found[1] for emoji in listed if (found := self._ours.fullmatch(emoji.name))}
        marked = {card.marked for card in wanted.values()}
        # Of two with one name the right one is taken.
        usual = sorted(ours, key=lambda emoji: emoji.name in marked)
        there = {ours[emoji]: emoji for emoji in usual}
        self._show(there)
        listed_as = {name: emoji.name for name, emoji in there.items()}
        missing = [name for name, card in wanted.items() if listed_as.get(name) != card.marked]
        if 0 not in (self._bot.shard_ids or ()):
            return not missing
        room = MOST - len(listed)
        for name in missing[:room]:
            await self._rest()
            card = wanted[name]
            made = self._bot.create_application_emoji(name=card.marked, image=card.png)
            there[name] = await made
            self._show(there)
        stale = [emoji for emoji in ours if emoji.name not in marked]
        for emoji in stale:
            await self._rest()
            await emoji.delete()
        done = len(missing[:room]), len(stale)
        logger.info("cards on buttons: %d uploaded, %d old ones deleted", *done)
        return len(missing) <= room

    async def _drawn(self, game: str) -> Iterable[tuple[str, _Card]]:
        found = []
        for name, art in self._games[game].items():
            png = await in_thread(self._services.executor, emoji_png, art)
            found.append((name, _Card(f"{name}_{sha256(png).hexdigest()[:_MARK]}", png)))
            await self._services.surface.hands.drawing.idle(BETWEEN)
        return found

    def _show(self, there: Mapping[str, discord.Emoji]) -> None:
        """Let the cards of each game be shown of which all are there."""
        whole = [names for names in self._games.values() if names.keys() <= there.keys()]
        self._shows = any(whole)
        self._tell(
            {
                name: {"id": str(there[name].id), "name": there[name].name}
                for names in whole
                for name in names
            }
        )

    async def _rest(self) -> None:
        await self._services.time.sleep(60 / self._services.behaviour.emojis_per_minute)
