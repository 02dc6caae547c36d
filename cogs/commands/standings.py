"""``/standings``: a server's standings in a game, page by page."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import discord
from discord import app_commands

from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError
from cogs import replies
from cogs.answers import answering, in_time, say
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.arguments.people import guild_of
from cogs.limits import costly
from cogs.reports.standings import PAGE_LINES, standings_table
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]

_TEMPLATE: Final = r"standings:(?P<game>[a-z0-9_]{1,32}):(?P<page>[0-9]{1,5})"


async def setup(bot: "CardNight") -> None:
    """Add the command and its buttons."""
    bot.tree.add_command(_command(bot.services.games))
    bot.add_dynamic_items(PageButton)


def _command(games: Mapping[str, AnyGame]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(extras={"group": "Scores"})
    @costly
    @app_commands.describe(game=GAME_HELP, page="Which page, ten persons each.")
    @app_commands.choices(game=game_choices(games))
    async def standings(
        click: Click, game: str | None = None, page: app_commands.Range[int, 1, 99_999] = 1
    ) -> None:
        """Show who leads on this server, in ranked matches."""
        chosen = pick_game(games, game)
        shown = await in_time(click, _page(click, chosen, page))
        if shown is None:
            text = f"Nobody has finished a ranked match of {chosen.title} that counts here yet."
            await say(click, f"{text} Open one with `/play`.")
        else:
            await say(click, shown.text, view=shown.buttons, private=False)

    return standings


class _Page(NamedTuple):
    text: str
    buttons: discord.ui.View


class PageButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=_TEMPLATE):
    """Leads to another page; all it needs is in its custom id."""

    def __init__(self, label: str, game: str, page: int, *, disabled: bool = False) -> None:
        custom_id = f"standings:{game}:{page}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id, disabled=disabled))
        self.game = game
        self.page = page

    @classmethod
    async def from_custom_id(
        cls,
        _click: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "PageButton":
        """Make the button that was clicked again."""
        label = item.label if isinstance(item, discord.ui.Button) else None
        return cls(label or "", match["game"], int(match["page"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn to the page, for everybody who sees the message."""
        click = cast("Click", interaction)
        async with answering(click):
            click.client.services.limits.take(click)
            game = pick_game(click.client.services.games, self.game)
            shown = await in_time(click, _page(click, game, self.page))
            if shown is None:
                raise RefusedError("Nobody is left in these standings.")
            made = {"content": shown.text, "view": shown.buttons}
            await replies.update(click, lambda: made)


async def _page(click: Click, game: AnyGame, page: int) -> _Page | None:
    """Return a page, the last one if there are not that many; None if there is nobody to show."""
    league, guild = click.client.services.league, guild_of(click)
    with click.client.services.limits.reading(click):
        count = await league.standing_count(guild, game.name)
        if not count:
            return None
        pages = -(-count // PAGE_LINES)
        page = min(max(page, 1), pages)
        asked = (page - 1) * PAGE_LINES
        lines = await league.standings(
            guild, game.name, game.scoring, offset=asked, limit=PAGE_LINES
        )
    count_short = (await league.settings(guild)).count_short
    text = standings_table(game, lines, page, pages, count_short=count_short)
    return _Page(text, _buttons(game, page, pages))


def _buttons(game: AnyGame, page: int, pages: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    if pages > 1:
        view.add_item(PageButton("Previous", game.name, page - 1, disabled=page == 1))
        view.add_item(PageButton("Next", game.name, page + 1, disabled=page == pages))
    # A view that the library keeps would unregister the buttons for everybody one day.
    view.stop()
    return view
