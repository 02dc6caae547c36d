"""The state of the stand-in."""

from dataclasses import dataclass, field

from tests.wire.stand_in.ids import Snowflakes
from tests.wire.stand_in.interactions import Interaction
from tests.wire.stand_in.world import Attached, Channel, Guild, Json, Message, User

__all__ = ["State"]


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
    """By server those of its own; those of everybody are under 0."""

    def add_message(self, message: Message) -> None:
        """Add a message, to its channel's too if everybody sees it."""
        self.messages[message.id] = message
        if message.reader is None:
            message.channel.messages.append(message)

    def add_channel(self, channel: Channel) -> Channel:
        """Add a channel to its guild."""
        channel.guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel
