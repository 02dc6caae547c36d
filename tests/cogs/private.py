"""A private message on someone's screen, which clicks change."""

from simcord import InteractionResult

from tests.cogs.guest import Guest
from tests.cogs.shown import Shown


class Private:
    """What a command or a click was answered with in private, as it is now."""

    def __init__(self, guest: Guest, opened: InteractionResult) -> None:
        self.guest = guest
        self._opened = opened

    @property
    def page(self) -> Shown:
        """The message as it is on the screen now."""
        assert self._opened.response is not None
        return Shown(self._opened.response.message)

    async def press(self, label: str) -> InteractionResult:
        """Click a button by its label."""
        return await self.guest.actor.click(self.page.message, label=label)

    async def press_id(self, custom_id: str) -> InteractionResult:
        """Click a button by its custom id."""
        return await self.guest.actor.click(self.page.message, custom_id=custom_id)
