"""Whether the settings can be used."""

from pathlib import Path
from typing import TypeVar

from bot.doctor.finding import FaultError, check
from bot.settings import HouseSettings, Settings, SettingsError, load

__all__ = ["check_settings", "usable"]

S = TypeVar("S", bound=HouseSettings)


@check("settings")
async def check_settings(env_file: Path) -> str:
    """Check that all settings can be used; each fault is told in its own sentence."""
    try:
        load(Settings, env_file)
    except SettingsError as error:
        raise FaultError(" ".join(error.faults)) from None
    return "All of them can be used."


def usable(kind: type[S], env_file: Path) -> S | None:
    """Return the settings of one kind, or None where they have a fault."""
    try:
        return load(kind, env_file)
    except SettingsError:
        return None
