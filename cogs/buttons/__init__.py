"""Everything that can be clicked, and the forms that clicks open."""

from cogs.buttons.press import press

__all__ = ["press"]
