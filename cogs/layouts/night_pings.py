"""Pings before league nights: the message that mentions people, and what they are told of it."""

from collections.abc import Sequence
from typing import Final

from bot.face.numbers import counted
from bot.tables.nights.store import StoredNight
from bot.tables.nights.telling import AHEAD, MOST_PINGS
from bot.tables.nights.wishes import Wish
from cogs.layouts.night import night_title
from cogs.layouts.night_rules import COLOUR, NOUNS
from cogs.layouts.page import Page, Text

__all__ = ["EVERY", "NEVER", "ping_page", "wish_text"]

_AHEAD: Final = counted(AHEAD // 60_000, "minute")

_MOST: Final = f"You get up to {MOST_PINGS} of these pings a week, never as a private message."

EVERY: Final = (
    f"**Every night** is on: I'll mention you {_AHEAD} before each league night on this server. "
    f"{_MOST} To stop, use `/night tell` again and choose **Off**."
)
NEVER: Final = "**Off**: you get no pings before this server's league nights any more."


def ping_page(stored: StoredNight, users: Sequence[int]) -> Page:
    """Return the message that mentions these people, and nobody else."""
    plan = stored.plan
    mentions = " ".join(f"<@{user}>" for user in users)
    link = f"https://discord.com/channels/{plan.guild}/{plan.channel}/{stored.message}"
    text = (
        f"{mentions}\n**{night_title(stored)}** starts <t:{plan.starts_at // 1000}:R>. "
        f"Press **I'm in** below [its message]({link}) if you aren't in yet.\n"
        "-# You asked for this ping. To stop them, use `/night tell`."
    )
    return Page((Text(text),), mentions=tuple(users), colour=COLOUR)


def wish_text(stored: StoredNight, wish: Wish) -> str:
    """Say that a person's ping before a night is on or off, and what happens then."""
    noun = NOUNS[stored.night.form]
    if wish.wanted:
        at = (stored.plan.starts_at - AHEAD) // 1000
        return (
            f"**Tell me** is on: I'll mention you in this channel {_AHEAD} before this {noun} "
            f"starts, <t:{at}:R>. {_MOST} To stop, press **Tell me** again."
        )
    others = " Use `/night tell` to stop them for every night." if wish.every else ""
    return f"**Tell me** is off: you get no ping before this {noun}.{others}"
