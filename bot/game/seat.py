"""A seat at a table."""

from typing import TypeAlias

__all__ = ["Seat"]

Seat: TypeAlias = int
"""A seat's number, from 0, clockwise."""
