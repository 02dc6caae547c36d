"""A game's face, and what draws it: a process of its own, so that no click waits for Python's lock.

A thread that draws holds that lock for milliseconds at a time. So it asks another process and
waits: a scene goes there, pickled (2 KB, 0.1 ms), and its PNG comes back. If that process is
missing, stuck or killed, the thread draws by itself. The process is forked from ours, and ends with
it.
"""

import logging
import os
import pickle
import signal
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Condition
from typing import Any, Final

from bot.face.face import AnyFace, Scene, SeatSign
from bot.face.plain import PlainFace
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.registry import GAMES, TITLES, player_for
from bot.kai.player import USUAL_LEVEL

logger = logging.getLogger(__name__)

NAMES: Final = ("Mina", "Sam", "Ada", "Ben")

TURNS: Final = 10
"""After which there is something to see of every game."""

MOST_MOVES: Final = 200
"""A game whose turns are long is shown as it is then."""


def face_of(game: AnyGame) -> AnyFace:
    """Return the game's own face, or the fallback face."""
    title = TITLES.get(game.name)
    return title.face if title and title.face else PlainFace(game.title)


def sample_scene(game: AnyGame) -> Scene[Any]:
    """Return what all see at a table of three after a few turns; it takes up to half a second."""
    seats = min(max(3, game.seats.start), game.seats.stop - 1)
    state, events = game.new(game.options(), seats, Chance(bytes(SECRET_BYTES)))
    player = player_for(game.name, USUAL_LEVEL)
    for _ in range(MOST_MOVES):
        if game.stage(state).turn >= TURNS and not game.stage(state).paused:
            break
        to_act = game.to_act(state)
        if not to_act:
            break
        seat = min(to_act)
        choice = player.choose(game.view(state, seat), game.legal(state, seat))
        state, events = game.apply(state, seat, choice.action)
    signs = tuple(map(SeatSign, (*NAMES, *(f"Seat {seat + 1}" for seat in range(4, seats)))))
    return Scene(game.view(state, SPECTATOR), signs[:seats], events=tuple(events))


def warm_up(games: Iterable[AnyGame]) -> None:
    """Draw the first position of each game, to fill the caches of fonts and sprites."""
    for game in games:
        draw_first(game)  # type: ignore[arg-type]  # a game is one object, hashed as such


@cache
def draw_first(game: AnyGame) -> None:
    """Draw the first position of a game, once in each process."""
    seats = min(game.seats)
    state, _ = game.new(game.options(), seats, Chance(bytes(SECRET_BYTES)))
    signs = tuple(SeatSign(f"Seat {seat + 1}") for seat in range(seats))
    face_of(game).picture(Scene(game.view(state, SPECTATOR), signs))


STUCK: Final = 5.0
"""Seconds that a picture may take, and wait for those before it."""

WARMING_UP: Final = 60.0
"""Seconds until the process is ready."""


class Drawer:
    """Draws in the thread that asks. Its methods may block: call them in an executor."""

    def begin(self) -> None:
        """Get ready: a first picture takes ten times as long as later ones."""
        warm_up(GAMES.values())

    def picture(self, game: AnyGame, scene: Scene[Any], *, soon: bool = False) -> bytes:  # noqa: ARG002 - a thread of its own waits for nobody
        """Return the picture of a table (PNG); ``soon``: before those that nobody waits for."""
        return face_of(game).picture(scene)

    def stop(self) -> None:
        """End what it has begun."""


def drawer_apart() -> Drawer:
    """Return what draws in a process of its own, where processes can be forked.

    Call it before there are threads or event loops: they don't survive in a copy of the process.
    """
    ours, theirs = Pipe()
    try:
        number = os.fork()
    except (AttributeError, OSError):  # On Windows, or where there can't be another process.
        return Drawer()
    if number == 0:
        try:
            ours.close()
            _draw_what_is_asked(theirs)
        finally:
            os._exit(0)
    theirs.close()
    return _Process(number, ours)


class Turn:
    """Held by the thread whose picture is being drawn; those that people wait for come first."""

    def __init__(self) -> None:
        self._changes = Condition()
        self._taken = False
        self._soon = 0
        self.waiting = 0

    def take(self, *, soon: bool) -> bool:
        """Wait for it, ``STUCK`` seconds at most; return whether it's there."""

        def is_free() -> bool:
            return not self._taken and (soon or not self._soon)

        with self._changes:
            self.waiting += 1
            self._soon += soon
            free = self._changes.wait_for(is_free, STUCK)
            self.waiting -= 1
            self._soon -= soon
            self._taken |= free
            return free

    def give_back(self) -> None:
        """Let the next one have it."""
        with self._changes:
            self._taken = False
            self._changes.notify_all()


class _Process(Drawer):
    """Has pictures drawn by a process; draws by itself once that has ended."""

    def __init__(self, number: int, pipe: Connection) -> None:
        self._number = number
        self._pipe = pipe
        self._turn = Turn()
        self._ended = False

    def begin(self) -> None:
        self._asked(b"", WARMING_UP)

    def picture(self, game: AnyGame, scene: Scene[Any], *, soon: bool = False) -> bytes:
        asks = GAMES.get(game.name) is game and not self._ended
        message = pickle.dumps((game.name, scene), pickle.HIGHEST_PROTOCOL) if asks else b""
        return (asks and self._asked(message, soon=soon)) or super().picture(game, scene)

    def stop(self) -> None:
        self._end()
        with suppress(ChildProcessError):
            os.waitpid(self._number, 0)

    def _asked(self, message: bytes, patience: float = STUCK, *, soon: bool = False) -> bytes:
        """Return what the process answers in time; nothing if it can't."""
        if not self._turn.take(soon=soon):
            return b""
        try:
            self._pipe.send_bytes(message)
            if self._pipe.poll(patience):
                return self._pipe.recv_bytes()
            self._end("is stuck")
        except (OSError, EOFError):
            self._end("has ended")
        finally:
            self._turn.give_back()
        return b""

    def _end(self, why: str = "") -> None:
        """Kill the process, once: later its number may be another one's."""
        if self._ended:
            return
        self._ended = True
        if why:
            logger.warning("the process that draws %s: threads draw from now on", why)
        with suppress(ProcessLookupError):
            os.kill(self._number, signal.SIGKILL)


def _draw_what_is_asked(pipe: Connection) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # They are for the bot, which still needs pictures.
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_drawn(pipe.recv_bytes()))


def _drawn(message: bytes) -> bytes:
    drawer = Drawer()
    if not message:
        drawer.begin()
        return b""
    try:
        name, scene = pickle.loads(message)  # noqa: S301 - from the bot
        return drawer.picture(GAMES[name], scene)
    except Exception:  # noqa: BLE001 - the bot draws it again, and logs why
        return b""
