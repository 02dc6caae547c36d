"""What a league night lacks, in sentences: people are told by what still works."""

from bot.tables.nights.hitches import Held
from bot.tables.nights.store import StoredNight
from cogs.causes import Cause
from cogs.layouts.night_rules import NOUNS

__all__ = ["held_text", "off_calendar", "unshown_text"]


def unshown_text(stored: StoredNight, cause: Cause, *, gone: bool) -> str:
    """Say why a night's message can't be shown, and what helps."""
    noun, leads = NOUNS[stored.night.form], "`/tables` shows it."
    if gone and stored.night.closed:
        return f"The channel of the {noun} was deleted. {leads}"
    if gone:
        return (
            f"**The channel of the {noun} was deleted.** {leads} "
            "A moderator can let it go on in another channel there."
        )
    where = f"<#{stored.plan.channel}>"
    return f"**I can't show the {noun} in {where}.** {cause.text} {leads}"


def held_text(stored: StoredNight, held: Held | None) -> str:
    """Say why a night waits, and until when; nothing if it doesn't."""
    if held is None:
        return ""
    noun = NOUNS[stored.night.form]
    return (
        f"**The {noun} waits.** {held.why} Then it goes on by itself. "
        f"It's over if that takes until <t:{held.until // 1000}:t>."
    )


def off_calendar(stored: StoredNight) -> str:
    """Say so if a night that is planned isn't in the server's calendar."""
    night = stored.night
    if stored.event or night.rounds or night.closed or night.form == "round robin":
        return ""
    return "-# This isn't in the server's calendar."
