"""What a click says: discord.py leaves it as Discord sent it."""

from collections.abc import Mapping
from typing import Any, cast

from bot.tables.errors import RefusedError
from cogs.services import Click

__all__ = ["chosen", "custom_id", "is_choice", "on_private", "written"]


def custom_id(click: Click) -> str:
    """Return the custom id of the button, menu or form; empty for anything else."""
    return str(_data(click).get("custom_id", ""))


def is_choice(click: Click) -> bool:
    """Whether a line of a menu was chosen."""
    return "values" in _data(click)


def on_private(click: Click) -> bool:
    """Whether it was made on a message that only the person sees."""
    return click.message is not None and click.message.flags.ephemeral


def chosen(click: Click) -> str:
    """Return the value chosen in a menu; ``RefusedError`` if it is not exactly one."""
    values = _data(click).get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise RefusedError("Choose one line of the menu.")
    return str(values[0])


def written(click: Click, field: str) -> str:
    """Return what was written into a field of a form, by the field's custom id; else nothing."""
    for label in _data(click).get("components", ()):
        component = label.get("component", {})
        if component.get("custom_id") == field:
            return str(component.get("value", ""))
    return ""


def _data(click: Click) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", click.data or {})
