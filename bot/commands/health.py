"""``python -m bot health``: check the health of the bot that runs with these settings."""

import json
import sys
from http.client import HTTPConnection, HTTPException

from bot.settings import HouseSettings, load

TIMEOUT = 5.0
"""Seconds for the request; the bot gives its database two."""

HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not listened on, only looked up
"""The address by which to reach a bot that listens on all addresses."""


def health() -> int:
    """Print what is wrong, if anything; return the exit status: 0 if the bot is healthy."""
    settings = load(HouseSettings)
    if settings.operation_port is None:
        return _fail("Health checks are off: CARDS_OPERATION_PORT isn't set.")
    host = HERE.get(settings.operation_host, settings.operation_host)
    connection = HTTPConnection(host, settings.operation_port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/healthz")
        faults = json.loads(connection.getresponse().read())["faults"]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return _fail("The bot doesn't answer.")
    finally:
        connection.close()
    if faults:
        return _fail("; ".join(f"{name}: {fault}" for name, fault in faults.items()))
    print("The bot is healthy.")
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
