"""Time zones, as commands take them: by their IANA names, such as Europe/Berlin."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.tables.core.errors import RefusedError
from cogs.arguments.completion import Suggestion

__all__ = ["named_zone", "suggested_zones"]

_NOWHERE: Final = frozenset({"Factory", "localtime", "posixrules"})
"""Files among the system's zones that are no zone, or that of the machine."""


def named_zone(typed: str) -> str:
    """Return the name of a zone, as it is written; ``RefusedError`` if there is none like it.

    The first call reads a folder, so run it in a thread.
    """
    name = _zones().get(_plain(typed))
    if name is None:
        raise RefusedError(
            "I don't know that time zone. Please choose one from the list, such as Europe/Berlin."
        )
    return name


def suggested_zones(typed: str) -> Sequence[Suggestion]:
    """Return all zones, first those whose place begins with the text typed so far.

    The first call reads a folder, so run it in a thread.
    """
    begun = _plain(typed)
    zones = sorted(_zones().items(), key=lambda zone: not _place(zone[0]).startswith(begun))
    return [Suggestion(name.replace("_", " "), name) for _, name in zones]


@cache
def _zones() -> Mapping[str, str]:
    """Return the zones' names in the order of the alphabet, by their plain names."""
    return {_plain(name): name for name in sorted(available_timezones() - _NOWHERE)}


def _plain(name: str) -> str:
    return name.strip().replace(" ", "_").casefold()


def _place(plain: str) -> str:
    return plain.rpartition("/")[2]
