"""The state of the stand-in."""

import itertools
import time
from dataclasses import dataclass, field
from typing import Final

from tests.wire.stand_in.interactions import Interaction
from tests.wire.stand_in.world import Attached, Channel, Guild, Json, Message, User

EPOCH: Final = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord counts."""


class Snowflakes:
    """Makes ids, each greater than the one before."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self._last = 0

    def next(self) -> int:
        """Return a new id of this moment."""
        made = (time.time_ns() // 1_000_000 - EPOCH) << 22 | (next(self._count) & 0xFFF)
        self._last = max(self._last + 1, made)
        return self._last

    def for_shard(self, shard: int, count: int) -> int:
        """Return a new id for a guild that belongs to one of ``count`` shards."""
        now = self.next()
        return now + (((shard - (now >> 22)) % count) << 22)


def shard_of(guild: int, count: int) -> int:
    return (guild >> 22) % count


@dataclass(slots=True)
class State:
    """Guilds, channels, messages, interactions by token, and the bot's commands."""

    ids: Snowflakes = field(default_factory=Snowflakes)
    bot: User = field(default=User(0, "Card night", bot=True))
    shards: int = 1
    """How many shards Discord recommends."""
    gateway_url: str = ""
    guilds: list[Guild] = field(default_factory=list)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, Message] = field(default_factory=dict)
    """Messages by the mark with which each was posted, so that none is posted twice."""
    interactions: dict[str, Interaction] = field(default_factory=dict)
    files: dict[str, Attached] = field(default_factory=dict)
    """What people attached to commands, by the path under which it is kept."""
    gone: set[int] = field(default_factory=set)
    """People who have left every server."""
    commands: dict[int, list[Json]] = field(default_factory=dict)
    """By server those of its own; those of everyone are under 0."""

    def add_message(self, message: Message) -> None:
        """Add a message, to its channel's too if everyone sees it."""
        self.messages[message.id] = message
        if message.reader is None:
            message.channel.messages.append(message)

    def add_channel(self, channel: Channel) -> Channel:
        channel.guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel
