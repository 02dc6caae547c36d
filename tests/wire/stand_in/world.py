"""Guilds, channels, users and messages, and their JSON as in Discord's API."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any

EPHEMERAL: Final = 1 << 6
"""The flag of a message that one person sees."""

LOADING: Final = 1 << 7
"""The flag of an answer that says "thinking" until it is filled in."""

ALL_PERMISSIONS: Final = (1 << 53) - 1

TEXT_CHANNEL: Final = 0
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
THREADS: Final = (PUBLIC_THREAD, PRIVATE_THREAD)


def timestamp() -> str:
    return datetime.now(UTC).isoformat()


@dataclass(frozen=True, slots=True, eq=False)
class Attached:
    """A file that someone attaches to a command."""

    content: bytes
    size: int | None = None
    """Its bytes as Discord tells of them, where that is not so."""
    endless: bool = False
    """Whether the content comes again and again, until nobody listens any more."""
    status: int = 200
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when someone stopped listening to an endless one."""


@dataclass(frozen=True, slots=True)
class User:
    """A person, or the bot. ``permissions`` are what they may do on every server."""

    id: int
    name: str
    permissions: int = 0
    bot: bool = False

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0000" if self.bot else "0",
            "global_name": self.name,
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
            "public_flags": 0,
        }


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel or a thread; ``permissions`` are what the bot may do there."""

    id: int
    guild: "Guild"
    name: str
    kind: int = TEXT_CHANNEL
    parent: int | None = None
    permissions: int = ALL_PERMISSIONS
    deleted: bool = False
    locked: bool = False
    """Whether a thread is closed and only moderators can open it."""
    members: set[int] = field(default_factory=set)
    """The people who were added to a private thread."""
    messages: list["Message"] = field(default_factory=list)
    """Its public messages, oldest first, deleted ones too."""

    def payload(self) -> Json:
        common = {
            "id": str(self.id),
            "guild_id": str(self.guild.id),
            "name": self.name,
            "type": self.kind,
            "last_message_id": None,
            "parent_id": str(self.parent) if self.parent else None,
            "flags": 0,
        }
        if self.kind in THREADS:
            return {**common, **_thread_fields(self.guild.owner, locked=self.locked)}
        return {**common, "position": 0, "permission_overwrites": [], "nsfw": False, "topic": None}


def _thread_fields(owner: int, *, locked: bool) -> Json:
    created = timestamp()
    metadata = {
        "archived": locked,
        "auto_archive_duration": 1440,
        "archive_timestamp": created,
        "locked": locked,
        "create_timestamp": created,
    }
    counts = {"message_count": 0, "member_count": 1, "total_message_sent": 0}
    return {"owner_id": str(owner), "thread_metadata": metadata, "rate_limit_per_user": 0, **counts}


def member_of(user: User, permissions: int | None = None) -> Json:
    """Return a member as Discord writes it; what they may do, only where someone asks for it."""
    about = {} if permissions is None else {"permissions": str(permissions)}
    return {
        "user": user.payload(),
        **about,
        "roles": [],
        "nick": None,
        "avatar": None,
        "joined_at": timestamp(),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


@dataclass(slots=True, eq=False)
class Guild:
    """A server with the bot on it, unless it was ``removed``."""

    id: int
    name: str
    owner: int
    channels: list[Channel] = field(default_factory=list)
    removed: bool = False

    def payload(self) -> Json:
        threads = [c.payload() for c in self.channels if c.kind in THREADS and not c.deleted]
        plain = [c.payload() for c in self.channels if c.kind == TEXT_CHANNEL and not c.deleted]
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner),
            "channels": plain,
            "threads": threads,
            "roles": [self._everyone()],
            "joined_at": timestamp(),
            "member_count": 1000,
            "large": True,
            "unavailable": False,
            "preferred_locale": "en-US",
            "features": [],
            **{name: [] for name in _LISTS},
            **dict.fromkeys(_LEVELS, 0),
            **dict.fromkeys(_NOTHING, None),
        }

    def _everyone(self) -> Json:
        return {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(ALL_PERMISSIONS),
            **dict.fromkeys(("color", "position", "flags"), 0),
            **dict.fromkeys(("hoist", "managed", "mentionable"), False),
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        }


_LISTS: Final = (
    *("members", "emojis", "stickers", "presences", "voice_states"),
    *("stage_instances", "guild_scheduled_events", "soundboard_sounds"),
)
_LEVELS: Final = (
    *("verification_level", "default_message_notifications", "explicit_content_filter"),
    *("mfa_level", "nsfw_level", "premium_tier", "system_channel_flags", "afk_timeout"),
)
_NOTHING: Final = (
    *("icon", "splash", "banner", "description", "afk_channel_id", "system_channel_id"),
    *("rules_channel_id", "public_updates_channel_id", "vanity_url_code", "application_id"),
)


@dataclass(slots=True, eq=False)
class Message:
    """A message of the bot as it stands; ``reader`` is its only reader if it is ephemeral."""

    id: int
    channel: Channel
    author: User
    reader: int | None = None
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    """The ids of those it mentions and pings."""
    flags: int = 0
    created_at: str = field(default_factory=timestamp)
    edited_at: str | None = None
    deleted: bool = False

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "components": self.components,
            "attachments": self.attachments,
            "timestamp": self.created_at,
            "edited_timestamp": self.edited_at,
            "flags": self.flags,
            "type": 0,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "embeds": [],
        }
