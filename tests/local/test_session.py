"""Local sessions: the first table, of any game, with options as ``/play`` takes them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from bot.local.play import first_table
from bot.local.session import Session, serve
from bot.tables.command import RefusedError
from tests.helpers import PATIENCE
from tests.local.tab import Tab, http_to, open_tab
from tests.toy_game import TOY

GAMES = {game.name: game for game in (KAPOW, KABOBO, TOY)}


@pytest.mark.parametrize(
    ("game", "options", "title", "words"),
    [
        ("kabobo", ["max_rounds=2"], "Kabobo!", "Rounds: **2**"),
        ("toy", ["rounds=1"], "High Card", "Rounds: **1**"),
    ],
)
async def test_the_session_begins_with_a_table_of_the_game(
    tmp_path: Path, game: str, options: list[str], title: str, words: str
) -> None:
    async with served(Session(tmp_path, 0, first_table(game, options, GAMES), 0.1)) as mina:
        await mina.reads(title)
        await mina.reads(words)
        await mina.click("Start")
        await mina.reads("My hand")


async def test_without_a_choice_the_page_begins_with_all_games(tmp_path: Path) -> None:
    async with served(Session(tmp_path, 0, None, 0.1)) as mina:
        await mina.reads("Welcome to card night!")
        for title in ("Kapow!", "Kabobo!", "High Card"):
            assert f"**{title}**" in mina.words
        await mina.click("Play with Kai")
        await mina.reads("Your table of Kapow! is open")
        await mina.click("Start")
        await mina.reads("My hand")


async def test_a_kept_table_goes_on_and_is_posted_anew(tmp_path: Path) -> None:
    first = first_table("toy", ["rounds=1"], GAMES)
    async with served(Session(tmp_path, 0, first, 0.1)) as mina:
        await mina.click("Start")
        await mina.reads("My hand")
        before = ids_of(mina)
    async with served(Session(tmp_path, 0, None, 0.1)) as mina:
        await mina.reads("My hand")
        assert ids_of(mina) == before
        assert "Welcome" not in mina.words
        await mina.click("My hand")
        await mina.reads("Hint")


async def test_a_kept_lobby_goes_on_too(tmp_path: Path) -> None:
    first = first_table("toy", ["rounds=1"], GAMES)
    async with served(Session(tmp_path, 0, first, 0.1)) as mina:
        await mina.reads("Rounds: **1**")
    async with served(Session(tmp_path, 0, first, 0.1)) as mina:
        await mina.reads("Rounds: **1**")
        await mina.click("Start")
        await mina.reads("My hand")


@asynccontextmanager
async def served(session: Session) -> AsyncIterator[Tab]:
    ready: asyncio.Queue[str] = asyncio.Queue()
    over = asyncio.Event()
    serving = asyncio.create_task(serve(session, ready.put_nowait, over, GAMES))
    async with asyncio.timeout(PATIENCE), http_to(await ready.get()) as http:
        yield await open_tab(http)
    over.set()
    await serving


def ids_of(tab: Tab) -> list[str]:
    return [str(viewer["id"]) for viewer in tab.state["viewers"]]


def test_without_a_choice_it_is_the_first_game_as_usual() -> None:
    table = first_table(None, [], GAMES)
    assert table.game == KAPOW.name
    assert table.options == {}


def test_values_are_those_of_records_or_plain_words() -> None:
    options = ["cards=9", "no_pass=yes", "rounds=2.0"]
    assert first_table("kapow", options, GAMES).options == {
        "cards": 9, "no_pass": True, "rounds": 2
    }  # fmt: skip
    assert first_table("kapow", ["cards=null"], GAMES).options == {}


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("chess", [], "There's no game called “chess”: choose from kapow, kabobo and toy."),
        (
            "kapow",
            ["max_swaps=2"],
            "Kapow! has no option “max_swaps”: it has rounds, cards and no_pass.",
        ),
        ("kabobo", ["rounds=2"], "Kabobo! has no option “rounds”: it has memory_aid, "),
        ("toy", ["2"], "High Card has no option “2”: it has rounds."),
        ("toy", ["rounds"], "The option “Rounds” is a whole number from 1 to 5."),
        ("toy", ["rounds=9"], "The option “Rounds” is a whole number from 1 to 5."),
    ],
)
def test_what_is_not_there_gets_a_sentence(game: str, options: list[str], sentence: str) -> None:
    with pytest.raises(RefusedError) as refused:
        first_table(game, options, GAMES)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).count(".") == 1
