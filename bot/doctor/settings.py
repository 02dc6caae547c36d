"""Check that the settings are valid."""

from pathlib import Path
from typing import TypeVar

from bot.doctor.finding import FaultError, check
from bot.settings import HouseSettings, Settings, SettingsError, load

__all__ = ["check_settings", "usable"]

S = TypeVar("S", bound=HouseSettings)


@check("settings")
async def check_settings(env_file: Path) -> str:
    """Check that all settings are valid; each fault has its own sentence."""
    try:
        load(Settings, env_file)
    except SettingsError as error:
        raise FaultError(" ".join(error.faults)) from None
    return "All of them can be used."


def usable(kind: type[S], env_file: Path) -> S | None:
    """Return the settings of a class, or None if they are invalid."""
    try:
        return load(kind, env_file)
    except SettingsError:
        return None
