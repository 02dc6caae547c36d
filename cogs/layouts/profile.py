"""The message with a person's profile: a picture, its description, and the text behind a button."""

from typing import Final

from bot.face.league.profile_text import profile_alt
from bot.face.league.values import Profile
from bot.face.markdown import escape
from cogs.layouts.page import Button, Page, Picture, Text, Upload, fitted

__all__ = ["profile_page"]

COLOUR: Final = 0xD9A441
_NAME: Final = "profile.png"


def profile_page(profile: Profile, painted: bytes, user: int) -> Page:
    """Return a profile around its picture (PNG); ``user`` is whose it is."""
    picture = Picture(Upload(_NAME, painted), profile_alt(profile))
    text = Button("As text", f"profile:text:{user}")
    return Page(fitted((Text(f"## {escape(profile.name)}"), picture, (text,))), colour=COLOUR)
