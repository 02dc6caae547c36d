"""``docs/commands.md`` is the command tree in words, and nothing else."""

import os
import shutil
from pathlib import Path

from discord import app_commands

from bot.compose import compose
from bot.settings import HouseSettings
from bot.tables.clock import WallTime
from cogs.help import handbook
from tests.cogs.world import World

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


async def test_the_page_equals_the_tree(tmp_path: Path, empty_database: Path) -> None:
    """With WRITE_DOCS=1 in the environment the page is written again first."""
    database = shutil.copy(empty_database, tmp_path / "cards.db")
    settings = HouseSettings.model_validate({"DATABASE_URL": f"sqlite+aiosqlite:///{database}"})
    async with compose(settings, WallTime()) as bot, bot:
        await bot.add_cogs()
        text = handbook(bot.tree)
    if os.environ.get("WRITE_DOCS"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text


async def test_every_command_is_in_it_with_its_options(world: World) -> None:
    text = handbook(world.bot.tree)
    commands = [c for c in world.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
    assert len(commands) >= 13
    for command in commands:
        assert f"### `/{command.qualified_name}" in text
        for option in command.parameters:
            assert f"- `{option.display_name}` (" in text
            assert option.description != "…"


def test_no_sentence_is_cut() -> None:
    """Discord takes 100 characters of an argument's help; a longer one would end in an ellipsis."""
    assert "\N{HORIZONTAL ELLIPSIS}" not in PAGE.read_text(encoding="utf-8")
