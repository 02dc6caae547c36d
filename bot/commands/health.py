"""``python -m bot health``: ask the bot that runs with these settings whether it is well."""

import json
import sys
from http.client import HTTPConnection, HTTPException

from bot.settings import HouseSettings, load

__all__ = ["health"]

PATIENCE = 5.0
"""Seconds that it may take; the bot allows its database two."""

HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where "everywhere" can be asked
"""Where to ask a bot that listens everywhere."""


def health() -> int:
    """Print what is wrong, if anything; return the exit status, 0 if the bot is well."""
    settings = load(HouseSettings)
    if settings.operation_port is None:
        return _unwell("There is nobody to ask: CARDS_OPERATION_PORT is not set.")
    host = HERE.get(settings.operation_host, settings.operation_host)
    connection = HTTPConnection(host, settings.operation_port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        faults = json.loads(connection.getresponse().read())["faults"]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return _unwell("The bot does not answer.")
    finally:
        connection.close()
    if faults:
        return _unwell("; ".join(f"{name}: {fault}" for name, fault in faults.items()))
    print("The bot is well.")
    return 0


def _unwell(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
