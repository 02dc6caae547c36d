"""What a click says: discord.py leaves it as Discord sent it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands

from bot.tables.core.errors import RefusedError
from cogs.limits.bounds import LARGEST_NUMBER, bounded

__all__ = ["Click", "check_options", "chosen", "chosen_ids", "on_private", "written"]

Click: TypeAlias = discord.Interaction[Any]
"""An interaction: a command, a button, a menu or a form."""

_MOST_IDS: Final = 25
"""Lines that can be chosen in one menu."""

_ID: Final = re.compile("[0-9]{1,20}")


def on_private(click: Click) -> bool:
    """Whether it was made on a message that only the person sees."""
    return click.message is not None and click.message.flags.ephemeral


def chosen(click: Click) -> str:
    """Return the value chosen in a menu; ``RefusedError`` if it is not exactly one text."""
    values = _data(click).get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise RefusedError("Please choose one line from the menu.")
    return bounded(values[0])


def chosen_ids(click: Click) -> tuple[int, ...]:
    """Return the ids chosen in a menu of channels, perhaps none; ``RefusedError`` if not ids."""
    values = _data(click).get("values")
    if not isinstance(values, list) or len(values) > _MOST_IDS:
        raise RefusedError("Please choose lines from the menu.")
    if not all(isinstance(value, str) and _ID.fullmatch(value) for value in values):
        raise RefusedError("Please choose lines from the menu.")
    return tuple(map(int, values))


def written(click: Click, field: str) -> str:
    """Return the text in a field of a form, by the field's custom id; else an empty one.

    ``RefusedError`` if it is longer than anything that our forms ask for.
    """
    for label in _data(click).get("components", ()):
        component = label.get("component", {})
        if component.get("custom_id") == field:
            return bounded(component.get("value", ""))
    return ""


def check_options(click: Click) -> None:
    """Raise ``RefusedError`` for an option of a command that is not what the command asks for.

    Discord has the same bounds, and discord.py doesn't look at them again.
    """
    command = click.command
    known = command.parameters if isinstance(command, app_commands.Command) else ()
    asked = {parameter.display_name: parameter for parameter in known}
    for name, value in _options(_data(click).get("options", ())):
        if isinstance(value, str):
            bounded(value)
        elif isinstance(value, int | float):
            _check_number(name, value, asked.get(name))
        if name in asked and asked[name].choices:
            _check_choice(name, value, asked[name])


def _check_number(name: str, value: float, asked: app_commands.Parameter | None) -> None:
    least = asked.min_value if asked and asked.min_value is not None else -LARGEST_NUMBER
    most = asked.max_value if asked and asked.max_value is not None else LARGEST_NUMBER
    if not least <= value <= most:
        raise RefusedError(f"`{name}` is a number from {least:,} to {most:,}.")


def _check_choice(name: str, value: object, asked: app_commands.Parameter) -> None:
    if value not in [choice.value for choice in asked.choices]:
        raise RefusedError(f"Please choose one of the suggestions for `{name}`.")


def _options(options: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, object]]:
    """Yield names and values of a command's options, those of a group's command too."""
    for option in options:
        if "value" in option:
            yield str(option.get("name")), option["value"]
        yield from _options(option.get("options", ()))


def _data(click: Click) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", click.data or {})
