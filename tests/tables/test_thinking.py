"""Kai under load: it plays a lower level, so that its turns stay quick."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock
from time import sleep
from typing import Any

from bot.games.players import levels_for, lighter_level
from bot.kai.player import Choice
from bot.tables import lobby
from bot.tables.entries import TableSetup
from bot.tables.ports import AT_ONCE, BUSY, Thinking
from bot.tables.state import TableState
from tests.patience import until
from tests.tables.house import MINA, PLACE, Housing, asker


class Slow:
    """A player that decides when it is told to."""

    def __init__(self, go: Event) -> None:
        self._go = go

    def choose(self, _view: object, legal: Sequence[Any]) -> Choice[Any]:
        assert self._go.wait(10)
        return Choice(legal[0])


class Counted:
    """A player that notes how many decide at once."""

    def __init__(self) -> None:
        self._lock, self._now, self.most = Lock(), 0, 0

    def choose(self, _view: object, legal: Sequence[Any]) -> Choice[Any]:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        sleep(0.01)
        with self._lock:
            self._now -= 1
        return Choice(legal[0])


async def two_experts(housing: Housing) -> TableState:
    """Return a match in which Kai plays both seats."""
    table = await housing.host.open(MINA, PLACE, TableSetup(game="kapow"))
    await table.do(lobby.add_kai(MINA.id, "expert"))
    await table.do(lobby.start(asker(MINA)))
    kai = next(held for held in table.state.seats if held.user is None)
    return replace(table.state, seats=(kai, kai))


async def test_a_core_stays_free_for_people(housing: Housing) -> None:
    state, counted = await two_experts(housing), Counted()
    (seat,) = state.to_act
    with ThreadPoolExecutor(AT_ONCE + 3) as executor:
        thinking = Thinking(lambda _game, _level: counted, executor)
        await asyncio.gather(*(thinking.choose(state, seat) for _ in range(4 * AT_ONCE)))
    assert 1 <= counted.most <= AT_ONCE


async def test_a_loaded_host_plays_weaker_levels_never_late(housing: Housing) -> None:
    state = await two_experts(housing)
    (seat,) = state.to_act
    go, asked = Event(), list[str]()

    def player(_game: str, level: str) -> Slow:
        asked.append(level)
        return Slow(go)

    with ThreadPoolExecutor(1) as executor:
        thinking = Thinking(player, executor)
        many = [asyncio.create_task(thinking.choose(state, seat)) for _ in range(4 * BUSY)]
        await until(lambda: len(asked) == len(many))
        go.set()
        decided = await asyncio.gather(*many)
        assert len({each.action for each in decided}) == 1
        assert [each.level for each in decided] == asked
        assert asked == [*["expert"] * BUSY, *["hard"] * BUSY, *["normal"] * (2 * BUSY)]
        await thinking.choose(state, seat)
        assert asked[-1] == "expert"


def test_no_level_is_lighter_than_the_usual_one() -> None:
    assert lighter_level("kapow", "expert", 0) == "expert"
    assert lighter_level("kapow", "expert", 9) == "normal"
    assert lighter_level("kapow", "easy", 9) == "easy"
    assert lighter_level("chowpow", "hard", 1) == "normal"
    assert lighter_level("chowpow", "late", 1) == "late"
    assert {lighter_level("kapow", level, 1) for level in levels_for("kapow")} == {
        "easy",
        "normal",
        "hard",
    }
