"""Interactions: what a person does, and what the bot may answer, when, and how often."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tests.helpers import PATIENCE
from tests.wire.stand_in.world import Channel, Json, Message, User

FIRST_ANSWER: Final = 3.0
"""Seconds within which an interaction must be answered."""

LOOK: Final = 0.1
"""Seconds between two looks at whether the bot could answer at all."""

TOKEN_LIFE: Final = 15 * 60.0
"""Seconds for which its token can be used after that."""


class Deed(IntEnum):
    """What a person did (API docs, "Interaction Type")."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """How it was answered (API docs, "Interaction Callback Type")."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class RefusalError(Exception):
    """Discord's answer to what cannot be done; ``code`` is its code for it."""

    def __init__(self, status: int, code: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.code = code


class Waiting(Exception):  # noqa: N818 - the person's patience, not a fault of the program
    """A person waited for an answer in vain: Discord shows "This interaction failed"."""


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing that a person did, and all that came back."""

    id: int
    token: str
    deed: Deed
    user: User
    channel: Channel
    data: Json
    on: Message | None = None
    """The message clicked on."""
    event: Json = None
    """What Discord tells the bot: the message as it was when it was clicked on."""
    is_slow: Callable[[], bool] = lambda: False
    """Whether the bot is at work, or waits for a processor."""
    sent_at: float = field(default_factory=time.monotonic)
    waited_at_work: float = 0.0
    """Seconds for which it was when someone looked: they do not count, a machine may be busy."""
    answer: Answer | None = None
    answered_at: float = 0.0
    modal: Json = None
    choices: list[Json] = field(default_factory=list)
    original: Message | None = None
    """What it was answered with, or the message that the answer changed."""
    followups: list[Message] = field(default_factory=list)
    changes: int = 0
    """How often the answer was changed later."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a deferred answer, too, has been filled in."""

    def callback(self, kind: int) -> None:
        """Take the first answer; raises :class:`RefusalError`."""
        if self.answer is not None:
            raise RefusalError(400, 40060, "Interaction has already been acknowledged.")
        if self.age > FIRST_ANSWER:
            raise RefusalError(404, 10062, "Unknown interaction")
        self.answer = Answer(kind)
        self.answered_at = time.monotonic()
        self.answered.set()
        if self.answer is not Answer.DEFERRED_MESSAGE:
            self.shown.set()

    def check_token(self) -> None:
        """Refuse what comes when the token is over; raises :class:`RefusalError`."""
        if time.monotonic() - self.sent_at > TOKEN_LIFE:
            raise RefusalError(401, 50027, "Invalid Webhook Token")
        if self.answer is None:
            raise RefusalError(404, 10015, "Unknown Webhook")

    @property
    def answered_after(self) -> float:
        """Seconds after which the first answer came."""
        return self.answered_at - self.sent_at

    @property
    def answered_after_rest(self) -> float:
        """The same, but for those in which the bot was seen at work."""
        return self.answered_after - self.waited_at_work

    @property
    def age(self) -> float:
        """Seconds for which the bot has had it and could have answered, its own work apart."""
        return time.monotonic() - self.sent_at - self.waited_at_work

    async def wait(self, seconds: float = FIRST_ANSWER) -> "Interaction":
        """Wait for the first answer as Discord would; raises :class:`Waiting`."""
        while True:
            before = time.monotonic()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.answered.wait(), LOOK)
            if self.answered.is_set():
                return self
            if self.waited_at_work < PATIENCE and self.is_slow():
                self.waited_at_work += time.monotonic() - before
            elif self.age > seconds:
                raise Waiting(f"no answer to {self.data} within {seconds} s")

    async def settled(self, seconds: float = PATIENCE) -> "Interaction":
        """Wait until it is answered and, if that was put off, filled in; raises ``Waiting``."""
        await self.wait()
        try:
            await asyncio.wait_for(self.shown.wait(), seconds)
        except TimeoutError:
            raise Waiting(f"the answer to {self.data} was put off and never came") from None
        return self
