"""Faults to order: how requests fail, which ones, and how often."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.wire.stand_in.world import Json


@dataclass(slots=True)
class Order:
    """Treat requests whose ``METHOD /path`` matches ``match`` in a special way.

    In this order: ``call``; wait for ``held`` and ``delay`` seconds; carry the request out if
    ``done``; then hang up without an answer if ``hang_up``, else answer with ``status`` and
    ``body`` if there is a status.
    So ``Order("PATCH", status=503, done=True)`` is an edit that worked and seems to have failed.
    """

    match: str
    status: int | None = None
    body: Json = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    held: asyncio.Event | None = None
    """Waited for before anything else, if there is one."""
    hang_up: bool = False
    done: bool = False
    call: Callable[[], None] | None = None
    times: int = 1
    """How many requests; -1 for all."""
    met: int = 0
    """How many there have been."""

    def fits(self, request: str) -> bool:
        """Whether it is for this request, and not used up."""
        return self.times != self.met and re.search(self.match, request) is not None


class Orders:
    """The orders in force; the first that fits is used."""

    def __init__(self) -> None:
        self._orders: list[Order] = []

    def add(self, order: Order) -> Order:
        self._orders.append(order)
        return order

    def clear(self) -> None:
        self._orders.clear()

    def take(self, method: str, path: str) -> Order | None:
        """Return the order for a request, if there is one, and count it."""
        found = next((order for order in self._orders if order.fits(f"{method} {path}")), None)
        if found is not None:
            found.met += 1
        return found
