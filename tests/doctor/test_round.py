"""The doctor's whole round, as the command line makes it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.doctor.all_checks import disconnected_bot, doctor
from bot.settings import HouseSettings
from db.maintenance.upgrade import upgrade
from tests.doctor.little_discord import TOKEN, LittleDiscord
from tests.doctor.test_account import NOBODY, as_discord_tells
from tests.helpers import Capsys

CHECKS = [
    *("settings", "database", "disk", "Kai", "clock"),
    *("token", "permissions", "intents", "shards", "commands"),
]


def env(folder: Path, token: str = TOKEN) -> Path:
    file = folder / ".env"
    database = f"sqlite+aiosqlite:///{folder / 'cards.db'}"
    file.write_text(f"DISCORD_TOKEN={token}\nDATABASE_URL={database}\n", "utf-8")
    return file


async def visit(env_file: Path, base: str, capsys: Capsys) -> tuple[int, Sequence[str]]:
    status = await asyncio.to_thread(doctor, env_file, base)
    out, err = capsys.readouterr()
    assert err == ""
    assert TOKEN not in out
    return status, out.splitlines()


def verdicts(lines: Sequence[str]) -> dict[str, str]:
    return {line.split()[1]: line.split()[0] for line in lines}


async def test_a_healthy_bot_gets_a_line_for_each_check_and_status_0(
    tmp_path: Path, discord: LittleDiscord, capsys: Capsys
) -> None:
    await upgrade(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    discord.add_server("Card night")
    async with disconnected_bot(HouseSettings(), None) as bot:
        discord.commands = as_discord_tells(bot)
    status, lines = await visit(env(tmp_path), discord.base, capsys)
    assert verdicts(lines) == dict.fromkeys(CHECKS, "ok")
    assert len(lines) == len(CHECKS)
    assert status == 0


async def test_one_fault_is_enough_for_status_1(
    tmp_path: Path, discord: LittleDiscord, capsys: Capsys
) -> None:
    await upgrade(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    status, lines = await visit(env(tmp_path), discord.base, capsys)
    assert [name for name, verdict in verdicts(lines).items() if verdict != "ok"] == ["commands"]
    assert status == 1


async def test_offline_what_is_here_is_checked_all_the_same(tmp_path: Path, capsys: Capsys) -> None:
    await upgrade(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    status, lines = await visit(env(tmp_path), NOBODY, capsys)
    assert status == 1
    well = [name for name, verdict in verdicts(lines).items() if verdict == "ok"]
    assert well == ["settings", "database", "disk", "Kai"]


async def test_without_a_token_the_clock_and_the_machine_are_checked_still(
    tmp_path: Path, discord: LittleDiscord, capsys: Capsys
) -> None:
    await upgrade(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    status, lines = await visit(env(tmp_path, token=""), discord.base, capsys)
    well = [name for name, verdict in verdicts(lines).items() if verdict == "ok"]
    assert (status, well) == (1, ["database", "disk", "Kai", "clock"])
    assert discord.asked == []


async def test_with_no_usable_setting_at_all_it_still_speaks_in_sentences(
    tmp_path: Path, discord: LittleDiscord, capsys: Capsys
) -> None:
    file = env(tmp_path)
    file.write_text("CARDS_WORKER_THREADS=many\n", "utf-8")
    status, lines = await visit(file, discord.base, capsys)
    assert list(verdicts(lines)) == CHECKS
    assert status == 1
    assert "Not checked: mend the settings first." in lines[1]
