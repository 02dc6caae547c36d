"""A message as a person sees it."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import discord
from simcord import InteractionResult

from cogs.core.page import Page, Text

Part: TypeAlias = Any


def text(page: Page) -> str:
    """Return all that a page says."""
    return "\n".join(part.text for part in page.parts if isinstance(part, Text))


class Shown:
    """What can be read on a message and what can be clicked."""

    def __init__(self, message: discord.Message) -> None:
        self.message = message
        self._parts = list(_walk(message.components))

    @property
    def text(self) -> str:
        texts = [p.content for p in self._parts if isinstance(p, discord.TextDisplay)]
        return "\n".join([self.message.content, *texts]).strip()

    @property
    def buttons(self) -> dict[str, str]:
        """The custom ids of what can be clicked, by label."""
        return {b.label or "": b.custom_id for b in self._buttons if b.custom_id and not b.disabled}

    @property
    def dead(self) -> list[str]:
        """The labels of buttons that cannot be clicked."""
        return [button.label or "" for button in self._buttons if button.disabled]

    @property
    def ids(self) -> list[str]:
        """The custom ids of all buttons that can be clicked."""
        return [b.custom_id for b in self._buttons if b.custom_id and not b.disabled]

    @property
    def menus(self) -> dict[str, list[str]]:
        """The values of each menu that isn't disabled, by custom id."""
        found = [part for part in self._parts if isinstance(part, discord.SelectMenu)]
        return {m.custom_id: [each.value for each in m.options] for m in found if not m.disabled}

    def lines(self, menu: str) -> dict[str, str]:
        (found,) = [m for m in self._parts if getattr(m, "custom_id", None) == menu]
        return {option.label: option.value for option in found.options}

    @property
    def items(self) -> list[tuple[str, discord.SelectOption]]:
        """The lines of all menus, each with the custom id of its menu."""
        found = [part for part in self._parts if isinstance(part, discord.SelectMenu)]
        return [(menu.custom_id, option) for menu in found for option in menu.options]

    @property
    def green(self) -> list[str]:
        """The labels of the buttons in green, which can be clicked."""
        style = discord.ButtonStyle.success
        return [b.label or "" for b in self._buttons if b.style is style and not b.disabled]

    @property
    def cards(self) -> list[str]:
        """The emojis on buttons, by name without their marks."""
        names = [button.emoji.name for button in self._buttons if button.emoji]
        return [name.rpartition("_")[0] for name in names]

    @property
    def alt(self) -> str:
        """The description of the picture; empty without one."""
        for part in self._parts:
            if isinstance(part, discord.MediaGalleryComponent):
                return part.items[0].description or ""
        return ""

    @property
    def files(self) -> list[str]:
        return [attachment.filename for attachment in self.message.attachments]

    @property
    def _buttons(self) -> list[discord.Button]:
        return [part for part in self._parts if isinstance(part, discord.Button)]


def _walk(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from _walk(getattr(part, "children", ()))


def shown(answer: InteractionResult) -> Shown:
    """Return the message that a click or a command was answered with, as it is now."""
    (found,) = [message for message in (answer.response, *answer.followups) if message]
    return Shown(found.message)


def in_private(answer: InteractionResult) -> InteractionResult:
    """Return an answer that only the person who asked can see; fails if others can."""
    assert answer.ephemeral
    return answer
