"""The shop window: a picture and a sentence of each game, made once in a process."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import Executor

from bot.face.rulebook import tagline
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.samples import sample_scene
from cogs.layouts.page import Picture, Upload
from cogs.layouts.showcase import Shown

__all__ = ["Showcase"]


class Showcase:
    """Draws the games when they are first asked for, in a thread, and keeps the pictures."""

    def __init__(self, games: Mapping[str, AnyGame], executor: Executor) -> None:
        self._games = games
        self._executor = executor
        self._lock = asyncio.Lock()
        self._shown: tuple[Shown, ...] = ()

    async def shown(self) -> tuple[Shown, ...]:
        """Return all games as they are offered; whoever comes while they are drawn waits."""
        async with self._lock:
            if not self._shown:
                loop = asyncio.get_running_loop()
                self._shown = tuple(
                    [
                        await loop.run_in_executor(self._executor, _show, game)
                        for game in self._games.values()
                    ]
                )
        return self._shown


def _show(game: AnyGame) -> Shown:
    scene, face = sample_scene(game), face_of(game)
    picture = Picture(Upload(f"{game.name}.png", face.picture(scene)), face.alt(scene))
    return Shown(game.name, game.title, tagline(game.name), game.seats, picture)
