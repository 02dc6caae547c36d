"""Quotas: how much of something scarce each person and each server may use at once."""

from collections import Counter
from enum import Enum, auto

__all__ = ["QuotaScope", "Quotas"]


class QuotaScope(Enum):
    """Which quota is used up."""

    PERSON = auto()
    SERVER = auto()
    HOUSE = auto()
    """That of all servers together; a server that uses nothing yet may still take one."""


class Quotas:
    """Counts what each person, each server and all servers together use, against limits."""

    def __init__(self, person: int, server: int, house: int) -> None:
        self._most_per_person = person
        self._most_per_server = server
        self._most = house
        self._people: Counter[int] = Counter()
        self._servers: Counter[int | None] = Counter()

    def exhausted(self, server: int | None, person: int) -> QuotaScope | None:
        """Return the quota that is used up; None if one more may be taken."""
        if self._people[person] >= self._most_per_person:
            return QuotaScope.PERSON
        if self._servers[server] >= self._most_per_server:
            return QuotaScope.SERVER
        # A server with none may always take one, however busy the others are.
        return (
            QuotaScope.HOUSE
            if self._servers.total() >= self._most and self._servers[server]
            else None
        )

    def take(self, server: int | None, person: int | None) -> None:
        """Count one more, even beyond the limits; ``person`` is None if not known any more."""
        self._servers[server] += 1
        if person is not None:
            self._people[person] += 1

    def give_back(self, server: int | None, person: int | None) -> None:
        """Count one less, and forget persons and servers that use nothing any more."""
        self._servers -= Counter([server])
        if person is not None:
            self._people -= Counter([person])
