"""``/privacy``: what is stored about people, a copy of it, and its deletion."""

import asyncio
import gzip
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from discord import app_commands
from pydantic import JsonValue

from cogs import replies
from cogs.answers import answering, say
from cogs.reports.privacy import privacy_text
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["data_file", "setup"]

LARGEST_PLAIN: Final = 8 * 1024 * 1024
"""Bytes of a file that is sent as it is; Discord takes ten million at most."""

_QUESTION: Final = (
    "**Delete all that is stored about you, on all servers?** You leave your tables at once, and "
    "Kai plays your seats to the end. Your results become those of a former player: you lose your "
    "places in all standings. This cannot be undone."
)
_BEGUN: Final = "Your data are being deleted …"


async def setup(bot: "CardNight") -> None:
    """Add the command and its buttons."""
    bot.tree.add_command(privacy)
    bot.add_dynamic_items(PrivacyButton)


@app_commands.command(extras={"group": "Rules and fairness"})
async def privacy(click: Click) -> None:
    """See what is stored about you, get a copy of it, or have it deleted."""
    buttons = _buttons(
        PrivacyButton("Export my data", "export"),
        PrivacyButton("Delete my data", "delete", discord.ButtonStyle.danger),
    )
    text = privacy_text(click.client.services.housekeeping.keep)
    await click.response.send_message(text, view=buttons, ephemeral=True)


class PrivacyButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"privacy:(?P<verb>[a-z]{1,8})"
):
    """A button of the page; whom it is about is whoever clicks it."""

    def __init__(
        self, label: str, verb: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> None:
        button = discord.ui.Button[Any](label=label, custom_id=f"privacy:{verb}", style=style)
        super().__init__(button)
        self.verb = verb

    @classmethod
    async def from_custom_id(
        cls,
        _click: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "PrivacyButton":
        """Make the button that was clicked again."""
        label = item.label if isinstance(item, discord.ui.Button) else None
        return cls(label or "", match["verb"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says, one at a time for each person."""
        click = cast("Click", interaction)
        async with (
            answering(click),
            click.client.lines.turn((click.user.id, "privacy")) as admitted,
        ):
            if admitted and self.verb in _VERBS:
                await _VERBS[self.verb](click)
            else:
                await replies.acknowledge(click)


async def _export(click: Click) -> None:
    services = click.client.services
    services.limits.take(click)
    with services.limits.reading(click):
        await click.client.deferrals.put_off(click, private=True, thinking=True)
        found = await services.privacy.export(click.user.id)
    file = await asyncio.get_running_loop().run_in_executor(services.executor, data_file, found)
    await say(click, "All that is stored about you.", file=file)


async def _ask(click: Click) -> None:
    sure = PrivacyButton("Delete everything", "sure", discord.ButtonStyle.danger)
    await click.response.send_message(_QUESTION, view=_buttons(sure), ephemeral=True)


async def _delete(click: Click) -> None:
    services = click.client.services
    services.limits.take(click)
    with services.limits.reading(click):
        await click.response.edit_message(content=_BEGUN, view=None)
        tables = await services.forgetting.forget(click.user.id)
    done = "1 table knows" if tables == 1 else f"{tables} tables know"
    text = (
        f"**Your data are deleted.** {done} you no more. "
        "What you do here from now on is stored anew."
    )
    await replies.amend(click, lambda: {"content": text})


_VERBS: Final[Mapping[str, Callable[[Click], Awaitable[None]]]] = {
    "export": _export,
    "delete": _ask,
    "sure": _delete,
}


def data_file(found: Mapping[str, JsonValue], largest: int = LARGEST_PLAIN) -> discord.File:
    """Return somebody's data as a JSON file, packed if it has more than ``largest`` bytes."""
    content = json.dumps(found, ensure_ascii=False, indent=1).encode()
    if len(content) <= largest:
        return discord.File(BytesIO(content), "my-data.json")
    return discord.File(BytesIO(gzip.compress(content)), "my-data.json.gz")


def _buttons(*buttons: PrivacyButton) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    # A view that the library keeps would unregister the buttons for everybody one day.
    view.stop()
    return view
