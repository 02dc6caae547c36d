"""A Discord to ask, and the doctor's way to it."""

import os
from collections.abc import AsyncIterator

import pytest

from bot.doctor.account import Api, open_api
from tests.doctor.little_discord import TOKEN, LittleDiscord, serving


@pytest.fixture(autouse=True)
def clean_environment(
    monkeypatch: pytest.MonkeyPatch,
    synced: None,  # noqa: ARG001 - a fixture: the doctor looks at how commits are made
) -> None:
    for name in os.environ:
        if name.startswith(("CARDS_", "DATABASE_URL", "DISCORD_TOKEN")):
            monkeypatch.delenv(name)


@pytest.fixture
async def discord() -> AsyncIterator[LittleDiscord]:
    async with serving(LittleDiscord()) as served:
        yield served


@pytest.fixture
async def api(discord: LittleDiscord) -> AsyncIterator[Api]:
    async with open_api(discord.base, TOKEN) as opened:
        yield opened
