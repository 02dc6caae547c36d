"""SimCord's world, which finds out faster whether the bot has come to rest.

SimCord looks through all tasks and timers every 50 ms and whenever a task ends: that was half of
what these tests cost. Here what is ready runs first, and what has rested before and was not touched
since is not looked at again. Whatever is left is for SimCord to judge.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

from simcord import Env
from simcord._settlement import _active_callbacks, _callback_is_parked, _run_due_virtual_callbacks

LOOK: Final = 0.0005
"""Seconds between two looks at what the threads have told."""

QUIET: Final = 8
"""Looks without any news, after which SimCord is asked."""

MANY: Final = 1000
"""Looks, or turns of the loop, after which SimCord is asked in any case: it gives up in the end."""


class QuickEnv(Env):
    """Settles as SimCord does, with less work."""

    _rested: Mapping[asyncio.Task[Any], object] = {}
    """The tasks that rested at last, and what for."""

    _settling = 0
    """How many let the loop turn just now: each has a step that is ready, which is no news."""

    def as_bot(self) -> AbstractContextManager[None]:
        """Let what is called count as the bot's own work, as what happens at the gateway does."""
        return self._bot_scope()

    async def _settle_internal(self, *, idle: float = LOOK * QUIET, **options: Any) -> None:  # noqa: ANN401 - passed on
        quiet, before = 0, self._waits()
        for _ in range(MANY):
            await self._run_what_is_due()
            waits = self._waits()
            if waits.items() <= self._rested.items() and self._nothing_else_runs():
                return
            quiet = 0 if waits != before or self._work.executors else quiet + 1
            if quiet == QUIET:
                break
            before = waits
            await asyncio.sleep(LOOK)
        await super()._settle_internal(idle=idle, **options)
        self._rested = self._waits()

    async def _run_what_is_due(self) -> None:
        """Let the loop turn until nothing is left to run now."""
        assert self._loop is not None
        _run_due_virtual_callbacks(self._settlement_state(), self._loop.time() + LOOK)
        self._settling += 1
        try:
            for _ in range(MANY):
                await asyncio.sleep(0)
                if len(self._loop._ready) < self._settling:  # type: ignore[attr-defined]
                    return
        finally:
            self._settling -= 1

    def _waits(self) -> Mapping[asyncio.Task[Any], object]:
        """Return what each of the bot's tasks waits for, but for those that say so."""
        said = self._work.external_waits
        tasks = [task for task in self._work.tasks if not task.done() and task not in said]
        return {task: task._fut_waiter for task in tasks}  # type: ignore[attr-defined]

    def _nothing_else_runs(self) -> bool:
        """Whether no thread works, and no timer is due nor will be by the real clock."""
        if self._work.executors or self._real_advance_task:
            return False
        if self._advance_task not in {None, asyncio.current_task()}:
            return False
        state, deadline = self._settlement_state(), self._loop.time() + self.settle_timeout  # type: ignore[union-attr]
        return all(_callback_is_parked(state, each, deadline) for each in _active_callbacks(state))
