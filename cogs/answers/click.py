"""What a click says: discord.py leaves it as Discord sent it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

import discord

from bot.tables.core.errors import RefusedError
from cogs.limits.bounds import bounded

__all__ = ["Click", "check_texts", "chosen", "on_private", "written"]

Click: TypeAlias = discord.Interaction[Any]
"""An interaction: a command, a button, a menu or a form."""


def on_private(click: Click) -> bool:
    """Whether it was made on a message that only the person sees."""
    return click.message is not None and click.message.flags.ephemeral


def chosen(click: Click) -> str:
    """Return the value chosen in a menu; ``RefusedError`` if it is not exactly one text."""
    values = _data(click).get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise RefusedError("Choose one line of the menu.")
    return bounded(values[0])


def written(click: Click, field: str) -> str:
    """Return the text in a field of a form, by the field's custom id; else an empty one.

    ``RefusedError`` if it is longer than anything that our forms ask for.
    """
    for label in _data(click).get("components", ()):
        component = label.get("component", {})
        if component.get("custom_id") == field:
            return bounded(component.get("value", ""))
    return ""


def check_texts(click: Click) -> None:
    """Raise ``RefusedError`` for a command with a text that is longer than any command asks for."""
    for text in _texts(_data(click).get("options", ())):
        bounded(text)


def _texts(options: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the texts among a command's options, those of a group's command too."""
    for option in options:
        if isinstance(option.get("value"), str):
            yield option["value"]
        yield from _texts(option.get("options", ()))


def _data(click: Click) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", click.data or {})
