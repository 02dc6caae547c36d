"""Where people see the tables: public messages and private hands."""

from cogs.surface.surface import Surface

__all__ = ["Surface"]
