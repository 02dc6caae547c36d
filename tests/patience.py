"""How long tests wait for what will come: a busy machine takes its time, and that is no fault."""

from typing import Final

__all__ = ["PATIENCE"]

PATIENCE: Final = 120.0
"""Seconds after which what should have happened never will; nobody waits so long if all is well."""
