"""What a league night lacks or has missed, in sentences: people are told by what still works."""

from bot.night.night import FEWEST
from bot.tables.nights.hitches import Held
from bot.tables.nights.outages import late, missed_since
from bot.tables.nights.store import StoredNight
from cogs.causes import Cause
from cogs.layouts.night_rules import NOUNS
from cogs.layouts.span import span_words

__all__ = ["after_outage", "held_text", "off_calendar", "unshown_text", "why_never"]


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
        f"If it still has to wait at <t:{held.until // 1000}:t>, it ends."
    )


def why_never(stored: StoredNight) -> str:
    """Say why a night that is over has no round."""
    night, noun = stored.night, NOUNS[stored.night.form]
    if night.because == "late":
        most = span_words(stored.pace.latest / 1000)
        return (
            f"This {noun} was called off: nobody could play when it was due, nor in the "
            f"{most} after that. `/night plan` plans another one."
        )
    if night.because == "moderator":
        return f"This {noun} was called off."
    few = ": too few people were in" if len(night.here) < FEWEST[night.form] else ""
    return f"This {noun} didn't take place{few}."


def after_outage(stored: StoredNight) -> str:
    """Say that a night began late, or that its newest round has stood still."""
    behind, missed = late(stored), missed_since(stored, stored.seated_at)
    began = span_words(behind / 1000) if len(stored.night.rounds) == 1 and behind else ""
    lines = [
        f"-# It began {began} late, because nobody could play when it was due." if began else "",
        f"-# Nobody could play for {span_words(missed / 1000)}. That time doesn't count."
        if missed
        else "",
    ]
    return "\n".join(filter(None, lines))


def off_calendar(stored: StoredNight) -> str:
    """Say so if a night that is planned isn't in the server's calendar."""
    night = stored.night
    if stored.event or night.rounds or night.closed or night.form == "round robin":
        return ""
    return "-# This isn't in the server's calendar."
