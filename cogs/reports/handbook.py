"""The commands in words, from the command tree itself: for ``/help`` and ``docs/commands.md``."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias

from discord import app_commands

from cogs.tree import CardTree

__all__ = ["handbook", "short_help"]

Tree: TypeAlias = app_commands.CommandTree[Any]
Command: TypeAlias = app_commands.Command[Any, ..., Any]

_GROUPS: Final = ("Play", "Scores", "Rules and fairness", "Manage")
"""The order of the groups, which commands name in their ``extras``."""

_KINDS: Final = {
    "boolean": "yes or no",
    "integer": "a number",
    "attachment": "a file",
    "user": "a person",
}

_PREFACE: Final = (
    "# Commands\n\n"
    "All commands work only on servers. Answers about you alone are private.\n"
    "You can leave out options in brackets."
)


def short_help(tree: CardTree) -> str:
    """Return all commands to click on, a line for each group; Discord tells what they do."""
    lines = ["### All commands"]
    for group, commands in _grouped(tree):
        names = " ".join(tree.mention(command.qualified_name) for command in commands)
        lines.append(f"**{group}** {names}")
    return "\n".join(lines)


def handbook(tree: Tree) -> str:
    """Return all commands with their options, in Markdown."""
    parts = [_PREFACE]
    for group, commands in _grouped(tree):
        parts.append(f"## {group}")
        parts += [_entry(command) for command in commands]
    return "\n\n".join(parts) + "\n"


def _entry(command: Command) -> str:
    usage = "".join(f" {_usage(parameter)}" for parameter in command.parameters)
    lines = [f"### `/{command.qualified_name}{usage}`", "", command.description]
    if command.parameters:
        lines += ["", *(_option(parameter) for parameter in command.parameters)]
    return "\n".join(lines)


def _usage(parameter: app_commands.Parameter) -> str:
    name = parameter.display_name
    return name if parameter.required else f"[{name}]"


def _option(parameter: app_commands.Parameter) -> str:
    return f"- `{parameter.display_name}` ({_kind(parameter)}): {parameter.description}"


def _kind(parameter: app_commands.Parameter) -> str:
    if parameter.choices:
        return ", ".join(choice.name for choice in parameter.choices)
    if parameter.autocomplete:
        return "chosen from a list"
    low, high = parameter.min_value, parameter.max_value
    if low is not None and high is not None:
        return f"{low} to {high}"
    return _KINDS.get(parameter.type.name, "text")


def _grouped(tree: Tree) -> Iterator[tuple[str, Iterable[Command]]]:
    commands = sorted(_leaves(tree), key=lambda c: (_GROUPS.index(_group(c)), c.qualified_name))
    return groupby(commands, key=_group)


def _leaves(tree: Tree) -> Iterator[Command]:
    return (found for found in tree.walk_commands() if isinstance(found, app_commands.Command))


def _group(command: Command) -> str:
    root = command.root_parent or command
    return str(command.extras.get("group") or root.extras["group"])
