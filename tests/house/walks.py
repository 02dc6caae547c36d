"""The files that two requests pass: a click that takes a card, and ``/league standings``.

The bot is a real one on a simulated Discord. Noted is each function of the house that is called, in
every thread, from the moment when the request arrives until its answer is sent; what the bot does
beside it in that time counts, since a reader who follows the request meets it. What announces an
answer that comes later is none.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final

from simcord.http import router

from db.engine.writer import Writer
from db.maintenance.upgrade import upgrade
from tests.cogs.stored import result, seat, store
from tests.cogs.world import World, open_world
from tests.house.files import ROOT
from tests.house.sizes import ANSWER, STANDINGS, WRITE

_HOUSE: Final = tuple(f"{ROOT / folder}/" for folder in ("bot", "cogs", "db"))
_WORLD: Final = f"{ROOT / 'bot' / 'local'}/"
"""The simulated Discord, whose clock is asked here."""
_DEFERRED: Final = (5, 6)
"""The types of answers that announce another one."""


@dataclass(frozen=True)
class Walk:
    """Functions of the house in the order in which they were called, by file and name."""

    calls: tuple[tuple[str, str], ...]

    @property
    def files(self) -> list[str]:
        """The files, each where it was first met."""
        return list(dict.fromkeys(file for file, _ in self.calls))

    @property
    def functions(self) -> int:
        return len(set(self.calls))

    @property
    def changes(self) -> int:
        """How often the next call is in another file."""
        return sum(one != other for (one, _), (other, _) in pairwise(self.calls))


class _Recorder:
    """Notes the house's calls, in all threads that begin within :meth:`listening`."""

    def __init__(self) -> None:
        self._on = False
        self._calls: list[tuple[str, str]] = []
        self._written: int | None = None
        """The number of calls up to the first write."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        threading.setprofile(self._called)
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    async def walk(self, request: Awaitable[object]) -> Walk:
        """Note what a request calls until it is answered."""
        self._calls, self._written, self._on = [], None, True
        await request
        assert not self._on, "there is no answer"
        return Walk(tuple(self._calls))

    def to_write(self) -> Walk:
        """Return the last walk as far as its first write."""
        assert self._written is not None, "nothing is written"
        return Walk(tuple(self._calls[: self._written]))

    def _called(self, frame: FrameType, event: str, _: Any) -> None:  # noqa: ANN401 - as sys has it
        if event != "call" or not self._on:
            return
        code = frame.f_code
        if code is router.dispatch.__code__:
            self._on = not _answers(**frame.f_locals)
        elif code.co_filename.startswith(_HOUSE) and not code.co_filename.startswith(_WORLD):
            self._calls.append((str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname))
            if code is Writer.write.__code__ and self._written is None:
                self._written = len(self._calls)


def _answers(path: str, json: Any = None, **_: object) -> bool:  # noqa: ANN401 - any JSON
    """Whether a request to Discord is an interaction's answer, and none that is only announced."""
    if path.startswith("/interactions/"):
        return json["type"] not in _DEFERRED
    return path.startswith("/webhooks/")


def walked() -> dict[str, Walk]:
    """Start a bot, let a card be taken and the standings be asked for; return the walks by name."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_walked(Path(folder) / "cards.db"))


async def _walked(database: Path) -> dict[str, Walk]:
    await upgrade(f"sqlite+aiosqlite:///{database}")
    recorder = _Recorder()
    with recorder.listening():
        async with open_world(database, {}) as world:
            answer = await _take_a_card(world, recorder)
            write = recorder.to_write()
            standings = await _ask_who_leads(world, recorder)
    return {WRITE: write, ANSWER: answer, STANDINGS: standings}


async def _take_a_card(world: World, recorder: _Recorder) -> Walk:
    """Play up to a turn's beginning; then take the top card of the draw pile."""
    guests = [world.guest(name) for name in ("Mina", "Sam")]
    await guests[0].play()
    await guests[1].click("Join")
    for guest in guests:
        await guest.cut(guest.actor.name)
    await guests[0].click("Start")
    for guest in guests:
        await guest.open_hand()
    first = guests[min((await world.state()).to_act)]
    await first.act("reveal 1t 1m")
    button = next(custom_id for custom_id in first.hand.ids if custom_id.endswith("take draw"))
    before = (await world.state()).ply
    walk = await recorder.walk(first.press_id(button))
    assert (await world.state()).ply == before + 1
    return walk


async def _ask_who_leads(world: World, recorder: _Recorder) -> Walk:
    """Store a few matches; then one of those who played them asks for the standings."""
    await world.pass_time(3600)  # All of them are of the same month.
    people = [world.guest(name) for name in ("Ann", "Bob", "Cleo")]
    for number in range(1, 4):
        seats = [seat(guest, rank, 10 * rank) for rank, guest in enumerate(people, start=1)]
        await store(world, result(world, number, seats))
    return await recorder.walk(people[0].actor.slash(world.channel, "league standings"))


def told(name: str, walk: Walk) -> str:
    """Tell a walk as a list of files, each with the functions that are called there."""
    lines = [f"{name}: {len(walk.files)} ({walk.functions} functions, {walk.changes} changes)"]
    for file in walk.files:
        functions = dict.fromkeys(called for path, called in walk.calls if path == file)
        lines.append(f"  {file}: {', '.join(functions)}")
    return "\n".join(lines)
